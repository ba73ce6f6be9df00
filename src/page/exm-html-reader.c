/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-html-reader.h"

#include "exm-page-error.h"

#include <glib/gi18n-lib.h>
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <string.h>

/* Attributes of one element that are looked at. */
#define MAX_ATTRIBUTES 256u

/* A stray end tag makes libxml2 search all open elements. The sum of these searches may
 * reach this many steps (of up to 40 ns: one or two seconds) before the rest of the page
 * is left unread. */
#define MAX_SEARCH_STEPS (40u * 1000u * 1000u)

/* libxml2 compares each attribute of a tag with all before it: behind so many parts the
 * rest of a tag is left unread. */
#define MAX_TAG_PARTS 1000u

typedef struct
{
  ExmLineBuilder *builder;  /* (unowned) */
  htmlParserCtxtPtr parser; /* (unowned) */
  const char *source;       /* (unowned) */
  gsize size;
  gsize text_start; /* where the next text can start, bytes of the source */
  guint64 n_search_steps;
  gboolean stopped;
  gboolean truncated;
} Reader;

static gsize
get_position (const Reader *self)
{
  const xmlParserInput *input = self->parser->input;
  return input != NULL ? input->consumed + (gsize) (input->cur - input->base) : 0;
}

static void
on_start_element (void *data, const xmlChar *name, const xmlChar **pairs)
{
  Reader *self = data;
  ExmAttribute attributes[MAX_ATTRIBUTES];
  guint n = 0;

  for (; pairs != NULL && *pairs != NULL && n < MAX_ATTRIBUTES; pairs += 2, n++)
    attributes[n] = (ExmAttribute){
      .name = (const char *) pairs[0],
      .value = pairs[1] != NULL ? (const char *) pairs[1] : "",
    };
  exm_line_builder_open (self->builder, (const char *) name, attributes, n);
  self->text_start = get_position (self);
}

static void
on_end_element (void *data, const xmlChar *name)
{
  Reader *self = data;
  exm_line_builder_close (self->builder);
  self->text_start = get_position (self);
}

static void
on_text (void *data, const xmlChar *text, int n_bytes)
{
  Reader *self = data;
  gsize end = get_position (self);
  gsize length = (gsize) n_bytes;
  /* Without references in it, a text ends where the parser stands, even if elements that
   * it implies were opened after it was read; otherwise it starts where the last event
   * left it. */
  gboolean verbatim = end >= length && end <= self->size
                      && memcmp (self->source + end - length, text, length) == 0;
  gsize start = verbatim ? end - length : MIN (self->text_start, end);

  exm_line_builder_text (self->builder, (const char *) text, length, start, end);
  self->text_start = end;
}

static void
on_error (void *data, xmlErrorPtr error)
{
  Reader *self = data;

  self->n_search_steps += (guint64) MAX (self->parser->nameNr, 0);
  if (self->n_search_steps <= MAX_SEARCH_STEPS || self->stopped)
    return;
  self->stopped = TRUE;
  self->truncated = TRUE;
  xmlStopParser (self->parser);
}

/* @tag: behind its "<". Parts are what white space or the end of a quoted value divides.
 * @cut: (out): where its parts are too many, %NULL if they are not. Returns: its ">", or
 * @end. */
static const char *
scan_tag (const char *tag, const char *end, const char **cut)
{
  char quote = '\0', last = '<';
  gboolean in_part = TRUE;
  guint n_parts = 0;

  *cut = NULL;
  for (const char *p = tag; p < end; p++)
    {
      gboolean starts = FALSE;
      if (quote != '\0')
        {
          /* What follows is a part of its own, with or without a space. */
          if (*p == quote)
            {
              quote = '\0';
              in_part = FALSE;
            }
        }
      else if (*p == '>')
        return p;
      else if ((*p == '"' || *p == '\'') && last == '=')
        quote = *p;
      else if (g_ascii_isspace (*p))
        in_part = FALSE;
      else
        {
          starts = !in_part;
          in_part = TRUE;
        }
      if (!g_ascii_isspace (*p))
        last = *p;
      n_parts += starts;
      if (starts && n_parts == MAX_TAG_PARTS)
        *cut = p;
    }
  return end;
}

/* The source with spaces in the place of what is too much of a tag: positions stay. */
static GBytes *
cap_tags (GBytes *source, gboolean *truncated)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (source, &size);
  const char *end = data + size;
  g_autofree char *copy = NULL;

  for (const char *p = data; (p = memchr (p, '<', (gsize) (end - p))) != NULL;)
    {
      const char *cut;
      if (++p == end || !g_ascii_isalpha (*p))
        continue;
      p = scan_tag (p, end, &cut);
      if (cut == NULL)
        continue;
      if (copy == NULL)
        copy = g_memdup2 (data, size);
      memset (copy + (cut - data), ' ', (gsize) (p - cut));
      *truncated = TRUE;
    }
  return copy != NULL ? g_bytes_new_take (g_steal_pointer (&copy), size)
                      : g_bytes_ref (source);
}

static void
parse (Reader *self)
{
  htmlSAXHandler handler = {
    .startElement = on_start_element,
    .endElement = on_end_element,
    .characters = on_text,
    .ignorableWhitespace = on_text,
    .cdataBlock = on_text,
    .serror = on_error,
    .initialized = XML_SAX2_MAGIC,
  };
  htmlParserCtxtPtr parser = self->parser;

  htmlCtxtUseOptions (parser, HTML_PARSE_IGNORE_ENC | HTML_PARSE_NONET);
  parser->options |= XML_PARSE_HUGE;
  memcpy (parser->sax, &handler, sizeof handler);
  parser->userData = self;
  parser->recovery = 1;
  xmlSwitchEncoding (parser, XML_CHAR_ENCODING_UTF8);
  htmlParseDocument (parser);
}

gboolean
exm_html_read (GBytes *source,
               ExmLineBuilder *builder,
               gboolean *truncated,
               GError **error)
{
  Reader reader = { .builder = builder };

  *truncated = FALSE;
  if (g_bytes_get_size (source) == 0)
    {
      exm_line_builder_finish (builder);
      return TRUE;
    }
  g_autoptr (GBytes) capped = cap_tags (source, &reader.truncated);
  reader.source = g_bytes_get_data (capped, &reader.size);
  /* Pool threads may be the first to read a page, all at once; the constructor below
   * makes locks without asking whether another thread does so too. */
  xmlInitParser ();
  reader.parser = htmlCreateMemoryParserCtxt (reader.source, (int) reader.size);
  if (reader.parser == NULL)
    {
      g_set_error_literal (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_READER,
                           _ ("The page could not be read: out of memory"));
      return FALSE;
    }
  parse (&reader);
  exm_line_builder_finish (builder);
  *truncated = reader.truncated;
  htmlFreeParserCtxt (reader.parser);
  return TRUE;
}
