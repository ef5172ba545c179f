/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What Swift cannot import of GTK, or must not: macros, varargs, class structs, flag constants (their
 * import changes with the GLib release) and whatever is deprecated in a newer GTK than the oldest we
 * build with. Version checks stand here and nowhere else. */
#pragma once
#include <stdbool.h>

#include "kerf_accessible.h"
#include "kerf_canvas.h"
#include "kerf_compat.h"
#include "kerf_constants.h"
#include "kerf_dialogs.h"
#include "kerf_locale.h"
#include "kerf_shortcuts.h"
#include "kerf_signal.h"

/* Makes the default GMainContext drain libdispatch's main queue, so that MainActor jobs run inside
 * g_application_run. Call once, on the main thread. */
bool kerf_main_queue_attach(void);
