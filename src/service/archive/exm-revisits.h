/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Revisits of archives, and the pages that they are of (WARC 1.1, 6.7): records of an
 * address whose answer was the one of a page that was captured before, and is not there
 * again. Memory: 96 bytes a page, and as many a revisit. One thread. */

#pragma once

#include "archive/exm-archive-input.h"

G_BEGIN_DECLS

/**
 * ExmRevisitFate:
 * @EXM_REVISIT_ALONE: its page is not in the archives
 * @EXM_REVISIT_SAME: its page has the same address: nothing new
 * @EXM_REVISIT_OTHER: its page has another address
 *
 * Result of looking for the page of a revisit.
 */
typedef enum
{
  EXM_REVISIT_ALONE,
  EXM_REVISIT_SAME,
  EXM_REVISIT_OTHER,
  EXM_N_REVISIT_FATES
} ExmRevisitFate;

typedef struct _ExmRevisits ExmRevisits;

ExmRevisits *exm_revisits_new (void);

void exm_revisits_free (ExmRevisits *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmRevisits, exm_revisits_free)

/* Adds the next page; pages have numbers from 0 on. */
void exm_revisits_add_page (ExmRevisits *self, const ExmCapture *page);

/* Adds the next revisit. Returns: its number; revisits have numbers of their own from 0
 * on */
guint exm_revisits_add (ExmRevisits *self, const ExmCapture *revisit);

/**
 * exm_revisits_settle:
 *
 * Finds the pages of all revisits, before or behind them: one with the same address and
 * digest; then the one whose address and time it names; of an answer “not modified” one
 * of the same address; the first with its digest; the one whose id it names, if that is
 * of one record alone. Digests that differ are of different pages. Nothing is added from
 * then on. Cost: O(n log n) in the pages, nothing without revisits.
 */
void exm_revisits_settle (ExmRevisits *self);

/**
 * exm_revisits_get:
 * @revisit: its number
 * @page: (out): number of its page, unless it is alone
 *
 * After exm_revisits_settle(). Any thread.
 *
 * Returns: what was found
 */
ExmRevisitFate exm_revisits_get (const ExmRevisits *self, guint revisit, guint *page);

G_END_DECLS
