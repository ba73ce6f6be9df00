/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task-options.h"

#include "cli/base/exm-cli-destination.h"
#include "cli/base/exm-cli-pair.h"
#include "setup/exm-group-defaults.h"

#include <glib/gi18n.h>
#include <string.h>

void
exm_cli_task_options_clear (ExmCliTaskOptions *self)
{
  g_free (self->group);
  g_free (self->schedule);
  g_free (self->first_run);
  g_strfreev (self->outputs);
  g_free (self->name_template);
  g_free (self->method);
  g_free (self->parameters);
}

/* "days:7", "newest:20" */
static gboolean
read_number (const char *text, const char *name, guint *number)
{
  guint64 value = 0;

  if (!g_str_has_prefix (text, name)
      || !g_ascii_string_to_unsigned (text + strlen (name), 10, 1, G_MAXUINT32, &value,
                                      NULL))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

static gboolean
set_first_run (const char *text, ExmTaskFields *fields)
{
  fields->first_run = EXM_FIRST_RUN_NEWEST;
  if (text == NULL || read_number (text, "newest:", &fields->first_run_newest))
    return TRUE;
  if (read_number (text, "days:", &fields->first_run_days))
    {
      fields->first_run = EXM_FIRST_RUN_DAYS;
      return TRUE;
    }
  return strcmp (text, "days") != 0 && exm_first_run_from_name (text, &fields->first_run);
}

ExmExit
exm_cli_task_options_apply (const ExmCliTaskOptions *self, ExmTaskFields *fields)
{
  g_autoptr (GError) error = NULL;

  if (self->delay_ms < -1)
    return exm_cli_refuse (_ ("Numbers must be 0 or more"));
  if (self->pictures)
    fields->keep = EXM_KEEP_PICTURES;
  if (self->whole_pages)
    fields->keep = EXM_KEEP_PAGES;
  if (!set_first_run (self->first_run, fields))
    return exm_cli_refuse (
        _ ("--first-run must be newest:N, new, all or days:N, not “%s”"),
        self->first_run);
  if (self->schedule != NULL)
    {
      g_clear_pointer (&fields->schedule, exm_schedule_unref);
      fields->schedule = exm_schedule_parse (self->schedule, &error);
      if (fields->schedule == NULL)
        return exm_cli_refuse ("--schedule: %s", error->message);
    }
  if (!exm_cli_check_method (self->method, self->parameters, &error))
    return exm_cli_refuse ("%s", error->message);
  for (guint i = 0; self->outputs != NULL && self->outputs[i] != NULL; i++)
    if (exm_destination_add (self->outputs[i], self->name_template, fields) == NULL)
      return exm_cli_destination_refuse (self->outputs[i]);
  fields->method = g_strdup (self->method);
  fields->parameters = g_strdup (self->parameters);
  fields->group = g_strdup (self->group);
  fields->paused = self->paused;
  fields->articles_only = self->articles_only;
  if (self->delay_ms >= 0)
    fields->delay_ms = (guint) self->delay_ms;
  return EXM_EXIT_OK;
}

guint
exm_cli_task_options_get_own (const ExmCliTaskOptions *self)
{
  return (self->schedule != NULL ? EXM_GROUP_BIT (EXM_GROUP_SCHEDULE) : 0)
         | (self->outputs != NULL ? EXM_GROUP_BIT (EXM_GROUP_OUTPUTS) : 0)
         | (self->pictures || self->whole_pages ? EXM_GROUP_BIT (EXM_GROUP_KEEP) : 0);
}
