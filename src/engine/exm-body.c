/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "exm-body.h"

#include <string.h>

/* Emphasis and links that may be open at once inside a line. */
#define MAX_OPEN 16u

/* How a format writes what a line is made of. */
typedef struct
{
  /* What stands between the line before (%NULL at the start and at the end) and @line. */
  void (*separate) (GString *out, const ExmLine *before, const ExmLine *line);
  void (*append_text) (GString *out, const char *text, gsize n_bytes, gboolean at_start);
  void (*append_image) (GString *out, const char *address, const char *label);
  void (*open_span) (GString *out, ExmSpanKind kind, const char *address);
  void (*close_span) (GString *out, ExmSpanKind kind, const char *address);
} Format;

/* Where relative addresses start: <base href> if there is one, else the page's address.
 */
static char *
find_base (const ExmPageText *page)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);
  const char *url = exm_page_text_get_url (page);

  for (guint i = 0; i < n; i++)
    {
      if (slices[i].kind != EXM_SLICE_BASE)
        continue;
      const char *href = exm_page_text_get_string (page, slices[i].value);
      if (url == NULL)
        return g_strdup (href);
      char *resolved
          = g_uri_resolve_relative (url, href, G_URI_FLAGS_PARSE_RELAXED, NULL);
      return resolved != NULL ? resolved : g_strdup (url);
    }
  return g_strdup (url);
}

/* @value as an address that may be followed: absolute, http(s) or mailto; else %NULL.
 * What could end an attribute or a Markdown link is percent-encoded. */
static char *
make_address (const char *base, const char *value)
{
  static const char *const schemes[] = { "http", "https", "mailto" };
  g_autofree char *absolute = NULL;

  if (base != NULL)
    absolute = g_uri_resolve_relative (
        base, value, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL);
  else
    absolute = g_strdup (value);
  g_autofree char *scheme = absolute != NULL ? g_uri_parse_scheme (absolute) : NULL;
  if (scheme == NULL)
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_ascii_strcasecmp (scheme, schemes[i]) == 0)
      return g_uri_escape_string (absolute, "!*';:@&=+$,/?#%~-_.", TRUE);
  return NULL;
}

static void
close_spans (GString *out,
             const Format *format,
             const ExmSpan **open,
             char **addresses,
             guint *n_open,
             guint32 position)
{
  while (*n_open > 0 && open[*n_open - 1]->end <= position)
    {
      guint top = --*n_open;
      format->close_span (out, open[top]->kind, addresses[top]);
      g_clear_pointer (&addresses[top], g_free);
    }
}

/* Writes a line's text with its spans, which nest as elements do. */
static void
append_line (GString *out,
             const Format *format,
             const ExmPageText *page,
             const char *base,
             guint line,
             const ExmSpan *spans,
             guint n_spans)
{
  const char *text = exm_page_text_get_line (page, line);
  const guint32 n_bytes = (guint32) strlen (text);
  const ExmSpan *open[MAX_OPEN];
  char *addresses[MAX_OPEN] = { NULL };
  guint n_open = 0;
  guint32 position = 0;

  for (guint i = 0; i <= n_spans; i++)
    {
      guint32 next = i < n_spans ? spans[i].start : n_bytes;
      while (position < next)
        {
          guint32 end = n_open > 0 ? MIN (next, open[n_open - 1]->end) : next;
          if (end > position)
            format->append_text (out, text + position, end - position, position == 0);
          position = MAX (end, position);
          close_spans (out, format, open, addresses, &n_open, position);
        }
      if (i == n_spans)
        break;

      g_autofree char *address
          = spans[i].value != 0
                ? make_address (base, exm_page_text_get_string (page, spans[i].value))
                : NULL;
      gboolean nests = n_open == 0 || spans[i].end <= open[n_open - 1]->end;
      if (spans[i].kind == EXM_SPAN_IMAGE && address != NULL)
        format->append_image (out, address,
                              exm_page_text_get_string (page, spans[i].label));
      else if (spans[i].kind != EXM_SPAN_IMAGE && nests && n_open < MAX_OPEN
               && (spans[i].kind != EXM_SPAN_LINK || address != NULL))
        {
          format->open_span (out, spans[i].kind, address);
          addresses[n_open] = g_steal_pointer (&address);
          open[n_open++] = &spans[i];
        }
    }
  close_spans (out, format, open, addresses, &n_open, n_bytes);
}

static char *
write_body (const ExmPageText *page, const ExmResult *result, const Format *format)
{
  const ExmResultData *data = exm_result_get (result);
  g_autofree char *base = find_base (page);
  guint n_lines, n_spans, first_span = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmSpan *spans = exm_page_text_get_spans (page, &n_spans);
  const ExmLine *before = NULL;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < data->n_lines; i++)
    {
      guint last_span;
      while (first_span < n_spans && spans[first_span].line < i)
        first_span++;
      for (last_span = first_span; last_span < n_spans && spans[last_span].line == i;)
        last_span++;
      if (data->verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      format->separate (out, before, &lines[i]);
      append_line (out, format, page, base, i, spans + first_span,
                   last_span - first_span);
      before = &lines[i];
    }
  if (before != NULL)
    format->separate (out, before, NULL);
  return g_string_free (out, FALSE);
}

char *
exm_body_write_text (const ExmPageText *page, const ExmResult *result)
{
  const ExmResultData *data = exm_result_get (result);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < data->n_lines; i++)
    {
      if (data->verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      if (out->len > 0)
        g_string_append_c (out, '\n');
      g_string_append (out, exm_page_text_get_line (page, i));
    }
  return g_string_free (out, FALSE);
}

/* Markdown */

static void
markdown_separate (GString *out, const ExmLine *before, const ExmLine *line)
{
  gboolean was_code = before != NULL && (before->flags & EXM_LINE_CODE);
  gboolean is_code = line != NULL && (line->flags & EXM_LINE_CODE);

  if (before != NULL)
    g_string_append_c (out, '\n');
  if (was_code && is_code)
    {
      g_string_append (out, "    ");
      return;
    }
  if (line == NULL)
    return;
  if (before != NULL
      && !((before->flags & EXM_LINE_LIST_ITEM) && (line->flags & EXM_LINE_LIST_ITEM)))
    g_string_append_c (out, '\n');
  if (line->flags & EXM_LINE_QUOTE)
    g_string_append (out, "> ");
  if (is_code)
    g_string_append (out, "    ");
  else if (line->heading > 0)
    g_string_append_printf (out, "%.*s ", line->heading, "######");
  else if (line->flags & EXM_LINE_LIST_ITEM)
    g_string_append (out, "- ");
}

/* Whether text that starts so would start a list, heading or quotation. */
static gboolean
starts_a_block (const char *text, gsize n_bytes)
{
  gsize n_digits = 0;

  while (n_digits < n_bytes && g_ascii_isdigit (text[n_digits]))
    n_digits++;
  if (n_digits > 0)
    return n_digits < n_bytes && (text[n_digits] == '.' || text[n_digits] == ')');
  return n_bytes > 0 && strchr ("#+-=~:", text[0]) != NULL;
}

static void
markdown_append_text (GString *out, const char *text, gsize n_bytes, gboolean at_start)
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
      if (strchr ("\\`*_[]<>&!|", text[i]) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, text[i]);
    }
}

static void
markdown_append_image (GString *out, const char *address, const char *label)
{
  g_string_append (out, "![");
  markdown_append_text (out, label, strlen (label), FALSE);
  g_string_append_printf (out, "](%s) ", address);
}

static void
markdown_open_span (GString *out, ExmSpanKind kind, const char *address)
{
  if (kind == EXM_SPAN_LINK)
    g_string_append_c (out, '[');
}

/* Emphasis is left out: its marks only work beside spaces or punctuation, which Chinese
 * text does not have. */
static void
markdown_close_span (GString *out, ExmSpanKind kind, const char *address)
{
  if (kind == EXM_SPAN_LINK)
    g_string_append_printf (out, "](%s)", address);
}

char *
exm_body_write_markdown (const ExmPageText *page, const ExmResult *result)
{
  static const Format format = {
    .separate = markdown_separate,
    .append_text = markdown_append_text,
    .append_image = markdown_append_image,
    .open_span = markdown_open_span,
    .close_span = markdown_close_span,
  };
  return write_body (page, result, &format);
}

/* HTML */

typedef struct
{
  const char *group; /* around all such lines in a row, "" for none */
  const char *item;  /* around each, "" for none */
} Wrapping;

static Wrapping
get_wrapping (const ExmLine *line)
{
  static const char *const headings[] = { "h1", "h2", "h3", "h4", "h5", "h6" };

  if (line == NULL)
    return (Wrapping){ "", "" };
  if (line->flags & EXM_LINE_CODE)
    return (Wrapping){ "pre", "" };
  if (line->heading > 0)
    return (Wrapping){ "", headings[MIN (line->heading, 6) - 1] };
  if (line->flags & EXM_LINE_LIST_ITEM)
    return (Wrapping){ "ul", "li" };
  if (line->flags & EXM_LINE_QUOTE)
    return (Wrapping){ "blockquote", "p" };
  return (Wrapping){ "", "p" };
}

static void
append_tag (GString *out, const char *before, const char *name, const char *after)
{
  if (*name != '\0')
    g_string_append_printf (out, "%s%s%s", before, name, after);
}

static void
html_separate (GString *out, const ExmLine *before, const ExmLine *line)
{
  Wrapping old = get_wrapping (before), new = get_wrapping (line);
  gboolean same = before != NULL && line != NULL && strcmp (old.group, new.group) == 0;

  append_tag (out, "</", old.item, ">");
  if (!same)
    append_tag (out, "</", old.group, ">");
  if (before != NULL)
    g_string_append_c (out, '\n');
  if (!same)
    append_tag (out, "<", new.group, ">");
  append_tag (out, "<", new.item, ">");
}

static void
html_append_text (GString *out, const char *text, gsize n_bytes, gboolean at_start)
{
  for (gsize i = 0; i < n_bytes; i++)
    switch (text[i])
      {
      case '&':
        g_string_append (out, "&amp;");
        break;
      case '<':
        g_string_append (out, "&lt;");
        break;
      case '>':
        g_string_append (out, "&gt;");
        break;
      case '"':
        g_string_append (out, "&quot;");
        break;
      default:
        g_string_append_c (out, text[i]);
      }
}

static void
html_append_image (GString *out, const char *address, const char *label)
{
  g_string_append (out, "<img src=\"");
  html_append_text (out, address, strlen (address), FALSE);
  g_string_append (out, "\" alt=\"");
  html_append_text (out, label, strlen (label), FALSE);
  g_string_append (out, "\">");
}

static const char *
get_span_tag (ExmSpanKind kind)
{
  switch (kind)
    {
    case EXM_SPAN_STRONG:
      return "strong";
    case EXM_SPAN_EMPHASIS:
      return "em";
    case EXM_SPAN_CODE:
      return "code";
    case EXM_SPAN_LINK:
    case EXM_SPAN_IMAGE:
    default:
      return "a";
    }
}

static void
html_open_span (GString *out, ExmSpanKind kind, const char *address)
{
  g_string_append_printf (out, "<%s", get_span_tag (kind));
  if (kind == EXM_SPAN_LINK)
    {
      g_string_append (out, " href=\"");
      html_append_text (out, address, strlen (address), FALSE);
      g_string_append_c (out, '"');
    }
  g_string_append_c (out, '>');
}

static void
html_close_span (GString *out, ExmSpanKind kind, const char *address)
{
  append_tag (out, "</", get_span_tag (kind), ">");
}

char *
exm_body_write_html (const ExmPageText *page, const ExmResult *result)
{
  static const Format format = {
    .separate = html_separate,
    .append_text = html_append_text,
    .append_image = html_append_image,
    .open_span = html_open_span,
    .close_span = html_close_span,
  };
  return write_body (page, result, &format);
}
