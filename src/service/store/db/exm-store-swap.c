/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-store-swap.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "store/db/exm-store-folder.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <unistd.h>

#define BUSY_MS 2000

char *
exm_store_swap_make_name (const char *path, const char *word)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y%m%dT%H%M%SZ");

  for (guint i = 1;; i++)
    {
      g_autofree char *name = i == 1
                                  ? g_strdup_printf ("%s.%s-%s", path, word, time)
                                  : g_strdup_printf ("%s.%s-%s-%u", path, word, time, i);
      if (!g_file_test (name, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&name);
    }
}

/* Puts the log into the file and takes it away, which works only while nobody else has
 * the file open. A file that cannot be opened as a database keeps its log. */
static gboolean
settle_log (const char *path, GError **error)
{
  sqlite3 *db = NULL;

  int code
      = sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, NULL);
  if (code == SQLITE_OK)
    {
      sqlite3_busy_timeout (db, BUSY_MS);
      sqlite3_db_config (db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
      sqlite3_exec (db, "PRAGMA writable_schema = ON", NULL, NULL, NULL);
      code = sqlite3_exec (db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    }
  sqlite3_close (db);
  if ((code & 0xff) != SQLITE_BUSY && (code & 0xff) != SQLITE_LOCKED)
    return TRUE;
  exm_store_error_set_sqlite (error, code, path, NULL, BUSY_MS);
  return FALSE;
}

/* A second name for the same bytes; where the file system has no such thing, a copy. */
static gboolean
keep_file (const char *path, const char *name, const char *suffix, GError **error)
{
  g_autofree char *from = g_strconcat (path, suffix, NULL);
  g_autofree char *to = g_strconcat (name, suffix, NULL);
  g_autoptr (GError) local_error = NULL;

  if (link (from, to) == 0 || errno == ENOENT)
    return TRUE;
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) target = g_file_new_for_path (to);
  if (g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, &local_error))
    return exm_store_folder_sync (to, error);
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_IO, "%s",
                      local_error->message);
  return FALSE;
}

static void
drop_log (const char *path)
{
  static const char *const suffixes[] = { "-wal", "-shm", "-journal" };

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *file = g_strconcat (path, suffixes[i], NULL);
      g_unlink (file);
    }
}

gboolean
exm_store_swap (
    const char *path, const char *part, const char *word, char **kept, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = NULL;

  *kept = NULL;
  if (!exm_store_folder_sync (part, error))
    return FALSE;
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      name = exm_store_swap_make_name (path, word);
      if (!settle_log (path, error) || !keep_file (path, name, "", error)
          || !keep_file (path, name, "-wal", error)
          || !exm_store_folder_sync (folder, error))
        return FALSE;
    }
  exm_fail_point ("store.swap.before");
  /* Beside a new file the log of the old one would be played back into that. */
  drop_log (path);
  if (g_rename (part, path) != 0)
    {
      exm_store_folder_set_error (error, path, errno);
      return FALSE;
    }
  exm_fail_point ("store.swap.after");
  if (!exm_store_folder_sync (folder, error))
    return FALSE;
  *kept = g_steal_pointer (&name);
  return TRUE;
}
