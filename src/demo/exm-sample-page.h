/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One answer of the site before it becomes bytes. */

#pragma once

#include "demo/exm-sample-site.h"

#include <glib.h>

G_BEGIN_DECLS

/* Answer of an address without a fault. */
typedef struct
{
  guint status;        /* HTTP */
  char *content_type;  /* (owned): without charset */
  char *text;          /* (owned): UTF-8 */
  char *encoding;      /* (owned): in which the text is sent */
  GDateTime *modified; /* (owned) (nullable) */
} ExmSamplePage;

/**
 * exm_sample_page_render:
 * @site: a site
 * @path: an address without host and query
 * @redesign: whether the second layout is on
 * @base_url: of the site, without the last slash
 * @error: return location
 *
 * Pure; any thread.
 *
 * Returns: (transfer full) (nullable): the page, a 404 page for an unknown address; %NULL
 *   only where a template is wrong
 */
ExmSamplePage *exm_sample_page_render (const ExmSampleSite *site,
                                       const char *path,
                                       gboolean redesign,
                                       const char *base_url,
                                       GError **error);

/**
 * exm_sample_page_encode:
 * @page: a page
 * @encoding: (nullable): an encoding, %NULL for the page's own
 *
 * Returns: (transfer full): its bytes; what the encoding cannot hold becomes "?"
 */
GBytes *exm_sample_page_encode (const ExmSamplePage *page, const char *encoding);

/**
 * exm_sample_page_free:
 * @page: (transfer full): a page
 */
void exm_sample_page_free (ExmSamplePage *page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSamplePage, exm_sample_page_free)

G_END_DECLS
