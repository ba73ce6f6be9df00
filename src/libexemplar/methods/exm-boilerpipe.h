/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The rules that boilerpipe's two extractors are put together from, each a pass over a
 * page's blocks. Kohlschütter, Fankhauser, Nejdl (WSDM 2010): the decision trees are its
 * algorithms 2 (words) and 1 (density); the other passes are named as in boilerpipe 1.1.
 */

#pragma once

#include "methods/exm-text-block.h"

G_BEGIN_DECLS

/* Stand-in for the block before the first and after the last one: no words. */
extern const ExmTextBlock exm_text_block_none;

/**
 * exm_boilerpipe_is_content_by_words:
 * @before: the block before
 * @block: the block that is judged
 * @after: the block behind
 *
 * NumWordsRulesClassifier: link density and number of words.
 */
gboolean exm_boilerpipe_is_content_by_words (const ExmTextBlock *before,
                                             const ExmTextBlock *block,
                                             const ExmTextBlock *after);

/* DensityRulesClassifier: link density and text density. Parameters as above. */
gboolean exm_boilerpipe_is_content_by_density (const ExmTextBlock *before,
                                               const ExmTextBlock *block,
                                               const ExmTextBlock *after);

/**
 * exm_boilerpipe_ends_text:
 * @text: the text of a block
 * @n_words: its words
 *
 * TerminatingBlocksFinder: whether the block opens what stands behind articles.
 */
gboolean exm_boilerpipe_ends_text (const char *text, guint n_words);

/**
 * exm_boilerpipe_ignore_after_content:
 * @blocks: (inout) (element-type ExmTextBlock): judged
 * @min_words: words of full text that an article has before its end is believed
 *
 * IgnoreBlocksAfterContentFilter.
 */
void exm_boilerpipe_ignore_after_content (GArray *blocks, guint min_words);

/**
 * exm_boilerpipe_fuse_near:
 * @blocks: (inout): judged
 * @content_only: only blocks that are content both
 *
 * BlockProximityFusion with a distance of 1: a block of content is merged into the one
 * before if at most one block was between them; O(blocks).
 */
void exm_boilerpipe_fuse_near (GArray *blocks, gboolean content_only);

/**
 * exm_boilerpipe_fuse_alike:
 * @blocks: (inout)
 *
 * SimpleBlockFusionProcessor: neighbours of the same text density become one block.
 */
void exm_boilerpipe_fuse_alike (GArray *blocks);

/**
 * exm_boilerpipe_remove_boilerplate:
 * @blocks: (inout): loses those that are no content
 *
 * BoilerplateBlockFilter.
 */
void exm_boilerpipe_remove_boilerplate (GArray *blocks);

/**
 * exm_boilerpipe_keep_largest:
 * @blocks: (inout): of those with full text only the one with most words stays content;
 *   the others are labelled
 *
 * KeepLargestFulltextBlockFilter; without full text anywhere, the first stays.
 */
void exm_boilerpipe_keep_largest (GArray *blocks);

/**
 * exm_boilerpipe_expand_to_title:
 * @blocks: (inout): candidates from the title to the body become content
 *
 * ExpandTitleToContentFilter.
 */
void exm_boilerpipe_expand_to_title (GArray *blocks);

G_END_DECLS
