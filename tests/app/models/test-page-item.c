/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of a stored page: it is told of when it changes and only then, and owns its
 * words.
 */

#include "app/setup/exm-page-item.h"

static void
on_notify (GObject *item, GParamSpec *pspec, gpointer data)
{
  (*(guint *) data)++;
}

static void
assert_string (ExmPageItem *item, const char *property, const char *expected)
{
  g_autofree char *value = NULL;

  g_object_get (item, property, &value, NULL);
  g_assert_cmpstr (value, ==, expected);
}

static void
test_update_stored (void)
{
  char title[] = "A title", excerpt[] = "How it begins", message[] = "Not sure of it";
  ExmPageOutcome outcome = {
    .mark = EXM_PAGE_PASS,
    .confidence = .9,
    .n_chars = 1200,
    .title = title,
    .excerpt = excerpt,
  };
  g_autoptr (ExmPageItem) item
      = exm_page_item_new_stored ("http://site.example/1.html", 7, &outcome);
  guint n_notified = 0;

  g_signal_connect (item, "notify", G_CALLBACK (on_notify), &n_notified);
  exm_page_item_update_stored (item, &outcome);
  g_assert_cmpuint (n_notified, ==, 0);

  /* The item has copies of its own. */
  title[0] = excerpt[0] = '?';
  assert_string (item, "title", "A title");
  assert_string (item, "excerpt", "How it begins");
  title[0] = 'A';
  excerpt[0] = 'H';
  exm_page_item_update_stored (item, &outcome);
  g_assert_cmpuint (n_notified, ==, 0);

  /* Each part of it alone is a change. */
  outcome.message = message;
  outcome.mark = EXM_PAGE_LOOK;
  exm_page_item_update_stored (item, &outcome);
  g_assert_cmpuint (n_notified, >, 0);
  assert_string (item, "details", "Not sure of it");
  n_notified = 0;
  outcome.confidence = .6;
  exm_page_item_update_stored (item, &outcome);
  g_assert_cmpuint (n_notified, >, 0);
  assert_string (item, "mark-words", "Take a look 60%");
  n_notified = 0;
  outcome.message = NULL;
  exm_page_item_update_stored (item, &outcome);
  g_assert_cmpuint (n_notified, >, 0);
  /* Digits are grouped as the person's locale does. */
  g_autofree char *details = g_strdup_printf ("%'u characters", 1200u);
  assert_string (item, "details", details);
  n_notified = 0;
  outcome.n_chars = 3;
  exm_page_item_update_stored (item, &outcome);
  g_assert_cmpuint (n_notified, >, 0);
  n_notified = 0;
  char lines[] = "One line\nand another";
  outcome.excerpt = lines;
  exm_page_item_update_stored (item, &outcome);
  g_assert_cmpuint (n_notified, >, 0);
  assert_string (item, "excerpt", "One line and another");
  n_notified = 0;
  outcome.excerpt = NULL;
  exm_page_item_update_stored (item, &outcome);
  g_assert_cmpuint (n_notified, >, 0);
  assert_string (item, "excerpt", "");
  n_notified = 0;
  outcome.title = NULL;
  exm_page_item_update_stored (item, &outcome);
  g_assert_cmpuint (n_notified, >, 0);
  assert_string (item, "title", "http://site.example/1.html");
  g_assert_cmpint (exm_page_item_get_article_id (item), ==, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/page-item/update-stored", test_update_stored);
  return g_test_run ();
}
