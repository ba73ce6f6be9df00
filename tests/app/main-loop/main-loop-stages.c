/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "main-loop-stages.h"

#include "test-watch.h"

void
stages_init (Stages *self)
{
  self->names = g_ptr_array_new ();
  self->times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
}

void
stages_clear (Stages *self)
{
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->times);
}

void
stages_take (Stages *self)
{
  for (guint i = 0; i < test_watch_get_n_stages (); i++)
    {
      double longest = test_watch_get_longest (i, TEST_WATCH_CALLBACK);
      if (i == self->names->len)
        {
          g_ptr_array_add (self->names, (char *) test_watch_get_stage (i));
          g_ptr_array_add (self->times, g_array_new (FALSE, FALSE, sizeof (double)));
        }
      g_assert_cmpstr (test_watch_get_stage (i), ==, g_ptr_array_index (self->names, i));
      g_array_append_val ((GArray *) g_ptr_array_index (self->times, i), longest);
    }
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Returns: the longest callback of a stage @i, by @part of its journeys: 0 for the least,
 * .5 for the median */
static double
stages_get (const Stages *self, guint i, double part)
{
  GArray *times = g_ptr_array_index (self->times, i);

  g_array_sort (times, compare_times);
  return g_array_index (times, double, (guint) ((times->len - 1) * part + .5));
}

guint
stages_count_over (const Stages *self, double part, double limit)
{
  guint n = 0;

  for (guint i = 0; i < self->names->len; i++)
    n += stages_get (self, i, part) >= limit;
  return n;
}

void
stages_print (const Stages *self, const char *prefix)
{
  for (guint i = 0; i < self->names->len; i++)
    g_print ("%s%-44s %8.2f %8.2f %8.2f ms, n = %u\n", prefix,
             (const char *) g_ptr_array_index (self->names, i), stages_get (self, i, 0),
             stages_get (self, i, .5), stages_get (self, i, 1),
             ((GArray *) g_ptr_array_index (self->times, i))->len);
}
