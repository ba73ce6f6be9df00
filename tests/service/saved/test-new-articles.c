/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles as saved searches judge them: new ones alone, each once, none of backlog; and
 * what is kept of the verdicts. */

#include "config.h"

#include "saved/exm-new-articles.h"
#include "saved/exm-saved-searches.h"
#include "store/db/exm-db.h"
#include "store/db/exm-store-folder.h"
#include "store/outputs/exm-store-judge.h"

#include "store-fixture.h"
#include "test-folder.h"

#define N_ARTICLES 10u

typedef struct
{
  char *folder;    /* (owned) */
  ExmStore *store; /* (owned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  g_autofree char *path = g_build_filename (self->folder, EXM_SAVED_SEARCHES_NAME, NULL);
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  exm_store_add_task (self->store, task, STORE_NOW, &error);
  store_fill (self->store, store_task_uid (1), 0, N_ARTICLES);
  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  exm_store_close (self->store);
  test_folder_free (self->folder);
}

static gint64
query (Fixture *self, const char *sql)
{
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 value = -1;

  if (g_str_has_prefix (sql, "SELECT"))
    exm_db_query_int (db, sql, NULL, &value, &error);
  else
    exm_db_execute (db, sql, &error);
  g_assert_no_error (error);
  return value;
}

static GPtrArray *
judge (Fixture *self, gint64 last)
{
  GPtrArray *found = exm_new_articles_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSearchIndex) index = exm_search_index_open (self->folder, NULL, &error);

  exm_search_index_update (index, NULL, NULL, &error);
  exm_new_articles_judge (self->folder, index, last, found, NULL, &error);
  g_assert_no_error (error);
  return found;
}

/* Asserts how many articles each search finds of those up to @last, as "name 2 ". */
static void
assert_judged (Fixture *self, gint64 last, const char *expected)
{
  g_autoptr (GPtrArray) found = judge (self, last);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0, n = 1; i < found->len; i++, n++)
    {
      const ExmNewArticle *article = found->pdata[i];
      const ExmNewArticle *next = i + 1 < found->len ? found->pdata[i + 1] : NULL;
      g_assert_cmpstr (article->task_uid, ==, store_task_uid (1));
      g_assert_cmpint (article->alerts, ==, !g_str_equal (article->search, "Paper"));
      if (next != NULL && g_str_equal (next->search, article->search))
        continue;
      g_string_append_printf (text, "%s %u ", article->search, n);
      n = 0;
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_new (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 last = 0;
  gboolean more = FALSE;

  assert_judged (self, G_MAXINT64, "All 10 One 1 Paper 10 ");
  exm_store_get_unjudged (self->store, 4, &last, &more, &error);
  g_assert_no_error (error);
  g_assert_true (more);
  assert_judged (self, last, "All 4 One 1 Paper 4 ");
  exm_store_end_judging (self->store, last, &error);
  g_assert_no_error (error);
  assert_judged (self, last, "");
  assert_judged (self, G_MAXINT64, "All 6 Paper 6 ");
  exm_store_get_unjudged (self->store, 6, &last, &more, &error);
  g_assert_false (more);
  exm_store_end_judging (self->store, last, &error);
  exm_store_get_unjudged (self->store, 6, &last, &more, &error);
  g_assert_no_error (error);
  g_assert_cmpint (last, ==, 0);
}

/* Backlog never waits, and an article that goes does not wait any more. */
static void
test_waiting (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (query (self, "SELECT count(*) FROM unjudged"), ==, N_ARTICLES);
  exm_store_delete_article (self->store, query (self, "SELECT min (id) FROM article"),
                            &error);
  g_assert_no_error (error);
  g_assert_cmpint (query (self, "SELECT count(*) FROM unjudged"), ==, N_ARTICLES - 1);
}

static void
add_verdict (Fixture *self, const char *search, gint64 id)
{
  g_autoptr (GError) error = NULL;
  const ExmCommitOutput output = { .key = "text\n/out\n{title}" };
  g_autoptr (ExmArticle) article = exm_store_get_article (self->store, id, &error);

  exm_store_add_verdict (self->store, id, article, search, &output, 1, TRUE, STORE_NOW,
                         &error);
  g_assert_no_error (error);
}

/* Verdicts that are stored twice are there once; a rename takes them along. */
static void
test_verdicts (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  ExmOutputCounts counts = { 0 };
  gint64 id = query (self, "SELECT min (id) FROM article");

  query (self, "DELETE FROM publish_queue");
  add_verdict (self, "Paper", id);
  add_verdict (self, "Paper", id);
  add_verdict (self, "Paper", id + 1);
  add_verdict (self, "All", id);
  g_assert_cmpint (query (self, "SELECT count(*) FROM publish_queue"), ==, 3);
  exm_saved_searches_rename (self->folder, "paper", "Print", &error);
  g_assert_no_error (error);
  exm_store_count_output (self->store, NULL, "Paper", "text\n/out\n{title}", &counts,
                          &error);
  g_assert_cmpint (counts.n_waiting, ==, 0);
  exm_store_count_output (self->store, NULL, "Print", "text\n/out\n{title}", &counts,
                          &error);
  g_assert_cmpint (counts.n_waiting, ==, 2);
  g_autoptr (GPtrArray) due
      = exm_store_list_due_publications (self->store, STORE_NOW, 10, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (due->len, ==, 3);
  g_assert_cmpstr (((ExmPublication *) due->pdata[0])->search, ==, "Print");
  g_assert_cmpstr (((ExmPublication *) due->pdata[2])->search, ==, "All");
}

/* An alert is there until it was shown. */
static void
test_alerts (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 id = query (self, "SELECT min (id) FROM article");

  add_verdict (self, "All", id);
  add_verdict (self, "All", id + 1);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GPtrArray) alerts = exm_store_list_alerts (self->store, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (alerts->len, ==, 1);
      const ExmAlert *alert = alerts->pdata[0];
      g_assert_cmpstr (alert->search, ==, "All");
      g_assert_cmpstr (alert->task_uid, ==, store_task_uid (1));
      g_assert_nonnull (alert->task_name);
      g_assert_cmpuint (alert->n_articles, ==, 2);
    }
  exm_store_end_alerts (self->store, "All", &error);
  g_autoptr (GPtrArray) none = exm_store_list_alerts (self->store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
}

int
main (int argc, char **argv)
{
  static const char text[]
      = "Quiet = title\nAll = [alert] title\n"
        "One = [alert] \"article 1\"\nPaper = [to text:/out] title\n";

  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                  \
  g_test_add ("/saved/new-articles/" name, Fixture, text, set_up, func, tear_down)
  ADD ("new", test_new);
  ADD ("waiting", test_waiting);
  ADD ("verdicts", test_verdicts);
  ADD ("alerts", test_alerts);
  return g_test_run ();
}
