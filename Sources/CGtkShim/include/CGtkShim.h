/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <stdbool.h>

/* Makes the default GMainContext drain libdispatch's main queue, so that MainActor jobs run inside
 * g_application_run. Call once, on the main thread. */
bool kerf_main_queue_attach(void);
