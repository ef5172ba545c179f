/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib-object.h>

G_BEGIN_DECLS

/* Receives a signal of any signature; `arguments[0]` is the instance. `result` is NULL for signals
 * that return nothing. */
typedef void (*KerfSignalFunc)(gpointer data, GValue *result, guint count, const GValue *arguments);

/* Connects with one marshaller for every signature, so that no handler is called through a wrong
 * function type. `destroy` frees `data` when the connection ends. */
gulong kerf_signal_connect(gpointer instance, const char *detailed_signal, KerfSignalFunc func,
                           gpointer data, GDestroyNotify destroy, gboolean after);

/* Values of a GValue of whichever type holds such a thing; 0 or NULL for others. G_VALUE_HOLDS is a
 * macro. */
double kerf_value_get_real(const GValue *value);
gint64 kerf_value_get_integer(const GValue *value);
/* Of objects, boxed types, variants, strings and plain pointers; borrowed. */
gpointer kerf_value_get_pointer(const GValue *value);
void kerf_value_set_boolean(GValue *value, gboolean boolean);

G_END_DECLS
