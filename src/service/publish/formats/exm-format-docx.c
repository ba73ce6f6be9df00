/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* DOCX (ECMA-376): a report of articles by day and task, the newest day first, with its
 * contents and the pictures that are kept. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "base/exm-said-error.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-book-chapter.h"
#include "publish/formats/exm-book-picture.h"
#include "publish/formats/exm-quote.h"
#include "publish/formats/exm-word-body.h"
#include "publish/formats/exm-zip-writer.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#define XML_START "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
#define WORD "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
#define OFFICE "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define PACKAGE "http://schemas.openxmlformats.org/package/2006"
#define WORD_TYPE "application/vnd.openxmlformats-officedocument.wordprocessingml."

/* Days are headings of level 1, tasks of 2, articles of 3. */
#define ARTICLE_LEVEL 3u

static const char types[] = XML_START
    "<Types xmlns=\"" PACKAGE "/content-types\">\n"
    "<Default Extension=\"rels\" ContentType=\"application/"
    "vnd.openxmlformats-package.relationships+xml\"/>\n"
    "<Default Extension=\"xml\" ContentType=\"application/xml\"/>\n"
    "<Default Extension=\"png\" ContentType=\"image/png\"/>\n"
    "<Default Extension=\"jpg\" ContentType=\"image/jpeg\"/>\n"
    "<Default Extension=\"gif\" ContentType=\"image/gif\"/>\n"
    "<Override PartName=\"/word/document.xml\" ContentType=\"" WORD_TYPE
    "document.main+xml\"/>\n"
    "<Override PartName=\"/word/styles.xml\" ContentType=\"" WORD_TYPE "styles+xml\"/>\n"
    "<Override PartName=\"/word/numbering.xml\" ContentType=\"" WORD_TYPE
    "numbering+xml\"/>\n"
    "<Override PartName=\"/docProps/core.xml\" ContentType=\"application/"
    "vnd.openxmlformats-package.core-properties+xml\"/>\n</Types>\n";

static const char package_relations[]
    = XML_START "<Relationships xmlns=\"" PACKAGE "/relationships\">\n"
                "<Relationship Id=\"d\" Type=\"" OFFICE "/officeDocument\" "
                "Target=\"word/document.xml\"/>\n"
                "<Relationship Id=\"c\" Type=\"" PACKAGE "/relationships/metadata/"
                "core-properties\" Target=\"docProps/core.xml\"/>\n</Relationships>\n";

/* Properties of runs: a size in half points. */
#define SIZE(n) "<w:sz w:val=\"" #n "\"/><w:szCs w:val=\"" #n "\"/>"
#define MONOSPACE                                                                        \
  "<w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\" w:cs=\"Courier New\"/>"
#define BASED "<w:basedOn w:val=\"Normal\"/>"
#define LINE(side) "<w:" side " w:val=\"single\" w:sz=\"4\"/>"

/* Sizes of headings by their level, in half points. */
static const guint heading_sizes[] = { 36, 30, 26, 24, 22, 22, 22, 22, 22 };

static const struct
{
  const char *type;
  const char *id;
  const char *name;
  const char *rest;
} STYLES[] = {
  { "paragraph", "Title", "Title", BASED "<w:rPr>" SIZE (52) "</w:rPr>" },
  { "paragraph", "Source", "Source",
    BASED "<w:rPr><w:color w:val=\"595959\"/>" SIZE (18) "</w:rPr>" },
  { "paragraph", "Quote", "Quote",
    BASED "<w:pPr><w:ind w:left=\"567\" w:right=\"567\"/></w:pPr>"
          "<w:rPr><w:i/><w:iCs/></w:rPr>" },
  { "paragraph", "Caption", "caption",
    BASED "<w:rPr><w:i/><w:iCs/>" SIZE (20) "</w:rPr>" },
  { "paragraph", "Code", "Code", BASED "<w:rPr>" MONOSPACE SIZE (20) "</w:rPr>" },
  { "character", "CodeRun", "Code Run", "<w:rPr>" MONOSPACE "</w:rPr>" },
  { "character", "Hyperlink", "Hyperlink",
    "<w:rPr><w:color w:val=\"1A5FB4\"/><w:u w:val=\"single\"/></w:rPr>" },
  { "table", "TableGrid", "Table Grid",
    "<w:tblPr><w:tblBorders>" LINE ("top") LINE ("left") LINE ("bottom") LINE ("right")
        LINE ("insideH") LINE ("insideV") "</w:tblBorders></w:tblPr>" },
};

/* @rest: its properties, of XML */
static void
append_style (
    GString *out, const char *type, const char *id, const char *name, const char *rest)
{
  g_string_append_printf (out,
                          "<w:style w:type=\"%s\" w:styleId=\"%s\"><w:name "
                          "w:val=\"%s\"/>%s</w:style>\n",
                          type, id, name, rest);
}

static void
append_heading_style (GString *out, guint level)
{
  g_autofree char *id = g_strdup_printf ("Heading%u", level);
  g_autofree char *name = g_strdup_printf ("heading %u", level);
  g_autofree char *rest = g_strdup_printf (
      BASED "<w:next w:val=\"Normal\"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing "
            "w:before=\"240\" w:after=\"80\"/><w:outlineLvl w:val=\"%u\"/></w:pPr>"
            "<w:rPr><w:b/><w:bCs/><w:sz w:val=\"%u\"/><w:szCs w:val=\"%u\"/></w:rPr>",
      level - 1, heading_sizes[level - 1], heading_sizes[level - 1]);

  append_style (out, "paragraph", id, name, rest);
}

/* The style of a line of the contents. */
static void
append_entry_style (GString *out, guint level)
{
  g_autofree char *id = g_strdup_printf ("TOC%u", level);
  g_autofree char *name = g_strdup_printf ("toc %u", level);
  g_autofree char *rest = g_strdup_printf (
      BASED "<w:pPr><w:spacing w:after=\"40\"/><w:ind w:left=\"%u\"/></w:pPr>",
      220 * (level - 1));

  append_style (out, "paragraph", id, name, rest);
}

static char *
write_styles (void)
{
  GString *out = g_string_new (
      XML_START
      "<w:styles xmlns:w=\"" WORD "\">\n"
      "<w:docDefaults><w:rPrDefault><w:rPr>" SIZE (
          22) "</w:rPr></w:rPrDefault>"
              "<w:pPrDefault><w:pPr><w:spacing w:after=\"120\" w:line=\"276\" "
              "w:lineRule=\"auto\"/></w:pPr></w:pPrDefault></w:docDefaults>\n"
              "<w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\">"
              "<w:name w:val=\"Normal\"/></w:style>\n");

  for (guint level = 1; level <= G_N_ELEMENTS (heading_sizes); level++)
    append_heading_style (out, level);
  for (guint level = 1; level <= ARTICLE_LEVEL; level++)
    append_entry_style (out, level);
  for (guint i = 0; i < G_N_ELEMENTS (STYLES); i++)
    append_style (out, STYLES[i].type, STYLES[i].id, STYLES[i].name, STYLES[i].rest);
  g_string_append (out, "</w:styles>\n");
  return g_string_free (out, FALSE);
}

static char *
write_core (const char *title, gint64 updated_usec)
{
  g_autofree char *updated = exm_article_format_rfc3339 (updated_usec);

  return g_strdup_printf (
      XML_START
      "<cp:coreProperties xmlns:cp=\"" PACKAGE "/metadata/core-properties\" "
      "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
      "xmlns:dcterms=\"http://purl.org/dc/terms/\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
      "<dc:title>%s</dc:title>\n<dcterms:created "
      "xsi:type=\"dcterms:W3CDTF\">%s</dcterms:created>\n</cp:coreProperties>\n",
      title, updated);
}

/* Lists with dots and with numbers, each of nine levels. */
static void
append_list_kind (GString *out, guint id, const char *kind, gboolean numbers)
{
  g_string_append_printf (out, "<w:abstractNum w:abstractNumId=\"%u\">", id);
  for (guint i = 0; i < 9; i++)
    {
      g_string_append_printf (out,
                              "<w:lvl w:ilvl=\"%u\"><w:start w:val=\"1\"/><w:numFmt "
                              "w:val=\"%s\"/><w:lvlText w:val=\"",
                              i, kind);
      if (numbers)
        g_string_append_printf (out, "%%%u.", i + 1);
      else
        g_string_append (out, "•");
      g_string_append_printf (
          out, "\"/><w:pPr><w:ind w:left=\"%u\" w:hanging=\"360\"/></w:pPr></w:lvl>",
          720 * (i + 1));
    }
  g_string_append (out, "</w:abstractNum>\n");
}

static char *
write_numbering (const ExmWordParts *parts)
{
  GString *out = g_string_new (XML_START "<w:numbering xmlns:w=\"" WORD "\">\n");

  append_list_kind (out, 1, "bullet", FALSE);
  append_list_kind (out, 2, "decimal", TRUE);
  g_string_append (out, "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"1\"/></w:num>\n");
  g_string_append (out, parts->numbers->str);
  g_string_append (out, "</w:numbering>\n");
  return g_string_free (out, FALSE);
}

static char *
write_relations (const ExmWordParts *parts)
{
  return g_strdup_printf (XML_START "<Relationships xmlns=\"" PACKAGE
                                    "/relationships\">\n"
                                    "<Relationship Id=\"s\" Type=\"" OFFICE "/styles\" "
                                    "Target=\"styles.xml\"/>\n"
                                    "<Relationship Id=\"n\" Type=\"" OFFICE
                                    "/numbering\" Target=\"numbering.xml\"/>\n"
                                    "%s</Relationships>\n",
                          parts->relations->str);
}

/* Properties of a paragraph, and the start of its text. */
static void
append_start (GString *out, const char *style, gboolean right_to_left)
{
  g_string_append_printf (out, "<w:p><w:pPr><w:pStyle w:val=\"%s\"/>%s</w:pPr>", style,
                          right_to_left ? "<w:bidi/>" : "");
}

/* @text: of XML */
static void
append_run (GString *out, gboolean right_to_left, const char *text)
{
  g_string_append_printf (out, "<w:r>%s<w:t xml:space=\"preserve\">%s</w:t></w:r>",
                          right_to_left ? "<w:rPr><w:rtl/></w:rPr>" : "", text);
}

static void
append_paragraph (GString *out,
                  const char *style,
                  gboolean right_to_left,
                  const char *text)
{
  append_start (out, style, right_to_left);
  append_run (out, right_to_left, text);
  g_string_append (out, "</w:p>\n");
}

/* A heading, or its line in the contents. @kind and @number: name of its mark */
typedef struct
{
  guint level;
  const char *kind;
  guint number;
  gboolean right_to_left;
  const char *text;
} Place;

/* A line of the contents that leads to its heading. */
static void
append_entry (GString *out, const Place *place)
{
  g_autofree char *style = g_strdup_printf ("TOC%u", place->level);

  append_start (out, style, place->right_to_left);
  g_string_append_printf (out, "<w:hyperlink w:anchor=\"%s%u\" w:history=\"1\">",
                          place->kind, place->number);
  append_run (out, place->right_to_left, place->text);
  g_string_append (out, "</w:hyperlink></w:p>\n");
}

static void
append_heading (GString *out, const Place *place)
{
  g_autofree char *style = g_strdup_printf ("Heading%u", place->level);
  guint id = place->number * ARTICLE_LEVEL + place->level;

  append_start (out, style, place->right_to_left);
  g_string_append_printf (out, "<w:bookmarkStart w:id=\"%u\" w:name=\"%s%u\"/>", id,
                          place->kind, place->number);
  append_run (out, place->right_to_left, place->text);
  g_string_append_printf (out, "<w:bookmarkEnd w:id=\"%u\"/></w:p>\n", id);
}

static gboolean
is_right_to_left (const ExmArticle *article)
{
  return exm_book_is_right_to_left (exm_article_language (article));
}

/* The headings of the chapter @i, or their lines in the contents. */
static void
append_places (GString *out,
               const GPtrArray *chapters,
               guint i,
               void (*append) (GString *out, const Place *place))
{
  const ExmBookChapter *chapter = exm_book_get_chapter (chapters, i);

  if (exm_book_begins_day (chapters, i))
    append (out, &(Place){ 1, "day", i, FALSE, chapter->day });
  if (exm_book_begins_task (chapters, i))
    append (out, &(Place){ 2, "task", i, FALSE, chapter->task });
  append (out, &(Place){ ARTICLE_LEVEL, "article", i, is_right_to_left (chapter->article),
                         chapter->title });
}

/* Source, time and address, in a line. */
static void
append_source (ExmWordParts *parts, const ExmArticle *article)
{
  g_autofree char *source = exm_article_format_source (article);
  const char *published = exm_article_field (article, EXM_FIELD_PUBLISHED);
  g_autoptr (GString) line = g_string_new (NULL);

  exm_quote_xml_element (line, "", source, "");
  exm_quote_xml_element (line, line->len > 0 ? " · " : "", published, "");
  if (line->len > 0)
    append_paragraph (parts->document, "Source", is_right_to_left (article), line->str);
  g_string_truncate (line, 0);
  g_string_append (line, "<p><a href=\"");
  exm_quote_html (line, exm_article_get (article)->url);
  g_string_append (line, "\">");
  exm_quote_html (line, exm_article_get (article)->url);
  g_string_append (line, "</a></p>");
  exm_word_parts_append (parts, line->str, NULL, 0, FALSE);
}

static char *
write_document (const GPtrArray *chapters, const char *title, ExmWordParts *parts)
{
  GString *out = parts->document;

  append_paragraph (out, "Title", FALSE, title);
  for (guint i = 0; i < chapters->len; i++)
    append_places (out, chapters, i, append_entry);
  for (guint i = 0; i < chapters->len; i++)
    {
      const ExmBookChapter *chapter = exm_book_get_chapter (chapters, i);
      const ExmArticle *article = chapter->article;
      g_autoptr (GString) body = g_string_new (NULL);
      append_places (out, chapters, i, append_heading);
      append_source (parts, article);
      exm_article_append_body_html (body, article);
      exm_word_parts_append (parts, body->str, chapter->pictures, ARTICLE_LEVEL,
                             is_right_to_left (article));
    }
  return g_strdup_printf (
      XML_START
      "<w:document xmlns:w=\"" WORD "\" xmlns:r=\"" OFFICE "\" " EXM_WORD_DRAWING
      ">\n<w:body>\n"
      "%s<w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1440\" "
      "w:right=\"1440\" w:bottom=\"1440\" w:left=\"1440\" w:header=\"720\" "
      "w:footer=\"720\" w:gutter=\"0\"/></w:sectPr>\n</w:body>\n</w:document>\n",
      out->str);
}

static GBytes *
write_book (GPtrArray *items, const ExmFormatHead *head, GError **error)
{
  g_autoptr (GPtrArray) chapters = exm_book_make_chapters (items);
  g_autoptr (ExmZipWriter) zip = exm_zip_writer_new ();
  g_auto (ExmWordParts) parts = { 0 };

  exm_word_parts_init (&parts);
  if (chapters->len == 0)
    {
      exm_said_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                          N_ ("A report needs at least one article"));
      return NULL;
    }
  g_autofree char *title = exm_book_make_title (chapters, head->title);
  g_autoptr (GHashTable) pictures = exm_book_gather_pictures (chapters);
  g_autofree char *document = write_document (chapters, title, &parts);
  g_autofree char *relations = write_relations (&parts);
  g_autofree char *numbering = write_numbering (&parts);
  g_autofree char *styles = write_styles ();
  g_autofree char *core = write_core (title, head->updated_usec);
  exm_zip_writer_add (zip, "[Content_Types].xml", types);
  exm_zip_writer_add (zip, "_rels/.rels", package_relations);
  exm_zip_writer_add (zip, "docProps/core.xml", core);
  exm_zip_writer_add (zip, "word/document.xml", document);
  exm_zip_writer_add (zip, "word/_rels/document.xml.rels", relations);
  exm_zip_writer_add (zip, "word/styles.xml", styles);
  exm_zip_writer_add (zip, "word/numbering.xml", numbering);
  exm_book_pictures_write (pictures, "word/", zip);
  GBytes *bytes = exm_zip_writer_finish (zip);
  if (bytes == NULL)
    exm_said_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                        N_ ("These are too many articles for one report: choose fewer"));
  return bytes;
}

const ExmFormat exm_format_docx = {
  .id = "docx",
  .title = N_ ("Word"),
  .summary = N_ ("a report by day and task with contents, for word processors (DOCX)"),
  .extension = "docx",
  .media_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  .kind = EXM_FORMAT_WHOLE,
  .holds_pictures = TRUE,
  .book = write_book,
};
