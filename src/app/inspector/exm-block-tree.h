/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The blocks of a page as a tree. The one that is chosen is shown in the page; a line
 * that is clicked in another view chooses the innermost block that has it. */

#pragma once

#include "app/analysis/exm-analysis.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_BLOCK_TREE (exm_block_tree_get_type ())
G_DECLARE_FINAL_TYPE (ExmBlockTree, exm_block_tree, EXM, BLOCK_TREE, AdwBin)

/**
 * exm_block_tree_set_analysis:
 * @analysis: (nullable): whose exm_analysis_get_view() are shown
 */
void exm_block_tree_set_analysis (ExmBlockTree *self, ExmAnalysis *analysis);

G_END_DECLS
