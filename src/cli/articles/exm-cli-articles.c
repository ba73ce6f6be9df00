/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-articles.h"

#include "cli/articles/exm-cli-article.h"
#include "cli/base/exm-cli-group.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-table.h"
#include "publish/exm-article-writer.h"
#include "types/exm-result.h"

#include <string.h>

static const ExmCliCommand commands[] = {
  { "list", N_ ("List articles, newest first"), exm_cli_articles_list },
  { "show", N_ ("Print an article"), exm_cli_articles_show },
  { "mark", N_ ("Mark articles as read or unread, with a star or tags"),
    exm_cli_articles_mark },
  { "approve", N_ ("Say that articles look right: they go out"),
    exm_cli_articles_approve },
  { "disapprove", N_ ("Take that back: what is not out yet is held"),
    exm_cli_articles_disapprove },
  { "correct", N_ ("Say which lines of its page are the body of an article"),
    exm_cli_articles_correct },
  { "publish-again", N_ ("Publish articles once more, as they are now"),
    exm_cli_articles_publish_again },
  { "fetch-again", N_ ("Fetch the pages of articles again"),
    exm_cli_articles_fetch_again },
  { "extract-again", N_ ("Extract articles from their stored pages again"),
    exm_cli_articles_extract_again },
  { "delete", N_ ("Delete articles for good"), exm_cli_articles_delete },
  { "search", N_ ("Find articles by their words"), exm_cli_articles_search },
  { "export", N_ ("Write articles into files"), exm_cli_articles_export },
};

ExmExit
exm_cli_articles (int argc, char **argv)
{
  const ExmCliGroup group = {
    .summary = N_ ("Articles that tasks have collected."),
    .commands = commands,
    .n_commands = G_N_ELEMENTS (commands),
  };

  return exm_cli_group_run (&group, argc, argv);
}

gboolean
exm_cli_articles_check_state (const char *state)
{
  ExmArticleState known;

  if (state == NULL || exm_article_state_from_name (state, &known))
    return TRUE;
  exm_cli_refuse (_ ("There is no state “%s”; the states are: %s"), state,
                  "good, unsure, does-not-fit, empty, incomplete");
  return FALSE;
}

gboolean
exm_cli_articles_check_numbers (char **numbers)
{
  gint64 id = 0;

  if (*numbers == NULL)
    return exm_cli_refuse (_ ("The number of an article is needed")) == EXM_EXIT_OK;
  for (char **number = numbers; *number != NULL; number++)
    if (!g_ascii_string_to_signed (*number, 10, 1, G_MAXINT64, &id, NULL))
      return exm_cli_refuse (_ ("“%s” is no article’s number"), *number) == EXM_EXIT_OK;
  return TRUE;
}

gboolean
exm_cli_articles_foreach (ExmStoreReader *reader,
                          const char *task,
                          const ExmArticleFilter *filter,
                          guint limit,
                          ExmCliArticlesFunc func,
                          gpointer data)
{
  g_autofree char *uid
      = task != NULL ? exm_cli_data_find_task_to_read (reader, task) : NULL;
  ExmStoreQuery query = { .kind = EXM_READ_ARTICLES, .filter = *filter };
  guint left = limit > 0 ? limit : G_MAXUINT;
  guint n_got = 0;

  if (task != NULL && uid == NULL)
    return FALSE;
  query.filter.task_uid = uid;
  do
    {
      query.filter.limit = MIN (left, EXM_STORE_PAGE_ROWS);
      g_autoptr (GPtrArray) infos = exm_cli_data_read (reader, &query);
      if (infos == NULL || (infos->len > 0 && !func (infos, data)))
        return FALSE;
      n_got = infos->len;
      if (n_got == 0)
        break;
      const ExmArticleInfo *last = g_ptr_array_index (infos, n_got - 1);
      query.filter.before_usec = last->order_usec;
      query.filter.before_id = last->id;
      left -= limit > 0 ? n_got : 0;
    }
  while (left > 0 && n_got == query.filter.limit);
  return TRUE;
}

static void
append_tags (ExmCliJson *json, const char *tags)
{
  g_auto (GStrv) names = g_strsplit (tags != NULL ? tags : "", "\n", -1);

  exm_cli_json_open (json, "tags", '[');
  for (char **name = names; *name != NULL; name++)
    exm_cli_json_string (json, NULL, *name);
  exm_cli_json_close (json, ']');
}

static void
append_json (GString *out, const ExmArticleInfo *info)
{
  ExmCliJson json = { .out = out };
  g_autofree char *collected = exm_cli_format_time (info->collected_usec, TRUE);

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_integer (&json, "id", info->id);
  exm_cli_json_string (&json, "task", info->task_uid);
  exm_cli_json_string (&json, "state", info->state);
  exm_cli_json_number (&json, "confidence", info->confidence);
  exm_cli_json_string (&json, "reason", info->reason);
  exm_cli_json_string (&json, "collected", collected);
  exm_cli_json_boolean (&json, "backlog", info->backlog);
  exm_cli_json_string (&json, "published", info->published);
  exm_cli_json_string (&json, "title", info->title);
  exm_cli_json_string (&json, "author", info->author);
  exm_cli_json_string (&json, "site", info->site);
  exm_cli_json_string (&json, "url", info->url);
  exm_cli_json_integer (&json, "characters", info->n_chars);
  exm_cli_json_string (&json, "excerpt", info->excerpt);
  exm_cli_json_boolean (&json, "unread", info->unread);
  exm_cli_json_boolean (&json, "starred", info->starred);
  append_tags (&json, info->tags);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
}

static gboolean
print_json (GPtrArray *infos, gpointer data)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < infos->len; i++)
    append_json (out, g_ptr_array_index (infos, i));
  return exm_cli_print (out->str);
}

/* Returns: (transfer full): "unread, starred, #tag" */
static char *
describe_reading (const ExmArticleInfo *info)
{
  g_autoptr (GString) words = g_string_new (info->unread ? _ ("unread") : NULL);
  g_auto (GStrv) names = g_strsplit (info->tags != NULL ? info->tags : "", "\n", -1);

  if (info->starred)
    g_string_append_printf (words, "%s%s", words->len > 0 ? ", " : "", _ ("starred"));
  for (char **name = names; *name != NULL; name++)
    g_string_append_printf (words, "%s#%s", words->len > 0 ? ", " : "", *name);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static gboolean
print_rows (GPtrArray *infos, gpointer data)
{
  ExmCliTable *table = data;

  for (guint i = 0; i < infos->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (infos, i);
      g_autofree char *id = g_strdup_printf ("%" G_GINT64_FORMAT, info->id);
      g_autofree char *collected = exm_cli_format_time (info->collected_usec, FALSE);
      g_autofree char *confidence
          = g_strdup_printf ("%u%%", exm_confidence_get_percent (info->confidence));

      g_autofree char *reading = describe_reading (info);
      exm_cli_table_add (table, id, collected, exm_cli_data_describe_state (info->state),
                         confidence, reading,
                         info->title != NULL ? info->title : info->url);
    }
  return exm_cli_table_print (table);
}

/* Options of the list. */
typedef struct
{
  char *data;  /* (owned) (nullable) */
  char *task;  /* (owned) (nullable) */
  char *state; /* (owned) (nullable) */
  char *tag;   /* (owned) (nullable) */
  char *sort;  /* (owned) (nullable) */
  int limit;
  gboolean unread;
  gboolean starred;
  gboolean as_json;
} ListOptions;

static void
list_options_clear (ListOptions *self)
{
  g_free (self->data);
  g_free (self->task);
  g_free (self->state);
  g_free (self->tag);
  g_free (self->sort);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ListOptions, list_options_clear)

static gboolean
parse_list (ListOptions *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "task", 't', 0, G_OPTION_ARG_FILENAME, &self->task, N_ ("Only those of this task"),
      N_ ("TASK") },
    { "state", 's', 0, G_OPTION_ARG_STRING, &self->state,
      N_ ("Only good, unsure, does-not-fit, empty or incomplete ones"), N_ ("STATE") },
    { "unread", 'u', 0, G_OPTION_ARG_NONE, &self->unread,
      N_ ("Only those that nobody has read"), NULL },
    { "starred", 0, 0, G_OPTION_ARG_NONE, &self->starred, N_ ("Only those with a star"),
      NULL },
    { "tag", 0, 0, G_OPTION_ARG_STRING, &self->tag, N_ ("Only those with this tag"),
      N_ ("TAG") },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &self->sort,
      N_ ("By which time: collected or published (collected)"), N_ ("TIME") },
    { "limit", 'n', 0, G_OPTION_ARG_INT, &self->limit, N_ ("At most so many (all)"),
      N_ ("N") },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &self->as_json, N_ ("An object a line"), NULL },
    EXM_CLI_DATA_ENTRY (&self->data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_summary (context, _ ("Lists articles, those that were collected "
                                            "last first."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

/* Returns: %EXM_EXIT_OK, or what was complained about */
static ExmExit
check_list (const ListOptions *options, ExmArticleFilter *filter)
{
  if (options->limit < 0)
    return exm_cli_refuse (_ ("--limit must be 0 or more"));
  if (!exm_cli_articles_check_state (options->state))
    return EXM_EXIT_USAGE;
  if (options->sort != NULL && strcmp (options->sort, "collected") != 0
      && strcmp (options->sort, "published") != 0)
    return exm_cli_refuse (_ ("--sort is collected or published, not “%s”"),
                           options->sort);
  filter->order = g_strcmp0 (options->sort, "published") == 0
                      ? EXM_ARTICLE_ORDER_PUBLISHED
                      : EXM_ARTICLE_ORDER_COLLECTED;
  filter->state = options->state;
  filter->unread = options->unread;
  filter->starred = options->starred;
  filter->tag = options->tag;
  return EXM_EXIT_OK;
}

ExmExit
exm_cli_articles_list (int argc, char **argv)
{
  g_auto (ListOptions) options = { 0 };
  ExmArticleFilter filter = { 0 };
  ExmExit exit_code;
  const char *const titles[] = { _ ("Article"), _ ("Collected"), _ ("State"), _ ("Sure"),
                                 _ ("Reading"), _ ("Title"),     NULL };
  g_auto (ExmCliTable) table = { 0 };

  if (!parse_list (&options, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  exit_code = check_list (&options, &filter);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (options.data);
  exm_cli_table_init (&table, titles);
  return reader != NULL
                 && exm_cli_articles_foreach (
                     reader, options.task, &filter, (guint) options.limit,
                     options.as_json ? print_json : print_rows, &table)
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}

static gboolean
print_article (ExmStoreReader *reader, gint64 id, ExmCliFormat format)
{
  static const ExmOutputFormat outputs[] = {
    [EXM_CLI_FORMAT_TEXT] = EXM_OUTPUT_TEXT,
    [EXM_CLI_FORMAT_MARKDOWN] = EXM_OUTPUT_MARKDOWN,
    [EXM_CLI_FORMAT_HTML] = EXM_OUTPUT_HTML,
    [EXM_CLI_FORMAT_JSON] = EXM_OUTPUT_JSON_LINES,
  };
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = id };
  g_autoptr (ExmArticle) article = exm_cli_data_read (reader, &query);

  if (article == NULL)
    return FALSE;
  g_autofree char *text = exm_article_write (article, outputs[format]);
  return exm_cli_print (text);
}

ExmExit
exm_cli_articles_show (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autofree char *format_name = NULL;
  ExmCliFormat format;
  gint64 id = 0;
  gboolean headers = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format_name,
      N_ ("text, markdown, html or json (text)"), N_ ("FORMAT") },
    { "headers", 'H', 0, G_OPTION_ARG_NONE, &headers,
      N_ ("What was sent and received when its page was fetched"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("ARTICLE"));

  g_option_context_set_summary (
      context, _ ("Prints an article, called by its number, with what is known of it."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One article is needed"));
  if (!g_ascii_string_to_signed (argv[1], 10, 1, G_MAXINT64, &id, NULL))
    return exm_cli_refuse (_ ("“%s” is no article’s number"), argv[1]);
  if (!exm_cli_format_parse (format_name, &format))
    return exm_cli_refuse (_ ("There is no format “%s”; the formats are: %s"),
                           format_name, "text, markdown, html, json");
  if (headers && format != EXM_CLI_FORMAT_TEXT && format != EXM_CLI_FORMAT_JSON)
    return exm_cli_refuse (_ ("--headers is for the formats text and json"));
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  if (reader == NULL)
    return EXM_EXIT_FAILED;
  return (headers
              ? exm_cli_articles_print_headers (reader, id, format == EXM_CLI_FORMAT_JSON)
              : print_article (reader, id, format))
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}
