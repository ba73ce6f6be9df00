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
#include "resources/exm-icon-cache.h"
#include "types/exm-result.h"
#include "worker/exm-worker.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The service manager that started this process, as sd_notify(3) says. */
typedef struct
{
  char *place;      /* (owned) (nullable): its socket; %NULL: there is none */
  gint64 half_usec; /* of the time in which it wants to hear; 0: it need not */
  guint timer;      /* source, 0: none */
} Manager;

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
  ExmWorker *worker; /* (unowned) */
  Manager manager;
} Session;

static void
session_clear (Session *self)
{
  exm_cli_progress_end (&self->progress);
  g_clear_pointer (&self->loop, g_main_loop_unref);
  g_clear_pointer (&self->pending, g_hash_table_unref);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->manager.place, g_free);
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
say_alert (Session *self, const ExmWorkerEvent *event)
{
  g_autofree char *words = g_strdup_printf (
      /* translators: the name of a saved search, a number */
      ngettext ("%s: %u new article", "%s: %u new articles", event->n_articles),
      event->message != NULL ? event->message : "", event->n_articles);

  say (self, event, words);
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
    case EXM_WORKER_ALERT:
      say_alert (self, event);
      break;
    case EXM_WORKER_CHANGED:
    case EXM_WORKER_INDEXED:
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

/* Takes it out of the environment: processes that this one starts tell it nothing. */
static void
find_manager (Manager *self)
{
  const char *watchdog = g_getenv ("WATCHDOG_USEC");
  const char *pid = g_getenv ("WATCHDOG_PID");

  self->place = g_strdup (g_getenv ("NOTIFY_SOCKET"));
  if (watchdog != NULL
      && (pid == NULL || g_ascii_strtoll (pid, NULL, 10) == (gint64) getpid ()))
    self->half_usec = g_ascii_strtoll (watchdog, NULL, 10) / 2;
  g_unsetenv ("NOTIFY_SOCKET");
  g_unsetenv ("WATCHDOG_USEC");
  g_unsetenv ("WATCHDOG_PID");
}

/* One that does not listen is not waited for. */
static void
tell_manager (const Manager *self, const char *words)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  gsize n_bytes = self->place != NULL ? strlen (self->place) : 0;

  if (n_bytes < 2 || n_bytes >= sizeof address.sun_path)
    return;
  memcpy (address.sun_path, self->place, n_bytes);
  /* An abstract one has no file. */
  if (*address.sun_path == '@')
    *address.sun_path = '\0';
  socklen_t n_address
      = (socklen_t) (G_STRUCT_OFFSET (struct sockaddr_un, sun_path) + n_bytes);
  int fd = socket (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0)
    return;
  if (sendto (fd, words, strlen (words), MSG_NOSIGNAL, (struct sockaddr *) &address,
              n_address)
      < 0)
    g_message ("The service manager is not told “%s”", words);
  close (fd);
}

/* Runs on the worker's thread, which so shows that it goes on. */
static gboolean
pass_by (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return TRUE;
}

static void
on_passed (GObject *worker, GAsyncResult *result, gpointer data)
{
  Session *self = data;

  if (exm_worker_write_finish (EXM_WORKER (worker), result, NULL))
    tell_manager (&self->manager, "WATCHDOG=1");
}

static gboolean
on_watch (gpointer data)
{
  Session *self = data;

  exm_worker_write_async (self->worker, pass_by, NULL, NULL, NULL, on_passed, self);
  return G_SOURCE_CONTINUE;
}

static void
begin_telling (Session *self)
{
  gint64 half_ms = MIN (self->manager.half_usec / 1000, (gint64) G_MAXINT);

  tell_manager (&self->manager, "READY=1");
  if (half_ms > 0)
    self->manager.timer = g_timeout_add ((guint) half_ms, on_watch, self);
}

static void
end_telling (Session *self)
{
  g_clear_handle_id (&self->manager.timer, g_source_remove);
  tell_manager (&self->manager, "STOPPING=1");
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
  g_autofree char *icons = exm_icon_cache_dup_folder ();
  const ExmWorkerOptions options = {
    .folder = work->folder,
    .once = work->once,
    .icons = icons,
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

  session.worker = worker;
  find_manager (&session.manager);

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
      begin_telling (&session);
      g_main_loop_run (session.loop);
      end_telling (&session);
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
