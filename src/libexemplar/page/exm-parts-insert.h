/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One document in another. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmInsertion:
 * @host: the element of the page that holds the document
 * @line: the page's line that its lines stand before
 * @source_start: where the page's source has it
 * @source_end: where it ends there
 * @flags: what its lines are marked with
 */
typedef struct
{
  guint32 host;
  guint line;
  guint32 source_start;
  guint32 source_end;
  guint16 flags;
} ExmInsertion;

/**
 * exm_parts_insert:
 * @parts: (inout): a complete page
 * @fragment: a complete document; its slices are left out
 *
 * Lines, elements and spans of @fragment become those of @parts; positions, ranges and
 * counts are set anew. What would go beyond a limit of the page is left out, which
 * "truncated" tells. O(both).
 */
void exm_parts_insert (ExmPageTextParts *parts,
                       const ExmPageTextParts *fragment,
                       const ExmInsertion *insertion);

G_END_DECLS
