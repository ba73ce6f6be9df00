/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-charset-labels.h"
#include "exm-decode.h"
#include "exm-limits.h"
#include "exm-page-error.h"

#include <string.h>

#define CHINESE                                                                                      \
  "市图书馆的新馆今天上午开放，第一批读者在门口排起了长队。馆长说，" \
  "这里的书是大家的。"
#define TRADITIONAL                                                                                  \
  "市圖書館的新館今天上午開放，第一批讀者在門口排起了長隊。館長說，" \
  "這裡的書是大家的。"
#define JAPANESE "市立図書館は今日の朝、新しい建物で開きました。本はみんなのものです。"
#define KOREAN "시립 도서관이 오늘 아침 새 건물에서 문을 열었습니다."
#define FRENCH "Le café a été rénové cet été, à côté de la forêt."

/* What one decoding gave. */
typedef struct
{
  GBytes *text;       /* (owned) (nullable) */
  ExmCharset charset; /* (owned): its fields */
} Result;

static void
result_clear (Result *self)
{
  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_pointer (&self->charset.name, g_free);
  g_clear_pointer (&self->charset.declared, g_free);
  g_clear_pointer (&self->charset.replaced, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, result_clear)

static void
decode (Result *result, const char *data, gsize n, const char *override, const char *http)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) raw = g_bytes_new (data, n);

  *result = (Result){ 0 };
  result->text = exm_decode (raw, override, http, &result->charset, &error);
  g_assert_no_error (error);
  gsize length;
  const char *text = g_bytes_get_data (result->text, &length);
  g_assert_true (length == 0 || g_utf8_validate_len (text, length, NULL));
  g_assert_cmpuint (result->charset.replaced->len, ==,
                    MIN (result->charset.n_replaced, EXM_MAX_REPLACED_KEPT));
}

static void
assert_text (const Result *result, const char *expected)
{
  gsize n;
  const char *text = g_bytes_get_data (result->text, &n);
  g_autofree char *copy = g_strndup (text, n);
  g_assert_cmpstr (copy, ==, expected);
}

static char *
encode (const char *text, const char *codeset, gsize *n)
{
  g_autoptr (GError) error = NULL;
  char *bytes = g_convert (text, -1, codeset, "UTF-8", NULL, n, &error);
  g_assert_no_error (error);
  return bytes;
}

/* A page that declares @label and holds @text in @codeset. */
static char *
make_page (const char *label, const char *text, const char *codeset, gsize *n)
{
  g_autoptr (GString) page = g_string_new ("<!DOCTYPE html><html><head>");
  gsize n_text;
  g_autofree char *bytes = encode (text, codeset, &n_text);

  if (label != NULL)
    g_string_append_printf (page, "<meta charset=\"%s\">", label);
  g_string_append (page, "<title>x</title></head><body><p>");
  g_string_append_len (page, bytes, (gssize) n_text);
  g_string_append (page, "</p></body></html>");
  *n = page->len;
  return g_string_free (g_steal_pointer (&page), FALSE);
}

static void
assert_contains (const Result *result, const char *text)
{
  gsize n;
  const char *data = g_bytes_get_data (result->text, &n);
  g_assert_nonnull (g_strstr_len (data, (gssize) n, text));
}

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
      g_auto (Result) result = { 0 };
      g_autofree char *bytes = encode (round_trips[i].text, round_trips[i].codeset, &n);
      g_test_message ("%s", round_trips[i].label);
      decode (&result, bytes, n, round_trips[i].label, NULL);
      assert_text (&result, round_trips[i].text);
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
      g_auto (Result) meta = { 0 };
      g_auto (Result) http = { 0 };
      g_autofree char *page
          = make_page (label, round_trips[i].text, round_trips[i].codeset, &n);
      g_test_message ("%s", label);
      decode (&meta, page, n, NULL, NULL);
      assert_contains (&meta, round_trips[i].text);
      g_assert_cmpstr (meta.charset.name, ==, label);
      g_assert_cmpint (meta.charset.origin, ==, EXM_CHARSET_FROM_META);
      g_assert_null (meta.charset.declared);

      g_autofree char *quoted = g_strdup_printf (" \"%s\" ", label);
      decode (&http, page, n, NULL, quoted);
      g_assert_cmpint (http.charset.origin, ==, EXM_CHARSET_FROM_HTTP);
      g_assert_true (g_bytes_equal (http.text, meta.text));
    }
}

static void
test_hz (void)
{
  static const char page[] = "<meta charset=hz-gb-2312><p>~{<:Ky2;S{#,NpJ)l6HK!#~} ok";
  g_auto (Result) result = { 0 };
  g_auto (Result) plain = { 0 };

  decode (&result, page, strlen (page), NULL, NULL);
  assert_contains (&result, "<p>己所不欲，勿施於人。 ok");
  g_assert_cmpstr (result.charset.name, ==, "hz-gb-2312");

  /* Undeclared, it is the tilde and brace of some script. */
  decode (&plain, page + 25, strlen (page) - 25, NULL, NULL);
  assert_text (&plain, page + 25);
}

static void
test_undeclared_escapes (void)
{
  gsize n;
  g_auto (Result) result = { 0 };
  g_autofree char *page = make_page (NULL, JAPANESE, "ISO-2022-JP", &n);

  decode (&result, page, n, NULL, NULL);
  assert_contains (&result, JAPANESE);
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
      g_auto (Result) result = { 0 };
      g_autofree char *page
          = make_page (lies[i].label, lies[i].text, lies[i].codeset, &n);
      g_test_message ("%s", lies[i].what);
      decode (&result, page, n, NULL, NULL);
      assert_contains (&result, lies[i].text);
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
  g_auto (Result) result = { 0 };
  g_autofree char *page = make_page ("gb2312", CHINESE, "GBK", &n);

  decode (&result, page, n, NULL, "ISO-8859-1");
  assert_contains (&result, CHINESE);
  g_assert_cmpstr (result.charset.name, ==, "gbk");
  g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_META);
  g_assert_cmpstr (result.charset.declared, ==, "windows-1252");

  /* Both may be right: then the header goes first. */
  g_auto (Result) cyrillic = { 0 };
  g_autofree char *other = make_page ("koi8-r", "Библиотека", "CP1251", &n);
  decode (&cyrillic, other, n, NULL, "windows-1251");
  assert_contains (&cyrillic, "Библиотека");
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
      g_auto (Result) result = { 0 };
      decode (&result, cases[i].bytes, cases[i].n, NULL, "gbk");
      assert_text (&result, cases[i].text);
      g_assert_cmpstr (result.charset.name, ==, cases[i].name);
      g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_BOM);
      g_assert_cmpstr (result.charset.declared, ==, "gbk");
    }
}

static void
test_utf16_without_mark (void)
{
  static const char *const codesets[] = { "UTF-16LE", "UTF-16BE" };

  for (guint i = 0; i < G_N_ELEMENTS (codesets); i++)
    {
      gsize n;
      g_auto (Result) result = { 0 };
      g_autofree char *bytes
          = encode ("<html><body><p>" CHINESE "</p></body></html>", codesets[i], &n);
      decode (&result, bytes, n, NULL, "utf-8");
      assert_contains (&result, "<p>" CHINESE "</p>");
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
      g_auto (Result) result = { 0 };
      g_test_message ("%s", cases[i].head);
      decode (&result, cases[i].head, strlen (cases[i].head), NULL, NULL);
      g_assert_cmpstr (result.charset.name, ==, cases[i].name);
      assert_text (&result, cases[i].head);
    }
}

/* Pages put kilobytes of script before their declaration. */
static void
test_late_meta (void)
{
  gsize n;
  g_autoptr (GString) page = g_string_new ("<head><script>");
  g_auto (Result) result = { 0 };
  g_autofree char *rest = make_page ("koi8-r", "Библиотека", "KOI8-R", &n);

  for (guint i = 0; i < 300; i++)
    g_string_append (page, "var a = 1;\n");
  g_string_append (page, "</script>");
  g_string_append_len (page, rest, (gssize) n);
  decode (&result, page->str, page->len, NULL, NULL);
  assert_contains (&result, "Библиотека");
  g_assert_cmpint (result.charset.origin, ==, EXM_CHARSET_FROM_META);
}

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
      g_auto (Result) result = { 0 };
      g_test_message ("%s %u", cases[i].label, i);
      decode (&result, cases[i].bytes, cases[i].n, cases[i].label, NULL);
      assert_text (&result, cases[i].text);
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
  g_auto (Result) result = { 0 };

  for (guint i = 0; i < 1000; i++)
    g_string_append (bytes, "\xd6\xd0\xff");
  decode (&result, bytes->str, bytes->len, "gbk", NULL);
  g_assert_cmpuint (result.charset.n_replaced, ==, 1000);
  g_assert_cmpuint (g_array_index (result.charset.replaced, guint64, 63), ==, 63 * 3 + 2);
  g_assert_cmpuint (g_bytes_get_size (result.text), ==, 6000);
}

/* A cut tail or one damaged comment does not make a UTF-8 page something else. */
static void
test_damaged_utf8 (void)
{
  g_autoptr (GString) page = g_string_new ("<meta charset=utf-8><p>" CHINESE);
  g_auto (Result) cut = { 0 };
  g_auto (Result) damaged = { 0 };
  g_auto (Result) undeclared = { 0 };

  decode (&cut, page->str, page->len - 1, NULL, NULL);
  assert_contains (&cut, "大家的\ufffd");
  g_assert_cmpstr (cut.charset.name, ==, "utf-8");
  g_assert_cmpint (cut.charset.origin, ==, EXM_CHARSET_FROM_META);
  g_assert_cmpuint (cut.charset.n_replaced, ==, 1);

  g_string_append (page, "<!--\xd6\xd0-->");
  decode (&damaged, page->str, page->len, NULL, NULL);
  g_assert_cmpstr (damaged.charset.name, ==, "utf-8");
  assert_contains (&damaged, CHINESE "<!--\ufffd\ufffd-->");

  g_string_assign (page, "<meta charset=iso-8859-1><p>" CHINESE "\xff");
  decode (&undeclared, page->str, page->len, NULL, NULL);
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
      g_auto (Result) result = { 0 };
      decode (&result, cases[i].bytes, cases[i].n, i == 0 ? "utf-8" : NULL, NULL);
      assert_text (&result, cases[i].text);
      g_assert_cmpuint (result.charset.n_nul, ==, i == 0 ? 2 : 1);
      g_assert_cmpuint (result.charset.n_replaced, ==, 0);
    }
}

static void
test_empty (void)
{
  g_auto (Result) result = { 0 };

  decode (&result, "", 0, NULL, NULL);
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
      g_auto (Result) result = { 0 };
      const ExmEncoding *encoding = &encodings[round % (n_encodings + 1)];
      gboolean ask = round % (n_encodings + 1) < n_encodings;
      decode (&result, bytes, has_end ? n + 4 : n, ask ? encoding->name : NULL, NULL);
      gboolean ascii_stays = ask && encoding->convert != EXM_CONVERT_ESCAPED
                             && encoding->convert != EXM_CONVERT_UTF16LE
                             && encoding->convert != EXM_CONVERT_UTF16BE;
      if (has_end && ascii_stays)
        assert_contains (&result, "END");
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

      g_auto (Result) result = { 0 };
      decode (&result, "a\0b\0", 4, encodings[i].name, NULL);
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
  g_test_add_func ("/decode/round-trip", test_round_trip);
  g_test_add_func ("/decode/declared", test_declared);
  g_test_add_func ("/decode/hz", test_hz);
  g_test_add_func ("/decode/undeclared-escapes", test_undeclared_escapes);
  g_test_add_func ("/decode/wrong-declarations", test_wrong_declarations);
  g_test_add_func ("/decode/header-against-page", test_header_against_page);
  g_test_add_func ("/decode/marks", test_marks);
  g_test_add_func ("/decode/utf-16", test_utf16_without_mark);
  g_test_add_func ("/decode/meta-forms", test_meta_forms);
  g_test_add_func ("/decode/late-meta", test_late_meta);
  g_test_add_func ("/decode/replaced", test_replaced);
  g_test_add_func ("/decode/much-replaced", test_much_replaced);
  g_test_add_func ("/decode/damaged-utf-8", test_damaged_utf8);
  g_test_add_func ("/decode/nuls", test_nuls);
  g_test_add_func ("/decode/empty", test_empty);
  g_test_add_func ("/decode/random", test_random);
  g_test_add_func ("/decode/no-copy", test_no_copy);
  g_test_add_func ("/decode/refused", test_refused);
  g_test_add_func ("/decode/labels", test_labels);
  return g_test_run ();
}
