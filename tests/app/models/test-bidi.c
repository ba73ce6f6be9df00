/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names and times among words that run the other way, in windows of both directions. */

#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-bidi.h"

#define ARABIC "أخبار"

static void
assert_isolated (const char *text, const char *wanted)
{
  g_autofree char *isolated = exm_bidi_isolate (text);

  g_assert_cmpstr (isolated, ==, wanted);
}

static void
test_left_to_right (void)
{
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  assert_isolated (NULL, NULL);
  assert_isolated ("", "");
  assert_isolated ("News", "News");
  assert_isolated ("新闻", "新闻");
  assert_isolated ("2026-11-26 14:30", "2026-11-26 14:30");
  assert_isolated (ARABIC, "\u2068" ARABIC "\u2069");
}

static void
test_right_to_left (void)
{
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  assert_isolated ("", "");
  assert_isolated (ARABIC, ARABIC);
  assert_isolated ("News", "\u2068News\u2069");
  assert_isolated ("2026-11-26 14:30", "\u2066"
                                       "2026-11-26 14:30"
                                       "\u2069");
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

/* Parts of a row: a site and a time. */
static void
test_joined (void)
{
  const char *parts[] = { ARABIC, "2026-11-26 14:30", NULL, "" };

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_autofree char *right = exm_article_words_join (parts, G_N_ELEMENTS (parts));
  g_assert_cmpstr (right, ==,
                   ARABIC " · \u2066"
                          "2026-11-26 14:30"
                          "\u2069");
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_autofree char *left = exm_article_words_join (parts, G_N_ELEMENTS (parts));
  g_assert_cmpstr (left, ==, "\u2068" ARABIC "\u2069 · 2026-11-26 14:30");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/bidi/left-to-right", test_left_to_right);
  g_test_add_func ("/app/bidi/right-to-left", test_right_to_left);
  g_test_add_func ("/app/bidi/joined", test_joined);
  return g_test_run ();
}
