/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* `task exclude`: an article of a task is none, and addresses like its are left out. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "setup/exm-exclusion.h"

#include <string.h>

/* The command line, as it was read. */
typedef struct
{
  char *data; /* (owned) (nullable) */
  gboolean only;
  gboolean delete;
  gboolean dry_run;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->data);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Returns: (transfer full) (nullable): %NULL after a complaint */
static ExmExclusion *
read_exclusion (const Options *options, const char *called, gint64 article)
{
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (options->data);
  g_autofree char *uid
      = reader != NULL ? exm_cli_data_find_task_to_read (reader, called) : NULL;
  g_autoptr (GError) error = NULL;

  if (uid == NULL)
    return NULL;
  g_autoptr (ExmExclusion) exclusion
      = exm_exclusion_new (reader, article, options->only, NULL, &error);
  if (!exm_cli_complain_unless (exclusion != NULL, &error))
    return NULL;
  const ExmTaskFields *fields = exm_task_get (exclusion->task);
  if (strcmp (fields->uid, uid) == 0)
    return g_steal_pointer (&exclusion);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, article);
  /* translators: a number, the name of a task */
  exm_cli_complain (_ ("Article %1$s is one of the task “%2$s”"), number, fields->name);
  return NULL;
}

static gboolean
print_exclusion (const Options *options, const ExmExclusion *exclusion)
{
  guint n = exclusion->ids->len;
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < exclusion->added->len; i++)
    /* translators: a URL pattern */
    g_string_append_printf (out, _ ("Leave out: %s\n"),
                            (const char *) g_ptr_array_index (exclusion->added, i));
  for (guint i = 0; i < exm_task_get (exclusion->task)->include->len; i++)
    {
      const char *pattern
          = g_ptr_array_index (exm_task_get (exclusion->task)->include, i);
      if (!g_ptr_array_find_with_equal_func (exclusion->include, pattern, g_str_equal,
                                             NULL))
        /* translators: a URL pattern of articles that a task gives up */
        g_string_append_printf (out, _ ("No longer collected: %s\n"), pattern);
    }
  g_string_append_printf (
      out,
      options->delete
          /* translators: articles that are deleted, of all of the task */
          ? ngettext ("%u of %u stored articles is deleted\n",
                      "%u of %u stored articles are deleted\n", n)
          /* translators: articles that have such an address, of all of the task */
          : ngettext ("%u of %u stored articles has such an address\n",
                      "%u of %u stored articles have such an address\n", n),
      n, exclusion->n_stored);
  return exm_cli_print (out->str);
}

static gboolean
apply (const Options *options, const ExmExclusion *exclusion)
{
  g_autoptr (ExmStore) store = exm_cli_data_open (options->data);
  g_autoptr (GError) error = NULL;
  gboolean good
      = store != NULL
        && exm_exclusion_write (exclusion, store, g_get_real_time (), NULL, &error);

  for (guint i = 0; good && options->delete &&i < exclusion->ids->len; i++)
    good = exm_store_delete_article (store, g_array_index (exclusion->ids, gint64, i),
                                     &error);
  if (store == NULL || !exm_cli_complain_unless (good, &error))
    return FALSE;
  exm_cli_data_wake (options->data);
  return TRUE;
}

ExmExit
exm_cli_task_exclude (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  ExmExit exit_code;
  gint64 article;
  const GOptionEntry entries[] = {
    { "only", '1', 0, G_OPTION_ARG_NONE, &options.only,
      N_ ("Leave out this address alone"), NULL },
    { "delete", 'd', 0, G_OPTION_ARG_NONE, &options.delete,
      N_ ("Delete the stored articles that have such an address"), NULL },
    { "dry-run", 'n', 0, G_OPTION_ARG_NONE, &options.dry_run,
      N_ ("Tell what would be left out; change nothing"), NULL },
    EXM_CLI_DATA_ENTRY (&options.data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK ARTICLE"));

  g_option_context_set_summary (
      context, _ ("Says that an article, called by its number, is none: its address and "
                  "those that are\n"
                  "built alike are left out from now on. Never left out are the examples "
                  "and what was\n"
                  "approved. “task edit” takes it back."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 3)
    return exm_cli_refuse (_ ("A task and the number of an article are needed"));
  if (!g_ascii_string_to_signed (argv[2], 10, 1, G_MAXINT64, &article, NULL))
    return exm_cli_refuse (_ ("“%s” is no article’s number"), argv[2]);
  g_autoptr (ExmExclusion) exclusion = read_exclusion (&options, argv[1], article);
  return exclusion != NULL && print_exclusion (&options, exclusion)
                 && (options.dry_run || apply (&options, exclusion))
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}
