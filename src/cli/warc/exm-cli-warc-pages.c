/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/warc/exm-cli-warc-pages.h"

#include "base/exm-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "url/exm-url-shape.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define STANDARD_INPUT "/dev/stdin"

void
exm_cli_warc_pages_clear (ExmCliWarcPages *self)
{
  g_clear_pointer (&self->spool, exm_page_spool_free);
  g_clear_pointer (&self->heads, exm_page_spool_free);
  g_clear_pointer (&self->revisits, exm_revisits_free);
  g_clear_pointer (&self->order, g_array_unref);
  g_clear_pointer (&self->choice, exm_example_choice_free);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->sites, g_array_unref);
  g_clear_pointer (&self->numbers, g_hash_table_unref);
  g_clear_pointer (&self->sum, g_checksum_free);
}

static gboolean
is_standard_input (const char *file)
{
  return strcmp (file, "-") == 0;
}

/* Returns: the number of a file; those of a folder come one after the other */
static guint
number_file (ExmCliWarcPages *self, const char *path)
{
  g_autofree char *name = g_filename_display_name (path);
  guint n = self->files->len;

  if (n == 0 || strcmp (g_ptr_array_index (self->files, n - 1), name) != 0)
    g_ptr_array_add (self->files, g_steal_pointer (&name));
  return self->files->len - 1;
}

static void
number_site (ExmCliWarcPages *self, const char *url)
{
  g_auto (GStrv) shape = exm_url_shape_new (url);
  const char *site = shape != NULL ? shape[0] : "";
  gpointer known = NULL;

  if (!g_hash_table_lookup_extended (self->numbers, site, NULL, &known))
    {
      known = GUINT_TO_POINTER (g_hash_table_size (self->numbers));
      g_hash_table_insert (self->numbers, g_strdup (site), known);
    }
  guint32 number = GPOINTER_TO_UINT (known);
  g_array_append_val (self->sites, number);
}

/* Adds a page to the sum. */
static void
sum_up (ExmCliWarcPages *self, const ExmCapture *capture)
{
  g_autofree char *line = g_strdup_printf (
      "%s %" G_GSIZE_FORMAT " %u\n", capture->url != NULL ? capture->url : "",
      g_bytes_get_size (capture->bytes), g_bytes_hash (capture->bytes));

  g_checksum_update (self->sum, (const guchar *) line, -1);
}

static void
add_to_order (ExmCliWarcPages *self, guint32 number)
{
  g_array_append_val (self->order, number);
}

/* Keeps what the archive says of a revisit: its page may be in another one. */
static gboolean
keep_revisit (ExmCliWarcPages *self,
              const ExmCapture *capture,
              const char *path,
              GError **error)
{
  if (self->heads == NULL)
    self->heads = exm_page_spool_new (self->folder, error);
  if (self->heads == NULL
      || !exm_page_spool_add (self->heads, capture, number_file (self, path), error))
    return FALSE;
  g_autofree char *line = g_strdup_printf (
      "revisit %s %s %s %" PRId64 " %s %d\n", capture->url,
      capture->digest != NULL ? capture->digest : "",
      capture->original_url != NULL ? capture->original_url : "", capture->original_usec,
      capture->original_id != NULL ? capture->original_id : "", capture->unmodified);
  g_checksum_update (self->sum, (const guchar *) line, -1);
  self->counts->n[EXM_CLI_WARC_REVISITS]++;
  add_to_order (self, exm_revisits_add (self->revisits, capture) | EXM_CLI_WARC_REVISIT);
  return TRUE;
}

static gboolean
keep (ExmCliWarcPages *self, const ExmCapture *capture, const char *path, GError **error)
{
  guint file = number_file (self, path);
  gsize n_bytes = g_bytes_get_size (capture->bytes);

  if (n_bytes > self->max_bytes)
    {
      self->counts->n[EXM_CLI_WARC_TOO_LARGE]++;
      exm_cli_complain (
          /* translators: a file, where in it, and the length of the page there */
          _ ("%s: the page at %" PRIu64 " was left out: it has %" PRIu64 " bytes"),
          (const char *) g_ptr_array_index (self->files, file), capture->offset,
          (guint64) n_bytes);
      return TRUE;
    }
  if (!exm_page_spool_add (self->spool, capture, file, error))
    return FALSE;
  self->counts->n[EXM_CLI_WARC_PAGES]++;
  add_to_order (self, exm_page_spool_get_n_pages (self->spool) - 1);
  exm_revisits_add_page (self->revisits, capture);
  number_site (self, capture->url);
  sum_up (self, capture);
  if (self->choice != NULL)
    exm_example_choice_add (self->choice, capture->url, capture->bytes);
  return TRUE;
}

static void
count (ExmCliWarcPages *self, const ExmPageInput *input)
{
  guint64 *n = self->counts->n;

  n[EXM_CLI_WARC_RECORDS] += exm_page_input_get_n_records (input);
  n[EXM_CLI_WARC_OTHER_RECORDS] += exm_page_input_count (input, EXM_ARCHIVE_OTHER_RECORD);
  n[EXM_CLI_WARC_OTHER_STATUS] += exm_page_input_count (input, EXM_ARCHIVE_OTHER_STATUS);
  n[EXM_CLI_WARC_OTHER_TYPE] += exm_page_input_count (input, EXM_ARCHIVE_OTHER_TYPE);
}

/* @path: (nullable): name of all files of @input */
static gboolean
read_pages (ExmCliWarcPages *self,
            ExmPageInput *input,
            const char *path,
            ExmCliProgress *progress,
            GError **error)
{
  for (;;)
    {
      g_auto (ExmCapture) capture = { 0 };
      g_autoptr (GError) problem = NULL;
      if (exm_page_input_next (input, &capture, &problem))
        {
          const char *file = path != NULL ? path : exm_page_input_get_file (input);
          if (!(capture.bytes == NULL ? keep_revisit (self, &capture, file, error)
                                      : keep (self, &capture, file, error)))
            return FALSE;
          guint n_pages = exm_page_spool_get_n_pages (self->spool);
          exm_cli_progress_say (
              progress, ngettext ("%u page read", "%u pages read", n_pages), n_pages);
          continue;
        }
      if (problem == NULL)
        return TRUE;
      self->counts->n[EXM_CLI_WARC_DAMAGED]++;
      exm_cli_progress_end (progress);
      exm_cli_complain ("%s", problem->message);
    }
}

/* Returns: (transfer full): pages of a file or folder, or of standard input */
static ExmPageInput *
open_input (const ExmCliWarcPages *self, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (STANDARD_INPUT);
  g_autoptr (GFileInputStream) stream = NULL;

  if (!is_standard_input (path))
    return exm_page_input_open (path, g_get_real_time (), error);
  if (g_file_test (STANDARD_INPUT, G_FILE_TEST_IS_REGULAR))
    return exm_page_input_open (STANDARD_INPUT, g_get_real_time (), error);
  stream = g_file_read (file, NULL, error);
  return stream != NULL
             ? exm_page_input_open_stream (G_INPUT_STREAM (stream), STANDARD_INPUT,
                                           self->folder, g_get_real_time (), error)
             : NULL;
}

static gboolean
read_input (ExmCliWarcPages *self,
            const char *path,
            ExmCliProgress *progress,
            GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmPageInput) input = open_input (self, path, &problem);

  if (!exm_cli_complain_unless (input != NULL, &problem))
    {
      self->failed = TRUE;
      return TRUE;
    }
  exm_page_input_leave_records (input);
  if (!read_pages (self, input, is_standard_input (path) ? path : NULL, progress, error))
    return FALSE;
  count (self, input);
  if (exm_page_input_get_n_records (input) == 0)
    {
      g_autofree char *name = g_filename_display_name (path);
      exm_cli_complain (_ ("%s holds no records"), name);
      self->failed = TRUE;
    }
  return TRUE;
}

/* Names a revisit without its page, to people the first one alone. @alone: gets its place
 */
static gboolean
name_alone (const ExmCliWarcPages *self, guint number, GString *alone, GError **error)
{
  g_auto (ExmCapture) capture = { 0 };
  guint file = 0;

  if (!exm_page_spool_read (self->heads, number, &capture, &file, error))
    return FALSE;
  const char *name = g_ptr_array_index (self->files, file);
  if (alone->len == 0)
    /* translators: a file, and where in it */
    exm_cli_complain (_ ("%s: the page that the record at %" PRIu64
                         " revisits is not in the archives; the statistics name more of "
                         "these"),
                      name, capture.offset);
  g_string_append (alone, alone->len > 0 ? ",{" : "{");
  exm_json_append_string (alone, "file", name);
  exm_json_append_name (alone, "offset");
  g_string_append_printf (alone, "%" PRIu64 "}", capture.offset);
  return TRUE;
}

/* Finds the pages of revisits; those that have the address of their page, or no page, are
 * counted and not answered. */
static gboolean
settle_revisits (ExmCliWarcPages *self, GError **error)
{
  g_autoptr (GString) alone = g_string_new (NULL);
  guint64 *n = self->counts->n;
  guint32 *order = (guint32 *) (gpointer) self->order->data;
  guint n_kept = 0;

  exm_revisits_settle (self->revisits);
  for (guint i = 0; i < self->order->len; i++)
    {
      guint page = 0;
      guint number = order[i] & ~EXM_CLI_WARC_REVISIT;
      gboolean revisit = order[i] != number;
      ExmRevisitFate fate = revisit ? exm_revisits_get (self->revisits, number, &page)
                                    : EXM_REVISIT_OTHER;
      n[EXM_CLI_WARC_REVISITS_SAME] += fate == EXM_REVISIT_SAME;
      n[EXM_CLI_WARC_REVISITS_OTHER] += revisit && fate == EXM_REVISIT_OTHER;
      if (fate == EXM_REVISIT_OTHER)
        order[n_kept++] = order[i];
      if (fate == EXM_REVISIT_ALONE
          && n[EXM_CLI_WARC_REVISITS_ALONE]++ < EXM_CLI_WARC_MAX_ALONE
          && !name_alone (self, number, alone, error))
        return FALSE;
    }
  g_array_set_size (self->order, n_kept);
  self->counts->alone = alone->len > 0 ? g_intern_string (alone->str) : NULL;
  return TRUE;
}

guint
exm_cli_warc_pages_get_page (const ExmCliWarcPages *self, guint at)
{
  guint32 number = g_array_index (self->order, guint32, at);
  guint page = number;

  if ((number & EXM_CLI_WARC_REVISIT) != 0)
    exm_revisits_get (self->revisits, number & ~EXM_CLI_WARC_REVISIT, &page);
  return page;
}

gboolean
exm_cli_warc_pages_read (ExmCliWarcPages *self, gboolean chooses, GError **error)
{
  ExmCliProgress progress = { 0 };
  gint64 start = g_get_monotonic_time ();
  gboolean well = TRUE;

  self->spool = exm_page_spool_new (self->folder, error);
  if (self->spool == NULL)
    return FALSE;
  if (chooses)
    self->choice = exm_example_choice_new ();
  self->revisits = exm_revisits_new ();
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->files = g_ptr_array_new_with_free_func (g_free);
  self->sum = g_checksum_new (G_CHECKSUM_SHA256);
  self->sites = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (char **input = self->inputs; well && *input != NULL; input++)
    well = read_input (self, *input, &progress, error);
  exm_cli_progress_end (&progress);
  well = well && settle_revisits (self, error);
  gint64 middle = g_get_monotonic_time ();
  self->counts->usec[EXM_CLI_WARC_READING] = middle - start;
  if (well && chooses)
    {
      exm_example_choice_settle (self->choice);
      self->counts->usec[EXM_CLI_WARC_CHOOSING] = g_get_monotonic_time () - middle;
    }
  return well;
}
