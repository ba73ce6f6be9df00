/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The rule "articles only": what it holds, and what it says. */

#include "base/exm-said.h"
#include "jobs/exm-article-job.h"
#include "test-kind-pages.h"

#include <string.h>

/* A page of paragraphs of running text. */
static char *
make_article (void)
{
  g_autoptr (GString) html = g_string_new (
      "<!DOCTYPE html><html><head><title>The bridge opens again</title><meta "
      "property='og:type' content='article'></head><body><article><h1>The bridge opens "
      "again</h1>");

  for (guint i = 0; i < 9; i++)
    g_string_append_printf (
        html,
        "<p>On day %u of the works the crew of the old bridge, which had been closed "
        "since spring, said that the last of the beams was in its place, and that the "
        "town would see carts on it before the first snow.</p>",
        i + 1);
  g_string_append (html, "</article></body></html>");
  return g_strdup (html->str);
}

static void
check (const char *html,
       gboolean articles_only,
       gboolean is_example,
       ExmArticleState state,
       const char *reason)
{
  g_autoptr (GError) error = NULL;
  ExmArticleJob job = {
    .engine = exm_engine_new (),
    .bytes = g_bytes_new (html, strlen (html)),
    .url = g_strdup ("http://127.0.0.1/news/"),
    .method = g_strdup ("exemplar-single"),
    .articles_only = articles_only,
    .is_example = is_example,
    .fields = { .url = g_strdup ("http://127.0.0.1/news/") },
  };

  g_assert_true (exm_article_job_run (&job, NULL, &error));
  g_assert_no_error (error);
  g_autofree char *words = exm_said_to_words (job.fields.reason);
  if (reason != NULL)
    {
      g_assert_cmpuint (job.fields.state, ==, state);
      g_assert_nonnull (strstr (words, reason));
    }
  else
    g_assert_true (words == NULL || strstr (words, "not an article") == NULL);
  g_assert_cmpuint (strlen (job.fields.text), >, 0);
  exm_article_job_clear (&job);
}

static void
test_rule (void)
{
  g_autofree char *list = test_kind_list (2);
  g_autofree char *article = make_article ();

  check (list, TRUE, FALSE, EXM_ARTICLE_UNSURE, "A list, not an article (");
  check (list, FALSE, FALSE, EXM_ARTICLE_GOOD, NULL);
  check (list, TRUE, TRUE, EXM_ARTICLE_GOOD, NULL);
  check (article, TRUE, FALSE, EXM_ARTICLE_GOOD, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/articles-only/rule", test_rule);
  return g_test_run ();
}
