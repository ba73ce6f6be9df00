/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-markdown-writer.h"

#include <string.h>

/* Blanks before what goes on in a footnote. */
#define NOTE_INDENT 4u

/* Whether text that starts so would start a list, heading or table. */
static gboolean
starts_a_block (const char *text, gsize n_bytes)
{
  gsize n_digits = 0;

  while (n_digits < n_bytes && g_ascii_isdigit (text[n_digits]))
    n_digits++;
  if (n_digits > 0)
    return n_digits < n_bytes && (text[n_digits] == '.' || text[n_digits] == ')');
  return n_bytes > 0 && strchr ("#+-=:", text[0]) != NULL;
}

static void
append_text (GString *out, const char *text, gsize n_bytes, gboolean at_start)
{
  gsize i = 0;

  if (at_start && starts_a_block (text, n_bytes))
    {
      while (g_ascii_isdigit (text[i]))
        g_string_append_c (out, text[i++]);
      g_string_append_c (out, '\\');
      g_string_append_c (out, text[i++]);
    }
  for (; i < n_bytes; i++)
    {
      /* A heading may end with such marks. */
      gboolean closes = text[i] == '#' && i > 0 && text[i - 1] == ' ';
      if (closes || strchr ("\\`*_[]<>&!|~$", text[i]) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, text[i]);
    }
}

static void
append_image (GString *out, const ExmBodySpan *image)
{
  g_string_append (out, "![");
  append_text (out, image->label, strlen (image->label), FALSE);
  g_string_append_printf (out, "](%s)", image->address);
}

/* Marks of emphasis do not work between letters, as in Chinese text; tags do. */
static void
append_emphasis (GString *out, const ExmBodySpan *span, gboolean closes)
{
  gboolean strong = span->kind == EXM_SPAN_STRONG;

  if (span->kind == EXM_SPAN_SUPERSCRIPT || span->kind == EXM_SPAN_SUBSCRIPT)
    g_string_append_printf (out, "<%s%s>", closes ? "/" : "",
                            span->kind == EXM_SPAN_SUPERSCRIPT ? "sup" : "sub");
  else if (span->stands_apart)
    g_string_append (out, strong ? "**" : "*");
  else
    g_string_append_printf (out, "<%s%s>", closes ? "/" : "", strong ? "strong" : "em");
}

static void
open_span (GString *out, const ExmBodySpan *span)
{
  if (span->kind == EXM_SPAN_LINK)
    g_string_append_c (out, '[');
  else
    append_emphasis (out, span, FALSE);
}

static void
close_span (GString *out, const ExmBodySpan *span)
{
  if (span->kind == EXM_SPAN_LINK)
    g_string_append_printf (out, "](%s)", span->address);
  else
    append_emphasis (out, span, TRUE);
}

/* Backquotes in a row, the longest such. */
static guint
count_backquotes (const char *text, gsize n_bytes)
{
  guint most = 0, n = 0;

  for (gsize i = 0; i < n_bytes; i++)
    {
      n = text[i] == '`' ? n + 1 : 0;
      most = MAX (most, n);
    }
  return most;
}

static void
append_repeated (GString *out, char c, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_c (out, c);
}

static void
append_code_span (GString *out, const char *text, gsize n_bytes)
{
  guint n = count_backquotes (text, n_bytes) + 1;
  gboolean padded = n > 1 || text[0] == ' ';

  append_repeated (out, '`', n);
  g_string_append (out, padded ? " " : "");
  g_string_append_len (out, text, (gssize) n_bytes);
  g_string_append (out, padded ? " " : "");
  append_repeated (out, '`', n);
}

/* Dollars as in Pandoc, GitHub and Obsidian; a line feed could begin a block. */
static void
append_formula (GString *out, const char *tex, gboolean apart)
{
  g_autofree char *line = g_strdelimit (g_strdup (tex), "\r\n", ' ');

  g_string_append_printf (out, apart ? "$$%s$$" : "$%s$", line);
}

static void
append_note (GString *out, const char *label)
{
  g_string_append_printf (out, "[^%s]", label);
}

const ExmBodyFormat exm_markdown_format = {
  .text = append_text,
  .image = append_image,
  .open = open_span,
  .close = close_span,
  .formula = append_formula,
  .note = append_note,
  .code = append_code_span,
};

static const ExmBodyContainer *
get_container (const ExmMarkdownWriter *self, const ExmBodyBlock *block, guint i)
{
  return &g_array_index (self->body->containers, ExmBodyContainer, block->containers + i);
}

static void
append_marker (ExmMarkdownWriter *self, const ExmBodyContainer *container, GString *out)
{
  gboolean second
      = g_hash_table_contains (self->second, GUINT_TO_POINTER (container->list + 1));

  if (container->note != NULL)
    g_string_append_printf (out, "[^%s]: ", container->note);
  else if (container->list == EXM_NONE)
    g_string_append (out, "> ");
  else if (container->ordered)
    g_string_append_printf (out, "%u%c ", container->number, second ? ')' : '.');
  else
    g_string_append (out, second ? "* " : "- ");
}

/* Builds the prefix of each line of a block inside its first @n containers. */
static char *
dup_prefix (ExmMarkdownWriter *self, const ExmBodyBlock *block, guint n)
{
  g_autoptr (GString) marker = g_string_new (NULL);
  GString *prefix = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const ExmBodyContainer *container = get_container (self, block, i);
      g_string_truncate (marker, 0);
      append_marker (self, container, marker);
      if (container->note != NULL)
        append_repeated (prefix, ' ', NOTE_INDENT);
      else if (container->list == EXM_NONE)
        g_string_append (prefix, marker->str);
      else
        append_repeated (prefix, ' ', (guint) marker->len);
    }
  return g_string_free (prefix, FALSE);
}

/* An item behind an item, or the first one inside of an item's text, needs no blank line
 * before it. */
static gboolean
follows_closely (ExmMarkdownWriter *self, const ExmBodyBlock *block, guint n_common)
{
  const ExmBodyBlock *before = &self->before;

  if (n_common >= block->n_containers)
    return FALSE;
  const ExmBodyContainer *opens = get_container (self, block, n_common);
  if (opens->list == EXM_NONE)
    return FALSE;
  if (n_common < before->n_containers)
    return get_container (self, before, n_common)->list == opens->list;
  return n_common > 0 && get_container (self, block, n_common - 1)->list != EXM_NONE;
}

static void
append_trimmed (GString *out, const char *prefix)
{
  gsize n = strlen (prefix);

  while (n > 0 && prefix[n - 1] == ' ')
    n--;
  g_string_append_len (out, prefix, (gssize) n);
}

/* Two lists side by side would be one if their marks were the same. */
static void
choose_marks (ExmMarkdownWriter *self, const ExmBodyBlock *block, guint n_common)
{
  if (n_common >= block->n_containers || !self->any
      || n_common >= self->before.n_containers)
    return;
  const ExmBodyContainer *a = get_container (self, &self->before, n_common);
  const ExmBodyContainer *b = get_container (self, block, n_common);
  if (a->list == EXM_NONE || b->list == EXM_NONE || a->list == b->list
      || a->ordered != b->ordered
      || g_hash_table_contains (self->second, GUINT_TO_POINTER (a->list + 1)))
    return;
  g_hash_table_add (self->second, GUINT_TO_POINTER (b->list + 1));
}

static const ExmBodyBlock *
get_before (const ExmMarkdownWriter *self)
{
  return self->any ? &self->before : NULL;
}

void
exm_markdown_writer_begin (ExmMarkdownWriter *self, const ExmBodyBlock *block)
{
  guint n_common = exm_body_count_common (self->body, get_before (self), block);
  g_autofree char *prefix = dup_prefix (self, block, n_common);

  choose_marks (self, block, n_common);
  if (self->any)
    {
      g_string_append_c (self->out, '\n');
      if (!follows_closely (self, block, n_common))
        {
          append_trimmed (self->out, prefix);
          g_string_append_c (self->out, '\n');
        }
    }
  g_string_append (self->out, prefix);
  for (guint i = n_common; i < block->n_containers; i++)
    append_marker (self, get_container (self, block, i), self->out);
  self->before = *block;
  self->any = TRUE;
}

void
exm_markdown_writer_append (ExmMarkdownWriter *self,
                            const ExmBodyBlock *block,
                            const GString *text)
{
  g_autofree char *prefix = dup_prefix (self, block, block->n_containers);
  const char *end = text->str + text->len;

  for (const char *line = text->str, *next; line != NULL; line = next)
    {
      const char *stop = memchr (line, '\n', (gsize) (end - line));
      next = stop != NULL ? stop + 1 : NULL;
      if (line > text->str && (stop != NULL ? stop : end) > line)
        g_string_append (self->out, prefix);
      else if (line > text->str)
        append_trimmed (self->out, prefix);
      g_string_append_len (self->out, line, (stop != NULL ? stop + 1 : end) - line);
    }
}

void
exm_markdown_writer_append_code (ExmMarkdownWriter *self,
                                 const ExmBodyBlock *block,
                                 const char *language,
                                 const GString *code)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = MAX (count_backquotes (code->str, code->len) + 1, 3u);

  append_repeated (text, '`', n);
  g_string_append_printf (text, "%s\n%s\n", language, code->str);
  append_repeated (text, '`', n);
  exm_markdown_writer_append (self, block, text);
}

void
exm_markdown_writer_append_level (ExmMarkdownWriter *self, guint level)
{
  g_string_append_printf (self->out, "%.*s ", (int) MIN (level, 6), "######");
}

void
exm_markdown_begin_cell (GString *text, guint column)
{
  g_string_append (text, column == 0 ? "| " : " | ");
}

void
exm_markdown_end_row (GString *text, guint n_columns, gboolean is_first, gboolean is_last)
{
  g_string_append (text, is_last ? " |" : " |\n");
  for (guint k = 0; is_first && k < n_columns; k++)
    g_string_append (text, k == 0 ? "| ---" : " | ---");
  if (is_first)
    g_string_append (text, is_last ? " |" : " |\n");
}

void
exm_markdown_writer_init (ExmMarkdownWriter *self, const ExmBody *body)
{
  *self = (ExmMarkdownWriter){
    .body = body,
    .out = g_string_new (NULL),
    .second = g_hash_table_new (NULL, NULL),
  };
}

char *
exm_markdown_writer_end (ExmMarkdownWriter *self)
{
  if (self->any)
    g_string_append_c (self->out, '\n');
  g_hash_table_unref (self->second);
  return g_string_free (self->out, FALSE);
}
