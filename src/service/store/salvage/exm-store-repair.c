/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/salvage/exm-store-repair.h"

#include "store/db/exm-store-files.h"
#include "store/exm-store-check.h"

void
exm_store_repair_clear (ExmStoreRepair *self)
{
  for (guint i = 0; i < self->n_files; i++)
    exm_salvage_clear (&self->files[i].salvage);
  g_clear_pointer (&self->notices, g_ptr_array_unref);
  g_clear_pointer (&self->pages, g_ptr_array_unref);
}

gboolean
exm_store_repair_is_lossy (const ExmStoreRepair *self)
{
  for (guint i = 0; i < self->n_files; i++)
    if (exm_salvage_is_lossy (&self->files[i].salvage))
      return TRUE;
  return FALSE;
}

/* One file, if it is damaged. */
static gboolean
repair_file (ExmStoreRepair *self, const char *folder, const char *file, GError **error)
{
  ExmRepairedFile *repaired = &self->files[self->n_files];
  g_autoptr (GError) reason = NULL;

  repaired->file = file;
  repaired->sound = exm_store_check_structure (folder, file, NULL, &reason);
  if (!repaired->sound
      && !g_error_matches (reason, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  self->n_files++;
  return repaired->sound || exm_store_salvage (folder, file, &repaired->salvage, error);
}

/* Pages that are damaged are fetched again by the next worker; not those of tasks in the
 * trash. */
static gboolean
fetch_again (ExmStore *store, const GPtrArray *found, GError **error)
{
  for (guint i = 0; i < found->len; i++)
    {
      const ExmDamage *damage = g_ptr_array_index (found, i);
      g_autoptr (GError) failure = NULL;
      if (exm_store_retry_page (store, damage->task_uid, damage->url, damage->url_key,
                                g_get_real_time (), &failure)
          || g_error_matches (failure, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
        continue;
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return TRUE;
}

static gboolean
repair_pages (ExmStoreRepair *self, const char *folder, GError **error)
{
  guint64 n_checked = 0, n_missing = 0;

  self->notices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, self->notices, error);
  if (store == NULL)
    return FALSE;
  g_autoptr (GPtrArray) found = exm_store_check_pages (
      folder, exm_store_repair_is_lossy (self), &n_checked, &n_missing, NULL, error);
  if (found == NULL || !fetch_again (store, found, error))
    return FALSE;
  self->pages = g_steal_pointer (&found);
  return TRUE;
}

gboolean
exm_store_repair (const char *folder, ExmStoreRepair *repair, GError **error)
{
  ExmStoreFiles files;

  exm_store_files_find (folder, &files);
  if (!exm_store_files_are_complete (folder, &files, error))
    return FALSE;
  if (!files.has_main)
    return TRUE;
  return repair_file (repair, folder, EXM_STORE_MAIN_FILE, error)
         && (!files.has_pages
             || repair_file (repair, folder, EXM_STORE_PAGES_FILE, error))
         && repair_pages (repair, folder, error);
}
