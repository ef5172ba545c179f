/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a canvas asks its owner; any may be NULL. Sizes are in logical pixels. */
typedef struct {
  /* Draws below the children. */
  void (*snapshot)(gpointer data, GtkSnapshot *snapshot, int width, int height);
  /* Draws above the children. */
  void (*snapshot_above)(gpointer data, GtkSnapshot *snapshot, int width, int height);
  void (*measure)(gpointer data, GtkOrientation orientation, int for_size, int *minimum,
                  int *natural);
  /* Places the children, with gtk_widget_allocate or gtk_widget_size_allocate. */
  void (*size_allocate)(gpointer data, int width, int height);
  /* Whether the height depends on the width; `measure` then gets the width as `for_size`. */
  gboolean is_height_for_width;
  /* Frees `data`; called once, when the widget is disposed of. */
  GDestroyNotify destroy;
} KerfCanvasCallbacks;

/* A widget that is drawn and laid out by callbacks. Children that were given to it with
 * gtk_widget_set_parent are drawn in their order and unparented when it goes. It redraws itself when
 * the theme, dark style or contrast changes. `callbacks` are copied. */
GtkWidget *kerf_canvas_new(const char *css_name, GtkAccessibleRole role,
                           const KerfCanvasCallbacks *callbacks, gpointer data);

G_END_DECLS
