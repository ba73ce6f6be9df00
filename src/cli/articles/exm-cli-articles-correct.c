/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The command `articles correct`: what a person says of the lines of an article's page.
 */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-articles.h"

#include "cli/base/exm-cli-output.h"
#include "page/exm-page-reader.h"
#include "store/exm-store-approve.h"
#include "worker/exm-reextract.h"

#include <string.h>

/* Options of the command. */
typedef struct
{
  char *data;   /* (owned) (nullable) */
  GStrv bodies; /* (owned) (nullable): numbers of lines */
  GStrv noises; /* (owned) (nullable): numbers of lines */
  char *first;  /* (owned) (nullable): number of a line */
  char *last;   /* (owned) (nullable): number of a line */
  gboolean lines;
  gboolean right;
  gboolean clear;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->data);
  g_strfreev (self->bodies);
  g_strfreev (self->noises);
  g_free (self->first);
  g_free (self->last);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static ExmPageText *
read_page (ExmStore *store, const ExmArticleFields *fields, GError **error)
{
  const char *hash = fields->page_hash;

  if (hash == NULL)
    {
      g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                   _ ("The page of %s is not stored: see articles fetch-again"),
                   fields->url);
      return NULL;
    }
  g_autoptr (ExmStoredPage) meta = exm_store_get_page_meta (store, hash, error);
  g_autoptr (GBytes) bytes
      = meta != NULL ? exm_store_get_page (store, hash, error) : NULL;
  const ExmPageHints hints = {
    .url = fields->final_url,
    .http_charset = meta != NULL ? meta->charset : NULL,
  };
  return bytes != NULL ? exm_page_read (bytes, &hints, error) : NULL;
}

/* Returns: (transfer full) (nullable): labels of the page so far */
static GArray *
read_labels (ExmStore *store, const ExmArticleFields *fields, GError **error)
{
  g_autoptr (GPtrArray) stored = exm_store_list_labels (store, fields->task_uid, error);
  g_autoptr (GArray) labels = NULL;
  ExmBias *bias = NULL;

  if (stored == NULL)
    return NULL;
  exm_stored_labels_split (stored, fields->url_key, &labels, &bias);
  g_clear_pointer (&bias, exm_bias_unref);
  return g_steal_pointer (&labels);
}

static const char *
describe_label (const GArray *labels, const ExmPageText *page, guint line)
{
  for (guint i = 0; i < labels->len; i++)
    {
      const ExmLabel *label = &g_array_index (labels, ExmLabel, i);
      if (exm_label_find (label, page) == line)
        return exm_label_kind_get_name (label->kind);
    }
  return "";
}

/* Whether the body has the line. */
static gboolean
is_kept (const char *text, const char *line)
{
  return *line != '\0' && text != NULL && strstr (text, line) != NULL;
}

static gboolean
print_lines (const ExmArticleFields *fields,
             const ExmPageText *page,
             const GArray *labels)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint n = 0;

  exm_page_text_get_lines (page, &n);
  for (guint i = 0; i < n; i++)
    {
      const char *line = exm_page_text_get_line (page, i);
      g_string_append_printf (out, "%u\t%s\t%s\t%s\n", i + 1,
                              is_kept (fields->text, line) ? "+" : "-",
                              describe_label (labels, page, i), line);
    }
  return exm_cli_print (out->str);
}

/* Whatever was said of the line before ends. @kind: it is that now */
static gboolean
say (GArray *labels, const ExmPageText *page, const char *number, ExmLabelKind kind)
{
  guint64 line = 0;
  guint n = 0;

  exm_page_text_get_lines (page, &n);
  if (!g_ascii_string_to_unsigned (number, 10, 1, n, &line, NULL))
    {
      exm_cli_complain (_ ("“%s” is no line of the page, which has %u"), number, n);
      return FALSE;
    }
  ExmLabel label = exm_label_make (page, (guint) line - 1, kind);
  for (guint i = labels->len; i > 0; i--)
    {
      const ExmLabel *old = &g_array_index (labels, ExmLabel, i - 1);
      gboolean is_end = kind == EXM_LABEL_START || kind == EXM_LABEL_END;
      if (is_end ? old->kind == kind : exm_label_find (old, page) == line - 1)
        g_array_remove_index (labels, i - 1);
    }
  g_array_append_val (labels, label);
  return TRUE;
}

static gboolean
say_all (GArray *labels, const ExmPageText *page, GStrv numbers, ExmLabelKind kind)
{
  for (guint i = 0; numbers != NULL && numbers[i] != NULL; i++)
    if (!say (labels, page, numbers[i], kind))
      return FALSE;
  return TRUE;
}

static gboolean
change_labels (const Options *options, GArray *labels, const ExmPageText *page)
{
  if (options->clear)
    g_array_set_size (labels, 0);
  return say_all (labels, page, options->bodies, EXM_LABEL_BODY)
         && say_all (labels, page, options->noises, EXM_LABEL_NOISE)
         && (options->first == NULL
             || say (labels, page, options->first, EXM_LABEL_START))
         && (options->last == NULL || say (labels, page, options->last, EXM_LABEL_END));
}

static gboolean
says_of_lines (const Options *options)
{
  return options->bodies != NULL || options->noises != NULL || options->first != NULL
         || options->last != NULL || options->clear;
}

/* Stores what is said, and extracts the article by it. */
static gboolean
store_labels (ExmStore *store, const ExmArticleFields *fields, const GArray *labels)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GError) error = NULL;
  gboolean changed = FALSE;

  if (!exm_cli_complain_unless (
          exm_store_put_labels (store, fields->task_uid, fields->url_key,
                                fields->page_hash, labels, g_get_real_time (), NULL,
                                &error)
              && exm_reextract_now (store, engine, fields->id, &changed, &error),
          &error))
    return FALSE;
  return exm_cli_print (changed ? _ ("The article has another body now\n")
                                : _ ("The body of the article stays as it was\n"));
}

static gboolean
correct (const Options *options, ExmStore *store, gint64 id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article = exm_store_get_article (store, id, &error);
  const ExmArticleFields *fields = article != NULL ? exm_article_get (article) : NULL;

  if (fields != NULL && options->right)
    return exm_cli_complain_unless (
        exm_store_call_right (store, id, g_get_real_time (), &error), &error);
  g_autoptr (ExmPageText) page
      = fields != NULL ? read_page (store, fields, &error) : NULL;
  g_autoptr (GArray) labels = page != NULL ? read_labels (store, fields, &error) : NULL;
  if (!exm_cli_complain_unless (labels != NULL, &error))
    return FALSE;
  if (options->lines)
    return print_lines (fields, page, labels);
  return change_labels (options, labels, page) && store_labels (store, fields, labels);
}

static gboolean
parse (Options *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "lines", 'l', 0, G_OPTION_ARG_NONE, &self->lines,
      N_ ("List the lines of its page: number, + for body, what was said of it, text"),
      NULL },
    { "body", 'b', 0, G_OPTION_ARG_STRING_ARRAY, &self->bodies,
      N_ ("This line is body; may be given several times"), N_ ("LINE") },
    { "noise", 'n', 0, G_OPTION_ARG_STRING_ARRAY, &self->noises,
      N_ ("This line is none; may be given several times"), N_ ("LINE") },
    { "first", 0, 0, G_OPTION_ARG_STRING, &self->first, N_ ("The body starts there"),
      N_ ("LINE") },
    { "last", 0, 0, G_OPTION_ARG_STRING, &self->last, N_ ("The body ends there"),
      N_ ("LINE") },
    { "clear", 0, 0, G_OPTION_ARG_NONE, &self->clear,
      N_ ("Take back what was said of the page before"), NULL },
    { "right", 0, 0, G_OPTION_ARG_NONE, &self->right, N_ ("The body is right as it is"),
      NULL },
    EXM_CLI_DATA_ENTRY (&self->data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("ARTICLE"));

  g_option_context_set_summary (context, _ ("Corrects an article, called by its number: "
                                            "says of lines of its page, called by "
                                            "the\n"
                                            "numbers that --lines shows, that they are "
                                            "body or not, or where the body starts "
                                            "and ends.\n"
                                            "The article is extracted by that at once, "
                                            "and others of its task learn from it."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

ExmExit
exm_cli_articles_correct (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  ExmExit exit_code;

  if (!parse (&options, &argc, &argv, &exit_code))
    return exit_code;
  if (!exm_cli_articles_check_numbers (argv + 1))
    return EXM_EXIT_USAGE;
  if (argc > 2)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[2]);
  if (options.lines + options.right + says_of_lines (&options) != 1)
    return exm_cli_refuse (_ ("Either --lines, --right, or what lines are is needed"));
  g_autoptr (ExmStore) store = exm_cli_data_open (options.data);
  if (store == NULL || !correct (&options, store, g_ascii_strtoll (argv[1], NULL, 10)))
    return EXM_EXIT_FAILED;
  if (!options.lines)
    exm_cli_data_wake (options.data);
  return EXM_EXIT_OK;
}
