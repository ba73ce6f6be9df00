/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-week-mailer.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "report/exm-weekly-mail.h"

#include <glib/gi18n-lib.h>

/* Rest of the server after a failure, at least and at most. */
#define LEAST_REST_USEC (90 * G_TIME_SPAN_SECOND)
#define MOST_REST_USEC G_TIME_SPAN_DAY

/* It is looked again after so long whether it is due: a computer travels. */
#define KNOWN_USEC G_TIME_SPAN_HOUR

/* Hexadecimal digits of a delivery id. */
#define ID_CHARS 32

struct _ExmWeekMailer
{
  GThread *thread;           /* (unowned): the one that may touch it */
  char *folder;              /* (owned) */
  ExmStore *store;           /* (unowned) */
  GCancellable *cancellable; /* (owned) */
  ExmWeekMailerFunc func;
  gpointer data;     /* (unowned) */
  gboolean active;   /* a report is on its way */
  gint64 known_usec; /* when it was looked whether it is due; 0: look again */
  gint64 next_usec;  /* when it is due, as known then */
  gboolean stopping;
};

/* A report on its way. Of the mailer's thread, but for what its threads write before
 * they end. */
typedef struct
{
  ExmWeekMailer *mailer; /* (unowned) */
  char *folder;          /* (owned) */
  char *to;              /* (owned): the connection */
  char *id;              /* (owned) */
  guint week;
  gint64 to_usec;
  gint64 now_usec;
  ExmConnection connection;
  ExmWeeklyReport *report; /* (owned) (nullable) */
  ExmSent sent;
} Mail;

static void
mail_free (gpointer data)
{
  Mail *mail = data;

  g_free (mail->folder);
  g_free (mail->to);
  g_free (mail->id);
  exm_connection_clear (&mail->connection);
  g_clear_pointer (&mail->report, exm_weekly_report_free);
  exm_sent_clear (&mail->sent);
  g_free (mail);
}

/* @mail: (transfer full) */
static void
start (ExmWeekMailer *self,
       Mail *mail,
       GTaskThreadFunc func,
       GAsyncReadyCallback callback)
{
  g_autoptr (GTask) gtask = g_task_new (NULL, self->cancellable, callback, NULL);

  self->active = TRUE;
  g_task_set_source_tag (gtask, start);
  g_task_set_check_cancellable (gtask, FALSE);
  g_task_set_task_data (gtask, mail, mail_free);
  g_task_run_in_thread (gtask, func);
}

static void
end (ExmWeekMailer *self)
{
  g_assert (g_thread_self () == self->thread);
  self->active = FALSE;
  self->known_usec = 0;
}

/* The end of it */

/* A state that could not be stored is told: until then nothing else is done about it. */
static gboolean
keep (ExmWeekMailer *self,
      const Mail *mail,
      ExmWeeklyMailState state,
      guint attempts,
      gint64 next_usec,
      const char *said)
{
  const ExmWeeklyMail kept = { .week = mail->week,
                               .state = state,
                               .attempts = attempts,
                               .next_usec = next_usec,
                               .said = (char *) said };
  g_autoptr (GError) error = NULL;

  if (exm_weekly_mail_keep (&kept, self->store, &error))
    return TRUE;
  self->func (error, NULL, self->data);
  return FALSE;
}

static const char *
get_said (const GError *error)
{
  const char *said = exm_said_from_error (error);

  return said != NULL ? said : error->message;
}

static void
tell_failure (ExmWeekMailer *self,
              const Mail *mail,
              gboolean for_good,
              const GError *cause)
{
  g_autoptr (GError) error = NULL;

  exm_said_set_error (
      &error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
      for_good
          /* translators: a connection, why; a connection */
          ? N_ (
              "The weekly report did not go out to “%s”: %s Test its connection in This "
              "Week…, or with exemplar-cli output test mail:%s.")
          /* translators: a connection, why; a connection */
          : N_ (
              "The weekly report did not go out to “%s” and is tried again: %s Test its "
              "connection in This Week…, or with exemplar-cli output test mail:%s."),
      mail->to, get_said (cause), mail->to);
  self->func (error, NULL, self->data);
}

/* It did not arrive: it is tried again by the pauses of messages, and told once. */
static void
retry (ExmWeekMailer *self, const Mail *mail, const GError *cause)
{
  gint64 now_usec = mail->now_usec;
  g_auto (ExmWeeklyMail) known = { 0 };
  g_autoptr (GError) error = NULL;

  if (!exm_weekly_mail_read (self->store, NULL, &known, &error))
    {
      self->func (error, NULL, self->data);
      return;
    }
  guint before = known.week == mail->week ? known.attempts : 0;
  gint64 pause_usec = exm_store_get_publish_pause (before);
  gint64 rest_usec
      = CLAMP (MAX (pause_usec, mail->sent.rest_usec), LEAST_REST_USEC, MOST_REST_USEC);
  gboolean for_good = pause_usec == 0;

  if (self->stopping)
    keep (self, mail, EXM_WEEKLY_MAIL_WAITING, before, now_usec, known.said);
  else if (keep (self, mail, for_good ? EXM_WEEKLY_MAIL_FAILED : EXM_WEEKLY_MAIL_WAITING,
                 before + 1, now_usec + rest_usec, get_said (cause))
           && (before == 0 || for_good))
    tell_failure (self, mail, for_good, cause);
}

static void
tell_doubt (ExmWeekMailer *self, const char *to)
{
  g_autoptr (GError) error = NULL;

  exm_said_set_error (&error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                      /* translators: a connection */
                      N_ ("The weekly report is perhaps delivered to “%s”: no answer was "
                          "seen, and it is not sent again. If it is not there, choose "
                          "Send Again in This Week…, or exemplar-cli report mail --now."),
                      to);
  self->func (error, NULL, self->data);
}

static void
send_in_thread (GTask *gtask, gpointer object, gpointer data, GCancellable *cancellable)
{
  Mail *mail = data;
  GError *error = NULL;

  if (exm_weekly_mail_send (mail->report, &mail->connection, mail->id, mail->now_usec,
                            cancellable, &mail->sent, &error))
    g_task_return_boolean (gtask, TRUE);
  else
    g_task_return_error (gtask, error);
}

static void
on_sent (GObject *object, GAsyncResult *result, gpointer data)
{
  const Mail *mail = g_task_get_task_data (G_TASK (result));
  ExmWeekMailer *self = mail->mailer;
  g_autoptr (GError) error = NULL;

  exm_fail_point ("worker.week.sent.before");
  end (self);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_autofree char *said = exm_said_new (
          /* translators: the name of a connection */
          N_ ("The weekly report went out to “%s”, as is chosen in This Week…"),
          mail->to);
      if (keep (self, mail, EXM_WEEKLY_MAIL_SENT, 0, 0, NULL))
        self->func (NULL, said, self->data);
    }
  else if (!g_error_matches (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED))
    retry (self, mail, error);
  else if (keep (self, mail, EXM_WEEKLY_MAIL_PERHAPS, 0, 0, get_said (error)))
    tell_doubt (self, mail->to);
  exm_fail_point ("worker.week.sent.after");
  self->func (NULL, NULL, self->data);
}

/* Before it goes out */

static void
prepare_in_thread (GTask *gtask,
                   gpointer object,
                   gpointer data,
                   GCancellable *cancellable)
{
  Mail *mail = data;
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (mail->folder);
  GError *error = NULL;

  if (exm_weekly_mail_open (mail->folder, mail->to, &mail->connection, cancellable,
                            &error))
    mail->report = exm_weekly_report_new (reader, mail->to_usec, cancellable, &error);
  exm_store_reader_close (reader);
  if (mail->report != NULL)
    g_task_return_boolean (gtask, TRUE);
  else
    g_task_return_error (gtask, error);
}

/* Stores that it is asked for, unless a person chose otherwise meanwhile. */
static gboolean
ask (ExmWeekMailer *self, const Mail *mail, gboolean *wanted, GError **error)
{
  g_auto (ExmWeeklyMail) known = { 0 };
  g_autoptr (GError) problem = NULL;

  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  *wanted = exm_weekly_mail_read (self->store, NULL, &known, &problem)
            && g_strcmp0 (known.to, mail->to) == 0;
  guint attempts = known.week == mail->week ? known.attempts : 0;
  const ExmWeeklyMail asked = { .week = mail->week,
                                .state = EXM_WEEKLY_MAIL_ASKED,
                                .attempts = attempts,
                                .said = known.said };
  if (problem == NULL
      && (!*wanted || exm_weekly_mail_keep (&asked, self->store, &problem)))
    return exm_store_commit_group (self->store, error);
  exm_store_drop_group (self->store);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static void
go_out (ExmWeekMailer *self, Mail *mail)
{
  Mail *sent = g_memdup2 (mail, sizeof *mail);
  g_autoptr (GError) error = NULL;
  gboolean wanted = FALSE;

  *mail = (Mail){ 0 };
  exm_fail_point ("worker.week.ask.before");
  if (ask (self, sent, &wanted, &error) && wanted)
    {
      exm_fail_point ("worker.week.ask.after");
      start (self, sent, send_in_thread, on_sent);
      return;
    }
  if (error != NULL)
    self->func (error, NULL, self->data);
  mail_free (sent);
}

static void
on_prepared (GObject *object, GAsyncResult *result, gpointer data)
{
  Mail *mail = g_task_get_task_data (G_TASK (result));
  ExmWeekMailer *self = mail->mailer;
  g_autoptr (GError) error = NULL;

  end (self);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (!self->stopping)
        go_out (self, mail);
    }
  else if (!self->stopping)
    retry (self, mail, error);
  self->func (NULL, NULL, self->data);
}

/* The same however often the report of a week is tried. */
static char *
make_id (ExmWeekMailer *self, const ExmWeeklyMail *mail, guint week)
{
  g_autofree char *text = g_strdup_printf ("%s\n%" G_GINT64_FORMAT "\n%u", self->folder,
                                           mail->since_usec, week);
  char *id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  id[ID_CHARS] = '\0';
  return id;
}

static void
prepare (ExmWeekMailer *self,
         const ExmWeeklyMail *known,
         const ExmWeeklyMailPlan *plan,
         gint64 now_usec)
{
  Mail *mail = g_new0 (Mail, 1);

  mail->mailer = self;
  mail->folder = g_strdup (self->folder);
  mail->to = g_strdup (known->to);
  mail->id = make_id (self, known, plan->week);
  mail->week = plan->week;
  mail->to_usec = plan->to_usec;
  mail->now_usec = now_usec;
  start (self, mail, prepare_in_thread, on_prepared);
}

/* A clock that was weeks ahead would keep it from going out for as long: the week of now
 * may have been sent before, so that it begins with the next one. */
static gboolean
skip (ExmWeekMailer *self, guint week, GError **error)
{
  const ExmWeeklyMail skipped = { .week = week, .state = EXM_WEEKLY_MAIL_SKIPPED };

  return exm_weekly_mail_keep (&skipped, self->store, error);
}

gboolean
exm_week_mailer_run (ExmWeekMailer *self,
                     gint64 now_usec,
                     gint64 *next_usec,
                     GError **error)
{
  g_assert (g_thread_self () == self->thread);

  *next_usec = self->active ? G_MAXINT64 : self->next_usec;
  if (self->active || self->stopping
      || (self->known_usec != 0 && now_usec >= self->known_usec
          && now_usec < MIN (self->next_usec, self->known_usec + KNOWN_USEC)))
    return TRUE;
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_auto (ExmWeeklyMail) known = { 0 };
  ExmWeeklyMailPlan plan;
  if (!exm_weekly_mail_read (self->store, NULL, &known, error))
    return FALSE;
  exm_weekly_mail_plan (&known, zone, now_usec, &plan);
  if (plan.is_behind && !skip (self, plan.week, error))
    return FALSE;
  self->known_usec = now_usec;
  self->next_usec = plan.next_usec;
  *next_usec = plan.due ? G_MAXINT64 : plan.next_usec;
  if (plan.due)
    prepare (self, &known, &plan, now_usec);
  return TRUE;
}

gboolean
exm_week_mailer_settle (ExmWeekMailer *self, GError **error)
{
  g_auto (ExmWeeklyMail) known = { 0 };

  g_assert (g_thread_self () == self->thread);
  if (!exm_weekly_mail_read (self->store, NULL, &known, error))
    return FALSE;
  if (known.state != EXM_WEEKLY_MAIL_ASKED)
    return TRUE;
  known.state = EXM_WEEKLY_MAIL_PERHAPS;
  if (!exm_weekly_mail_keep (&known, self->store, error))
    return FALSE;
  tell_doubt (self, known.to != NULL ? known.to : "");
  return TRUE;
}

void
exm_week_mailer_look_again (ExmWeekMailer *self)
{
  self->known_usec = 0;
}

void
exm_week_mailer_stop (ExmWeekMailer *self)
{
  self->stopping = TRUE;
}

gboolean
exm_week_mailer_is_active (const ExmWeekMailer *self)
{
  return self->active;
}

ExmWeekMailer *
exm_week_mailer_new (const char *folder,
                     ExmStore *store,
                     GCancellable *cancellable,
                     ExmWeekMailerFunc func,
                     gpointer data)
{
  ExmWeekMailer *self = g_new0 (ExmWeekMailer, 1);

  self->thread = g_thread_self ();
  self->folder = g_strdup (folder);
  self->store = store;
  self->cancellable = g_object_ref (cancellable);
  self->func = func;
  self->data = data;
  return self;
}

void
exm_week_mailer_free (ExmWeekMailer *self)
{
  g_assert (g_thread_self () == self->thread);
  g_free (self->folder);
  g_object_unref (self->cancellable);
  g_free (self);
}
