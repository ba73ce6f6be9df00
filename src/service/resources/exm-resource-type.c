/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-resource-type.h"

#include "base/exm-sniff.h"

#include <string.h>

/* Signature of a kind of file. */
typedef struct
{
  ExmResourceKind kind;
  guint at; /* where it stands */
  guint n;
  const char *bytes;
  const char *type;
} Signature;

#define SIGNATURE(kind, at, bytes, type)                                                 \
  {                                                                                      \
    kind, at, sizeof bytes - 1, bytes, type                                              \
  }

static const Signature signatures[] = {
  SIGNATURE (EXM_RESOURCE_FONT, 0, "wOF2", "font/woff2"),
  SIGNATURE (EXM_RESOURCE_FONT, 0, "wOFF", "font/woff"),
  SIGNATURE (EXM_RESOURCE_FONT, 0, "OTTO", "font/otf"),
  SIGNATURE (EXM_RESOURCE_FONT, 0, "\0\1\0\0", "font/ttf"),
  SIGNATURE (EXM_RESOURCE_FONT, 0, "true", "font/ttf"),
  SIGNATURE (EXM_RESOURCE_FONT, 0, "ttcf", "font/collection"),
  SIGNATURE (EXM_RESOURCE_IMAGE, 0, "\x89PNG\r\n\x1a\n", "image/png"),
  SIGNATURE (EXM_RESOURCE_IMAGE, 0, "\xff\xd8\xff", "image/jpeg"),
  SIGNATURE (EXM_RESOURCE_IMAGE, 0, "GIF87a", "image/gif"),
  SIGNATURE (EXM_RESOURCE_IMAGE, 0, "GIF89a", "image/gif"),
  SIGNATURE (EXM_RESOURCE_IMAGE, 8, "WEBPVP8", "image/webp"),
  SIGNATURE (EXM_RESOURCE_IMAGE, 4, "ftypavif", "image/avif"),
  SIGNATURE (EXM_RESOURCE_IMAGE, 4, "ftypavis", "image/avif"),
  SIGNATURE (EXM_RESOURCE_IMAGE, 0, "BM", "image/bmp"),
  SIGNATURE (EXM_RESOURCE_IMAGE, 0, "\0\0\1\0", "image/x-icon"),
};

/* Text of a drawing may stand behind a prolog, comments and a document type. */
static gboolean
is_svg (const guint8 *bytes, gsize n_bytes)
{
  g_autofree char *start
      = g_strndup ((const char *) bytes, MIN (n_bytes, EXM_SNIFF_BYTES));
  const char *at = start + strspn (start, "\xef\xbb\xbf \t\r\n");

  return *at == '<' && strstr (at, "<svg") != NULL;
}

const char *
exm_resource_type_find (ExmResourceKind kind,
                        const guint8 *bytes,
                        gsize n_bytes,
                        const char *declared)
{
  if (kind == EXM_RESOURCE_STYLE)
    {
      ExmSniffed sniffed = exm_sniff (bytes, n_bytes);
      gboolean is_css = g_strcmp0 (declared, "text/css") == 0;
      return sniffed == EXM_SNIFFED_EMPTY || sniffed == EXM_SNIFFED_TEXT
                     || (is_css && exm_sniffed_is_page (sniffed))
                 ? "text/css"
                 : NULL;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (signatures); i++)
    {
      const Signature *one = &signatures[i];
      if (one->kind == kind && n_bytes >= one->at + one->n
          && memcmp (bytes + one->at, one->bytes, one->n) == 0)
        return one->type;
    }
  return kind == EXM_RESOURCE_IMAGE && n_bytes > 0 && is_svg (bytes, n_bytes)
             ? "image/svg+xml"
             : NULL;
}

static guint
big (const guint8 *at, guint n)
{
  guint value = 0;

  for (guint i = 0; i < n; i++)
    value = value << 8 | at[i];
  return value;
}

static guint
little (const guint8 *at, guint n)
{
  guint value = 0;

  for (guint i = n; i > 0; i--)
    value = value << 8 | at[i - 1];
  return value;
}

/* Walks from segment to segment to the one that begins a frame. */
static gboolean
find_jpeg_size (const guint8 *bytes, gsize n_bytes, guint *width, guint *height)
{
  for (gsize at = 2; at + 9 < n_bytes;)
    {
      guint8 marker = bytes[at + 1];
      if (bytes[at] != 0xff)
        return FALSE;
      gboolean is_frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4
                          && marker != 0xc8 && marker != 0xcc;
      if (is_frame)
        {
          *height = big (bytes + at + 5, 2);
          *width = big (bytes + at + 7, 2);
          return TRUE;
        }
      /* Markers may be filled up, and some have no length. */
      if (marker == 0xff)
        at++;
      else if (marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8))
        at += 2;
      else
        at += 2 + MAX (big (bytes + at + 2, 2), 2);
    }
  return FALSE;
}

static gboolean
find_webp_size (const guint8 *bytes, gsize n_bytes, guint *width, guint *height)
{
  if (n_bytes < 30)
    return FALSE;
  switch (bytes[15])
    {
    case 'X':
      *width = little (bytes + 24, 3) + 1;
      *height = little (bytes + 27, 3) + 1;
      return TRUE;
    case 'L':
      *width = (little (bytes + 21, 4) & 0x3fff) + 1;
      *height = (little (bytes + 21, 4) >> 14 & 0x3fff) + 1;
      return TRUE;
    case ' ':
      *width = little (bytes + 26, 2) & 0x3fff;
      *height = little (bytes + 28, 2) & 0x3fff;
      return TRUE;
    default:
      return FALSE;
    }
}

gboolean
exm_resource_find_size (const guint8 *bytes, gsize n_bytes, guint *width, guint *height)
{
  const char *type = exm_resource_type_find (EXM_RESOURCE_IMAGE, bytes, n_bytes, NULL);

  if (g_strcmp0 (type, "image/png") == 0 && n_bytes >= 24)
    {
      *width = big (bytes + 16, 4);
      *height = big (bytes + 20, 4);
      return TRUE;
    }
  if (g_strcmp0 (type, "image/gif") == 0 && n_bytes >= 10)
    {
      *width = little (bytes + 6, 2);
      *height = little (bytes + 8, 2);
      return TRUE;
    }
  if (g_strcmp0 (type, "image/bmp") == 0 && n_bytes >= 26)
    {
      *width = little (bytes + 18, 4) & 0x7fffffff;
      *height = (guint) ABS ((gint64) (gint32) little (bytes + 22, 4));
      return TRUE;
    }
  if (g_strcmp0 (type, "image/jpeg") == 0)
    return find_jpeg_size (bytes, n_bytes, width, height);
  return g_strcmp0 (type, "image/webp") == 0
         && find_webp_size (bytes, n_bytes, width, height);
}
