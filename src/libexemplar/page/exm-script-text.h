/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds bodies among the strings of scripts: JSON, or values that a script assigns. No
 * parser: strings are found by their quotation marks, so that what is no JSON is read as
 * well, and whatever it holds costs one pass. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmScriptText ExmScriptText;

/**
 * exm_script_text_new:
 * @key: (nullable): only strings that are the value of this name; %NULL: strings that
 *   look like prose, whatever their name
 *
 * Returns: (transfer full): a search for bodies
 */
ExmScriptText *exm_script_text_new (const char *key);

/**
 * exm_script_text_scan:
 * @text: (array length=n_bytes): a script, UTF-8
 *
 * Looks through the strings of one script, and through those of JSON inside of its
 * strings. At most EXM_SCRIPT_TEXT_MAX_BYTES a search; O(bytes).
 */
void exm_script_text_scan (ExmScriptText *self, const char *text, gsize n_bytes);

/**
 * exm_script_text_finish:
 * @self: (transfer full): freed
 * @n_tokens: (out): how much prose the body has
 *
 * The body is of the name with the most prose: the longest of its strings if that has
 * paragraphs or is most of it, else all of them, paragraphs that stand apart.
 *
 * Returns: (transfer full) (nullable): HTML, %NULL if there is no body
 */
char *exm_script_text_finish (ExmScriptText *self, guint *n_tokens);

#define EXM_SCRIPT_TEXT_MAX_BYTES (8u * 1024u * 1024u)

G_END_DECLS
