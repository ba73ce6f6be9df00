/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "extract/exm-declared.h"
#include "extract/exm-word-set.h"

#include <math.h>
#include <string.h>

/* title: how much of a line stands in the page's <title> and how much of the title in the
 * line; whether the line stands below the headline, and how far.
 * topic: how much of a line, its class path and its unit stands in what the page declares
 * itself to be about: title, description, headline; description: in the description
 * alone; declared: in a body that the page has as JSON-LD. */

/* A line with this much of the title is the headline, if it has no more besides. */
#define HEADLINE_SHARE .7f
#define HEADLINE_COVER .5f

typedef struct
{
  ExmWordSet title;
  ExmWordSet topic;
  ExmWordSet description;
} Sets;

static gboolean
names_description (const char *name)
{
  return strcmp (name, "description") == 0 || strcmp (name, "og:description") == 0
         || strcmp (name, "twitter:description") == 0;
}

static gboolean
names_title (const char *name)
{
  return strcmp (name, "og:title") == 0 || strcmp (name, "twitter:title") == 0
         || strcmp (name, "keywords") == 0 || strcmp (name, "news_keywords") == 0;
}

static void
add_slice (const ExmPageText *page, const ExmSlice *slice, Sets *sets)
{
  const char *name = exm_page_text_get_string (page, slice->name);
  const char *value = exm_page_text_get_string (page, slice->value);

  if (slice->kind == EXM_SLICE_TITLE)
    {
      exm_word_set_add_text (&sets->title, value);
      exm_word_set_add_text (&sets->topic, value);
    }
  else if (slice->kind == EXM_SLICE_META && names_description (name))
    {
      exm_word_set_add_text (&sets->description, value);
      exm_word_set_add_text (&sets->topic, value);
    }
  else if (slice->kind == EXM_SLICE_META && names_title (name))
    exm_word_set_add_text (&sets->topic, value);
}

static void
sets_init (Sets *sets, const ExmPageText *page)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);
  gsize n_title = 0, n_meta = 0;

  for (guint i = 0; i < n; i++)
    {
      gsize length = strlen (exm_page_text_get_string (page, slices[i].value));
      if (slices[i].kind == EXM_SLICE_TITLE)
        n_title += length;
      else if (slices[i].kind == EXM_SLICE_META)
        n_meta += length;
    }
  exm_word_set_init (&sets->title, n_title);
  exm_word_set_init (&sets->topic, n_title + n_meta);
  exm_word_set_init (&sets->description, n_meta);
  for (guint i = 0; i < n; i++)
    add_slice (page, &slices[i], sets);
}

static void
sets_clear (Sets *sets)
{
  exm_word_set_clear (&sets->title);
  exm_word_set_clear (&sets->topic);
  exm_word_set_clear (&sets->description);
}

static guint
count_in (const ExmSurvey *survey, guint row, const ExmWordSet *set)
{
  guint n = 0;

  if (set->n == 0)
    return 0;
  for (guint k = survey->first_tokens[row]; k < survey->first_tokens[row + 1]; k++)
    n += exm_word_set_has (set, survey->tokens[k]);
  return n;
}

static void
measure_row (const ExmSurvey *survey, guint row, const Sets *sets)
{
  float *columns = exm_survey_row (survey, row);
  guint n = survey->first_tokens[row + 1] - survey->first_tokens[row];
  float all = (float) MAX (n, 1);
  guint n_title = count_in (survey, row, &sets->title);

  columns[EXM_COLUMN_TITLE] = (float) n_title / all;
  columns[EXM_COLUMN_TITLE_COVER]
      = MIN ((float) n_title / (float) MAX (sets->title.n, 1), 1);
  columns[EXM_COLUMN_TOPIC] = (float) count_in (survey, row, &sets->topic) / all;
  columns[EXM_COLUMN_DESCRIPTION]
      = (float) count_in (survey, row, &sets->description) / all;
}

static void
measure_declared (const ExmSurvey *survey)
{
  g_autofree float *declared = exm_declared_measure (survey->page);
  gboolean any = FALSE;

  for (guint i = 0; i < survey->n_lines && !any; i++)
    any = declared[i] != 0;
  for (guint row = 0; any && row < survey->n_rows; row++)
    {
      exm_survey_row (survey, row)[EXM_COLUMN_DECLARED]
          = declared[survey->row_lines[row]];
      exm_survey_row (survey, row)[EXM_COLUMN_HAS_DECLARED] = 1;
    }
}

void
exm_feature_title (ExmSurvey *survey)
{
  g_autofree float *topics = g_new0 (float, survey->n_rows + 1);
  Sets sets;

  sets_init (&sets, survey->page);
  for (guint row = 0; row < survey->n_rows; row++)
    {
      measure_row (survey, row, &sets);
      topics[row] = exm_survey_row (survey, row)[EXM_COLUMN_TOPIC];
    }
  sets_clear (&sets);
  measure_declared (survey);
  exm_survey_group (survey, topics, TRUE, EXM_COLUMN_TOPIC_GROUP);
}

/* From which row on the headline is above: the last one of those like a headline that
 * stand above the anchor. */
void
exm_feature_headline (ExmSurvey *survey)
{
  guint headline = EXM_NONE, h1 = EXM_NONE;

  for (guint row = 0; row < survey->n_rows && row <= survey->anchor; row++)
    {
      const float *columns = exm_survey_row (survey, row);
      if (columns[EXM_COLUMN_TITLE] >= HEADLINE_SHARE
          && columns[EXM_COLUMN_TITLE_COVER] >= HEADLINE_COVER)
        headline = row;
      if (exm_survey_line (survey, row)->heading == 1)
        h1 = row;
    }
  for (guint row = 0; row < survey->n_rows; row++)
    {
      float *columns = exm_survey_row (survey, row);
      if (headline != EXM_NONE)
        {
          columns[EXM_COLUMN_TITLE_ABOVE] = row > headline ? 1 : -1;
          columns[EXM_COLUMN_TITLE_SINCE]
              = row > headline ? logf ((float) (row - headline)) : 0;
        }
      if (h1 != EXM_NONE)
        columns[EXM_COLUMN_H1_ABOVE] = row > h1 ? 1 : -1;
    }
}
