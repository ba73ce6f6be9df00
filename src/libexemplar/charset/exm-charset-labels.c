/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "charset/exm-charset-labels.h"

/* Longer labels are no labels. */
#define MAX_LABEL_BYTES 64

static const ExmEncoding encodings[] = {
  { "utf-8", EXM_CONVERT_UTF8, NULL,
    "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 utf_8" },
  { "windows-1252", EXM_CONVERT_SINGLE, "windows-1252",
    "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 "
    "iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 "
    "x-cp1252 latin-1" },
  { "gbk", EXM_CONVERT_GB18030, NULL,
    "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk "
    "cp936 ms936 windows-936 gb-2312 euc-cn" },
  { "gb18030", EXM_CONVERT_GB18030, NULL, "gb18030 gb-18030" },
  { "big5", EXM_CONVERT_MULTI, "Big5-HKSCS",
    "big5 big5-hkscs cn-big5 csbig5 x-x-big5 big-5 cp950 ms950 windows-950" },
  { "euc-jp", EXM_CONVERT_MULTI, "EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp eucjp" },
  { "shift_jis", EXM_CONVERT_MULTI, "windows-31j",
    "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis cp932" },
  { "iso-2022-jp", EXM_CONVERT_ESCAPED, "JIS7", "csiso2022jp iso-2022-jp" },
  { "euc-kr", EXM_CONVERT_MULTI, "windows-949",
    "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 "
    "ksc5601 ksc_5601 windows-949 cp949 ms949 uhc" },
  { "iso-2022-kr", EXM_CONVERT_ESCAPED, "ISO-2022-KR", "csiso2022kr iso-2022-kr" },
  { "hz-gb-2312", EXM_CONVERT_ESCAPED, "HZ", "hz-gb-2312 hz" },
  { "iso-2022-cn", EXM_CONVERT_ESCAPED, "ISO-2022-CN", "iso-2022-cn" },
  { "iso-2022-cn-ext", EXM_CONVERT_ESCAPED, "ISO-2022-CN-EXT", "iso-2022-cn-ext" },
  { "utf-16le", EXM_CONVERT_UTF16LE, NULL,
    "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le" },
  { "utf-16be", EXM_CONVERT_UTF16BE, NULL, "unicodefffe utf-16be" },
  { "windows-1250", EXM_CONVERT_SINGLE, "windows-1250", "cp1250 windows-1250 x-cp1250" },
  { "windows-1251", EXM_CONVERT_SINGLE, "windows-1251", "cp1251 windows-1251 x-cp1251" },
  { "windows-1253", EXM_CONVERT_SINGLE, "windows-1253", "cp1253 windows-1253 x-cp1253" },
  { "windows-1254", EXM_CONVERT_SINGLE, "windows-1254",
    "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 "
    "iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254" },
  { "windows-1255", EXM_CONVERT_SINGLE, "windows-1255", "cp1255 windows-1255 x-cp1255" },
  { "windows-1256", EXM_CONVERT_SINGLE, "windows-1256", "cp1256 windows-1256 x-cp1256" },
  { "windows-1257", EXM_CONVERT_SINGLE, "windows-1257", "cp1257 windows-1257 x-cp1257" },
  { "windows-1258", EXM_CONVERT_SINGLE, "windows-1258", "cp1258 windows-1258 x-cp1258" },
  { "windows-874", EXM_CONVERT_SINGLE, "windows-874",
    "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874 cp874" },
  { "ibm866", EXM_CONVERT_SINGLE, "ibm-866", "866 cp866 csibm866 ibm866" },
  { "koi8-r", EXM_CONVERT_SINGLE, "KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r" },
  { "koi8-u", EXM_CONVERT_SINGLE, "KOI8-U", "koi8-ru koi8-u" },
  { "iso-8859-2", EXM_CONVERT_SINGLE, "ISO-8859-2",
    "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 "
    "latin2" },
  { "iso-8859-3", EXM_CONVERT_SINGLE, "ISO-8859-3",
    "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 "
    "latin3" },
  { "iso-8859-4", EXM_CONVERT_SINGLE, "ISO-8859-4",
    "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 "
    "latin4" },
  { "iso-8859-5", EXM_CONVERT_SINGLE, "ISO-8859-5",
    "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 "
    "iso_8859-5:1988" },
  { "iso-8859-6", EXM_CONVERT_SINGLE, "ISO-8859-6",
    "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 "
    "iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 "
    "iso_8859-6:1987" },
  { "iso-8859-7", EXM_CONVERT_SINGLE, "ISO-8859-7",
    "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 "
    "iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek" },
  { "iso-8859-8", EXM_CONVERT_SINGLE, "ISO-8859-8",
    "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 "
    "iso88598 iso_8859-8 iso_8859-8:1988 visual" },
  { "iso-8859-8-i", EXM_CONVERT_SINGLE, "ISO-8859-8",
    "csiso88598i iso-8859-8-i logical" },
  { "iso-8859-10", EXM_CONVERT_SINGLE, "ISO-8859-10",
    "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6" },
  { "iso-8859-13", EXM_CONVERT_SINGLE, "ISO-8859-13",
    "iso-8859-13 iso8859-13 iso885913" },
  { "iso-8859-14", EXM_CONVERT_SINGLE, "ISO-8859-14",
    "iso-8859-14 iso8859-14 iso885914" },
  { "iso-8859-15", EXM_CONVERT_SINGLE, "ISO-8859-15",
    "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9" },
  { "iso-8859-16", EXM_CONVERT_SINGLE, NULL, "iso-8859-16" },
  { "macintosh", EXM_CONVERT_SINGLE, "macintosh",
    "csmacintosh mac macintosh x-mac-roman" },
  { "x-mac-cyrillic", EXM_CONVERT_SINGLE, "x-mac-cyrillic",
    "x-mac-cyrillic x-mac-ukrainian" },
  { "x-user-defined", EXM_CONVERT_USER_DEFINED, NULL, "x-user-defined" },
};

static GHashTable *
build_index (void)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
    {
      g_auto (GStrv) labels = g_strsplit (encodings[i].labels, " ", -1);
      for (guint k = 0; labels[k] != NULL; k++)
        g_hash_table_insert (index, g_strdup (labels[k]), (gpointer) &encodings[i]);
    }
  return index;
}

const ExmEncoding *
exm_encoding_lookup (const char *label)
{
  static GHashTable *index;
  char name[MAX_LABEL_BYTES + 1];
  gsize n = 0;

  if (label == NULL)
    return NULL;
  if (g_once_init_enter (&index))
    g_once_init_leave (&index, build_index ());

  while (g_ascii_isspace (*label) || *label == '"' || *label == '\'')
    label++;
  for (; *label != '\0' && n < MAX_LABEL_BYTES; label++)
    name[n++] = g_ascii_tolower (*label);
  if (*label != '\0')
    return NULL;
  while (n > 0
         && (g_ascii_isspace (name[n - 1]) || name[n - 1] == '"' || name[n - 1] == '\''))
    n--;
  name[n] = '\0';
  return g_hash_table_lookup (index, name);
}

const ExmEncoding *
exm_encoding_get_all (guint *n)
{
  *n = G_N_ELEMENTS (encodings);
  return encodings;
}
