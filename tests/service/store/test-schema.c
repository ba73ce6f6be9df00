/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* New, older, newer, foreign and damaged files. */

#include "config.h"

#include "store/db/exm-schema.h"

#include "base/exm-fail-point.h"
#include "store/db/exm-statement.h"
#include "test-folder.h"
#include "test-vfs.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define APPLICATION_ID "PRAGMA application_id = 0x54455354;"

static const char *const version_1[]
    = { "CREATE TABLE t (a INTEGER) STRICT;", "INSERT INTO t (a) VALUES (1);",
        APPLICATION_ID "PRAGMA user_version = 1", NULL };
static const char *const version_2[]
    = { "ALTER TABLE t ADD COLUMN b TEXT;", "PRAGMA user_version = 2", NULL };
static const char *const version_3[]
    = { "UPDATE t SET a = a + 1;", "PRAGMA user_version = 3", NULL };
static const char *const broken_3[]
    = { "UPDATE t SET a = a + 1;", "PRAGMA user_version = 3",
        "INSERT INTO missing VALUES (1)", NULL };
static const char *const silent_3[] = { "UPDATE t SET a = a + 1;", NULL };

static const char *const *const all[] = { version_1, version_2, version_3 };
static const char *const *const broken[] = { version_1, version_2, broken_3 };
static const char *const *const silent[] = { version_1, version_2, silent_3 };

static const ExmSchema schema_1 = { 0x54455354, 1, all };
static const ExmSchema schema_2 = { 0x54455354, 2, all };
static const ExmSchema schema_3 = { 0x54455354, 3, all };
static const ExmSchema schema_broken = { 0x54455354, 3, broken };
static const ExmSchema schema_silent = { 0x54455354, 3, silent };
static const ExmSchema schema_other = { 0x4f544852, 3, all };

typedef struct
{
  char *folder;       /* (owned) */
  char *path;         /* (owned) */
  GPtrArray *notices; /* (owned) (element-type utf8) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->folder = test_folder_new ();
  self->path = g_build_filename (self->folder, "test.db", NULL);
  self->notices = g_ptr_array_new_with_free_func (g_free);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->folder, test_folder_free);
  g_free (self->path);
  g_ptr_array_unref (self->notices);
}

/* The version and the value of the one row; 0 where it fails with @code. */
static guint
open_version (
    Fixture *self, const ExmSchema *schema, ExmSchemaCheck check, gint64 *a, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db
      = exm_schema_open (schema, self->path, NULL, check, self->notices, &error);
  gint64 version = 0;

  if (code >= 0)
    {
      g_assert_error (error, EXM_STORE_ERROR, code);
      g_assert_nonnull (strstr (error->message, "test.db"));
      return 0;
    }
  g_assert_no_error (error);
  g_assert_true (exm_db_query_int (db, "PRAGMA user_version", NULL, &version, &error));
  g_assert_true (exm_db_query_int (db, "SELECT a FROM t", NULL, a, &error));
  return (guint) version;
}

static guint
count_files (Fixture *self, const char *part)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *entry;
  guint n_found = 0;

  while ((entry = g_dir_read_name (dir)) != NULL)
    if (strstr (entry, part) != NULL)
      n_found++;
  return n_found;
}

static void
test_new (Fixture *self, gconstpointer unused)
{
  gint64 a = 0;

  g_assert_cmpuint (open_version (self, &schema_3, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 3);
  g_assert_cmpint (a, ==, 2);
  g_assert_cmpuint (self->notices->len, ==, 0);
  g_assert_cmpuint (count_files (self, "before"), ==, 0);
}

static void
test_migrate (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *copy_path = g_strconcat (self->path, ".before-v3", NULL);
  gint64 a = 0;

  g_assert_cmpuint (open_version (self, &schema_1, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 1);
  g_assert_cmpuint (open_version (self, &schema_3, EXM_SCHEMA_CHECK_ALL, &a, -1), ==, 3);
  g_assert_cmpint (a, ==, 2);
  g_assert_cmpuint (self->notices->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (self->notices, 0), "test.db.before-v3"));

  /* The copy is what the older program can go on with. */
  g_autoptr (ExmDb) copy
      = exm_schema_open (&schema_1, copy_path, NULL, EXM_SCHEMA_CHECK_ALL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_db_query_int (copy, "SELECT a FROM t", NULL, &a, &error));
  g_assert_cmpint (a, ==, 1);
  g_assert_cmpuint (count_files (self, ".part"), ==, 0);
}

/* A change that fails, or forgets its number, leaves the version before it. */
static void
test_migration_fails (Fixture *self, gconstpointer unused)
{
  gint64 a = 0;

  g_assert_cmpuint (open_version (self, &schema_2, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 2);
  open_version (self, &schema_broken, EXM_SCHEMA_CHECK_ALL, &a, EXM_STORE_ERROR_FAILED);
  open_version (self, &schema_silent, EXM_SCHEMA_CHECK_ALL, &a, EXM_STORE_ERROR_FAILED);
  g_assert_cmpuint (open_version (self, &schema_2, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 2);
  g_assert_cmpint (a, ==, 1);
  g_assert_cmpuint (open_version (self, &schema_3, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 3);
  g_assert_cmpint (a, ==, 2);
}

static void
test_newer (Fixture *self, gconstpointer unused)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before = 0;
  gsize n_after = 0;
  gint64 a = 0;

  g_assert_cmpuint (open_version (self, &schema_3, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 3);
  g_assert_true (g_file_get_contents (self->path, &before, &n_before, NULL));
  open_version (self, &schema_2, EXM_SCHEMA_CHECK_ALL, &a, EXM_STORE_ERROR_NEWER);
  g_assert_true (g_file_get_contents (self->path, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  g_assert_cmpuint (count_files (self, "damaged"), ==, 0);
}

typedef struct
{
  Fixture file;
  guint n_made; /* how many times the other program made it */
} Gap;

/* The one that fills the gap cannot wait for the one it interrupts. */
static void
open_in_gap (gpointer data)
{
  Gap *self = data;
  const ExmDbOptions options = { .busy_timeout_ms = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_schema_open (&schema_3, self->file.path, &options,
                                          EXM_SCHEMA_CHECK_NONE, NULL, &error);

  if (db == NULL)
    g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_BUSY);
  self->n_made += db != NULL;
}

/* Another program makes the file while this one looks at it, in every gap there is. */
static void
test_new_for_two (Fixture *self, gconstpointer unused)
{
  const ExmDbOptions options = { .vfs = TEST_VFS };
  guint n_gaps = 0;
  Gap gap = { 0 };

  test_vfs_set_up ();
  for (gboolean is_gap = TRUE; is_gap; n_gaps += is_gap)
    {
      g_autoptr (GError) error = NULL;
      gint64 version = 0;
      set_up (&gap.file, NULL);
      /* The other has only just begun. */
      g_assert_true (g_file_set_contents (gap.file.path, "", 0, &error));
      test_vfs_call_at_unlock (n_gaps, open_in_gap, &gap);
      ExmDb *db = exm_schema_open (&schema_3, gap.file.path, &options,
                                   EXM_SCHEMA_CHECK_ALL, gap.file.notices, &error);
      g_assert_no_error (error);
      g_assert_true (
          exm_db_query_int (db, "PRAGMA user_version", NULL, &version, &error));
      g_assert_cmpint (version, ==, 3);
      g_assert_cmpuint (gap.file.notices->len, ==, 0);
      exm_db_close (db);
      is_gap = !test_vfs_call_is_due ();
      test_vfs_reset ();
      tear_down (&gap.file, NULL);
    }
  g_assert_cmpuint (n_gaps, >, gap.n_made);
  g_assert_cmpuint (gap.n_made, >=, 2);
}

static void
test_foreign (Fixture *self, gconstpointer unused)
{
  gint64 a = 0;

  g_assert_cmpuint (open_version (self, &schema_3, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 3);
  open_version (self, &schema_other, EXM_SCHEMA_CHECK_ALL, &a, EXM_STORE_ERROR_FOREIGN);
  g_assert_cmpuint (open_version (self, &schema_3, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 3);
}

static void
test_reader_of_older (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmDbOptions options = { .read_only = TRUE };
  gint64 a = 0;

  g_assert_cmpuint (open_version (self, &schema_2, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 2);
  g_assert_null (exm_schema_open (&schema_3, self->path, &options, EXM_SCHEMA_CHECK_NONE,
                                  NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_OLDER);
}

/* A file of some pages. */
static void
make_rows (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_schema_open (&schema_3, self->path, NULL,
                                          EXM_SCHEMA_CHECK_NONE, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (exm_db_execute (db,
                                 "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL"
                                 " SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO t"
                                 " (a, b) SELECT i, 'row ' || i FROM n",
                                 &error));
}

typedef enum
{
  DAMAGE_TRUNCATED,
  DAMAGE_SHORT,
  DAMAGE_HEADER,
  DAMAGE_FLIPPED,
  N_DAMAGES
} Damage;

static void
damage_file (Fixture *self, Damage damage)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;

  g_assert_true (g_file_get_contents (self->path, &bytes, &n_bytes, NULL));
  g_assert_cmpuint (n_bytes, >, 5 * 4096);
  switch (damage)
    {
    case DAMAGE_TRUNCATED:
      n_bytes = n_bytes / 2;
      break;
    case DAMAGE_SHORT:
      n_bytes = 60;
      break;
    case DAMAGE_HEADER:
      memset (bytes, 'x', 100);
      break;
    case DAMAGE_FLIPPED:
    case N_DAMAGES:
    default:
      /* Headers of the pages of the table. */
      for (gsize page = 2; page * 4096 + 16 < n_bytes; page++)
        for (gsize i = 0; i < 16; i++)
          bytes[page * 4096 + i] = (char) ~bytes[page * 4096 + i];
      break;
    }
  g_assert_true (g_file_set_contents (self->path, bytes, (gssize) n_bytes, NULL));
}

/* Asserts that the file is what it was, and nothing else was made of it. */
static void
check_untouched (Fixture *self, const char *path, const char *bytes, gsize n_bytes)
{
  g_autofree char *now = NULL;
  gsize n_now = 0;

  g_assert_true (g_file_get_contents (path, &now, &n_now, NULL));
  g_assert_cmpmem (now, n_now, bytes, n_bytes);
  g_assert_cmpuint (count_files (self, "damaged"), ==, 0);
  g_assert_cmpuint (self->notices->len, ==, 0);
}

/* Damage is told with what helps, and every byte stays where it is. */
static void
test_damaged (Fixture *self, gconstpointer unused)
{
  for (Damage damage = DAMAGE_TRUNCATED; damage < N_DAMAGES; damage++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *bytes = NULL;
      gsize n_bytes = 0;

      g_unlink (self->path);
      make_rows (self);
      damage_file (self, damage);
      g_assert_true (g_file_get_contents (self->path, &bytes, &n_bytes, NULL));
      g_assert_null (exm_schema_open (&schema_3, self->path, NULL, EXM_SCHEMA_CHECK_ALL,
                                      self->notices, &error));
      g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
      g_assert_nonnull (strstr (error->message, "exemplar-cli store repair"));
      check_untouched (self, self->path, bytes, n_bytes);
    }
}

/* Leaves a damaged file in place if opened by a process that does not collect. */
static void
test_damaged_is_told (Fixture *self, gconstpointer unused)
{
  gint64 a = 0;

  make_rows (self);
  damage_file (self, DAMAGE_HEADER);
  open_version (self, &schema_3, EXM_SCHEMA_CHECK_NONE, &a, EXM_STORE_ERROR_DAMAGED);
  g_assert_cmpuint (count_files (self, "damaged-"), ==, 0);
}

/* A damaged file keeps its log as well: what was written last is in it. */
static void
test_damaged_with_log (Fixture *self, gconstpointer unused)
{
  g_autofree char *wal = g_strconcat (self->path, "-wal", NULL);
  g_autofree char *saved_wal = NULL;
  gsize n_wal = 0;
  gint64 a = 0;

  make_rows (self);
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExmDb) db = exm_schema_open (&schema_3, self->path, NULL,
                                            EXM_SCHEMA_CHECK_NONE, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (exm_db_execute (db, "UPDATE t SET a = 77", &error));
    g_assert_true (g_file_get_contents (wal, &saved_wal, &n_wal, NULL));
    g_assert_cmpuint (n_wal, >, 4096);
  }
  damage_file (self, DAMAGE_HEADER);
  g_assert_true (g_file_set_contents (wal, saved_wal, (gssize) n_wal, NULL));
  open_version (self, &schema_3, EXM_SCHEMA_CHECK_ALL, &a, EXM_STORE_ERROR_DAMAGED);
  check_untouched (self, wal, saved_wal, n_wal);
}

/* Files are their owner's alone, with their logs, also those that were made otherwise. */
static void
test_private (Fixture *self, gconstpointer unused)
{
  static const char *const suffixes[] = { "", "-wal", "-shm", ".lock" };
  mode_t before = umask (022);

  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmDb) db = exm_schema_open (&schema_3, self->path, NULL,
                                              EXM_SCHEMA_CHECK_NONE, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (exm_db_execute (db, "UPDATE t SET a = 77", &error));
      for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
        {
          g_autofree char *file = g_strconcat (self->path, suffixes[i], NULL);
          GStatBuf info;
          g_assert_cmpint (g_stat (file, &info), ==, 0);
          g_assert_cmphex (info.st_mode & 0777, ==, 0600);
        }
      g_clear_pointer (&db, exm_db_close);
      g_assert_cmpint (g_chmod (self->path, 0644), ==, 0);
    }
  umask (before);
}

static void
test_full_disk (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmDbOptions options = { .vfs = TEST_VFS };
  gint64 a = 0;

  g_assert_cmpuint (open_version (self, &schema_1, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 1);
  test_vfs_set_up ();
  test_vfs_set_space (100);
  g_assert_null (exm_schema_open (&schema_3, self->path, &options, EXM_SCHEMA_CHECK_ALL,
                                  self->notices, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FULL);
  test_vfs_reset ();
  g_assert_cmpuint (open_version (self, &schema_1, EXM_SCHEMA_CHECK_ALL, &a, -1), ==, 1);
  g_assert_cmpint (a, ==, 1);
}

static void
test_read_only (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmDbOptions options = { .vfs = TEST_VFS };
  gint64 a = 0;

  g_assert_cmpuint (open_version (self, &schema_3, EXM_SCHEMA_CHECK_NONE, &a, -1), ==, 3);
  test_vfs_set_up ();
  test_vfs_set_read_only (TRUE);
  g_assert_null (exm_schema_open (&schema_3, self->path, &options, EXM_SCHEMA_CHECK_ALL,
                                  self->notices, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_READ_ONLY);
  test_vfs_reset ();
}

/* Opens the file in a child that ends at a fail point. */
static void
die_at (Fixture *self, const char *point, const char *mode)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) environment
      = g_environ_setenv (g_get_environ (), "EXM_FAIL_POINT", point, TRUE);
  const char *argv[] = { "/proc/self/exe", mode, self->path, NULL };
  int status = 0;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT, NULL,
                               NULL, NULL, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, EXM_FAIL_POINT_STATUS);
}

/* The version of the copy aside. */
static gint64
get_copied_version (const Fixture *self)
{
  g_autofree char *path = g_strconcat (self->path, ".before-v3", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 version = -1;

  g_assert_no_error (error);
  g_assert_true (exm_db_query_int (db, "PRAGMA user_version", NULL, &version, &error));
  return version;
}

static void
test_killed_migrating (Fixture *self, gconstpointer unused)
{
  static const char *const points[]
      = { "store.copy-aside.before", "store.copy-aside.after", "store.schema.before",
          "store.schema.before:2",   "store.schema.after",     "store.schema.after:2" };

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      gint64 a = 0;
      g_unlink (self->path);
      g_assert_cmpuint (open_version (self, &schema_1, EXM_SCHEMA_CHECK_NONE, &a, -1), ==,
                        1);
      die_at (self, points[i], "--open");
      g_assert_cmpuint (open_version (self, &schema_3, EXM_SCHEMA_CHECK_ALL, &a, -1), ==,
                        3);
      g_assert_cmpint (a, ==, 2);
      g_assert_cmpuint (count_files (self, "damaged-"), ==, 0);
      g_assert_cmpuint (count_files (self, "before-v3"), >=, 1);
      /* As it was before the first step, wherever that ended. */
      g_assert_cmpint (get_copied_version (self), ==, 1);
    }
}

/* Many at once make one file, once. */
static void
test_opened_by_many (Fixture *self, gconstpointer unused)
{
  const char *argv[] = { "/proc/self/exe", "--open", self->path, NULL };
  GPid pids[6];
  gint64 a = 0;

  for (guint i = 0; i < G_N_ELEMENTS (pids); i++)
    g_assert_true (g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD,
                                  NULL, NULL, &pids[i], NULL));
  for (guint i = 0; i < G_N_ELEMENTS (pids); i++)
    {
      int status = 0;
      g_assert_cmpint (waitpid (pids[i], &status, 0), ==, pids[i]);
      g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    }
  g_assert_cmpuint (open_version (self, &schema_3, EXM_SCHEMA_CHECK_ALL, &a, -1), ==, 3);
  g_assert_cmpint (a, ==, 2);
}

/* Child: opens the file as the one that collects. */
static int
open_once (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db
      = exm_schema_open (&schema_3, path, NULL, EXM_SCHEMA_CHECK_ALL, NULL, &error);

  if (db == NULL)
    g_printerr ("%s\n", error->message);
  return db != NULL ? 0 : 1;
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/store/schema/new", test_new },
    { "/store/schema/new-for-two", test_new_for_two },
    { "/store/schema/migrate", test_migrate },
    { "/store/schema/migration-fails", test_migration_fails },
    { "/store/schema/newer", test_newer },
    { "/store/schema/foreign", test_foreign },
    { "/store/schema/reader-of-older", test_reader_of_older },
    { "/store/schema/damaged", test_damaged },
    { "/store/schema/damaged-is-told", test_damaged_is_told },
    { "/store/schema/damaged-with-log", test_damaged_with_log },
    { "/store/schema/full-disk", test_full_disk },
    { "/store/schema/read-only", test_read_only },
    { "/store/schema/killed-migrating", test_killed_migrating },
    { "/store/schema/private", test_private },
    { "/store/schema/opened-by-many", test_opened_by_many },
  };

  if (argc == 3 && g_strcmp0 (argv[1], "--open") == 0)
    return open_once (argv[2]);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
