/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-report"

#include "config.h"

#include "report/exm-weekly-mail.h"

#include "base/exm-said.h"
#include "publish/messages/exm-message-sender.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Settings: "SINCE NAME", and "WEEK STATE ATTEMPTS NEXT SAID". */
#define CHOICE "report.mail"
#define LAST "report.mail.last"

/* A week that could not be sent for so long is past. */
#define LATEST_USEC (6 * G_TIME_SPAN_DAY)

#define WEEK_DAYS 7

/* A day that a date can have: in the year 9999. */
#define MAX_WEEK 3652000u

/* A pause is no longer than this, unless the clock was set. */
#define MAX_WAIT_USEC G_TIME_SPAN_DAY

static const char *const states[] = {
  [EXM_WEEKLY_MAIL_NONE] = "none",       [EXM_WEEKLY_MAIL_WAITING] = "waiting",
  [EXM_WEEKLY_MAIL_ASKED] = "asked",     [EXM_WEEKLY_MAIL_SENT] = "sent",
  [EXM_WEEKLY_MAIL_PERHAPS] = "perhaps", [EXM_WEEKLY_MAIL_FAILED] = "failed",
  [EXM_WEEKLY_MAIL_SKIPPED] = "skipped",
};

void
exm_weekly_mail_clear (ExmWeeklyMail *self)
{
  g_free (self->to);
  g_free (self->said);
  *self = (ExmWeeklyMail){ 0 };
}

/* Settings */

/* @value: (out) (transfer full) (nullable): of @key. */
static gboolean
read_setting (ExmStore *store,
              ExmStoreReader *reader,
              const char *key,
              char **value,
              GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_SETTING, .hash = key };
  g_autoptr (GError) problem = NULL;

  *value = store != NULL ? exm_store_get_setting (store, key, &problem)
                         : exm_store_reader_read (reader, &query, NULL, &problem);
  if (problem == NULL
      || (store == NULL
          && g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static void
parse_choice (const char *text, ExmWeeklyMail *self)
{
  const char *space = text != NULL ? strchr (text, ' ') : NULL;

  if (space == NULL || space[1] == '\0')
    return;
  self->since_usec = g_ascii_strtoll (text, NULL, 10);
  self->to = g_strdup (space + 1);
}

static void
parse_last (const char *text, ExmWeeklyMail *self)
{
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", " ", 5);

  if (g_strv_length (parts) < 4)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (strcmp (states[i], parts[1]) == 0)
      self->state = (ExmWeeklyMailState) i;
  self->week = (guint) MIN (g_ascii_strtoull (parts[0], NULL, 10), MAX_WEEK);
  self->attempts = (guint) g_ascii_strtoull (parts[2], NULL, 10);
  self->next_usec = g_ascii_strtoll (parts[3], NULL, 10);
  self->said = g_strdup (parts[4]);
}

gboolean
exm_weekly_mail_read (ExmStore *store,
                      ExmStoreReader *reader,
                      ExmWeeklyMail *self,
                      GError **error)
{
  g_autofree char *choice = NULL;
  g_autofree char *last = NULL;

  *self = (ExmWeeklyMail){ 0 };
  if (!read_setting (store, reader, CHOICE, &choice, error)
      || !read_setting (store, reader, LAST, &last, error))
    return FALSE;
  parse_choice (choice, self);
  parse_last (last, self);
  return TRUE;
}

gboolean
exm_weekly_mail_keep (const ExmWeeklyMail *self, ExmStore *store, GError **error)
{
  const char *said = self->said != NULL ? self->said : "";
  g_autofree char *text
      = g_strdup_printf ("%u %s %u %" G_GINT64_FORMAT " %s", self->week,
                         states[self->state], self->attempts, self->next_usec, said);

  return exm_store_set_setting (store, LAST, text, error);
}

gboolean
exm_weekly_mail_is_in_doubt (const ExmWeeklyMail *self)
{
  return self->to != NULL
         && (self->state == EXM_WEEKLY_MAIL_WAITING
             || self->state == EXM_WEEKLY_MAIL_PERHAPS
             || self->state == EXM_WEEKLY_MAIL_FAILED);
}

/* Makes one due that waits, and with @again one that was given up or is perhaps
 * delivered; one that is on its way, or arrived, stays as it is. */
static gboolean
hurry (ExmStore *store, gboolean again, GError **error)
{
  g_auto (ExmWeeklyMail) mail = { 0 };

  if (!exm_weekly_mail_read (store, NULL, &mail, error))
    return FALSE;
  if (!exm_weekly_mail_is_in_doubt (&mail)
      || (!again && mail.state != EXM_WEEKLY_MAIL_WAITING))
    return TRUE;
  if (mail.state != EXM_WEEKLY_MAIL_WAITING)
    mail.attempts = 0;
  mail.state = EXM_WEEKLY_MAIL_WAITING;
  mail.next_usec = 0;
  return exm_weekly_mail_keep (&mail, store, error);
}

/* Stores @choice, but with @again; then hurry(). */
static gboolean
change (ExmStore *store, const char *choice, gboolean again, GError **error)
{
  if (!exm_store_begin_group (store, error))
    return FALSE;
  if ((again || exm_store_set_setting (store, CHOICE, choice, error))
      && hurry (store, again, error))
    return exm_store_commit_group (store, error);
  exm_store_drop_group (store);
  return FALSE;
}

gboolean
exm_weekly_mail_send_again (ExmStore *store, GError **error)
{
  return change (store, NULL, TRUE, error);
}

gboolean
exm_weekly_mail_set (ExmStore *store, const char *to, gint64 since_usec, GError **error)
{
  g_autofree char *choice
      = to != NULL ? g_strdup_printf ("%" G_GINT64_FORMAT " %s", since_usec, to) : NULL;

  return change (store, choice, FALSE, error);
}

/* Weeks */

/* The Monday morning of the week of @now_usec, or @weeks after it. */
static GDateTime *
find_monday (GTimeZone *zone, gint64 now_usec, int weeks)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (now_usec / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = g_date_time_to_timezone (utc, zone);
  g_autoptr (GDateTime) day = g_date_time_add_days (
      local, weeks * WEEK_DAYS + 1 - g_date_time_get_day_of_week (local));

  return g_date_time_new (zone, g_date_time_get_year (day), g_date_time_get_month (day),
                          g_date_time_get_day_of_month (day), EXM_WEEKLY_MAIL_HOUR, 0, 0);
}

static gint64
get_usec (GDateTime *time)
{
  return g_date_time_to_unix (time) * G_USEC_PER_SEC;
}

static guint
get_week (GDateTime *monday)
{
  GDate date;

  g_date_clear (&date, 1);
  g_date_set_dmy (&date, (GDateDay) g_date_time_get_day_of_month (monday),
                  (GDateMonth) g_date_time_get_month (monday),
                  (GDateYear) g_date_time_get_year (monday));
  return g_date_get_julian (&date);
}

void
exm_weekly_mail_plan (const ExmWeeklyMail *self,
                      GTimeZone *zone,
                      gint64 now_usec,
                      ExmWeeklyMailPlan *plan)
{
  g_autoptr (GDateTime) monday = find_monday (zone, now_usec, 0);
  g_autoptr (GDateTime) next = find_monday (zone, now_usec, 1);

  if (get_usec (monday) > now_usec)
    {
      g_date_time_unref (next);
      next = g_steal_pointer (&monday);
      monday = find_monday (zone, now_usec, -1);
    }
  *plan = (ExmWeeklyMailPlan){ .week = get_week (monday), .to_usec = get_usec (monday) };
  plan->next_usec = self->to != NULL ? get_usec (next) : G_MAXINT64;
  /* By a week it may be behind where the clock was set back a little. */
  plan->is_behind = self->week > plan->week + WEEK_DAYS;
  if (self->to == NULL || self->since_usec > plan->to_usec || self->week > plan->week
      || now_usec > plan->to_usec + LATEST_USEC)
    return;
  gboolean waits = self->week == plan->week && self->state == EXM_WEEKLY_MAIL_WAITING;
  plan->due = self->week < plan->week
              || (waits
                  && (self->next_usec <= now_usec
                      || self->next_usec > now_usec + MAX_WAIT_USEC));
  if (waits && !plan->due)
    plan->next_usec = self->next_usec;
}

gboolean
exm_weekly_mail_may_send_again (const ExmWeeklyMail *self,
                                GTimeZone *zone,
                                gint64 now_usec)
{
  ExmWeeklyMail again = *self;
  ExmWeeklyMailPlan plan;

  again.state = EXM_WEEKLY_MAIL_WAITING;
  again.next_usec = 0;
  exm_weekly_mail_plan (&again, zone, now_usec, &plan);
  return exm_weekly_mail_is_in_doubt (self) && plan.due && plan.week == self->week;
}

/* Words */

/* The day on which the week was over. */
static char *
format_week (guint week)
{
  GDate date;

  g_date_clear (&date, 1);
  g_date_set_julian (&date, week);
  return g_strdup_printf ("%04u-%02u-%02u", g_date_get_year (&date),
                          (guint) g_date_get_month (&date),
                          (guint) g_date_get_day (&date));
}

static char *
describe_last (const ExmWeeklyMail *self)
{
  g_autofree char *day = format_week (self->week);
  const char *said = self->said != NULL ? self->said : "";
  g_autofree char *words = exm_said_to_words (said);
  const char *why = words != NULL ? words : said;

  switch (self->state)
    {
    case EXM_WEEKLY_MAIL_SENT:
      /* translators: a date */
      return g_strdup_printf (_ ("The one of %s was sent."), day);
    case EXM_WEEKLY_MAIL_ASKED:
      return g_strdup (_ ("On its way."));
    case EXM_WEEKLY_MAIL_PERHAPS:
      return g_strdup_printf (
          /* translators: a date */
          _ ("The one of %s is perhaps delivered: no answer was seen, and it is not sent "
             "again."),
          day);
    case EXM_WEEKLY_MAIL_WAITING:
      /* translators: a date, and why */
      return g_strdup_printf (_ ("The one of %s did not go out and is tried again: %s"),
                              day, why);
    case EXM_WEEKLY_MAIL_FAILED:
      /* translators: a date, and why */
      return g_strdup_printf (_ ("The one of %s did not go out: %s"), day, why);
    case EXM_WEEKLY_MAIL_NONE:
    case EXM_WEEKLY_MAIL_SKIPPED:
    default:
      return NULL;
    }
}

char *
exm_weekly_mail_describe (const ExmWeeklyMail *self)
{
  if (self->to == NULL)
    return g_strdup (_ ("The report is not sent by mail."));
  g_autofree char *last = self->week != 0 ? describe_last (self) : NULL;
  /* translators: the name of a connection */
  g_autofree char *when = g_strdup_printf (_ ("Every Monday morning to “%s”."), self->to);
  return last != NULL ? g_strconcat (when, " ", last, NULL) : g_steal_pointer (&when);
}

/* Sending */

gboolean
exm_weekly_mail_open (const char *folder,
                      const char *to,
                      ExmConnection *connection,
                      GCancellable *cancellable,
                      GError **error)
{
  return exm_message_kind_load (&exm_message_mail, folder, to, connection, error)
         && exm_connection_open (connection, cancellable, error)
         && exm_message_check (&exm_message_mail, connection, error);
}

gboolean
exm_weekly_mail_send (const ExmWeeklyReport *report,
                      const ExmConnection *connection,
                      const char *id,
                      gint64 now_usec,
                      GCancellable *cancellable,
                      ExmSent *sent,
                      GError **error)
{
  g_autofree char *title = exm_weekly_report_write_title (report);
  g_autofree char *text = exm_weekly_report_write (report);
  g_autofree char *html = exm_weekly_report_write_html (report);
  const ExmMessage message = {
    .task_uid = "week",
    .task_name = "Exemplar",
    .title = title,
    .text = text,
    .html = html,
    .id = id,
    .now_usec = now_usec,
  };

  return exm_message_send (&exm_message_mail, &message, connection, NULL,
                           EXM_MESSAGE_TIMEOUT_MS, cancellable, sent, error);
}
