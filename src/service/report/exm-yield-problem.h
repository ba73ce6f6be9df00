/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Problems that the yield of a task shows while nothing fails: silence where articles
 * were to be expected on these days of the week, far more than usual, the newest less
 * sure or much shorter than those before, and more of them cut short. Pure; any thread.
 */

#pragma once

#include "store/exm-store-problem.h"

G_BEGIN_DECLS

/**
 * exm_yield_find_problem:
 * @yield: of a task whose run has just ended
 * @now_usec: the time that it was read for
 * @problem: (inout): nothing yet; gets kind, amount and words
 *
 * Takes the first of several, in the order above.
 */
void exm_yield_find_problem (const ExmYield *yield, gint64 now_usec, ExmProblem *problem);

G_END_DECLS
