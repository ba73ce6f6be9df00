/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-body-code.h"

#include "html/exm-html-tokenizer.h"

#include <string.h>

/* Bytes before the first line in which its indentation is looked for. */
#define MAX_BEFORE 1024u

/* Elements around a line whose names may say the language. */
#define MAX_DEPTH 6u

/* A walk over the source of a block. */
typedef struct
{
  const ExmBody *body; /* (unowned) */
  GString *out;        /* (unowned) */
  guint line;          /* the kept line that is read or comes next */
  guint last;
  gboolean begun;    /* that line's first character was read */
  gboolean any;      /* a line was written */
  gboolean is_other; /* what is read was left out, up to the next tag or break */
  guint n_breaks;    /* since the line before */
  ExmTag raw;        /* an element whose text no reader sees; EXM_TAG_UNKNOWN: none */
  GString *text;     /* (owned): of the line */
  GString *indent;   /* (owned): before the line */
} Walk;

/* The next character at @text that is no white space and not invisible; @text moves
 * behind it. Returns: 0 at the end */
static gunichar
read_seen (const char **text, const char *end)
{
  while (*text < end)
    {
      gunichar c = g_utf8_get_char (*text);
      *text = g_utf8_next_char (*text);
      GUnicodeType type = g_unichar_type (c);
      if (!g_unichar_isspace (c) && type != G_UNICODE_FORMAT && type != G_UNICODE_CONTROL)
        return c;
    }
  return 0;
}

static gboolean
says_the_same (const char *a, const char *b)
{
  const char *a_end = a + strlen (a), *b_end = b + strlen (b);
  gunichar c;

  do
    {
      c = read_seen (&a, a_end);
      if (c != read_seen (&b, b_end))
        return FALSE;
    }
  while (c != 0);
  return TRUE;
}

static guint
find_kept (const ExmBody *body, guint line, guint last)
{
  while (line <= last && !exm_body_keeps (body, line))
    line++;
  return line;
}

/* Writes the line that was read. Where the source holds more than the reader sees, as
 * hidden elements, what the reader sees counts. */
static void
end_line (Walk *self)
{
  const char *plain = exm_page_text_get_line (self->body->page, self->line);

  for (guint i = 0; self->any && i < MAX (self->n_breaks, 1u); i++)
    g_string_append_c (self->out, '\n');
  g_string_append (self->out, self->indent->str);
  g_string_append (self->out,
                   says_the_same (self->text->str, plain) ? self->text->str : plain);
  g_string_truncate (self->text, 0);
  g_string_truncate (self->indent, 0);
  self->any = TRUE;
  self->begun = self->is_other = FALSE;
  self->n_breaks = 0;
  self->line = find_kept (self->body, self->line + 1, self->last);
}

static void
add_break (Walk *self)
{
  self->n_breaks++;
  self->is_other = FALSE;
  g_string_truncate (self->indent, 0);
}

/* Text outside of the kept lines: breaks, indentation, and what was left out. */
static void
add_between (Walk *self, const char *text, gsize n_bytes)
{
  for (const char *p = text; p < text + n_bytes; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (c == '\n')
        add_break (self);
      else if (c == '\t' && !self->is_other)
        g_string_append_c (self->indent, '\t');
      else if (g_unichar_isspace (c) && c != '\r' && !self->is_other)
        g_string_append_c (self->indent, ' ');
      else if (!g_unichar_isspace (c))
        {
          self->is_other = TRUE;
          g_string_truncate (self->indent, 0);
        }
    }
}

/* A piece of text that lies at @start of the source; @n_source: bytes that it has there,
 * which are its own unless it stands for something else. */
static void
add_text (Walk *self, const char *text, gsize n_bytes, gsize start, gsize n_source)
{
  gboolean is_plain = n_bytes == n_source;

  while (n_source > 0 && self->line <= self->last)
    {
      const ExmLine *line = &self->body->lines[self->line];
      gboolean inside = start >= line->source_start && start < line->source_end;
      gsize stop = inside ? line->source_end : line->source_start;
      if (start >= line->source_end)
        {
          end_line (self);
          continue;
        }
      gsize n = is_plain ? MIN (n_source, stop - start) : n_source;
      gsize n_read = is_plain ? n : n_bytes;
      if (!inside)
        add_between (self, text, n_read);
      else
        {
          self->begun = TRUE;
          g_string_append_len (self->text, text, (gssize) n_read);
        }
      text += n_read;
      start += n;
      n_source -= n;
      if (inside && start >= line->source_end)
        end_line (self);
    }
}

/* Elements inside of a listing whose text is none of it. */
static gboolean
is_raw (ExmTag tag)
{
  return tag == EXM_TAG_SCRIPT || tag == EXM_TAG_STYLE;
}

static void
add_tag (Walk *self, const ExmHtmlToken *token)
{
  if (self->begun)
    return;
  self->is_other = FALSE;
  if (token->tag == EXM_TAG_BR)
    add_break (self);
  else if (exm_tag_get_class (token->tag) & EXM_TAG_BLOCK)
    g_string_truncate (self->indent, 0);
}

/* Finds where the walk begins: behind the line before, whatever it is, if that is near.
 */
static gsize
find_start (const ExmBody *body, guint line)
{
  gsize at = body->lines[line].source_start;
  gsize start = line > 0 ? body->lines[line - 1].source_end : 0;

  return start <= at && at - start <= MAX_BEFORE ? start : at;
}

/* Lines of the source, in its order: those of scripts are not, nor are those that the
 * reader moved. */
static gboolean
is_in_order (const ExmBody *body, const ExmBodyBlock *block)
{
  gsize before = 0;

  for (guint i = block->first; i <= block->last; i++)
    {
      const ExmLine *line = &body->lines[i];
      if (!exm_body_keeps (body, i))
        continue;
      if ((line->flags & EXM_LINE_EMBEDDED) || line->source_start < before
          || line->source_end <= line->source_start)
        return FALSE;
      before = line->source_end;
    }
  return TRUE;
}

static void
append_lines (const ExmBody *body, const ExmBodyBlock *block, GString *out)
{
  gboolean any = FALSE;

  for (guint i = block->first; i <= block->last; i++)
    if (exm_body_keeps (body, i))
      {
        g_string_append (out, any ? "\n" : "");
        g_string_append (out, exm_page_text_get_line (body->page, i));
        any = TRUE;
      }
}

/* Reads the source up to the end of the last line. */
static void
walk (Walk *self, const char *source, gsize start, gsize end)
{
  g_autofree ExmHtmlTokenizer *tokenizer = g_new (ExmHtmlTokenizer, 1);
  ExmHtmlToken token;

  exm_html_tokenizer_init (tokenizer, source + start, end - start);
  for (;;)
    {
      exm_html_tokenizer_next (tokenizer, &token);
      if (token.type == EXM_HTML_EOF || self->line > self->last)
        return;
      if (token.type == EXM_HTML_TEXT && self->raw == EXM_TAG_UNKNOWN)
        add_text (self, token.text.text, token.text.n_bytes, start + token.start,
                  token.end - token.start);
      else if (token.type == EXM_HTML_START_TAG && is_raw (token.tag))
        self->raw = token.tag;
      else if (token.type == EXM_HTML_END_TAG && token.tag == self->raw)
        self->raw = EXM_TAG_UNKNOWN;
      else if (token.type == EXM_HTML_START_TAG || token.type == EXM_HTML_END_TAG)
        add_tag (self, &token);
    }
}

void
exm_body_append_code (const ExmBody *self, const ExmBodyBlock *block, GString *out)
{
  gsize n_source;
  const char *source
      = g_bytes_get_data (exm_page_text_get_source (self->page), &n_source);
  guint first = find_kept (self, block->first, block->last);
  guint last = block->last;

  if (!is_in_order (self, block))
    {
      append_lines (self, block, out);
      return;
    }
  while (last > first && !exm_body_keeps (self, last))
    last--;
  Walk code = {
    .body = self,
    .out = out,
    .line = first,
    .last = last,
    .is_other = TRUE,
    .raw = EXM_TAG_UNKNOWN,
    .text = g_string_new (NULL),
    .indent = g_string_new (NULL),
  };
  walk (&code, source, find_start (self, first), self->lines[last].source_end);
  if (code.line <= last && code.begun)
    end_line (&code);
  for (; code.line <= last; end_line (&code))
    g_string_assign (code.text, exm_page_text_get_line (self->page, code.line));
  g_string_free (code.text, TRUE);
  g_string_free (code.indent, TRUE);
}

/* Languages */

/* The name at @name, as far as it is one. */
static char *
dup_name (const char *name)
{
  gsize n = 0;

  while (n < 24
         && (g_ascii_isalnum (name[n])
             || (name[n] != '\0' && strchr ("+#-", name[n]) != NULL)))
    n++;
  return g_strndup (name, n);
}

char *
exm_body_dup_language (const ExmBody *self, const ExmBodyBlock *block)
{
  static const char *const marks[] = { "language-", "lang-", "brush: ", "brush:" };
  guint32 node = self->lines[block->first].node;

  for (guint depth = 0; node != EXM_NONE && depth < MAX_DEPTH; depth++)
    {
      const char *names
          = exm_page_text_get_string (self->page, self->nodes[node].class_names);
      for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
        {
          const char *name = strstr (names, marks[i]);
          if (name != NULL)
            return dup_name (name + strlen (marks[i]));
        }
      node = self->nodes[node].parent;
    }
  return g_strdup ("");
}
