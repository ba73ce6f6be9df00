/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "task/exm-wall-timer.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define POLL_USEC (G_GINT64_CONSTANT (60) * G_USEC_PER_SEC)

struct _ExmWallTimer
{
  GSource source;
  int fd;           /* −1: looks at the clock itself */
  gint64 time_usec; /* G_MAXINT64: off */
  ExmWallTimerFunc func;
  gpointer data; /* (unowned) */
};

static void
arm_fd (ExmWallTimer *self)
{
  struct itimerspec when = { 0 };
  int flags = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;

  if (self->time_usec != G_MAXINT64)
    {
      when.it_value.tv_sec = self->time_usec / G_USEC_PER_SEC;
      when.it_value.tv_nsec = self->time_usec % G_USEC_PER_SEC * 1000;
    }
  g_source_set_ready_time ((GSource *) self, -1);
  if (timerfd_settime (self->fd, flags, &when, NULL) == 0)
    return;
  /* It is set even so (timerfd_settime(2), notes), but has forgotten that the clock was
   * set before: dispatch tells of it. */
  if (errno == ECANCELED && self->time_usec != G_MAXINT64)
    g_source_set_ready_time ((GSource *) self, 0);
  else if (errno != ECANCELED)
    g_critical ("A timer cannot be set: %s", g_strerror (errno));
}

static void
arm_poll (ExmWallTimer *self)
{
  gint64 left = CLAMP (self->time_usec - g_get_real_time (), 0, POLL_USEC);

  g_source_set_ready_time ((GSource *) self, self->time_usec == G_MAXINT64
                                                 ? -1
                                                 : g_get_monotonic_time () + left);
}

void
exm_wall_timer_set (ExmWallTimer *self, gint64 time_usec)
{
  /* All zero would turn the descriptor off. */
  self->time_usec = MAX (time_usec, 1);
  if (self->fd >= 0)
    arm_fd (self);
  else
    arm_poll (self);
}

static gboolean
reach (ExmWallTimer *self)
{
  self->time_usec = G_MAXINT64;
  g_source_set_ready_time ((GSource *) self, -1);
  self->func (EXM_WALL_TIMER_REACHED, self->data);
  return G_SOURCE_CONTINUE;
}

static gboolean
dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  ExmWallTimer *self = (ExmWallTimer *) source;
  gboolean clock_changed = self->fd >= 0 && g_source_get_ready_time (source) == 0;
  guint64 n_times;

  if (self->fd < 0)
    {
      if (self->time_usec <= g_get_real_time ())
        return reach (self);
      arm_poll (self);
      return G_SOURCE_CONTINUE;
    }
  if (!clock_changed)
    {
      if (read (self->fd, &n_times, sizeof n_times) == sizeof n_times)
        return reach (self);
      clock_changed = errno == ECANCELED;
    }
  if (clock_changed)
    {
      /* Reading that it was cancelled took its time out. */
      exm_wall_timer_set (self, self->time_usec);
      self->func (EXM_WALL_TIMER_CLOCK_CHANGED, self->data);
    }
  return G_SOURCE_CONTINUE;
}

static void
finalize (GSource *source)
{
  ExmWallTimer *self = (ExmWallTimer *) source;

  if (self->fd >= 0)
    close (self->fd);
}

static GSourceFuncs wall_timer_funcs = { .dispatch = dispatch, .finalize = finalize };

ExmWallTimer *
exm_wall_timer_new (GMainContext *context, ExmWallTimerFunc func, gpointer data)
{
  GSource *source = g_source_new (&wall_timer_funcs, sizeof (ExmWallTimer));
  ExmWallTimer *self = (ExmWallTimer *) source;

  self->fd = timerfd_create (CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  self->time_usec = G_MAXINT64;
  self->func = func;
  self->data = data;
  if (self->fd >= 0)
    g_source_add_unix_fd (source, self->fd, G_IO_IN);
  else
    g_warning ("Timers look at the clock once a minute: %s", g_strerror (errno));
  g_source_set_static_name (source, "wall timer");
  g_source_attach (source, context);
  return self;
}

void
exm_wall_timer_free (ExmWallTimer *self)
{
  g_source_destroy ((GSource *) self);
  g_source_unref ((GSource *) self);
}
