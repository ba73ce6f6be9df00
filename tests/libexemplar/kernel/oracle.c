/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "oracle.h"

size_t
oracle_distance (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b)
{
  g_autofree gsize *row = g_new (gsize, n_b + 1);
  for (gsize j = 0; j <= n_b; j++)
    row[j] = j;
  for (gsize i = 1; i <= n_a; i++)
    {
      gsize diagonal = row[0];
      row[0] = i;
      for (gsize j = 1; j <= n_b; j++)
        {
          gsize replaced = diagonal + (a[i - 1] != b[j - 1]);
          diagonal = row[j];
          row[j] = MIN (MIN (row[j] + 1, row[j - 1] + 1), replaced);
        }
    }
  return row[n_b];
}

guint
oracle_literal (
    const guint32 *a, gsize n_a, const guint32 *b, gsize n_b, gsize i, guint w)
{
  /* Sentinels beyond 32 bits would be safest; the tests' texts stay below these two. */
  g_autofree guint32 *window_a = g_new (guint32, w);
  g_autofree guint32 *window_b = g_new (guint32, w);
  for (guint t = 0; t < w; t++)
    {
      window_a[t] = i + t < n_a ? a[i + t] : G_MAXUINT32;
      window_b[t] = i + t < n_b ? b[i + t] : G_MAXUINT32 - 1;
    }
  return (guint) oracle_distance (window_a, w, window_b, w);
}

/* Distance and start as one number: the least is the least distance and, among equals,
 * the smallest start. */
#define ONE ((guint64) 1 << 32)

guint
oracle_search (
    const guint32 *window, guint w, const guint32 *b, gsize lo, gsize hi, gsize *start)
{
  g_autofree guint64 *column = g_new (guint64, w + 1);
  for (guint r = 0; r <= w; r++)
    column[r] = r * ONE + lo;
  guint64 best = column[w];
  for (gsize j = lo; j < hi; j++)
    {
      guint64 diagonal = column[0];
      column[0] = j + 1;
      for (guint r = 1; r <= w; r++)
        {
          guint64 replaced = window[r - 1] != b[j] ? diagonal + ONE : diagonal;
          diagonal = column[r];
          column[r] = MIN (MIN (column[r], column[r - 1]) + ONE, replaced);
        }
      best = MIN (best, column[w]);
    }
  *start = (gsize) (best % ONE);
  return (guint) (best / ONE);
}

guint
oracle_search_all_starts (
    const guint32 *window, guint w, const guint32 *b, gsize lo, gsize hi, gsize *start)
{
  guint64 best = w * ONE + lo;
  for (gsize from = lo; from <= hi; from++)
    for (gsize to = from; to <= hi; to++)
      {
        /* An empty text may have no place at all. */
        const guint32 *start_of = to > from ? b + from : b;
        best = MIN (best, oracle_distance (window, w, start_of, to - from) * ONE + from);
      }
  *start = (gsize) (best % ONE);
  return (guint) (best / ONE);
}

static double
gain_of (const double *sums, gsize head, gsize tail)
{
  return sums[tail + 1] - sums[head];
}

ExmSegment
oracle_segment (const double *weights, gsize n)
{
  /* sums[i] is C(i - 1). */
  g_autofree double *sums = g_new0 (double, n + 1);
  for (gsize i = 0; i < n; i++)
    sums[i + 1] = sums[i] + weights[i];
  ExmSegment best = { 0 };
  for (gsize tail = 0; tail < n; tail++)
    for (gsize head = 0; head <= tail; head++)
      {
        double gain = gain_of (sums, head, tail);
        if (gain > best.gain || (best.found && gain == best.gain && tail == best.tail))
          best = (ExmSegment){ TRUE, head, tail, gain, 0, 0, 0 };
      }
  if (!best.found)
    return best;
  best.head_margin = best.tail_margin = best.gain;
  for (gsize tail = 0; tail < n; tail++)
    for (gsize head = 0; head <= tail; head++)
      {
        double gain = gain_of (sums, head, tail);
        if (tail < best.head || head > best.tail)
          best.second_gain = MAX (best.second_gain, gain);
        if (tail == best.tail && head != best.head)
          best.head_margin = MIN (best.head_margin, sums[head] - sums[best.head]);
        if (head == best.head && tail != best.tail)
          best.tail_margin = MIN (best.tail_margin, sums[best.tail + 1] - sums[tail + 1]);
      }
  return best;
}
