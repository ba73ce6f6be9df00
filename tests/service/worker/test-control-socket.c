/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Place of the socket, and how another process finds it. */

#include "control-fixture.h"
#include "control/exm-control-link.h"
#include "control/exm-control-address.h"
#include "control/exm-control-client.h"
#include "control/exm-worker-error.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int
mode_of (const char *path)
{
  struct stat info;

  g_assert_cmpint (lstat (path, &info), ==, 0);
  return info.st_mode & 07777;
}

static gboolean
exists (const char *path)
{
  struct stat info;

  return lstat (path, &info) == 0;
}

/* The context runs in a thread of its own while this one waits for answers. */
typedef struct
{
  ControlFixture *f; /* (unowned) */
  GThread *thread;   /* (owned) */
  gint done;
} Server;

static gpointer
serve (gpointer data)
{
  Server *server = data;

  while (!g_atomic_int_get (&server->done))
    g_main_context_iteration (server->f->context, TRUE);
  return NULL;
}

static void
server_start (Server *server, ControlFixture *f)
{
  g_autoptr (GError) error = NULL;

  control_start (f, &error);
  g_assert_no_error (error);
  server->f = f;
  g_atomic_int_set (&server->done, FALSE);
  server->thread = g_thread_new ("serve", serve, server);
}

static void
server_stop (Server *server)
{
  g_atomic_int_set (&server->done, TRUE);
  g_main_context_wakeup (server->f->context);
  g_thread_join (server->thread);
  control_stop (server->f);
}

static void
assert_error (const char *folder, const char *line, int code, const char *words)
{
  g_autoptr (GError) error = NULL;
  char *reply = NULL;

  g_assert_false (exm_control_send (folder, line, &reply, &error));
  g_assert_error (error, EXM_WORKER_ERROR, code);
  g_assert_null (reply);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” does not say “%s”", error->message, words);
}

static void
assert_reply (const char *folder, const char *line, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *reply = NULL;

  g_assert_true (exm_control_send (folder, line, &reply, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (reply, ==, wanted);
}

static void
test_requests (ControlFixture *f, gconstpointer data)
{
  g_autofree char *large = g_strnfill (200 * 1000, 's');
  Server server;

  server_start (&server, f);
  assert_reply (f->folder, "wake", "");
  assert_reply (f->folder, "run u-1", "");
  assert_reply (f->folder, "status", "{\"running\": 1}");
  g_assert_true (exm_control_send (f->folder, "stop", NULL, NULL));
  assert_error (f->folder, "run gone", EXM_WORKER_ERROR_REFUSED, "no such task");
  assert_error (f->folder, "dance", EXM_WORKER_ERROR_REFUSED, "unknown request");
  assert_error (f->folder, "wake\nstop", EXM_WORKER_ERROR_REFUSED, "one line");
  server_stop (&server);
  g_assert_cmpstr (f->told->str, ==, "wake;run u-1;status;stop;run gone;");

  f->reply = large;
  server_start (&server, f);
  assert_reply (f->folder, "status", large);
  server_stop (&server);
}

static void
test_long_request (ControlFixture *f, gconstpointer data)
{
  g_autofree char *line = g_strnfill (4 * 1000 * 1000, 'x');
  Server server;

  server_start (&server, f);
  assert_error (f->folder, line, EXM_WORKER_ERROR_REFUSED, "too long");
  server_stop (&server);
}

static void
test_runtime (ControlFixture *f, gconstpointer data)
{
  g_autofree char *link_path = exm_control_address_get_folder_path (f->folder);
  g_autofree char *run = g_path_get_dirname (link_path);
  g_autofree char *other_name = g_build_filename (f->top, "other", NULL);
  g_autofree char *dotted = g_build_filename (f->folder, "..", "data", NULL);
  Server server;

  server_start (&server, f);
  g_autofree char *path = g_strdup (exm_control_socket_get_path (f->socket));
  g_autofree char *folder = g_path_get_dirname (path);
  g_assert_cmpstr (folder, ==, f->runtime);
  g_assert_cmpint (mode_of (path), ==, 0600);
  g_assert_cmpint (mode_of (run), ==, 0700);
  g_assert_true (g_file_test (link_path, G_FILE_TEST_IS_SYMLINK));

  /* One folder by whatever name. */
  g_assert_cmpint (symlink (f->folder, other_name), ==, 0);
  assert_reply (other_name, "wake", "");
  assert_reply (dotted, "wake", "");
  assert_error (f->top, "wake", EXM_WORKER_ERROR_NOT_RUNNING, f->top);
  /* From cron, which does not know the variable. */
  g_unsetenv ("XDG_RUNTIME_DIR");
  assert_reply (f->folder, "wake", "");
  server_stop (&server);
  g_assert_false (exists (path));
  g_assert_false (exists (link_path));
}

static void
test_folder (ControlFixture *f, gconstpointer data)
{
  g_autofree char *path = exm_control_address_get_folder_path (f->folder);
  g_autofree char *run = g_path_get_dirname (path);
  Server server;

  g_assert_cmpint (g_mkdir_with_parents (run, 0755), ==, 0);
  server_start (&server, f);
  g_assert_cmpstr (exm_control_socket_get_path (f->socket), ==, path);
  g_assert_cmpint (mode_of (path), ==, 0600);
  g_assert_cmpint (mode_of (run), ==, 0700);
  /* A worker from cron is found by those who know the variable. */
  g_setenv ("XDG_RUNTIME_DIR", f->runtime, TRUE);
  assert_reply (f->folder, "wake", "");
  server_stop (&server);
  g_assert_false (exists (path));
}

/* Ignores $XDG_RUNTIME_DIR if it is no folder of ours, or open to others. */
static void
test_bad_runtime (ControlFixture *f, gconstpointer data)
{
  static const char *const VALUES[] = { "", "runtime", "/dev/null", "/nowhere/at/all" };
  g_autofree char *path = NULL;

  g_assert_cmpint (g_mkdir (f->folder, 0700), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (VALUES); i++)
    {
      g_setenv ("XDG_RUNTIME_DIR", VALUES[i], TRUE);
      g_assert_null (exm_control_address_get_runtime_path (f->folder));
    }
  g_setenv ("XDG_RUNTIME_DIR", f->runtime, TRUE);
  path = exm_control_address_get_runtime_path (f->folder);
  g_assert_nonnull (path);
  g_assert_cmpint (g_chmod (f->runtime, 0777), ==, 0);
  g_assert_null (exm_control_address_get_runtime_path (f->folder));
}

static void
test_not_running (ControlFixture *f, gconstpointer data)
{
  assert_error (f->folder, "wake", EXM_WORKER_ERROR_NOT_RUNNING, f->folder);
  g_assert_cmpint (g_mkdir (f->folder, 0700), ==, 0);
  assert_error (f->folder, "wake", EXM_WORKER_ERROR_NOT_RUNNING, f->folder);
}

/* A worker that was killed leaves socket and link; the next one replaces both. */
static void
test_leftover (ControlFixture *f, gconstpointer data)
{
  Server server;
  int channel[2];
  char said = 0;

  g_assert_cmpint (pipe (channel), ==, 0);
  pid_t pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      control_start (f, NULL);
      said = f->socket != NULL ? 'y' : 'n';
      if (write (channel[1], &said, 1) == 1)
        pause ();
      _exit (1);
    }
  close (channel[1]);
  g_assert_cmpint (read (channel[0], &said, 1), ==, 1);
  g_assert_cmpint (said, ==, 'y');
  close (channel[0]);
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);

  assert_error (f->folder, "wake", EXM_WORKER_ERROR_NOT_RUNNING, f->folder);
  server_start (&server, f);
  assert_reply (f->folder, "wake", "");
  server_stop (&server);
}

/* Somebody's file in its place is neither replaced nor removed. */
static void
test_occupied (ControlFixture *f, gconstpointer data)
{
  g_autofree char *path = exm_control_address_get_folder_path (f->folder);
  g_autofree char *run = g_path_get_dirname (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (run, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "keep", -1, NULL));
  control_start (f, &error);
  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_SOCKET);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_null (f->socket);
  control_stop (f);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "keep");

  /* Nor is a link followed where the folder should be. */
  g_clear_error (&error);
  g_unlink (path);
  g_rmdir (run);
  g_assert_cmpint (symlink (f->runtime, run), ==, 0);
  control_start (f, &error);
  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_SOCKET);
  g_assert_cmpint (mode_of (f->runtime), ==, 0700);
}

static void
test_long_path (ControlFixture *f, gconstpointer data)
{
  g_autofree char *name = g_strnfill (120, 'd');
  g_autoptr (GError) error = NULL;

  g_free (f->folder);
  f->folder = g_build_filename (f->top, name, NULL);
  if (data != NULL)
    {
      Server server;
      server_start (&server, f);
      assert_reply (f->folder, "wake", "");
      server_stop (&server);
      return;
    }
  control_start (f, &error);
  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_SOCKET);
  assert_error (f->folder, "wake", EXM_WORKER_ERROR_SOCKET, f->folder);
}

/* It listens but is too busy to answer. */
static void
test_silent (ControlFixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  control_start (f, &error);
  g_assert_no_error (error);
  assert_error (f->folder, "wake", EXM_WORKER_ERROR_NO_ANSWER, "2 seconds");
  gint64 took_ms = (g_get_monotonic_time () - start) / 1000;
  g_assert_cmpint (took_ms, >=, EXM_CONTROL_TIMEOUT_MS);
}

static gpointer
accept_and_hang_up (gpointer data)
{
  int listening = GPOINTER_TO_INT (data);
  int fd = accept (listening, NULL, NULL);
  char byte;

  if (fd >= 0 && recv (fd, &byte, 1, 0) == 1 && send (fd, "ok wi", 5, MSG_NOSIGNAL) == 5)
    close (fd);
  return NULL;
}

static void
test_hangs_up (ControlFixture *f, gconstpointer data)
{
  g_autofree char *path = exm_control_address_get_folder_path (f->folder);
  g_autofree char *run = g_path_get_dirname (path);
  struct sockaddr_un address;
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (g_mkdir_with_parents (run, 0700), ==, 0);
  g_assert_true (exm_control_address_fill (&address, path));
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (listen (fd, 1), ==, 0);
  GThread *thread = g_thread_new ("hangs up", accept_and_hang_up, GINT_TO_POINTER (fd));
  assert_error (f->folder, "wake", EXM_WORKER_ERROR_NO_ANSWER, "hung up");
  g_thread_join (thread);
  close (fd);
}

/* A link */

typedef struct
{
  ExmControlLink *link;
  GString *unanswered;
  gboolean closed;
} Linked;

static void
on_link_event (ExmWorkerEvent *event, gpointer data)
{
  exm_worker_event_free (event);
}

static void
on_link_refused (const char *message, gpointer data)
{
}

static void
on_link_closed (const GPtrArray *unanswered, gpointer data)
{
  Linked *linked = data;

  for (guint i = 0; i < unanswered->len; i++)
    g_string_append_printf (linked->unanswered, "%s;",
                            (const char *) g_ptr_array_index (unanswered, i));
  linked->closed = TRUE;
}

static const ExmControlLinkFuncs link_funcs
    = { .event = on_link_event, .refused = on_link_refused, .closed = on_link_closed };

/* Requests that nobody answered come back when the other side goes, in their order. */
static void
test_unanswered (ControlFixture *f, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  Linked linked = { .unanswered = g_string_new (NULL) };

  control_start (f, &error);
  g_assert_no_error (error);
  linked.link
      = exm_control_link_new (f->folder, f->context, &link_funcs, &linked, &error);
  g_assert_no_error (error);
  exm_control_link_send (linked.link, "run 1");
  while (strstr (f->told->str, "run 1;") == NULL)
    g_main_context_iteration (f->context, TRUE);
  while (g_main_context_iteration (f->context, FALSE))
    ;
  exm_control_link_send (linked.link, "run late");
  exm_control_link_send (linked.link, "stop-run 2");
  while (!linked.closed)
    g_main_context_iteration (f->context, TRUE);
  g_assert_cmpstr (linked.unanswered->str, ==, "run late;stop-run 2;");
  exm_control_link_free (linked.link);
  g_string_free (linked.unanswered, TRUE);
}

static void
add (const char *path, gboolean runtime, void (*func) (ControlFixture *, gconstpointer))
{
  g_test_add (path, ControlFixture, GINT_TO_POINTER (runtime), control_set_up, func,
              control_tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/worker/control-socket/requests", TRUE, test_requests);
  add ("/worker/control-socket/long-request", TRUE, test_long_request);
  add ("/worker/control-socket/runtime", TRUE, test_runtime);
  add ("/worker/control-socket/folder", FALSE, test_folder);
  add ("/worker/control-socket/bad-runtime", FALSE, test_bad_runtime);
  add ("/worker/control-socket/not-running", TRUE, test_not_running);
  add ("/worker/control-socket/leftover/runtime", TRUE, test_leftover);
  add ("/worker/control-socket/leftover/folder", FALSE, test_leftover);
  add ("/worker/control-socket/occupied", FALSE, test_occupied);
  add ("/worker/control-socket/long-path/folder", FALSE, test_long_path);
  add ("/worker/control-socket/long-path/runtime", TRUE, test_long_path);
  add ("/worker/control-socket/silent", FALSE, test_silent);
  add ("/worker/control-socket/hangs-up", FALSE, test_hangs_up);
  add ("/worker/control-socket/unanswered", FALSE, test_unanswered);
  return g_test_run ();
}
