/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli.h"

#include "base/exm-limits.h"
#include "cli/base/exm-cli-layout.h"
#include "cli/base/exm-cli-lines.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-pair.h"
#include "engine/exm-batch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <unistd.h>

/* Records that wait or are worked on, for each thread. */
#define QUEUE_PER_THREAD 4

/* Memory of a page's size stays with the program from one record to the next, where each
 * would have to be cleared by the system once more; larger blocks, and more than that
 * free at the end of the heap, go back. */
#define MAX_KEPT_BLOCK (4 * 1024 * 1024)
#define MAX_KEPT_FREE (32 * 1024 * 1024)

/* One record on its way through the pool. */
typedef struct
{
  char *line; /* (owned) (nullable): the pool thread's until @done */
  gsize n_bytes;
  char *answer; /* (owned) (nullable): set before @done */
  gint done;    /* atomic */
} Job;

typedef struct
{
  ExmEngine *engine;                /* (owned) */
  const ExmExtractOptions *options; /* (unowned) */
  ExmCliLines *lines;               /* (owned) */
  GThreadPool *pool;                /* (owned) (nullable): none with one thread */
  guint max_queued;
  GQueue queue;       /* (owned) (element-type Job): in input order */
  gsize queued_bytes; /* of the lines in @queue */
  int wake[2];        /* a pipe: pool threads write when a job is done */
  gboolean ended;
  gboolean failed;
} Batch;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->line);
  g_free (job->answer);
  g_free (job);
}

/* Pool thread. A full pipe is as good as one more byte in it. */
static void
work (gpointer data, gpointer user_data)
{
  Job *job = data;
  Batch *self = user_data;

  job->answer = exm_batch_process (self->engine, job->line, job->n_bytes, self->options);
  g_atomic_int_set (&job->done, TRUE);
  if (write (self->wake[1], "", 1) < 0 && errno != EAGAIN)
    g_warning ("The batch's main thread cannot be woken: %s", g_strerror (errno));
}

static void
print_answer (Batch *self, const char *answer)
{
  if (!exm_cli_print (answer) || !exm_cli_print ("\n"))
    self->failed = TRUE;
}

static gboolean
is_blank (const char *line, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    if (!g_ascii_isspace (line[i]))
      return FALSE;
  return TRUE;
}

static void
take_line (Batch *self, const char *line, gsize n_bytes)
{
  if (is_blank (line, n_bytes))
    return;
  if (self->pool == NULL)
    {
      g_autofree char *answer
          = exm_batch_process (self->engine, line, n_bytes, self->options);
      print_answer (self, answer);
      return;
    }
  Job *job = g_new0 (Job, 1);
  job->line = g_memdup2 (line, n_bytes);
  job->n_bytes = n_bytes;
  self->queued_bytes += n_bytes;
  g_queue_push_tail (&self->queue, job);
  g_thread_pool_push (self->pool, job, NULL);
}

static void
refuse_line (Batch *self)
{
  g_autofree char *reason = g_strdup_printf (_ ("The record is longer than %u MiB"),
                                             EXM_MAX_BATCH_LINE_BYTES / (1024u * 1024u));
  g_autofree char *answer = exm_batch_refuse (reason);

  if (self->pool == NULL)
    {
      print_answer (self, answer);
      return;
    }
  Job *job = g_new0 (Job, 1);
  job->answer = g_steal_pointer (&answer);
  job->done = TRUE;
  g_queue_push_tail (&self->queue, job);
}

static void
read_lines (Batch *self)
{
  const char *line = NULL;
  gsize n_bytes = 0;

  switch (exm_cli_lines_next (self->lines, &line, &n_bytes))
    {
    case EXM_CLI_LINES_LINE:
      take_line (self, line, n_bytes);
      break;
    case EXM_CLI_LINES_TOO_LONG:
      refuse_line (self);
      break;
    case EXM_CLI_LINES_MORE:
      break;
    case EXM_CLI_LINES_END:
      self->ended = TRUE;
      break;
    case EXM_CLI_LINES_FAILED:
    default:
      exm_cli_complain (_ ("standard input: %s"), g_strerror (errno));
      self->ended = TRUE;
      self->failed = TRUE;
      break;
    }
}

static void
print_done (Batch *self)
{
  Job *job;

  while ((job = g_queue_peek_head (&self->queue)) != NULL
         && g_atomic_int_get (&job->done))
    {
      print_answer (self, job->answer);
      self->queued_bytes -= job->n_bytes;
      job_free (g_queue_pop_head (&self->queue));
    }
}

/* One long record, or as many as the queue holds. */
static gboolean
is_full (const Batch *self)
{
  return self->queue.length >= self->max_queued
         || (self->queue.length > 0 && self->queued_bytes > EXM_MAX_BATCH_LINE_BYTES);
}

/* Waits until a job is done, or, if there is room for it, until input comes. */
static void
wait_for_either (Batch *self)
{
  gboolean want_input = !self->ended && !is_full (self);
  struct pollfd fds[2] = {
    { .fd = self->wake[0], .events = POLLIN },
    { .fd = STDIN_FILENO, .events = POLLIN },
  };
  char drain[256];

  if (!exm_cli_flush ())
    self->failed = TRUE;
  if (poll (fds, want_input ? 2 : 1, -1) < 0)
    return;
  if (fds[0].revents != 0 && read (self->wake[0], drain, sizeof drain) < 0)
    g_debug ("Woken by nobody");
  if (want_input && fds[1].revents != 0)
    read_lines (self);
}

static void
run_pool (Batch *self)
{
  while (!self->failed && !(self->ended && self->queue.length == 0))
    {
      print_done (self);
      if (!self->ended && !is_full (self) && exm_cli_lines_has_line (self->lines))
        read_lines (self);
      else if (self->queue.length > 0 || !self->ended)
        wait_for_either (self);
    }
}

/* A program that waits for the answer to its record before it sends the next one must get
 * it: nothing stays in the buffer while we wait for input. */
static void
run_alone (Batch *self)
{
  while (!self->failed && !self->ended)
    {
      if (!exm_cli_lines_has_line (self->lines) && !exm_cli_flush ())
        self->failed = TRUE;
      else
        read_lines (self);
    }
}

static ExmExit
run (const ExmExtractOptions *options, guint n_threads)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmCliLines) lines
      = exm_cli_lines_new (STDIN_FILENO, EXM_MAX_BATCH_LINE_BYTES);
  g_autoptr (GError) error = NULL;
  Batch self = {
    .engine = engine,
    .options = options,
    .lines = lines,
    .max_queued = n_threads * QUEUE_PER_THREAD,
  };

#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, MAX_KEPT_BLOCK);
  mallopt (M_TRIM_THRESHOLD, MAX_KEPT_FREE);
#endif
  exm_cli_offer_layouts (engine, FALSE);
  if (n_threads <= 1)
    {
      run_alone (&self);
    }
  else if (!g_unix_open_pipe (self.wake, FD_CLOEXEC, &error)
           || !g_unix_set_fd_nonblocking (self.wake[0], TRUE, &error)
           || !g_unix_set_fd_nonblocking (self.wake[1], TRUE, &error))
    {
      exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  else
    {
      self.pool = g_thread_pool_new (work, &self, (int) n_threads, TRUE, NULL);
      run_pool (&self);
      g_thread_pool_free (self.pool, TRUE, TRUE);
      g_queue_clear_full (&self.queue, job_free);
      close (self.wake[0]);
      close (self.wake[1]);
    }
  return exm_cli_flush () && !self.failed ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static ExmWeights *
load_table (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize n_bytes;

  if (!g_file_get_contents (path, &text, &n_bytes, error))
    return NULL;
  return exm_weights_parse (text, n_bytes, error);
}

ExmExit
exm_cli_batch (int argc, char **argv)
{
  /* Parsing drops arguments from the second list; the first one keeps them alive. */
  g_auto (GStrv) spelt = exm_cli_spell_out_jobs (argc, argv);
  g_autofree char **arguments = g_memdup2 (spelt, sizeof (char *) * ((gsize) argc + 1));
  int jobs = 1;
  g_autofree char *method = NULL, *parameters = NULL;
  g_autofree char *table_path = NULL, *model_path = NULL;
  g_autoptr (ExmWeights) table = NULL;
  g_autoptr (ExmMethodModel) model = NULL;
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs,
      N_ ("Work on this many records at once (1)"), N_ ("N") },
    { "method", 'm', 0, G_OPTION_ARG_STRING, &method,
      N_ ("Method for records that name none (exemplar)"), N_ ("METHOD") },
    { "set", 0, 0, G_OPTION_ARG_STRING, &parameters,
      N_ ("Parameters of this method, separated by commas"), N_ ("NAME=VALUE") },
    { "model", 0, 0, G_OPTION_ARG_FILENAME, &model_path,
      N_ ("With bp-net or density-net: a model that train has written"), N_ ("FILE") },
    { "table", 0, 0, G_OPTION_ARG_FILENAME, &table_path,
      N_ ("Weights that training has written, instead of the program's own"),
      N_ ("FILE") },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("< RECORDS > ANSWERS"));

  g_option_context_set_summary (
      context,
      _ ("Reads JSON records from standard input, a line each, and answers each with a\n"
         "JSON record on standard output, in the same order. Fields read: example_path "
         "or\n"
         "example_html, target_path or target_html, example_url, url, example_body, "
         "method,\n"
         "and site, example, target, which are passed through. No address is fetched. A\n"
         "record that cannot be used is answered with its error, and the stream goes "
         "on."));
  g_option_context_set_description (context, exm_cli_describe_exits ());
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &arguments, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), arguments[1]);
  if (jobs < 1 || jobs > EXM_CLI_MAX_THREADS)
    return exm_cli_refuse (_ ("--jobs must be from 1 to %d"), EXM_CLI_MAX_THREADS);
  if (!exm_cli_check_method (method, parameters, &error))
    return exm_cli_refuse ("%s", error->message);
  if (table_path != NULL && (table = load_table (table_path, &error)) == NULL)
    return exm_cli_refuse ("%s: %s", table_path, error->message);
  if (!exm_cli_load_model (model_path, method, &model, &error))
    return exm_cli_refuse ("%s", error->message);
  const ExmExtractOptions options = {
    .method = method,
    .parameters = parameters,
    .table = table,
    .model = model,
  };
  return run (&options, (guint) jobs);
}
