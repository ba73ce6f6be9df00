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
#include "render/exm-render.h"
#include "setup/exm-known-sections.h"
#include "setup/exm-section-book.h"
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
  char *site_config; /* (owned) (nullable) (type filename) */
  ExmCliTaskOptions options;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->data);
  g_free (self->site_config);
  exm_cli_task_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

typedef struct
{
  const Request *request;  /* (unowned) */
  ExmStore *store;         /* (owned) */
  ExmSectionBook *book;    /* (owned) */
  ExmKnownSections *known; /* (owned) */
  ExmSiteConfig *hints;    /* (owned) (nullable) */
  guint counts[EXM_N_SECTION_STATES];
  guint n_all;
  ExmCliProgress progress;
  gboolean failed; /* standard output, or the store */
} Adding;

static void
adding_clear (Adding *self)
{
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->book, exm_section_book_close);
  g_clear_pointer (&self->known, exm_known_sections_free);
  g_clear_pointer (&self->hints, exm_site_config_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Adding, adding_clear)

static const char *
describe_outcome (ExmSectionState outcome)
{
  switch (outcome)
    {
    case EXM_SECTION_READY:
      return _ ("Ready");
    case EXM_SECTION_LOOK:
      return _ ("Look");
    case EXM_SECTION_THERE:
      return _ ("There");
    case EXM_SECTION_FAILED:
    case EXM_SECTION_WAITING:
    default:
      return _ ("Failed");
    }
}

static char *
format_json (const ExmSection *section,
             ExmSectionState outcome,
             const ExmTaskFields *task,
             const char *note)
{
  ExmCliJson json = { .out = g_string_new (NULL) };

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_integer (&json, "line", section->line);
  exm_cli_json_string (&json, "address", section->address);
  exm_cli_json_string (&json, "state", exm_section_state_get_name (outcome));
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
     ExmSectionState outcome,
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

/* Notes in the file what becomes of a section. @fields: (nullable): of its task */
static void
note (Adding *self,
      guint index,
      ExmSectionState state,
      const ExmTaskFields *fields,
      const char *question,
      gboolean is_stored)
{
  g_autoptr (GError) error = NULL;
  const char *example = fields != NULL && fields->examples->len > 0
                            ? g_array_index (fields->examples, ExmTaskExample, 0).url
                            : NULL;

  if (exm_section_book_note (self->book, index, state,
                             fields != NULL ? fields->uid : NULL, question, example,
                             is_stored, &error))
    return;
  if (!self->failed)
    exm_cli_complain ("%s", error->message);
  self->failed = TRUE;
}

/* A task with a question is stored paused. */
static void
store_section (Adding *self, const ExmSectionJob *job, ExmSectionSetup *setup)
{
  ExmProposal *proposal = setup->proposal;
  g_autoptr (GError) error = NULL;

  proposal->fields.paused |= setup->state == EXM_SECTION_LOOK;
  note (self, job->index, setup->state, &proposal->fields, setup->question, FALSE);
  g_autoptr (ExmTask) task = exm_cli_task_store (
      self->store, proposal, exm_cli_task_options_get_own (&self->request->options),
      &error);
  if (task == NULL)
    {
      const char *cause = error != NULL ? error->message : _ ("it could not be stored");
      note (self, job->index, EXM_SECTION_FAILED, NULL, cause, FALSE);
      say (self, job->section, EXM_SECTION_FAILED, NULL, cause);
      return;
    }
  const ExmTaskFields *fields = exm_task_get (task);
  note (self, job->index, setup->state, fields, setup->question, TRUE);
  exm_known_sections_add_task (self->known, fields);
  if (setup->state == EXM_SECTION_READY)
    exm_cli_data_wake (self->request->data);
  say (self, job->section, setup->state, fields, setup->question);
}

static void
on_set_up (ExmSectionJob *job, ExmSectionSetup *setup, gpointer data)
{
  Adding *self = data;
  guint n_done = 0;

  if (setup->proposal == NULL)
    {
      note (self, job->index, EXM_SECTION_FAILED, NULL, setup->question, FALSE);
      say (self, job->section, EXM_SECTION_FAILED, NULL, setup->question);
    }
  else if (exm_known_sections_has_task (self->known, &setup->proposal->fields))
    {
      note (self, job->index, EXM_SECTION_THERE, NULL, NULL, FALSE);
      say (self, job->section, EXM_SECTION_THERE, NULL, NULL);
    }
  else
    store_section (self, job, setup);
  for (guint i = EXM_SECTION_READY; i < EXM_N_SECTION_STATES; i++)
    n_done += self->counts[i];
  exm_cli_progress_say (&self->progress, _ ("%u of %u sections"), n_done, self->n_all);
  exm_section_setup_free (setup);
}

/* Returns: (transfer full) (nullable) (element-type ExmSectionJob): sections that no task
 * collects yet, each address once; the others are told of. They are the last of the
 * file. %NULL after a complaint */
static GArray *
make_jobs (Adding *self, ExmExit *exit_code)
{
  g_autoptr (GArray) jobs = g_array_new (FALSE, TRUE, sizeof (ExmSectionJob));
  guint n = exm_section_book_get_n (self->book);

  g_array_set_clear_func (jobs, (GDestroyNotify) exm_section_job_clear);
  for (guint i = n - self->n_all; i < n; i++)
    {
      const ExmSection *section = exm_section_book_get (self->book, i)->section;
      ExmSectionJob job = { .section = section, .index = i };
      if (!exm_known_sections_claim (self->known, section->address))
        {
          note (self, i, EXM_SECTION_THERE, NULL, NULL, FALSE);
          say (self, section, EXM_SECTION_THERE, NULL, NULL);
          continue;
        }
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
      self->counts[EXM_SECTION_READY], self->counts[EXM_SECTION_LOOK],
      self->counts[EXM_SECTION_FAILED], self->counts[EXM_SECTION_THERE]);

  return self->request->json || exm_cli_print (line);
}

static ExmExit
complain (const GError *error)
{
  exm_cli_complain ("%s", error->message);
  return EXM_EXIT_FAILED;
}

/* @note: (out) (nullable): what is wrong with it though it was read */
static GPtrArray *
load_sections (const char *place, char **note, GError **error)
{
  g_autoptr (ExmCliPage) list = exm_cli_page_load (place, error);
  GPtrArray *sections
      = list != NULL ? exm_section_list_read (list->bytes, note, error) : NULL;

  if (list != NULL && sections == NULL)
    g_prefix_error (error, "%s: ", list->name);
  if (sections != NULL && *note != NULL)
    exm_cli_complain ("%s: %s", list->name, *note);
  return sections;
}

/* Opens what is written, and keeps the sections. */
static gboolean
prepare (Adding *self, GPtrArray *sections, GError **error)
{
  g_autofree char *folder = exm_cli_data_get_folder (self->request->data);

  self->n_all = sections->len;
  self->known = exm_known_sections_new (self->store, error);
  if (self->known == NULL)
    return FALSE;
  self->book = exm_section_book_open (folder, error);
  return self->book != NULL && exm_section_book_add (self->book, sections, FALSE, error);
}

/* Whether the options are good, before anything is kept. */
static ExmExit
check_options (const Request *request)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  return exm_cli_task_options_apply (&request->options, &fields);
}

static ExmExit
add_many (const Request *request, const char *place)
{
  g_auto (Adding) self = { .request = request };
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  ExmExit exit_code = check_options (request);
  g_autoptr (GPtrArray) sections
      = exit_code == EXM_EXIT_OK ? load_sections (place, &note, &error) : NULL;
  g_autoptr (ExmRender) render = exm_render_new (NULL);

  if (exit_code != EXM_EXIT_OK)
    return exit_code;
  if (sections == NULL)
    return complain (error);
  if (request->site_config != NULL)
    self.hints = exm_site_config_new (request->site_config, &error);
  if (error != NULL)
    return complain (error);
  self.store = exm_cli_data_open (request->data);
  if (self.store == NULL)
    return EXM_EXIT_FAILED;
  if (!prepare (&self, sections, &error))
    return complain (error);
  g_autoptr (GArray) jobs = make_jobs (&self, &exit_code);
  if (jobs == NULL)
    return exit_code;
  exm_sections_run (jobs, EXM_RENDERER (render), self.hints, NULL, on_set_up, &self);
  exm_cli_progress_end (&self.progress);
  return print_counts (&self) && !self.failed && note == NULL
                 && self.counts[EXM_SECTION_FAILED] == 0
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
    { "site-config", 0, 0, G_OPTION_ARG_FILENAME, &request.site_config,
      N_ ("Folder of site configurations (ftr-site-config), as hints for bodies"),
      N_ ("FOLDER") },
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
