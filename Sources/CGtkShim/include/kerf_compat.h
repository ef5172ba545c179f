/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One name for what newer GTK does in another way. */
#pragma once
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A colour that the theme names, such as "accent_bg_color"; FALSE when it names none. */
gboolean kerf_compat_lookup_color(GtkWidget *widget, const char *name, GdkRGBA *color);

/* The colour that the widget's text has. */
void kerf_compat_get_color(GtkWidget *widget, GdkRGBA *color);

/* Device pixels for a logical one; fractional from GTK 4.12. */
double kerf_compat_get_scale(GtkWidget *widget);

/* What the widget's window is on the desktop; NULL before it is realized. */
GdkSurface *kerf_compat_get_surface(GtkWidget *widget);

/* Whether nobody can see the window: minimised, or, from GTK 4.12, told so by the desktop. */
gboolean kerf_compat_is_hidden(GdkSurface *surface);

/* Draws the theme's focus ring. */
void kerf_compat_snapshot_focus(GtkWidget *widget, GtkSnapshot *snapshot, double x, double y,
                                double width, double height);

/* Draws a texture into a rectangle, smoothly when it has to be made smaller or larger. */
void kerf_compat_snapshot_texture(GtkSnapshot *snapshot, GdkTexture *texture, double x, double y,
                                  double width, double height);

/* What the user calls a double click: the longest pause in milliseconds, and the largest distance. */
void kerf_settings_get_double_click(GtkWidget *widget, int *milliseconds, int *distance);

/* Opens a URI with what the desktop has for it. */
void kerf_compat_show_uri(GtkWindow *parent, const char *uri);

/* Adds a style sheet for the whole display. */
void kerf_compat_add_style(const char *text, gssize length);

/* Whether the user lets programs remember files. */
gboolean kerf_settings_remember_files(void);

/* Calls `func` on the main thread whenever the process gets the signal. */
void kerf_on_unix_signal(int number, void (*func)(gpointer data), gpointer data);

/* Takes lists of files and, for programs that offer nothing else, text. */
GtkEventController *kerf_drop_target_new_for_files(void);

G_END_DECLS
