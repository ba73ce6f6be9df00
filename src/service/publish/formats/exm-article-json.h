/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Members of JSON objects that tell of an article. Pure; any thread. */

#pragma once

#include "types/exm-metadata.h"

G_BEGIN_DECLS

/* Appends `,"name":value`. @value: (nullable): "null" then */
void exm_article_append_json_member (GString *out, const char *name, const char *value);

/**
 * exm_article_append_json_fields:
 * @metadata: (nullable): fields of an article
 *
 * Appends a member a field, "origins" with where each was found, and "field_confidence";
 * a comma goes before each.
 */
void exm_article_append_json_fields (GString *out, const ExmMetadata *metadata);

G_END_DECLS
