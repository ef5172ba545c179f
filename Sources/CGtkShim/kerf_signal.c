// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerf_signal.h"

typedef struct {
  GClosure closure;
  KerfSignalFunc func;
  GDestroyNotify destroy;
} KerfClosure;

static void marshal(GClosure *closure, GValue *result, guint count, const GValue *arguments,
                    gpointer hint, gpointer marshal_data) {
  (void)hint;
  (void)marshal_data;
  ((KerfClosure *)closure)->func(closure->data, result, count, arguments);
}

static void finalized(gpointer data, GClosure *closure) {
  GDestroyNotify destroy = ((KerfClosure *)closure)->destroy;
  if (destroy) destroy(data);
}

gulong kerf_signal_connect(gpointer instance, const char *detailed_signal, KerfSignalFunc func,
                           gpointer data, GDestroyNotify destroy, gboolean after) {
  GClosure *closure = g_closure_new_simple(sizeof(KerfClosure), data);
  ((KerfClosure *)closure)->func = func;
  ((KerfClosure *)closure)->destroy = destroy;
  g_closure_set_marshal(closure, marshal);
  g_closure_add_finalize_notifier(closure, data, finalized);
  return g_signal_connect_closure(instance, detailed_signal, closure, after);
}

double kerf_value_get_real(const GValue *value) {
  if (G_VALUE_HOLDS_DOUBLE(value)) return g_value_get_double(value);
  if (G_VALUE_HOLDS_FLOAT(value)) return g_value_get_float(value);
  return (double)kerf_value_get_integer(value);
}

gint64 kerf_value_get_integer(const GValue *value) {
  if (G_VALUE_HOLDS_INT(value)) return g_value_get_int(value);
  if (G_VALUE_HOLDS_UINT(value)) return g_value_get_uint(value);
  if (G_VALUE_HOLDS_BOOLEAN(value)) return g_value_get_boolean(value);
  if (G_VALUE_HOLDS_ENUM(value)) return g_value_get_enum(value);
  if (G_VALUE_HOLDS_FLAGS(value)) return g_value_get_flags(value);
  if (G_VALUE_HOLDS_INT64(value)) return g_value_get_int64(value);
  if (G_VALUE_HOLDS_UINT64(value)) return (gint64)g_value_get_uint64(value);
  if (G_VALUE_HOLDS_LONG(value)) return g_value_get_long(value);
  if (G_VALUE_HOLDS_ULONG(value)) return (gint64)g_value_get_ulong(value);
  return 0;
}

gpointer kerf_value_get_pointer(const GValue *value) {
  if (G_VALUE_HOLDS_OBJECT(value)) return g_value_get_object(value);
  if (G_VALUE_HOLDS_BOXED(value)) return g_value_get_boxed(value);
  if (G_VALUE_HOLDS_VARIANT(value)) return g_value_get_variant(value);
  if (G_VALUE_HOLDS_STRING(value)) return (gpointer)g_value_get_string(value);
  if (G_VALUE_HOLDS_POINTER(value)) return g_value_get_pointer(value);
  // GdkEvent and GtkExpression have fundamental types of their own: all keep a pointer first.
  return value ? value->data[0].v_pointer : NULL;
}

void kerf_value_set_boolean(GValue *value, gboolean boolean) {
  if (value && G_VALUE_HOLDS_BOOLEAN(value)) g_value_set_boolean(value, boolean);
}
