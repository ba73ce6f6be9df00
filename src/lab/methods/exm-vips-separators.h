/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* VIPS, visual separator detection: the bands across a pool of blocks that cross none of
 * them, and how much they separate. */

#pragma once

#include "lab/methods/exm-vips-page.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_VIPS_HORIZONTAL, /* between what is above and what is below */
  EXM_VIPS_VERTICAL,   /* between what is left and what is right */
} ExmVipsDirection;

/* Weights of separators. */
#define EXM_VIPS_MIN_WEIGHT 1u
#define EXM_VIPS_MAX_WEIGHT 10u

/**
 * ExmVipsSeparator:
 * @start: where it begins, CSS pixels along its direction
 * @end: where it ends; the same where blocks touch
 * @before: the node that ends there
 * @after: the node that begins behind it
 * @weight: %EXM_VIPS_MIN_WEIGHT … %EXM_VIPS_MAX_WEIGHT
 */
typedef struct
{
  float start;
  float end;
  guint32 before;
  guint32 after;
  guint8 weight;
} ExmVipsSeparator;

/**
 * exm_vips_find_separators:
 * @pool: (array length=n_pool): nodes of @page
 *
 * The paper begins with one separator over the whole pool and splits, narrows or removes
 * those that each block lies in, crosses or covers. What is left, without those at the
 * border, are the gaps between the blocks' extents, which sorting finds in O(n log n).
 *
 * Returns: (transfer full) (element-type ExmVipsSeparator): from the first to the last
 */
GArray *exm_vips_find_separators (const ExmVipsPage *page,
                                  const guint32 *pool,
                                  guint n_pool,
                                  ExmVipsDirection direction);

/* Returns the begin and end of a box along a direction. */
static inline void
exm_vips_get_extent (const ExmBox *box,
                     ExmVipsDirection direction,
                     float *start,
                     float *end)
{
  *start = direction == EXM_VIPS_HORIZONTAL ? box->y : box->x;
  *end = *start + (direction == EXM_VIPS_HORIZONTAL ? box->height : box->width);
}

G_END_DECLS
