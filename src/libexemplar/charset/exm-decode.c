/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "charset/exm-decode.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "charset/exm-charset-decoder.h"
#include "charset/exm-charset-sniff.h"
#include "charset/exm-utf8.h"
#include "types/exm-page-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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
  const ExmEncoding *found = exm_sniff_detect (self->data, self->n);
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
      const ExmEncoding *found = exm_sniff_detect (self->data, self->n);
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
  const ExmEncoding *utf16 = exm_sniff_utf16 (self->data, self->n);

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

  const ExmEncoding *marked = n == 0 ? NULL : exm_sniff_bom (data, n, &n_mark);
  if (marked == NULL || (override != NULL && override != marked))
    n_mark = 0;
  g_auto (Decode) self = {
    .raw = raw,
    .data = n == 0 ? (const guint8 *) "" : data + n_mark,
    .n = n - n_mark,
    .http_label = http_label,
    .http = exm_encoding_lookup (http_label),
  };
  self.meta_label = exm_sniff_declaration (self.data, self.n);
  self.meta = lookup_meta (self.meta_label);
  if (override != NULL)
    choose (&self, override, EXM_CHARSET_FROM_OVERRIDE);
  else if (marked != NULL)
    choose (&self, marked, EXM_CHARSET_FROM_BOM);
  else
    choose_by_bytes (&self);
  return finish (&self, n_mark, charset);
}
