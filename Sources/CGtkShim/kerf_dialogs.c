// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerf_dialogs.h"

#include <adwaita.h>

// The classes of the oldest release are deprecated in newer ones; each is used only below its
// successor's version, or where the older class still does the same.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

typedef struct {
  KerfFileFunc file;
  KerfAnswerFunc answer;
  gpointer data;
  GDestroyNotify destroy;
} Request;

static Request *request_new(KerfFileFunc file, KerfAnswerFunc answer, gpointer data,
                            GDestroyNotify destroy) {
  Request *request = g_new0(Request, 1);
  *request = (Request){file, answer, data, destroy};
  return request;
}

static void request_finish_file(Request *request, GFile *file) {
  request->file(request->data, file);
  if (request->destroy) request->destroy(request->data);
  g_free(request);
}

static void request_finish_answer(Request *request, gboolean is_confirmed) {
  request->answer(request->data, is_confirmed);
  if (request->destroy) request->destroy(request->data);
  g_free(request);
}

static GtkFileFilter *video_filter_new(const char *name) {
  GtkFileFilter *filter = gtk_file_filter_new();
  gtk_file_filter_set_name(filter, name);
  gtk_file_filter_add_mime_type(filter, "video/*");
  gtk_file_filter_add_mime_type(filter, "image/gif");
  gtk_file_filter_add_mime_type(filter, "application/mxf");
  gtk_file_filter_add_mime_type(filter, "application/vnd.rn-realmedia");
  gtk_file_filter_add_mime_type(filter, "application/ogg");
  return filter;
}

static GtkFileFilter *any_filter_new(const char *name) {
  GtkFileFilter *filter = gtk_file_filter_new();
  gtk_file_filter_set_name(filter, name);
  gtk_file_filter_add_pattern(filter, "*");
  return filter;
}

#if GTK_CHECK_VERSION(4, 10, 0)
static void file_opened(GObject *source, GAsyncResult *result, gpointer data) {
  GFile *file = gtk_file_dialog_open_finish(GTK_FILE_DIALOG(source), result, NULL);
  request_finish_file(data, file);
  g_clear_object(&file);
}

static void file_saved(GObject *source, GAsyncResult *result, gpointer data) {
  GFile *file = gtk_file_dialog_save_finish(GTK_FILE_DIALOG(source), result, NULL);
  request_finish_file(data, file);
  g_clear_object(&file);
}

static GtkFileDialog *file_dialog_new(const char *title, const char *accept_label, GFile *folder) {
  GtkFileDialog *dialog = gtk_file_dialog_new();
  gtk_file_dialog_set_title(dialog, title);
  gtk_file_dialog_set_accept_label(dialog, accept_label);
  gtk_file_dialog_set_modal(dialog, TRUE);
  if (folder) gtk_file_dialog_set_initial_folder(dialog, folder);
  return dialog;
}

void kerf_dialog_open_file(GtkWindow *parent, const char *title, const char *accept_label,
                           const char *video_filter, const char *any_filter, GFile *folder,
                           KerfFileFunc func, gpointer data, GDestroyNotify destroy) {
  GtkFileDialog *dialog = file_dialog_new(title, accept_label, folder);
  GListStore *filters = g_list_store_new(GTK_TYPE_FILE_FILTER);
  GtkFileFilter *video = video_filter_new(video_filter), *any = any_filter_new(any_filter);
  g_list_store_append(filters, video);
  g_list_store_append(filters, any);
  gtk_file_dialog_set_filters(dialog, G_LIST_MODEL(filters));
  gtk_file_dialog_set_default_filter(dialog, video);
  gtk_file_dialog_open(dialog, parent, NULL, file_opened,
                       request_new(func, NULL, data, destroy));
  g_object_unref(video);
  g_object_unref(any);
  g_object_unref(filters);
  g_object_unref(dialog);
}

void kerf_dialog_save_file(GtkWindow *parent, const char *title, const char *accept_label,
                           const char *name, GFile *folder, KerfFileFunc func, gpointer data,
                           GDestroyNotify destroy) {
  GtkFileDialog *dialog = file_dialog_new(title, accept_label, folder);
  gtk_file_dialog_set_initial_name(dialog, name);
  gtk_file_dialog_save(dialog, parent, NULL, file_saved, request_new(func, NULL, data, destroy));
  g_object_unref(dialog);
}

static void folder_chosen(GObject *source, GAsyncResult *result, gpointer data) {
  GFile *file = gtk_file_dialog_select_folder_finish(GTK_FILE_DIALOG(source), result, NULL);
  request_finish_file(data, file);
  g_clear_object(&file);
}

void kerf_dialog_choose_folder(GtkWindow *parent, const char *title, const char *accept_label,
                               GFile *folder, KerfFileFunc func, gpointer data,
                               GDestroyNotify destroy) {
  GtkFileDialog *dialog = file_dialog_new(title, accept_label, folder);
  gtk_file_dialog_select_folder(dialog, parent, NULL, folder_chosen,
                                request_new(func, NULL, data, destroy));
  g_object_unref(dialog);
}
#else
static void chooser_responded(GtkNativeDialog *dialog, int response, gpointer data) {
  GFile *file = response == GTK_RESPONSE_ACCEPT
                    ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog))
                    : NULL;
  request_finish_file(data, file);
  g_clear_object(&file);
  g_object_unref(dialog);
}

static GtkFileChooser *chooser_new(GtkWindow *parent, const char *title, const char *accept_label,
                                   GtkFileChooserAction action, GFile *folder) {
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(title, parent, action, accept_label, NULL);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  if (folder) gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), folder, NULL);
  return GTK_FILE_CHOOSER(dialog);
}

static void chooser_show(GtkFileChooser *chooser, Request *request) {
  g_signal_connect(chooser, "response", G_CALLBACK(chooser_responded), request);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

void kerf_dialog_open_file(GtkWindow *parent, const char *title, const char *accept_label,
                           const char *video_filter, const char *any_filter, GFile *folder,
                           KerfFileFunc func, gpointer data, GDestroyNotify destroy) {
  GtkFileChooser *chooser =
      chooser_new(parent, title, accept_label, GTK_FILE_CHOOSER_ACTION_OPEN, folder);
  GtkFileFilter *video = video_filter_new(video_filter), *any = any_filter_new(any_filter);
  gtk_file_chooser_add_filter(chooser, video);
  gtk_file_chooser_add_filter(chooser, any);
  gtk_file_chooser_set_filter(chooser, video);
  g_object_unref(video);
  g_object_unref(any);
  chooser_show(chooser, request_new(func, NULL, data, destroy));
}

void kerf_dialog_save_file(GtkWindow *parent, const char *title, const char *accept_label,
                           const char *name, GFile *folder, KerfFileFunc func, gpointer data,
                           GDestroyNotify destroy) {
  GtkFileChooser *chooser =
      chooser_new(parent, title, accept_label, GTK_FILE_CHOOSER_ACTION_SAVE, folder);
  gtk_file_chooser_set_current_name(chooser, name);
  chooser_show(chooser, request_new(func, NULL, data, destroy));
}

void kerf_dialog_choose_folder(GtkWindow *parent, const char *title, const char *accept_label,
                               GFile *folder, KerfFileFunc func, gpointer data,
                               GDestroyNotify destroy) {
  chooser_show(
      chooser_new(parent, title, accept_label, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, folder),
      request_new(func, NULL, data, destroy));
}
#endif

#if ADW_CHECK_VERSION(1, 5, 0)
static void alert_answered(AdwAlertDialog *dialog, const char *response, gpointer data) {
  (void)dialog;
  request_finish_answer(data, g_strcmp0(response, "confirm") == 0);
}

GtkWidget *kerf_dialog_confirm(GtkWindow *parent, const char *heading, const char *body,
                               const char *cancel_label, const char *confirm_label,
                               KerfAnswerFunc func, gpointer data, GDestroyNotify destroy) {
  AdwAlertDialog *dialog = ADW_ALERT_DIALOG(adw_alert_dialog_new(heading, body));
  adw_alert_dialog_add_response(dialog, "cancel", cancel_label);
  adw_alert_dialog_add_response(dialog, "confirm", confirm_label);
  adw_alert_dialog_set_response_appearance(dialog, "confirm", ADW_RESPONSE_DESTRUCTIVE);
  adw_alert_dialog_set_close_response(dialog, "cancel");
  adw_alert_dialog_set_default_response(dialog, "cancel");
  g_signal_connect(dialog, "response", G_CALLBACK(alert_answered),
                   request_new(NULL, func, data, destroy));
  adw_dialog_present(ADW_DIALOG(dialog), GTK_WIDGET(parent));
  return GTK_WIDGET(dialog);
}

void kerf_dialog_withdraw(GtkWidget *question) { adw_dialog_close(ADW_DIALOG(question)); }
#else
static void message_answered(AdwMessageDialog *dialog, const char *response, gpointer data) {
  (void)dialog;
  request_finish_answer(data, g_strcmp0(response, "confirm") == 0);
}

GtkWidget *kerf_dialog_confirm(GtkWindow *parent, const char *heading, const char *body,
                               const char *cancel_label, const char *confirm_label,
                               KerfAnswerFunc func, gpointer data, GDestroyNotify destroy) {
  GtkWidget *widget = adw_message_dialog_new(parent, heading, body);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG(widget);
  adw_message_dialog_add_response(dialog, "cancel", cancel_label);
  adw_message_dialog_add_response(dialog, "confirm", confirm_label);
  adw_message_dialog_set_response_appearance(dialog, "confirm", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response(dialog, "cancel");
  adw_message_dialog_set_default_response(dialog, "cancel");
  g_signal_connect(dialog, "response", G_CALLBACK(message_answered),
                   request_new(NULL, func, data, destroy));
  gtk_window_present(GTK_WINDOW(widget));
  return widget;
}

void kerf_dialog_withdraw(GtkWidget *question) { gtk_window_close(GTK_WINDOW(question)); }
#endif

void kerf_dialog_details(GtkWindow *parent, const char *heading, const char *body,
                         const char *close_label) {
  GtkWidget *text = gtk_label_new(body);
  gtk_label_set_selectable(GTK_LABEL(text), TRUE);
  gtk_label_set_wrap(GTK_LABEL(text), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign(GTK_LABEL(text), 0);
  gtk_widget_add_css_class(text, "monospace");
#if ADW_CHECK_VERSION(1, 5, 0)
  AdwAlertDialog *dialog = ADW_ALERT_DIALOG(adw_alert_dialog_new(heading, NULL));
  adw_alert_dialog_set_extra_child(dialog, text);
  adw_alert_dialog_add_response(dialog, "close", close_label);
  adw_dialog_present(ADW_DIALOG(dialog), GTK_WIDGET(parent));
#else
  GtkWidget *widget = adw_message_dialog_new(parent, heading, NULL);
  adw_message_dialog_set_extra_child(ADW_MESSAGE_DIALOG(widget), text);
  adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(widget), "close", close_label);
  gtk_window_present(GTK_WINDOW(widget));
#endif
}

void kerf_dialog_about(GtkWindow *parent, const KerfAbout *about) {
#if ADW_CHECK_VERSION(1, 5, 0)
  AdwAboutDialog *dialog = ADW_ABOUT_DIALOG(adw_about_dialog_new());
#else
  GtkWidget *dialog = adw_about_window_new();
  gtk_window_set_transient_for(GTK_WINDOW(dialog), parent);
  gtk_window_set_modal(GTK_WINDOW(dialog), TRUE);
#endif
  g_object_set(dialog, "application-icon", about->application_id, "application-name", about->name,
               "version", about->version, "developer-name", about->developer, "comments",
               about->comments, "copyright", about->copyright, "website", about->website,
               "issue-url", about->issue_url,
               "translator-credits", about->translator_credits ? about->translator_credits : "",
               "license-type", GTK_LICENSE_GPL_3_0, "debug-info", about->debug_info, NULL);
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_dialog_present(ADW_DIALOG(dialog), GTK_WIDGET(parent));
#else
  gtk_window_present(GTK_WINDOW(dialog));
#endif
}

GObject *kerf_dialog_present_content(GtkWindow *parent, const char *title, int width,
                                     GtkWidget *content, GtkWidget *default_widget) {
#if ADW_CHECK_VERSION(1, 5, 0)
  AdwDialog *dialog = adw_dialog_new();
  adw_dialog_set_title(dialog, title);
  adw_dialog_set_content_width(dialog, width);
  adw_dialog_set_child(dialog, content);
  adw_dialog_set_default_widget(dialog, default_widget);
  adw_dialog_present(dialog, GTK_WIDGET(parent));
  return G_OBJECT(dialog);
#else
  GtkWidget *window = adw_window_new();
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_default_size(GTK_WINDOW(window), width, -1);
  adw_window_set_content(ADW_WINDOW(window), content);
  gtk_window_set_transient_for(GTK_WINDOW(window), parent);
  gtk_window_set_modal(GTK_WINDOW(window), TRUE);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(window), TRUE);
  gtk_window_set_default_widget(GTK_WINDOW(window), default_widget);
  GtkEventController *keys = gtk_shortcut_controller_new();
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(keys),
      gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                       gtk_named_action_new("window.close")));
  gtk_widget_add_controller(window, keys);
  gtk_window_present(GTK_WINDOW(window));
  return G_OBJECT(window);
#endif
}

void kerf_dialog_close(GObject *dialog) {
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_dialog_close(ADW_DIALOG(dialog));
#else
  gtk_window_close(GTK_WINDOW(dialog));
#endif
}

void kerf_dialog_preferences(GtkWindow *parent, const char *title, GtkWidget *const *groups) {
  GtkWidget *page = adw_preferences_page_new();
  for (; *groups; groups++)
    adw_preferences_page_add(ADW_PREFERENCES_PAGE(page), ADW_PREFERENCES_GROUP(*groups));
#if ADW_CHECK_VERSION(1, 5, 0)
  AdwDialog *dialog = adw_preferences_dialog_new();
  adw_dialog_set_title(dialog, title);
  adw_preferences_dialog_add(ADW_PREFERENCES_DIALOG(dialog), ADW_PREFERENCES_PAGE(page));
  adw_dialog_present(dialog, GTK_WIDGET(parent));
#else
  GtkWidget *window = adw_preferences_window_new();
  gtk_window_set_title(GTK_WINDOW(window), title);
  adw_preferences_window_set_search_enabled(ADW_PREFERENCES_WINDOW(window), FALSE);
  adw_preferences_window_add(ADW_PREFERENCES_WINDOW(window), ADW_PREFERENCES_PAGE(page));
  gtk_window_set_transient_for(GTK_WINDOW(window), parent);
  gtk_window_set_modal(GTK_WINDOW(window), TRUE);
  gtk_window_present(GTK_WINDOW(window));
#endif
}

G_GNUC_END_IGNORE_DEPRECATIONS
