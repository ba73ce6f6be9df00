/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sitemaps and sitemap indexes (sitemaps.org 0.9, with news), XML, text, gzip. Read as a
 * stream: memory does not grow with the number of entries. */

#pragma once

#include "base/exm-date.h"
#include "discover/exm-discover-error.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Entries of one file that are read; the rest is counted. */
#define EXM_SITEMAP_MAX_ENTRIES 50000u

/* An index may list indexes, which the protocol does not foresee and sites do. */
#define EXM_SITEMAP_MAX_DEPTH 3u

/**
 * ExmSitemapEntry:
 * @url: (unowned): absolute
 * @is_sitemap: the address of another sitemap, not of a page
 * @modified_usec: microseconds since 1970, or %EXM_DATE_NONE
 * @published_usec: of a news entry
 * @title: (unowned) (nullable): of a news entry
 *
 * Lives as long as the call it is given to.
 */
typedef struct
{
  const char *url;
  gboolean is_sitemap;
  gint64 modified_usec;
  gint64 published_usec;
  const char *title;
} ExmSitemapEntry;

/**
 * ExmSitemapFunc:
 *
 * Returns: %FALSE to read no further
 */
typedef gboolean (*ExmSitemapFunc) (const ExmSitemapEntry *entry, gpointer data);

/**
 * ExmSitemapReport:
 * @is_index: whether it is a list of sitemaps
 * @n_entries: entries that were handed on
 * @n_skipped: entries without a web address, and those over the limit
 * @n_faults: places that were broken, of which the rest was read
 * @fault: (owned) (nullable): the first of them, for a person
 */
typedef struct
{
  gboolean is_index;
  guint n_entries;
  guint n_skipped;
  guint n_faults;
  char *fault;
} ExmSitemapReport;

void exm_sitemap_report_clear (ExmSitemapReport *report);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmSitemapReport, exm_sitemap_report_clear)

/**
 * exm_sitemap_read:
 * @bytes: the body of the answer, also the bytes of a .gz file
 * @url: where it came from, normalised
 * @http_charset: (nullable): from the HTTP header
 * @func: called for each entry, in the file's order
 * @data: for @func
 * @report: (out): what was found; to be cleared, also after an error
 * @error: %EXM_DISCOVER_ERROR: not a sitemap, with what it is instead
 *
 * At most %EXM_MAX_PAGE_BYTES are unpacked. Any thread; linear.
 *
 * Returns: whether it is a sitemap, however broken
 */
gboolean exm_sitemap_read (GBytes *bytes,
                           const char *url,
                           const char *http_charset,
                           ExmSitemapFunc func,
                           gpointer data,
                           ExmSitemapReport *report,
                           GError **error);

/* Which sitemaps of a site are still to be read: each once, to a depth, up to a number.
 * One thread at a time. */
typedef struct _ExmSitemapWalk ExmSitemapWalk;

/**
 * exm_sitemap_walk_new:
 * @max_files: sitemaps that are read in all
 *
 * Returns: (transfer full): a walk that has nowhere to go yet
 */
ExmSitemapWalk *exm_sitemap_walk_new (guint max_files);

void exm_sitemap_walk_free (ExmSitemapWalk *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSitemapWalk, exm_sitemap_walk_free)

/**
 * exm_sitemap_walk_add:
 * @url: of a sitemap, normalised
 * @depth: 0 for one that robots.txt or a person names, one more than that of the index
 *   that lists it
 *
 * Returns: %FALSE if it was added before (an index that lists itself), lies deeper than
 *   %EXM_SITEMAP_MAX_DEPTH, or is one too many; the last two are counted
 */
gboolean exm_sitemap_walk_add (ExmSitemapWalk *self, const char *url, guint depth);

/**
 * exm_sitemap_walk_next:
 * @depth: (out): of the sitemap
 *
 * Returns: (transfer full) (nullable): the next to be read, in the order of adding; %NULL
 *   at the end
 */
char *exm_sitemap_walk_next (ExmSitemapWalk *self, guint *depth);

/**
 * exm_sitemap_walk_get_n_refused:
 *
 * Returns: sitemaps that were too deep or too many
 */
guint exm_sitemap_walk_get_n_refused (const ExmSitemapWalk *self);

G_END_DECLS
