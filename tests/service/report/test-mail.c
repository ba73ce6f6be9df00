/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When the mail of a week is due, what the store keeps of it, and its two forms. */

#include "config.h"

#include "report/exm-weekly-mail.h"
#include "store/exm-store-problem.h"

#include "test-folder.h"

#include <string.h>

#define ZONE "Europe/Berlin"

static gint64
at (const char *text)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (ZONE);
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (text, zone);

  g_assert_nonnull (time);
  return g_date_time_to_unix (time) * G_USEC_PER_SEC;
}

static guint
day (int year, GDateMonth month, GDateDay of_month)
{
  GDate date;

  g_date_clear (&date, 1);
  g_date_set_dmy (&date, of_month, month, (GDateYear) year);
  return g_date_get_julian (&date);
}

/* Local times, over the end of summer time on October 25 and its begin on March 29. */
static void
test_plan (void)
{
  static const struct
  {
    const char *now;
    const char *since;
    gboolean due;
    const char *to, *next;
  } cases[] = {
    { "2026-11-30T07:00:00", "2026-11-27T10:00:00", TRUE, "2026-11-30T07:00:00", NULL },
    { "2026-11-30T06:59:59", "2026-11-27T10:00:00", FALSE, "2026-11-23T07:00:00",
      "2026-11-30T07:00:00" },
    { "2026-12-02T23:00:00", "2026-11-27T10:00:00", TRUE, "2026-11-30T07:00:00", NULL },
    { "2026-12-06T07:00:00", "2026-11-27T10:00:00", TRUE, "2026-11-30T07:00:00", NULL },
    { "2026-12-06T07:00:01", "2026-11-27T10:00:00", FALSE, "2026-11-30T07:00:00",
      "2026-12-07T07:00:00" },
    { "2026-12-02T23:00:00", "2026-11-30T07:00:01", FALSE, "2026-11-30T07:00:00",
      "2026-12-07T07:00:00" },
    { "2026-12-02T23:00:00", "2026-11-30T07:00:00", TRUE, "2026-11-30T07:00:00", NULL },
    { "2026-10-25T12:00:00", "2026-10-24T10:00:00", FALSE, "2026-10-19T07:00:00",
      "2026-10-26T07:00:00" },
    { "2026-03-29T12:00:00", "2026-03-28T10:00:00", FALSE, "2026-03-23T07:00:00",
      "2026-03-30T07:00:00" },
    { "2026-03-30T07:00:00", "2026-03-28T10:00:00", TRUE, "2026-03-30T07:00:00", NULL },
    /* A year of 53 weeks. */
    { "2027-01-01T12:00:00", "2026-12-01T10:00:00", TRUE, "2026-12-28T07:00:00", NULL },
    { "2027-01-04T00:00:00", "2026-12-29T10:00:00", FALSE, "2026-12-28T07:00:00",
      "2027-01-04T07:00:00" },
  };
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (ZONE);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const ExmWeeklyMail mail
          = { .to = (char *) "desk", .since_usec = at (cases[i].since) };
      const ExmWeeklyMail off = { .since_usec = at (cases[i].since) };
      ExmWeeklyMailPlan plan;
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      exm_weekly_mail_plan (&mail, zone, at (cases[i].now), &plan);
      g_assert_cmpint (plan.due, ==, cases[i].due);
      g_assert_cmpint (plan.to_usec, ==, at (cases[i].to));
      if (cases[i].next != NULL)
        g_assert_cmpint (plan.next_usec, ==, at (cases[i].next));
      exm_weekly_mail_plan (&off, zone, at (cases[i].now), &plan);
      g_assert_false (plan.due);
      g_assert_cmpint (plan.next_usec, ==, G_MAXINT64);
    }
}

/* Once a week, whatever became of it; one that waits is due when its pause is over. */
static void
test_states (void)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (ZONE);
  gint64 now_usec = at ("2026-12-01T12:00:00");
  ExmWeeklyMail mail = { .to = (char *) "desk", .week = day (2026, 11, 30) };
  ExmWeeklyMailPlan plan;

  for (int i = EXM_WEEKLY_MAIL_NONE; i <= EXM_WEEKLY_MAIL_SKIPPED; i++)
    {
      mail.state = (ExmWeeklyMailState) i;
      mail.next_usec = now_usec;
      exm_weekly_mail_plan (&mail, zone, now_usec, &plan);
      g_assert_cmpuint (plan.week, ==, mail.week);
      g_assert_cmpint (plan.due, ==, i == EXM_WEEKLY_MAIL_WAITING);
      g_assert_false (plan.is_behind);
      g_assert_cmpint (exm_weekly_mail_may_send_again (&mail, zone, now_usec), ==,
                       i == EXM_WEEKLY_MAIL_WAITING || i == EXM_WEEKLY_MAIL_PERHAPS
                           || i == EXM_WEEKLY_MAIL_FAILED);
      g_assert_false (
          exm_weekly_mail_may_send_again (&mail, zone, now_usec + 5 * G_TIME_SPAN_DAY));
    }
  mail.state = EXM_WEEKLY_MAIL_WAITING;
  mail.next_usec = now_usec + G_TIME_SPAN_HOUR;
  exm_weekly_mail_plan (&mail, zone, now_usec, &plan);
  g_assert_false (plan.due);
  g_assert_cmpint (plan.next_usec, ==, mail.next_usec);
  /* A clock that was ahead made this plan. */
  mail.next_usec = now_usec + 90 * G_TIME_SPAN_DAY;
  exm_weekly_mail_plan (&mail, zone, now_usec, &plan);
  g_assert_true (plan.due);
  mail.week = day (2026, 12, 7);
  exm_weekly_mail_plan (&mail, zone, now_usec, &plan);
  g_assert_false (plan.due || plan.is_behind);
  mail.week = day (2026, 12, 14);
  exm_weekly_mail_plan (&mail, zone, now_usec, &plan);
  g_assert_false (plan.due);
  g_assert_true (plan.is_behind);
}

static void
assert_described (const ExmWeeklyMail *mail, const char *words)
{
  g_autofree char *described = exm_weekly_mail_describe (mail);

  g_assert_cmpstr (described, ==, words);
}

/* Settings are read as they were; a choice that hurries changes no other state. */
static void
test_kept (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  const ExmWeeklyMail kept = { .week = day (2026, 11, 30),
                               .state = EXM_WEEKLY_MAIL_WAITING,
                               .attempts = 3,
                               .next_usec = 5,
                               .said = (char *) "no way to it" };

  g_assert_no_error (error);
  for (guint i = 0; i < 3; i++)
    {
      g_auto (ExmWeeklyMail) mail = { 0 };
      g_autoptr (ExmStoreReader) reader = exm_store_reader_new (folder);
      g_assert_true (exm_weekly_mail_read (i == 1 ? store : NULL, i == 1 ? NULL : reader,
                                           &mail, &error));
      exm_store_reader_close (reader);
      g_assert_cmpstr (mail.to, ==, i == 0 ? NULL : i == 1 ? "my desk" : "other");
      g_assert_cmpint (mail.since_usec, ==, 7 * i);
      g_assert_cmpuint (mail.week, ==, i == 0 ? 0 : kept.week);
      g_assert_cmpint (mail.next_usec, ==, i == 1 ? 5 : 0);
      g_assert_cmpuint (mail.attempts, ==, i == 0 ? 0 : 3);
      assert_described (&mail,
                        i == 0   ? "The report is not sent by mail."
                        : i == 1 ? "Every Monday morning to “my desk”. The one of "
                                   "2026-11-30 did not go out and is tried again: no way "
                                   "to it"
                                 : "Every Monday morning to “other”. The one of "
                                   "2026-11-30 did not go out and is tried again: no way "
                                   "to it");
      if (i == 0)
        {
          g_assert_true (exm_weekly_mail_set (store, "my desk", 7, &error));
          g_assert_true (exm_weekly_mail_keep (&kept, store, &error));
        }
      else
        g_assert_true (exm_weekly_mail_set (store, "other", 14, &error));
    }
  ExmWeeklyMail asked = kept;
  asked.state = EXM_WEEKLY_MAIL_ASKED;
  g_assert_true (exm_weekly_mail_keep (&asked, store, &error));
  g_assert_true (exm_weekly_mail_set (store, NULL, 0, &error));
  g_assert_true (exm_weekly_mail_set (store, "my desk", 7, &error));
  g_auto (ExmWeeklyMail) mail = { 0 };
  g_assert_true (exm_weekly_mail_read (store, NULL, &mail, &error));
  g_assert_cmpint (mail.state, ==, EXM_WEEKLY_MAIL_ASKED);
  g_assert_cmpint (mail.next_usec, ==, 5);
}

/* Settings that somebody else wrote are none. */
static void
test_broken (void)
{
  static const char *const texts[]
      = { "", " ", "x", "9", "9 ", "1 2 3", "99999999999999999999 sent x y z", "1 sent" };
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (ZONE);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (ExmWeeklyMail) mail = { 0 };
      ExmWeeklyMailPlan plan;
      exm_store_set_setting (store, "report.mail", texts[i], &error);
      exm_store_set_setting (store, "report.mail.last", texts[i], &error);
      g_assert_true (exm_weekly_mail_read (store, NULL, &mail, &error));
      g_autofree char *words = exm_weekly_mail_describe (&mail);
      g_assert_nonnull (words);
      exm_weekly_mail_plan (&mail, zone, at ("2026-12-01T12:00:00"), &plan);
    }
}

/* Unusual tasks come first; their names never become markup. */
static void
test_forms (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_auto (ExmTaskFields) fields = { 0 };
  ExmProblem problem
      = { .kind = EXM_PROBLEM_SILENT, .message = (char *) "Nothing & <more>." };

  g_assert_no_error (error);
  exm_task_fields_init (&fields);
  g_free (fields.name);
  fields.name = g_strdup ("<b>新闻</b>");
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_assert_true (exm_store_add_task (store, task, 1, &error));
  g_assert_true (
      exm_store_set_problem (store, exm_task_get (task)->uid, &problem, &error));
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (folder);
  g_autoptr (ExmWeeklyReport) report
      = exm_weekly_report_new (reader, at ("2026-11-30T07:00:00"), NULL, &error);
  g_assert_no_error (error);
  exm_store_reader_close (reader);
  g_autofree char *text = exm_weekly_report_write (report);
  g_autofree char *html = exm_weekly_report_write_html (report);
  g_assert_true (g_str_has_prefix (text, "Week from 2026-11-23 to 2026-11-30\n\n"
                                         "0 new articles, 0 in the week before\n\n"
                                         "Silent\n  <b>新闻</b>: Nothing & <more>.\n\n"
                                         "By task"));
  g_assert_nonnull (
      strstr (html, "<h2 dir=\"auto\">Week from 2026-11-23 to 2026-11-30</h2>\n"
                    "<p dir=\"auto\">0 new articles, 0 in the week before</p>\n"
                    "<h3 dir=\"auto\">Silent</h3>\n<ul>\n<li "
                    "dir=\"auto\">&lt;b&gt;新闻&lt;/b&gt;: Nothing &amp; &lt;more&gt;."
                    "</li>\n</ul>\n<h3"));
  g_assert_true (g_str_has_suffix (html, "</li>\n</ul>\n</body></html>\n"));
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", ZONE, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/mail/plan", test_plan);
  g_test_add_func ("/report/mail/states", test_states);
  g_test_add_func ("/report/mail/kept", test_kept);
  g_test_add_func ("/report/mail/broken", test_broken);
  g_test_add_func ("/report/mail/forms", test_forms);
  return g_test_run ();
}
