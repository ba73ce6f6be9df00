/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of saved searches: it follows its file, whoever changes it, and what is stored
 * and read. */

#include "app/session/exm-session.h"
#include "store/exm-store-reading.h"

#include "store-fixture.h"
#include "test-folder.h"

#include <string.h>

#define SECONDS 120u

typedef struct
{
  char *folder;             /* (owned) */
  ExmSession *session;      /* (owned) */
  ExmSavedSearchList *list; /* (unowned) */
} Bench;

static void
fill (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (ExmTask) task = store_task_new (1);

  g_assert_no_error (error);
  exm_store_add_task (store, task, STORE_NOW, &error);
  exm_store_set_paused (store, store_task_uid (1), TRUE, &error);
  store_fill (store, store_task_uid (1), 0, 20);
  g_assert_no_error (error);
}

static void
write_file (Bench *bench, const char *text)
{
  g_autofree char *path = g_build_filename (bench->folder, EXM_SAVED_SEARCHES_NAME, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Bench *bench, gconstpointer text)
{
  g_autoptr (GError) error = NULL;

  bench->folder = test_folder_new ();
  fill (bench->folder);
  store_fill_index (bench->folder);
  if (text != NULL)
    write_file (bench, text);
  bench->session = exm_session_new (bench->folder);
  bench->list = exm_session_get_searches (bench->session);
  exm_session_start (bench->session, &error);
  g_assert_no_error (error);
}

static void
tear_down (Bench *bench, gconstpointer unused)
{
  exm_session_stop (bench->session);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (bench->session);
  test_folder_free (bench->folder);
}

/* Returns: (transfer full): "name=!words:unread|" of all */
static char *
describe (Bench *bench)
{
  GListModel *model = exm_saved_search_list_get_model (bench->list);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (ExmSavedSearchItem) item = g_list_model_get_item (model, i);
      g_string_append_printf (out, "%s=%s%s:%d|", exm_saved_search_item_get_name (item),
                              exm_saved_search_item_get_alerts (item) ? "!" : "",
                              exm_saved_search_item_get_words (item),
                              exm_saved_search_item_get_n_unread (item));
    }
  return g_string_free (out, FALSE);
}

static gboolean
on_too_late (gpointer data)
{
  g_error ("This did not come: %s", (const char *) data);
  return G_SOURCE_REMOVE;
}

static void
wait_for (Bench *bench, const char *expected)
{
  g_autofree char *found = describe (bench);
  guint id = g_timeout_add_seconds (SECONDS, on_too_late, (gpointer) expected);

  while (!g_str_equal (found, expected))
    {
      g_main_context_iteration (NULL, TRUE);
      g_free (found);
      found = describe (bench);
    }
  g_source_remove (id);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
finish (Bench *bench, GAsyncResult **result, ExmStoreError code)
{
  g_autoptr (GError) error = NULL;

  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  exm_saved_search_list_change_finish (bench->list, *result, NULL, NULL, &error);
  if (code == 0)
    g_assert_no_error (error);
  else
    g_assert_error (error, EXM_STORE_ERROR, (int) code);
  g_clear_object (result);
}

static gboolean
mark_read (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const ExmArticleFilter filter = { .limit = 1 };
  g_autoptr (GPtrArray) infos = exm_store_list_articles (store, &filter, error);

  return infos != NULL
         && exm_store_set_unread (store, ((ExmArticleInfo *) infos->pdata[0])->id, FALSE,
                                  error);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  exm_session_write_finish (EXM_SESSION (source), result, &error);
  g_assert_no_error (error);
}

static gboolean
store_more (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  store_fill (store, store_task_uid (1), 20, 5);
  return TRUE;
}

static void
test_counts (Bench *bench, gconstpointer unused)
{
  wait_for (bench, "All=article:20|One=\"article 19\":1|None=tunnel:0|");
  exm_session_write_async (bench->session, store_task_uid (1), mark_read, NULL, NULL,
                           on_written, NULL);
  wait_for (bench, "All=article:19|One=\"article 19\":0|None=tunnel:0|");
  exm_session_write_async (bench->session, store_task_uid (1), store_more, NULL, NULL,
                           on_written, NULL);
  store_fill_index (bench->folder);
  wait_for (bench, "All=article:24|One=\"article 19\":0|None=tunnel:0|");
}

/* Others edit the file; a search that has another name is the same one. */
static void
test_file (Bench *bench, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  ExmSavedSearch search = { .name = (char *) "B", .words = (char *) "tunnel" };

  wait_for (bench, "");
  g_assert_null (exm_saved_search_list_get_message (bench->list));
  exm_saved_searches_add (bench->folder, &search, G_MAXUINT, &error);
  wait_for (bench, "B=tunnel:0|");
  ExmSavedSearchItem *item = exm_saved_search_list_find (bench->list, "search:B");
  g_assert_nonnull (item);
  write_file (bench, "no sign\nA = article\nC = [alert] tunnel\n");
  wait_for (bench, "A=article:20|C=!tunnel:0|");
  g_assert_true (item == exm_saved_search_list_find (bench->list, "search:C"));
  g_assert_null (exm_saved_search_list_find (bench->list, "search:B"));
  g_assert_nonnull (strstr (exm_saved_search_list_get_message (bench->list), "line 1"));
  write_file (bench, "C = bridge\n");
  wait_for (bench, "C=bridge:0|");
  g_assert_null (exm_saved_search_list_get_message (bench->list));
  g_assert_no_error (error);
}

static void
test_changes (Bench *bench, gconstpointer unused)
{
  const ExmSavedSearch search
      = { .name = (char *) " B ", .words = (char *) "tunnel", .alerts = TRUE };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (ExmSavedSearch) old = NULL;
  guint position = 0;

  wait_for (bench, "A=a:0|Z=z:0|");
  exm_saved_search_list_add_async (bench->list, &search, 1, on_done, &result);
  finish (bench, &result, 0);
  wait_for (bench, "A=a:0|B=!tunnel:0|Z=z:0|");
  exm_saved_search_list_add_async (bench->list, &search, 1, on_done, &result);
  finish (bench, &result, EXM_STORE_ERROR_CONSTRAINT);
  exm_saved_search_list_rename_async (bench->list, "B", "C", on_done, &result);
  finish (bench, &result, 0);
  /* The change is shown when it is told. */
  g_assert_nonnull (exm_saved_search_list_find (bench->list, "search:C"));
  exm_saved_search_list_set_alerts_async (bench->list, "A", TRUE, on_done, &result);
  finish (bench, &result, 0);
  g_assert_false (exm_saved_search_list_check_name (bench->list, "c", NULL));
  g_assert_true (exm_saved_search_list_check_name (bench->list, "B", NULL));
  exm_saved_search_list_remove_async (bench->list, "C", on_done, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (
      exm_saved_search_list_change_finish (bench->list, result, &old, &position, NULL));
  g_clear_object (&result);
  wait_for (bench, "A=!a:0|Z=z:0|");
  exm_saved_search_list_add_async (bench->list, old, position, on_done, &result);
  finish (bench, &result, 0);
  wait_for (bench, "A=!a:0|C=!tunnel:0|Z=z:0|");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, text, func)                                                            \
  g_test_add ("/app/saved-search-list/" name, Bench, text, set_up, func, tear_down)
  ADD ("counts", "All = article\nOne = \"article 19\"\nNone = tunnel\n", test_counts);
  ADD ("file", NULL, test_file);
  ADD ("changes", "A = a\nZ = z\n", test_changes);
  return g_test_run ();
}
