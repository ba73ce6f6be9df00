/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-background.h"

#include <glib-unix.h>

#define TICK_MS 100

typedef struct
{
  ExmCliWorkFunc work;
  void (*tick) (gpointer data);
  gpointer data;
  GCancellable *cancellable;
  GMainLoop *loop;
} Background;

static gboolean
on_signal (gpointer data)
{
  Background *self = data;

  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_tick (gpointer data)
{
  Background *self = data;

  if (self->tick != NULL)
    self->tick (self->data);
  return G_SOURCE_CONTINUE;
}

static gboolean
quit (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static gpointer
run (gpointer data)
{
  Background *self = data;

  self->work (self->data, self->cancellable);
  g_idle_add (quit, self->loop);
  return NULL;
}

gboolean
exm_cli_run_in_background (ExmCliWorkFunc work, void (*tick) (gpointer), gpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Background self = { work, tick, data, cancellable, loop };
  guint sources[] = {
    g_unix_signal_add (SIGINT, on_signal, &self),
    g_unix_signal_add (SIGTERM, on_signal, &self),
    g_timeout_add (TICK_MS, on_tick, &self),
  };
  GThread *thread = g_thread_new ("work", run, &self);

  g_main_loop_run (loop);
  g_thread_join (thread);
  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++)
    g_source_remove (sources[i]);
  return !g_cancellable_is_cancelled (cancellable);
}
