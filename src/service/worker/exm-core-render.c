/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "base/exm-said-error.h"
#include "worker/exm-core.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  ExmCore *core;       /* (unowned) */
  ExmCoreTask *task;   /* (unowned): lives while it has jobs under way */
  ExmJob *job;         /* (owned) */
  ExmFetched *fetched; /* (owned) */
} Rendering;

static void
rendering_free (Rendering *rendering)
{
  exm_job_unref (rendering->job);
  exm_fetched_unref (rendering->fetched);
  g_free (rendering);
}

void
exm_core_read_page (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmFetched *fetched)
{
  if (strcmp (job->kind, EXM_JOB_ARTICLE) == 0)
    exm_core_read_article (self, task, job, fetched);
  else if (exm_core_is_resource_job (job))
    exm_core_read_resource (self, task, job, fetched);
  else
    exm_core_read_source (self, task, job, fetched);
}

static void
on_rendered (GObject *source, GAsyncResult *result, gpointer data)
{
  Rendering *rendering = data;
  ExmCore *self = rendering->core;
  ExmCoreTask *task = rendering->task;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRendered) rendered
      = exm_renderer_render_finish (EXM_RENDERER (source), result, &error);

  if (rendered != NULL)
    {
      g_autoptr (ExmFetched) page
          = exm_fetched_new_rendered (rendering->fetched, rendered);
      exm_core_read_page (self, task, rendering->job, page);
    }
  else
    {
      exm_core_fail_job (self, task, rendering->job, error);
      exm_core_end_job (self, task, rendering->job);
    }
  rendering_free (rendering);
}

GError *
exm_render_error_new_missing (const ExmFetched *fetched)
{
  GError *error = NULL;

  exm_said_set_error (&error, EXM_RENDER_ERROR, EXM_RENDER_ERROR_NO_PROGRAM,
                      N_ ("%s: the task's pages are to be rendered, which this program "
                          "cannot do"),
                      fetched->final_url);
  return error;
}

void
exm_core_render_page (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmFetched *fetched)
{
  const ExmTaskFields *fields = exm_task_get (task->task);

  if (self->renderer == NULL)
    {
      g_autoptr (GError) error = exm_render_error_new_missing (fetched);
      exm_core_fail_job (self, task, job, error);
      exm_core_end_job (self, task, job);
      return;
    }
  Rendering *rendering = g_new0 (Rendering, 1);
  rendering->core = self;
  rendering->task = task;
  rendering->job = exm_job_ref (job);
  rendering->fetched = exm_fetched_ref (fetched);
  g_auto (GStrv) hosts = exm_task_fields_dup_private_hosts (fields);
  exm_renderer_render_fetched_async (
      self->renderer, fetched, fields->user_agent, (const char *const *) hosts,
      exm_core_get_cancellable (self, job), on_rendered, rendering);
}
