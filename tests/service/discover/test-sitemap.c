/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "discover/exm-sitemap.h"

#include "base/exm-limits.h"

#include <string.h>

#define URL "https://a.example/maps/sitemap.xml"

typedef struct
{
  GString *seen; /* (owned): "url modified published title;" an entry */
  guint n;
  guint stop_at; /* 0 for never */
} Collected;

static void
append_day (GString *out, gint64 usec)
{
  if (usec == EXM_DATE_NONE)
    {
      g_string_append (out, " -");
      return;
    }
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);
  g_autofree char *text = g_date_time_format (utc, " %Y%m%dT%H%M");
  g_string_append (out, text);
}

static gboolean
on_entry (const ExmSitemapEntry *entry, gpointer data)
{
  Collected *self = data;

  self->n++;
  if (self->n <= 20)
    {
      g_string_append_printf (self->seen, "%s%s", entry->is_sitemap ? "+" : "",
                              entry->url);
      append_day (self->seen, entry->modified_usec);
      append_day (self->seen, entry->published_usec);
      g_string_append_printf (self->seen, " %s;",
                              entry->title != NULL ? entry->title : "");
    }
  return self->n != self->stop_at;
}

/* Reads @bytes and forgets them. */
static gboolean
read_bytes (GBytes *bytes, Collected *collected, ExmSitemapReport *report, GError **error)
{
  gboolean read = exm_sitemap_read (bytes, URL, NULL, on_entry, collected, report, error);

  g_bytes_unref (bytes);
  return read;
}

static void
assert_reads (const char *text, const char *expected, guint n_skipped)
{
  Collected collected = { .seen = g_string_new (NULL) };
  g_auto (ExmSitemapReport) report = { 0 };
  g_autoptr (GError) error = NULL;

  read_bytes (g_bytes_new (text, strlen (text)), &collected, &report, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (collected.seen->str, ==, expected);
  g_assert_cmpuint (report.n_entries, ==, collected.n);
  g_assert_cmpuint (report.n_skipped, ==, n_skipped);
  g_string_free (collected.seen, TRUE);
}

static void
test_read (void)
{
  assert_reads (
      "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/"
      "sitemap/0.9' xmlns:news='http://www.google.com/schemas/sitemap-news/0.9'"
      " xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'>"
      "<url><loc> https://a.example/1?a=1&amp;b=2 </loc>"
      "<lastmod>2026-11-20T08:30:00+08:00</lastmod>"
      "<image:image><image:loc>https://a.example/no.png</image:loc></image:image>"
      "<news:news><news:publication><news:name>N</news:name></news:publication>"
      "<news:publication_date>2026-11-19</news:publication_date>"
      "<news:title>A &amp; B</news:title></news:news></url>"
      "<url><loc>/2</loc><lastmod>soon</lastmod></url></urlset>",
      "https://a.example/1?a=1&b=2 20261120T0030 20261119T0000 A & B;"
      "https://a.example/2 - - ;",
      0);
  assert_reads ("<sitemapindex><sitemap><loc>b.xml.gz</loc><lastmod>2026</lastmod>"
                "</sitemap><sitemap><loc>" URL "</loc></sitemap></sitemapindex>",
                "+https://a.example/maps/b.xml.gz 20260101T0000 - ;+" URL " - - ;", 0);
  assert_reads ("\xef\xbb\xbfhttps://a.example/1\r\n\r\n https://a.example/2\nnonsense\n"
                "HTTPS://a.example/\nhttps://a.example/3",
                "https://a.example/1 - - ;https://a.example/2 - - ;"
                "https://a.example/ - - ;https://a.example/3 - - ;",
                1);
}

static void
test_broken (void)
{
  assert_reads ("<urlset><url><loc>https://a.example/?x=1&y=2</loc><url><loc>/2</loc>",
                "https://a.example/?x=1&y=2 - - ;https://a.example/2 - - ;", 0);
  assert_reads ("<urlset><url></url><url><loc>javascript:x</loc></url>"
                "<url><loc>ftp://a.example/</loc></url><loc>/outside</loc></urlset>",
                "", 3);
  assert_reads ("<urlset><url><loc>/1</lo></url><url><loc>/2</loc></url></urlset>",
                "https://a.example/1 - - ;https://a.example/2 - - ;", 0);
  assert_reads ("<!DOCTYPE urlset [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><urlset>"
                "<url><loc>/a&x;</loc></url></urlset>",
                "https://a.example/a&x; - - ;", 0);
  assert_reads ("<urlset/>", "", 0);
}

static GBytes *
gzip (const char *text, gsize n)
{
  g_autoptr (GZlibCompressor) zip
      = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
  g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_data (text, n, NULL);
  g_autoptr (GInputStream) stream
      = g_converter_input_stream_new (memory, G_CONVERTER (zip));
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  g_output_stream_splice (out, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

static GString *
make_large (guint n)
{
  GString *text = g_string_new ("<urlset>");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "<url><loc>/%u</loc></url>", i);
  g_string_append (text, "</urlset>");
  return text;
}

static void
test_gzip (void)
{
  g_autoptr (GString) text = make_large (3000);
  Collected collected = { .seen = g_string_new (NULL) };
  g_auto (ExmSitemapReport) report = { 0 };
  g_auto (ExmSitemapReport) cut_report = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (read_bytes (gzip (text->str, text->len), &collected, &report, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (report.n_entries, ==, 3000);
  g_assert_cmpuint (report.n_faults, ==, 0);

  g_autoptr (GBytes) whole = gzip (text->str, text->len);
  GBytes *cut = g_bytes_new_from_bytes (whole, 0, g_bytes_get_size (whole) / 2);
  g_assert_true (read_bytes (cut, &collected, &cut_report, &error));
  g_assert_cmpuint (cut_report.n_entries, >, 100);
  g_assert_cmpuint (cut_report.n_entries, <, 3000);
  g_assert_cmpuint (cut_report.n_faults, >, 0);
  g_assert_nonnull (cut_report.fault);
  g_string_free (collected.seen, TRUE);
}

/* A gigabyte of white space in a megabyte: read to the cap, and said. */
static void
test_gzip_bomb (void)
{
  g_autoptr (GString) text = g_string_new ("<urlset><url><loc>/1</loc></url>");
  Collected collected = { .seen = g_string_new (NULL) };
  g_auto (ExmSitemapReport) report = { 0 };
  g_autoptr (GError) error = NULL;
  gsize before = text->len;

  g_string_set_size (text, EXM_MAX_PAGE_BYTES + 1024 * 1024);
  memset (text->str + before, ' ', text->len - before);
  g_string_append (text, "<url><loc>/2</loc></url></urlset>");
  GBytes *bytes = gzip (text->str, text->len);
  g_assert_cmpuint (g_bytes_get_size (bytes), <, 200000);
  g_assert_true (read_bytes (bytes, &collected, &report, &error));
  g_assert_cmpstr (collected.seen->str, ==, "https://a.example/1 - - ;");
  g_assert_cmpuint (report.n_faults, >, 0);
  g_string_free (collected.seen, TRUE);
}

static void
test_limits (void)
{
  g_autoptr (GString) text = make_large (EXM_SITEMAP_MAX_ENTRIES + 7);
  Collected collected = { .seen = g_string_new (NULL) };
  Collected stopped = { .seen = g_string_new (NULL), .stop_at = 5 };
  g_auto (ExmSitemapReport) report = { 0 };
  g_auto (ExmSitemapReport) stopped_report = { 0 };
  g_autoptr (GError) error = NULL;

  read_bytes (g_bytes_new (text->str, text->len), &collected, &report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report.n_entries, ==, EXM_SITEMAP_MAX_ENTRIES);
  g_assert_cmpuint (report.n_skipped, ==, 7);

  read_bytes (g_bytes_new (text->str, text->len), &stopped, &stopped_report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (stopped.n, ==, 5);
  g_string_free (collected.seen, TRUE);
  g_string_free (stopped.seen, TRUE);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text; /* (unowned) */
    ExmDiscoverErrorCode code;
  } cases[] = {
    { "", EXM_DISCOVER_ERROR_EMPTY },
    { "<html><body>404", EXM_DISCOVER_ERROR_HTML },
    { "<!DOCTYPE html><p>404", EXM_DISCOVER_ERROR_HTML },
    { "<rss><channel/></rss>", EXM_DISCOVER_ERROR_OTHER_KIND },
    { "<feed/>", EXM_DISCOVER_ERROR_OTHER_KIND },
    { "<kml/>", EXM_DISCOVER_ERROR_UNKNOWN },
    { "Not found", EXM_DISCOVER_ERROR_UNKNOWN },
    { "\x1f\x8bnot gzip at all", EXM_DISCOVER_ERROR_COMPRESSED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Collected collected = { .seen = g_string_new (NULL) };
      g_auto (ExmSitemapReport) report = { 0 };
      g_autoptr (GError) error = NULL;
      GBytes *bytes = g_bytes_new (cases[i].text, strlen (cases[i].text));
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_false (read_bytes (bytes, &collected, &report, &error));
      g_assert_error (error, EXM_DISCOVER_ERROR, (gint) cases[i].code);
      g_assert_nonnull (strstr (error->message, URL));
      g_assert_cmpuint (collected.n, ==, 0);
      g_string_free (collected.seen, TRUE);
    }
}

static void
assert_next (ExmSitemapWalk *walk, const char *expected, guint expected_depth)
{
  guint depth = 99;
  g_autofree char *url = exm_sitemap_walk_next (walk, &depth);

  g_assert_cmpstr (url, ==, expected);
  g_assert_cmpuint (depth, ==, expected_depth);
}

static void
test_walk (void)
{
  g_autoptr (ExmSitemapWalk) walk = exm_sitemap_walk_new (4);

  g_assert_true (exm_sitemap_walk_add (walk, "a", 0));
  g_assert_false (exm_sitemap_walk_add (walk, "a", 0));
  assert_next (walk, "a", 0);
  g_assert_false (exm_sitemap_walk_add (walk, "a", 1));
  g_assert_cmpuint (exm_sitemap_walk_get_n_refused (walk), ==, 0);
  g_assert_true (exm_sitemap_walk_add (walk, "b", 1));
  g_assert_true (exm_sitemap_walk_add (walk, "c", 3));
  g_assert_false (exm_sitemap_walk_add (walk, "d", 4));
  g_assert_cmpuint (exm_sitemap_walk_get_n_refused (walk), ==, 1);
  g_assert_true (exm_sitemap_walk_add (walk, "e", 2));
  g_assert_false (exm_sitemap_walk_add (walk, "f", 2));
  g_assert_cmpuint (exm_sitemap_walk_get_n_refused (walk), ==, 2);
  assert_next (walk, "b", 1);
  assert_next (walk, "c", 3);
  assert_next (walk, "e", 2);
  assert_next (walk, NULL, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sitemap/read", test_read);
  g_test_add_func ("/sitemap/broken", test_broken);
  g_test_add_func ("/sitemap/gzip", test_gzip);
  g_test_add_func ("/sitemap/gzip-bomb", test_gzip_bomb);
  g_test_add_func ("/sitemap/limits", test_limits);
  g_test_add_func ("/sitemap/refused", test_refused);
  g_test_add_func ("/sitemap/walk", test_walk);
  return g_test_run ();
}
