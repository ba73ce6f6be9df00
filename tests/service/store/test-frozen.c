/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A store of each version that was ever released, opened by today's code. Such a file is
 * made once, by tests/tools/freeze-store.py, and never changed. */

#include "config.h"

#include "store/exm-store-reader.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "store/db/exm-schema.h"
#include "store/db/exm-statement.h"
#include "test-folder.h"
#include "test-vfs.h"

#define N_PAGES 6u

static void
copy_file (guint version, const char *suffix, const char *folder, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_strdup_printf ("v%u%s.db", version, suffix);
  g_autofree char *from
      = g_test_build_filename (G_TEST_DIST, "data", "store", file, NULL);
  g_autofree char *to = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;

  g_assert_true (g_file_get_contents (from, &bytes, &n_bytes, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (to, bytes, (gssize) n_bytes, &error));
}

static void
check_contents (ExmStore *store)
{
  g_autoptr (GError) error = NULL;
  const char *uid = store_task_uid (1);
  guint version = 0;

  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, &version, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (exm_task_get (task)->name, ==, "Task 00001");
  g_assert_cmpuint (version, ==, 1);
  const ExmArticleFilter filter = { .task_uid = uid };
  g_autoptr (GPtrArray) articles = exm_store_list_articles (store, &filter, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (articles->len, ==, N_PAGES);
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (articles, i);
      guint page = N_PAGES - 1 - i;
      g_autoptr (ExmArticle) expected = store_article_new (uid, page, NULL);
      g_autoptr (ExmArticle) article = exm_store_get_article (store, info->id, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (exm_article_get (article)->text, ==,
                       exm_article_get (expected)->text);
      g_assert_cmpstr (
          exm_metadata_get (exm_article_get (article)->metadata, EXM_FIELD_TITLE), ==,
          info->title);
      g_autoptr (GPtrArray) places
          = exm_store_list_publications (store, info->id, &error);
      g_assert_cmpuint (places->len, ==, 1);
      g_assert_cmpstr (((ExmPublication *) places->pdata[0])->state, ==, "published");
    }
  gboolean has = FALSE;
  gint64 device = -1;
  g_assert_true (exm_store_has_published (store, "folder", &has, &device, &error));
  g_assert_true (has);
  g_assert_cmpint (device, ==, 0);
  g_assert_true (exm_store_has_published (store, "other", &has, &device, &error));
  g_assert_false (has);
  g_autofree char *setting = exm_store_get_setting (store, "round", &error);
  g_assert_cmpstr (setting, ==, "done");
}

static gpointer
read_text (ExmStatement *row)
{
  return exm_statement_dup_text (row, 0);
}

/* The tables and indices of a store, by name. */
static GPtrArray *
list_schema (const char *folder, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  g_assert_no_error (error);
  GPtrArray *list = exm_db_query_list (
      db, "SELECT coalesce (sql, name) FROM sqlite_schema ORDER BY type, name", NULL,
      read_text, g_free, &error);
  g_assert_no_error (error);
  return list;
}

/* A store that was brought up, and one made today, are the same. */
static void
check_schema (const char *folder)
{
  static const char *const names[] = { EXM_STORE_MAIN_FILE, EXM_STORE_PAGES_FILE };
  g_autoptr (GError) error = NULL;
  g_autoptr (TestFolder) fresh = test_folder_new ();
  exm_store_close (exm_store_open (fresh, NULL, NULL, &error));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GPtrArray) old = list_schema (folder, names[i]);
      g_autoptr (GPtrArray) new = list_schema (fresh, names[i]);
      g_assert_cmpuint (old->len, ==, new->len);
      for (guint j = 0; j < old->len; j++)
        g_assert_cmpstr (old->pdata[j], ==, new->pdata[j]);
    }
}

/* Keeps texts without a message of ours as they are. */
static void
check_events (const char *folder)
{
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS };
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) events = exm_store_reader_read (reader, &query, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpstr (((ExmEvent *) events->pdata[0])->message, ==, "done");
}

static void
test_frozen (void)
{
  for (guint version = 1; version < EXM_SCHEMA_MAIN_NEXT; version++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TestFolder) folder = test_folder_new ();
      g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
      guint n_committed = 0;

      copy_file (version, "", folder, EXM_STORE_MAIN_FILE);
      copy_file (version, "-pages", folder, EXM_STORE_PAGES_FILE);
      ExmStore *store = exm_store_open (folder, NULL, notices, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (notices->len, ==, version + 1 < EXM_SCHEMA_MAIN_NEXT ? 1 : 0);
      check_contents (store);
      exm_store_close (store);
      check_schema (folder);
      check_events (folder);

      /* And it goes on from there. */
      g_assert_cmpuint (store_check (folder), ==, N_PAGES);
      g_assert_true (store_round (folder, TEST_VFS, 2 * N_PAGES, &n_committed, &error));
      g_assert_cmpuint (n_committed, ==, N_PAGES);
      g_assert_cmpuint (store_check (folder), ==, 2 * N_PAGES);
    }
}

/* For the script: what is to be frozen. */
static int
make (const char *folder)
{
  g_autoptr (GError) error = NULL;
  guint n_committed = 0;

  if (store_round (folder, NULL, N_PAGES, &n_committed, &error))
    return 0;
  g_printerr ("%s\n", error->message);
  return 1;
}

int
main (int argc, char **argv)
{
  if (argc == 3 && g_strcmp0 (argv[1], "--make") == 0)
    return make (argv[2]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/frozen", test_frozen);
  return g_test_run ();
}
