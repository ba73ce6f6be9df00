/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "task/exm-task-file.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The task that is changed. */
typedef struct
{
  ExmStore *store;  /* (unowned) */
  ExmTask *task;    /* (owned) (nullable): as it was */
  gint64 last_usec; /* when it last ran */
} Edit;

static void
edit_clear (Edit *self)
{
  g_clear_pointer (&self->task, exm_task_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Edit, edit_clear)

/* Gives the file read the identity of this task; the file of another one is refused. */
static ExmTask *
take_identity (const Edit *self, ExmTask *read, GError **error)
{
  const char *uid = exm_task_get (self->task)->uid;
  const char *its_uid = exm_task_get (read)->uid;
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) missing = NULL;

  if (strcmp (uid, its_uid) == 0)
    return exm_task_ref (read);
  g_autoptr (ExmTask) other = exm_store_get_task (self->store, its_uid, NULL, &missing);
  if (other != NULL)
    {
      g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
                   _ ("“uid” is that of another task, “%s”"), exm_task_get (other)->name);
      return NULL;
    }
  exm_task_fields_copy (read, &fields);
  g_free (fields.uid);
  fields.uid = g_strdup (uid);
  return exm_task_new (&fields);
}

/* Reads, judges and stores; an error is one that a person can mend in the file. */
static gboolean
apply (Edit *self, const char *path, GError **error)
{
  g_autoptr (ExmTask) read = exm_cli_task_read_file (path, FALSE, error);
  g_autoptr (ExmTask) named = read != NULL ? take_identity (self, read, error) : NULL;
  guint version = 0;

  if (named == NULL)
    return FALSE;
  g_autoptr (ExmTask) task
      = exm_cli_task_adopt_examples (self->store, named, path, error);
  if (task == NULL)
    return FALSE;
  if (exm_task_equal (task, self->task))
    {
      exm_cli_print (_ ("Nothing was changed\n"));
      return TRUE;
    }
  if (!exm_store_update_task (self->store, task, g_get_real_time (), &version, error))
    return FALSE;
  /* translators: the name of a task, and a number */
  g_autofree char *text = g_strdup_printf (_ ("Changed “%s”, version %u\n"),
                                           exm_task_get (task)->name, version);
  exm_cli_print (text);
  return exm_cli_data_plan (self->store, task, self->last_usec);
}

static gboolean
run_editor (const char *path, GError **error)
{
  const char *visual = g_getenv ("VISUAL");
  const char *editor = visual != NULL && *visual != '\0' ? visual : g_getenv ("EDITOR");
  g_auto (GStrv) words = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  int status = 0;

  if (editor == NULL || *editor == '\0')
    editor = "vi";
  if (!g_shell_parse_argv (editor, NULL, &words, error))
    {
      g_prefix_error (error, "EDITOR: ");
      return FALSE;
    }
  g_strv_builder_addv (builder, (const char **) words);
  g_strv_builder_add (builder, path);
  g_auto (GStrv) argv = g_strv_builder_end (builder);
  return g_spawn_sync (NULL, argv, NULL,
                       G_SPAWN_SEARCH_PATH | G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL,
                       NULL, NULL, &status, error)
         && g_spawn_check_wait_status (status, error);
}

/* Whether the person wants to mend the file. */
static gboolean
ask_again (void)
{
  if (!isatty (STDIN_FILENO))
    return FALSE;
  /* translators: the first letter of an answer is looked at: n ends it */
  g_printerr ("%s ", _ ("Edit again? [Y/n]"));
  int answer = getchar ();
  for (int c = answer; c != '\n' && c != EOF;)
    c = getchar ();
  return answer != EOF && answer != 'n' && answer != 'N';
}

/* Until the file is good or the person gives up, who then still has it. */
static ExmExit
edit_file (Edit *self, const char *path)
{
  for (;;)
    {
      g_autoptr (GError) error = NULL;
      if (run_editor (path, &error) && apply (self, path, &error))
        {
          g_unlink (path);
          return EXM_EXIT_OK;
        }
      if (error != NULL)
        exm_cli_complain ("%s", error->message);
      if (error == NULL || !ask_again ())
        break;
    }
  /* translators: a file */
  exm_cli_complain (_ ("Nothing was changed; what was written is in %s"), path);
  return EXM_EXIT_FAILED;
}

static ExmExit
edit_in_editor (Edit *self)
{
  g_autofree char *text = exm_task_file_write (self->task);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("exemplar-XXXXXX.task", &path, &error);

  if (fd >= 0)
    close (fd);
  if (fd < 0 || !g_file_set_contents (path, text, -1, &error))
    {
      exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  return edit_file (self, path);
}

static gboolean
find (Edit *self, const char *called)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (self->store, &error);
  const ExmTaskInfo *info = infos != NULL ? exm_cli_data_pick_task (infos, called) : NULL;

  if (info != NULL)
    {
      self->last_usec = info->last_run_usec;
      self->task = exm_store_get_task (self->store, info->uid, NULL, &error);
    }
  if (error != NULL)
    exm_cli_complain ("%s", error->message);
  return self->task != NULL;
}

ExmExit
exm_cli_task_edit (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autofree char *file = NULL;
  g_auto (Edit) edit = { 0 };
  g_autoptr (GError) error = NULL;
  ExmExit exit_code = EXM_EXIT_OK;
  const GOptionEntry entries[] = {
    { "file", 'f', 0, G_OPTION_ARG_FILENAME, &file,
      N_ ("Take this task file instead of starting an editor"), N_ ("FILE") },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK"));

  g_option_context_set_summary (
      context,
      _ ("Changes a task: opens its task file (see exemplar-task(5)) in $VISUAL, "
         "$EDITOR or vi.\n"
         "What cannot be understood is told, and nothing is changed."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One task is needed"));
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  edit.store = store;
  if (store == NULL || !find (&edit, argv[1]))
    return EXM_EXIT_FAILED;
  if (file == NULL)
    exit_code = edit_in_editor (&edit);
  else if (!apply (&edit, file, &error))
    exit_code = EXM_EXIT_FAILED;
  if (error != NULL)
    exm_cli_complain ("%s", error->message);
  if (exit_code == EXM_EXIT_OK)
    exm_cli_data_wake (data);
  return exit_code;
}
