/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Alerts of a run: its articles alone, none that waits for a person, none of backlog. */

#include "config.h"

#include "saved/exm-run-alerts.h"
#include "saved/exm-saved-searches.h"
#include "store/db/exm-db.h"
#include "store/db/exm-store-folder.h"

#include "store-fixture.h"
#include "test-folder.h"

#define N_ARTICLES 10u

typedef struct
{
  char *folder;  /* (owned) */
  gint64 middle; /* when the first half had been collected */
} Fixture;

static void
set_up (Fixture *self, gconstpointer text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  g_autofree char *path = g_build_filename (self->folder, EXM_SAVED_SEARCHES_NAME, NULL);
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  exm_store_add_task (store, task, STORE_NOW, &error);
  store_fill (store, store_task_uid (1), 0, N_ARTICLES);
  const ExmArticleFilter filter = { 0 };
  g_autoptr (GPtrArray) infos = exm_store_list_articles (store, &filter, &error);
  g_assert_no_error (error);
  self->middle = ((ExmArticleInfo *) infos->pdata[N_ARTICLES / 2 - 1])->collected_usec;
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_folder_free (self->folder);
}

static void
change (Fixture *self, const char *sql)
{
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  exm_db_execute (db, sql, &error);
  g_assert_no_error (error);
}

/* Asserts how many articles each search finds in the time, as "name 2 ". */
static void
assert_alerts (Fixture *self, gint64 from_usec, gint64 to_usec, const char *expected)
{
  g_autoptr (GPtrArray) runs
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_run_span_free);
  g_autoptr (GPtrArray) alerts
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_worker_event_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  ExmRunSpan *run = g_new0 (ExmRunSpan, 1);

  run->task_uid = g_strdup (store_task_uid (1));
  run->task_name = g_strdup ("Task");
  run->from_usec = from_usec;
  run->to_usec = to_usec;
  g_ptr_array_add (runs, run);
  g_autoptr (ExmSearchIndex) index = exm_search_index_open (self->folder, NULL, &error);
  exm_search_index_update (index, NULL, NULL, &error);
  exm_run_alerts_find (self->folder, index, runs, alerts, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < alerts->len; i++)
    {
      const ExmWorkerEvent *alert = alerts->pdata[i];
      g_assert_cmpint (alert->kind, ==, EXM_WORKER_ALERT);
      g_assert_cmpstr (alert->task_name, ==, "Task");
      g_string_append_printf (found, "%s %u ", alert->message, alert->n_articles);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_held (Fixture *self, gconstpointer unused)
{
  change (self, "UPDATE article SET state = 'good'");
  assert_alerts (self, 1, G_MAXINT64, "All 10 One 1 ");
  change (self, "UPDATE article SET state = 'unsure' WHERE id > 4;"
                "UPDATE article SET state = 'does-not-fit' WHERE id = 2");
  assert_alerts (self, 1, G_MAXINT64, "All 3 ");
  change (self, "UPDATE article SET state = 'incomplete'");
  assert_alerts (self, 1, G_MAXINT64, "");
}

static void
test_times (Fixture *self, gconstpointer unused)
{
  change (self, "UPDATE article SET state = 'good'");
  assert_alerts (self, self->middle, G_MAXINT64, "All 5 ");
  assert_alerts (self, 1, self->middle, "All 5 One 1 ");
}

static void
test_backlog (Fixture *self, gconstpointer unused)
{
  change (self, "UPDATE article SET state = 'good';"
                "INSERT INTO backlog SELECT task, url_key FROM article WHERE id > 3");
  assert_alerts (self, 1, G_MAXINT64, "All 3 One 1 ");
}

int
main (int argc, char **argv)
{
  static const char text[]
      = "Quiet = title\nAll = [alert] title\nOne = [alert] \"article 1\"\n";

  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                  \
  g_test_add ("/saved/run-alerts/" name, Fixture, text, set_up, func, tear_down)
  ADD ("held", test_held);
  ADD ("times", test_times);
  ADD ("backlog", test_backlog);
  return g_test_run ();
}
