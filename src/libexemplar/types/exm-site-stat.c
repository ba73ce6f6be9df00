/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-site-stat.h"

#include "base/exm-array.h"

struct _ExmSiteStat
{
  gatomicrefcount ref_count;
  guint n_pages;
  guint n_lines;
  gboolean ruled;         /* of one of them */
  ExmSiteStatLine *lines; /* (owned): by key */
  guint n_learned;
  guint n_places;
  ExmSitePlace *places; /* (owned): by key */
};

G_DEFINE_BOXED_TYPE (ExmSiteStat, exm_site_stat, exm_site_stat_ref, exm_site_stat_unref)

static int
compare_lines (gconstpointer a, gconstpointer b, gpointer data)
{
  return exm_array_compare_uint64 (&((const ExmSiteStatLine *) a)->key,
                                   &((const ExmSiteStatLine *) b)->key);
}

ExmSiteStat *
exm_site_stat_new_learned (guint n_pages,
                           const ExmSiteStatLine *lines,
                           guint n_lines,
                           guint n_learned,
                           const ExmSitePlace *places,
                           guint n_places)
{
  ExmSiteStat *self = g_new0 (ExmSiteStat, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_pages = n_pages;
  self->n_lines = n_lines;
  self->lines = g_new (ExmSiteStatLine, MAX (n_lines, 1));
  gboolean is_sorted = TRUE;
  for (guint i = 0; i < n_lines; i++)
    {
      is_sorted = is_sorted && (i == 0 || lines[i - 1].key <= lines[i].key);
      self->lines[i] = lines[i];
      self->lines[i].n_pages = MIN (lines[i].n_pages, n_pages);
      self->ruled |= lines[i].ruling != EXM_LINE_LABEL_AUTO;
    }
  if (!is_sorted)
    g_qsort_with_data (self->lines, (int) n_lines, sizeof *lines, compare_lines, NULL);
  self->n_learned = n_learned;
  self->n_places = n_places;
  self->places = g_memdup2 (places, n_places * sizeof *places);
  exm_site_place_sort (self->places, n_places);
  return self;
}

ExmSiteStat *
exm_site_stat_new (guint n_pages, const ExmSiteStatLine *lines, guint n_lines)
{
  return exm_site_stat_new_learned (n_pages, lines, n_lines, 0, NULL, 0);
}

/* Returns: (transfer full) (element-type ExmSiteStatLine): each of @keys once, with how
 * often it stands there; they are sorted */
static GArray *
count_keys (GArray *keys)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (ExmSiteStatLine));

  exm_array_sort_uint64 ((guint64 *) (void *) keys->data, keys->len);
  for (guint i = 0; i < keys->len; i++)
    {
      const ExmSiteStatLine line
          = { .key = g_array_index (keys, guint64, i), .n_pages = 1 };
      ExmSiteStatLine *last
          = lines->len > 0 ? &g_array_index (lines, ExmSiteStatLine, lines->len - 1)
                           : NULL;
      if (last != NULL && last->key == line.key)
        last->n_pages++;
      else
        g_array_append_val (lines, line);
    }
  return lines;
}

/* Adds up places of the same key; they are sorted. */
static void
join_places (GArray *places)
{
  ExmSitePlace *all = (ExmSitePlace *) (void *) places->data;
  guint n = 0;

  exm_site_place_sort (all, places->len);
  for (guint i = 0; i < places->len; i++)
    if (n > 0 && all[n - 1].key == all[i].key)
      {
        all[n - 1].n_inside += all[i].n_inside;
        all[n - 1].n_outside += all[i].n_outside;
      }
    else
      all[n++] = all[i];
  g_array_set_size (places, n);
}

ExmSiteStat *
exm_site_stat_new_from_keys (guint n_pages, GArray *keys, guint n_learned, GArray *places)
{
  g_autoptr (GArray) lines = count_keys (keys);

  join_places (places);
  return exm_site_stat_new_learned (
      n_pages, (const ExmSiteStatLine *) (gpointer) lines->data, lines->len, n_learned,
      (const ExmSitePlace *) (gpointer) places->data, places->len);
}

ExmSiteStat *
exm_site_stat_new_from_pages (ExmPageText *const *pages, guint n_pages)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < n_pages; i++)
    {
      g_autoptr (GArray) keys = exm_site_line_list_keys (pages[i]);
      g_array_append_vals (all, keys->data, keys->len);
    }
  g_autoptr (GArray) lines = count_keys (all);
  return exm_site_stat_new (n_pages, (const ExmSiteStatLine *) (gpointer) lines->data,
                            lines->len);
}

ExmSiteStat *
exm_site_stat_ref (ExmSiteStat *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_site_stat_unref (ExmSiteStat *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->lines);
  g_free (self->places);
  g_free (self);
}

guint
exm_site_stat_get_n_pages (const ExmSiteStat *self)
{
  return self->n_pages;
}

guint
exm_site_stat_get_n_learned (const ExmSiteStat *self)
{
  return self->n_learned;
}

GArray *
exm_site_stat_dup_places (const ExmSiteStat *self)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (ExmSitePlace));

  if (self->n_places > 0)
    g_array_append_vals (places, self->places, self->n_places);
  return places;
}

const ExmSitePlace *
exm_site_stat_find_place (const ExmSiteStat *self, guint64 key)
{
  return exm_site_place_find (self->places, self->n_places, key);
}

gboolean
exm_site_stat_is_ruled (const ExmSiteStat *self)
{
  return self->ruled;
}

static const ExmSiteStatLine *
find_line (const ExmSiteStat *self, guint64 key)
{
  guint low = 0, high = self->n_lines;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (self->lines[middle].key < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n_lines && self->lines[low].key == key ? &self->lines[low] : NULL;
}

guint
exm_site_stat_count (const ExmSiteStat *self, guint64 key)
{
  const ExmSiteStatLine *line = find_line (self, key);

  return line != NULL ? line->n_pages : 0;
}

ExmLineLabel
exm_site_stat_get_ruling (const ExmSiteStat *self, guint64 key)
{
  const ExmSiteStatLine *line = self->ruled ? find_line (self, key) : NULL;

  return line != NULL ? line->ruling : EXM_LINE_LABEL_AUTO;
}
