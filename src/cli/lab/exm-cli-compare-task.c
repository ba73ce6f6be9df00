/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/lab/exm-cli-compare.h"

#include "cli/base/exm-cli-data.h"
#include "lab/benchmark/exm-stored-pages.h"

static char *
get_name (guint index, gpointer data)
{
  return g_strdup (exm_stored_pages_get_url (data, index));
}

gboolean
exm_cli_pages_open_task (ExmCliPages *self,
                         const char *data,
                         const char *called,
                         guint limit)
{
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  g_autofree char *uid
      = reader != NULL ? exm_cli_data_find_task_to_read (reader, called) : NULL;
  g_autoptr (GError) error = NULL;

  if (uid == NULL)
    return FALSE;
  ExmStoredPages *pages = exm_stored_pages_new (self->engine, reader, uid, limit, &error);
  if (pages == NULL)
    {
      exm_cli_complain ("%s", error->message);
      return FALSE;
    }
  const ExmTaskFields *fields = exm_task_get (exm_stored_pages_get_task (pages));
  self->data = pages;
  self->free_data = (GDestroyNotify) exm_stored_pages_free;
  self->load = exm_stored_pages_load;
  self->get_name = get_name;
  self->name = g_strdup (fields->name);
  self->sensitivity = fields->sensitivity;
  self->models = fields->models;
  self->site = exm_site_stat_ref ((ExmSiteStat *) exm_stored_pages_get_site (pages));
  self->n = exm_stored_pages_get_n (pages);
  self->reference = exm_stored_pages_get_reference (pages);
  self->examples = exm_stored_pages_dup_examples (pages);
  return TRUE;
}
