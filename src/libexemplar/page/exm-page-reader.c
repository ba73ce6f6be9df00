/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-page-reader.h"

#include "base/exm-said-error.h"
#include "base/exm-sniff.h"
#include "charset/exm-decode.h"
#include "html/exm-html-token.h"
#include "page/exm-page-builder.h"
#include "page/exm-page-join.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- Tags that never end --- */

/* Elements whose content is text that people see, and a block of no meaning with a name
 * as long. */
static const struct
{
  const char *name;  /* (unowned) */
  const char *plain; /* (unowned) */
} swallowing[] = {
  { "title", "x-ttl" },
  { "textarea", "x-txarea" },
};

static gboolean
has_name (const char *p, const char *end, const char *name)
{
  gsize n = strlen (name);

  return (gsize) (end - p) > n && exm_html_lower (*p) == *name
         && g_ascii_strncasecmp (p, name, n) == 0
         && (g_ascii_isspace (p[n]) || p[n] == '>' || p[n] == '/');
}

/* Finds the name of a tag that never ends, or %NULL. */
static const char *
find_open (const char *data, gsize size, const char *name)
{
  const char *end = data + size;
  const char *open = NULL;

  for (const char *p = data; p < end && (p = memchr (p, '<', (gsize) (end - p))) != NULL;
       p++)
    {
      if (open == NULL && has_name (p + 1, end, name))
        open = p + 1;
      else if (open != NULL && end - p > 2 && p[1] == '/' && has_name (p + 2, end, name))
        open = NULL;
    }
  return open;
}

/* After a <title> or <textarea> that never ends the standard reads the whole rest of a
 * page as its text, and browsers show nothing. Where a page has such a tag, it gets
 * another name of the same length, so that places in the page stay what they are. Any
 * thread; O(bytes). @source: a page in UTF-8 of which the reader sees no text. Returns:
 * (transfer full) (nullable): the page with the tag renamed; %NULL if all end */
static GBytes *
swallowed_open (GBytes *source)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (source, &size);

  for (gsize i = 0; size > 0 && i < G_N_ELEMENTS (swallowing); i++)
    {
      const char *open = find_open (data, size, swallowing[i].name);
      if (open == NULL)
        continue;
      char *copy = g_memdup2 (data, size);
      memcpy (copy + (open - data), swallowing[i].plain, strlen (swallowing[i].plain));
      return g_bytes_new_take (copy, size);
    }
  return NULL;
}

/* --- Reading --- */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmPageTextParts, exm_page_text_parts_clear)

static gboolean
check_format (GBytes *raw, GError **error)
{
  gsize size = 0;
  const guint8 *data = g_bytes_get_data (raw, &size);
  ExmSniffed sniffed = exm_sniff (data, size);

  if (exm_sniffed_is_page (sniffed))
    return TRUE;
  exm_said_set_error (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_NOT_HTML,
                      N_ ("This is %s, not a web page"), exm_sniffed_describe (sniffed));
  return FALSE;
}

static void
build_lines (ExmPageTextParts *parts)
{
  exm_page_build (parts);
  if (parts->lines.len > 0)
    return;
  GBytes *opened = swallowed_open (parts->source);
  if (opened == NULL)
    return;
  g_auto (ExmPageTextParts) empty = *parts;
  exm_page_text_parts_init (parts);
  parts->url = g_steal_pointer (&empty.url);
  g_array_unref (parts->charset.replaced);
  parts->charset = empty.charset;
  empty.charset = (ExmCharset){ 0 };
  parts->source = opened;
  exm_page_build (parts);
}

GBytes *
exm_page_decode (GBytes *raw,
                 const ExmPageHints *hints,
                 ExmCharset *charset,
                 GError **error)
{
  static const ExmPageHints no_hints = { 0 };

  if (hints == NULL)
    hints = &no_hints;
  GBytes *source = check_format (raw, error) ? exm_decode (
                       raw, hints->override_charset, hints->http_charset, charset, error)
                                             : NULL;
  if (source == NULL && hints->url != NULL)
    exm_said_prefix_error (error, "%s: ", hints->url);
  return source;
}

static ExmPageText *
read_one (GBytes *raw, const ExmPageHints *hints, GError **error)
{
  g_auto (ExmPageTextParts) parts = { 0 };

  exm_page_text_parts_init (&parts);
  parts.url = g_strdup (hints != NULL ? hints->url : NULL);
  g_clear_pointer (&parts.charset.replaced, g_array_unref); /* it brings its own */
  parts.source = exm_page_decode (raw, hints, &parts.charset, error);
  if (parts.source == NULL)
    return NULL;
  build_lines (&parts);
  return exm_page_text_new (&parts);
}

ExmPageText *
exm_page_read (GBytes *raw, const ExmPageHints *hints, GError **error)
{
  g_autoptr (ExmPageText) first = read_one (raw, hints, error);

  if (first == NULL || hints == NULL || hints->further == NULL
      || hints->further->len == 0)
    return g_steal_pointer (&first);
  g_autoptr (GPtrArray) pages
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_page_text_unref);
  g_ptr_array_add (pages, g_steal_pointer (&first));
  for (guint i = 0; i < hints->further->len; i++)
    {
      const ExmFurtherPage *further = g_ptr_array_index (hints->further, i);
      const ExmPageHints own = { .url = further->url,
                                 .http_charset = further->charset,
                                 .override_charset = hints->override_charset };
      ExmPageText *page = read_one (further->bytes, &own, NULL);
      if (page != NULL)
        g_ptr_array_add (pages, page);
    }
  return exm_page_join (pages);
}
