/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Preview of a proposed example for a task whose site was redesigned. It shows the task's
 * own example with its body, and the proposed page with what would be extracted. Nothing
 * is written.
 *
 * Main thread; pages are read and extracted on GLib's task pool. */

#pragma once

#include "app/analysis/exm-analysis.h"
#include "app/review/exm-healing.h"

G_BEGIN_DECLS

/* Signals: "changed" (another page is proposed, or why there is none). */
#define EXM_TYPE_EXAMPLE_PREVIEW (exm_example_preview_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmExamplePreview, exm_example_preview, EXM, EXAMPLE_PREVIEW, GObject)

/**
 * exm_example_preview_new:
 * @uid: of the task
 *
 * Returns: (transfer full): a preview that begins to read
 */
ExmExamplePreview *exm_example_preview_new (ExmSession *session, const char *uid);

/* Returns: (transfer none) (nullable): what uses the page that is proposed; %NULL until
 * one is, or if none can be */
ExmHealing *exm_example_preview_get_healing (ExmExamplePreview *self);

/* Returns: (transfer none) (nullable): why nothing can be proposed */
const char *exm_example_preview_get_message (ExmExamplePreview *self);

/* Returns: (transfer none): whose target is the task's own example, the last one where
 * there are several; without a target where its page is not stored */
ExmAnalysis *exm_example_preview_get_old (ExmExamplePreview *self);

/* Returns: (transfer none): whose target is the page that is proposed, and one of its
 * examples, as it would be; the task's own ones come first */
ExmAnalysis *exm_example_preview_get_proposed (ExmExamplePreview *self);

/* Returns: (transfer full) (nullable): the lines that are marked on the task's own
 * example, as exm_analysis_dup_region_lines() */
guint8 *exm_example_preview_dup_region (ExmExamplePreview *self);

/* Proposes the next best page, if exm_healing_has_next(). */
void exm_example_preview_show_next (ExmExamplePreview *self);

/* Nobody looks any more: what is still being read is given up. */
void exm_example_preview_stop (ExmExamplePreview *self);

G_END_DECLS
