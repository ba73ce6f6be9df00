/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* VIPS, visual block extraction: which nodes of a page are divided into their children
 * and which are blocks. */

#pragma once

#include "lab/methods/exm-vips-page.h"

G_BEGIN_DECLS

/**
 * ExmVipsItem:
 * @node: what became a block
 * @coherence: its degree of coherence
 */
typedef struct
{
  guint32 node;
  guint8 coherence;
} ExmVipsItem;

/**
 * exm_vips_divide:
 * @root: the node of a block that is looked into
 * @pool: (element-type ExmVipsItem): the blocks of one round are appended, in document
 *   order; none but @root itself if it cannot be divided
 *
 * The rules of the paper, by their numbers in it. O(nodes inside).
 */
void exm_vips_divide (const ExmVipsPage *page, guint32 root, GArray *pool);

G_END_DECLS
