/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The command `status`: who collects, when the next run is, what ails tasks with the
 * command that is the remedy, and what the files take. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-table.h"
#include "cli/task/exm-cli-task.h"
#include "control/exm-control-client.h"
#include "control/exm-worker-error.h"
#include "store/db/exm-store-files.h"

#include <glib/gstdio.h>
#include <string.h>

/* A process that collects from the data folder. */
typedef enum
{
  COLLECTING_NO,
  COLLECTING_YES,
  COLLECTING_UNKNOWN, /* it cannot be asked */
} Collecting;

/* A file of the data folder. */
typedef struct
{
  char *name; /* (owned) */
  guint64 n_bytes;
} File;

typedef struct
{
  char *folder;         /* (owned) */
  const char *data;     /* (unowned) (nullable): as --data names it */
  ExmStoreStats *stats; /* (owned) */
  GPtrArray *tasks;     /* (owned) (element-type ExmTaskInfo) */
  GArray *files;        /* (owned) (element-type File) */
  Collecting collecting;
  char *n_at_work; /* (owned) (nullable): pages and lists at work, in digits */
} Status;

static void
file_clear (gpointer data)
{
  g_free (((File *) data)->name);
}

static void
status_clear (Status *self)
{
  g_free (self->folder);
  g_free (self->n_at_work);
  g_clear_pointer (&self->stats, exm_store_stats_unref);
  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  g_clear_pointer (&self->files, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Status, status_clear)

/* Finding out */

static void
ask_worker (Status *self)
{
  g_autoptr (GError) error = NULL;

  if (exm_control_send (self->folder, "status", &self->n_at_work, &error))
    self->collecting = COLLECTING_YES;
  else if (g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_NOT_RUNNING))
    self->collecting = COLLECTING_NO;
  else
    {
      self->collecting = COLLECTING_UNKNOWN;
      g_printerr ("%s\n", error->message);
    }
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  return strcmp (((const File *) a)->name, ((const File *) b)->name);
}

static void
list_files (Status *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  self->files = g_array_new (FALSE, FALSE, sizeof (File));
  g_array_set_clear_func (self->files, file_clear);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      GStatBuf about;
      if (g_lstat (path, &about) != 0 || !S_ISREG (about.st_mode))
        continue;
      const File file = { g_filename_display_name (name), (guint64) about.st_size };
      g_array_append_val (self->files, file);
    }
  g_array_sort (self->files, compare_files);
}

/* Returns: whether all of it could be read; if not, that was complained about */
static gboolean
gather (Status *self)
{
  const ExmStoreQuery stats = { .kind = EXM_READ_STATS };
  const ExmStoreQuery tasks = { .kind = EXM_READ_TASKS };
  ExmStoreFiles there;

  self->folder = exm_cli_data_get_usable_folder (self->data);
  if (self->folder == NULL)
    return FALSE;
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->folder);
  self->stats = exm_cli_data_read (reader, &stats);
  exm_store_files_find (self->folder, &there);
  /* A store that is missing is told once. */
  if (self->stats != NULL)
    self->tasks
        = there.has_main ? exm_cli_data_read (reader, &tasks) : g_ptr_array_new ();
  if (self->tasks == NULL)
    return FALSE;
  ask_worker (self);
  list_files (self);
  return TRUE;
}

/* Output */

static gint64
find_next_run (const Status *self)
{
  gint64 next = 0;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (self->tasks, i);
      if (!info->paused && info->next_due_usec != 0
          && (next == 0 || info->next_due_usec < next))
        next = info->next_due_usec;
    }
  return next;
}

static gboolean
ails (const ExmTaskInfo *info)
{
  return info->problem.kind != EXM_PROBLEM_NONE && !info->problem.ignored;
}

static guint
count_ailing (const Status *self)
{
  guint n = 0;

  for (guint i = 0; i < self->tasks->len; i++)
    n += ails (g_ptr_array_index (self->tasks, i));
  return n;
}

static guint
count_failed_runs (const Status *self)
{
  guint n = 0;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (self->tasks, i);
      n += g_strcmp0 (info->last_run_state, "failed") == 0;
    }
  return n;
}

static guint64
count_bytes (const Status *self)
{
  guint64 n_bytes = 0;

  for (guint i = 0; i < self->files->len; i++)
    n_bytes += g_array_index (self->files, File, i).n_bytes;
  return n_bytes;
}

/* Returns: (transfer full) (nullable): the command that is the remedy of what ails the
 * task; %NULL where nothing does */
static char *
make_remedy (const Status *self, const ExmTaskInfo *info)
{
  static const char *const verbs[] = {
    [EXM_PROBLEM_FAILED] = "run",        [EXM_PROBLEM_BROKEN] = "edit",
    [EXM_PROBLEM_UNREACHABLE] = "run",   [EXM_PROBLEM_REFUSED] = "test",
    [EXM_PROBLEM_VERIFICATION] = "test", [EXM_PROBLEM_FORBIDDEN] = "edit",
    [EXM_PROBLEM_GONE] = "edit",         [EXM_PROBLEM_UNLISTED] = "edit",
    [EXM_PROBLEM_REDESIGN] = "heal",     [EXM_PROBLEM_SILENT] = "test",
    [EXM_PROBLEM_FLOOD] = "edit",        [EXM_PROBLEM_UNSURE] = "test",
    [EXM_PROBLEM_SHORTER] = "test",      [EXM_PROBLEM_CUT] = "test",
    [EXM_PROBLEM_LIST] = "edit",         [EXM_PROBLEM_OUTPUT] = "run",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (verbs) == EXM_N_PROBLEMS);
  g_autofree char *quoted = self->data != NULL ? g_shell_quote (self->folder) : NULL;

  if (info->problem.kind == EXM_PROBLEM_NONE)
    return NULL;
  return g_strconcat ("exemplar-cli task ", verbs[info->problem.kind], " ", info->uid,
                      quoted != NULL ? " --data=" : NULL, quoted, NULL);
}

static void
append_numbers (ExmCliJson *json, const Status *self)
{
  const ExmStoreStats *stats = self->stats;

  exm_cli_json_integer (json, "articles", (gint64) stats->n_articles);
  exm_cli_json_integer (json, "flagged", (gint64) stats->n_flagged);
  exm_cli_json_integer (json, "jobs", (gint64) stats->n_jobs);
  exm_cli_json_integer (json, "waiting", (gint64) stats->n_waiting);
  exm_cli_json_integer (json, "publish_failed", (gint64) stats->n_publish_failed);
  exm_cli_json_integer (json, "failed_runs", count_failed_runs (self));
  exm_cli_json_integer (json, "troubled", count_ailing (self));
}

static void
append_files (ExmCliJson *json, const Status *self)
{
  exm_cli_json_integer (json, "bytes", (gint64) count_bytes (self));
  exm_cli_json_open (json, "files", '[');
  for (guint i = 0; i < self->files->len; i++)
    {
      const File *file = &g_array_index (self->files, File, i);
      exm_cli_json_open (json, NULL, '{');
      exm_cli_json_string (json, "name", file->name);
      exm_cli_json_integer (json, "bytes", (gint64) file->n_bytes);
      exm_cli_json_close (json, '}');
    }
  exm_cli_json_close (json, ']');
}

static gboolean
print_json (const Status *self)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ExmCliJson json = { .out = out };
  g_autofree char *next = exm_cli_format_time (find_next_run (self), TRUE);
  g_autofree char *folder = g_filename_display_name (self->folder);

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "data", folder);
  if (self->collecting == COLLECTING_UNKNOWN)
    exm_cli_json_null (&json, "collecting");
  else
    exm_cli_json_boolean (&json, "collecting", self->collecting == COLLECTING_YES);
  if (self->n_at_work != NULL)
    exm_cli_json_integer (&json, "at_work", g_ascii_strtoll (self->n_at_work, NULL, 10));
  else
    exm_cli_json_null (&json, "at_work");
  exm_cli_json_string (&json, "next_run", next);
  append_numbers (&json, self);
  exm_cli_json_open (&json, "tasks", '[');
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (self->tasks, i);
      g_autofree char *remedy = make_remedy (self, info);
      exm_cli_json_open (&json, NULL, '{');
      exm_cli_task_append_json (&json, info);
      exm_cli_json_string (&json, "remedy", remedy);
      exm_cli_json_close (&json, '}');
    }
  exm_cli_json_close (&json, ']');
  append_files (&json, self);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
  return exm_cli_print (out->str);
}

static void
append_line (GString *out, const char *label, const char *value)
{
  g_string_append_printf (out, "%s\t%s\n", label, value);
}

static void
append_number (GString *out, const char *label, guint64 number)
{
  g_string_append_printf (out, "%s\t%" G_GUINT64_FORMAT "\n", label, number);
}

static gboolean
print_lines (const Status *self)
{
  const char *const answers[] = { _ ("no"), _ ("yes"), _ ("unknown") };
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *next = exm_cli_format_time (find_next_run (self), FALSE);
  g_autofree char *folder = g_filename_display_name (self->folder);

  append_line (out, _ ("Data folder"), folder);
  append_line (out, _ ("A process collects"), answers[self->collecting]);
  if (self->n_at_work != NULL)
    append_line (out, _ ("Pages at work"), self->n_at_work);
  if (next != NULL)
    append_line (out, _ ("Next run"), next);
  append_number (out, _ ("Tasks"), self->tasks->len);
  append_number (out, _ ("Tasks in trouble"), count_ailing (self));
  append_number (out, _ ("Last run failed"), count_failed_runs (self));
  append_number (out, _ ("Articles"), self->stats->n_articles);
  append_number (out, _ ("Articles to check"), self->stats->n_flagged);
  append_number (out, _ ("Pages to fetch"), self->stats->n_jobs);
  append_number (out, _ ("To be published"), self->stats->n_waiting);
  append_number (out, _ ("Publishing failed"), self->stats->n_publish_failed);
  append_number (out, _ ("Bytes of the data folder"), count_bytes (self));
  return exm_cli_print (out->str);
}

static gboolean
print_troubles (const Status *self)
{
  const char *const titles[]
      = { _ ("Name"), _ ("Since"), _ ("Trouble"), _ ("Remedy"), _ ("Cause"), NULL };
  g_auto (ExmCliTable) table = { 0 };

  if (count_ailing (self) == 0)
    return TRUE;
  exm_cli_table_init (&table, titles);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (self->tasks, i);
      if (!ails (info))
        continue;
      g_autofree char *since = exm_cli_format_time (info->problem.since_usec, FALSE);
      g_autofree char *remedy = make_remedy (self, info);
      exm_cli_table_add (&table, info->name, since,
                         exm_cli_task_describe_problem (&info->problem), remedy,
                         info->problem.message);
    }
  return exm_cli_print ("\n") && exm_cli_table_print (&table);
}

ExmExit
exm_cli_status (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean as_json = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, N_ ("As one JSON object"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (Status) status = { 0 };
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_summary (
      context, _ ("Tells how things stand: whether a process collects, when the next run "
                  "is, what\n"
                  "waits and what failed, and which tasks are in trouble, with the "
                  "command that is\n"
                  "the remedy."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  status.data = data;
  if (!gather (&status))
    return EXM_EXIT_FAILED;
  return (as_json ? print_json (&status)
                  : print_lines (&status) && print_troubles (&status))
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}
