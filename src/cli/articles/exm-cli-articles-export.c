/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-articles.h"

#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "metadata/exm-rights.h"
#include "publish/exm-article-export.h"
#include "publish/exm-article-writer.h"
#include "publish/exm-name-template.h"
#include "resources/exm-held-pages.h"
#include "resources/exm-held-pictures.h"

#include <string.h>

/* Feeds on standard output, which has no place that tells them apart. */
#define STREAM_ID "urn:uuid:7b6e6a1c-58a5-8f1e-9a43-3d1f0c6f2b7e"

/* Options of the command. */
typedef struct
{
  char *data;          /* (owned) (nullable) */
  char *task;          /* (owned) (nullable) */
  char *state;         /* (owned) (nullable) */
  char *format_name;   /* (owned) (nullable) */
  char *output;        /* (owned) (nullable) */
  char *name_template; /* (owned) (nullable) */
  ExmOutputFormat format;
  gboolean pictures;
  gboolean include_reserved;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->data);
  g_free (self->task);
  g_free (self->state);
  g_free (self->format_name);
  g_free (self->output);
  g_free (self->name_template);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

typedef struct
{
  const Request *request;     /* (unowned) */
  ExmStoreReader *reader;     /* (unowned) */
  GPtrArray *tasks;           /* (owned) (element-type ExmTaskInfo) */
  ExmArticleExport *writer;   /* (owned) (nullable): %NULL for standard output */
  ExmResourceStore *pictures; /* (owned) (nullable) */
  ExmCliProgress progress;    /* on a terminal */
  guint n_done;
  guint n_unread;
  guint n_reserved; /* that were left out */
} Export;

static void
export_clear (Export *self)
{
  exm_cli_progress_end (&self->progress);
  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  g_clear_pointer (&self->writer, exm_article_export_free);
  g_clear_pointer (&self->pictures, exm_resource_store_close);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Export, export_clear)

static gboolean
parse (Request *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &self->format_name,
      N_ ("One of the formats below"), N_ ("FORMAT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      N_ ("Where to: a folder, or for formats of one file a file, or - (-)"),
      N_ ("PLACE") },
    { "name-template", 'N', 0, G_OPTION_ARG_STRING, &self->name_template,
      N_ ("Names of files in the folder ({date}/{title}.{ext})"), N_ ("TEMPLATE") },
    { "pictures", 0, 0, G_OPTION_ARG_NONE, &self->pictures,
      N_ ("With html and markdown: write the pictures that are kept into a folder beside "
          "each file; with epub and docx: into the file"),
      NULL },
    { "include-reserved", 0, 0, G_OPTION_ARG_NONE, &self->include_reserved,
      N_ ("Also articles whose publisher reserves text and data mining"), NULL },
    { "task", 't', 0, G_OPTION_ARG_FILENAME, &self->task, N_ ("Only those of this task"),
      N_ ("TASK") },
    { "state", 's', 0, G_OPTION_ARG_STRING, &self->state,
      N_ ("good, unsure, does-not-fit, empty, incomplete, or all (good)"), N_ ("STATE") },
    EXM_CLI_DATA_ENTRY (&self->data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (NULL);
  g_autofree char *formats = exm_format_list_help (EXM_N_FORMATS);
  g_autofree char *summary = NULL;

  summary = g_strjoin (
      "\n\n",
      _ ("Writes articles, those that were collected last first: into a folder, where "
         "an\n"
         "article that is exported again replaces its file, or into one file or stream.\n"
         "Articles that a person should look at first are left out, unless --state asks\n"
         "for them, and those whose publisher reserves text and data mining or says "
         "noai,\n"
         "unless --include-reserved does."),
      formats, NULL);
  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

static gboolean
is_stdout (const Request *self)
{
  return self->output == NULL || strcmp (self->output, "-") == 0;
}

/* Whether articles go into a folder: what is one, is called one, or must be one. */
static gboolean
is_folder (const Request *self)
{
  const char *output = self->output;

  if (output == NULL || strcmp (output, "-") == 0)
    return FALSE;
  return !exm_output_format_is_shared (self->format) || g_str_has_suffix (output, "/")
         || g_file_test (output, G_FILE_TEST_IS_DIR);
}

static ExmExit
refuse_format (const char *name)
{
  g_autofree char *ids = exm_format_list_ids (EXM_N_FORMATS);

  return exm_cli_refuse (_ ("There is no format “%s”; the formats are: %s"), name, ids);
}

static ExmExit
check (Request *self)
{
  gboolean all = g_strcmp0 (self->state, "all") == 0;
  g_autoptr (GError) error = NULL;

  if (self->format_name == NULL)
    return exm_cli_refuse (_ ("--format is missing"));
  if (!exm_format_from_id (self->format_name, &self->format))
    return refuse_format (self->format_name);
  if (is_stdout (self) && !exm_output_format_is_shared (self->format))
    return exm_cli_refuse (_ ("%s needs a folder: --output=FOLDER"), self->format_name);
  if (is_stdout (self)
      && (exm_format_get (self->format)->book != NULL
          || exm_format_get (self->format)->stored != NULL
          || exm_format_get (self->format)->archive != NULL))
    return exm_cli_refuse (_ ("%s needs a file: --output=FILE"), self->format_name);
  if (self->name_template != NULL
      && exm_format_get (self->format)->kind >= EXM_FORMAT_FEED)
    return exm_cli_refuse (_ ("--name-template is not for %s, which is one file"),
                           self->format_name);
  if (self->name_template != NULL && !is_folder (self))
    return exm_cli_refuse (_ ("--name-template needs a folder: --output=FOLDER/"));
  if (self->pictures && !exm_output_format_has_pictures (self->format))
    return exm_cli_refuse (_ ("--pictures needs --format=html, markdown, epub or docx"));
  if (self->name_template != NULL)
    {
      g_autoptr (ExmNameTemplate) template
          = exm_name_template_new (self->name_template, &error);
      if (template == NULL)
        return exm_cli_refuse ("%s", error->message);
    }
  if (!all && !exm_cli_articles_check_state (self->state))
    return EXM_EXIT_USAGE;
  if (all)
    g_clear_pointer (&self->state, g_free);
  else if (self->state == NULL)
    self->state = g_strdup (exm_article_state_get_name (EXM_ARTICLE_GOOD));
  return EXM_EXIT_OK;
}

static const char *
get_task_name (const Export *self, const char *uid)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (self->tasks, i);
      if (strcmp (info->uid, uid) == 0)
        return info->name;
    }
  return uid;
}

static gboolean
export_one (Export *self, const ExmArticle *article)
{
  const char *uid = exm_article_get (article)->task_uid;
  g_autoptr (GError) error = NULL;

  if (self->writer == NULL)
    {
      const char *separator = exm_format_get (self->request->format)->separator;
      g_autofree char *text = exm_article_write (article, self->request->format);
      return (self->n_done == 0 || separator == NULL || exm_cli_print (separator))
             && exm_cli_print (text);
    }
  return exm_cli_complain_unless (exm_article_export_add (self->writer, article,
                                                          get_task_name (self, uid), NULL,
                                                          &error),
                                  &error);
}

static gboolean
export_page (GPtrArray *infos, gpointer data)
{
  Export *self = data;

  for (guint i = 0; i < infos->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (infos, i);
      const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = info->id };
      g_autoptr (ExmArticle) article = exm_cli_data_read (self->reader, &query);
      /* One that is damaged was told of, and keeps nobody from the others. */
      if (article == NULL)
        {
          self->n_unread++;
          continue;
        }
      if (!self->request->include_reserved
          && exm_rights_is_reserved (exm_article_get (article)->metadata))
        {
          self->n_reserved++;
          continue;
        }
      if (!export_one (self, article))
        return FALSE;
      self->n_done++;
      exm_cli_progress_say (&self->progress,
                            ngettext ("%u article", "%u articles", self->n_done),
                            self->n_done);
    }
  return TRUE;
}

/* Articles of which nothing is kept have the addresses of their pictures. */
static void
add_pictures (Export *self)
{
  g_autofree char *folder = exm_cli_data_get_folder (self->request->data);

  self->pictures = exm_held_pictures_open (folder);
  if (self->pictures != NULL)
    {
      const ExmPictureSource source = exm_held_pictures_get_source (self->pictures);
      exm_article_export_set_pictures (self->writer, &source);
    }
}

/* Opens what is written to. */
static gboolean
start (Export *self)
{
  const Request *request = self->request;
  g_autoptr (GError) error = NULL;

  if (is_stdout (request))
    {
      const ExmFormatHead head = {
        .id = STREAM_ID,
        .title = "Exemplar",
        .updated_usec = g_get_real_time (),
      };
      g_autofree char *start = exm_article_write_start (request->format, &head);
      return exm_cli_print (start);
    }
  self->writer
      = is_folder (request)
            ? exm_article_export_new_folder (request->format, request->output,
                                             request->name_template, &error)
            : exm_article_export_new_file (request->format, request->output, &error);
  if (!exm_cli_complain_unless (self->writer != NULL, &error))
    return FALSE;
  const ExmPageSource pages = exm_held_pages_get_reader_source (self->reader);
  exm_article_export_set_pages (self->writer, &pages);
  if (request->pictures)
    add_pictures (self);
  return TRUE;
}

static gboolean
finish (Export *self)
{
  g_autoptr (GError) error = NULL;

  if (self->writer == NULL)
    {
      g_autofree char *end = exm_article_write_end (self->request->format);
      return exm_cli_print (end);
    }
  return exm_cli_complain_unless (exm_article_export_finish (self->writer, &error),
                                  &error);
}

/* Says how many articles were left out, behind what was written. */
static void
report_reserved (Export *self)
{
  exm_cli_progress_end (&self->progress);
  if (self->n_reserved > 0)
    exm_cli_complain (
        ngettext ("%u article was left out: its publisher reserves text and data mining "
                  "(--include-reserved writes it too)",
                  "%u articles were left out: their publishers reserve text and data "
                  "mining (--include-reserved writes them too)",
                  self->n_reserved),
        self->n_reserved);
}

ExmExit
exm_cli_articles_export (int argc, char **argv)
{
  const ExmStoreQuery tasks = { .kind = EXM_READ_TASKS };
  g_auto (Request) request = { 0 };
  g_auto (Export) export = { .request = &request };
  ExmExit exit_code;

  if (!parse (&request, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  exit_code = check (&request);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (request.data);
  if (reader == NULL)
    return EXM_EXIT_FAILED;
  export.reader = reader;
  export.tasks = exm_cli_data_read (reader, &tasks);
  const ExmArticleFilter filter = { .state = request.state };
  gboolean done = export.tasks != NULL && start (&export)
                  && exm_cli_articles_foreach (reader, request.task, &filter, 0,
                                               export_page, &export)
                  && finish (&export);
  report_reserved (&export);
  return done && export.n_unread == 0 ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
