/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Kinds of pages from bytes to body, as tests/data/kinds has them: an example, its body,
 * a target, and the target's body. */

#include "article/exm-body.h"
#include "engine/exm-engine.h"

#include "test-site.h"

#include <string.h>

/* Tolerance of a body: a line such as a date. */
#define ENOUGH .95

typedef struct
{
  const char *name;
  const char *markdown; /* (nullable): stands in the body's Markdown */
} Kind;

static const Kind kinds[] = {
  { "amp",
    .markdown = "![Bread from the station](https://valley.example/img/bread.jpg)" },
  { "bilingual" },
  { "gallery",
    .markdown = "![A night under the dome 2](https://valley.example/img/dome-2.jpg)" },
  { "hidden-body" },
  { "json-ld" },
  { "json-ld-agrees" },
  { "live-feed", .markdown = "## Clouds over the dome\n" },
  { "next-article" },
  { "next-article-comments" },
  { "next-article-plain" },
  { "next-article-related" },
  { "noscript" },
  { "script-json" },
  { "short-post" },
  { "srcdoc" },
  { "table-layout" },
  { "thread" },
};

static char *
load (const Kind *kind, const char *file)
{
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "data", "kinds", kind->name, file, NULL);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static ExmPrepared *
prepare (ExmEngine *engine, const Kind *kind, const char *file, const char *region)
{
  const ExmPageHints hints = { .url = "https://valley.example/news/1" };
  g_autofree char *html = load (kind, file);
  g_autoptr (GBytes) bytes = g_bytes_new (html, strlen (html));
  g_autoptr (GError) error = NULL;
  ExmPrepared *page = exm_engine_prepare (engine, bytes, &hints, region, &error);

  g_assert_no_error (error);
  return page;
}

static void
assert_body (const Kind *kind, gboolean with_region)
{
  g_autofree char *body = load (kind, "body.txt");
  g_autofree char *region = load (kind, "example.txt");
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmPrepared) example
      = prepare (engine, kind, "example.html", with_region ? region : NULL);
  g_autoptr (ExmPrepared) target = prepare (engine, kind, "target.html", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, target, &example, 1, NULL, NULL, &error);

  g_assert_no_error (error);
  const ExmPageText *page = exm_prepared_get_page (target);
  g_autofree char *text = exm_body_write_text (page, result);
  g_autofree char *markdown = exm_body_write_markdown (page, result);
  g_test_message ("%s:\n%s", with_region ? "with region" : "bare", text);
  g_assert_cmpfloat (test_site_score (text, body), >=, ENOUGH);
  g_assert_true (exm_result_get (result)->fits);
  if (kind->markdown != NULL && strstr (markdown, kind->markdown) == NULL)
    {
      g_test_message ("%s", markdown);
      g_test_fail ();
    }
}

static void
test_kind (gconstpointer data)
{
  const Kind *kind = data;

  assert_body (kind, FALSE);
  assert_body (kind, TRUE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/kinds/", kinds[i].name, NULL);
      g_test_add_data_func (path, &kinds[i], test_kind);
    }
  return g_test_run ();
}
