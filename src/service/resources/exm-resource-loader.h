/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Loader of resources: from the store or, by the rules on addresses and robots.txt, from
 * the network. Everything in one thread, under its thread-default main context. */

#pragma once

#include "resources/exm-resource-check.h"
#include "resources/exm-resource-page.h"

G_BEGIN_DECLS

typedef struct _ExmResourceLoader ExmResourceLoader;

/**
 * exm_resource_loader_new:
 * @folder: the data folder; a store that cannot be had is told in the log, and nothing is
 *   kept then
 *
 * Returns: (transfer full): a loader
 */
ExmResourceLoader *exm_resource_loader_new (const char *folder);

/* Frees a loader that is idle. */
void exm_resource_loader_free (ExmResourceLoader *self);

/**
 * exm_resource_loader_load:
 * @task: (transfer full): returns an #ExmResource, of any thread
 * @url: normalised, without fragment
 *
 * Equal addresses that are asked for at once are fetched once. What a server did not give
 * is not asked for again for ten minutes, and for twenty seconds where the network
 * failed.
 */
void exm_resource_loader_load (ExmResourceLoader *self,
                               GTask *task,
                               ExmResourcePage *page,
                               ExmResourceKind kind,
                               const char *url);

/* Ends what is under way, which takes some turns of the main context. */
void exm_resource_loader_stop (ExmResourceLoader *self);

/* Returns: whether nothing is under way */
gboolean exm_resource_loader_is_idle (ExmResourceLoader *self);

/* Returns: (transfer none) (nullable): %NULL where it cannot be had */
ExmResourceStore *exm_resource_loader_get_store (ExmResourceLoader *self);

G_END_DECLS
