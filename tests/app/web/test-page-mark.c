/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Marking the body on a page: several regions, by pointer and by keys alone, what is
 * announced of it, and what stays to be seen of the body before. */

#include "page-view-fixture.h"

#include "test-gui.h"
#include "test-pointer.h"
#include "types/exm-result.h"

#define BASE "http://site.example/news/1.html"

#define FIRST                                                                            \
  "The first paragraph of the article stands here and is long enough to be one."
#define SECOND                                                                           \
  "The second paragraph goes on with it and is about as long as the first one."
#define TRIMMED "Advertisement: buy a boat, and another one for a friend of yours, today."
#define LAST "The last paragraph of the article ends it, and nothing more belongs to it."

#define ARTICLE                                                                          \
  "<nav><p>Home News</nav><h1>The ferry is back</h1>"                                    \
  "<div><p>" FIRST "<p>" SECOND "<p>" TRIMMED "<p>" LAST "</div>"                        \
  "<footer><p>All rights reserved</footer>"

enum
{
  LINE_NAV,
  LINE_TITLE,
  LINE_FIRST,
  LINE_SECOND,
  LINE_TRIMMED,
  LINE_LAST,
  LINE_FOOTER,
};

static void
open_article (PageFixture *self)
{
  page_fixture_load_html (self, ARTICLE, BASE);
  page_fixture_mark (self, LINE_FIRST, LINE_LAST, LINE_TRIMMED);
  page_fixture_wait_for (self, "return exemplar.marks.head", "2");
  g_object_set (self->view, "mark-mode", TRUE, NULL);
}

typedef struct
{
  PageFixture *fixture; /* (unowned) */
  const char *expected; /* (unowned): a digit a line */
} Region;

static gboolean
is_region (gpointer data)
{
  const Region *wanted = data;
  guint n_lines;
  g_autofree guint8 *region = exm_page_view_dup_region (wanted->fixture->view, &n_lines);
  g_autoptr (GString) digits = g_string_new (NULL);

  for (guint i = 0; region != NULL && i < n_lines; i++)
    g_string_append_c (digits, region[i] ? '1' : '0');
  return wanted->fixture->n_picked > 0 && g_str_equal (digits->str, wanted->expected);
}

/* Waits for the mark, a digit a line: each key is answered on its own. */
static void
assert_region (PageFixture *self, const char *expected)
{
  Region wanted = { self, expected };

  test_gui_wait_until (is_region, &wanted, expected);
  self->n_picked = 0;
}

static void
press (PageFixture *self, const char *keys)
{
  test_keys (GTK_WIDGET (self->view), keys);
}

static void
assert_said (PageFixture *self, const char *words)
{
  page_fixture_wait_for (self, "return exemplar.announced()", words);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->view),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words);
}

/* M and Enter: the body as it is known, without a pointer. */
static void
test_guess_by_keys (PageFixture *self, gconstpointer unused)
{
  gboolean by_keys;

  open_article (self);
  gtk_widget_grab_focus (GTK_WIDGET (page_fixture_get_web (self)));
  exm_page_view_mark_by_keys (self->view);
  page_fixture_wait_for (
      self, "return `${exemplar.marks.hover?.first} ${exemplar.marks.hover?.last}`",
      "2 5");
  assert_said (self, "Enter marks 3 lines · 225 characters");
  g_object_get (self->view, "mark-keys", &by_keys, NULL);
  g_assert_true (by_keys);
  press (self, "Return");
  assert_region (self, "0011010");
  assert_said (self, "Marked: 3 lines · 225 characters");
  press (self, "Escape");
  assert_region (self, "");
  assert_said (self, "Nothing is marked");
  /* The pointer takes over. */
  page_fixture_hover (self, LINE_SECOND);
  page_fixture_wait_for (self, "return exemplar.marks.hover !== null", "true");
  g_object_get (self->view, "mark-keys", &by_keys, NULL);
  g_assert_false (by_keys);
}

/* Line by line: arrows choose, Shift extends, Alt takes out, Space adds and takes out. */
static void
test_lines_by_keys (PageFixture *self, gconstpointer unused)
{
  open_article (self);
  gtk_widget_grab_focus (GTK_WIDGET (page_fixture_get_web (self)));
  press (self, "Right");
  assert_said (self, "Line 3 of 7: " FIRST);
  press (self, "Return Return");
  assert_region (self, "0010000");
  press (self, "shift+Down shift+Down shift+Down");
  assert_region (self, "0011110");
  assert_said (self, "Line 6 of 7, marked: " LAST);
  press (self, "alt+Up");
  assert_region (self, "0011010");
  assert_said (self, "Line 5 of 7: " TRIMMED);
  /* A line that was taken out stays out of a mark that grows. */
  press (self, "Right shift+Right");
  assert_region (self, "0011011");
  press (self, "space");
  assert_region (self, "0011010");
  /* One more region, apart from the first. */
  press (self, "Left Left Left Left Left Left space");
  assert_region (self, "1011010");
  assert_said (self, "Line 1 of 7, marked: Home News");
  press (self, "space");
  assert_region (self, "0011010");
}

static void
test_regions_by_pointer (PageFixture *self, gconstpointer unused)
{
  open_article (self);
  page_fixture_click (self, LINE_SECOND, NULL);
  assert_region (self, "0011010");
  page_fixture_click (self, LINE_TITLE, "ctrl");
  assert_region (self, "0111010");
  page_fixture_click (self, LINE_TITLE, "ctrl");
  assert_region (self, "0011010");
  page_fixture_click (self, LINE_FOOTER, "shift");
  assert_region (self, "0011011");
  page_fixture_click (self, LINE_FOOTER, "alt");
  assert_region (self, "0011010");
}

static void
set_region (PageFixture *self, const char *digits)
{
  static const guint8 verdicts[] = { 0, 0, 2, 2, 1, 2, 0 };
  guint8 region[G_N_ELEMENTS (verdicts)];

  for (gsize i = 0; i < G_N_ELEMENTS (verdicts); i++)
    region[i] = digits[i] == '1';
  exm_page_view_set_marks (self->view, verdicts, G_N_ELEMENTS (verdicts), LINE_FIRST,
                           LINE_LAST, region);
}

#define ASK_CHOICE "return [...exemplar.marks.choice ?? []].join (' ')"

/* A mark that a task has already can be extended, and a mark that is undone is gone. */
static void
test_stored_region (PageFixture *self, gconstpointer unused)
{
  open_article (self);
  set_region (self, "0010000");
  page_fixture_wait_for (self, ASK_CHOICE, "2");
  page_fixture_click (self, LINE_LAST, "ctrl");
  assert_region (self, "0010010");
  set_region (self, "0010010");
  page_fixture_wait_for (self, ASK_CHOICE, "2 5");
  set_region (self, "0000000");
  page_fixture_wait_for (self, ASK_CHOICE, "");
  page_fixture_click (self, LINE_LAST, NULL);
  assert_region (self, "0011010");
}

/* The ghost is seen for two seconds after the last change, not the first. */
static void
test_ghost (PageFixture *self, gconstpointer unused)
{
  open_article (self);
  exm_page_view_show_ghost (self->view, LINE_FIRST, LINE_SECOND);
  page_fixture_wait_for (self, "return exemplar.marks.ghost?.last", "3");
  gint64 began = g_get_monotonic_time ();
  page_fixture_linger (1500);
  exm_page_view_show_ghost (self->view, LINE_FIRST, LINE_TRIMMED);
  page_fixture_wait_for (self, "return exemplar.marks.ghost?.last", "4");
  page_fixture_wait_for (self, "return exemplar.marks.ghost", "null");
  g_assert_cmpint (g_get_monotonic_time () - began, >, 3400 * 1000);
}

int
main (int argc, char **argv)
{
#define ADD(path, func)                                                                  \
  g_test_add ("/app/page-mark/" path, PageFixture, NULL, page_fixture_set_up, func,      \
              page_fixture_tear_down)

  test_gui_init (&argc, &argv);
  ADD ("guess-by-keys", test_guess_by_keys);
  ADD ("lines-by-keys", test_lines_by_keys);
  ADD ("regions-by-pointer", test_regions_by_pointer);
  ADD ("stored-region", test_stored_region);
  ADD ("ghost", test_ghost);
  return g_test_run ();
}
