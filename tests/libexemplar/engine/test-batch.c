/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One JSON record in, one out: every field, and every way a record can be bad. */

#include "base/exm-limits.h"
#include "engine/exm-batch.h"

#include "test-site.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/stat.h>

#define PAGE                                                                             \
  "<p>A line of prose that is long enough for line-block, which counts characters and "  \
  "wants more than a few of them, in fact eighty-six.</p>\\n<p>seven</p>\\n"             \
  "<p>eight</p>\\n<p>nines</p>\\n"
#define TARGET "\"target_html\":\"" PAGE "\""
#define ALONE TARGET ",\"method\":\"line-block\""

/* Runs a record and checks what every answer promises. */
static JsonObject *
run_bytes (const char *line, gsize n_bytes)
{
  static const char *const members[]
      = { "text",      "title",      "date", "head",
          "tail",      "confidence", "fits", "template_similarity",
          "agreement", "method",     "error" };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) error = NULL;
  g_autofree char *out = exm_batch_process (engine, line, n_bytes, NULL, NULL);

  g_test_message ("%.300s", out);
  g_assert_true (g_utf8_validate (out, -1, NULL));
  g_assert_null (strchr (out, '\n'));
  json_parser_load_from_data (parser, out, -1, &error);
  g_assert_no_error (error);
  JsonObject *record
      = json_object_ref (json_node_get_object (json_parser_get_root (parser)));
  const char *place = out;
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *key = g_strdup_printf ("\"%s\":", members[i]);
      place = strstr (place, key);
      g_assert_nonnull (place);
      g_assert_true (json_object_has_member (record, members[i]));
    }
  return record;
}

static JsonObject *
run (const char *line)
{
  return run_bytes (line, strlen (line));
}

static void
assert_fine (const char *line)
{
  g_autoptr (JsonObject) out = run (line);

  g_assert_true (json_object_get_null_member (out, "error"));
  g_assert_cmpuint (strlen (json_object_get_string_member (out, "text")), >, 0);
}

/* The answer has an error that says @says. */
static void
assert_bad (const char *line, const char *says)
{
  g_autoptr (JsonObject) out = run (line);

  g_autofree char *seen = g_utf8_make_valid (line, (gssize) MIN (strlen (line), 100));
  g_test_message ("%s", seen);
  g_assert_false (json_object_get_null_member (out, "error"));
  g_assert_nonnull (strstr (json_object_get_string_member (out, "error"), says));
  g_assert_cmpstr (json_object_get_string_member (out, "text"), ==, "");
  g_assert_true (json_object_get_null_member (out, "head"));
  g_assert_true (json_object_get_null_member (out, "method"));
}

static char *
make_record (const char *example_body)
{
  g_auto (TestSitePage) a = test_site_make_page (8, 1, 9, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) b = test_site_make_page (8, 2, 9, TEST_SITE_ENGLISH, 0);
  g_autoptr (JsonObject) in = json_object_new ();
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);

  json_object_set_string_member (in, "site", "a site");
  json_object_set_string_member (in, "example", "1");
  json_object_set_string_member (in, "target", "2");
  json_object_set_string_member (in, "example_html", a.html);
  json_object_set_string_member (in, "target_html", b.html);
  json_object_set_string_member (in, "url", "http://a.example/2");
  json_object_set_string_member (in, "example_url", "http://a.example/1");
  if (example_body != NULL)
    json_object_set_string_member (in, "example_body",
                                   *example_body != '\0' ? example_body : a.body);
  json_node_set_object (root, in);
  return json_to_string (root, FALSE);
}

static void
test_all_fields (void)
{
  g_auto (TestSitePage) b = test_site_make_page (8, 2, 9, TEST_SITE_ENGLISH, 0);

  for (guint region = 0; region <= 1; region++)
    {
      g_autofree char *line = make_record (region ? "" : NULL);
      g_autoptr (JsonObject) out = run (line);
      g_assert_true (json_object_get_null_member (out, "error"));
      g_assert_cmpstr (json_object_get_string_member (out, "site"), ==, "a site");
      g_assert_cmpstr (json_object_get_string_member (out, "example"), ==, "1");
      g_assert_cmpstr (json_object_get_string_member (out, "target"), ==, "2");
      g_assert_cmpfloat (
          test_site_score (json_object_get_string_member (out, "text"), b.body), >, .97);
      g_assert_nonnull (json_object_get_string_member (out, "title"));
      g_assert_cmpint (json_object_get_int_member (out, "tail"), >,
                       json_object_get_int_member (out, "head"));
      g_assert_cmpfloat (json_object_get_double_member (out, "confidence"), >, .5);
      g_assert_cmpfloat (json_object_get_double_member (out, "template_similarity"), >,
                         .9);
      g_assert_true (json_object_get_boolean_member (out, "fits"));
      g_assert_cmpstr (json_object_get_string_member (out, "method"), ==, "exemplar");
    }
}

/* Further examples, with bodies or without. */
static void
test_examples (void)
{
  g_auto (TestSitePage) a = test_site_make_page (8, 1, 9, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) b = test_site_make_page (8, 2, 9, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) c = test_site_make_page (8, 3, 9, TEST_SITE_ENGLISH, 0);
  double confidence[3];

  for (guint n = 0; n < G_N_ELEMENTS (confidence); n++)
    {
      g_autoptr (JsonObject) in = json_object_new ();
      g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
      JsonArray *examples = json_array_new ();
      for (guint i = 0; i < 2; i++)
        {
          JsonObject *example = json_object_new ();
          json_object_set_string_member (example, "html", i == 0 ? a.html : c.html);
          json_object_set_string_member (example, "url", "http://a.example/1");
          if (i < n)
            json_object_set_string_member (example, "body", i == 0 ? a.body : c.body);
          json_array_add_object_element (examples, example);
        }
      json_object_set_string_member (in, "target_html", b.html);
      json_object_set_array_member (in, "examples", examples);
      json_node_set_object (root, in);
      g_autofree char *line = json_to_string (root, FALSE);
      g_autoptr (JsonObject) out = run (line);
      g_assert_true (json_object_get_null_member (out, "error"));
      g_assert_cmpfloat (
          test_site_score (json_object_get_string_member (out, "text"), b.body), >, .97);
      confidence[n] = json_object_get_double_member (out, "confidence");
    }
  /* Each of the bodies was looked at. */
  g_assert_cmpfloat (confidence[0], !=, confidence[1]);
  g_assert_cmpfloat (confidence[1], !=, confidence[2]);

  g_autoptr (GString) many = g_string_new ("{\"examples\":[");
  for (guint i = 0; i <= EXM_BATCH_EXAMPLES; i++)
    g_string_append (many, i > 0 ? ",{}" : "{}");
  g_string_append (many, "]," TARGET "}");
  assert_bad (many->str, "at most 64");
  assert_bad ("{\"examples\":{}," TARGET "}", "“examples”");
  assert_bad ("{\"examples\":[\"x\"]," TARGET "}", "“examples”");
  assert_bad ("{\"examples\":[{\"html\":7}]," TARGET "}", "“html”");
  assert_bad ("{\"examples\":[{\"html\":\"<p>x</p>\",\"body\":\"other\"}]," TARGET "}",
              "not on the example");
  assert_bad ("{\"examples\":[{\"path\":\"/nowhere\"}]," TARGET "}", "/nowhere");
  assert_fine ("{\"examples\":null,\"example_html\":\"<p>x</p>\"," TARGET "}");
}

static void
test_passed_through (void)
{
  static const char *const values[] = { "null",
                                        "true",
                                        "-3",
                                        "1.5",
                                        "\"\\u0022 \u4e2d \\\\ \"",
                                        "[1,[],{}]",
                                        "{\"a\":{\"b\":null}}",
                                        "\"\"",
                                        "9223372036854775807",
                                        "1e22",
                                        "-1e-300" };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"site\":%s,\"example\":%s," ALONE "}",
                                               values[i], values[i]);
      g_autoptr (JsonNode) expected = json_from_string (values[i], NULL);
      g_autoptr (JsonObject) out = run (line);
      g_assert_true (json_object_get_null_member (out, "error"));
      g_assert_true (json_node_equal (json_object_get_member (out, "site"), expected));
      g_assert_true (json_node_equal (json_object_get_member (out, "example"), expected));
      g_assert_false (json_object_has_member (out, "target"));
    }
}

static void
test_without_example (void)
{
  g_autoptr (JsonObject) out = run ("{" ALONE "}");

  g_assert_true (json_object_get_null_member (out, "error"));
  g_assert_true (json_object_get_null_member (out, "template_similarity"));
  g_assert_true (json_object_get_null_member (out, "agreement"));
  g_assert_true (json_object_get_boolean_member (out, "fits"));
  g_assert_cmpint (json_object_get_int_member (out, "head"), ==, 0);
  g_assert_cmpint (json_object_get_int_member (out, "tail"), ==, 3);
  assert_bad ("{" TARGET "}", "needs an example");
}

static void
test_default_method (void)
{
  static const char line[] = "{" TARGET "}";
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  const ExmExtractOptions options = { .method = "line-block" };
  g_autofree char *out
      = exm_batch_process (engine, line, sizeof line - 1, &options, NULL);
  const ExmExtractOptions literal = { .method = "exemplar-literal" };
  g_autofree char *own
      = exm_batch_process (engine, "{" ALONE "}", strlen ("{" ALONE "}"), &literal, NULL);

  g_assert_nonnull (strstr (out, "\"method\":\"line-block\""));
  g_assert_nonnull (strstr (own, "\"method\":\"line-block\""));
}

static void
test_bad_records (void)
{
  static const char *const fields[]
      = { "target_path",  "target_html", "example_path", "example_html",
          "example_body", "url",         "example_url",  "method" };
  static const char *const values[] = { "3", "true", "[]", "{}", "1.5" };

  assert_bad ("", "JSON");
  assert_bad (" ", "JSON");
  assert_bad ("no JSON", "JSON");
  assert_bad ("{\"target_html\":", "JSON");
  assert_bad ("[]", "JSON object");
  assert_bad ("null", "JSON object");
  assert_bad ("{}", "target_path");
  assert_bad ("{" ALONE "} {" ALONE "}", "JSON");
  assert_bad ("{'target_html':'x'}", "JSON");
  assert_bad ("{\"target_html\":\"\xff\"}", "UTF-8");
  assert_bad ("{\"site\":1e999," ALONE "}", "number");
  assert_bad ("{\"site\":123456789012345678901234567890," ALONE "}", "number");
  assert_bad ("{\"method\":\"nosuch\"," TARGET "}", "nosuch");
  assert_bad ("{\"target_html\":\"\",\"method\":\"line-block\"}", "no text");
  assert_bad ("{\"target_html\":\"%PDF-1.7\",\"method\":\"line-block\"}", "PDF");
  assert_bad ("{\"target_html\":\"%PDF-1.7\",\"url\":\"http://a.example/x.pdf\"}",
              "http://a.example/x.pdf");
  assert_bad ("{\"example_html\":\"<p>x</p>\",\"example_body\":\"other\"," TARGET "}",
              "body text is not on the example");
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (values); k++)
      {
        g_autofree char *line
            = g_strdup_printf ("{\"target_html\":\"x\",\"%s\":%s}", fields[i], values[k]);
        assert_bad (line, fields[i]);
      }
}

/* The answer to a bad record keeps its id. */
static void
test_bad_record_keeps_names (void)
{
  g_autoptr (JsonObject) out
      = run ("{\"site\":\"s\",\"target\":7,\"method\":\"nosuch\"}");

  g_assert_cmpstr (json_object_get_string_member (out, "site"), ==, "s");
  g_assert_cmpint (json_object_get_int_member (out, "target"), ==, 7);
  g_assert_false (json_object_get_null_member (out, "error"));
}

static void
test_nested (void)
{
  g_autofree char *open = g_strnfill (2000000, '[');
  g_autofree char *line = g_strdup_printf ("{\"site\":%s", open);
  g_autofree char *fine_open = g_strnfill (60, '['), *fine_close = g_strnfill (60, ']');
  g_autofree char *fine
      = g_strdup_printf ("{\"site\":%s%s," ALONE "}", fine_open, fine_close);

  assert_bad (line, "nests deeper");
  assert_fine (fine);
}

static void
test_values (void)
{
  GString *line = g_string_new ("{" ALONE ",\"x\":[0");

  for (guint i = 0; i < EXM_MAX_JSON_VALUES; i++)
    g_string_append (line, ",0");
  g_string_append (line, "]}");
  assert_bad (line->str, "more than 2000000 values");
  g_string_free (line, TRUE);
}

static void
test_nul (void)
{
  static const char nul[] = "{" ALONE "}\0";
  g_autoptr (JsonObject) out
      = run ("{\"site\":\"a\\u0000b\",\"target_html\":\"<p>first<br>"
             "\\u0000" PAGE "\",\"method\":\"line-block\"}");
  g_autoptr (JsonObject) raw = run_bytes (nul, sizeof nul);

  g_assert_cmpstr (json_object_get_string_member (out, "site"), ==, "ab");
  g_assert_nonnull (strstr (json_object_get_string_member (out, "text"), "first\nA"));
  g_assert_false (json_object_get_null_member (raw, "error"));
}

static void
test_surrogates (void)
{
  g_autoptr (JsonObject) out
      = run ("{\"site\":\"\\ud83d\\ude00 \\ud83d \\udc00\"," ALONE "}");

  g_assert_true (json_object_get_null_member (out, "error"));
  g_assert_cmpstr (json_object_get_string_member (out, "site"), ==,
                   "\U0001f600 \ufffd \ufffd");
}

static char *
make_path_record (const char *path, const char *more)
{
  g_autoptr (JsonObject) in = json_object_new ();
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);

  json_object_set_string_member (in, "target_path", path);
  json_object_set_string_member (in, "method", "line-block");
  if (more != NULL)
    json_object_set_string_member (in, "target_html", more);
  json_node_set_object (root, in);
  return json_to_string (root, FALSE);
}

static void
test_files (void)
{
  static const char text[]
      = "<p>A page of its own, in a file of its own in a folder of its own, that is long "
        "enough to be "
        "found by what counts its characters.</p>\n<p>x\n<p>y\n<p>z\n";
  g_autofree char *folder = g_dir_make_tmp ("exm-batch-XXXXXX", NULL);
  g_autofree char *page = g_build_filename (folder, "page.html", NULL);
  g_autofree char *pdf = g_build_filename (folder, "page.pdf", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing.html", NULL);
  g_autofree char *page_line = make_path_record (page, NULL);
  g_autofree char *pdf_line = make_path_record (pdf, NULL);
  g_autofree char *pipe_line = make_path_record (pipe, NULL);
  g_autofree char *missing_line = make_path_record (missing, NULL);
  g_autofree char *folder_line = make_path_record (folder, NULL);
  g_autofree char *device_line = make_path_record ("/dev/zero", NULL);
  /* The page that the record brings along goes before the file. */
  g_autofree char *both_line
      = make_path_record (missing, "<p>A page inside the record, not in a file of its "
                                   "own, but long enough to be found "
                                   "by what counts its characters here.</p>\n<p>x\n<p>y"
                                   "\n<p>z\n");

  g_assert_true (g_file_set_contents (page, text, -1, NULL));
  g_assert_true (g_file_set_contents (pdf, "%PDF-1.7\n", -1, NULL));
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_fine (page_line);
  assert_bad (pdf_line, pdf);
  assert_bad (missing_line, missing);
  assert_bad (folder_line, folder);
  assert_bad (pipe_line, pipe);
  assert_bad (device_line, "/dev/zero");
  assert_fine (both_line);
  g_unlink (page);
  g_unlink (pdf);
  g_unlink (pipe);
  g_rmdir (folder);
}

static void
set_times (const char *path, time_t seconds)
{
  const struct timespec times[2] = { { .tv_sec = seconds }, { .tv_sec = seconds } };
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

/* A file that is written anew is another page, though its size and its own time stay. */
static void
test_file_that_changes (void)
{
  static const char *const texts[]
      = { "The first text of the file.", "A later text, just as long." };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autofree char *folder = g_dir_make_tmp ("exm-batch-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "page.html", NULL);
  g_autofree char *line = make_path_record (path, NULL);

  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *page = g_strdup_printf ("<h1>%s</h1>", texts[i % 2]);
      g_assert_true (g_file_set_contents (path, page, -1, NULL));
      set_times (path, 1000000000);
      g_autofree char *out = exm_batch_process (engine, line, strlen (line), NULL, NULL);
      g_assert_nonnull (strstr (out, texts[i % 2]));
    }
  g_unlink (path);
  g_rmdir (folder);
}

/* A page in JSON is UTF-8, whatever it says of itself. */
static void
test_charset_of_inline (void)
{
  g_autoptr (JsonObject) out
      = run ("{\"target_html\":\"<meta "
             "charset=gb2312><p>这是一段中文正文，虽然页面声明了别的编码，"
             "但是记录本身就是统一码，所以必须按照统一码来读，不能再转换一次，否则就会变"
             "成乱码，谁"
             "也读不懂它，这一行已经足够长了，可以被数字符的方法找到，再加上一些字就更加"
             "足够。</p>"
             "\\n<p>x\\n<p>y\\n<p>z\\n\",\"method\":\"line-block\"}");

  g_assert_true (json_object_get_null_member (out, "error"));
  g_assert_nonnull (strstr (json_object_get_string_member (out, "text"), "这是一段中文"));
}

static void
test_refuse (void)
{
  g_autofree char *out = exm_batch_refuse ("too \"long\"\n\xff");
  g_autoptr (JsonNode) node = json_from_string (out, NULL);

  g_assert_nonnull (node);
  g_assert_null (strchr (out, '\n'));
  JsonObject *record = json_node_get_object (node);
  g_assert_cmpstr (json_object_get_string_member (record, "error"), ==,
                   "too \"long\"\n\ufffd");
  g_assert_cmpstr (json_object_get_string_member (record, "text"), ==, "");
  g_assert_true (json_object_get_null_member (record, "confidence"));
}

/* Strings are as json-glib writes them, which forgets one of the control characters. */
static void
test_quotes (void)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (JsonNode) node = json_node_alloc ();

  for (char c = 1; c < 0x7f; c++)
    if (c != 0x1f)
      g_string_append_c (all, c);
  g_string_append (all, "\x7fü文\U0001f600");
  json_node_init_string (node, all->str);
  g_autofree char *expected = json_to_string (node, FALSE);
  g_autofree char *out = exm_batch_refuse (all->str);
  g_autofree char *unit = exm_batch_refuse ("\x1f");
  g_assert_nonnull (strstr (out, expected));
  g_assert_nonnull (strstr (unit, "\"\\u001f\""));
}

/* Only a page that holds a part of its article has the member. */
static void
test_incomplete (void)
{
  g_autoptr (JsonObject) whole = run ("{" ALONE "}");
  g_autoptr (JsonObject) part
      = run ("{\"url\":\"https://a.example/2026/library-opens.html\","
             "\"method\":\"line-block\",\"target_html\":\"" PAGE
             "<a href='library-opens_2.html'>2</a>\"}");

  g_assert_false (json_object_has_member (whole, "incomplete"));
  g_assert_cmpstr (json_object_get_string_member (part, "incomplete"), ==,
                   "The article goes on on further pages (this is 1 of 2)");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/batch/all-fields", test_all_fields);
  g_test_add_func ("/batch/examples", test_examples);
  g_test_add_func ("/batch/passed-through", test_passed_through);
  g_test_add_func ("/batch/without-example", test_without_example);
  g_test_add_func ("/batch/default-method", test_default_method);
  g_test_add_func ("/batch/bad-records", test_bad_records);
  g_test_add_func ("/batch/bad-record-keeps-names", test_bad_record_keeps_names);
  g_test_add_func ("/batch/nested", test_nested);
  g_test_add_func ("/batch/values", test_values);
  g_test_add_func ("/batch/nul", test_nul);
  g_test_add_func ("/batch/surrogates", test_surrogates);
  g_test_add_func ("/batch/files", test_files);
  g_test_add_func ("/batch/file-that-changes", test_file_that_changes);
  g_test_add_func ("/batch/charset-of-inline", test_charset_of_inline);
  g_test_add_func ("/batch/incomplete", test_incomplete);
  g_test_add_func ("/batch/refuse", test_refuse);
  g_test_add_func ("/batch/quotes", test_quotes);
  return g_test_run ();
}
