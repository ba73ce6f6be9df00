/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "control/exm-control-link.h"

#include "control/exm-control-client.h"
#include "control/exm-control-peer.h"
#include "control/exm-control-socket.h"
#include "control/exm-worker-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmControlLink
{
  ExmControlPeer *peer; /* (owned) */
  const ExmControlLinkFuncs *funcs;
  gpointer data;         /* (unowned) */
  GPtrArray *unanswered; /* (owned) (element-type utf8): in their order */
  gboolean quiet;        /* being made or freed: nobody is told */
  gboolean closed;
};

/* Answers and events come as lines of one stream; an event is a JSON object. */
static void
on_line (ExmControlPeer *peer, const char *line, gsize n_bytes, gpointer data)
{
  ExmControlLink *self = data;

  if (strlen (line) != n_bytes || !g_utf8_validate (line, (gssize) n_bytes, NULL))
    return;
  if (line[0] != '{' && self->unanswered->len > 0)
    g_ptr_array_remove_index (self->unanswered, 0);
  if (line[0] == '{')
    {
      g_autoptr (ExmWorkerEvent) event = exm_worker_event_from_json (line);
      if (event != NULL && event->kind != EXM_WORKER_ENDED)
        self->funcs->event (g_steal_pointer (&event), self->data);
    }
  else if (g_str_has_prefix (line, "error "))
    self->funcs->refused (line + strlen ("error "), self->data);
}

static void
on_closed (ExmControlPeer *peer, gpointer data)
{
  ExmControlLink *self = data;

  self->closed = TRUE;
  if (!self->quiet)
    self->funcs->closed (self->unanswered, self->data);
}

static void
send_line (ExmControlLink *self, const char *line)
{
  g_ptr_array_add (self->unanswered, g_strdup (line));
  exm_control_peer_send (self->peer, line);
}

static const ExmControlPeerFuncs peer_funcs = { .line = on_line, .closed = on_closed };

ExmControlLink *
exm_control_link_new (const char *folder,
                      GMainContext *context,
                      const ExmControlLinkFuncs *funcs,
                      gpointer data,
                      GError **error)
{
  int fd = exm_control_connect (folder, error);

  if (fd < 0)
    return NULL;
  ExmControlLink *self = g_new0 (ExmControlLink, 1);
  self->funcs = funcs;
  self->data = data;
  self->unanswered = g_ptr_array_new_with_free_func (g_free);
  self->peer = exm_control_peer_new (fd, context, &peer_funcs, self);
  /* The other side says more in a line than it is asked. */
  exm_control_peer_set_max_line (self->peer, EXM_CONTROL_MAX_QUEUE_BYTES);
  self->quiet = TRUE;
  send_line (self, "watch");
  self->quiet = FALSE;
  if (!self->closed)
    return self;
  exm_control_link_free (self);
  g_set_error_literal (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_NO_ANSWER,
                       _ ("The worker hung up as it was asked."));
  return NULL;
}

void
exm_control_link_free (ExmControlLink *self)
{
  self->quiet = TRUE;
  exm_control_peer_close (self->peer);
  exm_control_peer_unref (self->peer);
  g_ptr_array_unref (self->unanswered);
  g_free (self);
}

void
exm_control_link_send (ExmControlLink *self, const char *line)
{
  send_line (self, line);
}
