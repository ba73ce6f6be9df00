/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* EPUB 3.2: a book of articles, by day and task, the newest day first. It has the list of
 * contents of EPUB 3 and that of EPUB 2, no cover and no pictures. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "base/exm-said-error.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-book-chapter.h"
#include "publish/formats/exm-book-picture.h"
#include "publish/formats/exm-quote.h"
#include "publish/formats/exm-xhtml.h"
#include "publish/formats/exm-zip-writer.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define XML_START "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"

static const char container[]
    = XML_START "<container version=\"1.0\" "
                "xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n"
                "<rootfiles><rootfile full-path=\"EPUB/book.opf\" "
                "media-type=\"application/oebps-package+xml\"/></rootfiles>\n"
                "</container>\n";

static const char style[] = "h1 { line-height: 1.2; }\n"
                            "header { margin-bottom: 1.5em; }\n"
                            "header p { margin: 0; font-size: smaller; }\n"
                            "pre { white-space: pre-wrap; }\n"
                            "img { max-width: 100%; }\n"
                            "table { border-collapse: collapse; }\n"
                            "td, th { border: thin solid; padding: 0.2em; }\n";

/* Up to the body; @title is text of XML. */
static void
append_page_start (GString *out, const char *language, const char *title)
{
  g_string_append (out, XML_START "<!DOCTYPE html>\n"
                                  "<html xmlns=\"http://www.w3.org/1999/xhtml\" "
                                  "xmlns:epub=\"http://www.idpf.org/2007/ops\"");
  exm_quote_xml_element (out, " lang=\"", language, "\"");
  exm_quote_xml_element (out, " xml:lang=\"", language, "\"");
  g_string_append_printf (
      out,
      "%s>\n<head>\n<meta charset=\"utf-8\"/>\n<title>%s</title>\n"
      "<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n</head>\n",
      exm_book_is_right_to_left (language) ? " dir=\"rtl\"" : "", title);
}

static char *
write_chapter (const ExmBookChapter *chapter)
{
  const ExmArticle *article = chapter->article;
  const char *url = exm_article_get (article)->url;
  g_autofree char *source = exm_article_format_source (article);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GString) link = g_string_new (NULL);
  g_autoptr (GHashTable) pictures = exm_book_pictures_map (chapter->pictures);

  append_page_start (out, exm_article_language (article), chapter->title);
  g_string_append_printf (out, "<body>\n<article>\n<header>\n<h1>%s</h1>\n",
                          chapter->title);
  exm_quote_xml_element (out, "<p>", exm_article_field (article, EXM_FIELD_PUBLISHED),
                         "</p>\n");
  exm_quote_xml_element (out, "<p>", source, "</p>\n");
  exm_quote_html (link, url);
  g_string_prepend (link, "<p><a href=\"");
  g_string_append (link, "\">");
  exm_quote_html (link, url);
  g_string_append (link, "</a></p>\n");
  exm_xhtml_append (out, link->str, NULL);
  g_string_append (out, "</header>\n");
  exm_article_append_body_html (body, article);
  exm_xhtml_append (out, body->str, pictures);
  g_string_append (out, "\n</article>\n</body>\n</html>\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* The contents of EPUB 3: days, in them tasks, in them articles. */
static char *
write_navigation (const GPtrArray *chapters, const char *title)
{
  g_autoptr (GString) out = g_string_new (NULL);

  append_page_start (out, NULL, title);
  g_string_append_printf (
      out, "<body>\n<nav epub:type=\"toc\" id=\"toc\">\n<h1>%s</h1>\n<ol>\n", title);
  for (guint i = 0; i < chapters->len; i++)
    {
      const ExmBookChapter *chapter = exm_book_get_chapter (chapters, i);
      if (exm_book_begins_task (chapters, i) && i > 0)
        g_string_append (out, "</ol></li>\n");
      if (exm_book_begins_day (chapters, i))
        g_string_append_printf (out, "%s<li><span>%s</span><ol>\n",
                                i > 0 ? "</ol></li>\n" : "", chapter->day);
      if (exm_book_begins_task (chapters, i))
        g_string_append_printf (out, "<li><span>%s</span><ol>\n", chapter->task);
      g_string_append_printf (out, "<li><a href=\"a%u.xhtml\">%s</a></li>\n", i + 1,
                              chapter->title);
    }
  g_string_append (out, "</ol></li>\n</ol></li>\n</ol>\n</nav>\n</body>\n</html>\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* A point of the contents of EPUB 2, left open. */
static void
append_point (GString *out, const char *kind, guint number, const char *label)
{
  g_string_append_printf (out, "<navPoint id=\"%s%u\"><navLabel><text>", kind, number);
  g_string_append (out, label);
  g_string_append_printf (out, "</text></navLabel><content src=\"a%u.xhtml\"/>\n",
                          number);
}

/* The same contents, for readers of EPUB 2. */
static char *
write_ncx (const GPtrArray *chapters, const char *title, const char *id)
{
  g_autoptr (GString) out = g_string_new (XML_START);

  g_string_append_printf (
      out,
      "<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" version=\"2005-1\">\n"
      "<head><meta name=\"dtb:uid\" content=\"%s\"/></head>\n"
      "<docTitle><text>%s</text></docTitle>\n<navMap>\n",
      id, title);
  for (guint i = 0; i < chapters->len; i++)
    {
      const ExmBookChapter *chapter = exm_book_get_chapter (chapters, i);
      if (exm_book_begins_task (chapters, i) && i > 0)
        g_string_append (out, "</navPoint>\n");
      if (exm_book_begins_day (chapters, i) && i > 0)
        g_string_append (out, "</navPoint>\n");
      if (exm_book_begins_day (chapters, i))
        append_point (out, "d", i + 1, chapter->day);
      if (exm_book_begins_task (chapters, i))
        append_point (out, "t", i + 1, chapter->task);
      append_point (out, "a", i + 1, chapter->title);
      g_string_append (out, "</navPoint>\n");
    }
  g_string_append (out, "</navPoint>\n</navPoint>\n</navMap>\n</ncx>\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* The language of the first article that has one. */
static const char *
find_language (const GPtrArray *chapters)
{
  for (guint i = 0; i < chapters->len; i++)
    {
      const char *language
          = exm_article_language (exm_book_get_chapter (chapters, i)->article);
      if (language != NULL)
        return language;
    }
  return "und";
}

/* The files of the book; @all: its pictures by where they lie */
static void
append_manifest (GString *out, const GPtrArray *chapters, GHashTable *all)
{
  g_autoptr (GList) paths = exm_book_pictures_list (all);
  guint number = 0;

  for (guint i = 1; i <= chapters->len; i++)
    g_string_append_printf (out,
                            "<item id=\"a%u\" href=\"a%u.xhtml\" "
                            "media-type=\"application/xhtml+xml\"/>\n",
                            i, i);
  for (const GList *at = paths; at != NULL; at = at->next)
    {
      const ExmBookPicture *picture = g_hash_table_lookup (all, at->data);
      g_string_append_printf (out, "<item id=\"i%u\" href=\"%s\" media-type=\"%s\"/>\n",
                              ++number, (const char *) at->data, picture->type);
    }
}

static char *
write_package (const GPtrArray *chapters,
               GHashTable *pictures,
               const char *title,
               const ExmFormatHead *head)
{
  g_autofree char *updated = exm_article_format_rfc3339 (head->updated_usec);
  const char *language = find_language (chapters);
  g_autoptr (GString) out = g_string_new (XML_START);

  g_string_append_printf (
      out,
      "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" "
      "unique-identifier=\"id\">\n"
      "<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
      "<dc:identifier id=\"id\">%s</dc:identifier>\n<dc:title>%s</dc:title>\n"
      "<dc:language>%s</dc:language>\n"
      "<meta property=\"dcterms:modified\">%s</meta>\n</metadata>\n<manifest>\n"
      "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" "
      "properties=\"nav\"/>\n"
      "<item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>\n"
      "<item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n",
      head->id, title, language, updated);
  append_manifest (out, chapters, pictures);
  g_string_append_printf (
      out, "</manifest>\n<spine toc=\"ncx\"%s>\n",
      exm_book_is_right_to_left (language) ? " page-progression-direction=\"rtl\"" : "");
  for (guint i = 1; i <= chapters->len; i++)
    g_string_append_printf (out, "<itemref idref=\"a%u\"/>\n", i);
  g_string_append (out, "</spine>\n</package>\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static GBytes *
write_book (GPtrArray *items, const ExmFormatHead *head, GError **error)
{
  g_autoptr (GPtrArray) chapters = exm_book_make_chapters (items);
  g_autoptr (ExmZipWriter) zip = exm_zip_writer_new ();

  if (chapters->len == 0)
    {
      exm_said_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                          N_ ("A book needs at least one article"));
      return NULL;
    }
  g_autofree char *title = exm_book_make_title (chapters, head->title);
  g_autoptr (GHashTable) pictures = exm_book_gather_pictures (chapters);
  g_autofree char *package = write_package (chapters, pictures, title, head);
  g_autofree char *navigation = write_navigation (chapters, title);
  g_autofree char *ncx = write_ncx (chapters, title, head->id);
  exm_zip_writer_add (zip, "mimetype", exm_format_epub.media_type);
  exm_zip_writer_add (zip, "META-INF/container.xml", container);
  exm_zip_writer_add (zip, "EPUB/book.opf", package);
  exm_zip_writer_add (zip, "EPUB/nav.xhtml", navigation);
  exm_zip_writer_add (zip, "EPUB/toc.ncx", ncx);
  exm_zip_writer_add (zip, "EPUB/style.css", style);
  for (guint i = 0; i < chapters->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("EPUB/a%u.xhtml", i + 1);
      g_autofree char *page = write_chapter (exm_book_get_chapter (chapters, i));
      exm_zip_writer_add (zip, name, page);
    }
  exm_book_pictures_write (pictures, "EPUB/", zip);
  GBytes *bytes = exm_zip_writer_finish (zip);
  if (bytes == NULL)
    exm_said_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                        N_ ("These are too many articles for one book: choose fewer"));
  return bytes;
}

const ExmFormat exm_format_epub = {
  .id = "epub",
  .title = N_ ("EPUB"),
  .summary = N_ ("a book by day and task, for e-readers (EPUB 3.2)"),
  .extension = "epub",
  .media_type = "application/epub+zip",
  .kind = EXM_FORMAT_WHOLE,
  .holds_pictures = TRUE,
  .book = write_book,
};
