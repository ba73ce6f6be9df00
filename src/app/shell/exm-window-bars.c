/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The bars under the header: one for the network, one for what is told of the whole
 * store. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-window-private.h"

#include <glib/gi18n-lib.h>

static void
show_notice (ExmWindow *self, const char *words)
{
  gtk_label_set_label (self->notice, words);
  gtk_revealer_set_reveal_child (self->notice_bar, TRUE);
}

void
exm_window_bars_close_notice (GtkButton *button, gpointer data)
{
  gtk_revealer_set_reveal_child (EXM_WINDOW (data)->notice_bar, FALSE);
}

/* The worker sees more than the system does: a login page that answers for everybody. */
static void
show_network (ExmWindow *self)
{
  gboolean available
      = g_network_monitor_get_network_available (g_network_monitor_get_default ());
  const char *words = self->network_words;

  if (!available)
    words = _ ("Offline. What is stored can be read; collecting goes on when the network "
               "is back.");
  if (words != NULL)
    gtk_label_set_label (self->offline, words);
  gtk_revealer_set_reveal_child (self->offline_bar, words != NULL);
}

static void
set_network_words (ExmWindow *self, const char *words)
{
  g_free (self->network_words);
  self->network_words = g_strdup (words);
  show_network (self);
}

/* Drops the worker's message, which was about the network before; the worker sends it
 * again. */
static void
on_network_notify (GNetworkMonitor *monitor, GParamSpec *pspec, gpointer data)
{
  set_network_words (EXM_WINDOW (data), NULL);
}

static void
on_event (ExmSession *session, const ExmWorkerEvent *event, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);

  if (event->kind == EXM_WORKER_NETWORK)
    set_network_words (self, event->message);
  else if (event->kind == EXM_WORKER_NOTICE && event->message != NULL)
    show_notice (self, event->message);
  else if (event->kind == EXM_WORKER_ENDED)
    exm_window_problem_show_ended (self);
}

static void
on_problem (ExmSession *session, const GError *error, gpointer data)
{
  exm_window_problem_show (EXM_WINDOW (data), NULL, error);
}

/* Shows a notice while another program collects. Once closed, it stays closed until the
 * role changes hands again. */
static void
on_elsewhere_notify (ExmSession *session, GParamSpec *pspec, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);
  const char *words = _ (
      "Another Exemplar is collecting. Its progress is shown here; this window takes "
      "over when it stops.");

  if (exm_session_is_elsewhere (session))
    show_notice (self, words);
  else if (g_str_equal (gtk_label_get_label (self->notice), words))
    gtk_revealer_set_reveal_child (self->notice_bar, FALSE);
}

void
exm_window_bars_connect (ExmWindow *self)
{
  g_signal_connect_object (self->session, "event", G_CALLBACK (on_event), self, 0);
  g_signal_connect_object (self->session, "problem", G_CALLBACK (on_problem), self, 0);
  g_signal_connect_object (self->session, "notify::elsewhere",
                           G_CALLBACK (on_elsewhere_notify), self, 0);
  on_elsewhere_notify (self->session, NULL, self);
  g_signal_connect_object (g_network_monitor_get_default (), "notify::network-available",
                           G_CALLBACK (on_network_notify), self, 0);
  show_network (self);
}
