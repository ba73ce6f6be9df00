/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/store/exm-cli-store.h"

#include "base/exm-said.h"
#include "cli/base/exm-cli-output.h"
#include "store/db/exm-store-files.h"
#include "store/db/exm-store-folder.h"

/* Findings of a kind that a person is shown; a program gets all. */
#define MAX_SHOWN 50u

/* Articles that cannot be read are passed over, so many of them. */
#define MAX_UNREAD 10000u

/* Articles that are looked at in one transaction. */
#define SLICE 1000u

void
exm_cli_store_report_init (ExmCliStoreReport *self, gboolean as_json)
{
  *self = (ExmCliStoreReport){ .text = g_string_new (NULL), .as_json = as_json };
  self->json.out = g_string_new (NULL);
  exm_cli_json_open (&self->json, NULL, '{');
}

ExmExit
exm_cli_store_report_end (ExmCliStoreReport *self)
{
  exm_cli_json_boolean (&self->json, "damaged", self->damaged);
  exm_cli_json_close (&self->json, '}');
  g_string_append_c (self->json.out, '\n');
  gboolean printed
      = exm_cli_print (self->as_json ? self->json.out->str : self->text->str);
  g_string_free (self->text, TRUE);
  g_string_free (self->json.out, TRUE);
  if (!printed || self->failed)
    return EXM_EXIT_FAILED;
  return self->damaged ? EXM_EXIT_DAMAGE : EXM_EXIT_OK;
}

void
exm_cli_store_report_tables (ExmCliStoreReport *self, const ExmSalvage *salvage)
{
  if (salvage->tables == NULL)
    return;
  exm_cli_json_open (&self->json, "tables", '[');
  for (guint i = 0; i < salvage->tables->len; i++)
    {
      const ExmTableScan *scan = &g_array_index (salvage->tables, ExmTableScan, i);
      exm_cli_json_open (&self->json, NULL, '{');
      exm_cli_json_string (&self->json, "table", scan->table);
      exm_cli_json_integer (&self->json, "read", (gint64) scan->n_read);
      exm_cli_json_integer (&self->json, "lost", (gint64) scan->n_lost);
      exm_cli_json_close (&self->json, '}');
      if (scan->damaged)
        g_string_append_printf (
            self->text,
            /* translators: a table of the database, two numbers of rows */
            _ ("  %s: %u rows read, %u lost\n"), scan->table, (guint) scan->n_read,
            (guint) scan->n_lost);
      else
        g_string_append_printf (
            self->text,
            /* translators: a table of the database, a number of rows */
            _ ("  %s: %u rows read\n"), scan->table, (guint) scan->n_read);
    }
  exm_cli_json_close (&self->json, ']');
}

void
exm_cli_store_report_found (ExmCliStoreReport *self,
                            const char *name,
                            const GPtrArray *found)
{
  exm_cli_json_open (&self->json, name, '[');
  for (guint i = 0; i < found->len; i++)
    {
      const ExmDamage *damage = g_ptr_array_index (found, i);
      g_autofree char *said = exm_damage_say (damage);
      g_autofree char *words = exm_said_to_words (said);
      exm_cli_json_open (&self->json, NULL, '{');
      exm_cli_json_integer (&self->json, "id", damage->id);
      exm_cli_json_string (&self->json, "task", damage->task_uid);
      exm_cli_json_string (&self->json, "url",
                           damage->page_url != NULL ? damage->page_url : damage->url);
      exm_cli_json_string (&self->json, "name", damage->name);
      exm_cli_json_close (&self->json, '}');
      if (i < MAX_SHOWN)
        g_string_append_printf (self->text, "%s\n", words);
    }
  exm_cli_json_close (&self->json, ']');
  if (found->len > MAX_SHOWN)
    g_string_append_printf (self->text, _ ("… and %u more; --json has all\n"),
                            found->len - MAX_SHOWN);
  self->damaged = self->damaged || found->len > 0;
}

void
exm_cli_store_check_texts (ExmCliStoreReport *self, const char *folder)
{
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_damage_free);
  gint64 last = 0;
  guint n_checked = 0, n_unread = 0;

  for (gboolean over = FALSE; !over;)
    {
      g_auto (ExmCheckSlice) slice = { 0 };
      g_autoptr (GError) error = NULL;
      gboolean read = exm_store_check_slice (folder, last, SLICE, &slice, NULL, &error);
      if (!read && n_unread++ == 0)
        exm_cli_complain ("%s", error->message);
      self->damaged = self->damaged || !read;
      if (!read
          && (slice.found == NULL || n_unread >= MAX_UNREAD
              || !g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED)))
        break;
      /* Behind the one that cannot be read. */
      slice.last_id += read ? 0 : 1;
      g_ptr_array_extend_and_steal (found, g_steal_pointer (&slice.found));
      n_checked += slice.n_checked;
      last = slice.last_id;
      over = slice.over;
    }
  exm_cli_json_integer (&self->json, "articles", n_checked);
  g_string_append_printf (
      self->text,
      ngettext ("%u article was read\n", "%u articles were read\n", n_checked),
      n_checked);
  exm_cli_store_report_found (self, "changed", found);
}

/* The structure of one file; where it is damaged, what can be read of it. */
static void
check_file (ExmCliStoreReport *self, const char *folder, const char *file)
{
  g_autoptr (GError) error = NULL;

  exm_cli_json_open (&self->json, file, '{');
  if (exm_store_check_structure (folder, file, NULL, &error))
    {
      /* translators: a file */
      g_string_append_printf (self->text, _ ("%s is sound\n"), file);
      exm_cli_json_boolean (&self->json, "sound", TRUE);
    }
  else
    {
      g_auto (ExmSalvage) salvage = { 0 };
      g_autoptr (GError) reason = NULL;
      g_string_append_printf (self->text, "%s\n", error->message);
      exm_cli_json_boolean (&self->json, "sound", FALSE);
      exm_cli_json_string (&self->json, "message", error->message);
      gboolean damaged
          = g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
      if (damaged && exm_store_salvage_look (folder, file, &salvage, &reason))
        exm_cli_store_report_tables (self, &salvage);
      else if (damaged)
        g_string_append_printf (self->text, "%s\n", reason->message);
      self->damaged = TRUE;
    }
  exm_cli_json_close (&self->json, '}');
}

static void
check_pages (ExmCliStoreReport *self, const char *folder)
{
  guint64 n_checked = 0, n_missing = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found
      = exm_store_check_pages (folder, FALSE, &n_checked, &n_missing, NULL, &error);

  if (found == NULL)
    {
      exm_cli_complain ("%s", error->message);
      self->damaged = TRUE;
      return;
    }
  exm_cli_json_integer (&self->json, "pages", (gint64) n_checked);
  exm_cli_json_integer (&self->json, "missing_pages", (gint64) n_missing);
  g_string_append_printf (self->text,
                          /* translators: two numbers of pages */
                          _ ("%u pages were read; %u are not stored any more\n"),
                          (guint) (n_checked - n_missing), (guint) n_missing);
  exm_cli_store_report_found (self, "damaged_pages", found);
}

ExmExit
exm_cli_store_check (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  gboolean as_json = FALSE;
  ExmExit exit_code;
  ExmCliStoreReport report;
  ExmStoreFiles files;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, N_ ("As one JSON object"), NULL },
    G_OPTION_ENTRY_NULL,
  };

  if (!exm_cli_store_parse (
          entries, NULL,
          _ ("Reads all that is stored and tells what is damaged: the database and its\n"
             "tables, articles and settings whose bytes changed, pages that are not "
             "what\n"
             "was fetched. Changes nothing; tasks may run meanwhile."),
          &argc, &argv, &folder, &exit_code))
    return exit_code;
  exm_store_files_find (folder, &files);
  if (!exm_store_folder_check (folder, &error)
      || !exm_store_files_are_complete (folder, &files, &error))
    {
      exm_cli_complain ("%s", error->message);
      return EXM_EXIT_DAMAGE;
    }
  exm_cli_store_report_init (&report, as_json);
  if (files.has_main)
    {
      check_file (&report, folder, EXM_STORE_MAIN_FILE);
      exm_cli_store_check_texts (&report, folder);
      check_file (&report, folder, EXM_STORE_PAGES_FILE);
      check_pages (&report, folder);
    }
  return exm_cli_store_report_end (&report);
}
