/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A session: tasks are written and listed, hidden, and deleted; items stay the same. */

#include "app/session/exm-session-repair.h"
#include "app/session/exm-session-trash.h"
#include "app/session/exm-trash-item.h"
#include "store/db/exm-store-backup.h"
#include "store/exm-store.h"

#include "test-folder.h"

#include <string.h>

#define SECONDS 120u

typedef struct
{
  char *folder;        /* (owned) */
  ExmSession *session; /* (owned) */
  GString *log;        /* (owned): what the list emitted */
  guint n_read;        /* "tasks-changed" */
} Bench;

static void
on_tasks_changed (ExmSession *session, gpointer data)
{
  ((Bench *) data)->n_read++;
}

static void
on_items_changed (
    GListModel *list, guint position, guint removed, guint added, gpointer data)
{
  g_string_append_printf (((Bench *) data)->log, "%u-%u+%u ", position, removed, added);
}

static void
bench_init_in (Bench *bench, const char *folder)
{
  g_autoptr (GError) error = NULL;

  *bench = (Bench){ .folder = g_strdup (folder), .log = g_string_new (NULL) };
  bench->session = exm_session_new (bench->folder);
  g_signal_connect (bench->session, "tasks-changed", G_CALLBACK (on_tasks_changed),
                    bench);
  g_signal_connect (exm_session_get_tasks (bench->session), "items-changed",
                    G_CALLBACK (on_items_changed), bench);
  exm_session_start (bench->session, &error);
  g_assert_no_error (error);
}

static void
bench_init (Bench *bench)
{
  g_autofree char *folder = test_folder_new ();

  bench_init_in (bench, folder);
}

static void
bench_clear (Bench *bench)
{
  exm_session_stop (bench->session);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (bench->session);
  g_string_free (bench->log, TRUE);
  test_folder_free (bench->folder);
}

static gboolean
on_too_late (gpointer data)
{
  g_assert_not_reached ();
  return G_SOURCE_REMOVE;
}

/* Until the list was read again. */
static void
wait_for_list (Bench *bench)
{
  guint n_read = bench->n_read;
  guint id = g_timeout_add_seconds (SECONDS, on_too_late, NULL);

  exm_session_refresh (bench->session);
  while (bench->n_read == n_read)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (id);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
finish (Bench *bench, GAsyncResult **result, gboolean good)
{
  g_autoptr (GError) error = NULL;

  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (exm_session_write_finish (bench->session, *result, &error), ==, good);
  if (good)
    g_assert_no_error (error);
  else
    g_assert_nonnull (error);
  g_clear_object (result);
}

static ExmTask *
make_task (const char *name, const char *schedule)
{
  g_auto (ExmTaskFields) fields;
  g_autoptr (GError) error = NULL;

  exm_task_fields_init (&fields);
  g_free (fields.name);
  fields.name = g_strdup (name);
  exm_task_fields_add_example (&fields, "http://a.example/1.html");
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, "http://a.example/");
  g_clear_pointer (&fields.schedule, exm_schedule_unref);
  fields.schedule = exm_schedule_parse (schedule, &error);
  g_assert_no_error (error);
  return exm_task_new (&fields);
}

static char *
save (Bench *bench, const char *name, const char *schedule)
{
  g_autoptr (ExmTask) task = make_task (name, schedule);
  g_autoptr (GAsyncResult) result = NULL;

  exm_session_save_task_async (bench->session, task, on_written, &result);
  finish (bench, &result, TRUE);
  return g_strdup (exm_task_get (task)->uid);
}

static char *
join_names (Bench *bench)
{
  GListModel *tasks = exm_session_get_tasks (bench->session);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (ExmTaskItem) item = g_list_model_get_item (tasks, i);
      g_string_append_printf (names, "%s ", exm_task_item_get_name (item));
    }
  return g_string_free (names, FALSE);
}

/* A list may be read once more than was asked for, so the wait is for what it shows; one
 * that never does is ended by the test's time limit, which says what it showed. */
static void
assert_names (Bench *bench, const char *expected)
{
  wait_for_list (bench);
  g_autofree char *names = join_names (bench);

  while (!g_str_equal (names, expected))
    {
      g_test_message ("\"%s\" is shown, \"%s\" is waited for", names, expected);
      g_main_context_iteration (NULL, TRUE);
      g_free (names);
      names = join_names (bench);
    }
}

static guint
get_number (Bench *bench, const char *property)
{
  guint number;

  g_object_get (bench->session, property, &number, NULL);
  return number;
}

/* By name, as people count; one change of the list a task. */
static void
test_save (void)
{
  Bench bench;

  bench_init (&bench);
  assert_names (&bench, "");
  g_autofree char *ten = save (&bench, "Page 10", "manual");
  assert_names (&bench, "Page 10 ");
  g_autofree char *two = save (&bench, "Page 2", "manual");
  assert_names (&bench, "Page 2 Page 10 ");
  g_autofree char *last = save (&bench, "Queue", "manual");
  assert_names (&bench, "Page 2 Page 10 Queue ");
  g_assert_cmpstr (bench.log->str, ==, "0-0+1 0-0+1 2-0+1 ");
  g_assert_cmpuint (get_number (&bench, "n-active"), ==, 0);
  bench_clear (&bench);
}

static void
test_pause (void)
{
  Bench bench;
  g_autoptr (GAsyncResult) result = NULL;

  bench_init (&bench);
  /* One that is not due yet: its page is not stored, and a run would complain of that. */
  g_autofree char *uid = save (&bench, "One", "cron 0 0 29 2 *");
  assert_names (&bench, "One ");
  ExmTaskItem *item = exm_session_find_task (bench.session, uid);
  g_assert_cmpint (exm_task_item_get_state (item), ==, EXM_TASK_STATE_IDLE);
  g_assert_cmpint (exm_task_item_get_next_due (item), >, 0);
  g_assert_cmpuint (get_number (&bench, "n-active"), ==, 1);
  exm_session_set_paused_async (bench.session, uid, TRUE, on_written, &result);
  finish (&bench, &result, TRUE);
  /* The list that comes next may have been read before the write. */
  while (exm_task_item_get_state (item) != EXM_TASK_STATE_PAUSED)
    wait_for_list (&bench);
  g_assert_true (exm_session_find_task (bench.session, uid) == item);
  g_assert_cmpuint (get_number (&bench, "n-active"), ==, 0);
  g_assert_cmpstr (bench.log->str, ==, "0-0+1 ");
  exm_session_set_paused_async (bench.session, "0123456789abcdef0123456789abcdef", TRUE,
                                on_written, &result);
  finish (&bench, &result, FALSE);
  bench_clear (&bench);
}

/* The list of tasks may come before that of the trash. */
static void
wait_for_trash (GListModel *trash, guint n)
{
  while (g_list_model_get_n_items (trash) != n)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_delete (void)
{
  Bench bench;
  g_autoptr (GAsyncResult) result = NULL;

  bench_init (&bench);
  g_autofree char *one = save (&bench, "One", "manual");
  g_autofree char *two = save (&bench, "Two", "manual");
  assert_names (&bench, "One Two ");
  GListModel *trash = exm_session_get_trash (bench.session);
  g_assert_cmpuint (g_list_model_get_n_items (trash), ==, 0);
  exm_session_trash_task_async (bench.session, one, on_written, &result);
  finish (&bench, &result, TRUE);
  assert_names (&bench, "Two ");
  wait_for_trash (trash, 1);
  g_autoptr (ExmTrashItem) item = g_list_model_get_item (trash, 0);
  g_assert_cmpstr (exm_trash_item_get_info (item)->uid, ==, one);
  exm_session_restore_task_async (bench.session, one, EXM_TRASH_KEEP_BOTH, on_written,
                                  &result);
  finish (&bench, &result, TRUE);
  assert_names (&bench, "One Two ");
  wait_for_trash (trash, 0);
  exm_session_trash_task_async (bench.session, one, on_written, &result);
  finish (&bench, &result, TRUE);
  exm_session_empty_trash_async (bench.session, NULL, on_written, &result);
  finish (&bench, &result, TRUE);
  assert_names (&bench, "Two ");
  wait_for_trash (trash, 0);
  bench_clear (&bench);
}

/* Nothing is written before it has started, and that is said. */
static void
test_not_started (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  Bench bench = { .session = exm_session_new (folder) };
  g_autoptr (GAsyncResult) result = NULL;

  exm_session_trash_task_async (bench.session, "a", on_written, &result);
  finish (&bench, &result, FALSE);
  exm_session_run_task (bench.session, "a");
  exm_session_refresh (bench.session);
  g_assert_false (exm_session_is_started (bench.session));
  g_assert_finalize_object (bench.session);
}

/* A folder that cannot be one: said, and tried again. */
static void
test_bad_folder (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  ExmSession *session = exm_session_new (file);
  g_assert_false (exm_session_start (session, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, !=, "");
  g_clear_error (&error);
  g_assert_false (exm_session_start (session, &error));
  g_assert_nonnull (error);
  g_assert_finalize_object (session);
}

static void
on_elsewhere_notify (ExmSession *session, GParamSpec *pspec, gpointer data)
{
  (*(guint *) data)++;
}

/* Another process has the collecting role (a worker of its own locks as one does): the
 * session starts, writes, says so, and takes over. */
static void
test_elsewhere (void)
{
  Bench bench;
  g_autofree char *folder = test_folder_new ();
  const ExmWorkerOptions options = { .folder = folder };
  g_autoptr (ExmWorker) other = exm_worker_new (&options, NULL, NULL);
  g_autoptr (GError) error = NULL;
  guint n_notified = 0;

  exm_worker_start (other, &error);
  g_assert_no_error (error);
  bench_init_in (&bench, folder);
  g_assert_true (exm_session_is_started (bench.session));
  g_assert_true (exm_session_is_elsewhere (bench.session));
  g_signal_connect (bench.session, "notify::elsewhere", G_CALLBACK (on_elsewhere_notify),
                    &n_notified);
  g_autofree char *uid = save (&bench, "One", "manual");
  assert_names (&bench, "One ");
  g_assert_cmpuint (n_notified, ==, 0);

  exm_worker_stop (other);
  guint id = g_timeout_add_seconds (SECONDS, on_too_late, NULL);
  while (n_notified == 0)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (id);
  g_assert_false (exm_session_is_elsewhere (bench.session));
  bench_clear (&bench);
}

static void
on_started (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* While the worker waits for another writer, the tasks are listed already, and what is
 * changed waits with it. */
static void
test_early (void)
{
  Bench bench = { .folder = test_folder_new (), .log = g_string_new (NULL) };
  g_autoptr (ExmTask) task = make_task ("One", "manual");
  g_autoptr (GAsyncResult) started = NULL, paused = NULL;
  g_autoptr (GError) error = NULL;
  ExmStore *store = exm_store_open (bench.folder, NULL, NULL, &error);

  g_assert_no_error (error);
  exm_store_add_task (store, task, g_get_real_time (), &error);
  g_assert_no_error (error);
  exm_store_begin_group (store, &error);
  g_assert_no_error (error);

  bench.session = exm_session_new (bench.folder);
  g_signal_connect (bench.session, "tasks-changed", G_CALLBACK (on_tasks_changed),
                    &bench);
  exm_session_start_async (bench.session, on_started, &started);
  guint id = g_timeout_add_seconds (SECONDS, on_too_late, NULL);
  while (bench.n_read == 0)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (id);
  g_assert_null (started);
  g_assert_cmpuint (g_list_model_get_n_items (exm_session_get_tasks (bench.session)), ==,
                    1);
  exm_session_set_paused_async (bench.session, exm_task_get (task)->uid, TRUE, on_written,
                                &paused);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (paused);

  exm_store_drop_group (store);
  exm_store_close (store);
  while (started == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (exm_session_start_finish (bench.session, started, &error));
  g_assert_no_error (error);
  finish (&bench, &paused, TRUE);
  wait_for_list (&bench);
  g_assert_true (exm_task_item_get_paused (
      exm_session_find_task (bench.session, exm_task_get (task)->uid)));
  g_clear_object (&started);
  bench_clear (&bench);
}

static void
on_repaired (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* Returns: (transfer full) (nullable): what came of it */
static ExmSessionRepair *
repair (Bench *bench, const char *backup, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL, refused = NULL;
  g_autoptr (GError) busy = NULL;

  exm_session_repair_async (bench->session, backup, on_repaired, &result);
  g_assert_false (exm_session_is_started (bench->session));
  g_assert_null (exm_session_get_worker (bench->session));
  exm_session_start_async (bench->session, on_repaired, &refused);
  while (refused == NULL || result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (exm_session_start_finish (bench->session, refused, &busy));
  g_assert_error (busy, G_IO_ERROR, G_IO_ERROR_BUSY);
  return exm_session_repair_finish (bench->session, result, error);
}

static void
start_again (Bench *bench)
{
  g_autoptr (GError) error = NULL;

  exm_session_start (bench->session, &error);
  g_assert_no_error (error);
}

static void
on_replaced (ExmSession *session, gpointer data)
{
  (*(guint *) data)++;
}

/* Returns: (transfer full): a backup of a store with one task, older than the one that a
 * worker makes when it starts */
static char *
make_backup (const char *folder, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (ExmTask) task = make_task (name, "manual");
  const ExmStoreBackupOptions options
      = { .now_usec = g_get_real_time () - G_TIME_SPAN_HOUR };

  g_assert_no_error (error);
  exm_store_add_task (store, task, options.now_usec, &error);
  g_assert_no_error (error);
  char *backup = exm_store_backup_make (folder, &options, NULL, &error);
  g_assert_no_error (error);
  return backup;
}

/* Back to a backup and on from there, with the same list of tasks; a sound database is
 * left as it is. */
static void
test_repair (void)
{
  Bench bench;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = test_folder_new ();
  g_autofree char *backup = make_backup (folder, "One");
  guint n_replaced = 0;

  bench_init_in (&bench, folder);
  g_signal_connect (bench.session, "replaced", G_CALLBACK (on_replaced), &n_replaced);
  g_autofree char *two = save (&bench, "Two", "manual");
  assert_names (&bench, "One Two ");

  g_autoptr (ExmSessionRepair) restored = repair (&bench, backup, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (restored->kept, G_FILE_TEST_EXISTS));
  start_again (&bench);
  g_assert_cmpuint (n_replaced, ==, 1);
  assert_names (&bench, "One ");
  g_autoptr (ExmSessionRepair) repaired = repair (&bench, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (repaired->repair.files[0].sound);
  start_again (&bench);
  g_autofree char *three = save (&bench, "Three", "manual");
  assert_names (&bench, "One Three ");
  bench_clear (&bench);
}

/* Nothing is changed by one that fails: another process collects, or the backup is none.
 */
static void
test_repair_fails (void)
{
  Bench bench;
  g_autofree char *folder = test_folder_new ();
  const ExmWorkerOptions options = { .folder = folder };
  g_autoptr (ExmWorker) other = exm_worker_new (&options, NULL, NULL);
  g_autoptr (GError) error = NULL;

  exm_worker_start (other, &error);
  g_assert_no_error (error);
  bench_init_in (&bench, folder);
  g_autofree char *one = save (&bench, "One", "manual");
  g_assert_null (repair (&bench, NULL, &error));
  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY);
  g_clear_error (&error);
  exm_worker_stop (other);
  g_autofree char *pages = g_build_filename (folder, EXM_STORE_PAGES_FILE, NULL);
  g_assert_null (repair (&bench, pages, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FOREIGN);
  start_again (&bench);
  assert_names (&bench, "One ");
  bench_clear (&bench);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/session/save", test_save);
  g_test_add_func ("/app/session/pause", test_pause);
  g_test_add_func ("/app/session/delete", test_delete);
  g_test_add_func ("/app/session/elsewhere", test_elsewhere);
  g_test_add_func ("/app/session/early", test_early);
  g_test_add_func ("/app/session/not-started", test_not_started);
  g_test_add_func ("/app/session/bad-folder", test_bad_folder);
  g_test_add_func ("/app/session/repair", test_repair);
  g_test_add_func ("/app/session/repair-fails", test_repair_fails);
  return g_test_run ();
}
