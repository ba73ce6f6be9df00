/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-region.h"

#include <string.h>

struct _ExmRegion
{
  gatomicrefcount ref_count;
  guint n_lines;
  guint n_inside;
  guint first, last; /* meaningful if n_inside > 0 */
  guint8 *inside;    /* (owned): n_lines of them */
};

G_DEFINE_BOXED_TYPE (ExmRegion, exm_region, exm_region_ref, exm_region_unref)

ExmRegion *
exm_region_new (const guint8 *inside, guint n_lines)
{
  ExmRegion *self = g_new0 (ExmRegion, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_lines = n_lines;
  self->inside = g_new0 (guint8, n_lines);
  for (guint i = 0; i < n_lines; i++)
    {
      if (!inside[i])
        continue;
      self->inside[i] = TRUE;
      if (self->n_inside++ == 0)
        self->first = i;
      self->last = i;
    }
  return self;
}

ExmRegion *
exm_region_ref (ExmRegion *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_region_unref (ExmRegion *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->inside);
  g_free (self);
}

gboolean
exm_region_equal (const ExmRegion *a, const ExmRegion *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->n_lines == b->n_lines && memcmp (a->inside, b->inside, a->n_lines) == 0;
}

gboolean
exm_region_contains (const ExmRegion *self, guint line)
{
  return line < self->n_lines && self->inside[line];
}

gboolean
exm_region_get_range (const ExmRegion *self, guint *first, guint *last)
{
  if (self->n_inside == 0)
    return FALSE;
  *first = self->first;
  *last = self->last;
  return TRUE;
}

guint
exm_region_get_n_inside (const ExmRegion *self)
{
  return self->n_inside;
}
