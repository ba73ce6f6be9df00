/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-region-model.h"

#include <math.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* How exactly a line's place is described: the whole class path, the three innermost
 * elements, the innermost one. The most exact level that the example knows decides. */
#define N_LEVELS 3

/* Tokens that every place is given on both sides, so that a short line proves little. */
#define PRIOR_TOKENS 4.0

/* Template lines before and behind the region that are remembered as its ends. */
#define N_ENDS 6

typedef struct
{
  guint64 key;
  double inside;
  double outside;
} Place;

struct _ExmRegionModel
{
  const ExmPrepared *example; /* (unowned): outlives the model's use */
  GHashTable
      *places[N_LEVELS]; /* (owned) (element-type guint64 Place): key is in value */
  double prior;          /* log odds of a token being body on this page */
};

static guint64
hash_place (const ExmNode *nodes, guint node, guint level)
{
  guint64 steps[3] = { 0 };
  guint n = level == 1 ? 3 : 1;

  if (level == 0)
    return nodes[node].class_path;
  for (guint i = 0; i < n && node != EXM_NONE; i++, node = nodes[node].parent)
    steps[i] = nodes[node].own;
  return XXH3_64bits (steps, n * sizeof steps[0]);
}

static Place *
ensure_place (GHashTable *places, guint64 key)
{
  Place *place = g_hash_table_lookup (places, &key);
  if (place == NULL)
    {
      place = g_new0 (Place, 1);
      place->key = key;
      g_hash_table_insert (places, &place->key, place);
    }
  return place;
}

ExmRegionModel *
exm_region_model_new (const ExmPrepared *example)
{
  ExmRegionModel *self = g_new0 (ExmRegionModel, 1);
  const ExmPageText *page = exm_prepared_get_page (example);
  const ExmRegion *region = exm_prepared_get_region (example);
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  double inside = PRIOR_TOKENS, outside = PRIOR_TOKENS;

  self->example = example;
  for (guint level = 0; level < N_LEVELS; level++)
    self->places[level]
        = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  for (guint i = 0; i < n_lines; i++)
    {
      gboolean in = exm_region_contains (region, i);
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      *(in ? &inside : &outside) += lines[i].n_tokens;
      for (guint level = 0; level < N_LEVELS; level++)
        {
          Place *place = ensure_place (self->places[level],
                                       hash_place (nodes, lines[i].block, level));
          *(in ? &place->inside : &place->outside) += lines[i].n_tokens;
        }
    }
  self->prior = log (inside / outside);
  return self;
}

void
exm_region_model_free (ExmRegionModel *self)
{
  for (guint level = 0; level < N_LEVELS; level++)
    g_hash_table_unref (self->places[level]);
  g_free (self);
}

/* The one line of @page that has @key, %EXM_NONE if there is none or more. */
static guint
find_unique (const ExmPrepared *page, guint64 key)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (exm_prepared_get_page (page), &n_lines);

  if (exm_prepared_count_key (page, key) != 1)
    return EXM_NONE;
  for (guint i = 0; i < n_lines; i++)
    if (lines[i].key == key)
      return i;
  return EXM_NONE;
}

/* The line of @target that is the template line nearest to the region's end on the
 * example, walking from @line in steps of @step. */
static guint
find_end (const ExmRegionModel *self, const ExmPrepared *target, gint line, gint step)
{
  guint n_lines;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (self->example), &n_lines);

  for (guint n = 0; n < N_ENDS && line >= 0 && line < (gint) n_lines; line += step)
    {
      if (lines[line].flags & EXM_LINE_FLAGGED)
        continue;
      n++;
      if (exm_prepared_count_key (self->example, lines[line].key) != 1)
        continue;
      guint found = find_unique (target, lines[line].key);
      if (found != EXM_NONE)
        return found;
    }
  return EXM_NONE;
}

static void
measure_ends (const ExmRegionModel *self, const ExmPrepared *target, guint n, float *ends)
{
  guint first, last;

  if (!exm_region_get_range (exm_prepared_get_region (self->example), &first, &last))
    return;
  guint before = find_end (self, target, (gint) first - 1, -1);
  guint behind = find_end (self, target, (gint) last + 1, 1);
  if (before != EXM_NONE && behind != EXM_NONE && before >= behind)
    return;
  for (guint i = 0; before != EXM_NONE && i <= before; i++)
    ends[i] = -1;
  for (guint i = behind; i < n; i++)
    ends[i] = -1;
}

void
exm_region_model_measure (const ExmRegionModel *self,
                          const ExmPrepared *target,
                          float *paths,
                          float *ends)
{
  const ExmPageText *page = exm_prepared_get_page (target);
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  for (guint i = 0; i < n_lines; i++)
    {
      const Place *place = NULL;
      for (guint level = 0; level < N_LEVELS && place == NULL; level++)
        {
          guint64 key = hash_place (nodes, lines[i].block, level);
          place = g_hash_table_lookup (self->places[level], &key);
        }
      paths[i] = ends[i] = 0;
      if (place == NULL)
        continue;
      double odds
          = log ((place->inside + PRIOR_TOKENS) / (place->outside + PRIOR_TOKENS));
      paths[i] = (float) CLAMP (odds, -3, 3);
    }
  measure_ends (self, target, n_lines, ends);
}
