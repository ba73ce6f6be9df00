/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "charset/exm-charset-sniff.h"

#include "charset/exm-utf8.h"

#include <string.h>
#include <uchardet.h>

#define DECLARATION_BYTES (16 * 1024)
#define DETECT_BYTES (256 * 1024)
#define UTF16_BYTES 1024
#define MAX_VALUE_BYTES 256

const ExmEncoding *
exm_sniff_bom (const guint8 *data, gsize n, gsize *n_mark)
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

const ExmEncoding *
exm_sniff_utf16 (const guint8 *data, gsize n)
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

char *
exm_sniff_declaration (const guint8 *data, gsize n)
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

const ExmEncoding *
exm_sniff_detect (const guint8 *data, gsize n)
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
