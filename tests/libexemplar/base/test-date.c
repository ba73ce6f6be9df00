/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-date.h"

typedef struct
{
  const char *text;
  const char *language;
  const char *date; /* NULL: none is found */
} Case;

static const Case values[] = {
  { "2026-11-20", NULL, "2026-11-20" },
  { "2026-11-20T08:30:12+08:00", NULL, "2026-11-20T08:30:12+08:00" },
  { "2026-11-20T08:30:12.345Z", NULL, "2026-11-20T08:30:12Z" },
  { "2026-11-20T08:30+0800", NULL, "2026-11-20T08:30:00+08:00" },
  { "2026-11-20 08:30:12 -0500", NULL, "2026-11-20T08:30:12-05:00" },
  { "20261120T083012Z", NULL, "2026-11-20T08:30:12Z" },
  { "20261120083012", NULL, "2026-11-20T08:30:12" },
  { "Fri, 20 Nov 2026 08:30:12 GMT", NULL, "2026-11-20T08:30:12Z" },
  { "Fri Nov 20 2026 08:30:12 GMT+0800 (CST)", NULL, "2026-11-20T08:30:12+08:00" },
  { "1795149012", NULL, "2026-11-20T04:30:12Z" },
  { "1795149012345", NULL, "2026-11-20T04:30:12Z" },
  { "2026-11-20 08:30 UTC+8", NULL, "2026-11-20T08:30:00+08:00" },
  { "Fri Nov 20 08:30:15 CST 2026", "zh", "2026-11-20T08:30:15+08:00" },
  { "Fri Nov 20 08:30:15 CST 2026", "en", "2026-11-20T08:30:15-06:00" },
  { "2026-11-20T24:00:00+09:00", NULL, "2026-11-21T00:00:00+09:00" },
  { "0", NULL, NULL },
  { "1970-01-01T00:00:00Z", NULL, NULL },
  { "0001-01-01", NULL, NULL },
  { "2026-02-30", NULL, NULL },
  { "2026-13-01", NULL, NULL },
  { "2101-01-01", NULL, NULL },
  { "2026", NULL, NULL },
  { "yesterday", NULL, NULL },
  { "", NULL, NULL },
};

static const Case texts[] = {
  { "2026年11月20日 08:30", NULL, "2026-11-20T08:30:00" },
  { "发布时间：2026-11-20 08:30:12 来源：某报", NULL, "2026-11-20T08:30:12" },
  { "2026 年 1 月 2 日", NULL, "2026-01-02" },
  { "２０２６年１１月２０日０８：３０", NULL, "2026-11-20T08:30:00" },
  { "2026年11月20日 星期五 下午3时05分", NULL, "2026-11-20T15:05:00" },
  { "2026年11月20日（金）午前8時30分", NULL, "2026-11-20T08:30:00" },
  { "2026년 11월 20일 오후 3:05", NULL, "2026-11-20T15:05:00" },
  { "2026/11/20 8:30", NULL, "2026-11-20T08:30:00" },
  { "發布時間：2026年11月20日 下午3:05", NULL, "2026-11-20T15:05:00" },
  { "令和8年11月20日 8時30分", NULL, "2026-11-20T08:30:00" },
  { "更新令和元年5月1日", NULL, "2019-05-01" },
  { "中華民國115年11月20日", NULL, "2026-11-20" },
  { "平成の船は古い", NULL, NULL },
  { "20 мая 2026 в 8:30", "ru", "2026-05-20T08:30:00" },
  { "Freitag, 20. März 2026, 8.30 Uhr", "de", "2026-03-20" },
  { "20 févr. 2026 à 08:30", "fr", "2026-02-20T08:30:00" },
  { "viernes, 20 de enero de 2026", "es", "2026-01-20" },
  { "2026.11.20", NULL, "2026-11-20" },
  { "Published: Nov 20, 2026", NULL, "2026-11-20" },
  { "November 20th, 2026 at 8:30 pm EST", NULL, "2026-11-20T20:30:00-05:00" },
  { "Sept. 3, 2026 | 12:05 a.m.", NULL, "2026-09-03T00:05:00" },
  { "20 November 2026, 8:30am", NULL, "2026-11-20T08:30:00" },
  { "20. November 2026 um 08:30 Uhr", "de", "2026-11-20T08:30:00" },
  { "20.11.2026, 08:30 Uhr", NULL, "2026-11-20T08:30:00" },
  { "Publié le 1er décembre 2026 à 08h30", "fr", "2026-12-01T08:30:00" },
  { "20 de noviembre de 2026", "es", "2026-11-20" },
  { "20 novembre 2026 alle 08:30", "it", "2026-11-20T08:30:00" },
  { "20 de março de 2026 às 8h30", "pt", "2026-03-20T08:30:00" },
  { "20 ноября 2026 г., 08:30 MSK", "ru", "2026-11-20T08:30:00+03:00" },
  { "3/4/2026", "en", "2026-03-04" },
  { "3/4/2026", "en-GB", "2026-04-03" },
  { "3/4/2026", "fr", "2026-04-03" },
  { "3/4/2026", NULL, NULL },
  { "11/20/2026", NULL, "2026-11-20" },
  { "20/11/2026", NULL, "2026-11-20" },
  { "call 2026-1120 or 555-2026-11", NULL, NULL },
  { "120261120", NULL, NULL },
  { "2026-11-20 - 10 comments", NULL, "2026-11-20" },
  { "2026-11-20 25:99", NULL, "2026-11-20" },
  { "Maybe 20 in 2026", NULL, NULL },
};

static const Case urls[] = {
  { "https://a.example/2026/11/20/story.html", NULL, "2026-11-20" },
  { "https://a.example/20261120/story.html", NULL, "2026-11-20" },
  { "https://a.example/n/202611/t20261120_12345.html", NULL, "2026-11-20" },
  { "https://a.example/2026-11/20/content_1.htm", NULL, "2026-11-20" },
  { "https://a.example/2026/1120/c1.html", NULL, "2026-11-20" },
  { "https://a.example/article/20261120083012.html", NULL, "2026-11-20" },
  { "https://a.example/article/2026112012345.html", NULL, NULL },
  { "https://a.example/?d=2026/11/20", NULL, NULL },
  { "https://20261120.example/x", NULL, NULL },
  { "https://a.example/2026/13/20/", NULL, NULL },
  { "https://a.example/19701120/", NULL, NULL },
  { "https://a.example", NULL, NULL },
  { "", NULL, NULL },
};

static void
test_values (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *date = exm_date_parse (values[i].text, values[i].language);
      g_test_message ("%s", values[i].text);
      g_assert_cmpstr (date, ==, values[i].date);
    }
}

static void
test_texts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *date = exm_date_find (texts[i].text, texts[i].language, NULL);
      g_test_message ("%s", texts[i].text);
      g_assert_cmpstr (date, ==, texts[i].date);
    }
}

static void
test_urls (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autofree char *date = exm_date_from_url (urls[i].text);
      g_test_message ("%s", urls[i].text);
      g_assert_cmpstr (date, ==, urls[i].date);
    }
}

static void
test_long (void)
{
  g_autofree char *digits = g_strnfill (1 << 20, '2');
  g_autofree char *url = g_strconcat ("http://a/", digits, NULL);
  g_assert_null (exm_date_parse (digits, NULL));
  g_assert_null (exm_date_find (digits, NULL, NULL));
  g_assert_null (exm_date_find ("\xff\xfe 2026-", NULL, NULL));
  g_assert_null (exm_date_from_url (url));
}

static char *
format (gint64 usec)
{
  if (usec == EXM_DATE_NONE)
    return g_strdup ("none");
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);
  return g_date_time_format (utc, "%Y-%m-%d %H:%M:%S");
}

static void
test_parse_time (void)
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
    /* The day is known, the time is none. */
    { "2026-11-20T25:00:00Z", 0, "2026-11-20 00:00:00", FALSE },
    { "1987-03-01", 0, "1987-03-01 00:00:00", FALSE },
    { "1795149012", 480, "2026-11-20 04:30:12", TRUE },
    { "20 ноября 2026 г., 08:30 MSK", 0, "2026-11-20 05:30:00", TRUE },
    { "2026-11-20 08:30:15 \u22120330", 0, "2026-11-20 12:00:15", TRUE },
    { "Fri, 20 Nov 2026 08:30 UTC+8", 0, "2026-11-20 00:30:00", TRUE },
    { "2026年11月20日下午3时05分", 480, "2026-11-20 07:05:00", FALSE },
    { "2026-1", 0, "2026-01-01 00:00:00", FALSE },
    { "2026-11-20T24:00:01Z", 0, "2026-11-20 00:00:00", FALSE },
    { "2026-12-31T24:00Z", 0, "2027-01-01 00:00:00", TRUE },
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
      g_autofree char *utc = format (
          exm_date_parse_time (cases[i].text, cases[i].zone_minutes, &has_zone));
      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (utc, ==, cases[i].utc);
      g_assert_cmpint (has_zone, ==, cases[i].has_zone);
    }
}

static void
test_find_time (void)
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
    { "20.11.2026 | Neues", "2026-11-20 00:00:00" },
    { "２０２６年１１月２０日", "2026-11-20 00:00:00" },
    { "1987-03-01", "none" },
    { "20 Nov 26", "none" },
    { "12345678901234567890", "none" },
    { "", "none" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *utc = format (exm_date_find_time (cases[i].line, 0));
      g_test_message ("%s", cases[i].line);
      g_assert_cmpstr (utc, ==, cases[i].utc);
    }
}

static void
test_zone (void)
{
  g_assert_cmpint (exm_date_zone_for_language ("zh"), ==, 480);
  g_assert_cmpint (exm_date_zone_for_language ("zh-CN"), ==, 480);
  g_assert_cmpint (exm_date_zone_for_language ("zha"), ==, 0);
  g_assert_cmpint (exm_date_zone_for_language ("en"), ==, 0);
  g_assert_cmpint (exm_date_zone_for_language (NULL), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/date/values", test_values);
  g_test_add_func ("/date/texts", test_texts);
  g_test_add_func ("/date/urls", test_urls);
  g_test_add_func ("/date/parse-time", test_parse_time);
  g_test_add_func ("/date/find-time", test_find_time);
  g_test_add_func ("/date/zone", test_zone);
  g_test_add_func ("/date/long", test_long);
  return g_test_run ();
}
