/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fetch/exm-robots.h"

#include <string.h>

#define DAY_USEC G_TIME_SPAN_DAY

static ExmRobots *
parse (const char *text)
{
  return exm_robots_parse (text, strlen (text));
}

/* RFC 9309, sections 5.1 and 5.2: the file of its simple example, and what follows. */
static void
test_rfc_example (void)
{
  g_autoptr (ExmRobots) robots = parse ("User-Agent: *\n"
                                        "Disallow: *.gif$\n"
                                        "Disallow: /example/\n"
                                        "Allow: /publications/\n"
                                        "\n"
                                        "User-Agent: foobot\n"
                                        "Disallow:/\n"
                                        "Allow:/example/page.html\n"
                                        "Allow:/example/allowed.gif\n"
                                        "\n"
                                        "User-Agent: barbot\n"
                                        "User-Agent: bazbot\n"
                                        "Disallow: /example/page.html\n"
                                        "\n"
                                        "User-Agent: quxbot\n");
  static const struct
  {
    const char *agent; /* (unowned) */
    const char *path;  /* (unowned) */
    gboolean allowed;
    guint line; /* 0 for no rule */
  } cases[] = {
    { "otherbot", "/example/x", FALSE, 3 },
    { "otherbot", "/publications/x", TRUE, 4 },
    { "otherbot", "/a/b.gif", FALSE, 2 },
    { "otherbot", "/a/b.gif?x", TRUE, 0 },
    { "otherbot", "/publications/b.gif", TRUE, 4 },
    { "otherbot", "/", TRUE, 0 },
    { "foobot", "/", FALSE, 7 },
    { "foobot", "/publications/x", FALSE, 7 },
    { "foobot", "/example/page.html", TRUE, 8 },
    { "FooBot/2.1 (+https://foo.example)", "/example/allowed.gif", TRUE, 9 },
    { "barbot", "/example/page.html", FALSE, 13 },
    { "bazbot", "/example/page.html", FALSE, 13 },
    { "bazbot", "/example/other.html", TRUE, 0 },
    { "quxbot", "/example/page.html", TRUE, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const ExmRobotsRule *rule = NULL;
      gboolean allowed = exm_robots_allows (robots, cases[i].agent, cases[i].path, &rule);
      g_test_message ("%s %s", cases[i].agent, cases[i].path);
      g_assert_cmpint (allowed, ==, cases[i].allowed);
      g_assert_cmpuint (rule != NULL ? rule->line : 0, ==, cases[i].line);
    }
  g_assert_cmpuint (exm_robots_get_n_unknown (robots), ==, 0);
}

/* Each rule alone, for everybody. */
static void
test_patterns (void)
{
  static const struct
  {
    const char *pattern; /* (unowned) */
    const char *path;    /* (unowned) */
    gboolean matches;
  } cases[] = {
    /* the table of RFC 9309, section 2.2.2 */
    { "/foo/bar?baz=quz", "/foo/bar?baz=quz", TRUE },
    { "/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", TRUE },
    { "/foo/bar/\xe3\x83\x84", "/foo/bar/%E3%83%84", TRUE },
    { "/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84", TRUE },
    { "/foo/bar/%62%61%7A", "/foo/bar/baz", TRUE },
    /* special characters, section 2.2.3 */
    { "/", "/anything", TRUE },
    { "/$", "/", TRUE },
    { "/$", "/a", FALSE },
    { "/path/file-with-a-%2A.html", "/path/file-with-a-*.html", TRUE },
    { "/path/foo-%24", "/path/foo-$", TRUE },
    { "/this/path/exactly$", "/this/path/exactly", TRUE },
    { "/this/path/exactly$", "/this/path/exactly/", FALSE },
    { "/this/*/exactly", "/this/a/b/exactly?more", TRUE },
    /* ours */
    { "/foo/bar/%e3%83%84", "/foo/bar/\xe3\x83\x84", TRUE },
    { "/a%2fb", "/a/b", FALSE },
    { "/a%2fb", "/a%2Fb", TRUE },
    { "/A", "/a", FALSE },
    { "/*/print", "/x?u=/print", TRUE },
    { "/*?", "/x?y", TRUE },
    { "/*?", "/x", FALSE },
    { "*", "/x", TRUE },
    { "/a*b*c$", "/a-b-b-c-c", TRUE },
    { "/a*b*c$", "/a-c-b", FALSE },
    { "/ab*b$", "/ab", FALSE },
    { "/x**y", "/xy", TRUE },
    { "/x*$", "/xanything", TRUE },
    { "/a$b", "/a$b", FALSE },
    { "/a$b", "/a", FALSE },
    { "no-slash", "/no-slash", FALSE },
    { "/%zz", "/%zz", TRUE },
    { "/fish", "/fish#fin", TRUE },
    { "/fin", "/fish#/fin", FALSE },
    { "/", "", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("user-agent: *\ndisallow: %s\n", cases[i].pattern);
      g_autoptr (ExmRobots) robots = parse (text);
      const ExmRobotsRule *rule = NULL;
      gboolean allowed = exm_robots_allows (robots, "any", cases[i].path, &rule);
      g_test_message ("%s ~ %s", cases[i].pattern, cases[i].path);
      g_assert_cmpint (allowed, ==, !cases[i].matches);
      if (cases[i].matches)
        g_assert_cmpstr (rule->pattern, ==, cases[i].pattern);
      else
        g_assert_null (rule);
    }
}

/* RFC 9309, section 5.2, and what it leaves to equal lengths. */
static void
test_longest (void)
{
  g_autoptr (ExmRobots) robots = parse ("User-Agent: foobot\n"
                                        "Allow: /example/page/\n"
                                        "Disallow: /example/page/disallowed.gif\n"
                                        "Disallow: /same\n"
                                        "Allow: /same\n"
                                        "Allow: /p\n"
                                        "Disallow: /\n");

  g_assert_false (
      exm_robots_allows (robots, "foobot", "/example/page/disallowed.gif", NULL));
  g_assert_true (exm_robots_allows (robots, "foobot", "/example/page/x.gif", NULL));
  g_assert_true (exm_robots_allows (robots, "foobot", "/same", NULL));
  g_assert_true (exm_robots_allows (robots, "foobot", "/page", NULL));
  g_assert_false (exm_robots_allows (robots, "foobot", "/other", NULL));
  g_assert_true (exm_robots_allows (robots, "foobot", "/robots.txt", NULL));
  g_assert_true (exm_robots_allows (robots, "barbot", "/other", NULL));
}

static void
test_groups (void)
{
  g_autoptr (ExmRobots) robots = parse ("Disallow: /before-any-group\n"
                                        "User-agent: Exemplar\n"
                                        "Disallow: /one\n"
                                        "User-agent: *\n"
                                        "Disallow: /all\n"
                                        "User-agent: EXEMPLAR/2.0 (x)\n"
                                        "Unknown: x\n"
                                        "Sitemap: https://a.example/s.xml\n"
                                        "User-agent: second\n"
                                        "Crawl-delay: 2.5\n"
                                        "Disallow: /two\n"
                                        "User-agent: second-news\n"
                                        "Disallow: /three\n"
                                        "User-agent:\n"
                                        "Disallow: /nobody\n");

  g_assert_true (exm_robots_allows (robots, "exemplar", "/before-any-group", NULL));
  g_assert_false (exm_robots_allows (robots, "exemplar", "/one", NULL));
  g_assert_false (exm_robots_allows (robots, "exemplar", "/two", NULL));
  g_assert_true (exm_robots_allows (robots, "exemplar", "/all", NULL));
  g_assert_false (exm_robots_allows (robots, "unknown", "/all", NULL));
  g_assert_false (exm_robots_allows (robots, "exemplars", "/all", NULL));
  g_assert_true (exm_robots_allows (robots, "exemplars", "/one", NULL));
  g_assert_false (exm_robots_allows (robots, "second-news", "/three", NULL));
  g_assert_true (exm_robots_allows (robots, "second-news", "/two", NULL));
  g_assert_false (exm_robots_allows (robots, "second-images", "/two", NULL));
  g_assert_true (exm_robots_allows (robots, "", "/nobody", NULL));
  g_assert_cmpint (exm_robots_get_crawl_delay_ms (robots, "exemplar"), ==, 2500);
  g_assert_cmpint (exm_robots_get_crawl_delay_ms (robots, "other"), ==, -1);
  g_assert_cmpuint (exm_robots_get_n_unknown (robots), ==, 1);
  g_assert_cmpstr (exm_robots_get_sitemaps (robots)[0], ==, "https://a.example/s.xml");
  g_assert_null (exm_robots_get_sitemaps (robots)[1]);
}

static void
test_line_ends (void)
{
  static const char *const files[] = {
    "\xef\xbb\xbfUser-agent: *\nDisallow: /x\n",
    "User-agent: *\r\nDisallow: /x\r\n",
    "User-agent: *\rDisallow: /x",
    "User-agent: *\n\n\n Disallow : /x # why",
    "useragent:*\ndissallow:/x",
    "USER-AGENT:\t*\nDISALLOW:\t/x\t",
    "User-agent: * # all\nnonsense\nDisallow: /x",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (ExmRobots) robots = parse (files[i]);
      g_test_message ("file %" G_GSIZE_FORMAT, i);
      g_assert_false (exm_robots_allows (robots, "any", "/x", NULL));
      g_assert_true (exm_robots_allows (robots, "any", "/y", NULL));
    }
}

/* Ten megabytes: the rules of the first 500 KiB hold, and a line that is cut is none. */
static void
test_large (void)
{
  g_autoptr (GString) text = g_string_new ("User-agent: *\nDisallow: /first\n");

  while (text->len < EXM_ROBOTS_MAX_BYTES - 10)
    g_string_append (text, "#padding\n");
  g_string_append (text, "Disallow: /a-line-that-is-cut\nDisallow: /late\n");
  while (text->len < 10u * 1024 * 1024)
    g_string_append (text, "Disallow: /more\n");
  g_autoptr (ExmRobots) robots = exm_robots_parse (text->str, text->len);
  g_assert_true (exm_robots_get_truncated (robots));
  g_assert_false (exm_robots_allows (robots, "any", "/first", NULL));
  g_assert_true (exm_robots_allows (robots, "any", "/late", NULL));
  g_assert_true (exm_robots_allows (robots, "any", "/a", NULL));
}

/* As many rules as fit, each the kind that makes a backtracking matcher explode. */
static void
test_costly (void)
{
  g_autoptr (GString) text = g_string_new ("User-agent: *\n");
  g_autofree char *path = g_strnfill (60000, 'a');

  while (text->len < EXM_ROBOTS_MAX_BYTES - 100)
    g_string_append (text, "Disallow: /*a*a*a*a*a*a*a*a*a*a*a*b$\n");
  path[0] = '/';
  g_autoptr (ExmRobots) robots = exm_robots_parse (text->str, text->len);
  gint64 start = g_get_monotonic_time ();
  g_assert_true (exm_robots_allows (robots, "any", path, NULL));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_TIME_SPAN_SECOND);
}

static void
test_hostile (void)
{
  static const char bytes[] = "User-agent: *\0x\nDisallow: /\0secret\n:\n::\n:x\n#\n"
                              "Crawl-delay: nan\nCrawl-delay: -1\nCrawl-delay: 1e99\n"
                              "Sitemap:\nAllow\n\xff\xfe: \xff\nDisallow: /\xff\n";
  g_autoptr (ExmRobots) robots = exm_robots_parse (bytes, sizeof bytes - 1);
  g_autoptr (ExmRobots) empty = exm_robots_parse ("", 0);
  g_autoptr (ExmRobots) again = exm_robots_ref (empty);

  g_assert_false (exm_robots_allows (robots, "any", "/\xff", NULL));
  g_assert_cmpint (exm_robots_get_crawl_delay_ms (robots, "any"), ==, 86400000);
  g_assert_null (exm_robots_get_sitemaps (robots)[0]);
  g_assert_cmpuint (exm_robots_get_n_unknown (robots), ==, 5);
  g_assert_true (exm_robots_allows (again, "any", "/", NULL));
}

static void
test_status (void)
{
  static const struct
  {
    guint status;
    gint64 failing_usec;
    ExmRobotsPolicy policy;
  } cases[] = {
    { 200, 0, EXM_ROBOTS_POLICY_READ },
    { 204, 99 * DAY_USEC, EXM_ROBOTS_POLICY_READ },
    { 302, 0, EXM_ROBOTS_POLICY_ALLOW_ALL },
    { 401, 0, EXM_ROBOTS_POLICY_ALLOW_ALL },
    { 404, 0, EXM_ROBOTS_POLICY_ALLOW_ALL },
    { 429, 0, EXM_ROBOTS_POLICY_WAIT },
    { 500, 0, EXM_ROBOTS_POLICY_WAIT },
    { 503, 29 * DAY_USEC, EXM_ROBOTS_POLICY_WAIT },
    { 503, 30 * DAY_USEC, EXM_ROBOTS_POLICY_ALLOW_ALL },
    { 0, 0, EXM_ROBOTS_POLICY_WAIT },
    { 0, 31 * DAY_USEC, EXM_ROBOTS_POLICY_ALLOW_ALL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("status %u", cases[i].status);
      g_assert_cmpint (
          exm_robots_policy_for_status (cases[i].status, cases[i].failing_usec), ==,
          cases[i].policy);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/robots/rfc-example", test_rfc_example);
  g_test_add_func ("/robots/patterns", test_patterns);
  g_test_add_func ("/robots/longest", test_longest);
  g_test_add_func ("/robots/groups", test_groups);
  g_test_add_func ("/robots/line-ends", test_line_ends);
  g_test_add_func ("/robots/large", test_large);
  g_test_add_func ("/robots/costly", test_costly);
  g_test_add_func ("/robots/hostile", test_hostile);
  g_test_add_func ("/robots/status", test_status);
  return g_test_run ();
}
