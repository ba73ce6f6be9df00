/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-store-files.h"

#include "base/exm-said-error.h"
#include "store/db/exm-store-backup.h"
#include "store/db/exm-store-folder.h"

#include <glib/gi18n-lib.h>
#include <sys/stat.h>

static gint64
get_size (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct stat info;

  return stat (path, &info) == 0 ? (gint64) info.st_size : -1;
}

void
exm_store_files_find (const char *folder, ExmStoreFiles *files)
{
  gint64 main_size = get_size (folder, EXM_STORE_MAIN_FILE);
  g_autoptr (GPtrArray) backups = exm_store_backup_list (folder);

  *files = (ExmStoreFiles){
    .has_main = main_size > 0,
    .has_empty_main = main_size == 0,
    .has_pages = get_size (folder, EXM_STORE_PAGES_FILE) > 0,
    .has_copies = backups->len > 0 || get_size (folder, EXM_STORE_MAIN_FILE "-wal") > 0,
  };
}

gboolean
exm_store_files_are_complete (const char *folder,
                              const ExmStoreFiles *files,
                              GError **error)
{
  if (files->has_main || (!files->has_pages && !files->has_copies))
    return TRUE;
  g_autofree char *path = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  g_autofree char *file = g_filename_display_name (path);
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED,
      files->has_empty_main
          ? N_ ("%s is empty, though other files beside it are not. Take a backup of it: "
                "“exemplar-cli store restore”. To begin anew, move all files away.")
          : N_ ("%s is missing, though other files of it are there. Take a backup of it: "
                "“exemplar-cli store restore”. To begin anew, move all files away."),
      file);
  return FALSE;
}
