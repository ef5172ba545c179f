/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Flags and types. GLib 2.90 marks flag enums with an attribute that makes Swift import them as
 * option sets and lose the plain constants, and G_TYPE_* are macros. */
#pragma once
#include <gtk/gtk.h>

static const GApplicationFlags kerf_G_APPLICATION_HANDLES_OPEN = G_APPLICATION_HANDLES_OPEN;
static const GApplicationFlags kerf_G_APPLICATION_NON_UNIQUE = G_APPLICATION_NON_UNIQUE;
static const GSettingsBindFlags kerf_G_SETTINGS_BIND_DEFAULT = G_SETTINGS_BIND_DEFAULT;
static const GDBusCallFlags kerf_G_DBUS_CALL_FLAGS_NONE = G_DBUS_CALL_FLAGS_NONE;
static const GFileSetContentsFlags kerf_G_FILE_SET_CONTENTS_CONSISTENT =
    G_FILE_SET_CONTENTS_CONSISTENT;
static const GFileTest kerf_G_FILE_TEST_IS_DIR = G_FILE_TEST_IS_DIR;
static const GFileQueryInfoFlags kerf_G_FILE_QUERY_INFO_NONE = G_FILE_QUERY_INFO_NONE;

static const GdkDragAction kerf_GDK_ACTION_COPY = GDK_ACTION_COPY;
static const GdkModifierType kerf_GDK_SHIFT_MASK = GDK_SHIFT_MASK;
static const GdkModifierType kerf_GDK_CONTROL_MASK = GDK_CONTROL_MASK;
static const GdkModifierType kerf_GDK_ALT_MASK = GDK_ALT_MASK;
static const GdkModifierType kerf_GDK_BUTTON1_MASK = GDK_BUTTON1_MASK;
static const GdkToplevelState kerf_GDK_TOPLEVEL_STATE_FULLSCREEN = GDK_TOPLEVEL_STATE_FULLSCREEN;

static const GtkStateFlags kerf_GTK_STATE_FLAG_FOCUSED = GTK_STATE_FLAG_FOCUSED;
static const GtkStateFlags kerf_GTK_STATE_FLAG_FOCUS_VISIBLE = GTK_STATE_FLAG_FOCUS_VISIBLE;
static const GtkStateFlags kerf_GTK_STATE_FLAG_PRELIGHT = GTK_STATE_FLAG_PRELIGHT;
static const GtkStateFlags kerf_GTK_STATE_FLAG_ACTIVE = GTK_STATE_FLAG_ACTIVE;
static const GtkStateFlags kerf_GTK_STATE_FLAG_CHECKED = GTK_STATE_FLAG_CHECKED;
static const GtkStateFlags kerf_GTK_STATE_FLAG_INSENSITIVE = GTK_STATE_FLAG_INSENSITIVE;
static const GtkStateFlags kerf_GTK_STATE_FLAG_DROP_ACTIVE = GTK_STATE_FLAG_DROP_ACTIVE;

static const GtkEventControllerScrollFlags kerf_GTK_SCROLL_VERTICAL =
    GTK_EVENT_CONTROLLER_SCROLL_VERTICAL;
static const GtkEventControllerScrollFlags kerf_GTK_SCROLL_HORIZONTAL =
    GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL;
static const GtkEventControllerScrollFlags kerf_GTK_SCROLL_BOTH_AXES =
    GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES;
static const GtkEventControllerScrollFlags kerf_GTK_SCROLL_DISCRETE =
    GTK_EVENT_CONTROLLER_SCROLL_DISCRETE;
static const GtkEventControllerScrollFlags kerf_GTK_SCROLL_KINETIC =
    GTK_EVENT_CONTROLLER_SCROLL_KINETIC;

static const GtkApplicationInhibitFlags kerf_GTK_APPLICATION_INHIBIT_SUSPEND =
    GTK_APPLICATION_INHIBIT_SUSPEND;
static const GtkApplicationInhibitFlags kerf_GTK_APPLICATION_INHIBIT_LOGOUT =
    GTK_APPLICATION_INHIBIT_LOGOUT;

static const GtkInputHints kerf_GTK_INPUT_HINT_NO_EMOJI = GTK_INPUT_HINT_NO_EMOJI;

static inline GType kerf_G_TYPE_STRING(void) { return G_TYPE_STRING; }
static inline GType kerf_GDK_TYPE_FILE_LIST(void) { return GDK_TYPE_FILE_LIST; }
