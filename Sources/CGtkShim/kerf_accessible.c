// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerf_accessible.h"

void kerf_accessible_set_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void kerf_accessible_set_description(GtkWidget *widget, const char *description) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 description, -1);
}

void kerf_accessible_set_value(GtkWidget *widget, double minimum, double maximum, double now,
                               const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget),
                                 GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, minimum,
                                 GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, maximum,
                                 GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now,
                                 GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

void kerf_accessible_set_value_text(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                 -1);
}

void kerf_accessible_set_labelled_by(GtkWidget *widget, GtkWidget *label) {
  gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label,
                                 NULL, -1);
}

void kerf_accessible_set_invalid(GtkWidget *widget, gboolean invalid) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
                              invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                              -1);
}

void kerf_accessible_set_hidden(GtkWidget *widget, gboolean hidden) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}

void kerf_accessible_announce(GtkWidget *widget, const char *text) {
#if GTK_CHECK_VERSION(4, 14, 0)
  gtk_accessible_announce(GTK_ACCESSIBLE(widget), text,
                          GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#else
  (void)widget;
  (void)text;
#endif
}
