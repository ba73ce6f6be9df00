/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Styles of documents of Word: which ones two documents have in common, by their names.
 * Ids differ by language. Pure; any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_word_styles_match:
 * @own: styles.xml of a document
 * @needed: that of another one
 * @lacking: (out): elements of those needed styles that @own has none of the name of
 *
 * Returns: (transfer full) (nullable) (element-type utf8 utf8): by the id of a needed
 *   style, that of @own where it is another; %NULL where @own is no such file
 */
GHashTable *exm_word_styles_match (const char *own, const char *needed, char **lacking);

G_END_DECLS
