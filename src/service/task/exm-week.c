/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-week.h"

/* 1970-01-01 was a Thursday. */
#define EPOCH_DAY 3

void
exm_week_add (ExmWeek *self, const ExmWindow *window)
{
  guint n_days
      = window->every_day ? 7 : (window->last_day + 7 - window->first_day) % 7 + 1;
  guint length = window->end > window->start
                     ? window->end - window->start
                     : window->end + EXM_DAY_MINUTES - window->start;

  self->limited = TRUE;
  for (guint day = 0; day < n_days; day++)
    for (guint i = 0; i < length; i++)
      {
        guint first = (window->first_day + day) * EXM_DAY_MINUTES + window->start;
        guint minute = (first + i) % EXM_WEEK_MINUTES;

        self->bits[minute / 8] |= (guint8) (1u << (minute % 8));
      }
}

gboolean
exm_week_has (const ExmWeek *self, guint minute)
{
  return !self->limited || (self->bits[minute / 8] >> (minute % 8) & 1) != 0;
}

void
exm_week_settle (ExmWeek *self)
{
  for (guint i = 0; i < sizeof self->bits; i++)
    if (self->bits[i] != 0xff)
      return;
  self->limited = FALSE;
}

static void
add_piece (GArray *pieces, guint minute, guint length)
{
  guint start = minute % EXM_DAY_MINUTES;
  guint end = start + length;
  ExmWindow piece = { .first_day = minute / EXM_DAY_MINUTES % 7, .start = start };

  piece.last_day = piece.first_day;
  piece.end = end > EXM_DAY_MINUTES ? end - EXM_DAY_MINUTES : end;
  g_array_append_val (pieces, piece);
}

/* Keeps a run shorter than a day whole, over midnight too; cuts a longer one at
 * midnights. */
static void
add_run (GArray *pieces, guint minute, guint length)
{
  if (length < EXM_DAY_MINUTES)
    {
      add_piece (pieces, minute, length);
      return;
    }
  while (length > 0)
    {
      guint piece = MIN (length, EXM_DAY_MINUTES - minute % EXM_DAY_MINUTES);

      add_piece (pieces, minute, piece);
      minute += piece;
      length -= piece;
    }
}

static GArray *
find_pieces (const ExmWeek *self)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (ExmWindow));
  guint gap = 0;
  guint run = 0;

  while (gap < EXM_WEEK_MINUTES && exm_week_has (self, gap))
    gap++;
  for (guint i = 1; i <= EXM_WEEK_MINUTES; i++)
    {
      if (exm_week_has (self, (gap + i) % EXM_WEEK_MINUTES))
        {
          run++;
          continue;
        }
      if (run > 0)
        add_run (pieces, (gap + i - run) % EXM_WEEK_MINUTES, run);
      run = 0;
    }
  return pieces;
}

static int
compare_windows (gconstpointer a, gconstpointer b)
{
  const ExmWindow *first = a;
  const ExmWindow *second = b;

  if (first->first_day != second->first_day)
    return first->first_day < second->first_day ? -1 : 1;
  return (first->start > second->start) - (first->start < second->start);
}

/* The days in @mask as ranges, over the end of the week too. */
static void
add_day_ranges (GArray *windows, guint mask, ExmWindow window)
{
  window.first_day = 0;
  window.every_day = mask == 0x7f;
  if (window.every_day)
    {
      window.last_day = 6;
      g_array_append_val (windows, window);
      return;
    }
  for (guint day = 0; day < 7; day++)
    {
      guint end = day;

      if ((mask >> day & 1) == 0 || (mask >> (day + 6) % 7 & 1) != 0)
        continue;
      while ((mask >> (end + 1) % 7 & 1) != 0)
        end++;
      window.first_day = day;
      window.last_day = end % 7;
      g_array_append_val (windows, window);
    }
}

GArray *
exm_week_get_windows (const ExmWeek *self)
{
  GArray *windows = g_array_new (FALSE, FALSE, sizeof (ExmWindow));

  if (!self->limited)
    return windows;
  g_autoptr (GArray) pieces = find_pieces (self);
  while (pieces->len > 0)
    {
      ExmWindow window = g_array_index (pieces, ExmWindow, 0);
      guint mask = 0;

      for (guint i = pieces->len; i-- > 0;)
        {
          const ExmWindow *other = &g_array_index (pieces, ExmWindow, i);

          if (other->start != window.start || other->end != window.end)
            continue;
          mask |= 1u << other->first_day;
          g_array_remove_index (pieces, i);
        }
      add_day_ranges (windows, mask, window);
    }
  g_array_sort (windows, compare_windows);
  return windows;
}

guint
exm_week_of_local (gint64 local_s)
{
  gint64 minute = local_s / 60 - (local_s % 60 < 0 ? 1 : 0) + EPOCH_DAY * EXM_DAY_MINUTES;
  gint64 of_week = minute % (gint64) EXM_WEEK_MINUTES;

  return (guint) (of_week < 0 ? of_week + EXM_WEEK_MINUTES : of_week);
}
