/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Types and sizes of resources by their first bytes, whole and cut off. */

#include "resources/exm-resource-type.h"

#include <string.h>

#define BYTES(text) text, sizeof text - 1

static const struct
{
  ExmResourceKind kind;
  const char *bytes;
  gsize n;
  const char *declared;
  const char *type; /* (nullable) */
} resources[] = {
  { EXM_RESOURCE_STYLE, BYTES ("a { color: red }"), NULL, "text/css" },
  { EXM_RESOURCE_STYLE, BYTES (""), NULL, "text/css" },
  { EXM_RESOURCE_STYLE, BYTES ("<!-- a {} -->"), "text/css", "text/css" },
  { EXM_RESOURCE_STYLE, BYTES ("<!DOCTYPE html><p>Not found"), "text/html", NULL },
  { EXM_RESOURCE_STYLE, BYTES ("\x89PNG\r\n\x1a\n0000"), "text/css", NULL },
  { EXM_RESOURCE_FONT, BYTES ("wOF2...."), NULL, "font/woff2" },
  { EXM_RESOURCE_FONT, BYTES ("\0\1\0\0\0\4"), NULL, "font/ttf" },
  { EXM_RESOURCE_FONT, BYTES ("<svg></svg>"), "font/woff2", NULL },
  { EXM_RESOURCE_FONT, BYTES ("wO"), "font/woff2", NULL },
  { EXM_RESOURCE_FONT, BYTES ("GIF89a...."), "font/woff2", NULL },
  { EXM_RESOURCE_IMAGE, BYTES ("GIF89a...."), "text/html", "image/gif" },
  { EXM_RESOURCE_IMAGE, BYTES ("RIFF....WEBPVP8 "), NULL, "image/webp" },
  { EXM_RESOURCE_IMAGE, BYTES ("<?xml version='1.0'?> <svg xmlns='…'/>"), NULL,
    "image/svg+xml" },
  { EXM_RESOURCE_IMAGE, BYTES ("<!DOCTYPE html><p>Not found"), "image/png", NULL },
  { EXM_RESOURCE_IMAGE, BYTES ("wOF2...."), "image/png", NULL },
  { EXM_RESOURCE_IMAGE, BYTES (""), "image/png", NULL },
};

static void
test_types (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (resources); i++)
    g_assert_cmpstr (exm_resource_type_find (resources[i].kind,
                                             (const guint8 *) resources[i].bytes,
                                             resources[i].n, resources[i].declared),
                     ==, resources[i].type);
}

static const struct
{
  const char *bytes;
  gsize n;
  guint width;
  guint height;
} pictures[] = {
  { BYTES ("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\xc3\x50\0\0\xc3\x51"), 50000, 50001 },
  { BYTES ("GIF89a\x10\x27\x20\x4e"), 10000, 20000 },
  { BYTES ("BM............\x28\0\0\0\x10\x27\0\0\xf0\xd8\xff\xff"), 10000, 10000 },
  { BYTES ("RIFF....WEBPVP8X....\0\0\0\0\x0f\x27\0\x1f\x4e\0"), 10000, 20000 },
  { BYTES ("RIFF....WEBPVP8 ..........\x10\x27\x20\x0e"), 10000, 3616 },
  { BYTES ("\xff\xd8\xff\xe0\0\4ab\xff\xff\xc2\0\x11\x08\x4e\x20\x27\x10..."), 10000,
    20000 },
};

static void
test_sizes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      const guint8 *bytes = (const guint8 *) pictures[i].bytes;
      guint width = 0, height = 0;
      g_assert_true (exm_resource_find_size (bytes, pictures[i].n, &width, &height));
      g_assert_cmpuint (width, ==, pictures[i].width);
      g_assert_cmpuint (height, ==, pictures[i].height);
      /* No byte behind the end is read, wherever that is. */
      for (gsize n = 0; n < pictures[i].n; n++)
        {
          g_autofree guint8 *part = g_memdup2 (bytes, n);
          exm_resource_find_size (part, n, &width, &height);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/resources/type/types", test_types);
  g_test_add_func ("/resources/type/sizes", test_sizes);
  return g_test_run ();
}
