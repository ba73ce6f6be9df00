/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text blocks with shallow facts about their words: what boilerpipe works on.
 * C. Kohlschütter, P. Fankhauser, W. Nejdl: Boilerplate Detection using Shallow Text
 * Features (WSDM 2010), sections 3 and 4. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_TEXT_BLOCK_TITLE = 1 << 0,     /* says what the page's title says */
  EXM_TEXT_BLOCK_ENDS_TEXT = 1 << 1, /* stands behind articles: comments and the like */
  EXM_TEXT_BLOCK_MIGHT_BE_BODY = 1 << 2, /* was one of several candidates */
} ExmTextBlockLabels;

/**
 * ExmTextBlock:
 * @first: number of the first line among those that are not flagged
 * @last: number of the last one
 * @n_words: words
 * @n_link_words: of these, words that begin inside a link
 * @n_wrapped_words: words on full lines, were the text set in lines of 80 columns
 * @n_wrapped: such lines, 1 at least
 * @labels: #ExmTextBlockLabels
 * @content: whether it is taken for a part of the body
 *
 * A block of its own is a line of the page text; fused ones reach over several.
 */
typedef struct
{
  guint first;
  guint last;
  guint n_words;
  guint n_link_words;
  guint n_wrapped_words;
  guint n_wrapped;
  guint labels;
  gboolean content;
} ExmTextBlock;

static inline double
exm_text_block_get_link_density (const ExmTextBlock *block)
{
  return block->n_words > 0 ? (double) block->n_link_words / block->n_words : 0;
}

static inline double
exm_text_block_get_text_density (const ExmTextBlock *block)
{
  return block->n_wrapped > 0 ? (double) block->n_wrapped_words / block->n_wrapped : 0;
}

/**
 * exm_text_blocks_new:
 * @page: a page text
 * @line_numbers: (out) (transfer full): the line of @page behind each block's number
 *
 * A block for each line that is not flagged, unlabelled and no content. A word is what
 * stands between white space and has a letter or a digit; where CJK characters run on
 * without spaces, two of them are a word, and each is two columns wide. O(page).
 *
 * Returns: (transfer full) (element-type ExmTextBlock): the blocks, in order
 */
GArray *exm_text_blocks_new (const ExmPageText *page, guint **line_numbers);

/**
 * exm_text_block_merge:
 * @block: (inout): gets what @next has; content if one of them is
 * @next: a later block
 */
void exm_text_block_merge (ExmTextBlock *block, const ExmTextBlock *next);

G_END_DECLS
