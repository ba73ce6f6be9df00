/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-region-model.h"

#include "extract/exm-line-kind.h"

#include <math.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Tokens that every place is given on both sides, so that a short line proves little. */
#define PRIOR_TOKENS 4.0

/* A place speaks for the body if at least this share of its text was marked, and against
 * it if it holds no more than this share of all that was marked; in between it is an
 * element around both, and its own ancestors and insides are asked. */
#define BODY_SHARE .7
#define NOISE_SHARE .02

/* A click says more of where the body is than of where it is not: the next page may have
 * a place that this one had no body in. */
#define MAX_ODDS 3.0f
#define MIN_ODDS -1.4f

/* Template lines before and behind the region that are remembered as its ends, and lines
 * there of which it is remembered that they were not taken in. */
#define N_ENDS 6

/* A longer line is prose, of which the paths tell. */
#define MAX_OPTIONAL_TOKENS 24u

/* One line that was seen in or out is no more than a hint. */
#define PRIOR_LINES .25f
typedef struct
{
  guint64 key;
  double inside; /* tokens of marked lines */
  double outside;
} Place;

struct _ExmRegionModel
{
  GPtrArray *examples; /* (owned) (element-type ExmPrepared): those with a region */
  GHashTable *names;   /* (owned) (element-type guint64 Place): class names and ids */
  GHashTable *paths;   /* (owned) (element-type guint64 Place): class paths of blocks */
  GHashTable *edges;   /* (owned) (element-type guint64 Place): the same, in lines, of
                        * those from before the regions to behind them */
  Place kinds[EXM_N_LINE_KINDS]; /* the same, by kind */
  double n_inside;
};

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

typedef void (*NameFunc) (guint64 key, gpointer data);

/* Calls @func for each class name and the id of @node, with its tag, digits folded. */
static void
visit_names (const ExmPageText *page, const ExmNode *node, NameFunc func, gpointer data)
{
  const guint32 offsets[] = { node->class_names, node->id };

  for (gsize k = 0; k < G_N_ELEMENTS (offsets); k++)
    for (const char *p = exm_page_text_get_string (page, offsets[k]); *p != '\0';)
      {
        char folded[128];
        gsize n = 0;

        p += strspn (p, " \t\n\r\f");
        folded[n++] = (char) node->tag;
        folded[n++] = k == 0 ? '.' : '#';
        for (; *p != '\0' && strchr (" \t\n\r\f", *p) == NULL; p++)
          {
            char c = g_ascii_isdigit (*p) ? '0' : *p;
            if (n < sizeof folded && (c != '0' || folded[n - 1] != '0'))
              folded[n++] = c;
          }
        if (n > 2)
          func (XXH3_64bits (folded, n), data);
      }
}

typedef struct
{
  GHashTable *names; /* (unowned) */
  double inside;
  double outside;
} Count;

static void
count_name (guint64 key, gpointer data)
{
  const Count *count = data;
  Place *place = ensure_place (count->names, key);

  place->inside += count->inside;
  place->outside += count->outside;
}

static void
learn_names (ExmRegionModel *self,
             const ExmPageText *page,
             double *inside,
             double *outside)
{
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  /* From the leaves up: an element holds what its children hold. */
  for (guint i = n_nodes; i-- > 0;)
    {
      Count count = { self->names, inside[i], outside[i] };
      if (inside[i] + outside[i] > 0)
        visit_names (page, &nodes[i], count_name, &count);
      if (nodes[i].parent == EXM_NONE)
        continue;
      inside[nodes[i].parent] += inside[i];
      outside[nodes[i].parent] += outside[i];
    }
}

static gboolean
is_optional (const ExmLine *line, guint8 kinds)
{
  return (line->flags & EXM_LINE_FLAGGED) == 0
         && (kinds != 0 || line->n_tokens <= MAX_OPTIONAL_TOKENS);
}

/* The line @n lines that are not flagged away from @line. */
static guint
walk (const ExmLine *lines, guint n_lines, guint line, gint step, guint n)
{
  guint at = line;

  for (gint i = (gint) line + step; n > 0 && i >= 0 && i < (gint) n_lines; i += step)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
      {
        at = (guint) i;
        n--;
      }
  return at;
}

static void
count_line (Place *place, gboolean in)
{
  *(in ? &place->inside : &place->outside) += 1;
}

/* Learns inclusions and exclusions from the lines before a region to those behind. */
static void
learn_inclusion (ExmRegionModel *self, const ExmPageText *page, const ExmRegion *region)
{
  guint n_lines, n_nodes, first, last;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  g_autofree guint8 *kinds = g_new0 (guint8, MAX (n_lines, 1));

  if (!exm_region_get_range (region, &first, &last))
    return;
  exm_line_kind_find (page, kinds);
  guint begin = walk (lines, n_lines, first, -1, N_ENDS);
  guint end = walk (lines, n_lines, last, 1, N_ENDS);
  for (guint i = begin; i <= end; i++)
    {
      gboolean in = exm_region_contains (region, i);
      if (!is_optional (&lines[i], kinds[i]))
        continue;
      count_line (ensure_place (self->edges, nodes[lines[i].block].class_path), in);
      for (guint k = 0; k < EXM_N_LINE_KINDS; k++)
        if (kinds[i] & (1u << k))
          count_line (&self->kinds[k], in);
    }
}

static void
learn_places (ExmRegionModel *self, const ExmPageText *page, const ExmRegion *region)
{
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  g_autofree double *inside = g_new0 (double, MAX (n_nodes, 1));
  g_autofree double *outside = g_new0 (double, MAX (n_nodes, 1));

  for (guint i = 0; i < n_lines; i++)
    {
      gboolean in = exm_region_contains (region, i);
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      Place *path = ensure_place (self->paths, nodes[lines[i].block].class_path);
      *(in ? &path->inside : &path->outside) += lines[i].n_tokens;
      *(in ? &inside[lines[i].node] : &outside[lines[i].node]) += lines[i].n_tokens;
      self->n_inside += in ? lines[i].n_tokens : 0;
    }
  learn_names (self, page, inside, outside);
}

ExmRegionModel *
exm_region_model_new (const ExmMethodInput *input)
{
  g_autoptr (ExmRegionModel) self = g_new0 (ExmRegionModel, 1);

  self->examples = g_ptr_array_new ();
  self->names = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->paths = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->edges = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  for (guint k = 0; k < input->n_examples; k++)
    {
      ExmPrepared *example = input->examples[k];
      const ExmRegion *region = exm_prepared_get_region (example);
      if (region == NULL)
        continue;
      g_ptr_array_add (self->examples, example);
      learn_places (self, exm_prepared_get_page (example), region);
      learn_inclusion (self, exm_prepared_get_page (example), region);
    }
  return self->examples->len > 0 ? g_steal_pointer (&self) : NULL;
}

void
exm_region_model_free (ExmRegionModel *self)
{
  g_ptr_array_unref (self->examples);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->paths);
  g_hash_table_unref (self->edges);
  g_free (self);
}

/* Log odds of body in @place, 0 if it holds both. */
static float
judge (const ExmRegionModel *self, const Place *place)
{
  double all = place->inside + place->outside;
  double odds = log ((place->inside + PRIOR_TOKENS) / (place->outside + PRIOR_TOKENS));

  if (place->inside >= BODY_SHARE * all)
    return (float) CLAMP (odds, 0, MAX_ODDS);
  if (place->inside <= NOISE_SHARE * self->n_inside)
    return (float) CLAMP (odds, MIN_ODDS, 0);
  return 0;
}

typedef struct
{
  const ExmRegionModel *model;
  float odds;
} Verdict;

static void
judge_name (guint64 key, gpointer data)
{
  Verdict *verdict = data;
  const Place *place = g_hash_table_lookup (verdict->model->names, &key);

  if (place == NULL)
    return;
  float odds = judge (verdict->model, place);
  if (fabsf (odds) > fabsf (verdict->odds))
    verdict->odds = odds;
}

/* The nearest element around a line whose names say something decides. */
static void
judge_nodes (const ExmRegionModel *self, const ExmPageText *page, float *odds)
{
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  for (guint i = 0; i < n_nodes; i++)
    {
      Verdict verdict = { .model = self };
      visit_names (page, &nodes[i], judge_name, &verdict);
      if (verdict.odds == 0 && nodes[i].parent != EXM_NONE)
        verdict.odds = odds[nodes[i].parent];
      odds[i] = verdict.odds;
    }
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

/* The line of @target that is the template line nearest to the region's end on
 * @example, walking from @line in steps of @step. */
static guint
find_end (const ExmPrepared *example, const ExmPrepared *target, gint line, gint step)
{
  guint n_lines;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (example), &n_lines);

  for (guint n = 0; n < N_ENDS && line >= 0 && line < (gint) n_lines; line += step)
    {
      if (lines[line].flags & EXM_LINE_FLAGGED)
        continue;
      n++;
      if (exm_prepared_count_key (example, lines[line].key) != 1)
        continue;
      guint found = find_unique (target, lines[line].key);
      if (found != EXM_NONE)
        return found;
    }
  return EXM_NONE;
}

static void
measure_ends (const ExmPrepared *example,
              const ExmPrepared *target,
              guint n,
              float share,
              float *ends)
{
  guint first, last;

  if (!exm_region_get_range (exm_prepared_get_region (example), &first, &last))
    return;
  guint before = find_end (example, target, (gint) first - 1, -1);
  guint behind = find_end (example, target, (gint) last + 1, 1);
  if (before != EXM_NONE && behind != EXM_NONE && before >= behind)
    return;
  for (guint i = 0; before != EXM_NONE && i <= before; i++)
    ends[i] -= share;
  for (guint i = behind; i < n; i++)
    ends[i] -= share;
}

static float
balance (const Place *place)
{
  double in = place->inside, out = place->outside;

  return (float) ((in - out) / (in + out + PRIOR_LINES));
}

/* The place says more than the kind, unless it held both. Short lines of a place that
 * held body are no less body for those before and behind it that were left out. */
static float
judge_inclusion (const ExmRegionModel *self, guint64 class_path, guint8 kinds)
{
  const Place *edge = g_hash_table_lookup (self->edges, &class_path);
  const Place *path = g_hash_table_lookup (self->paths, &class_path);
  float by_place = edge != NULL ? balance (edge) : 0, by_kind = 0;

  if (path != NULL && path->inside >= BODY_SHARE * (path->inside + path->outside))
    by_place = MAX (by_place, 0);

  for (guint k = 0; k < EXM_N_LINE_KINDS; k++)
    {
      float one = balance (&self->kinds[k]);
      if ((kinds & (1u << k)) && fabsf (one) > fabsf (by_kind))
        by_kind = one;
    }
  return fabsf (by_place) >= fabsf (by_kind) ? by_place : by_kind;
}

static void
measure_inclusion (const ExmRegionModel *self, const ExmPageText *page, float *inclusion)
{
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  g_autofree guint8 *kinds = g_new0 (guint8, MAX (n_lines, 1));

  exm_line_kind_find (page, kinds);
  for (guint i = 0; i < n_lines; i++)
    if (is_optional (&lines[i], kinds[i]))
      inclusion[i] = judge_inclusion (self, nodes[lines[i].block].class_path, kinds[i]);
}

void
exm_region_values_clear (ExmRegionValues *values)
{
  g_clear_pointer (&values->paths, g_free);
  g_clear_pointer (&values->ends, g_free);
  g_clear_pointer (&values->inclusion, g_free);
}

void
exm_region_model_measure (const ExmRegionModel *self,
                          const ExmPrepared *target,
                          ExmRegionValues *values)
{
  const ExmPageText *page = exm_prepared_get_page (target);
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  g_autofree float *odds = g_new0 (float, MAX (n_nodes, 1));

  values->paths = g_new0 (float, MAX (n_lines, 1));
  values->ends = g_new0 (float, MAX (n_lines, 1));
  values->inclusion = g_new0 (float, MAX (n_lines, 1));
  judge_nodes (self, page, odds);
  for (guint i = 0; i < n_lines; i++)
    {
      const guint64 key = nodes[lines[i].block].class_path;
      const Place *place = g_hash_table_lookup (self->paths, &key);
      values->paths[i] = place != NULL ? judge (self, place) : 0;
      if (values->paths[i] == 0)
        values->paths[i] = odds[lines[i].node];
    }
  for (guint k = 0; k < self->examples->len; k++)
    measure_ends (g_ptr_array_index (self->examples, k), target, n_lines,
                  1 / (float) self->examples->len, values->ends);
  measure_inclusion (self, page, values->inclusion);
}
