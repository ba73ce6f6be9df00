/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli.h"

#include "base/exm-limits.h"
#include "charset/exm-charset-labels.h"
#include "cli/articles/exm-cli-article.h"
#include "cli/base/exm-cli-layout.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-pair.h"
#include "fetch/exm-url.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Options of the command. */
typedef struct
{
  char **examples;       /* (owned) (nullable) */
  char **targets;        /* (owned) (nullable) */
  char **more;           /* (owned) (nullable): targets without --target */
  char **further;        /* (owned) (nullable) */
  char **regions;        /* (owned) (nullable): files */
  char *url;             /* (owned) (nullable): of the target */
  char *charset;         /* (owned) (nullable) */
  char *method;          /* (owned) (nullable) */
  char *parameters;      /* (owned) (nullable) */
  char *model_path;      /* (owned) (nullable) */
  ExmMethodModel *model; /* (owned) (nullable) */
  char *format_name;     /* (owned) (nullable) */
  int window;
  double sensitivity;
  gboolean with_metadata;
  gboolean reasons;
  gboolean quiet;
  ExmCliFormat format;
} Request;

static void
request_clear (Request *self)
{
  g_strfreev (self->examples);
  g_strfreev (self->targets);
  g_strfreev (self->more);
  g_strfreev (self->further);
  g_strfreev (self->regions);
  g_free (self->url);
  g_free (self->charset);
  g_free (self->method);
  g_free (self->parameters);
  g_free (self->model_path);
  g_clear_pointer (&self->model, exm_method_model_unref);
  g_free (self->format_name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
parse (Request *self, int argc, char **argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "example", 'e', 0, G_OPTION_ARG_FILENAME_ARRAY, &self->examples,
      N_ ("An example page of the section; may be given again"), N_ ("PAGE") },
    { "target", 't', 0, G_OPTION_ARG_FILENAME_ARRAY, &self->targets,
      N_ ("A page whose body is wanted; may be given again"), N_ ("PAGE") },
    { "further", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->further,
      N_ ("A page on which the target’s article goes on; may be given again"),
      N_ ("PAGE") },
    { "url", 'u', 0, G_OPTION_ARG_STRING, &self->url,
      N_ ("Address that the target, a file, was saved from"), N_ ("URL") },
    { "region-text", 'r', 0, G_OPTION_ARG_FILENAME_ARRAY, &self->regions,
      N_ ("File with the body of an example as text; may be given again"), N_ ("FILE") },
    { "method", 'm', 0, G_OPTION_ARG_STRING, &self->method,
      N_ ("How to extract (exemplar)"), N_ ("METHOD") },
    { "set", 0, 0, G_OPTION_ARG_STRING, &self->parameters,
      N_ ("Parameters of the method, separated by commas"), N_ ("NAME=VALUE") },
    { "model", 0, 0, G_OPTION_ARG_FILENAME, &self->model_path,
      N_ ("With bp-net or density-net: a model that train has written"), N_ ("FILE") },
    { "window", 'w', 0, G_OPTION_ARG_INT, &self->window,
      N_ ("Width of the windows of exemplar-literal, 1 to 256 characters (32)"),
      N_ ("N") },
    { "sensitivity", 's', 0, G_OPTION_ARG_DOUBLE, &self->sensitivity,
      N_ ("Above 0 keeps more, below 0 less (0)"), N_ ("X") },
    { "charset", 'c', 0, G_OPTION_ARG_STRING, &self->charset,
      N_ ("Encoding of the pages, whatever they declare"), N_ ("LABEL") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &self->format_name,
      N_ ("text, markdown, html or json (text)"), N_ ("FORMAT") },
    { "with-metadata", 'M', 0, G_OPTION_ARG_NONE, &self->with_metadata,
      N_ ("Title, date and source before each body"), NULL },
    { "reasons", 'R', 0, G_OPTION_ARG_NONE, &self->reasons,
      N_ ("With json: every line with its evidence"), NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &self->quiet,
      N_ ("Errors only on standard error, no notes"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->more, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("-e PAGE [-t] PAGE…"));

  g_option_context_set_summary (
      context,
      _ ("Compares each target page with example pages of the same section and prints "
         "its\n"
         "article body. A page is a file, an http or https address, or - for standard\n"
         "input. How sure the result is, and what else a person should know, is said on\n"
         "standard error."));
  g_option_context_set_description (context, exm_cli_describe_exits ());
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, &argc, &argv, exit_code);
}

static guint
count (char **arguments)
{
  return arguments != NULL ? g_strv_length (arguments) : 0;
}

static guint
count_stdin (char **arguments)
{
  guint n = 0;

  for (guint i = 0; arguments != NULL && arguments[i] != NULL; i++)
    n += strcmp (arguments[i], "-") == 0;
  return n;
}

/* Brings the address into its normal form. */
static gboolean
take_url (Request *self, GError **error)
{
  char *url = exm_url_normalize_input (self->url, error);

  if (url == NULL)
    return FALSE;
  g_free (self->url);
  self->url = url;
  return TRUE;
}

/* %EXM_EXIT_OK, or what was complained about. */
static ExmExit
check (Request *self)
{
  g_autoptr (GError) error = NULL;

  if (self->targets == NULL && self->more == NULL)
    return exm_cli_refuse (_ ("A target page is missing"));
  if (count_stdin (self->examples) + count_stdin (self->targets)
          + count_stdin (self->more) + count_stdin (self->further)
      > 1)
    return exm_cli_refuse (_ ("Standard input can be read only once"));
  if (self->further != NULL && count (self->targets) + count (self->more) != 1)
    return exm_cli_refuse (_ ("--further needs a single target"));
  if (self->url != NULL && count (self->targets) + count (self->more) != 1)
    return exm_cli_refuse (_ ("--url needs a single target"));
  if (self->url != NULL && !take_url (self, &error))
    return exm_cli_refuse ("--url: %s", error->message);
  if (self->regions != NULL && self->examples == NULL)
    return exm_cli_refuse (_ ("--region-text needs --example"));
  if (!exm_cli_check_window (self->window))
    return EXM_EXIT_USAGE;
  if (!isfinite (self->sensitivity))
    return exm_cli_refuse (_ ("--sensitivity must be a number"));
  if (!exm_cli_check_method (self->method, self->parameters, &error))
    return exm_cli_refuse ("%s", error->message);
  if (!exm_cli_load_model (self->model_path, self->method, &self->model, &error))
    return exm_cli_refuse ("%s", error->message);
  if (self->charset != NULL && exm_encoding_lookup (self->charset) == NULL)
    return exm_cli_refuse (_ ("There is no encoding “%s”"), self->charset);
  if (!exm_cli_format_parse (self->format_name, &self->format))
    return exm_cli_refuse (_ ("There is no format “%s”; the formats are: %s"),
                           self->format_name, "text, markdown, html, json");
  return EXM_EXIT_OK;
}

static ExmExit
extract_one (const Request *request,
             const ExmCliExamples *examples,
             const char *target,
             ExmCliArticleStyle *style)
{
  g_auto (ExmCliFound) found = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);
  const ExmExtractOptions options = {
    .method = request->method,
    .parameters = request->parameters,
    .window = (guint) request->window,
    .sensitivity = request->sensitivity,
    .model = request->model,
  };

  exm_cli_examples_apply (examples, target, &options, &found);
  exm_cli_article_append (out, &found, style);
  style->n_before++;
  /* The body first, then what is to be said of it. */
  gboolean printed = exm_cli_print (out->str) && exm_cli_flush ();
  exm_cli_found_report (&found, request->quiet);
  return printed ? exm_cli_found_judge (&found) : EXM_EXIT_FAILED;
}

static ExmExit
extract_all (const Request *request,
             const ExmCliExamples *examples,
             char **targets,
             ExmCliArticleStyle *style)
{
  ExmExit exit_code = EXM_EXIT_OK;

  for (guint i = 0; targets != NULL && targets[i] != NULL; i++)
    exit_code
        = exm_cli_worse (exit_code, extract_one (request, examples, targets[i], style));
  return exit_code;
}

ExmExit
exm_cli_extract (int argc, char **argv)
{
  g_auto (Request) request = { .window = (int) EXM_DEFAULT_WINDOW };
  g_auto (ExmCliExamples) examples = { 0 };
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;

  if (!parse (&request, argc, argv, &exit_code))
    return exit_code;
  exit_code = check (&request);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;

  exm_cli_examples_init (&examples, request.charset);
  examples.further = request.further;
  examples.url = request.url;
  exm_cli_offer_layouts (examples.engine, TRUE);
  if (!exm_cli_examples_load (&examples, request.examples, request.regions, &error))
    {
      exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  ExmCliArticleStyle style = {
    .format = request.format,
    .with_metadata = request.with_metadata,
    .reasons = request.reasons,
    .many = count (request.targets) + count (request.more) > 1,
  };
  exit_code = extract_all (&request, &examples, request.targets, &style);
  return exm_cli_worse (exit_code,
                        extract_all (&request, &examples, request.more, &style));
}
