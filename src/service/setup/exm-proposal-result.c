/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A proposal as it stands: its example, the addresses that its sources list, their
 * counts. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-proposal-private.h"

#include "base/exm-date.h"

ExmProposal *
exm_proposal_new_empty (void)
{
  ExmProposal *self = g_new0 (ExmProposal, 1);

  self->known = g_ptr_array_new_with_free_func (g_free);
  self->dates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->targets = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
exm_proposal_free (ExmProposal *self)
{
  exm_task_fields_clear (&self->fields);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->final_url);
  g_free (self->headers);
  g_free (self->title);
  g_free (self->why);
  g_clear_pointer (&self->robots, exm_task_robots_free);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_clear_pointer (&self->targets, g_ptr_array_unref);
  g_clear_pointer (&self->dates, g_hash_table_unref);
  g_clear_pointer (&self->titles, g_hash_table_unref);
  g_free (self);
}

void
exm_proposal_count (ExmProposal *self, ExmUrlFilter *filter)
{
  gint64 since_usec
      = g_get_real_time () - (gint64) self->fields.first_run_days * G_TIME_SPAN_DAY;

  self->n_matching = self->n_recent = self->n_dated = 0;
  /* The first is the example's. */
  for (guint i = 1; i < self->known->len; i++)
    {
      const char *url = g_ptr_array_index (self->known, i);
      if (exm_url_filter_check (filter, url, NULL) != EXM_URL_VERDICT_MATCHED)
        continue;
      const gint64 *date_usec = g_hash_table_lookup (self->dates, url);
      self->n_matching++;
      self->n_dated += date_usec != NULL;
      self->n_recent += date_usec == NULL || *date_usec >= since_usec;
    }
}

guint
exm_proposal_count_first_run (const ExmProposal *self, ExmFirstRun first_run)
{
  switch (first_run)
    {
    case EXM_FIRST_RUN_ALL:
      return self->n_matching;
    case EXM_FIRST_RUN_DAYS:
      return self->n_recent;
    case EXM_FIRST_RUN_NEWEST:
      return MIN (self->n_matching, self->fields.first_run_newest);
    case EXM_FIRST_RUN_NEW:
    default:
      return 0;
    }
}
