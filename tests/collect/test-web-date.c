/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-web-date.h"

static char *
format (gint64 usec)
{
  if (usec == EXM_WEB_DATE_NONE)
    return g_strdup ("none");
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);
  return g_date_time_format (utc, "%Y-%m-%d %H:%M:%S");
}

static void
test_parse (void)
{
  static const struct
  {
    const char *text; /* (unowned) */
    gint zone_minutes;
    const char *utc; /* (unowned) */
    gboolean has_zone;
  } cases[] = {
    { "Fri, 20 Nov 2026 08:30:15 +0800", 0, "2026-11-20 00:30:15", TRUE },
    { "Fri, 20 Nov 2026 08:30:15 GMT", 480, "2026-11-20 08:30:15", TRUE },
    { "20 Nov 26 08:30 EST", 0, "2026-11-20 13:30:00", TRUE },
    { "20 Nov 99 08:30 UT", 0, "1999-11-20 08:30:00", TRUE },
    { "Fri, 20 November 2026 08:30:15 -0330", 0, "2026-11-20 12:00:15", TRUE },
    { "Friday, 20-Nov-26 08:30:15 GMT", 0, "2026-11-20 08:30:15", TRUE },
    { "Fri Nov 20 08:30:15 2026", 0, "2026-11-20 08:30:15", FALSE },
    { "Fri Nov 20 08:30:15 CST 2026", 480, "2026-11-20 00:30:15", TRUE },
    { "Fri Nov 20 08:30:15 CST 2026", 0, "2026-11-20 14:30:15", TRUE },
    { "Fri, 20 Nov 2026 08:30:15 GMT+0800", 0, "2026-11-20 00:30:15", TRUE },
    { "星期五, 20 十一月 2026 08:30:15 +0800", 0, "2026-11-20 00:30:15", TRUE },
    { "Fri, 20 11月 2026 08:30:15 +0800", 0, "2026-11-20 00:30:15", TRUE },
    { "Nov 20, 2026 8:30 pm", 0, "2026-11-20 20:30:00", FALSE },
    { "November 20th, 2026", 0, "2026-11-20 00:00:00", FALSE },
    { "2026-11-20T08:30:15Z", 0, "2026-11-20 08:30:15", TRUE },
    { "2026-11-20T08:30:15.123456789+08:00", 0, "2026-11-20 00:30:15", TRUE },
    { "2026-11-20T08:30+08", 0, "2026-11-20 00:30:00", TRUE },
    { "2026-11-20 08:30:15", 480, "2026-11-20 00:30:15", FALSE },
    { "2026-11-20 08:30:15", 0, "2026-11-20 08:30:15", FALSE },
    { "2026/11/20 8:05", 0, "2026-11-20 08:05:00", FALSE },
    { "2026.1.2", 0, "2026-01-02 00:00:00", FALSE },
    { "2026年11月20日 08时30分15秒", 480, "2026-11-20 00:30:15", FALSE },
    { "2026年11月20日08:30", 480, "2026-11-20 00:30:00", FALSE },
    { "20261120T083015Z", 0, "2026-11-20 08:30:15", TRUE },
    { "2026-11", 0, "2026-11-01 00:00:00", FALSE },
    { "2026", 0, "2026-01-01 00:00:00", FALSE },
    { "2026-11-20T24:00:00Z", 0, "2026-11-21 00:00:00", TRUE },
    { "2026-06-30T23:59:60Z", 0, "2026-06-30 23:59:59", TRUE },
    { " \n2026-11-20\n", 0, "2026-11-20 00:00:00", FALSE },
    { "2024-02-29", 0, "2024-02-29 00:00:00", FALSE },
    { "2026-02-29", 0, "none", FALSE },
    { "2026-13-01", 0, "none", FALSE },
    { "2026-11-20T25:00:00Z", 0, "none", TRUE },
    { "0000-01-01", 0, "none", FALSE },
    { "99999999999999", 0, "none", FALSE },
    { "Invalid Date", 0, "none", FALSE },
    { "May", 0, "none", FALSE },
    { "yesterday", 0, "none", FALSE },
    { "", 0, "none", FALSE },
    { NULL, 0, "none", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean has_zone = FALSE;
      g_autofree char *utc
          = format (exm_web_date_parse (cases[i].text, cases[i].zone_minutes, &has_zone));
      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (utc, ==, cases[i].utc);
      g_assert_cmpint (has_zone, ==, cases[i].has_zone);
    }
}

static void
test_find (void)
{
  static const struct
  {
    const char *line; /* (unowned) */
    const char *utc;  /* (unowned) */
  } cases[] = {
    { "2026-11-20 08:30· 长江大桥通车", "2026-11-20 08:30:00" },
    { "By R. Doe, 20 November 2026", "2026-11-20 00:00:00" },
    { "Posted on Nov 20, 2026 at 8:30 pm by me", "2026-11-20 20:30:00" },
    { "来源：江畔 发布时间：2026年1月2日", "2026-01-02 00:00:00" },
    { "[2026/11/20]", "2026-11-20 00:00:00" },
    { "In 2026 prices rose by 20 percent", "none" },
    { "call 2026-1120 or 555-20261120-1", "2026-11-20 00:00:00" },
    { "version 2026.11", "none" },
    { "maybe 20 people", "none" },
    { "12345678901234567890", "none" },
    { "", "none" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *utc = format (exm_web_date_find (cases[i].line, 0));
      g_test_message ("%s", cases[i].line);
      g_assert_cmpstr (utc, ==, cases[i].utc);
    }
}

static void
test_zone (void)
{
  g_assert_cmpint (exm_web_zone_for_language ("zh"), ==, 480);
  g_assert_cmpint (exm_web_zone_for_language ("zh-CN"), ==, 480);
  g_assert_cmpint (exm_web_zone_for_language ("zha"), ==, 0);
  g_assert_cmpint (exm_web_zone_for_language ("en"), ==, 0);
  g_assert_cmpint (exm_web_zone_for_language (NULL), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/web-date/parse", test_parse);
  g_test_add_func ("/web-date/find", test_find);
  g_test_add_func ("/web-date/zone", test_zone);
  return g_test_run ();
}
