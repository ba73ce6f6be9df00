/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-articles.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-table.h"
#include "store/exm-search-index.h"

/* Stand before and behind what was found. */
#define MARK_BEGIN "["
#define MARK_END "]"

static gboolean
print_json (const ExmSearchHit *hit)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ExmCliJson json = { .out = out };
  g_autofree char *collected = exm_cli_format_time (hit->collected_usec, TRUE);
  g_autofree char *snippet = exm_search_snippet_write (hit->body, MARK_BEGIN, MARK_END);

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_integer (&json, "id", hit->id);
  exm_cli_json_string (&json, "task", hit->task_uid);
  exm_cli_json_string (&json, "collected", collected);
  exm_cli_json_string (&json, "published", hit->published);
  exm_cli_json_string (&json, "title", hit->title->text);
  exm_cli_json_string (&json, "url", hit->url);
  exm_cli_json_string (&json, "snippet", snippet);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
  return exm_cli_print (out->str);
}

static gboolean
print_hits (GPtrArray *hits, gboolean as_json)
{
  const char *const titles[]
      = { _ ("Number"), _ ("Collected"), _ ("Title"), _ ("Found"), NULL };
  g_auto (ExmCliTable) table = { 0 };

  exm_cli_table_init (&table, titles);
  for (guint i = 0; i < hits->len; i++)
    {
      const ExmSearchHit *hit = g_ptr_array_index (hits, i);
      g_autofree char *id = g_strdup_printf ("%" G_GINT64_FORMAT, hit->id);
      g_autofree char *collected = exm_cli_format_time (hit->collected_usec, FALSE);
      g_autofree char *title
          = exm_search_snippet_write (hit->title, MARK_BEGIN, MARK_END);
      g_autofree char *body = exm_search_snippet_write (hit->body, MARK_BEGIN, MARK_END);
      if (as_json && !print_json (hit))
        return FALSE;
      exm_cli_table_add (&table, id, collected, *title != '\0' ? title : hit->url, body);
    }
  return as_json || exm_cli_table_print (&table);
}

gboolean
exm_cli_articles_find (const char *folder,
                       const char *words,
                       guint limit,
                       gboolean as_json)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (words);
  g_autoptr (GError) lag = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSearchIndex) index = exm_search_index_open (folder, messages, &error);

  if (index == NULL)
    return exm_cli_complain_unless (FALSE, &error);
  exm_cli_complain_of (query->messages);
  /* Searches what is indexed already all the same. */
  if (!exm_search_index_update (index, NULL, NULL, &lag))
    exm_cli_complain (_ ("The newest articles may be missing: %s"), lag->message);
  g_autoptr (GPtrArray) hits
      = exm_search_index_find (index, query, NULL, limit, messages, NULL, &error);
  exm_cli_complain_of (messages);
  return hits != NULL ? print_hits (hits, as_json)
                      : exm_cli_complain_unless (FALSE, &error);
}

ExmExit
exm_cli_articles_search (int argc, char **argv)
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
  GOptionContext *context = g_option_context_new (_ ("QUERY"));

  g_option_context_set_summary (
      context, _ ("Finds articles by the words of their title and body, newest first."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("Words to search for are needed"));
  if (limit < 0)
    return exm_cli_refuse (_ ("--limit must be 0 or more"));
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);
  g_autofree char *words = g_strjoinv (" ", argv + 1);
  return folder != NULL && exm_cli_articles_find (folder, words, (guint) limit, as_json)
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}
