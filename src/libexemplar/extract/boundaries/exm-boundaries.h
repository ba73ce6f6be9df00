/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From the weights of lines to head and tail: the maximum-weight segment, and what is
 * taken out of it. */

#pragma once

#include "types/exm-page-text.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

/**
 * exm_boundaries_choose:
 * @page: the target
 * @data: (inout): its weights and evidence are read; head, tail, verdicts and margin set
 * @trim_below: lines inside with less evidence than this are trimmed
 *
 * Cost: O(lines).
 */
void
exm_boundaries_choose (const ExmPageText *page, ExmResultData *data, double trim_below);

/**
 * exm_boundaries_set:
 * @head: first line of the body
 * @tail: last line of the body
 *
 * Every line in between that is not flagged is kept, the others are dropped.
 */
void
exm_boundaries_set (const ExmPageText *page, ExmResultData *data, guint head, guint tail);

/**
 * exm_boundaries_keep:
 * @kept: (array): for each line whether it is body
 *
 * For methods whose body need not hang together: head and tail are the first and the last
 * kept line, what lies between and is not kept is trimmed. Flagged lines never are body.
 * The margin is the share of the page's tokens that is kept: such methods have no second
 * best answer. Without any kept line there is no body.
 */
void
exm_boundaries_keep (const ExmPageText *page, ExmResultData *data, const guint8 *kept);

/**
 * exm_boundaries_compare:
 * @a: a body
 * @b: another one of the same page
 *
 * Returns: F1 of their lines by tokens: 1 where they are the same, also where there is
 * none
 */
double exm_boundaries_compare (const ExmPageText *page,
                               const ExmResultData *a,
                               const ExmResultData *b);

G_END_DECLS
