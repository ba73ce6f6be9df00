/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-articles.h"
#include "cli/base/exm-cli-destination.h"
#include "cli/base/exm-cli-group.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-table.h"
#include "saved/exm-saved-searches.h"
#include "store/exm-search-index.h"

#include <string.h>

/* Reads options and the data folder of a command that takes @n_least to @n_most
 * arguments. Returns: (transfer full) (nullable): the folder */
static char *
parse (GOptionContext *context,
       const GOptionEntry *entries,
       char *const *data,
       int n_least,
       int n_most,
       int *argc,
       char ***argv,
       ExmExit *exit_code)
{
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, argc, argv, exit_code))
    return NULL;
  /* The mark stays where a query behind it begins with a minus. */
  if (*argc > 1 && strcmp ((*argv)[1], "--") == 0)
    {
      (*argv)++;
      (*argc)--;
    }
  if (*argc - 1 < n_least || *argc - 1 > n_most)
    {
      *exit_code = *argc - 1 < n_least
                       ? exm_cli_refuse (_ ("An argument is missing"))
                       : exm_cli_refuse (_ ("“%s” is one argument too many"),
                                         (*argv)[n_most + 1]);
      return NULL;
    }
  char *folder = exm_cli_data_get_usable_folder (*data);
  *exit_code = folder != NULL ? EXM_EXIT_OK : EXM_EXIT_FAILED;
  return folder;
}

static GPtrArray *
load (const char *folder)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  GPtrArray *searches = exm_saved_searches_load (folder, messages, &error);

  exm_cli_complain_of (messages);
  exm_cli_complain_unless (searches != NULL, &error);
  return searches;
}

/* Returns: (transfer full) (nullable): marks of the outputs that were typed; %NULL with
 * a complaint where one is none */
static char *
make_outputs (char *const *places, const char *when)
{
  g_autoptr (GString) marks = g_string_new (NULL);

  for (guint i = 0; places != NULL && places[i] != NULL; i++)
    {
      const char *name = NULL;
      const ExmMessageKind *kind = exm_destination_parse_message (places[i], &name);
      const char *colon = strchr (places[i], ':');
      if (colon == NULL || strpbrk (places[i], "[]\r\n") != NULL)
        {
          exm_cli_destination_refuse (places[i]);
          return NULL;
        }
      g_autofree char *file = kind == NULL || kind->is_file
                                  ? g_canonicalize_filename (colon + 1, NULL)
                                  : g_strdup (colon + 1);
      g_string_append_printf (marks, "%s[to %.*s:%s]", i > 0 ? " " : "",
                              (int) (colon - places[i]), places[i], file);
      if (kind != NULL && when != NULL && strcmp (when, "each") != 0)
        g_string_append_printf (marks, " [%s]", when);
    }
  return g_string_free (g_steal_pointer (&marks), FALSE);
}

#define OUTPUT_ENTRIES(places, when)                                                     \
  { "output",                                                                            \
    'o',                                                                                 \
    0,                                                                                   \
    G_OPTION_ARG_STRING_ARRAY,                                                           \
    places,                                                                              \
    N_ ("New articles that it finds go there, too; may be given several times"),         \
    N_ ("FORMAT:FOLDER|KIND:NAME") },                                                    \
  {                                                                                      \
    "when", 0, 0, G_OPTION_ARG_STRING, when,                                             \
        N_ ("Messages: each article alone, all of a while, or all of a day (each)"),     \
        N_ ("each|run|\"daily HH:MM\"")                                                  \
  }

static ExmExit
add (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_auto (GStrv) places = NULL;
  g_autofree char *when = NULL;
  ExmSavedSearch search = { 0 };
  ExmExit exit_code;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "alert", 'a', 0, G_OPTION_ARG_NONE, &search.alerts,
      N_ ("The desktop tells of new articles that it finds"), NULL },
    OUTPUT_ENTRIES (&places, &when),
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("NAME QUERY"));

  g_option_context_set_summary (
      context, _ ("Saves a search, which is written as for articles search, by a name."));
  g_autofree char *folder
      = parse (context, entries, &data, 2, G_MAXINT - 1, &argc, &argv, &exit_code);
  if (folder == NULL)
    return exit_code;
  g_autofree char *outputs = make_outputs (places, when);
  if (outputs == NULL)
    return EXM_EXIT_USAGE;
  g_autofree char *words = g_strjoinv (" ", argv + 2);
  search.outputs = *outputs != '\0' ? outputs : NULL;
  search.name = argv[1];
  search.words = words;
  if (!exm_cli_complain_unless (
          exm_saved_searches_add (folder, &search, G_MAXUINT, &error), &error))
    return EXM_EXIT_FAILED;
  exm_cli_data_wake (data);
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (words);
  exm_cli_complain_of (query->messages);
  return EXM_EXIT_OK;
}

/* Numbers of a search. */
typedef struct
{
  gint64 n_found;
  gint64 n_unread;
} Counts;

static gboolean
count (ExmSearchIndex *index, const ExmSavedSearch *search, Counts *counts)
{
  static const ExmArticleFilter unread = { .unread = TRUE };
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (search->words);
  g_autoptr (GError) error = NULL;

  return exm_cli_complain_unless (
      exm_search_index_count (index, query, NULL, 0, &counts->n_found, NULL, &error)
          && exm_search_index_count (index, query, &unread, 0, &counts->n_unread, NULL,
                                     &error),
      &error);
}

static gboolean
print_search (const ExmSavedSearch *search, const Counts *counts)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ExmCliJson json = { .out = out };

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "name", search->name);
  exm_cli_json_string (&json, "query", search->words);
  exm_cli_json_integer (&json, "found", counts->n_found);
  exm_cli_json_integer (&json, "unread", counts->n_unread);
  exm_cli_json_boolean (&json, "alerts", search->alerts);
  exm_cli_json_string (&json, "outputs", search->outputs);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
  return exm_cli_print (out->str);
}

static gboolean
print_searches (ExmSearchIndex *index, GPtrArray *searches, gboolean as_json)
{
  const char *const titles[]
      = { _ ("Name"), _ ("Unread"), _ ("Found"), _ ("Search"), NULL };
  g_auto (ExmCliTable) table = { 0 };
  gboolean good = TRUE;

  exm_cli_table_init (&table, titles);
  for (guint i = 0; good && i < searches->len; i++)
    {
      const ExmSavedSearch *search = g_ptr_array_index (searches, i);
      Counts counts = { 0 };
      if (index != NULL && !count (index, search, &counts))
        return FALSE;
      g_autofree char *unread = g_strdup_printf ("%" G_GINT64_FORMAT, counts.n_unread);
      g_autofree char *found = g_strdup_printf ("%" G_GINT64_FORMAT, counts.n_found);
      if (as_json)
        good = print_search (search, &counts);
      else
        exm_cli_table_add (&table, search->name, unread, found, search->words);
    }
  return good && (as_json || exm_cli_table_print (&table));
}

/* Brought up to date; without tasks there is none. */
static ExmSearchIndex *
open_index (const char *folder, gboolean *failed)
{
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) lag = NULL;
  g_autoptr (GError) error = NULL;
  ExmSearchIndex *index = exm_search_index_open (folder, notices, &error);

  *failed = index == NULL
            && !g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  if (*failed)
    exm_cli_complain_unless (FALSE, &error);
  if (index != NULL && !exm_search_index_update (index, NULL, NULL, &lag))
    exm_cli_complain (_ ("The newest articles may be missing: %s"), lag->message);
  exm_cli_complain_of (notices);
  return index;
}

static ExmExit
list (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean as_json = FALSE;
  gboolean failed = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, N_ ("A JSON object a line"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_summary (context, _ ("Lists saved searches, and how many articles "
                                            "they find."));
  g_autofree char *folder
      = parse (context, entries, &data, 0, 0, &argc, &argv, &exit_code);
  g_autoptr (GPtrArray) searches = folder != NULL ? load (folder) : NULL;
  if (folder == NULL || searches == NULL)
    return folder == NULL ? exit_code : EXM_EXIT_FAILED;
  if (searches->len == 0)
    return EXM_EXIT_OK;
  g_autoptr (ExmSearchIndex) index = open_index (folder, &failed);
  return !failed && print_searches (index, searches, as_json) ? EXM_EXIT_OK
                                                              : EXM_EXIT_FAILED;
}

static ExmExit
test (int argc, char **argv)
{
  g_autofree char *data = NULL;
  int limit = 50;
  gboolean as_json = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "limit", 'n', 0, G_OPTION_ARG_INT, &limit, N_ ("At most so many; 0 for all (50)"),
      N_ ("N") },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, N_ ("A JSON object a line"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("NAME"));

  g_option_context_set_summary (
      context, _ ("Shows what a saved search finds, newest first, as articles search."));
  g_autofree char *folder
      = parse (context, entries, &data, 1, 1, &argc, &argv, &exit_code);
  if (folder == NULL)
    return exit_code;
  if (limit < 0)
    return exm_cli_refuse (_ ("--limit must be 0 or more"));
  g_autoptr (GPtrArray) searches = load (folder);
  const ExmSavedSearch *search
      = searches != NULL ? exm_saved_searches_find (searches, argv[1]) : NULL;
  if (search == NULL)
    {
      if (searches != NULL)
        exm_cli_complain (_ ("There is no saved search “%s”"), argv[1]);
      return EXM_EXIT_FAILED;
    }
  return exm_cli_articles_find (folder, search->words, (guint) limit, as_json)
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}

static ExmExit
rename_search (int argc, char **argv)
{
  g_autofree char *data = NULL;
  ExmExit exit_code;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = { EXM_CLI_DATA_ENTRY (&data), G_OPTION_ENTRY_NULL };
  GOptionContext *context = g_option_context_new (_ ("NAME NEW-NAME"));

  g_option_context_set_summary (context, _ ("Gives a saved search another name."));
  g_autofree char *folder
      = parse (context, entries, &data, 2, 2, &argc, &argv, &exit_code);
  if (folder == NULL)
    return exit_code;
  return exm_cli_complain_unless (
             exm_saved_searches_rename (folder, argv[1], argv[2], &error), &error)
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}

static ExmExit
remove_search (int argc, char **argv)
{
  g_autofree char *data = NULL;
  ExmExit exit_code;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = { EXM_CLI_DATA_ENTRY (&data), G_OPTION_ENTRY_NULL };
  GOptionContext *context = g_option_context_new (_ ("NAME"));

  g_option_context_set_summary (
      context, _ ("Removes a saved search, and prints how to have it back. Articles "
                  "stay."));
  g_autofree char *folder
      = parse (context, entries, &data, 1, 1, &argc, &argv, &exit_code);
  if (folder == NULL)
    return exit_code;
  g_autoptr (ExmSavedSearch) old
      = exm_saved_searches_remove (folder, argv[1], NULL, &error);
  if (!exm_cli_complain_unless (old != NULL, &error))
    return EXM_EXIT_FAILED;
  g_autofree char *name = g_shell_quote (argv[1]);
  g_autofree char *marked
      = old->outputs != NULL ? g_strconcat (old->outputs, " ", old->words, NULL) : NULL;
  g_autofree char *query = g_shell_quote (marked != NULL ? marked : old->words);
  g_autofree char *command = g_strdup_printf ("exemplar-cli search add %s-- %s %s",
                                              old->alerts ? "--alert " : "", name, query);
  g_autofree char *line
      /* translators: a command */
      = g_strdup_printf (_ ("Removed. To have it back: %s\n"), command);
  return exm_cli_print (line) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static ExmExit
alert (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean off = FALSE;
  ExmExit exit_code;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "off", 0, 0, G_OPTION_ARG_NONE, &off, N_ ("No more"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("NAME"));

  g_option_context_set_summary (
      context,
      _ ("Has the desktop tell of new articles that a saved search finds, while the "
         "program runs: one message a run, never of articles that are held."));
  g_autofree char *folder
      = parse (context, entries, &data, 1, 1, &argc, &argv, &exit_code);
  if (folder == NULL)
    return exit_code;
  return exm_cli_complain_unless (
             exm_saved_searches_set_alerts (folder, argv[1], !off, &error), &error)
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}

static ExmExit
set_outputs (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_auto (GStrv) places = NULL;
  g_autofree char *when = NULL;
  ExmExit exit_code;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    OUTPUT_ENTRIES (&places, &when),
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("NAME"));

  g_option_context_set_summary (
      context,
      _ ("Says where new articles go that a saved search finds, in place of where "
         "they went\nbefore; without --output nowhere."));
  g_autofree char *folder
      = parse (context, entries, &data, 1, 1, &argc, &argv, &exit_code);
  if (folder == NULL)
    return exit_code;
  g_autofree char *outputs = make_outputs (places, when);
  if (outputs == NULL)
    return EXM_EXIT_USAGE;
  if (!exm_cli_complain_unless (
          exm_saved_searches_set_outputs (folder, argv[1], outputs, &error), &error))
    return EXM_EXIT_FAILED;
  exm_cli_data_wake (data);
  return EXM_EXIT_OK;
}

ExmExit
exm_cli_search (int argc, char **argv)
{
  static const ExmCliCommand commands[] = {
    { "add", N_ ("Save a search by a name"), add },
    { "list", N_ ("Show saved searches and what they find"), list },
    { "test", N_ ("Show the articles that a saved search finds"), test },
    { "rename", N_ ("Give a saved search another name"), rename_search },
    { "alert", N_ ("Have the desktop tell of what a saved search finds"), alert },
    { "output", N_ ("Say where articles go that a saved search finds"), set_outputs },
    { "remove", N_ ("Remove a saved search"), remove_search },
  };
  const ExmCliGroup group = {
    .summary = N_ ("Saved searches, a line each in searches.txt of the data folder."),
    .commands = commands,
    .n_commands = G_N_ELEMENTS (commands),
  };

  return exm_cli_group_run (&group, argc, argv);
}
