/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Corrections of the operator, applied to a page. On the page they were made on, they
 * hold whatever the evidence. */

#pragma once

#include "types/exm-label.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

/**
 * ExmCorrections:
 * @head: first line of the body, %EXM_NONE where the method has it
 * @tail: last line of the body, %EXM_NONE where the method has it
 * @labels: (owned) (element-type guint ExmLineLabel): labels of lines, without those that
 *   are automatic
 */
typedef struct
{
  guint head;
  guint tail;
  GHashTable *labels;
} ExmCorrections;

void exm_corrections_init (ExmCorrections *self);
void exm_corrections_clear (ExmCorrections *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCorrections, exm_corrections_clear)

/**
 * exm_corrections_apply:
 * @page: the page
 * @data: what the method says
 * @verdicts: (out caller-allocated): an #ExmVerdict a line, both together
 * @head: (out): first line that is kept, %EXM_NONE if none is
 * @tail: (out): last line
 *
 * Lines marked as body pull the nearer end to them. O(lines).
 */
void exm_corrections_apply (const ExmCorrections *self,
                            const ExmPageText *page,
                            const ExmResultData *data,
                            guint8 *verdicts,
                            guint *head,
                            guint *tail);

/**
 * exm_corrections_obey:
 * @page: the page
 * @result: what the method says
 * @labels: (array length=n_labels): what was said of lines of @page
 *
 * Returns: (transfer full): @result with the verdicts and ends of both together; evidence
 *   and lanes are the method's
 */
ExmResult *exm_corrections_obey (const ExmPageText *page,
                                 const ExmResult *result,
                                 const ExmLabel *labels,
                                 guint n_labels);

/**
 * exm_corrections_take:
 * @self: (inout): gets what @labels say, of lines that are there, beside what it has
 */
void exm_corrections_take (ExmCorrections *self,
                           const ExmPageText *page,
                           const ExmLabel *labels,
                           guint n_labels);

/**
 * exm_corrections_list:
 * @data: (nullable): what the method says: lines that an end was moved over are told by
 * it
 *
 * Returns: (transfer full) (element-type ExmLabel): what exm_corrections_take() makes the
 *   same of, by line; with the lines next to a moved end that it let in or out
 */
GArray *exm_corrections_list (const ExmCorrections *self,
                              const ExmPageText *page,
                              const ExmResultData *data);

G_END_DECLS
