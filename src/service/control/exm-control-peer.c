/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "control/exm-control-peer.h"

#include <errno.h>
#include <glib-unix.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct _ExmControlPeer
{
  int fd;                /* −1: closed */
  GMainContext *context; /* (owned) (nullable) */
  GSource *source;       /* (owned) (nullable) */
  GIOCondition condition;
  GString *in;  /* (owned): the beginning of a line */
  GString *out; /* (owned): not taken yet */
  gsize max_line;
  gboolean watching;
  const ExmControlPeerFuncs *funcs; /* (unowned) */
  gpointer data;                    /* (unowned) */
};

static gboolean on_fd_ready (int fd, GIOCondition condition, gpointer data);

static void
finalize (gpointer data)
{
  ExmControlPeer *self = data;

  g_assert (self->fd < 0);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_string_free (self->in, TRUE);
  g_string_free (self->out, TRUE);
}

void
exm_control_peer_unref (ExmControlPeer *self)
{
  g_rc_box_release_full (self, finalize);
}

static void
drop_source (ExmControlPeer *self)
{
  if (self->source == NULL)
    return;
  g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
}

static void
update_source (ExmControlPeer *self)
{
  GIOCondition condition = self->out->len > 0 ? G_IO_IN | G_IO_OUT : G_IO_IN;

  if (self->fd < 0 || (self->source != NULL && condition == self->condition))
    return;
  drop_source (self);
  self->condition = condition;
  self->source = g_unix_fd_source_new (self->fd, condition);
  g_source_set_callback (self->source, G_SOURCE_FUNC (on_fd_ready),
                         g_rc_box_acquire (self),
                         (GDestroyNotify) exm_control_peer_unref);
  g_source_attach (self->source, self->context);
}

ExmControlPeer *
exm_control_peer_new (int fd,
                      GMainContext *context,
                      const ExmControlPeerFuncs *funcs,
                      gpointer data)
{
  ExmControlPeer *self = g_rc_box_new0 (ExmControlPeer);

  self->fd = fd;
  self->max_line = EXM_CONTROL_MAX_LINE_BYTES;
  self->context = context != NULL ? g_main_context_ref (context) : NULL;
  self->in = g_string_new (NULL);
  self->out = g_string_new (NULL);
  self->funcs = funcs;
  self->data = data;
  update_source (self);
  return self;
}

void
exm_control_peer_close (ExmControlPeer *self)
{
  if (self->fd < 0)
    return;
  g_rc_box_acquire (self);
  close (self->fd);
  self->fd = -1;
  drop_source (self);
  self->funcs->closed (self, self->data);
  exm_control_peer_unref (self);
}

static void
flush (ExmControlPeer *self)
{
  while (self->fd >= 0 && self->out->len > 0)
    {
      gssize n_sent = send (self->fd, self->out->str, self->out->len, MSG_NOSIGNAL);
      if (n_sent > 0)
        g_string_erase (self->out, 0, n_sent);
      else if (errno == EAGAIN)
        return;
      else if (errno != EINTR)
        exm_control_peer_close (self);
    }
}

void
exm_control_peer_send (ExmControlPeer *self, const char *line)
{
  gsize n_bytes = strlen (line);

  if (self->fd < 0)
    return;
  if (self->out->len + n_bytes >= EXM_CONTROL_MAX_QUEUE_BYTES)
    {
      g_debug ("A client takes too little and is dropped");
      exm_control_peer_close (self);
      return;
    }
  g_string_append_len (self->out, line, (gssize) n_bytes);
  g_strdelimit (self->out->str + self->out->len - n_bytes, "\r\n", ' ');
  g_string_append_c (self->out, '\n');
  g_rc_box_acquire (self);
  flush (self);
  update_source (self);
  exm_control_peer_unref (self);
}

static void
refuse_long_line (ExmControlPeer *self)
{
  exm_control_peer_send (self, "error the line is too long");
  exm_control_peer_close (self);
}

static void
take_lines (ExmControlPeer *self)
{
  const char *end;

  while (self->fd >= 0 && (end = memchr (self->in->str, '\n', self->in->len)) != NULL)
    {
      gsize n_bytes = (gsize) (end - self->in->str);
      g_autofree char *line = g_memdup2 (self->in->str, n_bytes + 1);
      g_string_erase (self->in, 0, (gssize) n_bytes + 1);
      if (n_bytes > 0 && line[n_bytes - 1] == '\r')
        n_bytes--;
      line[n_bytes] = '\0';
      if (n_bytes <= self->max_line)
        self->funcs->line (self, line, n_bytes, self->data);
      else
        refuse_long_line (self);
    }
  if (self->fd >= 0 && self->in->len > self->max_line)
    refuse_long_line (self);
}

static void
receive (ExmControlPeer *self)
{
  char buffer[EXM_CONTROL_MAX_LINE_BYTES];
  gssize n_read = recv (self->fd, buffer, sizeof buffer, 0);

  if (n_read > 0)
    {
      g_string_append_len (self->in, buffer, n_read);
      take_lines (self);
    }
  else if (n_read == 0 || (errno != EAGAIN && errno != EINTR))
    exm_control_peer_close (self);
}

static gboolean
on_fd_ready (int fd, GIOCondition condition, gpointer data)
{
  ExmControlPeer *self = data;

  g_rc_box_acquire (self);
  if ((condition & G_IO_OUT) != 0)
    flush (self);
  /* Hanging up is read as well. */
  if (self->fd >= 0 && (condition & ~G_IO_OUT) != 0)
    receive (self);
  update_source (self);
  exm_control_peer_unref (self);
  return G_SOURCE_CONTINUE;
}

void
exm_control_peer_set_max_line (ExmControlPeer *self, gsize n_bytes)
{
  self->max_line = n_bytes;
}

void
exm_control_peer_set_watching (ExmControlPeer *self, gboolean watching)
{
  self->watching = watching;
}

gboolean
exm_control_peer_get_watching (const ExmControlPeer *self)
{
  return self->watching;
}
