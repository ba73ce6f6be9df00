/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bar of a line's evidence, drawn from a middle line: lanes that speak for the body
 * towards the end of the text's direction, those against it the other way, and their
 * sum over both. It is decoration: its row says the same in words. */

#pragma once

#include <gtk/gtk.h>

#include "types/exm-result.h"

G_BEGIN_DECLS

#define EXM_TYPE_CONTRIBUTION_BAR (exm_contribution_bar_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmContributionBar, exm_contribution_bar, EXM, CONTRIBUTION_BAR, GtkWidget)

/**
 * exm_contribution_bar_show:
 * @contribution: a lane's
 * @full: what fills one half; more is cut off
 */
void exm_contribution_bar_show (ExmContributionBar *self, float contribution, float full);

/**
 * exm_contribution_bar_show_line:
 * @data: (nullable): of a page
 * @line: of it
 *
 * Shows all lanes of the line, at one scale for all lines and pages. O(lanes).
 */
void exm_contribution_bar_show_line (ExmContributionBar *self,
                                     const ExmResultData *data,
                                     guint line);

/**
 * exm_contribution_bar_get_sums:
 * @positive: (out): what speaks for the body, at least 0
 * @negative: (out): what speaks against it, at most 0
 */
void exm_contribution_bar_get_sums (ExmContributionBar *self,
                                    float *positive,
                                    float *negative);

G_END_DECLS
