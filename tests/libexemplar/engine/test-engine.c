/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The door to extraction: its cache, many threads at once, what it refuses. */

#include "article/exm-body.h"
#include "base/exm-limits.h"
#include "engine/exm-engine.h"
#include "extract/net/exm-extract-error.h"

#include "test-layout.h"
#include "test-page.h"
#include "test-site.h"

#include <string.h>

static GBytes *
make_bytes (const char *html)
{
  return g_bytes_new (html, strlen (html));
}

static ExmPrepared *
prepare (ExmEngine *engine, const char *html, const char *url, const char *region)
{
  g_autoptr (GBytes) raw = make_bytes (html);
  g_autoptr (GError) error = NULL;
  const ExmPageHints hints = { .url = url };
  ExmPrepared *prepared = exm_engine_prepare (engine, raw, &hints, region, &error);

  g_assert_no_error (error);
  return prepared;
}

static void
test_cache (void)
{
  static const char html[] = "<p>first line of it</p><p>second line of it</p>";
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmPrepared) a = prepare (engine, html, NULL, NULL);
  g_autoptr (ExmPrepared) again = prepare (engine, html, NULL, NULL);
  g_autoptr (ExmPrepared) url = prepare (engine, html, "http://a.example/", NULL);
  g_autoptr (ExmPrepared) region = prepare (engine, html, NULL, "second line of it");
  g_autoptr (ExmPrepared) other = prepare (engine, "<p>first line of it</p>", NULL, NULL);

  g_assert_true (a == again);
  g_assert_true (a != url);
  g_assert_true (a != region);
  g_assert_true (a != other);
  g_assert_null (exm_prepared_get_region (a));
  g_assert_nonnull (exm_prepared_get_region (region));
  g_assert_cmpstr (exm_page_text_get_url (exm_prepared_get_page (url)), ==,
                   "http://a.example/");
}

/* A page that is not expected to recur takes no place, but finds its own. */
static void
test_cache_once (void)
{
  static const char html[] = "<p>first line of it</p>";
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) raw = make_bytes (html);
  g_autoptr (ExmPrepared) once = exm_engine_prepare_once (engine, raw, NULL, NULL);
  gsize n_layouts = 0;

  g_assert_nonnull (once);
  g_assert_cmpuint (exm_engine_get_cache_bytes (engine, &n_layouts), ==, 0);
  g_autoptr (ExmPrepared) kept = prepare (engine, html, NULL, NULL);
  g_autoptr (ExmPrepared) again = exm_engine_prepare_once (engine, raw, NULL, NULL);
  g_assert_true (kept == again);
  g_assert_true (kept != once);
}

/* Pages leave the cache when nobody needs them, and others stay. */
static void
test_forget_unused (void)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmPrepared) held = prepare (engine, "<p>first line of it</p>", NULL, NULL);
  gsize n_layouts = 0, n_bytes = exm_engine_get_cache_bytes (engine, &n_layouts);

  exm_prepared_unref (prepare (engine, "<p>second line of it</p>", NULL, NULL));
  g_assert_cmpuint (exm_engine_get_cache_bytes (engine, &n_layouts), >, n_bytes);
  exm_engine_forget_unused (engine);
  g_assert_cmpuint (exm_engine_get_cache_bytes (engine, &n_layouts), ==, n_bytes);
  g_autoptr (ExmPrepared) again = prepare (engine, "<p>first line of it</p>", NULL, NULL);
  g_assert_true (again == held);
  g_clear_pointer (&again, exm_prepared_unref);
  g_clear_pointer (&held, exm_prepared_unref);
  exm_engine_forget_unused (engine);
  g_assert_cmpuint (exm_engine_get_cache_bytes (engine, &n_layouts), ==, 0);
}

/* Hints that run together to the same bytes are not the same hints. */
static void
test_cache_keys (void)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) raw = make_bytes ("<p>text</p>");
  const ExmPageHints hints[] = {
    { NULL, NULL, NULL },       { "utf-8", NULL, NULL },      { NULL, "utf-8", NULL },
    { NULL, NULL, "utf-8" },    { "", NULL, NULL },           { NULL, "", NULL },
    { "utf-8", "utf-8", NULL }, { "utf-8utf-8", NULL, NULL },
  };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) kept
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);

  for (gsize i = 0; i < G_N_ELEMENTS (hints); i++)
    {
      ExmPrepared *page = exm_engine_prepare (engine, raw, &hints[i], NULL, NULL);
      g_assert_nonnull (page);
      g_ptr_array_add (kept, page);
      g_assert_true (g_hash_table_add (seen, page));
    }
}

/* Bytes with a name are known by it; what has none, or another one, is another page. */
static void
test_cache_names (void)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) raw = make_bytes ("<p>text</p>");
  g_autoptr (GBytes) other = make_bytes ("<p>other text</p>");
  const ExmPageHints one = { .name = "one" }, two = { .name = "two" }, none = { NULL };
  g_autoptr (ExmPrepared) first = exm_engine_prepare (engine, raw, &one, NULL, NULL);
  g_autoptr (ExmPrepared) again = exm_engine_prepare (engine, other, &one, NULL, NULL);
  g_autoptr (ExmPrepared) found = exm_engine_find_prepared (engine, &one, NULL);
  g_autoptr (ExmPrepared) unnamed = exm_engine_prepare (engine, raw, &none, NULL, NULL);
  g_autoptr (ExmPrepared) second = exm_engine_prepare_once (engine, other, &two, NULL);

  g_assert_true (first == again && first == found);
  g_assert_true (unnamed != first && second != first);
  g_assert_null (exm_engine_find_prepared (engine, &none, NULL));
  g_assert_null (exm_engine_find_prepared (engine, &one, "text"));
  /* Prepared once: it has taken no place. */
  g_assert_null (exm_engine_find_prepared (engine, &two, NULL));
}

static void
test_cache_is_bounded (void)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmPrepared) first = prepare (engine, "<p>first</p>", NULL, NULL);
  g_autoptr (ExmPrepared) used = prepare (engine, "<p>used</p>", NULL, NULL);

  for (guint i = 0; i < EXM_ENGINE_CACHE - 1; i++)
    {
      g_autofree char *html = g_strdup_printf ("<p>page %u</p>", i);
      g_autoptr (ExmPrepared) page = prepare (engine, html, NULL, NULL);
      g_autoptr (ExmPrepared) same = prepare (engine, "<p>used</p>", NULL, NULL);
      g_assert_true (same == used);
    }
  g_autoptr (ExmPrepared) anew = prepare (engine, "<p>first</p>", NULL, NULL);
  g_assert_true (anew != first);
}

/* A page of @n_lines lines, another one for each @number. */
static char *
make_long_page (guint number, guint n_lines)
{
  GString *html = g_string_new (NULL);

  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (html, "<p>Line %u of page %u", i, number);
  return g_string_free (html, FALSE);
}

/* Pages of some megabytes each: the cache keeps those that fit into its bytes. */
static void
test_cache_bytes (void)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  gsize n_bytes = 0, n_layouts = 0;
  guint n_held = 0;

  for (guint i = 0; i < 24; i++)
    {
      g_autofree char *html = make_long_page (i, 40000);
      g_autoptr (ExmPrepared) page = prepare (engine, html, NULL, NULL);
      g_autoptr (ExmPrepared) same = prepare (engine, html, NULL, NULL);
      gsize before = n_bytes;
      g_assert_true (same == page);
      g_assert_cmpuint (exm_prepared_get_n_bytes (page), >, strlen (html));
      n_bytes = exm_engine_get_cache_bytes (engine, &n_layouts);
      g_assert_cmpuint (n_bytes, <=, EXM_MAX_CACHE_BYTES);
      n_held += n_bytes > before;
    }
  g_assert_cmpuint (n_held, <, 24);
  g_assert_cmpuint (n_bytes, >, EXM_MAX_CACHE_BYTES / 2);
  g_assert_cmpuint (n_layouts, ==, 0);

  /* A page larger than the cache leaves the others where they are. */
  g_autofree char *html = make_long_page (100, 600000);
  g_autoptr (ExmPrepared) page = prepare (engine, html, NULL, NULL);
  g_autoptr (ExmPrepared) anew = prepare (engine, html, NULL, NULL);
  g_assert_cmpuint (exm_prepared_get_n_bytes (page), >, EXM_MAX_CACHE_BYTES);
  g_assert_true (page != anew);
  g_assert_cmpuint (exm_engine_get_cache_bytes (engine, &n_layouts), ==, n_bytes);
}

static void
test_refused (void)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) page = make_bytes ("<p>some text</p>");
  g_autoptr (GBytes) pdf = make_bytes ("%PDF-1.4\n");
  const ExmPageHints url = { .url = "http://a.example/x" };
  const ExmPageHints charset = { .override_charset = "klingon" };
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_engine_prepare (engine, page, NULL, "other text", &error));
  g_assert_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_REGION);
  g_clear_error (&error);
  g_assert_null (exm_engine_prepare (engine, pdf, &url, NULL, &error));
  g_assert_error (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_NOT_HTML);
  g_assert_nonnull (strstr (error->message, "http://a.example/x"));
  g_clear_error (&error);
  g_assert_null (exm_engine_prepare (engine, page, &charset, NULL, &error));
  g_assert_error (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_CHARSET);
  g_assert_nonnull (strstr (error->message, "klingon"));
}

static void
test_extract (void)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_auto (TestSitePage) a = test_site_make_page (2, 1, 9, TEST_SITE_CHINESE, 0);
  g_auto (TestSitePage) b = test_site_make_page (2, 2, 9, TEST_SITE_CHINESE, 0);
  g_autoptr (ExmPrepared) example = prepare (engine, a.html, NULL, a.body);
  g_autoptr (ExmPrepared) target = prepare (engine, b.html, NULL, NULL);
  g_autoptr (GError) error = NULL;
  const ExmExtractOptions unknown = { .method = "nosuch" };
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, target, &example, 1, NULL, NULL, &error);

  g_assert_no_error (error);
  g_autofree char *body = exm_body_write_text (exm_prepared_get_page (target), result);
  g_assert_cmpfloat (test_site_score (body, b.body), >, .97);
  g_autoptr (ExmMetadata) metadata = exm_engine_read_metadata (engine, target, result);
  g_assert_cmpstr (exm_metadata_get (metadata, EXM_FIELD_TITLE), !=, NULL);
  g_autoptr (ExmMetadata) alone = exm_engine_read_metadata (engine, target, NULL);
  g_assert_nonnull (alone);
  g_assert_null (
      exm_engine_extract (engine, target, &example, 1, &unknown, NULL, &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_METHOD);
}

/* Lays out what is shown in elements with a class. */
static ExmLayout *
lay_out (ExmPageText *page, gpointer data, GCancellable *cancellable, GError **error)
{
  guint *n_asked = data;

  ++*n_asked;
  if (strstr (exm_page_text_get_line (page, 0), "fails") == NULL)
    return test_layout_new (page);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "as the test wants it");
  return NULL;
}

static void
forget (gpointer data)
{
  *(guint *) data = G_MAXUINT;
}

/* A page is laid out once, whatever is turned; what failed is tried again; methods that
 * look at nothing ask for nothing. */
static void
test_layouts (void)
{
  ExmEngine *engine = exm_engine_new ();
  g_autoptr (ExmPrepared) page = prepare (engine, "<p class='0 0 900 900'>a", NULL, NULL);
  g_autoptr (ExmPrepared) wrong = prepare (engine, "<p>it fails", NULL, NULL);
  guint n_asked = 0;

  exm_engine_set_lay_out (engine, lay_out, &n_asked, forget);
  for (guint i = 1; i <= 10; i++)
    {
      g_autofree char *set = g_strdup_printf ("permitted-coherence=%u", i);
      const ExmExtractOptions options = { .method = "vips", .parameters = set };
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmResult) result
          = exm_engine_extract (engine, page, NULL, 0, &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (exm_result_get (result)->blocks->len, >, 0);
      g_assert_cmpuint (n_asked, ==, 1);
    }
  const ExmExtractOptions options = { .method = "vips" };
  for (guint i = 1; i <= 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (exm_engine_extract (engine, wrong, NULL, 0, &options, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
      g_assert_cmpuint (n_asked, ==, 1 + i);
    }
  const ExmExtractOptions other = { .method = "line-block" };
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, wrong, NULL, 0, &other, NULL, NULL);
  g_assert_nonnull (result);
  g_assert_cmpuint (n_asked, ==, 3);
  /* Those of many pages are not all kept. */
  for (guint i = 0; i < EXM_ENGINE_LAYOUTS; i++)
    {
      g_autofree char *html = g_strdup_printf ("<p class='0 0 900 900'>page %u", i);
      g_autoptr (ExmPrepared) next = prepare (engine, html, NULL, NULL);
      g_autoptr (ExmResult) found
          = exm_engine_extract (engine, next, NULL, 0, &options, NULL, NULL);
      g_assert_nonnull (found);
    }
  g_autoptr (ExmResult) again
      = exm_engine_extract (engine, page, NULL, 0, &options, NULL, NULL);
  g_assert_nonnull (again);
  g_assert_cmpuint (n_asked, ==, 3 + EXM_ENGINE_LAYOUTS + 1);
  g_assert_finalize_object (engine);
  g_assert_cmpuint (n_asked, ==, G_MAXUINT);
}

static void
test_cancelled (void)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_auto (TestSitePage) a = test_site_make_page (2, 1, 9, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) b = test_site_make_page (2, 2, 9, TEST_SITE_ENGLISH, 0);
  g_autoptr (ExmPrepared) page = prepare (engine, a.html, NULL, NULL);
  g_autoptr (ExmPrepared) target = prepare (engine, b.html, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (
      exm_engine_extract (engine, target, &page, 1, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define N_THREADS 8
#define N_PAGES 6
#define N_ROUNDS 4

typedef struct
{
  ExmEngine *engine; /* (unowned) */
  TestSitePage pages[N_PAGES];
  char *bodies[N_PAGES]; /* (owned): page i + 1 with page i as its example */
} Shared;

static char *
extract_body (ExmEngine *engine, const TestSitePage *pages, guint i)
{
  const TestSitePage *a = &pages[i], *b = &pages[(i + 1) % N_PAGES];
  g_autoptr (ExmPrepared) example = prepare (engine, a->html, NULL, a->body);
  g_autoptr (ExmPrepared) target = prepare (engine, b->html, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, target, &example, 1, NULL, NULL, &error);

  g_assert_no_error (error);
  return exm_body_write_text (exm_prepared_get_page (target), result);
}

static gpointer
run_thread (gpointer data)
{
  Shared *shared = data;

  for (guint round = 0; round < N_ROUNDS; round++)
    for (guint i = 0; i < N_PAGES; i++)
      {
        g_autofree char *body = extract_body (shared->engine, shared->pages, i);
        g_assert_cmpstr (body, ==, shared->bodies[i]);
      }
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (ExmEngine) alone = exm_engine_new ();
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  GThread *threads[N_THREADS];
  Shared shared = { .engine = engine };

  for (guint i = 0; i < N_PAGES; i++)
    shared.pages[i] = test_site_make_page (4, i, 5, TEST_SITE_ENGLISH, TEST_SITE_DRIFT);
  for (guint i = 0; i < N_PAGES; i++)
    {
      shared.bodies[i] = extract_body (alone, shared.pages, i);
      g_assert_cmpuint (strlen (shared.bodies[i]), >, 100);
    }
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("extract", run_thread, &shared);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < N_PAGES; i++)
    {
      test_site_page_clear (&shared.pages[i]);
      g_free (shared.bodies[i]);
    }
}

static void
test_finalize (void)
{
  ExmEngine *engine = exm_engine_new ();
  g_autoptr (ExmPrepared) page = prepare (engine, "<p>outlives it</p>", NULL, NULL);

  g_assert_finalize_object (engine);
  g_assert_nonnull (exm_prepared_get_page (page));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/cache", test_cache);
  g_test_add_func ("/engine/cache-once", test_cache_once);
  g_test_add_func ("/engine/forget-unused", test_forget_unused);
  g_test_add_func ("/engine/cache-keys", test_cache_keys);
  g_test_add_func ("/engine/cache-names", test_cache_names);
  g_test_add_func ("/engine/cache-is-bounded", test_cache_is_bounded);
  g_test_add_func ("/engine/cache-bytes", test_cache_bytes);
  g_test_add_func ("/engine/refused", test_refused);
  g_test_add_func ("/engine/extract", test_extract);
  g_test_add_func ("/engine/layouts", test_layouts);
  g_test_add_func ("/engine/cancelled", test_cancelled);
  g_test_add_func ("/engine/threads", test_threads);
  g_test_add_func ("/engine/finalize", test_finalize);
  return g_test_run ();
}
