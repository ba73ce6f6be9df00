/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A small chart of articles a day. */

#pragma once

#include "store/db/exm-store-values.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_SPARKLINE (exm_sparkline_get_type ())
G_DECLARE_FINAL_TYPE (ExmSparkline, exm_sparkline, EXM, SPARKLINE, GtkWidget)

/* @counts: (nullable) (array fixed-size=EXM_DAILY_DAYS): the oldest day first; copied.
 * %NULL: there were none */
void exm_sparkline_set_counts (ExmSparkline *self, const guint *counts);

G_END_DECLS
