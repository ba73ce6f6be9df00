/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include <math.h>
#include <string.h>

/* region: what the body that the operator marked on examples teaches: log odds of body by
 * where a line hangs: by names around it, whole class path, its last three elements, the
 * element itself, and tags alone; whether it is inside the element that held all of the
 * body; whether the very line was marked, or was there and not marked.
 * ends: whether it lies beyond the template lines that framed the body there.
 * preferences: whether headline, byline, date and captions were in or out there. */

/* Tokens that every place is given on both sides, so that a short line proves little. */
#define PRIOR_TOKENS 4.0

#define MAX_ODDS 4.0

#define REACH 3

typedef enum
{
  BY_PATH,
  BY_LAST_3,
  BY_OWN,
  BY_TAGS,
  N_KEYS,
} KeyKind;

static const ExmColumn key_columns[N_KEYS] = {
  EXM_COLUMN_REGION_PATH,
  EXM_COLUMN_REGION_LAST_3,
  EXM_COLUMN_REGION_OWN,
  EXM_COLUMN_REGION_TAGS,
};

typedef struct
{
  guint64 key;
  double inside;
  double outside;
} Place;

typedef struct
{
  GHashTable *places[N_KEYS]; /* (owned) (element-type guint64 Place) */
  GHashTable *containers;     /* (owned) (element-type guint64): class paths */
  double n_inside;
  guint n_regions;
} Taught;

static guint64
mix (guint64 a, guint64 b)
{
  return (a ^ (b + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (a << 6) + (a >> 2)))
         * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
}

static void
get_keys (const ExmNode *nodes, guint block, guint64 keys[N_KEYS])
{
  guint64 last = 0;

  for (guint k = 0, node = block; k < 3 && node != EXM_NONE; k++)
    {
      last = mix (last, nodes[node].own);
      node = nodes[node].parent;
    }
  keys[BY_PATH] = nodes[block].class_path;
  keys[BY_LAST_3] = last;
  keys[BY_OWN] = nodes[block].own;
  keys[BY_TAGS] = nodes[block].block_path;
}

static void
teach_line (Taught *taught, const ExmNode *nodes, const ExmLine *line, gboolean inside)
{
  guint64 keys[N_KEYS];

  get_keys (nodes, line->block, keys);
  for (guint k = 0; k < N_KEYS; k++)
    {
      Place *place = g_hash_table_lookup (taught->places[k], &keys[k]);
      if (place == NULL)
        {
          place = g_new0 (Place, 1);
          place->key = keys[k];
          g_hash_table_insert (taught->places[k], &place->key, place);
        }
      *(inside ? &place->inside : &place->outside) += line->n_tokens;
    }
  taught->n_inside += inside ? line->n_tokens : 0;
}

/* The innermost element that holds all marked lines. */
static guint
find_container (const ExmNode *nodes,
                const ExmLine *lines,
                guint n_lines,
                const ExmRegion *region)
{
  guint found = EXM_NONE;

  for (guint i = 0; i < n_lines; i++)
    {
      guint node = lines[i].block;
      if (!exm_region_contains (region, i))
        continue;
      if (found == EXM_NONE)
        found = nodes[node].parent != EXM_NONE ? nodes[node].parent : node;
      while (found != node)
        {
          guint *deeper = nodes[found].depth >= nodes[node].depth ? &found : &node;
          if (nodes[*deeper].parent == EXM_NONE)
            break;
          *deeper = nodes[*deeper].parent;
        }
    }
  return found;
}

static void
teach (Taught *taught, const ExmPrepared *example)
{
  const ExmPageText *page = exm_prepared_get_page (example);
  const ExmRegion *region = exm_prepared_get_region (example);
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  for (guint i = 0; i < n_lines; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
      teach_line (taught, nodes, &lines[i], exm_region_contains (region, i));
  guint container = find_container (nodes, lines, n_lines, region);
  if (container != EXM_NONE)
    g_hash_table_add (taught->containers, g_memdup2 (&nodes[container].class_path,
                                                     sizeof nodes[container].class_path));
  taught->n_regions++;
}

static float
get_odds (const Place *place)
{
  if (place == NULL)
    return 0;
  double odds = log ((place->inside + PRIOR_TOKENS) / (place->outside + PRIOR_TOKENS));
  return (float) CLAMP (odds, -MAX_ODDS, MAX_ODDS);
}

static void
measure_row (const ExmSurvey *survey,
             const Taught *taught,
             const guint8 *inside,
             guint row)
{
  const ExmLine *line = exm_survey_line (survey, row);
  float *columns = exm_survey_row (survey, row);
  guint64 keys[N_KEYS];

  get_keys (survey->nodes, line->block, keys);
  for (guint k = 0; k < N_KEYS; k++)
    columns[key_columns[k]]
        = get_odds (g_hash_table_lookup (taught->places[k], &keys[k]));
  columns[EXM_COLUMN_REGION_PATH_THERE]
      = g_hash_table_contains (taught->places[BY_PATH], &keys[BY_PATH]);
  columns[EXM_COLUMN_REGION_CONTAINER] = inside[line->block];
  columns[EXM_COLUMN_REGION_LENGTH] = logf (1 + (float) taught->n_inside);
  for (guint k = 0; k < survey->input->n_examples; k++)
    {
      const ExmPrepared *example = survey->input->examples[k];
      guint n_in = exm_prepared_count_key_inside (example, line->key);
      if (exm_prepared_get_region (example) == NULL)
        continue;
      if (n_in > 0)
        columns[EXM_COLUMN_REGION_KNOWN_IN] = 1;
      if (exm_prepared_count_key (example, line->key) > n_in)
        columns[EXM_COLUMN_REGION_KNOWN_OUT] = 1;
    }
}

/* Fills the column with the region model of the hand rules. */
static void
measure_model (ExmSurvey *survey)
{
  const ExmRegionValues *values = &survey->compared.region;
  gboolean begun = FALSE;

  for (guint row = 0; row < survey->n_rows; row++)
    {
      float *columns = exm_survey_row (survey, row);
      guint line = survey->row_lines[row];
      begun |= values->ends[line] >= 0;
      columns[EXM_COLUMN_REGION] = values->paths[line];
      columns[EXM_COLUMN_ENDS] = values->ends[line];
      columns[begun ? EXM_COLUMN_ENDS_BEHIND : EXM_COLUMN_ENDS_BEFORE]
          = -values->ends[line];
      columns[EXM_COLUMN_INCLUSION] = values->inclusion[line];
    }
}

static void
taught_init (Taught *taught)
{
  memset (taught, 0, sizeof *taught);
  for (guint k = 0; k < N_KEYS; k++)
    taught->places[k] = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  taught->containers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

static void
taught_clear (Taught *taught)
{
  for (guint k = 0; k < N_KEYS; k++)
    g_hash_table_unref (taught->places[k]);
  g_hash_table_unref (taught->containers);
}

static void
measure (ExmSurvey *survey, const Taught *taught)
{
  g_autofree guint8 *inside = g_new0 (guint8, survey->n_nodes + 1);
  g_autofree float *odds = g_new0 (float, survey->n_rows + 1);

  for (guint i = 0; i < survey->n_nodes; i++)
    {
      guint parent = survey->nodes[i].parent;
      inside[i]
          = (parent != EXM_NONE && inside[parent])
            || g_hash_table_contains (taught->containers, &survey->nodes[i].class_path);
    }
  for (guint row = 0; row < survey->n_rows; row++)
    {
      measure_row (survey, taught, inside, row);
      odds[row] = exm_survey_row (survey, row)[EXM_COLUMN_REGION_LAST_3];
    }
  exm_survey_shift (survey, odds, -1, EXM_COLUMN_REGION_BEFORE);
  exm_survey_shift (survey, odds, 1, EXM_COLUMN_REGION_BEHIND);
  exm_survey_around (survey, odds, TRUE, REACH, EXM_COLUMN_REGION_GROUP);
  measure_model (survey);
}

void
exm_feature_region (ExmSurvey *survey)
{
  Taught taught;

  taught_init (&taught);
  for (guint k = 0; k < survey->input->n_examples; k++)
    if (exm_prepared_get_region (survey->input->examples[k]) != NULL)
      teach (&taught, survey->input->examples[k]);
  if (taught.n_regions > 0)
    measure (survey, &taught);
  taught_clear (&taught);
}
