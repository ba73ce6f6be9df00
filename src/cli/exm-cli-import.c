/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* `import`: pages of archives become articles of a task. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "archive/exm-page-input.h"
#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "cli/task/exm-cli-task.h"
#include "import/exm-import.h"

#include <gio/gio.h>
#include <string.h>

/* Options of the command. */
typedef struct
{
  char *data; /* (owned) (nullable) */
  char *task; /* (owned) (nullable) */
  gboolean publish;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->data);
  g_free (self->task);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Work of the command. */
typedef struct
{
  const Options *options; /* (unowned) */
  ExmStore *store;        /* (owned) */
  ExmEngine *engine;      /* (owned) */
  ExmCliProgress progress;
  guint n_outcomes[EXM_N_IMPORT_OUTCOMES];
  guint n_damaged;
} Work;

static void
work_clear (Work *self)
{
  exm_cli_progress_end (&self->progress);
  g_clear_object (&self->engine);
  g_clear_pointer (&self->store, exm_store_close);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

static gboolean
parse (Options *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "task", 't', 0, G_OPTION_ARG_FILENAME, &self->task,
      N_ ("The task that gets the articles; folders of tasks name their own"),
      N_ ("TASK") },
    { "publish", 0, 0, G_OPTION_ARG_NONE, &self->publish,
      N_ ("Give them to the task's outputs, too, as those of a first run"), NULL },
    EXM_CLI_DATA_ENTRY (&self->data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("FILE…|FOLDER…"));

  g_option_context_set_summary (
      context, _ ("Reads archives (WARC, also of gzip or zstd, and WACZ), MHTML, saved "
                  "pages of HTML\n"
                  "and folders of them: pages that the task's patterns take become its "
                  "articles as of\n"
                  "the time they were captured, each address once. A folder that holds a "
                  "task file is\n"
                  "what “task export --with-pages” wrote: its tasks, where they are not "
                  "there yet, and\n"
                  "their pages. What broke off is run again and does the rest."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

static void
complain (Work *self, const GError *error)
{
  exm_cli_progress_end (&self->progress);
  exm_cli_complain ("%s", error->message);
}

/* One page. @path: of the file that it is from. Returns: %FALSE if the store cannot be
 * used any more */
static gboolean
import_page (Work *self, ExmImport *import, const ExmCapture *capture, const char *path)
{
  ExmImportOutcome outcome = EXM_IMPORT_OTHER;
  g_autoptr (GError) error = NULL;

  if (exm_import_add (import, capture, &outcome, &error))
    {
      self->n_outcomes[outcome]++;
      exm_cli_progress_say (
          &self->progress,
          ngettext ("%u article", "%u articles", self->n_outcomes[EXM_IMPORT_STORED]),
          self->n_outcomes[EXM_IMPORT_STORED]);
      return TRUE;
    }
  self->n_damaged++;
  if (error->domain != EXM_STORE_ERROR)
    {
      g_autofree char *name = g_filename_display_name (path);
      g_prefix_error (&error, "%s: %s: ", name, capture->url);
    }
  complain (self, error);
  return error->domain != EXM_STORE_ERROR;
}

static gboolean
import_pages (Work *self, ExmImport *import, ExmPageInput *input)
{
  for (;;)
    {
      g_auto (ExmCapture) capture = { 0 };
      g_autoptr (GError) error = NULL;
      if (exm_page_input_next (input, &capture, &error))
        {
          if (!import_page (self, import, &capture, exm_page_input_get_file (input)))
            return FALSE;
        }
      else if (error == NULL)
        return TRUE;
      else
        {
          self->n_damaged++;
          complain (self, error);
        }
    }
}

/* One archive, page or folder of pages into task @uid. */
static gboolean
import_archive (Work *self, const char *path, const char *uid)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPageInput) input = exm_page_input_open (path, g_get_real_time (), &error);
  g_autoptr (ExmImport) import = input != NULL
                                     ? exm_import_new (self->store, self->engine, uid,
                                                       self->options->publish, &error)
                                     : NULL;

  if (!exm_cli_complain_unless (import != NULL, &error))
    return FALSE;
  gboolean good = import_pages (self, import, input);
  if (exm_page_input_get_n_records (input) == 0)
    {
      g_autofree char *name = g_filename_display_name (path);
      exm_cli_complain (_ ("%s holds no records"), name);
      good = FALSE;
    }
  return exm_cli_complain_unless (exm_import_finish (import, &error), &error) && good;
}

/* One task of a folder, with the pages that lie beside its file. */
static gboolean
import_task (Work *self, const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *name = g_strndup (file, strlen (file) - strlen (".task"));
  g_autofree char *pages = g_strconcat (folder, "/", name, EXM_CLI_TASK_PAGES, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *uid = exm_cli_task_bring (self->store, path, &error);

  if (!exm_cli_complain_unless (uid != NULL, &error))
    return FALSE;
  return !g_file_test (pages, G_FILE_TEST_EXISTS) || import_archive (self, pages, uid);
}

/* A folder of tasks, or of pages for task @uid. */
static gboolean
import_folder (Work *self, const char *folder, const char *uid)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  gboolean good = TRUE;

  if (!exm_cli_complain_unless (dir != NULL, &error))
    return FALSE;
  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    if (g_str_has_suffix (name, ".task"))
      g_ptr_array_add (files, g_strdup (name));
  if (files->len == 0 && uid != NULL)
    return import_archive (self, folder, uid);
  if (files->len == 0)
    {
      g_autofree char *shown = g_filename_display_name (folder);
      exm_cli_complain (
          _ ("There is no task file in %s; if it holds pages, --task says which "
             "task gets them"),
          shown);
      return FALSE;
    }
  for (guint i = 0; i < files->len; i++)
    good = import_task (self, folder, g_ptr_array_index (files, i)) && good;
  return good;
}

static gboolean
report (Work *self)
{
  exm_cli_progress_end (&self->progress);
  g_autofree char *line = g_strdup_printf (
      /* translators: five numbers of pages */
      _ ("%u imported, %u there already, %u of other addresses, %u whose page is not in "
         "the archive, %u damaged\n"),
      self->n_outcomes[EXM_IMPORT_STORED], self->n_outcomes[EXM_IMPORT_KNOWN],
      self->n_outcomes[EXM_IMPORT_OTHER], self->n_outcomes[EXM_IMPORT_MISSING],
      self->n_damaged);
  return exm_cli_print (line);
}

ExmExit
exm_cli_import (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  g_auto (Work) work = { .options = &options };
  g_autofree char *uid = NULL;
  gboolean good = TRUE;
  ExmExit exit_code;

  if (!parse (&options, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A file is missing"));
  for (int i = 1; i < argc; i++)
    if (options.task == NULL && !g_file_test (argv[i], G_FILE_TEST_IS_DIR))
      return exm_cli_refuse (_ ("--task is missing: archives do not name one"));
  work.store = exm_cli_data_open (options.data);
  if (work.store == NULL)
    return EXM_EXIT_FAILED;
  if (options.task != NULL)
    {
      uid = exm_cli_data_find_task (work.store, options.task);
      if (uid == NULL)
        return EXM_EXIT_FAILED;
    }
  work.engine = exm_engine_new ();
  for (int i = 1; i < argc; i++)
    good = (g_file_test (argv[i], G_FILE_TEST_IS_DIR)
                ? import_folder (&work, argv[i], uid)
                : import_archive (&work, argv[i], uid))
           && good;
  good = report (&work) && good && work.n_damaged == 0;
  exm_cli_data_wake (options.data);
  return good ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
