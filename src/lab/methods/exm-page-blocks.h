/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Features of each block of a page, and the four kinds of blocks told by them, after
 * block-features. A block is a td, div or heading, or an element that stands for a div
 * today: article, section, main. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmPageBlock:
 * @n_text: characters that are not linked, a CJK character counting 3
 * @n_tags: elements
 * @n_chars: characters of text, linked ones too
 * @n_source: characters of the HTML from the first of them to the last
 * @n_marks: commas and full stops
 * @n_paragraphs: paragraphs: p elements, and lines that others of the same element follow
 * @n_links: links
 * @turns: a line leads to the article before or behind
 * @legal: a line says whose the page is
 *
 * Counts over all of an element; flagged lines are left out.
 */
typedef struct
{
  guint n_text;
  guint n_tags;
  guint n_chars;
  guint n_source;
  guint n_marks;
  guint n_paragraphs;
  guint n_links;
  gboolean turns;
  gboolean legal;
} ExmPageBlock;

/**
 * ExmPageBlocks:
 * @page: (unowned): the page
 * @lines: (unowned) (array length=n_lines): its lines
 * @nodes: (unowned) (array length=n_nodes): its elements
 * @blocks: (owned) (array length=n_nodes): what is in each element, block or not
 */
typedef struct
{
  const ExmPageText *page;
  const ExmLine *lines;
  guint n_lines;
  const ExmNode *nodes;
  guint n_nodes;
  ExmPageBlock *blocks;
} ExmPageBlocks;

/**
 * exm_page_blocks_init:
 * @page: what is counted; outlives @self
 *
 * Any thread; O(page).
 */
void exm_page_blocks_init (ExmPageBlocks *self, const ExmPageText *page);

void exm_page_blocks_clear (ExmPageBlocks *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmPageBlocks, exm_page_blocks_clear)

/**
 * exm_page_blocks_find_title:
 * @long_chars: characters that a title has less than
 *
 * A line near the head of the page that is an h1, h2 or h3, stands in b, strong or i, or
 * whose element is named so (a class or id with "title" or "head"), of more
 * than 3 characters; best one that the page's title element says too.
 *
 * Returns: the line, %EXM_NONE if there is none
 */
guint exm_page_blocks_find_title (const ExmPageBlocks *self, guint long_chars);

/**
 * exm_page_blocks_find_date:
 * @title: the line of the title, or %EXM_NONE
 * @date: (out) (transfer full) (nullable): the date, ISO 8601
 *
 * A line of less than 50 characters with a date, near @title and best behind it, best one
 * that says 来源 or 发表 too.
 *
 * Returns: the line, %EXM_NONE if there is none
 */
guint exm_page_blocks_find_date (const ExmPageBlocks *self, guint title, char **date);

/**
 * exm_page_blocks_find_related:
 * @after: a line
 *
 * The smallest block around a line such as 相关链接, 相关新闻, 相关报道 or "Related
 * stories" behind @after that has 2 links, if less than 20 and most of its text are
 * links.
 *
 * Returns: the element, %EXM_NONE if there is none
 */
guint exm_page_blocks_find_related (const ExmPageBlocks *self, guint after);

/**
 * exm_page_blocks_find_main:
 * @first: a line that the body does not end before, as that of the title
 * @end: a line that it starts before, as the related links; the number of lines if none
 * @tag_density: tags in 1,000 characters that weigh as much as these
 * @min_text_share: least exm_page_block_get_text_share()
 * @min_marks: commas and full stops that there are more of
 *
 * The block with the greatest score: its text less what its tags weigh; a fraction of it
 * where the block says whose the page is. It has paragraphs. One that leads to other
 * articles (上一篇, 下一篇) is taken only if there is no other.
 *
 * Returns: the element, %EXM_NONE if there is none
 */
guint exm_page_blocks_find_main (const ExmPageBlocks *self,
                                 guint first,
                                 guint end,
                                 double tag_density,
                                 double min_text_share,
                                 double min_marks);

/* Returns: as for exm_page_blocks_find_main() */
double exm_page_block_score (const ExmPageBlock *block, double tag_density);

/* Returns: text density: characters of text for a character of the block's HTML */
double exm_page_block_get_text_share (const ExmPageBlock *block);

G_END_DECLS
