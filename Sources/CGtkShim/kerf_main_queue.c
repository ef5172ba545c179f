// SPDX-License-Identifier: GPL-3.0-or-later
#include "CGtkShim.h"

#include <glib-unix.h>
#include <sys/eventfd.h>

// Exported by libdispatch for CoreFoundation's run loop: an eventfd that becomes readable when the
// main queue has work, and the call that does the work.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

static gboolean drain(gint fd, GIOCondition condition, gpointer data) {
  (void)condition;
  (void)data;
  eventfd_t count;
  (void)eventfd_read(fd, &count);
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

bool kerf_main_queue_attach(void) {
  int fd = _dispatch_get_main_queue_handle_4CF();
  return fd >= 0 && g_unix_fd_add(fd, G_IO_IN, drain, NULL) != 0;
}
