/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Look at an address: an article, or a place that lists articles. */

#pragma once

#include "fetch/exm-fetched.h"
#include "fetch/exm-renderer.h"
#include "setup/exm-listing.h"
#include "task/exm-task.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmProbe:
 * @fetched: how it came
 * @is_source: whether it lists articles; else it is one
 * @kind: of the source
 * @page: (nullable): as text, where it is a page
 * @listing: (nullable): its links, where it is a page
 * @title: (nullable): of the page or feed
 * @links: (element-type utf8): all addresses that it lists, each once
 * @known: (element-type utf8 utf8): the same, to be looked up: the text of the link, or
 *   the title of the item; "" for none
 * @articles: (element-type utf8): of these, what looks like articles, the newest first
 *   where dates tell
 * @dates: (element-type utf8 gint64): of these, when those that say so were published,
 *   microseconds since 1970
 */
typedef struct
{
  ExmFetched *fetched; /* (owned) */
  gboolean is_source;
  ExmSourceKind kind;
  ExmPageText *page;   /* (owned) (nullable) */
  ExmListing *listing; /* (owned) (nullable) */
  char *title;         /* (owned) (nullable) */
  GPtrArray *links;    /* (owned) */
  GHashTable *known;   /* (owned) */
  GPtrArray *articles; /* (owned) */
  GHashTable *dates;   /* (owned) */
} ExmProbe;

void exm_probe_clear (ExmProbe *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmProbe, exm_probe_clear)

/**
 * ExmProbeFunc:
 * @url: what is fetched next
 *
 * Told on the thread that looks.
 */
typedef void (*ExmProbeFunc) (const char *url, gpointer data);

/**
 * ExmProbeProgress:
 * @cancellable: (nullable): ends a look early; may be cancelled from any thread
 * @func: (nullable): told of every fetch
 * @data: for @func
 *
 * Follows a look at addresses, and may end it.
 */
typedef struct
{
  GCancellable *cancellable; /* (unowned) (nullable) */
  ExmProbeFunc func;
  gpointer data; /* (unowned) */
} ExmProbeProgress;

/**
 * exm_probe_at:
 * @self: (out caller-allocated): all zero before
 * @url: an address
 * @fields: (inout): says how to fetch; a private host that the operator asks for is added
 * @asked: whether the operator asked for this very address
 * @watch: (nullable): who looks on
 * @error: names the address and the cause
 *
 * Fetches the address, whatever robots.txt says, and follows a page that sends on to
 * another one at once. An index of sitemaps is followed to the
 * first few of them. Blocks; any thread.
 */
gboolean exm_probe_at (ExmProbe *self,
                       const char *url,
                       ExmTaskFields *fields,
                       gboolean asked,
                       const ExmProbeProgress *watch,
                       GError **error);

/* Adds what is known of @self to @dates (element-type utf8 gint64). */
void exm_probe_copy_dates (const ExmProbe *self, GHashTable *dates);

/**
 * exm_probe_dup_name:
 * @self: a look at what has a title
 *
 * Pure; any thread.
 *
 * Returns: (transfer full): the title as the name of a task: "News, page 1" is "News"
 */
char *exm_probe_dup_name (const ExmProbe *self);

/**
 * exm_probe_add_titles:
 * @titles: (inout) (element-type utf8 utf8): gets the texts of links and the titles of
 *   items, by address; a longer one takes the place of a shorter one
 */
void exm_probe_add_titles (const ExmProbe *self, GHashTable *titles);

/**
 * exm_probe_render:
 * @self: (inout): a look at a page; left as it was on failure
 * @renderer: runs the page's scripts
 * @fields: says how to fetch
 * @watch: (nullable): who looks on
 * @error: names the address and the cause
 *
 * Looks at the page again, as it is after its scripts have run. Blocks; any thread.
 */
gboolean exm_probe_render (ExmProbe *self,
                           ExmRenderer *renderer,
                           const ExmTaskFields *fields,
                           const ExmProbeProgress *watch,
                           GError **error);

/**
 * exm_probe_find_address:
 * @text: what was pasted: an address, or a message with one in it
 * @error: %EXM_FETCH_ERROR_URL or %EXM_FETCH_ERROR_SCHEME, saying what to paste instead
 *
 * Also tells, before anything is fetched, of addresses that only an app can open, of
 * services whose articles cannot be listed and of what search engines found. Pure; any
 * thread.
 *
 * Returns: (transfer full) (nullable): the address, normalised
 */
char *exm_probe_find_address (const char *text, GError **error);

/**
 * exm_probe_is_search:
 * @url: an address
 *
 * Pure; any thread.
 *
 * Returns: whether it seems to be what a site's own search found
 */
gboolean exm_probe_is_search (const char *url);

/**
 * exm_probe_is_scripted:
 * @page: a page without a body
 *
 * Returns: whether it has so little text, and scripts, that the text which a reader sees
 *   is probably filled in by these
 */
gboolean exm_probe_is_scripted (const ExmPageText *page);

G_END_DECLS
