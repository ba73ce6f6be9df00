/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "fetch/exm-host-gate.h"

/* A day, and half of one so that what runs daily finds its hosts again. */
#define IDLE_USEC (G_GINT64_CONSTANT (36) * 3600 * G_USEC_PER_SEC)

/* A host or an origin: both are kept in one table and forgotten in one order. */
typedef struct
{
  char *name;       /* (owned) */
  GList link;       /* in by_use; its data is this */
  gint64 seen_usec; /* when it was last used */

  gboolean active;    /* a request is under way */
  gboolean requested; /* one has ended, and when that was is known */
  gint64 ended_usec;
  gint64 rest_until_usec;
  gint64 back_off_usec; /* it rests for if it fails again */
  gint64 pause_usec;    /* that who asked it last makes */
  gint64 delay_usec;    /* that it asks for */

  gboolean has_policy;
  ExmRobotsPolicy policy;
  ExmRobots *robots; /* (owned) (nullable) */
  gsize n_robots_bytes;
  gint64 policy_until_usec;
  gboolean failing;
  gint64 failing_since_usec;
} Host;

struct _ExmHostGate
{
  GHashTable *hosts; /* (owned): name → Host */
  GQueue by_use;     /* last used first */
  guint max_fetches;
  guint n_active;
  gsize n_robots_bytes;
  gint64 now_usec; /* as last told */
};

static void
host_free (Host *host)
{
  g_clear_pointer (&host->robots, exm_robots_unref);
  g_free (host->name);
  g_free (host);
}

static void
drop_policy (ExmHostGate *self, Host *host)
{
  self->n_robots_bytes -= host->n_robots_bytes;
  host->n_robots_bytes = 0;
  host->has_policy = FALSE;
  g_clear_pointer (&host->robots, exm_robots_unref);
}

static void
drop_host (ExmHostGate *self, Host *host)
{
  drop_policy (self, host);
  g_queue_unlink (&self->by_use, &host->link);
  g_hash_table_remove (self->hosts, host->name);
}

static void
tell_time (ExmHostGate *self, gint64 now_usec)
{
  gint64 step = now_usec - self->now_usec;

  self->now_usec = now_usec;
  if (step >= 0)
    return;
  /* The clock was set back: an hour that remains stays an hour. */
  for (GList *link = self->by_use.head; link != NULL; link = link->next)
    {
      Host *host = link->data;
      host->seen_usec += step;
      host->ended_usec += step;
      host->policy_until_usec += step;
      host->failing_since_usec += step;
      if (host->rest_until_usec != 0)
        host->rest_until_usec += step;
    }
}

static void
forget_idle (ExmHostGate *self)
{
  GList *above;

  for (GList *link = self->by_use.tail; link != NULL; link = above)
    {
      Host *host = link->data;
      gboolean too_many = self->by_use.length > EXM_HOST_GATE_MAX_HOSTS;
      above = link->prev;
      if (!too_many && self->now_usec - host->seen_usec <= IDLE_USEC)
        break;
      if (!host->active)
        drop_host (self, host);
    }
}

static void
forget_robots (ExmHostGate *self)
{
  for (GList *link = self->by_use.tail;
       link != NULL && self->n_robots_bytes > EXM_HOST_GATE_MAX_ROBOTS_BYTES;
       link = link->prev)
    drop_policy (self, link->data);
}

static Host *
use_host (ExmHostGate *self, const char *name, gint64 now_usec)
{
  Host *host = g_hash_table_lookup (self->hosts, name);

  tell_time (self, now_usec);
  if (host != NULL)
    g_queue_unlink (&self->by_use, &host->link);
  else
    {
      host = g_new0 (Host, 1);
      host->name = g_strdup (name);
      host->link.data = host;
      g_hash_table_insert (self->hosts, host->name, host);
    }
  host->seen_usec = now_usec;
  g_queue_push_head_link (&self->by_use, &host->link);
  forget_idle (self);
  return host;
}

ExmHostGate *
exm_host_gate_new (guint max_fetches)
{
  g_return_val_if_fail (max_fetches > 0, NULL);

  ExmHostGate *self = g_new0 (ExmHostGate, 1);
  self->hosts
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) host_free);
  g_queue_init (&self->by_use);
  self->max_fetches = max_fetches;
  self->now_usec = G_MININT64 / 2;
  return self;
}

void
exm_host_gate_free (ExmHostGate *self)
{
  g_hash_table_unref (self->hosts);
  g_free (self);
}

/* When its next request may start if none is under way. */
static gint64
get_free_time (const Host *host, gint64 delay_usec)
{
  gint64 time_usec = host->rest_until_usec != 0 ? host->rest_until_usec : G_MININT64;

  if (host->requested)
    time_usec = MAX (time_usec, host->ended_usec + MAX (delay_usec, host->delay_usec));
  return time_usec;
}

gboolean
exm_host_gate_ask (ExmHostGate *self,
                   const char *host,
                   guint delay_ms,
                   gint64 now_usec,
                   gint64 *wait_until_usec)
{
  Host *asked = use_host (self, host, now_usec);
  gint64 delay_usec = (gint64) delay_ms * 1000;
  gint64 free_usec = get_free_time (asked, delay_usec);
  gboolean is_free = !asked->active && free_usec <= now_usec;
  gboolean start = is_free && self->n_active < self->max_fetches;

  if (start)
    {
      asked->active = TRUE;
      asked->pause_usec = delay_usec;
      self->n_active++;
    }
  else if (wait_until_usec != NULL)
    *wait_until_usec = asked->active || is_free ? EXM_HOST_GATE_LATER : free_usec;
  return start;
}

void
exm_host_gate_set_delay (ExmHostGate *self,
                         const char *host,
                         guint delay_ms,
                         gint64 now_usec)
{
  use_host (self, host, now_usec)->delay_usec = (gint64) delay_ms * 1000;
}

static void
begin_rest (Host *host, gint64 now_usec, gint64 retry_after_s)
{
  gint64 max_s = EXM_HOST_GATE_MAX_BACK_OFF_USEC / G_USEC_PER_SEC;
  gint64 asked_usec = CLAMP (retry_after_s, 0, max_s) * G_USEC_PER_SEC;
  /* One failure is no reason to wait longer than between any two requests. */
  gint64 rest_usec = host->back_off_usec != 0 ? host->back_off_usec
                                              : MAX (host->pause_usec, host->delay_usec);

  host->rest_until_usec = now_usec + MAX (rest_usec, asked_usec);
  host->back_off_usec = CLAMP (rest_usec * 2, EXM_HOST_GATE_FIRST_BACK_OFF_USEC,
                               EXM_HOST_GATE_MAX_BACK_OFF_USEC);
}

void
exm_host_gate_done (ExmHostGate *self,
                    const char *host,
                    gint64 now_usec,
                    ExmHostOutcome outcome,
                    gint64 retry_after_s)
{
  Host *done = g_hash_table_lookup (self->hosts, host);

  g_return_if_fail (done != NULL && done->active);

  use_host (self, host, now_usec);
  self->n_active--;
  done->active = FALSE;
  done->requested = TRUE;
  done->ended_usec = now_usec;
  if (outcome == EXM_HOST_ANSWERED)
    {
      done->back_off_usec = 0;
      done->rest_until_usec = 0;
    }
  else if (outcome == EXM_HOST_FAILED)
    begin_rest (done, now_usec, retry_after_s);
}

guint
exm_host_gate_get_n_active (const ExmHostGate *self)
{
  return self->n_active;
}

void
exm_host_gate_get_rest (const ExmHostGate *self,
                        const char *host,
                        gint64 *rest_until_usec,
                        gint64 *back_off_usec)
{
  const Host *found = g_hash_table_lookup (self->hosts, host);

  *rest_until_usec = found != NULL ? found->rest_until_usec : 0;
  *back_off_usec = found != NULL ? found->back_off_usec : 0;
}

void
exm_host_gate_set_rest (ExmHostGate *self,
                        const char *host,
                        gint64 now_usec,
                        gint64 rest_until_usec,
                        gint64 back_off_usec)
{
  Host *set = use_host (self, host, now_usec);

  set->rest_until_usec
      = MIN (rest_until_usec, now_usec + EXM_HOST_GATE_MAX_BACK_OFF_USEC);
  set->back_off_usec = CLAMP (back_off_usec, 0, EXM_HOST_GATE_MAX_BACK_OFF_USEC);
}

gboolean
exm_host_gate_get_robots (ExmHostGate *self,
                          const char *origin,
                          gint64 now_usec,
                          ExmRobotsPolicy *policy,
                          ExmRobots **robots)
{
  Host *found = g_hash_table_lookup (self->hosts, origin);

  *robots = NULL;
  if (found == NULL || !found->has_policy)
    return FALSE;
  use_host (self, origin, now_usec);
  if (found->policy_until_usec <= now_usec)
    {
      drop_policy (self, found);
      return FALSE;
    }
  *policy = found->policy;
  *robots = found->robots;
  return TRUE;
}

void
exm_host_gate_set_robots (ExmHostGate *self,
                          const char *origin,
                          gint64 now_usec,
                          gint64 until_usec,
                          ExmRobotsPolicy policy,
                          ExmRobots *robots,
                          gsize n_bytes)
{
  g_return_if_fail ((policy == EXM_ROBOTS_POLICY_READ) == (robots != NULL));

  Host *set = use_host (self, origin, now_usec);
  /* Before its own are dropped: they may be the same. */
  g_autoptr (ExmRobots) kept = robots != NULL ? exm_robots_ref (robots) : NULL;

  drop_policy (self, set);
  set->has_policy = TRUE;
  set->policy = policy;
  set->policy_until_usec = MIN (until_usec, now_usec + EXM_HOST_GATE_MAX_ROBOTS_USEC);
  if (!set->failing)
    set->failing_since_usec = now_usec;
  set->failing = policy == EXM_ROBOTS_POLICY_WAIT;
  if (kept == NULL)
    return;
  set->robots = g_steal_pointer (&kept);
  set->n_robots_bytes = MIN (n_bytes, EXM_HOST_GATE_MAX_ROBOTS_BYTES);
  self->n_robots_bytes += set->n_robots_bytes;
  forget_robots (self);
}

gint64
exm_host_gate_get_robots_failing_usec (const ExmHostGate *self,
                                       const char *origin,
                                       gint64 now_usec)
{
  const Host *found = g_hash_table_lookup (self->hosts, origin);

  return found != NULL && found->failing ? MAX (now_usec - found->failing_since_usec, 0)
                                         : 0;
}

void
exm_host_gate_set_robots_failing (ExmHostGate *self,
                                  const char *origin,
                                  gint64 since_usec)
{
  Host *found = g_hash_table_lookup (self->hosts, origin);

  if (found != NULL && found->failing)
    found->failing_since_usec = MIN (found->failing_since_usec, since_usec);
}
