/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-group.h"
#include "cli/base/exm-cli-pair.h"
#include "publish/exm-name-template.h"
#include "setup/exm-group-defaults.h"
#include "url/exm-url-filter.h"

#include <glib/gi18n.h>

static const ExmCliCommand commands[] = {
  { "add", N_ ("Set up a task from an article or a list page"), exm_cli_task_add },
  { "add-many", N_ ("Set up tasks from a list of sections"), exm_cli_task_add_many },
  { "list", N_ ("List the tasks"), exm_cli_task_list },
  { "show", N_ ("Print a task as a task file"), exm_cli_task_show },
  { "edit", N_ ("Change a task in an editor or from a file"), exm_cli_task_edit },
  { "test", N_ ("Try a task on pages; nothing is stored"), exm_cli_task_test },
  { "lines", N_ ("List the lines that a task's pages were counted by"),
    exm_cli_task_lines },
  { "learned", N_ ("Say from how many articles a task has learned, or forget it"),
    exm_cli_task_learned },
  { "rule", N_ ("Say of such a line that it is body, or noise"), exm_cli_task_rule },
  { "exclude", N_ ("Leave out an article that is none, and addresses like its"),
    exm_cli_task_exclude },
  { "run", N_ ("Run tasks now"), exm_cli_task_run },
  { "retry", N_ ("Try pages again that failed in the last run"), exm_cli_task_retry },
  { "stop", N_ ("End the runs of tasks"), exm_cli_task_stop },
  { "heal", N_ ("Mend a redesign: propose an example, or accept it"), exm_cli_task_heal },
  { "older", N_ ("Collect what the first run passed over"), exm_cli_task_older },
  { "pause", N_ ("Leave tasks alone until they are resumed"), exm_cli_task_pause },
  { "resume", N_ ("Let tasks run by their schedule again"), exm_cli_task_resume },
  { "ignore", N_ ("Hear no more of what ails tasks, or again"), exm_cli_task_ignore },
  { "delete", N_ ("Move tasks and their articles into the Trash"), exm_cli_task_delete },
  { "restore", N_ ("Take tasks out of the Trash again"), exm_cli_task_restore },
  { "empty-trash", N_ ("Delete what is in the Trash for good"),
    exm_cli_task_empty_trash },
  { "export", N_ ("Write tasks with their examples into files"), exm_cli_task_export },
  { "import", N_ ("Read tasks from files"), exm_cli_task_import },
};

ExmExit
exm_cli_task (int argc, char **argv)
{
  const ExmCliGroup group = {
    .summary = N_ ("Tasks: what is collected, when, how it is extracted and where it "
                   "goes."),
    .commands = commands,
    .n_commands = G_N_ELEMENTS (commands),
  };

  return exm_cli_group_run (&group, argc, argv);
}

static gboolean
check_sources (const ExmTaskFields *fields, GError **error)
{
  for (guint i = 0; i < fields->sources->len; i++)
    {
      const ExmTaskSource *source = &g_array_index (fields->sources, ExmTaskSource, i);
      g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (source->pattern, error);

      if (pattern == NULL)
        {
          /* translators: a pattern that is wrong; what is wrong follows */
          g_prefix_error (error, _ ("Source “%s”: "), source->pattern);
          return FALSE;
        }
      if (!exm_url_pattern_can_generate (pattern))
        {
          g_set_error (error, EXM_URL_PATTERN_ERROR,
                       EXM_URL_PATTERN_ERROR_CANNOT_GENERATE,
                       _ ("Source “%s”: an address or a pattern that makes addresses is "
                          "needed; (*), (**) and re: only recognise them"),
                       source->pattern);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_outputs (const ExmTaskFields *fields, GError **error)
{
  for (guint i = 0; i < fields->outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, i);
      g_autoptr (ExmNameTemplate) template
          = output->kind == NULL ? exm_name_template_new (output->name_template, error)
                                 : NULL;

      if (output->kind == NULL && template == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
exm_cli_task_check (const ExmTask *task, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);

  if (!exm_task_check (task, error)
      || !exm_cli_check_method (fields->method, fields->parameters, error))
    return FALSE;
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (fields->include, fields->exclude, error);
  return filter != NULL && check_sources (fields, error) && check_outputs (fields, error);
}

ExmTask *
exm_cli_task_store (ExmStore *store, ExmProposal *proposal, guint own, GError **error)
{
  ExmTaskFields *fields = &proposal->fields;
  ExmTaskExample *example = &g_array_index (fields->examples, ExmTaskExample, 0);
  gint64 now = g_get_real_time ();
  const ExmStoredPage page = {
    .url = example->url,
    .final_url = proposal->final_url,
    .status = proposal->status,
    .headers = proposal->headers,
    .charset = example->http_charset,
    .fetched_usec = now,
  };

  if (!exm_store_put_page (store, proposal->bytes, &page, &example->page_hash, error))
    return NULL;
  g_autoptr (ExmTask) proposed = exm_task_new (fields);
  g_autoptr (ExmTask) task = exm_group_defaults_apply (store, proposed, own, error);
  return task != NULL && exm_cli_task_check (task, error)
                 && exm_store_add_task (store, task, now, error)
                 && exm_cli_data_plan (store, task, 0)
             ? g_steal_pointer (&task)
             : NULL;
}
