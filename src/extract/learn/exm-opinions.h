/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What cheap methods of other kinds keep of a page. They are not asked what the body is,
 * but a body that some of them find too is right more often than others. */

#pragma once

#include "exm-features.h"

G_BEGIN_DECLS

/**
 * exm_opinions_gather:
 * @input: the pages
 * @features: (inout): its rows and, with an example, what the hand rules say are there;
 *   gets its opinions
 *
 * The two methods of boilerpipe, and with an example line-statistics and the hand rules:
 * by the pages alone, without what is known of the task, as when the weights of the
 * confidence were found. Any thread. Cost: about half a millisecond.
 */
void
exm_opinions_gather (const ExmMethodInput *input, ExmFeatures *features);

/**
 * exm_opinions_measure:
 * @data: a body
 * @n_close: (out): how many of the methods come to nearly the same body: the sum of the
 *   eighth power of the same F1s, so that it does not matter how far away the others are
 *
 * Returns: mean F1 of the bodies of other methods beside this one, 0 … 1
 */
double
exm_opinions_measure (const ExmPageText *page,
                      const ExmFeatures *features,
                      const ExmResultData *data,
                      double *n_close);

G_END_DECLS
