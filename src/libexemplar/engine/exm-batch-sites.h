/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of a batch teach those of the same site: a first pass counts lines and places, a
 * second one extracts with the counts. The order of the records does not matter. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

typedef struct _ExmBatchSites ExmBatchSites;

ExmBatchSites *exm_batch_sites_new (void);

void exm_batch_sites_free (ExmBatchSites *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmBatchSites, exm_batch_sites_free)

/**
 * exm_batch_sites_add:
 * @site: name of the site
 * @page: name of the page, any text
 * @rank: of records that name the same page the least counts
 * @target: the page
 * @result: what was found on it without its site
 *
 * Any thread. Cost: O(lines).
 */
void exm_batch_sites_add (ExmBatchSites *self,
                          const char *site,
                          const char *page,
                          const char *rank,
                          const ExmPageText *target,
                          const ExmResult *result);

/**
 * exm_batch_sites_get:
 * @site: name of the site
 *
 * Counts are fixed when they are first asked for: nothing may be added from then on. Any
 * thread.
 *
 * Returns: (transfer full) (nullable): what is known of the site
 */
ExmSiteStat *exm_batch_sites_get (ExmBatchSites *self, const char *site);

G_END_DECLS
