/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-core.h"

#include "exm-url.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Between two attempts at a page: this, then four times as long each time. */
#define FIRST_RETRY_USEC G_TIME_SPAN_MINUTE

/* How long robots.txt holds, and how long we wait where it could not be had. */
#define ROBOTS_USEC (12 * G_TIME_SPAN_HOUR)
#define ROBOTS_WAIT_USEC (10 * G_TIME_SPAN_MINUTE)

/* What a busy host's job waits when nobody knows until when. */
#define BUSY_USEC (G_USEC_PER_SEC / 4)

typedef struct
{
  ExmCore *core;     /* (unowned) */
  ExmCoreTask *task; /* (unowned): lives while it has jobs under way */
  ExmJob *job;       /* (owned) */
  char *host;        /* (owned) */
  char *origin;      /* (owned) */
} Fetch;

static void
fetch_free (Fetch *fetch)
{
  exm_job_unref (fetch->job);
  g_free (fetch->host);
  g_free (fetch->origin);
  g_free (fetch);
}

static Fetch *
fetch_new (ExmCore *core, ExmCoreTask *task, ExmJob *job, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (job->url, G_URI_FLAGS_PARSE_RELAXED, error);
  Fetch *fetch;

  if (uri == NULL)
    return NULL;
  fetch = g_new0 (Fetch, 1);
  fetch->core = core;
  fetch->task = task;
  fetch->job = exm_job_ref (job);
  fetch->host
      = g_ascii_strdown (g_uri_get_host (uri) != NULL ? g_uri_get_host (uri) : "", -1);
  fetch->origin = g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL,
                              g_uri_get_host (uri), g_uri_get_port (uri), "", NULL, NULL);
  return fetch;
}

void
exm_core_end_job (ExmCore *self, ExmCoreTask *task)
{
  self->n_active--;
  task->n_active--;
  exm_core_check_run (self, task);
  if (!self->stopping)
    exm_core_step (self);
}

static void
release_job (ExmCore *self, ExmJob *job, gint64 due_usec, gboolean was_tried)
{
  g_autoptr (GError) error = NULL;

  if (!exm_store_release_job (self->store, job->id, EXM_CORE_OWNER, due_usec, was_tried,
                              &error))
    exm_core_problem (self, NULL, job->url, error);
}

/* Whether trying again may help: the site is down or busy, not the page gone. */
static gboolean
is_passing (const GError *error, gint64 *retry_after_s)
{
  ExmFetched *fetched;

  *retry_after_s = -1;
  if (error->domain != EXM_FETCH_ERROR)
    return FALSE;
  fetched = exm_fetch_error_get_fetched (error);
  if (fetched != NULL)
    *retry_after_s = fetched->retry_after_s;
  switch ((ExmFetchErrorCode) error->code)
    {
    case EXM_FETCH_ERROR_DNS:
    case EXM_FETCH_ERROR_CONNECT:
    case EXM_FETCH_ERROR_PROXY:
    case EXM_FETCH_ERROR_TLS:
    case EXM_FETCH_ERROR_TIMED_OUT:
    case EXM_FETCH_ERROR_TRUNCATED:
    case EXM_FETCH_ERROR_FAILED:
      return TRUE;
    case EXM_FETCH_ERROR_HTTP:
      return fetched != NULL
             && (fetched->status >= 500 || fetched->status == 429
                 || fetched->status == 408);
    case EXM_FETCH_ERROR_URL:
    case EXM_FETCH_ERROR_SCHEME:
    case EXM_FETCH_ERROR_REQUEST:
    case EXM_FETCH_ERROR_PRIVATE:
    case EXM_FETCH_ERROR_REDIRECT:
    case EXM_FETCH_ERROR_NOT_HTML:
    case EXM_FETCH_ERROR_TOO_LARGE:
    default:
      return FALSE;
    }
}

void
exm_core_fail_job (ExmCore *self, ExmCoreTask *task, ExmJob *job, const GError *error)
{
  gboolean is_source = strcmp (job->kind, EXM_JOB_ARTICLE) != 0;
  gint64 now_usec = exm_core_now (self), retry_after_s = -1;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      release_job (self, job, job->due_usec, FALSE);
      return;
    }
  exm_core_problem (self, task, job->url, error);
  /* A list that cannot be had now is asked for again in the next run. */
  if (!is_source && is_passing (error, &retry_after_s)
      && job->attempts < EXM_CORE_ATTEMPTS)
    {
      gint64 wait = FIRST_RETRY_USEC << (2 * (job->attempts - 1));
      release_job (self, job, now_usec + MAX (wait, retry_after_s * G_USEC_PER_SEC),
                   TRUE);
      return;
    }
  const ExmRunCounts counts = { .n_failed = 1 };
  g_autoptr (ExmUrlSeen) seen = exm_url_seen_new ();
  g_autoptr (GError) failure = NULL;
  seen->url_key = g_strdup (job->url_key);
  seen->state = is_source ? EXM_URL_SOURCE : EXM_URL_FAILED;
  seen->last_fetched_usec = now_usec;
  if (!exm_store_finish_job (self->store, job, EXM_CORE_OWNER, seen, &counts, &failure)
      /* A page that points to this one has not changed since; it must be read even so. */
      || (is_source && !exm_store_forget_sources (self->store, job->task_uid, &failure)))
    exm_core_problem (self, task, job->url, failure);
  exm_core_count (self, task, &counts);
}

static void
tell_gate (Fetch *fetch, const GError *error)
{
  gint64 retry_after_s = -1;
  ExmHostOutcome outcome = EXM_HOST_ANSWERED;

  if (error != NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    outcome = EXM_HOST_CANCELLED;
  else if (error != NULL && is_passing (error, &retry_after_s))
    outcome = EXM_HOST_FAILED;
  exm_host_gate_done (fetch->core->gate, fetch->host, exm_core_now (fetch->core), outcome,
                      retry_after_s);
}

static void
on_page_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  ExmCore *self = fetch->core;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &error);

  tell_gate (fetch, error);
  if (fetched == NULL)
    {
      exm_core_fail_job (self, fetch->task, fetch->job, error);
      exm_core_end_job (self, fetch->task);
    }
  else if (strcmp (fetch->job->kind, EXM_JOB_ARTICLE) == 0)
    exm_core_read_article (self, fetch->task, fetch->job, fetched);
  else
    exm_core_read_source (self, fetch->task, fetch->job, fetched);
  fetch_free (fetch);
}

static gboolean
is_own_host (const ExmTask *task, const char *host)
{
  const GPtrArray *hosts = exm_task_get (task)->private_hosts;

  for (guint i = 0; i < hosts->len; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (hosts, i), host) == 0)
      return TRUE;
  return FALSE;
}

/* Takes @fetch. */
static void
fetch_page (Fetch *fetch)
{
  ExmCore *self = fetch->core;
  gboolean is_article = strcmp (fetch->job->kind, EXM_JOB_ARTICLE) == 0;
  g_autoptr (ExmUrlSeen) seen = exm_store_get_url_seen (self->store, fetch->job->task_uid,
                                                        fetch->job->url_key, NULL);
  ExmFetchRequest request = {
    .operator_host = is_own_host (fetch->task->task, fetch->host) ? fetch->host : NULL,
    .any_type = !is_article,
  };

  /* An article is fetched once; lists are asked whether they changed. */
  if (seen != NULL && !is_article)
    {
      request.if_none_match = seen->etag;
      request.if_modified_since = seen->last_modified;
    }
  exm_fetcher_fetch_async (fetch->task->fetcher, fetch->job->url, &request,
                           fetch->task->cancellable, on_page_fetched, fetch);
}

static void
on_robots_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  ExmCore *self = fetch->core;
  ExmCoreTask *task = fetch->task;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &error);
  g_autoptr (ExmRobots) robots = NULL;
  gint64 now_usec = exm_core_now (self);
  const ExmFetched *answer
      = fetched != NULL ? fetched : exm_fetch_error_get_fetched (error);
  guint status = answer != NULL ? answer->status : 0;
  ExmRobotsPolicy policy = exm_robots_policy_for_status (
      status,
      exm_host_gate_get_robots_failing_usec (self->gate, fetch->origin, now_usec));
  gsize size = 0;

  tell_gate (fetch, error);
  if (fetched != NULL)
    {
      const char *text = g_bytes_get_data (fetched->body, &size);
      robots = exm_robots_parse (text, size);
    }
  else if (policy == EXM_ROBOTS_POLICY_READ)
    policy = EXM_ROBOTS_POLICY_WAIT;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    exm_host_gate_set_robots (
        self->gate, fetch->origin, now_usec,
        now_usec + (policy == EXM_ROBOTS_POLICY_WAIT ? ROBOTS_WAIT_USEC : ROBOTS_USEC),
        policy, robots, size);
  if (policy == EXM_ROBOTS_POLICY_WAIT && error != NULL)
    exm_core_problem (self, task, fetch->origin, error);
  release_job (self, fetch->job, now_usec, FALSE);
  fetch_free (fetch);
  exm_core_end_job (self, task);
}

/* Takes @fetch. */
static void
fetch_robots (Fetch *fetch)
{
  g_autofree char *url = g_strconcat (fetch->origin, "/robots.txt", NULL);
  const ExmFetchRequest request = {
    .operator_host = is_own_host (fetch->task->task, fetch->host) ? fetch->host : NULL,
    .any_type = TRUE,
  };

  exm_fetcher_fetch_async (fetch->core->fetcher, url, &request, fetch->task->cancellable,
                           on_robots_fetched, fetch);
}

typedef enum
{
  MAY_FETCH,
  ASK_ROBOTS,
  WAIT_FOR_ROBOTS,
  MUST_NOT,
} Permission;

static Permission
look_at_robots (Fetch *fetch, gint64 now_usec, GError **error)
{
  ExmCore *self = fetch->core;
  ExmRobotsPolicy policy;
  ExmRobots *robots = NULL;
  const ExmRobotsRule *rule = NULL;

  if (self->ignore_robots)
    return MAY_FETCH;
  if (!exm_host_gate_get_robots (self->gate, fetch->origin, now_usec, &policy, &robots))
    return ASK_ROBOTS;
  if (policy == EXM_ROBOTS_POLICY_WAIT)
    return WAIT_FOR_ROBOTS;
  const char *path
      = fetch->job->url + MIN (strlen (fetch->origin), strlen (fetch->job->url));
  if (policy == EXM_ROBOTS_POLICY_ALLOW_ALL
      || exm_robots_allows (robots, "Exemplar", *path != '\0' ? path : "/", &rule))
    return MAY_FETCH;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               _ ("robots.txt of %s forbids it (line %u: %s)"), fetch->host,
               rule != NULL ? rule->line : 0, rule != NULL ? rule->pattern : "");
  return MUST_NOT;
}

/* Takes @fetch, whose host is free. */
static void
begin (Fetch *fetch, gint64 now_usec)
{
  ExmCore *self = fetch->core;
  ExmCoreTask *task = fetch->task;
  g_autoptr (GError) error = NULL;

  self->n_active++;
  task->n_active++;
  switch (look_at_robots (fetch, now_usec, &error))
    {
    case MAY_FETCH:
      fetch_page (fetch);
      return;
    case ASK_ROBOTS:
      fetch_robots (fetch);
      return;
    case WAIT_FOR_ROBOTS:
      release_job (self, fetch->job, now_usec + ROBOTS_WAIT_USEC, FALSE);
      break;
    case MUST_NOT:
    default:
      exm_core_fail_job (self, task, fetch->job, error);
      break;
    }
  exm_host_gate_done (self->gate, fetch->host, now_usec, EXM_HOST_CANCELLED, -1);
  fetch_free (fetch);
  self->n_active--;
  task->n_active--;
  exm_core_check_run (self, task);
}

void
exm_core_start_job (ExmCore *self, ExmJob *taken)
{
  g_autoptr (ExmJob) job = taken;
  g_autoptr (GError) error = NULL;
  gint64 now_usec = exm_core_now (self), wait_until_usec = 0;
  ExmCoreTask *task = exm_core_get_task (self, job->task_uid, &error);

  if (task == NULL)
    {
      exm_core_problem (self, NULL, job->url, error);
      release_job (self, job, now_usec + G_TIME_SPAN_HOUR, FALSE);
      return;
    }
  Fetch *fetch = fetch_new (self, task, job, &error);
  if (fetch == NULL)
    {
      exm_core_fail_job (self, task, job, error);
      exm_core_check_run (self, task);
      return;
    }
  guint delay_ms = exm_task_get (task->task)->delay_ms;
  if (exm_host_gate_ask (self->gate, fetch->host, delay_ms, now_usec, &wait_until_usec))
    {
      begin (fetch, now_usec);
      return;
    }
  if (wait_until_usec == EXM_HOST_GATE_LATER)
    wait_until_usec = now_usec + MAX (BUSY_USEC, delay_ms * 1000);
  release_job (self, job, wait_until_usec, FALSE);
  fetch_free (fetch);
}
