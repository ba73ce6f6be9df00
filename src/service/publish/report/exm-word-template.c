/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A template becomes a report in two steps. Its paragraphs that stand for parts become
 * processing instructions, which are easily found in its text; then the text between two
 * of them is repeated for each article. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/report/exm-word-template.h"

#include "base/exm-said-error.h"
#include "publish/exm-publish-error.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-book-chapter.h"
#include "publish/formats/exm-quote.h"
#include "publish/formats/exm-word-body.h"
#include "publish/formats/exm-zip-writer.h"
#include "publish/report/exm-word-styles.h"
#include "publish/report/exm-zip-reader.h"

#include "exm-report-resources.h"

#include <glib/gi18n-lib.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

#define DOCUMENT "word/document.xml"
#define RELATIONS "word/_rels/document.xml.rels"
#define NUMBERING "word/numbering.xml"
#define STYLES "word/styles.xml"
#define TYPES "[Content_Types].xml"
#define CORE "docProps/core.xml"
#define OFFICE "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/* Processing instructions that a document is taken apart by. */
#define MARK_START "<?exm "
#define EACH "<?exm each?>"
#define MARKED "<?exm marked?>"
#define END "<?exm end?>"
#define TEXT "<?exm text?>"

/* Headings of a text are below that of its article. */
#define ARTICLE_LEVEL 1u

/* The files of a report while it is made. */
typedef struct
{
  GPtrArray *files;            /* (owned) (element-type ExmZipFile) */
  const GPtrArray *items;      /* (unowned) (element-type ExmFormatItem) */
  const ExmWordReport *report; /* (unowned) */
  GHashTable *styles;          /* (owned) (element-type utf8 utf8): ids in the template */
  ExmWordParts parts;
} Filling;

static void
filling_clear (Filling *self)
{
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->styles, g_hash_table_unref);
  exm_word_parts_clear (&self->parts);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Filling, filling_clear)

static ExmZipFile *
find_file (GPtrArray *files, const char *name)
{
  for (guint i = 0; i < files->len; i++)
    {
      ExmZipFile *file = g_ptr_array_index (files, i);
      if (strcmp (file->name, name) == 0)
        return file;
    }
  return NULL;
}

/* (transfer full) (nullable) */
static char *
dup_file (GPtrArray *files, const char *name)
{
  const ExmZipFile *file = find_file (files, name);
  gsize n_bytes = 0;

  if (file == NULL)
    return NULL;
  const char *data = g_bytes_get_data (file->bytes, &n_bytes);
  return g_strndup (data, n_bytes);
}

/* @text: (transfer full): the file's new text; the file is made where there is none */
static void
set_file (GPtrArray *files, const char *name, char *text)
{
  ExmZipFile *file = find_file (files, name);

  if (file == NULL)
    {
      file = g_new0 (ExmZipFile, 1);
      file->name = g_strdup (name);
      g_ptr_array_add (files, file);
    }
  g_clear_pointer (&file->bytes, g_bytes_unref);
  file->bytes = g_bytes_new_take (text, strlen (text));
}

static GBytes *
write_files (GPtrArray *files, GError **error)
{
  g_autoptr (ExmZipWriter) zip = exm_zip_writer_new ();

  for (guint i = 0; i < files->len; i++)
    {
      const ExmZipFile *file = g_ptr_array_index (files, i);
      exm_zip_writer_add_bytes (zip, file->name, file->bytes);
    }
  GBytes *bytes = exm_zip_writer_finish (zip);
  if (bytes == NULL)
    exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_FAILED,
                        N_ ("These are too many articles for one report: choose fewer"));
  return bytes;
}

/* A report of the usual form, for its styles and lists. */
static GPtrArray *
make_usual (void)
{
  g_auto (ExmArticleFields) fields = { .url = g_strdup ("") };
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  ExmFormatItem item = { .article = article, .task_name = (char *) "" };
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  const ExmFormatHead head = { .title = "" };

  g_ptr_array_add (items, &item);
  g_autoptr (GBytes) book = exm_format_docx.book (items, &head, NULL);
  GPtrArray *files = exm_zip_read (book, NULL);
  g_assert (files != NULL);
  return files;
}

/* @name: of a file that the program has; (transfer full) */
static char *
dup_resource (const char *name)
{
  g_autofree char *path
      = g_strconcat ("/io/github/exemplar_workbench/Exemplar/report/", name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (exm_report_get_resource (), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gsize n_bytes = 0;
  const char *text = g_bytes_get_data (bytes, &n_bytes);

  return g_strndup (text, n_bytes);
}

GBytes *
exm_word_template_make (void)
{
  g_autoptr (GPtrArray) files = make_usual ();

  set_file (files, DOCUMENT, dup_resource ("document.xml"));
  set_file (files, CORE, dup_resource ("core.xml"));
  return write_files (files, NULL);
}

static gboolean
is_element (const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE && strcmp ((const char *) node->name, name) == 0;
}

/* Adds the texts of the runs of @node to @texts. */
static void
list_texts (xmlNode *node, GPtrArray *texts)
{
  for (xmlNode *child = node->children; child != NULL; child = child->next)
    if (is_element (child, "t"))
      g_ptr_array_add (texts, child);
    else if (child->type == XML_ELEMENT_NODE && !is_element (child, "p"))
      list_texts (child, texts);
}

/* Puts all text of a paragraph into its first run: programs part a field where its
 * letters were typed at different times. */
static void
join_texts (const GPtrArray *texts, const char *whole)
{
  g_autofree char *escaped = g_markup_escape_text (whole, -1);

  for (guint i = 0; i < texts->len; i++)
    xmlNodeSetContent (g_ptr_array_index (texts, i),
                       (const xmlChar *) (i == 0 ? escaped : ""));
  xmlNodeSetSpacePreserve (g_ptr_array_index (texts, 0), 1);
}

/* Whether some run has a part of a field alone. */
static gboolean
has_parted_fields (const GPtrArray *texts)
{
  for (guint i = 0; i < texts->len; i++)
    {
      g_autofree char *text = (char *) xmlNodeGetContent (g_ptr_array_index (texts, i));
      guint n_open = 0, n_closed = 0;
      for (const char *c = text; *c != '\0'; c++)
        {
          n_open += *c == '{';
          n_closed += *c == '}';
        }
      if (n_open != n_closed || n_open % 2 != 0)
        return TRUE;
    }
  return FALSE;
}

static xmlNode *
new_mark (xmlNode *beside, const char *what)
{
  return xmlNewDocPI (beside->doc, (const xmlChar *) "exm", (const xmlChar *) what);
}

/* The paragraph is a line of the contents: repeated, and a link to its article. */
static void
make_entry (xmlNode *paragraph, const GPtrArray *texts)
{
  xmlNode *run = ((xmlNode *) g_ptr_array_index (texts, 0))->parent;
  xmlNode *link = xmlNewNode (run->ns, (const xmlChar *) "hyperlink");

  join_texts (texts, "{{title}}");
  xmlNewNsProp (link, run->ns, (const xmlChar *) "anchor",
                (const xmlChar *) "article{{number}}");
  xmlReplaceNode (run, link);
  xmlAddChild (link, run);
  xmlAddPrevSibling (paragraph, new_mark (paragraph, "each"));
  xmlAddNextSibling (paragraph, new_mark (paragraph, "end"));
}

/* The paragraphs between which articles are repeated. */
typedef struct
{
  xmlNode *start; /* (unowned) (nullable) */
  xmlNode *end;   /* (unowned) (nullable) */
} Block;

/* (nullable): the mark that stands for the paragraph from now on */
static xmlNode *
replace (xmlNode *paragraph, const char *what)
{
  xmlNode *mark = new_mark (paragraph, what);

  xmlReplaceNode (paragraph, mark);
  xmlFreeNode (paragraph);
  return mark;
}

static void
mark_paragraph (xmlNode *paragraph, Block *block)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autoptr (GString) whole = g_string_new (NULL);

  list_texts (paragraph, texts);
  for (guint i = 0; i < texts->len; i++)
    {
      g_autofree char *text = (char *) xmlNodeGetContent (g_ptr_array_index (texts, i));
      g_string_append (whole, text);
    }
  if (strstr (whole->str, "{{") == NULL)
    return;
  g_autofree char *name = g_strstrip (g_strdup (whole->str));
  if (strcmp (name, "{{text}}") == 0)
    replace (paragraph, "text");
  else if (strcmp (name, "{{contents}}") == 0)
    make_entry (paragraph, texts);
  else if (strcmp (name, "{{#articles}}") == 0 && block->start == NULL)
    block->start = replace (paragraph, "marked");
  else if (strcmp (name, "{{/articles}}") == 0 && block->end == NULL)
    block->end = replace (paragraph, "end");
  else if (has_parted_fields (texts))
    join_texts (texts, whole->str);
}

static void
mark_paragraphs (xmlNode *node, Block *block)
{
  for (xmlNode *child = node->children, *next; child != NULL; child = next)
    {
      next = child->next;
      if (child->type != XML_ELEMENT_NODE)
        continue;
      mark_paragraphs (child, block);
      if (is_element (child, "p"))
        mark_paragraph (child, block);
    }
}

/* Whether the end of the block is behind its start, in the same place. */
static gboolean
is_block (const Block *block)
{
  const xmlNode *node = block->start;

  while (node != NULL && node != block->end)
    node = node->next;
  return block->start != NULL && node != NULL;
}

static void
refuse_file (const char *name, GError **error)
{
  exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_FAILED,
                      N_ ("It is no document of Word: its file %s cannot be read"), name);
}

/* The text of a file of XML with marks; (transfer full) (nullable). @block: (out) */
static char *
mark_file (GPtrArray *files, const char *name, Block *block, GError **error)
{
  g_autofree char *text = dup_file (files, name);
  xmlDocPtr document
      = text != NULL
            ? xmlReadMemory (text, (int) strlen (text), NULL, NULL,
                             XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING)
            : NULL;
  xmlNode *root = document != NULL ? xmlDocGetRootElement (document) : NULL;
  xmlChar *marked = NULL;
  int n_bytes = 0;

  *block = (Block){ NULL, NULL };
  if (root == NULL)
    {
      xmlFreeDoc (document);
      refuse_file (name, error);
      return NULL;
    }
  if (xmlSearchNs (document, root, (const xmlChar *) "r") == NULL)
    xmlNewNs (root, (const xmlChar *) OFFICE, (const xmlChar *) "r");
  mark_paragraphs (root, block);
  if (block->start != NULL || block->end != NULL)
    {
      if (!is_block (block))
        *block = (Block){ NULL, NULL };
    }
  xmlDocDumpMemoryEnc (document, &marked, &n_bytes, "UTF-8");
  char *result = g_strndup ((const char *) marked, (gsize) n_bytes);
  xmlFree (marked);
  xmlFreeDoc (document);
  return result;
}

static char *
dup_number (guint number)
{
  return g_strdup_printf ("%u", number);
}

/* The value of a field; (transfer full) (nullable): %NULL where there is no such field.
 * @item: (nullable): an article, number @i */
static char *
dup_value (const Filling *self, const ExmFormatItem *item, guint i, const char *name)
{
  if (strcmp (name, "report") == 0)
    return g_strdup (self->report->title);
  if (strcmp (name, "date") == 0)
    return g_strdup (self->report->date);
  if (strcmp (name, "count") == 0)
    return dup_number (self->items->len);
  if (item == NULL)
    return NULL;
  if (strcmp (name, "number") == 0)
    return dup_number (i + 1);
  if (strcmp (name, "title") == 0)
    return g_strdup (exm_article_field (item->article, EXM_FIELD_TITLE));
  if (strcmp (name, "source") == 0)
    return exm_article_format_source (item->article);
  if (strcmp (name, "time") == 0)
    return exm_article_date (item->article);
  if (strcmp (name, "address") == 0)
    return g_strdup (exm_article_get (item->article)->url);
  if (strcmp (name, "task") == 0)
    return g_strdup (item->task_name);
  return NULL;
}

/* Whether it is the name of a field, which may have no value. */
static gboolean
is_field (const char *name)
{
  static const char *const names[] = { "report", "date", "count",   "number", "title",
                                       "source", "time", "address", "task",   NULL };

  return g_strv_contains (names, name);
}

/* Writes the text of an article, by the styles of the template. */
static void
append_text (Filling *self, GString *out, const ExmArticle *article)
{
  g_autoptr (GString) html = g_string_new (NULL);
  GHashTableIter iter;
  gpointer id, own;

  exm_article_append_body_html (html, article);
  g_string_truncate (self->parts.document, 0);
  exm_word_parts_append (&self->parts, html->str, NULL, ARTICLE_LEVEL,
                         exm_book_is_right_to_left (exm_article_language (article)));
  g_hash_table_iter_init (&iter, self->styles);
  while (g_hash_table_iter_next (&iter, &id, &own))
    {
      g_autofree char *usual = g_strdup_printf ("Style w:val=\"%s\"", (char *) id);
      g_autofree char *other = g_strdup_printf ("Style w:val=\"%s\"", (char *) own);
      g_string_replace (self->parts.document, usual, other, 0);
    }
  g_string_append (out, self->parts.document->str);
}

/* Writes the piece of @n_bytes with the values of its fields. */
static void
expand (Filling *self,
        GString *out,
        const char *text,
        gsize n_bytes,
        const ExmFormatItem *item,
        guint number)
{
  const char *end = text + n_bytes;

  while (text < end)
    {
      const char *close
          = g_str_has_prefix (text, "{{") ? g_strstr_len (text, end - text, "}}") : NULL;
      g_autofree char *name
          = close != NULL ? g_strndup (text + 2, (gsize) (close - text) - 2) : NULL;
      if (item != NULL && g_str_has_prefix (text, TEXT))
        {
          append_text (self, out, item->article);
          text += strlen (TEXT);
        }
      else if (name != NULL && is_field (name))
        {
          g_autofree char *value = dup_value (self, item, number, name);
          g_autofree char *line = exm_quote_line (value);
          exm_quote_xml (out, line);
          text = close + 2;
        }
      else if (g_str_has_prefix (text, MARK_START))
        /* One that has no meaning here. */
        text = strstr (text, "?>") + strlen ("?>");
      else
        g_string_append_c (out, *text++);
    }
}

/* Repeats the piece for each article. @marked: links lead to it */
static void
repeat (Filling *self, GString *out, const char *text, gsize n_bytes, gboolean marked)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      if (marked)
        g_string_append_printf (out,
                                "<w:bookmarkStart w:id=\"%u\" w:name=\"article%u\"/>"
                                "<w:bookmarkEnd w:id=\"%u\"/>",
                                900000 + i, i + 1, 900000 + i);
      expand (self, out, text, n_bytes, g_ptr_array_index (self->items, i), i);
    }
}

/* Fills a text with marks. */
static char *
fill (Filling *self, const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *each = strstr (text, EACH), *marked = strstr (text, MARKED);
      gboolean is_marked = marked != NULL && (each == NULL || marked < each);
      const char *start = is_marked ? marked : each;
      const char *block = start != NULL ? start + strlen (is_marked ? MARKED : EACH) : "";
      const char *end = start != NULL ? strstr (block, END) : NULL;
      if (end == NULL)
        {
          expand (self, out, text, strlen (text), NULL, 0);
          break;
        }
      expand (self, out, text, (gsize) (start - text), NULL, 0);
      repeat (self, out, block, (gsize) (end - block), is_marked);
      text = end + strlen (END);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Heads and feet of pages, and what the file says of itself, have fields of the whole. */
static gboolean
fill_margins (Filling *self, GError **error)
{
  Block block;

  for (guint i = 0; i < self->files->len; i++)
    {
      const ExmZipFile *file = g_ptr_array_index (self->files, i);
      if (!g_str_has_suffix (file->name, ".xml")
          || (strcmp (file->name, CORE) != 0
              && !g_str_has_prefix (file->name, "word/header")
              && !g_str_has_prefix (file->name, "word/footer")))
        continue;
      g_autofree char *name = g_strdup (file->name);
      g_autofree char *marked = mark_file (self->files, name, &block, error);
      if (marked == NULL)
        return FALSE;
      set_file (self->files, name, fill (self, marked));
    }
  return TRUE;
}

static void
insert_before (GString *text, const char *place, const char *what)
{
  const char *found = g_strrstr (text->str, place);

  if (found != NULL)
    g_string_insert (text, found - text->str, what);
}

/* Adds @what to the end of the element that a file of XML is. */
static void
add_to_file (Filling *self, const char *name, const char *end, const char *what)
{
  g_autofree char *text = dup_file (self->files, name);
  g_autoptr (GString) whole = g_string_new (text != NULL ? text : "");

  insert_before (whole, end, what);
  set_file (self->files, name, g_string_free (g_steal_pointer (&whole), FALSE));
}

/* The largest number behind @key in @text, 0 for none. */
static guint
find_largest (const char *text, const char *key)
{
  guint largest = 0;

  for (const char *at = text; at != NULL && (at = strstr (at, key)) != NULL;)
    {
      at += strlen (key);
      largest = MAX (largest, (guint) g_ascii_strtoull (at, NULL, 10) & 0xffffffu);
    }
  return largest;
}

/* Numbers that no list and no link of the template has. */
static void
choose_numbers (Filling *self)
{
  g_autofree char *numbering = dup_file (self->files, NUMBERING);
  g_autofree char *relations = dup_file (self->files, RELATIONS);

  self->parts.dots = find_largest (numbering, "w:numId=\"") + 1;
  self->parts.n_numbers = self->parts.dots;
  self->parts.n_relations = find_largest (relations, "Id=\"l");
}

/* Adds the lists of the texts, and what they are kinds of. */
static void
add_numbering (Filling *self, GPtrArray *usual)
{
  g_autofree char *own = dup_file (self->files, NUMBERING);
  g_autofree char *kinds = dup_file (usual, NUMBERING);
  guint base = find_largest (own, "w:abstractNumId=\"");
  const char *start = strstr (kinds, "<w:abstractNum ");
  const char *end = strstr (kinds, "<w:num ");
  g_autoptr (GString) abstract = g_string_new_len (start, end - start);
  g_autoptr (GString) numbers = g_string_new (self->parts.numbers->str);
  g_autoptr (GString) whole = g_string_new (own);

  for (guint i = 1; i <= 2; i++)
    {
      g_autofree char *id = g_strdup_printf ("w:abstractNumId=\"%u\"", i);
      g_autofree char *free_id = g_strdup_printf ("w:abstractNumId=\"%u\"", base + i);
      g_string_replace (abstract, id, free_id, 1);
    }
  g_autofree char *numbered
      = g_strdup_printf ("<w:abstractNumId w:val=\"%u\"/>", base + 2);
  g_string_replace (numbers, "<w:abstractNumId w:val=\"2\"/>", numbered, 0);
  g_string_prepend (numbers, "\"/></w:num>\n");
  g_autofree char *dots = g_strdup_printf (
      "<w:num w:numId=\"%u\"><w:abstractNumId w:val=\"%u", self->parts.dots, base + 1);
  g_string_prepend (numbers, dots);
  if (own == NULL)
    {
      g_string_append_len (whole, kinds, start - kinds);
      g_string_append (whole, "</w:numbering>\n");
      add_to_file (self, RELATIONS, "</Relationships>",
                   "<Relationship Id=\"exmN\" Type=\"" OFFICE
                   "/numbering\" Target=\"numbering.xml\"/>");
      add_to_file (
          self, TYPES, "</Types>",
          "<Override PartName=\"/" NUMBERING "\" ContentType=\"application/"
          "vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml\"/>");
    }
  /* Kinds go before all lists. */
  const char *list = strstr (whole->str, "<w:num ");
  if (list == NULL)
    list = strstr (whole->str, "</w:numbering>");
  g_string_insert (whole, list != NULL ? list - whole->str : -1, abstract->str);
  insert_before (whole, "</w:numbering>", numbers->str);
  set_file (self->files, NUMBERING, g_string_free (g_steal_pointer (&whole), FALSE));
}

/* Takes over the styles that the template lacks. */
static gboolean
add_styles (Filling *self, GPtrArray *usual, GError **error)
{
  g_autofree char *own = dup_file (self->files, STYLES);
  g_autofree char *needed = dup_file (usual, STYLES);
  g_autofree char *lacking = NULL;

  self->styles = own != NULL ? exm_word_styles_match (own, needed, &lacking) : NULL;
  if (self->styles == NULL)
    {
      refuse_file (STYLES, error);
      return FALSE;
    }
  add_to_file (self, STYLES, "</w:styles>", lacking);
  return TRUE;
}

GBytes *
exm_word_template_fill (GBytes *template,
                        const GPtrArray *items,
                        const ExmWordReport *report,
                        GError **error)
{
  g_auto (Filling) self = { .items = items, .report = report };
  g_autoptr (GPtrArray) usual = make_usual ();
  Block block;

  exm_word_parts_init (&self.parts);
  self.files = exm_zip_read (template, error);
  if (self.files == NULL || !add_styles (&self, usual, error))
    return NULL;
  choose_numbers (&self);
  g_autofree char *marked = mark_file (self.files, DOCUMENT, &block, error);
  if (marked == NULL || !fill_margins (&self, error))
    return NULL;
  if (block.start == NULL)
    {
      exm_said_set_error (
          error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_FAILED,
          N_ ("It has no two paragraphs in the same place that are %s and {{/articles}}: "
              "between them stands what is said of each article"),
          "{{#articles}}");
      return NULL;
    }
  set_file (self.files, DOCUMENT, fill (&self, marked));
  add_to_file (&self, RELATIONS, "</Relationships>", self.parts.relations->str);
  add_numbering (&self, usual);
  return write_files (self.files, error);
}
