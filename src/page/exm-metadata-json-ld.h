/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields from JSON-LD scripts, in the vocabulary of schema.org. */

#pragma once

#include "exm-metadata-field.h"

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
void
exm_metadata_read_json_ld (ExmMetadataReader *self, const char *title);

G_END_DECLS
