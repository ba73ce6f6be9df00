/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-word-body.h"

#include "publish/formats/exm-book-picture.h"
#include "publish/formats/exm-quote.h"
#include "publish/formats/exm-xhtml.h"

#include <libxml/parser.h>
#include <string.h>

/* Levels that a list knows, and headings. */
#define MAX_LIST_LEVEL 8u
#define MAX_HEADING 9u

/* Columns of a table; the text of more of them goes before it. */
#define MAX_COLUMNS 63u

/* Width of the text on A4, in twentieths of a point. Merged cells are drawn wrong where
 * columns have no width. */
#define TEXT_WIDTH 9026u

/* English Metric Units (ECMA-376, part 1, 20.1.2.1) of a pixel, at 96 to the inch, and of
 * a twentieth of a point. */
#define EMU_PIXEL 9525u
#define EMU_TWIP 635u

/* The largest height of a picture, in twentieths of a point: a page of A4 has 13,958. */
#define MAX_HEIGHT 10000u

/* Number of the lists with dots, where nobody says otherwise. */
#define DOTS 1u

/* In the order that their properties must have. */
typedef enum
{
  RUN_BOLD,
  RUN_ITALIC,
  RUN_CODE,
  RUN_STRUCK,
  RUN_UNDERLINED,
  RUN_RAISED,
  RUN_LOWERED,
  N_RUN_KINDS,
} RunKind;

/* A list that is open. @number: its w:num */
typedef struct
{
  guint number;
  gboolean marked; /* the paragraph of the open item has its mark */
} List;

/* A table that is open. Text between its cells goes before it.
 * @rest: by column: rows that the cell that starts there above still covers
 * @span: by column: columns of that cell
 * @cell_start: place in @rows where the content of the open cell starts
 */
typedef struct
{
  GString *outer; /* (unowned): what the table stands in */
  GString *rows;  /* (owned) */
  guint rest[MAX_COLUMNS];
  guint span[MAX_COLUMNS];
  guint column;
  guint n_columns;
  gboolean in_row;
  gboolean in_cell;
  gboolean heads; /* the open cell does */
  gsize cell_start;
} Table;

typedef struct
{
  ExmWordParts *parts;  /* (unowned) */
  GHashTable *pictures; /* (unowned) (element-type utf8 ExmBookPicture): by place */
  GString *out;         /* (unowned): of the document, or of a table */
  gboolean right_to_left;
  guint base;    /* level of headings above those of the body */
  guint heading; /* of the open one, 0: none */
  guint runs[N_RUN_KINDS];
  guint n_quotes;
  guint n_code;
  guint n_captions;
  guint link;       /* relation of the open link, 0: none */
  gboolean in_link; /* its element is written in the open paragraph */
  GArray *lists;    /* (owned) (element-type List) */
  Table *table;     /* (owned) (nullable): one inside of another is written as text */
  guint n_inner_tables;
  gboolean open;  /* a paragraph is */
  gboolean fresh; /* no text yet in the open line */
  gboolean blank; /* white space is due before the next text */
} Writer;

static const struct
{
  const char *name;
  RunKind kind;
} RUNS[] = {
  { "strong", RUN_BOLD }, { "b", RUN_BOLD },       { "em", RUN_ITALIC },
  { "i", RUN_ITALIC },    { "cite", RUN_ITALIC },  { "code", RUN_CODE },
  { "kbd", RUN_CODE },    { "samp", RUN_CODE },    { "sup", RUN_RAISED },
  { "sub", RUN_LOWERED }, { "u", RUN_UNDERLINED }, { "ins", RUN_UNDERLINED },
  { "s", RUN_STRUCK },    { "del", RUN_STRUCK },
};

static const char *const PROPERTIES[N_RUN_KINDS] = {
  [RUN_BOLD] = "<w:b/><w:bCs/>",
  [RUN_ITALIC] = "<w:i/><w:iCs/>",
  [RUN_STRUCK] = "<w:strike/>",
  [RUN_UNDERLINED] = "<w:u w:val=\"single\"/>",
  [RUN_RAISED] = "<w:vertAlign w:val=\"superscript\"/>",
  [RUN_LOWERED] = "<w:vertAlign w:val=\"subscript\"/>",
};

void
exm_word_parts_init (ExmWordParts *self)
{
  *self = (ExmWordParts){
    .document = g_string_new (NULL),
    .relations = g_string_new (NULL),
    .numbers = g_string_new (NULL),
    .dots = DOTS,
    .n_numbers = DOTS,
  };
}

void
exm_word_parts_clear (ExmWordParts *self)
{
  g_string_free (self->document, TRUE);
  g_string_free (self->relations, TRUE);
  g_string_free (self->numbers, TRUE);
}

static List *
get_list (const Writer *self)
{
  return self->lists->len > 0 ? &g_array_index (self->lists, List, self->lists->len - 1)
                              : NULL;
}

static const char *
choose_style (const Writer *self)
{
  if (self->n_code > 0)
    return "Code";
  if (self->n_captions > 0)
    return "Caption";
  return self->n_quotes > 0 ? "Quote" : NULL;
}

static void
open_paragraph (Writer *self)
{
  const char *style = choose_style (self);
  guint level = MIN (self->lists->len, MAX_LIST_LEVEL + 1);
  List *list = get_list (self);

  if (self->open)
    return;
  g_string_append (self->out, "<w:p><w:pPr>");
  if (self->heading > 0)
    g_string_append_printf (self->out, "<w:pStyle w:val=\"Heading%u\"/>", self->heading);
  else if (style != NULL)
    g_string_append_printf (self->out, "<w:pStyle w:val=\"%s\"/>", style);
  /* The mark of an item stands before its first paragraph. */
  if (list != NULL && !list->marked)
    g_string_append_printf (
        self->out, "<w:numPr><w:ilvl w:val=\"%u\"/><w:numId w:val=\"%u\"/></w:numPr>",
        level - 1, list->number);
  g_string_append (self->out, self->right_to_left ? "<w:bidi/>" : "");
  if (list != NULL && list->marked)
    g_string_append_printf (self->out, "<w:ind w:left=\"%u\"/>", 720 * level);
  g_string_append (self->out, "</w:pPr>");
  if (list != NULL)
    list->marked = TRUE;
  self->open = TRUE;
  self->fresh = TRUE;
  self->blank = FALSE;
}

static void
close_link (Writer *self)
{
  if (self->in_link)
    g_string_append (self->out, "</w:hyperlink>");
  self->in_link = FALSE;
}

static void
close_paragraph (Writer *self)
{
  if (!self->open)
    return;
  close_link (self);
  g_string_append (self->out, "</w:p>\n");
  self->open = FALSE;
  self->blank = FALSE;
}

static void
append_run_start (Writer *self)
{
  g_string_append (self->out, "<w:r><w:rPr>");
  if (self->in_link)
    g_string_append (self->out, "<w:rStyle w:val=\"Hyperlink\"/>");
  else if (self->runs[RUN_CODE] > 0 && self->n_code == 0)
    g_string_append (self->out, "<w:rStyle w:val=\"CodeRun\"/>");
  for (guint i = 0; i < N_RUN_KINDS; i++)
    if (self->runs[i] > 0 && PROPERTIES[i] != NULL)
      g_string_append (self->out, PROPERTIES[i]);
  g_string_append (self->out, self->right_to_left ? "<w:rtl/></w:rPr>" : "</w:rPr>");
}

/* A link goes on in each paragraph that has text of it; the blank before it is none. */
static void
continue_link (Writer *self)
{
  if (self->link == 0 || self->in_link)
    return;
  if (self->blank)
    g_string_append (self->out, "<w:r><w:t xml:space=\"preserve\"> </w:t></w:r>");
  g_string_append_printf (self->out, "<w:hyperlink r:id=\"l%u\">", self->link);
  self->blank = FALSE;
  self->in_link = TRUE;
}

static void
append_run (Writer *self, const char *text, gsize n_bytes)
{
  g_autofree char *copy = g_strndup (text, n_bytes);

  open_paragraph (self);
  continue_link (self);
  append_run_start (self);
  g_string_append (self->out, "<w:t xml:space=\"preserve\">");
  g_string_append (self->out, self->blank ? " " : "");
  exm_quote_xml (self->out, copy);
  g_string_append (self->out, "</w:t></w:r>");
  self->fresh = FALSE;
  self->blank = FALSE;
}

static void
append_break (Writer *self)
{
  open_paragraph (self);
  append_run_start (self);
  g_string_append (self->out, "<w:br/></w:r>");
  self->fresh = TRUE;
  self->blank = FALSE;
}

/* Code keeps its lines and blanks. */
static void
append_code (Writer *self, const char *text)
{
  for (const char *p = text; *p != '\0';)
    {
      gsize n = strcspn (p, "\n");
      if (n > 0)
        append_run (self, p, n);
      p += n;
      if (*p == '\n')
        {
          append_break (self);
          p++;
        }
    }
}

static void
append_words (Writer *self, const char *text)
{
  for (const char *p = text; *p != '\0';)
    {
      gsize n_blank = strspn (p, " \t\r\n");
      p += n_blank;
      self->blank = self->open && !self->fresh && (self->blank || n_blank > 0);
      gsize n = 0;
      while (p[n] != '\0' && strchr ("\t\r\n", p[n]) == NULL)
        n++;
      while (n > 0 && p[n - 1] == ' ')
        n--;
      if (n > 0)
        append_run (self, p, n);
      p += n;
    }
}

static void
on_text (void *data, const xmlChar *text, int n_bytes)
{
  Writer *self = data;
  g_autofree char *copy = g_strndup ((const char *) text, (gsize) n_bytes);

  if (self->n_code > 0)
    append_code (self, copy);
  else
    append_words (self, copy);
}

static const char *
get_attribute (const xmlChar **attributes, const char *name)
{
  for (guint i = 0; attributes != NULL && attributes[i] != NULL; i += 2)
    if (strcmp ((const char *) attributes[i], name) == 0)
      return (const char *) attributes[i + 1];
  return NULL;
}

static guint
get_number (const xmlChar **attributes, const char *name)
{
  const char *value = get_attribute (attributes, name);

  return value != NULL ? (guint) MAX (g_ascii_strtoull (value, NULL, 10), 1) : 1;
}

static void
open_link (Writer *self, const char *href)
{
  close_link (self);
  self->link = 0;
  if (href == NULL || *href == '#')
    return;
  self->link = ++self->parts->n_relations;
  g_string_append_printf (
      self->parts->relations,
      "<Relationship Id=\"l%u\" Type=\"http://schemas.openxmlformats.org/officeDocument/"
      "2006/relationships/hyperlink\" TargetMode=\"External\" Target=\"",
      self->link);
  exm_quote_xml (self->parts->relations, href);
  g_string_append (self->parts->relations, "\"/>\n");
}

/* Width and height of a picture, in EMU: as wide as it is, but no wider than the text,
 * nor higher than most of a page. */
static void
fit_picture (const ExmBookPicture *picture, guint64 *width, guint64 *height)
{
  double scale = 1;

  *width = (guint64) picture->width * EMU_PIXEL;
  *height = (guint64) picture->height * EMU_PIXEL;
  scale = MIN (scale, (double) TEXT_WIDTH * EMU_TWIP / (double) *width);
  scale = MIN (scale, (double) MAX_HEIGHT * EMU_TWIP / (double) *height);
  *width = MAX ((guint64) ((double) *width * scale), 1);
  *height = MAX ((guint64) ((double) *height * scale), 1);
}

/* Properties of a picture that stand in two places. */
static void
append_picture_name (GString *out, const char *element, guint number, const char *alt)
{
  g_string_append_printf (out, "<%s id=\"%u\" name=\"p%u\"", element, number, number);
  exm_quote_xml_element (out, " descr=\"", alt, "\"");
  g_string_append (out, "/>");
}

static void
append_picture (Writer *self, const char *place, const char *alt)
{
  const ExmBookPicture *picture = g_hash_table_lookup (self->pictures, place);
  guint64 width, height;
  guint number = ++self->parts->n_pictures;

  if (picture == NULL)
    return;
  fit_picture (picture, &width, &height);
  g_string_append_printf (
      self->parts->relations,
      "<Relationship Id=\"p%u\" Type=\"http://schemas.openxmlformats.org/officeDocument/"
      "2006/relationships/image\" Target=\"%s\"/>\n",
      number, place);
  open_paragraph (self);
  continue_link (self);
  append_run_start (self);
  g_string_append_printf (self->out,
                          "<w:drawing><wp:inline><wp:extent cx=\"%" G_GUINT64_FORMAT
                          "\" cy=\"%" G_GUINT64_FORMAT "\"/>",
                          width, height);
  append_picture_name (self->out, "wp:docPr", number, alt);
  g_string_append (
      self->out,
      "<a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/"
      "picture\"><pic:pic><pic:nvPicPr>");
  append_picture_name (self->out, "pic:cNvPr", number, alt);
  g_string_append_printf (
      self->out,
      "<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed=\"p%u\"/>"
      "<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm>"
      "<a:off x=\"0\" y=\"0\"/><a:ext cx=\"%" G_GUINT64_FORMAT
      "\" cy=\"%" G_GUINT64_FORMAT
      "\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr>"
      "</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>",
      number, width, height);
  self->fresh = FALSE;
  self->blank = FALSE;
}

static void
open_list (Writer *self, gboolean ordered, guint start)
{
  List list = { .number = self->parts->dots, .marked = TRUE };
  guint level = MIN (self->lists->len, MAX_LIST_LEVEL);

  close_paragraph (self);
  if (ordered)
    {
      list.number = ++self->parts->n_numbers;
      g_string_append_printf (
          self->parts->numbers,
          "<w:num w:numId=\"%u\"><w:abstractNumId w:val=\"2\"/><w:lvlOverride "
          "w:ilvl=\"%u\"><w:startOverride w:val=\"%u\"/></w:lvlOverride></w:num>\n",
          list.number, level, start);
    }
  g_array_append_val (self->lists, list);
}

static void
open_table (Writer *self)
{
  if (self->table != NULL)
    {
      self->n_inner_tables++;
      return;
    }
  self->table = g_new0 (Table, 1);
  self->table->outer = self->out;
  self->table->rows = g_string_new (NULL);
}

static void
append_cell_start (Table *table, guint columns, const char *merge)
{
  g_string_append (table->rows, "<w:tc><w:tcPr>");
  if (columns > 1)
    g_string_append_printf (table->rows, "<w:gridSpan w:val=\"%u\"/>", columns);
  g_string_append_printf (table->rows, "%s</w:tcPr>", merge);
  table->column += columns;
}

static void
append_empty_cell (Table *table, guint columns, const char *merge)
{
  append_cell_start (table, columns, merge);
  g_string_append (table->rows, "<w:p/></w:tc>");
}

/* Writes the cells that those of rows above cover, from the column on. */
static void
fill_covered (Table *table)
{
  while (table->column < MAX_COLUMNS && table->rest[table->column] > 0)
    {
      table->rest[table->column]--;
      append_empty_cell (table, table->span[table->column], "<w:vMerge/>");
    }
}

/* A cell ends with a paragraph. */
static void
close_cell (Writer *self)
{
  Table *table = self->table;

  if (!table->in_cell)
    return;
  if (table->rows->len == table->cell_start)
    g_string_append (table->rows, "<w:p/>");
  g_string_append (table->rows, "</w:tc>");
  self->out = table->outer;
  self->runs[RUN_BOLD] -= table->heads;
  table->in_cell = FALSE;
}

static void
close_row (Writer *self)
{
  Table *table = self->table;
  guint end = MAX_COLUMNS;

  if (!table->in_row)
    return;
  close_cell (self);
  while (end > table->column && table->rest[end - 1] == 0)
    end--;
  while (table->column < end)
    if (table->rest[table->column] > 0)
      fill_covered (table);
    else
      append_empty_cell (table, 1, "");
  if (table->column == 0)
    append_empty_cell (table, 1, "");
  table->n_columns = MAX (table->n_columns, table->column);
  g_string_append (table->rows, "</w:tr>\n");
  table->in_row = FALSE;
}

static void
open_row (Writer *self)
{
  close_row (self);
  self->table->column = 0;
  self->table->in_row = TRUE;
  g_string_append (self->table->rows, "<w:tr>");
}

static void
open_cell (Writer *self, guint columns, guint rows, gboolean heads)
{
  Table *table = self->table;

  if (!table->in_row)
    open_row (self);
  close_cell (self);
  fill_covered (table);
  if (table->column >= MAX_COLUMNS)
    return;
  columns = MIN (columns, MAX_COLUMNS - table->column);
  for (guint i = 0; i < columns; i++)
    table->rest[table->column + i] = 0;
  table->rest[table->column] = rows - 1;
  table->span[table->column] = columns;
  append_cell_start (table, columns, rows > 1 ? "<w:vMerge w:val=\"restart\"/>" : "");
  table->cell_start = table->rows->len;
  table->heads = heads;
  table->in_cell = TRUE;
  self->out = table->rows;
  self->runs[RUN_BOLD] += heads;
}

static void
close_table (Writer *self)
{
  Table *table = self->table;

  if (table == NULL || self->n_inner_tables > 0)
    {
      self->n_inner_tables -= self->n_inner_tables > 0;
      return;
    }
  close_row (self);
  if (table->rows->len > 0)
    {
      g_string_append_printf (
          self->out,
          "<w:tbl><w:tblPr><w:tblStyle w:val=\"TableGrid\"/>%s<w:tblW w:w=\"0\" "
          "w:type=\"auto\"/></w:tblPr><w:tblGrid>",
          self->right_to_left ? "<w:bidiVisual/>" : "");
      for (guint i = 0; i < table->n_columns; i++)
        g_string_append_printf (self->out, "<w:gridCol w:w=\"%u\"/>",
                                TEXT_WIDTH / table->n_columns);
      g_string_append (self->out, "</w:tblGrid>\n");
      g_string_append (self->out, table->rows->str);
      /* Two tables without text between them would be one. */
      g_string_append (self->out, "</w:tbl>\n<w:p/>\n");
    }
  g_string_free (table->rows, TRUE);
  g_clear_pointer (&self->table, g_free);
}

/* Parts of tables. Returns: whether @name is one. */
static gboolean
take_table (Writer *self, const char *name, const xmlChar **attributes, gboolean opens)
{
  gboolean table = strcmp (name, "table") == 0;
  gboolean row = strcmp (name, "tr") == 0;
  gboolean heads = strcmp (name, "th") == 0;

  if (!table && !row && !heads && strcmp (name, "td") != 0)
    return FALSE;
  close_paragraph (self);
  if (table && opens)
    open_table (self);
  else if (table)
    close_table (self);
  /* Rows without a table, and those of a table inside of another, are lines. */
  else if (self->table == NULL || self->n_inner_tables > 0)
    return TRUE;
  else if (row && opens)
    open_row (self);
  else if (row)
    close_row (self);
  else if (opens)
    open_cell (self, get_number (attributes, "colspan"),
               get_number (attributes, "rowspan"), heads);
  else
    close_cell (self);
  return TRUE;
}

/* Elements inside of a line. Returns: whether @name is one. */
static gboolean
take_inline (Writer *self, const char *name, const xmlChar **attributes, gboolean opens)
{
  for (gsize i = 0; i < G_N_ELEMENTS (RUNS); i++)
    if (strcmp (name, RUNS[i].name) == 0)
      {
        self->runs[RUNS[i].kind] += opens ? 1 : (guint) -1;
        return TRUE;
      }
  if (strcmp (name, "a") == 0)
    {
      if (opens)
        open_link (self, get_attribute (attributes, "href"));
      else
        open_link (self, NULL);
      return TRUE;
    }
  if (strcmp (name, "q") == 0)
    {
      const char *mark = opens ? "“" : "”";
      append_run (self, mark, strlen (mark));
      self->fresh = opens;
      return TRUE;
    }
  return strcmp (name, "span") == 0 || strcmp (name, "abbr") == 0
         || strcmp (name, "small") == 0 || strcmp (name, "mark") == 0;
}

static void
take_list (Writer *self, const char *name, const xmlChar **attributes, gboolean opens)
{
  List *list = get_list (self);

  if (strcmp (name, "li") == 0 && list != NULL)
    list->marked = !opens;
  else if (strcmp (name, "ul") != 0 && strcmp (name, "ol") != 0)
    return;
  else if (opens)
    open_list (self, *name == 'o', get_number (attributes, "start"));
  else if (list != NULL)
    g_array_set_size (self->lists, self->lists->len - 1);
}

static void
take_block (Writer *self, const char *name, const xmlChar **attributes, gboolean opens)
{
  guint step = opens ? 1 : (guint) -1;

  close_paragraph (self);
  if (strcmp (name, "blockquote") == 0)
    self->n_quotes += step;
  else if (strcmp (name, "pre") == 0)
    self->n_code += step;
  else if (strcmp (name, "figcaption") == 0 || strcmp (name, "caption") == 0)
    self->n_captions += step;
  else if (*name == 'h' && g_ascii_isdigit (name[1]))
    self->heading = opens ? MIN (self->base + (guint) (name[1] - '0'), MAX_HEADING) : 0;
  else
    take_list (self, name, attributes, opens);
}

static void
on_start (void *data, const xmlChar *element, const xmlChar **attributes)
{
  Writer *self = data;
  const char *name = (const char *) element;

  if (strcmp (name, "br") == 0)
    append_break (self);
  else if (strcmp (name, "img") == 0)
    append_picture (self, get_attribute (attributes, "src"),
                    get_attribute (attributes, "alt"));
  else if (!take_table (self, name, attributes, TRUE)
           && !take_inline (self, name, attributes, TRUE))
    take_block (self, name, attributes, TRUE);
}

static void
on_end (void *data, const xmlChar *element)
{
  Writer *self = data;
  const char *name = (const char *) element;

  if (strcmp (name, "br") != 0 && strcmp (name, "img") != 0
      && !take_table (self, name, NULL, FALSE) && !take_inline (self, name, NULL, FALSE))
    take_block (self, name, NULL, FALSE);
}

void
exm_word_parts_append (ExmWordParts *self,
                       const char *html,
                       const GPtrArray *pictures,
                       guint heading,
                       gboolean right_to_left)
{
  xmlSAXHandler handler = {
    .startElement = on_start,
    .endElement = on_end,
    .characters = on_text,
  };
  g_autoptr (GHashTable) paths = exm_book_pictures_map (pictures);
  g_autoptr (GHashTable) places
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Writer writer = {
    .parts = self,
    .pictures = places,
    .out = self->document,
    .right_to_left = right_to_left,
    .base = heading,
    .lists = g_array_new (FALSE, FALSE, sizeof (List)),
  };
  g_autoptr (GString) xhtml = g_string_new ("<div>");

  exm_book_pictures_gather (places, pictures);
  exm_xhtml_append (xhtml, html, paths);
  g_string_append (xhtml, "</div>");
  xmlSAXUserParseMemory (&handler, &writer, xhtml->str, (int) xhtml->len);
  close_paragraph (&writer);
  g_array_unref (writer.lists);
}
