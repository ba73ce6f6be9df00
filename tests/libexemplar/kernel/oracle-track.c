/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tracked curves from their definition, step by step (exm_curve_track_new()). */

#include "oracle.h"

#include <string.h>

#define N_BINS 256

void
oracle_number (const guint32 *a, gsize n_a, const guint32 *text, gsize n, guint32 *codes)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < n_a; i++)
    if (!g_hash_table_contains (numbers, GUINT_TO_POINTER (a[i])))
      g_hash_table_insert (numbers, GUINT_TO_POINTER (a[i]),
                           GUINT_TO_POINTER (g_hash_table_size (numbers) + 1));
  for (gsize i = 0; i < n; i++)
    codes[i]
        = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, GUINT_TO_POINTER (text[i])));
}

static guint
hash_gram (const guint32 *codes)
{
  guint32 sum = 0;
  for (guint k = 0; k < 6; k++)
    sum += codes[k] << 5 * k;
  guint32 mixed = sum * 2654435761u;
  return (mixed ^ (mixed << 7)) >> 17;
}

typedef struct
{
  const guint32 *a;
  gsize n_a;
  const guint32 *b;
  gsize n_b;
  gint64 p;
  gint64 xp;
  gint64 lo;
} Side;

/* The characters of B at which the group's grams vote, as diagonals counted from lo. */
static void
count_votes (const Side *side, gint64 x, guint span, gint64 hi, guint *votes)
{
  gint64 end = MIN (hi, (gint64) side->n_b - 5);
  g_autofree guint *hashes = g_new (guint, MAX (end - side->lo, 1));

  for (gint64 place = side->lo; place < end; place++)
    hashes[place - side->lo] = hash_gram (side->b + place);
  for (guint i = 0; i + 6 <= span; i++)
    {
      guint hits = 0, wanted = hash_gram (side->a + x + i);
      for (gint64 k = 0; k < end - side->lo && hits < 8; k++)
        if (hashes[k] == wanted)
          {
            votes[(k - i + 64) / 16]++;
            hits++;
          }
    }
}

/* The best pair of bins k and k + 1 that shares none with @taken; -1 if there is none. */
static int
best_pair (const guint *votes, gint64 expected, int taken)
{
  int best = -1;
  for (int k = 0; k + 1 < N_BINS; k++)
    {
      guint sum = votes[k] + votes[k + 1];
      if (sum < 4 || (taken >= 0 && ABS (k - taken) < 2))
        continue;
      guint best_sum = best >= 0 ? votes[best] + votes[best + 1] : 0;
      gint64 away = ABS (16 * (k + 1) - expected);
      gint64 best_away = ABS (16 * (best + 1) - expected);
      if (sum > best_sum || (sum == best_sum && away < best_away))
        best = k;
    }
  return best;
}

/* The stretches as a set of characters of B. */
static void
mark (const Side *side, gboolean *wanted, gint64 from, gint64 to)
{
  for (gint64 j = MAX (from, 0); j < MIN (to, (gint64) side->n_b); j++)
    wanted[j] = TRUE;
}

/* Stretches that touch are one, so a set of characters says all. */
static void
read_stretches (const Side *side, const gboolean *wanted, ExmCurveGroup *group)
{
  for (gsize j = 0; j < side->n_b; j++)
    {
      if (!wanted[j])
        continue;
      if (j == 0 || !wanted[j - 1])
        group->stretches[group->n_stretches++].lo = (guint32) j;
      group->stretches[group->n_stretches - 1].hi = (guint32) j + 1;
    }
}

/* The least distance to a substring of B[lo,hi), and the end of the first such one. */
static guint
search_forward (
    const guint32 *window, guint w, const guint32 *b, gsize lo, gsize hi, gsize *end)
{
  g_autofree guint *column = g_new (guint, w + 1);
  guint best = w;
  for (guint r = 0; r <= w; r++)
    column[r] = r;
  *end = lo;
  for (gsize j = lo; j < hi; j++)
    {
      guint diagonal = column[0];
      for (guint r = 1; r <= w; r++)
        {
          guint replaced = diagonal + (window[r - 1] != b[j]);
          diagonal = column[r];
          column[r] = MIN (MIN (column[r], column[r - 1]) + 1, replaced);
        }
      if (column[w] < best)
        {
          best = column[w];
          *end = j + 1;
        }
    }
  return best;
}

static void
measure_windows (Side *side, gint64 x, guint n, ExmCurveGroup *group)
{
  for (guint l = 0; l < n; l++)
    {
      guint best = EXM_CURVE_FAR;
      gsize best_end = 0;
      for (guint s = 0; s < group->n_stretches; s++)
        {
          gsize end;
          guint d = search_forward (side->a + x + 4 * l, 32, side->b,
                                    group->stretches[s].lo, group->stretches[s].hi, &end);
          if (d < best)
            {
              best = d;
              best_end = end;
            }
        }
      group->d[l] = (guint8) best;
      if (best <= 12)
        {
          side->p = (gint64) best_end - 32;
          side->xp = x + 4 * l;
        }
    }
}

static gboolean
is_equal_at (const Side *side, gint64 x, gint64 place, guint span)
{
  if (place < 0 || place + span > (gint64) side->n_b)
    return FALSE;
  for (guint r = 0; r < span; r++)
    if (side->a[x + r] != side->b[place + r])
      return FALSE;
  return TRUE;
}

static ExmCurveGroup
follow_group (Side *side, gint64 x, guint n)
{
  ExmCurveGroup group = { .n_stretches = 0 };
  guint span = 32 + 4 * (n - 1);
  gint64 drift = side->p - side->xp;
  gboolean goes_on = x - side->xp <= 96;
  g_autofree gboolean *wanted = g_new0 (gboolean, side->n_b + 1);

  if (goes_on && is_equal_at (side, x, x + drift, span))
    {
      group.stretches[0]
          = (ExmCurveStretch){ (guint32) (x + drift), (guint32) (x + drift + span) };
      group.n_stretches = 1;
      side->xp = x + 4 * (n - 1);
      side->p = side->xp + drift;
      return group;
    }
  side->lo = MAX (side->lo, MAX (side->p, 0) - 400);
  gint64 hi = MAX (side->p, 0) + 1500 + MIN (x - side->xp, 1500) + 32;
  guint votes[N_BINS] = { 0 };
  count_votes (side, x, span, hi, votes);
  gint64 expected = x + drift - side->lo + 64;
  int first = best_pair (votes, expected, -1);
  int second = first >= 0 ? best_pair (votes, expected, first) : -1;
  if (first >= 0)
    mark (side, wanted, side->lo - 64 + 16 * first,
          side->lo - 64 + 16 * first + 32 + span);
  if (second >= 0)
    mark (side, wanted, side->lo - 64 + 16 * second,
          side->lo - 64 + 16 * second + 32 + span);
  if (goes_on)
    mark (side, wanted, x + drift - 8, x + drift + span + 8);
  read_stretches (side, wanted, &group);
  measure_windows (side, x, n, &group);
  return group;
}

gboolean
oracle_is_same_group (const ExmCurveGroup *a, const ExmCurveGroup *b)
{
  return a->n_stretches == b->n_stretches
         && memcmp (a->stretches, b->stretches, a->n_stretches * sizeof *a->stretches)
                == 0
         && memcmp (a->d, b->d, sizeof a->d) == 0;
}

GArray *
oracle_path (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b)
{
  GArray *path = g_array_new (FALSE, TRUE, sizeof (ExmCurveGroup));
  Side side = { a, n_a, b, n_b, 0, 0, 0 };

  if (n_a > 0 && n_a < 32)
    {
      gsize start, hi = MIN (1532, n_b);
      ExmCurveGroup group = { { { 0, (guint32) hi } }, 1, { 0 } };
      group.d[0] = (guint8) oracle_search (a, (guint) n_a, b, 0, hi, &start);
      g_array_append_val (path, group);
      return path;
    }
  gsize n_points = n_a > 0 ? (n_a - 32) / 4 + 1 : 0;
  for (gsize first = 0; first < n_points; first += 8)
    {
      ExmCurveGroup group
          = follow_group (&side, (gint64) first * 4, (guint) MIN (n_points - first, 8));
      g_array_append_val (path, group);
    }
  return path;
}
