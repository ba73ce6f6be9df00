/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lower case of texts, the same in every locale: g_utf8_strdown() has rules of its own
 * for Turkish, Azerbaijani and Lithuanian users, whatever language a page is in. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_text_lower:
 * @text: UTF-8; need not be terminated where @n_bytes is given
 * @n_bytes: its length in bytes, −1 if it is terminated; a zero before ends it too, and a
 *   character that is not whole at the end is left out
 *
 * Lower-cases as Unicode has it for no language in particular, with its two special
 * cases: "Σ" becomes "ς" where no letter follows, "İ" becomes "i" and a dot above. Equal
 * to g_utf8_strdown() in the C locale. Any thread; O(bytes).
 *
 * Returns: (transfer full): terminated UTF-8
 */
char *exm_text_lower (const char *text, gssize n_bytes);

/* Bytes that the lower case of @n bytes may take with its end: the worst are two bytes
 * that become three. */
#define EXM_LOWER_ROOM(n) ((n) + (n) / 2 + 1)

/**
 * exm_text_lower_into:
 * @lower: with room for %EXM_LOWER_ROOM bytes
 *
 * Does the same as exm_text_lower() where memory is there already, as for short lines.
 */
void exm_text_lower_into (char *lower, const char *text, gsize n_bytes);

G_END_DECLS
