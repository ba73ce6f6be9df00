/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the operator says, and undo. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-analysis-private.h"

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

static void
set_region (ExmAnalysis *self, guint index, guint first, guint last, const char *words)
{
  if (index >= self->edits->regions->len)
    return;
  Step *step = begin (self, words);
  ExmRegionEdit *edit = &g_array_index (self->edits->regions, ExmRegionEdit, index);
  *edit = (ExmRegionEdit){ TRUE, MIN (first, last), MAX (first, last) };
  refresh (self, step->edits);
  exm_analysis_emit_edited (self, step->words);
}

void
exm_analysis_set_region (ExmAnalysis *self, guint index, guint first, guint last)
{
  guint old_first, old_last;
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (exm_analysis_get_region (self, index, &old_first, &old_last)
      && old_first == MIN (first, last) && old_last == MAX (first, last))
    return;
  set_region (self, index, first, last, _ ("Body marked on the example"));
}

void
exm_analysis_clear_region (ExmAnalysis *self, guint index)
{
  guint first, last;
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (exm_analysis_get_region (self, index, &first, &last))
    set_region (self, index, EXM_NONE, EXM_NONE, _ ("Mark on the example cleared"));
}

gboolean
exm_analysis_get_region (ExmAnalysis *self, guint index, guint *first, guint *last)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  if (index >= self->examples->len)
    return FALSE;
  const ExmAnalysisPage *page = g_ptr_array_index (self->examples, index);
  const ExmRegionEdit *edit = &g_array_index (self->edits->regions, ExmRegionEdit, index);
  if (edit->edited)
    {
      if (edit->first == EXM_NONE)
        return FALSE;
      *first = edit->first;
      *last = edit->last;
      return TRUE;
    }
  ExmRegion *region
      = page->prepared != NULL ? exm_prepared_get_region (page->prepared) : NULL;
  return region != NULL && exm_region_get_range (region, first, last);
}

char *
exm_analysis_dup_region_text (ExmAnalysis *self, guint index)
{
  guint first, last, n_lines;
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  if (index >= self->examples->len)
    return NULL;
  const ExmAnalysisPage *page = g_ptr_array_index (self->examples, index);
  if (!g_array_index (self->edits->regions, ExmRegionEdit, index).edited
      || page->prepared == NULL)
    return g_strdup (page->region_text);
  if (!exm_analysis_get_region (self, index, &first, &last))
    return NULL;
  ExmPageText *text = exm_prepared_get_page (page->prepared);
  const ExmLine *lines = exm_page_text_get_lines (text, &n_lines);
  GString *out = g_string_new (NULL);
  for (guint i = first; i <= last && i < n_lines; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
      {
        if (out->len > 0)
          g_string_append_c (out, '\n');
        g_string_append (out, exm_page_text_get_line (text, i));
      }
  return g_string_free (out, FALSE);
}

gboolean
exm_analysis_get_region_effect (ExmAnalysis *self,
                                double *before,
                                guint *n_added,
                                guint *n_removed)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  if (!self->effect.known)
    return FALSE;
  *before = self->effect.before;
  *n_added = self->effect.n_added;
  *n_removed = self->effect.n_removed;
  return TRUE;
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

ExmLineLabel
exm_analysis_get_line_label (ExmAnalysis *self, guint line)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), EXM_LINE_LABEL_AUTO);

  return GPOINTER_TO_UINT (
      g_hash_table_lookup (self->edits->target.labels, GUINT_TO_POINTER (line)));
}
