/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The commands `articles approve`, `disapprove`, `publish-again`, `fetch-again`, `delete`
 * and `extract-again`. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-articles.h"

#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "fetch/exm-fetch-record.h"
#include "jobs/exm-task-fetch.h"
#include "metadata/exm-page-counter.h"
#include "store/exm-store-approve.h"
#include "store/exm-store-check.h"
#include "worker/exm-reextract.h"

#include <string.h>

/* Does one thing to an article. */
typedef gboolean (*Change) (ExmStore *store, gint64 id, GError **error);

static gboolean
approve (ExmStore *store, gint64 id, GError **error)
{
  return exm_store_approve_article (store, id, g_get_real_time (), error);
}

/* Whatever waits of it is held again; what is out stays out. */
static gboolean
disapprove (ExmStore *store, gint64 id, GError **error)
{
  g_autoptr (GPtrArray) publications = exm_store_list_publications (store, id, error);
  g_autoptr (GPtrArray) held = g_ptr_array_new ();

  if (publications == NULL)
    return FALSE;
  for (guint i = 0; i < publications->len; i++)
    {
      ExmPublication *publication = g_ptr_array_index (publications, i);
      if (strcmp (publication->state, "waiting") != 0)
        continue;
      g_free (publication->state);
      publication->state = g_strdup ("held");
      g_ptr_array_add (held, publication);
    }
  return exm_store_disapprove_article (store, id, EXM_ARTICLE_UNSURE, held, error);
}

static gboolean
publish_again (ExmStore *store, gint64 id, GError **error)
{
  g_autoptr (ExmArticle) article = exm_store_get_article (store, id, error);
  g_autoptr (GPtrArray) publications
      = article != NULL ? exm_store_list_publications (store, id, error) : NULL;

  for (guint i = 0; publications != NULL && i < publications->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (publications, i);
      if (!exm_store_publish_again (store, publication->id, g_get_real_time (), error))
        return FALSE;
    }
  return publications != NULL;
}

/* All of them, or none. */
static gboolean
change_all (ExmStore *store, const GArray *ids, Change change, GError **error)
{
  gboolean good = exm_store_begin_group (store, error);

  if (!good)
    return FALSE;
  for (guint i = 0; i < ids->len && good; i++)
    good = change (store, g_array_index (ids, gint64, i), error);
  if (good)
    return exm_store_commit_group (store, error);
  exm_store_drop_group (store);
  return FALSE;
}

/* Numbers that stand twice count once. */
static GArray *
make_ids (char **numbers)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (char **number = numbers; *number != NULL; number++)
    {
      gint64 id = g_ascii_strtoll (*number, NULL, 10);
      gboolean known = FALSE;
      for (guint i = 0; i < ids->len && !known; i++)
        known = g_array_index (ids, gint64, i) == id;
      if (!known)
        g_array_append_val (ids, id);
    }
  return g_steal_pointer (&ids);
}

static ExmExit
run (int argc, char **argv, const char *summary, Change change)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("ARTICLE…"));

  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (!exm_cli_articles_check_numbers (argv + 1))
    return EXM_EXIT_USAGE;
  g_autoptr (GArray) ids = make_ids (argv + 1);
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  if (store == NULL
      || !exm_cli_complain_unless (change_all (store, ids, change, &error), &error))
    return EXM_EXIT_FAILED;
  exm_cli_data_wake (data);
  return EXM_EXIT_OK;
}

ExmExit
exm_cli_articles_approve (int argc, char **argv)
{
  return run (argc, argv,
              _ ("Says of articles, called by their numbers, that they look right: they "
                 "are good,\n"
                 "and what was held of them goes out. All of them or, where one is "
                 "missing, none."),
              approve);
}

ExmExit
exm_cli_articles_disapprove (int argc, char **argv)
{
  return run (
      argc, argv,
      _ ("Takes back that articles, called by their numbers, look right: they are "
         "to be\n"
         "reviewed again, and what is not out yet of them is held. All of them or, "
         "where one is\n"
         "missing, none."),
      disapprove);
}

ExmExit
exm_cli_articles_publish_again (int argc, char **argv)
{
  return run (
      argc, argv,
      _ ("Publishes articles, called by their numbers, once more, as they are now, "
         "to all\n"
         "outputs that they went to, or that they were not sent to. What is held "
         "stays held."),
      publish_again);
}

ExmExit
exm_cli_articles_delete (int argc, char **argv)
{
  return run (argc, argv,
              _ ("Deletes articles, called by their numbers, for good: all of them or, "
                 "where one is\n"
                 "missing, none. Files that were published stay, and the addresses are "
                 "not collected\n"
                 "again."),
              exm_store_delete_article);
}

/* Extracting again */

typedef struct
{
  char *data;  /* (owned) (nullable) */
  char *task;  /* (owned) (nullable) */
  char *state; /* (owned) (nullable) */
  gboolean undo;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->data);
  g_free (self->task);
  g_free (self->state);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse (Options *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "task", 't', 0, G_OPTION_ARG_FILENAME, &self->task, N_ ("Those of this task"),
      N_ ("TASK") },
    { "state", 's', 0, G_OPTION_ARG_STRING, &self->state,
      N_ ("Of these only good, unsure, does-not-fit, empty or incomplete ones"),
      N_ ("STATE") },
    { "undo", 0, 0, G_OPTION_ARG_NONE, &self->undo,
      N_ ("Take back what the last extract-again or fetch-again made of them"), NULL },
    EXM_CLI_DATA_ENTRY (&self->data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("[ARTICLE…]"));

  g_option_context_set_summary (
      context, _ ("Extracts articles, called by their numbers or all of a task, from "
                  "their stored pages\n"
                  "as the task says now. Nothing is fetched. Those that were approved "
                  "stay good; what\n"
                  "is held of one that is sure now goes out; files that were published "
                  "stay. For 30\n"
                  "days --undo takes it back, but for articles that were changed, "
                  "corrected or approved\n"
                  "since."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

static ExmExit
check (const Options *options, char **numbers)
{
  if (options->task != NULL && *numbers != NULL)
    return exm_cli_refuse (_ ("Either --task or numbers of articles can be given"));
  if (options->state != NULL && options->task == NULL)
    return exm_cli_refuse (_ ("--state needs --task"));
  if (options->task == NULL && !exm_cli_articles_check_numbers (numbers))
    return EXM_EXIT_USAGE;
  return exm_cli_articles_check_state (options->state) ? EXM_EXIT_OK : EXM_EXIT_USAGE;
}

static gboolean
add_ids (GPtrArray *infos, gpointer ids)
{
  for (guint i = 0; i < infos->len; i++)
    g_array_append_val (ids, ((const ExmArticleInfo *) infos->pdata[i])->id);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the numbers; %NULL after a complaint */
static GArray *
list_ids (const Options *options)
{
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (options->data);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  const ExmArticleFilter filter = { .state = options->state };

  return reader != NULL
                 && exm_cli_articles_foreach (reader, options->task, &filter, 0, add_ids,
                                              ids)
             ? g_steal_pointer (&ids)
             : NULL;
}

/* Extracts an article anew. */
typedef gboolean (*Extract) (
    ExmStore *store, ExmEngine *engine, gint64 id, gboolean *changed, GError **error);

/* One that fails stays as it is, and keeps nobody from the others. */
static gboolean
extract_all (ExmStore *store, const GArray *ids, Extract extract)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  ExmCliProgress progress = { 0 };
  guint n_done = 0, n_changed = 0;

  for (guint i = 0; i < ids->len; i++)
    {
      gboolean changed = FALSE;
      g_autoptr (GError) error = NULL;
      exm_cli_progress_say (&progress,
                            /* translators: how many are done, and how many there are */
                            _ ("%u of %u articles"), i, ids->len);
      if (extract (store, engine, g_array_index (ids, gint64, i), &changed, &error))
        n_done++;
      else
        {
          exm_cli_progress_end (&progress);
          exm_cli_complain ("%s", error->message);
        }
      n_changed += changed;
    }
  exm_cli_progress_end (&progress);
  g_autofree char *line = g_strdup_printf (
      /* translators: two numbers */
      ngettext ("%u article extracted again, %u with another body\n",
                "%u articles extracted again, %u with another body\n", n_done),
      n_done, n_changed);
  return exm_cli_print (line) && n_done == ids->len;
}

/* An article that somebody changed since is named and left alone. */
static gboolean
undo_all (ExmStore *store, const GArray *ids)
{
  guint n_done = 0, n_changed = 0;

  for (guint i = 0; i < ids->len; i++)
    {
      gint64 id = g_array_index (ids, gint64, i);
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, id);
      g_autoptr (GError) error = NULL;
      ExmUndoEnd end;
      if (!exm_cli_complain_unless (
              exm_reextract_undo (store, id, g_get_real_time (), &end, &error), &error))
        return FALSE;
      if (end == EXM_UNDO_CHANGED)
        exm_cli_complain (_ ("Article %s was changed, corrected or approved since, and "
                             "is left alone"),
                          number);
      n_done += end == EXM_UNDONE;
      n_changed += end == EXM_UNDO_CHANGED;
    }
  if (n_done == 0 && n_changed == 0)
    {
      exm_cli_complain (_ ("Nothing is to be taken back: of none of these articles is "
                           "kept what it was"));
      return FALSE;
    }
  g_autofree char *line
      = g_strdup_printf (ngettext ("%u article is what it was\n",
                                   "%u articles are what they were\n", n_done),
                         n_done);
  return exm_cli_print (line) && n_changed == 0;
}

ExmExit
exm_cli_articles_extract_again (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  ExmExit exit_code;

  if (!parse (&options, &argc, &argv, &exit_code))
    return exit_code;
  exit_code = check (&options, argv + 1);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;
  g_autoptr (GArray) ids
      = options.task != NULL ? list_ids (&options) : make_ids (argv + 1);
  g_autoptr (ExmStore) store = ids != NULL ? exm_cli_data_open (options.data) : NULL;
  if (store == NULL)
    return EXM_EXIT_FAILED;
  gboolean good = options.undo ? undo_all (store, ids)
                               : extract_all (store, ids, exm_reextract_again);
  exm_cli_data_wake (options.data);
  return good ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

/* Fetching again */

/* Stores the page at @url as it is now. Returns: (transfer full) (nullable): its hash */
static char *
fetch_page (ExmStore *store, const ExmTaskFields *fields, const char *url, GError **error)
{
  char *hash = NULL;
  g_autoptr (ExmStoredPage) page = exm_stored_page_new ();
  g_autoptr (ExmFetched) fetched = exm_task_fetch (fields, url, FALSE, NULL, error);

  if (fetched == NULL)
    return NULL;
  page->url = g_strdup (fetched->url);
  page->final_url = g_strdup (fetched->final_url);
  page->status = fetched->status;
  page->charset = g_strdup (fetched->charset);
  page->headers = exm_fetched_write_record (fetched);
  page->fetched_usec = g_get_real_time ();
  return exm_store_put_page (store, fetched->body, page, &hash, error) ? hash : NULL;
}

/* Further pages that are missing: the article does without what cannot be had now, too.
 */
static gboolean
fetch_missing (ExmStore *store, const ExmTaskFields *fields, gint64 id, GError **error)
{
  g_autoptr (GPtrArray) pages = exm_store_list_article_pages (store, id, error);

  for (guint i = 0; pages != NULL && i < pages->len; i++)
    {
      const ExmArticlePage *page = g_ptr_array_index (pages, i);
      g_autofree char *hash
          = page->hash == NULL ? fetch_page (store, fields, page->url, NULL) : NULL;
      if (hash != NULL
          && !exm_store_set_joined_page (store, id, page->number, hash, error))
        return FALSE;
    }
  return pages != NULL;
}

/* An article that what came is of no use for stays as it was. */
static gboolean
fetch_article (
    ExmStore *store, ExmEngine *engine, gint64 id, gboolean *changed, GError **error)
{
  g_autoptr (ExmArticle) before = exm_store_get_article_unchecked (store, id, error);
  const ExmArticleFields *fields = before != NULL ? exm_article_get (before) : NULL;
  g_autoptr (ExmTask) task
      = before != NULL ? exm_store_get_task (store, fields->task_uid, NULL, error) : NULL;

  if (task == NULL)
    return FALSE;
  gboolean is_whole = fields->final_url != NULL
                      && exm_page_counter_names_all (fields->url, fields->final_url);
  g_autofree char *hash = fetch_page (store, exm_task_get (task),
                                      is_whole ? fields->final_url : fields->url, error);
  if (hash == NULL
      || !exm_reextract_take_page (store, id, hash, g_get_real_time (), error))
    return FALSE;
  if (fetch_missing (store, exm_task_get (task), id, error)
      && exm_reextract_again (store, engine, id, changed, error))
    return TRUE;
  ExmUndoEnd end;
  exm_reextract_undo (store, id, g_get_real_time (), &end, NULL);
  return FALSE;
}

ExmExit
exm_cli_articles_fetch_again (int argc, char **argv)
{
  g_autofree char *data = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = { EXM_CLI_DATA_ENTRY (&data), G_OPTION_ENTRY_NULL };
  GOptionContext *context = g_option_context_new (_ ("ARTICLE…"));

  g_option_context_set_summary (
      context, _ ("Fetches the pages of articles, called by their numbers, as they are "
                  "now, and extracts\n"
                  "them again. One whose page does not come stays as it is. "
                  "“extract-again --undo” takes\n"
                  "it back."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (!exm_cli_articles_check_numbers (argv + 1))
    return EXM_EXIT_USAGE;
  g_autoptr (GArray) ids = make_ids (argv + 1);
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  if (store == NULL)
    return EXM_EXIT_FAILED;
  gboolean good = extract_all (store, ids, fetch_article);
  exm_cli_data_wake (data);
  return good ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
