/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One look at all of a page before it is read: how much markup there is. */

#pragma once

#include "exm-processor.h"

#include <glib.h>

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
 * exm_markup_count_by:
 * @processor: which the processor has
 * @source: (nullable): where @n_bytes is 0
 *
 * Any thread; O(bytes).
 */
ExmMarkupCount
exm_markup_count_by (ExmProcessor processor, const char *source, gsize n_bytes);

/**
 * exm_markup_count:
 *
 * The same in the fastest way.
 */
ExmMarkupCount
exm_markup_count (const char *source, gsize n_bytes);

G_END_DECLS
