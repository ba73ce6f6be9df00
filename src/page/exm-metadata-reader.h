/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Title, author, dates and the like from a page text: JSON-LD, OpenGraph, microdata,
 * meta, elements, then patterns in the text (来源：, By …). */

#pragma once

#include "exm-metadata.h"
#include "exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_metadata_read:
 * @page: a page text
 * @body_first: first line of the body, %EXM_NONE if not known: patterns in the text are
 *   looked for near the body's head
 * @body_last: last line of the body, %EXM_NONE if not known
 *
 * Any thread; O(page). Never fails: hostile slices are passed over.
 *
 * Returns: (transfer full): the fields that were found
 */
ExmMetadata *
exm_metadata_read (const ExmPageText *page, guint body_first, guint body_last);

G_END_DECLS
