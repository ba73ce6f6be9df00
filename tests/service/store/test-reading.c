/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Unread articles, stars and tags: they stay over everything but the end of their
 * article. Orders and filters of lists: page by page, what they let through and nothing
 * else. */

#include "config.h"

#include "store/exm-store-reading.h"

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-backup.h"
#include "store/exm-store-reader.h"
#include "store/exm-store-trash.h"
#include "store/salvage/exm-store-salvage.h"
#include "test-folder.h"

#include <string.h>

#define N_PAGES 6u

typedef struct
{
  char *folder;    /* (owned) */
  ExmStore *store; /* (owned) */
  char *uid;       /* (owned) */
} Fixture;

static void
open_again (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->store, exm_store_close);
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  self->uid = g_strdup (store_task_uid (1));
  open_again (self);
  g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
  store_fill (self->store, self->uid, 0, N_PAGES);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->folder, test_folder_free);
  g_free (self->uid);
}

static GPtrArray *
list (Fixture *self, const ExmArticleFilter *filter)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *infos = exm_store_list_articles (self->store, filter, &error);

  g_assert_no_error (error);
  return infos;
}

/* Returns: (transfer full): numbers of the pages that are listed, read page by page; as
 * many are counted */
static char *
list_pages (Fixture *self, ExmArticleFilter filter)
{
  g_autoptr (GString) pages = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->folder);
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE_COUNT, .filter = filter };
  g_autofree gint64 *n_counted = exm_store_reader_read (reader, &query, NULL, &error);
  guint n_got = 0, n_all = 0;

  g_assert_no_error (error);
  filter.limit = 2;
  do
    {
      g_autoptr (GPtrArray) infos = list (self, &filter);
      n_got = infos->len;
      for (guint i = 0; i < n_got; i++)
        {
          const ExmArticleInfo *info = g_ptr_array_index (infos, i);
          g_string_append (pages, info->title + strlen ("Title "));
          filter.before_usec = info->order_usec;
          filter.before_id = info->id;
          n_all++;
        }
    }
  while (n_got == 2);
  g_assert_cmpint (*n_counted, ==, n_all);
  return g_string_free (g_steal_pointer (&pages), FALSE);
}

static void
assert_list (Fixture *self, ExmArticleFilter filter, const char *expected)
{
  g_autofree char *pages = list_pages (self, filter);

  g_assert_cmpstr (pages, ==, expected);
}

static ExmArticleInfo *
get (Fixture *self, guint page)
{
  const ExmArticleFilter filter = { .limit = 100 };
  g_autoptr (GPtrArray) infos = list (self, &filter);
  g_autofree char *title = g_strdup_printf ("Title %u", page);

  for (guint i = 0; i < infos->len; i++)
    if (strcmp (((ExmArticleInfo *) infos->pdata[i])->title, title) == 0)
      return exm_article_info_ref (infos->pdata[i]);
  return NULL;
}

static gint64
get_id (Fixture *self, guint page)
{
  g_autoptr (ExmArticleInfo) info = get (self, page);

  return info->id;
}

static void
set_unread (Fixture *self, guint page, gboolean unread)
{
  g_autoptr (GError) error = NULL;

  exm_store_set_unread (self->store, get_id (self, page), unread, &error);
  g_assert_no_error (error);
}

static void
set_starred (Fixture *self, guint page, gboolean starred)
{
  g_autoptr (GError) error = NULL;

  exm_store_set_starred (self->store, get_id (self, page), starred, &error);
  g_assert_no_error (error);
}

static void
set_tagged (Fixture *self, guint page, const char *tag, gboolean tagged)
{
  g_autoptr (GError) error = NULL;

  exm_store_set_tagged (self->store, get_id (self, page), tag, tagged, &error);
  g_assert_no_error (error);
}

static void
assert_tags (Fixture *self, guint page, const char *expected)
{
  g_autoptr (ExmArticleInfo) info = get (self, page);

  g_assert_cmpstr (info->tags, ==, expected);
}

static guint
count_unread (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tasks = exm_store_list_tasks (self->store, &error);

  g_assert_no_error (error);
  return tasks->len > 0 ? ((ExmTaskInfo *) tasks->pdata[0])->n_unread : 0;
}

static void
test_unread (Fixture *self, gconstpointer unused)
{
  g_assert_cmpuint (count_unread (self), ==, N_PAGES);
  set_unread (self, 2, FALSE);
  set_unread (self, 5, FALSE);
  set_unread (self, 5, FALSE);
  g_assert_cmpuint (count_unread (self), ==, N_PAGES - 2);
  assert_list (self, (ExmArticleFilter){ .unread = TRUE }, "4310");
  assert_list (self, (ExmArticleFilter){ .unread = TRUE, .task_uid = self->uid }, "4310");
  assert_list (self, (ExmArticleFilter){ .unread = TRUE, .also_id = get_id (self, 2) },
               "43210");
  set_unread (self, 5, TRUE);
  assert_list (self, (ExmArticleFilter){ .unread = TRUE, .state = "good" }, "5310");
  open_again (self);
  g_assert_cmpuint (count_unread (self), ==, N_PAGES - 1);
}

static void
test_star (Fixture *self, gconstpointer unused)
{
  set_starred (self, 1, TRUE);
  set_starred (self, 1, TRUE);
  set_starred (self, 4, TRUE);
  assert_list (self, (ExmArticleFilter){ .starred = TRUE }, "41");
  assert_list (self, (ExmArticleFilter){ .starred = TRUE, .to_review = TRUE }, "4");
  set_starred (self, 4, FALSE);
  open_again (self);
  assert_list (self, (ExmArticleFilter){ .starred = TRUE }, "1");
}

static void
assert_tag (const char *text, const char *expected)
{
  g_autofree char *tag = exm_tag_make (text);

  g_assert_cmpstr (tag, ==, expected);
}

static void
test_tags (Fixture *self, gconstpointer unused)
{
  g_autofree char *longest = g_strnfill (EXM_TAG_MAX_CHARS, 'x');
  g_autofree char *longer = g_strnfill (EXM_TAG_MAX_CHARS + 1, 'x');

  assert_tag ("  to\tread \n", "to read");
  assert_tag ("稍后", "稍后");
  assert_tag (" ", NULL);
  assert_tag (longest, longest);
  assert_tag (longer, NULL);

  set_tagged (self, 1, "To read", TRUE);
  set_tagged (self, 3, "to READ", TRUE);
  set_tagged (self, 3, "稍后", TRUE);
  set_tagged (self, 3, "a", TRUE);
  assert_tags (self, 1, "To read");
  assert_tags (self, 3, "a\nTo read\n稍后");
  assert_tags (self, 0, NULL);
  assert_list (self, (ExmArticleFilter){ .tag = "TO read" }, "31");
  assert_list (self, (ExmArticleFilter){ .tag = "to" }, "");
  set_tagged (self, 3, "TO READ", FALSE);
  assert_tags (self, 3, "a\n稍后");

  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->folder);
  const ExmStoreQuery query = { .kind = EXM_READ_TAGS };
  g_autoptr (GPtrArray) tags = exm_store_reader_read (reader, &query, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tags->len, ==, 3);
  g_assert_cmpstr (tags->pdata[1], ==, "To read");
}

static void
mark (Fixture *self, guint page)
{
  set_unread (self, page, FALSE);
  set_starred (self, page, TRUE);
  set_tagged (self, page, "later", TRUE);
}

static void
assert_marked (Fixture *self, guint page)
{
  g_autoptr (ExmArticleInfo) info = get (self, page);

  g_assert_false (info->unread);
  g_assert_true (info->starred);
  g_assert_cmpstr (info->tags, ==, "later");
}

/* Extracted anew or corrected, fetched again, and tried to be stored once more. */
static void
test_replaced (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article = store_article_new (self->uid, 3, NULL);
  const ExmArticleCommit again = { .article = article, .replace = TRUE };
  gint64 id = 0;

  mark (self, 3);
  exm_store_replace_article (self->store, article, "hash", &error);
  g_assert_no_error (error);
  assert_marked (self, 3);
  exm_store_commit_article (self->store, &again, &id, &error);
  g_assert_no_error (error);
  assert_marked (self, 3);
  store_fill (self->store, self->uid, 3, 1);
  assert_marked (self, 3);
}

static gint64
count (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 value = -1;

  g_assert_no_error (error);
  exm_db_query_int (db, sql, NULL, &value, &error);
  g_assert_no_error (error);
  return value;
}

static void
test_deleted (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 id = get_id (self, 3);

  mark (self, 3);
  exm_store_delete_article (self->store, id, &error);
  g_assert_no_error (error);
  g_assert_cmpint (count (self, "SELECT count(*) FROM star"), ==, 0);
  g_assert_cmpint (count (self, "SELECT count(*) FROM tag"), ==, 0);
  g_assert_cmpint (count (self, "SELECT count(*) FROM unread"), ==, N_PAGES - 1);
  g_assert_false (exm_store_set_starred (self->store, id, TRUE, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  exm_store_delete_task (self->store, self->uid, &error);
  g_assert_no_error (error);
  g_assert_cmpint (count (self, "SELECT count(*) FROM unread"), ==, 0);
}

/* In the trash nothing is counted or changed; back from there all is as it was. */
static void
test_trash (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  gint64 id = get_id (self, 3);
  guint n_articles = 0;
  gboolean over = FALSE;

  mark (self, 3);
  exm_store_trash_task (self->store, self->uid, STORE_NOW, &n_articles, &error);
  g_assert_no_error (error);
  assert_list (self, (ExmArticleFilter){ .unread = TRUE }, "");
  assert_list (self, (ExmArticleFilter){ .tag = "later" }, "");
  g_assert_false (exm_store_set_unread (self->store, id, TRUE, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (exm_store_set_tagged (self->store, id, "x", TRUE, &error));
  g_clear_error (&error);
  exm_store_restore_trashed (self->store, self->uid, EXM_TRASH_KEEP_BOTH, STORE_NOW,
                             &name, &over, &error);
  g_assert_no_error (error);
  assert_marked (self, 3);
  g_assert_cmpuint (count_unread (self), ==, N_PAGES - 1);
}

static void
test_salvage (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmSalvage) salvage = { 0 };

  mark (self, 3);
  g_clear_pointer (&self->store, exm_store_close);
  exm_store_salvage (self->folder, EXM_STORE_MAIN_FILE, &salvage, &error);
  g_assert_no_error (error);
  open_again (self);
  assert_marked (self, 3);
  g_assert_cmpuint (count_unread (self), ==, N_PAGES - 1);
}

/* Reading is worth a backup. */
static void
test_backup (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = exm_store_backup_get_token (self->folder, &error);

  g_assert_no_error (error);
  set_unread (self, 1, FALSE);
  g_autofree char *read = exm_store_backup_get_token (self->folder, &error);
  g_assert_cmpstr (before, !=, read);
  set_starred (self, 1, TRUE);
  g_autofree char *starred = exm_store_backup_get_token (self->folder, &error);
  g_assert_cmpstr (read, !=, starred);
  set_tagged (self, 1, "x", TRUE);
  g_autofree char *tagged = exm_store_backup_get_token (self->folder, &error);
  g_assert_cmpstr (starred, !=, tagged);
}

/* Articles that were there before anything was unread are read; their order is known. */
static void
test_migration (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);

  g_clear_pointer (&self->store, exm_store_close);
  {
    g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
    g_assert_no_error (error);
    exm_db_execute (db,
                    "DROP TABLE article_former;"
                    "CREATE TRIGGER approval_ends AFTER UPDATE OF text ON article"
                    " BEGIN SELECT 1; END;"
                    "DROP TABLE feed_item;"
                    "DROP TABLE site_place; ALTER TABLE site_stat DROP COLUMN n_learned;"
                    "DROP TABLE unjudged; DROP TABLE alert;"
                    "ALTER TABLE publish_queue DROP COLUMN search;"
                    "DROP TABLE article_field; ALTER TABLE host DROP COLUMN tdm;"
                    "ALTER TABLE host DROP COLUMN tdm_until;"
                    "DROP TABLE unread; DROP TABLE star; DROP TABLE tag;"
                    "DROP INDEX article_published; DROP INDEX article_task_published;"
                    "UPDATE article SET published = '2020-01-01' WHERE id = 6;"
                    "PRAGMA user_version = 12",
                    &error);
    g_assert_no_error (error);
  }
  open_again (self);
  g_assert_cmpuint (count_unread (self), ==, 0);
  store_fill (self->store, self->uid, N_PAGES, 1);
  g_assert_cmpuint (count_unread (self), ==, 1);
  assert_list (self, (ExmArticleFilter){ .order = EXM_ARTICLE_ORDER_PUBLISHED },
               "6432105");
}

static void
publish_on (Fixture *self, guint page, const char *date)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article = store_article_new (self->uid, page, NULL);

  exm_metadata_set (exm_article_get (article)->metadata, EXM_FIELD_PUBLISHED,
                    EXM_ORIGIN_JSON_LD, date);
  exm_store_replace_article (self->store, article, "hash", &error);
  g_assert_no_error (error);
}

/* STORE_NOW is 1 January 2026, 12:00 UTC; pages are collected a second apart. */
static void
test_order (Fixture *self, gconstpointer unused)
{
  const ExmArticleFilter published = { .order = EXM_ARTICLE_ORDER_PUBLISHED };
  ExmArticleFilter filter = published;

  publish_on (self, 0, "2026-01-01T10:00:00+08:00"); /* 02:00 UTC */
  publish_on (self, 1, "2026-01-01T01:00:00Z");
  publish_on (self, 2, "2099-01-01");          /* as it was collected */
  publish_on (self, 3, "now");                 /* as well */
  publish_on (self, 4, "2025-12-31T99:99:99"); /* as far as it is a date */
  publish_on (self, 5, "2026-01-01T01:00:00Z");
  assert_list (self, published, "320514");
  filter.task_uid = self->uid;
  assert_list (self, filter, "320514");
  filter.state = "good";
  assert_list (self, filter, "32051");
  filter.since_usec = STORE_NOW - 11 * G_TIME_SPAN_HOUR;
  filter.until_usec = STORE_NOW - 10 * G_TIME_SPAN_HOUR;
  assert_list (self, filter, "51");
  assert_list (self, (ExmArticleFilter){ 0 }, "543210");
  assert_list (self,
               (ExmArticleFilter){ .since_usec = STORE_NOW + 2 * G_USEC_PER_SEC,
                                   .until_usec = STORE_NOW + 4 * G_USEC_PER_SEC },
               "32");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/store/reading/unread", test_unread },
    { "/store/reading/star", test_star },
    { "/store/reading/tags", test_tags },
    { "/store/reading/replaced", test_replaced },
    { "/store/reading/deleted", test_deleted },
    { "/store/reading/trash", test_trash },
    { "/store/reading/salvage", test_salvage },
    { "/store/reading/backup", test_backup },
    { "/store/reading/migration", test_migration },
    { "/store/reading/order", test_order },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
