/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A run in one line: what its sources list, and what became of each address. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "base/exm-said.h"

#include <glib/gi18n-lib.h>

/* ", 7 known", or nothing for none; transfer full. */
#define SAY_PART(format, n) ((n) > 0 ? exm_said_new (format, (n)) : g_strdup (""))

/* Returns: (transfer full) (nullable): that there was nothing to do, if so */
static char *
say_nothing_new (const ExmCoreTask *task, guint n_known)
{
  const ExmWorkerEvent *progress = task->progress;

  if (progress->n_new > 0 || progress->n_done > 0 || n_known < progress->n_found
      || task->stopped)
    return NULL;
  if (progress->n_found == 1)
    return exm_said_new (N_ ("Nothing new: 1 address listed, which is known"));
  if (progress->n_found > 0)
    return exm_said_new (N_ ("Nothing new: %u addresses listed, all known"),
                         progress->n_found);
  if (task->n_unchanged > 0)
    return exm_said_new (N_ ("Nothing new: what lists the articles has not changed"));
  return NULL;
}

char *
exm_core_say_summary (const ExmCoreTask *task)
{
  const ExmWorkerEvent *progress = task->progress;
  guint n_not_new = progress->n_found - MIN (progress->n_new, progress->n_found);
  guint n_passed = MIN (progress->n_passed, n_not_new);
  guint n_waiting = MIN (g_hash_table_size (task->waiting), n_not_new - n_passed);
  guint n_known = n_not_new - n_passed - n_waiting;
  guint n_stored = progress->n_articles != progress->n_new ? progress->n_articles : 0;
  guint n_held = progress->n_flagged - MIN (task->n_incomplete, progress->n_flagged);
  guint n_failed = progress->n_failed - MIN (task->n_forbidden, progress->n_failed);
  char *nothing = say_nothing_new (task, n_known);

  if (nothing != NULL)
    return nothing;
  /* Sources that have not changed list nothing. */
  gboolean only_older = progress->n_older > 0 && progress->n_found == 0;
  g_autofree char *listed
      = only_older
            ? exm_said_new (N_ ("%u older"), progress->n_older)
            : exm_said_new (N_ ("%u listed, %u new"), progress->n_found, progress->n_new);
  g_autofree char *older
      = SAY_PART (N_ (", %u older"), only_older ? 0 : progress->n_older);
  g_autofree char *stored = SAY_PART (N_ (", %u stored"), n_stored);
  g_autofree char *known = SAY_PART (N_ (", %u known"), n_known);
  g_autofree char *passed = SAY_PART (N_ (", %u passed over by the first run"), n_passed);
  g_autofree char *waiting = SAY_PART (N_ (", %u left for the next run"), n_waiting);
  g_autofree char *left_out = SAY_PART (N_ (", %u left out by the patterns"),
                                        g_hash_table_size (task->left_out));
  g_autofree char *forbidden
      = SAY_PART (N_ (", %u forbidden by robots.txt"), task->n_forbidden);
  g_autofree char *incomplete = SAY_PART (N_ (", %u incomplete"), task->n_incomplete);
  g_autofree char *held = SAY_PART (N_ (", %u held"), n_held);
  g_autofree char *failed = SAY_PART (N_ (", %u failed"), n_failed);
  return exm_said_new ("%s%s%s%s%s%s%s%s%s%s%s", listed, older, stored, known, passed,
                       waiting, left_out, forbidden, incomplete, held, failed);
}
