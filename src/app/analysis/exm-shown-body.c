/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-shown-body.h"

void
exm_shown_body_init (ExmShownBody *self)
{
  *self = (ExmShownBody){
    .head = EXM_NONE, .tail = EXM_NONE, .dragged_head = EXM_NONE, .dragged_tail = EXM_NONE
  };
}

void
exm_shown_body_clear (ExmShownBody *self)
{
  g_clear_pointer (&self->verdicts, g_free);
  g_clear_pointer (&self->text, g_free);
  self->n_lines = 0;
  self->head = self->tail = EXM_NONE;
}

void
exm_shown_body_update (ExmShownBody *self,
                       const ExmResult *result,
                       const ExmPageText *page,
                       const ExmCorrections *corrections)
{
  ExmCorrections all = *corrections;

  exm_shown_body_clear (self);
  if (result == NULL)
    return;
  self->n_lines = exm_result_get (result)->n_lines;
  if (page != NULL)
    exm_page_text_get_lines (page, &self->n_lines);
  self->verdicts = g_new0 (guint8, MAX (self->n_lines, 1));
  if (page == NULL)
    return;
  if (self->dragged_head != EXM_NONE)
    all.head = self->dragged_head;
  if (self->dragged_tail != EXM_NONE)
    all.tail = self->dragged_tail;
  exm_corrections_apply (&all, page, exm_result_get (result), self->verdicts, &self->head,
                         &self->tail);
}

gboolean
exm_shown_body_stop_drag (ExmShownBody *self)
{
  gboolean dragged = self->dragged_head != EXM_NONE || self->dragged_tail != EXM_NONE;

  self->dragged_head = self->dragged_tail = EXM_NONE;
  return dragged;
}

gboolean
exm_shown_body_drag (ExmShownBody *self,
                     gboolean tail,
                     guint line,
                     const ExmResult *result,
                     const ExmCorrections *corrections)
{
  if ((line != EXM_NONE && line >= self->n_lines)
      || (tail ? self->dragged_tail : self->dragged_head) == line)
    return FALSE;
  exm_shown_body_stop_drag (self);
  if (line == EXM_NONE)
    return TRUE;
  const ExmResultData *data = exm_result_get (result);
  guint head = corrections->head != EXM_NONE ? corrections->head : data->head;
  guint end = corrections->tail != EXM_NONE ? corrections->tail : data->tail;
  *(tail ? &self->dragged_tail : &self->dragged_head) = line;
  if (tail && head != EXM_NONE && line < head)
    self->dragged_head = line;
  if (!tail && end != EXM_NONE && line > end)
    self->dragged_tail = line;
  return TRUE;
}

const char *
exm_shown_body_get_text (ExmShownBody *self, const ExmPageText *page)
{
  if (self->text != NULL)
    return self->text;
  GString *out = g_string_new (NULL);
  for (guint i = 0; page != NULL && i < self->n_lines; i++)
    {
      if (self->verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      if (out->len > 0)
        g_string_append_c (out, '\n');
      g_string_append (out, exm_page_text_get_line (page, i));
    }
  return self->text = g_string_free (out, FALSE);
}

void
exm_shown_body_count (const ExmShownBody *self,
                      const ExmPageText *page,
                      guint *n_lines,
                      guint *n_chars)
{
  guint n, lines_inside = 0, chars_inside = 0;
  const ExmLine *lines = page != NULL ? exm_page_text_get_lines (page, &n) : NULL;

  for (guint i = 0; lines != NULL && i < self->n_lines; i++)
    if (self->verdicts[i] == EXM_VERDICT_KEPT)
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
