/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as what a client sends to the control socket: each line has one answer of one
 * line, a line that is too long ends the connection, and the worker is told of nothing
 * but whole requests. */

#include "fuzz.h"

#include "control/exm-control-address.h"
#include "control/exm-control-peer.h"
#include "control/exm-control-socket.h"
#include "test-folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* As many answers as fit into the queue. */
#define MAX_BYTES 8192u

/* Near the limit the answer hangs on how a line comes in pieces. */
#define SURE_BYTES (EXM_CONTROL_MAX_LINE_BYTES - 1)
#define EXCESS_BYTES (EXM_CONTROL_MAX_LINE_BYTES + 1)

#define MAX_UID_BYTES 255u

typedef struct
{
  char *folder;             /* (owned) */
  ExmRoleLock *lock;        /* (owned) */
  ExmControlSocket *socket; /* (owned) */
  guint n_told;
} Server;

static Server server;

static char *
on_request (ExmControlCommand command, const char *uid, gpointer data, GError **error)
{
  Server *self = data;
  gboolean wants_uid = command == EXM_CONTROL_RUN || command == EXM_CONTROL_STOP_RUN;

  self->n_told++;
  FUZZ_EXPECT (command <= EXM_CONTROL_STOP);
  FUZZ_EXPECT ((uid != NULL) == wants_uid);
  FUZZ_EXPECT (uid == NULL || (*uid != '\0' && strpbrk (uid, " \n") == NULL));
  FUZZ_EXPECT (uid == NULL
               || (g_utf8_validate (uid, -1, NULL) && strlen (uid) <= MAX_UID_BYTES));
  if (command == EXM_CONTROL_STOP_RUN)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "there is no\ntask %s", uid);
  return command == EXM_CONTROL_STATUS ? g_strdup ("{\r\n}") : NULL;
}

static void
stop_server (void)
{
  g_clear_pointer (&server.socket, exm_control_socket_free);
  g_clear_pointer (&server.lock, exm_role_lock_free);
  g_clear_pointer (&server.folder, test_folder_free);
}

/* One socket for all inputs: it keeps nothing of a client that is gone. */
static void
start_server (void)
{
  g_autoptr (GError) error = NULL;

  g_unsetenv ("XDG_RUNTIME_DIR");
  server.folder = test_folder_new ();
  server.lock = exm_role_lock_take (server.folder, &error);
  if (server.lock == NULL)
    g_error ("%s", error->message);
  server.socket = exm_control_socket_new (server.lock, NULL, on_request, &server, &error);
  if (server.socket == NULL)
    g_error ("%s", error->message);
  atexit (stop_server);
}

static int
connect_client (void)
{
  struct sockaddr_un address;
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

  FUZZ_EXPECT (
      exm_control_address_fill (&address, exm_control_socket_get_path (server.socket)));
  FUZZ_EXPECT (fd >= 0);
  FUZZ_EXPECT (connect (fd, (const struct sockaddr *) &address, sizeof address) == 0);
  while (exm_control_socket_get_n_clients (server.socket) == 0)
    g_main_context_iteration (NULL, FALSE);
  return fd;
}

/* Returns: whether anything came */
static gboolean
receive (int fd, GString *heard)
{
  char buffer[4096];
  gssize n = recv (fd, buffer, sizeof buffer, 0);

  if (n > 0)
    g_string_append_len (heard, buffer, n);
  return n > 0;
}

/* Says all, and hears until nothing comes any more. */
static void
talk (int fd, const guint8 *data, gsize size, GString *heard)
{
  gboolean busy = TRUE;

  while (busy)
    {
      gssize n = size > 0 ? send (fd, data, size, MSG_NOSIGNAL) : 0;
      if (n > 0)
        {
          data += n;
          size -= (gsize) n;
        }
      gboolean open = n >= 0 || errno == EAGAIN;
      busy = n > 0;
      busy |= g_main_context_iteration (NULL, FALSE);
      busy |= receive (fd, heard);
      busy |= open && size > 0;
    }
}

/* Returns: how many answers have to come; @ends: whether a line is too long, @sure:
 * whether none is near that. */
static guint
count_lines (const guint8 *data, gsize size, gboolean *ends, gboolean *sure)
{
  guint n = 0;

  *ends = FALSE;
  *sure = TRUE;
  while (!*ends)
    {
      const guint8 *end = size > 0 ? memchr (data, '\n', size) : NULL;
      gsize n_bytes = end != NULL ? (gsize) (end - data) : size;
      *ends = n_bytes > EXCESS_BYTES;
      *sure &= n_bytes < SURE_BYTES || *ends;
      n += end != NULL || *ends;
      if (end == NULL)
        break;
      size -= n_bytes + 1;
      data = end + 1;
    }
  return n;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GString) heard = g_string_new (NULL);
  gboolean ends, sure;
  guint n_answers = 0;

  if (size > MAX_BYTES)
    return 0;
  if (server.socket == NULL)
    start_server ();
  server.n_told = 0;
  int fd = connect_client ();
  talk (fd, data, size, heard);
  guint n_lines = count_lines (data, size, &ends, &sure);
  if (sure)
    FUZZ_EXPECT ((exm_control_socket_get_n_clients (server.socket) == 0) == ends);
  close (fd);
  while (exm_control_socket_get_n_clients (server.socket) > 0)
    g_main_context_iteration (NULL, FALSE);

  FUZZ_EXPECT (heard->len == 0 || heard->str[heard->len - 1] == '\n');
  FUZZ_EXPECT (g_utf8_validate_len (heard->str, heard->len, NULL));
  g_auto (GStrv) answers = g_strsplit (heard->str, "\n", -1);
  for (guint i = 0; answers[i] != NULL && answers[i][0] != '\0'; i++, n_answers++)
    FUZZ_EXPECT (strcmp (answers[i], "ok") == 0 || g_str_has_prefix (answers[i], "ok ")
                 || g_str_has_prefix (answers[i], "error "));
  if (sure)
    FUZZ_EXPECT (n_answers == n_lines);
  FUZZ_EXPECT (server.n_told <= n_lines);
  return 0;
}
