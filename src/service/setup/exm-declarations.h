/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Feeds and sitemaps by which a site declares which of its pages are articles. */

#pragma once

#include "jobs/exm-task-robots.h"
#include "setup/exm-probe.h"

G_BEGIN_DECLS

typedef struct _ExmDeclarations ExmDeclarations;

/**
 * exm_declarations_new:
 * @fields: says how to fetch; must outlive it
 * @robots: asked before each fetch; must outlive it
 * @watch: (nullable): who looks on; must outlive it
 *
 * Returns: (transfer full): knows nothing yet; one thread at a time
 */
ExmDeclarations *exm_declarations_new (ExmTaskFields *fields,
                                       ExmTaskRobots *robots,
                                       const ExmProbeProgress *watch);

void exm_declarations_free (ExmDeclarations *self);

/**
 * exm_declarations_read:
 * @page: of the site
 *
 * Reads the feeds that the page declares, those of one page once; where no feed has told
 * articles, the sitemaps that robots.txt names, those of one site once. Blocks for eight
 * fetches at most.
 */
void exm_declarations_read (ExmDeclarations *self, const ExmPageText *page);

/**
 * exm_declarations_tell:
 * @listing: links of a page of the site
 *
 * Lets what is known judge them.
 */
void exm_declarations_tell (ExmDeclarations *self, ExmListing *listing);

/**
 * exm_declarations_get_feed:
 * @items: (out) (transfer none) (optional) (element-type utf8): items of the longest feed
 *   that lie on the host of its page, the newest first
 *
 * Returns: (transfer none) (nullable): the look at that feed; %NULL, and no @items, where
 *   no feed has any
 */
const ExmProbe *exm_declarations_get_feed (const ExmDeclarations *self,
                                           const GPtrArray **items);

/* Whether most items of that feed have addresses that are made for counting readers: they
 * are second to those of a list. */
gboolean exm_declarations_is_tracking (const ExmDeclarations *self);

G_END_DECLS
