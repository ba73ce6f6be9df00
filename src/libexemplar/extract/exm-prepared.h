/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page text with what comparing needs of it, worked out once: an example is compared
 * with every page of its section. Immutable, reference counted, usable from any thread.
 */

#pragma once

#include "types/exm-page-text.h"
#include "types/exm-region.h"

G_BEGIN_DECLS

typedef struct _ExmPrepared ExmPrepared;

#define EXM_TYPE_PREPARED (exm_prepared_get_type ())
GType exm_prepared_get_type (void);

/**
 * exm_prepared_new:
 * @page: a page text
 * @region: (nullable): what the operator marked on it as its body
 *
 * Cost: O(page), about 48 bytes a line, 4 a character and 2 an element.
 *
 * Returns: (transfer full): @page prepared, with one reference
 */
ExmPrepared *exm_prepared_new (ExmPageText *page, ExmRegion *region);

ExmPrepared *exm_prepared_ref (ExmPrepared *self);
void exm_prepared_unref (ExmPrepared *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmPrepared, exm_prepared_unref)

/**
 * exm_prepared_get_page:
 *
 * Returns: (transfer none): the page text
 */
ExmPageText *exm_prepared_get_page (const ExmPrepared *self);

/* Returns: whether the caller, who holds it, is the only one. Any thread. */
gboolean exm_prepared_is_held_once (ExmPrepared *self);

/* Returns: the memory that it takes with its page, bytes; O(1) */
gsize exm_prepared_get_n_bytes (const ExmPrepared *self);

/**
 * exm_prepared_get_codes:
 * @n: (out): their number
 *
 * Returns: (transfer none): the joined text, see exm_page_text_dup_codes()
 */
const guint32 *exm_prepared_get_codes (const ExmPrepared *self, guint *n);

/**
 * exm_prepared_get_region:
 *
 * Returns: (transfer none) (nullable): what the operator marked
 */
ExmRegion *exm_prepared_get_region (const ExmPrepared *self);

/* Returns: (transfer none): #ExmWordClass of each element's own class names and id; O(1)
 */
const guint16 *exm_prepared_get_words (const ExmPrepared *self);

/**
 * exm_prepared_count_key:
 * @key: the key of a line
 *
 * Returns: how many lines of the page have it, flagged ones too; O(1)
 */
guint exm_prepared_count_key (const ExmPrepared *self, guint64 key);

/**
 * exm_prepared_knows_line:
 * @line: a line of another page of the site
 * @text: its text
 *
 * Tells whether the page has the same line. Sentences that stand on the page as links
 * alone are not the same as the text that they quote: a list of other articles begins
 * them there. Cost: O(1).
 */
gboolean
exm_prepared_knows_line (const ExmPrepared *self, const ExmLine *line, const char *text);

/**
 * exm_prepared_count_key_inside:
 * @key: the key of a line
 *
 * Returns: how many lines of the region have it, 0 without a region; O(1)
 */
guint exm_prepared_count_key_inside (const ExmPrepared *self, guint64 key);

/**
 * exm_prepared_compare_template:
 * @a: a page
 * @b: another page
 *
 * How alike two pages are in structure: Jaccard similarity of their sets of tag.class,
 * tag#id and parent>child tokens, digits folded. O(elements).
 *
 * Returns: 0 … 1; 1 if both are empty
 */
double exm_prepared_compare_template (const ExmPrepared *a, const ExmPrepared *b);

G_END_DECLS
