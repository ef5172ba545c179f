/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Preloaded into kerf-cli: makes one of its calls to the system go wrong.
 *
 *   FAULT_AT     which call, from 1, of those that touch the source or the clip
 *   FAULT_DO     errno's name (ENOSPC, EIO), kill, interrupt, or truncate (of FAULT_SOURCE)
 *   FAULT_KIND   write (default: what changes the disk) or read
 *   FAULT_COUNT  a file that gets the number of such calls when the program ends by itself */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int calls;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static int is_kind(const char *kind) {
  const char *wanted = getenv("FAULT_KIND");
  return strcmp(kind, wanted ? wanted : "write") == 0;
}

static int is_regular(int descriptor) {
  struct stat status;
  return descriptor > 2 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/* Whether this call fails; errno says why. */
static int fails(const char *kind) {
  if (!is_kind(kind)) return 0;
  const char *at = getenv("FAULT_AT");
  const char *what = getenv("FAULT_DO");
  if (__atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) != (at ? atoi(at) : 0) || !what) return 0;
  if (strcmp(what, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(what, "interrupt") == 0) raise(SIGINT);
  if (strcmp(what, "truncate") == 0) {
    struct stat status;
    const char *source = getenv("FAULT_SOURCE");
    if (source && stat(source, &status) == 0 && truncate(source, status.st_size / 2) != 0) abort();
  }
  if (strcmp(what, "ENOSPC") == 0) return errno = ENOSPC, 1;
  if (strcmp(what, "EIO") == 0) return errno = EIO, 1;
  return 0;
}

#define WRAP(result, name, arguments, values, kind, condition)                \
  result name arguments {                                                     \
    result(*real) arguments = next(#name);                                    \
    if ((condition) && fails(kind)) return -1;                                \
    return real values;                                                       \
  }

WRAP(ssize_t, write, (int d, const void *b, size_t n), (d, b, n), "write", is_regular(d))
WRAP(ssize_t, pwrite, (int d, const void *b, size_t n, off_t o), (d, b, n, o), "write", is_regular(d))
WRAP(ssize_t, pwrite64, (int d, const void *b, size_t n, off64_t o), (d, b, n, o), "write", is_regular(d))
WRAP(ssize_t, read, (int d, void *b, size_t n), (d, b, n), "read", is_regular(d))
WRAP(ssize_t, pread, (int d, void *b, size_t n, off_t o), (d, b, n, o), "read", is_regular(d))
WRAP(ssize_t, pread64, (int d, void *b, size_t n, off64_t o), (d, b, n, o), "read", is_regular(d))
WRAP(int, fsync, (int d), (d), "write", 1)
WRAP(int, fdatasync, (int d), (d), "write", 1)
WRAP(int, ftruncate, (int d, off_t n), (d, n), "write", 1)
WRAP(int, ftruncate64, (int d, off64_t n), (d, n), "write", 1)
WRAP(int, fallocate, (int d, int m, off_t o, off_t n), (d, m, o, n), "write", 1)
WRAP(int, fallocate64, (int d, int m, off64_t o, off64_t n), (d, m, o, n), "write", 1)
WRAP(int, fchmod, (int d, mode_t m), (d, m), "write", 1)
WRAP(int, futimens, (int d, const struct timespec t[2]), (d, t), "write", 1)
WRAP(int, rename, (const char *f, const char *t), (f, t), "write", 1)
WRAP(int, link, (const char *f, const char *t), (f, t), "write", 1)
WRAP(int, renameat2, (int a, const char *f, int b, const char *t, unsigned g), (a, f, b, t, g), "write", 1)

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%d\n", calls);
  fclose(file);
}
