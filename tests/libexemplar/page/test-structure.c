/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Positions, keys, elements and paths, and where lines stand in the source. */

#include "test-page.h"

#include "base/exm-text.h"

#include <string.h>

static void
test_positions (void)
{
  g_autoptr (ExmPageText) page = test_page_read (
      "<p>One Ünit</p><p hidden>not counted</p><p>中文</p><noscript>no</noscript><p>ΣX");
  static const char joined[] = "one ünit\n中文\nσx";
  g_autofree guint32 *codes = exm_page_text_dup_codes (page);
  g_autofree gunichar *expected = g_utf8_to_ucs4_fast (joined, -1, NULL);
  guint n = exm_page_text_get_n_chars (page);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  g_assert_cmpmem (codes, n * sizeof *codes, expected,
                   (gsize) g_utf8_strlen (joined, -1) * sizeof *expected);
  g_assert_cmpuint (n_lines, ==, 5);
  g_assert_cmpuint (lines[0].start, ==, 0);
  g_assert_cmpuint (lines[2].start, ==, 9);
  g_assert_cmpuint (lines[4].start, ==, 12);
}

static void
test_counts (void)
{
  g_autoptr (ExmPageText) page = test_page_read ("<p>Two words, 三字。</p>");
  guint n_lines;
  const ExmLine *line = exm_page_text_get_lines (page, &n_lines);

  g_assert_cmpuint (line->n_chars, ==, 14);
  g_assert_cmpuint (line->n_bytes, ==, 20);
  g_assert_cmpuint (line->n_tokens, ==, 4);
  g_assert_cmpuint (line->n_marks, ==, 2);
  g_assert_cmpuint (line->length, ==, 18);
  g_assert_cmpuint (
      line->n_tokens, ==,
      exm_text_count_tokens (exm_page_text_get_line (page, 0), line->n_bytes));
}

static void
test_keys (void)
{
  g_autoptr (ExmPageText) page = test_page_read (
      "<p>Page 12</p><p>page&nbsp; 7</p><p>ＰＡＧＥ １</p><p>page one</p>");
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  g_assert_cmpuint (n_lines, ==, 4);
  g_assert_cmpuint (lines[0].key, ==, exm_text_key ("page 0", 6));
  g_assert_cmpuint (lines[1].key, ==, lines[0].key);
  g_assert_cmpuint (lines[2].key, ==, lines[0].key);
  g_assert_cmpuint (lines[3].key, !=, lines[0].key);
}

static const ExmNode *
find_node (const ExmPageText *page, const char *id)
{
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  for (guint i = 0; i < n_nodes; i++)
    if (strcmp (exm_page_text_get_string (page, nodes[i].id), id) == 0)
      return &nodes[i];
  g_error ("no element “%s”", id);
}

static void
test_ranges (void)
{
  g_autoptr (ExmPageText) page = test_page_read (
      "<body id=body><div id=a><p>one</p><p>two <a id=link href=u>link</a></p></div>"
      "<div id=empty></div><div id=b>three<p hidden>four</p></div>");
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  const ExmNode *a = find_node (page, "a"), *b = find_node (page, "b");
  const ExmNode *empty = find_node (page, "empty"), *body = find_node (page, "body");

  g_assert_cmpuint (a->first_line, ==, 0);
  g_assert_cmpuint (a->last_line, ==, 1);
  g_assert_cmpuint (a->n_chars, ==, 11);
  g_assert_cmpuint (a->n_link_chars, ==, 4);
  g_assert_cmpuint (empty->first_line, ==, EXM_NONE);
  g_assert_cmpuint (empty->n_chars, ==, 0);
  g_assert_cmpuint (b->first_line, ==, 2);
  g_assert_cmpuint (b->last_line, ==, 3);
  g_assert_cmpuint (b->n_chars, ==, 5);
  g_assert_cmpuint (body->first_line, ==, 0);
  g_assert_cmpuint (body->last_line, ==, 3);
  g_assert_cmpuint (body->n_chars, ==, 16);
  g_assert_cmpuint (body->tag, ==, EXM_TAG_BODY);
  g_assert_true (&nodes[a->parent] == body);
  g_assert_cmpuint (a->depth, ==, body->depth + 1);
  g_assert_cmpuint (body->depth, ==, 1);
}

static void
test_line_elements (void)
{
  g_autoptr (ExmPageText) page = test_page_read (
      "<div id=d><p id=p><b id=b>one</b> two</p>three</div>"
      "<p id=q><a id=a class=comments>0</a>A whole <i>long</i> paragraph</p>"
      "<p id=r><em id=e>Bold for the most</em> part</p>"
      "<p id=t><b id=u>The bold part</b>of R&amp;D and Q&amp;A &amp; so on<!-- --> is "
      "long</p>"
      "<pre id=s><code id=c>int a;\nint b;</code></pre>");
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  const ExmLine *one = test_page_find_line (page, "one two");
  const ExmLine *three = test_page_find_line (page, "three");
  const ExmLine *counted = test_page_find_line (page, "0A whole long paragraph");
  const ExmLine *bold = test_page_find_line (page, "Bold for the most part");
  const ExmLine *joined
      = test_page_find_line (page, "The bold partof R&D and Q&A & so on is long");
  const ExmLine *code = test_page_find_line (page, "int a;");

  /* A line is of its longest text where that is half of it, else of its block. */
  g_assert_true (&nodes[one->node] == find_node (page, "p"));
  g_assert_true (&nodes[counted->node] == find_node (page, "q"));
  g_assert_true (&nodes[bold->node] == find_node (page, "e"));
  g_assert_true (&nodes[bold->block] == find_node (page, "r"));
  /* References and comments part no text. */
  g_assert_true (&nodes[joined->node] == find_node (page, "t"));
  g_assert_true (&nodes[code->node] == find_node (page, "c"));
  g_assert_true (&nodes[one->block] == find_node (page, "p"));
  g_assert_true (&nodes[three->node] == find_node (page, "d"));
  g_assert_true (&nodes[three->block] == find_node (page, "d"));
}

static void
test_paths (void)
{
  g_autoptr (ExmPageText) page = test_page_read (
      "<div class='post-12 col'><p><q id=a></q></p></div>"
      "<div class='post-7 col'><p><q id=b></q></p></div>"
      "<div class='post col'><p><q id=c></q></p></div>"
      "<div class='post-3 col'><p><b><q id=d></q></b></p></div>"
      "<div class='post-3 col'><section><p><q id=e></q></p></section></div>");
  const ExmNode *a = find_node (page, "a"), *b = find_node (page, "b");
  const ExmNode *c = find_node (page, "c"), *d = find_node (page, "d");
  const ExmNode *e = find_node (page, "e");

  g_assert_cmpuint (a->class_path, ==, b->class_path);
  g_assert_cmpuint (a->class_path, !=, c->class_path);
  g_assert_cmpuint (a->block_path, ==, c->block_path);
  g_assert_cmpuint (a->class_path, !=, d->class_path);
  g_assert_cmpuint (a->block_path, ==, d->block_path);
  g_assert_cmpuint (a->block_path, !=, e->block_path);
}

/* Finds a line of the page in the source: its first word stands in the slice that its
 * offsets cut, and the slices are in order. */
static void
assert_offsets (const char *html)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  gsize size;
  const char *source = g_bytes_get_data (exm_page_text_get_source (page), &size);

  g_assert_cmpuint (n_lines, >, 0);
  for (guint i = 0; i < n_lines; i++)
    {
      const char *text = exm_page_text_get_line (page, i);
      gsize n_word = strcspn (text, " ");
      g_assert_nonnull (memmem (source + lines[i].source_start,
                                lines[i].source_end - lines[i].source_start, text,
                                n_word));
      if (i > 0)
        g_assert_cmpuint (lines[i].source_start, >=, lines[i - 1].source_end);
    }
}

static void
test_offsets (void)
{
  assert_offsets ("<p>one two</p>\n<p>three</p>");
  assert_offsets ("<!DOCTYPE html><html><body><div class=a>first line<br>second one"
                  "<br>third</div> tail");
  assert_offsets ("<p>中文 一行</p><p>第二 行</p><p><b>粗</b> 体</p>");
  assert_offsets ("<p>plain</p><!-- one two --><p>more &amp; more</p><p>last");
  g_autofree char *long_page
      = test_page_repeat ("<body>", "<p class=x>word and more words</p>\n", 20000, "");
  assert_offsets (long_page);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/structure/positions", test_positions);
  g_test_add_func ("/page/structure/counts", test_counts);
  g_test_add_func ("/page/structure/keys", test_keys);
  g_test_add_func ("/page/structure/ranges", test_ranges);
  g_test_add_func ("/page/structure/line-elements", test_line_elements);
  g_test_add_func ("/page/structure/paths", test_paths);
  g_test_add_func ("/page/structure/offsets", test_offsets);
  return g_test_run ();
}
