/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "url/exm-url-pattern.h"

#include <string.h>

/* 2024-03-02 01:30 UTC, a Saturday after a leap day. */
#define NOW_USEC (G_GINT64_CONSTANT (1709343000) * G_USEC_PER_SEC)

#define HEAD "https://example.com/"

static ExmUrlPattern *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  ExmUrlPattern *pattern = exm_url_pattern_new (text, &error);

  if (pattern == NULL)
    g_error ("“%s”: %s", text, error->message);
  return pattern;
}

/* The first addresses with a space between them. */
static char *
generate (ExmUrlPattern *pattern, GTimeZone *zone, guint max)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) addresses
      = exm_url_pattern_generate (pattern, NOW_USEC, zone, max, &error);

  g_assert_no_error (error);
  g_ptr_array_add (addresses, NULL);
  return g_strjoinv (" ", (char **) addresses->pdata);
}

static void
test_generate (void)
{
  static const struct
  {
    const char *pattern; /* (unowned) */
    guint64 count;
    const char *addresses; /* (unowned): behind the head */
  } cases[] = {
    { HEAD "a", 1, "a" },
    { HEAD "[8-11]", 4, "8 9 10 11" },
    { HEAD "[11-8:2]", 2, "11 9" },
    { HEAD "[098-100]", 3, "098 099 100" },
    { HEAD "[100-098]", 3, "100 099 098" },
    { HEAD "[1-3:7]", 1, "1" },
    { HEAD "[0-0]", 1, "0" },
    { HEAD "[a-c]", 3, "a b c" },
    { HEAD "[C-A:2]", 2, "C A" },
    { HEAD "{a,b}[1-2]", 4, "a1 a2 b1 b2" },
    { HEAD "{a,a,}x", 3, "ax x" },
    { HEAD "{新,b c}", 2, "%E6%96%B0 b%20c" },
    { HEAD "%[41-42]", 2, "%2541 %2542" },
    { HEAD "{yyyy}/{MM}/{dd}/{HH}", 1, "2024/03/02/01" },
    { HEAD "{yyyy/M/d/H}-{yy}", 1, "2024/3/2/1-24" },
    { HEAD "{-1d:yyyyMMdd}", 1, "20240301" },
    { HEAD "{+1w:yyyyMMdd}", 1, "20240309" },
    { HEAD "{-1y:yyyyMMdd}", 1, "20230302" },
    { HEAD "{-2h:yyyyMMddHH}", 1, "2024030123" },
    { HEAD "{-2d..0d:yyyy/MM/dd}", 3, "2024/02/29 2024/03/01 2024/03/02" },
    { HEAD "{0d..-2d:MM-dd}", 3, "03-02 03-01 02-29" },
    { HEAD "{yyyy}{-1m..0m:MM}", 2, "202402 202403" },
    { HEAD "{-40d..0d:yyyy-MM}", 41, "2024-01 2024-02 2024-03" },
    { HEAD "{-1d..0d:dd}/[1-2]/{dd}", 4, "01/1/01 01/2/01 02/1/02 02/2/02" },
  };
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmUrlPattern) pattern = parse (cases[i].pattern);
      g_auto (GStrv) tails = g_strsplit (cases[i].addresses, " ", -1);
      g_autofree char *joined = g_strjoinv (" " HEAD, tails);
      g_autofree char *expected = g_strconcat (HEAD, joined, NULL);
      g_autofree char *addresses = generate (pattern, utc, 1000);
      g_assert_cmpstr (addresses, ==, expected);
      g_assert_cmpuint (exm_url_pattern_count (pattern), ==, cases[i].count);
      g_assert_true (exm_url_pattern_can_generate (pattern));
    }
}

static void
test_generate_zone (void)
{
  g_autoptr (ExmUrlPattern) pattern = parse ("http://Example.com/{yyyyMMddHH}");
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("-08:00");
  g_autofree char *addresses = generate (pattern, zone, 10);

  g_assert_cmpstr (addresses, ==, "http://example.com/2024030117");

  /* Months are of the calendar. */
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) day = g_date_time_new_utc (2024, 3, 31, 12, 0, 0);
  g_autoptr (ExmUrlPattern) months = parse (HEAD "{-1m..0m:yyyyMMdd}");
  g_autoptr (GPtrArray) list = exm_url_pattern_generate (
      months, g_date_time_to_unix (day) * G_USEC_PER_SEC, utc, 10, NULL);
  g_assert_cmpuint (list->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (list, 0), ==, HEAD "20240229");
  g_assert_cmpstr (g_ptr_array_index (list, 1), ==, HEAD "20240331");
}

static void
test_generate_large (void)
{
  static const struct
  {
    const char *pattern; /* (unowned) */
    guint64 count;
  } cases[] = {
    { HEAD "[1-1000000000000]", G_GUINT64_CONSTANT (1000000000000) },
    { HEAD "[0-999999999999999999]", G_GUINT64_CONSTANT (1000000000000000000) },
    { HEAD "[0-999999999999999999][0-99]", G_MAXUINT64 },
    { HEAD "[0-999999999999999999][0-999999999999999999]", G_MAXUINT64 },
    { HEAD "{-9999d..0d:yyyyMMdd}[1-1000000000]", G_GUINT64_CONSTANT (10000000000000) },
  };
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmUrlPattern) pattern = parse (cases[i].pattern);
      g_autoptr (GPtrArray) list
          = exm_url_pattern_generate (pattern, NOW_USEC, utc, 500, NULL);
      g_assert_cmpuint (exm_url_pattern_count (pattern), ==, cases[i].count);
      g_assert_cmpuint (list->len, ==, 500);
    }

  /* Equal combinations are tried, and so count, but come once. */
  GString *text = g_string_new (HEAD);
  for (guint i = 0; i < 60; i++)
    g_string_append (text, "{a,aa}");
  g_autoptr (ExmUrlPattern) pattern = parse (text->str);
  g_string_free (text, TRUE);
  g_autoptr (GPtrArray) list
      = exm_url_pattern_generate (pattern, NOW_USEC, utc, 1024, NULL);
  g_assert_cmpuint (list->len, ==, 11);
  g_autoptr (GPtrArray) none = exm_url_pattern_generate (pattern, NOW_USEC, utc, 0, NULL);
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_cannot_generate (void)
{
  static const struct
  {
    const char *pattern; /* (unowned) */
    gint64 now_usec;
    const char *words; /* (unowned): in the message */
  } cases[] = {
    { HEAD "(*)", NOW_USEC, "recognise" },
    { HEAD "[1-2](**)", NOW_USEC, "recognise" },
    { "re:x", NOW_USEC, "recognise" },
    { HEAD "{-500y:yyyy}", NOW_USEC, "1900" },
    { HEAD "{+999999m:yyyy}", NOW_USEC, "1900" },
    { HEAD "{yyyy}", G_MAXINT64, "1900" },
    { HEAD "{yyyy}", G_MININT64, "1900" },
    { "https://[1-2]..example/", NOW_USEC, "not a web address" },
    { HEAD "a/{..,b}/c", NOW_USEC, "is requested as" },
  };
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmUrlPattern) pattern = parse (cases[i].pattern);
      g_autoptr (GError) error = NULL;
      g_assert_null (
          exm_url_pattern_generate (pattern, cases[i].now_usec, utc, 10, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, cases[i].words) == NULL)
        g_error ("“%s”: %s", cases[i].pattern, error->message);
    }
  g_autoptr (ExmUrlPattern) wild = parse (HEAD "(*)");
  g_assert_false (exm_url_pattern_can_generate (wild));
  g_assert_cmpuint (exm_url_pattern_count (wild), ==, 0);
}

/* Each part that a pattern may have, in random order. */
static char *
make_random_pattern (GRand *rand)
{
  static const char *const pieces[] = {
    "/",
    "a",
    "-",
    ".html",
    "新",
    "%7e",
    "%",
    "[1-9]",
    "[08-12]",
    "[5-3]",
    "[0-500:7]",
    "[c-a]",
    "[A-Z:5]",
    "[100-1:33]",
    "{x,y}",
    "{,z}",
    "{a,ab,b}",
    "{1,12}",
    "{%,%2}",
    "{yyyy}",
    "{MM}",
    "{M}{d}",
    "{HH}",
    "{yyMMdd}",
    "{-3d..0d:yyyy/MM/dd}",
    "{0m..-30m:M}",
    "{-1h:H}",
    "\\[",
    "\\{",
    "\\*",
    "(",
    ")",
    "_",
    "?",
    "&",
    "=",
    "#!",
    "7",
  };
  static const char *const heads[] = {
    "https://example.com/",
    "http://Example.com",
    "www[1-3].example.com",
    "{a,b}.example.com:8080",
  };
  GString *out = g_string_new (heads[g_rand_int_range (rand, 0, G_N_ELEMENTS (heads))]);
  guint n = g_rand_int_range (rand, 1, 10);

  g_string_append_c (out, '/');
  for (guint i = 0; i < n; i++)
    g_string_append (out, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
  return g_string_free (out, FALSE);
}

/* Everything that is generated is matched, as generated and in other forms. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20260102);
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("+08:00");
  guint n_patterns = 0, n_addresses = 0;

  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *text = make_random_pattern (rand);
      /* Two dates are refused. */
      g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (text, NULL);
      if (pattern == NULL)
        continue;
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) list
          = exm_url_pattern_generate (pattern, NOW_USEC, zone, 30, &error);
      if (list == NULL)
        g_error ("“%s”: %s", text, error->message);
      g_autoptr (ExmUrlPattern) again = parse (exm_url_pattern_get_text (pattern));
      g_assert_cmpstr (exm_url_pattern_get_text (again), ==,
                       exm_url_pattern_get_text (pattern));
      g_assert_cmpuint (exm_url_pattern_count (pattern), >=, list->len);
      g_assert_cmpuint (list->len, >, 0);
      for (guint j = 0; j < list->len; j++)
        {
          const char *url = g_ptr_array_index (list, j);
          if (!exm_url_pattern_matches (pattern, url, NULL)
              || !exm_url_pattern_matches (again, url, NULL))
            g_error ("“%s” makes “%s” and does not match it", text, url);
        }
      n_patterns++;
      n_addresses += list->len;
    }
  g_assert_cmpuint (n_patterns, >, 1500);
  g_assert_cmpuint (n_addresses, >, 15000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collect/url-generate/generate", test_generate);
  g_test_add_func ("/collect/url-generate/generate-zone", test_generate_zone);
  g_test_add_func ("/collect/url-generate/generate-large", test_generate_large);
  g_test_add_func ("/collect/url-generate/cannot-generate", test_cannot_generate);
  g_test_add_func ("/collect/url-generate/random", test_random);
  return g_test_run ();
}
