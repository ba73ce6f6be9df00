/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A body as its row has it: HTML once, and in place of a text or Markdown that follows
 * from it, a mark of the rule by which it does. No text of a page begins with the
 * character that the mark begins with; another that does is escaped. Rows of older
 * versions have texts. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For SQL, too: U+0001 and the number of the rule of exm-derived-body.h. */
#define EXM_STORED_BODY_MARK                                                             \
  "\001"                                                                                 \
  "1"

/**
 * exm_stored_body_pack:
 * @form: text or Markdown
 * @derives: whether HTML gives it byte for byte
 *
 * Returns: (transfer full): what its column holds
 */
char *exm_stored_body_pack (const char *form, gboolean derives);

/* Returns: whether the column @stored (nullable) holds a mark */
gboolean exm_stored_body_is_derived (const char *stored);

/**
 * exm_stored_body_dup_text:
 * @html: (nullable): what its column holds
 * @stored: (nullable): what the column of the text holds; %NULL in a damaged file
 *
 * Any thread. O(bytes), about as fast as its checksum.
 *
 * Returns: (transfer full) (nullable): the text, byte for byte as it was extracted
 */
char *exm_stored_body_dup_text (const char *html, const char *stored);

/* The same of Markdown. */
char *exm_stored_body_dup_markdown (const char *html, const char *stored);

G_END_DECLS
