/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/lab/exm-cli-compare.h"

#include "cli/base/exm-cli-background.h"
#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-layout.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "cli/base/exm-cli-table.h"
#include "methods/exm-method-table.h"

#include <math.h>
#include <string.h>

/* Causes of failures that are told of a method. */
#define MAX_CAUSES 5u

/* Options of the command. */
typedef struct
{
  char *corpus;        /* (unowned) (nullable) */
  char *task;          /* (owned) (nullable) */
  char *data;          /* (owned) (nullable) */
  char *mode_name;     /* (owned) (nullable) */
  char *format_name;   /* (owned) (nullable) */
  char *output;        /* (owned) (nullable) */
  char *tables;        /* (owned) (nullable) */
  char **method_names; /* (owned) (nullable) */
  char **settings;     /* (owned) (nullable) */
  char **only;         /* (owned) (nullable) */
  int jobs;
  int limit;
  ExmCliCompareMode mode;
  GPtrArray *methods; /* (owned) (element-type ExmComparedMethod) */
  GString *(*write) (const ExmMethodComparison *comparison, const ExmCliPages *pages);
} Request;

static void
request_clear (Request *self)
{
  g_free (self->task);
  g_free (self->data);
  g_free (self->mode_name);
  g_free (self->format_name);
  g_free (self->output);
  g_free (self->tables);
  g_strfreev (self->method_names);
  g_strfreev (self->settings);
  g_strfreev (self->only);
  g_clear_pointer (&self->methods, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

void
exm_cli_pages_clear (ExmCliPages *self)
{
  if (self->data != NULL)
    self->free_data (self->data);
  g_clear_pointer (&self->site, exm_site_stat_unref);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_clear_pointer (&self->name, g_free);
}

static char *
format_share (double value)
{
  return isfinite (value) ? g_strdup_printf ("%.4f", value) : g_strdup ("–");
}

static void
append_scores (GString *out, const ExmMethodComparison *comparison)
{
  const char *const titles[]
      = { _ ("Method"), _ ("Precision"),      _ ("Recall"), "F1",          "≥ .95",
          "< .5",       _ ("Pages a second"), _ ("Failed"), _ ("No body"), NULL };
  g_auto (ExmCliTable) table = { 0 };

  exm_cli_table_init (&table, titles);
  for (guint i = 0; i < comparison->methods->len; i++)
    {
      const ExmComparedScore *score = &comparison->scores[i];
      const double shares[]
          = { score->precision, score->recall, score->f1, score->good, score->lost };
      g_autofree char *name
          = exm_compared_method_describe (g_ptr_array_index (comparison->methods, i));
      g_autofree char *speed
          = g_strdup_printf ("%.0f", exm_method_comparison_get_speed (comparison, i));
      g_autofree char *failed = g_strdup_printf ("%u", score->n_failed);
      g_autofree char *empty = g_strdup_printf ("%u", score->n_empty);
      char *cells[G_N_ELEMENTS (shares)];
      for (gsize k = 0; k < G_N_ELEMENTS (shares); k++)
        cells[k] = format_share (comparison->n_scored > 0 ? shares[k] : (double) NAN);
      exm_cli_table_add (&table, name, cells[0], cells[1], cells[2], cells[3], cells[4],
                         speed, failed, empty);
      for (gsize k = 0; k < G_N_ELEMENTS (shares); k++)
        g_free (cells[k]);
    }
  exm_cli_table_append_aligned (&table, G_MAXUINT, out);
}

static void
append_agreement (GString *out, const ExmMethodComparison *comparison)
{
  guint n = comparison->methods->len;
  g_auto (GStrv) titles = g_new0 (char *, n + 2);
  g_auto (ExmCliTable) table = { 0 };

  titles[0] = g_strdup (_ ("Agreement"));
  for (guint k = 0; k < n; k++)
    titles[k + 1] = g_strdup_printf ("%u", k + 1);
  exm_cli_table_init (&table, (const char *const *) titles);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) cells = g_new0 (char *, n + 2);
      g_autofree char *name
          = exm_compared_method_describe (g_ptr_array_index (comparison->methods, i));
      cells[0] = g_strdup_printf ("%u %s", i + 1, name);
      for (guint k = 0; k < n; k++)
        {
          double value = exm_method_comparison_get_agreement (comparison, i, k);
          cells[k + 1]
              = isfinite (value) ? g_strdup_printf ("%.2f", value) : g_strdup ("–");
        }
      exm_cli_table_add_row (&table, (const char *const *) cells);
    }
  exm_cli_table_append_aligned (&table, G_MAXUINT, out);
}

static void
append_causes (GString *out,
               const ExmMethodComparison *comparison,
               const ExmCliPages *pages)
{
  for (guint i = 0; i < comparison->methods->len; i++)
    {
      const ExmComparedMethod *method = g_ptr_array_index (comparison->methods, i);
      const GPtrArray *causes = comparison->scores[i].causes;
      for (guint k = 0; k < MIN (causes->len, MAX_CAUSES); k++)
        {
          const ExmComparedCause *cause = g_ptr_array_index (causes, k);
          g_autofree char *first = pages->get_name (cause->first, pages->data);
          /* translators: a method, how many pages, why, and the first of the pages */
          g_string_append_printf (out, _ ("%s failed on %u: %s (%s)\n"), method->method,
                                  cause->n, cause->message, first);
        }
      if (causes->len > MAX_CAUSES)
        g_string_append_printf (out, _ ("%s failed for %u further causes\n"),
                                method->method, causes->len - MAX_CAUSES);
    }
}

static GString *
write_table (const ExmMethodComparison *comparison, const ExmCliPages *pages)
{
  GString *out = g_string_new (NULL);
  g_autofree char *about = exm_method_comparison_describe (comparison, NULL);

  append_scores (out, comparison);
  g_string_append_printf (out, "\n%s\n\n", about);
  append_agreement (out, comparison);
  if (out->str[out->len - 1] != '\n')
    g_string_append_c (out, '\n');
  append_causes (out, comparison, pages);
  return out;
}

static GString *
write_markdown (const ExmMethodComparison *comparison, const ExmCliPages *pages)
{
  return exm_method_comparison_write_markdown (comparison);
}

static GString *
write_csv (const ExmMethodComparison *comparison, const ExmCliPages *pages)
{
  return exm_method_comparison_write_csv (comparison);
}

static GString *
write_svg (const ExmMethodComparison *comparison, const ExmCliPages *pages)
{
  return exm_method_comparison_write_svg (comparison, pages->name);
}

static const struct
{
  const char *name;
  GString *(*write) (const ExmMethodComparison *comparison, const ExmCliPages *pages);
} formats[] = {
  { "table", write_table },
  { "markdown", write_markdown },
  { "csv", write_csv },
  { "svg", write_svg },
};

static const char *const mode_names[] = {
  [EXM_CLI_COMPARE_BARE] = "bare",
  [EXM_CLI_COMPARE_CLICK] = "click",
  [EXM_CLI_COMPARE_SINGLE] = "single",
};

/* A comparison on its way. */
typedef struct
{
  const Request *request;   /* (unowned) */
  const ExmCliPages *pages; /* (unowned) */
  ExmCliProgress progress;
  gint n_done; /* atomic */
  ExmMethodComparison *comparison;
} Running;

static gboolean
load (guint index, gpointer data, ExmComparedPage *page, GError **error)
{
  const Running *self = data;
  return self->pages->load (index, self->pages->data, page, error);
}

static void
note_progress (guint done, guint all, gpointer data)
{
  Running *self = data;
  g_atomic_int_set (&self->n_done, (gint) done);
}

static void
tell_progress (gpointer data)
{
  Running *self = data;

  exm_cli_progress_say (&self->progress, _ ("Page %u of %u"),
                        (guint) g_atomic_int_get (&self->n_done), self->pages->n);
}

static void
compare (gpointer data, GCancellable *cancellable)
{
  Running *self = data;
  const ExmMethodComparisonOptions options = {
    .methods = self->request->methods,
    .reference = self->pages->reference,
    .n_pages = self->pages->n,
    .load = load,
    .progress = note_progress,
    .data = self,
    .site = self->pages->site,
    .sensitivity = self->pages->sensitivity,
    .n_threads = (guint) self->request->jobs,
  };

  self->comparison
      = exm_method_comparison_run (self->pages->engine, &options, cancellable);
}

static ExmMethodComparison *
run_comparison (const Request *request, const ExmCliPages *pages)
{
  Running self = { .request = request, .pages = pages };

  exm_cli_run_in_background (compare, tell_progress, &self);
  exm_cli_progress_end (&self.progress);
  return self.comparison;
}

static ExmExit
report (const Request *request,
        const ExmCliPages *pages,
        const ExmMethodComparison *comparison)
{
  gboolean whole = comparison->n_done == comparison->n_pages;

  if (comparison->n_done == 0)
    {
      exm_cli_complain (_ ("Ended before any page was compared"));
      return EXM_EXIT_FAILED;
    }
  g_autoptr (GString) out = request->write (comparison, pages);
  if (!exm_cli_save (request->output, out->str, out->len))
    return EXM_EXIT_FAILED;
  if (pages->n_left_out > 0)
    g_printerr (ngettext ("%u page has no known body and is left out\n",
                          "%u pages have no known body and are left out\n",
                          pages->n_left_out),
                pages->n_left_out);
  if (!whole)
    exm_cli_complain (_ ("Ended early: %u of %u pages were compared"), comparison->n_done,
                      comparison->n_pages);
  return whole ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static ExmExit
run (const Request *request)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_auto (ExmCliPages) pages = { .engine = engine };
  g_autoptr (GError) error = NULL;
  gboolean opened;

  exm_cli_offer_layouts (engine, FALSE);
  if (request->task != NULL)
    opened = exm_cli_pages_open_task (&pages, request->data, request->task,
                                      (guint) request->limit);
  else
    opened = exm_cli_complain_unless (
        exm_cli_pages_open_corpus (&pages, request->corpus, request->only, request->mode,
                                   request->tables, (guint) request->limit, &error),
        &error);
  if (opened && pages.n == 0)
    exm_cli_complain (_ ("The task has no articles yet"));
  if (!opened || pages.n == 0)
    return EXM_EXIT_FAILED;
  if (!exm_compared_methods_use_models (request->methods, pages.models, &error))
    exm_cli_complain ("%s", error->message);
  g_autoptr (ExmMethodComparison) comparison = run_comparison (request, &pages);
  return report (request, &pages, comparison);
}

/* The settings of a method out of all of them, separated by commas; %NULL for none. */
static char *
gather_settings (const Request *self, const char *method, guint *n_used)
{
  g_autofree char *prefix = g_strconcat (method, ".", NULL);
  GString *out = g_string_new (NULL);

  for (guint i = 0; self->settings != NULL && self->settings[i] != NULL; i++)
    {
      if (!g_str_has_prefix (self->settings[i], prefix))
        continue;
      g_string_append_printf (out, "%s%s", out->len > 0 ? "," : "",
                              self->settings[i] + strlen (prefix));
      ++*n_used;
    }
  return g_string_free (out, out->len == 0);
}

/* Whether a method can be run on every page: it needs nothing that pages lack. */
static gboolean
is_runnable (const Request *self, const ExmMethod *method)
{
  /* The program carries what trained methods need. */
  guint given = EXM_NEEDS_TRAINING;

  if (self->mode != EXM_CLI_COMPARE_SINGLE)
    given |= EXM_NEEDS_EXAMPLE | EXM_NEEDS_SITE;
  return (method->needs & ~given) == 0;
}

static ExmExit
choose_methods (Request *self)
{
  guint n_all, n_used = 0;
  const ExmMethod *const *all = exm_method_get_all (&n_all);
  g_autoptr (GError) error = NULL;

  self->methods = exm_compared_methods_new ();
  for (guint i = 0; i < n_all; i++)
    {
      g_autofree char *settings = NULL;
      if (self->method_names != NULL
              ? !g_strv_contains ((const char *const *) self->method_names, all[i]->name)
              : !is_runnable (self, all[i]))
        continue;
      settings = gather_settings (self, all[i]->name, &n_used);
      if (!exm_compared_methods_add (self->methods, all[i]->name, settings, &error))
        return exm_cli_refuse ("%s", error->message);
    }
  for (guint i = 0; self->method_names != NULL && self->method_names[i] != NULL; i++)
    if (exm_method_find (self->method_names[i], &error) == NULL)
      return exm_cli_refuse ("%s", error->message);
  if (self->settings != NULL && n_used < g_strv_length (self->settings))
    return exm_cli_refuse (_ ("--set takes METHOD.NAME=VALUE, of a method that is "
                              "compared"));
  return EXM_EXIT_OK;
}

static ExmExit
check (Request *self)
{
  gboolean known = self->mode_name == NULL;

  if ((self->corpus == NULL) == (self->task == NULL))
    return exm_cli_refuse (_ ("Give a corpus, or a task with --task"));
  if (self->task != NULL
      && (self->mode_name != NULL || self->only != NULL || self->tables != NULL))
    return exm_cli_refuse (_ ("--mode, --only and --tables are for a corpus"));
  for (gsize i = 0; i < G_N_ELEMENTS (mode_names); i++)
    if (g_strcmp0 (self->mode_name, mode_names[i]) == 0)
      {
        self->mode = i;
        known = TRUE;
      }
  if (!known)
    return exm_cli_refuse (_ ("--mode is bare, click or single"));
  if (self->jobs < 1 || self->jobs > EXM_CLI_MAX_THREADS)
    return exm_cli_refuse (_ ("--jobs must be from 1 to %d"), EXM_CLI_MAX_THREADS);
  if (self->limit < 0)
    return exm_cli_refuse (_ ("--pages must be 0 or more"));
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (self->format_name != NULL ? self->format_name : "table", formats[i].name)
        == 0)
      self->write = formats[i].write;
  if (self->write == NULL)
    return exm_cli_refuse (_ ("There is no format “%s”; the formats are: %s"),
                           self->format_name, "table, markdown, csv, svg");
  return choose_methods (self);
}

static gboolean
parse (Request *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "method", 'm', 0, G_OPTION_ARG_STRING_ARRAY, &self->method_names,
      N_ ("A method to compare; may be repeated (all)"), N_ ("METHOD") },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->settings,
      N_ ("A parameter of a method; may be repeated"), N_ ("METHOD.NAME=VALUE") },
    { "mode", 0, 0, G_OPTION_ARG_STRING, &self->mode_name,
      N_ ("What is known beside a page of a corpus: bare (an example), click (an example "
          "with its body) or single (nothing) (bare)"),
      N_ ("MODE") },
    { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->only,
      N_ ("Only this set of the corpus; may be repeated"), N_ ("SET") },
    { "tables", 0, 0, G_OPTION_ARG_FILENAME, &self->tables,
      N_ ("Tables that training has written: each page by the one that has not seen its "
          "site"),
      N_ ("FOLDER") },
    { "task", 't', 0, G_OPTION_ARG_FILENAME, &self->task,
      N_ ("Compare on the stored pages of this task"), N_ ("TASK") },
    EXM_CLI_DATA_ENTRY (&self->data),
    { "pages", 'n', 0, G_OPTION_ARG_INT, &self->limit,
      N_ ("At most so many pages; of a task those collected last (all)"), N_ ("N") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &self->format_name,
      N_ ("table, markdown, csv or svg (table)"), N_ ("FORMAT") },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      N_ ("Write here, not to standard output"), N_ ("FILE") },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &self->jobs,
      N_ ("Work on this many pages at once (all processors)"), N_ ("N") },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("[CORPUS]"));

  g_option_context_set_summary (
      context,
      _ ("Runs several methods on the same pages and says how good each is, how fast,\n"
         "where it fails, and how far any two agree. CORPUS is a folder with index.tsv,\n"
         "pairs.tsv and SITE/PAGE.html with SITE/PAGE.txt, its known body; or a folder\n"
         "of such folders. On the pages of a task, bodies that an operator has "
         "corrected\n"
         "are the reference; where there are none, it is what the default method finds.\n"
         "F1 is that of the words, a CJK character being one. What is done by then is\n"
         "written when it is interrupted."));
  g_option_context_set_description (context, exm_cli_describe_exits ());
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

ExmExit
exm_cli_compare (int argc, char **argv)
{
  /* Parsing drops arguments from the second list; the first one keeps them alive. */
  g_auto (GStrv) spelt = exm_cli_spell_out_jobs (argc, argv);
  g_autofree char **arguments = g_memdup2 (spelt, sizeof (char *) * ((gsize) argc + 1));
  g_auto (Request) request = { .jobs = (int) g_get_num_processors () };
  ExmExit exit_code;

  if (!parse (&request, &argc, &arguments, &exit_code))
    return exit_code;
  if (argc > 2)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), arguments[2]);
  request.corpus = argc > 1 ? arguments[1] : NULL;
  exit_code = check (&request);
  return exit_code == EXM_EXIT_OK ? run (&request) : exit_code;
}
