/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Clients that say too much, take too little, come too many, or are somebody else. */

#include "control-fixture.h"

#include "control/exm-control-peer.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHUNK_BYTES 1024

/* Answers of the kernel, if a test sets them. */
static gboolean pretend_uid;
static uid_t pretended_uid;
static gboolean no_descriptor;

int __real_getsockopt (int fd, int level, int name, void *value, socklen_t *n_bytes);
int __wrap_getsockopt (int fd, int level, int name, void *value, socklen_t *n_bytes);
int __real_accept4 (int fd, struct sockaddr *address, socklen_t *n_bytes, int flags);
int __wrap_accept4 (int fd, struct sockaddr *address, socklen_t *n_bytes, int flags);

int
__wrap_getsockopt (int fd, int level, int name, void *value, socklen_t *n_bytes)
{
  int result = __real_getsockopt (fd, level, name, value, n_bytes);

  if (pretend_uid && level == SOL_SOCKET && name == SO_PEERCRED)
    ((struct ucred *) value)->uid = pretended_uid;
  return result;
}

int
__wrap_accept4 (int fd, struct sockaddr *address, socklen_t *n_bytes, int flags)
{
  if (!no_descriptor)
    return __real_accept4 (fd, address, n_bytes, flags);
  no_descriptor = FALSE;
  errno = EMFILE;
  return -1;
}

static void
set_up (ControlFixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  control_set_up (f, data);
  control_start (f, &error);
  g_assert_no_error (error);
}

static void
assert_answer (ControlFixture *f, int fd, const char *wanted)
{
  g_autofree char *line = control_hear (f, fd);

  g_assert_cmpstr (line, ==, wanted);
}

static void
test_lines (ControlFixture *f, gconstpointer data)
{
  static const struct
  {
    const char *said;
    gssize n_bytes;
    const char *answer;
  } CASES[] = {
    { "wake\n", -1, "ok" },
    { "wake\r\n", -1, "ok" },
    { "run u-1\n", -1, "ok" },
    { "run 任务\n", -1, "ok" },
    { "status\n", -1, "ok {\"running\": 1}" },
    { "run gone\n", -1, "error no such task" },
    { "stop\n", -1, "ok" },
    { "\n", -1, "error unknown request" },
    { "\r\n", -1, "error unknown request" },
    { "WAKE\n", -1, "error unknown request" },
    { "wakeful\n", -1, "error unknown request" },
    { " wake\n", -1, "error unknown request" },
    { "GET / HTTP/1.1\n", -1, "error unknown request" },
    { "wake up\n", -1, "error nothing may follow" },
    { "wake \n", -1, "error nothing may follow" },
    { "watch me\n", -1, "error unknown request" },
    { "run\n", -1, "error one task is needed" },
    { "run \n", -1, "error one task is needed" },
    { "run a b\n", -1, "error one task is needed" },
    { "run a b c d\n", -1, "error one task is needed" },
    { "wake\0x\n", 7, "error the line is not text" },
    { "run \xff\xfe\n", -1, "error the line is not text" },
  };
  int fd = control_connect (f);

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_assert_true (control_say (f, fd, CASES[i].said, CASES[i].n_bytes));
      assert_answer (f, fd, CASES[i].answer);
    }
  g_assert_cmpstr (f->told->str, ==, "wake;wake;run u-1;run 任务;status;run gone;stop;");
  close (fd);
  control_run_until (f, 0);
}

static void
test_lengths (ControlFixture *f, gconstpointer data)
{
  g_autofree char *uid = g_strnfill (255, 'u');
  g_autofree char *fits = g_strconcat ("run ", uid, "\n", NULL);
  g_autofree char *above = g_strconcat ("run ", uid, "u\n", NULL);
  g_autofree char *longest = g_strnfill (EXM_CONTROL_MAX_LINE_BYTES + 1, 'x');
  g_autofree char *longer = g_strnfill (EXM_CONTROL_MAX_LINE_BYTES + 2, 'x');
  int fd = control_connect (f);

  longest[EXM_CONTROL_MAX_LINE_BYTES] = '\n';
  longer[EXM_CONTROL_MAX_LINE_BYTES + 1] = '\n';
  g_assert_true (control_say (f, fd, fits, -1));
  assert_answer (f, fd, "ok");
  g_assert_true (control_say (f, fd, above, -1));
  assert_answer (f, fd, "error one task is needed");
  g_assert_true (control_say (f, fd, longest, -1));
  assert_answer (f, fd, "error unknown request");
  g_assert_true (control_say (f, fd, longer, -1));
  assert_answer (f, fd, "error the line is too long");
  assert_answer (f, fd, NULL);
  close (fd);
  control_run_until (f, 0);
}

static void
test_endless_line (ControlFixture *f, gconstpointer data)
{
  g_autofree char *chunk = g_strnfill (CHUNK_BYTES, 'x');
  int fd = control_connect (f);
  guint n_chunks = 0;

  while (n_chunks < 10000 && control_say (f, fd, chunk, CHUNK_BYTES))
    n_chunks++;
  /* Dropped as soon as it was read, whatever the kernel took before. */
  g_assert_cmpuint (n_chunks, <, 10000);
  assert_answer (f, fd, "error the line is too long");
  assert_answer (f, fd, NULL);
  close (fd);
  g_assert_cmpuint (exm_control_socket_get_n_clients (f->socket), ==, 0);
  g_assert_cmpstr (f->told->str, ==, "");
}

static void
test_half_lines (ControlFixture *f, gconstpointer data)
{
  int fd = control_connect (f);
  int other = control_connect (f);

  g_assert_true (control_say (f, fd, "wa", -1));
  g_assert_true (control_say (f, other, "run half", -1));
  control_run_until (f, 2);
  while (g_main_context_iteration (f->context, FALSE))
    continue;
  g_assert_cmpstr (f->told->str, ==, "");
  g_assert_true (control_say (f, fd, "ke\nrun a\nru", -1));
  assert_answer (f, fd, "ok");
  assert_answer (f, fd, "ok");
  g_assert_true (control_say (f, fd, "n b\n", -1));
  assert_answer (f, fd, "ok");
  /* A line without an end is no request. */
  close (other);
  control_run_until (f, 1);
  g_assert_true (control_say (f, fd, "sto", -1));
  g_assert_cmpint (shutdown (fd, SHUT_WR), ==, 0);
  assert_answer (f, fd, NULL);
  close (fd);
  g_assert_cmpstr (f->told->str, ==, "wake;run a;run b;");
}

static void
test_answers_before_end (ControlFixture *f, gconstpointer data)
{
  int fd = control_connect (f);

  g_assert_true (control_say (f, fd, "wake\nstatus\n", -1));
  g_assert_cmpint (shutdown (fd, SHUT_WR), ==, 0);
  assert_answer (f, fd, "ok");
  assert_answer (f, fd, "ok {\"running\": 1}");
  assert_answer (f, fd, NULL);
  close (fd);
}

static void
test_many (ControlFixture *f, gconstpointer data)
{
  int fds[EXM_CONTROL_MAX_CLIENTS + 8];

  for (gsize i = 0; i < G_N_ELEMENTS (fds); i++)
    fds[i] = control_connect (f);
  for (gsize i = EXM_CONTROL_MAX_CLIENTS; i < G_N_ELEMENTS (fds); i++)
    {
      assert_answer (f, fds[i], "error too many clients");
      assert_answer (f, fds[i], NULL);
      close (fds[i]);
    }
  g_assert_cmpuint (exm_control_socket_get_n_clients (f->socket), ==,
                    EXM_CONTROL_MAX_CLIENTS);
  for (gsize i = 0; i < EXM_CONTROL_MAX_CLIENTS; i++)
    {
      g_assert_true (control_say (f, fds[i], "wake\n", -1));
      assert_answer (f, fds[i], "ok");
    }
  /* One that leaves makes room. */
  close (fds[3]);
  control_run_until (f, EXM_CONTROL_MAX_CLIENTS - 1);
  fds[3] = control_connect (f);
  g_assert_true (control_say (f, fds[3], "wake\n", -1));
  assert_answer (f, fds[3], "ok");
  for (gsize i = 0; i < EXM_CONTROL_MAX_CLIENTS; i++)
    close (fds[i]);
  control_run_until (f, 0);
}

static void
test_watch (ControlFixture *f, gconstpointer data)
{
  int watcher = control_connect (f);
  int other = control_connect (f);

  exm_control_socket_broadcast (f->socket, "{\"n\": 0}");
  g_assert_true (control_say (f, watcher, "watch\n", -1));
  assert_answer (f, watcher, "ok");
  exm_control_socket_broadcast (f->socket, "{\"n\": 1}");
  exm_control_socket_broadcast (f->socket, "{\n\"n\":\r\n2}");
  assert_answer (f, watcher, "{\"n\": 1}");
  assert_answer (f, watcher, "{ \"n\":  2}");
  g_assert_true (control_say (f, other, "wake\n", -1));
  assert_answer (f, other, "ok");
  close (watcher);
  control_run_until (f, 1);
  exm_control_socket_broadcast (f->socket, "{\"n\": 3}");
  control_stop (f);
  assert_answer (f, other, NULL);
  close (other);
}

/* Three watch and one of them takes what it gets. */
static void
test_slow (ControlFixture *f, gconstpointer data)
{
  g_autofree char *event = g_strnfill (8 * CHUNK_BYTES, 'e');
  int fds[3];
  guint n_events = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (fds); i++)
    {
      fds[i] = control_connect (f);
      g_assert_true (control_say (f, fds[i], "watch\n", -1));
      assert_answer (f, fds[i], "ok");
    }
  while (n_events < 1000 && exm_control_socket_get_n_clients (f->socket) > 1)
    {
      exm_control_socket_broadcast (f->socket, event);
      assert_answer (f, fds[1], event);
      n_events++;
    }
  /* More than our own queue, for the kernel has one too. */
  g_assert_cmpuint (n_events, >, EXM_CONTROL_MAX_QUEUE_BYTES / strlen (event));
  g_assert_cmpuint (n_events, <, 1000);
  g_assert_cmpuint (exm_control_socket_get_n_clients (f->socket), ==, 1);
  exm_control_socket_broadcast (f->socket, "last");
  assert_answer (f, fds[1], "last");
  for (gsize i = 0; i < G_N_ELEMENTS (fds); i++)
    close (fds[i]);
  control_run_until (f, 0);
}

static void
test_late_reader (ControlFixture *f, gconstpointer data)
{
  g_autofree char *event = g_strnfill (8 * CHUNK_BYTES, 'e');
  int fd = control_connect (f);
  const guint n_events = EXM_CONTROL_MAX_QUEUE_BYTES / (8 * CHUNK_BYTES) - 1;

  g_assert_true (control_say (f, fd, "watch\n", -1));
  assert_answer (f, fd, "ok");
  for (guint round = 0; round < 3; round++)
    {
      for (guint i = 0; i < n_events; i++)
        exm_control_socket_broadcast (f->socket, event);
      for (guint i = 0; i < n_events; i++)
        assert_answer (f, fd, event);
    }
  close (fd);
  control_run_until (f, 0);
}

/* Asks and asks and never reads an answer. */
static void
test_deaf (ControlFixture *f, gconstpointer data)
{
  g_autofree char *reply = g_strnfill (8 * CHUNK_BYTES, 'r');
  int fd = control_connect (f);
  guint n_asked = 0;

  f->reply = reply;
  while (n_asked < 10000 && control_say (f, fd, "status\n", -1))
    {
      n_asked++;
      while (g_main_context_iteration (f->context, FALSE))
        continue;
    }
  g_assert_cmpuint (n_asked, <, 10000);
  g_assert_cmpuint (exm_control_socket_get_n_clients (f->socket), ==, 0);
  close (fd);
}

static void
test_strangers (ControlFixture *f, gconstpointer data)
{
  pretend_uid = TRUE;
  pretended_uid = geteuid () + 1;
  int fd = control_connect (f);
  g_assert_true (control_say (f, fd, "stop\n", -1));
  assert_answer (f, fd, NULL);
  close (fd);
  g_assert_cmpstr (f->told->str, ==, "");
  pretended_uid = 0;
  fd = control_connect (f);
  g_assert_true (control_say (f, fd, "wake\n", -1));
  assert_answer (f, fd, "ok");
  close (fd);
  pretend_uid = FALSE;
}

static void
test_no_descriptor (ControlFixture *f, gconstpointer data)
{
  no_descriptor = TRUE;
  int fd = control_connect (f);
  assert_answer (f, fd, "error no descriptor left");
  assert_answer (f, fd, NULL);
  close (fd);
  g_assert_false (no_descriptor);
  fd = control_connect (f);
  g_assert_true (control_say (f, fd, "wake\n", -1));
  assert_answer (f, fd, "ok");
  close (fd);
}

static void
add (const char *path, void (*func) (ControlFixture *, gconstpointer))
{
  g_test_add (path, ControlFixture, NULL, set_up, func, control_tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/worker/control-hostile/lines", test_lines);
  add ("/worker/control-hostile/lengths", test_lengths);
  add ("/worker/control-hostile/endless-line", test_endless_line);
  add ("/worker/control-hostile/half-lines", test_half_lines);
  add ("/worker/control-hostile/answers-before-end", test_answers_before_end);
  add ("/worker/control-hostile/many", test_many);
  add ("/worker/control-hostile/watch", test_watch);
  add ("/worker/control-hostile/slow", test_slow);
  add ("/worker/control-hostile/late-reader", test_late_reader);
  add ("/worker/control-hostile/deaf", test_deaf);
  add ("/worker/control-hostile/strangers", test_strangers);
  add ("/worker/control-hostile/no-descriptor", test_no_descriptor);
  return g_test_run ();
}
