/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-derived-body.h"

#include "article/exm-markdown-writer.h"
#include "article/exm-safe-html.h"
#include "base/exm-char.h"

#include <string.h>

/* Deeper lists and quotations than bodies have are read as if they were not there. */
#define MAX_PATH 64u

/* Marks around a formula: \( and \), or \[ and \]. */
#define N_FORMULA_MARK 2u

static const ExmSafePart *
get_part (const GArray *parts, guint index)
{
  return &g_array_index (parts, ExmSafePart, index);
}

static gboolean
opens (const ExmSafePart *part, ExmTag tag)
{
  return part->kind == EXM_SAFE_OPEN && part->tag == tag;
}

/* Text */

typedef struct
{
  GString *out;
  gsize start; /* of the line that is written */
} Lines;

/* Blanks between pictures are no line. */
static void
end_line (Lines *self)
{
  const char *line = self->out->str + self->start;

  if (line[strspn (line, " ")] == '\0')
    g_string_truncate (self->out, self->start);
  else
    g_string_append_c (self->out, '\n');
  self->start = self->out->len;
}

/* Code as its page's lines have it: white space is one blank, or none at their ends. */
static void
append_code_lines (Lines *self, const GString *code)
{
  const char *end = code->str + code->len;
  gboolean pending = FALSE;

  for (const char *p = code->str; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (c == '\n' || c == '\r')
        {
          end_line (self);
          pending = FALSE;
        }
      else if (exm_char_is_space (c))
        pending = self->out->len > self->start;
      else
        {
          if (pending)
            g_string_append_c (self->out, ' ');
          g_string_append_len (self->out, p, g_utf8_next_char (p) - p);
          pending = FALSE;
        }
    }
}

static void
append_code_text (Lines *self, const ExmSafePart *part)
{
  g_autoptr (GString) code = g_string_new (NULL);

  exm_safe_html_append (code, part->start, part->n_bytes);
  append_code_lines (self, code);
}

static char *
write_text (const GArray *parts)
{
  Lines self = { .out = g_string_new (NULL) };
  gboolean is_code = FALSE;

  for (guint i = 0; i < parts->len; i++)
    {
      const ExmSafePart *part = get_part (parts, i);
      if (part->kind == EXM_SAFE_TEXT && is_code)
        append_code_text (&self, part);
      else if (part->kind == EXM_SAFE_TEXT)
        exm_safe_html_append (self.out, part->start, part->n_bytes);
      else if (part->kind == EXM_SAFE_LINE_FEED || !exm_safe_html_is_inline (part->tag))
        end_line (&self);
      else if (opens (part, EXM_TAG_SPAN))
        i = part->end; /* a formula: the page shows something else */
      if (part->tag == EXM_TAG_PRE)
        is_code = part->kind == EXM_SAFE_OPEN;
    }
  end_line (&self);
  if (self.out->len > 0)
    g_string_truncate (self.out, self.out->len - 1);
  return g_string_free (self.out, FALSE);
}

/* Markdown of a line */

typedef struct
{
  GArray *parts; /* (unowned) */
  GString *out;  /* (unowned) */
  GString *text; /* (owned): what the line says */
  gboolean begun;
} Line;

/* Finds what the line says, and where in it each part stands. */
static void
read_text (Line *self, guint from, guint to)
{
  gboolean shown = TRUE;
  guint end = 0;

  for (guint i = from; i < to; i++)
    {
      ExmSafePart *part = &g_array_index (self->parts, ExmSafePart, i);
      part->position = self->text->len;
      if (shown && opens (part, EXM_TAG_SPAN) && part->end > i)
        {
          shown = FALSE;
          end = part->end;
        }
      shown = shown || i >= end;
      if (shown && part->kind == EXM_SAFE_TEXT)
        exm_safe_html_append (self->text, part->start, part->n_bytes);
    }
}

static void
append_text (Line *self, const ExmSafePart *part, gsize end)
{
  gsize start = part->position;

  exm_markdown_format.text (self->out, self->text->str + start, end - start,
                            start == 0 && !self->begun);
}

static void
append_image (Line *self, const ExmSafePart *part)
{
  g_autofree char *label = exm_safe_html_dup_value (part, "alt");
  g_autofree char *address = exm_safe_html_dup_value (part, "src");
  const ExmBodySpan image = {
    .kind = EXM_SPAN_IMAGE,
    .address = address,
    .label = label != NULL ? label : "",
  };

  if (address != NULL)
    exm_markdown_format.image (self->out, &image);
}

static void
append_formula (Line *self, guint from, guint to)
{
  g_autoptr (GString) tex = g_string_new (NULL);
  g_autofree char *kind = exm_safe_html_dup_value (get_part (self->parts, from), "class");

  for (guint i = from + 1; i < to; i++)
    if (get_part (self->parts, i)->kind == EXM_SAFE_TEXT)
      exm_safe_html_append (tex, get_part (self->parts, i)->start,
                            get_part (self->parts, i)->n_bytes);
  if (tex->len < 2 * N_FORMULA_MARK)
    return;
  g_string_erase (tex, 0, N_FORMULA_MARK);
  g_string_truncate (tex, tex->len - N_FORMULA_MARK);
  exm_markdown_format.formula (self->out, tex->str,
                               g_strcmp0 (kind, "math display") == 0);
  self->begun = TRUE;
}

static gboolean
get_kind (ExmTag tag, ExmSpanKind *kind)
{
  static const struct
  {
    ExmTag tag;
    ExmSpanKind kind;
  } kinds[] = { { EXM_TAG_A, EXM_SPAN_LINK },
                { EXM_TAG_STRONG, EXM_SPAN_STRONG },
                { EXM_TAG_EM, EXM_SPAN_EMPHASIS },
                { EXM_TAG_SUP, EXM_SPAN_SUPERSCRIPT },
                { EXM_TAG_SUB, EXM_SPAN_SUBSCRIPT } };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].tag == tag)
      {
        *kind = kinds[i].kind;
        return TRUE;
      }
  return FALSE;
}

/* Writes the marks of the span that opens at @part, or of its end. An anchor has none. */
static void
append_mark (Line *self, const ExmSafePart *part, gboolean closes)
{
  const ExmSafePart *end = get_part (self->parts, part->end);
  ExmBodySpan span = { .kind = EXM_SPAN_LINK };

  if (!get_kind (part->tag, &span.kind) || end == part)
    return;
  g_autofree char *address = exm_safe_html_dup_value (part, "href");
  if (part->tag == EXM_TAG_A && address == NULL)
    return;
  span.address = address;
  span.stands_apart = exm_body_line_stands_apart (self->text->str, self->text->len,
                                                  part->position, end->position);
  if (closes)
    exm_markdown_format.close (self->out, &span);
  else
    exm_markdown_format.open (self->out, &span);
}

/* Writes the marks of the span that ends at @end, if the innermost open one does. */
static void
close_mark (Line *self, guint end, guint *open, guint *n_open)
{
  if (*n_open == 0 || get_part (self->parts, open[*n_open - 1])->end != end)
    return;
  append_mark (self, get_part (self->parts, open[--*n_open]), TRUE);
}

static void
append_parts (Line *self, guint from, guint to)
{
  guint open[MAX_PATH];
  guint n_open = 0;

  for (guint i = from; i < to; i++)
    {
      const ExmSafePart *part = get_part (self->parts, i);
      gsize next = i + 1 < to ? get_part (self->parts, i + 1)->position : self->text->len;
      if (part->kind == EXM_SAFE_TEXT)
        append_text (self, part, next);
      else if (part->kind == EXM_SAFE_CLOSE)
        close_mark (self, i, open, &n_open);
      else if (part->tag == EXM_TAG_IMG)
        append_image (self, part);
      else if (part->end == i || part->end >= to)
        continue;
      else if (part->tag == EXM_TAG_SPAN || part->tag == EXM_TAG_CODE)
        {
          gsize end = get_part (self->parts, part->end)->position;
          if (part->tag == EXM_TAG_SPAN)
            append_formula (self, i, part->end);
          else
            exm_markdown_format.code (self->out, self->text->str + part->position,
                                      end - part->position);
          i = part->end;
        }
      else if (n_open < MAX_PATH)
        {
          append_mark (self, part, FALSE);
          open[n_open++] = i;
        }
    }
}

static void
append_line (GArray *parts, guint from, guint to, GString *out)
{
  Line self = { .parts = parts, .out = out, .text = g_string_new (NULL) };

  read_text (&self, from, to);
  append_parts (&self, from, to);
  g_string_free (self.text, TRUE);
}

/* Markdown of blocks */

typedef struct
{
  guint32 id;
  gboolean ordered;
  guint next; /* number of the next item */
} List;

typedef struct
{
  GArray *parts; /* (owned) */
  guint at;      /* the part that is read next */
  ExmBody body;  /* its containers alone */
  ExmBodyContainer path[MAX_PATH];
  guint n_path;
  List lists[MAX_PATH];
  guint n_lists;
  guint32 n_ids;
  ExmMarkdownWriter writer;
} Blocks;

static ExmBodyBlock
begin_block (Blocks *self)
{
  const ExmBodyBlock block
      = { .containers = self->body.containers->len, .n_containers = self->n_path };

  g_array_append_vals (self->body.containers, self->path, self->n_path);
  exm_markdown_writer_begin (&self->writer, &block);
  return block;
}

/* Finds where the lines that begin at @from end. */
static guint
find_end (const Blocks *self, guint from)
{
  guint i = from;

  for (; i < self->parts->len; i++)
    {
      const ExmSafePart *part = get_part (self->parts, i);
      if (part->kind == EXM_SAFE_LINE_FEED
          || (part->kind != EXM_SAFE_TEXT && part->tag != EXM_TAG_BR
              && !exm_safe_html_is_inline (part->tag)))
        break;
    }
  return i;
}

/* Adds a block of the lines up to the next part of another kind. @mark: what stands
 * around a caption; @level: of a heading, else 0 */
static void
add_lines (Blocks *self, const char *mark, guint level)
{
  guint end = find_end (self, self->at);
  g_autoptr (GString) text = g_string_new (mark);

  if (end == self->at)
    return;
  const ExmBodyBlock block = begin_block (self);
  if (level > 0)
    exm_markdown_writer_append_level (&self->writer, level);
  for (guint from = self->at, to = from; from <= end; from = to + 1)
    {
      for (to = from; to < end && get_part (self->parts, to)->tag != EXM_TAG_BR;)
        to++;
      g_string_append (text, from > self->at ? "\\\n" : "");
      append_line (self->parts, from, to, text);
    }
  g_string_append (text, mark);
  exm_markdown_writer_append (&self->writer, &block, text);
  self->at = end;
}

/* Finds the part that closes @tag; the last one where none does. */
static guint
find_close (const Blocks *self, ExmTag tag)
{
  guint i = self->at;

  while (i + 1 < self->parts->len
         && !(get_part (self->parts, i)->kind == EXM_SAFE_CLOSE
              && get_part (self->parts, i)->tag == tag))
    i++;
  return MIN (i, self->parts->len - 1);
}

static void
add_code (Blocks *self)
{
  static const char before[] = "language-";
  guint end = find_close (self, EXM_TAG_PRE);
  g_autofree char *language = NULL;
  g_autoptr (GString) code = g_string_new (NULL);

  for (guint i = self->at; i < end; i++)
    {
      const ExmSafePart *part = get_part (self->parts, i);
      if (part->kind == EXM_SAFE_TEXT)
        exm_safe_html_append (code, part->start, part->n_bytes);
      else if (opens (part, EXM_TAG_CODE) && language == NULL)
        language = exm_safe_html_dup_value (part, "class");
    }
  const char *name = language != NULL && g_str_has_prefix (language, before)
                         ? language + strlen (before)
                         : "";
  const ExmBodyBlock block = begin_block (self);
  exm_markdown_writer_append_code (&self->writer, &block, name, code);
  self->at = end + 1;
}

static gboolean
is_cell (const ExmSafePart *part)
{
  return opens (part, EXM_TAG_TD) || opens (part, EXM_TAG_TH);
}

/* Tells whether the table up to @end has rows of as many cells, each of a line, none over
 * several. */
static gboolean
is_simple_table (const Blocks *self, guint end, guint *n_columns)
{
  guint n_rows = 0, n = 0;

  *n_columns = 0;
  for (guint i = self->at; i <= end; i++)
    {
      const ExmSafePart *part = get_part (self->parts, i);
      if (part->tag == EXM_TAG_BR || (is_cell (part) && part->n_bytes > strlen ("<td>")))
        return FALSE;
      n += is_cell (part);
      if (part->kind != EXM_SAFE_CLOSE || part->tag != EXM_TAG_TR)
        continue;
      if (n_rows++ == 0)
        *n_columns = n;
      else if (n != *n_columns)
        return FALSE;
      n = 0;
    }
  return *n_columns > 0 && n == 0;
}

static void
append_table (Blocks *self, guint end, guint n_columns, GString *text)
{
  guint column = 0, n_rows = 0, last = end;

  while (last > self->at && !is_cell (get_part (self->parts, last)))
    last--;
  for (guint i = self->at; i < end; i++)
    {
      if (!is_cell (get_part (self->parts, i)))
        continue;
      guint stop = find_end (self, i + 1);
      exm_markdown_begin_cell (text, column);
      append_line (self->parts, i + 1, stop, text);
      if (++column < n_columns)
        continue;
      exm_markdown_end_row (text, n_columns, n_rows++ == 0, i == last);
      column = 0;
    }
}

static void
add_table (Blocks *self, const ExmSafePart *table)
{
  guint end = find_close (self, EXM_TAG_TABLE), n_columns;
  const ExmSafePart *close = get_part (self->parts, end);
  g_autoptr (GString) text = g_string_new (NULL);

  if (is_simple_table (self, end, &n_columns))
    append_table (self, end, n_columns, text);
  else
    g_string_append_len (text, table->start,
                         close->start + close->n_bytes - table->start);
  const ExmBodyBlock block = begin_block (self);
  exm_markdown_writer_append (&self->writer, &block, text);
  self->at = end + 1;
}

static void
open_list (Blocks *self, const ExmSafePart *part)
{
  g_autofree char *start = exm_safe_html_dup_value (part, "start");

  if (self->n_lists == MAX_PATH)
    return;
  self->lists[self->n_lists++] = (List){
    .id = self->n_ids++,
    .ordered = part->tag == EXM_TAG_OL,
    .next = start != NULL ? (guint) g_ascii_strtoull (start, NULL, 10) : 1,
  };
}

/* An item, or a quotation. */
static void
open_container (Blocks *self, gboolean is_item)
{
  ExmBodyContainer container = { .node = self->n_ids++, .list = EXM_NONE };

  if (self->n_path == MAX_PATH || (is_item && self->n_lists == 0))
    return;
  if (is_item)
    {
      List *list = &self->lists[self->n_lists - 1];
      container.list = list->id;
      container.ordered = list->ordered;
      container.number = list->next++;
    }
  self->path[self->n_path++] = container;
}

static void
read_close (Blocks *self, ExmTag tag)
{
  if ((tag == EXM_TAG_LI || tag == EXM_TAG_BLOCKQUOTE) && self->n_path > 0)
    self->n_path--;
  else if ((tag == EXM_TAG_UL || tag == EXM_TAG_OL) && self->n_lists > 0)
    self->n_lists--;
}

static void
read_open (Blocks *self, const ExmSafePart *part)
{
  switch (part->tag)
    {
    case EXM_TAG_UL:
    case EXM_TAG_OL:
      open_list (self, part);
      break;
    case EXM_TAG_LI:
    case EXM_TAG_BLOCKQUOTE:
      open_container (self, part->tag == EXM_TAG_LI);
      break;
    case EXM_TAG_PRE:
      add_code (self);
      break;
    case EXM_TAG_TABLE:
      add_table (self, part);
      break;
    case EXM_TAG_FIGCAPTION:
      add_lines (self, "*", 0);
      break;
    default:
      add_lines (self, "", exm_tag_get_heading_level (part->tag));
    }
}

static void
read_part (Blocks *self)
{
  const ExmSafePart *part = get_part (self->parts, self->at);

  if (part->kind == EXM_SAFE_TEXT
      || (part->kind == EXM_SAFE_OPEN && exm_safe_html_is_inline (part->tag)))
    {
      add_lines (self, "", 0);
      return;
    }
  self->at++;
  if (part->kind == EXM_SAFE_CLOSE)
    read_close (self, part->tag);
  else if (part->kind == EXM_SAFE_OPEN)
    read_open (self, part);
}

static char *
write_markdown (GArray *parts)
{
  Blocks self = { .parts = parts };

  self.body.containers = g_array_new (FALSE, FALSE, sizeof (ExmBodyContainer));
  exm_markdown_writer_init (&self.writer, &self.body);
  while (self.at < parts->len)
    read_part (&self);
  char *markdown = exm_markdown_writer_end (&self.writer);
  g_array_unref (self.body.containers);
  return markdown;
}

/* Both */

/* Bytes of a damaged file may be no UTF-8. */
static char *
dup_valid (const char *html)
{
  return g_utf8_validate (html, -1, NULL) ? NULL : g_utf8_make_valid (html, -1);
}

char *
exm_derived_body_write_text (const char *html)
{
  g_autofree char *valid = dup_valid (html);
  g_autoptr (GArray) parts = exm_safe_html_read (valid != NULL ? valid : html);

  return write_text (parts);
}

char *
exm_derived_body_write_markdown (const char *html)
{
  g_autofree char *valid = dup_valid (html);
  g_autoptr (GArray) parts = exm_safe_html_read (valid != NULL ? valid : html);

  return write_markdown (parts);
}

ExmDerivedForms
exm_derived_body_compare (const char *html, const char *text, const char *markdown)
{
  g_autofree char *valid = dup_valid (html);
  g_autoptr (GArray) parts = exm_safe_html_read (valid != NULL ? valid : html);
  g_autofree char *derived_text = write_text (parts);
  g_autofree char *derived_markdown = write_markdown (parts);

  return (strcmp (derived_text, text) == 0 ? EXM_DERIVED_TEXT : 0)
         | (strcmp (derived_markdown, markdown) == 0 ? EXM_DERIVED_MARKDOWN : 0);
}
