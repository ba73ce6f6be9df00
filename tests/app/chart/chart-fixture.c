/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "chart-fixture.h"

#include "engine/exm-engine.h"

#include <string.h>

/* Shorter articles have no aside. */
#define ASIDE_AFTER 20

static ExmChartData *
compare (ExmEngine *engine, GBytes *example, GBytes *target, gboolean literal)
{
  g_autoptr (GError) error = NULL;
  const ExmExtractOptions options = { .method = literal ? "exemplar-literal" : NULL };
  g_autoptr (ExmPrepared) page = exm_engine_prepare (engine, target, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmPrepared) model
      = example != NULL ? exm_engine_prepare (engine, example, NULL, NULL, &error) : NULL;
  g_assert_no_error (error);
  /* Without an example, only some methods work. */
  const ExmExtractOptions alone = { .method = "line-block" };
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, page, &model, model != NULL ? 1 : 0,
                            model != NULL ? &options : &alone, NULL, &error);
  g_assert_no_error (error);
  ExmChartData *data
      = exm_chart_data_new (page, model, result, NULL, 0, literal, NULL, NULL, &error);
  g_assert_no_error (error);
  return data;
}

ExmPrepared *
chart_fixture_prepare (const char *html)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
  g_autoptr (GError) error = NULL;
  ExmPrepared *page = exm_engine_prepare (engine, raw, NULL, NULL, &error);

  g_assert_no_error (error);
  return page;
}

ExmChartData *
chart_fixture_compare (const char *example, const char *target, gboolean literal)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) a = example != NULL ? g_bytes_new (example, strlen (example)) : NULL;
  g_autoptr (GBytes) b = g_bytes_new (target, strlen (target));

  return compare (engine, a, b, literal);
}

static char *
load (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (EXM_TEST_PAGES, name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

ExmChartData *
chart_fixture_load (const char *example, const char *target, gboolean literal)
{
  g_autofree char *a = load (example);
  g_autofree char *b = load (target);

  return chart_fixture_compare (a, b, literal);
}

static void
append_words (GString *out, GRand *rand, guint n)
{
  static const char *const words[]
      = { "harbour", "council", "winter", "ferry",  "report", "engine",
          "garden",  "letter",  "market", "bridge", "season", "village",
          "signal",  "paper",   "window", "storm" };

  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s", words[g_rand_int_range (rand, 0, 16)],
                            i % 11 == 10 ? ", " : " ");
}

/* Links amid the article: what is trimmed out of it. */
static void
append_aside (GString *out, guint seed)
{
  g_string_append (out, "<ul class='related'>");
  for (guint i = 0; i < 8; i++)
    g_string_append_printf (
        out, "<li><a href='/x%u-%u'>Read also: number %u of the links</a>", seed, i, i);
  g_string_append (out, "</ul>");
}

char *
chart_fixture_make_page (guint seed, guint n_paragraphs)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GString *out = g_string_new ("<html><head><title>A page</title></head><body><ul>");

  for (guint i = 0; i < 24; i++)
    g_string_append_printf (out, "<li><a href='/%u'>Section number %c of this site</a>",
                            i, 'a' + (int) i);
  g_string_append (out, "</ul><div class='article'><h1>");
  append_words (out, rand, 6);
  g_string_append (out, "</h1>");
  for (guint i = 0; i < n_paragraphs; i++)
    {
      g_string_append (out, "<p>");
      append_words (out, rand, 40);
      g_string_append (out, "and so it went on. It is said.</p>");
      if (i == ASIDE_AFTER)
        append_aside (out, seed);
    }
  g_string_append (out, "</div><h2>Most read this week</h2><ul>");
  for (guint i = 0; i < 12; i++)
    {
      g_string_append_printf (out, "<li><a href='/r%u-%u'>", seed, i);
      append_words (out, rand, 5);
      g_string_append (out, "</a>");
    }
  g_string_append (out, "</ul><p>All rights are reserved by the makers of this page.</p>"
                        "<p>Imprint, privacy, terms of use, contact.</p></body></html>");
  return g_string_free (out, FALSE);
}
