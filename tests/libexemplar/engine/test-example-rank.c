/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which page of a new layout is proposed as the example: of pages that we write, and of
 * the sample site after its redesign. */

#include "base/exm-text.h"
#include "demo/exm-sample-page.h"
#include "engine/exm-example-rank.h"
#include "test-site.h"

#include <string.h>

/* A page and what is body on it. */
typedef struct
{
  ExmPrepared *page; /* (owned) */
  gsize n_tokens;
} Known;

static void
known_clear (gpointer data)
{
  exm_prepared_unref (((Known *) data)->page);
}

static GArray *
known_new (void)
{
  GArray *known = g_array_new (FALSE, FALSE, sizeof (Known));

  g_array_set_clear_func (known, known_clear);
  return known;
}

static void
add_bytes (GArray *known, ExmEngine *engine, GBytes *bytes, const char *body)
{
  g_autoptr (GError) error = NULL;
  const Known one = {
    .page = exm_engine_prepare (engine, bytes, NULL, NULL, &error),
    .n_tokens = exm_text_count_tokens (body, strlen (body)),
  };

  g_assert_no_error (error);
  g_array_append_val (known, one);
}

/* The same page in another layout. */
static GBytes *
lay_out_otherwise (const char *html)
{
  GString *text = g_string_new (html);

  g_string_replace (text, "class=\"", "class=\"other-", 0);
  g_string_replace (text, "id=\"", "id=\"other-", 0);
  g_string_replace (text, "<div", "<section", 0);
  g_string_replace (text, "</div", "</section", 0);
  return g_string_free_to_bytes (text);
}

static void
add_pages (GArray *known,
           ExmEngine *engine,
           guint site,
           const guint *n_paragraphs, /* ended by 0 */
           TestSiteLanguage language,
           gboolean is_other)
{
  for (guint i = 0; n_paragraphs[i] > 0; i++)
    {
      g_auto (TestSitePage) page
          = test_site_make_page (site, i, n_paragraphs[i], language, TEST_SITE_DRIFT);
      g_autoptr (GBytes) bytes = is_other ? lay_out_otherwise (page.html)
                                          : g_bytes_new (page.html, strlen (page.html));
      add_bytes (known, engine, bytes, page.body);
    }
}

/* The pages from @first on, then those before it. Returns: the best as a place in @known
 */
static ExmExampleRank
find_best (ExmEngine *engine, const GArray *known, guint first)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();

  for (guint i = 0; i < known->len; i++)
    g_ptr_array_add (pages, g_array_index (known, Known, (first + i) % known->len).page);
  g_autoptr (GArray) ranks
      = exm_example_rank (engine, (ExmPrepared *const *) pages->pdata, pages->len, NULL);
  g_assert_cmpuint (ranks->len, ==, known->len);
  ExmExampleRank best = g_array_index (ranks, ExmExampleRank, 0);
  best.page = (first + best.page) % known->len;
  return best;
}

/* The first ones have hardly a body. */
static void
test_short (void)
{
  static const guint n_paragraphs[] = { 1, 1, 9, 8, 10, 9, 0 };

  for (guint language = TEST_SITE_ENGLISH; language <= TEST_SITE_CHINESE; language++)
    {
      g_autoptr (ExmEngine) engine = exm_engine_new ();
      g_autoptr (GArray) known = known_new ();
      add_pages (known, engine, 3, n_paragraphs, language, FALSE);
      const ExmExampleRank best = find_best (engine, known, 0);
      g_assert_cmpuint (best.page, ==, 2);
      g_assert_cmpuint (best.n_like, ==, 5);
      g_assert_cmpuint (best.like, ==, 0);
      g_assert_cmpint (best.lack, ==, EXM_EXAMPLE_TEACHES);
    }
}

/* Among short pages, a short one is chosen. */
static void
test_all_short (void)
{
  static const guint n_paragraphs[] = { 2, 2, 2, 2, 0 };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GArray) known = known_new ();

  add_pages (known, engine, 3, n_paragraphs, TEST_SITE_ENGLISH, FALSE);
  g_assert_cmpuint (find_best (engine, known, 0).n_like, ==, 3);
}

/* Long pages of a layout that few have are none to propose. */
static void
test_layouts (void)
{
  static const guint few[] = { 12, 12, 0 };
  static const guint many[] = { 1, 6, 5, 6, 7, 0 };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GArray) known = known_new ();

  add_pages (known, engine, 3, few, TEST_SITE_ENGLISH, TRUE);
  add_pages (known, engine, 3, many, TEST_SITE_ENGLISH, FALSE);
  const ExmExampleRank best = find_best (engine, known, 0);
  g_assert_cmpuint (best.page, ==, 3);
  g_assert_cmpuint (best.n_like, ==, 4);
  g_assert_cmpint (best.lack, ==, EXM_EXAMPLE_TEACHES);
}

static void
test_few (void)
{
  static const guint one[] = { 5, 0 };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GArray) known = known_new ();
  g_autoptr (GArray) none = exm_example_rank (engine, NULL, 0, NULL);

  g_assert_cmpuint (none->len, ==, 0);
  add_pages (known, engine, 3, one, TEST_SITE_ENGLISH, FALSE);
  const ExmExampleRank best = find_best (engine, known, 0);
  g_assert_cmpuint (best.page, ==, 0);
  g_assert_cmpuint (best.like, ==, EXM_NONE);
  g_assert_cmpint (best.lack, ==, EXM_EXAMPLE_ALONE);
}

static ExmExampleLack
find_lack (ExmEngine *engine, const GArray *known, guint wanted)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();

  for (guint i = 0; i < known->len; i++)
    g_ptr_array_add (pages, g_array_index (known, Known, i).page);
  g_autoptr (GArray) ranks
      = exm_example_rank (engine, (ExmPrepared *const *) pages->pdata, pages->len, NULL);
  for (guint i = 0; i < ranks->len; i++)
    if (g_array_index (ranks, ExmExampleRank, i).page == wanted)
      return g_array_index (ranks, ExmExampleRank, i).lack;
  g_assert_not_reached ();
}

/* Defects of each page are told, also when another one is chosen. */
static void
test_lacks (void)
{
  static const guint few[] = { 12, 12, 0 };
  static const guint many[] = { 1, 6, 5, 60, 7, 6, 0 };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GArray) known = known_new ();

  add_pages (known, engine, 3, few, TEST_SITE_ENGLISH, TRUE);
  add_pages (known, engine, 3, many, TEST_SITE_ENGLISH, FALSE);
  g_assert_cmpint (find_lack (engine, known, 0), ==, EXM_EXAMPLE_RARE);
  g_assert_cmpint (find_lack (engine, known, 2), ==, EXM_EXAMPLE_SHORT);
  g_assert_cmpint (find_lack (engine, known, 5), ==, EXM_EXAMPLE_LONG);
  g_assert_cmpint (find_best (engine, known, 0).lack, ==, EXM_EXAMPLE_TEACHES);
}

/* Pages without an article look alike, and none of them teaches. */
static void
test_empty (void)
{
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "data", "pages", "en-menu.html", NULL);
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GArray) known = known_new ();
  g_autoptr (GError) error = NULL;
  char *html;
  gsize size;

  g_file_get_contents (path, &html, &size, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) bytes = g_bytes_new_take (html, size);
  for (guint i = 0; i < 3; i++)
    add_bytes (known, engine, bytes, "");
  const ExmExampleRank best = find_best (engine, known, 0);
  g_assert_cmpuint (best.n_like, ==, 2);
  g_assert_cmpint (best.lack, ==, EXM_EXAMPLE_EMPTY);
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const gsize *first = a, *second = b;

  return (*first > *second) - (*first < *second);
}

static gsize
find_median (const GArray *known)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (guint i = 0; i < known->len; i++)
    g_array_append_val (sizes, g_array_index (known, Known, i).n_tokens);
  g_array_sort (sizes, compare_sizes);
  return g_array_index (sizes, gsize, sizes->len / 2);
}

/* Whichever page of the sample site is the newest, the proposed one has a body of a usual
 * length. */
static void
test_sample (void)
{
  g_autofree char *folder
      = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSampleSite) site = exm_sample_site_load (folder, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < site->sections->len; i++)
    {
      g_autoptr (ExmEngine) engine = exm_engine_new ();
      g_autoptr (GArray) known = known_new ();
      const ExmSampleSection *section = g_ptr_array_index (site->sections, i);
      if (section->scripted)
        continue;
      for (guint j = 0; j < section->articles->len; j++)
        {
          const ExmSampleArticle *article = g_ptr_array_index (section->articles, j);
          g_autoptr (ExmSamplePage) page = exm_sample_page_render (
              site, article->path, TRUE, "http://127.0.0.1", &error);
          g_assert_no_error (error);
          g_autoptr (GBytes) bytes = exm_sample_page_encode (page, NULL);
          g_autofree char *body = exm_sample_article_dup_body (article);
          add_bytes (known, engine, bytes, body);
        }
      gsize median = find_median (known);
      for (guint j = 0; j < known->len; j++)
        {
          const ExmExampleRank best = find_best (engine, known, j);
          gsize n_tokens = g_array_index (known, Known, best.page).n_tokens;
          g_test_message ("%s from %u: %u of %zu words, median %zu", section->name, j,
                          best.page, n_tokens, median);
          g_assert_cmpint (best.lack, ==, EXM_EXAMPLE_TEACHES);
          /* The extracted body may differ by a line. */
          g_assert_cmpuint (10 * n_tokens, >=, 7 * median);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/example-rank/short", test_short);
  g_test_add_func ("/example-rank/all-short", test_all_short);
  g_test_add_func ("/example-rank/layouts", test_layouts);
  g_test_add_func ("/example-rank/few", test_few);
  g_test_add_func ("/example-rank/lacks", test_lacks);
  g_test_add_func ("/example-rank/empty", test_empty);
  g_test_add_func ("/example-rank/sample", test_sample);
  return g_test_run ();
}
