/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/exm-cli-work.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "control/exm-control-client.h"
#include "publish/formats/exm-quote.h"
#include "render/exm-render.h"
#include "types/exm-result.h"
#include "worker/exm-worker.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

/* A worker at work. */
typedef struct
{
  GMainLoop *loop;     /* (owned) */
  GHashTable *pending; /* (owned) (element-type utf8): tasks that have not run yet */
  gboolean log;        /* tell of everything */
  gboolean asked;      /* for its tasks: how they end is the result */
  gboolean failed;     /* ended because the store failed */
  char *problem;       /* (owned) (nullable): the last one that was told */
  ExmCliProgress progress;
} Session;

static void
session_clear (Session *self)
{
  exm_cli_progress_end (&self->progress);
  g_clear_pointer (&self->loop, g_main_loop_unref);
  g_clear_pointer (&self->pending, g_hash_table_unref);
  g_clear_pointer (&self->problem, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Session, session_clear)

/* A line on standard error; what pages say is kept on it. */
static void
say (Session *self, const ExmWorkerEvent *event, const char *text)
{
  g_autofree char *line = exm_quote_line (text);

  exm_cli_progress_end (&self->progress);
  if (event->task_name != NULL)
    g_printerr ("%s: %s\n", event->task_name, line != NULL ? line : "");
  else
    g_printerr ("%s\n", line != NULL ? line : "");
}

/* Tells how the run ended: on standard output where it was asked for. */
static void
say_finished (Session *self, const ExmWorkerEvent *event)
{
  const char *state = exm_cli_data_describe_state (event->state);
  const char *message = event->message != NULL ? event->message : "";
  g_autofree char *words = exm_quote_line (message);
  g_autofree char *name
      = exm_quote_line (event->task_name != NULL ? event->task_name : "");
  gboolean done = g_strcmp0 (event->state, "done") == 0;
  g_autofree char *line = self->asked && done
                              ? g_strdup_printf ("%s: %s\n", name, words)
                              : g_strdup_printf ("%s: %s: %s\n", name, state, words);

  if (g_strcmp0 (event->state, "failed") == 0)
    {
      /* translators: how a run ended, and its numbers */
      g_autofree char *numbers
          = g_strdup_printf (_ ("%s: %u listed, %u new, %u failed"), state,
                             event->n_found, event->n_new, event->n_failed);
      say (self, event, numbers);
      if (g_strcmp0 (message, self->problem) != 0)
        say (self, event, message);
      return;
    }
  if (done && event->task_uid != NULL)
    g_hash_table_remove (self->pending, event->task_uid);
  exm_cli_progress_end (&self->progress);
  if (self->asked)
    exm_cli_print (line);
  else if (self->log || isatty (STDERR_FILENO))
    g_printerr ("%s", line);
}

static void
say_article (Session *self, const ExmWorkerEvent *event)
{
  /* translators: the title of an article, its state, how sure, its address */
  g_autofree char *text = g_strdup_printf (
      _ ("“%s” (%s, %u%%) %s"), event->message != NULL ? event->message : "",
      event->state != NULL ? exm_cli_data_describe_state (event->state) : "",
      exm_confidence_get_percent (event->confidence),
      event->url != NULL ? event->url : "");

  say (self, event, text);
}

static void
say_progress (Session *self, const ExmWorkerEvent *event)
{
  exm_cli_progress_say (&self->progress,
                        /* translators: a task; pages done and known; articles of them */
                        _ ("%s: %u of %u pages, %u articles"),
                        event->task_name != NULL ? event->task_name : "", event->n_done,
                        event->n_new + event->n_older, event->n_articles);
}

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  Session *self = data;

  switch (event->kind)
    {
    case EXM_WORKER_RUN_STARTED:
      if (self->log)
        say (self, event, _ ("started"));
      break;
    case EXM_WORKER_RUN_PROGRESS:
      say_progress (self, event);
      break;
    case EXM_WORKER_RUN_FINISHED:
      say_finished (self, event);
      break;
    case EXM_WORKER_ARTICLE:
      if (self->log)
        say_article (self, event);
      break;
    case EXM_WORKER_PUBLISHED:
      if (self->log && event->message != NULL)
        say (self, event, event->message);
      break;
    case EXM_WORKER_PROBLEM:
      g_free (self->problem);
      self->problem = g_strdup (event->message);
      say (self, event, event->message != NULL ? event->message : "");
      break;
    case EXM_WORKER_RECOVERED:
    case EXM_WORKER_WAITING:
    case EXM_WORKER_NOTICE:
      say (self, event, event->message != NULL ? event->message : "");
      break;
    case EXM_WORKER_NETWORK:
      say (self, event,
           event->message != NULL ? event->message : _ ("The network is there again"));
      break;
    case EXM_WORKER_CHANGED:
      break;
    case EXM_WORKER_ENDED:
    default:
      self->failed = g_strcmp0 (event->state, "failed") == 0;
      g_main_loop_quit (self->loop);
      break;
    }
}

static gboolean
on_signal (gpointer data)
{
  Session *self = data;

  g_main_loop_quit (self->loop);
  return G_SOURCE_CONTINUE;
}

/* Another process collects: it is asked to run the tasks. */
static ExmExit
hand_over (const ExmCliWork *work)
{
  for (guint i = 0; work->uids[i] != NULL; i++)
    {
      g_autofree char *line = g_strconcat ("run ", work->uids[i], NULL);
      g_autoptr (GError) error = NULL;
      if (!exm_control_send (work->folder, line, NULL, &error))
        {
          exm_cli_complain ("%s", error->message);
          return EXM_EXIT_FAILED;
        }
    }
  g_printerr ("%s\n", _ ("Handed to the process that collects already"));
  return EXM_EXIT_OK;
}

static ExmExit
finish (const Session *session)
{
  if (g_hash_table_size (session->pending) == 0)
    return session->failed ? EXM_EXIT_FAILED : EXM_EXIT_OK;
  guint n = g_hash_table_size (session->pending);
  exm_cli_complain (ngettext ("%u task did not run to its end; what is left is done the "
                              "next time",
                              "%u tasks did not run to their end; what is left is done "
                              "the next time",
                              n),
                    n);
  return EXM_EXIT_FAILED;
}

ExmExit
exm_cli_work (const ExmCliWork *work)
{
  g_autoptr (ExmRender) renderer = exm_render_new (NULL);
  const ExmWorkerOptions options = {
    .folder = work->folder,
    .once = work->once,
    .renderer = EXM_RENDERER (renderer),
  };
  g_auto (Session) session = {
    .loop = g_main_loop_new (NULL, FALSE),
    .pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .log = work->log && !isatty (STDERR_FILENO),
    .asked = work->uids != NULL,
  };
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, on_event, &session);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; work->uids != NULL && work->uids[i] != NULL; i++)
    {
      g_hash_table_add (session.pending, g_strdup (work->uids[i]));
      exm_worker_run_task (worker, work->uids[i]);
    }
  guint interrupt = g_unix_signal_add (SIGINT, on_signal, &session);
  guint terminate = g_unix_signal_add (SIGTERM, on_signal, &session);
  gboolean started = exm_worker_start (worker, &error);
  if (started)
    {
      g_main_loop_run (session.loop);
      exm_worker_stop (worker);
    }
  g_source_remove (interrupt);
  g_source_remove (terminate);
  if (started)
    return finish (&session);
  if (work->uids != NULL
      && g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY))
    return hand_over (work);
  exm_cli_complain ("%s", error->message);
  return EXM_EXIT_FAILED;
}
