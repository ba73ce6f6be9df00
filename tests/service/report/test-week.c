/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The weekly report by mail: on Monday morning, once a week, over sleep, faults of the
 * mail server, and clocks that are set. */

#include "clock-fixture.h"

#include "report/exm-weekly-mail.h"

#include <string.h>

#define MINUTE G_TIME_SPAN_MINUTE
#define HOUR G_TIME_SPAN_HOUR
#define DAY G_TIME_SPAN_DAY

/* A Friday; Monday morning is at 07:00 in Shanghai, which is 23:00 of Sunday in UTC. */
#define FRIDAY "2026-11-27T02:00:00Z"
#define MONDAY "2026-11-29T23:00:00Z"

#define PASSWORD "hush-hush-week"

/* How the mail server behaves. */
typedef enum
{
  TAKES,
  BUSY,  /* refuses whoever comes */
  CLOSES /* has the mail, and ends without an answer */
} Manner;

typedef struct
{
  ClockFixture clock;
  GSocketService *service; /* (owned) */
  guint16 port;
  gint manner;  /* atomic */
  gint n_calls; /* atomic */
  GMutex lock;
  GPtrArray *mails; /* (owned) (element-type utf8); lock */
} Fixture;

static void
say (GOutputStream *out, const char *line)
{
  g_output_stream_write_all (out, line, strlen (line), NULL, NULL, NULL);
}

static void
converse (Fixture *self, GInputStream *in, GOutputStream *out)
{
  g_autoptr (GDataInputStream) lines = g_data_input_stream_new (in);
  g_autoptr (GString) mail = NULL;

  g_data_input_stream_set_newline_type (lines, G_DATA_STREAM_NEWLINE_TYPE_CR_LF);
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  say (out, g_atomic_int_get (&self->manner) == BUSY ? "421 busy\r\n" : "220 m\r\n");
  for (;;)
    {
      g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
      if (line == NULL || strcmp (line, "QUIT") == 0)
        return;
      if (mail != NULL && strcmp (line, ".") != 0)
        {
          g_string_append_printf (mail, "%s\n", line);
          continue;
        }
      if (mail != NULL)
        {
          g_mutex_lock (&self->lock);
          g_ptr_array_add (self->mails, g_string_free (g_steal_pointer (&mail), FALSE));
          g_mutex_unlock (&self->lock);
          if (g_atomic_int_get (&self->manner) == CLOSES)
            return;
        }
      if (strcmp (line, "DATA") == 0)
        mail = g_string_new (NULL);
      say (out, g_str_has_prefix (line, "EHLO") ? "250-m\r\n250 AUTH PLAIN\r\n"
                : mail != NULL                  ? "354 go on\r\n"
                                                : "250 fine\r\n");
    }
}

static gboolean
on_run (GThreadedSocketService *service,
        GSocketConnection *connection,
        GObject *source,
        gpointer data)
{
  Fixture *self = data;

  g_atomic_int_inc (&self->n_calls);
  converse (self, g_io_stream_get_input_stream (G_IO_STREAM (connection)),
            g_io_stream_get_output_stream (G_IO_STREAM (connection)));
  return TRUE;
}

static void
start_server (Fixture *self)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  self->service = g_threaded_socket_service_new (4);
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), any,
                                 G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                 &bound, &error);
  g_assert_no_error (error);
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));
  g_signal_connect (self->service, "run", G_CALLBACK (on_run), self);
}

static void
connect_to (Fixture *self, guint16 port)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmConnection) connection = {
    .name = g_strdup ("desk"),
    .address = g_strdup_printf ("smtp://me@example.org@127.0.0.1:%u", port),
    .secret = g_strdup (PASSWORD),
    .room = g_strdup ("you@example.org"),
  };

  exm_message_kind_save (&exm_message_mail, self->clock.bench.folder, &connection,
                         EXM_SECRET_IN_FILE, NULL, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  clock_fixture_set_up (&self->clock, data);
  g_mutex_init (&self->lock);
  self->mails = g_ptr_array_new_with_free_func (g_free);
  start_server (self);
  connect_to (self, self->port);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  clock_fixture_tear_down (&self->clock, data);
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_object_unref (self->service);
  g_ptr_array_unref (self->mails);
  g_mutex_clear (&self->lock);
}

static gint64
at (const char *text)
{
  return clock_fixture_parse_time (text);
}

/* Steps of the test */

typedef struct
{
  const char *to;    /* (nullable) */
  gboolean is_asked; /* a process died with it on its way */
  gint64 since_usec;
} Choice;

static gboolean
choose (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Choice *choice = data;
  ExmWeeklyMail asked = { .state = EXM_WEEKLY_MAIL_ASKED };
  GDate monday;

  g_date_clear (&monday, 1);
  g_date_set_dmy (&monday, 30, G_DATE_NOVEMBER, 2026);
  asked.week = g_date_get_julian (&monday);
  return exm_weekly_mail_set (store, choice->to, choice->since_usec, error)
         && (!choice->is_asked || exm_weekly_mail_keep (&asked, store, error));
}

/* Before the worker starts, or beside it. */
static void
put (Fixture *self, const char *to, gint64 since_usec, gboolean is_asked)
{
  const Choice choice = { to, is_asked, since_usec };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store
      = exm_store_open (self->clock.bench.folder, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (choose (store, since_usec, (gpointer) &choice, &error));
}

static void
send_again (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store
      = exm_store_open (self->clock.bench.folder, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (exm_weekly_mail_send_again (store, &error));
}

static void
read_mail (Fixture *self, ExmWeeklyMail *mail)
{
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->clock.bench.folder);
  g_autoptr (GError) error = NULL;

  g_assert_true (exm_weekly_mail_read (NULL, reader, mail, &error));
  exm_store_reader_close (reader);
}

static guint
count_mails (Fixture *self)
{
  g_mutex_lock (&self->lock);
  guint n = self->mails->len;
  g_mutex_unlock (&self->lock);
  return n;
}

/* Sets the clock; waits until the last one has this state, after so many attempts. */
static void
await (Fixture *self, gint64 now_usec, ExmWeeklyMailState state, guint attempts)
{
  gboolean there = FALSE;

  clock_fixture_jump (&self->clock, now_usec);
  while (!there)
    {
      g_auto (ExmWeeklyMail) mail = { 0 };
      clock_fixture_settle (&self->clock);
      read_mail (self, &mail);
      there = mail.state == state && mail.attempts == attempts;
    }
}

/* Sets the clock to a time at which nobody is asked. */
static void
pass (Fixture *self, gint64 now_usec)
{
  gint n = g_atomic_int_get (&self->n_calls);

  clock_fixture_jump (&self->clock, now_usec);
  for (guint i = 0; i < 5; i++)
    clock_fixture_settle (&self->clock);
  g_assert_cmpint (g_atomic_int_get (&self->n_calls), ==, n);
}

static void
start (Fixture *self, const char *time)
{
  clock_fixture_start (&self->clock, at (time));
  clock_fixture_settle (&self->clock);
}

static void
restart (Fixture *self, gint64 now_usec)
{
  worker_bench_end (self->clock.worker);
  clock_fixture_start (&self->clock, now_usec);
  clock_fixture_settle (&self->clock);
}

/* Problems were told so often; no more are from now on. */
static void
take_problems (Fixture *self, const char *part, guint n)
{
  GString *problems = self->clock.bench.problems;
  g_auto (GStrv) told = g_strsplit (problems->str, part, -1);

  g_assert_cmpuint (g_strv_length (told), ==, n + 1);
  g_assert_null (strstr (problems->str, PASSWORD));
  g_string_truncate (problems, 0);
}

/* Cases */

static void
test_monday (Fixture *self, gconstpointer unused)
{
  gint64 monday = at (MONDAY);

  put (self, "desk", at (FRIDAY), FALSE);
  start (self, FRIDAY);
  pass (self, monday - DAY);
  pass (self, monday - MINUTE);
  await (self, monday, EXM_WEEKLY_MAIL_SENT, 0);
  g_assert_cmpuint (count_mails (self), ==, 1);
  const char *mail = g_ptr_array_index (self->mails, 0);
  g_autofree char *title
      = g_base64_encode ((const guchar *) "Week from 2026-11-23 to 2026-11-30", 34);
  g_assert_nonnull (strstr (mail, title));
  g_assert_nonnull (strstr (mail, "\nTo: <you@example.org>\n"));
  g_assert_nonnull (strstr (mail, "Date: Sun, 29 Nov 2026 23:00:00 +0000\n"));
  g_assert_nonnull (strstr (mail, "<week.exemplar.localhost>"));
  g_assert_nonnull (strstr (mail, "text/plain"));
  g_assert_nonnull (strstr (mail, "text/html"));
  pass (self, monday + MINUTE);
  pass (self, monday + 6 * DAY);
  restart (self, monday + 6 * DAY + HOUR);
  pass (self, monday + 7 * DAY - MINUTE);
  clock_fixture_jump (&self->clock, monday + 7 * DAY);
  while (count_mails (self) < 2)
    clock_fixture_settle (&self->clock);
  await (self, monday + 7 * DAY + MINUTE, EXM_WEEKLY_MAIL_SENT, 0);
  g_assert_cmpuint (count_mails (self), ==, 2);
}

/* A missed report goes out when the computer wakes, within six days. */
static void
test_slept (Fixture *self, gconstpointer unused)
{
  gint64 monday = at (MONDAY);

  put (self, "desk", at (FRIDAY), FALSE);
  start (self, FRIDAY);
  pass (self, monday + 6 * DAY + MINUTE);
  await (self, monday + 7 * DAY + 2 * DAY, EXM_WEEKLY_MAIL_SENT, 0);
  pass (self, monday + 9 * DAY + HOUR);
  g_assert_cmpuint (count_mails (self), ==, 1);
  /* Two weeks at once are one. */
  await (self, monday + 14 * DAY + 2 * HOUR, EXM_WEEKLY_MAIL_SENT, 0);
  while (count_mails (self) < 2)
    clock_fixture_settle (&self->clock);
  pass (self, monday + 20 * DAY);
  g_assert_cmpuint (count_mails (self), ==, 2);
}

/* A week that was over when it was switched on is none of it. */
static void
test_off (Fixture *self, gconstpointer unused)
{
  gint64 monday = at (MONDAY);

  put (self, "desk", monday + HOUR, FALSE);
  start (self, FRIDAY);
  pass (self, monday + 2 * HOUR);
  put (self, NULL, 0, FALSE);
  pass (self, monday + 7 * DAY + HOUR);
  pass (self, monday + 14 * DAY + HOUR);
  g_assert_cmpuint (count_mails (self), ==, 0);
}

/* A server that is busy, or not there, is asked again after a pause; that is told once.
 */
static void
test_busy (Fixture *self, gconstpointer unused)
{
  gint64 monday = at (MONDAY);

  g_atomic_int_set (&self->manner, BUSY);
  put (self, "desk", at (FRIDAY), FALSE);
  start (self, FRIDAY);
  await (self, monday, EXM_WEEKLY_MAIL_WAITING, 1);
  pass (self, monday + MINUTE);
  await (self, monday + 2 * MINUTE, EXM_WEEKLY_MAIL_WAITING, 2);
  connect_to (self, 1);
  await (self, monday + HOUR, EXM_WEEKLY_MAIL_WAITING, 3);
  while (self->clock.bench.problems->len == 0)
    clock_fixture_settle (&self->clock);
  take_problems (self, "exemplar-cli output test mail:desk", 1);
  /* The operator mends it, and need not wait. */
  g_atomic_int_set (&self->manner, TAKES);
  connect_to (self, self->port);
  put (self, "desk", at (FRIDAY), FALSE);
  await (self, monday + HOUR + MINUTE, EXM_WEEKLY_MAIL_SENT, 0);
  pass (self, monday + DAY);
  g_assert_cmpuint (count_mails (self), ==, 1);
}

/* Without an answer to the whole mail it is perhaps delivered, and not sent again. */
static void
test_perhaps (Fixture *self, gconstpointer unused)
{
  gint64 monday = at (MONDAY);

  g_atomic_int_set (&self->manner, CLOSES);
  put (self, "desk", at (FRIDAY), FALSE);
  start (self, FRIDAY);
  await (self, monday, EXM_WEEKLY_MAIL_PERHAPS, 0);
  while (self->clock.bench.problems->len == 0)
    clock_fixture_settle (&self->clock);
  take_problems (self, "perhaps delivered", 1);
  put (self, "desk", at (FRIDAY), FALSE);
  pass (self, monday + HOUR);
  restart (self, monday + DAY);
  pass (self, monday + 2 * DAY);
  g_assert_cmpuint (count_mails (self), ==, 1);

  /* A person sends it again, who has not got it; and no second time. */
  g_atomic_int_set (&self->manner, TAKES);
  send_again (self);
  await (self, monday + 2 * DAY + HOUR, EXM_WEEKLY_MAIL_SENT, 0);
  g_assert_cmpuint (count_mails (self), ==, 2);
  send_again (self);
  pass (self, monday + 3 * DAY);
}

/* A process died with it on its way. */
static void
test_died (Fixture *self, gconstpointer unused)
{
  gint64 monday = at (MONDAY);
  g_auto (ExmWeeklyMail) mail = { 0 };

  put (self, "desk", at (FRIDAY), TRUE);
  clock_fixture_start (&self->clock, monday + MINUTE);
  pass (self, monday + 2 * MINUTE);
  read_mail (self, &mail);
  g_assert_cmpint (mail.state, ==, EXM_WEEKLY_MAIL_PERHAPS);
  take_problems (self, "perhaps delivered", 1);
  pass (self, monday + DAY);
}

/* A clock that is set back or was ahead sends no week twice, and none is lost for long.
 */
static void
test_clock (Fixture *self, gconstpointer unused)
{
  gint64 monday = at (MONDAY);

  put (self, "desk", at (FRIDAY), FALSE);
  start (self, FRIDAY);
  await (self, monday, EXM_WEEKLY_MAIL_SENT, 0);
  pass (self, monday - DAY);
  pass (self, monday + HOUR);
  clock_fixture_jump (&self->clock, monday + 365 * DAY);
  while (count_mails (self) < 2)
    clock_fixture_settle (&self->clock);
  await (self, monday + 365 * DAY, EXM_WEEKLY_MAIL_SENT, 0);
  pass (self, monday + 2 * HOUR);
  pass (self, monday + DAY);
  clock_fixture_jump (&self->clock, monday + 7 * DAY);
  while (count_mails (self) < 3)
    clock_fixture_settle (&self->clock);
  await (self, monday + 7 * DAY, EXM_WEEKLY_MAIL_SENT, 0);
  g_assert_cmpuint (count_mails (self), ==, 3);
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", "Asia/Shanghai", TRUE);
  g_test_init (&argc, &argv, NULL);

#define ADD(name, test)                                                                  \
  g_test_add ("/worker/week/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("monday", test_monday);
  ADD ("slept", test_slept);
  ADD ("off", test_off);
  ADD ("busy", test_busy);
  ADD ("perhaps", test_perhaps);
  ADD ("died", test_died);
  ADD ("clock", test_clock);
#undef ADD
  return g_test_run ();
}
