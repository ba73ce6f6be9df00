/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Books and reports as read-back.py reads them. With `--write FILE` one is written, of
 * the format that the file's ending names, for epubcheck and office programs. */

#include "publish-fixture.h"
#include "publish/formats/exm-book-picture.h"
#include "publish/formats/exm-format.h"
#include "publish/formats/exm-word-body.h"
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
  { "=1+1", "en",
    "<ol start=\"3\"><li>three</li><li><p>four</p><p>more of it</p></li></ol><table><tr>"
    "<th colspan=\"2\">head</th></tr><tr><td rowspan=\"2\">tall</td><td>a</td></tr>"
    "<tr><td>b<table><tr><td>inner</td></tr></table></td></tr></table>"
    "<table><caption>c</caption><tr><th rowspan=\"3\" colspan=\"2\">big</th><td>a</td>"
    "<td>b</td></tr><tr><td rowspan=\"2\"></td><td>c</td></tr><tr><td>d</td></tr></table>"
    "<a href=\"https://x.example/\"><h3>linked</h3><p>text</p></a><p><q>said</q></p>"
    "<p>E = mc<sup>2</sup>, <s>H2O</s> H<sub>2</sub>O, <code>x = 1</code></p>" },
  { "unfinished", "he", "<p>a < b <unknown>c</unknown> &nbsp; & d <p" },
};

static void
free_item (gpointer data)
{
  ExmFormatItem *item = data;

  exm_article_unref (item->article);
  g_free (item->task_name);
  g_clear_pointer (&item->pictures, g_ptr_array_unref);
  g_free (item);
}

/* A picture of one pixel at @address, which is told to be @width × @height. */
static GPtrArray *
make_pictures (const char *address, guint width, guint height)
{
  GPtrArray *pictures
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_book_picture_free);
  ExmBookPicture *picture = g_new0 (ExmBookPicture, 1);
  gsize n_bytes;
  guchar *bytes
      = g_base64_decode ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9"
                         "QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
                         &n_bytes);

  picture->address = g_strdup (address);
  picture->name = g_strdup ("0a.png");
  picture->type = g_strdup ("image/png");
  picture->bytes = g_bytes_new_take (bytes, n_bytes);
  picture->width = width;
  picture->height = height;
  g_ptr_array_add (pictures, picture);
  return pictures;
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
      /* The same in several articles, and in one that does not show it. */
      if (kind < 5)
        item->pictures = make_pictures ("https://x.example/i.jpg", 1, 1);
      g_ptr_array_add (items, item);
    }
  return items;
}

static GBytes *
write_book (const ExmFormat *format, guint n_items, GError **error)
{
  const ExmFormatHead head = {
    .id = "urn:uuid:00000000-0000-8000-8000-000000000000",
    .title = "Exemplar",
    .updated_usec = G_GINT64_CONSTANT (1714694400) * G_USEC_PER_SEC,
  };
  g_autoptr (GPtrArray) items = make_items (n_items);

  return format->book (items, &head, error);
}

static const ExmFormat *const formats[]
    = { &exm_format_epub, &exm_format_docx, &exm_format_xlsx };

static void
test_book (gconstpointer data)
{
  const ExmFormat *format = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) book = write_book (format, N_ARTICLES, &error);
  g_autoptr (GBytes) again = write_book (format, N_ARTICLES, NULL);
  char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "a.book", NULL);
  gsize n_bytes;

  g_assert_no_error (error);
  const char *bytes = g_bytes_get_data (book, &n_bytes);
  g_assert_true (g_bytes_equal (book, again));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n_bytes, NULL));
  assert_reads_back (format->id, path, "100", NULL);
  remove_folder (folder);
}

/* A list may be empty; a book may not. */
static void
test_empty (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (write_book (&exm_format_epub, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_clear_error (&error);
  g_assert_null (write_book (&exm_format_docx, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_autoptr (GBytes) list = write_book (&exm_format_xlsx, 0, NULL);
  g_assert_nonnull (list);
}

/* An article of 100,000 paragraphs and 12 MB, open lists and tables, and a title beyond
 * any cell.
 */
static void
test_large (gconstpointer data)
{
  const ExmFormat *format = data;
  const ExmFormatHead head = { .id = "urn:x", .title = "Exemplar" };
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (free_item);
  g_autoptr (GString) html = g_string_new (NULL);
  g_autofree char *title = g_strnfill (40000, 'x');
  g_autofree char *words = g_strnfill (120, 'y');
  g_autofree char *line = g_strdup_printf ("<p>%s</p>", words);
  ExmFormatItem *item = g_new0 (ExmFormatItem, 1);

  for (guint i = 0; i < 100000; i++)
    g_string_append (html, i % 1000 == 0 ? "<ul><li><table><tr><td>" : line);
  g_string_append (html, "<p>the last one</p>");
  ExmArticleFields fields = {
    .url = g_strdup ("https://news.example/large"),
    .metadata = exm_metadata_new (),
    .html = g_strdup (html->str),
    .text = g_strdup (html->str),
  };
  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META, title);
  item->article = exm_article_new (&fields);
  item->task_name = g_strdup ("News");
  g_ptr_array_add (items, item);
  g_autoptr (GBytes) book = format->book (items, &head, NULL);
  g_assert_nonnull (book);
  char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "a.book", NULL);
  gsize n_bytes;
  const char *bytes = g_bytes_get_data (book, &n_bytes);
  /* Sheets cut the text of a cell. */
  if (format != &exm_format_xlsx)
    g_assert_nonnull (memmem (bytes, n_bytes, "the last one", strlen ("the last one")));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n_bytes, NULL));
  assert_reads_back (format->id, path, "1", NULL);
  remove_folder (folder);
}

/* Paragraphs, links and tables of @html; properties and runs are left out. */
static char *
write_word (const char *html)
{
  g_auto (ExmWordParts) parts = { 0 };

  exm_word_parts_init (&parts);
  exm_word_parts_append (&parts, html, NULL, 0, FALSE);
  g_autoptr (GRegex) regex = g_regex_new (
      "<w:(\\w+Pr|tblGrid)>.*?</w:\\1>|</?w:[rt]( [^>]*)?>|\n|w:|r:id=", G_REGEX_DEFAULT,
      G_REGEX_MATCH_DEFAULT, NULL);
  return g_regex_replace_literal (regex, parts.document->str, -1, 0, "",
                                  G_REGEX_MATCH_DEFAULT, NULL);
}

static void
test_word (void)
{
  static const struct
  {
    const char *html;
    const char *word;
  } cases[] = {
    { "<p> a \n <b>b</b>c</p> <p></p>", "<p>a bc</p>" },
    { "<p>a<br>\n b</p>", "<p>a<br/>b</p>" },
    { "<p>a <q>b c</q> d</p>", "<p>a “b c” d</p>" },
    { "<p>a <a href=\"https://x.example/\">b </a>c</p>",
      "<p>a <hyperlink \"l1\">b</hyperlink> c</p>" },
    { "<a href=\"https://x.example/\"><h2>a</h2><p>b</p></a>c",
      "<p><hyperlink \"l1\">a</hyperlink></p><p><hyperlink \"l1\">b</hyperlink></p>"
      "<p>c</p>" },
    { "<table><caption>a</caption>b<tr><td><p>c</p></td></tr></table>",
      "<p>a</p><p>b</p><tbl><tr><tc><p>c</p></tc></tr></tbl><p/>" },
    { "<table><td>a<tr><td></table>",
      "<tbl><tr><tc><p>a</p></tc></tr><tr><tc><p/></tc></tr></tbl><p/>" },
    { "<table></table>a", "<p>a</p>" },
    { "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table>d</td></tr></table>",
      "<tbl><tr><tc><p>a</p><p>b</p><p>c</p><p>d</p></tc></tr></tbl><p/>" },
    { "<table><tr><td>a</td><td rowspan=\"2\">b</td></tr><tr></tr></table>",
      "<tbl><tr><tc><p>a</p></tc><tc><p>b</p></tc></tr>"
      "<tr><tc><p/></tc><tc><p/></tc></tr></tbl><p/>" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *word = write_word (cases[i].html);
      g_assert_cmpstr (word, ==, cases[i].word);
    }
}

/* Pictures are as wide as they are, but no wider than the text, nor higher than a page.
 */
static void
test_word_pictures (void)
{
  static const struct
  {
    guint width;
    guint height;
    const char *extent;
  } cases[] = {
    { 100, 50, "<wp:extent cx=\"952500\" cy=\"476250\"/>" },
    { 6017, 10, "<wp:extent cx=\"5731510\" cy=\"9525\"/>" },
    { 1, 1000000, "<wp:extent cx=\"6\" cy=\"6350000\"/>" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) pictures
          = make_pictures ("a", cases[i].width, cases[i].height);
      g_auto (ExmWordParts) parts = { 0 };
      exm_word_parts_init (&parts);
      exm_word_parts_append (&parts, "<p>b <img src=\"a\" alt=\"&quot;c\"></p>", pictures,
                             0, FALSE);
      g_test_message ("%s", parts.document->str);
      g_assert_nonnull (strstr (parts.document->str, cases[i].extent));
      g_assert_nonnull (strstr (parts.document->str, "descr=\"&quot;c\""));
      g_assert_nonnull (strstr (parts.relations->str, "Target=\"images/0a.png\""));
    }
}

/* More cells than Word knows columns: no text is lost. */
static void
test_wide_table (void)
{
  g_autoptr (GString) html = g_string_new ("<table><tr>");

  for (guint i = 0; i < 70; i++)
    g_string_append_printf (html, "<td colspan=\"%u\">cell %u</td>", 1 + i % 2, i);
  g_string_append (html, "</tr></table>");
  g_autofree char *word = write_word (html->str);
  for (guint i = 0; i < 70; i++)
    {
      g_autofree char *text = g_strdup_printf ("<p>cell %u</p>", i);
      g_assert_nonnull (strstr (word, text));
    }
  g_auto (GStrv) cells = g_strsplit (word, "<tc>", -1);
  g_assert_cmpuint (g_strv_length (cells), <=, 1 + 63);
}

/* The sheet with one article of that title and day; its archive is not compressed. */
static char *
write_sheet (const char *title, const char *day)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (free_item);
  ExmFormatItem *item = g_new0 (ExmFormatItem, 1);
  ExmArticleFields fields = {
    .url = g_strdup ("https://news.example/1"),
    .metadata = exm_metadata_new (),
  };
  gsize n_bytes;

  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META, title);
  exm_metadata_set (fields.metadata, EXM_FIELD_PUBLISHED, EXM_ORIGIN_META, day);
  item->article = exm_article_new (&fields);
  item->task_name = g_strdup ("News");
  g_ptr_array_add (items, item);
  g_autoptr (GBytes) book = exm_format_xlsx.book (items, &(ExmFormatHead){ 0 }, NULL);
  const char *bytes = g_bytes_get_data (book, &n_bytes);
  const char *row = memmem (bytes, n_bytes, "<row r=\"2\">", strlen ("<row r=\"2\">"));
  const char *end = row != NULL ? strstr (row, "</row>") : NULL;
  g_assert_nonnull (end);
  return g_strndup (row, (gsize) (end - row));
}

static void
assert_cell (const char *title, const char *day, const char *wanted)
{
  g_autofree char *row = write_sheet (title, day);

  if (strstr (row, wanted) == NULL)
    g_error ("%.9999s has no %.99s", row, wanted);
}

static void
test_cells (void)
{
  assert_cell ("=1+1", "2024-05-01",
               "t=\"inlineStr\"><is><t xml:space=\"preserve\">=1+1<");
  assert_cell ("a _x0041_ _x41_ b", "2024-05-01", ">a _x005F_x0041_ _x41_ b<");
  assert_cell ("bad \xed\xa0\x80 \x01 text", "2024-05-01", "text<");
  assert_cell ("a", "2024-05-01", "<v>45413</v>");
  assert_cell ("a", "1900-03-01", "<v>61</v>");
  assert_cell ("a", "1900-02-28", ">1900-02-28<");
  assert_cell ("a", "1812-06-24", ">1812-06-24<");
  assert_cell ("a", "2024-13-45", ">2024-13-45<");
  assert_cell ("a", "9999-12-31", "<v>2958465</v>");
}

/* A cell holds 32,767 units of UTF-16, in whatever script. */
static void
test_long_cells (void)
{
  static const struct
  {
    const char *character;
    guint n_fit;
  } cases[] = { { "x", 32767 }, { "文", 32767 }, { "😀", 16383 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      for (guint n = 0; n < cases[i].n_fit; n++)
        g_string_append (text, cases[i].character);
      g_autofree char *whole = g_strdup_printf (">%s<", text->str);
      g_autofree char *longer = g_strconcat (text->str, cases[i].character, NULL);
      gsize n_short = strlen (cases[i].character) * (cases[i].n_fit - (i < 2 ? 1 : 0));
      g_autofree char *cut = g_strdup_printf (">%.*s…<", (int) n_short, text->str);
      assert_cell (text->str, "2024-05-01", whole);
      assert_cell (longer, "2024-05-01", cut);
    }
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
    { "<a id=\"n1\"></a><a href=\"#n1\">d</a>",
      "<a id=\"n1\"></a><a href=\"#n1\">d</a>" },
    { "<a id=\"x y\"></a><a href=\"#x\">d</a>", "<a></a><a>d</a>" },
    { "<ol start=\"3\"><li>a</li></ol>", "<ol start=\"3\"><li>a</li></ol>" },
    { "<td colspan=\"2\" rowspan=\"03\">a</td>", "<td colspan=\"2\">a</td>" },
    { "<td colspan=\"1&quot;\">a</td>", "<td>a</td>" },
    { "<td colspan=\"999\" rowspan=\"1001\">a</td>", "<td colspan=\"999\">a</td>" },
    { "<img alt=\"a &lt;\" src=\"x\"><img>", "a &lt;" },
    { "<img src=\"http://a.example/?b&amp;c\" alt=\"&quot;d&lt;\" srcset=\"e\">",
      "<img src=\"images/0a.png\" alt=\"&quot;d&lt;\"/>" },
    { "<img src=\"http://a.example/?b&amp;c\">",
      "<img src=\"images/0a.png\" alt=\"\"/>" },
    { "<code class=\"language-c\">a</code><span class=\"math inline\">\\(a\\)</span>",
      "<code class=\"language-c\">a</code><span class=\"math inline\">\\(a\\)</span>" },
    { "<code class=\"language-&quot;\">a</code><span class=\"x\">b</span>",
      "<code>a</code><span>b</span>" },
    { "a < b", "a &lt; b" },
    { "<pre>a\n\tb</pre>\n", "<pre>a\n&#9;b</pre>\n" },
    { "", "" },
  };

  g_autoptr (GPtrArray) list = make_pictures ("http://a.example/?b&c", 1, 1);
  g_autoptr (GHashTable) pictures = exm_book_pictures_map (list);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      exm_xhtml_append (out, cases[i].html, pictures);
      g_assert_cmpstr (out->str, ==, cases[i].xhtml);
    }
}

int
main (int argc, char *argv[])
{
  if (argc == 3 && strcmp (argv[1], "--write") == 0)
    {
      const ExmFormat *format = formats[0];
      for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
        if (g_str_has_suffix (argv[2], formats[i]->extension))
          format = formats[i];
      g_autoptr (GBytes) book = write_book (format, N_ARTICLES, NULL);
      gsize n_bytes;
      const char *bytes = g_bytes_get_data (book, &n_bytes);
      return g_file_set_contents (argv[2], bytes, (gssize) n_bytes, NULL) ? 0 : 1;
    }
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *book = g_strdup_printf ("/books/%s", formats[i]->id);
      g_autofree char *large = g_strdup_printf ("/books/large/%s", formats[i]->id);
      g_test_add_data_func (book, formats[i], test_book);
      g_test_add_data_func (large, formats[i], test_large);
    }
  g_test_add_func ("/books/empty", test_empty);
  g_test_add_func ("/books/too-many", test_too_many);
  g_test_add_func ("/books/xhtml", test_xhtml);
  g_test_add_func ("/books/word", test_word);
  g_test_add_func ("/books/word/pictures", test_word_pictures);
  g_test_add_func ("/books/word/wide-table", test_wide_table);
  g_test_add_func ("/books/cells", test_cells);
  g_test_add_func ("/books/cells/long", test_long_cells);
  return g_test_run ();
}
