/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "task/exm-schedule.h"

#include <string.h>

static ExmSchedule *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  ExmSchedule *schedule = exm_schedule_parse (text, &error);

  g_test_message ("schedule “%s”", text);
  g_assert_no_error (error);
  g_assert_nonnull (schedule);
  return schedule;
}

static void
test_canonical (void)
{
  static const struct
  {
    const char *text;      /* (unowned) */
    const char *canonical; /* (unowned) */
  } cases[] = {
    { "manual", "manual" },
    { "Every 30 MIN", "every 30 min" },
    { "every 60 minutes", "every 1 h" },
    { "every 24 h", "every 1 d" },
    { "every 90 min", "every 90 min" },
    { "every hour", "every 1 h" },
    { "every week at 7:05", "every 7 d at 07:05" },
    { "every 1 d at 00:00", "every 1 d at 00:00" },
    { "cron 0,30 7-22 * * 1-5", "cron 0,30 7-22 * * 1-5" },
    { "cron  0\t0 * * 7", "cron 0 0 * * 0" },
    { "cron @hourly", "cron 0 * * * *" },
    { "cron @Weekly", "cron 0 0 * * 0" },
    { "cron */15 8-18/2 1-31 jan-mar mon,tue", "cron */15 8,10,12,14,16,18 * 1-3 *" },
    { "cron */30 */1 1 JAN sat-sun", "cron 0,30 * 1 1 0,6" },
    { "cron 0 0 1-31 * *", "cron 0 0 * * *" },
    { "cron 0 0 * * 0-7", "cron 0 0 * * *" },
    { "cron 0 0 */2 * 1", "cron 0 0 */2 * 1" },
    { "cron 0 0 1-31/2 * 1", "cron 0 0 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31 * 1" },
    { "cron 0 0 1-31/2 * *", "cron 0 0 */2 * *" },
    { "cron 0 0 */20,5 * 1", "cron 0 0 */31,5,21 * 1" },
    { "cron 0 0 */31 * 1", "cron 0 0 */31 * 1" },
    { "cron 0 0 5 * */4", "cron 0 0 5 * */7,4" },
    { "cron 50/5 0 * * *", "cron 50,55 0 * * *" },
    { "every 1 h in 00:00-24:00", "every 1 h" },
    { "every 1 h in mon-sun", "every 1 h" },
    { "every 1 h in 07:00-23:00", "every 1 h in 07:00-23:00" },
    { "every 1 h in 22:00-06:00", "every 1 h in 22:00-06:00" },
    { "every 1 h in 22:00-0:00", "every 1 h in 22:00-24:00" },
    { "every 1 h in 07:00-12:00, 9:00-23:00", "every 1 h in 07:00-23:00" },
    { "every 1 h in sat 09:00-12:00 , MON-FRI 7:00-23:00",
      "every 1 h in mon-fri 07:00-23:00, sat 09:00-12:00" },
    { "every 1 h in fri 22:00-06:00", "every 1 h in fri 22:00-06:00" },
    { "every 1 h in sun-mon", "every 1 h in sun-mon 00:00-24:00" },
    { "every 1 h in mon 12:00-24:00,tue,wed 00:00-03:00",
      "every 1 h in mon 12:00-24:00, tue 00:00-24:00, wed 00:00-03:00" },
    { "every 1 h zone Asia/Shanghai", "every 1 h zone Asia/Shanghai" },
    { "cron 5 4 * * * in mon zone Europe/Berlin",
      "cron 5 4 * * * in mon 00:00-24:00 zone Europe/Berlin" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmSchedule) schedule = parse (cases[i].text);
      g_autofree char *text = exm_schedule_to_string (schedule);
      g_autoptr (ExmSchedule) again = parse (text);
      g_autofree char *second = exm_schedule_to_string (again);

      g_assert_cmpstr (text, ==, cases[i].canonical);
      g_assert_cmpstr (second, ==, text);
      g_assert_true (exm_schedule_equal (schedule, again));
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text; /* (unowned) */
    const char *word; /* (unowned): that the message names */
    int code;
  } cases[] = {
    { "", "“”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "often", "“often”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "manual now", "“now”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every", "every 30 min", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 0 min", "“0”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 30", "number and a unit", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 30 s", "“s”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 3x min", "“3x”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 99999999999999999999 min", "“99999999999999999999”",
      EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 367 d", "366", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 2 h at 07:30", "“at”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 d at", "“at”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 d at 24:00", "“24:00”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 d at 7", "“7”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 d at 07:60", "“07:60”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 d sometimes", "“sometimes”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron * * * *", "has 4", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron * * * * * *", "has 6", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron 60 * * * *", "“60” is no minute", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron * 24 * * *", "“24” is no hour", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron * * 0 * *", "“0” is no day of the month", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron * * * 13 *", "“13” is no month", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron * * * * 8", "“8” is no day of the week", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron * * * * mond", "“mond”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron 5-1 * * * *", "“5-1”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron */0 * * * *", "“*/0”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron 1,,2 * * * *", "“”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron 1-2-3 * * * *", "“1-2-3”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron 00000001 * * * *", "“00000001”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "cron @reboot", "“@reboot”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h in", "“in”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h in noon", "“noon”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h in mon,", "“”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h in 07:00-07:00", "“07:00-07:00”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h in 24:00-07:00", "“24:00-07:00”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h in 07:00-24:01", "“07:00-24:01”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h in mon 07:00-08:00 x", "“mon 07:00-08:00 x”",
      EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h zone", "“”", EXM_SCHEDULE_ERROR_ZONE },
    { "every 1 h zone asia/shanghai", "“asia/shanghai”", EXM_SCHEDULE_ERROR_ZONE },
    { "every 1 h zone Europe", "“Europe”", EXM_SCHEDULE_ERROR_ZONE },
    { "every 1 h zone leapseconds", "“leapseconds”", EXM_SCHEDULE_ERROR_ZONE },
    { "every 1 h zone right/Europe/Berlin", "“right/", EXM_SCHEDULE_ERROR_ZONE },
    { "every 1 h zone Europe/../Europe/Berlin", "“Europe/../Europe/Berlin”",
      EXM_SCHEDULE_ERROR_ZONE },
    { "every 1 h zone /usr/share/zoneinfo/Europe/Berlin", "“/usr/share",
      EXM_SCHEDULE_ERROR_ZONE },
    { "every 1 h zone Europe/Berlin x", "“x”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h zone Europe/Berlin in mon", "“in”", EXM_SCHEDULE_ERROR_SYNTAX },
    { "every 1 h \xff", "2000 bytes", EXM_SCHEDULE_ERROR_SYNTAX },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmSchedule) schedule = exm_schedule_parse (cases[i].text, &error);

      g_test_message ("case %" G_GSIZE_FORMAT ": %s", i,
                      error != NULL ? error->message : "accepted");
      g_assert_null (schedule);
      g_assert_error (error, EXM_SCHEDULE_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].word));
      g_assert_null (exm_schedule_parse (cases[i].text, NULL));
    }
}

static void
test_long (void)
{
  g_autofree char *many = g_strnfill (100000, '1');
  g_autofree char *text = g_strdup_printf ("cron %s * * * *", many);
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_schedule_parse (text, &error));
  g_assert_error (error, EXM_SCHEDULE_ERROR, EXM_SCHEDULE_ERROR_SYNTAX);
  g_assert_cmpuint (strlen (error->message), <, 200);
}

static void
test_describe (void)
{
  static const struct
  {
    const char *text;  /* (unowned) */
    const char *words; /* (unowned) */
  } cases[] = {
    { "manual", "Only when started by hand" },
    { "every 1 min", "Every minute" },
    { "every 30 min in 07:00-23:00", "Every 30 minutes, 7:00–23:00" },
    { "every 2 h", "Every 2 hours" },
    { "every 1 d", "Every day" },
    { "every 1 d at 07:30", "Every day at 7:30" },
    { "every 3 d at 00:05", "Every 3 days at 0:05" },
    { "cron */10 * * * *", "Every 10 minutes" },
    { "cron 0 * * * 1-5", "Every hour, Mon–Fri" },
    { "cron 30 7 * * *", "Every day at 7:30" },
    { "cron 0,30 7,19 * * sat,sun,mon", "Sat–Mon at 7:00, 7:30, 19:00, 19:30" },
    { "cron 0 7 * * 1,3", "Mon, Wed at 7:00" },
    { "cron 0 7 1 * *", "At the times of “0 7 1 * *”" },
    { "cron 7 * * * *", "At the times of “7 * * * *”" },
    { "every 1 h in mon-fri 07:00-23:00, sat 09:00-12:00, sun zone Asia/Shanghai",
      "Every hour, Mon–Fri 7:00–23:00, Sat 9:00–12:00, Sun (time of Asia/Shanghai)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmSchedule) schedule = parse (cases[i].text);
      g_autofree char *words = exm_schedule_describe (schedule);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedule/canonical", test_canonical);
  g_test_add_func ("/schedule/refused", test_refused);
  g_test_add_func ("/schedule/long", test_long);
  g_test_add_func ("/schedule/describe", test_describe);
  return g_test_run ();
}
