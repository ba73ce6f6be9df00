/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "base/exm-limits.h"
#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-page.h"
#include "cli/task/exm-cli-task-trash.h"
#include "publish/exm-article-export.h"
#include "publish/exm-file-name.h"
#include "resources/exm-held-pages.h"
#include "task/exm-output-format.h"
#include "task/exm-task-file.h"

#include <glib/gstdio.h>
#include <string.h>

/* Bytes of the name of an exported file, without its ending. */
#define MAX_NAME_BYTES 120u

#define SHORT_UID 8u

ExmTask *
exm_cli_task_read_file (const char *path, gboolean imported, GError **error)
{
  g_autoptr (ExmCliPage) file = exm_cli_page_load (path, error);
  g_autoptr (GPtrArray) notes = NULL;
  gsize size = 0;

  if (file == NULL)
    return NULL;
  const char *text = g_bytes_get_data (file->bytes, &size);
  ExmTask *task
      = exm_task_file_read (text != NULL ? text : "", size, imported, &notes, error);
  if (task == NULL)
    g_prefix_error (error, "%s: ", file->name);
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    g_printerr ("%s: %s\n", file->name, (const char *) g_ptr_array_index (notes, i));
  return task;
}

/* The bytes of an example that lies beside a task file. */
static GBytes *
load_beside (const char *task_path, const ExmTaskExample *example, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (task_path);
  g_autofree char *path = g_build_filename (folder, example->file, NULL);
  g_autofree char *name = g_filename_display_name (path);

  if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    {
      g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
                   _ ("%s: a symbolic link is not taken for an example"), name);
      return NULL;
    }
  g_autoptr (GBytes) bytes = exm_cli_page_load_file (path, EXM_MAX_PAGE_BYTES, error);
  if (bytes == NULL)
    return NULL;
  g_autofree char *hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  if (example->page_hash != NULL && strcmp (hash, example->page_hash) != 0)
    {
      g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
                   _ ("%s: not the page whose “page-hash” the task names; without that "
                      "line the new page is taken"),
                   name);
      return NULL;
    }
  return g_steal_pointer (&bytes);
}

static gboolean
adopt_example (ExmStore *store, ExmTaskExample *example, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (example->file == NULL && example->page_hash == NULL)
    {
      g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
                   _ ("The example %s names neither “file” nor “page-hash”: its page is "
                      "not known"),
                   example->url);
      return FALSE;
    }
  if (example->file == NULL)
    {
      bytes = exm_store_get_page (store, example->page_hash, error);
      if (bytes == NULL)
        /* translators: %s is an address; why there is no page follows */
        g_prefix_error (error, _ ("The page of the example %s is not there: "),
                        example->url);
      return bytes != NULL;
    }
  ExmStoredPage page = {
    .url = example->url,
    .final_url = example->url,
    .charset = example->http_charset,
    .fetched_usec = g_get_real_time (),
  };
  bytes = load_beside (path, example, error);
  if (bytes == NULL)
    return FALSE;
  g_clear_pointer (&example->page_hash, g_free);
  g_clear_pointer (&example->file, g_free);
  return exm_store_put_page (store, bytes, &page, &example->page_hash, error);
}

ExmTask *
exm_cli_task_adopt_examples (ExmStore *store,
                             const ExmTask *task,
                             const char *path,
                             GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };

  if (!exm_cli_task_check (task, error))
    return NULL;
  exm_task_fields_copy (task, &fields);
  for (guint i = 0; i < fields.examples->len; i++)
    if (!adopt_example (store, &g_array_index (fields.examples, ExmTaskExample, i), path,
                        error))
      return NULL;
  return exm_task_new (&fields);
}

static gboolean
import_file (ExmStore *store, const char *path, gboolean replace, GError **error)
{
  gint64 now = g_get_real_time ();
  gboolean restored = FALSE;
  g_autoptr (GError) missing = NULL;
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (ExmTask) read = exm_cli_task_read_file (path, TRUE, error);

  if (read == NULL)
    return FALSE;
  const char *uid = exm_task_get (read)->uid;
  g_autoptr (ExmTask) old = exm_store_get_task (store, uid, NULL, &missing);
  if (old != NULL && !replace)
    {
      g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT,
                   _ ("%s: this task is there already as “%s”; --replace puts the file "
                      "in its place"),
                   name, exm_task_get (old)->name);
      return FALSE;
    }
  g_autoptr (ExmTask) task = exm_cli_task_adopt_examples (store, read, path, error);
  if (task == NULL)
    {
      if (error != NULL && strstr ((*error)->message, name) == NULL)
        g_prefix_error (error, "%s: ", name);
      return FALSE;
    }
  if (!exm_cli_task_leave_trash (store, uid, &restored, error)
      || !(old != NULL || restored ? exm_store_update_task (store, task, now, NULL, error)
                                   : exm_store_add_task (store, task, now, error)))
    return FALSE;
  if (restored)
    g_printerr (_ ("%s: the task was in the Trash, and is restored with its articles\n"),
                name);
  g_autofree char *text
      /* translators: the name of a task, its identity */
      = g_strdup_printf (_ ("Imported “%s” (%s): paused, its outputs are off\n"),
                         exm_task_get (task)->name, uid);
  exm_cli_print (text);
  return exm_cli_data_plan (store, task, 0);
}

char *
exm_cli_task_bring (ExmStore *store, const char *path, GError **error)
{
  g_autoptr (GError) missing = NULL;
  g_autoptr (ExmTask) read = exm_cli_task_read_file (path, TRUE, error);
  g_autoptr (ExmTask) old
      = read != NULL
            ? exm_store_get_task (store, exm_task_get (read)->uid, NULL, &missing)
            : NULL;

  if (read == NULL || (old == NULL && !import_file (store, path, FALSE, error)))
    return NULL;
  return g_strdup (exm_task_get (read)->uid);
}

ExmExit
exm_cli_task_import (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean replace = FALSE;
  ExmExit exit_code = EXM_EXIT_OK;
  const GOptionEntry entries[] = {
    { "replace", 'r', 0, G_OPTION_ARG_NONE, &replace,
      N_ ("Also change tasks that are there already"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("FILE…"));

  g_option_context_set_summary (
      context, _ ("Reads task files (see exemplar-task(5)) with their examples, which "
                  "lie beside them.\n"
                  "Imported tasks are paused and their outputs off, until somebody has "
                  "looked at them."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A file is missing"));
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  if (store == NULL)
    return EXM_EXIT_FAILED;
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GError) error = NULL;
      if (import_file (store, argv[i], replace, &error))
        continue;
      if (error != NULL)
        exm_cli_complain ("%s", error->message);
      exit_code = EXM_EXIT_FAILED;
    }
  exm_cli_data_wake (data);
  return exit_code;
}

/* Whether the file holds something else than this task. */
static gboolean
is_taken (const char *path, const char *uid)
{
  gsize size = 0;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;
  g_autoptr (GBytes) bytes = exm_cli_page_load_file (path, EXM_MAX_TASK_FILE_BYTES, NULL);
  if (bytes == NULL)
    return TRUE;
  const char *text = g_bytes_get_data (bytes, &size);
  g_autoptr (ExmTask) task
      = exm_task_file_read (text != NULL ? text : "", size, FALSE, NULL, NULL);
  return task == NULL || strcmp (exm_task_get (task)->uid, uid) != 0;
}

static char *
choose_name (const char *folder, const ExmTaskFields *fields)
{
  g_autofree char *name
      = exm_file_name_clean (fields->name, strlen (fields->name), MAX_NAME_BYTES);
  g_autofree char *file = g_strconcat (name, ".task", NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);

  if (!is_taken (path, fields->uid))
    return g_steal_pointer (&name);
  return g_strdup_printf ("%s-%.*s", name, (int) SHORT_UID, fields->uid);
}

static gboolean
save (const char *folder, const char *file, const char *bytes, gsize n_bytes)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);

  return exm_cli_save (path, bytes, n_bytes);
}

/* Writes the page of an example and names its file in @example. */
static gboolean
export_example (ExmStoreReader *reader,
                ExmTaskExample *example,
                const char *folder,
                const char *name,
                guint number)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE, .hash = example->page_hash };
  g_autoptr (GBytes) bytes
      = example->page_hash != NULL ? exm_cli_data_read (reader, &query) : NULL;
  gsize size = 0;

  if (bytes == NULL)
    {
      exm_cli_complain (_ ("The page of the example %s is not stored"), example->url);
      return FALSE;
    }
  const char *data = g_bytes_get_data (bytes, &size);
  g_free (example->file);
  example->file = g_strdup_printf ("%s-example-%u.html", name, number);
  return save (folder, example->file, data != NULL ? data : "", size);
}

/* Writes the articles that @infos lists. @query: goes on behind the last one */
static gboolean
archive_some (ExmStoreReader *reader,
              ExmArticleExport *writer,
              const GPtrArray *infos,
              ExmStoreQuery *query,
              const char *name,
              GError **error)
{
  for (guint i = 0; i < infos->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (infos, i);
      const ExmStoreQuery one = { .kind = EXM_READ_ARTICLE, .id = info->id };
      g_autoptr (ExmArticle) article = exm_cli_data_read (reader, &one);
      query->filter.before_usec = info->order_usec;
      query->filter.before_id = info->id;
      /* One that is damaged was told of; the others go on. */
      if (article != NULL && !exm_article_export_add (writer, article, name, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* Writes the pages of all articles of the task beside its file. */
static gboolean
export_pages (ExmStoreReader *reader, const char *uid, const char *path, GError **error)
{
  ExmStoreQuery query = { .kind = EXM_READ_ARTICLES,
                          .filter = { .task_uid = uid, .limit = EXM_STORE_PAGE_ROWS } };
  const ExmPageSource pages = exm_held_pages_get_reader_source (reader);
  g_autoptr (ExmArticleExport) writer
      = exm_article_export_new_file (EXM_OUTPUT_WARC, path, error);

  if (writer == NULL)
    return FALSE;
  exm_article_export_set_pages (writer, &pages);
  for (;;)
    {
      g_autoptr (GPtrArray) infos = exm_store_reader_read (reader, &query, NULL, error);
      if (infos == NULL || !archive_some (reader, writer, infos, &query, uid, error))
        return FALSE;
      if (infos->len < EXM_STORE_PAGE_ROWS)
        return exm_article_export_finish (writer, error);
    }
}

static gboolean
export_task (ExmStoreReader *reader,
             const char *called,
             const char *folder,
             gboolean with_pages)
{
  g_autofree char *uid = exm_cli_data_find_task_to_read (reader, called);
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uid };
  g_autoptr (ExmTask) task = uid != NULL ? exm_cli_data_read (reader, &query) : NULL;
  g_auto (ExmTaskFields) fields = { 0 };

  if (task == NULL)
    return FALSE;
  exm_task_fields_copy (task, &fields);
  g_autofree char *name = choose_name (folder, &fields);
  g_autofree char *file = g_strconcat (name, ".task", NULL);
  for (guint i = 0; i < fields.examples->len; i++)
    if (!export_example (reader, &g_array_index (fields.examples, ExmTaskExample, i),
                         folder, name, i + 1))
      return FALSE;
  g_autoptr (ExmTask) exported = exm_task_new (&fields);
  g_autofree char *text = exm_task_file_write (exported);
  if (!save (folder, file, text, strlen (text)))
    return FALSE;
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *line = g_strconcat (path, "\n", NULL);
  g_autofree char *pages = g_strconcat (folder, "/", name, EXM_CLI_TASK_PAGES, NULL);
  g_autoptr (GError) error = NULL;
  if (with_pages
      && !exm_cli_complain_unless (export_pages (reader, uid, pages, &error), &error))
    return FALSE;
  return exm_cli_print (line);
}

ExmExit
exm_cli_task_export (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autofree char *output = NULL;
  gboolean with_pages = FALSE;
  ExmExit exit_code = EXM_EXIT_OK;
  const GOptionEntry entries[] = {
    { "with-pages", 0, 0, G_OPTION_ARG_NONE, &with_pages,
      N_ ("Also the pages of its articles, as NAME.warc.gz"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
      N_ ("Where to; made if it is not there (the current folder)"), N_ ("FOLDER") },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK…"));

  g_option_context_set_summary (
      context,
      _ ("Writes each task as NAME.task, and the pages of its examples beside it "
         "as\n"
         "NAME-example-N.html. The names of the task files are printed. With its pages\n"
         "the folder can be brought in elsewhere by “exemplar-cli import FOLDER”."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A task is missing"));
  const char *folder = output != NULL ? output : ".";
  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_autofree char *shown = g_filename_display_name (folder);
      exm_cli_complain (_ ("The folder %s cannot be made"), shown);
      return EXM_EXIT_FAILED;
    }
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  if (reader == NULL)
    return EXM_EXIT_FAILED;
  for (int i = 1; i < argc; i++)
    if (!export_task (reader, argv[i], folder, with_pages))
      exit_code = EXM_EXIT_FAILED;
  return exit_code;
}
