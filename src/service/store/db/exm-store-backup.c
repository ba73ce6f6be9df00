/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-store-backup.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "store/db/exm-db.h"
#include "store/db/exm-schema.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "store/db/exm-store-swap.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define MARK ".backup-"

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return -strcmp (*(char *const *) a, *(char *const *) b);
}

static GPtrArray *
list_copies (const char *folder, const char *prefix)
{
  g_autofree char *place = g_build_filename (folder, EXM_STORE_BACKUP_FOLDER, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, prefix) && strchr (name + strlen (prefix), '.') == NULL
        && strchr (name + strlen (prefix), 'Z') != NULL && name[strlen (name) - 1] == 'Z')
      g_ptr_array_add (found, g_build_filename (place, name, NULL));
  g_ptr_array_sort (found, compare_names);
  return g_steal_pointer (&found);
}

GPtrArray *
exm_store_backup_list (const char *folder)
{
  return list_copies (folder, EXM_STORE_MAIN_FILE MARK);
}

char *
exm_store_backup_get_token (const char *folder, GError **error)
{
  g_autoptr (ExmDb) db = exm_db_open_to_read (folder, EXM_STORE_MAIN_FILE, error);
  char *token = NULL;

  if (db == NULL
      || !exm_db_query_text (
          db,
          "SELECT printf ('%d %d %d %d %d %d %d %d %d %d %d %d',"
          " (SELECT count(*) FROM article), (SELECT max(id) FROM article),"
          " (SELECT max(collected) FROM article), (SELECT max(id) FROM run),"
          " (SELECT count(*) + sum(paused) + max(changed) FROM task),"
          " (SELECT max(id) FROM label), (SELECT count(*) FROM approval),"
          " (SELECT count(*) FROM publish_queue WHERE published IS NOT NULL),"
          " (SELECT sum(trashed) FROM trash), (SELECT count(*) FROM unread),"
          " (SELECT count(*) FROM star), (SELECT count(*) FROM tag))",
          NULL, &token, error))
    return NULL;
  return token;
}

static guint64
get_free (const char *folder, const ExmStoreBackupOptions *options)
{
  if (options->get_free != NULL)
    return options->get_free (folder, options->data);
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (GFileInfo) info
      = g_file_query_filesystem_info (file, G_FILE_ATTRIBUTE_FILESYSTEM_FREE, NULL, NULL);
  /* Unknown free space is no obstacle: a full disk fails the copy itself. */
  return info != NULL
                 && g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE)
             ? g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE)
             : G_MAXUINT64;
}

static guint64
get_size (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GStatBuf info;

  return g_stat (path, &info) == 0 ? (guint64) info.st_size : 0;
}

static gboolean
has_space (const char *folder, const ExmStoreBackupOptions *options, GError **error)
{
  guint64 size = get_size (folder, EXM_STORE_MAIN_FILE)
                 + get_size (folder, EXM_STORE_MAIN_FILE "-wal")
                 + (options->pages ? get_size (folder, EXM_STORE_PAGES_FILE) : 0);
  guint64 needed = MAX (EXM_STORE_BACKUP_FREE_TIMES * size, options->least_free);
  guint64 n_free = get_free (folder, options);

  if (n_free >= needed)
    return TRUE;
  g_autofree char *name = g_filename_display_name (folder);
  g_autofree char *have = g_format_size (n_free);
  g_autofree char *need = g_format_size (needed);
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FULL,
                      /* translators: a folder, two amounts of bytes */
                      N_ ("No backup was made in %s: %s are free, and %s should be. Free "
                          "some space; the backup is made then."),
                      name, have, need);
  return FALSE;
}

static gboolean
is_cancelled (gpointer cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

/* Whether the copy is one of ours, and sound. */
static gboolean
check_copy (ExmDb *db, gint64 *n_articles, GCancellable *cancellable, GError **error)
{
  g_autofree char *result = NULL;
  gint64 id = 0;
  gint64 n_orphans = 0;

  if (cancellable != NULL)
    exm_db_set_watch (db, is_cancelled, cancellable, 0);
  gboolean read = exm_db_query_int (db, "PRAGMA application_id", NULL, &id, error);
  if (read && id != exm_schema_main.application_id)
    {
      g_autofree char *file = g_filename_display_name (exm_db_get_path (db));
      exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FOREIGN,
                          N_ ("%s is no backup of exemplar.db"), file);
      read = FALSE;
    }
  read = read && exm_db_query_text (db, "PRAGMA integrity_check(1)", NULL, &result, error)
         && exm_db_query_int (db, "SELECT count(*) FROM pragma_foreign_key_check", NULL,
                              &n_orphans, error)
         && exm_db_query_int (db, "SELECT count(*) FROM article NOT INDEXED", NULL,
                              n_articles, error);
  exm_db_set_watch (db, NULL, NULL, 0);
  if (!read)
    return FALSE;
  if (g_strcmp0 (result, "ok") == 0 && n_orphans == 0)
    return TRUE;
  g_strdelimit (result, "\n", ' ');
  exm_store_error_set_damaged (error, exm_db_get_path (db),
                               n_orphans != 0 ? _ ("rows refer to what is not there")
                                              : result);
  return FALSE;
}

gboolean
exm_store_backup_verify (const char *path,
                         gint64 *n_articles,
                         GCancellable *cancellable,
                         GError **error)
{
  const ExmDbOptions options = { .read_only = TRUE };
  gint64 n_found = 0;
  g_autoptr (ExmDb) db = exm_db_open (path, &options, error);

  if (db == NULL || !check_copy (db, &n_found, cancellable, error))
    return FALSE;
  if (n_articles != NULL)
    *n_articles = n_found;
  return TRUE;
}

/* One reading transaction for the count and the copy, so that they are of one moment. */
static gboolean
copy_main (const char *folder,
           const char *part,
           GCancellable *cancellable,
           GError **error)
{
  gint64 n_articles = 0;
  gint64 n_copied = 0;
  g_autoptr (ExmDb) db = exm_db_open_to_read (folder, EXM_STORE_MAIN_FILE, error);

  if (db == NULL || !exm_db_execute (db, "BEGIN", error))
    return FALSE;
  gboolean done
      = exm_db_query_int (db, "SELECT count(*) FROM article", NULL, &n_articles, error)
        && exm_db_copy_to (db, part, cancellable, error);
  if (exm_db_in_transaction (db) && !exm_db_execute (db, "COMMIT", done ? error : NULL))
    return FALSE;
  if (!done)
    return FALSE;
  exm_fail_point ("store.backup.copied");
  g_autoptr (ExmDb) copy = exm_db_open (part, NULL, error);
  if (copy == NULL || !exm_db_execute (copy, "PRAGMA journal_mode = DELETE", error)
      || !check_copy (copy, &n_copied, cancellable, error))
    return FALSE;
  if (n_copied == n_articles)
    return TRUE;
  g_autofree char *file = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  exm_store_error_set_damaged (error, file, _ ("its articles and their index differ"));
  return FALSE;
}

static gboolean
copy_pages (const char *folder,
            const char *part,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (ExmDb) db = exm_db_open_to_read (folder, EXM_STORE_PAGES_FILE, error);

  return db != NULL && exm_db_copy_to (db, part, cancellable, error);
}

static gboolean
give_name (const char *part, const char *path, GError **error)
{
  g_autofree char *place = g_path_get_dirname (path);

  if (!exm_store_folder_sync (part, error))
    return FALSE;
  exm_fail_point ("store.backup.before");
  if (g_rename (part, path) != 0)
    {
      exm_store_folder_set_error (error, path, errno);
      return FALSE;
    }
  exm_fail_point ("store.backup.after");
  return exm_store_folder_sync (place, error);
}

static void
drop_old (const char *folder, const char *prefix)
{
  g_autoptr (GPtrArray) copies = list_copies (folder, prefix);

  for (guint i = EXM_STORE_BACKUPS_KEPT; i < copies->len; i++)
    g_unlink (g_ptr_array_index (copies, i));
}

typedef gboolean (*CopyFunc) (const char *folder,
                              const char *part,
                              GCancellable *cancellable,
                              GError **error);

static char *
make_one (const char *folder,
          const char *name,
          gint64 now_usec,
          CopyFunc copy,
          GCancellable *cancellable,
          GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_utc (now_usec / G_USEC_PER_SEC);
  g_autofree char *time
      = now != NULL ? g_date_time_format (now, "%Y%m%dT%H%M%SZ") : g_strdup ("0Z");
  g_autofree char *place = g_build_filename (folder, EXM_STORE_BACKUP_FOLDER, NULL);
  g_autofree char *path = g_strconcat (place, "/", name, MARK, time, NULL);
  g_autofree char *part = g_strconcat (place, "/", name, ".part", NULL);

  if (g_mkdir_with_parents (place, 0700) != 0)
    {
      exm_store_folder_set_error (error, place, errno);
      return NULL;
    }
  /* Another thread or process would write the same file. */
  g_autofree char *lock_path = g_build_filename (folder, "backup.lock", NULL);
  int lock = exm_store_folder_lock (lock_path, place, G_MAXUINT, cancellable, error);
  if (lock < 0)
    return NULL;
  g_unlink (part);
  exm_store_folder_make_private (part, TRUE);
  gboolean made
      = copy (folder, part, cancellable, error) && give_name (part, path, error);
  if (!made)
    g_unlink (part);
  close (lock);
  return made ? g_steal_pointer (&path) : NULL;
}

char *
exm_store_backup_make (const char *folder,
                       const ExmStoreBackupOptions *options,
                       GCancellable *cancellable,
                       GError **error)
{
  if (!has_space (folder, options, error))
    return NULL;
  g_autofree char *path = make_one (folder, EXM_STORE_MAIN_FILE, options->now_usec,
                                    copy_main, cancellable, error);
  if (path == NULL)
    return NULL;
  if (options->pages)
    {
      g_autofree char *pages = make_one (folder, EXM_STORE_PAGES_FILE, options->now_usec,
                                         copy_pages, cancellable, error);
      if (pages == NULL)
        return NULL;
      drop_old (folder, EXM_STORE_PAGES_FILE MARK);
    }
  drop_old (folder, EXM_STORE_MAIN_FILE MARK);
  return g_steal_pointer (&path);
}

gboolean
exm_store_backup_restore (
    const char *folder, const char *path, gint64 *n_articles, char **kept, GError **error)
{
  g_autofree char *target = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  g_autofree char *part = g_strconcat (target, ".part", NULL);
  const ExmDbOptions options = { .read_only = TRUE };

  if (!exm_store_folder_make (folder, error)
      || !exm_store_backup_verify (path, n_articles, NULL, error))
    return FALSE;
  g_unlink (part);
  exm_store_folder_make_private (part, TRUE);
  {
    g_autoptr (ExmDb) db = exm_db_open (path, &options, error);
    gint64 n_copied = 0;
    if (db == NULL || !exm_db_copy_to (db, part, NULL, error)
        || !exm_store_backup_verify (part, &n_copied, NULL, error))
      {
        g_unlink (part);
        return FALSE;
      }
  }
  exm_fail_point ("store.restore.copied");
  return exm_store_swap (target, part, "replaced", kept, error);
}
