/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis-edits.h"

#include <glib/gi18n-lib.h>

static void
clear_region (gpointer data)
{
  g_clear_pointer (&((ExmRegionEdit *) data)->region, exm_region_unref);
}

GArray *
exm_region_edits_new (void)
{
  GArray *edits = g_array_new (FALSE, TRUE, sizeof (ExmRegionEdit));

  g_array_set_clear_func (edits, clear_region);
  return edits;
}

GArray *
exm_region_edits_copy (const GArray *edits)
{
  GArray *copy = exm_region_edits_new ();

  g_array_append_vals (copy, edits->data, edits->len);
  for (guint i = 0; i < copy->len; i++)
    {
      ExmRegionEdit *edit = &g_array_index (copy, ExmRegionEdit, i);
      if (edit->region != NULL)
        exm_region_ref (edit->region);
    }
  return copy;
}

ExmEdits *
exm_edits_new (void)
{
  ExmEdits *edits = g_new0 (ExmEdits, 1);

  exm_corrections_init (&edits->target);
  edits->regions = exm_region_edits_new ();
  return edits;
}

ExmEdits *
exm_edits_copy (const ExmEdits *edits)
{
  ExmEdits *copy = exm_edits_new ();
  GHashTableIter iter;
  gpointer line, label;

  copy->target.head = edits->target.head;
  copy->target.tail = edits->target.tail;
  g_hash_table_iter_init (&iter, edits->target.labels);
  while (g_hash_table_iter_next (&iter, &line, &label))
    g_hash_table_insert (copy->target.labels, line, label);
  g_array_unref (copy->regions);
  copy->regions = exm_region_edits_copy (edits->regions);
  return copy;
}

void
exm_edits_free (ExmEdits *edits)
{
  exm_corrections_clear (&edits->target);
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
      if (x->edited != y->edited || !exm_region_equal (x->region, y->region))
        return FALSE;
    }
  return TRUE;
}

gboolean
exm_edits_same_target (const ExmEdits *a, const ExmEdits *b)
{
  GHashTableIter iter;
  gpointer line, label;

  if (a->target.head != b->target.head || a->target.tail != b->target.tail
      || g_hash_table_size (a->target.labels) != g_hash_table_size (b->target.labels))
    return FALSE;
  g_hash_table_iter_init (&iter, a->target.labels);
  while (g_hash_table_iter_next (&iter, &line, &label))
    if (g_hash_table_lookup (b->target.labels, line) != label)
      return FALSE;
  return TRUE;
}

void
exm_shown_clear (ExmShown *shown)
{
  g_clear_pointer (&shown->verdicts, g_free);
  *shown = (ExmShown){ .head = EXM_NONE, .tail = EXM_NONE };
}

void
exm_edits_apply (const ExmEdits *edits,
                 const ExmPageText *page,
                 const ExmResultData *data,
                 ExmShown *shown)
{
  exm_page_text_get_lines (page, &shown->n_lines);
  shown->verdicts = g_new0 (guint8, MAX (shown->n_lines, 1));
  exm_corrections_apply (&edits->target, page, data, shown->verdicts, &shown->head,
                         &shown->tail);
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
