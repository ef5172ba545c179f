/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dialogs, whose classes change with the release of GTK and libadwaita. Each answers through one
 * callback, on the main thread; `destroy` frees `data` after it. */
#pragma once
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* `file` is borrowed; NULL when the dialog was closed without a choice. */
typedef void (*KerfFileFunc)(gpointer data, GFile *file);
typedef void (*KerfAnswerFunc)(gpointer data, gboolean is_confirmed);

/* Asks for a video. `folder` may be NULL. */
void kerf_dialog_open_file(GtkWindow *parent, const char *title, const char *accept_label,
                           const char *video_filter, const char *any_filter, GFile *folder,
                           KerfFileFunc func, gpointer data, GDestroyNotify destroy);

/* Asks where to save; the system's dialog asks before it lets a file be replaced. */
void kerf_dialog_save_file(GtkWindow *parent, const char *title, const char *accept_label,
                           const char *name, GFile *folder, KerfFileFunc func, gpointer data,
                           GDestroyNotify destroy);

/* Asks for a folder, starting in `folder`, which may be NULL. */
void kerf_dialog_choose_folder(GtkWindow *parent, const char *title, const char *accept_label,
                               GFile *folder, KerfFileFunc func, gpointer data,
                               GDestroyNotify destroy);

/* Asks a question whose confirming answer destroys something. Returns the question, which is GTK's and
 * there until it is answered. */
GtkWidget *kerf_dialog_confirm(GtkWindow *parent, const char *heading, const char *body,
                               const char *cancel_label, const char *confirm_label,
                               KerfAnswerFunc func, gpointer data, GDestroyNotify destroy);

/* Takes a question back that no longer matters: it is answered by no. */
void kerf_dialog_withdraw(GtkWidget *question);

/* Shows a heading and a long text that can be copied. */
void kerf_dialog_details(GtkWindow *parent, const char *heading, const char *body,
                         const char *close_label);

typedef struct {
  const char *application_id;
  const char *name;
  const char *version;
  const char *developer;
  const char *comments;
  const char *copyright;
  const char *website;
  const char *issue_url;
  /* NULL when the text is not translated. */
  const char *translator_credits;
  const char *debug_info;
} KerfAbout;

void kerf_dialog_about(GtkWindow *parent, const KerfAbout *about);

/* Shows a dialog with this content, header bar and all; Escape closes it, Return activates
 * `default_widget`. The answer is borrowed; it lives until the dialog is closed. */
GObject *kerf_dialog_present_content(GtkWindow *parent, const char *title, int width,
                                     GtkWidget *content, GtkWidget *default_widget);
void kerf_dialog_close(GObject *dialog);

/* Shows preferences of one page; `groups` are AdwPreferencesGroup widgets, NULL-terminated. */
void kerf_dialog_preferences(GtkWindow *parent, const char *title, GtkWidget *const *groups);

G_END_DECLS
