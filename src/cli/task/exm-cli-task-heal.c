/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* `task heal`: after a redesign of its site, a task gets one of the pages that do not fit
 * as a further example. First it is shown with its proof: what the stored articles would
 * be under it. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "cli/base/exm-cli-table.h"
#include "worker/exm-redesign.h"
#include "worker/exm-reextract.h"

#include <string.h>

/* The newest articles that are tried: of those that do not fit, and of those that do. */
#define MAX_MISFITS 50u
#define MAX_FITTING 12u

/* The command line, as it was read. */
typedef struct
{
  char *data; /* (owned) (nullable) */
  gint64 article;
  gboolean accept;
  gboolean sisters;
  gboolean as_json;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->data);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* An article under the proposed example. */
typedef struct
{
  ExmArticleInfo *info;   /* (owned): as it is */
  ExmArticleFields after; /* (owned): as it would be, if it could be extracted */
  gboolean tried;
  gboolean same; /* its text would stay */
} Trial;

static void
trial_free (gpointer data)
{
  Trial *trial = data;

  exm_article_info_unref (trial->info);
  exm_article_fields_clear (&trial->after);
  g_free (trial);
}

typedef struct
{
  ExmStore *store;    /* (owned) */
  ExmEngine *engine;  /* (owned) */
  ExmTask *task;      /* (owned) */
  GPtrArray *pages;   /* (owned) (element-type ExmRedesignPage): the best first */
  guint proposed;     /* which of them */
  GPtrArray *misfits; /* (owned) (element-type Trial) */
  GPtrArray *fitting; /* (owned) (element-type Trial) */
} Healing;

static void
healing_clear (Healing *self)
{
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_object (&self->engine);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->pages, g_ptr_array_unref);
  g_clear_pointer (&self->misfits, g_ptr_array_unref);
  g_clear_pointer (&self->fitting, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Healing, healing_clear)

static const ExmRedesignPage *
get_page (const Healing *self)
{
  return g_ptr_array_index (self->pages, self->proposed);
}

static const char *
get_uid (const Healing *self)
{
  return exm_task_get (self->task)->uid;
}

/* Reading */

static gboolean
has_misfits (const Healing *self)
{
  const ExmArticleFilter filter
      = { .task_uid = get_uid (self),
          .state = exm_article_state_get_name (EXM_ARTICLE_DOES_NOT_FIT),
          .limit = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) infos = exm_store_list_articles (self->store, &filter, &error);

  if (!exm_cli_complain_unless (infos != NULL, &error))
    return FALSE;
  if (infos->len == 0)
    /* translators: the name of a task */
    exm_cli_complain (_ ("Nothing of “%s” is to be healed: no article fails to fit its "
                         "examples"),
                      exm_task_get (self->task)->name);
  return infos->len > 0;
}

/* @article: that of the page, 0 for the best */
static gboolean
choose (Healing *self, gint64 article)
{
  for (guint i = 0; article != 0 && i < self->pages->len; i++)
    if (((const ExmRedesignPage *) self->pages->pdata[i])->article == article)
      {
        self->proposed = i;
        return TRUE;
      }
  if (article == 0)
    return TRUE;
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, article);
  /* translators: a number */
  exm_cli_complain (_ ("The page of article %s is none of the newest that do not fit"),
                    number);
  return FALSE;
}

static gboolean
read_pages (Healing *self, const Options *options, const char *called)
{
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (options->data);
  g_autofree char *uid
      = reader != NULL ? exm_cli_data_find_task_to_read (reader, called) : NULL;
  g_autoptr (GError) error = NULL;

  if (uid == NULL)
    return FALSE;
  self->store = exm_cli_data_open (options->data);
  if (self->store == NULL)
    return FALSE;
  self->task = exm_store_get_task (self->store, uid, NULL, &error);
  if (!exm_cli_complain_unless (self->task != NULL, &error) || !has_misfits (self))
    return FALSE;
  self->engine = exm_engine_new ();
  self->pages = exm_redesign_rank (reader, self->engine, uid, NULL, &error);
  return exm_cli_complain_unless (self->pages != NULL, &error)
         && choose (self, options->article);
}

/* Articles under the proposed example */

/* Whether the text would stay; not of an article that cannot be read. */
static gboolean
keeps_text (const Healing *self, const Trial *trial)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) before
      = exm_store_get_article (self->store, trial->info->id, &error);

  return exm_cli_complain_unless (before != NULL, &error)
         && g_strcmp0 (exm_article_get (before)->text, trial->after.text) == 0;
}

/* Returns: (transfer full): the same one, as it would be under @task */
static Trial *
try_article (const Healing *self, ExmTask *task, ExmArticleInfo *info)
{
  Trial *trial = g_new0 (Trial, 1);

  trial->info = exm_article_info_ref (info);
  trial->tried = exm_reextract_try (self->store, self->engine, info->id, task,
                                    &trial->after, NULL);
  trial->same = trial->tried && keeps_text (self, trial);
  return trial;
}

/* Returns: (transfer full) (nullable) (element-type Trial): %NULL after a complaint */
static GPtrArray *
try_articles (const Healing *self, ExmArticleState state, guint limit)
{
  const ExmArticleFilter filter = { .task_uid = get_uid (self),
                                    .state = exm_article_state_get_name (state),
                                    .limit = limit };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) infos = exm_store_list_articles (self->store, &filter, &error);
  g_autoptr (ExmTask) task = exm_redesign_add_to (self->task, get_page (self));
  GPtrArray *trials = g_ptr_array_new_with_free_func (trial_free);
  ExmCliProgress progress = { 0 };

  for (guint i = 0; infos != NULL && i < infos->len; i++)
    {
      exm_cli_progress_say (&progress, _ ("%u of %u articles"), i, infos->len);
      g_ptr_array_add (trials, try_article (self, task, infos->pdata[i]));
    }
  exm_cli_progress_end (&progress);
  if (!exm_cli_complain_unless (infos != NULL, &error))
    g_clear_pointer (&trials, g_ptr_array_unref);
  return trials;
}

static guint
count_good (const GPtrArray *trials)
{
  guint n = 0;

  for (guint i = 0; i < trials->len; i++)
    {
      const Trial *trial = g_ptr_array_index (trials, i);
      n += trial->tried && trial->after.state == EXM_ARTICLE_GOOD;
    }
  return n;
}

static guint
count_same (const GPtrArray *trials)
{
  guint n = 0;

  for (guint i = 0; i < trials->len; i++)
    n += ((const Trial *) trials->pdata[i])->same;
  return n;
}

static guint
count_chars (const Trial *trial)
{
  return trial->after.text != NULL ? (guint) g_utf8_strlen (trial->after.text, -1) : 0;
}

/* Words */

/* Why this page */
static void
append_reasons (GString *out, const Healing *self)
{
  const ExmRedesignPage *page = get_page (self);
  guint n_others = self->pages->len - 1;
  const char *lack = exm_redesign_describe_lack (page->lack);

  if (lack != NULL && n_others > 0)
    {
      g_string_append_printf (
          out,
          /* translators: %s is what is wrong with the page */
          self->proposed == 0 ? _ ("None of these pages is a good example; this one is "
                                   "the best of them, but %s.")
                              /* translators: %s is what is wrong with the page */
                              : _ ("This page is no good example: %s."),
          lack);
      g_string_append_c (out, '\n');
    }
  if (n_others == 0)
    g_string_append_printf (out, "%s\n",
                            _ ("This is the only page so far that does not fit."));
  else
    g_string_append_printf (
        out,
        /* translators: how many pages look like this one, of how many */
        ngettext ("It looks like %1$u of the %2$u other page that does not fit.\n",
                  "It looks like %1$u of the %2$u other pages that do not fit.\n",
                  n_others),
        page->n_like, n_others);
}

/* Returns: (transfer full): "good 98%, 1234" */
static char *
describe_article (const char *state, double confidence, guint n_chars)
{
  /* translators: the state of an article in a word, how sure it is, and how many
   * characters its body has */
  return g_strdup_printf (_ ("%1$s, %2$u%%, %3$u characters"),
                          exm_cli_data_describe_state (state),
                          exm_confidence_get_percent (confidence), n_chars);
}

static gboolean
print_trials (const GPtrArray *trials)
{
  const char *const titles[]
      /* translators: what articles are, and what they would be with another example */
      = { _ ("Article"), _ ("Is"), _ ("Would be"), _ ("Title"), NULL };
  g_auto (ExmCliTable) table = { 0 };

  exm_cli_table_init (&table, titles);
  for (guint i = 0; i < trials->len; i++)
    {
      const Trial *trial = g_ptr_array_index (trials, i);
      const ExmArticleInfo *info = trial->info;
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, info->id);
      g_autofree char *is
          = describe_article (info->state, info->confidence, info->n_chars);
      g_autofree char *would
          = trial->tried
                ? describe_article (exm_article_state_get_name (trial->after.state),
                                    trial->after.confidence, count_chars (trial))
                : g_strdup (_ ("its page is not stored"));
      exm_cli_table_add (&table, number, is, would, info->title);
    }
  return exm_cli_table_print (&table);
}

static gboolean
print_proof (const Healing *self)
{
  const ExmRedesignPage *page = get_page (self);
  g_autoptr (GString) head = g_string_new (NULL), foot = g_string_new (NULL);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, page->article);
  guint n = self->misfits->len;

  /* translators: the number of an article, and the address of its page */
  g_string_append_printf (head, _ ("Proposed example: article %1$s, %2$s\n"), number,
                          page->url);
  append_reasons (head, self);
  g_string_append_printf (
      foot,
      /* translators: two numbers */
      ngettext ("%1$u of %2$u article that does not fit would be good\n",
                "%1$u of %2$u articles that do not fit would be good\n", n),
      count_good (self->misfits), n);
  if (self->fitting->len > 0)
    g_string_append_printf (foot,
                            /* translators: two numbers */
                            ngettext ("%1$u of the newest %2$u article that fits keeps "
                                      "its body\n",
                                      "%1$u of the newest %2$u articles that fit keep "
                                      "their body\n",
                                      self->fitting->len),
                            count_same (self->fitting), self->fitting->len);
  return exm_cli_print (head->str) && print_trials (self->misfits)
         && exm_cli_print (foot->str);
}

/* JSON */

static void
append_trial (ExmCliJson *json, const Trial *trial)
{
  const ExmArticleInfo *info = trial->info;

  exm_cli_json_open (json, NULL, '{');
  exm_cli_json_integer (json, "id", info->id);
  exm_cli_json_string (json, "title", info->title);
  exm_cli_json_string (json, "url", info->url);
  exm_cli_json_string (json, "state", info->state);
  exm_cli_json_number (json, "confidence", info->confidence);
  exm_cli_json_integer (json, "characters", info->n_chars);
  exm_cli_json_string (json, "state_then",
                       trial->tried ? exm_article_state_get_name (trial->after.state)
                                    : NULL);
  if (trial->tried)
    {
      exm_cli_json_number (json, "confidence_then", trial->after.confidence);
      exm_cli_json_integer (json, "characters_then", count_chars (trial));
    }
  exm_cli_json_close (json, '}');
}

static void
append_page (ExmCliJson *json, const ExmRedesignPage *page)
{
  static const char *const lacks[] = {
    [EXM_EXAMPLE_ALONE] = "alone", [EXM_EXAMPLE_RARE] = "rare",
    [EXM_EXAMPLE_EMPTY] = "empty", [EXM_EXAMPLE_UNSURE] = "unsure",
    [EXM_EXAMPLE_SHORT] = "short", [EXM_EXAMPLE_LONG] = "long",
    [EXM_EXAMPLE_WEAK] = "weak",
  };

  exm_cli_json_integer (json, "article", page->article);
  exm_cli_json_string (json, "url", page->url);
  exm_cli_json_integer (json, "like", page->n_like);
  exm_cli_json_string (json, "lack",
                       page->lack != EXM_EXAMPLE_TEACHES ? lacks[page->lack] : NULL);
}

/* Returns: (transfer full): an object that is still open */
static ExmCliJson
begin_json (const Healing *self)
{
  ExmCliJson json = { .out = g_string_new (NULL) };

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "uid", get_uid (self));
  exm_cli_json_string (&json, "name", exm_task_get (self->task)->name);
  append_page (&json, get_page (self));
  exm_cli_json_open (&json, "others", '[');
  for (guint i = 0; i < self->pages->len; i++)
    if (i != self->proposed)
      {
        exm_cli_json_open (&json, NULL, '{');
        append_page (&json, g_ptr_array_index (self->pages, i));
        exm_cli_json_close (&json, '}');
      }
  exm_cli_json_close (&json, ']');
  return json;
}

/* @json: (transfer full) */
static gboolean
end_json (ExmCliJson *json)
{
  exm_cli_json_close (json, '}');
  g_string_append_c (json->out, '\n');
  g_autofree char *text = g_string_free (json->out, FALSE);
  return exm_cli_print (text);
}

/* Deeds of the command */

static gboolean
show (Healing *self, gboolean as_json)
{
  self->misfits = try_articles (self, EXM_ARTICLE_DOES_NOT_FIT, MAX_MISFITS);
  self->fitting
      = self->misfits != NULL ? try_articles (self, EXM_ARTICLE_GOOD, MAX_FITTING) : NULL;
  if (self->fitting == NULL)
    return FALSE;
  if (!as_json)
    return print_proof (self);
  ExmCliJson json = begin_json (self);
  exm_cli_json_open (&json, "articles", '[');
  for (guint i = 0; i < self->misfits->len; i++)
    append_trial (&json, g_ptr_array_index (self->misfits, i));
  exm_cli_json_close (&json, ']');
  exm_cli_json_integer (&json, "good_then", count_good (self->misfits));
  exm_cli_json_integer (&json, "fitting", self->fitting->len);
  exm_cli_json_integer (&json, "fitting_kept", count_same (self->fitting));
  return end_json (&json);
}

/* Gives the example to the tasks that had one in common with this one, and counts those
 * that took it. */
static gboolean
accept_for_sisters (const Healing *self,
                    const GPtrArray *sisters,
                    guint *n_tasks,
                    guint *n_articles)
{
  gboolean good = TRUE;

  for (guint i = 0; i < sisters->len; i++)
    {
      g_autoptr (GError) error = NULL;
      guint n;
      gboolean done = exm_redesign_mend (self->store, self->engine, sisters->pdata[i],
                                         get_page (self), &n, NULL, &error);
      good = exm_cli_complain_unless (done, &error) && good;
      *n_tasks += done;
      *n_articles += done ? n : 0;
    }
  return good;
}

static void
append_accepted (GString *out, guint n, guint n_sisters, guint n_healed, guint n_theirs)
{
  g_string_append_printf (out,
                          ngettext ("Example added, %u article extracted anew\n",
                                    "Example added, %u articles extracted anew\n", n),
                          n);
  if (n_healed > 0)
    g_string_append_printf (
        out,
        /* translators: two numbers: of tasks, and of articles in all of them */
        ngettext ("Example added to %u more task, articles extracted anew: %u\n",
                  "Example added to %u more tasks, articles extracted anew: %u\n",
                  n_healed),
        n_healed, n_theirs);
  else if (n_sisters > 0)
    g_string_append_printf (
        out,
        ngettext ("%u other task has the same example; --sisters gives it to that, too\n",
                  "%u other tasks have the same example; --sisters gives it to them, "
                  "too\n",
                  n_sisters),
        n_sisters);
}

static gboolean
accept (const Healing *self, const Options *options)
{
  g_autoptr (GPtrArray) sisters = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0, n_healed = 0, n_theirs = 0;

  if (!exm_cli_complain_unless (exm_redesign_mend (self->store, self->engine,
                                                   get_uid (self), get_page (self), &n,
                                                   &sisters, &error),
                                &error))
    return FALSE;
  gboolean good
      = !options->sisters || accept_for_sisters (self, sisters, &n_healed, &n_theirs);
  exm_cli_data_wake (options->data);
  if (!options->as_json)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      append_accepted (out, n, sisters->len, n_healed, n_theirs);
      return exm_cli_print (out->str) && good;
    }
  ExmCliJson json = begin_json (self);
  exm_cli_json_integer (&json, "extracted", n);
  exm_cli_json_integer (&json, "sisters", sisters->len);
  exm_cli_json_integer (&json, "sisters_healed", n_healed);
  return end_json (&json) && good;
}

ExmExit
exm_cli_task_heal (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  g_auto (Healing) healing = { 0 };
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "accept", 'a', 0, G_OPTION_ARG_NONE, &options.accept,
      N_ ("Add the proposed example and extract what does not fit again"), NULL },
    { "article", 'n', 0, G_OPTION_ARG_INT64, &options.article,
      N_ ("Propose the page of this article"), N_ ("NUMBER") },
    { "sisters", 0, 0, G_OPTION_ARG_NONE, &options.sisters,
      N_ ("Also for the tasks that have an example in common with this one"), NULL },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options.as_json, N_ ("As one JSON object"),
      NULL },
    EXM_CLI_DATA_ENTRY (&options.data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK"));

  g_option_context_set_summary (
      context,
      _ ("After a redesign of its site: proposes one of the pages that do not fit as a "
         "further\n"
         "example of the task, says why, and what stored articles would be with it. "
         "Nothing is\n"
         "changed without --accept. “articles extract-again --undo” and “task edit” take "
         "it back."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One task is needed"));
  if (options.sisters && !options.accept)
    return exm_cli_refuse (_ ("--sisters needs --accept"));
  return read_pages (&healing, &options, argv[1])
                 && (options.accept ? accept (&healing, &options)
                                    : show (&healing, options.as_json))
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}
