/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

G_BEGIN_DECLS

/* Takes the user's locale for everything but numbers, and keeps GTK from undoing that. libav and
 * strtod read decimals in the C locale's form only; GTK's own start would make the point a comma in
 * half of the world. Call before any other GTK function; later calls do nothing. */
void kerf_locale_start(void);

/* The decimal separator of the user's locale, for text that is shown and never parsed. */
const char *kerf_locale_decimal_separator(void);

/* Makes `directory` the place of the translations of `domain`, as UTF-8, and `domain` the default. */
void kerf_text_bind(const char *domain, const char *directory);

G_END_DECLS
