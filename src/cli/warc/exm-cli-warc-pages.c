/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/warc/exm-cli-warc-pages.h"

#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "url/exm-url-shape.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

void
exm_cli_warc_pages_clear (ExmCliWarcPages *self)
{
  g_clear_pointer (&self->spool, exm_page_spool_free);
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
          if (capture.bytes == NULL)
            self->counts->n[EXM_CLI_WARC_REVISITS]++;
          else if (!keep (self, &capture,
                          path != NULL ? path : exm_page_input_get_file (input), error))
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

static gboolean
read_input (ExmCliWarcPages *self,
            const char *path,
            ExmCliProgress *progress,
            GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmPageInput) input = exm_page_input_open (
      is_standard_input (path) ? "/dev/stdin" : path, g_get_real_time (), &problem);

  if (!exm_cli_complain_unless (input != NULL, &problem))
    {
      self->failed = TRUE;
      return TRUE;
    }
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
  self->files = g_ptr_array_new_with_free_func (g_free);
  self->sum = g_checksum_new (G_CHECKSUM_SHA256);
  self->sites = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (char **input = self->inputs; well && *input != NULL; input++)
    well = read_input (self, *input, &progress, error);
  exm_cli_progress_end (&progress);
  gint64 middle = g_get_monotonic_time ();
  self->counts->usec[EXM_CLI_WARC_READING] = middle - start;
  if (well && chooses)
    {
      exm_example_choice_settle (self->choice);
      self->counts->usec[EXM_CLI_WARC_CHOOSING] = g_get_monotonic_time () - middle;
    }
  return well;
}
