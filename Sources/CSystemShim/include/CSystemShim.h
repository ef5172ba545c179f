/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What Swift cannot import of libc: GNU extensions and variadic functions. */
#pragma once

/* Names the calling thread for debuggers; at most 15 bytes are kept. */
void kerf_thread_set_name(const char *name);

/* Lowers the calling thread's share of the processor (19 = least), where the system allows it. */
void kerf_thread_set_niceness(int niceness);

/* open(2) with O_CLOEXEC added: variadic in libc. Returns -1 and sets errno on failure. */
int kerf_file_open(const char *path, int flags, unsigned mode);

/* renameat2(2) with RENAME_NOREPLACE: fails with EEXIST when `to` exists, with EINVAL or ENOSYS where
 * the file system or the kernel cannot promise that. Returns -1 and sets errno on failure. */
int kerf_file_rename_exclusively(const char *from, const char *to);

/* Reserves space behind the end of a file without changing its size. Returns -1 on failure. */
int kerf_file_reserve(int descriptor, long long bytes);

/* flock(2) for writing, without waiting. Returns -1 and sets errno on failure. */
int kerf_file_try_lock(int descriptor);
