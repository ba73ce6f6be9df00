/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "jobs/exm-tdmrep.h"
#include "fetch/exm-url.h"
#include "jobs/exm-robots-reading.h"
#include "jobs/exm-task-robots.h"
#include "resources/exm-resource-check.h"
#include "resources/exm-resource-page.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Wait of the jobs of a task that cannot run. */
#define BAD_TASK_USEC G_TIME_SPAN_HOUR

/* Jobs of a host that are leased at once where they follow without a pause. */
#define MAX_TAKEN 32u

/* After this we look whether somebody has logged in. */
#define PORTAL_WAIT_USEC G_TIME_SPAN_MINUTE

typedef struct
{
  ExmCore *core;     /* (unowned) */
  ExmCoreTask *task; /* (unowned): lives while it has jobs under way */
  ExmJob *job;       /* (owned) */
  const char *host;  /* (unowned): the job's */
  char *origin;      /* (owned) */
  ExmFetched *file;  /* (owned) (nullable): robots.txt, while it is parsed */
  GBytes *text;      /* (owned) (nullable): the same, of an earlier process */
} Fetch;

static void
fetch_free (Fetch *fetch)
{
  exm_job_unref (fetch->job);
  g_free (fetch->origin);
  g_clear_pointer (&fetch->file, exm_fetched_unref);
  g_clear_pointer (&fetch->text, g_bytes_unref);
  g_free (fetch);
}

/* The address that @job asks for now: of the article, or of a further page of it. */
static const char *
get_address (const ExmJob *job)
{
  return job->page_url != NULL ? job->page_url : job->url;
}

static Fetch *
fetch_new (ExmCore *core, ExmCoreTask *task, ExmJob *job, GError **error)
{
  g_autoptr (GUri) uri
      = g_uri_parse (get_address (job), G_URI_FLAGS_PARSE_RELAXED, error);
  Fetch *fetch;

  if (uri == NULL)
    return NULL;
  fetch = g_new0 (Fetch, 1);
  fetch->core = core;
  fetch->task = task;
  fetch->job = exm_job_ref (job);
  fetch->host = job->host;
  fetch->origin = g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL,
                              g_uri_get_host (uri), g_uri_get_port (uri), "", NULL, NULL);
  return fetch;
}

void
exm_core_end_job (ExmCore *self, ExmCoreTask *task, const ExmJob *job)
{
  exm_core_end_work (self, task, job);
  if (!self->stopping)
    exm_core_step (self);
}

/* Whether no answer is the fault of the network on this side. */
static gboolean
is_network_down (ExmCore *self, const char *host, const GError *error)
{
  return (g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_DNS)
          || g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_CONNECT)
          || g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TIMED_OUT)
          || g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TRUNCATED)
          || g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_FAILED))
         && !exm_core_is_reachable (self, host);
}

/* Puts a job back, uncounted, whose failure is none of the host's doing. Takes @fetch
 * then. */
static gboolean
blame_network (Fetch *fetch, const ExmFetched *fetched, const GError *error)
{
  ExmCore *self = fetch->core;
  gint64 wait = 0;

  if (exm_core_meets_portal (self, fetched, error))
    wait = PORTAL_WAIT_USEC;
  else if (!is_network_down (self, fetch->host, error))
    return FALSE;
  exm_core_host_done (self, fetch->host, EXM_HOST_CANCELLED, -1);
  exm_core_release_job (self, fetch->task, fetch->job, exm_core_now (self) + wait, FALSE);
  exm_core_end_job (self, fetch->task, fetch->job);
  fetch_free (fetch);
  return TRUE;
}

static void
tell_gate (Fetch *fetch, const GError *error)
{
  gint64 retry_after_s = -1;
  ExmHostOutcome outcome = EXM_HOST_ANSWERED;

  if (error != NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    outcome = EXM_HOST_CANCELLED;
  else if (error != NULL && exm_core_is_passing (error, &retry_after_s))
    outcome = EXM_HOST_FAILED;
  exm_core_host_done (fetch->core, fetch->host, outcome, retry_after_s);
  if (outcome == EXM_HOST_FAILED)
    exm_core_tell_rest (fetch->core, fetch->task, fetch->host, error);
}

/* Returns: (transfer none) (nullable): what there is of an article's page that did not
 * come whole in any attempt; it is kept, and held */
static ExmFetched *
find_part (const ExmJob *job, const GError *error)
{
  if (strcmp (job->kind, EXM_JOB_ARTICLE) != 0 || job->page_url != NULL
      || job->attempts < EXM_CORE_INCOMPLETE_ATTEMPTS
      || !g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TRUNCATED))
    return NULL;
  ExmFetched *part = exm_fetch_error_get_fetched (error);
  return part != NULL && g_bytes_get_size (part->body) > 0 ? part : NULL;
}

/* Whether the text of the answer in @error is to be read before @job fails by it. */
static gboolean
is_refusal (const ExmCoreTask *task, const ExmJob *job, const GError *error)
{
  gint64 retry_after_s;

  if (!g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP)
      || exm_core_has_retry (job, error, &retry_after_s)
      || !exm_core_notes_failure_of (task, job))
    return FALSE;
  const ExmFetched *answer = exm_fetch_error_get_fetched (error);
  return answer != NULL && !answer->challenged && g_bytes_get_size (answer->body) > 0;
}

static void
on_page_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  ExmCore *self = fetch->core;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &error);

  if (blame_network (fetch, fetched, error))
    return;
  tell_gate (fetch, error);
  ExmFetched *part = fetched == NULL ? find_part (fetch->job, error) : NULL;
  if (part != NULL)
    {
      exm_core_problem (self, fetch->task, fetch->job->url, error);
      fetched = exm_fetched_ref (part);
    }
  if (fetched == NULL && is_refusal (fetch->task, fetch->job, error))
    exm_core_read_refusal (self, fetch->task, fetch->job, error);
  else if (fetched == NULL)
    {
      exm_core_fail_job (self, fetch->task, fetch->job, error);
      exm_core_end_job (self, fetch->task, fetch->job);
    }
  else if (exm_task_get (fetch->task->task)->rendered
           && !exm_core_is_resource_job (fetch->job)
           && exm_fetched_can_be_rendered (fetched))
    exm_core_render_page (self, fetch->task, fetch->job, fetched);
  else
    exm_core_read_page (self, fetch->task, fetch->job, fetched);
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

/* Takes a page that the operator has looked at a moment ago, and @fetch then. */
static gboolean
use_kept (Fetch *fetch)
{
  ExmCore *self = fetch->core;
  const ExmTaskFields *fields = exm_task_get (fetch->task->task);

  /* It came without the task's own headers. */
  if (strcmp (fetch->job->kind, EXM_JOB_ARTICLE) != 0 || fields->headers->len > 0)
    return FALSE;
  g_autoptr (ExmFetched) kept = exm_kept_pages_take (
      self->kept, get_address (fetch->job), fields->rendered, exm_core_now (self));
  if (kept == NULL)
    return FALSE;
  exm_core_host_done (self, fetch->host, EXM_HOST_CANCELLED, -1);
  exm_core_read_page (self, fetch->task, fetch->job, kept);
  fetch_free (fetch);
  return TRUE;
}

/* Ends the job of a picture that has come meanwhile, and takes @fetch then. */
static gboolean
use_held (Fetch *fetch)
{
  ExmCore *self = fetch->core;

  if (!exm_core_is_resource_job (fetch->job)
      || !exm_core_end_unwanted (self, fetch->task, fetch->job))
    return FALSE;
  exm_core_host_done (self, fetch->host, EXM_HOST_CANCELLED, -1);
  exm_core_end_alone (self, fetch->job);
  exm_core_end_job (self, fetch->task, fetch->job);
  fetch_free (fetch);
  return TRUE;
}

static ExmFetcher *
get_resource_fetcher (ExmCoreTask *task)
{
  const ExmTaskFields *fields = exm_task_get (task->task);
  ExmFetchOptions options = EXM_FETCH_OPTIONS_INIT;

  if (task->resource_fetcher != NULL)
    return task->resource_fetcher;
  options.user_agent = fields->user_agent;
  if (fields->timeout_ms > 0)
    options.timeout_ms = fields->timeout_ms;
  options.max_bytes = EXM_RESOURCES_MAX_IMAGE_BYTES;
  options.no_cookies = TRUE;
  task->resource_fetcher = exm_fetcher_new (&options);
  return task->resource_fetcher;
}

/* Takes @fetch. The site of a picture learns the origin of its article alone. */
static void
fetch_resource (Fetch *fetch)
{
  ExmCore *self = fetch->core;
  const ExmJob *job = fetch->job;
  ExmResourcePage *page = exm_resource_page_new (job->payload, NULL);
  g_autofree char *referrer = exm_resource_page_dup_referrer (page, job->url);
  const char *const headers[]
      = { "Accept", "*/*", referrer != NULL ? "Referer" : NULL, referrer, NULL };
  const ExmFetchRequest request = {
    .headers = headers,
    .operator_host = is_own_host (fetch->task->task, fetch->host) ? fetch->host : NULL,
    .any_type = TRUE,
  };

  exm_resource_page_unref (page);
  exm_fetcher_fetch_async (get_resource_fetcher (fetch->task), job->url, &request,
                           exm_core_get_cancellable (self, job), on_page_fetched, fetch);
}

/* Takes @fetch. */
static void
fetch_page (Fetch *fetch)
{
  ExmCore *self = fetch->core;
  gboolean is_article = strcmp (fetch->job->kind, EXM_JOB_ARTICLE) == 0;
  g_autoptr (GError) error = NULL;
  /* An article is fetched once; lists are asked whether they changed. */
  g_autoptr (ExmUrlSeen) seen
      = is_article ? NULL
                   : exm_store_get_url_seen (self->store, fetch->job->task_uid,
                                             fetch->job->url_key, &error);
  g_auto (GStrv) headers = exm_task_fields_dup_headers (exm_task_get (fetch->task->task));
  ExmFetchRequest request = {
    .headers = (const char *const *) headers,
    .operator_host = is_own_host (fetch->task->task, fetch->host) ? fetch->host : NULL,
    .any_type = !is_article,
  };

  /* It is fetched in full even so. */
  if (error != NULL)
    exm_core_problem (self, fetch->task, fetch->job->url, error);
  if (seen != NULL)
    {
      request.if_none_match = seen->etag;
      request.if_modified_since = seen->last_modified;
    }
  exm_fetcher_fetch_async (fetch->task->fetcher, get_address (fetch->job), &request,
                           exm_core_get_cancellable (self, fetch->job), on_page_fetched,
                           fetch);
}

static void
take_robots (Fetch *fetch, ExmRobots *robots, const GError *error)
{
  ExmCore *self = fetch->core;
  ExmRobotsPolicy policy
      = exm_core_take_robots (self, fetch->origin, fetch->file, robots, error);
  g_autoptr (GBytes) text = NULL;

  if (policy == EXM_ROBOTS_POLICY_WAIT && error != NULL)
    exm_core_problem (self, fetch->task, fetch->origin, error);
  /* The page itself waits too. */
  if (exm_core_get_robots (self, fetch->origin, &policy, &robots, &text))
    exm_core_heed_delay (self, fetch->task, fetch->host, fetch->origin, robots);
}

/* It is known what robots.txt says, or that it cannot be had. Takes @fetch. */
static void
end_robots (Fetch *fetch, ExmRobots *robots, const GError *error)
{
  ExmCore *self = fetch->core;

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    take_robots (fetch, robots, error);
  exm_core_release_job (self, fetch->task, fetch->job, exm_core_now (self), FALSE);
  exm_core_end_job (self, fetch->task, fetch->job);
  fetch_free (fetch);
}

static void
on_robots_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRobots) robots = g_task_propagate_pointer (G_TASK (result), &error);

  tell_gate (fetch, error);
  end_robots (fetch, robots, error);
}

static void
on_stored_robots_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  ExmCore *self = fetch->core;
  g_autoptr (ExmRobots) robots = g_task_propagate_pointer (G_TASK (result), NULL);

  if (robots != NULL)
    exm_core_keep_robots (self, fetch->origin, robots, g_bytes_get_size (fetch->text));
  /* Nothing was asked of the host. */
  exm_core_host_done (self, fetch->host, EXM_HOST_CANCELLED, -1);
  exm_core_release_job (self, fetch->task, fetch->job, exm_core_now (self), FALSE);
  exm_core_end_job (self, fetch->task, fetch->job);
  fetch_free (fetch);
}

static void
on_robots_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &error);

  if (blame_network (fetch, fetched, error))
    return;
  if (fetched != NULL)
    {
      /* Its host waits until it is known what it allows. */
      fetch->file = g_steal_pointer (&fetched);
      exm_robots_read_async (fetch->file->body,
                             exm_core_get_cancellable (fetch->core, fetch->job),
                             on_robots_read, fetch);
      return;
    }
  tell_gate (fetch, error);
  end_robots (fetch, NULL, error);
}

/* Takes @fetch. */
static void
fetch_robots (Fetch *fetch)
{
  if (fetch->text != NULL)
    {
      exm_robots_read_async (fetch->text,
                             exm_core_get_cancellable (fetch->core, fetch->job),
                             on_stored_robots_read, fetch);
      return;
    }
  g_autofree char *url = g_strconcat (fetch->origin, "/robots.txt", NULL);
  const ExmFetchRequest request = {
    .operator_host = is_own_host (fetch->task->task, fetch->host) ? fetch->host : NULL,
    .any_type = TRUE,
  };

  exm_fetcher_fetch_async (fetch->core->fetcher, url, &request,
                           exm_core_get_cancellable (fetch->core, fetch->job),
                           on_robots_fetched, fetch);
}

static void
on_tdmrep_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  ExmCore *self = fetch->core;
  gint64 retry_after_s = -1;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &error);

  if (blame_network (fetch, fetched, error))
    return;
  tell_gate (fetch, error);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    exm_core_take_tdmrep (self, fetch->origin, fetched,
                          error != NULL && exm_core_is_passing (error, &retry_after_s));
  /* The page keeps its place among those of its task, and waits for its host. */
  exm_core_release_job (self, fetch->task, fetch->job,
                        MIN (fetch->job->due_usec, exm_core_now (self)), FALSE);
  exm_core_end_job (self, fetch->task, fetch->job);
  fetch_free (fetch);
}

/* Whether what the site reserves is to be asked for before an article of it. */
static gboolean
wants_tdmrep (Fetch *fetch)
{
  ExmCore *self = fetch->core;
  ExmRobotsPolicy policy;
  ExmRobots *robots = NULL;
  g_autoptr (GBytes) text = NULL;

  if (self->ignore_robots || strcmp (fetch->job->kind, EXM_JOB_ARTICLE) != 0
      || fetch->job->page_url != NULL || !exm_core_wants_tdmrep (self, fetch->origin))
    return FALSE;
  g_autofree char *url = g_strconcat (fetch->origin, EXM_TDMREP_PATH, NULL);
  if (!exm_core_get_robots (self, fetch->origin, &policy, &robots, &text)
      || policy != EXM_ROBOTS_POLICY_READ
      || exm_robots_check_url (robots, fetch->origin, url, NULL))
    return TRUE;
  exm_core_take_tdmrep (self, fetch->origin, NULL, FALSE);
  return FALSE;
}

/* Takes @fetch. */
static void
fetch_tdmrep (Fetch *fetch)
{
  g_autofree char *url = g_strconcat (fetch->origin, EXM_TDMREP_PATH, NULL);
  const ExmFetchRequest request = {
    .operator_host = is_own_host (fetch->task->task, fetch->host) ? fetch->host : NULL,
    .any_type = TRUE,
  };

  exm_fetcher_fetch_async (fetch->core->fetcher, url, &request,
                           exm_core_get_cancellable (fetch->core, fetch->job),
                           on_tdmrep_fetched, fetch);
}

typedef enum
{
  MAY_FETCH,
  ASK_ROBOTS,
  WAIT_FOR_ROBOTS,
  MUST_NOT,
} Permission;

static Permission
look_at_robots (Fetch *fetch, GError **error)
{
  ExmCore *self = fetch->core;
  ExmRobotsPolicy policy;
  ExmRobots *robots = NULL;

  if (self->ignore_robots)
    return MAY_FETCH;
  if (!exm_core_get_robots (self, fetch->origin, &policy, &robots, &fetch->text))
    return ASK_ROBOTS;
  exm_core_heed_delay (self, fetch->task, fetch->host, fetch->origin, robots);
  if (policy == EXM_ROBOTS_POLICY_WAIT)
    return WAIT_FOR_ROBOTS;
  return policy == EXM_ROBOTS_POLICY_ALLOW_ALL
                 || exm_robots_check_url (robots, fetch->origin, get_address (fetch->job),
                                          error)
             ? MAY_FETCH
             : MUST_NOT;
}

/* Nothing was asked of the host. */
static void
end_unasked (ExmCore *self, ExmCoreTask *task, const ExmJob *job)
{
  exm_core_host_done (self, job->host, EXM_HOST_CANCELLED, -1);
  exm_core_end_work (self, task, job);
}

/* Takes @fetch, whose host is free. Returns: whether the host was asked for something */
static gboolean
begin (Fetch *fetch, gint64 now_usec)
{
  ExmCore *self = fetch->core;
  g_autoptr (GError) error = NULL;

  switch (look_at_robots (fetch, &error))
    {
    case MAY_FETCH:
      if (!exm_core_must_wait (self, fetch->task, fetch->job))
        {
          if (use_kept (fetch) || use_held (fetch))
            return FALSE;
          if (exm_core_is_resource_job (fetch->job))
            fetch_resource (fetch);
          else if (wants_tdmrep (fetch))
            fetch_tdmrep (fetch);
          else
            fetch_page (fetch);
          return TRUE;
        }
      exm_core_reschedule (self, fetch->task, fetch->job);
      break;
    case ASK_ROBOTS:
      fetch_robots (fetch);
      return TRUE;
    case WAIT_FOR_ROBOTS:
      exm_core_release_job (self, fetch->task, fetch->job,
                            now_usec + EXM_CORE_ROBOTS_WAIT_USEC, FALSE);
      break;
    case MUST_NOT:
    default:
      exm_core_fail_job (self, fetch->task, fetch->job, error);
      break;
    }
  end_unasked (self, fetch->task, fetch->job);
  fetch_free (fetch);
  return FALSE;
}

/* Puts together what came of an article of several pages; its host is free. */
static void
join (ExmCore *self, ExmCoreTask *task, ExmJob *job)
{
  exm_core_host_done (self, job->host, EXM_HOST_CANCELLED, -1);
  exm_core_read_stored_article (self, task, job);
}

/* The gate was asked, and said yes. Returns: whether the host was asked for something */
static gboolean
start_job (ExmCore *self, ExmCoreTask *task, ExmJob *job, gint64 now_usec)
{
  g_autoptr (GError) error = NULL;
  Fetch *fetch = fetch_new (self, task, job, &error);

  exm_core_begin_work (self, task, job);
  if (fetch != NULL && exm_core_check_aside (self, job, &error))
    {
      if (job->n_pages == 0 || job->page_url != NULL)
        return begin (fetch, now_usec);
      fetch_free (fetch);
      join (self, task, job);
      return FALSE;
    }
  g_clear_pointer (&fetch, fetch_free);
  exm_core_fail_job (self, task, job, error);
  end_unasked (self, task, job);
  return FALSE;
}

/* A clock that jumps ahead, or a night asleep, ends the lease of a job that is under way:
 * claiming it anew renewed that. */
static gboolean
is_under_way (ExmCore *self, const ExmJob *job)
{
  return g_hash_table_contains (self->work, &job->id);
}

/* Starts a suspect job alone, before all else. Returns: when to look again, as
 * start_next() */
static gint64
start_alone (ExmCore *self, gint64 now_usec)
{
  gint64 next_usec = G_MAXINT64;
  ExmJob *next;

  while ((next = exm_core_claim_alone (self, now_usec, &next_usec)) != NULL)
    {
      g_autoptr (ExmJob) job = next;
      ExmCoreTask *task = exm_core_get_task (self, job->task_uid, NULL);
      if (start_job (self, task, job, now_usec))
        return G_MAXINT64;
      exm_core_end_alone (self, job);
    }
  return next_usec;
}

void
exm_core_taken_free (gpointer jobs)
{
  g_queue_free_full (jobs, (GDestroyNotify) exm_job_unref);
}

gboolean
exm_core_has_taken (const ExmCore *self, const ExmCoreTask *task)
{
  const char *uid = exm_task_get (task->task)->uid;
  GHashTableIter iter;
  gpointer jobs;

  g_hash_table_iter_init (&iter, self->taken);
  while (g_hash_table_iter_next (&iter, NULL, &jobs))
    for (const GList *link = ((GQueue *) jobs)->head; link != NULL; link = link->next)
      if (strcmp (((const ExmJob *) link->data)->task_uid, uid) == 0)
        return TRUE;
  return FALSE;
}

/* Releases @jobs together, later where the store does not take that. */
static void
release_taken (ExmCore *self, const GQueue *jobs)
{
  g_autoptr (GError) error = NULL;
  gint64 now_usec = exm_core_now (self);
  gboolean together = exm_store_begin_group (self->store, &error);

  for (const GList *link = jobs->head; link != NULL; link = link->next)
    {
      const ExmJob *job = link->data;
      exm_core_release_job (self, g_hash_table_lookup (self->tasks, job->task_uid), job,
                            MIN (job->due_usec, now_usec), FALSE);
    }
  if (!together || exm_store_commit_group (self->store, &error))
    return;
  for (const GList *link = jobs->head; link != NULL; link = link->next)
    {
      const ExmJob *job = link->data;
      exm_core_release_later (self, g_hash_table_lookup (self->tasks, job->task_uid), job,
                              MIN (job->due_usec, now_usec));
    }
  exm_core_store_failed_or_report (self, NULL, error);
}

static void
give_back_of_host (ExmCore *self, const char *host)
{
  gpointer key = NULL, jobs = NULL;

  if (!g_hash_table_steal_extended (self->taken, host, &key, &jobs))
    return;
  release_taken (self, jobs);
  g_free (key);
  exm_core_taken_free (jobs);
}

void
exm_core_give_back (ExmCore *self)
{
  g_autoptr (GHashTable) taken = g_steal_pointer (&self->taken);
  GHashTableIter iter;
  gpointer jobs;

  self->taken
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, exm_core_taken_free);
  g_hash_table_iter_init (&iter, taken);
  while (g_hash_table_iter_next (&iter, NULL, &jobs))
    release_taken (self, jobs);
}

/* Returns: (transfer full) (nullable): the next job of @host that was leased already */
static ExmJob *
pop_taken (ExmCore *self, const char *host)
{
  GQueue *jobs = g_hash_table_lookup (self->taken, host);
  ExmJob *job = jobs != NULL ? g_queue_pop_head (jobs) : NULL;

  if (jobs != NULL && g_queue_is_empty (jobs))
    g_hash_table_remove (self->taken, host);
  return job;
}

/* Leases jobs of @host, more than one where they follow without a pause: the first, and
 * the others for later. */
static ExmJob *
claim (ExmCore *self, const char *host, guint delay_ms, gint64 now_usec)
{
  g_autoptr (GError) error = NULL;
  ExmJob *first = pop_taken (self, host);

  if (first != NULL)
    return first;
  g_autoptr (GPtrArray) jobs = exm_store_claim_jobs (
      self->store, host, EXM_CORE_OWNER, now_usec, now_usec + EXM_CORE_LEASE_USEC,
      delay_ms > 0 ? 1 : MAX_TAKEN, &error);
  if (jobs == NULL)
    exm_core_store_failed_or_report (self, NULL, error);
  for (guint i = 0; jobs != NULL && i < jobs->len; i++)
    {
      ExmJob *job = g_ptr_array_index (jobs, i);
      if (is_under_way (self, job))
        continue;
      GQueue *later = g_hash_table_lookup (self->taken, host);
      if (later == NULL)
        {
          later = g_queue_new ();
          g_hash_table_insert (self->taken, g_strdup (host), later);
        }
      g_queue_push_tail (later, exm_job_ref (job));
    }
  return pop_taken (self, host);
}

/* Returns: when to look at the host again; G_MAXINT64: when something has ended */
static gint64
start_next (ExmCore *self, const char *host, const char *task_uid, gint64 now_usec)
{
  g_autoptr (GError) error = NULL;
  gint64 wait_until_usec = G_MAXINT64;
  ExmCoreTask *task = exm_core_get_task (self, task_uid, &error);
  guint delay_ms = task != NULL ? exm_task_get (task->task)->delay_ms : 0;

  exm_core_know_host (self, host);
  if (!exm_host_gate_ask (self->gate, host, delay_ms, now_usec, &wait_until_usec))
    {
      if (task != NULL)
        exm_core_tell_rest (self, task, host, NULL);
      /* Others may be in more of a hurry by then. */
      if (wait_until_usec != EXM_HOST_GATE_LATER)
        give_back_of_host (self, host);
      return wait_until_usec;
    }
  g_autoptr (ExmJob) job = claim (self, host, delay_ms, now_usec);
  if (job != NULL && task != NULL)
    return start_job (self, task, job, now_usec) ? G_MAXINT64 : now_usec + 1;
  exm_core_host_done (self, host, EXM_HOST_CANCELLED, -1);
  if (job != NULL)
    {
      exm_core_problem (self, NULL, job->url, error);
      exm_core_release_job (self, NULL, job, now_usec + BAD_TASK_USEC, FALSE);
    }
  return now_usec + (job != NULL ? 1 : G_USEC_PER_SEC);
}

/* Whether no more jobs may be under way. What waits for its commit is none of them. */
static gboolean
is_full (const ExmCore *self)
{
  return self->n_active - self->finished->len >= self->max_fetches;
}

/* Returns: (nullable): the task of the next job of @host that was leased already */
static const char *
peek_taken (const ExmCore *self, const char *host)
{
  GQueue *jobs = g_hash_table_lookup (self->taken, host);
  const ExmJob *job = jobs != NULL ? g_queue_peek_head (jobs) : NULL;

  return job != NULL ? job->task_uid : NULL;
}

void
exm_core_start_next (ExmCore *self, const char *host)
{
  const char *uid = peek_taken (self, host);

  if (uid == NULL || self->stopping || !self->collecting || self->store_waits
      || (self->once && self->store_failed) || self->alone->len > 0 || is_full (self)
      || !exm_core_is_reachable (self, host))
    {
      exm_core_step (self);
      return;
    }
  gint64 now_usec = exm_core_now (self);
  g_autofree char *owned = g_strdup (uid);
  exm_core_wake_by (self, start_next (self, host, owned, now_usec));
}

/* Starts jobs that were leased before. Returns: as exm_core_start_jobs() */
static gint64
start_taken (ExmCore *self, gint64 now_usec)
{
  g_autoptr (GPtrArray) hosts = g_ptr_array_new_with_free_func (g_free);
  gint64 next_usec = G_MAXINT64;
  GHashTableIter iter;
  gpointer host;

  g_hash_table_iter_init (&iter, self->taken);
  while (g_hash_table_iter_next (&iter, &host, NULL))
    g_ptr_array_add (hosts, g_strdup (host));
  for (guint i = 0; i < hosts->len && !is_full (self); i++)
    {
      const char *name = g_ptr_array_index (hosts, i);
      g_autofree char *uid = g_strdup (peek_taken (self, name));
      if (uid != NULL && exm_core_is_reachable (self, name))
        next_usec = MIN (next_usec, start_next (self, name, uid, now_usec));
    }
  return next_usec;
}

gint64
exm_core_start_jobs (ExmCore *self, gint64 now_usec)
{
  g_autoptr (GError) error = NULL;
  gint64 next_usec = G_MAXINT64;

  if (self->alone->len > 0)
    next_usec = start_alone (self, now_usec);
  if (self->alone->len > 0 || is_full (self))
    return next_usec;
  next_usec = MIN (next_usec, start_taken (self, now_usec));
  g_autoptr (GPtrArray) hosts = exm_store_list_host_jobs (self->store, now_usec, &error);
  if (hosts == NULL)
    {
      exm_core_store_failed_or_report (self, NULL, error);
      return now_usec + G_TIME_SPAN_MINUTE;
    }
  for (guint i = 0; i < hosts->len; i++)
    {
      const ExmHostJob *next = g_ptr_array_index (hosts, i);
      gint64 usec = next->due_usec;
      if (usec <= now_usec
          && (peek_taken (self, next->host) != NULL
              || !exm_core_is_reachable (self, next->host)))
        continue;
      if (usec <= now_usec && !is_full (self))
        usec = start_next (self, next->host, next->task_uid, now_usec);
      if (usec > now_usec)
        next_usec = MIN (next_usec, usec);
    }
  return next_usec;
}
