/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether robots.txt allows the pages that are found while a task is tried: for programs
 * that fetch a few pages themselves. One thread. */

#pragma once

#include "fetch/exm-robots.h"
#include "task/exm-task.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmTaskRobots ExmTaskRobots;

/**
 * exm_task_robots_new:
 * @fields: says how to fetch; must outlive it
 *
 * Returns: (transfer full): knows no site yet
 */
ExmTaskRobots *exm_task_robots_new (const ExmTaskFields *fields);

/* @fields: (unowned): say how to fetch from now on */
void exm_task_robots_set_fields (ExmTaskRobots *self, const ExmTaskFields *fields);

void exm_task_robots_free (ExmTaskRobots *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmTaskRobots, exm_task_robots_free)

/**
 * exm_task_robots_check:
 * @url: an address, normalised
 * @error: %G_IO_ERROR_PERMISSION_DENIED, naming host and rule; why robots.txt cannot be
 *   had; %G_IO_ERROR_CANCELLED
 *
 * Blocks for a site's robots.txt the first time.
 *
 * Returns: whether @url may be fetched
 */
gboolean exm_task_robots_check (ExmTaskRobots *self,
                                const char *url,
                                GCancellable *cancellable,
                                GError **error);

/**
 * exm_task_robots_get_sitemaps:
 * @url: an address of a site that was asked already
 *
 * Returns: (transfer none): addresses of sitemaps as its robots.txt has them,
 *   %NULL-terminated
 */
const char *const *exm_task_robots_get_sitemaps (ExmTaskRobots *self, const char *url);

/**
 * exm_robots_check_url:
 * @url: begins with @origin
 * @error: %G_IO_ERROR_PERMISSION_DENIED, naming host and rule
 */
gboolean exm_robots_check_url (const ExmRobots *robots,
                               const char *origin,
                               const char *url,
                               GError **error);

/* Longest Crawl-delay that is heeded: it is no part of RFC 9309, and a longer one is most
 * often a slip that would hold up a task for days. */
#define EXM_ROBOTS_MAX_DELAY_MS 60000u

/**
 * exm_robots_get_delay_ms:
 * @robots: (nullable): of a site
 *
 * Returns: milliseconds that the site wants us to leave between two requests, at most
 *   %EXM_ROBOTS_MAX_DELAY_MS; 0 where it does not say
 */
guint exm_robots_get_delay_ms (const ExmRobots *robots);

G_END_DECLS
