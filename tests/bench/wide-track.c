/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "wide-track.h"

#include "kernel/exm-search.h"

/* The band of the first definition: the whole of it is searched, at every grid point. */
#define BEFORE 400
#define BEHIND 1500
#define GROWTH 1500

static void
follow_side (const ExmCurveText *text, ExmCurveSide side, guint8 *distances, gsize n)
{
  ExmSearch search;
  gsize p = 0, xp = 0;

  g_assert_true (exm_search_init (&search, text, side, 32));
  for (gsize k = 0; k < n; k++)
    {
      gsize x = 4 * k, cost = 0;
      gsize lo = p > BEFORE ? p - BEFORE : 0;
      gsize hi = MIN (p + BEHIND + MIN (x - xp, GROWTH) + 32, text->n_b);
      ExmMatch match = exm_search_band (&search, x, lo, hi, p + (x - xp), &cost);
      distances[k] = (guint8) match.d;
      if (match.d <= 12)
        {
          p = match.start;
          xp = x;
        }
    }
  exm_search_clear (&search);
}

gsize
wide_track (const ExmCurveText *text, guint8 **forward, guint8 **backward)
{
  gsize n = text->n_a >= 32 ? (text->n_a - 32) / 4 + 1 : 0;

  *forward = g_new (guint8, n + 1);
  *backward = g_new (guint8, n + 1);
  follow_side (text, EXM_CURVE_FORWARD, *forward, n);
  follow_side (text, EXM_CURVE_BACKWARD, *backward, n);
  return n;
}
