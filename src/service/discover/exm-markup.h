/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The bits of HTML that feeds carry inside their XML and JSON. Pages are read by the page
 * reader; this only makes a short text of a fragment. Pure functions, any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes of the longest character reference that is looked for, with "&" and ";". */
#define EXM_MARKUP_MAX_REFERENCE 12u

/**
 * exm_markup_read_reference:
 * @text: what begins with "&"
 * @n_bytes: how much of it there is
 * @c: (out): the character
 *
 * Numbers, and the names that HTML 4 gives to Latin-1 characters and to typographic
 * marks.
 *
 * Returns: length of the character reference with its ";", 0 where there is none
 */
gsize exm_markup_read_reference (const char *text, gsize n_bytes, gunichar *c);

/**
 * exm_markup_to_text:
 * @markup: UTF-8, tags and references as they come, or none
 *
 * Linear.
 *
 * Returns: (transfer full): the text, white space collapsed, U+000A where a block element
 *   begins or ends, scripts and styles left out
 */
char *exm_markup_to_text (const char *markup, gsize n_bytes);

/**
 * exm_markup_collapse:
 * @text: UTF-8 without markup
 *
 * Returns: (transfer full): @text with white space collapsed, none at its ends
 */
char *exm_markup_collapse (const char *text, gsize n_bytes);

G_END_DECLS
