/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-corrections.h"

#include <string.h>

/* A line that comes inside by a correction is trimmed if the evidence is clearly against
 * it, as the method does. */
#define TRIM_BELOW (-.5f)

/* An end that was moved over more lines than this was wrong altogether: the farther ones
 * say nothing of the template. */
#define MAX_MOVED_OVER 12u

void
exm_corrections_init (ExmCorrections *self)
{
  self->head = self->tail = EXM_NONE;
  self->labels = g_hash_table_new (NULL, NULL);
}

void
exm_corrections_clear (ExmCorrections *self)
{
  g_clear_pointer (&self->labels, g_hash_table_unref);
}

static ExmLineLabel
get_label (const ExmCorrections *self, guint line)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->labels, GUINT_TO_POINTER (line)));
}

static void
stretch (const ExmCorrections *self, guint n_lines, guint *head, guint *tail)
{
  GHashTableIter iter;
  gpointer key, label;

  g_hash_table_iter_init (&iter, self->labels);
  while (g_hash_table_iter_next (&iter, &key, &label))
    {
      guint line = GPOINTER_TO_UINT (key);
      if (GPOINTER_TO_UINT (label) != EXM_LINE_LABEL_BODY || line >= n_lines)
        continue;
      if (*head == EXM_NONE)
        *head = *tail = line;
      *head = MIN (*head, line);
      *tail = MAX (*tail, line);
    }
}

static ExmVerdict
judge (const ExmCorrections *self,
       const ExmLine *line,
       const ExmResultData *data,
       guint i,
       gboolean asked_for)
{
  switch (get_label (self, i))
    {
    case EXM_LINE_LABEL_BODY:
      return EXM_VERDICT_KEPT;
    case EXM_LINE_LABEL_NOISE:
      return EXM_VERDICT_TRIMMED;
    case EXM_LINE_LABEL_AUTO:
    default:
      break;
    }
  if (data->head != EXM_NONE && i >= data->head && i <= data->tail)
    return data->verdicts[i];
  if ((line->flags & EXM_LINE_FLAGGED) != 0)
    return EXM_VERDICT_DROPPED;
  /* The line that the operator put a boundary on is wanted, whatever speaks against it.
   */
  return asked_for || data->evidence[i] >= TRIM_BELOW ? EXM_VERDICT_KEPT
                                                      : EXM_VERDICT_TRIMMED;
}

void
exm_corrections_apply (const ExmCorrections *self,
                       const ExmPageText *page,
                       const ExmResultData *data,
                       guint8 *verdicts,
                       guint *head,
                       guint *tail)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  guint first = self->head < n_lines ? self->head : data->head;
  guint last = self->tail < n_lines ? self->tail : data->tail;

  if (first == EXM_NONE)
    first = last;
  if (last == EXM_NONE || last < first)
    last = first;
  stretch (self, n_lines, &first, &last);

  memset (verdicts, EXM_VERDICT_DROPPED, n_lines);
  *head = *tail = EXM_NONE;
  if (first == EXM_NONE)
    return;
  for (guint i = first; i <= last; i++)
    {
      gboolean asked_for = i == self->head || i == self->tail;
      verdicts[i] = (guint8) judge (self, &lines[i], data, i, asked_for);
      if (verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      if (*head == EXM_NONE)
        *head = i;
      *tail = i;
    }
  /* Mark lines that were excluded at an end as outside. */
  for (guint i = first; i <= last; i++)
    if (*head == EXM_NONE || i < *head || i > *tail)
      verdicts[i] = EXM_VERDICT_DROPPED;
}

ExmResult *
exm_corrections_obey (const ExmPageText *page,
                      const ExmResult *result,
                      const ExmLabel *labels,
                      guint n_labels)
{
  const ExmResultData *found = exm_result_get (result);
  g_auto (ExmCorrections) corrections = { 0 };
  ExmResultData data;

  exm_corrections_init (&corrections);
  exm_corrections_take (&corrections, page, labels, n_labels);
  exm_result_data_copy (found, &data);
  exm_corrections_apply (&corrections, page, found, data.verdicts, &data.head,
                         &data.tail);
  return exm_result_new (&data);
}

void
exm_corrections_take (ExmCorrections *self,
                      const ExmPageText *page,
                      const ExmLabel *labels,
                      guint n_labels)
{
  for (guint i = 0; i < n_labels; i++)
    {
      guint line = exm_label_find (&labels[i], page);
      if (line == EXM_NONE)
        continue;
      switch (labels[i].kind)
        {
        case EXM_LABEL_START:
          self->head = line;
          break;
        case EXM_LABEL_END:
          self->tail = line;
          break;
        case EXM_LABEL_BODY:
          g_hash_table_insert (self->labels, GUINT_TO_POINTER (line),
                               GUINT_TO_POINTER (EXM_LINE_LABEL_BODY));
          break;
        case EXM_LABEL_NOISE:
          g_hash_table_insert (self->labels, GUINT_TO_POINTER (line),
                               GUINT_TO_POINTER (EXM_LINE_LABEL_NOISE));
          break;
        case EXM_LABEL_TAKEN:
        case EXM_LABEL_CUT:
        default:
          /* They follow from the ends. */
          break;
        }
    }
}

static void
add (GArray *list, const ExmPageText *page, guint line, ExmLabelKind kind)
{
  if (list->len >= EXM_MAX_PAGE_LABELS)
    return;
  const ExmLabel label = exm_label_make (page, line, kind);
  g_array_append_val (list, label);
}

/* The lines from @first to before @end, the last ones first if @from_end. */
static void
add_moved_over (const ExmCorrections *self,
                GArray *list,
                const ExmPageText *page,
                guint first,
                guint end,
                gboolean from_end,
                ExmLabelKind kind)
{
  guint n_lines, n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint k = 0; first + k < end && n < MAX_MOVED_OVER; k++)
    {
      guint line = from_end ? end - 1 - k : first + k;
      if ((lines[line].flags & EXM_LINE_FLAGGED)
          || get_label (self, line) != EXM_LINE_LABEL_AUTO)
        continue;
      add (list, page, line, kind);
      n++;
    }
}

GArray *
exm_corrections_list (const ExmCorrections *self,
                      const ExmPageText *page,
                      const ExmResultData *data)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ExmLabel));
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines && g_hash_table_size (self->labels) > 0; i++)
    {
      ExmLineLabel label = get_label (self, i);
      if (label != EXM_LINE_LABEL_AUTO)
        add (list, page, i,
             label == EXM_LINE_LABEL_BODY ? EXM_LABEL_BODY : EXM_LABEL_NOISE);
    }
  if (self->head < n_lines)
    add (list, page, self->head, EXM_LABEL_START);
  if (self->tail < n_lines)
    add (list, page, self->tail, EXM_LABEL_END);
  if (data == NULL || data->head == EXM_NONE)
    return list;
  if (self->head < n_lines && self->head < data->head)
    add_moved_over (self, list, page, self->head, data->head, TRUE, EXM_LABEL_TAKEN);
  else if (self->head < n_lines)
    add_moved_over (self, list, page, data->head, self->head, TRUE, EXM_LABEL_CUT);
  if (self->tail < n_lines && self->tail > data->tail)
    add_moved_over (self, list, page, data->tail + 1, self->tail + 1, FALSE,
                    EXM_LABEL_TAKEN);
  else if (self->tail < n_lines)
    add_moved_over (self, list, page, self->tail + 1, data->tail + 1, FALSE,
                    EXM_LABEL_CUT);
  return list;
}
