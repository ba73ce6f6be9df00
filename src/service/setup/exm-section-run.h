/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Many sections set up in one go: a proposal each, and what its first articles come to.
 * Hosts in turn; sections of one host, as their addresses name it, one after the other,
 * with the task's pause between requests. Where an example of one section of a host does
 * for the articles of the next, both have it. */

#pragma once

#include "setup/exm-proposal.h"
#include "setup/exm-section-list.h"
#include "setup/exm-site-config.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * ExmSectionJob:
 * @section: (unowned)
 * @index: the caller's
 * @fields: (owned): what is given of the task; its name and group are those of @section,
 *   where that has them
 */
typedef struct
{
  const ExmSection *section;
  guint index;
  ExmTaskFields fields;
} ExmSectionJob;

void exm_section_job_clear (ExmSectionJob *self);

/**
 * ExmSectionSetup:
 * @state: what became of it
 * @proposal: (owned) (nullable): the task; its example is not stored yet
 * @question: (owned) (nullable): what there is to look at, or why there is no task
 * @n_checked: articles that were looked at
 * @n_good: those of them that a run would call good
 * @is_shared: its example is that of a section before it
 */
typedef struct
{
  ExmSectionState state;
  ExmProposal *proposal;
  char *question;
  guint n_checked;
  guint n_good;
  gboolean is_shared;
} ExmSectionSetup;

void exm_section_setup_free (ExmSectionSetup *self);

/**
 * exm_section_setup_store:
 * @self: with a proposal; one with a question is stored paused
 * @error: as the store can fail, and as a task can be wrong
 *
 * Stores the task and its example, and plans its first run. The proposal's fields are
 * empty then. On the thread of @store.
 *
 * Returns: (transfer full): the task
 */
ExmTask *exm_section_setup_store (ExmSectionSetup *self,
                                  ExmStore *store,
                                  gint64 now_usec,
                                  GError **error);

/* @setup: (transfer full): what came of @job. On the thread that runs them */
typedef void (*ExmSectionFunc) (ExmSectionJob *job,
                                ExmSectionSetup *setup,
                                gpointer data);

/**
 * exm_sections_run:
 * @jobs: (element-type ExmSectionJob): their fields are taken over
 * @renderer: (nullable): as for exm_proposal_new()
 * @hints: (nullable): bodies of sites
 * @cancellable: (nullable): ends it; sections that are not done are not told of
 * @func: told of each as it is done, in any order
 *
 * Blocks until all are done; any thread. Fetches of other threads go on meanwhile.
 */
void exm_sections_run (GArray *jobs,
                       ExmRenderer *renderer,
                       const ExmSiteConfig *hints,
                       GCancellable *cancellable,
                       ExmSectionFunc func,
                       gpointer data);

G_END_DECLS
