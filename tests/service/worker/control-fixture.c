/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "control-fixture.h"

#include "test-folder.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char *
on_request (ExmControlCommand command, const char *uid, gpointer data, GError **error)
{
  static const char *const NAMES[] = { "wake", "run", "stop-run", "status", "stop" };
  ControlFixture *f = data;

  g_string_append_printf (f->told, uid != NULL ? "%s %s;" : "%s;", NAMES[command], uid);
  if (g_strcmp0 (uid, "gone") == 0)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no\nsuch task");
  if (g_strcmp0 (uid, "late") == 0)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "it ends");
  return command == EXM_CONTROL_STATUS ? g_strdup (f->reply) : NULL;
}

void
control_set_up (ControlFixture *f, gconstpointer data)
{
  f->top = test_folder_new ();
  f->folder = g_build_filename (f->top, "data", NULL);
  f->runtime = g_build_filename (f->top, "runtime", NULL);
  g_assert_cmpint (g_mkdir (f->runtime, 0700), ==, 0);
  if (data != NULL)
    g_setenv ("XDG_RUNTIME_DIR", f->runtime, TRUE);
  else
    g_unsetenv ("XDG_RUNTIME_DIR");
  f->context = g_main_context_new ();
  f->told = g_string_new (NULL);
  f->reply = "{\"running\": 1}";
}

void
control_tear_down (ControlFixture *f, gconstpointer data)
{
  control_stop (f);
  g_main_context_unref (f->context);
  g_string_free (f->told, TRUE);
  g_free (f->folder);
  g_free (f->runtime);
  test_folder_free (f->top);
}

void
control_start (ControlFixture *f, GError **error)
{
  g_autoptr (GError) lock_error = NULL;

  f->lock = exm_role_lock_take (f->folder, &lock_error);
  g_assert_no_error (lock_error);
  f->socket = exm_control_socket_new (f->lock, f->context, on_request, f, error);
}

void
control_stop (ControlFixture *f)
{
  g_clear_pointer (&f->socket, exm_control_socket_free);
  g_clear_pointer (&f->lock, exm_role_lock_free);
}

void
control_run_until (ControlFixture *f, guint n_clients)
{
  while (exm_control_socket_get_n_clients (f->socket) != n_clients)
    g_main_context_iteration (f->context, TRUE);
}

int
control_connect (const ControlFixture *f)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_strlcpy (address.sun_path, exm_control_socket_get_path (f->socket),
             sizeof address.sun_path);
  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  return fd;
}

gboolean
control_say (ControlFixture *f, int fd, const char *text, gssize n_bytes)
{
  gsize n_left = n_bytes < 0 ? strlen (text) : (gsize) n_bytes;

  while (n_left > 0)
    {
      gssize n_sent = send (fd, text, n_left, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n_sent < 0 && errno != EAGAIN)
        return FALSE;
      if (n_sent < 0)
        g_main_context_iteration (f->context, TRUE);
      else
        {
          text += n_sent;
          n_left -= (gsize) n_sent;
        }
    }
  return TRUE;
}

char *
control_hear (ControlFixture *f, int fd)
{
  g_autoptr (GString) line = g_string_new (NULL);
  char c;

  for (;;)
    {
      gssize n_read = recv (fd, &c, 1, MSG_DONTWAIT);
      if (n_read < 0 && errno == EAGAIN)
        g_main_context_iteration (f->context, TRUE);
      else if (n_read <= 0)
        return NULL;
      else if (c == '\n')
        return g_string_free (g_steal_pointer (&line), FALSE);
      else
        g_string_append_c (line, c);
    }
}
