/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Body of the target as it is shown: the result with the operator's corrections, and with
 * a boundary that is being dragged. Plain data of one thread. */

#pragma once

#include "extract/exm-corrections.h"

G_BEGIN_DECLS

/**
 * ExmShownBody:
 * @n_lines: lines of the target
 * @verdicts: (owned) (nullable) (array length=n_lines): #ExmVerdict
 * @head: first line of the body, %EXM_NONE if there is none
 * @tail: last line
 * @dragged_head: a start that is being dragged, else %EXM_NONE
 * @dragged_tail: the same of the end
 * @text: (owned) (nullable): see exm_shown_body_get_text()
 */
typedef struct
{
  guint n_lines;
  guint8 *verdicts;
  guint head;
  guint tail;
  guint dragged_head;
  guint dragged_tail;
  char *text;
} ExmShownBody;

void exm_shown_body_init (ExmShownBody *self);
/* Frees what was shown; a drag goes on. */
void exm_shown_body_clear (ExmShownBody *self);

/**
 * exm_shown_body_update:
 * @result: (nullable): of the method
 * @page: (nullable): the target, %NULL to drop all lines
 *
 * O(lines).
 */
void exm_shown_body_update (ExmShownBody *self,
                            const ExmResult *result,
                            const ExmPageText *page,
                            const ExmCorrections *corrections);

/**
 * exm_shown_body_drag:
 * @tail: the end, not the start
 * @line: its place now; %EXM_NONE gives the drag up
 *
 * Returns: whether something else is to be shown: see exm_shown_body_update()
 */
gboolean exm_shown_body_drag (ExmShownBody *self,
                              gboolean tail,
                              guint line,
                              const ExmResult *result,
                              const ExmCorrections *corrections);

/* Returns: whether a drag was given up */
gboolean exm_shown_body_stop_drag (ExmShownBody *self);

/**
 * exm_shown_body_get_text:
 * @page: (nullable): the target
 *
 * Returns: (transfer none): the kept lines, a line each; O(characters) after an update
 */
const char *exm_shown_body_get_text (ExmShownBody *self, const ExmPageText *page);

/**
 * exm_shown_body_count:
 * @page: (nullable): the target
 * @n_lines: (out) (optional): kept lines
 * @n_chars: (out) (optional): characters in them, with the breaks between them
 */
void exm_shown_body_count (const ExmShownBody *self,
                           const ExmPageText *page,
                           guint *n_lines,
                           guint *n_chars);

G_END_DECLS
