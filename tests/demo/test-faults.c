/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "site-fixture.h"

#include <string.h>

static gsize
get_size (SiteAnswer *answer)
{
  g_assert_no_error (answer->error);
  return g_bytes_get_size (answer->bytes);
}

static gboolean
contains (SiteAnswer *answer, const char *needle, gsize length)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (answer->bytes, &size);
  return memmem (data, size, needle, length) != NULL;
}

static void
test_statuses (SiteFixture *self, gconstpointer unused)
{
  static const struct
  {
    const char *path;
    guint status;
  } cases[] = {
    { "/fault/404", 404 }, { "/fault/500", 500 },     { "/fault/503", 503 },
    { "/fault/304", 304 }, { "/fault/unknown", 404 }, { "/fault/redirect", 400 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SiteAnswer) answer = site_fixture_get (self, cases[i].path, NULL, NULL);
      g_assert_no_error (answer->error);
      g_assert_cmpuint (answer->status, ==, cases[i].status);
    }
  g_autoptr (SiteAnswer) busy
      = site_fixture_get (self, "/fault/503?retry-after=7", NULL, NULL);
  g_assert_cmpstr (site_answer_get_header (busy, "Retry-After"), ==, "7");
}

static void
test_redirects (SiteFixture *self, gconstpointer unused)
{
  g_autoptr (SiteAnswer) loop = site_fixture_get (self, "/fault/loop", NULL, NULL);
  g_assert_cmpuint (loop->status, ==, 302);
  g_assert_true (
      g_str_has_suffix (site_answer_get_header (loop, "Location"), "/fault/loop"));
  g_autoptr (SiteAnswer) away = site_fixture_get (
      self, "/fault/redirect?to=http://example.invalid/a", NULL, NULL);
  g_assert_cmpuint (away->status, ==, 302);
  g_assert_cmpstr (site_answer_get_header (away, "Location"), ==,
                   "http://example.invalid/a");
  for (guint n = 5; n > 0; n--)
    {
      g_autofree char *path = g_strdup_printf ("/fault/chain?n=%u", n);
      g_autofree char *next = g_strdup_printf ("/fault/chain?n=%u", n - 1);
      g_autoptr (SiteAnswer) step = site_fixture_get (self, path, NULL, NULL);
      g_assert_cmpuint (step->status / 100, ==, 3);
      g_assert_true (g_str_has_suffix (site_answer_get_header (step, "Location"), next));
    }
  g_autoptr (SiteAnswer) end = site_fixture_get (self, "/fault/chain?n=0", NULL, NULL);
  g_assert_cmpuint (end->status, ==, 200);
  g_assert_cmpuint (get_size (end), >, 1000);
}

static void
test_broken_transfer (SiteFixture *self, gconstpointer unused)
{
  g_autoptr (SiteAnswer) cut = site_fixture_get (self, "/fault/truncated", NULL, NULL);
  g_assert_cmpuint (cut->status, ==, 200);
  gsize promised = (gsize) soup_message_headers_get_content_length (cut->headers);
  g_assert_true (cut->error != NULL || g_bytes_get_size (cut->bytes) < promised);
  g_autoptr (SiteAnswer) empty = site_fixture_get (self, "/fault/empty", NULL, NULL);
  g_assert_cmpuint (empty->status, ==, 200);
  g_assert_cmpuint (get_size (empty), ==, 0);
}

static void
test_slow (SiteFixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  g_assert_true (exm_sample_server_set_fault (self->server, "/robots.txt", "slow?ms=1",
                                              EXM_SAMPLE_FAULT_ALWAYS, &error));
  g_assert_no_error (error);
  g_autofree char *slow = site_fixture_read (self, "/robots.txt", "UTF-8");
  gint64 ms = (g_get_monotonic_time () - start) / 1000;
  g_assert_cmpint (ms, >=, (gint64) strlen (slow));
  g_assert_true (
      exm_sample_server_set_fault (self->server, "/robots.txt", NULL, 0, &error));
  g_autofree char *plain = site_fixture_read (self, "/robots.txt", "UTF-8");
  g_assert_cmpstr (slow, ==, plain);
}

static void
test_charsets (SiteFixture *self, gconstpointer unused)
{
  gsize size = 0;
  g_autoptr (SiteAnswer) utf8 = site_fixture_get (self, "/fault/utf8-as-gb", NULL, NULL);
  const char *data = g_bytes_get_data (utf8->bytes, &size);
  g_assert_true (g_utf8_validate (data, (gssize) size, NULL));
  g_assert_cmpstr (site_answer_get_header (utf8, "Content-Type"), ==,
                   "text/html; charset=gb2312");
  g_assert_true (contains (utf8, "charset=\"gb2312\"", 16));
  g_autoptr (SiteAnswer) gb = site_fixture_get (self, "/fault/gb-as-utf8", NULL, NULL);
  data = g_bytes_get_data (gb->bytes, &size);
  g_assert_false (g_utf8_validate (data, (gssize) size, NULL));
  g_assert_cmpstr (site_answer_get_header (gb, "Content-Type"), ==,
                   "text/html; charset=utf-8");
  g_assert_false (contains (gb, "gb2312", 6));
  g_autofree char *text
      = g_convert (data, (gssize) size, "UTF-8", "GB18030", NULL, NULL, NULL);
  g_assert_nonnull (strstr (text, "责任编辑"));
}

static void
test_other_types (SiteFixture *self, gconstpointer unused)
{
  static const struct
  {
    const char *path;
    const char *type;
    const char *bytes;
  } cases[] = {
    { "/fault/pdf", "application/pdf", "%PDF-1.4" },
    { "/fault/pdf-as-html", "text/html", "%PDF-1.4" },
    { "/fault/png", "image/png", "\x89PNG\r\n" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SiteAnswer) answer = site_fixture_get (self, cases[i].path, NULL, NULL);
      g_assert_cmpstr (site_answer_get_header (answer, "Content-Type"), ==,
                       cases[i].type);
      g_assert_true (contains (answer, cases[i].bytes, strlen (cases[i].bytes)));
    }
  g_autoptr (SiteAnswer) nul = site_fixture_get (self, "/fault/nul", NULL, NULL);
  g_assert_true (contains (nul, "", 1));
}

static gsize
unpacked_size (SiteAnswer *answer)
{
  g_assert_cmpstr (site_answer_get_header (answer, "Content-Encoding"), ==, "gzip");
  g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_bytes (answer->bytes);
  g_autoptr (GZlibDecompressor) zlib
      = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) in = g_converter_input_stream_new (memory, G_CONVERTER (zlib));
  static guint8 buffer[65536];
  gsize total = 0;
  gssize n = 0;
  while ((n = g_input_stream_read (in, buffer, sizeof buffer, NULL, NULL)) > 0)
    total += (gsize) n;
  g_assert_cmpint (n, ==, 0);
  return total;
}

static void
test_gzip (SiteFixture *self, gconstpointer unused)
{
  g_autoptr (SiteAnswer) packed = site_fixture_get (self, "/fault/gzip", NULL, NULL);
  g_autoptr (SiteAnswer) plain = site_fixture_get (self, "/fault/chain?n=0", NULL, NULL);
  g_assert_cmpuint (unpacked_size (packed), ==, get_size (plain));
  g_autoptr (SiteAnswer) bomb
      = site_fixture_get (self, "/fault/gzip-bomb?mb=30", NULL, NULL);
  g_assert_cmpuint (get_size (bomb), <, 1024 * 1024);
  g_assert_cmpuint (unpacked_size (bomb), ==, 30 * 1024 * 1024);
}

static void
test_sizes (SiteFixture *self, gconstpointer unused)
{
  g_autoptr (SiteAnswer) huge = site_fixture_get (self, "/fault/huge?mb=3", NULL, NULL);
  g_assert_cmpuint (get_size (huge), >=, 3 * 1024 * 1024);
  g_assert_cmpuint (get_size (huge), <, 4 * 1024 * 1024);
  g_autoptr (SiteAnswer) deep
      = site_fixture_get (self, "/fault/nested?n=1000", NULL, NULL);
  g_assert_cmpuint (get_size (deep), >, 1000 * strlen ("<div></div>"));
  g_autoptr (SiteAnswer) deeper = site_fixture_get (self, "/fault/nested", NULL, NULL);
  g_assert_cmpuint (get_size (deeper), >, 100000 * strlen ("<div></div>"));
}

static void
test_endless (SiteFixture *self, gconstpointer unused)
{
  g_autofree char *url = g_strconcat (exm_sample_server_get_base_url (self->server),
                                      "/fault/endless", NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", url);
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) in = soup_session_send (self->session, message, NULL, &error);
  g_assert_no_error (error);
  static guint8 buffer[65536];
  gsize total = 0;
  while (total < 4 * 1024 * 1024)
    {
      gssize n = g_input_stream_read (in, buffer, sizeof buffer, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (n, >, 0);
      total += (gsize) n;
    }
}

static void
test_of_one_path (SiteFixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const char *path = "/news/";
  g_assert_true (exm_sample_server_set_fault (self->server, path, "500",
                                              EXM_SAMPLE_FAULT_ONCE, &error));
  static const guint once[] = { 500, 200, 200 };
  for (guint i = 0; i < G_N_ELEMENTS (once); i++)
    {
      g_autoptr (SiteAnswer) answer = site_fixture_get (self, path, NULL, NULL);
      g_assert_cmpuint (answer->status, ==, once[i]);
    }
  g_assert_true (exm_sample_server_set_fault (self->server, path, "503?retry-after=9",
                                              EXM_SAMPLE_FAULT_ALWAYS, &error));
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (SiteAnswer) answer = site_fixture_get (self, path, NULL, NULL);
      g_assert_cmpuint (answer->status, ==, 503);
      g_assert_cmpstr (site_answer_get_header (answer, "Retry-After"), ==, "9");
    }
  g_assert_false (exm_sample_server_set_fault (self->server, path, "gremlins",
                                               EXM_SAMPLE_FAULT_ALWAYS, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (SiteFixture *self, gconstpointer unused);
  } tests[] = {
    { "statuses", test_statuses },
    { "redirects", test_redirects },
    { "broken", test_broken_transfer },
    { "slow", test_slow },
    { "charsets", test_charsets },
    { "types", test_other_types },
    { "gzip", test_gzip },
    { "sizes", test_sizes },
    { "endless", test_endless },
    { "one-path", test_of_one_path },
  };
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/sample/faults/", tests[i].name, NULL);
      g_test_add (path, SiteFixture, NULL, site_fixture_set_up, tests[i].test,
                  site_fixture_tear_down);
    }
  return g_test_run ();
}
