/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-script-text.h"

#include "base/exm-fill.h"
#include "base/exm-text.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Strings inside of strings: a state that is written as a string of JSON, whose body is
 * one again. */
#define MAX_LEVEL 2u

/* A paragraph that stands alone, bytes as written; shorter strings are no prose. */
#define MIN_STRING 60u

/* Names of values that are told apart; a key that is an identifier of data is none. */
#define MAX_GROUPS 256u
#define MAX_KEY 40u

/* Strings of a name, in their order. */
typedef struct
{
  GString *html;    /* (owned) */
  GHashTable *seen; /* (owned) (element-type utf8): its strings */
  char *longest;    /* (owned) (nullable): HTML */
  guint n_longest;
  guint n_tokens;
} Group;

struct _ExmScriptText
{
  char *key;          /* (owned) (nullable) */
  GHashTable *groups; /* (owned) (element-type utf8 Group) */
  gsize n_left;
};

static void
group_free (gpointer data)
{
  Group *self = data;

  g_string_free (self->html, TRUE);
  g_hash_table_unref (self->seen);
  g_free (self->longest);
  g_free (self);
}

ExmScriptText *
exm_script_text_new (const char *key)
{
  ExmScriptText *self = g_new0 (ExmScriptText, 1);

  self->key = g_strdup (key);
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, group_free);
  self->n_left = EXM_SCRIPT_TEXT_MAX_BYTES;
  return self;
}

/* The code unit of the four hexadecimal digits at @p, or −1. */
static gint
read_unit (const char *p, const char *end)
{
  gint unit = 0;

  if (end - p < 4)
    return -1;
  for (guint i = 0; i < 4; i++)
    {
      gint digit = g_ascii_xdigit_value (p[i]);
      if (digit < 0)
        return -1;
      unit = 16 * unit + digit;
    }
  return unit;
}

/* Reads \uXXXX, and its second half, behind the "u" at @p. Returns: what follows. */
static const char *
decode_unit (GString *out, const char *p, const char *end)
{
  gint unit = read_unit (p + 1, end);
  gunichar c = unit < 0 ? 0xfffd : (gunichar) unit;

  if (unit < 0)
    return p + 1;
  p += 5;
  if (c >= 0xd800 && c < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u')
    {
      gint low = read_unit (p + 2, end);
      if (low >= 0xdc00 && low < 0xe000)
        {
          c = 0x10000 + ((c - 0xd800) << 10) + ((gunichar) low - 0xdc00);
          p += 6;
        }
    }
  g_string_append_unichar (out, c == 0 || !g_unichar_validate (c) ? 0xfffd : c);
  return p;
}

static char *
decode (const char *p, const char *end)
{
  GString *out = g_string_sized_new ((gsize) (end - p) + 1);

  while (p < end)
    {
      const char *escape = memchr (p, '\\', (gsize) (end - p));
      if (escape == NULL || escape + 1 == end)
        {
          exm_fill_bytes (out, p, (gsize) (end - p));
          break;
        }
      exm_fill_bytes (out, p, (gsize) (escape - p));
      p = escape + 1;
      switch (*p)
        {
        case 'n':
        case 'r':
          g_string_append_c (out, '\n');
          break;
        case 't':
        case 'b':
        case 'f':
          g_string_append_c (out, ' ');
          break;
        case 'u':
          p = decode_unit (out, p, end);
          continue;
        default:
          g_string_append_c (out, *p);
          break;
        }
      p++;
    }
  return g_string_free (out, FALSE);
}

static gboolean
has_markup (const char *text)
{
  static const char *const marks[] = { "</", "<br", "<p>", "<p ", "<BR", "<P>" };

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strstr (text, marks[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Tokens of @text without its tags, 0 if it is no prose: code, a list of names, an
 * address. */
static guint
count_prose (const char *text)
{
  guint n_chars = 0, n_good = 0, n_marks = 0, n_spaces = 0, n_tokens = 0;
  gboolean in_tag = FALSE, in_word = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = (guint8) *p < 0x80 ? (guint8) *p : g_utf8_get_char (p);
      gboolean opens = c == '<' && (g_ascii_isalpha (p[1]) || p[1] == '/' || p[1] == '!');
      if (in_tag || opens)
        {
          in_tag = c != '>';
          in_word &= in_tag;
          continue;
        }
      guint8 facts = exm_char_get_facts (c);
      gboolean cjk = (facts & EXM_CHAR_CJK) != 0, word = (facts & EXM_CHAR_WORD) != 0;
      n_chars++;
      n_spaces += c == ' ' || cjk;
      n_marks += (facts & EXM_CHAR_MARK) != 0;
      n_good += facts != 0 || c == '\'' || c == '-' || c >= 0x2000;
      n_tokens += cjk || (word && !in_word);
      in_word = word;
    }
  return n_marks >= 1 && 100 * n_good >= 95 * n_chars && 12 * n_spaces >= n_chars
             ? n_tokens
             : 0;
}

/* As HTML: text gets its paragraphs, and what could be a tag is none. */
static char *
dup_html (const char *text)
{
  GString *out = g_string_new (NULL);

  if (has_markup (text))
    {
      g_string_append_printf (out, "<div>%s</div>", text);
      return g_string_free (out, FALSE);
    }
  g_string_append (out, "<p>");
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '\n')
      g_string_append (out, "</p><p>");
    else if (*p == '<')
      g_string_append (out, "&lt;");
    else
      g_string_append_c (out, *p);
  g_string_append (out, "</p>");
  return g_string_free (out, FALSE);
}

static void
add_string (ExmScriptText *self, const char *key, gsize n_key, const char *text)
{
  guint n_tokens = count_prose (text);
  g_autofree char *name = g_strndup (key, MIN (n_key, MAX_KEY));

  if (self->key != NULL && strcmp (self->key, name) != 0)
    return;
  if (n_tokens == 0 && self->key == NULL)
    return;
  Group *group = g_hash_table_lookup (self->groups, name);
  if (group == NULL)
    {
      if (g_hash_table_size (self->groups) >= MAX_GROUPS)
        return;
      group = g_new0 (Group, 1);
      group->html = g_string_new (NULL);
      group->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_insert (self->groups, g_steal_pointer (&name), group);
    }
  /* Count a text once that several views of a state repeat. */
  if (!g_hash_table_add (group->seen, g_strdup (text)))
    return;
  g_autofree char *html = dup_html (text);
  g_string_append (group->html, html);
  group->n_tokens += n_tokens;
  if (group->longest == NULL || n_tokens > group->n_longest)
    {
      g_free (group->longest);
      group->longest = g_steal_pointer (&html);
      group->n_longest = n_tokens;
    }
}

/* The end of the string that begins behind the quotation mark before @p: where its own
 * stands, or where it turns out to be none: a line ends, or everything does. */
static const char *
find_end (const char *p, const char *end)
{
  while (p < end)
    {
#if defined(__SSE2__)
      if (end - p >= 16)
        {
          __m128i block = _mm_loadu_si128 ((const __m128i *) p);
          __m128i control
              = _mm_cmpeq_epi8 (_mm_min_epu8 (block, _mm_set1_epi8 (0x1f)), block);
          __m128i mark = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('"')),
                                       _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('\\')));
          guint found = (guint) _mm_movemask_epi8 (_mm_or_si128 (control, mark));
          p += found != 0 ? __builtin_ctz (found) : 16;
          if (found == 0)
            continue;
        }
#endif
      if (*p == '\\')
        p++;
      else if (*p == '"' || ((guchar) *p < 0x20 && *p != '\t'))
        return p;
      p++;
    }
  return end;
}

static const char *
skip_spaces (const char *p, const char *end)
{
  while (p < end && g_ascii_isspace (*p))
    p++;
  return p;
}

static void
scan (ExmScriptText *self, const char *text, gsize n_bytes, guint level)
{
  const char *p = text, *end = text + n_bytes;
  const char *key = "";
  gsize n_key = 0;

  while (p < end && (p = memchr (p, '"', (gsize) (end - p))) != NULL)
    {
      const char *start = ++p;
      const char *close = find_end (start, end);
      p = close;
      if (close == end || *close != '"')
        continue;
      const char *after = skip_spaces (close + 1, end);
      /* A miscounted mark shows a string between two strings. */
      if (after < end && strchr (":,]});+", *after) == NULL)
        continue;
      p = close + 1;
      if (after < end && *after == ':')
        {
          key = start;
          n_key = (gsize) (close - start);
          continue;
        }
      if ((gsize) (close - start) < MIN_STRING)
        continue;
      g_autofree char *value = decode (start, close);
      gboolean nests = strstr (value, "\":") != NULL || strstr (value, "[\"") != NULL;
      if (nests && level < MAX_LEVEL)
        scan (self, value, strlen (value), level + 1);
      else
        add_string (self, key, n_key, value);
    }
}

/* Whether a string is more than a paragraph: a body by itself. */
static gboolean
has_paragraphs (const char *html)
{
  guint n = 0;

  for (const char *p = html; (p = strchr (p, '<')) != NULL; p++)
    n += g_ascii_strncasecmp (p, "<p", 2) == 0 || g_ascii_strncasecmp (p, "<br", 3) == 0;
  return n > 1;
}

void
exm_script_text_scan (ExmScriptText *self, const char *text, gsize n_bytes)
{
  if (n_bytes > self->n_left)
    return;
  self->n_left -= n_bytes;
  scan (self, text, n_bytes, 0);
}

char *
exm_script_text_finish (ExmScriptText *self, guint *n_tokens)
{
  GHashTableIter iter;
  gpointer key, value;
  const char *best_key = NULL;
  Group *best = NULL;
  char *body = NULL;

  *n_tokens = 0;
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      Group *group = value;
      /* The order of a hash table is no order. */
      if (best == NULL || group->n_tokens > best->n_tokens
          || (group->n_tokens == best->n_tokens && strcmp (key, best_key) < 0))
        {
          best = group;
          best_key = key;
        }
    }
  if (best != NULL
      && (has_paragraphs (best->longest) || 4 * best->n_longest >= 3 * best->n_tokens))
    {
      body = g_steal_pointer (&best->longest);
      *n_tokens = best->n_longest;
    }
  else if (best != NULL)
    {
      body = g_strdup (best->html->str);
      *n_tokens = best->n_tokens;
    }
  g_hash_table_unref (self->groups);
  g_free (self->key);
  g_free (self);
  return body;
}
