/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Damaged files: nothing is set aside by itself, what can be read is read, and a repair
 * loses only what cannot be. */

#include "config.h"

#include "base/exm-fail-point.h"
#include "damage-fixture.h"
#include "store-fixture.h"
#include "base/exm-said.h"
#include "store/db/exm-schema.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-store-check.h"
#include "store/salvage/exm-store-repair.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define N_SEEDS 60u
#define N_FLIPS 50u

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

/* As the process that collects opens it. */
static gboolean
open_to_collect (const char *folder, GPtrArray *notices, GError **error)
{
  const ExmStoreOptions options = { .check = TRUE };
  g_autoptr (ExmStore) store = exm_store_open (folder, &options, notices, error);

  return store != NULL;
}

static guint
count_files (const char *folder, const char *part)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_found = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (strstr (name, part) != NULL)
      n_found++;
  return n_found;
}

static const ExmTableScan *
find_table (const ExmSalvage *salvage, const char *table)
{
  for (guint i = 0; i < salvage->tables->len; i++)
    if (strcmp (g_array_index (salvage->tables, ExmTableScan, i).table, table) == 0)
      return &g_array_index (salvage->tables, ExmTableScan, i);
  g_assert_not_reached ();
}

/* Salvages the file and checks what came of it against what was said of it. */
static guint
repair (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmSalvage) salvage = { 0 };
  guint n_noticed = 0;

  exm_store_salvage (folder, EXM_STORE_MAIN_FILE, &salvage, &error);
  g_assert_no_error (error);
  const ExmTableScan *articles = find_table (&salvage, "article");
  g_assert_cmpuint (articles->n_read + articles->n_lost, >=, DAMAGE_ARTICLES);
  g_assert_true (open_to_collect (folder, NULL, &error));
  g_assert_cmpint (damage_count_listed (folder), ==, (gint) articles->n_read);
  g_assert_true (g_file_test (salvage.kept, G_FILE_TEST_EXISTS));
  return damage_check_articles (folder, &n_noticed);
}

/* 200 bytes, wherever they are: the file stays where it is, byte for byte, and a repair
 * keeps nearly all articles. */
static void
test_holes (Fixture *self, gconstpointer unused)
{
  guint n_damaged = 0, n_kept = 0;

  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (TestFolder) folder = test_folder_new ();
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;
      damage_make_store (folder);
      gsize size = damage_get_size (folder, EXM_STORE_MAIN_FILE);
      damage_bytes (folder, EXM_STORE_MAIN_FILE,
                    (gsize) g_rand_int_range (rand, 4096, (gint32) size - 200), 200,
                    (guint8) g_rand_int_range (rand, 1, 256));
      g_autoptr (GBytes) before = damage_read (folder, EXM_STORE_MAIN_FILE);
      guint n_noticed = 0;
      guint n_read = damage_check_articles (folder, &n_noticed);
      if (open_to_collect (folder, notices, &error))
        n_kept += n_read;
      else
        {
          n_damaged++;
          g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
          g_assert_nonnull (strstr (error->message, "exemplar-cli store repair"));
          g_autoptr (GBytes) after = damage_read (folder, EXM_STORE_MAIN_FILE);
          g_assert_true (g_bytes_equal (before, after));
          guint n_repaired = repair (folder);
          g_assert_cmpuint (n_repaired, >=, n_read);
          n_kept += n_repaired;
        }
      g_assert_cmpuint (count_files (folder, ".part"), ==, 0);
      g_assert_cmpuint (notices->len, ==, 0);
    }
  g_test_message ("%u of %u damaged in structure; %u of %u articles kept", n_damaged,
                  N_SEEDS, n_kept, N_SEEDS * DAMAGE_ARTICLES);
  g_assert_cmpuint (n_damaged, >=, 1);
  g_assert_cmpuint (n_kept, >=, N_SEEDS * DAMAGE_ARTICLES * 97 / 100);
}

/* A damaged row claims the id of another, or one that nobody has: a scan of a range of
 * ids ends there without an error, and all others are found even so. */
static void
test_row_ids (Fixture *self, gconstpointer unused)
{
  static const guint16 claims[] = { DAMAGE_ARTICLES, 16000, 140 };

  for (gsize i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_autoptr (TestFolder) folder = test_folder_new ();
      guint n_noticed = 0;
      damage_make_store (folder);
      damage_row_id (folder, 156, claims[i]);
      damage_check_articles (folder, &n_noticed);
      g_assert_cmpuint (n_noticed, ==, 1);
      g_assert_cmpuint (repair (folder), ==, DAMAGE_ARTICLES - 1);
    }
}

static gint64
query (const char *folder, const char *sql)
{
  g_autofree char *path = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 value = 0;

  g_assert_true (exm_db_query_int (db, sql, NULL, &value, &error));
  return value;
}

/* A repair keeps what the program has set aside. */
static void
test_repair_quarantine (Fixture *self, gconstpointer unused)
{
  query (self->folder, "INSERT INTO quarantine VALUES (1, 'a', 3, 'b') RETURNING n_ends");
  g_assert_cmpuint (repair (self->folder), ==, DAMAGE_ARTICLES);
  g_assert_cmpint (query (self->folder, "SELECT n_ends FROM quarantine"), ==, 3);
}

/* One leaf page after the other is destroyed, many at once: those between are found. */
static void
test_many_holes (Fixture *self, gconstpointer unused)
{
  gsize size = damage_get_size (self->folder, EXM_STORE_MAIN_FILE);

  for (gsize offset = 40 * 4096; offset + 16 < size; offset += 41 * 4096)
    damage_bytes (self->folder, EXM_STORE_MAIN_FILE, offset, 16, 0xff);
  g_assert_cmpuint (repair (self->folder), >=, DAMAGE_ARTICLES * 3 / 4);
}

static void
read_definition (const char *folder, guint number, gboolean *noticed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (ExmTask) expected = store_task_new (number);
  g_autoptr (ExmTask) task
      = store != NULL ? exm_store_get_task (store, store_task_uid (number), NULL, &error)
                      : NULL;

  *noticed = *noticed || task == NULL;
  if (task != NULL)
    g_assert_cmpstr (
        exm_task_get (task)->sources->len > 0
            ? g_array_index (exm_task_get (task)->sources, ExmTaskSource, 0).pattern
            : NULL,
        ==,
        exm_task_get (expected)->sources->len > 0
            ? g_array_index (exm_task_get (expected)->sources, ExmTaskSource, 0).pattern
            : NULL);
}

/* No flip of one byte changes a text or a definition unnoticed: what is read is what was
 * stored, or it is refused; and the background check names it. */
static void
test_flips (Fixture *self, gconstpointer unused)
{
  guint n_hit = 0, n_named = 0;

  for (guint seed = 0; seed < N_FLIPS; seed++)
    {
      g_autoptr (TestFolder) folder = test_folder_new ();
      g_autoptr (GRand) rand = g_rand_new_with_seed (1000 + seed);
      g_auto (ExmCheckSlice) slice = { 0 };
      gboolean noticed = FALSE;
      guint n_noticed = 0;
      damage_make_store (folder);
      gsize size = damage_get_size (folder, EXM_STORE_MAIN_FILE);
      damage_bytes (folder, EXM_STORE_MAIN_FILE,
                    (gsize) g_rand_int_range (rand, 4096, (gint32) size), 1,
                    (guint8) (1u << g_rand_int_range (rand, 0, 8)));
      damage_check_articles (folder, &n_noticed);
      for (guint i = 1; i <= 2; i++)
        read_definition (folder, i, &noticed);
      gboolean done
          = exm_store_check_slice (folder, 0, 2 * DAMAGE_ARTICLES, &slice, NULL, NULL);
      n_hit += n_noticed > 0 || noticed;
      n_named += (n_noticed > 0 || noticed) && (!done || slice.found->len > 0);
    }
  g_test_message ("%u of %u flips hit a text; %u named", n_hit, N_FLIPS, n_named);
  g_assert_cmpuint (n_hit, >=, N_FLIPS / 2);
  g_assert_cmpuint (n_named, ==, n_hit);
}

/* A definition whose bytes changed is refused, by its name. */
static void
test_definition (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmCheckSlice) slice = { 0 };
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  g_assert_true (exm_db_execute (
      db,
      "UPDATE task_version SET definition = replace (definition, 'a', 'b')"
      " WHERE task = 1",
      &error));
  g_clear_pointer (&db, exm_db_close);
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_null (exm_store_get_task (store, store_task_uid (1), NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CHECKSUM);
  g_assert_nonnull (strstr (error->message, "Task 00001"));
  g_assert_true (exm_store_check_slice (self->folder, 0, 10, &slice, NULL, NULL));
  g_assert_cmpuint (slice.found->len, ==, 1);
  g_assert_cmpint (((ExmDamage *) slice.found->pdata[0])->kind, ==,
                   EXM_DAMAGE_DEFINITION);
}

/* Rows from before checksums get theirs, and are checked from then on. */
static void
test_checksums_are_added (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);

  for (guint round = 0; round < 2; round++)
    {
      g_auto (ExmCheckSlice) slice = { 0 };
      g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
      if (round == 0)
        g_assert_true (exm_db_execute (db, "DELETE FROM article_checksum", &error));
      else
        g_assert_true (exm_db_execute (
            db, "UPDATE article SET html = html || 'x' WHERE id = 7", &error));
      g_clear_pointer (&db, exm_db_close);
      g_assert_true (exm_store_check_slice (self->folder, 0, 1000, &slice, NULL, &error));
      g_assert_true (slice.over);
      g_assert_cmpuint (slice.missing->len, ==, round == 0 ? DAMAGE_ARTICLES : 0);
      g_assert_cmpuint (slice.found->len, ==, round);
      g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
      g_assert_true (exm_store_add_checksums (store, slice.missing, &error));
    }
}

/* A damaged page is named with its article, and nothing else is touched. */
static void
test_pages (Fixture *self, gconstpointer unused)
{
  guint64 n_checked = 0, n_missing = 0;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_PAGES_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  g_assert_true (exm_db_execute (
      db, "UPDATE page SET bytes = zeroblob (20) WHERE rowid = 3", &error));
  g_clear_pointer (&db, exm_db_close);
  g_assert_true (open_to_collect (self->folder, NULL, &error));
  g_autoptr (GPtrArray) found
      = exm_store_check_pages (self->folder, FALSE, &n_checked, &n_missing, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_checked, ==, DAMAGE_ARTICLES);
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpstr (((ExmDamage *) found->pdata[0])->url, ==,
                   "http://site.example/2.html");
}

/* Pages on which articles go on are looked at, once each, and named with their own
 * address; one that never came is none that was lost. */
static void
test_further_pages (Fixture *self, gconstpointer unused)
{
  guint64 n_checked = 0, n_missing = 0;
  g_autoptr (GError) error = NULL;
  g_autofree char *main_path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_PAGES_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (main_path, NULL, &error);

  g_assert_true (exm_db_execute (
      db,
      "INSERT INTO joined_page SELECT id, 1, url, page_hash FROM article"
      " WHERE url_key = 'site.example/5';"
      "INSERT INTO joined_page SELECT a.id, 2, 'http://site.example/5_2.html',"
      " b.page_hash FROM article a, article b"
      " WHERE a.url_key = 'site.example/5' AND b.url_key = 'site.example/2';"
      "INSERT INTO joined_page SELECT id, 3, 'http://site.example/5_3.html', 'gone'"
      " FROM article WHERE url_key = 'site.example/5';"
      "INSERT INTO joined_page SELECT id, 4, 'http://site.example/5_4.html', NULL"
      " FROM article WHERE url_key = 'site.example/5'",
      &error));
  g_assert_no_error (error);
  g_clear_pointer (&db, exm_db_close);
  g_autoptr (ExmDb) pages = exm_db_open (path, NULL, &error);
  g_assert_true (exm_db_execute (
      pages, "UPDATE page SET bytes = zeroblob (20) WHERE rowid = 3", &error));
  g_clear_pointer (&pages, exm_db_close);
  g_autoptr (GPtrArray) found
      = exm_store_check_pages (self->folder, TRUE, &n_checked, &n_missing, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_checked, ==, DAMAGE_ARTICLES + 2);
  g_assert_cmpuint (n_missing, ==, 1);
  g_assert_cmpuint (found->len, ==, 3);
  const ExmDamage *own = found->pdata[0], *further = found->pdata[1];
  g_assert_cmpstr (own->url, ==, "http://site.example/2.html");
  g_assert_null (own->page_url);
  g_assert_cmpstr (further->url, ==, "http://site.example/5.html");
  g_assert_cmpstr (further->page_url, ==, "http://site.example/5_2.html");
  g_autofree char *said = exm_damage_say (further);
  g_autofree char *words = exm_said_to_words (said);
  g_assert_nonnull (strstr (words, "5_2.html"));
}

/* A header that is destroyed, a file that is cut, a table that is lost with its tasks. */
static void
test_repair_header (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  damage_bytes (self->folder, EXM_STORE_MAIN_FILE, 0, 100, 0xff);
  g_assert_false (open_to_collect (self->folder, NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
  g_assert_cmpuint (repair (self->folder), ==, DAMAGE_ARTICLES);
}

static void
test_repair_tasks (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmSalvage) salvage = { 0 };
  guint n_noticed = 0;

  damage_table (self->folder, "task");
  exm_store_salvage (self->folder, EXM_STORE_MAIN_FILE, &salvage, &error);
  g_assert_no_error (error);
  g_assert_true (exm_salvage_is_lossy (&salvage));
  g_assert_cmpuint (salvage.n_tasks_remade, ==, 2);
  g_assert_cmpuint (damage_check_articles (self->folder, &n_noticed), ==,
                    DAMAGE_ARTICLES);
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, store_task_uid (1), NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (exm_task_get (task)->name, ==, "Task 00001");
  g_assert_true (exm_task_get (task)->paused);
}

static void
test_repair_settings (Fixture *self, gconstpointer unused)
{
  g_auto (ExmSalvage) salvage = { 0 };
  g_autoptr (GError) error = NULL;
  guint n_noticed = 0;

  damage_table (self->folder, "task");
  damage_table (self->folder, "task_version");
  exm_store_salvage (self->folder, EXM_STORE_MAIN_FILE, &salvage, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (salvage.n_tasks_remade, ==, 2);
  g_assert_cmpuint (damage_check_articles (self->folder, &n_noticed), ==,
                    DAMAGE_ARTICLES);
  g_assert_cmpint (damage_count_listed (self->folder), ==, DAMAGE_ARTICLES);
}

/* With all articles lost nothing is put into the place of the file. */
static void
test_repair_refuses (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmSalvage) salvage = { 0 };

  damage_table (self->folder, "article");
  g_autoptr (GBytes) before = damage_read (self->folder, EXM_STORE_MAIN_FILE);
  g_assert_false (
      exm_store_salvage (self->folder, EXM_STORE_MAIN_FILE, &salvage, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
  g_autoptr (GBytes) after = damage_read (self->folder, EXM_STORE_MAIN_FILE);
  g_assert_true (g_bytes_equal (before, after));
  g_assert_cmpuint (count_files (self->folder, "damaged"), ==, 0);
  g_assert_cmpuint (count_files (self->folder, ".part"), ==, 0);
}

static void
test_repair_pages (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmSalvage) salvage = { 0 };
  gsize size = damage_get_size (self->folder, EXM_STORE_PAGES_FILE);

  damage_bytes (self->folder, EXM_STORE_PAGES_FILE, (size / 8192) * 4096, 16, 0xff);
  exm_store_salvage (self->folder, EXM_STORE_PAGES_FILE, &salvage, &error);
  g_assert_no_error (error);
  const ExmTableScan *pages = find_table (&salvage, "page");
  g_assert_cmpuint (pages->n_read, >=, DAMAGE_ARTICLES * 3 / 4);
  g_assert_true (open_to_collect (self->folder, NULL, &error));
}

/* Each file for itself; what is lost of the pages is fetched again. */
static void
test_repair_both (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gsize size = damage_get_size (self->folder, EXM_STORE_PAGES_FILE);

  {
    g_auto (ExmStoreRepair) result = { 0 };
    exm_store_repair (self->folder, &result, &error);
    g_assert_no_error (error);
    g_assert_true (result.n_files == 2 && result.files[0].sound && result.files[1].sound);
    g_assert_false (exm_store_repair_is_lossy (&result));
    g_assert_cmpuint (result.pages->len, ==, 0);
    g_assert_cmpuint (count_files (self->folder, "damaged"), ==, 0);
  }
  gint64 n_jobs = query (self->folder, "SELECT count(*) FROM job");
  damage_bytes (self->folder, EXM_STORE_PAGES_FILE, (size / 8192) * 4096, 16, 0xff);
  g_auto (ExmStoreRepair) result = { 0 };
  exm_store_repair (self->folder, &result, &error);
  g_assert_no_error (error);
  g_assert_true (result.files[0].sound && !result.files[1].sound);
  g_assert_nonnull (result.files[1].salvage.kept);
  g_assert_true (exm_store_repair_is_lossy (&result));
  g_assert_cmpuint (result.pages->len, >, 0);
  g_assert_cmpint (query (self->folder, "SELECT count(*) FROM job"), ==,
                   n_jobs + result.pages->len);
  g_assert_cmpuint (count_files (self->folder, "damaged"), ==, 1);
}

/* A file that another process has open is not repaired. */
static void
test_repair_in_use (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmSalvage) salvage = { 0 };
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (exm_store_set_setting (store, "a", "b", &error));
  g_assert_false (
      exm_store_salvage (self->folder, EXM_STORE_MAIN_FILE, &salvage, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_BUSY);
}

/* A file that is empty or away, beside one that is not, is told and not made anew. */
static void
test_missing (Fixture *self, gconstpointer unused)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
      g_autoptr (GError) error = NULL;
      if (i == 0)
        g_assert_true (g_file_set_contents (path, "", 0, NULL));
      else
        g_unlink (path);
      g_assert_false (open_to_collect (self->folder, NULL, &error));
      g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
      g_assert_nonnull (strstr (error->message, "exemplar-cli store restore"));
      g_assert_cmpint (damage_count_listed (self->folder), ==, -1);
      g_assert_cmpuint (g_file_test (path, G_FILE_TEST_EXISTS), ==, i == 0);
    }
}

static void
test_missing_pages (Fixture *self, gconstpointer unused)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *path = g_build_filename (self->folder, EXM_STORE_PAGES_FILE, NULL);
      g_autoptr (GError) error = NULL;
      if (i == 0)
        g_assert_true (g_file_set_contents (path, "", 0, NULL));
      else
        g_unlink (path);
      /* Reading articles needs no pages. */
      g_assert_cmpint (damage_count_listed (self->folder), ==, DAMAGE_ARTICLES);
      g_assert_true (open_to_collect (self->folder, notices, &error));
      g_assert_cmpuint (notices->len, ==, 1);
      g_assert_nonnull (strstr (notices->pdata[0], "240 pages"));
      g_ptr_array_set_size (notices, 0);
      g_assert_true (open_to_collect (self->folder, notices, &error));
      g_assert_cmpuint (notices->len, ==, 0);
    }
  g_assert_cmpint (query (self->folder, "SELECT count(*) FROM event"), ==, 2);
}

/* A folder that is really new says nothing, and is its owner's alone. */
static void
test_new (Fixture *self, gconstpointer unused)
{
  g_autofree char *folder = g_build_filename (self->folder, "new", NULL);
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  mode_t before = umask (022);
  GStatBuf info;

  g_assert_true (open_to_collect (folder, notices, &error));
  umask (before);
  g_assert_cmpuint (notices->len, ==, 0);
  g_assert_cmpint (g_stat (folder, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 0777, ==, 0700);
  static const char *const names[] = { "exemplar.db", "pages.db", "exemplar.db.lock" };
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_assert_cmpint (g_stat (path, &info), ==, 0);
      g_assert_cmphex (info.st_mode & 0777, ==, 0600);
    }
}

static void
test_shared_folder (Fixture *self, gconstpointer unused)
{
  static const struct
  {
    mode_t mode;
    gboolean good;
  } cases[] = { { 0700, TRUE }, { 0755, TRUE }, { 0777, FALSE }, { 01777, FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_cmpint (g_chmod (self->folder, cases[i].mode), ==, 0);
      g_assert_cmpint (open_to_collect (self->folder, NULL, &error), ==, cases[i].good);
      g_assert_cmpint (damage_count_listed (self->folder), ==,
                       cases[i].good ? (gint) DAMAGE_ARTICLES : -1);
      if (cases[i].good)
        continue;
      g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_READ_ONLY);
      g_assert_nonnull (strstr (error->message, "chmod go-w"));
    }
  g_chmod (self->folder, 0700);
}

/* A repair that ends anywhere leaves the old file or the new one. */
static void
test_killed_repairing (Fixture *self, gconstpointer unused)
{
  static const char *const points[] = { "store.repair.filled", "store.repair.made",
                                        "store.swap.before", "store.swap.after" };

  for (gsize i = 0; i < G_N_ELEMENTS (points); i++)
    {
      g_autoptr (TestFolder) folder = test_folder_new ();
      g_autoptr (GError) error = NULL;
      const char *argv[] = { "/proc/self/exe", "--repair", folder, NULL };
      g_auto (GStrv) environment
          = g_environ_setenv (g_get_environ (), "EXM_FAIL_POINT", points[i], TRUE);
      int status = 0;
      guint n_noticed = 0;
      damage_make_store (folder);
      damage_table (folder, "host");
      g_assert_true (g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT,
                                   NULL, NULL, NULL, NULL, &status, &error));
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, EXM_FAIL_POINT_STATUS);
      g_assert_cmpuint (damage_check_articles (folder, &n_noticed), ==, DAMAGE_ARTICLES);
      gboolean is_new = open_to_collect (folder, NULL, NULL);
      g_assert_cmpint (is_new, ==, i == 3);
      /* And it can be done again. */
      g_assert_cmpuint (repair (folder), ==, DAMAGE_ARTICLES);
    }
}

static int
repair_once (const char *folder)
{
  g_auto (ExmSalvage) salvage = { 0 };
  g_autoptr (GError) error = NULL;

  if (exm_store_salvage (folder, EXM_STORE_MAIN_FILE, &salvage, &error))
    return 0;
  g_printerr ("%s\n", error->message);
  return 1;
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/store/damage/holes", test_holes },
    { "/store/damage/row-ids", test_row_ids },
    { "/store/damage/repair-quarantine", test_repair_quarantine },
    { "/store/damage/many-holes", test_many_holes },
    { "/store/damage/flips", test_flips },
    { "/store/damage/definition", test_definition },
    { "/store/damage/checksums-are-added", test_checksums_are_added },
    { "/store/damage/pages", test_pages },
    { "/store/damage/further-pages", test_further_pages },
    { "/store/damage/repair-header", test_repair_header },
    { "/store/damage/repair-tasks", test_repair_tasks },
    { "/store/damage/repair-settings", test_repair_settings },
    { "/store/damage/repair-refuses", test_repair_refuses },
    { "/store/damage/repair-pages", test_repair_pages },
    { "/store/damage/repair-both", test_repair_both },
    { "/store/damage/repair-in-use", test_repair_in_use },
    { "/store/damage/missing", test_missing },
    { "/store/damage/missing-pages", test_missing_pages },
    { "/store/damage/new", test_new },
    { "/store/damage/shared-folder", test_shared_folder },
    { "/store/damage/killed-repairing", test_killed_repairing },
  };

  if (argc == 3 && g_strcmp0 (argv[1], "--repair") == 0)
    return repair_once (argv[2]);
  if (argc == 3 && g_strcmp0 (argv[1], "--make") == 0)
    {
      damage_make_store (argv[2]);
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
