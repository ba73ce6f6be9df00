/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The long lists of the window: reading on, filters, refreshing in place, hiding. */

#include "config.h"

#include "app/activity/exm-run-list.h"
#include "app/activity/exm-run-page-list.h"
#include "app/reading/exm-article-list.h"

#include "store-fixture.h"
#include "store/exm-store-approve.h"
#include "test-folder.h"

#define N_ARTICLES 450u

typedef struct
{
  char *folder;           /* (owned) */
  ExmStore *store;        /* (owned) */
  ExmStoreReader *reader; /* (owned) */
  const char *uid;        /* (unowned) */
  GString *changes;       /* (owned): "position-removed+added " */
} Fixture;

static void
set_filter (ExmArticleList *list, const char *uid, gboolean to_review, const char *search)
{
  const ExmArticleFilter filter
      = { .task_uid = uid, .to_review = to_review, .search = search };

  exm_article_list_set_filter (list, &filter);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  self->uid = store_task_uid (1);
  self->changes = g_string_new (NULL);
  self->reader = exm_store_reader_new (self->folder);
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
  g_assert_true (exm_store_begin_group (self->store, &error));
  store_fill (self->store, self->uid, 0, N_ARTICLES);
  g_assert_true (exm_store_commit_group (self->store, &error));
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  exm_store_reader_close (self->reader);
  g_clear_object (&self->reader);
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->folder, test_folder_free);
  g_string_free (self->changes, TRUE);
}

static void
on_items_changed (
    GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  Fixture *self = data;

  g_string_append_printf (self->changes, "%u-%u+%u ", position, removed, added);
}

static void
assert_changes (Fixture *self, const char *expected)
{
  g_assert_cmpstr (self->changes->str, ==, expected);
  g_string_truncate (self->changes, 0);
}

/* Until nothing is being read, and no idle waits to read on. */
static void
wait_for (gpointer list)
{
  do
    g_main_context_iteration (NULL, exm_paged_list_is_loading (list));
  while (exm_paged_list_is_loading (list) || g_main_context_pending (NULL));
}

static void
start (Fixture *self, gpointer list)
{
  g_signal_connect (list, "items-changed", G_CALLBACK (on_items_changed), self);
  exm_paged_list_set_reader (list, self->reader);
}

static const ExmArticleInfo *
peek (gpointer list, guint i)
{
  return exm_article_item_get_info (EXM_ARTICLE_ITEM (exm_paged_list_peek (list, i)));
}

static void
test_reading_on (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmArticleList) list = exm_article_list_new ();

  start (self, list);
  g_assert_false (exm_paged_list_is_settled (EXM_PAGED_LIST (list)));
  set_filter (list, self->uid, FALSE, NULL);
  wait_for (list);
  g_assert_true (exm_paged_list_is_settled (EXM_PAGED_LIST (list)));
  assert_changes (self, "0-0+200 ");
  while (exm_article_list_get_n_matches (list) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (exm_article_list_get_n_matches (list), ==, N_ARTICLES);
  g_assert_cmpstr (peek (list, 0)->title, ==, "Title 449");

  /* Looking at the top reads nothing, looking near the end does. */
  g_object_unref (g_list_model_get_item (G_LIST_MODEL (list), 100));
  wait_for (list);
  assert_changes (self, "");
  g_object_unref (g_list_model_get_item (G_LIST_MODEL (list), 150));
  wait_for (list);
  assert_changes (self, "200-0+200 ");
  exm_paged_list_load_more (EXM_PAGED_LIST (list));
  wait_for (list);
  assert_changes (self, "400-0+50 ");
  exm_paged_list_load_more (EXM_PAGED_LIST (list));
  g_assert_false (exm_paged_list_is_loading (EXM_PAGED_LIST (list)));
  g_assert_cmpstr (peek (list, 449)->title, ==, "Title 0");
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (list), 450));
}

static void
test_filters (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmArticleList) list = exm_article_list_new ();

  start (self, list);
  store_fill_index (self->folder);
  set_filter (list, NULL, FALSE, "title 44*");
  wait_for (list);
  assert_changes (self, "0-0+11 ");
  /* The same question is not asked again. */
  set_filter (list, NULL, FALSE, "title 44*");
  g_assert_false (exm_paged_list_is_loading (EXM_PAGED_LIST (list)));
  /* The last question is answered, whatever was asked before. */
  set_filter (list, NULL, FALSE, "nothing");
  set_filter (list, NULL, TRUE, "title 44*");
  wait_for (list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  set_filter (list, "0123", FALSE, "");
  wait_for (list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  g_assert_null (exm_paged_list_get_message (EXM_PAGED_LIST (list)));
}

/* Changes in many places come as one: a view takes its time for each change. */
static void
test_scattered (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmArticleList) list = exm_article_list_new ();
  g_autoptr (ExmArticleList) direct = exm_article_list_new ();

  start (self, list);
  set_filter (list, NULL, FALSE, NULL);
  wait_for (list);
  g_string_truncate (self->changes, 0);
  set_filter (list, NULL, TRUE, NULL);
  wait_for (list);
  g_auto (GStrv) changes = g_strsplit (g_strchomp (self->changes->str), " ", -1);
  g_assert_cmpuint (g_strv_length (changes), ==, 1);
  exm_paged_list_set_reader (EXM_PAGED_LIST (direct), self->reader);
  set_filter (direct, NULL, TRUE, NULL);
  wait_for (direct);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (direct));
  g_assert_cmpuint (n, >, 10);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (peek (list, i)->id, ==, peek (direct, i)->id);
}

static void
test_refresh (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmArticleList) list = exm_article_list_new ();
  g_autoptr (GError) error = NULL;

  start (self, list);
  set_filter (list, NULL, FALSE, NULL);
  wait_for (list);
  assert_changes (self, "0-0+200 ");
  GObject *top = exm_paged_list_peek (EXM_PAGED_LIST (list), 0);
  gint64 third = peek (list, 2)->id;

  /* New ones come at the top; the others stay the same objects. */
  store_fill (self->store, self->uid, N_ARTICLES, 3);
  exm_paged_list_refresh (EXM_PAGED_LIST (list));
  exm_paged_list_refresh (EXM_PAGED_LIST (list));
  wait_for (list);
  assert_changes (self, "0-0+3 ");
  g_assert_true (exm_paged_list_peek (EXM_PAGED_LIST (list), 3) == top);
  g_assert_true (exm_article_item_get_starts_day (
      EXM_ARTICLE_ITEM (exm_paged_list_peek (EXM_PAGED_LIST (list), 0))));
  g_assert_false (exm_article_item_get_starts_day (EXM_ARTICLE_ITEM (top)));

  /* An article that changed in the middle is updated; a deleted one goes. */
  exm_store_approve_article (self->store, peek (list, 3)->id, STORE_NOW, &error);
  g_assert_no_error (error);
  exm_store_delete_article (self->store, third, &error);
  g_assert_no_error (error);
  exm_paged_list_refresh (EXM_PAGED_LIST (list));
  wait_for (list);
  assert_changes (self, "5-1+0 202-0+1 ");
  g_assert_cmpstr (peek (list, 3)->state, ==, "good");

  /* More is new than a refresh reads: begin anew. */
  exm_store_begin_group (self->store, &error);
  store_fill (self->store, self->uid, N_ARTICLES + 3, 300);
  exm_store_commit_group (self->store, &error);
  g_assert_no_error (error);
  exm_paged_list_refresh (EXM_PAGED_LIST (list));
  wait_for (list);
  assert_changes (self, "0-203+203 ");
  g_assert_cmpstr (peek (list, 0)->title, ==, "Title 752");
}

static void
test_hide (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmArticleList) list = exm_article_list_new ();

  start (self, list);
  set_filter (list, NULL, FALSE, NULL);
  wait_for (list);
  assert_changes (self, "0-0+200 ");
  gint64 id = peek (list, 1)->id;
  exm_article_list_hide (
      list, EXM_ARTICLE_ITEM (exm_paged_list_peek (EXM_PAGED_LIST (list), 1)));
  assert_changes (self, "1-1+0 ");
  exm_paged_list_refresh (EXM_PAGED_LIST (list));
  wait_for (list);
  g_assert_cmpint (peek (list, 1)->id, !=, id);
  g_string_truncate (self->changes, 0);
  exm_article_list_unhide (list, id);
  wait_for (list);
  g_assert_cmpint (peek (list, 1)->id, ==, id);
}

static void
test_runs (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmRunList) list = exm_run_list_new ();
  g_autoptr (ExmRunPageList) pages = exm_run_page_list_new ();
  g_autoptr (ExmWorkerEvent) event = exm_worker_event_new (EXM_WORKER_RUN_STARTED);
  g_autoptr (GError) error = NULL;
  gint64 run = 0;
  guint n_done = 0, n_pages = 0;

  start (self, list);
  exm_run_list_set_filter (list, self->uid, FALSE);
  wait_for (list);
  assert_changes (self, "");
  exm_store_start_run (self->store, self->uid, STORE_NOW, &run, &error);
  g_assert_no_error (error);
  event->task_uid = g_strdup (self->uid);
  exm_run_list_take_event (list, event);
  wait_for (list);
  assert_changes (self, "0-0+1 ");

  /* Counts come from the worker, without a look at the store. */
  ExmRunItem *item = EXM_RUN_ITEM (exm_paged_list_peek (EXM_PAGED_LIST (list), 0));
  event->kind = EXM_WORKER_RUN_PROGRESS;
  event->n_new = 40;
  event->n_done = 12;
  event->n_articles = 3;
  exm_run_list_take_event (list, event);
  g_assert_false (exm_paged_list_is_loading (EXM_PAGED_LIST (list)));
  exm_run_item_get_progress (item, &n_done, &n_pages);
  g_assert_cmpuint (n_done, ==, 12);
  g_assert_cmpuint (n_pages, ==, 40);
  g_assert_cmpuint (exm_run_item_get_run (item)->counts.n_articles, ==, 3);

  /* Another task's run is nothing to this list. */
  g_free (event->task_uid);
  event->task_uid = g_strdup (store_task_uid (2));
  exm_run_list_take_event (list, event);
  g_assert_false (exm_paged_list_is_loading (EXM_PAGED_LIST (list)));

  exm_run_list_set_filter (list, self->uid, TRUE);
  wait_for (list);
  assert_changes (self, "0-1+0 ");

  /* The articles of the run's time, page by page. */
  start (self, pages);
  exm_run_page_list_set_run (pages, run);
  wait_for (pages);
  assert_changes (self, "0-0+200 ");
  exm_paged_list_load_more (EXM_PAGED_LIST (pages));
  wait_for (pages);
  assert_changes (self, "200-0+200 ");
  exm_paged_list_refresh (EXM_PAGED_LIST (pages));
  wait_for (pages);
  assert_changes (self, "");
}

/* A list that goes away while it reads leaves nothing behind. */
static void
test_end (Fixture *self, gconstpointer unused)
{
  ExmArticleList *list = exm_article_list_new ();

  start (self, list);
  set_filter (list, NULL, FALSE, NULL);
  g_object_run_dispose (G_OBJECT (list));
  while (g_main_context_iteration (NULL, FALSE) || G_OBJECT (list)->ref_count > 1)
    continue;
  g_assert_finalize_object (list);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/app/paged-lists/reading-on", test_reading_on },
    { "/app/paged-lists/filters", test_filters },
    { "/app/paged-lists/scattered", test_scattered },
    { "/app/paged-lists/refresh", test_refresh },
    { "/app/paged-lists/hide", test_hide },
    { "/app/paged-lists/runs", test_runs },
    { "/app/paged-lists/end", test_end },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
