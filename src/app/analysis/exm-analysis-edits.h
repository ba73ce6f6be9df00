/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the operator says otherwise than the method, and the way back. */

#pragma once

#include "app/analysis/exm-analysis.h"

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

/* A list of region edits that owns what is in it. */
GArray *exm_region_edits_new (void);
GArray *exm_region_edits_copy (const GArray *edits);

/**
 * ExmEdits:
 * @target: (owned): of the target
 * @regions: (owned) (element-type ExmRegionEdit): one an example
 */
typedef struct
{
  ExmCorrections target;
  GArray *regions;
} ExmEdits;

ExmEdits *exm_edits_new (void);
ExmEdits *exm_edits_copy (const ExmEdits *edits);
void exm_edits_free (ExmEdits *edits);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmEdits, exm_edits_free)

/**
 * exm_edits_same_regions:
 *
 * Returns: whether the same is marked on the examples
 */
gboolean exm_edits_same_regions (const ExmEdits *a, const ExmEdits *b);

/**
 * exm_edits_same_target:
 *
 * Returns: whether the same is said of the target
 */
gboolean exm_edits_same_target (const ExmEdits *a, const ExmEdits *b);

/**
 * ExmShown:
 * @n_lines: lines of the target
 * @verdicts: (owned) (array length=n_lines): #ExmVerdict
 * @head: first line of the body, %EXM_NONE if there is none
 * @tail: last line
 */
typedef struct
{
  guint n_lines;
  guint8 *verdicts;
  guint head;
  guint tail;
} ExmShown;

void exm_shown_clear (ExmShown *shown);

/**
 * exm_edits_apply:
 * @edits: what the operator says
 * @page: the target
 * @data: what the method says
 * @shown: (out caller-allocated): both together
 *
 * O(lines).
 */
void exm_edits_apply (const ExmEdits *edits,
                      const ExmPageText *page,
                      const ExmResultData *data,
                      ExmShown *shown);

/**
 * exm_edits_dup_boundary_words:
 * @tail: the end, not the start
 * @from: the line before, %EXM_NONE if there was no body
 * @to: the line after
 *
 * Returns: (transfer full): "Start moved 3 lines up"
 */
char *exm_edits_dup_boundary_words (gboolean tail, guint from, guint to);

G_END_DECLS
