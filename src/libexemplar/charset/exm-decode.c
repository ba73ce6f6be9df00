/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "charset/exm-decode.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "charset/exm-charset-decoder.h"
#include "charset/exm-charset-labels.h"
#include "charset/exm-utf8.h"
#include "types/exm-page-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <uchardet.h>

/* --- Evidence of an encoding in the bytes themselves --- */

#define DECLARATION_BYTES (16 * 1024)
#define DETECT_BYTES (256 * 1024)
#define UTF16_BYTES 1024
#define MAX_VALUE_BYTES 256

/* @data: bytes; @n: their number; @n_mark: (out): length of the byte order mark.
 * Returns: (nullable): the encoding that a byte order mark names */
static const ExmEncoding *
sniff_bom (const guint8 *data, gsize n, gsize *n_mark)
{
  static const struct
  {
    const char *mark; /* (unowned) */
    gsize n;
    const char *name; /* (unowned) */
  } marks[] = {
    { "\xef\xbb\xbf", 3, "utf-8" },
    { "\xff\xfe", 2, "utf-16le" },
    { "\xfe\xff", 2, "utf-16be" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (n >= marks[i].n && memcmp (data, marks[i].mark, marks[i].n) == 0)
      {
        *n_mark = marks[i].n;
        return exm_encoding_lookup (marks[i].name);
      }
  *n_mark = 0;
  return NULL;
}

/* Markup in UTF-16 has a NUL in every other byte of it: the one way to see UTF-16 that
 * has no mark. O(1): looks at the first bytes. Returns: (nullable): utf-16le or
 * utf-16be, %NULL if the bytes have not that shape */
static const ExmEncoding *
sniff_utf16 (const guint8 *data, gsize n)
{
  gsize end = MIN (n, UTF16_BYTES);
  gsize nuls[2] = { 0, 0 };

  if (n == 0 || memchr (data, 0, end) == NULL)
    return NULL;
  for (gsize i = 0; i < end; i++)
    nuls[i % 2] += data[i] == 0;
  if ((nuls[0] + nuls[1]) * 10 < end || end < 4)
    return NULL;
  if (nuls[0] * 16 <= nuls[1])
    return exm_encoding_lookup ("utf-16le");
  if (nuls[1] * 16 <= nuls[0])
    return exm_encoding_lookup ("utf-16be");
  return NULL;
}

/* A cursor over the head of a page. */
typedef struct
{
  const char *at;  /* (unowned) */
  const char *end; /* (unowned) */
} Scan;

static gboolean
at_word (const Scan *scan, const char *word)
{
  gsize n = strlen (word);
  /* Their second signs have the bit that tells small letters from large ones. */
  return (gsize) (scan->end - scan->at) >= n && (scan->at[1] | 0x20) == word[1]
         && g_ascii_strncasecmp (scan->at, word, n) == 0;
}

static void
skip_past (Scan *scan, const char *word)
{
  /* Words begin with a sign, which has no case. */
  while (scan->at < scan->end && !at_word (scan, word))
    {
      const char *next = memchr (scan->at + 1, *word, (gsize) (scan->end - scan->at) - 1);
      scan->at = next != NULL ? next : scan->end;
    }
  scan->at += MIN ((gsize) (scan->end - scan->at), strlen (word));
}

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static void
skip_spaces (Scan *scan)
{
  while (scan->at < scan->end && is_space (*scan->at))
    scan->at++;
}

static void
append_lower (GString *to, const char *p, const char *end)
{
  for (; to != NULL && p < end && to->len < MAX_VALUE_BYTES; p++)
    g_string_append_c (to, g_ascii_tolower (*p));
}

/* The next attribute of a tag, in lower case. @name, @value: (nullable): not asked for.
 * Returns %FALSE at the tag's end. */
static gboolean
next_attribute (Scan *scan, GString *name, GString *value)
{
  if (name != NULL)
    g_string_truncate (name, 0);
  if (value != NULL)
    g_string_truncate (value, 0);
  while (scan->at < scan->end && (is_space (*scan->at) || *scan->at == '/'))
    scan->at++;
  if (scan->at >= scan->end || *scan->at == '>')
    return FALSE;

  const char *start = scan->at;
  for (; scan->at < scan->end; scan->at++)
    {
      char c = *scan->at;
      if (is_space (c) || c == '/' || c == '>' || (c == '=' && scan->at > start))
        break;
    }
  append_lower (name, start, scan->at);
  skip_spaces (scan);
  if (scan->at >= scan->end || *scan->at != '=')
    return TRUE;
  scan->at++;
  skip_spaces (scan);
  if (scan->at >= scan->end)
    return FALSE;

  char quote = *scan->at == '"' || *scan->at == '\'' ? *scan->at++ : '\0';
  start = scan->at;
  if (quote != '\0')
    {
      const char *close = memchr (start, quote, (gsize) (scan->end - start));
      scan->at = close != NULL ? close : scan->end;
    }
  else
    while (scan->at < scan->end && !is_space (*scan->at) && *scan->at != '>')
      scan->at++;
  append_lower (value, start, scan->at);
  if (scan->at >= scan->end)
    return FALSE;
  scan->at += quote != '\0';
  return TRUE;
}

/* The label after "charset=" in the content of a meta element, or %NULL. */
static char *
label_in_content (const char *content)
{
  const char *p = content;

  while ((p = strstr (p, "charset")) != NULL)
    {
      p += strlen ("charset");
      while (is_space (*p))
        p++;
      if (*p != '=')
        continue;
      p++;
      while (is_space (*p))
        p++;
      if (*p == '"' || *p == '\'')
        {
          const char *close = strchr (p + 1, *p);
          return close == NULL ? NULL : g_strndup (p + 1, (gsize) (close - p - 1));
        }
      gsize n = strcspn (p, "; \t\n\f\r\"'");
      return n == 0 ? NULL : g_strndup (p, n);
    }
  return NULL;
}

/* The label that one meta tag declares; @scan stands behind its name. */
static char *
label_in_meta (Scan *scan)
{
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) value = g_string_new (NULL);
  g_autofree char *charset = NULL;
  g_autofree char *content = NULL;
  gboolean is_content_type = FALSE;

  while (next_attribute (scan, name, value))
    {
      if (strcmp (name->str, "http-equiv") == 0)
        is_content_type = strcmp (value->str, "content-type") == 0;
      else if (strcmp (name->str, "charset") == 0 && charset == NULL && value->len > 0)
        charset = g_strdup (value->str);
      else if (strcmp (name->str, "content") == 0 && content == NULL)
        content = label_in_content (value->str);
    }
  if (charset != NULL)
    return g_steal_pointer (&charset);
  return is_content_type ? g_steal_pointer (&content) : NULL;
}

static char *
label_in_xml_declaration (const Scan *scan)
{
  if (!at_word (scan, "<?xml"))
    return NULL;
  const char *close = memchr (scan->at, '>', (gsize) (scan->end - scan->at));
  if (close == NULL)
    return NULL;
  g_autofree char *text = g_strndup (scan->at, (gsize) (close - scan->at));
  const char *p = strstr (text, "encoding");
  if (p == NULL)
    return NULL;
  p += strlen ("encoding");
  p += strspn (p, " \t\n\r=");
  if (*p != '"' && *p != '\'')
    return NULL;
  const char *end = strchr (p + 1, *p);
  return end == NULL ? NULL : g_strndup (p + 1, (gsize) (end - p - 1));
}

/* Goes past the tag that @scan stands at, and past what a script or style holds. */
static void
skip_tag (Scan *scan)
{
  const char *close = NULL;

  if (at_word (scan, "<script"))
    close = "</script";
  else if (at_word (scan, "<style"))
    close = "</style";

  while (scan->at < scan->end && !is_space (*scan->at) && *scan->at != '>')
    scan->at++;
  while (next_attribute (scan, NULL, NULL))
    continue;
  if (close != NULL)
    skip_past (scan, close);
}

/* The label that the page itself declares: in an XML declaration, `<meta charset>` or
 * `<meta http-equiv=content-type>`. After the WHATWG HTML Standard, "prescan a byte
 * stream to determine its encoding", but farther than its 1024 bytes, since pages put
 * scripts first: to `<body`, at most 16 KiB; comments, scripts and styles are passed
 * over. @data: bytes; @n: their number. Returns: (transfer full) (nullable): the label
 * as written, not looked up */
static char *
sniff_declaration (const guint8 *data, gsize n)
{
  Scan scan = { (const char *) data, (const char *) data + MIN (n, DECLARATION_BYTES) };

  if (n >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    scan.at += 3;
  skip_spaces (&scan);
  g_autofree char *xml = label_in_xml_declaration (&scan);
  while (scan.at < scan.end)
    {
      scan.at = memchr (scan.at, '<', (gsize) (scan.end - scan.at));
      if (scan.at == NULL || at_word (&scan, "<body"))
        break;
      if (at_word (&scan, "<!--"))
        {
          scan.at += 2;
          skip_past (&scan, "-->");
        }
      else if (at_word (&scan, "<meta") && scan.end - scan.at > 5
               && (is_space (scan.at[5]) || scan.at[5] == '/'))
        {
          scan.at += strlen ("<meta");
          char *label = label_in_meta (&scan);
          if (label != NULL)
            return label;
        }
      else if (scan.end - scan.at > 1
               && (g_ascii_isalpha (scan.at[1]) || scan.at[1] == '/'))
        skip_tag (&scan);
      else
        scan.at++;
    }
  return g_steal_pointer (&xml);
}

/* Most bytes above ASCII pair up as the first level of GB 2312: 3755 characters that make
 * up nearly all Chinese text. */
static gboolean
looks_like_gb2312 (const guint8 *data, gsize n)
{
  gsize n_pairs = 0;
  gsize n_common = 0;

  for (gsize i = 0; i + 1 < n; i++)
    {
      if (data[i] < 0x80)
        continue;
      n_pairs++;
      n_common += data[i] >= 0xb0 && data[i] <= 0xd7 && data[i + 1] >= 0xa1;
      i++;
    }
  return n_pairs > 0 && n_common * 3 >= n_pairs * 2;
}

/* The most frequent character of Chinese, in GB 2312: neither Japanese nor Korean has it,
 * nor its two bytes for anything that is frequent. */
#define DE_LEAD 0xb5
#define DE_TRAIL 0xc4

/* One character in so many, and at least so often. */
#define DE_SHARE 200u
#define MIN_DE 4u

static gboolean
is_surely_gb2312 (const guint8 *data, gsize n)
{
  gsize n_pairs = 0, n_de = 0;

  for (gsize i = exm_utf8_find_wide (data, 0, n); i + 1 < n;
       i = exm_utf8_find_wide (data, i + 2, n))
    {
      n_pairs++;
      n_de += data[i] == DE_LEAD && data[i + 1] == DE_TRAIL;
    }
  return n_de >= MIN_DE && n_de * DE_SHARE >= n_pairs && looks_like_gb2312 (data, n);
}

/* Whether all bytes above ASCII are @low … @high, or the ellipsis of Windows. */
static gboolean
has_only (const guint8 *data, gsize n, guint8 low, guint8 high)
{
  for (gsize i = exm_utf8_find_wide (data, 0, n); i < n;
       i = exm_utf8_find_wide (data, i + 1, n))
    if ((data[i] < low || data[i] > high) && data[i] != 0x85)
      return FALSE;
  return TRUE;
}

/* Asks uchardet, about the first 256 KiB from the first byte above ASCII. Where it knows
 * nothing, bytes above ASCII that mostly pair up as common Chinese characters of GB 2312
 * are gb18030. @data: bytes that are no valid UTF-8; @n: their number. Returns:
 * (nullable): the likely encoding, %NULL if unsure */
static const ExmEncoding *
sniff_detect (const guint8 *data, gsize n)
{
  gsize start = exm_utf8_find_wide (data, 0, n);
  const guint8 *escape = start > 0 ? memchr (data, 0x1b, start) : NULL;
  if (escape != NULL)
    start = (gsize) (escape - data);
  gsize length = MIN (n - start, DETECT_BYTES);
  if (length == 0)
    return NULL;
  /* The quotation marks and dashes of English pages: no text of several bytes a character
   * gets along with these, so nobody else need be asked. */
  if (escape == NULL && has_only (data + start, length, 0x91, 0x99))
    return exm_encoding_lookup ("windows-1252");

  if (escape == NULL && is_surely_gb2312 (data + start, length))
    return exm_encoding_lookup ("gb18030");

  uchardet_t detector = uchardet_new ();
  const ExmEncoding *found = NULL;
  if (uchardet_handle_data (detector, (const char *) data + start, length) == 0)
    {
      uchardet_data_end (detector);
      found = exm_encoding_lookup (uchardet_get_charset (detector));
    }
  uchardet_delete (detector);
  /* Windows code pages agree on marks, so a page that has no other byte above ASCII tells
   * nothing of its letters. */
  if (found != NULL && found->convert == EXM_CONVERT_SINGLE
      && has_only (data + start, length, 0x80, 0x9f))
    return exm_encoding_lookup ("windows-1252");
  if (found == NULL && looks_like_gb2312 (data + start, length))
    found = exm_encoding_lookup ("gb18030");
  return found;
}

/* --- The choice --- */

/* Bytes that nobody calls UTF-8 are it nevertheless when so many more are good than bad.
 */
#define UNDECLARED_UTF8_SHARE 32

/* A legacy encoding is doubted when more than one in so many characters was replaced. */
#define DOUBT_SHARE 50

/* Declarations that are remembered as written are no longer than this. */
#define MAX_DECLARED_BYTES 64

typedef struct
{
  GBytes *raw;        /* (unowned) */
  const guint8 *data; /* (unowned) */
  gsize n;
  ExmUtf8Scan scan;
  gboolean scanned;          /* @scan is known */
  gboolean has_wide;         /* bytes above ASCII, once scanned */
  const char *http_label;    /* (unowned) (nullable) */
  char *meta_label;          /* (owned) (nullable) */
  const ExmEncoding *http;   /* (unowned) (nullable) */
  const ExmEncoding *meta;   /* (unowned) (nullable) */
  const ExmEncoding *chosen; /* (unowned) (nullable) */
  ExmCharsetOrigin origin;
  ExmDecoded decoded; /* (owned): what @chosen makes of the bytes, once known */
} Decode;

static void
decode_clear (Decode *self)
{
  g_free (self->meta_label);
  exm_decoded_clear (&self->decoded);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Decode, decode_clear)

static void
choose (Decode *self, const ExmEncoding *encoding, ExmCharsetOrigin origin)
{
  self->chosen = encoding;
  self->origin = origin;
}

/* The page's own declaration. Bytes in which a declaration can be read are no UTF-16, and
 * x-user-defined means windows-1252 there (HTML Standard, the prescan's last steps). */
static const ExmEncoding *
lookup_meta (const char *label)
{
  const ExmEncoding *encoding = exm_encoding_lookup (label);

  if (encoding == NULL)
    return NULL;
  if (encoding->convert == EXM_CONVERT_UTF16LE
      || encoding->convert == EXM_CONVERT_UTF16BE)
    return exm_encoding_lookup ("utf-8");
  if (encoding->convert == EXM_CONVERT_USER_DEFINED)
    return exm_encoding_lookup ("windows-1252");
  return encoding;
}

/* Several bytes a character. */
static gboolean
is_multi (const ExmEncoding *encoding)
{
  return encoding->convert == EXM_CONVERT_MULTI
         || encoding->convert == EXM_CONVERT_GB18030;
}

/* Han and kana text that was read rightly is full of these; read wrongly it has none.
 * Counts no more than @enough. */
static gsize
count_common (const GString *text, gsize enough)
{
  static const char *const common[] = { "的", "，", "。", "、", "の", "は", "是" };
  const guint8 *data = (const guint8 *) text->str;
  gsize count = 0;

  for (gsize at = 0; count < enough; at++)
    {
      at = exm_utf8_find_wide (data, at, text->len);
      if (at == text->len)
        break;
      const char *p = text->str + at;
      if ((guchar) *p < 0xe3)
        continue;
      gboolean is_common = FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (common); i++)
        is_common |= p[2] == common[i][2] && p[1] == common[i][1] && p[0] == common[i][0];
      count += is_common;
      at += 2;
    }
  return count;
}

/* In Western text bytes above ASCII stand alone; in text of two-byte characters they come
 * in runs. */
static gboolean
comes_in_pairs (const Decode *self)
{
  gsize n_alone = 0;
  gsize n_wide = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      if (self->data[i] < 0x80)
        continue;
      gboolean before = i > 0 && self->data[i - 1] >= 0x80;
      gboolean after = i + 1 < self->n && self->data[i + 1] >= 0x80;
      n_wide++;
      n_alone += !before && !after;
    }
  return n_wide >= 8 && n_alone * 20 < n_wide;
}

/* Bytes that are UTF-8 but for some damage, whatever is declared. */
static gboolean
is_nearly_utf8 (const Decode *self)
{
  if (self->scan.ends_cut && self->scan.n_bad == 1 && self->scan.n_multi > 0)
    return TRUE;
  return self->scan.n_multi >= UNDECLARED_UTF8_SHARE * self->scan.n_bad;
}

/* Guesses the encoding by statistics, %NULL if unsure. Some bytes are above ASCII. */
static const ExmEncoding *
detect (const Decode *self)
{
  if (is_nearly_utf8 (self))
    return exm_encoding_lookup ("utf-8");
  const ExmEncoding *found = sniff_detect (self->data, self->n);
  return found != NULL && found->convert == EXM_CONVERT_ESCAPED ? NULL : found;
}

/* Whether the result of a declared legacy encoding is worth asking others about. */
static gboolean
is_doubtful (const Decode *self)
{
  const ExmDecoded *decoded = &self->decoded;

  if (self->chosen->convert == EXM_CONVERT_SINGLE)
    return strcmp (self->chosen->name, "windows-1252") == 0 && comes_in_pairs (self);
  if ((gsize) decoded->n_replaced * DOUBT_SHARE > decoded->n_wide)
    return TRUE;
  return strcmp (self->chosen->name, "euc-kr") != 0 && decoded->n_wide >= 32
         && count_common (decoded->text, decoded->n_wide / 200 + 1) * 200
                < decoded->n_wide;
}

/* Whether @other, read in @rival, is clearly better than the doubtful result so far. */
static gboolean
is_better (const Decode *self, const ExmEncoding *rival, const ExmDecoded *other)
{
  const ExmDecoded *mine = &self->decoded;

  if (self->chosen->convert == EXM_CONVERT_SINGLE)
    return is_multi (rival) && (gsize) other->n_replaced * DOUBT_SHARE <= other->n_wide;
  /* One byte a character fits anything: only where the declared encoding fails. */
  if (rival->convert == EXM_CONVERT_SINGLE && (gsize) mine->n_replaced * 4 < mine->n_wide)
    return FALSE;
  if ((guint64) other->n_replaced * 4 < mine->n_replaced)
    return TRUE;
  return is_multi (rival) && other->n_replaced <= mine->n_replaced
         && count_common (other->text, G_MAXSIZE)
                > 8 + 4 * count_common (mine->text, G_MAXSIZE);
}

/* Takes @rival in the place of a doubtful declaration if it reads the bytes better. */
static gboolean
overrule (Decode *self, const ExmEncoding *rival, ExmCharsetOrigin origin)
{
  if (rival == NULL || rival == self->chosen || rival->convert == EXM_CONVERT_UTF8
      || (rival->converter != NULL
          && g_strcmp0 (rival->converter, self->chosen->converter) == 0)
      || (rival->convert == EXM_CONVERT_GB18030
          && rival->convert == self->chosen->convert))
    return FALSE;

  g_auto (ExmDecoded) other = { 0 };
  exm_decoded_init (&other, rival, self->data, self->n);
  if (!is_better (self, rival, &other))
    return FALSE;
  exm_decoded_clear (&self->decoded);
  self->decoded = other;
  other = (ExmDecoded){ 0 };
  choose (self, rival, origin);
  return TRUE;
}

/* Takes what HTTP or the page declare, if the bytes bear it out. */
static gboolean
try_declared (Decode *self, const ExmEncoding *declared, ExmCharsetOrigin origin)
{
  if (declared == NULL)
    return FALSE;
  if (declared->convert == EXM_CONVERT_UTF8)
    {
      if (!is_nearly_utf8 (self)
          && self->scan.n_bad * EXM_UTF8_DAMAGED_SHARE > self->scan.n_multi)
        return FALSE;
      choose (self, declared, origin);
      return TRUE;
    }
  /* UTF-16 would have been seen by its NULs. */
  if (declared->convert == EXM_CONVERT_UTF16LE
      || declared->convert == EXM_CONVERT_UTF16BE)
    return FALSE;
  if (is_nearly_utf8 (self))
    {
      choose (self, exm_encoding_lookup ("utf-8"), EXM_CHARSET_FROM_DETECTOR);
      return TRUE;
    }

  choose (self, declared, origin);
  exm_decoded_init (&self->decoded, declared, self->data, self->n);
  if (is_doubtful (self) && !overrule (self, self->meta, EXM_CHARSET_FROM_META))
    overrule (self, detect (self), EXM_CHARSET_FROM_DETECTOR);
  return TRUE;
}

/* ASCII that shifts into other characters by ESC or "~{" goes by its declaration. */
static const ExmEncoding *
find_escaped (const Decode *self)
{
  const ExmEncoding *declared[] = { self->http, self->meta };

  for (guint i = 0; i < G_N_ELEMENTS (declared); i++)
    if (declared[i] != NULL && declared[i]->convert == EXM_CONVERT_ESCAPED)
      return declared[i];
  return NULL;
}

static void
choose_for_ascii (Decode *self)
{
  const ExmEncoding *escaped = find_escaped (self);

  if (escaped != NULL)
    {
      choose (self, escaped,
              escaped == self->http ? EXM_CHARSET_FROM_HTTP : EXM_CHARSET_FROM_META);
      return;
    }
  if (memchr (self->data, 0x1b, self->n) != NULL)
    {
      const ExmEncoding *found = sniff_detect (self->data, self->n);
      if (found != NULL && found->convert == EXM_CONVERT_ESCAPED)
        {
          choose (self, found, EXM_CHARSET_FROM_DETECTOR);
          return;
        }
    }
  /* All others read ASCII alike. */
  if (self->http != NULL && self->http->convert != EXM_CONVERT_UTF16LE
      && self->http->convert != EXM_CONVERT_UTF16BE)
    choose (self, self->http, EXM_CHARSET_FROM_HTTP);
  else if (self->meta != NULL)
    choose (self, self->meta, EXM_CHARSET_FROM_META);
  else
    choose (self, exm_encoding_lookup ("windows-1252"), EXM_CHARSET_FROM_DEFAULT);
}

static void
scan (Decode *self)
{
  self->scan = exm_utf8_scan (self->data, self->n);
  self->scanned = TRUE;
  self->has_wide = self->scan.n_multi > 0 || self->scan.n_bad > 0;
}

/* The order of exm_decode() behind the byte order mark. */
static void
choose_by_bytes (Decode *self)
{
  const ExmEncoding *utf16 = sniff_utf16 (self->data, self->n);

  if (utf16 != NULL)
    {
      choose (self, utf16, EXM_CHARSET_FROM_DETECTOR);
      return;
    }
  scan (self);
  if (!self->has_wide)
    choose_for_ascii (self);
  else if (self->scan.n_bad == 0)
    choose (self, exm_encoding_lookup ("utf-8"), EXM_CHARSET_FROM_BYTES);
  else if (!try_declared (self, self->http, EXM_CHARSET_FROM_HTTP)
           && !try_declared (self, self->meta, EXM_CHARSET_FROM_META))
    {
      const ExmEncoding *found = detect (self);
      if (found != NULL)
        choose (self, found, EXM_CHARSET_FROM_DETECTOR);
      else
        choose (self, exm_encoding_lookup ("windows-1252"), EXM_CHARSET_FROM_DEFAULT);
    }
}

/* Returns the declared encoding if another one was chosen, else %NULL. */
static char *
dup_declared (const Decode *self)
{
  const ExmEncoding *known[] = { self->http, self->meta };
  const char *labels[] = { self->http_label, self->meta_label };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i] != NULL && known[i] != self->chosen)
      return g_strdup (known[i]->name);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (labels[i] != NULL && *labels[i] != '\0' && known[i] == NULL)
      {
        g_autofree char *valid = g_utf8_make_valid (labels[i], -1);
        g_autofree char *cut = g_utf8_substring (
            valid, 0, MIN (g_utf8_strlen (valid, -1), MAX_DECLARED_BYTES));
        return g_ascii_strdown (cut, -1);
      }
  return NULL;
}

/* Whether the bytes are their own decoding. */
static gboolean
needs_no_copy (Decode *self)
{
  if (self->decoded.text != NULL || self->chosen->convert == EXM_CONVERT_ESCAPED)
    return FALSE;
  if (self->chosen->convert == EXM_CONVERT_UTF8)
    {
      if (!self->scanned)
        scan (self);
      return self->scan.n_bad == 0 && self->scan.n_nul == 0;
    }
  return self->origin != EXM_CHARSET_FROM_OVERRIDE && self->origin != EXM_CHARSET_FROM_BOM
         && self->chosen->convert != EXM_CONVERT_UTF16LE
         && self->chosen->convert != EXM_CONVERT_UTF16BE && !self->has_wide
         && self->scan.n_nul == 0;
}

static GBytes *
finish (Decode *self, gsize n_mark, ExmCharset *charset)
{
  *charset = (ExmCharset){
    .name = g_strdup (self->chosen->name),
    .origin = self->origin,
    .declared = dup_declared (self),
  };
  if (needs_no_copy (self))
    {
      charset->replaced = g_array_new (FALSE, FALSE, sizeof (guint64));
      return n_mark == 0 ? g_bytes_ref (self->raw)
                         : g_bytes_new_from_bytes (self->raw, n_mark, self->n);
    }
  if (self->decoded.text == NULL)
    exm_decoded_init (&self->decoded, self->chosen, self->data, self->n);

  charset->n_replaced = self->decoded.n_replaced;
  charset->n_nul = self->decoded.n_nul;
  charset->replaced = g_steal_pointer (&self->decoded.replaced);
  for (guint i = 0; i < charset->replaced->len; i++)
    g_array_index (charset->replaced, guint64, i) += n_mark;

  /* Room for text that grows was made at a guess; what is left of it goes back. */
  gsize n_text = self->decoded.text->len;
  char *text = g_string_free (g_steal_pointer (&self->decoded.text), FALSE);
  return g_bytes_new_take (g_realloc (text, n_text + 1), n_text);
}

GBytes *
exm_decode (GBytes *raw,
            const char *override_label,
            const char *http_label,
            ExmCharset *charset,
            GError **error)
{
  const ExmEncoding *override = exm_encoding_lookup (override_label);
  gsize n_mark;
  gsize n;
  const guint8 *data = g_bytes_get_data (raw, &n);

  if (override_label != NULL && override == NULL)
    {
      g_autofree char *label = g_utf8_make_valid (override_label, -1);
      exm_said_set_error (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_CHARSET,
                          N_ ("The encoding “%s” is not known"), label);
      return NULL;
    }
  if (n > EXM_MAX_PAGE_BYTES)
    {
      exm_said_set_error (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_TOO_LARGE,
                          N_ ("The page has %zu bytes; at most %u are read"), n,
                          EXM_MAX_PAGE_BYTES);
      return NULL;
    }

  const ExmEncoding *marked = n == 0 ? NULL : sniff_bom (data, n, &n_mark);
  if (marked == NULL || (override != NULL && override != marked))
    n_mark = 0;
  g_auto (Decode) self = {
    .raw = raw,
    .data = n == 0 ? (const guint8 *) "" : data + n_mark,
    .n = n - n_mark,
    .http_label = http_label,
    .http = exm_encoding_lookup (http_label),
  };
  self.meta_label = sniff_declaration (self.data, self.n);
  self.meta = lookup_meta (self.meta_label);
  if (override != NULL)
    choose (&self, override, EXM_CHARSET_FROM_OVERRIDE);
  else if (marked != NULL)
    choose (&self, marked, EXM_CHARSET_FROM_BOM);
  else
    choose_by_bytes (&self);
  return finish (&self, n_mark, charset);
}
