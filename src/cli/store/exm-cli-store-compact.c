/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/store/exm-cli-store.h"

#include "base/exm-said.h"
#include "cli/base/exm-cli-output.h"
#include "store/bodies/exm-store-bodies.h"

/* Articles of one transaction: others write meanwhile. */
#define SLICE 200u

static gboolean
compact (const char *folder, ExmBodyCounts *counts, GError **error)
{
  gint64 last = 0;
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, notices, error);

  for (guint i = 0; i < notices->len; i++)
    g_printerr ("%s\n", (const char *) g_ptr_array_index (notices, i));
  if (store == NULL)
    return FALSE;
  for (gboolean over = FALSE; !over;)
    {
      g_auto (ExmBodySlice) slice = { 0 };
      if (!exm_store_read_bodies (store, last, SLICE, &slice, error)
          || !exm_store_take_out_bodies (store, &slice, error))
        return FALSE;
      exm_body_counts_add (counts, &slice.counts);
      last = slice.last_id;
      over = slice.over;
    }
  return exm_store_end_bodies (store, error);
}

static char *
write_json (const ExmBodyCounts *counts)
{
  ExmCliJson json = { .out = g_string_new (NULL) };

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_integer (&json, "articles", (gint64) counts->n_articles);
  exm_cli_json_integer (&json, "once", (gint64) counts->n_once);
  exm_cli_json_integer (&json, "own_text", (gint64) counts->n_text);
  exm_cli_json_integer (&json, "own_markdown", (gint64) counts->n_markdown);
  exm_cli_json_integer (&json, "freed_bytes", (gint64) counts->n_bytes);
  exm_cli_json_close (&json, '}');
  return g_string_free (json.out, FALSE);
}

ExmExit
exm_cli_store_compact (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  gboolean as_json = FALSE;
  ExmBodyCounts counts = { 0 };
  ExmExit exit_code;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, N_ ("As one JSON object"), NULL },
    G_OPTION_ENTRY_NULL,
  };

  if (!exm_cli_store_parse (
          entries, NULL,
          _ ("Takes out of the articles of older versions what follows from their HTML: "
             "text\n"
             "and Markdown that differ from it by no byte. Nothing that is read, "
             "exported "
             "or\n"
             "published changes. A worker does the same little by little; tasks may run\n"
             "meanwhile. The file keeps its size: what is freed is used for new "
             "articles."),
          &argc, &argv, &folder, &exit_code))
    return exit_code;
  if (!exm_cli_complain_unless (compact (folder, &counts, &error), &error))
    return EXM_EXIT_FAILED;
  g_autofree char *said = exm_body_counts_say (&counts);
  g_autofree char *text = as_json ? write_json (&counts) : exm_said_to_words (said);
  g_autofree char *line = g_strconcat (text, "\n", NULL);
  return exm_cli_print (line) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
