/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* No test may set the system's clock, so the linker puts __wrap_* of this file between
 * the timer and the system: they answer as the kernel does after the clock was set. */

#include "task/exm-wall-timer.h"

#include <errno.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define MS ((gint64) 1000)

static gboolean cancel_next_read;
static gboolean cancel_next_set;
static gboolean no_descriptors;
static gint64 clock_step_usec;

ssize_t __real_read (int fd, void *data, size_t n_bytes);
ssize_t __wrap_read (int fd, void *data, size_t n_bytes);
int __real_timerfd_settime (int fd,
                            int flags,
                            const struct itimerspec *when,
                            struct itimerspec *before);
int __wrap_timerfd_settime (int fd,
                            int flags,
                            const struct itimerspec *when,
                            struct itimerspec *before);
int __real_timerfd_create (int clock, int flags);
int __wrap_timerfd_create (int clock, int flags);
gint64 __real_g_get_real_time (void);
gint64 __wrap_g_get_real_time (void);

ssize_t
__wrap_read (int fd, void *data, size_t n_bytes)
{
  ssize_t n_read = __real_read (fd, data, n_bytes);

  if (!cancel_next_read)
    return n_read;
  cancel_next_read = FALSE;
  errno = ECANCELED;
  return -1;
}

int
__wrap_timerfd_settime (int fd,
                        int flags,
                        const struct itimerspec *when,
                        struct itimerspec *before)
{
  g_assert_cmpint (flags, ==, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET);
  int result = __real_timerfd_settime (fd, flags, when, before);

  if (!cancel_next_set)
    return result;
  cancel_next_set = FALSE;
  errno = ECANCELED;
  return -1;
}

int
__wrap_timerfd_create (int clock, int flags)
{
  g_assert_cmpint (clock, ==, CLOCK_REALTIME);
  if (!no_descriptors)
    return __real_timerfd_create (clock, flags);
  errno = EMFILE;
  return -1;
}

gint64
__wrap_g_get_real_time (void)
{
  return __real_g_get_real_time () + clock_step_usec;
}

typedef struct
{
  GMainContext *context; /* (owned) */
  ExmWallTimer *timer;   /* (owned) (nullable) */
  GString *told;         /* (owned): R and C */
  gint64 again_usec;     /* set to this when told */
  gboolean free_it;
} Fixture;

static void
on_timer (ExmWallTimerReason reason, gpointer data)
{
  Fixture *f = data;

  g_string_append_c (f->told, reason == EXM_WALL_TIMER_REACHED ? 'R' : 'C');
  if (f->again_usec != G_MAXINT64)
    exm_wall_timer_set (f->timer, f->again_usec);
  f->again_usec = G_MAXINT64;
  if (f->free_it)
    g_clear_pointer (&f->timer, exm_wall_timer_free);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  no_descriptors = GPOINTER_TO_INT (data);
  if (no_descriptors)
    g_test_expect_message ("exm-worker", G_LOG_LEVEL_WARNING, "*once a minute*");
  f->context = g_main_context_new ();
  f->timer = exm_wall_timer_new (f->context, on_timer, f);
  f->told = g_string_new (NULL);
  f->again_usec = G_MAXINT64;
  g_test_assert_expected_messages ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  clock_step_usec = 0;
  g_clear_pointer (&f->timer, exm_wall_timer_free);
  g_main_context_unref (f->context);
  g_string_free (f->told, TRUE);
}

static void
run_until (Fixture *f, const char *told)
{
  while (f->told->len < strlen (told))
    g_main_context_iteration (f->context, TRUE);
  g_assert_cmpstr (f->told->str, ==, told);
}

/* All that is ready by now. */
static void
run_ready (Fixture *f)
{
  while (g_main_context_iteration (f->context, FALSE))
    continue;
}

static void
test_past (Fixture *f, gconstpointer data)
{
  static const gint64 TIMES[] = { 0, -1, G_MININT64, 1, 999, G_USEC_PER_SEC };

  for (gsize i = 0; i < G_N_ELEMENTS (TIMES); i++)
    {
      exm_wall_timer_set (f->timer, TIMES[i]);
      g_assert_cmpstr (f->told->str, ==, "");
      run_until (f, "R");
      run_ready (f);
      g_assert_cmpstr (f->told->str, ==, "R");
      g_string_truncate (f->told, 0);
    }
}

static void
test_ahead (Fixture *f, gconstpointer data)
{
  gint64 when = g_get_real_time () + 20 * MS;

  exm_wall_timer_set (f->timer, when);
  run_until (f, "R");
  g_assert_cmpint (g_get_real_time (), >=, when);
  run_ready (f);
  g_assert_cmpstr (f->told->str, ==, "R");
}

static void
test_again (Fixture *f, gconstpointer data)
{
  gint64 when = g_get_real_time () + 20 * MS;

  /* Nearer, further, then once more from within. */
  exm_wall_timer_set (f->timer, g_get_real_time () + 3600 * 1000 * MS);
  exm_wall_timer_set (f->timer, 1);
  exm_wall_timer_set (f->timer, when);
  f->again_usec = when + 20 * MS;
  run_until (f, "R");
  g_assert_cmpint (g_get_real_time (), >=, when);
  run_until (f, "RR");
  g_assert_cmpint (g_get_real_time (), >=, when + 20 * MS);
}

static void
test_off (Fixture *f, gconstpointer data)
{
  Fixture other = { 0 };
  gint64 now = g_get_real_time ();

  other.context = g_main_context_ref (f->context);
  other.told = g_string_new (NULL);
  other.again_usec = G_MAXINT64;
  no_descriptors = FALSE;
  other.timer = exm_wall_timer_new (other.context, on_timer, &other);
  exm_wall_timer_set (f->timer, now + 10 * MS);
  exm_wall_timer_set (other.timer, now + 30 * MS);
  exm_wall_timer_set (f->timer, G_MAXINT64);
  run_until (&other, "R");
  exm_wall_timer_set (f->timer, 1);
  exm_wall_timer_set (f->timer, G_MAXINT64);
  run_ready (f);
  g_assert_cmpstr (f->told->str, ==, "");
  tear_down (&other, NULL);
}

static void
test_free_within (Fixture *f, gconstpointer data)
{
  f->free_it = TRUE;
  exm_wall_timer_set (f->timer, 1);
  run_until (f, "R");
  g_assert_null (f->timer);
  run_ready (f);
  g_assert_cmpstr (f->told->str, ==, "R");
}

static void
test_clock_read (Fixture *f, gconstpointer data)
{
  exm_wall_timer_set (f->timer, 1);
  cancel_next_read = TRUE;
  /* Told of the clock first; the time that was set is not lost with it. */
  run_until (f, "C");
  run_until (f, "CR");
  g_assert_false (cancel_next_read);
  run_ready (f);
  g_assert_cmpstr (f->told->str, ==, "CR");
}

static void
test_clock_set (Fixture *f, gconstpointer data)
{
  cancel_next_set = TRUE;
  exm_wall_timer_set (f->timer, g_get_real_time () + 20 * MS);
  run_until (f, "C");
  run_until (f, "CR");
  /* An off timer is told nothing. */
  cancel_next_set = TRUE;
  exm_wall_timer_set (f->timer, G_MAXINT64);
  run_ready (f);
  g_assert_cmpstr (f->told->str, ==, "CR");
}

static void
test_clock_free (Fixture *f, gconstpointer data)
{
  f->free_it = TRUE;
  exm_wall_timer_set (f->timer, 1);
  cancel_next_read = TRUE;
  run_until (f, "C");
  g_assert_null (f->timer);
}

/* Without a descriptor a clock that was set back is seen when the time has come. */
static void
test_poll_back (Fixture *f, gconstpointer data)
{
  gint64 when = g_get_real_time () + 10 * MS;

  exm_wall_timer_set (f->timer, when);
  clock_step_usec = -20 * MS;
  run_until (f, "R");
  g_assert_cmpint (g_get_real_time (), >=, when);
}

static void
add (const char *path, gboolean poll, void (*func) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, GINT_TO_POINTER (poll), set_up, func, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/worker/wall-timer/past", FALSE, test_past);
  add ("/worker/wall-timer/ahead", FALSE, test_ahead);
  add ("/worker/wall-timer/again", FALSE, test_again);
  add ("/worker/wall-timer/off", FALSE, test_off);
  add ("/worker/wall-timer/free-within", FALSE, test_free_within);
  add ("/worker/wall-timer/clock-read", FALSE, test_clock_read);
  add ("/worker/wall-timer/clock-set", FALSE, test_clock_set);
  add ("/worker/wall-timer/clock-free", FALSE, test_clock_free);
  add ("/worker/wall-timer/poll/past", TRUE, test_past);
  add ("/worker/wall-timer/poll/ahead", TRUE, test_ahead);
  add ("/worker/wall-timer/poll/again", TRUE, test_again);
  add ("/worker/wall-timer/poll/off", TRUE, test_off);
  add ("/worker/wall-timer/poll/free-within", TRUE, test_free_within);
  add ("/worker/wall-timer/poll/back", TRUE, test_poll_back);
  return g_test_run ();
}
