// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerf_shortcuts.h"

#include <adwaita.h>

#if ADW_CHECK_VERSION(1, 8, 0)
struct KerfShortcuts {
  AdwShortcutsDialog *dialog;
  AdwShortcutsSection *section;
};

KerfShortcuts *kerf_shortcuts_new(void) {
  KerfShortcuts *shortcuts = g_new0(KerfShortcuts, 1);
  shortcuts->dialog = ADW_SHORTCUTS_DIALOG(adw_shortcuts_dialog_new());
  return shortcuts;
}

void kerf_shortcuts_add_group(KerfShortcuts *shortcuts, const char *title) {
  shortcuts->section = adw_shortcuts_section_new(title);
  adw_shortcuts_dialog_add(shortcuts->dialog, shortcuts->section);
}

void kerf_shortcuts_add_item(KerfShortcuts *shortcuts, const char *title, const char *keys) {
  adw_shortcuts_section_add(shortcuts->section, adw_shortcuts_item_new(title, keys));
}

void kerf_shortcuts_present(KerfShortcuts *shortcuts, GtkWindow *parent) {
  adw_dialog_present(ADW_DIALOG(shortcuts->dialog), GTK_WIDGET(parent));
  g_free(shortcuts);
}
#else
struct KerfShortcuts {
  GString *description;
  gboolean has_group;
};

KerfShortcuts *kerf_shortcuts_new(void) {
  KerfShortcuts *shortcuts = g_new0(KerfShortcuts, 1);
  shortcuts->description = g_string_new(
      "<interface><object class='GtkShortcutsWindow' id='shortcuts'>"
      "<property name='modal'>True</property><child><object class='GtkShortcutsSection'>"
      "<property name='section-name'>all</property><property name='max-height'>13</property>");
  return shortcuts;
}

static void append_property(GString *description, const char *name, const char *value) {
  char *escaped = g_markup_escape_text(value, -1);
  g_string_append_printf(description, "<property name='%s'>%s</property>", name, escaped);
  g_free(escaped);
}

static void end_group(KerfShortcuts *shortcuts) {
  if (shortcuts->has_group) g_string_append(shortcuts->description, "</object></child>");
}

void kerf_shortcuts_add_group(KerfShortcuts *shortcuts, const char *title) {
  end_group(shortcuts);
  shortcuts->has_group = TRUE;
  g_string_append(shortcuts->description, "<child><object class='GtkShortcutsGroup'>");
  append_property(shortcuts->description, "title", title);
}

void kerf_shortcuts_add_item(KerfShortcuts *shortcuts, const char *title, const char *keys) {
  g_string_append(shortcuts->description, "<child><object class='GtkShortcutsShortcut'>");
  append_property(shortcuts->description, "title", title);
  append_property(shortcuts->description, "accelerator", keys);
  g_string_append(shortcuts->description, "</object></child>");
}

void kerf_shortcuts_present(KerfShortcuts *shortcuts, GtkWindow *parent) {
  end_group(shortcuts);
  g_string_append(shortcuts->description, "</object></child></object></interface>");
  GtkBuilder *builder = gtk_builder_new();
  GError *error = NULL;
  if (gtk_builder_add_from_string(builder, shortcuts->description->str, -1, &error)) {
    GtkWindow *window = GTK_WINDOW(gtk_builder_get_object(builder, "shortcuts"));
    gtk_window_set_transient_for(window, parent);
    gtk_window_present(window);
  } else {
    g_critical("the list of shortcuts: %s", error->message);
    g_error_free(error);
  }
  g_object_unref(builder);
  g_string_free(shortcuts->description, TRUE);
  g_free(shortcuts);
}
#endif
