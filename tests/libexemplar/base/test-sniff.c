/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-sniff.h"

#include <string.h>

#define CASE(bytes, what)                                                                \
  {                                                                                      \
    bytes, sizeof (bytes) - 1, what                                                      \
  }

static void
test_signatures (void)
{
  static const struct
  {
    const char *bytes; /* (unowned) */
    gsize n_bytes;
    ExmSniffed what;
  } cases[] = {
    CASE ("", EXM_SNIFFED_EMPTY),
    CASE ("%PDF-1.7\n%\xe2\xe3", EXM_SNIFFED_PDF),
    CASE ("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", EXM_SNIFFED_IMAGE),
    CASE ("\xff\xd8\xff\xe0\0\x10JFIF", EXM_SNIFFED_IMAGE),
    CASE ("GIF89a\1\0\1\0", EXM_SNIFFED_IMAGE),
    CASE ("RIFF\1\0\0\0WEBPVP8 ", EXM_SNIFFED_IMAGE),
    CASE ("RIFF\1\0\0\0WAVEfmt ", EXM_SNIFFED_AUDIO),
    CASE ("\0\0\0\x20"
          "ftypavif\0\0\0\0",
          EXM_SNIFFED_IMAGE),
    CASE ("\0\0\0\x20"
          "ftypisom\0\0\2\0",
          EXM_SNIFFED_VIDEO),
    CASE ("\x1a\x45\xdf\xa3\1\0", EXM_SNIFFED_VIDEO),
    CASE ("PK\3\4\x14\0\0\0\0\0rest of the header, na.txt", EXM_SNIFFED_ZIP),
    CASE ("PK\3\4\x14\0\6\0\10\0\0\0!\0abcdefghijkl\x13\0\0\0[Content_Types].xml",
          EXM_SNIFFED_OFFICE),
    CASE (
        "PK\3\4\x14\0\0\0\0\0\0\0!\0abcdefghijkl\x08\0\x14\0mimetypeapplication/epub+zip",
        EXM_SNIFFED_EPUB),
    CASE ("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", EXM_SNIFFED_OFFICE),
    CASE ("\x1f\x8b\x08\0\0\0\0\0", EXM_SNIFFED_COMPRESSED),
    CASE ("\x28\xb5\x2f\xfd\4\0", EXM_SNIFFED_COMPRESSED),
    CASE ("\x7f"
          "ELF\2\1\1\0",
          EXM_SNIFFED_PROGRAM),
    CASE ("SQLite format 3\0", EXM_SNIFFED_DATABASE),
    CASE ("wOF2\0\1\0\0", EXM_SNIFFED_FONT),
    CASE ("\1\2\3\4\5\6\7\10", EXM_SNIFFED_BINARY),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmSniffed what = exm_sniff ((const guint8 *) cases[i].bytes, cases[i].n_bytes);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (what, ==, cases[i].what);
      g_assert_cmpint (exm_sniffed_is_page (what), ==, what == EXM_SNIFFED_EMPTY);
    }
}

static void
test_pages (void)
{
  static const struct
  {
    const char *bytes; /* (unowned) */
    gsize n_bytes;
    ExmSniffed what;
  } cases[] = {
    CASE ("<!DOCTYPE html><title>x", EXM_SNIFFED_HTML),
    CASE (" \r\n\t<html>", EXM_SNIFFED_HTML),
    CASE ("\xef\xbb\xbf<p>x", EXM_SNIFFED_HTML),
    CASE ("<?xml version=\"1.0\"?><rss>", EXM_SNIFFED_XML),
    CASE ("\xff\xfe<\0p\0>\0\x2d\x4e", EXM_SNIFFED_HTML),
    CASE ("\xfe\xff\0<\0p\0>\x4e\x2d", EXM_SNIFFED_HTML),
    CASE ("<\0h\0t\0m\0l\0>\0", EXM_SNIFFED_HTML),
    CASE ("\0<\0?\0x\0m\0l\0 ", EXM_SNIFFED_XML),
    /* Text that begins like a signature. */
    CASE ("BMW will build a plant", EXM_SNIFFED_TEXT),
    CASE ("MZ is a region", EXM_SNIFFED_TEXT),
    CASE ("ID3 tags explained", EXM_SNIFFED_TEXT),
    CASE ("PK beat the guests", EXM_SNIFFED_TEXT),
    /* GB18030 and ISO-2022-JP. */
    CASE ("\xd6\xd0\xce\xc4\xd0\xc2\xce\xc5", EXM_SNIFFED_TEXT),
    CASE ("\x1b$B%F%9%H\x1b(B", EXM_SNIFFED_TEXT),
    CASE ("1 < 2", EXM_SNIFFED_TEXT),
    CASE ("<", EXM_SNIFFED_TEXT),
    /* Markup with a stray NUL is still markup. */
    CASE ("<p>\0\0\0</p>", EXM_SNIFFED_HTML),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmSniffed what = exm_sniff ((const guint8 *) cases[i].bytes, cases[i].n_bytes);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (what, ==, cases[i].what);
      g_assert_true (exm_sniffed_is_page (what));
    }
}

/* Each prefix of each case in a block of its own size: a byte read too far is seen by the
 * address sanitizer. */
static void
test_short (void)
{
  static const char *const starts[] = { "%PDF-1.7",   "\xef\xbb\xbf<p>", "PK\3\4abcdefgh",
                                        "\xff\xfe<p", "<?xml v",         "RIFF1234WEBP" };

  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    for (gsize n = 1; n <= strlen (starts[i]); n++)
      {
        g_autofree guint8 *copy = g_memdup2 (starts[i], n);
        const char *name = exm_sniffed_describe (exm_sniff (copy, n));
        g_assert_cmpstr (name, !=, exm_sniffed_describe (EXM_SNIFFED_EMPTY));
      }
}

static void
test_names (void)
{
  g_assert_cmpstr (exm_sniffed_describe (EXM_SNIFFED_PDF), ==, "a PDF document");
  for (guint i = 0; i <= EXM_SNIFFED_BINARY; i++)
    g_assert_cmpuint (strlen (exm_sniffed_describe (i)), >, 3);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sniff/signatures", test_signatures);
  g_test_add_func ("/sniff/pages", test_pages);
  g_test_add_func ("/sniff/short", test_short);
  g_test_add_func ("/sniff/names", test_names);
  return g_test_run ();
}
