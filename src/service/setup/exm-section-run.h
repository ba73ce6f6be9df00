/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Many sections set up in one go: a proposal each, and what its first articles come to.
 * Hosts in turn; sections of one host, as their addresses name it, one after the other,
 * with the task's pause between requests. */

#pragma once

#include "setup/exm-proposal.h"
#include "setup/exm-section-list.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_SECTION_READY,  /* a task that may run */
  EXM_SECTION_LOOK,   /* a task that a person is to look at first */
  EXM_SECTION_FAILED, /* no task */
} ExmSectionState;

/**
 * ExmSectionJob:
 * @section: (unowned)
 * @fields: (owned): what is given of the task; its name and group are those of @section,
 *   where that has them
 */
typedef struct
{
  const ExmSection *section;
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
 */
typedef struct
{
  ExmSectionState state;
  ExmProposal *proposal;
  char *question;
  guint n_checked;
  guint n_good;
} ExmSectionSetup;

void exm_section_setup_free (ExmSectionSetup *self);

/* @setup: (transfer full): what came of @job. On the thread that runs them */
typedef void (*ExmSectionFunc) (ExmSectionJob *job,
                                ExmSectionSetup *setup,
                                gpointer data);

/**
 * exm_sections_run:
 * @jobs: (element-type ExmSectionJob): their fields are taken over
 * @renderer: (nullable): as for exm_proposal_new()
 * @cancellable: (nullable): ends it; sections that are not done are not told of
 * @func: told of each as it is done, in any order
 *
 * Blocks until all are done; any thread. Fetches of other threads go on meanwhile.
 */
void exm_sections_run (GArray *jobs,
                       ExmRenderer *renderer,
                       GCancellable *cancellable,
                       ExmSectionFunc func,
                       gpointer data);

G_END_DECLS
