/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "base/exm-text.h"
#include "charset/exm-charset-labels.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-page.h"
#include "cli/base/exm-cli-table.h"
#include "cli/base/exm-cli.h"
#include "lab/xpath/exm-xpath.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* --- Deadline --- */

typedef struct _ExmCliDeadline ExmCliDeadline;

struct _ExmCliDeadline
{
  GThread *thread; /* (owned) */
  GMutex mutex;
  GCond cond;
  gboolean done; /* under @mutex */
  guint seconds;
  char *what; /* (owned) */
};

static void *
watch (void *data)
{
  ExmCliDeadline *self = data;
  gint64 end = g_get_monotonic_time () + (gint64) self->seconds * G_TIME_SPAN_SECOND;

  g_mutex_lock (&self->mutex);
  while (!self->done && g_cond_wait_until (&self->cond, &self->mutex, end))
    ;
  gboolean done = self->done;
  g_mutex_unlock (&self->mutex);
  if (done)
    return NULL;
  exm_cli_complain (ngettext ("%s: not done in %u second; --timeout allows more",
                              "%s: not done in %u seconds; --timeout allows more",
                              self->seconds),
                    self->what, self->seconds);
  _exit (EXM_EXIT_FAILED);
}

/* If it is not freed in that time, a message is written and the program ends with
 * %EXM_EXIT_FAILED, whatever it is doing. What is to be seen then has to be flushed
 * before. @seconds: at least 1; @what: for the message: what takes so long. Returns:
 * (transfer full): a deadline that runs */
static ExmCliDeadline *
cli_deadline_new (guint seconds, const char *what)
{
  ExmCliDeadline *self = g_new0 (ExmCliDeadline, 1);

  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  self->seconds = seconds;
  self->what = g_strdup (what);
  self->thread = g_thread_new ("deadline", watch, self);
  return self;
}

/* Calls it off. */
static void
cli_deadline_free (ExmCliDeadline *self)
{
  g_mutex_lock (&self->mutex);
  self->done = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  g_thread_join (self->thread);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self->what);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCliDeadline, cli_deadline_free)

/* --- The command --- */

#define DEFAULT_SECONDS 60
#define MAX_SECONDS 86400

/* Text that is kept before it is printed. */
#define KEEP_BYTES (1024u * 1024u)

/* Limit below which numbers in JSON are exact. */
#define MAX_JSON_NUMBER 1e15

static const char *const titles[] = { N_ ("Place"), N_ ("Path"), N_ ("Text"), NULL };

/* Options of the command, and its results. */
typedef struct
{
  char *charset; /* (owned) (nullable) */
  gboolean as_json;
  gboolean count;
  int seconds;
  gboolean many;   /* pages */
  ExmXPath *xpath; /* (owned) (nullable) */
  gboolean found;  /* anything, on any page */
} Request;

static void
request_clear (Request *self)
{
  g_free (self->charset);
  g_clear_pointer (&self->xpath, exm_xpath_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
parse (Request *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &self->as_json, N_ ("An object a line"), NULL },
    { "count", 'n', 0, G_OPTION_ARG_NONE, &self->count,
      N_ ("Only how many nodes there are on each page"), NULL },
    { "charset", 'c', 0, G_OPTION_ARG_STRING, &self->charset,
      N_ ("Encoding of the pages, whatever they declare"), N_ ("LABEL") },
    { "timeout", 't', 0, G_OPTION_ARG_INT, &self->seconds,
      N_ ("For the expression on one page (60)"), N_ ("SECONDS") },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("EXPRESSION PAGE…"));

  g_option_context_set_summary (
      context,
      _ ("Evaluates an XPath 1.0 expression on pages and prints a line for each node\n"
         "that it finds: file and source line, its path, its text; or the number, "
         "string\n"
         "or truth value that it gives. A page is a file, an http or https address, or "
         "-\n"
         "for standard input."));
  g_option_context_set_description (
      context,
      _ ("Elements of HTML go by their names in small letters: //div[@class=\"x\"]/p. "
         "Those\n"
         "of SVG and MathML have the prefixes svg and math: //svg:path.\n"
         "\n"
         "Exit status:\n"
         "  0  something was found on at least one page\n"
         "  1  something failed: a page cannot be read, the network, the output, a\n"
         "     limit on what an expression may cost\n"
         "  2  wrong usage; the expression cannot be understood\n"
         "  3  nothing was found on any page"));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

static ExmExit
check (Request *self, int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  guint n_stdin = 0;

  if (argc < 2)
    return exm_cli_refuse (_ ("An expression is missing"));
  if (argc < 3)
    return exm_cli_refuse (_ ("A page is missing"));
  for (int i = 2; i < argc; i++)
    n_stdin += strcmp (argv[i], "-") == 0;
  if (n_stdin > 1)
    return exm_cli_refuse (_ ("Standard input can be read only once"));
  if (self->seconds < 1 || self->seconds > MAX_SECONDS)
    return exm_cli_refuse (_ ("--timeout must be from 1 to %d"), MAX_SECONDS);
  if (self->charset != NULL && exm_encoding_lookup (self->charset) == NULL)
    return exm_cli_refuse (_ ("There is no encoding “%s”"), self->charset);
  g_autofree char *expression = g_locale_to_utf8 (argv[1], -1, NULL, NULL, &error);
  if (expression != NULL)
    self->xpath = exm_xpath_compile (expression, &error);
  if (self->xpath == NULL)
    return exm_cli_refuse ("%s", error->message);
  self->many = argc > 3;
  return EXM_EXIT_OK;
}

/* White space of any kind is one blank, none at the ends. */
static char *
make_one_line (const char *text)
{
  GString *out = g_string_new (NULL);
  gboolean blank = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (exm_char_is_space (c))
        {
          blank = out->len > 0;
          continue;
        }
      if (blank)
        g_string_append_c (out, ' ');
      blank = FALSE;
      g_string_append_unichar (out, c);
    }
  return g_string_free (out, FALSE);
}

static gboolean
print_json (ExmCliJson *json)
{
  exm_cli_json_close (json, '}');
  g_string_append_c (json->out, '\n');
  gboolean printed = exm_cli_print (json->out->str);
  g_string_free (json->out, TRUE);
  return printed;
}

static ExmCliJson
open_json (const char *name)
{
  ExmCliJson json = { .out = g_string_new (NULL) };

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "page", name);
  return json;
}

/* One value for the whole page. */
static gboolean
print_plain (const Request *request, const char *name, const char *value)
{
  static const char *const two[] = { N_ ("Page"), N_ ("Value"), NULL };
  const char *const translated[] = { _ (two[0]), _ (two[1]), NULL };

  if (!request->many)
    return exm_cli_print (value) && exm_cli_print ("\n");
  g_auto (ExmCliTable) table = { 0 };
  exm_cli_table_init (&table, translated);
  exm_cli_table_add (&table, name, value);
  return exm_cli_table_print (&table);
}

static gboolean
print_count (const Request *request, const char *name, guint n)
{
  if (request->as_json)
    {
      ExmCliJson json = open_json (name);
      exm_cli_json_integer (&json, "count", n);
      return print_json (&json);
    }
  g_autofree char *text = g_strdup_printf ("%u", n);
  return print_plain (request, name, text);
}

static gboolean
print_value (const Request *request, const char *name, const ExmXPathResult *result)
{
  g_autofree char *text = exm_xpath_result_make_string (result);

  if (!request->as_json)
    return print_plain (request, name, text);
  ExmCliJson json = open_json (name);
  double number = exm_xpath_result_get_number (result);
  switch (exm_xpath_result_get_kind (result))
    {
    case EXM_XPATH_BOOLEAN:
      exm_cli_json_boolean (&json, "value", exm_xpath_result_get_boolean (result));
      break;
    case EXM_XPATH_NUMBER:
      exm_cli_json_number (&json, "value",
                           fabs (number) < MAX_JSON_NUMBER ? number : NAN);
      break;
    default:
      exm_cli_json_string (&json, "value", text);
    }
  return print_json (&json);
}

/* Returns: whether all could be printed */
static gboolean
print_nodes (const Request *request,
             const char *name,
             ExmXmlPage *page,
             const ExmXPathResult *result)
{
  const char *const translated[] = { _ (titles[0]), _ (titles[1]), _ (titles[2]), NULL };
  g_auto (ExmCliTable) table = { 0 };
  gsize kept = 0;

  exm_cli_table_init (&table, translated);
  for (guint i = 0; i < exm_xpath_result_get_n_nodes (result); i++)
    {
      const xmlNode *node = exm_xpath_result_get_node (result, i);
      guint line = exm_xml_page_get_line (page, node);
      g_autofree char *path = exm_xml_page_make_path (page, node);
      g_autofree char *text = exm_xpath_result_make_text (result, i);
      if (request->as_json)
        {
          ExmCliJson json = open_json (name);
          exm_cli_json_integer (&json, "line", line);
          exm_cli_json_string (&json, "path", path);
          exm_cli_json_string (&json, "text", text);
          if (!print_json (&json))
            return FALSE;
          continue;
        }
      g_autofree char *place = g_strdup_printf ("%s:%u", name, line);
      g_autofree char *shown = make_one_line (text);
      exm_cli_table_add (&table, place, path, shown);
      kept += strlen (shown) + strlen (path);
      if (kept > KEEP_BYTES && !exm_cli_table_print (&table))
        return FALSE;
      kept = kept > KEEP_BYTES ? 0 : kept;
    }
  return exm_cli_table_print (&table);
}

static gboolean
print_result (const Request *request,
              const char *name,
              ExmXmlPage *page,
              const ExmXPathResult *result)
{
  if (exm_xpath_result_get_kind (result) != EXM_XPATH_NODES)
    return print_value (request, name, result);
  if (request->count)
    return print_count (request, name, exm_xpath_result_get_n_nodes (result));
  return print_nodes (request, name, page, result);
}

static ExmXmlPage *
read_page (const Request *request, const ExmCliPage *loaded, GError **error)
{
  const ExmPageHints hints = {
    .url = loaded->url,
    .http_charset = loaded->http_charset,
    .override_charset = request->charset,
  };
  ExmXmlPage *page = exm_xml_page_read (loaded->bytes, &hints, error);

  /* The reader names the address if there is one. */
  if (page == NULL && loaded->url == NULL)
    g_prefix_error (error, "%s: ", loaded->name);
  if (page != NULL && exm_xml_page_is_truncated (page))
    exm_cli_complain (_ ("%s: so large or so damaged that parts are left out"),
                      loaded->name);
  return page;
}

static ExmXPathResult *
evaluate (const Request *request, const char *name, ExmXmlPage *page, GError **error)
{
  g_autoptr (ExmCliDeadline) deadline = cli_deadline_new ((guint) request->seconds, name);
  ExmXPathResult *result = exm_xpath_evaluate (request->xpath, page, error);

  if (result == NULL)
    g_prefix_error (error, "%s: ", name);
  return result;
}

static ExmExit
run_page (Request *request, const char *argument)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmCliPage) loaded = exm_cli_page_load (argument, &error);
  g_autoptr (ExmXmlPage) page
      = loaded != NULL ? read_page (request, loaded, &error) : NULL;

  /* Show earlier results in case this page takes too long. */
  if (!exm_cli_complain_unless (page != NULL, &error) || !exm_cli_flush ())
    return EXM_EXIT_FAILED;
  g_autoptr (ExmXPathResult) result = evaluate (request, loaded->name, page, &error);
  if (result == NULL && g_error_matches (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_LIMIT))
    {
      exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  if (result == NULL)
    return exm_cli_refuse ("%s", error->message);
  gboolean is_value = exm_xpath_result_get_kind (result) != EXM_XPATH_NODES;
  if (is_value && request->count)
    return exm_cli_refuse (_ ("--count needs an expression that finds nodes"));
  request->found |= is_value || exm_xpath_result_get_n_nodes (result) > 0;
  return print_result (request, loaded->name, page, result) ? EXM_EXIT_OK
                                                            : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_xpath (int argc, char **argv)
{
  g_auto (Request) request = { .seconds = DEFAULT_SECONDS };
  ExmExit exit_code;

  if (!parse (&request, &argc, &argv, &exit_code))
    return exit_code;
  exit_code = check (&request, argc, argv);
  for (int i = 2; i < argc && exit_code != EXM_EXIT_USAGE; i++)
    exit_code = exm_cli_worse (exit_code, run_page (&request, argv[i]));
  /* It is no error and says nothing. */
  return exit_code == EXM_EXIT_OK && !request.found ? EXM_EXIT_NOTHING : exit_code;
}
