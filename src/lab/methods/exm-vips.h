/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* VIPS, content structure construction: a page as a tree of blocks, and which of them is
 * the article. D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma: VIPS: a Vision-based Page Segmentation
 * Algorithm, MSR-TR-2003-79. */

#pragma once

#include "types/exm-block.h"

G_BEGIN_DECLS

/**
 * ExmVips:
 * @blocks: (owned) (element-type ExmBlock): parents before their children; the first one
 *   is the page; none if nothing can be seen
 * @block_of_line: (owned): the innermost block of each line of the page text, %EXM_NONE
 *   for a line that cannot be seen
 * @separators: (owned): the weight of the separator before each line, 0 without one
 * @main: the block of the article, %EXM_NONE without text
 */
typedef struct
{
  GArray *blocks;
  guint32 *block_of_line;
  guint8 *separators;
  guint32 main;
} ExmVips;

/**
 * exm_vips_segment:
 * @layout: where the lines of @page lie
 * @permitted: permitted degree of coherence, %EXM_MIN_COHERENCE … %EXM_MAX_COHERENCE:
 *   blocks that hang together less are looked into
 *
 * O(n log n) in elements and lines. Any thread.
 */
void exm_vips_segment (ExmVips *self,
                       const ExmLayout *layout,
                       const ExmPageText *page,
                       guint permitted);

void exm_vips_clear (ExmVips *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmVips, exm_vips_clear)

G_END_DECLS
