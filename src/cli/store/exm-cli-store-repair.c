/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/store/exm-cli-store.h"

#include "cli/base/exm-cli-output.h"
#include "control/exm-role-lock.h"
#include "store/db/exm-store-folder.h"
#include "store/salvage/exm-store-repair.h"

static void
report_json (ExmCliStoreReport *self, const ExmRepairedFile *repaired)
{
  const ExmSalvage *salvage = &repaired->salvage;

  exm_cli_json_integer (&self->json, "orphans", (gint64) salvage->n_orphans);
  exm_cli_json_integer (&self->json, "tasks_remade", (gint64) salvage->n_tasks_remade);
  exm_cli_json_string (&self->json, "kept", salvage->kept);
  exm_cli_json_open (&self->json, "lost_articles", '[');
  for (guint i = 0; salvage->lost != NULL && i < salvage->lost->len; i++)
    exm_cli_json_string (&self->json, NULL, salvage->lost->pdata[i]);
  exm_cli_json_close (&self->json, ']');
}

/* Reports a file that was made anew. */
static void
report_made (ExmCliStoreReport *self, const ExmRepairedFile *repaired)
{
  const ExmSalvage *salvage = &repaired->salvage;

  for (guint i = 0; i < salvage->lost->len; i++)
    g_string_append_printf (self->text,
                            /* translators: an address */
                            _ ("  lost, collected again when it is listed: %s\n"),
                            (const char *) salvage->lost->pdata[i]);
  if (salvage->n_orphans > 0)
    g_string_append_printf (
        self->text, _ ("  rows dropped because what they belong to is lost: %u\n"),
        (guint) salvage->n_orphans);
  if (salvage->n_tasks_remade > 0)
    g_string_append_printf (self->text,
                            _ ("  tasks that were lost and made anew, paused: %u\n"),
                            (guint) salvage->n_tasks_remade);
  g_autofree char *kept = g_filename_display_name (salvage->kept);
  g_string_append_printf (self->text,
                          /* translators: a file, another file */
                          _ ("%s was made anew; the damaged one is kept as %s\n"),
                          repaired->file, kept);
  self->damaged = self->damaged || exm_salvage_is_lossy (salvage);
}

static void
report_file (ExmCliStoreReport *self, const ExmRepairedFile *repaired)
{
  if (repaired->sound)
    {
      g_string_append_printf (self->text, _ ("%s is sound\n"), repaired->file);
      return;
    }
  exm_cli_json_open (&self->json, repaired->file, '{');
  exm_cli_store_report_tables (self, &repaired->salvage);
  report_json (self, repaired);
  exm_cli_json_close (&self->json, '}');
  /* Nothing is kept of one that was not made anew. */
  if (repaired->salvage.kept != NULL)
    report_made (self, repaired);
}

static gboolean
repair (ExmCliStoreReport *self, const char *folder)
{
  g_auto (ExmStoreRepair) result = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean done = exm_store_repair (folder, &result, &error);

  for (guint i = 0; result.notices != NULL && i < result.notices->len; i++)
    g_printerr ("%s\n", (const char *) g_ptr_array_index (result.notices, i));
  for (guint i = 0; i < result.n_files; i++)
    report_file (self, &result.files[i]);
  if (!exm_cli_complain_unless (done, &error))
    return FALSE;
  if (result.pages == NULL)
    return TRUE;
  exm_cli_store_report_found (self, "pages_to_fetch", result.pages);
  exm_cli_store_check_texts (self, folder);
  return TRUE;
}

ExmExit
exm_cli_store_repair (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  gboolean as_json = FALSE;
  ExmExit exit_code;
  ExmCliStoreReport report;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, N_ ("As one JSON object"), NULL },
    G_OPTION_ENTRY_NULL,
  };

  if (!exm_cli_store_parse (
          entries, NULL,
          _ ("Makes a new file of all that can be read of a damaged one, table by "
             "table,\n"
             "checks it, and puts it into its place; the damaged one is kept beside it.\n"
             "Pages that are damaged are fetched again when tasks run next. Stop the\n"
             "worker and the window first. What is sound is left as it is."),
          &argc, &argv, &folder, &exit_code))
    return exit_code;
  g_autoptr (ExmRoleLock) role = exm_store_folder_check (folder, &error)
                                     ? exm_role_lock_take (folder, &error)
                                     : NULL;
  if (!exm_cli_complain_unless (role != NULL, &error))
    return EXM_EXIT_FAILED;
  exm_cli_store_report_init (&report, as_json);
  report.failed = !repair (&report, folder);
  return exm_cli_store_report_end (&report);
}
