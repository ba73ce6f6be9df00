/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"

static const struct
{
  const char *name;
  const char *label;
  gsize offset;
} numbers[] = {
  { "tasks", N_ ("Tasks"), G_STRUCT_OFFSET (ExmStoreStats, n_tasks) },
  { "paused", N_ ("Paused tasks"), G_STRUCT_OFFSET (ExmStoreStats, n_paused) },
  { "articles", N_ ("Articles"), G_STRUCT_OFFSET (ExmStoreStats, n_articles) },
  { "flagged", N_ ("Articles to check"), G_STRUCT_OFFSET (ExmStoreStats, n_flagged) },
  { "jobs", N_ ("Pages to fetch"), G_STRUCT_OFFSET (ExmStoreStats, n_jobs) },
  { "waiting", N_ ("To be published"), G_STRUCT_OFFSET (ExmStoreStats, n_waiting) },
  { "publish_failed", N_ ("Publishing failed"),
    G_STRUCT_OFFSET (ExmStoreStats, n_publish_failed) },
  { "pages", N_ ("Stored pages"), G_STRUCT_OFFSET (ExmStoreStats, n_pages) },
  { "stored_bytes", N_ ("Bytes of stored pages"),
    G_STRUCT_OFFSET (ExmStoreStats, stored_bytes) },
};

static guint64
get_number (const ExmStoreStats *stats, gsize i)
{
  return G_STRUCT_MEMBER (guint64, stats, numbers[i].offset);
}

static void
append_json (GString *out, const ExmStoreStats *stats)
{
  ExmCliJson json = { .out = out };

  exm_cli_json_open (&json, NULL, '{');
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    exm_cli_json_integer (&json, numbers[i].name, (gint64) get_number (stats, i));
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
}

static void
append_lines (GString *out, const ExmStoreStats *stats)
{
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_string_append_printf (out, "%s\t%" G_GUINT64_FORMAT "\n", _ (numbers[i].label),
                            get_number (stats, i));
}

ExmExit
exm_cli_stats (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean as_json = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, N_ ("As one JSON object"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  const ExmStoreQuery query = { .kind = EXM_READ_STATS };
  GOptionContext *context = g_option_context_new (NULL);
  g_autoptr (GString) out = g_string_new (NULL);

  g_option_context_set_summary (context, _ ("The whole data folder in numbers."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  g_autoptr (ExmStoreStats) stats
      = reader != NULL ? exm_cli_data_read (reader, &query) : NULL;
  if (stats == NULL)
    return EXM_EXIT_FAILED;
  if (as_json)
    append_json (out, stats);
  else
    append_lines (out, stats);
  return exm_cli_print (out->str) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
