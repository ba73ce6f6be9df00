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

typedef struct
{
  ExmLineBuilder *builder;  /* (unowned) */
  htmlParserCtxtPtr parser; /* (unowned) */
  const char *source;       /* (unowned) */
  gsize size;
  gsize text_start; /* where the next text can start, bytes of the source */
  guint64 n_search_steps;
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
  if (self->n_search_steps <= MAX_SEARCH_STEPS || self->truncated)
    return;
  self->truncated = TRUE;
  xmlStopParser (self->parser);
}

gboolean
exm_html_read (GBytes *source,
               ExmLineBuilder *builder,
               gboolean *truncated,
               GError **error)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (source, &size);
  Reader reader = { .builder = builder, .source = data, .size = size };
  htmlSAXHandler handler = {
    .startElement = on_start_element,
    .endElement = on_end_element,
    .characters = on_text,
    .ignorableWhitespace = on_text,
    .cdataBlock = on_text,
    .serror = on_error,
    .initialized = XML_SAX2_MAGIC,
  };

  *truncated = FALSE;
  if (size == 0)
    {
      exm_line_builder_finish (builder);
      return TRUE;
    }
  htmlParserCtxtPtr parser = htmlCreateMemoryParserCtxt (data, (int) size);
  if (parser == NULL)
    {
      g_set_error_literal (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_READER,
                           _ ("The page could not be read: out of memory"));
      return FALSE;
    }
  htmlCtxtUseOptions (parser, HTML_PARSE_IGNORE_ENC | HTML_PARSE_NONET);
  parser->options |= XML_PARSE_HUGE;
  memcpy (parser->sax, &handler, sizeof handler);
  parser->userData = &reader;
  parser->recovery = 1;
  reader.parser = parser;
  xmlSwitchEncoding (parser, XML_CHAR_ENCODING_UTF8);
  htmlParseDocument (parser);
  exm_line_builder_finish (builder);
  *truncated = reader.truncated;
  htmlFreeParserCtxt (parser);
  return TRUE;
}
