/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Twins of the variadic gtk_accessible_update_*. */
#pragma once
#include <gtk/gtk.h>

G_BEGIN_DECLS

void kerf_accessible_set_label(GtkWidget *widget, const char *label);
void kerf_accessible_set_description(GtkWidget *widget, const char *description);
void kerf_accessible_set_value(GtkWidget *widget, double minimum, double maximum, double now,
                               const char *text);
void kerf_accessible_set_value_text(GtkWidget *widget, const char *text);
void kerf_accessible_set_labelled_by(GtkWidget *widget, GtkWidget *label);
void kerf_accessible_set_invalid(GtkWidget *widget, gboolean invalid);
void kerf_accessible_set_hidden(GtkWidget *widget, gboolean hidden);

/* Has a screen reader say `text`; does nothing before GTK 4.14. */
void kerf_accessible_announce(GtkWidget *widget, const char *text);

G_END_DECLS
