/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The values that templates name: dictionaries (`a{sv}`) of an article, a list page, a
 * section. All functions are pure; the returned variants are floating. */

#pragma once

#include "demo/exm-sample-site.h"

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_sample_values_of_article:
 * @section: a section
 * @index: place of the article in it
 * @base_url: of the site, without the last slash
 *
 * Everything an article's page or data file shows: the article, its blocks and comments,
 * and what differs around it from page to page (related, most read, previous, next).
 *
 * Returns: (transfer floating): an `a{sv}`
 */
GVariant *exm_sample_values_of_article (const ExmSampleSection *section,
                                        guint index,
                                        const char *base_url);

/**
 * exm_sample_values_of_list:
 * @section: a section
 * @first: place of the first entry
 * @n: how many entries; cut to what there is
 * @whole: whether entries carry their body as HTML too (feeds)
 * @base_url: of the site, without the last slash
 *
 * Returns: (transfer floating): an `a{sv}` with `entries`, `pages`, `older`, `newer`
 */
GVariant *exm_sample_values_of_list (const ExmSampleSection *section,
                                     guint first,
                                     guint n,
                                     gboolean whole,
                                     const char *base_url);

/**
 * exm_sample_values_of_site:
 * @site: a site
 * @base_url: of the site, without the last slash
 *
 * Returns: (transfer floating): an `a{sv}` with `base` and `sections`, each with its
 *   newest `entries`
 */
GVariant *exm_sample_values_of_site (const ExmSampleSite *site, const char *base_url);

G_END_DECLS
