/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How a text stands in a task file: as it is, in quotes, or in several lines. Private to
 * the model. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_task_text_append:
 * @file: gets "key = value" with a line feed, or several lines
 * @key: the key
 * @value: UTF-8; what is not is replaced
 */
void exm_task_text_append (GString *file, const char *key, const char *value);

/**
 * exm_task_text_is_plain:
 * @text: UTF-8, need not be terminated
 * @n_bytes: its length
 *
 * Returns: whether there is no character in it that only quotes may hold: control and
 *   bidirectional control characters, line and paragraph separators, byte order marks
 */
gboolean exm_task_text_is_plain (const char *text, gsize n_bytes);

/**
 * exm_task_text_unquote:
 * @text: what stands behind "=" or in a continuation line, without space at its ends
 * @value: (inout): gets the text added
 *
 * Returns: %NULL, or what is wrong, in English
 */
const char *exm_task_text_unquote (const char *text, GString *value);

G_END_DECLS
