/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Beside the pages: the list of pages, the text that was extracted, every line with its
 * reasons, what other methods find, the source, and how the page differs from its example
 * and from what is stored. Shows an analysis, changes it where the
 * operator says otherwise, and marks the line that the other views point at. */

#pragma once

#include "app/analysis/exm-analysis.h"
#include "app/setup/exm-page-item.h"
#include "store/exm-store-reader.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Properties: "tab": "pages", "text", "lines", "methods", "source" or
 * "compare". */
#define EXM_TYPE_INSPECTOR (exm_inspector_get_type ())
G_DECLARE_FINAL_TYPE (ExmInspector, exm_inspector, EXM, INSPECTOR, GtkWidget)

/* Returns: (transfer floating): at least 340 wide */
GtkWidget *exm_inspector_new (void);

/* @analysis: (nullable): what is shown */
void exm_inspector_set_analysis (ExmInspector *self, ExmAnalysis *analysis);

/**
 * exm_inspector_set_pages:
 * @pages: (element-type ExmPageItem): the list of pages; the page that is shown is
 *   selected, and who shows pages watches it for the one that is chosen
 */
void exm_inspector_set_pages (ExmInspector *self, GtkSingleSelection *pages);

/**
 * exm_inspector_set_stored:
 *
 * Tells what is stored of the target: see exm_line_comparison_set_stored().
 */
void exm_inspector_set_stored (ExmInspector *self,
                               ExmStoreReader *reader,
                               gint64 article_id,
                               const char *page_hash);

/**
 * exm_inspector_step_difference:
 *
 * Goes to the next difference, or to the one before, where differences are looked at.
 */
void exm_inspector_step_difference (ExmInspector *self, gboolean forward);

void exm_inspector_set_tab (ExmInspector *self, const char *name);
const char *exm_inspector_get_tab (ExmInspector *self);

G_END_DECLS
