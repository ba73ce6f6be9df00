/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-destination.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-page.h"
#include "cli/base/exm-cli-pair.h"
#include "cli/task/exm-cli-task-options.h"
#include "extract/exm-method.h"
#include "publish/formats/exm-format.h"
#include "render/exm-render.h"
#include "setup/exm-proposal.h"
#include "url/exm-url-pattern.h"

#include <string.h>

/* Articles that are looked at when the task stands. */
#define N_CHECKED 3u

/* Options of the command. */
typedef struct
{
  char *data;        /* (owned) (nullable) */
  char *name;        /* (owned) (nullable) */
  char *example;     /* (owned) (nullable) */
  char *example_url; /* (owned) (nullable) */
  char *region_file; /* (owned) (nullable) */
  char **sources;    /* (owned) (nullable) */
  char **include;    /* (owned) (nullable) */
  char **exclude;    /* (owned) (nullable) */
  int max_pages;
  ExmCliTaskOptions options;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->data);
  g_free (self->name);
  g_free (self->example);
  g_free (self->example_url);
  g_free (self->region_file);
  g_strfreev (self->sources);
  g_strfreev (self->include);
  g_strfreev (self->exclude);
  exm_cli_task_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
parse (Request *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "name", 'n', 0, G_OPTION_ARG_STRING, &self->name,
      N_ ("What the task is called (title of the list or feed)"), N_ ("NAME") },
    { "example", 'e', 0, G_OPTION_ARG_FILENAME, &self->example,
      N_ ("An article, if ADDRESS is none"), N_ ("PAGE") },
    { "example-url", 'u', 0, G_OPTION_ARG_STRING, &self->example_url,
      N_ ("Address of an example that is a file"), N_ ("ADDRESS") },
    { "region-text", 'r', 0, G_OPTION_ARG_FILENAME, &self->region_file,
      N_ ("File with the body of the example as text"), N_ ("FILE") },
    { "source", 's', 0, G_OPTION_ARG_STRING_ARRAY, &self->sources,
      N_ ("Where articles are listed: address or URL pattern, if need be with list:, "
          "feed:, sitemap: or pages: before it; may be given again"),
      N_ ("SOURCE") },
    { "max-pages", 'p', 0, G_OPTION_ARG_INT, &self->max_pages,
      N_ ("How many next pages of a list to follow as well (0)"), N_ ("N") },
    { "include", 'i', 0, G_OPTION_ARG_STRING_ARRAY, &self->include,
      N_ ("URL pattern of articles (proposed from the example); may be given again"),
      N_ ("PATTERN") },
    { "exclude", 'x', 0, G_OPTION_ARG_STRING_ARRAY, &self->exclude,
      N_ ("URL pattern of addresses that are not articles; may be given again"),
      N_ ("PATTERN") },
    EXM_CLI_TASK_ENTRIES (self->options),
    EXM_CLI_DATA_ENTRY (&self->data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("ADDRESS|FILE"));

  g_autofree char *formats = exm_cli_destination_list_help ();
  g_autofree char *summary = g_strjoin (
      "\n\n",
      _ ("Sets up a task from any address of a site: of an article, or of a list page,\n"
         "feed or sitemap, whose newest article is the example then. Addresses that you\n"
         "give are fetched whatever robots.txt says. What was understood is printed.\n"
         "For a feed, FOLDER may be its file: atom:/srv/feeds/news.atom."),
      formats, NULL);
  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

static gboolean
add_patterns (char **patterns, GPtrArray *list, GError **error)
{
  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    {
      g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (patterns[i], error);
      if (pattern == NULL)
        {
          g_prefix_error (error, "“%s”: ", patterns[i]);
          return FALSE;
        }
      g_ptr_array_add (list, g_strdup (exm_url_pattern_get_text (pattern)));
    }
  return TRUE;
}

/* Checks the options before anything is fetched. */
static ExmExit
set_fields (const Request *self, ExmTaskFields *fields)
{
  g_autoptr (GError) error = NULL;

  if (self->max_pages < 0)
    return exm_cli_refuse (_ ("Numbers must be 0 or more"));
  ExmExit exit_code = exm_cli_task_options_apply (&self->options, fields);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;
  if (!add_patterns (self->include, fields->include, &error))
    return exm_cli_refuse ("--include: %s", error->message);
  if (!add_patterns (self->exclude, fields->exclude, &error))
    return exm_cli_refuse ("--exclude: %s", error->message);
  for (guint i = 0; self->sources != NULL && self->sources[i] != NULL; i++)
    exm_proposal_add_source (fields, self->sources[i]);
  if (self->name != NULL)
    {
      g_free (fields->name);
      fields->name = g_strdup (self->name);
    }
  return EXM_EXIT_OK;
}

static void
append_sources (GString *out, const ExmTaskFields *fields, const ExmProposal *proposal)
{
  for (guint i = 0; i < fields->sources->len; i++)
    {
      const ExmTaskSource *source = &g_array_index (fields->sources, ExmTaskSource, i);
      /* translators: a kind of source (list, feed …) and its address */
      g_string_append_printf (out, _ ("Source: %s %s\n"),
                              exm_source_kind_get_name (source->kind), source->pattern);
    }
  if (proposal->n_listed > 0)
    /* translators: how many addresses a list holds, and how many of them are articles */
    g_string_append_printf (out, _ ("Listed now: %u addresses, %u of them match\n"),
                            proposal->n_listed, proposal->n_matching);
  if (proposal->why != NULL)
    /* translators: why the program takes these addresses for articles, in sentences */
    g_string_append_printf (out, _ ("Why these: %s\n"), proposal->why);
}

static void
append_outputs (GString *out, const ExmTaskFields *fields)
{
  for (guint i = 0; i < fields->outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, i);
      if (output->kind != NULL)
        {
          g_autofree char *place = exm_cli_destination_dup_place (output);
          /* translators: where messages go, as wecom:editors */
          g_string_append_printf (out, _ ("Output: %s\n"), place);
          continue;
        }
      /* translators: format, folder, and names of files in it */
      g_string_append_printf (out, _ ("Output: %s to %s/%s\n"),
                              exm_output_format_get_name (output->format), output->folder,
                              output->name_template);
    }
}

/* Says how many articles each choice of --first-run would bring now. */
static void
append_choices (GString *out, const ExmTaskFields *fields, const ExmProposal *proposal)
{
  guint days = fields->first_run_days, newest = fields->first_run_newest;
  guint n_all = exm_proposal_count_first_run (proposal, EXM_FIRST_RUN_ALL);
  g_autofree char *recent
      = proposal->n_dated > 0 ? g_strdup_printf (
            /* translators: articles of so many last days: how many these are */
            ngettext (", last %u day: %u", ", last %u days: %u", days), days,
            exm_proposal_count_first_run (proposal, EXM_FIRST_RUN_DAYS))
                              : g_strdup ("");

  /* translators: how many articles a first run would bring: of the newest so many; all
   * that are listed; ", last 7 days: 31", or nothing */
  g_string_append_printf (out, _ ("It could be: newest %u: %u, all: %u%s, new only: 0\n"),
                          newest, MIN (newest, n_all), n_all, recent);
}

static void
append_when (GString *out, const ExmTaskFields *fields, const ExmProposal *proposal)
{
  g_autofree char *schedule = exm_schedule_describe (fields->schedule);

  g_string_append_printf (out, _ ("Schedule: %s\n"), schedule);
  if (fields->first_run == EXM_FIRST_RUN_ALL)
    g_string_append (out, _ ("First run: all that is listed\n"));
  else if (fields->first_run == EXM_FIRST_RUN_NEW)
    g_string_append (out, _ ("First run: what is listed now is left out\n"));
  else if (fields->first_run == EXM_FIRST_RUN_NEWEST)
    g_string_append_printf (out,
                            ngettext ("First run: the newest article\n",
                                      "First run: the newest %u articles\n",
                                      fields->first_run_newest),
                            fields->first_run_newest);
  else
    g_string_append_printf (out,
                            ngettext ("First run: the last %u day\n",
                                      "First run: the last %u days\n",
                                      fields->first_run_days),
                            fields->first_run_days);
  if (proposal->n_listed > 0)
    append_choices (out, fields, proposal);
  if (fields->paused)
    g_string_append (out, _ ("Paused\n"));
}

static gboolean
print_understood (const ExmTask *task, const ExmProposal *proposal)
{
  const ExmTaskFields *fields = exm_task_get (task);
  g_autoptr (GString) out = g_string_new (NULL);

  g_string_append_printf (out, _ ("Task: %s\n"), fields->name);
  g_string_append_printf (out, _ ("Identity: %s\n"), fields->uid);
  g_string_append_printf (out, _ ("Example: %s\n"), proposal->final_url);
  if (proposal->title != NULL)
    g_string_append_printf (out, _ ("Its title: %s\n"), proposal->title);
  append_sources (out, fields, proposal);
  for (guint i = 0; i < fields->include->len; i++)
    g_string_append_printf (out, _ ("Articles: %s\n"),
                            (const char *) g_ptr_array_index (fields->include, i));
  for (guint i = 0; i < fields->exclude->len; i++)
    g_string_append_printf (out, _ ("But not: %s\n"),
                            (const char *) g_ptr_array_index (fields->exclude, i));
  append_when (out, fields, proposal);
  append_outputs (out, fields);
  return exm_cli_print (out->str);
}

static void
set_max_pages (ExmTaskFields *fields, guint max_pages)
{
  for (guint i = 0; i < fields->sources->len; i++)
    {
      ExmTaskSource *source = &g_array_index (fields->sources, ExmTaskSource, i);
      if (source->kind == EXM_SOURCE_LIST)
        source->max_pages = max_pages;
    }
}

/* Whether it is to be fetched: what has a scheme, or no file of that name. */
static gboolean
is_address (const char *text)
{
  return strstr (text, "://") != NULL
         || (strcmp (text, "-") != 0 && !g_file_test (text, G_FILE_TEST_EXISTS));
}

/* Suggests another address, where one is known. */
static void
add_hint (GError *error)
{
  g_autofree char *said = error->message;
  const char *hint = NULL;

  if (g_error_matches (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_ADDRESS))
    hint = _ ("give it with --example-url");
  else if (g_error_matches (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_SOURCE))
    hint = _ ("give the page that lists its articles with --source, or in its place; "
              "--paused saves the task as it is");
  else if (g_error_matches (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_LOGIN))
    hint = _ ("what only members see cannot be collected, give a page that everybody may "
              "read");
  else if (error->domain == EXM_PROPOSAL_ERROR
           && error->code != EXM_PROPOSAL_ERROR_NO_PAGE)
    hint = _ ("give one with --example");
  /* translators: what is wrong, and what to do about it */
  error->message = hint != NULL ? g_strdup_printf (_ ("%s; %s"), said, hint)
                                : g_steal_pointer (&said);
}

/* Fetches and proposes what was not given. */
static ExmProposal *
propose (const Request *request,
         const char *place,
         const char *region,
         ExmRenderer *renderer,
         ExmTaskFields *fields,
         GError **error)
{
  gboolean place_is_file = place != NULL && !is_address (place);
  const char *example
      = place_is_file && request->example == NULL ? place : request->example;
  gboolean is_file = example != NULL && !is_address (example);
  g_autoptr (ExmCliPage) page = is_file ? exm_cli_page_load (example, error) : NULL;
  const ExmProposalRequest wanted = {
    .place = place_is_file ? NULL : place,
    .renderer = renderer,
    .example = is_file ? NULL : example,
    .example_bytes = page != NULL ? page->bytes : NULL,
    .example_name = page != NULL ? page->name : NULL,
    .example_url = request->example_url,
    .region_text = region,
    .find_list = request->options.paused,
  };

  if (is_file && page == NULL)
    return NULL;
  ExmProposal *proposal = exm_proposal_new (&wanted, fields, NULL, error);
  if (proposal == NULL)
    add_hint (*error);
  return proposal;
}

static gboolean
store_task (ExmStore *store,
            ExmProposal *proposal,
            guint own,
            guint max_pages,
            ExmRenderer *renderer,
            GError **error)
{
  set_max_pages (&proposal->fields, max_pages);
  g_autoptr (ExmTask) task = exm_cli_task_store (store, proposal, own, error);
  return task != NULL && print_understood (task, proposal)
         && exm_cli_task_check_pages (task, proposal->bytes, proposal->targets, N_CHECKED,
                                      g_steal_pointer (&proposal->robots), renderer);
}

ExmExit
exm_cli_task_add (int argc, char **argv)
{
  g_auto (Request) request = { .options.delay_ms = -1 };
  g_auto (ExmTaskFields) fields = { 0 };
  g_autofree char *region = NULL;
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;

  if (!parse (&request, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 2)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[2]);
  if (argc < 2 && request.example == NULL)
    return exm_cli_refuse (_ ("The address of an article or a list page is missing"));
  exm_task_fields_init (&fields);
  exit_code = set_fields (&request, &fields);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;
  if (request.region_file != NULL)
    region = exm_cli_load_region (request.region_file, &error);
  g_autoptr (ExmStore) store = error == NULL ? exm_cli_data_open (request.data) : NULL;
  g_autoptr (ExmRender) render = exm_render_new (NULL);
  ExmRenderer *renderer = EXM_RENDERER (render);
  g_autoptr (ExmProposal) proposal = store != NULL
                                         ? propose (&request, argc > 1 ? argv[1] : NULL,
                                                    region, renderer, &fields, &error)
                                         : NULL;
  if (proposal != NULL
      && store_task (store, proposal, exm_cli_task_options_get_own (&request.options),
                     (guint) request.max_pages, renderer, &error))
    {
      exm_cli_data_wake (request.data);
      return EXM_EXIT_OK;
    }
  if (error != NULL)
    exm_cli_complain ("%s", error->message);
  return EXM_EXIT_FAILED;
}
