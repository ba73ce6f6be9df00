/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-page-reader.h"

#include "base/exm-said-error.h"
#include "base/exm-sniff.h"
#include "charset/exm-decode.h"
#include "page/exm-page-builder.h"
#include "page/exm-swallowed.h"

#include <glib/gi18n-lib.h>

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
  GBytes *opened = exm_swallowed_open (parts->source);
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

ExmPageText *
exm_page_read (GBytes *raw, const ExmPageHints *hints, GError **error)
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
