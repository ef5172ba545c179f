// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSystemShim.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
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
