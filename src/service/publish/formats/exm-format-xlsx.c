/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* XLSX (ECMA-376): the list of articles as a sheet, a row an article, the newest day
 * first. All text is text: no cell is a formula. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "base/exm-said-error.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-book-chapter.h"
#include "publish/formats/exm-quote.h"
#include "publish/formats/exm-zip-writer.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#define XML_START "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
#define SHEET "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define OFFICE "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define PACKAGE "http://schemas.openxmlformats.org/package/2006"
#define SHEET_TYPE "application/vnd.openxmlformats-officedocument.spreadsheetml."

/* Rows of a sheet, its head included. */
#define MAX_ROWS 1048576u

/* Characters of a cell, as units of UTF-16. */
#define MAX_CELL_UNITS 32767u

/* The first day that all spreadsheets count alike: 1900 was no leap year, though to some
 * it is. */
#define FIRST_DAY "1900-03-01"

/* Style of cells, by its place in styles.xml. */
typedef enum
{
  CELL_TEXT,
  CELL_HEAD,
  CELL_DAY,
} CellStyle;

static const char types[]
    = XML_START "<Types xmlns=\"" PACKAGE "/content-types\">\n"
                "<Default Extension=\"rels\" ContentType=\"application/"
                "vnd.openxmlformats-package.relationships+xml\"/>\n"
                "<Default Extension=\"xml\" ContentType=\"application/xml\"/>\n"
                "<Override PartName=\"/xl/workbook.xml\" ContentType=\"" SHEET_TYPE
                "sheet.main+xml\"/>\n"
                "<Override PartName=\"/xl/worksheets/sheet1.xml\" "
                "ContentType=\"" SHEET_TYPE "worksheet+xml\"/>\n"
                "<Override PartName=\"/xl/styles.xml\" ContentType=\"" SHEET_TYPE
                "styles+xml\"/>\n</Types>\n";

static const char package_relations[]
    = XML_START "<Relationships xmlns=\"" PACKAGE "/relationships\">\n"
                "<Relationship Id=\"w\" Type=\"" OFFICE "/officeDocument\" "
                "Target=\"xl/workbook.xml\"/>\n</Relationships>\n";

static const char relations[]
    = XML_START "<Relationships xmlns=\"" PACKAGE "/relationships\">\n"
                "<Relationship Id=\"a\" Type=\"" OFFICE "/worksheet\" "
                "Target=\"worksheets/sheet1.xml\"/>\n"
                "<Relationship Id=\"s\" Type=\"" OFFICE "/styles\" "
                "Target=\"styles.xml\"/>\n</Relationships>\n";

static const char styles[] = XML_START
    "<styleSheet xmlns=\"" SHEET "\">\n"
    "<numFmts count=\"1\"><numFmt numFmtId=\"164\" "
    "formatCode=\"yyyy\\-mm\\-dd\"/></numFmts>\n"
    "<fonts count=\"2\"><font/><font><b/></font></fonts>\n"
    "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill>"
    "<patternFill patternType=\"gray125\"/></fill></fills>\n"
    "<borders count=\"1\"><border/></borders>\n"
    "<cellStyleXfs count=\"1\"><xf/></cellStyleXfs>\n"
    "<cellXfs count=\"3\"><xf/><xf fontId=\"1\" applyFont=\"1\"/>"
    "<xf numFmtId=\"164\" applyNumberFormat=\"1\"/></cellXfs>\n"
    "</styleSheet>\n";

/* The columns of the sheet, and their widths in characters. */
static const struct
{
  const char *title;
  guint width;
} COLUMNS[] = {
  { N_ ("Published"), 12 }, { N_ ("Title"), 50 }, { N_ ("Source"), 20 },
  { N_ ("Author"), 20 },    { N_ ("Task"), 20 },  { N_ ("Address"), 50 },
  { N_ ("Text"), 80 },
};

/* As much of @text as a cell holds; an ellipsis tells where it was cut. */
static char *
cut_text (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  const char *last = valid; /* behind the text that leaves room for the ellipsis */
  const char *end = valid;

  for (guint n = 0; *end != '\0';)
    {
      n += g_utf8_get_char (end) > 0xffff ? 2 : 1;
      if (n > MAX_CELL_UNITS)
        return g_strdup_printf ("%.*s…", (int) (last - valid), valid);
      end = g_utf8_next_char (end);
      if (n < MAX_CELL_UNITS)
        last = end;
    }
  return g_steal_pointer (&valid);
}

/* Whether @text begins as a reference to a character does: _x0041_ would be read as A. */
static gboolean
is_reference (const char *text)
{
  if (*text != '_' || text[1] != 'x')
    return FALSE;
  for (guint i = 2; i < 6; i++)
    if (!g_ascii_isxdigit (text[i]))
      return FALSE;
  return text[6] == '_';
}

static void
append_cell (GString *out, guint column, guint row, CellStyle style, const char *text)
{
  g_autofree char *cut = cut_text (text != NULL ? text : "");
  g_autoptr (GString) plain = g_string_sized_new (strlen (cut));

  if (*cut == '\0')
    return;
  for (const char *p = cut; *p != '\0'; p++)
    {
      g_string_append (plain, is_reference (p) ? "_x005F" : "");
      g_string_append_c (plain, *p);
    }
  g_string_append_printf (out,
                          "<c r=\"%c%u\" s=\"%u\" t=\"inlineStr\"><is><t "
                          "xml:space=\"preserve\">",
                          'A' + (int) column, row, style);
  exm_quote_xml (out, plain->str);
  g_string_append (out, "</t></is></c>");
}

/* A day as spreadsheets count them, from 30 December 1899; as text what is none to them.
 */
static void
append_day (GString *out, guint row, const char *day)
{
  guint year, month, date;
  GDate epoch, value;

  g_date_set_dmy (&epoch, 30, G_DATE_DECEMBER, 1899);
  if (strlen (day) != strlen (FIRST_DAY) || strcmp (day, FIRST_DAY) < 0
      || sscanf (day, "%4u-%2u-%2u", &year, &month, &date) != 3
      || !g_date_valid_dmy ((GDateDay) date, (GDateMonth) month, (GDateYear) year))
    {
      append_cell (out, 0, row, CELL_TEXT, day);
      return;
    }
  g_date_set_dmy (&value, (GDateDay) date, (GDateMonth) month, (GDateYear) year);
  g_string_append_printf (out, "<c r=\"A%u\" s=\"%d\"><v>%d</v></c>", row, CELL_DAY,
                          g_date_days_between (&epoch, &value));
}

static void
append_row (GString *out, const ExmFormatItem *item, guint row)
{
  const ExmArticleFields *fields = exm_article_get (item->article);
  g_autofree char *day = exm_article_date (item->article);
  const char *const texts[] = { exm_article_field (item->article, EXM_FIELD_TITLE),
                                exm_article_field (item->article, EXM_FIELD_SOURCE),
                                exm_article_field (item->article, EXM_FIELD_AUTHOR),
                                item->task_name,
                                fields->url,
                                fields->text };

  g_string_append_printf (out, "<row r=\"%u\">", row);
  append_day (out, row, day);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    append_cell (out, i + 1, row, CELL_TEXT, texts[i]);
  g_string_append (out, "</row>\n");
}

static char *
write_sheet (const GPtrArray *items)
{
  GString *out = g_string_new (XML_START "<worksheet xmlns=\"" SHEET "\">\n<sheetViews>"
                                         "<sheetView workbookViewId=\"0\"><pane "
                                         "ySplit=\"1\" topLeftCell=\"A2\" "
                                         "activePane=\"bottomLeft\" state=\"frozen\"/>"
                                         "</sheetView></sheetViews>\n<cols>");

  for (guint i = 0; i < G_N_ELEMENTS (COLUMNS); i++)
    g_string_append_printf (out,
                            "<col min=\"%u\" max=\"%u\" width=\"%u\" "
                            "customWidth=\"1\"/>",
                            i + 1, i + 1, COLUMNS[i].width);
  g_string_append (out, "</cols>\n<sheetData>\n<row r=\"1\">");
  for (guint i = 0; i < G_N_ELEMENTS (COLUMNS); i++)
    append_cell (out, i, 1, CELL_HEAD, _ (COLUMNS[i].title));
  g_string_append (out, "</row>\n");
  for (guint i = 0; i < items->len; i++)
    append_row (out, g_ptr_array_index (items, i), i + 2);
  g_string_append_printf (out,
                          "</sheetData>\n<autoFilter ref=\"A1:%c%u\"/>\n</worksheet>\n",
                          'A' + (int) G_N_ELEMENTS (COLUMNS) - 1, items->len + 1);
  return g_string_free (out, FALSE);
}

static char *
write_workbook (void)
{
  GString *out = g_string_new (XML_START "<workbook xmlns=\"" SHEET "\" xmlns:r=\"" OFFICE
                                         "\">\n");

  exm_quote_xml_element (
      out, "<bookViews><workbookView/></bookViews>\n<sheets><sheet name=\"",
      _ ("Articles"), "\" sheetId=\"1\" r:id=\"a\"/></sheets>\n</workbook>\n");
  return g_string_free (out, FALSE);
}

static gint
compare_items (gconstpointer a, gconstpointer b)
{
  const ExmFormatItem *one = *(ExmFormatItem *const *) a;
  const ExmFormatItem *other = *(ExmFormatItem *const *) b;
  g_autofree char *day = exm_article_date (one->article);
  g_autofree char *other_day = exm_article_date (other->article);

  return g_strcmp0 (other_day, day);
}

static GBytes *
write_book (GPtrArray *items, const ExmFormatHead *head, GError **error)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_copy (items, NULL, NULL);
  g_autoptr (ExmZipWriter) zip = exm_zip_writer_new ();
  GBytes *bytes = NULL;

  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort (sorted, compare_items);
  if (items->len < MAX_ROWS)
    {
      g_autofree char *workbook = write_workbook ();
      g_autofree char *sheet = write_sheet (sorted);
      exm_zip_writer_add (zip, "[Content_Types].xml", types);
      exm_zip_writer_add (zip, "_rels/.rels", package_relations);
      exm_zip_writer_add (zip, "xl/workbook.xml", workbook);
      exm_zip_writer_add (zip, "xl/_rels/workbook.xml.rels", relations);
      exm_zip_writer_add (zip, "xl/styles.xml", styles);
      exm_zip_writer_add (zip, "xl/worksheets/sheet1.xml", sheet);
      bytes = exm_zip_writer_finish (zip);
    }
  if (bytes == NULL)
    exm_said_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                        N_ ("These are too many articles for one sheet: choose fewer"));
  return bytes;
}

const ExmFormat exm_format_xlsx = {
  .id = "xlsx",
  .title = N_ ("Excel"),
  .summary = N_ ("the list as a sheet, for spreadsheets (XLSX)"),
  .extension = "xlsx",
  .media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  .kind = EXM_FORMAT_WHOLE,
  .book = write_book,
};
