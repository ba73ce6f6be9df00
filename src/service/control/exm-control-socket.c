/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "control/exm-control-socket.h"

#include "control/exm-control-address.h"
#include "control/exm-control-peer.h"
#include "control/exm-worker-error.h"

#include <errno.h>
#include <gio/gio.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define BACKLOG 64
#define MAX_UID_BYTES 255u

struct _ExmControlSocket
{
  int fd;
  int spare_fd;          /* given up to tell a client that there is no descriptor left */
  char *path;            /* (owned) */
  char *link_path;       /* (owned) (nullable): symbolic link to path */
  GMainContext *context; /* (owned) (nullable) */
  GSource *source;       /* (owned) */
  GPtrArray *peers;      /* (owned) (element-type ExmControlPeer) */
  ExmControlFunc func;
  gpointer data; /* (unowned) */
};

static const struct
{
  const char *name;
  ExmControlCommand command;
  gboolean has_uid;
} COMMANDS[] = {
  { "wake", EXM_CONTROL_WAKE, FALSE },        { "run", EXM_CONTROL_RUN, TRUE },
  { "stop-run", EXM_CONTROL_STOP_RUN, TRUE }, { "status", EXM_CONTROL_STATUS, FALSE },
  { "stop", EXM_CONTROL_STOP, FALSE },
};

static void
answer (ExmControlSocket *self,
        ExmControlPeer *peer,
        ExmControlCommand command,
        const char *uid)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = self->func (command, uid, self->data, &error);
  g_autofree char *line = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      exm_control_peer_close (peer);
      return;
    }
  if (error != NULL)
    line = g_strconcat ("error ", error->message, NULL);
  else if (text != NULL)
    line = g_strconcat ("ok ", text, NULL);
  exm_control_peer_send (peer, line != NULL ? line : "ok");
}

static void
on_peer_line (ExmControlPeer *peer, const char *line, gsize n_bytes, gpointer data)
{
  ExmControlSocket *self = data;
  g_auto (GStrv) words = g_strsplit (line, " ", 3);
  guint n_words = g_strv_length (words);

  if (strlen (line) != n_bytes || !g_utf8_validate (line, (gssize) n_bytes, NULL))
    {
      exm_control_peer_send (peer, "error the line is not text");
      return;
    }
  if (strcmp (line, "watch") == 0)
    {
      exm_control_peer_set_watching (peer, TRUE);
      exm_control_peer_send (peer, "ok");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (COMMANDS); i++)
    {
      if (g_strcmp0 (words[0], COMMANDS[i].name) != 0)
        continue;
      const char *uid = COMMANDS[i].has_uid && n_words == 2 ? words[1] : NULL;
      if (n_words != (COMMANDS[i].has_uid ? 2 : 1)
          || (uid != NULL && (uid[0] == '\0' || strlen (uid) > MAX_UID_BYTES)))
        exm_control_peer_send (peer, COMMANDS[i].has_uid ? "error one task is needed"
                                                         : "error nothing may follow");
      else
        answer (self, peer, COMMANDS[i].command, uid);
      return;
    }
  exm_control_peer_send (peer, "error unknown request");
}

static void
on_peer_closed (ExmControlPeer *peer, gpointer data)
{
  ExmControlSocket *self = data;

  g_ptr_array_remove (self->peers, peer);
}

static const ExmControlPeerFuncs peer_funcs
    = { .line = on_peer_line, .closed = on_peer_closed };

/* The file's mode says the same; but a mode can be changed. */
static gboolean
is_welcome (int fd)
{
  struct ucred peer;
  socklen_t n_bytes = sizeof peer;

  return getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &peer, &n_bytes) == 0
         && (peer.uid == geteuid () || peer.uid == 0);
}

static void
turn_away (int fd, const char *line)
{
  if (line != NULL && send (fd, line, strlen (line), MSG_NOSIGNAL) < 0)
    g_debug ("A client was turned away without a word: %s", g_strerror (errno));
  close (fd);
}

/* A connection that cannot be accepted would keep the loop busy. */
static void
turn_away_by_spare (ExmControlSocket *self)
{
  if (self->spare_fd >= 0)
    close (self->spare_fd);
  int fd = accept4 (self->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd >= 0)
    turn_away (fd, "error no descriptor left\n");
  self->spare_fd = g_open ("/dev/null", O_RDONLY | O_CLOEXEC);
}

static gboolean
on_connection (int listening_fd, GIOCondition condition, gpointer data)
{
  ExmControlSocket *self = data;
  int fd = accept4 (self->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

  if (fd < 0 && (errno == EMFILE || errno == ENFILE))
    turn_away_by_spare (self);
  else if (fd >= 0 && !is_welcome (fd))
    turn_away (fd, NULL);
  else if (fd >= 0 && self->peers->len >= EXM_CONTROL_MAX_CLIENTS)
    turn_away (fd, "error too many clients\n");
  else if (fd >= 0)
    g_ptr_array_add (self->peers,
                     exm_control_peer_new (fd, self->context, &peer_funcs, self));
  return G_SOURCE_CONTINUE;
}

/* Returns: FALSE with errno */
static gboolean
make_own_folder (const char *path)
{
  struct stat info;

  if (g_mkdir (path, 0700) < 0 && errno != EEXIST)
    return FALSE;
  if (g_lstat (path, &info) < 0)
    return FALSE;
  if (!S_ISDIR (info.st_mode) || info.st_uid != geteuid ())
    {
      errno = S_ISDIR (info.st_mode) ? EACCES : ENOTDIR;
      return FALSE;
    }
  return (info.st_mode & 077) == 0 || g_chmod (path, 0700) == 0;
}

/* Removes the socket or link that a dead process left; any other file is somebody's. */
static gboolean
remove_leftover (const char *path)
{
  struct stat info;

  if (g_lstat (path, &info) < 0)
    return errno == ENOENT;
  if (S_ISSOCK (info.st_mode) || S_ISLNK (info.st_mode))
    return g_unlink (path) == 0;
  errno = EEXIST;
  return FALSE;
}

static gboolean
start_listening (ExmControlSocket *self)
{
  struct sockaddr_un address;

  if (!exm_control_address_fill (&address, self->path))
    {
      errno = ENAMETOOLONG;
      return FALSE;
    }
  self->fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  /* Linux makes the file with the mode of the descriptor, so that there is no moment at
   * which others may open it. */
  return self->fd >= 0 && fchmod (self->fd, 0600) == 0 && remove_leftover (self->path)
         && bind (self->fd, (const struct sockaddr *) &address, sizeof address) == 0
         && listen (self->fd, BACKLOG) == 0;
}

static gboolean
open_socket (ExmControlSocket *self, const char *folder, GError **error)
{
  g_autofree char *folder_path = exm_control_address_get_folder_path (folder);
  g_autofree char *run_folder = g_path_get_dirname (folder_path);

  self->path = exm_control_address_get_runtime_path (folder);
  if (self->path != NULL)
    self->link_path = g_steal_pointer (&folder_path);
  else
    self->path = g_steal_pointer (&folder_path);
  if (make_own_folder (run_folder) && start_listening (self))
    {
      if (self->link_path != NULL
          && (!remove_leftover (self->link_path)
              || symlink (self->path, self->link_path) < 0))
        g_warning ("%s cannot be made: %s", self->link_path, g_strerror (errno));
      return TRUE;
    }
  int number = errno;
  g_autofree char *name = g_filename_display_name (self->path);
  g_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_SOCKET,
               /* translators: a file, what the system says about it */
               _ ("%s, by which the worker is controlled, cannot be made: %s"), name,
               g_strerror (number));
  return FALSE;
}

ExmControlSocket *
exm_control_socket_new (const ExmRoleLock *lock,
                        GMainContext *context,
                        ExmControlFunc func,
                        gpointer data,
                        GError **error)
{
  g_autoptr (ExmControlSocket) self = g_new0 (ExmControlSocket, 1);

  self->fd = -1;
  self->spare_fd = g_open ("/dev/null", O_RDONLY | O_CLOEXEC);
  self->peers = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_control_peer_unref);
  self->context = context != NULL ? g_main_context_ref (context) : NULL;
  self->func = func;
  self->data = data;
  if (!open_socket (self, exm_role_lock_get_folder (lock), error))
    return NULL;
  self->source = g_unix_fd_source_new (self->fd, G_IO_IN);
  g_source_set_callback (self->source, G_SOURCE_FUNC (on_connection), self, NULL);
  g_source_attach (self->source, self->context);
  return g_steal_pointer (&self);
}

void
exm_control_socket_free (ExmControlSocket *self)
{
  /* Only what was made by this one: it has a source then. */
  if (self->source != NULL)
    {
      g_source_destroy (self->source);
      g_source_unref (self->source);
      g_unlink (self->path);
      if (self->link_path != NULL)
        remove_leftover (self->link_path);
    }
  while (self->peers->len > 0)
    exm_control_peer_close (g_ptr_array_index (self->peers, self->peers->len - 1));
  g_ptr_array_unref (self->peers);
  if (self->fd >= 0)
    close (self->fd);
  if (self->spare_fd >= 0)
    close (self->spare_fd);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_free (self->link_path);
  g_free (self->path);
  g_free (self);
}

void
exm_control_socket_broadcast (ExmControlSocket *self, const char *line)
{
  /* From the end: one that is dropped leaves the list. */
  for (guint i = self->peers->len; i > 0; i--)
    {
      ExmControlPeer *peer = g_ptr_array_index (self->peers, i - 1);
      if (exm_control_peer_get_watching (peer))
        exm_control_peer_send (peer, line);
    }
}

guint
exm_control_socket_get_n_clients (const ExmControlSocket *self)
{
  return self->peers->len;
}

const char *
exm_control_socket_get_path (const ExmControlSocket *self)
{
  return self->path;
}
