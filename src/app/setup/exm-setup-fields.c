/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup.h"

#include "app/setup/exm-setup-private.h"
#include "publish/exm-name-template.h"
#include "task/exm-output-format.h"
#include "url/exm-url-filter.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Often enough for news, and no burden to a site. */
#define DEFAULT_SCHEDULE "every 30 min"

#define DEFAULT_FORMAT EXM_OUTPUT_MARKDOWN

static void
set_output (ExmTaskFields *fields, const char *folder)
{
  g_array_set_size (fields->outputs, 0);
  if (folder != NULL && *folder != '\0')
    exm_task_fields_add_output (fields, DEFAULT_FORMAT, folder,
                                exm_name_template_get_default (DEFAULT_FORMAT));
}

void
exm_setup_set_defaults (ExmTaskFields *fields)
{
  g_clear_pointer (&fields->schedule, exm_schedule_unref);
  fields->schedule = exm_schedule_parse (DEFAULT_SCHEDULE, NULL);
  fields->first_run = EXM_FIRST_RUN_NEWEST;
  fields->first_run_days = 7;
}

void
exm_setup_add_defaults (ExmSetup *self)
{
  exm_setup_set_defaults (&self->proposal->fields);
}

void
exm_setup_set_method (ExmSetup *self, const char *method, const char *parameters)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  g_return_if_fail (self->proposal != NULL);

  ExmTaskFields *fields = &self->proposal->fields;
  if (g_strcmp0 (fields->method, method) == 0
      && g_strcmp0 (fields->parameters, parameters) == 0)
    return;
  g_free (fields->method);
  fields->method = g_strdup (method);
  g_free (fields->parameters);
  fields->parameters = g_strdup (parameters);
  exm_setup_recheck (self);
  exm_setup_emit_changed (self);
}

void
exm_setup_set_name (ExmSetup *self, const char *name)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  g_return_if_fail (self->proposal != NULL);

  char **field = &self->proposal->fields.name;
  if (strcmp (*field, name) == 0)
    return;
  g_free (*field);
  *field = g_strdup (name);
  exm_setup_emit_changed (self);
}

static GPtrArray *
split_patterns (const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GPtrArray) patterns = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*g_strstrip (lines[i]) == '\0')
        continue;
      g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (lines[i], error);
      if (pattern == NULL)
        return NULL;
      g_ptr_array_add (patterns, g_strdup (exm_url_pattern_get_text (pattern)));
    }
  if (patterns->len > 0)
    return g_steal_pointer (&patterns);
  g_set_error_literal (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
                       _ ("Say which addresses are articles, such as "
                          "https://example.org/news/(*)"));
  return NULL;
}

static gboolean
use_patterns (ExmSetup *self,
              const GPtrArray *include,
              const GPtrArray *exclude,
              GError **error)
{
  ExmProposal *proposal = self->proposal;
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new ((GPtrArray *) include, (GPtrArray *) exclude, error);

  if (filter == NULL)
    return FALSE;
  g_clear_pointer (&proposal->why, g_free);
  exm_task_fields_set_patterns (&proposal->fields, include, exclude);
  g_clear_pointer (&self->filter, exm_url_filter_unref);
  exm_proposal_count (proposal, filter);
  exm_setup_notify_counts (self);
  exm_setup_emit_changed (self);
  return TRUE;
}

gboolean
exm_setup_set_include (ExmSetup *self, const char *text, GError **error)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);
  g_return_val_if_fail (self->proposal != NULL, FALSE);

  g_autoptr (GPtrArray) patterns = split_patterns (text, error);

  return patterns != NULL
         && use_patterns (self, patterns, self->proposal->fields.exclude, error);
}

gboolean
exm_setup_set_patterns (ExmSetup *self,
                        const GPtrArray *include,
                        const GPtrArray *exclude,
                        GError **error)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);
  g_return_val_if_fail (self->proposal != NULL, FALSE);

  if (!use_patterns (self, include, exclude, error))
    return FALSE;
  exm_setup_relist_pages (self);
  return TRUE;
}

const char *
exm_setup_describe_rendering (ExmSetup *self)
{
  return self->proposal->fields.rendered
             ? _ ("Scripts fill these pages in, so they are rendered in a browser before "
                  "they are read")
             : NULL;
}

const char *
exm_setup_get_link_title (ExmSetup *self, const char *url)
{
  return self->proposal != NULL ? g_hash_table_lookup (self->proposal->titles, url)
                                : NULL;
}

/* A feed or a sitemap is nothing to look at; the page that was pasted may be. */
const char *
exm_setup_get_list_url (ExmSetup *self)
{
  const ExmTaskFields *fields = exm_setup_get_fields (self);

  if (fields == NULL)
    return NULL;
  for (guint i = 0; i < fields->sources->len; i++)
    {
      const ExmTaskSource *source = &g_array_index (fields->sources, ExmTaskSource, i);
      if (source->kind == EXM_SOURCE_LIST && strpbrk (source->pattern, "{}[]*") == NULL)
        return source->pattern;
      if (g_strcmp0 (source->pattern, self->place) == 0)
        return NULL;
    }
  return g_strcmp0 (self->place, self->proposal->final_url) != 0 ? self->place : NULL;
}

const GPtrArray *
exm_setup_get_links (ExmSetup *self)
{
  return self->proposal != NULL ? self->proposal->known : NULL;
}

gboolean
exm_setup_matches (ExmSetup *self, const char *url)
{
  const ExmTaskFields *fields = exm_setup_get_fields (self);

  if (self->filter == NULL && fields != NULL)
    self->filter = exm_url_filter_new (fields->include, fields->exclude, NULL);
  return self->filter != NULL
         && exm_url_filter_check (self->filter, url, NULL) == EXM_URL_VERDICT_MATCHED;
}

gboolean
exm_setup_set_schedule (ExmSetup *self, const char *text, GError **error)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);
  g_return_val_if_fail (self->proposal != NULL, FALSE);

  ExmSchedule *schedule = exm_schedule_parse (text, error);
  if (schedule == NULL)
    return FALSE;
  g_clear_pointer (&self->proposal->fields.schedule, exm_schedule_unref);
  self->proposal->fields.schedule = schedule;
  exm_setup_emit_changed (self);
  return TRUE;
}

gboolean
exm_setup_set_folder (ExmSetup *self, const char *folder, GError **error)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);
  g_return_val_if_fail (self->proposal != NULL, FALSE);

  if (folder != NULL && *folder != '\0' && !g_path_is_absolute (folder))
    {
      g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
                   _ ("“%s” is no folder: it must begin with /"), folder);
      return FALSE;
    }
  set_output (&self->proposal->fields, folder);
  exm_setup_emit_changed (self);
  return TRUE;
}

void
exm_setup_set_paused (ExmSetup *self, gboolean paused)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  g_return_if_fail (self->proposal != NULL);

  self->proposal->fields.paused = paused;
}

void
exm_setup_set_first_run (ExmSetup *self, ExmFirstRun first_run)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  g_return_if_fail (self->proposal != NULL);

  self->proposal->fields.first_run = first_run;
  exm_setup_emit_changed (self);
}

gboolean
exm_setup_count_first_run (ExmSetup *self, ExmFirstRun first_run, guint *n_articles)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);
  g_return_val_if_fail (self->proposal != NULL, FALSE);

  *n_articles = exm_proposal_count_first_run (self->proposal, first_run);
  return self->proposal->n_matching > 0
         && (first_run != EXM_FIRST_RUN_DAYS || self->proposal->n_dated > 0);
}

/* A task on its way to the store. */
typedef struct
{
  ExmTask *task;    /* (owned) */
  GPtrArray *pages; /* (owned): of its examples */
  ExmTask *stored;  /* (owned) (nullable): with the names of its pages */
  gboolean is_due;  /* by its schedule: the worker begins the first run by itself */
} Saving;

static void
saving_free (gpointer data)
{
  Saving *self = data;

  exm_task_unref (self->task);
  g_clear_pointer (&self->stored, exm_task_unref);
  g_ptr_array_unref (self->pages);
  g_free (self);
}

/* On the thread of the worker. */
static gboolean
write_task (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  Saving *saving = data;
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (saving->task, &fields);
  if (!exm_setup_write_examples (store, &fields, saving->pages, now_usec, error))
    return FALSE;
  saving->stored = exm_task_new (&fields);
  const ExmTaskFields *stored = exm_task_get (saving->stored);
  gint64 next = exm_schedule_get_next (stored->schedule, 0, now_usec);
  saving->is_due = next <= now_usec;
  return exm_store_add_task (store, saving->stored, now_usec, error)
         && exm_store_set_next_due (store, stored->uid, next == G_MAXINT64 ? 0 : next,
                                    error);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmSetup *self = g_task_get_source_object (task);
  Saving *saving = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  if (!exm_worker_write_finish (EXM_WORKER (source), result, &error))
    {
      exm_setup_set_stage (self, EXM_SETUP_READY, error->message);
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  const char *uid = exm_task_get (saving->stored)->uid;
  exm_setup_stop_pages (self);
  exm_session_refresh (self->session);
  /* Asking for one that is due could begin a second run, after a short first one. */
  if (!exm_task_get (saving->stored)->paused && !saving->is_due)
    exm_session_run_task (self->session, uid);
  exm_setup_set_stage (self, EXM_SETUP_SAVED, NULL);
  g_signal_emit_by_name (self, "saved", uid);
  g_task_return_pointer (task, exm_task_ref (saving->stored),
                         (GDestroyNotify) exm_task_unref);
}

void
exm_setup_save_async (ExmSetup *self, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);
  g_autoptr (GError) error = NULL;

  g_return_if_fail (EXM_IS_SETUP (self));
  g_return_if_fail (self->stage == EXM_SETUP_READY);

  g_task_set_source_tag (task, exm_setup_save_async);
  /* If it cannot be stored, the operator goes on with what there is. */
  g_autoptr (ExmTask) wanted = exm_setup_dup_task (self);
  if (!exm_task_check (wanted, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  Saving *saving = g_new0 (Saving, 1);
  saving->task = g_steal_pointer (&wanted);
  saving->pages = exm_setup_list_example_pages (self);
  g_task_set_task_data (task, saving, saving_free);
  exm_setup_set_stage (self, EXM_SETUP_SAVING, NULL);
  exm_worker_write_async (exm_session_get_worker (self->session), write_task, saving,
                          NULL, NULL, on_written, g_object_ref (task));
}
