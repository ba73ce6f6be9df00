/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-date.h"

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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/date/values", test_values);
  g_test_add_func ("/date/texts", test_texts);
  g_test_add_func ("/date/urls", test_urls);
  g_test_add_func ("/date/long", test_long);
  return g_test_run ();
}
