/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Strings of a page text that is being built. Each function returns the offset of the
 * copy among the strings, 0 for an empty one. */

#pragma once

#include "base/exm-fill.h"
#include "html/exm-html-token.h"
#include "types/exm-page-text.h"

#include <string.h>

G_BEGIN_DECLS

/* Copies up to @n_bytes, or to a NUL. @value: (nullable): where @n_bytes is 0 */
static inline guint32
exm_parts_append_bytes (ExmPageTextParts *parts, const char *value, gsize n_bytes)
{
  guint32 offset = (guint32) parts->strings->len;
  /* Strings end at a NUL. */
  const char *nul = n_bytes > 0 ? memchr (value, '\0', n_bytes) : NULL;
  gsize n = nul != NULL ? (gsize) (nul - value) : n_bytes;

  if (n == 0)
    return 0;
  exm_fill_bytes (parts->strings, value, n);
  exm_fill_bytes (parts->strings, "", 1);
  return offset;
}

static inline guint32
exm_parts_append_string (ExmPageTextParts *parts, const char *value)
{
  return value != NULL ? exm_parts_append_bytes (parts, value, strlen (value)) : 0;
}

/* Decodes @value, an attribute's value as written. */
static inline guint32
exm_parts_append_value (ExmPageTextParts *parts, ExmHtmlPart value)
{
  return value.n_bytes > 0 ? (guint32) exm_html_append_value (parts->strings, value) : 0;
}

G_END_DECLS
