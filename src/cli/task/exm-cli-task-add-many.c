/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-page.h"
#include "cli/base/exm-cli-progress.h"
#include "cli/task/exm-cli-task-options.h"
#include "fetch/exm-url.h"
#include "render/exm-render.h"
#include "setup/exm-section-run.h"
#include "store/exm-store.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

/* Options of the command. */
typedef struct
{
  char *data; /* (owned) (nullable) */
  gboolean json;
  ExmCliTaskOptions options;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->data);
  exm_cli_task_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

/* Ends of a section. */
typedef enum
{
  OUTCOME_READY,
  OUTCOME_LOOK,
  OUTCOME_FAILED,
  OUTCOME_THERE, /* a task collects it already */
  N_OUTCOMES,
} Outcome;

static const char *const OUTCOME_NAMES[N_OUTCOMES]
    = { "ready", "look", "failed", "there" };

typedef struct
{
  const Request *request; /* (unowned) */
  ExmStore *store;        /* (owned) */
  GHashTable *addresses;  /* (owned) (element-type utf8): of tasks: sources, examples */
  GHashTable *tasks;      /* (owned) (element-type utf8): what tasks collect */
  guint counts[N_OUTCOMES];
  guint n_all;
  ExmCliProgress progress;
  gboolean failed; /* standard output, or the store */
} Adding;

static void
adding_clear (Adding *self)
{
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->addresses, g_hash_table_unref);
  g_clear_pointer (&self->tasks, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Adding, adding_clear)

/* Returns: (transfer full): its sources, by which two tasks are the same: patterns that
 * are learned today may differ from those of yesterday. Without sources, its example */
static char *
describe_task (const ExmTaskFields *fields)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < fields->sources->len; i++)
    g_string_append_printf (key, "%s\n",
                            g_array_index (fields->sources, ExmTaskSource, i).pattern);
  if (key->len == 0 && fields->examples->len > 0)
    g_string_append_printf (key, "example %s",
                            g_array_index (fields->examples, ExmTaskExample, 0).url);
  return g_string_free (key, FALSE);
}

static void
note_task (Adding *self, const ExmTaskFields *fields)
{
  g_hash_table_add (self->tasks, describe_task (fields));
  for (guint i = 0; i < fields->sources->len; i++)
    g_hash_table_add (
        self->addresses,
        g_strdup (g_array_index (fields->sources, ExmTaskSource, i).pattern));
  for (guint i = 0; i < fields->examples->len; i++)
    g_hash_table_add (self->addresses,
                      g_strdup (g_array_index (fields->examples, ExmTaskExample, i).url));
}

static gboolean
note_tasks (Adding *self, GError **error)
{
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (self->store, error);

  for (guint i = 0; infos != NULL && i < infos->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (infos, i);
      g_autoptr (ExmTask) task = exm_store_get_task (self->store, info->uid, NULL, error);
      if (task == NULL)
        return FALSE;
      note_task (self, exm_task_get (task));
    }
  return infos != NULL;
}

static const char *
describe_outcome (Outcome outcome)
{
  switch (outcome)
    {
    case OUTCOME_READY:
      return _ ("Ready");
    case OUTCOME_LOOK:
      return _ ("Look");
    case OUTCOME_THERE:
      return _ ("There");
    case OUTCOME_FAILED:
    case N_OUTCOMES:
    default:
      return _ ("Failed");
    }
}

static char *
format_json (const ExmSection *section,
             Outcome outcome,
             const ExmTaskFields *task,
             const char *note)
{
  ExmCliJson json = { .out = g_string_new (NULL) };

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_integer (&json, "line", section->line);
  exm_cli_json_string (&json, "address", section->address);
  exm_cli_json_string (&json, "state", OUTCOME_NAMES[outcome]);
  exm_cli_json_string (&json, "uid", task != NULL ? task->uid : NULL);
  exm_cli_json_string (&json, "name", task != NULL ? task->name : section->name);
  exm_cli_json_string (&json, "group", task != NULL ? task->group : section->group);
  exm_cli_json_string (&json, "question", note);
  exm_cli_json_close (&json, '}');
  g_string_append_c (json.out, '\n');
  return g_string_free (json.out, FALSE);
}

/* Prints a line. @task: (nullable): that was stored; @note: (nullable): a question, or
 * why there is none */
static void
say (Adding *self,
     const ExmSection *section,
     Outcome outcome,
     const ExmTaskFields *task,
     const char *note)
{
  const char *name = task != NULL ? task->name : section->name;
  const char *address = section->address != NULL ? section->address : "";
  g_autofree char *shown = g_strdup (name != NULL ? name : "");
  g_autofree char *line = NULL;

  g_strdelimit (shown, "\t\r\n", ' ');
  self->counts[outcome]++;
  if (self->request->json)
    line = format_json (section, outcome, task, note);
  else
    line = g_strdup_printf ("%s\t%s\t%s%s%s\n", describe_outcome (outcome), shown,
                            address, note != NULL ? "\t" : "", note != NULL ? note : "");
  exm_cli_progress_end (&self->progress);
  /* Whoever reads along sees each as it ends, and a kill loses no line. */
  self->failed |= !exm_cli_print (line) || !exm_cli_flush ();
}

/* A task that wants a look is stored paused. Returns: (transfer full): it */
static ExmTask *
store_task (Adding *self, ExmProposal *proposal, gboolean look, GError **error)
{
  proposal->fields.paused |= look;
  return exm_cli_task_store (self->store, proposal, error);
}

static void
on_set_up (ExmSectionJob *job, ExmSectionSetup *setup, gpointer data)
{
  Adding *self = data;
  const ExmTaskFields *fields = setup->proposal != NULL ? &setup->proposal->fields : NULL;
  g_autofree char *key = fields != NULL ? describe_task (fields) : NULL;
  gboolean look = setup->state == EXM_SECTION_LOOK;
  gboolean there = fields != NULL && g_hash_table_contains (self->tasks, key);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = fields != NULL && !there
                                 ? store_task (self, setup->proposal, look, &error)
                                 : NULL;

  if (task != NULL)
    {
      note_task (self, exm_task_get (task));
      if (!look)
        exm_cli_data_wake (self->request->data);
      say (self, job->section, look ? OUTCOME_LOOK : OUTCOME_READY, exm_task_get (task),
           setup->question);
    }
  else if (there)
    say (self, job->section, OUTCOME_THERE, NULL, NULL);
  else
    say (self, job->section, OUTCOME_FAILED, NULL,
         error != NULL    ? error->message
         : fields == NULL ? setup->question
                          : _ ("it could not be stored"));
  exm_cli_progress_say (&self->progress, _ ("%u of %u sections"),
                        self->counts[OUTCOME_READY] + self->counts[OUTCOME_LOOK]
                            + self->counts[OUTCOME_FAILED] + self->counts[OUTCOME_THERE],
                        self->n_all);
  exm_section_setup_free (setup);
}

/* Returns: (transfer full) (nullable) (element-type ExmSectionJob): sections that no task
 * collects yet, each address once; the others are told of. %NULL after a complaint */
static GArray *
make_jobs (Adding *self, const GPtrArray *sections, ExmExit *exit_code)
{
  g_autoptr (GArray) jobs = g_array_new (FALSE, TRUE, sizeof (ExmSectionJob));

  g_array_set_clear_func (jobs, (GDestroyNotify) exm_section_job_clear);
  for (guint i = 0; i < sections->len; i++)
    {
      const ExmSection *section = g_ptr_array_index (sections, i);
      g_autofree char *url = section->address != NULL
                                 ? exm_url_normalize_input (section->address, NULL)
                                 : NULL;
      ExmSectionJob job = { .section = section };
      if (url != NULL && g_hash_table_contains (self->addresses, url))
        {
          say (self, section, OUTCOME_THERE, NULL, NULL);
          continue;
        }
      if (url != NULL)
        g_hash_table_add (self->addresses, g_steal_pointer (&url));
      exm_task_fields_init (&job.fields);
      *exit_code = exm_cli_task_options_apply (&self->request->options, &job.fields);
      g_array_append_val (jobs, job);
      if (*exit_code != EXM_EXIT_OK)
        return NULL;
    }
  return g_steal_pointer (&jobs);
}

static gboolean
print_counts (const Adding *self)
{
  g_autofree char *line = g_strdup_printf (
      /* translators: numbers of sections */
      _ ("%u ready, %u to review, %u failed, %u there already\n"),
      self->counts[OUTCOME_READY], self->counts[OUTCOME_LOOK],
      self->counts[OUTCOME_FAILED], self->counts[OUTCOME_THERE]);

  return self->request->json || exm_cli_print (line);
}

static ExmExit
complain (const GError *error)
{
  exm_cli_complain ("%s", error->message);
  return EXM_EXIT_FAILED;
}

static GPtrArray *
load_sections (const char *place, GError **error)
{
  g_autoptr (ExmCliPage) list = exm_cli_page_load (place, error);
  GPtrArray *sections = list != NULL ? exm_section_list_read (list->bytes, error) : NULL;

  if (list != NULL && sections == NULL)
    g_prefix_error (error, "%s: ", list->name);
  return sections;
}

static ExmExit
add_many (const Request *request, const char *place)
{
  g_auto (Adding) self = { .request = request };
  g_autoptr (GError) error = NULL;
  ExmExit exit_code = EXM_EXIT_OK;
  g_autoptr (GPtrArray) sections = load_sections (place, &error);
  g_autoptr (ExmRender) render = exm_render_new (NULL);

  if (sections == NULL)
    return complain (error);
  self.store = exm_cli_data_open (request->data);
  if (self.store == NULL)
    return EXM_EXIT_FAILED;
  self.n_all = sections->len;
  self.addresses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!note_tasks (&self, &error))
    return complain (error);
  g_autoptr (GArray) jobs = make_jobs (&self, sections, &exit_code);
  if (jobs == NULL)
    return exit_code;
  exm_sections_run (jobs, EXM_RENDERER (render), NULL, on_set_up, &self);
  exm_cli_progress_end (&self.progress);
  return print_counts (&self) && !self.failed && self.counts[OUTCOME_FAILED] == 0
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_task_add_many (int argc, char **argv)
{
  g_auto (Request) request = { .options.delay_ms = -1 };
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    EXM_CLI_TASK_ENTRIES (request.options),
    { "json", 'j', 0, G_OPTION_ARG_NONE, &request.json,
      N_ ("Print an object a section, as JSON Lines"), NULL },
    EXM_CLI_DATA_ENTRY (&request.data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("LIST"));

  g_option_context_set_summary (
      context,
      _ ("Sets up a task of each section in a list: lines with a name, an address and a\n"
         "group, in this order, parted by tabs, commas or blanks; CSV; OPML; - for\n"
         "standard input. Hosts in turn, each at its own pace. Each section ends as one\n"
         "of these: Ready; Look, which is stored paused with its question; Failed, with\n"
         "the cause; There, where a task has it already. A list that was broken off is\n"
         "given again: it goes on with what is not there."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A list of sections is missing"));
  if (argc > 2)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[2]);
  return add_many (&request, argv[1]);
}
