/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Politeness: when the next request may go to a host. One request at once a host, a delay
 * from the end of one to the start of the next, and a back-off that is as long as that
 * delay at first and doubles while the host fails. It does no I/O and reads no clock: the
 * time is told to it, and a time before the last one told moves what was planned by as
 * much. Everything in one thread.
 *
 * Hosts are compared byte by byte: give them as exm_url_get_key() or GUri writes them.
 * What was idle for a day is forgotten, and the longest idle beyond
 * %EXM_HOST_GATE_MAX_HOSTS. */

#pragma once

#include "fetch/exm-robots.h"

G_BEGIN_DECLS

/* The shortest back-off after a second failure, and what neither it nor a Retry-After
 * grows beyond. */
#define EXM_HOST_GATE_FIRST_BACK_OFF_USEC (G_GINT64_CONSTANT (2) * G_USEC_PER_SEC)
#define EXM_HOST_GATE_MAX_BACK_OFF_USEC (G_GINT64_CONSTANT (6) * 3600 * G_USEC_PER_SEC)

#define EXM_HOST_GATE_MAX_HOSTS 10000u

/* Limits of the robots.txt files in memory: bytes, and time (RFC 9309, 2.4). */
#define EXM_HOST_GATE_MAX_ROBOTS_BYTES (32u * 1024u * 1024u)
#define EXM_HOST_GATE_MAX_ROBOTS_USEC (G_GINT64_CONSTANT (24) * 3600 * G_USEC_PER_SEC)

/* "Nobody can tell": a request that is under way has to end first. */
#define EXM_HOST_GATE_LATER G_MAXINT64

typedef struct _ExmHostGate ExmHostGate;

/**
 * ExmHostOutcome:
 * @EXM_HOST_ANSWERED: the host works, whatever it answered (404 too): no back-off
 * @EXM_HOST_FAILED: no answer, 429, 503 or another server error: the back-off begins or
 *   doubles
 * @EXM_HOST_CANCELLED: we ended it: says nothing about the host
 */
typedef enum
{
  EXM_HOST_ANSWERED,
  EXM_HOST_FAILED,
  EXM_HOST_CANCELLED,
} ExmHostOutcome;

/**
 * exm_host_gate_new:
 * @max_fetches: requests under way at once to all hosts together, above 0
 */
ExmHostGate *exm_host_gate_new (guint max_fetches);

void exm_host_gate_free (ExmHostGate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmHostGate, exm_host_gate_free)

/**
 * exm_host_gate_ask:
 * @host: the host
 * @delay_ms: from the end of its last request to the start of this one, at least,
 *   milliseconds
 * @now_usec: Unix time
 * @wait_until_usec: (out) (optional): where the answer is no: when to ask again, or
 *   %EXM_HOST_GATE_LATER: after the next exm_host_gate_done()
 *
 * O(1) but for what is forgotten.
 *
 * Returns: whether the request may start now; it then counts as started, and
 *   exm_host_gate_done() must follow
 */
gboolean exm_host_gate_ask (ExmHostGate *self,
                            const char *host,
                            guint delay_ms,
                            gint64 now_usec,
                            gint64 *wait_until_usec);

/**
 * exm_host_gate_set_delay:
 * @delay_ms: milliseconds that the host itself asks for between two requests, 0 for none
 * @now_usec: Unix time
 *
 * From now on exm_host_gate_ask() goes by the longer one of this and its own.
 */
void exm_host_gate_set_delay (ExmHostGate *self,
                              const char *host,
                              guint delay_ms,
                              gint64 now_usec);

/**
 * exm_host_gate_done:
 * @host: a host with a request under way
 * @now_usec: when it ended
 * @outcome: how
 * @retry_after_s: seconds that the host asked for when it failed, −1 if it did not
 *
 * The host rests for the longer of back-off and @retry_after_s.
 */
void exm_host_gate_done (ExmHostGate *self,
                         const char *host,
                         gint64 now_usec,
                         ExmHostOutcome outcome,
                         gint64 retry_after_s);

/**
 * exm_host_gate_get_n_active:
 *
 * Returns: requests under way
 */
guint exm_host_gate_get_n_active (const ExmHostGate *self);

/**
 * exm_host_gate_get_rest:
 * @rest_until_usec: (out): no request before, whatever the delay; 0 if it may
 * @back_off_usec: (out): how long it rests if it fails again; 0 if it works
 *
 * For storing what should outlive the process. Both are 0 for an unknown host.
 */
void exm_host_gate_get_rest (const ExmHostGate *self,
                             const char *host,
                             gint64 *rest_until_usec,
                             gint64 *back_off_usec);

/**
 * exm_host_gate_set_rest:
 * @now_usec: Unix time
 *
 * Takes over the rest of a host that exm_host_gate_get_rest() gave in another process.
 * Times further away than a back-off can be are brought nearer.
 */
void exm_host_gate_set_rest (ExmHostGate *self,
                             const char *host,
                             gint64 now_usec,
                             gint64 rest_until_usec,
                             gint64 back_off_usec);

/**
 * exm_host_gate_get_robots:
 * @origin: scheme, host and port: rules hold for these alone (RFC 9309, 2.3)
 * @now_usec: Unix time
 * @policy: (out): what to do
 * @robots: (out) (nullable) (transfer none): the rules with %EXM_ROBOTS_POLICY_READ, else
 *   %NULL; valid until the next call
 *
 * Returns: %FALSE if nothing is known any more: fetch its robots.txt first
 */
gboolean exm_host_gate_get_robots (ExmHostGate *self,
                                   const char *origin,
                                   gint64 now_usec,
                                   ExmRobotsPolicy *policy,
                                   ExmRobots **robots);

/**
 * exm_host_gate_set_robots:
 * @origin: scheme, host and port
 * @now_usec: Unix time
 * @until_usec: how long this holds; at most %EXM_HOST_GATE_MAX_ROBOTS_USEC from now
 * @policy: of exm_robots_policy_for_status()
 * @robots: (nullable): the rules with %EXM_ROBOTS_POLICY_READ; a reference is taken
 * @n_bytes: length of the file, for the limit on all together
 */
void exm_host_gate_set_robots (ExmHostGate *self,
                               const char *origin,
                               gint64 now_usec,
                               gint64 until_usec,
                               ExmRobotsPolicy policy,
                               ExmRobots *robots,
                               gsize n_bytes);

/**
 * exm_host_gate_get_robots_failing_usec:
 *
 * Returns: since when in a row %EXM_ROBOTS_POLICY_WAIT was set for @origin, as a length
 *   up to @now_usec: what exm_robots_policy_for_status() asks for; 0 if it was not
 */
gint64 exm_host_gate_get_robots_failing_usec (const ExmHostGate *self,
                                              const char *origin,
                                              gint64 now_usec);

/**
 * exm_host_gate_set_robots_failing:
 * @since_usec: what another process found
 *
 * To be told of an @origin with %EXM_ROBOTS_POLICY_WAIT: it fails for longer than this
 * process knows.
 */
void exm_host_gate_set_robots_failing (ExmHostGate *self,
                                       const char *origin,
                                       gint64 since_usec);

G_END_DECLS
