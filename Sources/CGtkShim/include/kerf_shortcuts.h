/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of keys: a dialog from libadwaita 1.8 on, before that GTK's window, which takes its contents
 * from a description only. */
#pragma once
#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct KerfShortcuts KerfShortcuts;

KerfShortcuts *kerf_shortcuts_new(void);
void kerf_shortcuts_add_group(KerfShortcuts *shortcuts, const char *title);
/* `keys` are accelerators parted by spaces. */
void kerf_shortcuts_add_item(KerfShortcuts *shortcuts, const char *title, const char *keys);
/* Shows the list and frees `shortcuts`. */
void kerf_shortcuts_present(KerfShortcuts *shortcuts, GtkWindow *parent);

G_END_DECLS
