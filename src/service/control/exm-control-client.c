/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "control/exm-control-client.h"

#include "control/exm-control-address.h"
#include "control/exm-worker-error.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_REPLY_BYTES (256u * 1024u)

/* Returns: a descriptor; −1 with errno */
static int
connect_to (const char *path)
{
  struct sockaddr_un address;
  int fd;

  if (!exm_control_address_fill (&address, path))
    {
      errno = ENAMETOOLONG;
      return -1;
    }
  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd >= 0 && connect (fd, (const struct sockaddr *) &address, sizeof address) < 0)
    {
      int number = errno;
      close (fd);
      errno = number;
      return -1;
    }
  return fd;
}

static void
set_error (GError **error, const char *folder, int number)
{
  g_autofree char *name = g_filename_display_name (folder);

  switch (number)
    {
    case ENOENT:
    case ENOTDIR:
    case ECONNREFUSED:
      g_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_NOT_RUNNING,
                   /* translators: a folder */
                   _ ("No worker is running for %s. Start one, or run the task here."),
                   name);
      break;
    case ETIMEDOUT:
    case EAGAIN:
      g_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_NO_ANSWER,
                   /* translators: a folder, a number of seconds */
                   _ ("The worker for %s did not answer within %d seconds."), name,
                   EXM_CONTROL_TIMEOUT_MS / 1000);
      break;
    case EPIPE:
    case ECONNRESET:
      g_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_NO_ANSWER,
                   /* translators: a folder */
                   _ ("The worker for %s hung up without an answer."), name);
      break;
    default:
      g_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_SOCKET,
                   /* translators: a folder, what the system says */
                   _ ("The worker for %s cannot be asked: %s"), name,
                   g_strerror (number));
      break;
    }
}

int
exm_control_connect (const char *folder, GError **error)
{
  g_autofree char *runtime_path = exm_control_address_get_runtime_path (folder);
  g_autofree char *folder_path = exm_control_address_get_folder_path (folder);
  int fd = -1;

  if (runtime_path != NULL)
    fd = connect_to (runtime_path);
  if (fd < 0)
    fd = connect_to (folder_path);
  if (fd < 0)
    set_error (error, folder, errno);
  return fd;
}

/* Returns: FALSE with errno */
static gboolean
wait_for (int fd, short events, gint64 deadline_usec)
{
  struct pollfd polled = { .fd = fd, .events = events };

  for (;;)
    {
      gint64 left_ms = (deadline_usec - g_get_monotonic_time () + 999) / 1000;
      int n_ready = poll (&polled, 1, (int) MAX (left_ms, 0));
      if (n_ready > 0)
        return TRUE;
      if (n_ready == 0)
        errno = ETIMEDOUT;
      if (errno != EINTR)
        return FALSE;
    }
}

static gboolean
send_all (int fd, const char *text, gsize n_bytes, gint64 deadline_usec)
{
  while (n_bytes > 0)
    {
      gssize n_sent = send (fd, text, n_bytes, MSG_NOSIGNAL);
      if (n_sent > 0)
        {
          text += n_sent;
          n_bytes -= (gsize) n_sent;
        }
      else if (errno == EAGAIN && !wait_for (fd, POLLOUT, deadline_usec))
        return FALSE;
      else if (errno != EAGAIN && errno != EINTR)
        return FALSE;
    }
  return TRUE;
}

/* Reads up to a line's end, which is cut off. */
static gboolean
receive_line (int fd, GString *line, gint64 deadline_usec)
{
  char buffer[4096];

  while (wait_for (fd, POLLIN, deadline_usec))
    {
      gssize n_read = recv (fd, buffer, sizeof buffer, 0);
      if (n_read < 0 && (errno == EAGAIN || errno == EINTR))
        continue;
      if (n_read <= 0 || line->len > MAX_REPLY_BYTES)
        {
          errno = n_read < 0 ? errno : ECONNRESET;
          return FALSE;
        }
      const char *end = memchr (buffer, '\n', (gsize) n_read);
      g_string_append_len (line, buffer, end != NULL ? end - buffer : n_read);
      if (end != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
read_reply (const char *line, const char *said, char **reply, GError **error)
{
  g_autofree char *text = g_utf8_make_valid (said, -1);

  if (strcmp (text, "ok") == 0 || g_str_has_prefix (text, "ok "))
    {
      if (reply != NULL)
        *reply = g_strdup (text[2] != '\0' ? text + 3 : "");
      return TRUE;
    }
  g_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_REFUSED,
               /* translators: a request such as "run ID", the worker's answer */
               _ ("The worker did not accept “%s”: %s"), line,
               g_str_has_prefix (text, "error ") ? text + strlen ("error ") : text);
  return FALSE;
}

gboolean
exm_control_send (const char *folder, const char *line, char **reply, GError **error)
{
  gint64 deadline_usec = g_get_monotonic_time () + EXM_CONTROL_TIMEOUT_MS * 1000;
  g_autofree char *request = g_strconcat (line, "\n", NULL);
  g_autoptr (GString) said = g_string_new (NULL);

  if (strpbrk (line, "\r\n") != NULL)
    {
      g_set_error_literal (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_REFUSED,
                           _ ("A request to the worker is one line."));
      return FALSE;
    }
  int fd = exm_control_connect (folder, error);
  if (fd < 0)
    return FALSE;
  /* A worker that hangs up while we write has said why. */
  gboolean sent = send_all (fd, request, strlen (request), deadline_usec)
                  || errno == EPIPE || errno == ECONNRESET;
  gboolean answered = sent && receive_line (fd, said, deadline_usec);
  int number = errno;
  close (fd);
  if (answered)
    return read_reply (line, said->str, reply, error);
  set_error (error, folder, number);
  return FALSE;
}
