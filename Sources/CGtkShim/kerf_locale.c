// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "kerf_locale.h"

#include <gtk/gtk.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>

void kerf_locale_start(void) {
  static gsize started = 0;
  if (!g_once_init_enter(&started)) return;
  gtk_disable_setlocale();
  setlocale(LC_ALL, "");
  setlocale(LC_NUMERIC, "C");
  g_once_init_leave(&started, 1);
}

const char *kerf_locale_decimal_separator(void) {
  static char *separator = NULL;
  if (g_once_init_enter(&separator)) {
    locale_t user = newlocale(LC_NUMERIC_MASK, "", (locale_t)0);
    char *found = g_strdup(user ? nl_langinfo_l(RADIXCHAR, user) : ".");
    if (user) freelocale(user);
    g_once_init_leave(&separator, found);
  }
  return separator;
}

void kerf_text_bind(const char *domain, const char *directory) {
  bindtextdomain(domain, directory);
  bind_textdomain_codeset(domain, "UTF-8");
  textdomain(domain);
}
