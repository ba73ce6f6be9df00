/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/store/exm-cli-store.h"

#include "cli/base/exm-cli-group.h"
#include "cli/base/exm-cli-output.h"
#include "control/exm-role-lock.h"
#include "store/db/exm-store-backup.h"

static const ExmCliCommand commands[] = {
  { "check", N_ ("Look for damage; changes nothing"), exm_cli_store_check },
  { "repair", N_ ("Make a new database of all that can be read"), exm_cli_store_repair },
  { "backup", N_ ("Make a verified copy of the database"), exm_cli_store_backup },
  { "restore", N_ ("Go back to a backup"), exm_cli_store_restore },
  { "compact", N_ ("Store the bodies of older articles once"), exm_cli_store_compact },
};

ExmExit
exm_cli_store (int argc, char **argv)
{
  const ExmCliGroup group = {
    .summary = N_ ("The data folder itself: damage, backups and room."),
    .commands = commands,
    .n_commands = G_N_ELEMENTS (commands),
  };

  return exm_cli_group_run (&group, argc, argv);
}

/* Returns: (transfer full) (nullable): the folder that --data names; %NULL after a
 * complaint */
static char *
find_folder (const char *data)
{
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);

  if (folder == NULL)
    return NULL;
  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&folder);
  g_autofree char *name = g_filename_display_name (folder);
  exm_cli_complain (_ ("There is no data folder %s"), name);
  return NULL;
}

gboolean
exm_cli_store_parse (const GOptionEntry *entries,
                     const char *arguments,
                     const char *summary,
                     int *argc,
                     char ***argv,
                     char **folder,
                     ExmExit *exit_code)
{
  g_autofree char *data = NULL;
  const GOptionEntry common[] = {
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (arguments);
  int most = arguments != NULL ? 2 : 1;

  g_option_context_set_summary (context, summary);
  g_option_context_set_description (
      context, _ ("Exit status:\n"
                  "  0  all well\n"
                  "  1  something failed; nothing was changed\n"
                  "  2  wrong usage\n"
                  "  5  there is damage, or rows were lost in a repair"));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, common, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, argc, argv, exit_code))
    return FALSE;
  if (*argc > most)
    {
      *exit_code = exm_cli_refuse (_ ("“%s” is one argument too many"), (*argv)[most]);
      return FALSE;
    }
  *exit_code = EXM_EXIT_FAILED;
  *folder = find_folder (data);
  return *folder != NULL;
}

ExmExit
exm_cli_store_backup (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  gboolean pages = FALSE;
  ExmExit exit_code;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "pages", 'p', 0, G_OPTION_ARG_NONE, &pages,
      N_ ("Copy the stored pages as well; they can be large"), NULL },
    G_OPTION_ENTRY_NULL,
  };

  if (!exm_cli_store_parse (entries, NULL,
                            _ ("Copies the database into the folder “backups” of the "
                               "data folder, reads the\n"
                               "copy back, and keeps the last two. Tasks may run "
                               "meanwhile. A worker makes\n"
                               "such a copy once a day when something changed. Pages are "
                               "not copied: what is\n"
                               "lost of them is fetched again."),
                            &argc, &argv, &folder, &exit_code))
    return exit_code;
  const ExmStoreBackupOptions options
      = { .now_usec = g_get_real_time (), .pages = pages };
  g_autofree char *path = exm_store_backup_make (folder, &options, NULL, &error);
  if (!exm_cli_complain_unless (path != NULL, &error))
    return EXM_EXIT_FAILED;
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *line = g_strconcat (name, "\n", NULL);
  return exm_cli_print (line) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static ExmExit
restore (const char *folder, const char *file)
{
  g_autofree char *kept = NULL;
  gint64 n_articles = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRoleLock) role = exm_role_lock_take (folder, &error);

  if (role == NULL
      || !exm_store_backup_restore (folder, file, &n_articles, &kept, &error))
    {
      exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  g_autofree char *name = g_filename_display_name (file);
  g_autofree char *text
      = g_strdup_printf (ngettext ("Restored from %s: %u article",
                                   "Restored from %s: %u articles", (gulong) n_articles),
                         name, (guint) n_articles);
  g_autofree char *kept_name = kept != NULL ? g_filename_display_name (kept) : NULL;
  g_autofree char *before
      = kept_name != NULL
            ? g_strdup_printf (_ ("The database that was there is kept as %s"), kept_name)
            : NULL;
  g_autofree char *lines
      = g_strconcat (text, "\n", before, before != NULL ? "\n" : NULL, NULL);
  return exm_cli_print (lines) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_store_restore (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };

  if (!exm_cli_store_parse (
          entries, _ ("[FILE]"),
          _ ("Puts a backup into the place of the database, without FILE the newest "
             "one.\n"
             "The backup is read and checked first, and the database that was there is\n"
             "kept beside it. Stop the worker and the window first."),
          &argc, &argv, &folder, &exit_code))
    return exit_code;
  if (argc == 2)
    return restore (folder, argv[1]);
  g_autoptr (GPtrArray) copies = exm_store_backup_list (folder);
  if (copies->len > 0)
    return restore (folder, g_ptr_array_index (copies, 0));
  g_autofree char *name = g_filename_display_name (folder);
  exm_cli_complain (_ ("There is no backup in %s"), name);
  return EXM_EXIT_FAILED;
}
