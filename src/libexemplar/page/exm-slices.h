/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Collects what describes a page: meta, links, JSON,
 * times, microdata. */

#pragma once

#include "page/exm-event-list.h"

G_BEGIN_DECLS

/* Elements whose text is gathered at once; microdata nest a few deep. */
#define EXM_SLICES_MAX_CAPTURES 8u

/**
 * exm_slices_new:
 * @parts: (inout): where slices and their strings go
 */
ExmSlices *exm_slices_new (ExmPageTextParts *parts);

/* Returns: whether @token can have a slice at all; most have none. O(1) */
static inline gboolean
exm_slices_may_find (const ExmHtmlToken *token)
{
  switch (token->tag)
    {
    case EXM_TAG_META:
    case EXM_TAG_LINK:
    case EXM_TAG_SCRIPT:
    case EXM_TAG_HTML:
    case EXM_TAG_BASE:
    case EXM_TAG_TITLE:
    case EXM_TAG_TIME:
    case EXM_TAG_ANNOTATION:
      return TRUE;
    case EXM_TAG_A:
      return exm_html_has_one_of (token,
                                  EXM_ATTRIBUTE_BIT (ITEMPROP) | EXM_ATTRIBUTE_BIT (REL));
    default:
      return exm_html_has_one_of (token, EXM_ATTRIBUTE_BIT (ITEMPROP));
    }
}

/**
 * exm_slices_find:
 * @token: start tag of the element @node
 * @captures: (out): whether the text of the element is a slice
 *
 * Returns: 1 + index of the first slice that stands on the element, 0 if there is none
 */
guint32 exm_slices_find (ExmSlices *self,
                         const ExmHtmlToken *token,
                         guint32 node,
                         gboolean *captures);

/* Returns: whether the slice found last is a formula in TeX. */
gboolean exm_slices_found_tex (const ExmSlices *self);

/* Elements got other numbers. */
void exm_slices_renumber (ExmSlices *self, const guint32 *number);

/* The slices from @first on that stand on one element now stand on @node. @first: as
 * exm_slices_find() gives it */
void exm_slices_move (ExmSlices *self, guint32 first, guint32 node);

/* The lines have come to the element whose first slice is @index. */
void exm_slices_reach (ExmSlices *self, guint32 index);

/* Whether text is being gathered. */
gboolean exm_slices_is_open (const ExmSlices *self);

/* Whatever comes stands in @node: elements around the lines that do not hold it are left.
 * @events: with its elements settled */
void exm_slices_leave (ExmSlices *self, const ExmEventList *events, guint32 node);

/* Text inside the open elements, dropped or not. @stays: it lies in the source */
void exm_slices_text (ExmSlices *self, const char *text, gsize n_bytes, gboolean stays);

/* After the last line: slices that stand behind all lines say so. */
void exm_slices_finish (ExmSlices *self);

void exm_slices_free (ExmSlices *self);

G_END_DECLS
