/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window when the worker is gone: its own that was told to stop, another process's
 * that is killed in the middle of a run, and one that takes the role from it. */

#include "app/activity/exm-activity-page.h"
#include "control/exm-control-client.h"
#include "worker/exm-worker.h"

#include "test-bench.h"
#include "test-pointer.h"

#include <unistd.h>

#define ENDED "Collecting has stopped"

/* Between two pages of a run: it is to be under way for a while, also where a window
 * takes its time to show it. */
#define DELAY_MS 400

/* Articles that the feed of the section has. */
#define N_LISTED 10u

static void
make_slow (ExmTaskFields *fields)
{
  fields->delay_ms = DELAY_MS;
}

static void
set_up (TestBench *self, gconstpointer unused)
{
  test_bench_init (self);
  test_bench_add_task (self, make_slow);
}

static void
tear_down (TestBench *self, gconstpointer unused)
{
  test_bench_clear (self);
}

static void
send_stop (TestBench *self)
{
  g_autoptr (GError) error = NULL;

  exm_control_send (self->folder, "stop", NULL, &error);
  /* One that is too busy to answer in time hears it all the same. */
  if (!g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_NO_ANSWER))
    g_assert_no_error (error);
}

static void
try_again (TestBench *self)
{
  test_pointer_click (test_gui_need (self->window, GTK_TYPE_BUTTON, "_Try Again"));
  test_gui_need (self->window, ADW_TYPE_VIEW_STACK, "views");
}

static void
run_now (TestBench *self)
{
  exm_window_set_view (self->window, "activity");
  test_gui_need (self->window, EXM_TYPE_ACTIVITY_PAGE, NULL);
  test_keys (GTK_WIDGET (self->window), "F5");
  test_gui_need_beginning (self->window, "Page ");
}

static guint
count_articles (TestBench *self)
{
  ExmSession *session = exm_window_get_session (self->window);
  const ExmStoreQuery query = { .kind = EXM_READ_STATS };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStoreStats) stats
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, &error);

  g_assert_no_error (error);
  return (guint) stats->n_articles;
}

/* Each article that the source lists is there, and none twice. */
static void
need_end_of_run (TestBench *self)
{
  test_gui_need (self->window, GTK_TYPE_LABEL, "Done");
  g_assert_cmpuint (count_articles (self), ==, N_LISTED);
}

/* Another program tells the window's worker to stop, in the middle of a run: that is
 * said, and the run goes on where it was. */
static void
test_stopped (TestBench *self, gconstpointer unused)
{
  test_bench_open (self);
  run_now (self);
  send_stop (self);
  test_gui_need (self->window, ADW_TYPE_STATUS_PAGE, ENDED);
  test_gui_show_people (GTK_WIDGET (self->window), "worker-stopped");
  try_again (self);
  need_end_of_run (self);
}

static gboolean
is_elsewhere (gpointer data)
{
  TestBench *self = data;

  return exm_session_is_elsewhere (exm_window_get_session (self->window));
}

static gboolean
is_here (gpointer data)
{
  return !is_elsewhere (data);
}

/* Starts a worker without a window, and waits until it collects. */
static GSubprocess *
start_other (TestBench *self)
{
  g_autoptr (GError) error = NULL;
  const char *cli = g_getenv ("EXEMPLAR_CLI");
  g_assert_nonnull (cli);
  GSubprocess *other = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, cli,
                                         "worker", "--data", self->folder, NULL);

  g_assert_no_error (error);
  for (int fd = -1; fd < 0;)
    {
      fd = exm_control_connect (self->folder, NULL);
      if (fd >= 0)
        close (fd);
    }
  return other;
}

/* A worker without a window is killed while it collects for the window: the window takes
 * over, and nothing is lost. */
static void
test_killed (TestBench *self, gconstpointer unused)
{
  g_autoptr (GSubprocess) other = start_other (self);

  test_bench_open (self);
  test_gui_wait_until (is_elsewhere, self, "the other worker to be seen");
  test_gui_need_beginning (self->window, "Another Exemplar is collecting");
  run_now (self);
  g_subprocess_force_exit (other);
  test_gui_wait_until (is_here, self, "the role to be taken over");
  need_end_of_run (self);
  g_subprocess_wait (other, NULL, NULL);
}

/* The role goes to another process while the window is open, and comes back. */
static void
test_role (TestBench *self, gconstpointer unused)
{
  const ExmWorkerOptions options = { .folder = self->folder, .share = TRUE };
  g_autoptr (ExmWorker) other = exm_worker_new (&options, NULL, NULL);
  g_autoptr (GError) error = NULL;

  test_bench_open (self);
  exm_worker_start (other, &error);
  g_assert_no_error (error);
  run_now (self);
  send_stop (self);
  test_gui_need (self->window, ADW_TYPE_STATUS_PAGE, ENDED);
  while (!exm_worker_get_collecting (other))
    g_main_context_iteration (NULL, FALSE);
  try_again (self);
  test_gui_wait_until (is_elsewhere, self, "the other worker to be seen");
  const char *words
      = test_gui_need_beginning (self->window, "Another Exemplar is collecting");
  g_assert_nonnull (words);
  /* Changes made here are stored all the same. */
  exm_session_set_paused_async (exm_window_get_session (self->window), store_task_uid (1),
                                FALSE, NULL, NULL);
  exm_worker_stop (other);
  test_gui_wait_until (is_here, self, "the role to come back");
  need_end_of_run (self);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(path, func)                                                                  \
  g_test_add ("/app/bad-worker/" path, TestBench, NULL, set_up, func, tear_down)
  ADD ("stopped", test_stopped);
  ADD ("killed", test_killed);
  ADD ("role", test_role);
  return g_test_run ();
}
