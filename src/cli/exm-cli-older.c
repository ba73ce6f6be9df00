/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* `task older`: what a first run passed over, in numbers, and collecting it. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "cli/exm-cli-work.h"
#include "cli/task/exm-cli-task.h"
#include "jobs/exm-older.h"

/* Days that count as recent where only numbers are asked for. */
#define RECENT_DAYS 7u

typedef struct
{
  char *data; /* (owned) (nullable) */
  int newest;
  int days;
  gboolean all;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->data);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
parse (Request *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "newest", 'n', 0, G_OPTION_ARG_INT, &self->newest,
      N_ ("Collect the newest of them, at most so many"), N_ ("N") },
    { "days", 'd', 0, G_OPTION_ARG_INT, &self->days,
      N_ ("Collect those that are dated within so many days"), N_ ("N") },
    { "all", 'a', 0, G_OPTION_ARG_NONE, &self->all, N_ ("Collect all of them"), NULL },
    EXM_CLI_DATA_ENTRY (&self->data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK"));

  g_option_context_set_summary (
      context,
      _ ("Collects older articles: addresses that the task’s first run passed over, "
         "also\n"
         "those that are listed no longer. Without an option it says how many there "
         "are.\n"
         "What comes is backlog: it is published, and nobody is alerted. As for a run "
         "by\n"
         "hand, what else is due is done as well, and another process that collects\n"
         "already is asked to do it."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

/* Says what @older would bring. */
static gboolean
print_numbers (const char *name,
               const GPtrArray *older,
               guint n_left_out,
               gint64 now_usec)
{
  const ExmOlderChoice recent = { .days = RECENT_DAYS }, dated = { .days = G_MAXUINT16 };
  guint n_recent = exm_older_count (older, &recent, now_usec);
  g_autoptr (GString) out = g_string_new (NULL);

  g_string_append_printf (out,
                          /* translators: a task, a number */
                          ngettext ("%s: %u address was passed over by the first run",
                                    "%s: %u addresses were passed over by the first run",
                                    older->len),
                          name, older->len);
  if (exm_older_count (older, &dated, now_usec) > 0)
    g_string_append_printf (out,
                            ngettext (", %u of them of the last %u days",
                                      ", %u of them of the last %u days", n_recent),
                            n_recent, RECENT_DAYS);
  if (n_left_out > 0)
    g_string_append_printf (out,
                            ngettext (", and %u that the patterns leave out",
                                      ", and %u that the patterns leave out", n_left_out),
                            n_left_out);
  g_string_append_c (out, '\n');
  if (older->len > 0)
    g_string_append (out, _ ("Collect them with --newest=N, --days=N or --all\n"));
  return exm_cli_print (out->str);
}

/* @n_jobs: (out): pages that are to be fetched now. Returns: whether that went well; if
 * not, it was complained about */
static gboolean
collect (const Request *self, ExmStore *store, const char *uid, guint *n_jobs)
{
  const ExmOlderChoice choice
      = { .newest = (guint) self->newest, .days = (guint) self->days };
  gboolean chosen = self->newest > 0 || self->days > 0 || self->all;
  gint64 now_usec = g_get_real_time ();
  guint n_left_out = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  g_autoptr (GPtrArray) passed
      = task != NULL ? exm_store_list_passed_over (store, uid, &error) : NULL;
  g_autoptr (GPtrArray) older
      = passed != NULL ? exm_older_new (task, passed, &n_left_out, &error) : NULL;

  *n_jobs = 0;
  if (older == NULL)
    return exm_cli_complain_unless (FALSE, &error);
  guint n = chosen ? exm_older_count (older, &choice, now_usec) : 0;
  /* A run is due as well for those that were asked for before and are not there yet. */
  if (n == 0 && chosen && !exm_store_count_waiting_older (store, uid, n_jobs, &error))
    return exm_cli_complain_unless (FALSE, &error);
  if (n == 0 && *n_jobs > 0)
    return TRUE;
  if (n == 0)
    return print_numbers (exm_task_get (task)->name, older, n_left_out, now_usec);
  g_ptr_array_set_size (older, (gint) n);
  return exm_cli_complain_unless (
      exm_store_collect_older (store, uid, older, now_usec, n_jobs, &error), &error);
}

/* Closes the store before the worker opens it.
 * Returns: (transfer full) (nullable): the task, %NULL after a complaint */
static char *
prepare (const Request *self, const char *called, guint *n_jobs)
{
  g_autoptr (ExmStore) store = exm_cli_data_open (self->data);
  g_autofree char *uid = store != NULL ? exm_cli_data_find_task (store, called) : NULL;

  return uid != NULL && collect (self, store, uid, n_jobs) ? g_steal_pointer (&uid)
                                                           : NULL;
}

ExmExit
exm_cli_task_older (int argc, char **argv)
{
  g_auto (Request) request = { 0 };
  ExmExit exit_code;
  guint n_jobs = 0;

  if (!parse (&request, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A task is missing"));
  if (argc > 2)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[2]);
  if (request.newest < 0 || request.days < 0)
    return exm_cli_refuse (_ ("--newest and --days must be 1 or more"));
  if ((request.newest > 0) + (request.days > 0) + request.all > 1)
    return exm_cli_refuse (_ ("Only one of --newest, --days and --all can be given"));
  g_autofree char *folder = exm_cli_data_get_usable_folder (request.data);
  g_autofree char *uid = folder != NULL ? prepare (&request, argv[1], &n_jobs) : NULL;
  if (uid == NULL)
    return EXM_EXIT_FAILED;
  const char *const uids[] = { uid, NULL };
  const ExmCliWork work = { .folder = folder, .uids = uids, .once = TRUE };
  return n_jobs > 0 ? exm_cli_work (&work) : EXM_EXIT_OK;
}
