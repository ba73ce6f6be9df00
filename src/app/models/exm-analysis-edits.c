/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-analysis-edits.h"

#include <glib/gi18n-lib.h>

/* A line that comes inside by an edit is trimmed if the evidence is clearly against it,
 * as the method does. */
#define TRIM_BELOW (-.5f)

ExmEdits *
exm_edits_new (void)
{
  ExmEdits *edits = g_new0 (ExmEdits, 1);

  edits->head = edits->tail = EXM_NONE;
  edits->labels = g_hash_table_new (NULL, NULL);
  edits->regions = g_array_new (FALSE, TRUE, sizeof (ExmRegionEdit));
  return edits;
}

ExmEdits *
exm_edits_copy (const ExmEdits *edits)
{
  ExmEdits *copy = exm_edits_new ();
  GHashTableIter iter;
  gpointer line, label;

  copy->head = edits->head;
  copy->tail = edits->tail;
  g_hash_table_iter_init (&iter, edits->labels);
  while (g_hash_table_iter_next (&iter, &line, &label))
    g_hash_table_insert (copy->labels, line, label);
  g_array_append_vals (copy->regions, edits->regions->data, edits->regions->len);
  return copy;
}

void
exm_edits_free (ExmEdits *edits)
{
  g_hash_table_unref (edits->labels);
  g_array_unref (edits->regions);
  g_free (edits);
}

gboolean
exm_edits_same_regions (const ExmEdits *a, const ExmEdits *b)
{
  if (a->regions->len != b->regions->len)
    return FALSE;
  for (guint i = 0; i < a->regions->len; i++)
    {
      const ExmRegionEdit *x = &g_array_index (a->regions, ExmRegionEdit, i),
                          *y = &g_array_index (b->regions, ExmRegionEdit, i);
      if (x->edited != y->edited
          || (x->edited && (x->first != y->first || x->last != y->last)))
        return FALSE;
    }
  return TRUE;
}

void
exm_shown_clear (ExmShown *shown)
{
  g_clear_pointer (&shown->verdicts, g_free);
  *shown = (ExmShown){ .head = EXM_NONE, .tail = EXM_NONE };
}

/* Lines marked as body pull the nearer boundary to them. */
static void
stretch (const ExmEdits *edits, guint n_lines, guint *head, guint *tail)
{
  GHashTableIter iter;
  gpointer key, label;

  g_hash_table_iter_init (&iter, edits->labels);
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
judge (const ExmEdits *edits,
       const ExmLine *line,
       const ExmResultData *data,
       guint i,
       gboolean asked_for)
{
  switch (GPOINTER_TO_UINT (g_hash_table_lookup (edits->labels, GUINT_TO_POINTER (i))))
    {
    case EXM_LINE_LABEL_BODY:
      return EXM_VERDICT_KEPT;
    case EXM_LINE_LABEL_NOISE:
      return EXM_VERDICT_TRIMMED;
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
exm_edits_apply (const ExmEdits *edits,
                 const ExmPageText *page,
                 const ExmResultData *data,
                 ExmShown *shown)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  guint head = edits->head < n_lines ? edits->head : data->head;
  guint tail = edits->tail < n_lines ? edits->tail : data->tail;

  if (head == EXM_NONE)
    head = tail;
  if (tail == EXM_NONE || tail < head)
    tail = head;
  stretch (edits, n_lines, &head, &tail);

  shown->n_lines = n_lines;
  shown->verdicts = g_new0 (guint8, MAX (n_lines, 1));
  shown->head = shown->tail = EXM_NONE;
  if (head == EXM_NONE)
    return;
  for (guint i = head; i <= tail; i++)
    {
      gboolean asked_for = i == edits->head || i == edits->tail;
      shown->verdicts[i] = (guint8) judge (edits, &lines[i], data, i, asked_for);
      if (shown->verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      if (shown->head == EXM_NONE)
        shown->head = i;
      shown->tail = i;
    }
  /* What was taken out at an end is outside now. */
  for (guint i = head; i <= tail; i++)
    if (shown->head == EXM_NONE || i < shown->head || i > shown->tail)
      shown->verdicts[i] = EXM_VERDICT_DROPPED;
}

char *
exm_edits_dup_boundary_words (gboolean tail, guint from, guint to)
{
  if (from == EXM_NONE || to == EXM_NONE || from == to)
    return g_strdup (tail ? _ ("End set") : _ ("Start set"));

  gboolean up = to < from;
  guint n = up ? from - to : to - from;
  if (tail && up)
    return g_strdup_printf (ngettext ("End moved %u line up", "End moved %u lines up", n),
                            n);
  if (tail)
    return g_strdup_printf (
        ngettext ("End moved %u line down", "End moved %u lines down", n), n);
  if (up)
    return g_strdup_printf (
        ngettext ("Start moved %u line up", "Start moved %u lines up", n), n);
  return g_strdup_printf (
      ngettext ("Start moved %u line down", "Start moved %u lines down", n), n);
}
