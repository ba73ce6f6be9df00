/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "base/exm-limits.h"
#include "charset/exm-charset-labels.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-pair.h"
#include "cli/base/exm-cli.h"
#include "engine/exm-curves.h"

#include <glib/gi18n.h>
#include <string.h>

/* --- JSON --- */

static void
add_samples (ExmCliJson *json, const ExmCurves *self)
{
  exm_cli_json_open (json, "x", '[');
  for (gsize k = 0; k < self->n_samples; k++)
    exm_cli_json_integer (json, NULL, (gint64) (k * self->stride));
  exm_cli_json_close (json, ']');
  exm_cli_json_open (json, "fs", '[');
  for (gsize k = 0; k < self->n_samples; k++)
    exm_cli_json_number (json, NULL, (double) self->fs[k]);
  exm_cli_json_close (json, ']');
  exm_cli_json_open (json, "bs", '[');
  for (gsize k = 0; k < self->n_samples; k++)
    exm_cli_json_number (json, NULL, (double) self->bs[k]);
  exm_cli_json_close (json, ']');
}

static void
add_lines (ExmCliJson *json, const ExmCurves *self)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);

  exm_cli_json_open (json, "lines", '[');
  for (guint i = 0; i < n_lines; i++)
    {
      exm_cli_json_open (json, NULL, '{');
      exm_cli_json_string (json, "text", exm_page_text_get_line (self->page, i));
      exm_cli_json_integer (json, "start", lines[i].start);
      exm_cli_json_integer (json, "n_chars",
                            lines[i].flags & EXM_LINE_FLAGGED ? 0 : lines[i].n_chars);
      exm_cli_json_string (json, "verdict",
                           exm_cli_verdict_get_name (self->data->verdicts[i]));
      exm_cli_json_boolean (json, "seen", self->seen[i]);
      if (self->c != NULL)
        exm_cli_json_number (json, "c", self->c[i]);
      else
        exm_cli_json_null (json, "c");
      exm_cli_json_close (json, '}');
    }
  exm_cli_json_close (json, ']');
}

/* @self: with an example; @name: of the page, as the user calls it. Returns: (transfer
 * full): one object: what was compared, arrays of samples, the lines */
static GString *
cli_curves_write_json (const ExmCurves *self, const char *name)
{
  ExmCliJson json = { .out = g_string_new (NULL) };
  const ExmResultData *data = self->data;

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "page", name);
  exm_cli_json_string (&json, "url", exm_page_text_get_url (self->page));
  exm_cli_json_string (&json, "method", data->method);
  exm_cli_json_boolean (&json, "tracked", self->tracked);
  exm_cli_json_integer (&json, "window", self->window);
  exm_cli_json_integer (&json, "stride", (gint64) self->stride);
  exm_cli_json_integer (&json, "n_chars", (gint64) self->n_chars);
  exm_cli_json_line (&json, "head", data->head);
  exm_cli_json_line (&json, "tail", data->head != EXM_NONE ? data->tail : EXM_NONE);
  exm_cli_json_number (&json, "confidence", data->confidence);
  exm_cli_json_boolean (&json, "fits", data->fits);
  exm_cli_json_number (&json, "template_similarity", data->template_similarity);
  add_samples (&json, self);
  add_lines (&json, self);
  exm_cli_json_close (&json, '}');
  g_string_append_c (json.out, '\n');
  return json.out;
}

/* --- The command --- */

/* The grid of the tracked curves; finer samples cost a search each. */
#define TRACKED_STRIDE 4
#define MAX_STRIDE 1000000

typedef GString *(*WriteFunc) (const ExmCurves *curves, const char *name);

static GString *
write_csv (const ExmCurves *curves, const char *name)
{
  return exm_curves_write_csv (curves);
}

static const struct
{
  const char *name;
  WriteFunc write;
} formats[] = {
  { "csv", write_csv },
  { "json", cli_curves_write_json },
  { "svg", exm_curves_write_svg },
};

/* Options of the command. */
typedef struct
{
  char *example;     /* (owned) (nullable) */
  char *target;      /* (owned) (nullable) */
  char *charset;     /* (owned) (nullable) */
  char *format_name; /* (owned) (nullable) */
  char *output;      /* (owned) (nullable) */
  int window;
  int stride;
  gboolean literal;
  gboolean quiet;
  WriteFunc write;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->example);
  g_free (self->target);
  g_free (self->charset);
  g_free (self->format_name);
  g_free (self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
parse (Request *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "example", 'e', 0, G_OPTION_ARG_FILENAME, &self->example, N_ ("The example page"),
      N_ ("PAGE") },
    { "target", 't', 0, G_OPTION_ARG_FILENAME, &self->target,
      N_ ("The page that is compared with it"), N_ ("PAGE") },
    { "window", 'w', 0, G_OPTION_ARG_INT, &self->window,
      N_ ("Width of the windows, 1 to 256 characters (32)"), N_ ("N") },
    { "literal", 'l', 0, G_OPTION_ARG_NONE, &self->literal,
      N_ ("Windows at the same distance from the ends, not tracked ones"), NULL },
    { "stride", 'n', 0, G_OPTION_ARG_INT, &self->stride,
      N_ ("Characters from one value to the next (4; 1 with --literal)"), N_ ("N") },
    { "charset", 'c', 0, G_OPTION_ARG_STRING, &self->charset,
      N_ ("Encoding of the pages, whatever they declare"), N_ ("LABEL") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &self->format_name,
      N_ ("csv, json or svg (csv)"), N_ ("FORMAT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      N_ ("Write here, not to standard output"), N_ ("FILE") },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &self->quiet,
      N_ ("Errors only on standard error, no notes"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("-e PAGE -t PAGE"));

  g_option_context_set_summary (
      context,
      _ ("Writes the forward and backward similarity (FS, BS) of a target page to an\n"
         "example page along its text, the cumulative evidence C(x), and the body that\n"
         "follows from them; or draws them. A page is a file, an http or https address,\n"
         "or - for standard input."));
  g_option_context_set_description (context, exm_cli_describe_exits ());
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

static gboolean
choose_format (Request *self)
{
  const char *name = self->format_name != NULL ? self->format_name : "csv";

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (formats[i].name, name) == 0)
      self->write = formats[i].write;
  return self->write != NULL;
}

static ExmExit
check (Request *self)
{
  if (self->example == NULL)
    return exm_cli_refuse (_ ("An example page is missing"));
  if (self->target == NULL)
    return exm_cli_refuse (_ ("A target page is missing"));
  if (strcmp (self->example, "-") == 0 && strcmp (self->target, "-") == 0)
    return exm_cli_refuse (_ ("Standard input can be read only once"));
  if (!exm_cli_check_window (self->window))
    return EXM_EXIT_USAGE;
  if (self->stride == -1)
    self->stride = self->literal ? 1 : TRACKED_STRIDE;
  if (self->stride < 1 || self->stride > MAX_STRIDE)
    return exm_cli_refuse (_ ("--stride must be from 1 to %d"), MAX_STRIDE);
  if (self->charset != NULL && exm_encoding_lookup (self->charset) == NULL)
    return exm_cli_refuse (_ ("There is no encoding “%s”"), self->charset);
  if (!choose_format (self))
    return exm_cli_refuse (_ ("There is no format “%s”; the formats are: %s"),
                           self->format_name, "csv, json, svg");
  return EXM_EXIT_OK;
}

static ExmExit
write_curves (const Request *request, const ExmCliFound *found, ExmPrepared *example)
{
  g_autoptr (GError) error = NULL;
  const ExmCurvesOptions options = {
    .literal = request->literal,
    .window = (guint) request->window,
    .stride = (gsize) request->stride,
  };
  g_autoptr (ExmCurves) curves
      = exm_curves_new (found->target, example, found->result, &options, NULL, &error);

  if (curves == NULL)
    {
      exm_cli_complain ("%s: %s", found->name, error->message);
      return EXM_EXIT_FAILED;
    }
  g_autoptr (GString) out = request->write (curves, found->name);
  return exm_cli_save (request->output, out->str, out->len) ? EXM_EXIT_OK
                                                            : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_curves (int argc, char **argv)
{
  g_auto (Request) request = { .window = (int) EXM_DEFAULT_WINDOW, .stride = -1 };
  g_auto (ExmCliExamples) examples = { 0 };
  g_auto (ExmCliFound) found = { 0 };
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;

  if (!parse (&request, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  exit_code = check (&request);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;

  char *arguments[] = { request.example, NULL };
  ExmExtractOptions options = {
    .method = request.literal ? "exemplar-literal" : NULL,
    .window = (guint) request.window,
  };
  exm_cli_examples_init (&examples, request.charset);
  if (!exm_cli_examples_load (&examples, arguments, NULL, &error))
    {
      exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  exm_cli_examples_apply (&examples, request.target, &options, &found);
  if (found.result != NULL
      && write_curves (&request, &found, g_ptr_array_index (examples.pages, 0))
             != EXM_EXIT_OK)
    return EXM_EXIT_FAILED;
  exm_cli_found_report (&found, request.quiet);
  return exm_cli_found_judge (&found);
}
