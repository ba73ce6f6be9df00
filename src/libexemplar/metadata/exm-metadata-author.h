/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The people who wrote the article, out of what the page declares and what it shows. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * exm_metadata_add_author:
 * @self: the reader
 * @origin: where @value was found
 * @value: (nullable): names as the page wrote them
 * @is_body: whether the page says that this is no person but an organisation
 *
 * Remembers a candidate for exm_metadata_choose_author(). Ids, addresses, markup and
 * names that nobody bears ("admin") are none. O(bytes).
 *
 * Returns: whether it is a candidate
 */
gboolean exm_metadata_add_author (ExmMetadataReader *self,
                                  ExmOrigin origin,
                                  const char *value,
                                  gboolean is_body);

/**
 * exm_metadata_choose_author:
 * @self: its candidates become the author
 * @anchor: a line near the body's head, %EXM_NONE if not known
 * @body_last: last line of the body, %EXM_NONE if not known
 *
 * Takes the first declared person; else the names in an element whose class or link says
 * author, near the body's head, then below the body; else the byline read off the text;
 * else a publisher. O(bytes of the page) where no person is declared.
 */
void exm_metadata_choose_author (ExmMetadataReader *self, guint anchor, guint body_last);

G_END_DECLS
