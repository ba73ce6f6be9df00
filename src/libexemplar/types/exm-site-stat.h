/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How many pages of a task had a line: what most of them have is template, whatever the
 * one example says. Where their bodies were found: the places recur, too. And what the
 * operator ruled of lines, whatever the counts say.
 * Immutable, reference counted, usable from any thread. */

#pragma once

#include "types/exm-site-line.h"
#include "types/exm-site-place.h"

G_BEGIN_DECLS

typedef struct _ExmSiteStat ExmSiteStat;

/**
 * ExmSiteStatLine:
 * @key: exm_text_key() of a line
 * @n_pages: pages that had it, once or more often
 * @ruling: what the operator ruled of it
 */
typedef struct
{
  guint64 key;
  guint n_pages;
  ExmLineLabel ruling;
} ExmSiteStatLine;

#define EXM_TYPE_SITE_STAT (exm_site_stat_get_type ())
GType exm_site_stat_get_type (void);

/**
 * exm_site_stat_new:
 * @n_pages: pages that were counted
 * @lines: (array length=n_lines): each key once, in any order
 *
 * Returns: (transfer full): the statistics, with one reference
 */
ExmSiteStat *
exm_site_stat_new (guint n_pages, const ExmSiteStatLine *lines, guint n_lines);

/**
 * exm_site_stat_new_learned:
 * @n_learned: pages whose bodies taught where a body is
 * @places: (array length=n_places): each key once, in any order
 *
 * Returns: (transfer full): the same with what the pages taught
 */
ExmSiteStat *exm_site_stat_new_learned (guint n_pages,
                                        const ExmSiteStatLine *lines,
                                        guint n_lines,
                                        guint n_learned,
                                        const ExmSitePlace *places,
                                        guint n_places);

/**
 * exm_site_stat_new_from_pages:
 * @pages: (array length=n_pages): pages of one site
 *
 * Cost: O(n log n) in their lines.
 *
 * Returns: (transfer full): the statistics of just these pages
 */
ExmSiteStat *exm_site_stat_new_from_pages (ExmPageText *const *pages, guint n_pages);

/**
 * exm_site_stat_new_from_keys:
 * @n_pages: pages that were counted
 * @keys: (inout) (element-type guint64): of their lines, each page's once; sorted
 * @n_learned: pages of which @places are
 * @places: (inout) (element-type ExmSitePlace): of those pages; each key once afterwards
 *
 * Cost: O(n log n) in both.
 *
 * Returns: (transfer full): the statistics of just these pages
 */
ExmSiteStat *exm_site_stat_new_from_keys (guint n_pages,
                                          GArray *keys,
                                          guint n_learned,
                                          GArray *places);

ExmSiteStat *exm_site_stat_ref (ExmSiteStat *self);
void exm_site_stat_unref (ExmSiteStat *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSiteStat, exm_site_stat_unref)

guint exm_site_stat_get_n_pages (const ExmSiteStat *self);

/**
 * exm_site_stat_count:
 * @key: exm_text_key() of a line
 *
 * Returns: pages that had it, 0 … exm_site_stat_get_n_pages(); the page that asks may be
 *   one of them. O(log lines)
 */
guint exm_site_stat_count (const ExmSiteStat *self, guint64 key);

/* Returns: pages that taught where their body was */
guint exm_site_stat_get_n_learned (const ExmSiteStat *self);

/* Returns: (transfer full) (element-type ExmSitePlace): what the pages taught, by key */
GArray *exm_site_stat_dup_places (const ExmSiteStat *self);

/**
 * exm_site_stat_find_place:
 * @key: of a place
 *
 * Returns: (transfer none) (nullable): on how many pages it held body and how many the
 *   rest; the page that asks may be one of them. O(log places)
 */
const ExmSitePlace *exm_site_stat_find_place (const ExmSiteStat *self, guint64 key);

/**
 * exm_site_stat_is_ruled:
 *
 * Returns: whether the operator ruled of any line
 */
gboolean exm_site_stat_is_ruled (const ExmSiteStat *self);

/**
 * exm_site_stat_get_ruling:
 * @key: exm_text_key() of a line
 *
 * Returns: what holds of the line on every page of the task. O(log lines)
 */
ExmLineLabel exm_site_stat_get_ruling (const ExmSiteStat *self, guint64 key);

G_END_DECLS
