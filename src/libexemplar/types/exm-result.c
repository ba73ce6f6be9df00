/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-result.h"

#include <glib/gi18n-lib.h>

struct _ExmResult
{
  gatomicrefcount ref_count;
  ExmResultData data; /* (owned) */
};

G_DEFINE_BOXED_TYPE (ExmResult, exm_result, exm_result_ref, exm_result_unref)

static void
clear_lane (void *lane)
{
  g_free (((ExmLane *) lane)->values);
  g_free (((ExmLane *) lane)->contributions);
}

static void
clear_answer (void *answer)
{
  g_free (((ExmAnswer *) answer)->text);
}

void
exm_result_data_init (ExmResultData *data, const char *method, guint n_lines)
{
  *data = (ExmResultData){
    .method = method,
    .n_lines = n_lines,
    .verdicts = g_new0 (guint8, n_lines),
    .evidence = g_new0 (float, n_lines),
    .weights = g_new0 (double, n_lines),
    .lanes = g_array_new (FALSE, TRUE, sizeof (ExmLane)),
    .answers = g_array_new (FALSE, FALSE, sizeof (ExmAnswer)),
    .head = G_MAXUINT32,
    .tail = G_MAXUINT32,
    .strength = 1,
    .template_similarity = -1,
    .agreement = -1,
    .fits = TRUE,
  };
  g_array_set_clear_func (data->lanes, clear_lane);
  g_array_set_clear_func (data->answers, clear_answer);
}

ExmLane *
exm_result_data_add_lane (ExmResultData *data, const char *id)
{
  ExmLane lane = {
    .id = id,
    .values = g_new0 (float, data->n_lines),
    .contributions = g_new0 (float, data->n_lines),
  };
  g_array_append_val (data->lanes, lane);
  return &g_array_index (data->lanes, ExmLane, data->lanes->len - 1);
}

void
exm_result_data_add_answer (ExmResultData *data,
                            ExmAnswerKind kind,
                            guint line,
                            const char *text)
{
  const ExmAnswer answer = { .kind = kind, .line = line, .text = g_strdup (text) };

  g_array_append_val (data->answers, answer);
}

const char *
exm_answer_kind_get_name (ExmAnswerKind kind)
{
  static const char *const names[] = {
    [EXM_ANSWER_TITLE] = "title",
    [EXM_ANSWER_DATE] = "date",
    [EXM_ANSWER_RELATED] = "related",
  };
  return names[kind];
}

void
exm_result_data_copy (const ExmResultData *data, ExmResultData *copy)
{
  const guint n = data->n_lines;

  *copy = *data;
  copy->verdicts = g_memdup2 (data->verdicts, n * sizeof *copy->verdicts);
  copy->evidence = g_memdup2 (data->evidence, n * sizeof *copy->evidence);
  copy->weights = g_memdup2 (data->weights, n * sizeof *copy->weights);
  copy->blocks = data->blocks != NULL ? g_array_copy (data->blocks) : NULL;
  copy->lanes = g_array_copy (data->lanes);
  /* The copy of an array has no clear function of its own. */
  g_array_set_clear_func (copy->lanes, clear_lane);
  for (guint i = 0; i < copy->lanes->len; i++)
    {
      ExmLane *lane = &g_array_index (copy->lanes, ExmLane, i);
      lane->values = g_memdup2 (lane->values, n * sizeof *lane->values);
      lane->contributions
          = g_memdup2 (lane->contributions, n * sizeof *lane->contributions);
    }
  copy->places = data->places != NULL ? g_array_copy (data->places) : NULL;
  copy->answers = g_array_copy (data->answers);
  g_array_set_clear_func (copy->answers, clear_answer);
  for (guint i = 0; i < copy->answers->len; i++)
    {
      ExmAnswer *answer = &g_array_index (copy->answers, ExmAnswer, i);
      answer->text = g_strdup (answer->text);
    }
}

void
exm_result_data_clear (ExmResultData *data)
{
  g_clear_pointer (&data->verdicts, g_free);
  g_clear_pointer (&data->evidence, g_free);
  g_clear_pointer (&data->weights, g_free);
  g_clear_pointer (&data->lanes, g_array_unref);
  g_clear_pointer (&data->blocks, g_array_unref);
  g_clear_pointer (&data->answers, g_array_unref);
  g_clear_pointer (&data->places, g_array_unref);
}

ExmResult *
exm_result_new (ExmResultData *data)
{
  ExmResult *self = g_new0 (ExmResult, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->data = *data;
  *data = (ExmResultData){ 0 };
  return self;
}

ExmResult *
exm_result_ref (ExmResult *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_result_unref (ExmResult *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  exm_result_data_clear (&self->data);
  g_free (self);
}

const ExmResultData *
exm_result_get (const ExmResult *self)
{
  return &self->data;
}

ExmSureness
exm_sureness_from_confidence (double confidence)
{
  if (confidence >= EXM_CONFIDENCE_SURE)
    return EXM_SURE;
  return confidence >= EXM_CONFIDENCE_LOOK ? EXM_TAKE_A_LOOK : EXM_NOT_SURE;
}

guint
exm_confidence_get_percent (double confidence)
{
  /* .97 is not exactly 97 hundredths. */
  return confidence > 0 ? (guint) (confidence * 100 + 1e-6) : 0;
}

const char *
exm_sureness_get_name (ExmSureness sureness)
{
  switch (sureness)
    {
    case EXM_SURE:
      return "sure";
    case EXM_TAKE_A_LOOK:
      return "look";
    case EXM_NOT_SURE:
      return "not-sure";
    default:
      g_return_val_if_reached ("");
    }
}

const char *
exm_sureness_describe (double confidence)
{
  switch (exm_sureness_from_confidence (confidence))
    {
    case EXM_SURE:
      return _ ("Sure");
    case EXM_TAKE_A_LOOK:
      return _ ("Take a look");
    case EXM_NOT_SURE:
    default:
      return _ ("Not sure");
    }
}
