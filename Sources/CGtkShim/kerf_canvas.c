// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerf_canvas.h"

#include <adwaita.h>

typedef struct {
  GtkWidget parent_instance;
  KerfCanvasCallbacks callbacks;
  gpointer data;
} KerfCanvas;

typedef struct {
  GtkWidgetClass parent_class;
} KerfCanvasClass;

static GType kerf_canvas_get_type(void);
G_DEFINE_TYPE(KerfCanvas, kerf_canvas, GTK_TYPE_WIDGET)

static void kerf_canvas_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  KerfCanvas *self = (KerfCanvas *)widget;
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  if (self->callbacks.snapshot) self->callbacks.snapshot(self->data, snapshot, width, height);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child))
    gtk_widget_snapshot_child(widget, child, snapshot);
  if (self->callbacks.snapshot_above)
    self->callbacks.snapshot_above(self->data, snapshot, width, height);
}

static void kerf_canvas_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                int *minimum, int *natural, int *minimum_baseline,
                                int *natural_baseline) {
  KerfCanvas *self = (KerfCanvas *)widget;
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (self->callbacks.measure)
    self->callbacks.measure(self->data, orientation, for_size, minimum, natural);
}

static GtkSizeRequestMode kerf_canvas_get_request_mode(GtkWidget *widget) {
  return ((KerfCanvas *)widget)->callbacks.is_height_for_width ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
                                                               : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void kerf_canvas_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  KerfCanvas *self = (KerfCanvas *)widget;
  (void)baseline;
  if (self->callbacks.size_allocate) self->callbacks.size_allocate(self->data, width, height);
}

static void kerf_canvas_css_changed(GtkWidget *widget, GtkCssStyleChange *change) {
  GTK_WIDGET_CLASS(kerf_canvas_parent_class)->css_changed(widget, change);
  gtk_widget_queue_draw(widget);
}

static void kerf_canvas_dispose(GObject *object) {
  KerfCanvas *self = (KerfCanvas *)object;
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child(GTK_WIDGET(object)))) gtk_widget_unparent(child);
  // A disposed widget can still be asked to draw by whoever holds a reference: forget the owner
  // first, then free it.
  GDestroyNotify destroy = self->callbacks.destroy;
  gpointer data = g_steal_pointer(&self->data);
  self->callbacks = (KerfCanvasCallbacks){0};
  if (destroy) destroy(data);
  G_OBJECT_CLASS(kerf_canvas_parent_class)->dispose(object);
}

static void kerf_canvas_class_init(KerfCanvasClass *klass) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  widget_class->snapshot = kerf_canvas_snapshot;
  widget_class->measure = kerf_canvas_measure;
  widget_class->get_request_mode = kerf_canvas_get_request_mode;
  widget_class->size_allocate = kerf_canvas_size_allocate;
  widget_class->css_changed = kerf_canvas_css_changed;
  G_OBJECT_CLASS(klass)->dispose = kerf_canvas_dispose;
}

static void kerf_canvas_init(KerfCanvas *self) {
  // Named colours are looked up while drawing, so a change of them alone does not reach the CSS node.
  AdwStyleManager *style = adw_style_manager_get_default();
  g_signal_connect_object(style, "notify::dark", G_CALLBACK(gtk_widget_queue_draw), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(style, "notify::high-contrast", G_CALLBACK(gtk_widget_queue_draw), self,
                          G_CONNECT_SWAPPED);
}

GtkWidget *kerf_canvas_new(const char *css_name, GtkAccessibleRole role,
                           const KerfCanvasCallbacks *callbacks, gpointer data) {
  KerfCanvas *self = g_object_new(kerf_canvas_get_type(), "css-name", css_name, "accessible-role",
                                  role, NULL);
  self->callbacks = *callbacks;
  self->data = data;
  return GTK_WIDGET(self);
}
