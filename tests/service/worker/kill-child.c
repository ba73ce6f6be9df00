/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kill-child.h"

#include "fetch/exm-fetcher.h"
#include "store/exm-store.h"
#include "task/exm-output-format.h"
#include "test-vfs.h"
#include "worker/exm-worker.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static char *
store_example (const KillSection *section, ExmStore *store, const char *url)
{
  const ExmFetchOptions options = EXM_FETCH_OPTIONS_INIT;
  const ExmFetchRequest request = { .operator_host = "127.0.0.1" };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_sync (&options, url, &request, NULL, &error);
  g_autoptr (ExmStoredPage) page = exm_stored_page_new ();
  char *hash = NULL;

  g_assert_no_error (error);
  page->url = g_strdup (url);
  page->final_url = g_strdup (fetched->final_url);
  page->status = fetched->status;
  exm_store_put_page (store, fetched->body, page, &hash, &error);
  g_assert_no_error (error);
  return hash;
}

/* Two outputs, and a list that does not exist beside the one that does. */
static void
ensure_task (const KillSection *section, const char *folder, const char *out)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);

  g_assert_no_error (error);
  g_autoptr (GPtrArray) tasks = exm_store_list_tasks (store, &error);
  g_assert_no_error (error);
  if (tasks->len > 0)
    return;
  exm_task_fields_init (&fields);
  g_free (fields.uid);
  fields.uid = g_strdup (KILL_TASK_UID);
  g_free (fields.name);
  fields.name = g_strdup (section->name);
  fields.first_run = section->first_run;
  g_free (fields.method);
  fields.method = g_strdup (section->method);
  fields.two_pass = TRUE;
  fields.delay_ms = 0;
  g_ptr_array_add (fields.private_hosts, g_strdup ("127.0.0.1"));
  g_autofree char *example_url = g_strconcat (section->base, section->example, NULL);
  g_autofree char *list_url = g_strconcat (section->base, section->list, NULL);
  g_autofree char *missing_url = g_strconcat (section->base, "/nowhere/", NULL);
  exm_task_fields_add_example (&fields, example_url)->page_hash
      = store_example (section, store, example_url);
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, list_url)->max_pages = 10;
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, missing_url);
  exm_task_fields_add_output (&fields, EXM_OUTPUT_TEXT, out, "{key}.txt");
  exm_task_fields_add_output (&fields, EXM_OUTPUT_JSON_LINES, out, "all.jsonl");
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  exm_store_add_task (store, task, g_get_real_time (), &error);
  g_assert_no_error (error);
}

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  char byte = (char) ('a' + (int) event->kind);

  /* A parent that reads no more is about to kill this process. */
  if (write (STDOUT_FILENO, &byte, 1) < 0)
    g_assert_cmpint (errno, ==, EPIPE);
  if (event->kind == EXM_WORKER_ENDED)
    g_main_loop_quit (data);
}

int
kill_child_run (char *argv[])
{
  const KillSection section = {
    .name = argv[4],
    .list = argv[5],
    .example = argv[6],
    .base = argv[7],
    .first_run = (ExmFirstRun) atoi (argv[8]),
    .method = argv[10],
  };
  const ExmWorkerOptions options = {
    .folder = argv[2],
    .once = TRUE,
    .max_fetches = (guint) atoi (argv[9]),
  };
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GError) error = NULL;

  ensure_task (&section, argv[2], argv[3]);
  /* A killed process takes with it what was not synced, as if the power had gone. */
  if (g_getenv (KILL_POWER) != NULL)
    {
      test_vfs_make_default ();
      test_vfs_lose_power_after (G_MAXUINT, 0);
    }
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, on_event, loop);
  exm_worker_run_task (worker, KILL_TASK_UID);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  g_main_loop_run (loop);
  exm_worker_stop (worker);
  return 0;
}
