/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The lines of a page text are found in the page as a browser lays it out, tinted there,
 * and answer to the pointer and the keyboard. */

#include "html/exm-tag.h"
#include "page-view-fixture.h"
#include "test-gui.h"
#include "test-pointer.h"
#include "test-site.h"

#include <string.h>

#define BASE "http://page.example/a/1.html"

#define ARTICLE                                                                          \
  "<div class=nav><a href='/'>Home</a> <a href='/x'>News</a></div>"                      \
  "<h1>The ferry is back</h1>"                                                           \
  "<div class=body>"                                                                     \
  "<p>The ferry that was taken out of service in March runs again since Monday.</p>"     \
  "<p>Its engine was rebuilt by the yard that had built the boat forty years ago.</p>"   \
  "<p>Read also: all about boats</p>"                                                    \
  "<p>Passengers said that the crossing takes as long as ever, about ten minutes.</p>"   \
  "</div>"                                                                               \
  "<div class=foot>All rights reserved</div>"

#define FIRST "The ferry that was taken out of service in March runs again since Monday."
#define SECOND                                                                           \
  "Its engine was rebuilt by the yard that had built the boat forty years ago."
#define TRIMMED "Read also: all about boats"
#define LAST "Passengers said that the crossing takes as long as ever, about ten minutes."

/* Every line that a browser lays out is found, and is the same text there. */
static void
assert_all_found (PageFixture *self)
{
  guint n_lines, n_shown = 0;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  g_autofree char *joined = page_fixture_ask (
      self, "return [...exemplar.first].map((at, i) => at < 0 ? '' : "
            "exemplar.lines.slice(at, exemplar.last[i] + 1).map((line) => line.key)"
            ".join(' ')).join('\\n')");
  g_auto (GStrv) found = g_strsplit (joined, "\n", -1);

  g_assert_cmpuint (g_strv_length (found), ==, n_lines);
  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].flags & (EXM_LINE_NOSCRIPT | EXM_LINE_TEMPLATE | EXM_LINE_UNSEEN))
        continue;
      n_shown++;
      const char *text = exm_page_text_get_line (self->page, i);
      g_assert_true (g_str_has_prefix (text, found[i]));
      g_assert_true (strcmp (text, found[i]) == 0 || g_utf8_strlen (found[i], -1) >= 300);
    }
  g_assert_cmpuint (exm_page_view_get_n_found (self->view), ==, n_shown);
}

static void
test_files (PageFixture *self, gconstpointer data)
{
  static const char *const names[]
      = { "en-example.html", "en-target.html",  "en-third.html", "en-other-site.html",
          "scripted.html",   "zh-example.html", "zh-target.html" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      page_fixture_load_file (self, names[i]);
      assert_all_found (self);
    }
}

static void
test_made_pages (PageFixture *self, gconstpointer data)
{
  for (guint site = 0; site < 3; site++)
    {
      g_auto (TestSitePage) page = test_site_make_page (
          site, 4, 12, site % 2, TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
      page_fixture_load_html (self, page.html, BASE);
      assert_all_found (self);
    }
}

static void
test_rules (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (
      self,
      "<title>t</title><p>a<br>b <b>c</b>d<span> e</span>&nbsp;&#x3000; f</p>text"
      "<noscript><p>no script here</p></noscript><template><p>x</p></template>"
      "<pre>one\n two\n\nthree</pre><script>var x;</script><style>p{}</style>"
      "<p hidden>hidden line</p><p style='display:none'>another</p>"
      "<select><option>first<option>second</select><textarea>typed</textarea>"
      "<table><tr><td>cell 1<td>cell 2</table><svg><text>drawn</text></svg>"
      "<ul><li>item<li>item<li>item</ul><p>end</p>",
      BASE);
  assert_all_found (self);
}

/* Repeated lines are told apart by their surroundings, and a line that our reader and
 * the browser see differently costs no more than itself. */
static void
test_alignment (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, ARTICLE, BASE);
  g_autofree char *lines = page_fixture_ask (
      self,
      "exemplar.start([...exemplar.block].join(' '), [...exemplar.dropped].join(' '));"
      "exemplar.add(['Home News', 'only here', 'The ferry is back', 'Its engine was "
      "rebuilt by the yard', 'that had built the boat forty years ago.', 'All rights "
      "reserved'].join('\\n'));"
      "await exemplar.find(5000);"
      "return [...exemplar.first].join(' ')");

  g_assert_cmpstr (lines, ==, "0 -1 1 3 3 6");
}

static char *
highlighted (PageFixture *self, const char *name)
{
  g_autofree char *code
      = g_strdup_printf ("return [...CSS.highlights.get('%s')].map((range) => "
                         "range.toString().replace(/\\s+/g, ' ')).join('|')",
                         name);

  return page_fixture_ask (self, code);
}

static void
mark_article (PageFixture *self)
{
  page_fixture_mark (self, page_fixture_find_line (self, FIRST),
                     page_fixture_find_line (self, LAST),
                     page_fixture_find_line (self, TRIMMED));
  page_fixture_wait_for (self, "return CSS.highlights.get('exm-trimmed')?.size ?? 0",
                         "1");
}

static void
test_tint (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, ARTICLE, BASE);
  g_autofree char *before = page_fixture_ask (self, "return document.body.outerHTML");
  mark_article (self);
  g_autofree char *body = highlighted (self, "exm-body");
  g_autofree char *trimmed = highlighted (self, "exm-trimmed");
  g_autofree char *dark = highlighted (self, "exm-body-dark");
  g_autofree char *after = page_fixture_ask (self, "return document.body.outerHTML");

  g_assert_cmpstr (body, ==, FIRST SECOND "|" LAST);
  g_assert_cmpstr (trimmed, ==, TRIMMED);
  g_assert_cmpstr (dark, ==, "");
  g_assert_cmpstr (after, ==, before);

  /* Marks that come before the page are not lost. */
  page_fixture_load_html (self, ARTICLE, BASE);
  mark_article (self);
  g_autofree char *again = highlighted (self, "exm-body");
  g_assert_cmpstr (again, ==, FIRST SECOND "|" LAST);
}

static void
test_dark_page (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (
      self, "<body style='background:#101418;color:#ddd'>" ARTICLE "</body>", BASE);
  mark_article (self);
  g_autofree char *body = highlighted (self, "exm-body");
  g_autofree char *dark = highlighted (self, "exm-body-dark");

  g_assert_cmpstr (body, ==, "");
  g_assert_cmpstr (dark, ==, FIRST SECOND "|" LAST);
}

/* The labels of both ends stay inside what is seen, and take no room in the page. */
static void
test_labels (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, "<div style='width:1000px'>" ARTICLE "</div>", BASE);
  page_fixture_wait_for (self, "return exemplar.marks.zoom < 1", "true");
  g_autofree char *before
      = page_fixture_ask (self, "return `${document.documentElement.scrollWidth} "
                                "${document.documentElement.scrollHeight}`");
  mark_article (self);
  g_autofree char *after
      = page_fixture_ask (self, "return `${document.documentElement.scrollWidth} "
                                "${document.documentElement.scrollHeight}`");
  g_autofree char *labels = page_fixture_ask (
      self, "return exemplar.labels().map((rect) => rect.left >= 0 && rect.top >= 0 && "
            "rect.right <= innerWidth).join(' ')");

  g_assert_cmpstr (after, ==, before);
  g_assert_cmpstr (labels, ==, "true true");
}

/* Width of the label of the body's start, and of what it hides of the headline; px. */
static void
measure_start (PageFixture *self, const char *gap, double *width, double *hidden)
{
  g_autofree char *html = g_strconcat (
      "<style>p{margin:0}</style><h1 style='font:20px/1.2 serif;margin:0 0 ", gap,
      "'>The ferry is back on the river after nine weeks of work in the yard of the "
      "harbour, and all the morning</h1><p>" FIRST "<p>" SECOND "<p>" TRIMMED "<p>" LAST,
      NULL);

  page_fixture_load_html (self, html, BASE);
  mark_article (self);
  g_autofree char *words = page_fixture_ask (
      self,
      "const range = document.createRange();"
      "range.selectNodeContents(document.querySelector('h1'));"
      "const own = exemplar.labels()[0];"
      "const parts = [...range.getClientRects()].map((part) =>"
      "  Math.max(0, Math.min(part.right, own.right) - Math.max(part.left, own.left))"
      "  * Math.max(0, Math.min(part.bottom, own.bottom) - Math.max(part.top, own.top)));"
      "return `${own.width} ${Math.max(0, ...parts)}`");
  g_auto (GStrv) parts = g_strsplit (words, " ", 2);
  *width = g_ascii_strtod (parts[0], NULL);
  *hidden = g_ascii_strtod (parts[1], NULL);
}

/* A label does without its words where a headline leaves it no room. */
static void
test_tight_label (PageFixture *self, gconstpointer data)
{
  double roomy, tight, hidden;

  measure_start (self, "30px", &roomy, &hidden);
  g_assert_cmpfloat (hidden, ==, 0);
  measure_start (self, "0", &tight, &hidden);
  g_assert_cmpfloat (hidden, >, 0);
  g_assert_cmpfloat (tight, <, roomy / 2);
}

/* A layout that is wider than the view is made smaller; one that would fit itself into
 * the view is laid out for a desktop: 440 of 960 px. */
static void
test_zoom (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (
      self, "<body style='margin:0'><div style='width:1000px'>" ARTICLE "</div>", BASE);
  page_fixture_wait_for (self, "return exemplar.marks.zoom.toFixed(2)", "0.44");
  page_fixture_load_html (self, ARTICLE, BASE);
  page_fixture_wait_for (self, "return exemplar.marks.zoom.toFixed(2)", "0.46");
  page_fixture_wait_for (self, "return Math.round(innerWidth / 10) * 10", "960");
  page_fixture_load_html (
      self, "<body style='margin:0'><div style='width:5000px'>" ARTICLE "</div>", BASE);
  page_fixture_wait_for (self, "return exemplar.marks.zoom.toFixed(2)", "0.40");
  g_object_set (self->view, "zoom-fit", FALSE, NULL);
  page_fixture_wait_for (self, "return exemplar.marks.zoom.toFixed(2)", "1.00");
}

/* A page has its own size where there is room for it. */
static void
test_zoom_wide (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, ARTICLE, BASE);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->view)), >=, 960);
  page_fixture_wait_for (self, "return exemplar.marks.zoom.toFixed(2)", "1.00");
}

static gboolean
has_hovered (gpointer data)
{
  PageFixture *self = data;

  return self->hovered != EXM_NONE;
}

static gboolean
has_activated (gpointer data)
{
  PageFixture *self = data;

  return self->n_activated > 0;
}

static void
test_pointer (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, "<div style='width:800px'>" ARTICLE "</div>", BASE);
  mark_article (self);
  page_fixture_linger (200);
  guint line = page_fixture_find_line (self, SECOND);

  page_fixture_hover (self, line);
  test_gui_wait_until (has_hovered, self, "the line under the pointer");
  g_assert_cmpuint (self->hovered, ==, line);
  page_fixture_click (self, line, NULL);
  test_gui_wait_until (has_activated, self, "the line that was clicked");
  g_assert_cmpuint (self->activated, ==, line);

  /* A link is a line like any other: it does not open. */
  self->n_activated = 0;
  line = page_fixture_find_line (self, "Home News");
  page_fixture_click (self, line, NULL);
  test_gui_wait_until (has_activated, self, "the link's line");
  g_assert_cmpuint (self->activated, ==, line);
  g_autofree char *address = page_fixture_ask (self, "return location.href");
  g_assert_cmpstr (address, ==, BASE);
}

static void
test_scroll_and_hover_line (PageFixture *self, gconstpointer data)
{
  g_autoptr (GString) html = g_string_new (NULL);

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (html, "<p>Paragraph number %u</p>", i);
  page_fixture_load_html (self, html->str, BASE);
  exm_page_view_scroll_to_line (self->view, 250);
  page_fixture_wait_for (
      self,
      "const rect = exemplar.rangeOf(250, 250).getBoundingClientRect();"
      "return rect.top > 0 && rect.bottom < innerHeight",
      "true");
  g_object_set (self->view, "hover-line", 250, NULL);
  page_fixture_wait_for (self, "return exemplar.marks.hoverLine", "250");
}

static gboolean
has_picked (gpointer data)
{
  PageFixture *self = data;

  return self->n_picked > 0;
}

static void
assert_picked (PageFixture *self, guint first, guint last)
{
  test_gui_wait_until (has_picked, self, "a region");
  self->n_picked = 0;
  g_assert_cmpuint (self->first, ==, first);
  g_assert_cmpuint (self->last, ==, last);
}

static gboolean
has_mark_hover (gpointer data)
{
  PageFixture *self = data;

  return self->hover_lines > 0;
}

static void
test_mark_by_pointer (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, ARTICLE, BASE);
  mark_article (self);
  guint first = page_fixture_find_line (self, FIRST);
  guint second = page_fixture_find_line (self, SECOND);
  guint trimmed = page_fixture_find_line (self, TRIMMED);
  guint last = page_fixture_find_line (self, LAST);
  guint title = page_fixture_find_line (self, "The ferry is back");

  g_object_set (self->view, "mark-mode", TRUE, NULL);
  page_fixture_hover (self, second);
  test_gui_wait_until (has_mark_hover, self, "the outline");
  /* A line that was cut out of the body is not said to be body. */
  g_assert_cmpuint (self->hover_lines, ==, 3);
  g_assert_cmpuint (self->hover_chars, ==,
                    strlen (FIRST) + strlen (SECOND) + strlen (LAST));

  page_fixture_click (self, second, NULL);
  assert_picked (self, first, last);
  guint n_kept;
  g_autofree guint8 *kept = exm_page_view_dup_region (self->view, &n_kept);
  g_assert_true (kept[first] && kept[last] && !kept[trimmed]);
  page_fixture_click (self, second, NULL);
  assert_picked (self, second, second);
  page_fixture_click (self, last, "shift");
  assert_picked (self, second, last);
  page_fixture_click (self, trimmed, "alt");
  assert_picked (self, second, last);
  guint n_lines;
  g_autofree guint8 *region = exm_page_view_dup_region (self->view, &n_lines);
  g_assert_cmpuint (region[second], ==, 1);
  g_assert_cmpuint (region[trimmed], ==, 0);
  g_assert_cmpuint (region[last], ==, 1);
  page_fixture_click (self, title, NULL);
  assert_picked (self, title, title);
  exm_page_view_mark_widen (self->view);
  assert_picked (self, page_fixture_find_line (self, "Home News"),
                 page_fixture_find_line (self, "All rights reserved"));
  exm_page_view_mark_narrow (self->view);
  assert_picked (self, title, title);
  test_keys (GTK_WIDGET (self->view), "Escape");
  assert_picked (self, EXM_NONE, EXM_NONE);
  g_assert_null (exm_page_view_dup_region (self->view, &n_lines));
  g_assert_cmpuint (self->n_activated, ==, 0);
}

static void
test_mark_by_keys (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, ARTICLE, BASE);
  guint first = page_fixture_find_line (self, FIRST);
  guint second = page_fixture_find_line (self, SECOND);
  guint trimmed = page_fixture_find_line (self, TRIMMED);

  g_object_set (self->view, "mark-mode", TRUE, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (page_fixture_get_web (self)));
  /* The navigation, the title, the first paragraph. */
  test_keys (GTK_WIDGET (self->view), "Down Down Down");
  page_fixture_wait_for (self, "return exemplar.marks.hover?.first ?? -1", "2");
  test_keys (GTK_WIDGET (self->view), "Return");
  test_gui_wait_until (has_picked, self, "a region");
  self->n_picked = 0;
  test_keys (GTK_WIDGET (self->view), "Return");
  assert_picked (self, first, first);
  test_keys (GTK_WIDGET (self->view), "shift+Down");
  assert_picked (self, first, second);
  test_keys (GTK_WIDGET (self->view), "shift+Down");
  assert_picked (self, first, trimmed);
  test_keys (GTK_WIDGET (self->view), "Escape");
  assert_picked (self, EXM_NONE, EXM_NONE);
}

/* An operator who tries one encoding after another does not wait for the first. */
static void
test_overtaken (PageFixture *self, gconstpointer data)
{
  static const char *const pages[]
      = { "<p>first page", "<p>second page", "<p>third page" };

  for (guint round = 0; round < 5; round++)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
        {
          g_autoptr (GBytes) bytes = g_bytes_new_static (pages[i], strlen (pages[i]));
          page_fixture_begin (self, bytes, BASE);
          if (round > 0)
            g_main_context_iteration (NULL, FALSE);
        }
      page_fixture_wait_loaded (self);
      g_autofree char *text
          = page_fixture_ask (self, "return document.body.innerText.trim()");
      g_assert_cmpstr (text, ==, "third page");
      assert_all_found (self);
    }
}

static void
test_empty (PageFixture *self, gconstpointer data)
{
  guint state;

  page_fixture_load_html (self, ARTICLE, BASE);
  exm_page_view_load (self->view, NULL, NULL);
  g_object_get (self->view, "state", &state, NULL);
  g_assert_cmpuint (state, ==, EXM_PAGE_VIEW_EMPTY);
  g_assert_null (test_gui_find (self->view, WEBKIT_TYPE_WEB_VIEW, NULL));
  page_fixture_load_html (self, "", NULL);
  g_assert_cmpuint (exm_page_view_get_n_found (self->view), ==, 0);
}

int
main (int argc, char **argv)
{
#define ADD(path, func)                                                                  \
  g_test_add ("/app/page-view/" path, PageFixture, NULL, page_fixture_set_up, func,      \
              page_fixture_tear_down)

  test_gui_init (&argc, &argv);
  ADD ("files", test_files);
  ADD ("made-pages", test_made_pages);
  ADD ("rules", test_rules);
  ADD ("alignment", test_alignment);
  ADD ("tint", test_tint);
  ADD ("dark-page", test_dark_page);
  ADD ("labels", test_labels);
  ADD ("tight-label", test_tight_label);
  ADD ("zoom", test_zoom);
  ADD ("overtaken", test_overtaken);
  g_test_add ("/app/page-view/zoom-wide", PageFixture, GINT_TO_POINTER (1000),
              page_fixture_set_up, test_zoom_wide, page_fixture_tear_down);
  ADD ("pointer", test_pointer);
  ADD ("scroll-and-hover-line", test_scroll_and_hover_line);
  ADD ("mark-by-pointer", test_mark_by_pointer);
  ADD ("mark-by-keys", test_mark_by_keys);
  ADD ("empty", test_empty);
  return g_test_run ();
}
