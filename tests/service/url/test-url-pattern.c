/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "url/exm-url-pattern.h"

#include <string.h>

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

static const struct
{
  const char *pattern, *url; /* (unowned) */
  gboolean matches;
} match_cases[] = {
  { HEAD "a", HEAD "a", TRUE },
  { HEAD "a", HEAD "a/", FALSE },
  { HEAD "a", HEAD "A", FALSE },
  { HEAD "a", "http://example.com/a", TRUE },
  { "http://example.com/a", HEAD "a", TRUE },
  { "example.com/a", HEAD "a", TRUE },
  { "example.com", "https://example.com", TRUE },
  { "HTTPS://Example.COM:443/a", HEAD "a", TRUE },
  { HEAD "a", "https://EXAMPLE.com/a#b", TRUE },
  { HEAD "a#!/(*)", HEAD "a#!/b", TRUE },
  { HEAD "a#!/(*)", HEAD "a", FALSE },
  { HEAD "a", "https://user:word@example.com/a", TRUE },
  { HEAD "a", "https://example.com@evil.example/a", FALSE },
  { HEAD "a", "ftp://example.com/a", FALSE },
  { HEAD "a", "/a", FALSE },
  { HEAD "a", "", FALSE },
  /* wildcards */
  { HEAD "(*).html", HEAD "1.html", TRUE },
  { HEAD "(*).html", HEAD ".html", FALSE },
  { HEAD "(*).html", HEAD "a/1.html", FALSE },
  { HEAD "(*).html", HEAD "1.html?x", FALSE },
  { HEAD "(**).html", HEAD "a/b/1.html", TRUE },
  { HEAD "(**)", HEAD, TRUE },
  { HEAD "(**)", HEAD "a?b=c/d", TRUE },
  { HEAD "(*)(*)", HEAD "a", FALSE },
  { HEAD "(*)(*)", HEAD "ab", TRUE },
  { HEAD "((*))", HEAD "(x)", TRUE },
  { "(**)/news/(*)", "https://a.example/x/news/1", TRUE },
  { "(*).example.com/a", "https://a.b.example.com/a", TRUE },
  { "(*).example.com/a", "https://evil/.example.com/a", FALSE },
  { "https://example.com(**)", HEAD "a/b", TRUE },
  { "(*).例子.测试/新闻/(*)", "https://a.xn--fsqu00a.xn--0zwm56d/%e6%96%b0%E9%97%BB/1",
    TRUE },
  { "例子.测试/(*)", "https://xn--fsqu00a.xn--0zwm56d/1", TRUE },
  { "[::1]:8080/(*)", "http://[::1]:8080/1", TRUE },
  /* in the query a value, wherever it stands in the pattern */
  { HEAD "v?id=(*)", HEAD "v?id=1", TRUE },
  { HEAD "v?id=(*)", HEAD "v?id=a/b", TRUE },
  { HEAD "v?id=(*)", HEAD "v?id=1&page=2", FALSE },
  { HEAD "v?id=(*)", HEAD "v?id=1&utm_source=x&from=rss", TRUE },
  { HEAD "v?utm_source=(*)", HEAD "v?utm_source=x", TRUE },
  { HEAD "{v,w?id}=(*)", HEAD "w?id=a/b", TRUE },
  { HEAD "a(*)", HEAD "ab?gclid=1", TRUE },
  /* ranges */
  { HEAD "[1-20]", HEAD "1", TRUE },
  { HEAD "[1-20]", HEAD "20", TRUE },
  { HEAD "[1-20]", HEAD "21", FALSE },
  { HEAD "[1-20]", HEAD "0", FALSE },
  { HEAD "[1-20]", HEAD "07", FALSE },
  { HEAD "[1-20]", HEAD "-1", FALSE },
  { HEAD "[1-20]", HEAD "", FALSE },
  { HEAD "[1-20]0", HEAD "100", TRUE },
  { HEAD "[001-100:10]", HEAD "011", TRUE },
  { HEAD "[001-100:10]", HEAD "010", FALSE },
  { HEAD "[001-100:10]", HEAD "11", FALSE },
  { HEAD "[20-1:3]", HEAD "17", TRUE },
  { HEAD "[20-1:3]", HEAD "18", FALSE },
  { HEAD "[0-999999999999999999]", HEAD "999999999999999999", TRUE },
  { HEAD "[0-999999999999999999]", HEAD "9999999999999999999", FALSE },
  { HEAD "[a-e:2]", HEAD "c", TRUE },
  { HEAD "[a-e:2]", HEAD "d", FALSE },
  { HEAD "[E-A]", HEAD "A", TRUE },
  /* alternatives */
  { HEAD "{news,sport}/(*)", HEAD "sport/1", TRUE },
  { HEAD "{news,sport}/(*)", HEAD "art/1", FALSE },
  { HEAD "a/{,index.html}", HEAD "a/", TRUE },
  { HEAD "{a,ab}b", HEAD "abb", TRUE },
  { HEAD "{a,ab}b", HEAD "ab", TRUE },
  { HEAD "{新,x}", HEAD "%E6%96%B0", TRUE },
  { HEAD "{a\\,b,c\\}}", HEAD "a,b", TRUE },
  { "{www,m}.example.com/a", "https://m.example.com/a", TRUE },
  /* dates */
  { HEAD "{yyyy}/{MM}/{dd}", HEAD "2024/05/12", TRUE },
  { HEAD "{yyyy}/{MM}/{dd}", HEAD "2024/13/12", FALSE },
  { HEAD "{yyyy}/{MM}/{dd}", HEAD "2024/5/12", FALSE },
  { HEAD "{yyyy}/{M}/{d}", HEAD "2024/5/12", TRUE },
  { HEAD "{yyyy}/{M}/{d}", HEAD "2024/05/12", FALSE },
  { HEAD "{M}{d}", HEAD "1231", TRUE },
  { HEAD "{M}{d}", HEAD "11", TRUE },
  { HEAD "{M}{d}", HEAD "1", FALSE },
  { HEAD "{-3d..0d:yyyy/MM}/t{yyyyMMdd}_(*).html", HEAD "1999/01/t19990131_7.html",
    TRUE },
  { HEAD "{yyyy}", HEAD "1899", FALSE },
  { HEAD "{yyyy}", HEAD "2200", FALSE },
  { HEAD "{yyHH}", HEAD "0023", TRUE },
  { HEAD "{yyHH}", HEAD "0024", FALSE },
  /* escapes */
  { HEAD "a\\[1-2\\]", HEAD "a[1-2]", TRUE },
  { HEAD "a\\{b\\}", HEAD "a%7bb%7D", TRUE },
  { HEAD "\\*\\(\\*\\)", HEAD "*(*)", TRUE },
  { HEAD "%7e%41%", HEAD "~A%25", TRUE },
  { HEAD "a b", HEAD "a%20b", TRUE },
  /* regular expressions */
  { "re:https?://example\\.com/\\d+", HEAD "12", TRUE },
  { "re:https?://example\\.com/\\d+", HEAD "12a", FALSE },
  { "re:example", HEAD, FALSE },
  { "re:https://.*", "http://example.com/", FALSE },
  { "re:.*/新闻/\\d", HEAD "%E6%96%B0%E9%97%BB/1", TRUE },
  { "re:.*/%E6%96%B0", HEAD "%e6%96%b0", TRUE },
  { "re:.*/.", HEAD "%FF", FALSE },
  { "re:.*\\?id=\\d+", HEAD "?id=1&fbclid=2", TRUE },
  { "re:(?i).*/NEWS|.*/x", HEAD "news", TRUE },
};

static void
test_matches (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (match_cases); i++)
    {
      g_autoptr (ExmUrlPattern) pattern = parse (match_cases[i].pattern);
      g_autoptr (GError) error = NULL;
      gboolean matches = exm_url_pattern_matches (pattern, match_cases[i].url, &error);
      g_assert_no_error (error);
      if (matches != match_cases[i].matches)
        g_error ("“%s” must%s match “%s”", match_cases[i].pattern,
                 match_cases[i].matches ? "" : " not", match_cases[i].url);
      /* The normal form means the same, and is one. */
      g_autoptr (ExmUrlPattern) again = parse (exm_url_pattern_get_text (pattern));
      g_assert_cmpstr (exm_url_pattern_get_text (again), ==,
                       exm_url_pattern_get_text (pattern));
      g_assert_true (exm_url_pattern_matches (again, match_cases[i].url, NULL)
                     == matches);
    }
}

static void
test_text (void)
{
  static const struct
  {
    const char *pattern, *text; /* (unowned) */
  } cases[] = {
    { "  Example.com \n", "https://example.com/" },
    { "http://Example.com:80?a=(*)", "http://example.com/?a=(*)" },
    { "localhost:8080/[1-3]", "http://localhost:8080/[1-3]" },
    { "例子.测试/新(*)", "https://xn--fsqu00a.xn--0zwm56d/%E6%96%B0(*)" },
    { "WWW[1-3].Example.com", "https://www[1-3].example.com/" },
    { "(*).Example.com:443?x", "https://(*).example.com/?x" },
    { HEAD "\\(a\\)\\{\\,\\}{x\\,\\*,}", HEAD "(a)%7B,%7D{x\\,\\*,}" },
    { HEAD "{-1d:yyyy/MM}-{dd}", HEAD "{-1d:yyyy/MM}-{dd}" },
    { "https://[::1]/a", "https://[::1]/a" },
    { " re:a b", "re:a b" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmUrlPattern) pattern = parse (cases[i].pattern);
      g_assert_cmpstr (exm_url_pattern_get_text (pattern), ==, cases[i].text);
    }
}

static void
test_errors (void)
{
  static const struct
  {
    const char *pattern, *start, *words; /* (unowned): of the message */
  } cases[] = {
    { "", "Character 1:", "empty" },
    { "  \u3000 ", "Character 1:", "empty" },
    { "/news/(*)", "Character 1:", "begins with" },
    { "ftp://example.com/", "Character 1:", "begins with" },
    { "news", "Character 1:", "not a web address" },
    { "https://a..b/", "Character 9:", "host" },
    { "https://me:word@example.com/", "Character 9:", "user name" },
    { "https://me@[1-2].example.com/", "Character 11:", "user name" },
    { HEAD "*.html", "Character 21:", "(*)" },
    { HEAD "新(*", "Character 22:", "(**)" },
    { HEAD "a]", "Character 22:", "nothing opened" },
    { HEAD "a}", "Character 22:", "nothing opened" },
    { HEAD "[1]", "Character 21:", "[1-20]" },
    { HEAD "[]", "Character 21:", "[1-20]" },
    { HEAD "[[1-2]]", "Character 21:", "[1-20]" },
    { HEAD "[1-2", "Character 25:", "]" },
    { HEAD "[1-2:0]", "Character 27:", "step" },
    { HEAD "[1-2:x]", "Character 26:", "step" },
    { HEAD "[a-Z]", "Character 22:", "capital" },
    { HEAD "[a-3]", "Character 21:", "[1-20]" },
    { HEAD "[1-020]", "Character 22:", "digits" },
    { HEAD "[01-002]", "Character 22:", "digits" },
    { HEAD "[1-1000000000000000000]", "Character 21:", "18 digits" },
    { HEAD "{}", "Character 21:", "empty" },
    { HEAD "{news}", "Character 21:", "alternatives" },
    { HEAD "{yyyy", "Character 21:", "alternatives" },
    { HEAD "{a,b", "Character 21:", "lacks" },
    { HEAD "{a,{b,c}}", "Character 24:", "inside" },
    { HEAD "{a,(*)}", "Character 25:", "inside" },
    { HEAD "{-1d..0h:yyyy}", "Character 21:", "alternatives" },
    { HEAD "{-1:yyyy}", "Character 21:", "alternatives" },
    { HEAD "{-1d:}", "Character 21:", "empty" },
    { HEAD "{-1d:yyyy}{-2d:MM}", "Character 32:", "one date" },
    { HEAD "a\\b", "Character 22:", "backslash" },
    { HEAD "a\\", "Character 22:", "backslash" },
    { "r0e:h\\.com/(*)", "Character 6:", "letters" },
    { "ht\\{xample.com/(*)", "Character 3:", "letters" },
    { "ht(xample.com/(*)", "Character 3:", "letters" },
    { "https://新(*).example/", "Character 10:", "xn--" },
    { "https://{新,b}.example/", "Character 11:", "xn--" },
    { "https://{a/b,c}.example/", "Character 13:", "letters" },
    { "re:a(", "Character 6:", "regular expression" },
    { "re:新[", "Character 6:", "regular expression" },
    { "re:(*UTF)a", "Character 4:", "(*" },
    { "re:(*LIMIT_MATCH=4000000000)a", "Character 4:", "(*" },
    { "re:\\C", "Character 6:", "regular expression" },
    { HEAD "\xff", "Character 21:", "UTF-8" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      if (exm_url_pattern_new (cases[i].pattern, &error) != NULL)
        g_error ("“%s” is taken", cases[i].pattern);
      g_assert_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX);
      if (!g_str_has_prefix (error->message, cases[i].start)
          || strstr (error->message, cases[i].words) == NULL)
        g_error ("“%s”: %s", cases[i].pattern, error->message);
    }
}

static void
test_captures (void)
{
  static const struct
  {
    const char *pattern, *url, *captures; /* (unowned) */
  } cases[] = {
    { HEAD "(*)-(*).html", HEAD "a-b-c.html", "a|b-c" },
    { HEAD "(**)/(*)", HEAD "a/b/c", "a/b|c" },
    { HEAD "(**)x", HEAD "x", "" },
    { HEAD "{a,ab}[1-20](*){M}", HEAD "ab1234", "23" },
    { HEAD "新/(*)?id=(*)", HEAD "%e6%96%b0/x?id=7&utm_id=1", "x|7" },
    { HEAD "a", HEAD "a", NULL },
    { "re:.*/(\\d+)(x)?_(\\d+)", HEAD "1_2", "1||2" },
    { "re:.*", HEAD, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmUrlPattern) pattern = parse (cases[i].pattern);
      g_auto (GStrv) captures
          = exm_url_pattern_get_captures (pattern, cases[i].url, NULL);
      g_assert_nonnull (captures);
      g_autofree char *joined = g_strjoinv ("|", captures);
      g_assert_cmpstr (joined, ==, cases[i].captures != NULL ? cases[i].captures : "");
      g_assert_cmpint (captures[0] == NULL, ==, cases[i].captures == NULL);
    }
  g_autoptr (ExmUrlPattern) pattern = parse (HEAD "(*)");
  g_assert_null (exm_url_pattern_get_captures (pattern, HEAD, NULL));
}

/* Random patterns and addresses of few letters, against regular expressions for them. */
static void
test_oracle (void)
{
  static const struct
  {
    const char *pattern, *regex, *sample; /* (unowned) */
  } pieces[] = {
    { "a", "a", "a" },
    { "b", "b", "b" },
    { "/", "/", "/" },
    { "(*)", "[^/?#]+", "a1" },
    { "(**)", ".*", "/b" },
    { "{a,ab,}", "(?:a|ab|)", "ab" },
    { "[1-12]", "(?:[1-9]|1[0-2])", "11" },
    { "[01-05:2]", "(?:0[135])", "05" },
    { "{M}", "(?:[1-9]|1[0-2])", "1" },
    { "{dd}", "(?:0[1-9]|[12]\\d|3[01])", "20" },
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (20260103);
  guint n_matches = 0, n_rounds = 20000;

  for (guint i = 0; i < n_rounds; i++)
    {
      g_autoptr (GString) text = g_string_new (HEAD);
      g_autoptr (GString) regex = g_string_new ("^" HEAD);
      g_autoptr (GString) url = g_string_new (HEAD);
      for (guint j = g_rand_int_range (rand, 1, 7); j > 0; j--)
        {
          guint k = g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces));
          g_string_append (text, pieces[k].pattern);
          g_string_append (regex, pieces[k].regex);
          /* Now and then something else. */
          if (g_rand_int_range (rand, 0, 12) == 0)
            k = g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces));
          g_string_append (url, pieces[k].sample);
        }
      g_string_append (regex, "\\z");
      g_autoptr (ExmUrlPattern) pattern = parse (text->str);
      gboolean expected = g_regex_match_simple (regex->str, url->str, 0, 0);
      if (exm_url_pattern_matches (pattern, url->str, NULL) != expected)
        g_error ("“%s” must%s match “%s”", text->str, expected ? "" : " not", url->str);
      n_matches += expected;
    }
  g_assert_cmpuint (n_matches, >, n_rounds / 10);
  g_assert_cmpuint (n_matches, <, n_rounds - n_rounds / 10);
}

static void
test_limits (void)
{
  g_autofree char *spread = g_strnfill (100000, 'a');
  g_autofree char *too_long = g_strconcat (HEAD, spread, NULL);
  g_autofree char *longest = g_strndup (too_long, 65536);
  GString *stars = g_string_new (HEAD);
  GString *choices = g_string_new (HEAD "(*){");

  for (guint i = 0; i < 60; i++)
    g_string_append (stars, "(*)a");
  for (guint i = 0; i < 999; i++)
    g_string_append (choices, i == 0 ? "aab" : ",aab");
  g_string_append (choices, "}b");
  g_autoptr (ExmUrlPattern) wild = parse (HEAD "(**)");
  g_assert_false (exm_url_pattern_matches (wild, too_long, NULL));
  g_assert_true (exm_url_pattern_matches (wild, longest, NULL));
  /* Costs characters × parts where backtracking takes exponential time. */
  g_autoptr (ExmUrlPattern) many = parse (stars->str);
  g_assert_true (exm_url_pattern_matches (many, longest, NULL));
  longest[65535] = 'b';
  g_assert_false (exm_url_pattern_matches (many, longest, NULL));
  g_autoptr (ExmUrlPattern) broad = parse (choices->str);
  g_assert_false (exm_url_pattern_matches (broad, longest, NULL));

  for (guint i = 0; i < 10; i++)
    g_string_append (stars, "(*)b");
  g_string_truncate (choices, choices->len - 2);
  g_string_append (choices, ",x,y}");
  const char *const too_large[]
      = { too_long, stars->str, choices->str, HEAD "{-10000d..0d:yyyy}" };
  for (gsize i = 0; i < G_N_ELEMENTS (too_large); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (too_large[i], &error);
      g_assert_null (pattern);
      g_assert_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_TOO_LARGE);
    }
  g_string_free (stars, TRUE);
  g_string_free (choices, TRUE);
}

/* Expressions that take exponential time, endless recursion or much memory. */
static void
test_catastrophic (void)
{
  static const char *const expressions[] = {
    "re:.*/(a+)+$x",
    "re:.*/(a|aa)+b",
    "re:.*/(a*)*b",
    "re:(.*)(.*)(.*)(.*)(.*)(.*)b",
    "re:.*/(?:a?){80}a{80}b",
    "re:(?R)?a|.(?R)b",
    "re:.*/((a{1,100}){1,100}){1,9}b",
    "re:^(?=(.*a)*$)(.*a)*b",
  };
  g_autofree char *spread = g_strnfill (60000, 'a');
  g_autofree char *url = g_strconcat (HEAD, spread, NULL);
  guint n_errors = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autoptr (ExmUrlPattern) pattern = parse (expressions[i]);
      g_autoptr (GError) error = NULL;
      gint64 start = g_get_monotonic_time ();
      g_assert_false (exm_url_pattern_matches (pattern, url, &error));
      g_test_message ("%s: %" G_GINT64_FORMAT " µs, %s", expressions[i],
                      g_get_monotonic_time () - start,
                      error != NULL ? error->message : "no match");
      if (error != NULL)
        {
          g_assert_error (error, EXM_URL_PATTERN_ERROR,
                          EXM_URL_PATTERN_ERROR_TOO_COMPLEX);
          n_errors++;
          g_clear_error (&error);
          g_assert_null (exm_url_pattern_get_captures (pattern, url, &error));
          g_assert_error (error, EXM_URL_PATTERN_ERROR,
                          EXM_URL_PATTERN_ERROR_TOO_COMPLEX);
        }
    }
  g_assert_cmpuint (n_errors, >=, G_N_ELEMENTS (expressions) - 2);

  /* A pattern that would not fit into memory is refused when it is written. */
  g_autoptr (GError) error = NULL;
  g_assert_null (exm_url_pattern_new ("re:(((a{1,999}){1,999}){1,999}){1,999}", &error));
  g_assert_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collect/url-pattern/matches", test_matches);
  g_test_add_func ("/collect/url-pattern/text", test_text);
  g_test_add_func ("/collect/url-pattern/errors", test_errors);
  g_test_add_func ("/collect/url-pattern/captures", test_captures);
  g_test_add_func ("/collect/url-pattern/oracle", test_oracle);
  g_test_add_func ("/collect/url-pattern/limits", test_limits);
  g_test_add_func ("/collect/url-pattern/catastrophic", test_catastrophic);
  return g_test_run ();
}
