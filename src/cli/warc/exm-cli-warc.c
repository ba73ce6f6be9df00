/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* `warc`: articles of whole archives, without a task. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "base/exm-limits.h"
#include "cli/base/exm-cli-pair.h"
#include "cli/warc/exm-cli-warc-run.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <string.h>

/* As `batch` has it: memory of a page's size stays from one page to the next. */
#define MAX_KEPT_BLOCK (4 * 1024 * 1024)
#define MAX_KEPT_FREE (32 * 1024 * 1024)

#define MAX_SHARDS 1000000u
#define MAX_SECONDS 86400

/* Options of the command. */
typedef struct
{
  char *examples;   /* (owned) (nullable) */
  char *shard;      /* (owned) (nullable) */
  char *output;     /* (owned) (nullable) */
  char *format;     /* (owned) (nullable) */
  char *statistics; /* (owned) (nullable) */
  char *method;     /* (owned) (nullable) */
  char *table_path; /* (owned) (nullable) */
  ExmWeights *table;
  int jobs, block;
  gboolean learn_site;
  gboolean resume;
  gboolean unordered;
  double max_seconds;
  gint64 max_bytes;
  guint shard_index, n_shards; /* from 1 */
} Options;

static void
options_clear (Options *self)
{
  g_free (self->examples);
  g_free (self->shard);
  g_free (self->output);
  g_free (self->format);
  g_free (self->statistics);
  g_free (self->method);
  g_free (self->table_path);
  g_clear_pointer (&self->table, exm_weights_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse (Options *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "examples", 'e', 0, G_OPTION_ARG_FILENAME, &self->examples,
      N_ ("auto: another page of the same host (default); none; or a page for all"),
      N_ ("auto|none|PAGE") },
    { "learn-site", 0, 0, G_OPTION_ARG_NONE, &self->learn_site,
      N_ ("First have the pages of each host teach each other"), NULL },
    { "shard", 0, 0, G_OPTION_ARG_STRING, &self->shard,
      N_ ("Answer the Ith of N equal parts of the pages"), N_ ("I/N") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      N_ ("Write to FILE, packed if its name ends in .zst"), N_ ("FILE") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &self->format,
      N_ ("jsonl (default), or warc: texts as conversion records"), "jsonl|warc" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &self->jobs,
      N_ ("Work on this many pages at once (1)"), N_ ("N") },
    { "resume", 0, 0, G_OPTION_ARG_NONE, &self->resume,
      N_ ("Go on where a run with the same output broke off"), NULL },
    { "block", 0, 0, G_OPTION_ARG_INT, &self->block,
      N_ ("Pages after which a run can go on (1024)"), N_ ("N") },
    { "unordered", 0, 0, G_OPTION_ARG_NONE, &self->unordered,
      N_ ("Answer in the order that pages are done"), NULL },
    { "max-seconds", 0, 0, G_OPTION_ARG_DOUBLE, &self->max_seconds,
      N_ ("Longest time for a page (60)"), N_ ("SECONDS") },
    { "max-bytes", 0, 0, G_OPTION_ARG_INT64, &self->max_bytes,
      N_ ("Largest page, without its encodings (67108864)"), N_ ("BYTES") },
    { "statistics", 0, 0, G_OPTION_ARG_FILENAME, &self->statistics,
      N_ ("Write the numbers as JSON; “-” is standard error"), N_ ("FILE") },
    { "method", 'm', 0, G_OPTION_ARG_STRING, &self->method,
      N_ ("Method of extraction (exemplar)"), N_ ("METHOD") },
    { "table", 0, 0, G_OPTION_ARG_FILENAME, &self->table_path,
      N_ ("Weights that training has written, instead of the program's own"),
      N_ ("FILE") },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("FILE…|FOLDER…|-"));

  g_option_context_set_summary (
      context,
      _ ("Extracts the articles of all pages of archives: WARC, also of gzip or zstd, "
         "WACZ,\n"
         "MHTML, saved pages and folders of them; “-” is one of these, but no folder, "
         "on\n"
         "standard input. Writes a JSON object a line, with the fields of batch. Pages "
         "are kept\n"
         "in a file beside the output, or in the temporary folder, while it runs."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

/* "2/8" */
static gboolean
parse_shard (Options *self)
{
  guint64 index = 1, n = 1;
  g_auto (GStrv) parts = g_strsplit (self->shard != NULL ? self->shard : "1/1", "/", 2);

  if (g_strv_length (parts) != 2
      || !g_ascii_string_to_unsigned (parts[0], 10, 1, MAX_SHARDS, &index, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, index, MAX_SHARDS, &n, NULL))
    return FALSE;
  self->shard_index = (guint) index;
  self->n_shards = (guint) n;
  return TRUE;
}

static gboolean
load_table (Options *self, GError **error)
{
  g_autofree char *text = NULL;
  gsize n_bytes = 0;

  if (self->table_path == NULL)
    return TRUE;
  if (g_file_get_contents (self->table_path, &text, &n_bytes, error))
    self->table = exm_weights_parse (text, n_bytes, error);
  if (self->table == NULL)
    g_prefix_error (error, "%s: ", self->table_path);
  return self->table != NULL;
}

static ExmExit
check (Options *self, int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc < 2)
    return exm_cli_refuse (_ ("A file is missing"));
  if (!parse_shard (self))
    return exm_cli_refuse (_ ("--shard must be as 2/8, from 1 to %u"), MAX_SHARDS);
  if (self->jobs < 1 || self->jobs > EXM_CLI_MAX_THREADS)
    return exm_cli_refuse (_ ("--jobs must be from 1 to %d"), EXM_CLI_MAX_THREADS);
  if (self->format != NULL && strcmp (self->format, "jsonl") != 0
      && strcmp (self->format, "warc") != 0)
    return exm_cli_refuse (_ ("--format must be jsonl or warc"));
  if (self->block < 1 || self->block > (int) EXM_CLI_WARC_MAX_BLOCK)
    return exm_cli_refuse (_ ("--block must be from 1 to %u"), EXM_CLI_WARC_MAX_BLOCK);
  if (!(self->max_seconds > 0 && self->max_seconds <= MAX_SECONDS))
    return exm_cli_refuse (_ ("--max-seconds must be above 0, up to %d"), MAX_SECONDS);
  if (self->max_bytes < 1 || self->max_bytes > EXM_MAX_PAGE_BYTES)
    return exm_cli_refuse (_ ("--max-bytes must be from 1 to %u"), EXM_MAX_PAGE_BYTES);
  if (self->output != NULL && strcmp (self->output, "-") == 0)
    g_clear_pointer (&self->output, g_free);
  if (self->resume && self->output == NULL)
    return exm_cli_refuse (_ ("--resume needs --output"));
  for (int i = 1, n = 0; i < argc; i++)
    if (strcmp (argv[i], "-") == 0 && n++ > 0)
      return exm_cli_refuse (_ ("Standard input can be read only once"));
  if (!exm_cli_check_method (self->method, NULL, &error) || !load_table (self, &error))
    return exm_cli_refuse ("%s", error->message);
  return EXM_EXIT_OK;
}

static gboolean
is_auto (const Options *self)
{
  return self->examples == NULL || strcmp (self->examples, "auto") == 0;
}

static gboolean
is_none (const Options *self)
{
  return self->examples != NULL && strcmp (self->examples, "none") == 0;
}

/* Adds what tells a file from others; of a folder its name alone, since the output may be
 * in it. */
static void
describe_file (GString *text, const char *path)
{
  GStatBuf info = { 0 };

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    g_stat (path, &info);
  g_string_append_printf (text, "%s %" PRId64 " %" PRId64 ".%09ld\n", path,
                          (gint64) info.st_size, (gint64) info.st_mtim.tv_sec,
                          info.st_mtim.tv_nsec);
}

/* Adds the contents of a small file, which may be changed within a moment. */
static void
describe_contents (GString *text, const char *path)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;

  if (path != NULL && g_file_get_contents (path, &bytes, &n_bytes, NULL))
    g_string_append_len (text, bytes, (gssize) n_bytes);
  g_string_append_printf (text, "\n%" G_GSIZE_FORMAT "\n", n_bytes);
}

/* Returns: (transfer full): what the answers depend on, as one line; the pages of folders
 * and standard input apart */
static char *
describe_run (const Options *self, char **files)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GString) text = g_string_new (EXM_VERSION);

  g_string_append_printf (text, "\n%s\n%d\n%u/%u\n%s\n%s\n%s\n%.17g\n%" PRId64 "\n%d\n",
                          self->examples != NULL ? self->examples : "auto",
                          self->learn_site, self->shard_index, self->n_shards,
                          self->format != NULL ? self->format : "jsonl",
                          self->method != NULL ? self->method : "",
                          self->table_path != NULL ? self->table_path : "",
                          self->max_seconds, self->max_bytes, self->block);
  describe_contents (text, self->table_path);
  describe_contents (text, is_auto (self) || is_none (self) ? NULL : self->examples);
  for (char **file = files; *file != NULL; file++)
    describe_file (text, *file);
  g_checksum_update (sum, (const guchar *) text->str, (gssize) text->len);
  return g_strdup (g_checksum_get_string (sum));
}

/* Returns: (transfer full): the folder of pages that are kept */
static char *
find_folder (const Options *self)
{
  if (self->output != NULL && g_file_test (self->output, G_FILE_TEST_IS_REGULAR))
    return g_path_get_dirname (self->output);
  return g_strdup (g_get_tmp_dir ());
}

static gboolean
write_statistics (const Options *self, const ExmCliWarcCounts *counts)
{
  g_autofree char *text = exm_cli_warc_counts_write (counts);

  exm_cli_warc_counts_tell (counts);
  if (self->statistics == NULL)
    return TRUE;
  if (strcmp (self->statistics, "-") != 0)
    return exm_cli_save (self->statistics, text, strlen (text));
  g_printerr ("%s", text);
  return TRUE;
}

/* Answers the shard. */
static gboolean
answer (const Options *options,
        ExmCliWarcRun *run,
        ExmCliExamples *examples,
        GError **error)
{
  char *one[] = { options->examples, NULL };
  guint n_done = 0;

  run->engine = examples->engine;
  if (!is_auto (options) && !is_none (options))
    {
      if (!exm_cli_examples_load (examples, one, NULL, error))
        return FALSE;
      run->example = g_ptr_array_index (examples->pages, 0);
      run->example_name = options->examples;
    }
  guint64 n_pages = run->pages->order->len;
  guint first = (guint) (n_pages * (options->shard_index - 1) / options->n_shards);
  guint end = (guint) (n_pages * options->shard_index / options->n_shards);
  if (!exm_cli_warc_output_begin (run->output, g_checksum_get_string (run->pages->sum),
                                  run->counts, &n_done, error))
    return FALSE;
  g_autoptr (ExmBatchSites) sites = options->learn_site ? exm_batch_sites_new () : NULL;
  if (sites != NULL)
    exm_cli_warc_learn (run, sites, first, end);
  run->sites = sites;
  return exm_cli_warc_run (run, first, end, n_done, error);
}

/* Whether all inputs are files, whose names and times tell whether they are the same. */
static gboolean
are_files (char **files)
{
  for (; *files != NULL; files++)
    if (!g_file_test (*files, G_FILE_TEST_IS_REGULAR))
      return FALSE;
  return TRUE;
}

static gboolean
work (const Options *options, char **files, GError **error)
{
  ExmCliWarcCounts counts = { 0 };
  g_autofree char *description = describe_run (options, files);
  g_autoptr (ExmCliWarcOutput) output
      = exm_cli_warc_output_open (options->output, description, options->resume, error);
  g_auto (ExmCliExamples) examples = { 0 };

  if (output == NULL)
    return FALSE;
  if (exm_cli_warc_output_is_complete (output, &counts) && are_files (files))
    return write_statistics (options, &counts);
  counts = (ExmCliWarcCounts){ 0 };
  g_autofree char *folder = find_folder (options);
  const ExmExtractOptions extraction
      = { .method = options->method, .table = options->table };
  g_auto (ExmCliWarcPages) pages = { .inputs = files,
                                     .folder = folder,
                                     .max_bytes = (guint64) options->max_bytes,
                                     .counts = &counts };
  ExmCliWarcRun run = {
    .options = &extraction,
    .pages = &pages,
    .output = output,
    .counts = &counts,
    .n_threads = (guint) options->jobs,
    .n_block = (guint) options->block,
    .conversion = g_strcmp0 (options->format, "warc") == 0,
    .unordered = options->unordered,
    .max_usec = (gint64) (options->max_seconds * G_USEC_PER_SEC),
  };
  exm_cli_examples_init (&examples, NULL);
  if (!exm_cli_warc_pages_read (&pages, is_auto (options), error)
      || !answer (options, &run, &examples, error))
    return FALSE;
  return write_statistics (options, &counts) && !pages.failed;
}

ExmExit
exm_cli_warc (int argc, char **argv)
{
  /* Parsing drops arguments from the second list; the first one keeps them alive. */
  g_auto (GStrv) spelt = exm_cli_spell_out_jobs (argc, argv);
  g_autofree char **arguments = g_memdup2 (spelt, sizeof (char *) * ((gsize) argc + 1));
  g_auto (Options) options = { .jobs = 1,
                               .block = 1024,
                               .max_seconds = EXM_WATCHDOG_SECONDS,
                               .max_bytes = EXM_MAX_PAGE_BYTES };
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;

  if (!parse (&options, &argc, &arguments, &exit_code))
    return exit_code;
  exit_code = check (&options, argc, arguments);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, MAX_KEPT_BLOCK);
  mallopt (M_TRIM_THRESHOLD, MAX_KEPT_FREE);
#endif
  if (work (&options, arguments + 1, &error))
    return EXM_EXIT_OK;
  if (error != NULL)
    exm_cli_complain ("%s", error->message);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG) ? EXM_EXIT_OTHER_RUN
                                                                    : EXM_EXIT_FAILED;
}
