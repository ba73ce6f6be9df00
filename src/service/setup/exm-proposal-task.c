/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-proposal.h"

/* A request on its way to the thread that fulfils it. */
typedef struct
{
  ExmProposalRequest request; /* its strings are owned */
  ExmTaskFields fields;
  ExmProbeFunc func; /* (nullable) */
  gpointer func_data;
} Errand;

static void
errand_free (gpointer data)
{
  Errand *self = data;

  g_free ((char *) self->request.place);
  g_clear_object (&self->request.renderer);
  g_free ((char *) self->request.example);
  g_clear_pointer (&self->request.example_bytes, g_bytes_unref);
  g_free ((char *) self->request.example_name);
  g_free ((char *) self->request.example_url);
  g_free ((char *) self->request.region_text);
  exm_task_fields_clear (&self->fields);
  g_free (self);
}

/* News of an errand on its way back: one of the two. */
typedef struct
{
  GTask *task;        /* (owned) */
  char *url;          /* (owned) (nullable): what is fetched next */
  ExmProposal *first; /* (owned) (nullable) */
} News;

static void
news_free (gpointer data)
{
  News *news = data;

  g_object_unref (news->task);
  g_free (news->url);
  g_clear_pointer (&news->first, exm_proposal_free);
  g_free (news);
}

static gboolean
on_news (gpointer data)
{
  News *news = data;
  const Errand *errand = g_task_get_task_data (news->task);

  if (g_task_get_completed (news->task)
      || g_cancellable_is_cancelled (g_task_get_cancellable (news->task)))
    return G_SOURCE_REMOVE;
  if (news->first != NULL)
    errand->request.first (g_steal_pointer (&news->first), errand->request.first_data);
  else
    errand->func (news->url, errand->func_data);
  return G_SOURCE_REMOVE;
}

/* @url: (nullable)
 * @first: (transfer full) (nullable) */
static void
send_news (GTask *task, const char *url, ExmProposal *first)
{
  g_autoptr (GSource) source = g_idle_source_new ();
  News *news = g_new0 (News, 1);

  news->task = g_object_ref (task);
  news->url = g_strdup (url);
  news->first = first;
  g_source_set_priority (source, g_task_get_priority (task));
  g_source_set_callback (source, on_news, news, news_free);
  g_source_attach (source, g_task_get_context (task));
}

static void
on_fetch (const char *url, gpointer data)
{
  const Errand *errand = g_task_get_task_data (data);

  if (errand->func != NULL)
    send_news (data, url, NULL);
}

static void
on_first (ExmProposal *first, gpointer data)
{
  send_news (data, NULL, first);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Errand *errand = data;
  const ExmProbeProgress watch
      = { .cancellable = cancellable, .func = on_fetch, .data = task };
  ExmProposalRequest request = errand->request;
  g_autoptr (GError) error = NULL;

  request.first = errand->request.first != NULL ? on_first : NULL;
  request.first_data = task;
  ExmProposal *proposal = exm_proposal_new (&request, &errand->fields, &watch, &error);

  if (proposal != NULL)
    g_task_return_pointer (task, proposal, (GDestroyNotify) exm_proposal_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
exm_proposal_new_async (const ExmProposalRequest *request,
                        ExmTaskFields *fields,
                        GCancellable *cancellable,
                        ExmProbeFunc func,
                        gpointer func_data,
                        GAsyncReadyCallback callback,
                        gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Errand *errand = g_new0 (Errand, 1);

  errand->request = (ExmProposalRequest){
    .place = g_strdup (request->place),
    .renderer = request->renderer != NULL ? g_object_ref (request->renderer) : NULL,
    .example = g_strdup (request->example),
    .example_bytes
    = request->example_bytes != NULL ? g_bytes_ref (request->example_bytes) : NULL,
    .example_name = g_strdup (request->example_name),
    .example_url = g_strdup (request->example_url),
    .region_text = g_strdup (request->region_text),
    .find_list = request->find_list,
    .first = request->first,
    .first_data = request->first_data,
  };
  errand->fields = *fields;
  *fields = (ExmTaskFields){ 0 };
  errand->func = func;
  errand->func_data = func_data;
  g_task_set_source_tag (task, exm_proposal_new_async);
  g_task_set_task_data (task, errand, errand_free);
  g_task_run_in_thread (task, run);
}
