// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSystemShim.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

void kerf_thread_set_name(const char *name) {
  char kept[16] = {0};
  strncpy(kept, name, sizeof kept - 1);
  (void)pthread_setname_np(pthread_self(), kept);
}

void kerf_thread_set_niceness(int niceness) {
  // On Linux a niceness belongs to a thread when it is set by thread id.
  (void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), niceness);
}

int kerf_file_open(const char *path, int flags, unsigned mode) {
  return open(path, flags | O_CLOEXEC, mode);
}

int kerf_file_rename_exclusively(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int kerf_file_reserve(int descriptor, long long bytes) {
  return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes);
}

int kerf_file_try_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
