/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The order effect: the first pages of a site are extracted while it is not known yet
 * which lines the site repeats, so they keep what later pages drop. Measured by
 * extracting each page twice: by the pages before it, and by all of them. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

/* Parts that the pages are divided into. */
#define EXM_ORDER_PARTS 10u

/**
 * ExmOrderPart:
 * @first: number of its first page, 0 for the one that came first
 * @n_pages: how many it has
 * @lines: mean share of a page's lines kept in one pass that two passes drop, 0 … 1
 * @chars: the same, in characters
 */
typedef struct
{
  guint first;
  guint n_pages;
  double lines;
  double chars;
} ExmOrderPart;

/**
 * exm_order_effect_measure:
 * @pages: (array length=n_pages): in the order in which they came
 * @examples: (array length=n_examples): of the task
 * @options: method and settings; its site is not looked at
 * @cancellable: (nullable): ends it early
 * @error: %EXM_EXTRACT_ERROR of the method, %G_IO_ERROR_CANCELLED
 *
 * Pages are counted exactly, without rulings. Any thread. Cost: two extractions a page,
 * and O(n² · lines) to count.
 *
 * Returns: (transfer full) (element-type ExmOrderPart): tenths of the pages, fewer where
 *   there are fewer pages
 */
GArray *exm_order_effect_measure (ExmEngine *engine,
                                  ExmPrepared *const *pages,
                                  guint n_pages,
                                  ExmPrepared *const *examples,
                                  guint n_examples,
                                  const ExmExtractOptions *options,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
