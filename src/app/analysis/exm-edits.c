/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-edits.h"

#include <glib/gi18n-lib.h>

#define MAX_STEPS 200u

/* Edits as they were before something was done. */
typedef struct
{
  ExmCorrections target; /* (owned): its fields */
  GArray *regions;       /* (owned) (element-type ExmRegionEdit) */
  char *words;           /* (owned): what was done */
} Step;

static void
clear_region (gpointer data)
{
  g_clear_pointer (&((ExmRegionEdit *) data)->region, exm_region_unref);
}

static GArray *
region_edits_new (void)
{
  GArray *edits = g_array_new (FALSE, TRUE, sizeof (ExmRegionEdit));

  g_array_set_clear_func (edits, clear_region);
  return edits;
}

GArray *
exm_region_edits_copy (const GArray *edits)
{
  GArray *copy = region_edits_new ();

  g_array_append_vals (copy, edits->data, edits->len);
  for (guint i = 0; i < copy->len; i++)
    {
      ExmRegionEdit *edit = &g_array_index (copy, ExmRegionEdit, i);
      if (edit->region != NULL)
        exm_region_ref (edit->region);
    }
  return copy;
}

static Step *
step_new (const ExmEdits *edits, const char *words)
{
  Step *step = g_new (Step, 1);
  GHashTableIter iter;
  gpointer line, label;

  exm_corrections_init (&step->target);
  step->target.head = edits->target.head;
  step->target.tail = edits->target.tail;
  g_hash_table_iter_init (&iter, edits->target.labels);
  while (g_hash_table_iter_next (&iter, &line, &label))
    g_hash_table_insert (step->target.labels, line, label);
  step->regions = exm_region_edits_copy (edits->regions);
  step->words = g_strdup (words);
  return step;
}

static void
step_free (gpointer data)
{
  Step *step = data;

  exm_corrections_clear (&step->target);
  g_array_unref (step->regions);
  g_free (step->words);
  g_free (step);
}

ExmEdits *
exm_edits_new (void)
{
  ExmEdits *self = g_new0 (ExmEdits, 1);

  exm_corrections_init (&self->target);
  self->regions = region_edits_new ();
  self->undo = g_ptr_array_new_with_free_func (step_free);
  self->redo = g_ptr_array_new_with_free_func (step_free);
  return self;
}

void
exm_edits_free (ExmEdits *self)
{
  exm_corrections_clear (&self->target);
  g_array_unref (self->regions);
  g_ptr_array_unref (self->undo);
  g_ptr_array_unref (self->redo);
  g_free (self);
}

void
exm_edits_add_example (ExmEdits *self)
{
  g_array_set_size (self->regions, self->regions->len + 1);
}

void
exm_edits_forget (ExmEdits *self, gboolean examples)
{
  self->target.head = self->target.tail = EXM_NONE;
  g_hash_table_remove_all (self->target.labels);
  if (examples)
    g_array_set_size (self->regions, 0);
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
}

static gboolean
are_same_regions (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const ExmRegionEdit *x = &g_array_index (a, ExmRegionEdit, i),
                          *y = &g_array_index (b, ExmRegionEdit, i);
      if (x->edited != y->edited || !exm_region_equal (x->region, y->region))
        return FALSE;
    }
  return TRUE;
}

static gboolean
are_same_corrections (const ExmCorrections *a, const ExmCorrections *b)
{
  GHashTableIter iter;
  gpointer line, label;

  if (a->head != b->head || a->tail != b->tail
      || g_hash_table_size (a->labels) != g_hash_table_size (b->labels))
    return FALSE;
  g_hash_table_iter_init (&iter, a->labels);
  while (g_hash_table_iter_next (&iter, &line, &label))
    if (g_hash_table_lookup (b->labels, line) != label)
      return FALSE;
  return TRUE;
}

static ExmEditsChange
compare (const ExmEdits *self, const Step *before)
{
  return (are_same_regions (before->regions, self->regions) ? 0 : EXM_EDITS_REGIONS)
         | (are_same_corrections (&before->target, &self->target) ? 0 : EXM_EDITS_TARGET);
}

static const Step *
get_last (const GPtrArray *steps)
{
  return g_ptr_array_index (steps, steps->len - 1);
}

ExmEditsChange
exm_edits_compare_last (const ExmEdits *self)
{
  return compare (self, get_last (self->undo));
}

static ExmEditsChange
move_step (ExmEdits *self, GPtrArray *from, GPtrArray *to)
{
  if (from->len == 0)
    return EXM_EDITS_SAME;
  Step *step = g_ptr_array_steal_index (from, from->len - 1);
  /* The way back has the same words: it is the same change. */
  Step *back = step_new (self, step->words);
  ExmCorrections target = self->target;
  GArray *regions = self->regions;

  g_ptr_array_add (to, back);
  self->target = step->target;
  self->regions = step->regions;
  step->target = target;
  step->regions = regions;
  step_free (step);
  return compare (self, back);
}

ExmEditsChange
exm_edits_undo (ExmEdits *self)
{
  return move_step (self, self->undo, self->redo);
}

ExmEditsChange
exm_edits_redo (ExmEdits *self)
{
  return move_step (self, self->redo, self->undo);
}

const char *
exm_edits_get_undo_words (const ExmEdits *self)
{
  return self->undo->len > 0 ? get_last (self->undo)->words : NULL;
}

/* Notes the edits as they are, before something is done. */
static void
begin_step (ExmEdits *self, const char *words)
{
  g_ptr_array_set_size (self->redo, 0);
  if (self->undo->len == MAX_STEPS)
    g_ptr_array_remove_index (self->undo, 0);
  g_ptr_array_add (self->undo, step_new (self, words));
}

static ExmRegion *
find_region (const GArray *regions, guint index, const ExmAnalysisPage *page)
{
  if (page != NULL && index < regions->len)
    {
      const ExmRegionEdit *edit = &g_array_index (regions, ExmRegionEdit, index);
      if (edit->edited)
        return edit->region;
    }
  return page != NULL && page->prepared != NULL ? exm_prepared_get_region (page->prepared)
                                                : NULL;
}

ExmRegion *
exm_edits_get_region (const ExmEdits *self, guint index, const ExmAnalysisPage *page)
{
  return find_region (self->regions, index, page);
}

gboolean
exm_edits_is_edited (const ExmEdits *self, const GPtrArray *examples)
{
  if (self->undo->len == 0)
    return FALSE;
  /* Before the first step that is remembered something else may have been said. */
  if (self->undo->len == MAX_STEPS)
    return TRUE;
  const Step *first = g_ptr_array_index (self->undo, 0);
  for (guint i = 0; i < examples->len; i++)
    if (!exm_region_equal (
            find_region (first->regions, i, g_ptr_array_index (examples, i)),
            find_region (self->regions, i, g_ptr_array_index (examples, i))))
      return TRUE;
  return !are_same_corrections (&first->target, &self->target);
}

gboolean
exm_edits_set_region (ExmEdits *self,
                      guint index,
                      const ExmAnalysisPage *page,
                      ExmRegion *region,
                      const char *words)
{
  g_autoptr (ExmRegion) owned = region;

  if (index >= self->regions->len
      || exm_region_equal (find_region (self->regions, index, page), region))
    return FALSE;
  begin_step (self, words);
  ExmRegionEdit *edit = &g_array_index (self->regions, ExmRegionEdit, index);
  edit->edited = TRUE;
  g_clear_pointer (&edit->region, exm_region_unref);
  edit->region = g_steal_pointer (&owned);
  return TRUE;
}

static char *
dup_boundary_words (gboolean tail, guint from, guint to)
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

gboolean
exm_edits_set_boundary (ExmEdits *self,
                        gboolean tail,
                        guint line,
                        const ExmResultData *data,
                        guint head,
                        guint end)
{
  guint *field = tail ? &self->target.tail : &self->target.head;
  guint from = tail ? end : head, other = tail ? head : end;
  guint own = tail ? data->tail : data->head;

  if (line == from || (line == EXM_NONE && *field == EXM_NONE))
    return FALSE;
  g_autofree char *words = dup_boundary_words (tail, from, line != EXM_NONE ? line : own);
  begin_step (self, words);
  if (line == own)
    line = EXM_NONE;
  *field = line;
  if (line != EXM_NONE && other != EXM_NONE && (tail ? line < other : line > other))
    *(tail ? &self->target.head : &self->target.tail) = line;
  return TRUE;
}

static char *
dup_label_words (guint line, ExmLineLabel label)
{
  switch (label)
    {
    case EXM_LINE_LABEL_BODY:
      return g_strdup_printf (_ ("Line %u marked as body"), line + 1);
    case EXM_LINE_LABEL_NOISE:
      return g_strdup_printf (_ ("Line %u marked as noise"), line + 1);
    case EXM_LINE_LABEL_AUTO:
    default:
      return g_strdup_printf (_ ("Mark of line %u cleared"), line + 1);
    }
}

ExmLineLabel
exm_edits_get_label (const ExmEdits *self, guint line)
{
  return GPOINTER_TO_UINT (
      g_hash_table_lookup (self->target.labels, GUINT_TO_POINTER (line)));
}

gboolean
exm_edits_set_label (ExmEdits *self, guint line, ExmLineLabel label)
{
  if (exm_edits_get_label (self, line) == label)
    return FALSE;
  g_autofree char *words = dup_label_words (line, label);
  begin_step (self, words);
  if (label == EXM_LINE_LABEL_AUTO)
    g_hash_table_remove (self->target.labels, GUINT_TO_POINTER (line));
  else
    g_hash_table_insert (self->target.labels, GUINT_TO_POINTER (line),
                         GUINT_TO_POINTER (label));
  return TRUE;
}
