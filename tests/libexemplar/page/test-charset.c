/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "charset/exm-charset-labels.h"
#include "decoded.h"

#include <string.h>

#define CHINESE                                                                                      \
  "市图书馆的新馆今天上午开放，第一批读者在门口排起了长队。馆长说，" \
  "这里的书是大家的。"
#define TRADITIONAL                                                                                  \
  "市圖書館的新館今天上午開放，第一批讀者在門口排起了長隊。館長說，" \
  "這裡的書是大家的。"
/* With the character by which it is known at once. */
#define COMMON_CHINESE                                                                                  \
  "新的图书馆今天早上开放，来的人都是附近的居民。书架上的书是大家的，" \
  "每个人的借书证都可以用。"
#define JAPANESE "市立図書館は今日の朝、新しい建物で開きました。本はみんなのものです。"
#define KOREAN "시립 도서관이 오늘 아침 새 건물에서 문을 열었습니다."
#define FRENCH "Le café a été rénové cet été, à côté de la forêt."

static const struct
{
  const char *label;
  const char *codeset;
  const char *text;
} round_trips[] = {
  { "utf-8", "UTF-8", CHINESE FRENCH KOREAN "😀" },
  { "gbk", "GBK", CHINESE },
  { "gb18030", "GB18030", CHINESE "😀𠮷ﬀ" },
  { "big5", "BIG5-HKSCS", "市圖書館的新館今天開放，讀者排隊。嘅咗" },
  { "euc-jp", "EUC-JP", JAPANESE "ｱｲｳ" },
  { "shift_jis", "CP932", JAPANESE "①～∥ｱｲｳ" },
  { "iso-2022-jp", "ISO-2022-JP", JAPANESE },
  { "euc-kr", "UHC", KOREAN "똠방각하" },
  { "iso-2022-kr", "ISO-2022-KR", KOREAN },
  { "iso-2022-cn", "ISO-2022-CN", CHINESE },
  { "iso-2022-cn-ext", "ISO-2022-CN", CHINESE },
  { "utf-16le", "UTF-16LE", CHINESE "abc😀" },
  { "utf-16be", "UTF-16BE", CHINESE "abc😀" },
  { "windows-1250", "CP1250", "Příliš žluťoučký kůň „€“" },
  { "windows-1251", "CP1251", "Библиотека открыта — №1, їжак" },
  { "windows-1252", "CP1252", FRENCH "€‚„…‘’“”•–—™œŸÿ" },
  { "windows-1253", "CP1253", "Η βιβλιοθήκη άνοιξε €" },
  { "windows-1254", "CP1254", "Kütüphane bugün açıldı, ğşİı €" },
  { "windows-1255", "CP1255", "הספרייה נפתחה הבוקר ₪" },
  { "windows-1256", "CP1256", "افتتحت المكتبة صباح اليوم پچ" },
  { "windows-1257", "CP1257", "Biblioteka šodien ļauj, ąčęėįšųūž" },
  { "windows-1258", "CP1258", "thư viên đươc €ƠƯ" },
  { "windows-874", "CP874", "ห้องสมุดเปิดแล้ววันนี้ €…" },
  { "ibm866", "IBM866", "Библиотека открыта ║Ё" },
  { "koi8-r", "KOI8-R", "Библиотека открыта ё" },
  { "koi8-u", "KOI8-U", "Бібліотека відкрита ґї" },
  { "iso-8859-2", "ISO-8859-2", "Příliš žluťoučký kůň" },
  { "iso-8859-3", "ISO-8859-3", "ĉĝĥĵŝŭ ħ" },
  { "iso-8859-4", "ISO-8859-4", "ąĸŗĩļ ēģŧ" },
  { "iso-8859-5", "ISO-8859-5", "Библиотека №" },
  { "iso-8859-6", "ISO-8859-6", "افتتحت المكتبة" },
  { "iso-8859-7", "ISO-8859-7", "Η βιβλιοθήκη" },
  { "iso-8859-8", "ISO-8859-8", "הספרייה" },
  { "iso-8859-8-i", "ISO-8859-8", "הספרייה" },
  { "iso-8859-10", "ISO-8859-10", "ąēģīĩķ ŋ" },
  { "iso-8859-13", "ISO-8859-13", "ąčęėįšųūž" },
  { "iso-8859-14", "ISO-8859-14", "ẁẃẅ ŵŷ" },
  { "iso-8859-15", "ISO-8859-15", "œuvre à 5 €" },
  { "iso-8859-16", "ISO-8859-16",
    "ĄąŁ€„Š§š©Ș«Ź­źŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóô"
    "őöśűùúûüęțÿ" },
  { "macintosh", "MACINTOSH", "Le café “été” ƒ∂" },
  { "x-mac-cyrillic", "MAC-CYRILLIC", "Библиотека “Ё”" },
};

/* Every encoding is read back as it was written, by the operator's word alone. */
static void
test_round_trip (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (round_trips); i++)
    {
      gsize n;
      g_auto (Decoded) result = { 0 };
      g_autofree char *bytes
          = page_encode (round_trips[i].text, round_trips[i].codeset, &n);
      g_test_message ("%s", round_trips[i].label);
      decoded_read (&result, bytes, n, round_trips[i].label, NULL);
      decoded_assert_text (&result, round_trips[i].text);
      g_assert_cmpstr (result.charset.name, ==, round_trips[i].label);
      g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_OVERRIDE);
      g_assert_cmpuint (result.charset.n_replaced, ==, 0);
    }
}

/* And every one but UTF-16, which shows itself, by the page's word or the header's. */
static void
test_declared (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (round_trips); i++)
    {
      const char *label = round_trips[i].label;
      if (g_str_has_prefix (label, "utf-"))
        continue;
      gsize n;
      g_auto (Decoded) meta = { 0 };
      g_auto (Decoded) http = { 0 };
      g_autofree char *page
          = page_declare (label, round_trips[i].text, round_trips[i].codeset, &n);
      g_test_message ("%s", label);
      decoded_read (&meta, page, n, NULL, NULL);
      decoded_assert_contains (&meta, round_trips[i].text);
      g_assert_cmpstr (meta.charset.name, ==, label);
      g_assert_cmpint (meta.charset.origin, ==, EXM_CHARSET_FROM_META);
      g_assert_null (meta.charset.declared);

      g_autofree char *quoted = g_strdup_printf (" \"%s\" ", label);
      decoded_read (&http, page, n, NULL, quoted);
      g_assert_cmpint (http.charset.origin, ==, EXM_CHARSET_FROM_HTTP);
      g_assert_true (g_bytes_equal (http.text, meta.text));
    }
}

static void
test_hz (void)
{
  static const char page[] = "<meta charset=hz-gb-2312><p>~{<:Ky2;S{#,NpJ)l6HK!#~} ok";
  g_auto (Decoded) result = { 0 };
  g_auto (Decoded) plain = { 0 };

  decoded_read (&result, page, strlen (page), NULL, NULL);
  decoded_assert_contains (&result, "<p>己所不欲，勿施於人。 ok");
  g_assert_cmpstr (result.charset.name, ==, "hz-gb-2312");

  /* Undeclared, it is the tilde and brace of some script. */
  decoded_read (&plain, page + 25, strlen (page) - 25, NULL, NULL);
  decoded_assert_text (&plain, page + 25);
}

static void
test_undeclared_escapes (void)
{
  gsize n;
  g_auto (Decoded) result = { 0 };
  g_autofree char *page = page_declare (NULL, JAPANESE, "ISO-2022-JP", &n);

  decoded_read (&result, page, n, NULL, NULL);
  decoded_assert_contains (&result, JAPANESE);
  g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_DETECTOR);
}

static const struct
{
  const char *what;
  const char *label;
  const char *codeset;
  const char *text;
  const char *name;
  ExmCharsetOrigin origin;
  const char *declared;
} lies[] = {
  { "UTF-8 declared gb2312", "gb2312", "UTF-8", CHINESE, "utf-8", EXM_CHARSET_FROM_BYTES,
    "gbk" },
  { "GBK declared UTF-8", "utf-8", "GBK", CHINESE, "gb18030", EXM_CHARSET_FROM_DETECTOR,
    "utf-8" },
  { "Western bytes declared UTF-8", "utf-8", "CP1252", FRENCH FRENCH FRENCH,
    "windows-1252", EXM_CHARSET_FROM_DETECTOR, "utf-8" },
  { "UTF-8 declared Western", "iso-8859-1", "UTF-8", FRENCH, "utf-8",
    EXM_CHARSET_FROM_BYTES, "windows-1252" },
  { "UTF-8 declared Western, right label", "UTF8", "UTF-8", FRENCH, "utf-8",
    EXM_CHARSET_FROM_BYTES, NULL },
  { "GBK declared Western", "iso-8859-1", "GBK", CHINESE, "gb18030",
    EXM_CHARSET_FROM_DETECTOR, "windows-1252" },
  { "GBK declared Big5", "big5", "GBK", CHINESE CHINESE, "gb18030",
    EXM_CHARSET_FROM_DETECTOR, "big5" },
  { "Big5 declared gb2312", "gb2312", "BIG5", TRADITIONAL TRADITIONAL, "big5",
    EXM_CHARSET_FROM_DETECTOR, "gbk" },
  { "Shift_JIS declared EUC-JP", "euc-jp", "CP932", JAPANESE JAPANESE, "shift_jis",
    EXM_CHARSET_FROM_DETECTOR, "euc-jp" },
  { "a label that nobody knows", "x-klingon", "GBK", CHINESE, "gb18030",
    EXM_CHARSET_FROM_DETECTOR, "x-klingon" },
  { "UTF-16 in a page that can be read", "utf-16", "UTF-8", FRENCH, "utf-8",
    EXM_CHARSET_FROM_BYTES, NULL },
  { "nothing declared, GBK", NULL, "GBK", CHINESE, "gb18030", EXM_CHARSET_FROM_DETECTOR,
    NULL },
  { "nothing declared, GBK as most of it is", NULL, "GBK", COMMON_CHINESE, "gb18030",
    EXM_CHARSET_FROM_DETECTOR, NULL },
  { "nothing declared, EUC-JP", NULL, "EUC-JP", JAPANESE JAPANESE JAPANESE JAPANESE,
    "euc-jp", EXM_CHARSET_FROM_DETECTOR, NULL },
  { "nothing declared, EUC-KR", NULL, "EUC-KR", KOREAN KOREAN KOREAN KOREAN, "euc-kr",
    EXM_CHARSET_FROM_DETECTOR, NULL },
  { "nothing declared, Big5", NULL, "BIG5",
    TRADITIONAL TRADITIONAL TRADITIONAL TRADITIONAL, "big5", EXM_CHARSET_FROM_DETECTOR,
    NULL },
  { "nothing declared, ASCII", NULL, "UTF-8", "plain", "windows-1252",
    EXM_CHARSET_FROM_DEFAULT, NULL },
  { "Latin 1 is the Windows code page", "iso-8859-1", "CP1252", "“café” – 5 €",
    "windows-1252", EXM_CHARSET_FROM_META, NULL },
};

static void
test_wrong_declarations (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      gsize n;
      g_auto (Decoded) result = { 0 };
      g_autofree char *page
          = page_declare (lies[i].label, lies[i].text, lies[i].codeset, &n);
      g_test_message ("%s", lies[i].what);
      decoded_read (&result, page, n, NULL, NULL);
      decoded_assert_contains (&result, lies[i].text);
      g_assert_cmpstr (result.charset.name, ==, lies[i].name);
      g_assert_cmpint (result.charset.origin, ==, lies[i].origin);
      g_assert_cmpstr (result.charset.declared, ==, lies[i].declared);
      g_assert_cmpuint (result.charset.n_replaced, ==, 0);
    }
}

/* A server that says ISO-8859-1 of everything does not silence a page that knows. */
static void
test_header_against_page (void)
{
  gsize n;
  g_auto (Decoded) result = { 0 };
  g_autofree char *page = page_declare ("gb2312", CHINESE, "GBK", &n);

  decoded_read (&result, page, n, NULL, "ISO-8859-1");
  decoded_assert_contains (&result, CHINESE);
  g_assert_cmpstr (result.charset.name, ==, "gbk");
  g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_META);
  g_assert_cmpstr (result.charset.declared, ==, "windows-1252");

  /* Both may be right: then the header goes first. */
  g_auto (Decoded) cyrillic = { 0 };
  g_autofree char *other = page_declare ("koi8-r", "Библиотека", "CP1251", &n);
  decoded_read (&cyrillic, other, n, NULL, "windows-1251");
  decoded_assert_contains (&cyrillic, "Библиотека");
  g_assert_cmpint (cyrillic.charset.origin, ==, EXM_CHARSET_FROM_HTTP);
  g_assert_cmpstr (cyrillic.charset.declared, ==, "koi8-r");
}

static void
test_marks (void)
{
  static const struct
  {
    const char *bytes;
    gsize n;
    const char *text;
    const char *name;
  } cases[] = {
    { "\xef\xbb\xbf<p>x</p>", 11, "<p>x</p>", "utf-8" },
    { "\xef\xbb\xbf", 3, "", "utf-8" },
    { "\xff\xfe<\0a\0-N", 8, "<a中", "utf-16le" },
    { "\xfe\xff\0<\0aN-", 8, "<a中", "utf-16be" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Decoded) result = { 0 };
      decoded_read (&result, cases[i].bytes, cases[i].n, NULL, "gbk");
      decoded_assert_text (&result, cases[i].text);
      g_assert_cmpstr (result.charset.name, ==, cases[i].name);
      g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_BOM);
      g_assert_cmpstr (result.charset.declared, ==, "gbk");
    }
}

/* Bytes in and behind what is decoded at once, NULs and bytes without a character among
 * them. */
static void
test_long_single (void)
{
  g_autoptr (GString) bytes = g_string_new (NULL), text = g_string_new (NULL);
  g_auto (Decoded) result = { 0 };

  for (guint i = 0; i < 3000; i++)
    {
      g_string_append_len (bytes, "plain text here \xe9\xfe\xd2\0", 16 + i % 5);
      g_string_append (text, "plain text here ");
      g_string_append (text, i % 5 > 0 ? "é" : "");
      g_string_append (text, i % 5 > 1 ? "þ" : "");
      g_string_append (text, i % 5 > 2 ? "Ò" : "");
    }
  decoded_read (&result, bytes->str, bytes->len, NULL, "windows-1252");
  decoded_assert_text (&result, text->str);
  g_assert_cmpuint (result.charset.n_nul, ==, 600);

  g_auto (Decoded) greek = { 0 };
  decoded_read (&greek, "\xe1\xd2\xe2", 3, NULL, "windows-1253");
  decoded_assert_text (&greek, "α\xef\xbf\xbdβ");
  g_assert_cmpuint (greek.charset.n_replaced, ==, 1);
  g_assert_cmpuint (g_array_index (greek.charset.replaced, guint64, 0), ==, 1);
}

/* An English page of which nobody says what its quotation marks are. */
static void
test_only_quotes (void)
{
  static const char page[] = "<p>\x93It\x92s late\x94 \x96 he said\x85";
  g_auto (Decoded) result = { 0 };

  decoded_read (&result, page, sizeof page - 1, NULL, NULL);
  decoded_assert_text (&result, "<p>“It’s late” – he said…");
  g_assert_cmpstr (result.charset.name, ==, "windows-1252");
}

static void
test_utf16_without_mark (void)
{
  static const char *const codesets[] = { "UTF-16LE", "UTF-16BE" };

  for (guint i = 0; i < G_N_ELEMENTS (codesets); i++)
    {
      gsize n;
      g_auto (Decoded) result = { 0 };
      g_autofree char *bytes
          = page_encode ("<html><body><p>" CHINESE "</p></body></html>", codesets[i], &n);
      decoded_read (&result, bytes, n, NULL, "utf-8");
      decoded_assert_contains (&result, "<p>" CHINESE "</p>");
      g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_DETECTOR);
      g_assert_cmpuint (result.charset.n_nul, ==, 0);
    }
}

static void
test_meta_forms (void)
{
  static const struct
  {
    const char *head;
    const char *name;
  } cases[] = {
    { "<meta charset=gb2312>", "gbk" },
    { "<META CHARSET = 'GB2312' />", "gbk" },
    { "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=Big5\">", "big5" },
    { "<meta content='text/html;charset = \"euc-kr\"' http-equiv=content-type>",
      "euc-kr" },
    { "<meta name=x content='charset=big5'><meta charset=gbk>", "gbk" },
    { "<!-- <meta charset=big5> --><meta charset=gbk>", "gbk" },
    { "<!--><meta charset=gbk>", "gbk" },
    { "<script>'<meta charset=big5>'</script><meta charset=gbk>", "gbk" },
    { "<?xml version=\"1.0\" encoding=\"GB2312\"?><html>", "gbk" },
    { "<a title='<meta charset=big5>'><meta/charset=gbk>", "gbk" },
    { "<metacharset=big5><meta charset=gbk>", "gbk" },
    { "<meta charset=utf-16><p>", "utf-8" },
    { "<meta charset=x-user-defined>", "windows-1252" },
    { "<body><meta charset=big5>", "windows-1252" },
    { "<meta charset", "windows-1252" },
    { "<meta charset=", "windows-1252" },
    { "<meta charset=\"gbk", "windows-1252" },
    { "<meta http-equiv=content-type content='charset=\"gbk'>", "windows-1252" },
    { "<?xml encoding='gbk", "windows-1252" },
    { "<!--", "windows-1252" },
    { "<", "windows-1252" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Decoded) result = { 0 };
      g_test_message ("%s", cases[i].head);
      decoded_read (&result, cases[i].head, strlen (cases[i].head), NULL, NULL);
      g_assert_cmpstr (result.charset.name, ==, cases[i].name);
      decoded_assert_text (&result, cases[i].head);
    }
}

/* Pages put kilobytes of script before their declaration. */
static void
test_late_meta (void)
{
  gsize n;
  g_autoptr (GString) page = g_string_new ("<head><script>");
  g_auto (Decoded) result = { 0 };
  g_autofree char *rest = page_declare ("koi8-r", "Библиотека", "KOI8-R", &n);

  for (guint i = 0; i < 300; i++)
    g_string_append (page, "var a = 1;\n");
  g_string_append (page, "</script>");
  g_string_append_len (page, rest, (gssize) n);
  decoded_read (&result, page->str, page->len, NULL, NULL);
  decoded_assert_contains (&result, "Библиотека");
  g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_META);
}

static void
test_labels (void)
{
  guint n;
  guint n_labels = 0;
  const ExmEncoding *encodings = exm_encoding_get_all (&n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) labels = g_strsplit (encodings[i].labels, " ", -1);
      g_assert_true (exm_encoding_lookup (encodings[i].name) == &encodings[i]);
      for (guint k = 0; labels[k] != NULL; k++, n_labels++)
        {
          g_autofree char *loud = g_ascii_strup (labels[k], -1);
          g_autofree char *wrapped = g_strdup_printf ("\t%s \n", loud);
          g_assert_true (exm_encoding_lookup (labels[k]) == &encodings[i]);
          g_assert_true (exm_encoding_lookup (wrapped) == &encodings[i]);
        }

      g_auto (Decoded) result = { 0 };
      decoded_read (&result, "a\0b\0", 4, encodings[i].name, NULL);
      g_assert_cmpuint (g_bytes_get_size (result.text), >, 0);
    }
  g_assert_cmpuint (n_labels, >=, 220);
  g_assert_null (exm_encoding_lookup (NULL));
  g_assert_null (exm_encoding_lookup (""));
  g_assert_null (exm_encoding_lookup ("utf-9"));
  g_autofree char *endless = g_strnfill (100000, 'a');
  g_assert_null (exm_encoding_lookup (endless));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charset/round-trip", test_round_trip);
  g_test_add_func ("/charset/declared", test_declared);
  g_test_add_func ("/charset/hz", test_hz);
  g_test_add_func ("/charset/undeclared-escapes", test_undeclared_escapes);
  g_test_add_func ("/charset/wrong-declarations", test_wrong_declarations);
  g_test_add_func ("/charset/header-against-page", test_header_against_page);
  g_test_add_func ("/charset/marks", test_marks);
  g_test_add_func ("/charset/long-single", test_long_single);
  g_test_add_func ("/charset/only-quotes", test_only_quotes);
  g_test_add_func ("/charset/utf-16", test_utf16_without_mark);
  g_test_add_func ("/charset/meta-forms", test_meta_forms);
  g_test_add_func ("/charset/late-meta", test_late_meta);
  g_test_add_func ("/charset/labels", test_labels);
  return g_test_run ();
}
