/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the operator says, and undo. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis-private.h"
#include "extract/exm-region-locate.h"

#include <glib/gi18n-lib.h>

/* Steps that can be taken back. */
#define MAX_STEPS 200u

typedef struct
{
  ExmEdits *edits; /* (owned): as they were before */
  char *words;     /* (owned): what was done */
} Step;

void
exm_analysis_step_free (gpointer data)
{
  Step *step = data;

  exm_edits_free (step->edits);
  g_free (step->words);
  g_free (step);
}

static Step *
make_step (ExmAnalysis *self, const char *words)
{
  Step *step = g_new (Step, 1);

  step->edits = exm_edits_copy (self->edits);
  step->words = g_strdup (words);
  return step;
}

void
exm_analysis_forget_edits (ExmAnalysis *self, gboolean examples)
{
  self->edits->target.head = self->edits->target.tail = EXM_NONE;
  self->preview_head = self->preview_tail = EXM_NONE;
  g_hash_table_remove_all (self->edits->target.labels);
  if (examples)
    g_array_set_size (self->edits->regions, 0);
  self->region_changed = FALSE;
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
  exm_analysis_notify_undo (self);
}

/* Edits were changed, from @before: works out what follows from it. */
static void
refresh (ExmAnalysis *self, const ExmEdits *before)
{
  self->preview_head = self->preview_tail = EXM_NONE;
  if (!exm_edits_same_regions (before, self->edits))
    {
      self->region_changed = TRUE;
      exm_analysis_restart (self);
    }
  exm_analysis_update_shown (self);
  exm_analysis_notify_undo (self);
  if (!exm_edits_same_target (before, self->edits))
    exm_analysis_emit_labels_changed (self);
}

/* Notes what is about to be done; the edits are changed next. */
static Step *
begin (ExmAnalysis *self, const char *words)
{
  Step *step = make_step (self, words);

  g_ptr_array_set_size (self->redo, 0);
  if (self->undo->len == MAX_STEPS)
    g_ptr_array_remove_index (self->undo, 0);
  g_ptr_array_add (self->undo, step);
  return step;
}

static void
move_between (ExmAnalysis *self, GPtrArray *from, GPtrArray *to)
{
  if (from->len == 0)
    return;
  Step *step = g_ptr_array_steal_index (from, from->len - 1);
  g_autoptr (ExmEdits) before = self->edits;

  /* The way back has the same words: it is the same change. */
  g_ptr_array_add (to, make_step (self, step->words));
  self->edits = exm_edits_copy (step->edits);
  exm_analysis_step_free (step);
  refresh (self, before);
}

void
exm_analysis_undo (ExmAnalysis *self)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  move_between (self, self->undo, self->redo);
}

void
exm_analysis_redo (ExmAnalysis *self)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  move_between (self, self->redo, self->undo);
}

gboolean
exm_analysis_can_undo (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  return self->undo->len > 0;
}

gboolean
exm_analysis_can_redo (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  return self->redo->len > 0;
}

const char *
exm_analysis_get_undo_words (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  if (self->undo->len == 0)
    return NULL;
  const Step *step = g_ptr_array_index (self->undo, self->undo->len - 1);
  return step->words;
}

/* What is marked on an example now. */
static ExmRegion *
find_region_of (ExmAnalysis *self, const ExmEdits *edits, guint index)
{
  if (index >= self->examples->len)
    return NULL;
  const ExmAnalysisPage *page = g_ptr_array_index (self->examples, index);
  if (index < edits->regions->len)
    {
      const ExmRegionEdit *edit = &g_array_index (edits->regions, ExmRegionEdit, index);
      if (edit->edited)
        return edit->region;
    }
  return page->prepared != NULL ? exm_prepared_get_region (page->prepared) : NULL;
}

static ExmRegion *
find_region (ExmAnalysis *self, guint index)
{
  return find_region_of (self, self->edits, index);
}

gboolean
exm_analysis_is_edited (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  if (self->undo->len == 0)
    return FALSE;
  /* What was before the first step that is remembered may have been something else. */
  if (self->undo->len == MAX_STEPS)
    return TRUE;
  const ExmEdits *first = ((const Step *) g_ptr_array_index (self->undo, 0))->edits;
  for (guint i = 0; i < self->examples->len; i++)
    if (!exm_region_equal (find_region_of (self, first, i), find_region (self, i)))
      return TRUE;
  return !exm_edits_same_target (first, self->edits);
}

/* @region: (transfer full) (nullable) */
static void
set_region (ExmAnalysis *self, guint index, ExmRegion *region, const char *words)
{
  g_autoptr (ExmRegion) owned = region;

  if (index >= self->edits->regions->len
      || exm_region_equal (find_region (self, index), region))
    return;
  Step *step = begin (self, words);
  ExmRegionEdit *edit = &g_array_index (self->edits->regions, ExmRegionEdit, index);
  edit->edited = TRUE;
  g_clear_pointer (&edit->region, exm_region_unref);
  edit->region = g_steal_pointer (&owned);
  refresh (self, step->edits);
  exm_analysis_emit_edited (self, step->words);
}

void
exm_analysis_set_region_lines (ExmAnalysis *self,
                               guint index,
                               const guint8 *inside,
                               guint n_inside)
{
  ExmPageText *page = exm_analysis_get_example_page (self, index);
  guint n_lines;
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (page == NULL)
    return;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autofree guint8 *mask = g_new0 (guint8, MAX (n_lines, 1));
  for (guint i = 0; i < MIN (n_lines, n_inside); i++)
    mask[i] = inside[i] && (lines[i].flags & EXM_LINE_FLAGGED) == 0;
  g_autoptr (ExmRegion) region = exm_region_new (mask, n_lines);
  if (exm_region_get_n_inside (region) > 0)
    set_region (self, index, g_steal_pointer (&region), _ ("Body marked on the example"));
}

void
exm_analysis_set_region (ExmAnalysis *self, guint index, guint first, guint last)
{
  guint begin_line = MIN (first, last), n;
  ExmPageText *page = exm_analysis_get_example_page (self, index);
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (page == NULL)
    return;
  exm_page_text_get_lines (page, &n);
  g_autofree guint8 *inside = g_new0 (guint8, MAX (n, 1));
  for (guint i = begin_line; i <= MAX (first, last) && i < n; i++)
    inside[i] = TRUE;
  exm_analysis_set_region_lines (self, index, inside, n);
}

void
exm_analysis_clear_region (ExmAnalysis *self, guint index)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  set_region (self, index, NULL, _ ("Mark on the example cleared"));
}

gboolean
exm_analysis_get_region (ExmAnalysis *self, guint index, guint *first, guint *last)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  const ExmRegion *region = find_region (self, index);
  return region != NULL && exm_region_get_range (region, first, last);
}

guint8 *
exm_analysis_dup_region_lines (ExmAnalysis *self, guint index)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  const ExmRegion *region = find_region (self, index);
  ExmPageText *page = exm_analysis_get_example_page (self, index);
  guint n_lines;
  if (region == NULL || page == NULL)
    return NULL;
  exm_page_text_get_lines (page, &n_lines);
  guint8 *inside = g_new0 (guint8, MAX (n_lines, 1));
  for (guint i = 0; i < n_lines; i++)
    inside[i] = exm_region_contains (region, i);
  return inside;
}

char *
exm_analysis_dup_region_text (ExmAnalysis *self, guint index)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  if (index >= self->examples->len)
    return NULL;
  const ExmAnalysisPage *page = g_ptr_array_index (self->examples, index);
  const ExmRegionEdit *edit = &g_array_index (self->edits->regions, ExmRegionEdit, index);
  if (!edit->edited || page->prepared == NULL)
    return g_strdup (page->region_text);
  return edit->region != NULL
             ? exm_region_write (exm_prepared_get_page (page->prepared), edit->region)
             : NULL;
}

gboolean
exm_analysis_get_region_effect (ExmAnalysis *self, ExmRegionEffect *effect)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  if (self->effect_known)
    *effect = self->effect;
  return self->effect_known;
}

/* Where a boundary that is put on @line may go: a start behind the end takes it along. */
static void
place_boundary (ExmAnalysis *self, gboolean tail, guint line, guint *head, guint *end)
{
  guint other = tail ? self->shown.head : self->shown.tail;

  *(tail ? end : head) = line;
  if (line != EXM_NONE && other != EXM_NONE && (tail ? line < other : line > other))
    *(tail ? head : end) = line;
}

void
exm_analysis_preview_boundary (ExmAnalysis *self, gboolean tail, guint line)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (line != EXM_NONE && line >= self->shown.n_lines)
    return;
  if ((tail ? self->preview_tail : self->preview_head) == line)
    return;
  self->preview_head = self->preview_tail = EXM_NONE;
  if (line != EXM_NONE)
    {
      guint head = self->edits->target.head != EXM_NONE
                       ? self->edits->target.head
                       : exm_result_get (self->result)->head;
      guint end = self->edits->target.tail != EXM_NONE
                      ? self->edits->target.tail
                      : exm_result_get (self->result)->tail;
      *(tail ? &self->preview_tail : &self->preview_head) = line;
      if (tail && head != EXM_NONE && line < head)
        self->preview_head = line;
      if (!tail && end != EXM_NONE && line > end)
        self->preview_tail = line;
    }
  exm_analysis_update_shown (self);
}

void
exm_analysis_set_boundary (ExmAnalysis *self, gboolean tail, guint line)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (self->result == NULL || (line != EXM_NONE && line >= self->shown.n_lines))
    return;
  if (self->preview_head != EXM_NONE || self->preview_tail != EXM_NONE)
    {
      self->preview_head = self->preview_tail = EXM_NONE;
      exm_analysis_update_shown (self);
    }
  guint from = tail ? self->shown.tail : self->shown.head;
  if (line == from
      || (line == EXM_NONE
          && (tail ? self->edits->target.tail : self->edits->target.head) == EXM_NONE))
    return;
  guint to = line;
  if (line == EXM_NONE)
    to = tail ? exm_result_get (self->result)->tail : exm_result_get (self->result)->head;
  if (line == to && !tail && line == exm_result_get (self->result)->head)
    line = EXM_NONE;
  if (line == to && tail && line == exm_result_get (self->result)->tail)
    line = EXM_NONE;
  g_autofree char *words = exm_edits_dup_boundary_words (tail, from, to);
  Step *step = begin (self, words);
  place_boundary (self, tail, line, &self->edits->target.head, &self->edits->target.tail);
  refresh (self, step->edits);
  exm_analysis_emit_edited (self, step->words);
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

void
exm_analysis_set_line_label (ExmAnalysis *self, guint line, ExmLineLabel label)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (line >= self->shown.n_lines || exm_analysis_get_line_label (self, line) == label)
    return;
  g_autofree char *words = dup_label_words (line, label);
  Step *step = begin (self, words);
  if (label == EXM_LINE_LABEL_AUTO)
    g_hash_table_remove (self->edits->target.labels, GUINT_TO_POINTER (line));
  else
    g_hash_table_insert (self->edits->target.labels, GUINT_TO_POINTER (line),
                         GUINT_TO_POINTER (label));
  refresh (self, step->edits);
  exm_analysis_emit_edited (self, step->words);
}

GArray *
exm_analysis_list_labels (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  if (self->target == NULL || self->target->prepared == NULL)
    return NULL;
  return exm_corrections_list (
      &self->edits->target, exm_prepared_get_page (self->target->prepared),
      self->result != NULL ? exm_result_get (self->result) : NULL);
}

GArray *
exm_analysis_list_line_labels (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  /* Where the page starts and ends is left out. */
  const ExmCorrections said = { EXM_NONE, EXM_NONE, self->edits->target.labels };
  return self->target != NULL && self->target->prepared != NULL ? exm_corrections_list (
             &said, exm_prepared_get_page (self->target->prepared), NULL)
                                                                : NULL;
}

ExmLineLabel
exm_analysis_get_line_label (ExmAnalysis *self, guint line)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), EXM_LINE_LABEL_AUTO);

  return GPOINTER_TO_UINT (
      g_hash_table_lookup (self->edits->target.labels, GUINT_TO_POINTER (line)));
}
