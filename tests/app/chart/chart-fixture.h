/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages to be charted. */

#pragma once

#include "app/chart/exm-chart-data.h"

G_BEGIN_DECLS

/* Returns: (transfer full): the page @html, read */
ExmPrepared *chart_fixture_prepare (const char *html);

/**
 * chart_fixture_compare:
 * @example: (nullable): HTML
 * @target: HTML
 * @literal: as for exm_chart_data_new(), and for the method
 *
 * Returns: (transfer full): what the default method makes of it
 */
ExmChartData *
chart_fixture_compare (const char *example, const char *target, gboolean literal);

/**
 * chart_fixture_load:
 * @example: a file of tests/data/pages
 * @target: another
 */
ExmChartData *
chart_fixture_load (const char *example, const char *target, gboolean literal);

/**
 * chart_fixture_make_page:
 * @seed: pages of other seeds have other articles
 * @n_paragraphs: of the article
 *
 * Returns: (transfer full): HTML: a template around an article of pseudo-random words
 */
char *chart_fixture_make_page (guint seed, guint n_paragraphs);

G_END_DECLS
