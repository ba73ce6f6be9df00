/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Messages kept in a form that can be translated later: the untranslated format and its
 * arguments, as an array of strings in GVariant's text format: "['%s did not answer in
 * time.', 'a.example']". An argument is translated too where it is one of our texts, and
 * may be such an array. Never a format for printf: what is read back is only put
 * together. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_said_new_valist:
 * @format: in English, marked for translators; conversions are s, d, u, their long and
 *   size forms, g, and f with a precision; all or none of them are numbered
 * @arguments: its arguments; strings that are words in English too
 *
 * Pure; any thread.
 *
 * Returns: (transfer full): what was said
 */
char *exm_said_new_valist (const char *format, va_list arguments) G_GNUC_PRINTF (1, 0);

/* As exm_said_new_valist(). */
char *exm_said_new (const char *format, ...) G_GNUC_PRINTF (1, 2);

/**
 * exm_said_to_words:
 * @said: (nullable): what was said, or any other text
 *
 * Any thread.
 *
 * Returns: (transfer full) (nullable): it in the language of this process, %NULL where
 *   that is no such array or its format lacks arguments
 */
char *exm_said_to_words (const char *said);

/* Sets the locale of the process and finds its translations, in EXEMPLAR_LOCALE_DIR if
 * that is set. For the beginning of main(). */
void exm_said_init_language (void);

G_END_DECLS
