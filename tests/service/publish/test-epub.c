/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Books as read-back.py reads them. With `--write FILE` one is written, for epubcheck. */

#include "publish-fixture.h"
#include "publish/formats/exm-format.h"
#include "publish/formats/exm-xhtml.h"
#include "publish/formats/exm-zip-writer.h"

#include <string.h>

#define N_ARTICLES 100u

static const struct
{
  const char *title;
  const char *language;
  const char *html;
} KINDS[] = {
  { "A plain title", "en",
    "<h2>Part</h2>\n<p>a <em>b</em><br>\nc &amp; d &lt;e&gt;</p>\n"
    "<ul><li>x</li><li>y<ol start=\"3\"><li>z</li></ol></li></ul>" },
  { "上海：新桥通车", "zh-CN",
    "<p>正文第一段。</p>\n<blockquote><p>引文</p></blockquote>" },
  { "عنوان المقال", "ar", "<p>نص المقال <strong>مهم</strong></p>" },
  { "</title><script>alert(1)</script> & \"q\"", "not a language",
    "<script>alert(1)</script><p onclick=\"x\">p<b>q<i>r</p>s</b></i>" },
  { "", NULL,
    "<p><a href=\"https://x.example/?a=1&amp;b=2\">good</a> "
    "<a href=\"javascript:alert(1)\">bad</a> <a href=\"https://x.example/{a b}\">odd</a>"
    "</p><figure><img src=\"https://x.example/i.jpg\" alt=\"A &quot;picture&quot;\">"
    "<figcaption>c</figcaption></figure>" },
  { "control \x01\x1f \ufffe", "fa-IR",
    "<table>\n<tr><td>1</td><td>2</td></tr>\n</table><pre><code class=\"language-c\">"
    "if (a &lt; b)\n\treturn;</code></pre><hr>" },
  { "unfinished", "he", "<p>a < b <unknown>c</unknown> &nbsp; & d <p" },
};

static void
free_item (gpointer data)
{
  ExmFormatItem *item = data;

  exm_article_unref (item->article);
  g_free (item->task_name);
  g_free (item);
}

static GPtrArray *
make_items (guint n_items)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (free_item);

  for (guint i = 0; i < n_items; i++)
    {
      guint kind = i % G_N_ELEMENTS (KINDS);
      ExmFormatItem *item = g_new0 (ExmFormatItem, 1);
      g_autofree char *date = g_strdup_printf ("2024-05-%02u", 1 + i % 3);
      ExmArticleFields fields = {
        .url = g_strdup_printf ("https://news.example/%u?a=1&b=2", i),
        .metadata = exm_metadata_new (),
        .html = g_strdup (KINDS[kind].html),
      };
      exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META,
                        KINDS[kind].title);
      exm_metadata_set (fields.metadata, EXM_FIELD_PUBLISHED, EXM_ORIGIN_META, date);
      exm_metadata_set (fields.metadata, EXM_FIELD_LANGUAGE, EXM_ORIGIN_META,
                        KINDS[kind].language);
      item->article = exm_article_new (&fields);
      item->task_name = g_strdup (i % 2 == 0 ? "Tagesblatt & <more>" : "  ");
      g_ptr_array_add (items, item);
    }
  return items;
}

static GBytes *
write_book (guint n_items, GError **error)
{
  const ExmFormatHead head = {
    .id = "urn:uuid:00000000-0000-8000-8000-000000000000",
    .title = "Exemplar",
    .updated_usec = G_GINT64_CONSTANT (1714694400) * G_USEC_PER_SEC,
  };
  g_autoptr (GPtrArray) items = make_items (n_items);

  return exm_format_epub.book (items, &head, error);
}

static void
test_book (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) book = write_book (N_ARTICLES, &error);
  g_autoptr (GBytes) again = write_book (N_ARTICLES, NULL);
  char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "a.epub", NULL);
  gsize n_bytes;

  g_assert_no_error (error);
  const char *bytes = g_bytes_get_data (book, &n_bytes);
  g_assert_true (g_bytes_equal (book, again));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n_bytes, NULL));
  assert_reads_back ("epub", path, "100", NULL);
  remove_folder (folder);
}

static void
test_empty (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (write_book (0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
}

static void
test_too_many (void)
{
  g_autoptr (ExmZipWriter) zip = exm_zip_writer_new ();

  for (guint i = 0; i <= 0xffff; i++)
    exm_zip_writer_add (zip, "a", "");
  g_assert_null (exm_zip_writer_finish (zip));
}

static void
test_xhtml (void)
{
  static const struct
  {
    const char *html;
    const char *xhtml;
  } cases[] = {
    { "<p>a<br>b</p>", "<p>a<br/>b</p>" },
    { "<p>a", "<p>a</p>" },
    { "a</p>b", "ab" },
    { "<p>a<b>b</p>c</b>", "<p>a<b>b</b></p>c" },
    { "<P CLASS=\"x\">a</P>", "<p>a</p>" },
    { "<x>a</x> &amp; &lt;b&gt; & c", "a &amp; &lt;b&gt; &amp; c" },
    { "<a href=\"https://a.example/?b&amp;c\">d</a>",
      "<a href=\"https://a.example/?b&amp;c\">d</a>" },
    { "<a href=\"javascript:x\">d</a>", "<a>d</a>" },
    { "<img alt=\"a &lt;\" src=\"x\"><img>", "a &lt;" },
    { "a < b", "a &lt; b" },
    { "<pre>a\n\tb</pre>\n", "<pre>a\n&#9;b</pre>\n" },
    { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      exm_xhtml_append (out, cases[i].html);
      g_assert_cmpstr (out->str, ==, cases[i].xhtml);
    }
}

int
main (int argc, char *argv[])
{
  if (argc == 3 && strcmp (argv[1], "--write") == 0)
    {
      g_autoptr (GBytes) book = write_book (N_ARTICLES, NULL);
      gsize n_bytes;
      const char *bytes = g_bytes_get_data (book, &n_bytes);
      return g_file_set_contents (argv[2], bytes, (gssize) n_bytes, NULL) ? 0 : 1;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/epub/book", test_book);
  g_test_add_func ("/epub/empty", test_empty);
  g_test_add_func ("/epub/too-many", test_too_many);
  g_test_add_func ("/epub/xhtml", test_xhtml);
  return g_test_run ();
}
