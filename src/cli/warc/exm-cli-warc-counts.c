/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/warc/exm-cli-warc-counts.h"

#include "base/exm-json.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define GROUP "counts"
#define GROUP_USEC "microseconds"

/* Places of revisits without their page. */
#define ALONE "without_original"

static const char *const names[EXM_N_CLI_WARC_COUNTS] = {
  [EXM_CLI_WARC_RECORDS] = "records",
  [EXM_CLI_WARC_OTHER_RECORDS] = "other_records",
  [EXM_CLI_WARC_OTHER_STATUS] = "other_status",
  [EXM_CLI_WARC_OTHER_TYPE] = "other_type",
  [EXM_CLI_WARC_REVISITS] = "revisits",
  [EXM_CLI_WARC_REVISITS_SAME] = "revisits_of_same_address",
  [EXM_CLI_WARC_REVISITS_OTHER] = "revisits_of_other_address",
  [EXM_CLI_WARC_REVISITS_ALONE] = "revisits_without_original",
  [EXM_CLI_WARC_DAMAGED] = "damaged",
  [EXM_CLI_WARC_TOO_LARGE] = "too_large",
  [EXM_CLI_WARC_PAGES] = "pages",
  [EXM_CLI_WARC_ANSWERED] = "answered",
  [EXM_CLI_WARC_WITH_EXAMPLE] = "with_example",
  [EXM_CLI_WARC_WITHOUT_BODY] = "without_body",
  [EXM_CLI_WARC_TOO_SLOW] = "too_slow",
};

static const char *const parts[EXM_N_CLI_WARC_PARTS] = {
  [EXM_CLI_WARC_READING] = "seconds_reading",
  [EXM_CLI_WARC_CHOOSING] = "seconds_choosing",
  [EXM_CLI_WARC_LEARNING] = "seconds_learning",
  [EXM_CLI_WARC_EXTRACTING] = "seconds_extracting",
};

void
exm_cli_warc_counts_save (const ExmCliWarcCounts *self, GKeyFile *state)
{
  for (guint i = 0; i < EXM_N_CLI_WARC_COUNTS; i++)
    g_key_file_set_uint64 (state, GROUP, names[i], self->n[i]);
  for (guint i = 0; i < EXM_N_CLI_WARC_PARTS; i++)
    g_key_file_set_int64 (state, GROUP_USEC, parts[i], self->usec[i]);
  if (self->alone != NULL)
    g_key_file_set_string (state, GROUP, ALONE, self->alone);
}

void
exm_cli_warc_counts_load (ExmCliWarcCounts *self, GKeyFile *state)
{
  for (guint i = 0; i < EXM_N_CLI_WARC_COUNTS; i++)
    self->n[i] = g_key_file_get_uint64 (state, GROUP, names[i], NULL);
  for (guint i = 0; i < EXM_N_CLI_WARC_PARTS; i++)
    self->usec[i] = g_key_file_get_int64 (state, GROUP_USEC, parts[i], NULL);
  g_autofree char *alone = g_key_file_get_string (state, GROUP, ALONE, NULL);
  self->alone = g_intern_string (alone);
}

char *
exm_cli_warc_counts_write (const ExmCliWarcCounts *self)
{
  GString *out = g_string_new ("{");

  for (guint i = 0; i < EXM_N_CLI_WARC_COUNTS; i++)
    {
      exm_json_append_name (out, names[i]);
      g_string_append_printf (out, "%" PRIu64, self->n[i]);
    }
  for (guint i = 0; i < EXM_N_CLI_WARC_PARTS; i++)
    {
      exm_json_append_name (out, parts[i]);
      g_string_append_printf (out, "%.3f", (double) self->usec[i] / G_USEC_PER_SEC);
    }
  exm_json_append_name (out, ALONE);
  g_string_append_printf (out, "[%s]}\n", self->alone != NULL ? self->alone : "");
  return g_string_free (out, FALSE);
}

void
exm_cli_warc_counts_tell (const ExmCliWarcCounts *self)
{
  const guint64 *n = self->n;
  guint64 n_other = n[EXM_CLI_WARC_OTHER_RECORDS] + n[EXM_CLI_WARC_OTHER_STATUS]
                    + n[EXM_CLI_WARC_OTHER_TYPE] + n[EXM_CLI_WARC_REVISITS];

  g_printerr (
      /* translators: seven numbers of records or pages */
      _ ("%" PRIu64 " records: %" PRIu64 " pages, %" PRIu64 " others, %" PRIu64
         " damaged or too large; %" PRIu64 " pages answered, %" PRIu64
         " with an example, %" PRIu64 " without a body\n"),
      n[EXM_CLI_WARC_RECORDS], n[EXM_CLI_WARC_PAGES], n_other,
      n[EXM_CLI_WARC_DAMAGED] + n[EXM_CLI_WARC_TOO_LARGE], n[EXM_CLI_WARC_ANSWERED],
      n[EXM_CLI_WARC_WITH_EXAMPLE], n[EXM_CLI_WARC_WITHOUT_BODY]);
}
