/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What views ask of an analysis. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis-private.h"
#include "app/analysis/exm-line-reasons.h"
#include "article/exm-body.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static ExmAnalysisPage *
get_example (ExmAnalysis *self, guint index)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return index < self->examples->len ? g_ptr_array_index (self->examples, index) : NULL;
}

static ExmPageText *
get_text (const ExmAnalysisPage *page)
{
  return page != NULL && page->prepared != NULL ? exm_prepared_get_page (page->prepared)
                                                : NULL;
}

guint
exm_analysis_get_n_examples (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), 0);

  return self->examples->len;
}

const char *
exm_analysis_get_method (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->method != NULL ? self->method : EXM_METHOD_DEFAULT;
}

const char *
exm_analysis_get_parameters (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->parameters;
}

const GPtrArray *
exm_analysis_get_models (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->models;
}

ExmChartLanes *
exm_analysis_get_lanes (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->lanes;
}

ExmPageText *
exm_analysis_get_example_page (ExmAnalysis *self, guint index)
{
  return get_text (get_example (self, index));
}

ExmPageText *
exm_analysis_get_page (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return get_text (self->target);
}

const char *
exm_analysis_get_example_url (ExmAnalysis *self, guint index)
{
  const ExmAnalysisPage *page = get_example (self, index);

  return page != NULL ? page->url : NULL;
}

const char *
exm_analysis_get_target_url (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->target != NULL ? self->target->url : NULL;
}

GBytes *
exm_analysis_get_target_bytes (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->target != NULL ? self->target->bytes : NULL;
}

const char *
exm_analysis_get_example_charset (ExmAnalysis *self, guint index)
{
  const ExmAnalysisPage *page = get_example (self, index);

  return page != NULL ? page->charset : NULL;
}

const char *
exm_analysis_get_target_charset (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->target != NULL ? self->target->charset : NULL;
}

guint
exm_analysis_get_window (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), 0);

  return self->window;
}

gboolean
exm_analysis_get_literal (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  return self->literal;
}

gboolean
exm_analysis_get_force (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  return self->force;
}

ExmAnalysisState
exm_analysis_get_state (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), EXM_ANALYSIS_EMPTY);

  return self->state;
}

gboolean
exm_analysis_get_busy (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  return self->busy;
}

const char *
exm_analysis_get_message (ExmAnalysis *self, ExmAnalysisPlace *place)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  if (place != NULL)
    *place = self->place;
  return self->message;
}

ExmResult *
exm_analysis_get_result (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->result;
}

ExmMetadata *
exm_analysis_get_metadata (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->metadata;
}

const guint8 *
exm_analysis_get_verdicts (ExmAnalysis *self, guint *n)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  *n = self->shown.n_lines;
  return self->shown.verdicts;
}

guint
exm_analysis_get_head (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), EXM_NONE);

  return self->shown.head;
}

guint
exm_analysis_get_tail (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), EXM_NONE);

  return self->shown.tail;
}

ExmResult *
exm_analysis_dup_shown_result (ExmAnalysis *self)
{
  ExmResultData shown;
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  if (self->result == NULL)
    return NULL;
  const ExmResultData *data = exm_result_get (self->result);
  exm_result_data_init (&shown, data->method, data->n_lines);
  memcpy (shown.verdicts, self->shown.verdicts, data->n_lines);
  shown.head = self->shown.head;
  shown.tail = self->shown.tail;
  shown.margin = data->margin;
  shown.strength = data->strength;
  shown.template_similarity = data->template_similarity;
  shown.fits = data->fits;
  shown.confidence = data->confidence;
  return exm_result_new (&shown);
}

ExmShownBlocks *
exm_analysis_get_blocks (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->blocks;
}

ExmResult *
exm_analysis_get_example_result (ExmAnalysis *self, guint index)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->example_results != NULL && index < self->example_results->len
             ? g_ptr_array_index (self->example_results, index)
             : NULL;
}

const guint8 *
exm_analysis_get_example_verdicts (ExmAnalysis *self, guint index, guint *n)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  *n = 0;
  ExmResult *result = exm_analysis_get_example_result (self, index);
  if (result == NULL || !exm_analysis_get_fits (self))
    return NULL;
  *n = exm_result_get (result)->n_lines;
  return exm_result_get (result)->verdicts;
}

const char *
exm_analysis_get_body_text (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), "");

  if (self->body_text == NULL)
    {
      ExmPageText *page = exm_analysis_get_page (self);
      GString *out = g_string_new (NULL);
      for (guint i = 0; page != NULL && i < self->shown.n_lines; i++)
        {
          if (self->shown.verdicts[i] != EXM_VERDICT_KEPT)
            continue;
          if (out->len > 0)
            g_string_append_c (out, '\n');
          g_string_append (out, exm_page_text_get_line (page, i));
        }
      self->body_text = g_string_free (out, FALSE);
    }
  return self->body_text;
}

void
exm_analysis_count_body (ExmAnalysis *self, guint *n_lines, guint *n_chars)
{
  guint n, lines_inside = 0, chars_inside = 0;
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  ExmPageText *page = exm_analysis_get_page (self);
  const ExmLine *lines = page != NULL ? exm_page_text_get_lines (page, &n) : NULL;
  for (guint i = 0; lines != NULL && i < self->shown.n_lines; i++)
    if (self->shown.verdicts[i] == EXM_VERDICT_KEPT)
      {
        lines_inside++;
        chars_inside += lines[i].n_chars;
      }
  if (n_lines != NULL)
    *n_lines = lines_inside;
  if (n_chars != NULL)
    /* The breaks between lines are part of the text. */
    *n_chars = chars_inside + (lines_inside > 0 ? lines_inside - 1 : 0);
}

gboolean
exm_analysis_get_fits (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), TRUE);

  return self->result == NULL || exm_result_get (self->result)->fits;
}

double
exm_analysis_get_confidence (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), -1);

  return self->result != NULL ? exm_result_get (self->result)->confidence : -1;
}

ExmSureness
exm_analysis_get_sureness (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), EXM_NOT_SURE);

  return exm_sureness_from_confidence (exm_analysis_get_confidence (self));
}

char *
exm_analysis_dup_why (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  if (self->result == NULL)
    return g_strdup ("");
  const ExmResultData *data = exm_result_get (self->result);
  GString *why = g_string_new (NULL);
  ExmPageText *page = exm_analysis_get_page (self);
  if (page != NULL && exm_page_text_get_cut (page))
    g_string_append (why, _ ("the page arrived incomplete"));
  else if (data->same_article)
    g_string_append (why, _ ("an example holds the same article and was left out"));
  else if (data->template_similarity >= 0)
    g_string_append_printf (why, _ ("%.0f%% same layout"),
                            data->template_similarity * 100);
  if (data->head == EXM_NONE)
    {
      g_string_append (why, why->len > 0 ? ", " : "");
      g_string_append (why, _ ("no running text that the example lacks"));
    }
  else if (data->margin < .2)
    {
      g_string_append (why, why->len > 0 ? ", " : "");
      g_string_append (why, _ ("another part is nearly as likely"));
    }
  else if (data->strength < .5)
    {
      g_string_append (why, why->len > 0 ? ", " : "");
      g_string_append (why, _ ("weak evidence inside"));
    }
  return g_string_free (why, FALSE);
}

char **
exm_analysis_dup_reasons (ExmAnalysis *self, guint line)
{
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  ExmPageText *page = exm_analysis_get_page (self);
  ExmLineLabel label = exm_analysis_get_line_label (self, line);
  if (label == EXM_LINE_LABEL_BODY)
    g_strv_builder_add (all, _ ("You marked it as body"));
  else if (label == EXM_LINE_LABEL_NOISE)
    g_strv_builder_add (all, _ ("You marked it as noise"));
  if (self->result != NULL && page != NULL && line < self->shown.n_lines)
    {
      g_auto (GStrv) found
          = exm_line_reasons_dup (page, exm_result_get (self->result), line,
                                  self->shown.verdicts[line] == EXM_VERDICT_KEPT);
      g_strv_builder_addv (all, (const char **) found);
    }
  return g_strv_builder_end (all);
}

static guint
find_line (ExmPageText *from, ExmPageText *in, guint line)
{
  guint n_from, n_in, best = EXM_NONE, distance = G_MAXUINT;

  if (from == NULL || in == NULL)
    return EXM_NONE;
  const ExmLine *lines = exm_page_text_get_lines (from, &n_from),
                *others = exm_page_text_get_lines (in, &n_in);
  if (line >= n_from)
    return EXM_NONE;
  for (guint i = 0; i < n_in; i++)
    {
      guint away = i > line ? i - line : line - i;
      if (others[i].key == lines[line].key && away < distance)
        {
          best = i;
          distance = away;
        }
    }
  return best;
}

guint
exm_analysis_find_in_example (ExmAnalysis *self, guint line)
{
  return find_line (exm_analysis_get_page (self), exm_analysis_get_example_page (self, 0),
                    line);
}

guint
exm_analysis_find_in_target (ExmAnalysis *self, guint line)
{
  return find_line (exm_analysis_get_example_page (self, 0), exm_analysis_get_page (self),
                    line);
}

guint
exm_analysis_get_hover_line (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), EXM_NONE);

  return self->hover_line;
}

guint
exm_analysis_get_current_line (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), EXM_NONE);

  return self->current_line;
}

void
exm_analysis_activate_example_line (ExmAnalysis *self, guint line)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  g_signal_emit_by_name (self, "example-line-activated", line);
}
