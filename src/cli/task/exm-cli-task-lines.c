/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The lines that a task's pages were counted by: `task lines` shows them, `task rule`
 * says of one what it is. What bodies taught beside them: `task learned`. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "base/exm-text.h"
#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-table.h"
#include "methods/exm-line-rule.h"

#include <string.h>

/* Lines that are shown where nobody says how many. */
#define USUAL_LINES 50

/* Pages whose order is looked at where nobody says how many. */
#define USUAL_PAGES 200

/* Hexadecimal digits of a line's key. */
#define KEY_DIGITS 16

/* Options of the command. */
typedef struct
{
  char *data;   /* (owned) (nullable) */
  char *search; /* (owned) (nullable) */
  char *text;   /* (owned) (nullable): of `task rule` */
  int limit;
  gboolean as_json;
  gboolean order;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->data);
  g_free (self->search);
  g_free (self->text);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static char *
write_key (guint64 key)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x", key);
}

static gboolean
is_kept (const ExmSiteLine *line, double repeat)
{
  return exm_line_rule_keeps (line->n_pages, line->n_site_pages, repeat, line->ruling);
}

static void
append_line_json (GString *out, const ExmSiteLine *line, double repeat)
{
  ExmCliJson json = { .out = out };
  g_autofree char *key = write_key (line->key);

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "key", key);
  exm_cli_json_integer (&json, "pages", line->n_pages);
  exm_cli_json_integer (&json, "site_pages", line->n_site_pages);
  exm_cli_json_boolean (&json, "kept", is_kept (line, repeat));
  exm_cli_json_string (&json, "ruling", exm_ruling_get_name (line->ruling));
  exm_cli_json_string (&json, "text", line->text);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
}

static const char *
describe_ruling (ExmLineLabel ruling)
{
  switch (ruling)
    {
    case EXM_LINE_LABEL_BODY:
      return _ ("body");
    case EXM_LINE_LABEL_NOISE:
      return _ ("noise");
    case EXM_LINE_LABEL_AUTO:
    default:
      return "";
    }
}

static void
add_line_row (ExmCliTable *table, const ExmSiteLine *line, double repeat)
{
  g_autofree char *key = write_key (line->key);
  g_autofree char *pages
      /* translators: pages that have a line, all pages */
      = g_strdup_printf (_ ("%u of %u"), line->n_pages, line->n_site_pages);

  exm_cli_table_add (table, key, pages, is_kept (line, repeat) ? _ ("kept") : _ ("noise"),
                     describe_ruling (line->ruling), line->text);
}

static gboolean
print_lines (GPtrArray *lines, double repeat, gboolean as_json)
{
  const char *const titles[]
      = { _ ("Key"), _ ("Pages"), _ ("Is"), _ ("Ruled"), _ ("Line"), NULL };
  g_auto (ExmCliTable) table = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);

  exm_cli_table_init (&table, titles);
  for (guint i = 0; i < lines->len; i++)
    if (as_json)
      append_line_json (out, g_ptr_array_index (lines, i), repeat);
    else
      add_line_row (&table, g_ptr_array_index (lines, i), repeat);
  return as_json ? exm_cli_print (out->str) : exm_cli_table_print (&table);
}

static gboolean
show_lines (const Options *options, const char *called)
{
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (options->data);
  g_autofree char *uid
      = reader != NULL ? exm_cli_data_find_task_to_read (reader, called) : NULL;
  guint limit = options->limit > 0 ? (guint) options->limit
                : options->order   ? USUAL_PAGES
                                   : USUAL_LINES;
  const ExmStoreQuery query = {
    .kind = EXM_READ_SITE_LINES,
    .uid = uid,
    .limit = limit,
    .filter = { .search = options->search },
  };
  if (uid != NULL && options->order)
    return exm_cli_task_show_order (reader, uid, limit, options->as_json);
  const ExmStoreQuery task_query = { .kind = EXM_READ_TASK, .uid = uid };
  g_autoptr (ExmTask) task = uid != NULL ? exm_cli_data_read (reader, &task_query) : NULL;
  g_autoptr (GPtrArray) lines = task != NULL ? exm_cli_data_read (reader, &query) : NULL;
  if (lines == NULL)
    return FALSE;
  const ExmTaskFields *fields = exm_task_get (task);
  return print_lines (lines,
                      exm_line_rule_get_repeat (fields->method, fields->parameters),
                      options->as_json);
}

ExmExit
exm_cli_task_lines (int argc, char **argv)
{
  g_auto (Options) options = { .limit = -1 };
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "search", 's', 0, G_OPTION_ARG_STRING, &options.search,
      N_ ("Only lines that contain it"), N_ ("TEXT") },
    { "limit", 'n', 0, G_OPTION_ARG_INT, &options.limit,
      N_ ("At most so many lines (50), or pages (200)"), N_ ("N") },
    { "order", 'o', 0, G_OPTION_ARG_NONE, &options.order,
      N_ ("Instead, how much the first pages keep that all pages tell to drop"), NULL },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options.as_json, N_ ("An object a line"),
      NULL },
    EXM_CLI_DATA_ENTRY (&options.data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK"));

  g_option_context_set_summary (
      context,
      _ ("Lists the lines of a task's pages, what most pages have first: key, "
         "pages that had\n"
         "the line, whether line-statistics keeps it or takes it for noise, what "
         "was ruled of it,\n"
         "and the line. Other methods take it as a hint, and a ruling always."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One task is needed"));
  if (options.limit < 1 && options.limit != -1)
    return exm_cli_refuse (_ ("--limit must be 1 or more"));
  return show_lines (&options, argv[1]) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

/* The line that @given names by its key, or by its text. */
static ExmSiteLine *
make_line (const Options *options, const char *given)
{
  guint64 key = 0;

  if (options->text != NULL)
    return exm_site_line_new (exm_text_key (options->text, strlen (options->text)),
                              options->text, strlen (options->text));
  if (strlen (given) != KEY_DIGITS
      || !g_ascii_string_to_unsigned (given, 16, 0, G_MAXUINT64, &key, NULL))
    return NULL;
  return exm_site_line_new (key, NULL, 0);
}

static gboolean
rule_line (const Options *options, const char *called, const ExmSiteLine *line)
{
  g_autoptr (ExmStore) store = exm_cli_data_open (options->data);
  g_autofree char *uid = store != NULL ? exm_cli_data_find_task (store, called) : NULL;
  g_autoptr (GError) error = NULL;

  if (uid == NULL)
    return FALSE;
  g_autoptr (ExmSiteStat) stat = exm_store_get_site_stat (store, uid, &error);
  if (stat != NULL && line->text == NULL && exm_site_stat_count (stat, line->key) == 0
      && exm_site_stat_get_ruling (stat, line->key) == EXM_LINE_LABEL_AUTO)
    {
      g_autofree char *key = write_key (line->key);
      exm_cli_complain (_ ("No line of the task has the key %s; see “task lines”"), key);
      return FALSE;
    }
  if (!exm_cli_complain_unless (
          stat != NULL && exm_store_rule_line (store, uid, line, &error), &error))
    return FALSE;
  exm_cli_data_wake (options->data);
  return TRUE;
}

ExmExit
exm_cli_task_rule (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "text", 't', 0, G_OPTION_ARG_STRING, &options.text,
      N_ ("The line itself, in place of its key"), N_ ("TEXT") },
    EXM_CLI_DATA_ENTRY (&options.data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK [KEY] body|noise|none"));
  ExmLineLabel ruling = EXM_LINE_LABEL_AUTO;

  g_option_context_set_summary (
      context, _ ("Says of a line what it is on every page of the task, whatever the "
                  "counts; “none” takes\n"
                  "that back. Articles that are there stay as they are."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != (options.text != NULL ? 3 : 4))
    return exm_cli_refuse (_ ("A task, the key of a line (or --text) and body, noise or "
                              "none are needed"));
  if (options.text != NULL && *g_strstrip (options.text) == '\0')
    return exm_cli_refuse (_ ("--text is empty"));
  if (!exm_ruling_from_name (argv[argc - 1], &ruling))
    return exm_cli_refuse (_ ("“%s” is none of body, noise and none"), argv[argc - 1]);
  g_autoptr (ExmSiteLine) line = make_line (&options, argv[2]);
  if (line == NULL)
    return exm_cli_refuse (_ ("“%s” is no key of a line: these have 16 digits"), argv[2]);
  line->ruling = ruling;
  return rule_line (&options, argv[1], line) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static gboolean
print_learned (guint n, gboolean as_json)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ExmCliJson json = { .out = out };

  if (!as_json)
    g_string_append_printf (
        out,
        ngettext ("Learned from %u article where the bodies of this task are\n",
                  "Learned from %u articles where the bodies of this task are\n", n),
        n);
  else
    {
      exm_cli_json_open (&json, NULL, '{');
      exm_cli_json_integer (&json, "articles", n);
      exm_cli_json_close (&json, '}');
      g_string_append_c (out, '\n');
    }
  return exm_cli_print (out->str);
}

static gboolean
show_learned (const char *data, const char *called, gboolean as_json)
{
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  g_autofree char *uid
      = reader != NULL ? exm_cli_data_find_task_to_read (reader, called) : NULL;
  const ExmStoreQuery query = { .kind = EXM_READ_SITE_STAT, .uid = uid };
  g_autoptr (ExmSiteStat) site = uid != NULL ? exm_cli_data_read (reader, &query) : NULL;

  return site != NULL && print_learned (exm_site_stat_get_n_learned (site), as_json);
}

static gboolean
forget_learned (const char *data, const char *called)
{
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  g_autofree char *uid = store != NULL ? exm_cli_data_find_task (store, called) : NULL;
  g_autoptr (GError) error = NULL;

  if (uid == NULL
      || !exm_cli_complain_unless (exm_store_forget_learned (store, uid, &error), &error))
    return FALSE;
  exm_cli_data_wake (data);
  return TRUE;
}

ExmExit
exm_cli_task_learned (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  gboolean forget = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "forget", 0, 0, G_OPTION_ARG_NONE, &forget,
      N_ ("Forget it; articles that come teach it anew"), NULL },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options.as_json, N_ ("As JSON"), NULL },
    EXM_CLI_DATA_ENTRY (&options.data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK"));

  g_option_context_set_summary (
      context, _ ("Says from how many articles a task has learned where its bodies are. "
                  "Places are known\n"
                  "by class names and ids; what you marked counts for more."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One task is needed"));
  gboolean well = forget ? forget_learned (options.data, argv[1])
                         : show_learned (options.data, argv[1], options.as_json);
  return well ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
