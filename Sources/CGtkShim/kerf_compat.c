// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerf_compat.h"

#include <glib-unix.h>
#include <string.h>

gboolean kerf_compat_lookup_color(GtkWidget *widget, const char *name, GdkRGBA *color) {
  // Deprecated in 4.10 without a successor in C.
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  return gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, color);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

void kerf_compat_get_color(GtkWidget *widget, GdkRGBA *color) {
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color(widget, color);
#else
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
#endif
}

double kerf_compat_get_scale(GtkWidget *widget) {
#if GTK_CHECK_VERSION(4, 12, 0)
  GtkNative *native = gtk_widget_get_native(widget);
  GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;
  if (surface) return gdk_surface_get_scale(surface);
#endif
  return gtk_widget_get_scale_factor(widget);
}

GdkSurface *kerf_compat_get_surface(GtkWidget *widget) {
  GtkNative *native = gtk_widget_get_native(widget);
  return native ? gtk_native_get_surface(native) : NULL;
}

gboolean kerf_compat_is_hidden(GdkSurface *surface) {
  if (!GDK_IS_TOPLEVEL(surface)) return FALSE;
  GdkToplevelState hidden = GDK_TOPLEVEL_STATE_MINIMIZED;
#if GTK_CHECK_VERSION(4, 12, 0)
  hidden |= GDK_TOPLEVEL_STATE_SUSPENDED;
#endif
  return (gdk_toplevel_get_state(GDK_TOPLEVEL(surface)) & hidden) != 0;
}

void kerf_compat_snapshot_focus(GtkWidget *widget, GtkSnapshot *snapshot, double x, double y,
                                double width, double height) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_snapshot_render_focus(snapshot, gtk_widget_get_style_context(widget), x, y, width, height);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

void kerf_compat_snapshot_texture(GtkSnapshot *snapshot, GdkTexture *texture, double x, double y,
                                  double width, double height) {
  graphene_rect_t bounds = GRAPHENE_RECT_INIT(x, y, width, height);
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_snapshot_append_scaled_texture(snapshot, texture, GSK_SCALING_FILTER_TRILINEAR, &bounds);
#else
  gtk_snapshot_append_texture(snapshot, texture, &bounds);
#endif
}

void kerf_settings_get_double_click(GtkWidget *widget, int *milliseconds, int *distance) {
  g_object_get(gtk_widget_get_settings(widget), "gtk-double-click-time", milliseconds,
               "gtk-double-click-distance", distance, NULL);
}

void kerf_compat_show_uri(GtkWindow *parent, const char *uri) {
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkUriLauncher *launcher = gtk_uri_launcher_new(uri);
  gtk_uri_launcher_launch(launcher, parent, NULL, NULL, NULL);
  g_object_unref(launcher);
#else
  gtk_show_uri(parent, uri, GDK_CURRENT_TIME);
#endif
}

void kerf_compat_add_style(const char *text, gssize length) {
  GtkCssProvider *provider = gtk_css_provider_new();
#if GTK_CHECK_VERSION(4, 12, 0)
  char *copy = g_strndup(text, length < 0 ? strlen(text) : (gsize)length);
  gtk_css_provider_load_from_string(provider, copy);
  g_free(copy);
#else
  gtk_css_provider_load_from_data(provider, text, length);
#endif
  gtk_style_context_add_provider_for_display(gdk_display_get_default(),
                                             GTK_STYLE_PROVIDER(provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);
}

gboolean kerf_settings_remember_files(void) {
  gboolean is_enabled = TRUE;
  GtkSettings *settings = gtk_settings_get_default();
  if (settings) g_object_get(settings, "gtk-recent-files-enabled", &is_enabled, NULL);
  return is_enabled;
}

typedef struct {
  void (*func)(gpointer data);
  gpointer data;
} SignalCall;

static gboolean signal_arrived(gpointer data) {
  SignalCall *call = data;
  call->func(call->data);
  return G_SOURCE_CONTINUE;
}

void kerf_on_unix_signal(int number, void (*func)(gpointer data), gpointer data) {
  SignalCall *call = g_new(SignalCall, 1);
  *call = (SignalCall){func, data};
  g_unix_signal_add_full(G_PRIORITY_DEFAULT, number, signal_arrived, call, g_free);
}

GtkEventController *kerf_drop_target_new_for_files(void) {
  GtkDropTarget *target = gtk_drop_target_new(G_TYPE_INVALID, GDK_ACTION_COPY);
  GType types[] = {GDK_TYPE_FILE_LIST, G_TYPE_STRING};
  gtk_drop_target_set_gtypes(target, types, G_N_ELEMENTS(types));
  return GTK_EVENT_CONTROLLER(target);
}
