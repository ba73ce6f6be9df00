/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One look at all of a page's source before it is read: its lines, and how much markup
 * there is. */

#pragma once

#include "exm-page-text.h"
#include "exm-processor.h"

G_BEGIN_DECLS

/**
 * ExmMarkupCount:
 * @n_starts: "<" that may begin elements: those that are not followed by "/"
 * @n_ends: "</"
 */
typedef struct
{
  guint n_starts;
  guint n_ends;
} ExmMarkupCount;

/**
 * exm_source_lines_find_by:
 * @processor: which the processor has
 * @lines: (inout) (element-type ExmSourceLine): empty; gets the lengths of all lines
 * @source: (nullable): where @n_bytes is 0
 *
 * Lines end behind LF. Any thread; O(bytes).
 */
ExmMarkupCount
exm_source_lines_find_by (ExmProcessor processor,
                          GArray *lines,
                          const char *source,
                          gsize n_bytes);

/**
 * exm_source_lines_find:
 *
 * The same in the fastest way.
 */
ExmMarkupCount
exm_source_lines_find (GArray *lines, const char *source, gsize n_bytes);

G_END_DECLS
