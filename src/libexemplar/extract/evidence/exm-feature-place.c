/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include <math.h>

/* place: what HTML itself calls the elements around a line: nav, header, footer, aside,
 * form against the body; article and main for it; and which of a page's articles. */

/* An element that holds more of the page than this is its frame: it says nothing. */
#define FRAME_SHARE .7

/* A bit an element. */
typedef enum
{
  IN_NAV = 1 << 0,
  IN_HEADER = 1 << 1,
  IN_FOOTER = 1 << 2,
  IN_ASIDE = 1 << 3,
  IN_FORM = 1 << 4,
  IN_ARTICLE = 1 << 5,
  IN_MAIN = 1 << 6,
  IN_FIGURE = 1 << 7,
  IN_LIST = 1 << 8,
  IN_TABLE = 1 << 9,
} Place;

typedef struct
{
  guint16 place;
  guint8 depth;     /* articles around */
  guint16 articles; /* outermost articles up to and with this one; 0 outside */
} Around;

static guint
get_place (ExmTag tag)
{
  switch (tag)
    {
    case EXM_TAG_NAV:
    case EXM_TAG_MENU:
      return IN_NAV;
    case EXM_TAG_HEADER:
      return IN_HEADER;
    case EXM_TAG_FOOTER:
    case EXM_TAG_ADDRESS:
      return IN_FOOTER;
    case EXM_TAG_ASIDE:
      return IN_ASIDE;
    case EXM_TAG_FORM:
    case EXM_TAG_BUTTON:
    case EXM_TAG_FIELDSET:
      return IN_FORM;
    case EXM_TAG_ARTICLE:
      return IN_ARTICLE;
    case EXM_TAG_MAIN:
      return IN_MAIN;
    case EXM_TAG_FIGURE:
    case EXM_TAG_FIGCAPTION:
      return IN_FIGURE;
    case EXM_TAG_UL:
    case EXM_TAG_OL:
    case EXM_TAG_DL:
      return IN_LIST;
    case EXM_TAG_TABLE:
      return IN_TABLE;
    default:
      return 0;
    }
}

static void
measure_nodes (const ExmSurvey *survey, Around *around)
{
  double page_chars = survey->n_nodes > 0 ? survey->nodes[0].n_chars : 0;
  guint16 n_articles = 0;

  for (guint i = 0; i < survey->n_nodes; i++)
    {
      const ExmNode *node = &survey->nodes[i];
      guint place = get_place (node->tag);
      gboolean frame = node->n_chars > FRAME_SHARE * page_chars;
      if (node->parent != EXM_NONE)
        around[i] = around[node->parent];
      if (frame && (place & (IN_ARTICLE | IN_MAIN | IN_TABLE)) == 0)
        continue;
      around[i].place |= (guint16) place;
      if (place != IN_ARTICLE || node->n_chars == 0)
        continue;
      if (around[i].depth == 0)
        around[i].articles = n_articles < G_MAXUINT16 ? ++n_articles : n_articles;
      around[i].depth += around[i].depth < G_MAXUINT8;
    }
}

static void
measure_row (float *columns, const Around *around, const Around *anchor)
{
  guint place = around->place;

  columns[EXM_COLUMN_IN_NAV] = (place & IN_NAV) != 0;
  columns[EXM_COLUMN_IN_HEADER] = (place & IN_HEADER) != 0;
  columns[EXM_COLUMN_IN_FOOTER] = (place & IN_FOOTER) != 0;
  columns[EXM_COLUMN_IN_ASIDE] = (place & IN_ASIDE) != 0;
  columns[EXM_COLUMN_IN_FORM] = (place & IN_FORM) != 0;
  columns[EXM_COLUMN_IN_ARTICLE] = (place & IN_ARTICLE) != 0;
  columns[EXM_COLUMN_IN_MAIN] = (place & IN_MAIN) != 0;
  columns[EXM_COLUMN_IN_FIGURE] = (place & IN_FIGURE) != 0;
  columns[EXM_COLUMN_IN_LIST] = (place & IN_LIST) != 0;
  columns[EXM_COLUMN_IN_TABLE] = (place & IN_TABLE) != 0;
  columns[EXM_COLUMN_PLACE]
      = (float) ((place & (IN_ARTICLE | IN_MAIN)) != 0)
        - (float) ((place & (IN_NAV | IN_HEADER | IN_FOOTER | IN_ASIDE | IN_FORM)) != 0);
  columns[EXM_COLUMN_ARTICLE_INDEX] = logf (1 + (float) around->articles);
  columns[EXM_COLUMN_ARTICLE_OTHER] = around->articles != anchor->articles;
  columns[EXM_COLUMN_ARTICLE_DEPTH] = MIN (around->depth, 4);
}

void
exm_feature_place (ExmSurvey *survey)
{
  g_autofree Around *around = g_new0 (Around, survey->n_nodes + 1);
  guint n_articles = 0;

  if (survey->n_rows == 0)
    return;
  measure_nodes (survey, around);
  const Around *anchor = &around[exm_survey_line (survey, survey->anchor)->node];
  for (guint row = 0; row < survey->n_rows; row++)
    {
      const Around *here = &around[exm_survey_line (survey, row)->node];
      measure_row (exm_survey_row (survey, row), here, anchor);
      n_articles = MAX (n_articles, here->articles);
    }
  for (guint row = 0; row < survey->n_rows; row++)
    exm_survey_row (survey, row)[EXM_COLUMN_PAGE_ARTICLES]
        = logf (1 + (float) n_articles);
}
