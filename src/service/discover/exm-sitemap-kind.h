/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Kinds of pages that a sitemap is of. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmSitemapKind:
 * @EXM_SITEMAP_KIND_NONE: not told
 * @EXM_SITEMAP_KIND_ARTICLE: post, article or news
 * @EXM_SITEMAP_KIND_OTHER: page, category, tag, author and the like
 */
typedef enum
{
  EXM_SITEMAP_KIND_NONE,
  EXM_SITEMAP_KIND_ARTICLE,
  EXM_SITEMAP_KIND_OTHER,
} ExmSitemapKind;

/**
 * exm_sitemap_kind_from_name:
 * @url: of a sitemap
 *
 * Returns: the kind of its pages, as the words of its file's name say it: publishing
 *   systems have a sitemap a kind, such as wp-sitemap-posts-page-1.xml
 */
ExmSitemapKind exm_sitemap_kind_from_name (const char *url);

G_END_DECLS
