/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of hosts, which outlive the process: when to ask again, and their robots.txt.
 */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "fetch/exm-address.h"
#include "fetch/exm-url-key.h"
#include "jobs/exm-tdmrep.h"
#include "jobs/exm-task-robots.h"
#include "jobs/exm-wait-time.h"

#include "base/exm-said-error.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* How long robots.txt holds (RFC 9309, 2.4: a day at most). */
#define ROBOTS_USEC (12 * G_TIME_SPAN_HOUR)

/* How long a tdmrep.json that cannot be had is not asked for. */
#define TDMREP_WAIT_USEC G_TIME_SPAN_HOUR

/* Returns: (nullable): %NULL also where it cannot be read: robots.txt is fetched again */
static ExmHostRecord *
get_host_or_report (ExmCore *self, const char *host)
{
  g_autoptr (GError) error = NULL;
  ExmHostRecord *record = exm_store_get_host (self->store, host, &error);

  if (error != NULL)
    {
      g_hash_table_remove (self->known_hosts, host);
      exm_core_problem (self, NULL, host, error);
    }
  return record;
}

void
exm_core_know_host (ExmCore *self, const char *host)
{
  if (!g_hash_table_add (self->known_hosts, g_strdup (host)))
    return;
  g_autoptr (ExmHostRecord) record = get_host_or_report (self, host);
  if (record != NULL && record->back_off_usec > 0)
    exm_host_gate_set_rest (self->gate, host, exm_core_now (self), record->next_time_usec,
                            record->back_off_usec);
}

void
exm_core_host_done (ExmCore *self,
                    const char *host,
                    ExmHostOutcome outcome,
                    gint64 retry_after_s)
{
  ExmHostRecord record = { .host = (char *) host };
  gint64 rest_usec = 0, back_off_usec = 0;
  g_autoptr (GError) error = NULL;

  exm_host_gate_get_rest (self->gate, host, &rest_usec, &back_off_usec);
  exm_host_gate_done (self->gate, host, exm_core_now (self), outcome, retry_after_s);
  exm_host_gate_get_rest (self->gate, host, &record.next_time_usec,
                          &record.back_off_usec);
  if (record.next_time_usec == rest_usec && record.back_off_usec == back_off_usec)
    return;
  if (!exm_store_put_host (self->store, &record, &error))
    exm_core_problem (self, NULL, host, error);
}

/* Returns: (transfer full): why @host rests, for exm_said_to_words() */
static char *
say_cause (const GError *error)
{
  const ExmFetched *answer = error != NULL ? exm_fetch_error_get_fetched (error) : NULL;

  if (error == NULL)
    return g_strdup (N_ ("it has failed before"));
  if (answer == NULL || answer->status < 400)
    return g_strdup (N_ ("no whole answer came"));
  return answer->status == 429
             ? g_strdup (N_ ("asked too often (429)"))
             /* translators: the number of an answer of HTTP, as 503 */
             : exm_said_new (N_ ("the server failed (%u)"), answer->status);
}

/* Returns: (transfer full): that @host rests until then, for exm_said_to_words() */
static char *
say_rest (const char *host, gint64 until_usec, gint64 now_usec, const GError *error)
{
  const ExmFetched *answer = error != NULL ? exm_fetch_error_get_fetched (error) : NULL;
  gint64 asked_usec
      = now_usec + (answer != NULL ? answer->retry_after_s : -1) * G_USEC_PER_SEC;
  g_autofree char *cause = say_cause (error);
  g_autofree char *until = exm_wait_time_format (until_usec, now_usec);

  if (asked_usec <= until_usec)
    return exm_said_new (
        /* translators: a site, a time, and why */
        N_ ("Waiting for %s until %s: %s"), host, until, cause);
  g_autofree char *asked = exm_wait_time_format (asked_usec, now_usec);
  return exm_said_new (
      /* translators: a site, a time, why, and a later time */
      N_ ("Waiting for %s until %s: %s. The site wanted us to wait until %s; no wait is "
          "longer than six hours"),
      host, until, cause, asked);
}

void
exm_core_tell_rest (ExmCore *self,
                    ExmCoreTask *task,
                    const char *host,
                    const GError *error)
{
  gint64 now_usec = exm_core_now (self), until_usec = 0, back_off_usec = 0;
  gint64 pause_usec = (gint64) exm_task_get (task->task)->delay_ms * 1000;

  exm_host_gate_get_rest (self->gate, host, &until_usec, &back_off_usec);
  gpointer until_s = GSIZE_TO_POINTER ((gsize) (until_usec / G_USEC_PER_SEC));
  if (until_usec <= now_usec + pause_usec
      || g_hash_table_lookup (task->told_rests, host) == until_s)
    return;
  g_hash_table_insert (task->told_rests, g_strdup (host), until_s);
  g_autofree char *said = say_rest (host, until_usec, now_usec, error);
  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_WAITING);
  event->task_uid = g_strdup (exm_task_get (task->task)->uid);
  event->task_name = g_strdup (exm_task_get (task->task)->name);
  event->message = exm_said_to_words (said);
  exm_core_tell (self, task, said);
  exm_core_emit (self, event);
}

/* Loads the stored robots.txt of @origin. Returns: FALSE: nothing that holds, or a file
 * to be parsed: @text */
static gboolean
load_robots (ExmCore *self, const char *origin, gint64 now_usec, GBytes **text)
{
  g_autoptr (ExmHostRecord) record = get_host_or_report (self, origin);
  ExmRobotsPolicy policy = EXM_ROBOTS_POLICY_ALLOW_ALL;

  if (record == NULL)
    return FALSE;
  gboolean failing = record->robots_failing_since_usec != 0;
  if (failing)
    policy = EXM_ROBOTS_POLICY_WAIT;
  else if (record->robots != NULL)
    policy = EXM_ROBOTS_POLICY_READ;
  /* Keep a failing one beyond its time: it is asked since when. */
  if (record->robots_until_usec <= now_usec && !failing)
    return FALSE;
  if (policy == EXM_ROBOTS_POLICY_READ)
    {
      *text = g_bytes_new (record->robots, strlen (record->robots));
      return FALSE;
    }
  exm_host_gate_set_robots (self->gate, origin, now_usec, record->robots_until_usec,
                            policy, NULL, 0);
  exm_host_gate_set_robots_failing (self->gate, origin,
                                    record->robots_failing_since_usec);
  return record->robots_until_usec > now_usec;
}

gboolean
exm_core_get_robots (ExmCore *self,
                     const char *origin,
                     ExmRobotsPolicy *policy,
                     ExmRobots **robots,
                     GBytes **text)
{
  gint64 now_usec = exm_core_now (self);

  if (exm_host_gate_get_robots (self->gate, origin, now_usec, policy, robots))
    return TRUE;
  return g_hash_table_add (self->known_hosts, g_strdup (origin))
         && load_robots (self, origin, now_usec, text)
         && exm_host_gate_get_robots (self->gate, origin, now_usec, policy, robots);
}

void
exm_core_keep_robots (ExmCore *self, const char *origin, ExmRobots *robots, gsize n_bytes)
{
  gint64 now_usec = exm_core_now (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmHostRecord) record = exm_store_get_host (self->store, origin, &error);

  if (error != NULL)
    exm_core_store_failed_or_report (self, NULL, error);
  if (record != NULL)
    exm_host_gate_set_robots (self->gate, origin, now_usec, record->robots_until_usec,
                              EXM_ROBOTS_POLICY_READ, robots, n_bytes);
}

ExmRobotsPolicy
exm_core_take_robots (ExmCore *self,
                      const char *origin,
                      const ExmFetched *fetched,
                      ExmRobots *robots,
                      const GError *error)
{
  const ExmFetched *answer
      = fetched != NULL ? fetched : exm_fetch_error_get_fetched (error);
  gint64 now_usec = exm_core_now (self);
  gint64 failing_usec
      = exm_host_gate_get_robots_failing_usec (self->gate, origin, now_usec);
  ExmRobotsPolicy policy
      = exm_robots_policy_for_status (answer != NULL ? answer->status : 0, failing_usec);
  g_autofree char *text = NULL;
  g_autoptr (GError) failure = NULL;
  gsize size = 0;

  if (fetched != NULL)
    {
      const char *bytes = g_bytes_get_data (fetched->body, &size);
      policy = EXM_ROBOTS_POLICY_READ;
      /* The byte behind the limit says that there was more. */
      size = MIN (size, EXM_ROBOTS_MAX_BYTES + 1);
      text
          = g_utf8_validate (bytes, (gssize) size, NULL) ? g_strndup (bytes, size) : NULL;
    }
  else if (policy == EXM_ROBOTS_POLICY_READ)
    policy = EXM_ROBOTS_POLICY_WAIT;
  gboolean waits = policy == EXM_ROBOTS_POLICY_WAIT;
  ExmHostRecord record = {
    .host = (char *) origin,
    .robots = text,
    .robots_until_usec = now_usec + (waits ? EXM_CORE_ROBOTS_WAIT_USEC : ROBOTS_USEC),
    .robots_failing_since_usec = waits ? now_usec - failing_usec : 0,
  };
  exm_host_gate_set_robots (self->gate, origin, now_usec, record.robots_until_usec,
                            policy, robots, size);
  /* The store holds text alone: another process asks again. */
  if (robots != NULL && text == NULL)
    record.robots_until_usec = 0;
  if (!exm_store_put_host (self->store, &record, &failure))
    exm_core_problem (self, NULL, origin, failure);
  return policy;
}

/* Notes until when it is known what @origin reserves. */
static void
note_tdmrep (ExmCore *self, const char *origin, gint64 until_usec)
{
  g_hash_table_insert (self->tdmrep_until, g_strdup (origin),
                       g_memdup2 (&until_usec, sizeof until_usec));
}

gboolean
exm_core_wants_tdmrep (ExmCore *self, const char *origin)
{
  const gint64 *until_usec = g_hash_table_lookup (self->tdmrep_until, origin);
  gint64 now_usec = exm_core_now (self);

  if (until_usec == NULL)
    {
      g_autoptr (ExmHostRecord) record = get_host_or_report (self, origin);
      note_tdmrep (self, origin, record != NULL ? record->tdmrep_until_usec : 0);
      until_usec = g_hash_table_lookup (self->tdmrep_until, origin);
    }
  return *until_usec <= now_usec || *until_usec > now_usec + ROBOTS_USEC;
}

void
exm_core_take_tdmrep (ExmCore *self,
                      const char *origin,
                      const ExmFetched *fetched,
                      gboolean failed)
{
  gint64 until_usec = exm_core_now (self) + ROBOTS_USEC;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize size = 0;

  if (failed)
    {
      note_tdmrep (self, origin, exm_core_now (self) + TDMREP_WAIT_USEC);
      return;
    }
  if (fetched != NULL)
    {
      const char *bytes = g_bytes_get_data (fetched->body, &size);
      if (size <= EXM_TDMREP_MAX_BYTES && g_utf8_validate (bytes, (gssize) size, NULL))
        text = g_strndup (bytes, size);
    }
  note_tdmrep (self, origin, until_usec);
  if (!exm_store_put_tdmrep (self->store, origin, text, until_usec, &error))
    exm_core_problem (self, NULL, origin, error);
}

char *
exm_core_dup_tdmrep (ExmCore *self, const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);

  if (uri == NULL)
    return NULL;
  g_autofree char *origin
      = g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                    g_uri_get_port (uri), "", NULL, NULL);
  g_autoptr (ExmHostRecord) record = get_host_or_report (self, origin);
  return record != NULL ? g_steal_pointer (&record->tdmrep) : NULL;
}

static void
tell_delay (ExmCore *self, ExmCoreTask *task, const char *origin, guint delay_ms)
{
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *said = exm_said_new (
      /* translators: a site, and a number of seconds */
      N_ ("robots.txt of %s asks to wait between two requests (Crawl-delay): %s seconds "
          "are kept"),
      origin, g_ascii_formatd (seconds, sizeof seconds, "%.4g", delay_ms / 1000.0));

  exm_core_tell (self, task, said);
}

void
exm_core_heed_delay (ExmCore *self,
                     ExmCoreTask *task,
                     const char *host,
                     const char *origin,
                     const ExmRobots *robots)
{
  guint delay_ms = exm_robots_get_delay_ms (robots);

  exm_host_gate_set_delay (self->gate, host, delay_ms, exm_core_now (self));
  if (delay_ms > exm_task_get (task->task)->delay_ms
      && g_hash_table_add (task->slow_hosts, g_strdup (host)))
    tell_delay (self, task, origin, delay_ms);
}

/* A network that is not there, or that answers for everybody (the login page of a hotel),
 * is no failure of a site: pages wait until it is another one. */

/* Sites that are answered for by the same foreign host. */
#define PORTAL_SITES 2u

static void
say (ExmCore *self, ExmWorkerNetwork network, const char *portal)
{
  if (self->said_network == network)
    return;
  self->said_network = network;

  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_NETWORK);
  if (network == EXM_WORKER_NETWORK_NONE)
    event->message
        = g_strdup (_ ("There is no network; pages wait until there is one again"));
  else if (network == EXM_WORKER_NETWORK_PORTAL && portal != NULL)
    event->message = g_strdup_printf (
        /* translators: a host name */
        _ ("Every site leads to %s: does this network want a login? Pages wait"), portal);
  else if (network == EXM_WORKER_NETWORK_PORTAL)
    event->message = g_strdup (_ ("This network wants a login; pages wait until then"));
  exm_core_emit (self, event);
}

static gboolean
stands_before_portal (ExmCore *self)
{
  return g_hash_table_size (self->portal_sites) >= PORTAL_SITES;
}

gboolean
exm_core_is_reachable (ExmCore *self, const char *host)
{
  ExmWorkerNetwork network = self->network (host, self->network_data);

  if (network == EXM_WORKER_NETWORK_UNUSED)
    return TRUE;
  /* Whether somebody has logged in is seen by what comes. */
  if (network != EXM_WORKER_NETWORK_THERE || !stands_before_portal (self))
    say (self, network, NULL);
  return network == EXM_WORKER_NETWORK_THERE;
}

static gboolean
is_foreign (const ExmFetched *fetched, char **final_site)
{
  g_autofree char *site = exm_url_get_site (fetched->url, NULL);

  *final_site = exm_url_get_site (fetched->final_url, NULL);
  /* An answer over TLS is the host's own. */
  return fetched->hops->len > 0 && g_str_has_prefix (fetched->url, "http:")
         && g_strcmp0 (site, *final_site) != 0;
}

gboolean
exm_core_meets_portal (ExmCore *self, const ExmFetched *fetched, const GError *error)
{
  g_autofree char *final_site = NULL;
  const ExmFetched *answer
      = fetched != NULL ? fetched : exm_fetch_error_get_fetched (error);

  if (answer == NULL || (answer->status == 0 && answer->hops->len == 0))
    return FALSE;
  if (!is_foreign (answer, &final_site))
    {
      /* The host itself answered. */
      if (stands_before_portal (self))
        say (self, EXM_WORKER_NETWORK_THERE, NULL);
      g_clear_pointer (&self->portal, g_free);
      g_hash_table_remove_all (self->portal_sites);
      return FALSE;
    }
  if (g_strcmp0 (self->portal, final_site) != 0)
    {
      g_free (self->portal);
      self->portal = g_steal_pointer (&final_site);
      g_hash_table_remove_all (self->portal_sites);
    }
  g_hash_table_add (self->portal_sites, exm_url_get_site (answer->url, NULL));
  if (!stands_before_portal (self))
    return FALSE;
  say (self, EXM_WORKER_NETWORK_PORTAL, self->portal);
  return TRUE;
}

/* Icons of sites: the pace and the rules of the pages of their hosts hold for them. */

/* Longest time that a host is held up by its icon. */
#define ICON_TIMEOUT_MS 10000u

/* An icon that is asked for. */
typedef struct
{
  ExmCore *core;           /* (unowned) */
  ExmIconRequest *request; /* (owned) */
} Asking;

/* An icon that fails says little of the pages of its host, but that it was asked too
 * often. */
static void
tell_gate (ExmCore *self, const char *host, const GError *error)
{
  const ExmFetched *answer = error != NULL ? exm_fetch_error_get_fetched (error) : NULL;
  ExmHostOutcome outcome = EXM_HOST_ANSWERED;

  if (answer != NULL && (answer->status == 429 || answer->status == 503))
    outcome = EXM_HOST_FAILED;
  else if (error != NULL
           && !g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP))
    outcome = EXM_HOST_CANCELLED;
  exm_core_host_done (self, host, outcome,
                      outcome == EXM_HOST_FAILED ? answer->retry_after_s : -1);
}

static void
on_icon_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Asking *asking = data;
  ExmCore *self = asking->core;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &error);

  g_assert (g_thread_self () == self->thread);
  self->n_icons--;
  tell_gate (self, asking->request->host, error);
  const ExmFetched *answer
      = fetched != NULL ? fetched : exm_fetch_error_get_fetched (error);
  gboolean answered = answer != NULL && answer->status != 0;
  exm_icon_queue_end (self->icons, asking->request, answered, fetched,
                      exm_core_now (self));
  if (!self->stopping)
    exm_core_step (self);
}

static void
ask (ExmCore *self, ExmIconRequest *request)
{
  static const char *const headers[] = { "Accept", "image/*,*/*;q=0.1", NULL };
  ExmFetchOptions options = EXM_FETCH_OPTIONS_INIT;
  const ExmFetchRequest asked = {
    .headers = headers,
    .operator_host = request->is_private ? request->host : NULL,
    .any_type = TRUE,
  };
  Asking *asking = g_new0 (Asking, 1);

  *asking = (Asking){ .core = self, .request = request };
  options.user_agent = request->user_agent;
  options.timeout_ms = ICON_TIMEOUT_MS;
  options.max_bytes = EXM_ICON_MAX_BYTES;
  options.no_cookies = TRUE;
  request->fetcher = exm_fetcher_new (&options);
  self->n_icons++;
  exm_fetcher_fetch_async (request->fetcher, request->url, &asked, self->cancellable,
                           on_icon_fetched, asking);
}

/* @known: (out): whether it is known what the rules of the host are. Returns: whether
 * they allow the icon */
static gboolean
may_ask (ExmCore *self, const ExmIconRequest *request, gboolean *known)
{
  ExmRobotsPolicy policy = EXM_ROBOTS_POLICY_ALLOW_ALL;
  ExmRobots *robots = NULL;
  g_autoptr (GBytes) text = NULL;

  *known = self->ignore_robots
           || (exm_core_get_robots (self, request->origin, &policy, &robots, &text)
               && policy != EXM_ROBOTS_POLICY_WAIT);
  return *known
         && (policy == EXM_ROBOTS_POLICY_ALLOW_ALL
             || exm_robots_check_url (robots, request->origin, request->url, NULL));
}

/* @wait_usec: (out): when to look again. Returns: whether @request is under way or over,
 * which takes it */
static gboolean
begin_icon (ExmCore *self, ExmIconRequest *request, gint64 now_usec, gint64 *wait_usec)
{
  gboolean known = FALSE;

  *wait_usec = G_MAXINT64;
  if (!exm_core_is_reachable (self, request->host) || !may_ask (self, request, &known))
    {
      exm_icon_queue_end (self->icons, request, known, NULL, now_usec);
      return TRUE;
    }
  exm_core_know_host (self, request->host);
  if (!exm_host_gate_ask (self->gate, request->host, request->delay_ms, now_usec,
                          wait_usec))
    return FALSE;
  *wait_usec = G_MAXINT64;
  ask (self, request);
  return TRUE;
}

gint64
exm_core_start_icons (ExmCore *self, gint64 now_usec)
{
  GQueue *requests = &self->icons->requests;
  gint64 next_usec = G_MAXINT64;

  g_assert (g_thread_self () == self->thread);
  for (guint n = requests->length; n > 0; n--)
    {
      ExmIconRequest *request = g_queue_pop_head (requests);
      gint64 wait_usec = request->due_usec;
      /* A clock that was set back would have it wait for longer than it should. */
      gboolean waits
          = wait_usec > now_usec && wait_usec <= now_usec + EXM_CORE_ICON_WAIT_USEC;
      if (waits || !begin_icon (self, request, now_usec, &wait_usec))
        g_queue_push_tail (requests, request);
      next_usec = MIN (next_usec, wait_usec);
    }
  return next_usec;
}
