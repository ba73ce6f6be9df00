/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-layout.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-pair.h"
#include "cli/base/exm-cli-progress.h"
#include "cli/base/exm-cli-table.h"
#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"
#include "jobs/exm-task-fetch.h"
#include "jobs/exm-task-robots.h"
#include "setup/exm-probe.h"
#include "url/exm-url-filter.h"

#include <string.h>

#define DEFAULT_TARGETS 10

/* Addresses of a source that are looked at for targets. */
#define MAX_GENERATED 8u

/* A task that is being tried. */
typedef struct
{
  ExmStoreReader *reader;  /* (unowned) */
  ExmTaskFields fields;    /* a copy: nothing of it is stored */
  ExmCliExamples examples; /* its example pages */
  ExmUrlFilter *filter;    /* (owned) (nullable) */
  ExmMethodModel *model;   /* (owned) (nullable): the task's own */
  GPtrArray *targets;      /* (owned) (element-type utf8) */
  GHashTable *known;       /* (owned): examples and targets */
  ExmTaskRobots *robots;   /* (owned) (nullable): %NULL for pages the operator names */
  ExmRenderer *renderer;   /* (unowned) (nullable): for a task whose pages are rendered */
  guint limit;
  ExmCliProgress progress;
} Trial;

static void
trial_clear (Trial *self)
{
  exm_cli_progress_end (&self->progress);
  exm_task_fields_clear (&self->fields);
  exm_cli_examples_clear (&self->examples);
  g_clear_pointer (&self->filter, exm_url_filter_unref);
  g_clear_pointer (&self->model, exm_method_model_unref);
  g_clear_pointer (&self->targets, g_ptr_array_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->robots, exm_task_robots_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Trial, trial_clear)

static void
add_target (Trial *self, const char *url)
{
  if (self->targets->len < self->limit && g_hash_table_add (self->known, g_strdup (url)))
    g_ptr_array_add (self->targets, g_strdup (url));
}

static gboolean
load_example (Trial *self, const ExmTaskExample *example, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE, .hash = example->page_hash };
  const ExmPageHints hints = {
    .url = example->url,
    .http_charset = example->http_charset,
    .override_charset = example->charset,
  };
  g_autoptr (GBytes) bytes = exm_store_reader_read (self->reader, &query, NULL, error);

  if (bytes == NULL)
    {
      /* translators: %s is an address; why there is no page follows */
      g_prefix_error (error, _ ("The page of the example %s is not there: "),
                      example->url);
      return FALSE;
    }
  ExmPrepared *prepared = exm_engine_prepare (self->examples.engine, bytes, &hints,
                                              example->region_text, error);
  if (prepared != NULL)
    g_ptr_array_add (self->examples.pages, prepared);
  g_hash_table_add (self->known, g_strdup (example->url));
  return prepared != NULL;
}

static gboolean
load_task (Trial *self, const char *called, GError **error)
{
  g_autofree char *uid = exm_cli_data_find_task_to_read (self->reader, called);
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uid };
  g_autoptr (ExmTask) task
      = uid != NULL ? exm_store_reader_read (self->reader, &query, NULL, error) : NULL;

  if (task == NULL || !exm_cli_task_check (task, error))
    return FALSE;
  exm_task_fields_copy (task, &self->fields);
  self->filter = exm_url_filter_new (self->fields.include, self->fields.exclude, error);
  for (guint i = 0; i < self->fields.examples->len; i++)
    if (!load_example (self, &g_array_index (self->fields.examples, ExmTaskExample, i),
                       error))
      return FALSE;
  self->model = exm_cli_find_model (self->fields.models, self->fields.method);
  return self->filter != NULL;
}

/* Adds what an address of a source lists. */
static gboolean
look_at_source (Trial *self, const char *url, GError **error)
{
  gboolean any = self->fields.include->len > 0;
  g_auto (ExmProbe) look = { 0 };

  if (!exm_probe_at (&look, url, &self->fields, FALSE, NULL, error))
    return FALSE;
  GPtrArray *urls = any ? look.links : look.articles;
  for (guint i = 0; i < urls->len; i++)
    {
      const char *found = g_ptr_array_index (urls, i);
      if (exm_url_filter_check (self->filter, found, NULL) == EXM_URL_VERDICT_MATCHED)
        add_target (self, found);
    }
  return TRUE;
}

static gboolean
gather_from (Trial *self, const ExmTaskSource *source, GError **error)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (source->pattern, error);
  guint max = source->kind == EXM_SOURCE_PAGES ? self->limit : MAX_GENERATED;
  g_autoptr (GPtrArray) urls
      = pattern != NULL
            ? exm_url_pattern_generate (pattern, g_get_real_time (), zone, max, error)
            : NULL;

  for (guint i = 0; urls != NULL && i < urls->len; i++)
    {
      const char *url = g_ptr_array_index (urls, i);
      if (self->targets->len >= self->limit)
        break;
      if (source->kind == EXM_SOURCE_PAGES)
        add_target (self, url);
      else if (!look_at_source (self, url, error))
        return FALSE;
    }
  return urls != NULL;
}

static gboolean
gather (Trial *self, GError **error)
{
  for (guint i = 0; i < self->fields.sources->len; i++)
    if (!gather_from (self, &g_array_index (self->fields.sources, ExmTaskSource, i),
                      error))
      return FALSE;
  if (self->targets->len > 0)
    return TRUE;
  g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
               _ ("No address that the sources list is one of the task’s articles"));
  return FALSE;
}

/* As the task fetches it. */
static ExmFetched *
fetch (const Trial *self, const char *url, GError **error)
{
  gboolean allowed
      = self->robots == NULL || exm_task_robots_check (self->robots, url, NULL, error);
  g_autoptr (ExmFetched) fetched
      = allowed ? exm_task_fetch (&self->fields, url, FALSE, NULL, error) : NULL;

  if (fetched == NULL || self->renderer == NULL || !self->fields.rendered)
    return g_steal_pointer (&fetched);
  g_auto (GStrv) hosts = exm_task_fields_dup_private_hosts (&self->fields);
  return exm_renderer_render_fetched (self->renderer, fetched, self->fields.user_agent,
                                      (const char *const *) hosts, NULL, error);
}

/* As exm_cli_examples_apply(), in the manner of the task. */
static void
try_target (Trial *self, const char *url, ExmCliFound *found)
{
  const ExmExtractOptions options = {
    .method = self->fields.method,
    .parameters = self->fields.parameters,
    .model = self->model,
    .sensitivity = self->fields.sensitivity,
  };
  ExmEngine *engine = self->examples.engine;
  g_autoptr (ExmFetched) fetched = fetch (self, url, &found->error);

  found->name = exm_url_to_display (url);
  if (fetched == NULL)
    return;
  const ExmPageHints hints
      = { .url = fetched->final_url, .http_charset = fetched->charset };
  found->target = exm_engine_prepare (engine, fetched->body, &hints, NULL, &found->error);
  if (found->target == NULL)
    return;
  found->result = exm_engine_extract (
      engine, found->target, (ExmPrepared *const *) self->examples.pages->pdata,
      self->examples.pages->len, &options, NULL, &found->error);
  found->metadata = exm_engine_read_metadata_beside (
      engine, found->target, found->result,
      (ExmPrepared *const *) self->examples.pages->pdata, self->examples.pages->len,
      NULL);
}

static const char *
describe (const ExmCliFound *found)
{
  switch (exm_cli_found_judge (found))
    {
    case EXM_EXIT_OK:
      return exm_sureness_describe (exm_result_get (found->result)->confidence);
    case EXM_EXIT_UNLIKE:
      return _ ("Another layout");
    case EXM_EXIT_NOTHING:
      return _ ("No article");
    case EXM_EXIT_FAILED:
    case EXM_EXIT_USAGE:
    default:
      return _ ("Failed");
    }
}

static ExmExit
report (const ExmCliFound *found, ExmCliTable *table)
{
  const char *title = found->metadata != NULL
                          ? exm_metadata_get (found->metadata, EXM_FIELD_TITLE)
                          : NULL;
  g_autofree char *confidence = NULL;
  g_autofree char *lines = NULL;

  if (found->result != NULL)
    {
      const ExmResultData *data = exm_result_get (found->result);
      guint n_kept = 0;
      for (guint i = 0; i < data->n_lines; i++)
        n_kept += data->verdicts[i] == EXM_VERDICT_KEPT;
      confidence
          = g_strdup_printf ("%u%%", exm_confidence_get_percent (data->confidence));
      lines = g_strdup_printf ("%u/%u", n_kept, data->n_lines);
    }
  if (found->error != NULL)
    title = found->error->message;
  exm_cli_table_add (table, describe (found), confidence, lines, found->name, title);
  return exm_cli_found_judge (found);
}

static ExmExit
try_all (Trial *self)
{
  const char *const titles[]
      = { _ ("Verdict"), _ ("Sure"), _ ("Lines"), _ ("Address"), _ ("Title"), NULL };
  g_auto (ExmCliTable) table = { 0 };
  ExmExit exit_code = EXM_EXIT_OK;

  exm_cli_table_init (&table, titles);
  for (guint i = 0; i < self->targets->len; i++)
    {
      g_auto (ExmCliFound) found = { 0 };
      if (i > 0)
        g_usleep ((gulong) self->fields.delay_ms * 1000u);
      exm_cli_progress_say (&self->progress, _ ("Page %u of %u"), i + 1,
                            self->targets->len);
      try_target (self, g_ptr_array_index (self->targets, i), &found);
      exit_code = exm_cli_worse (exit_code, report (&found, &table));
    }
  exm_cli_progress_end (&self->progress);
  return exm_cli_table_print (&table) ? exit_code : EXM_EXIT_FAILED;
}

static ExmExit
complain (const GError *error)
{
  if (error != NULL)
    exm_cli_complain ("%s", error->message);
  return EXM_EXIT_FAILED;
}

static ExmExit
run (Trial *self, const char *called, char **urls)
{
  g_autoptr (GError) error = NULL;

  exm_cli_examples_init (&self->examples, NULL);
  /* As the worker does: from what is stored. */
  exm_cli_offer_layouts (self->examples.engine, FALSE);
  self->targets = g_ptr_array_new_with_free_func (g_free);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!load_task (self, called, &error))
    return complain (error);
  for (guint i = 0; urls[i] != NULL; i++)
    {
      g_autofree char *url = exm_url_normalize_input (urls[i], &error);
      if (url == NULL)
        return complain (error);
      g_ptr_array_add (self->targets, g_steal_pointer (&url));
    }
  if (urls[0] == NULL)
    {
      self->robots = exm_task_robots_new (&self->fields);
      if (!gather (self, &error))
        return complain (error);
    }
  return try_all (self);
}

/* As the run would put it: what is not sure is held for a person to look at. */
static const char *
describe_state (const ExmCliFound *found)
{
  if (found->target == NULL)
    return _ ("Failed");
  if (exm_cli_found_judge (found) == EXM_EXIT_OK
      && !exm_page_text_get_cut (exm_prepared_get_page (found->target))
      && exm_sureness_from_confidence (exm_result_get (found->result)->confidence)
             != EXM_NOT_SURE)
    return _ ("Good");
  return _ ("To review");
}

static void
add_state (const ExmCliFound *found, ExmCliTable *table)
{
  const char *title = found->metadata != NULL
                          ? exm_metadata_get (found->metadata, EXM_FIELD_TITLE)
                          : NULL;
  g_autofree char *confidence
      = found->result != NULL
            ? g_strdup_printf ("%.2f", exm_result_get (found->result)->confidence)
            : NULL;

  if (found->error != NULL)
    title = found->error->message;
  exm_cli_table_add (table, describe_state (found), confidence, title, found->name);
}

gboolean
exm_cli_task_check_pages (const ExmTask *task,
                          GBytes *example,
                          const GPtrArray *targets,
                          guint n_targets,
                          ExmTaskRobots *robots,
                          ExmRenderer *renderer)
{
  const char *const titles[]
      = { _ ("Checked"), _ ("Sure"), _ ("Title"), _ ("Address"), NULL };
  const ExmTaskExample *first
      = &g_array_index (exm_task_get (task)->examples, ExmTaskExample, 0);
  const ExmPageHints hints = { .url = first->url, .http_charset = first->http_charset };
  g_auto (ExmCliTable) table = { 0 };
  g_auto (Trial) self = { .robots = robots, .renderer = renderer };

  exm_cli_examples_init (&self.examples, NULL);
  exm_task_fields_copy (task, &self.fields);
  exm_task_robots_set_fields (robots, &self.fields);
  self.model = exm_cli_find_model (self.fields.models, self.fields.method);
  ExmPrepared *prepared = exm_engine_prepare (self.examples.engine, example, &hints,
                                              first->region_text, NULL);
  if (prepared == NULL)
    return TRUE;
  g_ptr_array_add (self.examples.pages, prepared);
  exm_cli_table_init (&table, titles);
  for (guint i = 0; i < MIN (targets->len, n_targets); i++)
    {
      g_auto (ExmCliFound) found = { 0 };
      try_target (&self, g_ptr_array_index (targets, i), &found);
      add_state (&found, &table);
    }
  return exm_cli_table_print (&table);
}

ExmExit
exm_cli_task_test (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_auto (Trial) trial = { 0 };
  int n = DEFAULT_TARGETS;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "pages", 'n', 0, G_OPTION_ARG_INT, &n,
      N_ ("Try at most so many of the articles that are listed now (10)"), N_ ("N") },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK [ADDRESS…]"));

  g_option_context_set_summary (
      context,
      _ ("Tries a task on pages, or on the first articles that its sources list "
         "now, and\n"
         "prints a verdict each. Nothing is stored or published. What robots.txt "
         "forbids\n"
         "is tried only where its address is given."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A task is missing"));
  if (n < 1)
    return exm_cli_refuse (_ ("--pages must be 1 or more"));
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  if (reader == NULL)
    return EXM_EXIT_FAILED;
  trial.reader = reader;
  trial.limit = (guint) n;
  return run (&trial, argv[1], argv + 2);
}
