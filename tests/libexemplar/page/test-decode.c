/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-limits.h"
#include "charset/exm-charset-labels.h"
#include "decoded.h"
#include "types/exm-page-error.h"

#include <string.h>

#define CHINESE                                                                                      \
  "市图书馆的新馆今天上午开放，第一批读者在门口排起了长队。馆长说，" \
  "这里的书是大家的。"

static void
test_replaced (void)
{
  static const struct
  {
    const char *label;
    const char *bytes;
    gsize n;
    const char *text;
    guint n_replaced;
    guint64 first;
  } cases[] = {
    { "utf-8", "ab\xff\x63", 4, "ab\ufffdc", 1, 2 },
    { "utf-8", "\xe4\xb8\xad\xe4\xb8", 5, "中\ufffd", 1, 3 },
    { "utf-8", "\xe4\xb8<p>", 5, "\ufffd<p>", 1, 0 },
    { "utf-8", "a\xc0\xaf", 3, "a\ufffd\ufffd", 2, 1 },
    { "utf-8", "\xed\xa0\x80", 3, "\ufffd\ufffd\ufffd", 3, 0 },
    { "utf-8", "\xf0\x9f\x98", 3, "\ufffd", 1, 0 },
    { "utf-8", "\xef\xbb\xbf\xff", 4, "\ufffd", 1, 3 },
    { "gbk", "a\xd6<p>", 5, "a\ufffd<p>", 1, 1 },
    { "gbk", "\xd6\xd0\xd6", 3, "中\ufffd", 1, 2 },
    { "gbk", "\xd6\xd0\xff\xd6\xd0", 5, "中\ufffd中", 1, 2 },
    { "gbk", "5\x80\xa3\xa0.", 5, "5€\u3000.", 0, 0 },
    { "gb18030", "\x95\x34\xb2\x35\x81", 5, "𠮷\ufffd", 1, 4 },
    { "big5", "\xa4\xa4\xa4", 3, "中\ufffd", 1, 2 },
    { "big5", "\xa4<b>", 4, "\ufffd<b>", 1, 0 },
    { "shift_jis", "\x92\x86\x92", 3, "中\ufffd", 1, 2 },
    { "euc-kr", "\xb0\xa1\xb0 x", 5, "가\ufffd x", 1, 2 },
    { "euc-jp", "\xc3\xe6\xc3", 3, "中\ufffd", 1, 2 },
    { "windows-1253", "\xe1\xd2\xe1", 3, "α\ufffdα", 1, 1 },
    { "windows-874", "\xa1\xfc", 2, "ก\ufffd", 1, 1 },
    { "iso-8859-1", "\x93x\x94\x81", 4, "“x”\xc2\x81", 0, 0 },
    { "x-user-defined", "a\x80\xff", 3, "a\uf780\uf7ff", 0, 0 },
    { "koi8-u", "\xae\xbe", 2, "ўЎ", 0, 0 },
    { "utf-16le", "a\0b", 3, "a\ufffd", 1, 2 },
    { "utf-16le", "\x3d\xd8x\0", 4, "\ufffdx", 1, 0 },
    { "utf-16be", "\0a\xdc\0\0b", 6, "a\ufffdb", 1, 2 },
    { "utf-16be", "\0a\xd8\x3d", 4, "a\ufffd", 1, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Decoded) result = { 0 };
      g_test_message ("%s %u", cases[i].label, i);
      decoded_read (&result, cases[i].bytes, cases[i].n, cases[i].label, NULL);
      decoded_assert_text (&result, cases[i].text);
      g_assert_cmpuint (result.charset.n_replaced, ==, cases[i].n_replaced);
      if (cases[i].n_replaced > 0)
        g_assert_cmpuint (g_array_index (result.charset.replaced, guint64, 0), ==,
                          cases[i].first);
    }
}

/* More damage than is remembered is still counted; the text around it stays. */
static void
test_much_replaced (void)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  g_auto (Decoded) result = { 0 };

  for (guint i = 0; i < 1000; i++)
    g_string_append (bytes, "\xd6\xd0\xff");
  decoded_read (&result, bytes->str, bytes->len, "gbk", NULL);
  g_assert_cmpuint (result.charset.n_replaced, ==, 1000);
  g_assert_cmpuint (g_array_index (result.charset.replaced, guint64, 63), ==, 63 * 3 + 2);
  g_assert_cmpuint (g_bytes_get_size (result.text), ==, 6000);
}

/* A cut tail or one damaged comment does not make a UTF-8 page something else. */
static void
test_damaged_utf8 (void)
{
  g_autoptr (GString) page = g_string_new ("<meta charset=utf-8><p>" CHINESE);
  g_auto (Decoded) cut = { 0 };
  g_auto (Decoded) damaged = { 0 };
  g_auto (Decoded) undeclared = { 0 };

  decoded_read (&cut, page->str, page->len - 1, NULL, NULL);
  decoded_assert_contains (&cut, "大家的\ufffd");
  g_assert_cmpstr (cut.charset.name, ==, "utf-8");
  g_assert_cmpint (cut.charset.origin, ==, EXM_CHARSET_FROM_META);
  g_assert_cmpuint (cut.charset.n_replaced, ==, 1);

  g_string_append (page, "<!--\xd6\xd0-->");
  decoded_read (&damaged, page->str, page->len, NULL, NULL);
  g_assert_cmpstr (damaged.charset.name, ==, "utf-8");
  decoded_assert_contains (&damaged, CHINESE "<!--\ufffd\ufffd-->");

  g_string_assign (page, "<meta charset=iso-8859-1><p>" CHINESE "\xff");
  decoded_read (&undeclared, page->str, page->len, NULL, NULL);
  g_assert_cmpstr (undeclared.charset.name, ==, "utf-8");
  g_assert_cmpint (undeclared.charset.origin, ==, EXM_CHARSET_FROM_DETECTOR);
  g_assert_cmpstr (undeclared.charset.declared, ==, "windows-1252");
}

static void
test_nuls (void)
{
  static const struct
  {
    const char *bytes;
    gsize n;
    const char *text;
  } cases[] = {
    { "a\0b\0", 4, "ab" },
    { "\xe4\xb8\xad, some words\0.", 17, "中, some words." },
    { "<meta charset=gbk>\xd6\xd0\0\xd6\xd0", 23, "<meta charset=gbk>中中" },
    { "<meta charset=koi8-r>\xc1\0", 23, "<meta charset=koi8-r>а" },
    { "<meta \0 charset=koi8-r>\xc1", 24, "<meta  charset=koi8-r>а" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Decoded) result = { 0 };
      decoded_read (&result, cases[i].bytes, cases[i].n, i == 0 ? "utf-8" : NULL, NULL);
      decoded_assert_text (&result, cases[i].text);
      g_assert_cmpuint (result.charset.n_nul, ==, i == 0 ? 2 : 1);
      g_assert_cmpuint (result.charset.n_replaced, ==, 0);
    }
}

static void
test_empty (void)
{
  g_auto (Decoded) result = { 0 };

  decoded_read (&result, "", 0, NULL, NULL);
  g_assert_cmpuint (g_bytes_get_size (result.text), ==, 0);
  g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_DEFAULT);
}

/* Every short run of bytes gives an answer in every encoding, and all of it. */
static void
test_random (void)
{
  guint n_encodings;
  const ExmEncoding *encodings = exm_encoding_get_all (&n_encodings);

  for (guint round = 0; round < 4000; round++)
    {
      char bytes[48];
      gsize n = (gsize) g_test_rand_int_range (0, sizeof bytes);
      for (gsize i = 0; i < n; i++)
        bytes[i] = (char) g_test_rand_int_range (round % 2 == 0 ? 0x80 : 0, 0x100);
      memcpy (bytes + n, "~END", MIN (4, sizeof bytes - n));
      gboolean has_end = sizeof bytes - n >= 4;
      g_auto (Decoded) result = { 0 };
      const ExmEncoding *encoding = &encodings[round % (n_encodings + 1)];
      gboolean ask = round % (n_encodings + 1) < n_encodings;
      decoded_read (&result, bytes, has_end ? n + 4 : n, ask ? encoding->name : NULL,
                    NULL);
      gboolean ascii_stays = ask && encoding->convert != EXM_CONVERT_ESCAPED
                             && encoding->convert != EXM_CONVERT_UTF16LE
                             && encoding->convert != EXM_CONVERT_UTF16BE;
      if (has_end && ascii_stays)
        decoded_assert_contains (&result, "END");
    }
}

static void
test_no_copy (void)
{
  static const char *const pages[] = { "plain", "<p>" CHINESE, "<meta charset=gbk>x" };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      ExmCharset charset;
      g_autoptr (GBytes) raw = g_bytes_new_static (pages[i], strlen (pages[i]));
      g_autoptr (GBytes) text = exm_decode (raw, NULL, NULL, &charset, NULL);
      g_assert_true (g_bytes_get_data (text, NULL) == (gconstpointer) pages[i]);
      g_free (charset.name);
      g_free (charset.declared);
      g_array_unref (charset.replaced);
    }
}

static void
test_refused (void)
{
  ExmCharset charset = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) too_large = NULL;
  g_autoptr (GBytes) raw = g_bytes_new_static ("x", 1);
  g_autoptr (GBytes) large
      = g_bytes_new_take (g_malloc0 (EXM_MAX_PAGE_BYTES + 1), EXM_MAX_PAGE_BYTES + 1);

  g_assert_null (exm_decode (raw, "klingon", NULL, &charset, &error));
  g_assert_error (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_CHARSET);
  g_assert_nonnull (strstr (error->message, "klingon"));
  g_assert_null (exm_decode (large, NULL, NULL, &charset, &too_large));
  g_assert_error (too_large, EXM_PAGE_ERROR, EXM_PAGE_ERROR_TOO_LARGE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decode/replaced", test_replaced);
  g_test_add_func ("/decode/much-replaced", test_much_replaced);
  g_test_add_func ("/decode/damaged-utf-8", test_damaged_utf8);
  g_test_add_func ("/decode/nuls", test_nuls);
  g_test_add_func ("/decode/empty", test_empty);
  g_test_add_func ("/decode/random", test_random);
  g_test_add_func ("/decode/no-copy", test_no_copy);
  g_test_add_func ("/decode/refused", test_refused);
  return g_test_run ();
}
