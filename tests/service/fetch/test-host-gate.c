/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fetch/exm-host-gate.h"

#include <string.h>

#define S ((gint64) G_USEC_PER_SEC)
#define HOUR (3600 * S)
#define START (G_GINT64_CONSTANT (1700000000) * S)
#define LATER EXM_HOST_GATE_LATER

typedef enum
{
  END,
  ASK,    /* a: delay in ms; wanted: 0 to start, else when */
  DONE,   /* a: outcome, b: Retry-After */
  ACTIVE, /* wanted: how many */
} Action;

/* Times in seconds after START; 0 wanted of ASK is "now". */
typedef struct
{
  Action action;
  const char *host;
  double now;
  gint64 a;
  gint64 b;
  double wanted;
} Step;

#define NEVER -1.0

static const Step ONE_AT_ONCE[] = {
  { ASK, "a", 1, 2000, 0, 0 },
  { ACTIVE, NULL, 1, 0, 0, 1 },
  { ASK, "a", 2, 2000, 0, NEVER },
  { ASK, "b", 2, 2000, 0, 0 },
  { DONE, "a", 5, EXM_HOST_ANSWERED, -1 },
  /* From the end of the last, with the delay of the one that asked. */
  { ASK, "a", 5, 2000, 0, 7 },
  { ASK, "a", 6, 500, 0, 0 },
  { DONE, "a", 6.5, EXM_HOST_CANCELLED, -1 },
  { ASK, "a", 6.5, 3000, 0, 9.5 },
  { ASK, "a", 9.4, 3000, 0, 9.5 },
  { ASK, "a", 9.5, 3000, 0, 0 },
  { DONE, "b", 9.5, EXM_HOST_ANSWERED, -1 },
  { ASK, "b", 9.5, 0, 0, 0 },
  { ACTIVE, NULL, 9.5, 0, 0, 2 },
  { END },
};

/* Three requests at most, for all hosts together. */
static const Step ALL_TOGETHER[] = {
  { ASK, "a", 1, 1000, 0, 0 },
  { ASK, "b", 1, 1000, 0, 0 },
  { ASK, "c", 1, 1000, 0, 0 },
  { ASK, "d", 1, 1000, 0, NEVER },
  { ASK, "e", 1, 1000, 0, NEVER },
  { DONE, "b", 2, EXM_HOST_ANSWERED, -1 },
  { ASK, "d", 2, 1000, 0, 0 },
  { ASK, "e", 2, 1000, 0, NEVER },
  { ASK, "b", 2, 1000, 0, 3 },
  { DONE, "a", 4, EXM_HOST_ANSWERED, -1 },
  /* Told once: nobody asked again for e and b. */
  { ASK, "a", 4, 1500, 0, 5.5 },
  { END },
};

static const Step BACK_OFF[] = {
  /* A single failure: the pause between any two requests. */
  { ASK, "a", 0, 1000, 0, 0 },
  { DONE, "a", 0, EXM_HOST_FAILED, -1 },
  { ASK, "a", 0, 1000, 0, 1 },
  { ASK, "b", 0, 1000, 0, 0 },
  { DONE, "b", 0, EXM_HOST_ANSWERED, 3600 },
  { ASK, "b", 1, 1000, 0, 0 },
  { DONE, "b", 1, EXM_HOST_ANSWERED, -1 },
  /* One after the other, it doubles. */
  { ASK, "a", 1, 1000, 0, 0 },
  { DONE, "a", 2, EXM_HOST_FAILED, -1 },
  { ASK, "a", 2, 1000, 0, 4 },
  /* A longer delay counts, a shorter Retry-After does not. */
  { ASK, "a", 2, 40000, 0, 42 },
  { ASK, "a", 42, 0, 0, 0 },
  { DONE, "a", 42, EXM_HOST_FAILED, 3 },
  { ASK, "a", 42, 0, 0, 46 },
  { ASK, "a", 46, 0, 0, 0 },
  { DONE, "a", 46, EXM_HOST_FAILED, 1000 },
  { ASK, "a", 46, 0, 0, 1046 },
  /* A cancelled request changes nothing. */
  { ASK, "a", 1046, 0, 0, 0 },
  { DONE, "a", 1046, EXM_HOST_CANCELLED, 500 },
  { ASK, "a", 1046, 0, 0, 0 },
  { DONE, "a", 1046, EXM_HOST_FAILED, 0 },
  { ASK, "a", 1046, 0, 0, 1062 },
  { ASK, "a", 1062, 0, 0, 0 },
  { DONE, "a", 1062, EXM_HOST_ANSWERED, -1 },
  /* It works: what comes next is a single failure again. */
  { ASK, "a", 1062, 0, 0, 0 },
  { DONE, "a", 1062, EXM_HOST_FAILED, 3 },
  { ASK, "a", 1062, 0, 0, 1065 },
  { ASK, "a", 1065, 0, 0, 0 },
  { DONE, "a", 1065, EXM_HOST_FAILED, G_MAXINT64 },
  { ASK, "a", 1065, 0, 0, 1065 + 6 * 3600 },
  { END },
};

/* At 100 the clock is set back to 10, and later to the next day. */
static const Step CLOCK_SET[] = {
  { ASK, "a", 99, 0, 0, 0 },
  { ASK, "b", 99, 0, 0, 0 },
  { DONE, "a", 100, EXM_HOST_FAILED, 15 },
  { DONE, "b", 100, EXM_HOST_ANSWERED, -1 },
  { ASK, "a", 10, 0, 0, 25 },
  { ASK, "b", 10, 5000, 0, 15 },
  { ASK, "b", 5, 5000, 0, 10 },
  { ASK, "a", 19, 0, 0, 20 },
  { ASK, "a", 86400, 0, 0, 0 },
  { END },
};

typedef struct
{
  const char *name;
  const Step *steps;
} Table;

static const Table TABLES[] = {
  { "/worker/host-gate/one-at-once", ONE_AT_ONCE },
  { "/worker/host-gate/all-together", ALL_TOGETHER },
  { "/worker/host-gate/back-off", BACK_OFF },
  { "/worker/host-gate/clock-set", CLOCK_SET },
};

static gint64
at (double seconds)
{
  return seconds == NEVER ? LATER : START + (gint64) (seconds * G_USEC_PER_SEC);
}

static void
test_table (gconstpointer data)
{
  const Table *table = data;
  g_autoptr (ExmHostGate) gate = exm_host_gate_new (3);

  for (const Step *step = table->steps; step->action != END; step++)
    {
      gint64 now = at (step->now);
      gint64 wait = 0;
      g_test_message ("step %d", (int) (step - table->steps));
      switch (step->action)
        {
        case ASK:
          if (step->wanted == 0)
            g_assert_true (exm_host_gate_ask (gate, step->host, step->a, now, &wait));
          else
            {
              g_assert_false (exm_host_gate_ask (gate, step->host, step->a, now, &wait));
              g_assert_cmpint (wait, ==, at (step->wanted));
            }
          break;
        case DONE:
          exm_host_gate_done (gate, step->host, now, (ExmHostOutcome) step->a, step->b);
          break;
        case ACTIVE:
        default:
          g_assert_cmpuint (exm_host_gate_get_n_active (gate), ==, (guint) step->wanted);
          break;
        }
    }
}

static void
fail_once (ExmHostGate *gate, const char *host, gint64 now)
{
  g_assert_true (exm_host_gate_ask (gate, host, 0, now, NULL));
  exm_host_gate_done (gate, host, now, EXM_HOST_FAILED, -1);
}

static void
test_cap (void)
{
  g_autoptr (ExmHostGate) gate = exm_host_gate_new (1);
  gint64 now = START;
  gint64 wait = 0;

  for (guint i = 0; i < 40; i++)
    {
      gint64 wanted = (3 * S) << MIN (i, 20);
      g_assert_true (exm_host_gate_ask (gate, "a", 3000, now, NULL));
      exm_host_gate_done (gate, "a", now, EXM_HOST_FAILED, -1);
      g_assert_false (exm_host_gate_ask (gate, "a", 3000, now, &wait));
      g_assert_cmpint (wait - now, ==, MIN (wanted, 6 * HOUR));
      now = wait;
    }
}

static void
test_rest (void)
{
  g_autoptr (ExmHostGate) before = exm_host_gate_new (1);
  g_autoptr (ExmHostGate) gate = exm_host_gate_new (1);
  gint64 rest = -1;
  gint64 back_off = -1;
  gint64 wait = 0;

  exm_host_gate_get_rest (before, "a", &rest, &back_off);
  g_assert_cmpint (rest, ==, 0);
  g_assert_cmpint (back_off, ==, 0);
  fail_once (before, "a", START);
  fail_once (before, "a", START);
  fail_once (before, "a", START + 2 * S);
  exm_host_gate_get_rest (before, "a", &rest, &back_off);
  g_assert_cmpint (rest, ==, START + 6 * S);
  g_assert_cmpint (back_off, ==, 8 * S);

  exm_host_gate_set_rest (gate, "a", START + 3 * S, rest, back_off);
  g_assert_false (exm_host_gate_ask (gate, "a", 0, START + 3 * S, &wait));
  g_assert_cmpint (wait, ==, START + 6 * S);
  fail_once (gate, "a", START + 6 * S);
  g_assert_false (exm_host_gate_ask (gate, "a", 0, START + 6 * S, &wait));
  g_assert_cmpint (wait, ==, START + 14 * S);

  exm_host_gate_set_rest (gate, "b", START, G_MAXINT64, G_MAXINT64);
  exm_host_gate_get_rest (gate, "b", &rest, &back_off);
  g_assert_cmpint (rest, ==, START + 6 * HOUR);
  g_assert_cmpint (back_off, ==, 6 * HOUR);
  exm_host_gate_set_rest (gate, "c", START, 0, 0);
  g_assert_true (exm_host_gate_ask (gate, "c", 0, START, NULL));
}

static void
test_forgets (void)
{
  g_autoptr (ExmHostGate) gate = exm_host_gate_new (2);
  gint64 rest = 0;
  gint64 back_off = 0;

  fail_once (gate, "idle", START);
  g_assert_true (exm_host_gate_ask (gate, "busy", 0, START, NULL));
  exm_host_gate_ask (gate, "other", 0, START + 24 * HOUR, NULL);
  exm_host_gate_get_rest (gate, "idle", &rest, &back_off);
  g_assert_cmpint (back_off, ==, EXM_HOST_GATE_FIRST_BACK_OFF_USEC);
  exm_host_gate_ask (gate, "other", 0, START + 48 * HOUR, NULL);
  exm_host_gate_get_rest (gate, "idle", &rest, &back_off);
  g_assert_cmpint (back_off, ==, 0);
  /* A host with a request under way is never forgotten. */
  exm_host_gate_done (gate, "busy", START + 48 * HOUR, EXM_HOST_FAILED, -1);
  exm_host_gate_get_rest (gate, "busy", &rest, &back_off);
  g_assert_cmpint (back_off, ==, EXM_HOST_GATE_FIRST_BACK_OFF_USEC);
}

static void
test_bounded (void)
{
  g_autoptr (ExmHostGate) gate = exm_host_gate_new (2);
  gint64 rest = 0;
  gint64 back_off = 0;

  g_assert_true (exm_host_gate_ask (gate, "busy", 0, START, NULL));
  fail_once (gate, "first", START);
  fail_once (gate, "second", START);
  for (guint i = 0; i < EXM_HOST_GATE_MAX_HOSTS - 2; i++)
    {
      g_autofree char *host = g_strdup_printf ("h%u", i);
      fail_once (gate, host, START);
    }
  exm_host_gate_get_rest (gate, "first", &rest, &back_off);
  g_assert_cmpint (back_off, ==, 0);
  exm_host_gate_get_rest (gate, "second", &rest, &back_off);
  g_assert_cmpint (back_off, ==, EXM_HOST_GATE_FIRST_BACK_OFF_USEC);
  exm_host_gate_done (gate, "busy", START, EXM_HOST_ANSWERED, -1);
}

/* The longer one of what the caller and what the host want. */
static void
test_delay_of_host (void)
{
  g_autoptr (ExmHostGate) gate = exm_host_gate_new (2);
  gint64 until = 0;

  exm_host_gate_set_delay (gate, "a", 5000, START);
  /* It is no reason to wait before the first one. */
  g_assert_true (exm_host_gate_ask (gate, "a", 1000, START, NULL));
  exm_host_gate_done (gate, "a", START, EXM_HOST_ANSWERED, -1);
  g_assert_false (exm_host_gate_ask (gate, "a", 1000, START + S, &until));
  g_assert_cmpint (until, ==, START + 5 * S);
  g_assert_false (exm_host_gate_ask (gate, "a", 7000, START + 5 * S, &until));
  g_assert_cmpint (until, ==, START + 7 * S);
  g_assert_true (exm_host_gate_ask (gate, "a", 1000, START + 5 * S, NULL));
  exm_host_gate_done (gate, "a", START + 6 * S, EXM_HOST_ANSWERED, -1);
  /* Others are asked as before, and it may want it no longer. */
  g_assert_true (exm_host_gate_ask (gate, "b", 1000, START + 6 * S, NULL));
  exm_host_gate_set_delay (gate, "a", 0, START + 6 * S);
  g_assert_true (exm_host_gate_ask (gate, "a", 1000, START + 7 * S, NULL));
}

static void
test_robots (void)
{
  static const char text[] = "User-agent: *\nDisallow: /no\n";
  g_autoptr (ExmHostGate) gate = exm_host_gate_new (2);
  g_autoptr (ExmRobots) rules = exm_robots_parse (text, strlen (text));
  ExmRobotsPolicy policy = EXM_ROBOTS_POLICY_WAIT;
  ExmRobots *robots = NULL;
  const char *origin = "https://a:443";

  g_assert_false (exm_host_gate_get_robots (gate, origin, START, &policy, &robots));
  exm_host_gate_set_robots (gate, origin, START, START + HOUR, EXM_ROBOTS_POLICY_READ,
                            rules, strlen (text));
  g_clear_pointer (&rules, exm_robots_unref);
  g_assert_true (exm_host_gate_get_robots (gate, origin, START, &policy, &robots));
  g_assert_cmpint (policy, ==, EXM_ROBOTS_POLICY_READ);
  g_assert_false (exm_robots_allows (robots, "Exemplar", "/no", NULL));
  g_assert_false (
      exm_host_gate_get_robots (gate, "http://a:80", START, &policy, &robots));
  g_assert_null (robots);

  /* Its own rules may be given back, for longer; a day is the most. */
  g_assert_true (exm_host_gate_get_robots (gate, origin, START, &policy, &robots));
  exm_host_gate_set_robots (gate, origin, START, G_MAXINT64, EXM_ROBOTS_POLICY_READ,
                            robots, strlen (text));
  g_assert_true (
      exm_host_gate_get_robots (gate, origin, START + 24 * HOUR - 1, &policy, &robots));
  g_assert_false (exm_robots_allows (robots, "Exemplar", "/no", NULL));
  g_assert_false (
      exm_host_gate_get_robots (gate, origin, START + 24 * HOUR, &policy, &robots));
  g_assert_null (robots);

  exm_host_gate_set_robots (gate, origin, START + 24 * HOUR, START + 25 * HOUR,
                            EXM_ROBOTS_POLICY_ALLOW_ALL, NULL, 0);
  g_assert_true (
      exm_host_gate_get_robots (gate, origin, START + 24 * HOUR, &policy, &robots));
  g_assert_cmpint (policy, ==, EXM_ROBOTS_POLICY_ALLOW_ALL);
  g_assert_null (robots);
  /* Set back by a day: an hour remains an hour. */
  g_assert_true (exm_host_gate_get_robots (gate, origin, START, &policy, &robots));
  g_assert_false (
      exm_host_gate_get_robots (gate, origin, START + HOUR, &policy, &robots));
}

static void
test_robots_failing (void)
{
  g_autoptr (ExmHostGate) gate = exm_host_gate_new (2);

  g_assert_cmpint (exm_host_gate_get_robots_failing_usec (gate, "o", START), ==, 0);
  for (guint i = 0; i < 40; i++)
    {
      gint64 now = START + i * 24 * HOUR;
      g_assert_cmpint (exm_host_gate_get_robots_failing_usec (gate, "o", now), ==,
                       i * 24 * HOUR);
      exm_host_gate_set_robots (gate, "o", now, now + HOUR, EXM_ROBOTS_POLICY_WAIT, NULL,
                                0);
    }
  gint64 end = START + 40 * 24 * HOUR;
  exm_host_gate_set_robots (gate, "o", end, end + HOUR, EXM_ROBOTS_POLICY_ALLOW_ALL, NULL,
                            0);
  g_assert_cmpint (exm_host_gate_get_robots_failing_usec (gate, "o", end), ==, 0);
  exm_host_gate_set_robots (gate, "o", end, end + HOUR, EXM_ROBOTS_POLICY_WAIT, NULL, 0);
  g_assert_cmpint (exm_host_gate_get_robots_failing_usec (gate, "o", end + S), ==, S);
}

static void
test_robots_bounded (void)
{
  g_autoptr (ExmHostGate) gate = exm_host_gate_new (2);
  g_autoptr (ExmRobots) rules = exm_robots_parse ("", 0);
  const gsize n_bytes = EXM_HOST_GATE_MAX_ROBOTS_BYTES / 4;
  ExmRobotsPolicy policy;
  ExmRobots *robots;

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *origin = g_strdup_printf ("o%u", i);
      exm_host_gate_set_robots (gate, origin, START, START + HOUR, EXM_ROBOTS_POLICY_READ,
                                rules, n_bytes);
    }
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *origin = g_strdup_printf ("o%u", i);
      gboolean known = exm_host_gate_get_robots (gate, origin, START, &policy, &robots);
      g_assert_true (known == (i >= 6));
    }
  /* One that is larger than all may be is kept alone. */
  exm_host_gate_set_robots (gate, "large", START, START + HOUR, EXM_ROBOTS_POLICY_READ,
                            rules, G_MAXSIZE);
  g_assert_true (exm_host_gate_get_robots (gate, "large", START, &policy, &robots));
  g_assert_false (exm_host_gate_get_robots (gate, "o9", START, &policy, &robots));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (TABLES); i++)
    g_test_add_data_func (TABLES[i].name, &TABLES[i], test_table);
  g_test_add_func ("/worker/host-gate/cap", test_cap);
  g_test_add_func ("/worker/host-gate/rest", test_rest);
  g_test_add_func ("/worker/host-gate/forgets", test_forgets);
  g_test_add_func ("/worker/host-gate/bounded", test_bounded);
  g_test_add_func ("/worker/host-gate/delay-of-host", test_delay_of_host);
  g_test_add_func ("/worker/host-gate/robots", test_robots);
  g_test_add_func ("/worker/host-gate/robots-failing", test_robots_failing);
  g_test_add_func ("/worker/host-gate/robots-bounded", test_robots_bounded);
  return g_test_run ();
}
