/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Backups: whole, verified, two of them, only where there is room; and back again. */

#include "config.h"

#include "base/exm-fail-point.h"
#include "damage-fixture.h"
#include "store-fixture.h"
#include "store/db/exm-db.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-backup.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

typedef struct
{
  char *folder; /* (owned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->folder = test_folder_new ();
  damage_make_store (self->folder);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->folder, test_folder_free);
}

static char *
make (const char *folder, guint day, GError **error)
{
  const ExmStoreBackupOptions options = { .now_usec = STORE_NOW + day * G_TIME_SPAN_DAY };

  return exm_store_backup_make (folder, &options, NULL, error);
}

/* Articles in the copy, or -1 if it is not sound. */
static gint64
count_in (const char *path)
{
  gint64 n_articles = 0;

  return exm_store_backup_verify (path, &n_articles, NULL, NULL) ? n_articles : -1;
}

/* Files in the folder of backups that are none: what a person would take for one. */
static guint
count_others (const char *folder)
{
  g_autofree char *place = g_build_filename (folder, EXM_STORE_BACKUP_FOLDER, NULL);
  g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
  const char *name;
  guint n_found = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n_found += !g_str_has_prefix (name, EXM_STORE_MAIN_FILE ".backup-")
               && !g_str_has_prefix (name, EXM_STORE_PAGES_FILE ".backup-");
  return n_found;
}

static void
test_rotation (Fixture *self, gconstpointer unused)
{
  mode_t before = umask (022);

  for (guint day = 0; day < 4; day++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = make (self->folder, day, &error);
      g_assert_no_error (error);
      GStatBuf info;
      g_assert_cmpint (g_stat (path, &info), ==, 0);
      g_assert_cmphex (info.st_mode & 0777, ==, 0600);
      g_assert_cmpint (count_in (path), ==, DAMAGE_ARTICLES);
      g_autoptr (GPtrArray) copies = exm_store_backup_list (self->folder);
      g_assert_cmpuint (copies->len, ==, MIN (day + 1, EXM_STORE_BACKUPS_KEPT));
      g_assert_cmpstr (copies->pdata[0], ==, path);
    }
  umask (before);
  g_assert_cmpuint (count_others (self->folder), ==, 0);
}

static guint64
get_free (const char *folder, gpointer data)
{
  return *(guint64 *) data;
}

static void
test_space (Fixture *self, gconstpointer unused)
{
  guint64 n_free = 3 * damage_get_size (self->folder, EXM_STORE_MAIN_FILE) - 1;
  ExmStoreBackupOptions options
      = { .now_usec = STORE_NOW, .get_free = get_free, .data = &n_free };
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_store_backup_make (self->folder, &options, NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FULL);
  g_clear_error (&error);
  n_free++;
  g_autofree char *path = exm_store_backup_make (self->folder, &options, NULL, &error);
  g_assert_no_error (error);
  options.least_free = EXM_STORE_BACKUP_LEAST_FREE;
  g_assert_null (exm_store_backup_make (self->folder, &options, NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FULL);
}

/* A damaged file does not push out a sound backup, not even if only an index is damaged.
 */
static void
test_damaged (Fixture *self, gconstpointer unused)
{
  static const char *const names[] = { "article", "article_collected" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TestFolder) folder = test_folder_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
      gint64 root = 0;
      damage_make_store (folder);
      g_autofree char *good = make (folder, 0, &error);
      g_assert_no_error (error);
      g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
      g_assert_true (
          exm_db_query_int (db, "SELECT rootpage FROM sqlite_schema WHERE name = ?",
                            EXM_VALUES (EXM_TEXT (names[i])), &root, &error));
      g_clear_pointer (&db, exm_db_close);
      damage_bytes (folder, EXM_STORE_MAIN_FILE, (gsize) (root - 1) * 4096 + 4066, 30,
                    0x55);
      for (guint day = 1; day < 4; day++)
        {
          g_assert_null (make (folder, day, &error));
          g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
          g_clear_error (&error);
        }
      g_assert_cmpint (count_in (good), ==, DAMAGE_ARTICLES);
      g_assert_cmpuint (count_others (folder), ==, 0);
    }
}

/* A copy is of one moment, with what is still in the log. */
static void
test_while_written (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);

  g_assert_no_error (error);
  store_fill (store, store_task_uid (1), 1000, 5);
  g_autofree char *path = make (self->folder, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpint (count_in (path), ==, DAMAGE_ARTICLES + 5);
}

typedef struct
{
  const char *folder; /* (unowned) */
  guint day;
} Maker;

static gpointer
make_in_thread (gpointer data)
{
  const Maker *maker = data;
  g_autoptr (GError) error = NULL;
  char *path = make (maker->folder, maker->day, &error);

  g_assert_no_error (error);
  return path;
}

/* The worker's daily one, and those that are asked for meanwhile: one after the other. */
static void
test_at_once (Fixture *self, gconstpointer unused)
{
  Maker makers[4];
  GThread *threads[G_N_ELEMENTS (makers)];

  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    {
      makers[i] = (Maker){ self->folder, i };
      threads[i] = g_thread_new ("backup", make_in_thread, &makers[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    g_free (g_thread_join (threads[i]));
  g_autoptr (GPtrArray) copies = exm_store_backup_list (self->folder);
  g_assert_cmpuint (copies->len, ==, EXM_STORE_BACKUPS_KEPT);
  for (guint i = 0; i < copies->len; i++)
    g_assert_cmpint (count_in (copies->pdata[i]), ==, DAMAGE_ARTICLES);
  g_assert_cmpuint (count_others (self->folder), ==, 0);
}

static void
test_token (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  g_autofree char *before = exm_store_backup_get_token (self->folder, &error);

  g_assert_no_error (error);
  g_assert_true (exm_store_set_setting (store, "a", "b", &error));
  g_autofree char *same = exm_store_backup_get_token (self->folder, &error);
  g_assert_cmpstr (before, ==, same);
  store_fill (store, store_task_uid (1), 1000, 1);
  g_autofree char *other = exm_store_backup_get_token (self->folder, &error);
  g_assert_cmpstr (before, !=, other);
}

static void
test_restore (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *path = make (self->folder, 0, &error);
  g_autofree char *foreign = g_build_filename (self->folder, "foreign", NULL);
  gint64 n_articles = 0;
  guint n_noticed = 0;

  g_assert_true (g_file_set_contents (foreign, "no database at all", -1, NULL));
  g_assert_false (
      exm_store_backup_restore (self->folder, foreign, &n_articles, &kept, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (kept);
  {
    g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
    store_fill (store, store_task_uid (1), 1000, 5);
  }
  damage_bytes (self->folder, EXM_STORE_MAIN_FILE, 0, 100, 0xff);
  g_assert_true (
      exm_store_backup_restore (self->folder, path, &n_articles, &kept, &error));
  g_assert_no_error (error);
  g_assert_cmpint (n_articles, ==, DAMAGE_ARTICLES);
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
  g_assert_cmpint (damage_count_listed (self->folder), ==, DAMAGE_ARTICLES);
  g_assert_cmpuint (damage_check_articles (self->folder, &n_noticed), ==,
                    DAMAGE_ARTICLES);
  /* The backup is there still. */
  g_assert_cmpint (count_in (path), ==, DAMAGE_ARTICLES);
}

/* A backup or a restore that ends anywhere leaves whole files under their names. */
static void
test_killed (Fixture *self, gconstpointer unused)
{
  static const struct
  {
    const char *mode;
    const char *point;
  } cases[] = {
    { "--backup", "store.backup.copied" }, { "--backup", "store.backup.before" },
    { "--backup", "store.backup.after" },  { "--restore", "store.restore.copied" },
    { "--restore", "store.swap.before" },  { "--restore", "store.swap.after" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TestFolder) folder = test_folder_new ();
      g_autoptr (GError) error = NULL;
      const char *argv[] = { "/proc/self/exe", cases[i].mode, folder, NULL };
      g_auto (GStrv) environment
          = g_environ_setenv (g_get_environ (), "EXM_FAIL_POINT", cases[i].point, TRUE);
      int status = 0;
      guint n_noticed = 0;
      damage_make_store (folder);
      g_autofree char *first = make (folder, 0, &error);
      g_assert_true (g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT,
                                   NULL, NULL, NULL, NULL, &status, &error));
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, EXM_FAIL_POINT_STATUS);
      g_assert_cmpuint (damage_check_articles (folder, &n_noticed), ==, DAMAGE_ARTICLES);
      g_autoptr (GPtrArray) copies = exm_store_backup_list (folder);
      g_assert_cmpuint (copies->len, >=, 1);
      for (guint k = 0; k < copies->len; k++)
        g_assert_cmpint (count_in (copies->pdata[k]), ==, DAMAGE_ARTICLES);
      g_autofree char *next = make (folder, 2, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (count_others (folder), ==, 0);
    }
}

static int
run_once (const char *mode, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL;
  gint64 n_articles = 0;

  if (strcmp (mode, "--backup") == 0)
    {
      g_autofree char *path = make (folder, 1, &error);
      return path != NULL ? 0 : 1;
    }
  g_autoptr (GPtrArray) copies = exm_store_backup_list (folder);
  return exm_store_backup_restore (folder, copies->pdata[0], &n_articles, &kept, &error)
             ? 0
             : 1;
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/store/backup/rotation", test_rotation },
    { "/store/backup/space", test_space },
    { "/store/backup/damaged", test_damaged },
    { "/store/backup/while-written", test_while_written },
    { "/store/backup/at-once", test_at_once },
    { "/store/backup/token", test_token },
    { "/store/backup/restore", test_restore },
    { "/store/backup/killed", test_killed },
  };

  if (argc == 3)
    return run_once (argv[1], argv[2]);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
