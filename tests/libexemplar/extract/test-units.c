/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Parts of a page that repeat, each with a date or an author of its own. */

#include "extract/exm-units.h"

#include "test-page.h"

#include <string.h>

#define PARAGRAPH                                                                        \
  "The harbour board met on Monday, after three weeks of rain, to decide what becomes "  \
  "of the old ferry; nobody had expected the hall to be so full."

static guint
find (const ExmPageText *page, const char *text)
{
  guint n;
  return (guint) (test_page_find_line (page, text) - exm_page_text_get_lines (page, &n));
}

static void
test_dated (void)
{
  static const struct
  {
    const char *text;
    gboolean dated;
  } cases[] = {
    { "20 November 2026", TRUE }, { "Nov 20", TRUE },
    { "20. November", TRUE },     { "le 3 févr. 2026", TRUE },
    { "20 ноября 2026", TRUE },   { "2026-11-20", TRUE },
    { "2026/11/20 08:30", TRUE }, { "20.11.26", TRUE },
    { "at 8:30 pm", TRUE },       { "Jane · 3 hours ago", TRUE },
    { "2026年11月20日", TRUE },   { "11月20日", TRUE },
    { "网友甲 5分钟前", TRUE },   { "3시간 전", TRUE },
    { "vor 3 Stunden", TRUE },    { "", FALSE },
    { "Founded in 1999", FALSE }, { "Room 12", FALSE },
    { "3.5 percent", FALSE },     { "may well be so", FALSE },
    { "Version 1.2", FALSE },     { "Score 12:3", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (exm_line_is_dated (cases[i].text, strlen (cases[i].text)), ==,
                       cases[i].dated);
    }
}

/* Comments that no class name gives away. */
static void
test_comments (void)
{
  g_autoptr (ExmPageText) page = test_page_read (
      "<title>Old ferry</title><h1>Old ferry</h1><p class=d>20 Nov 2026</p><p>" PARAGRAPH
      "<p>" PARAGRAPH
      "<p>End</p><div class=x7><div class=k><b>Jane</b> <i>3 hours ago</i>"
      "<p>I like it.</div><div class=k><b>John</b> <i>2 hours ago</i><p>Me too.<div "
      "class=k>"
      "<b>Ann</b> <i>1 hour ago</i><p>Not me.</div></div><div class=k><b>Jim</b> <i>1 "
      "hour"
      " ago</i><p>The old ferry is old.</div></div><p>Imprint");
  g_autoptr (ExmUnits) units = exm_units_measure (page);

  g_assert_cmpuint (units->rank[find (page, "20 Nov 2026")], ==, 0);
  g_assert_cmpuint (units->rank[find (page, "End")], ==, 0);
  g_assert_cmpuint (units->rank[find (page, "Imprint")], ==, 0);
  guint first = find (page, "I like it."), last = find (page, "The old ferry is old.");
  g_assert_cmpuint (units->rank[first], ==, 1);
  g_assert_cmpuint (units->rank[find (page, "Me too.")], ==, 2);
  g_assert_cmpuint (units->rank[last], ==, 3);
  g_assert_cmpuint (units->n_units[first], ==, 3);
  g_assert_cmpfloat (units->share[first], <, .5f);
  g_assert_cmpfloat (units->prose[first], <, .1f);
  g_assert_cmpfloat (units->title[first], ==, 0);
  g_assert_cmpfloat (units->title[last], ==, 1);
}

/* The page's own article comes first, those behind it are others. */
static void
test_appended (void)
{
  static const struct
  {
    const char *title, *one, *two, *date_one, *date_two;
  } cases[] = {
    { "Bakery reopens quietly", "Bakery reopens quietly", "Bridge closes", "20 Nov 2026",
      "19 Nov 2026" },
    { "旧渡轮留下来", "旧渡轮留下来", "新大桥通车", "2026年11月20日", "2026年11月19日" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = test_page_repeat ("", "<p>" PARAGRAPH "</p>", 9, "");
      g_autofree char *html = g_strdup_printf (
          "<title>%s</title><nav>Home</nav><section><div class=a1><h1>%s</h1>"
          "<span>%s</span>%s<p>end one</div><div class=a2><h1>%s</h1><span>%s</span>%s"
          "<p>end two</div></section>",
          cases[i].title, cases[i].one, cases[i].date_one, text, cases[i].two,
          cases[i].date_two, text);
      g_autoptr (ExmPageText) page = test_page_read (html);
      g_autoptr (ExmUnits) units = exm_units_measure (page);
      guint own = find (page, "end one"), other = find (page, "end two");

      g_assert_cmpuint (units->rank[own], ==, 1);
      g_assert_cmpuint (units->rank[other], ==, 2);
      g_assert_cmpfloat (units->prose[own], ==, 1);
      g_assert_cmpfloat (units->headline[other], ==, 1);
      g_assert_cmpfloat (units->title[own], ==, 1);
      g_assert_cmpfloat (units->title[other], <, .3f);
      g_assert_cmpfloat (units->share[own], >, .9f);
    }
}

/* Heads and texts side by side, as in lists of definitions and in old tables. */
static void
test_flat (void)
{
  static const char *const htmls[] = {
    "<h1>T</h1><p>" PARAGRAPH "</p><dl><dt>Jane wrote:<dd>one<dt>John wrote:<dd>two"
    "<dt>Jim wrote:<dd>three</dl><p>Imprint",
    "<h1>T</h1><p>" PARAGRAPH "</p><div>2026-11-20 Jane<br><br>one<br><br>2026-11-20 John"
    "<br><br>two<br><br>2026-11-21 Jim<br><br>three</div><p>Imprint",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (htmls); i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (htmls[i]);
      g_autoptr (ExmUnits) units = exm_units_measure (page);

      g_assert_cmpuint (units->rank[find (page, "T")], ==, 0);
      g_assert_cmpuint (units->rank[find (page, "one")], ==, 1);
      g_assert_cmpuint (units->rank[find (page, "two")], ==, 2);
      g_assert_cmpuint (units->rank[find (page, "three")], ==, 3);
      g_assert_cmpuint (units->resets[find (page, "three")], ==, 3);
      g_assert_cmpuint (units->rank[find (page, "Imprint")], ==, 0);
    }
}

/* A live feed is all units: they are the body. */
static void
test_feed (void)
{
  GString *html = g_string_new ("<title>Live: the vote</title><nav>Home</nav><main>");
  for (guint i = 0; i < 12; i++)
    g_string_append_printf (html, "<div><h3>%02u:15</h3><p>" PARAGRAPH "</div>", 20 - i);
  g_autoptr (ExmPageText) page = test_page_read (html->str);
  g_autoptr (ExmUnits) units = exm_units_measure (page);
  guint line = find (page, "10:15");

  g_assert_cmpuint (units->rank[line], ==, 11);
  g_assert_cmpuint (units->n_units[line], ==, 12);
  g_assert_cmpfloat (units->share[line], >, .9f);
  g_string_free (html, TRUE);
}

static void
test_nothing (void)
{
  g_autoptr (ExmPageText) empty = test_page_read ("");
  g_autoptr (ExmUnits) none = exm_units_measure (empty);
  g_autoptr (ExmPageText) page = test_page_read ("<p>20 Nov 2026<p>" PARAGRAPH);
  g_autoptr (ExmUnits) units = exm_units_measure (page);

  g_assert_cmpuint (none->n_lines, ==, 0);
  g_assert_cmpuint (units->n_lines, ==, 2);
  g_assert_cmpuint (units->rank[0] + units->rank[1], ==, 0);
}

/* Many series that all span the page cost no more than a few times the page. */
static void
test_many_series (void)
{
  GString *html = g_string_new (NULL);
  for (guint i = 0; i < 40000; i++)
    {
      guint k = i % 20000;
      g_string_append_printf (html, "<p class=%c%c%c%c>12:30 x", 'a' + k % 20,
                              'a' + k / 20 % 20, 'a' + k / 400 % 20, 'a' + k / 8000);
    }
  g_autoptr (ExmPageText) page = test_page_read (html->str);
  g_autoptr (GTimer) timer = g_timer_new ();
  g_autoptr (ExmUnits) units = exm_units_measure (page);

  g_test_message ("%.3f s", g_timer_elapsed (timer, NULL));
  g_assert_cmpfloat (g_timer_elapsed (timer, NULL), <, 10);
  g_assert_cmpuint (units->n_lines, ==, 40000);
  g_string_free (html, TRUE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/units/dated", test_dated);
  g_test_add_func ("/extract/units/comments", test_comments);
  g_test_add_func ("/extract/units/appended", test_appended);
  g_test_add_func ("/extract/units/flat", test_flat);
  g_test_add_func ("/extract/units/feed", test_feed);
  g_test_add_func ("/extract/units/nothing", test_nothing);
  g_test_add_func ("/extract/units/many-series", test_many_series);
  return g_test_run ();
}
