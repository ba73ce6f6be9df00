/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Title, author, dates and the like from a page text: JSON-LD, OpenGraph, microdata,
 * meta, elements, then patterns in the text (来源：, By …). */

#pragma once

#include "types/exm-metadata.h"
#include "types/exm-page-text.h"

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

/**
 * exm_metadata_read_beside:
 * @siblings: (nullable) (array zero-terminated=1): <title>s of other pages of the section
 * @link: (nullable): text of a link to the page
 *
 * The same, and what the page's title has at an end as a sibling's has, behind or before
 * a mark, is left out as the name of the site. A title that a sibling has too, where the
 * headline is another, is the site's, as is one that @link and headline know nothing of.
 *
 * Returns: (transfer full): the fields that were found
 */
ExmMetadata *exm_metadata_read_beside (const ExmPageText *page,
                                       guint body_first,
                                       guint body_last,
                                       const char *const *siblings,
                                       const char *link);

G_END_DECLS
