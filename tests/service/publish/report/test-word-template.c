/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Archives of office documents, and templates that are filled: by their text. */

#include "publish-fixture.h"
#include "publish/formats/exm-format.h"
#include "publish/formats/exm-zip-writer.h"
#include "publish/report/exm-word-styles.h"
#include "publish/report/exm-word-template.h"
#include "publish/report/exm-zip-reader.h"

#include <libxml/parser.h>
#include <string.h>

/* zipfile of Python: a.txt, "aaaa…" 1000 times, deflated; folder/; b, stored. */
static const char packed[]
    = "UEsDBBQAAAAIAAAAIQAD2jiaCwAAAOgDAAAFAAAAYS50eHRLTBwFo2AUDHcAAFBLAwQUAAAAAAAAACEA"
      "AAAAAAAAAAAAAAAABwAAAGZvbGRlci9QSwMEFAAAAAAAAAAhAKwqk9gCAAAAAgAAAAEAAABiaGlQSwEC"
      "FAMUAAAACAAAACEAA9o4mgsAAADoAwAABQAAAAAAAAAAAAAAgAEAAAAAYS50eHRQSwECFAMUAAAAAAAA"
      "ACEAAAAAAAAAAAAAAAAABwAAAAAAAAAAAAAAgAEuAAAAZm9sZGVyL1BLAQIUAxQAAAAAAAAAIQCsKpPY"
      "AgAAAAIAAAABAAAAAAAAAAAAAACAAVMAAABiUEsFBgAAAAADAAMAlwAAAHQAAAAAAA==";

static GPtrArray *
read_zip (const void *data, gsize n_bytes, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, n_bytes);

  return exm_zip_read (bytes, error);
}

static char *
dup_file (GPtrArray *files, const char *name)
{
  for (guint i = 0; i < files->len; i++)
    {
      const ExmZipFile *file = g_ptr_array_index (files, i);
      gsize n_bytes = 0;
      const char *data = g_bytes_get_data (file->bytes, &n_bytes);
      if (strcmp (file->name, name) == 0)
        return g_strndup (data, n_bytes);
    }
  return NULL;
}

static void
test_zip (void)
{
  gsize n_bytes = 0;
  g_autofree guchar *data = g_base64_decode (packed, &n_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = read_zip (data, n_bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, 2);
  g_autofree char *a = dup_file (files, "a.txt");
  g_autofree char *b = dup_file (files, "b");
  g_autofree char *expected = g_strnfill (1000, 'a');
  g_assert_cmpstr (a, ==, expected);
  g_assert_cmpstr (b, ==, "hi");
}

/* An archive that is cut off, and each byte that is another one, is told or read, and
 * never more. */
static void
test_damaged_zip (void)
{
  gsize n_bytes = 0;
  g_autofree guchar *data = g_base64_decode (packed, &n_bytes);

  for (gsize i = 0; i < n_bytes; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) cut = read_zip (data, i, &error);
      g_assert_null (cut);
      g_assert_nonnull (error);
      data[i] ^= 0xff;
      g_autoptr (GPtrArray) changed = read_zip (data, n_bytes, NULL);
      g_assert_true (changed == NULL || changed->len <= 3);
      data[i] ^= 0xff;
    }
}

static void
test_styles (void)
{
  static const char own[] = "<w:styles xmlns:w='urn:w'><w:style w:styleId='1'><w:name "
                            "w:val='heading 1'/></w:style><w:style w:styleId='Quote'>"
                            "<w:name w:val='Quote'/></w:style></w:styles>";
  static const char needed[]
      = "<w:styles xmlns:w='urn:w'><w:style w:styleId='Heading1'><w:name "
        "w:val='Heading 1'/></w:style><w:style w:styleId='Quote'><w:name w:val='Quote'/>"
        "</w:style><w:style w:styleId='Code'><w:name w:val='Code'/></w:style></w:styles>";
  g_autofree char *lacking = NULL;
  g_autofree char *none = NULL;
  g_autoptr (GHashTable) ids = exm_word_styles_match (own, needed, &lacking);

  g_assert_cmpuint (g_hash_table_size (ids), ==, 1);
  g_assert_cmpstr (g_hash_table_lookup (ids, "Heading1"), ==, "1");
  g_assert_nonnull (strstr (lacking, "w:styleId=\"Code\""));
  g_assert_null (strstr (lacking, "Quote"));
  g_assert_null (exm_word_styles_match ("no XML", needed, &none));
}

static GPtrArray *
make_items (guint n)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    {
      ExmFormatItem *item = g_new0 (ExmFormatItem, 1);
      item->article = make_feed_article (i);
      item->task_name = (char *) "Task <1>";
      g_ptr_array_add (items, item);
    }
  return items;
}

static void
free_articles (GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    exm_article_unref (((ExmFormatItem *) g_ptr_array_index (items, i))->article);
}

/* The usual template with another text, and without its lists if @bare. */
static GBytes *
make_template (const char *document, gboolean bare)
{
  g_autoptr (GBytes) usual = exm_word_template_make ();
  g_autoptr (GPtrArray) files = exm_zip_read (usual, NULL);
  g_autoptr (ExmZipWriter) zip = exm_zip_writer_new ();

  for (guint i = 0; i < files->len; i++)
    {
      const ExmZipFile *file = g_ptr_array_index (files, i);
      if (strcmp (file->name, "word/document.xml") == 0)
        exm_zip_writer_add (zip, file->name, document);
      else if (!bare || strcmp (file->name, "word/numbering.xml") != 0)
        exm_zip_writer_add_bytes (zip, file->name, file->bytes);
    }
  return exm_zip_writer_finish (zip);
}

/* Fills a template of @document; (nullable) with the error. */
static GPtrArray *
fill (const char *document, gboolean bare, GError **error)
{
  const ExmWordReport report = { "News & more", "2026-11-28" };
  g_autoptr (GBytes) template = make_template (document, bare);
  g_autoptr (GPtrArray) items = make_items (3);
  g_autoptr (GBytes) bytes = exm_word_template_fill (template, items, &report, error);

  free_articles (items);
  return bytes != NULL ? exm_zip_read (bytes, error) : NULL;
}

static guint
count (const char *text, const char *what)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, what)) != NULL; at += strlen (what))
    n++;
  return n;
}

/* Each file of XML is one. */
static void
assert_well_formed (GPtrArray *files)
{
  for (guint i = 0; i < files->len; i++)
    {
      const ExmZipFile *file = g_ptr_array_index (files, i);
      gsize n_bytes = 0;
      const char *data = g_bytes_get_data (file->bytes, &n_bytes);
      xmlDocPtr document = xmlReadMemory (data, (int) n_bytes, file->name, NULL, 0);
      g_test_message ("%s: %.*s", file->name, (int) n_bytes, data);
      g_assert_nonnull (document);
      xmlFreeDoc (document);
    }
}

#define START                                                                            \
  "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'>"  \
  "<w:body>"
#define P(text) "<w:p><w:r><w:t>" text "</w:t></w:r></w:p>"
#define END "</w:body></w:document>"

static void
test_fill (void)
{
  for (guint bare = 0; bare < 2; bare++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) files
          = fill (START P ("{{report}}: {{count}}") P ("{{contents}}") P ("{{#articles}}")
                      P ("{{number}}. {{title}} of {{task}}") P ("{{text}}")
                          P ("{{/articles}}") P ("{{title}} {{unknown}} {{date}}") END,
                  bare != 0, &error);
      g_assert_no_error (error);
      assert_well_formed (files);
      g_autofree char *document = dup_file (files, "word/document.xml");
      g_autofree char *types = dup_file (files, "[Content_Types].xml");
      g_autofree char *numbering = dup_file (files, "word/numbering.xml");
      g_assert_nonnull (strstr (document, ">News &amp; more: 3<"));
      g_assert_nonnull (strstr (document,
                                ">2. 标题 &lt;b&gt; &amp; &quot;q&quot; of Task "
                                "&lt;1&gt;<"));
      g_assert_cmpuint (count (document, "w:anchor=\"article"), ==, 3);
      g_assert_cmpuint (count (document, "w:name=\"article"), ==, 3);
      g_assert_cmpuint (count (document, "正文"), ==, 3);
      g_assert_nonnull (strstr (document, "> {{unknown}} 2026-11-28<"));
      g_assert_null (strstr (document, "<?exm"));
      g_assert_null (strstr (document, "articles}}"));
      g_assert_cmpuint (count (types, "numbering.xml"), ==, bare != 0 ? 2 : 1);
      g_assert_nonnull (strstr (numbering, "<w:num "));
    }
}

/* Fields that are torn apart, and marks where they mean nothing. */
static void
test_torn (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = fill (
      START
      "<w:p><w:r><w:t>a {</w:t></w:r><w:r><w:t>{rep</w:t></w:r><w:r><w:t>"
      "ort}} &lt;b></w:t></w:r></w:p>" P (
          "{{text}}") "<w:p><w:r><w:t>{{#art</w:t></w:r><w:r><w:t>icles}}</w:t></w:r>"
                      "</w:p><w:tbl><w:tr><w:tc>" P ("{{title}}")
                          P ("{{text}}") "</w:tc></w:tr></w:tbl>" P ("{{/articles}}") END,
      FALSE, &error);

  g_assert_no_error (error);
  assert_well_formed (files);
  g_autofree char *document = dup_file (files, "word/document.xml");
  g_assert_nonnull (strstr (document, ">a News &amp; more &lt;b&gt;<"));
  g_assert_cmpuint (count (document, "<w:tbl>"), ==, 3);
  g_assert_null (strstr (document, "<?exm"));
}

static void
test_refused (void)
{
  static const char *const documents[] = {
    START P ("{{title}}") END,
    START P ("{{#articles}}") P ("{{title}}") END,
    START P ("{{/articles}}") P ("{{title}}") P ("{{#articles}}") END,
    START
    "<w:tbl><w:tr><w:tc>" P ("{{#articles}}") "</w:tc></w:tr></w:tbl>" P ("{{/articles}}")
        END,
    "no XML",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (fill (documents[i], FALSE, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/zip", test_zip);
  g_test_add_func ("/report/damaged-zip", test_damaged_zip);
  g_test_add_func ("/report/styles", test_styles);
  g_test_add_func ("/report/fill", test_fill);
  g_test_add_func ("/report/torn", test_torn);
  g_test_add_func ("/report/refused", test_refused);
  return g_test_run ();
}
