/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Patterns of a task when one address is taken in, or left out. */

#include "url/exm-url-change.h"
#include "url/exm-url-filter.h"

#include <string.h>

#define SITE "https://a.example"

/* A front page: articles of two kinds, tags, and pages about the site. */
#define LINKS                                                                            \
  "/news/101.html /news/102.html /news/103.html /blog/last-ferry/ /blog/a-bell/ "        \
  "/blog/bread-prices-rise/ /tag/sea/ /tag/bells/ /about/ /contact/"

static GPtrArray *
split (const char *paths)
{
  GPtrArray *urls = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit (paths, " ", -1);

  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0')
      g_ptr_array_add (urls, g_strconcat (SITE, *part, NULL));
  return urls;
}

static char *
join (const GPtrArray *urls)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < urls->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "",
                            (char *) g_ptr_array_index (urls, i) + strlen (SITE));
  return g_string_free (out, FALSE);
}

static gboolean
takes (const ExmUrlChange *change, const char *path)
{
  g_autofree char *url = g_strconcat (SITE, path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (change->include, change->exclude, &error);

  g_assert_no_error (error);
  return exm_url_filter_check (filter, url, NULL) == EXM_URL_VERDICT_MATCHED;
}

static void
test_alike (void)
{
  static const struct
  {
    const char *links; /* (unowned) */
    const char *url;   /* (unowned) */
    const char *alike; /* (unowned) */
  } cases[] = {
    { LINKS, "/news/102.html", "/news/102.html /news/101.html /news/103.html" },
    { LINKS, "/blog/a-bell/",
      "/blog/a-bell/ /blog/last-ferry/ /blog/bread-prices-rise/" },
    { LINKS, "/tag/sea/", "/tag/sea/ /tag/bells/" },
    /* Numbers in titles. */
    { "/blog/bells-2/ /blog/the-4-winds/ /blog/a-bell/ /about/", "/blog/bells-2/",
      "/blog/bells-2/ /blog/the-4-winds/ /blog/a-bell/" },
    /* Not of the links. */
    { "/news/1.html /x/", "/news/9.html", "/news/9.html /news/1.html" },
    /* In one place: a title is built otherwise than the name of a page of the site. */
    { "/the-last-ferry-leaves/ /about/ /bread-prices-rise-again/ /contact/",
      "/bread-prices-rise-again/", "/bread-prices-rise-again/ /the-last-ferry-leaves/" },
    { "/2026/05/a-bell /2026/05/ /2026/06/bread-rises /2026/06/", "/2026/05/a-bell",
      "/2026/05/a-bell /2026/06/bread-rises" },
    { "", "/news/1.html", "/news/1.html" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) links = split (cases[i].links);
      g_autofree char *url = g_strconcat (SITE, cases[i].url, NULL);
      g_autoptr (GPtrArray) alike = exm_url_find_alike (links, url);
      g_autofree char *found = join (alike);
      g_assert_cmpstr (found, ==, cases[i].alike);
    }
}

typedef struct
{
  const char *include; /* (unowned) */
  const char *exclude; /* (unowned) */
  const char *url;     /* (unowned) */
  gboolean special;    /* only, or alone */
  const char *changed; /* (unowned) */
  const char *in;      /* (unowned): what matches then, of the links or not */
  const char *out;     /* (unowned): what does not */
} Case;

static ExmUrlChange *
make (const Case *test, const char *kept)
{
  g_autoptr (GPtrArray) links = split (LINKS);
  g_autoptr (GPtrArray) include = split (test->include);
  g_autoptr (GPtrArray) exclude = split (test->exclude);
  g_autoptr (GPtrArray) keep = kept != NULL ? split (kept) : NULL;
  g_autofree char *url = g_strconcat (SITE, test->url, NULL);
  g_autoptr (GError) error = NULL;
  ExmUrlChange *change = kept != NULL
                             ? exm_url_change_new_leaving (include, exclude, links, url,
                                                           keep, test->special, &error)
                             : exm_url_change_new_taking (include, exclude, links, url,
                                                          test->special, &error);

  g_assert_no_error (error);
  return change;
}

static void
check (const Case *test, const ExmUrlChange *change)
{
  g_auto (GStrv) in = g_strsplit (test->in, " ", -1);
  g_auto (GStrv) out = g_strsplit (test->out, " ", -1);
  g_autofree char *changed = join (change->changed);

  g_test_message ("%s", test->url);
  g_assert_cmpstr (changed, ==, test->changed);
  for (char **path = in; *path != NULL; path++)
    g_assert_true (**path == '\0' || takes (change, *path));
  for (char **path = out; *path != NULL; path++)
    g_assert_true (**path == '\0' || !takes (change, *path));
}

static void
test_taking (void)
{
  static const Case cases[] = {
    /* Beside what there is, the next ones too. */
    { "/news/(*).html", "", "/blog/a-bell/", FALSE,
      "/blog/a-bell/ /blog/last-ferry/ /blog/bread-prices-rise/",
      "/news/101.html /news/900.html /blog/the-tide/", "/tag/sea/ /about/ /contact/" },
    /* In its place. */
    { "/tag/(*)/", "", "/news/101.html", TRUE,
      "/news/101.html /news/102.html /news/103.html /tag/sea/ /tag/bells/",
      "/news/101.html /news/900.html", "/tag/sea/ /blog/a-bell/ /about/" },
    /* It was left out. */
    { "/(*)/(**)", "/blog/(**) /tag/(**)", "/blog/a-bell/", FALSE,
      "/blog/a-bell/ /blog/last-ferry/ /blog/bread-prices-rise/",
      "/news/101.html /blog/a-bell/", "/tag/sea/" },
    /* It matches already. */
    { "/news/(*).html", "", "/news/101.html", FALSE, "", "/news/102.html",
      "/blog/a-bell/" },
    /* Pages that are built otherwise are not taken with it. */
    { "/news/(*).html", "", "/about/", FALSE, "/about/ /contact/", "/about/",
      "/tag/sea/ /blog/a-bell/" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmUrlChange) change = make (&cases[i], NULL);
      check (&cases[i], change);
    }
}

#define EXAMPLE "/news/101.html"

static void
test_leaving (void)
{
  static const Case cases[] = {
    /* A kind that has a pattern of its own. */
    { "/news/(*).html /blog/(*)/", "", "/blog/a-bell/", FALSE,
      "/blog/a-bell/ /blog/last-ferry/ /blog/bread-prices-rise/",
      "/news/101.html /news/900.html", "/blog/a-bell/ /blog/the-tide/" },
    /* One that a wider pattern takes too, with what comes later. */
    { "/(*)/(**)", "", "/blog/a-bell/", FALSE,
      "/blog/a-bell/ /blog/last-ferry/ /blog/bread-prices-rise/",
      "/news/101.html /tag/sea/ /about/", "/blog/a-bell/ /blog/the-tide/" },
    { "/(*)/(**)", "", "/tag/sea/", FALSE, "/tag/sea/ /tag/bells/",
      "/news/101.html /blog/a-bell/", "/tag/sea/ /tag/winds/" },
    /* Built as the example: itself alone. */
    { "/(*)/(**)", "", "/news/103.html", FALSE, "/news/103.html",
      "/news/101.html /news/102.html /news/900.html", "/news/103.html" },
    /* Alone, as one wishes. */
    { "/(*)/(**)", "", "/blog/a-bell/", TRUE, "/blog/a-bell/",
      "/news/101.html /blog/last-ferry/", "/blog/a-bell/" },
    /* No pattern tells them from others. */
    { "/(*)/(**)", "", "/about/", FALSE, "/about/ /contact/",
      "/news/101.html /blog/a-bell/ /tag/sea/", "/about/ /contact/" },
    /* The last pattern stays: none would take every address. */
    { "/tag/(*)/", "", "/tag/sea/", FALSE, "/tag/sea/ /tag/bells/", "",
      "/tag/sea/ /tag/winds/ /news/101.html" },
    /* It is left out already. */
    { "/news/(*).html", "", "/tag/sea/", FALSE, "", "/news/101.html", "/tag/sea/" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmUrlChange) change = make (&cases[i], EXAMPLE);
      g_assert_nonnull (change);
      check (&cases[i], change);
    }
}

static void
test_kept (void)
{
  const Case test = { "/(*)/(**)", "", "/blog/a-bell/", FALSE, "", "", "" };

  g_assert_null (make (&test, "/blog/a-bell/"));
  /* Servers add the slash and take it away. */
  g_assert_null (make (&test, EXAMPLE " /blog/a-bell"));
}

/* Whatever is taken in matches; of what is left out nothing does, and what is kept stays.
 */
static void
test_any (void)
{
  static const char *const patterns[] = { "/news/(*).html", "/(*)/(**)", "/tag/(*)/",
                                          "/blog/(*)/ /news/(*).html", "/(*)/" };
  g_autoptr (GPtrArray) links = split (LINKS);

  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    for (guint k = 0; k < links->len * 2; k++)
      {
        const char *path
            = (const char *) g_ptr_array_index (links, k / 2) + strlen (SITE);
        const Case test = { patterns[i], "", path, FALSE, "", "", "" };
        const Case only = { patterns[i], "", path, TRUE, "", "", "" };
        g_autoptr (ExmUrlChange) taking = make (k % 2 ? &only : &test, NULL);
        g_assert_true (takes (taking, path));
        if (strcmp (path, EXAMPLE) == 0)
          continue;
        const gboolean had_example = i == 0 || i == 1 || i == 3;
        g_autoptr (ExmUrlChange) leaving = make (k % 2 ? &only : &test, EXAMPLE);
        g_assert_false (takes (leaving, path));
        g_assert_true (takes (leaving, EXAMPLE) == had_example);
        for (guint n = 0; n < leaving->changed->len; n++)
          g_assert_false (
              takes (leaving, (const char *) g_ptr_array_index (leaving->changed, n)
                                  + strlen (SITE)));
      }
}

static void
test_errors (void)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new (), bad = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (bad, (char *) "[");
  g_assert_null (exm_url_change_new_taking (bad, none, none, SITE "/a", FALSE, &error));
  g_assert_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (
      exm_url_change_new_leaving (none, bad, none, SITE "/a", none, FALSE, &error));
  g_assert_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (
      exm_url_change_new_taking (none, none, none, "no address", TRUE, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collect/url-change/alike", test_alike);
  g_test_add_func ("/collect/url-change/taking", test_taking);
  g_test_add_func ("/collect/url-change/leaving", test_leaving);
  g_test_add_func ("/collect/url-change/kept", test_kept);
  g_test_add_func ("/collect/url-change/any", test_any);
  g_test_add_func ("/collect/url-change/errors", test_errors);
  return g_test_run ();
}
