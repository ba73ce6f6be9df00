/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-deadline.h"

#include "cli/base/exm-cli.h"

#include <glib/gi18n.h>
#include <unistd.h>

struct _ExmCliDeadline
{
  GThread *thread; /* (owned) */
  GMutex mutex;
  GCond cond;
  gboolean done; /* under @mutex */
  guint seconds;
  char *what; /* (owned) */
};

static void *
watch (void *data)
{
  ExmCliDeadline *self = data;
  gint64 end = g_get_monotonic_time () + (gint64) self->seconds * G_TIME_SPAN_SECOND;

  g_mutex_lock (&self->mutex);
  while (!self->done && g_cond_wait_until (&self->cond, &self->mutex, end))
    ;
  gboolean done = self->done;
  g_mutex_unlock (&self->mutex);
  if (done)
    return NULL;
  exm_cli_complain (ngettext ("%s: not done in %u second; --timeout allows more",
                              "%s: not done in %u seconds; --timeout allows more",
                              self->seconds),
                    self->what, self->seconds);
  _exit (EXM_EXIT_FAILED);
}

ExmCliDeadline *
exm_cli_deadline_new (guint seconds, const char *what)
{
  ExmCliDeadline *self = g_new0 (ExmCliDeadline, 1);

  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  self->seconds = seconds;
  self->what = g_strdup (what);
  self->thread = g_thread_new ("deadline", watch, self);
  return self;
}

void
exm_cli_deadline_free (ExmCliDeadline *self)
{
  g_mutex_lock (&self->mutex);
  self->done = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  g_thread_join (self->thread);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self->what);
  g_free (self);
}
