/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Authors at the beginning of a body and below it, without a label or an element that
 * names them. */

#include "metadata/exm-metadata-reader.h"
#include "test-page.h"
#include "test-parts.h"

/* Takes @parts. */
static ExmMetadata *
read_page (ExmPageTextParts *parts, guint body_first, guint body_last)
{
  g_autoptr (ExmPageText) page = exm_page_text_new (parts);

  return exm_metadata_read (page, body_first, body_last);
}

static void
assert_author (const ExmMetadata *metadata, const char *author)
{
  g_assert_cmpstr (exm_metadata_get (metadata, EXM_FIELD_AUTHOR), ==, author);
}

/* A body that begins with who wrote it. */
static void
test_dateline (void)
{
  static const struct
  {
    const char *line;
    const char *author;
  } cases[] = {
    { "本报讯（记者 张三 通讯员 李四）市图书馆新馆今天上午开放，读者排起长队。",
      "张三、李四" },
    { "本报讯 (记者 王小五) 市图书馆新馆今天上午开放。", "王小五" },
    { "市图书馆新馆（记者今天上午来到这里）已经开放，读者排起长队。", NULL },
    { "市图书馆新馆（文化中心）今天上午开放，读者排起长队。", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmPageTextParts parts;
      test_parts_init (&parts, "https://a.example/x");
      test_parts_add_line (&parts, "Headline", 1);
      test_parts_add_line (&parts, cases[i].line, 0);
      g_autoptr (ExmMetadata) m = read_page (&parts, 1, 1);
      assert_author (m, cases[i].author);
    }
}

/* The author stands below the body; a label there may be another article's. */
static void
test_below (void)
{
  static const struct
  {
    const char *line;
    const char *author;
  } cases[] = {
    { "某某晚报　记者 张三　编辑 李四　2026-11-20 08:30　阅读 3", "张三" },
    { "（本报记者 张三 通讯员 李四）", "张三、李四" },
    { "Written by Jane Doe · bread · basics", "Jane Doe" },
    { "记者 从市政府获悉，新馆今天开放。", NULL },
    { "作者：不是", NULL },
    { "By Jane Doe", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmPageTextParts parts;
      g_test_message ("%s", cases[i].line);
      test_parts_init (&parts, "https://a.example/x");
      test_parts_add_line (&parts, "标题", 1);
      for (guint k = 0; k < 20; k++)
        test_parts_add_line (&parts, "正文的一段。", 0);
      test_parts_add_line (&parts, cases[i].line, 0);
      g_autoptr (ExmMetadata) m = read_page (&parts, 1, 20);
      assert_author (m, cases[i].author);
    }
}

/* Elements whose tags say author; a value in quotes may hold the mark that ends tags. */
static void
test_elements (void)
{
  static const struct
  {
    const char *element;
    const char *author;
  } cases[] = {
    { "<span class=author>Jane Doe</span>", "Jane Doe" },
    { "<span title=\"a > b\" class=\"author\">Jane Doe</span>", "Jane Doe" },
    { "<span title='\">' CLASS='post-Byline'>Jane Doe</span>", "Jane Doe" },
    { "<span data-x==\"> \" class=author>Jane Doe</span>", "Jane Doe" },
    { "<i data-q=\"=\"x>y\" class=by-line>Jane Doe</i>", NULL },
    { "<span class=\"authority here\">Jane Doe</span>", NULL },
    { "<span class=\"author-picture\">Jane Doe</span>", NULL },
    { "<span title=\"author>Jane Doe</span>", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html = g_strdup_printf (
          "<h1>Headline of the page</h1><div>%s</div><p>A body of some words.</p>"
          "<p>And one more of them.</p>",
          cases[i].element);
      g_test_message ("%s", cases[i].element);
      g_autoptr (ExmPageText) page = test_page_read (html);
      guint n_lines;
      exm_page_text_get_lines (page, &n_lines);
      g_autoptr (ExmMetadata) m
          = exm_metadata_read (page, MIN (2, n_lines - 1), n_lines - 1);
      assert_author (m, cases[i].author);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/byline/dateline", test_dateline);
  g_test_add_func ("/byline/below", test_below);
  g_test_add_func ("/byline/elements", test_elements);
  return g_test_run ();
}
