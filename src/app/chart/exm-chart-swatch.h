/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A small sign that says by colour and shape what a button of the legend shows. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_CHART_SWATCH (exm_chart_swatch_get_type ())

/**
 * ExmChartSwatch:
 *
 * Property "kind": "fs" (an area upward), "bs" (an area downward), "c" (a rising line
 * with a ring) or "seen" (a strip).
 */
G_DECLARE_FINAL_TYPE (ExmChartSwatch, exm_chart_swatch, EXM, CHART_SWATCH, GtkWidget)

G_END_DECLS
