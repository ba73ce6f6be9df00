/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/store/exm-cli-store.h"

#include "cli/base/exm-cli-output.h"
#include "control/exm-role-lock.h"
#include "store/db/exm-store-files.h"
#include "store/db/exm-store-folder.h"

/* One file, if it is damaged. @lossy: (out): whether rows were lost; %FALSE after a
 * complaint */
static gboolean
repair_file (ExmCliStoreReport *self,
             const char *folder,
             const char *file,
             gboolean *lossy)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmSalvage) salvage = { 0 };

  *lossy = FALSE;
  if (exm_store_check_structure (folder, file, NULL, &error))
    {
      g_string_append_printf (self->text, _ ("%s is sound\n"), file);
      return TRUE;
    }
  if (!g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED))
    return exm_cli_complain_unless (FALSE, &error);
  g_clear_error (&error);
  gboolean done = exm_store_salvage (folder, file, &salvage, &error);
  exm_cli_json_open (&self->json, file, '{');
  exm_cli_store_report_tables (self, &salvage);
  exm_cli_json_integer (&self->json, "orphans", (gint64) salvage.n_orphans);
  exm_cli_json_integer (&self->json, "tasks_remade", (gint64) salvage.n_tasks_remade);
  exm_cli_json_string (&self->json, "kept", salvage.kept);
  exm_cli_json_open (&self->json, "lost_articles", '[');
  for (guint i = 0; salvage.lost != NULL && i < salvage.lost->len; i++)
    {
      exm_cli_json_string (&self->json, NULL, salvage.lost->pdata[i]);
      if (done)
        g_string_append_printf (self->text,
                                /* translators: an address */
                                _ ("  lost, collected again when it is listed: %s\n"),
                                (const char *) salvage.lost->pdata[i]);
    }
  exm_cli_json_close (&self->json, ']');
  exm_cli_json_close (&self->json, '}');
  if (!exm_cli_complain_unless (done, &error))
    return FALSE;
  if (salvage.n_orphans > 0)
    g_string_append_printf (
        self->text, _ ("  rows dropped because what they belong to is lost: %u\n"),
        (guint) salvage.n_orphans);
  if (salvage.n_tasks_remade > 0)
    g_string_append_printf (self->text,
                            _ ("  tasks that were lost and made anew, paused: %u\n"),
                            (guint) salvage.n_tasks_remade);
  g_autofree char *kept = g_filename_display_name (salvage.kept);
  /* translators: a file, another file */
  g_string_append_printf (
      self->text, _ ("%s was made anew; the damaged one is kept as %s\n"), file, kept);
  *lossy = exm_salvage_is_lossy (&salvage);
  self->damaged = self->damaged || *lossy;
  return TRUE;
}

/* Pages that are damaged are fetched again by the next worker; not those of tasks in the
 * trash. */
static gboolean
fetch_again (ExmStore *store, const GPtrArray *found, GError **error)
{
  for (guint i = 0; i < found->len; i++)
    {
      const ExmDamage *damage = g_ptr_array_index (found, i);
      g_autoptr (GError) failure = NULL;
      if (exm_store_retry_page (store, damage->task_uid, damage->url, damage->url_key,
                                g_get_real_time (), &failure)
          || g_error_matches (failure, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
        continue;
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return TRUE;
}

static gboolean
repair_pages (ExmCliStoreReport *self, const char *folder, gboolean lossy, GError **error)
{
  guint64 n_checked = 0, n_missing = 0;
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, notices, error);

  for (guint i = 0; i < notices->len; i++)
    g_printerr ("%s\n", (const char *) g_ptr_array_index (notices, i));
  if (store == NULL)
    return FALSE;
  g_autoptr (GPtrArray) found
      = exm_store_check_pages (folder, lossy, &n_checked, &n_missing, NULL, error);
  if (found == NULL || !fetch_again (store, found, error))
    return FALSE;
  exm_cli_store_report_found (self, "pages_to_fetch", found);
  return TRUE;
}

static gboolean
repair (ExmCliStoreReport *self, const char *folder, GError **error)
{
  gboolean lossy = FALSE;
  ExmStoreFiles files;

  exm_store_files_find (folder, &files);
  if (!exm_store_files_are_complete (folder, &files, error))
    return FALSE;
  if (!files.has_main)
    return TRUE;
  self->failed
      = !repair_file (self, folder, EXM_STORE_MAIN_FILE, &lossy)
        || (files.has_pages && !repair_file (self, folder, EXM_STORE_PAGES_FILE, &lossy));
  if (self->failed)
    return TRUE;
  if (!repair_pages (self, folder, lossy, error))
    return FALSE;
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
  if (!repair (&report, folder, &error))
    {
      exm_cli_complain ("%s", error->message);
      report.failed = TRUE;
    }
  return exm_cli_store_report_end (&report);
}
