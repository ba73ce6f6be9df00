/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Corrections by the operator: bodies marked on the examples, ends and lines of the
 * target, with Undo. Plain data of one thread. */

#pragma once

#include "app/analysis/exm-analysis-input.h"

G_BEGIN_DECLS

/**
 * ExmRegionEdit:
 * @edited: whether @region says what is marked; else it is what the task has
 * @region: (owned) (nullable): what is marked, %NULL if nothing is
 */
typedef struct
{
  gboolean edited;
  ExmRegion *region;
} ExmRegionEdit;

/* Returns: (transfer full): a copy that owns its regions */
GArray *exm_region_edits_copy (const GArray *edits);

/**
 * ExmEdits:
 * @target: (owned): of the target
 * @regions: (owned) (element-type ExmRegionEdit): one an example
 * @undo: (owned): steps that can be taken back, the last one last
 * @redo: (owned): steps that were taken back
 */
typedef struct
{
  ExmCorrections target;
  GArray *regions;
  GPtrArray *undo;
  GPtrArray *redo;
} ExmEdits;

/* Parts of the edits that a step changed. */
typedef enum
{
  EXM_EDITS_SAME = 0,
  EXM_EDITS_REGIONS = 1 << 0,
  EXM_EDITS_TARGET = 1 << 1,
} ExmEditsChange;

ExmEdits *exm_edits_new (void);
void exm_edits_free (ExmEdits *self);

/* Adds an example with the region that the task has. */
void exm_edits_add_example (ExmEdits *self);

/* Forgets the edits of the target and all steps; those of the @examples too. */
void exm_edits_forget (ExmEdits *self, gboolean examples);

/**
 * exm_edits_get_region:
 * @page: (nullable): the example at @index
 *
 * Returns: (transfer none) (nullable): its body, as the operator or the task has it
 */
ExmRegion *
exm_edits_get_region (const ExmEdits *self, guint index, const ExmAnalysisPage *page);

/**
 * exm_edits_set_region:
 * @region: (transfer full) (nullable): the body of the example at @index
 * @words: what is done, translated
 *
 * Returns: whether there is a step more
 */
gboolean exm_edits_set_region (ExmEdits *self,
                               guint index,
                               const ExmAnalysisPage *page,
                               ExmRegion *region,
                               const char *words);

/**
 * exm_edits_set_boundary:
 * @tail: the end, not the start
 * @line: the new one; %EXM_NONE: where the method has it
 * @data: the method's result
 * @head: the start that is shown
 * @end: the end that is shown
 *
 * A start behind the end takes the end along, and the other way round.
 *
 * Returns: whether there is a step more
 */
gboolean exm_edits_set_boundary (ExmEdits *self,
                                 gboolean tail,
                                 guint line,
                                 const ExmResultData *data,
                                 guint head,
                                 guint end);

/* Returns: whether there is a step more */
gboolean exm_edits_set_label (ExmEdits *self, guint line, ExmLineLabel label);
ExmLineLabel exm_edits_get_label (const ExmEdits *self, guint line);

/* Returns: what the last step changed; there must be one */
ExmEditsChange exm_edits_compare_last (const ExmEdits *self);
/* Returns: what it changed */
ExmEditsChange exm_edits_undo (ExmEdits *self);
ExmEditsChange exm_edits_redo (ExmEdits *self);

/* Returns: (transfer none) (nullable): what exm_edits_undo() would take back, translated
 */
const char *exm_edits_get_undo_words (const ExmEdits *self);

/**
 * exm_edits_is_edited:
 * @examples: (element-type ExmAnalysisPage)
 *
 * Returns: whether the edits differ from those before the first step
 */
gboolean exm_edits_is_edited (const ExmEdits *self, const GPtrArray *examples);

G_END_DECLS
