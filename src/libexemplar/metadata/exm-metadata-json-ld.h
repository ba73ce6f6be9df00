/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields from JSON-LD scripts, in the vocabulary of schema.org. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * exm_metadata_read_json_ld:
 * @self: where to put what is found
 * @title: (nullable): the page's `<title>`: of several articles, the one that it names
 *
 * Looks for the article among all objects (arrays, @graph, mainEntity), follows @id.
 * Control characters in strings, commas before closing brackets and comments around the
 * script are mended; a script that is still no JSON, or nests deeper than 64, is passed
 * over. Never fails; O(bytes of the scripts).
 */
void exm_metadata_read_json_ld (ExmMetadataReader *self, const char *title);

/**
 * exm_metadata_read_paid:
 * @page: any page
 * @n_words: (out): words of the whole article as the page declares them, 0 if it does not
 *
 * Reads isAccessibleForFree of the article or of its parts. O(bytes of the scripts that
 * have it).
 *
 * Returns: whether the page declares that not all of it is free to read
 */
gboolean exm_metadata_read_paid (const ExmPageText *page, guint *n_words);

G_END_DECLS
