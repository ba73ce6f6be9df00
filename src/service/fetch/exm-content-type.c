/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-content-type.h"

#include "base/exm-sniff.h"

/* Whether the bytes decide: servers that do not know say "octet-stream" or nothing. */
static gboolean
is_vague_type (const char *type)
{
  return type == NULL || g_str_equal (type, "application/octet-stream")
         || g_str_equal (type, "application/x-unknown")
         || g_str_equal (type, "application/unknown")
         || g_str_equal (type, "unknown/unknown") || g_str_equal (type, "*/*");
}

static gboolean
is_page_type (const char *type)
{
  if (g_str_has_prefix (type, "image/"))
    return FALSE;
  return g_str_equal (type, "text/html") || g_str_equal (type, "text/plain")
         || g_str_has_suffix (type, "/xml") || g_str_has_suffix (type, "+xml");
}

gboolean
exm_content_type_may_be_page (const char *type)
{
  return is_vague_type (type) || is_page_type (type);
}

const char *
exm_content_type_describe (const char *type)
{
  static const struct
  {
    const char *prefix; /* (unowned) */
    ExmSniffed what;
  } kinds[] = {
    { "application/pdf", EXM_SNIFFED_PDF },
    { "image/", EXM_SNIFFED_IMAGE },
    { "video/", EXM_SNIFFED_VIDEO },
    { "audio/", EXM_SNIFFED_AUDIO },
    { "font/", EXM_SNIFFED_FONT },
    { "application/msword", EXM_SNIFFED_OFFICE },
    { "application/vnd.ms-", EXM_SNIFFED_OFFICE },
    { "application/vnd.openxmlformats", EXM_SNIFFED_OFFICE },
    { "application/vnd.oasis.opendocument", EXM_SNIFFED_OFFICE },
    { "application/epub", EXM_SNIFFED_EPUB },
    { "application/zip", EXM_SNIFFED_ZIP },
    { "application/gzip", EXM_SNIFFED_COMPRESSED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (type, kinds[i].prefix))
      return exm_sniffed_describe (kinds[i].what);
  return type;
}
