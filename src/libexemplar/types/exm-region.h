/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The lines that the operator marked on an example as its body. It belongs to one page
 * text. Immutable, reference counted, usable from any thread. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct _ExmRegion ExmRegion;

#define EXM_TYPE_REGION (exm_region_get_type ())
GType exm_region_get_type (void);

/**
 * exm_region_new:
 * @inside: (array length=n_lines): non-zero for each line of the page that is body
 * @n_lines: number of lines of the page
 *
 * Returns: (transfer full): a region with one reference
 */
ExmRegion *exm_region_new (const guint8 *inside, guint n_lines);

ExmRegion *exm_region_ref (ExmRegion *self);
void exm_region_unref (ExmRegion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmRegion, exm_region_unref)

/**
 * exm_region_equal:
 * @a: (nullable): a region
 * @b: (nullable): another one
 *
 * Returns: whether the same lines are inside; %NULL equals only %NULL
 */
gboolean exm_region_equal (const ExmRegion *a, const ExmRegion *b);

/**
 * exm_region_contains:
 * @line: index of a line; lines past the page are outside
 */
gboolean exm_region_contains (const ExmRegion *self, guint line);

/**
 * exm_region_get_range:
 * @first: (out): first line inside, 0-based
 * @last: (out): last line inside
 *
 * Returns: %FALSE, and neither set, if no line is inside
 */
gboolean exm_region_get_range (const ExmRegion *self, guint *first, guint *last);

/**
 * exm_region_get_n_inside:
 *
 * Returns: number of lines inside
 */
guint exm_region_get_n_inside (const ExmRegion *self);

G_END_DECLS
