/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-field.h"

#include "base/exm-date.h"
#include "base/exm-text.h"

#include <string.h>

#define MAX_CHARS 1000
#define MAX_RAW_BYTES 8000

/* A longer word is a sentence, characters. */
#define MAX_WORD 60

static const struct
{
  const char *name; /* (unowned) */
  gunichar c;
} entities[] = {
  { "amp", '&' },      { "lt", '<' },        { "gt", '>' },       { "quot", '"' },
  { "apos", '\'' },    { "nbsp", ' ' },      { "ldquo", 0x201c }, { "rdquo", 0x201d },
  { "lsquo", 0x2018 }, { "rsquo", 0x2019 },  { "ndash", 0x2013 }, { "mdash", 0x2014 },
  { "middot", 0xb7 },  { "hellip", 0x2026 }, { "laquo", 0xab },   { "raquo", 0xbb },
  { "eacute", 0xe9 },  { "euro", 0x20ac },
};

/* The character of the reference at *@p, which is a "&"; 0 if it is none. */
static gunichar
read_entity (const char **p)
{
  const char *name = *p + 1;
  const char *end = name;

  while (end - name < 12 && (g_ascii_isalnum (*end) || *end == '#'))
    end++;
  if (*end != ';' || end == name)
    return 0;
  gunichar c = 0;
  if (*name == '#')
    {
      gboolean hex = name[1] == 'x' || name[1] == 'X';
      guint64 code = g_ascii_strtoull (name + (hex ? 2 : 1), NULL, hex ? 16 : 10);
      c = code < 0x110000 && g_unichar_validate ((gunichar) code) ? (gunichar) code : 0;
    }
  else
    for (guint i = 0; i < G_N_ELEMENTS (entities) && c == 0; i++)
      if (strlen (entities[i].name) == (gsize) (end - name)
          && strncmp (entities[i].name, name, (gsize) (end - name)) == 0)
        c = entities[i].c;
  if (c != 0)
    *p = end + 1;
  return c;
}

char *
exm_metadata_clean (const char *value)
{
  gsize n = strnlen (value, MAX_RAW_BYTES);
  g_autofree char *valid = g_utf8_make_valid (value, (gssize) n);
  g_autoptr (GString) out = g_string_sized_new (n + 1);
  gboolean gap = FALSE;

  for (const char *p = valid; *p != '\0' && out->len < MAX_RAW_BYTES;)
    {
      if (*p > ' ' && *p < 0x7f && *p != '&')
        {
          if (gap)
            g_string_append_c (out, ' ');
          gap = FALSE;
          g_string_append_c (out, *p++);
          continue;
        }
      gunichar c = *p == '&' ? read_entity (&p) : 0;
      if (c == 0)
        {
          c = g_utf8_get_char (p);
          p = g_utf8_next_char (p);
        }
      if (exm_char_is_space (c))
        {
          gap = out->len > 0;
          continue;
        }
      if (gap)
        g_string_append_c (out, ' ');
      gap = FALSE;
      g_string_append_unichar (out, c);
    }
  if (g_utf8_strlen (out->str, -1) > MAX_CHARS)
    g_string_truncate (
        out, (gsize) (g_utf8_offset_to_pointer (out->str, MAX_CHARS) - out->str));
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
exm_metadata_dup_language (const char *value)
{
  g_autofree char *text = g_strstrip (g_strndup (value, 36));
  g_auto (GStrv) parts = g_strsplit (g_strdelimit (text, "_", '-'), "-", 5);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      gsize n = strlen (parts[i]);
      for (gsize k = 0; k < n; k++)
        {
          if (!g_ascii_isalnum (parts[i][k]) || (i == 0 && g_ascii_isdigit (parts[i][k])))
            return NULL;
          gboolean upper = i > 0 && (n == 2 || (n == 4 && k == 0));
          parts[i][k]
              = upper ? g_ascii_toupper (parts[i][k]) : g_ascii_tolower (parts[i][k]);
        }
      if (n > 8 || n < 2 || (i == 0 && n > 3))
        return NULL;
    }
  return parts[0] == NULL ? NULL : g_strjoinv ("-", parts);
}

/* @value as an absolute http(s) address, or %NULL. */
static char *
dup_address (const char *base, const char *value)
{
  g_autofree char *text = exm_metadata_clean (value);
  g_autofree char *address = NULL;
  GUriFlags flags = G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED;

  if (*text == '\0' || *text == '#')
    return NULL;
  address = g_uri_resolve_relative (base, text, flags, NULL);
  g_autoptr (GUri) uri = address == NULL ? NULL : g_uri_parse (address, flags, NULL);
  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    return NULL;
  if (strcmp (g_uri_get_scheme (uri), "http") != 0
      && strcmp (g_uri_get_scheme (uri), "https") != 0)
    return NULL;
  return g_steal_pointer (&address);
}

/* Names of people: no addresses, no "By". */
static char *
dup_person (const char *value)
{
  static const char *const labels[]
      = { "by ", "von ", "par ", "作者:", "作者：", "author:", "文/", "文：", NULL };
  g_autofree char *text = exm_metadata_clean (value);
  const char *p = text;

  if (strstr (text, "://") != NULL || g_str_has_prefix (text, "www."))
    return NULL;
  for (guint i = 0; labels[i] != NULL; i++)
    if (g_ascii_strncasecmp (p, labels[i], strlen (labels[i])) == 0)
      {
        p += strlen (labels[i]);
        break;
      }
  while (*p == ' ')
    p++;
  return g_strdup (p);
}

gboolean
exm_metadata_language_fits (const char *language, const char *guess)
{
  static const struct
  {
    const char *guess;     /* (unowned) */
    const char *languages; /* (unowned) */
  } families[] = {
    { "ru", " ru uk be bg sr mk kk ky mn tg tt ba cv ce os ab bs sh " },
    { "uk", " uk ru be bg sr mk " },
    { "zh", " zh yue wuu " },
    { "ar", " ar fa ur ps ug ku ckb sd " },
    { "fa", " fa ar ur ps ug ku ckb sd " },
    { "he", " he iw yi " },
  };
  g_autofree char *primary = g_strndup (language, strcspn (language, "-"));
  g_autofree char *padded = g_strdup_printf (" %s ", primary);

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (strcmp (families[i].guess, guess) == 0)
      return strstr (families[i].languages, padded) != NULL;
  return strcmp (primary, guess) == 0;
}

static gsize
separator_length (const char *p)
{
  static const char *const marks[] = { "，", "、", "；", "｜" };

  if (strchr (",;|", *p) != NULL)
    return 1;
  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (*p == marks[i][0] && g_str_has_prefix (p, marks[i]))
      return strlen (marks[i]);
  return 0;
}

static void
add_word (GString *out, GHashTable *seen, const char *start, const char *end)
{
  g_autofree char *raw = g_strstrip (g_strndup (start, (gsize) (end - start)));
  const char *word = raw + (*raw == '#');
  g_autofree char *key = exm_text_squeeze (word, strlen (word));

  if (*key == '\0' || g_utf8_strlen (word, -1) > MAX_WORD || strstr (word, "://") != NULL
      || g_hash_table_size (seen) >= EXM_KEYWORDS_MAX
      || !g_hash_table_add (seen, g_steal_pointer (&key)))
    return;
  g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", word);
}

/* Each word of @value once, parted by ", "; words are parted by commas of any script,
 * semicolons or bars. */
static char *
dup_keywords (const char *value)
{
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *clean = exm_metadata_clean (value);
  g_autofree char *plain = exm_metadata_clean (clean);
  const char *start = plain;

  for (const char *p = plain; *p != '\0';)
    {
      gsize n = separator_length (p);
      if (n > 0)
        add_word (out, seen, start, p);
      p = n > 0 ? p + n : g_utf8_next_char (p);
      start = n > 0 ? p : start;
    }
  add_word (out, seen, start, start + strlen (start));
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static const char *const robots_words[]
    = { "noindex", "noarchive", "noai", "noimageai", "nosnippet" };

/* Directives that have a value of their own behind the colon. */
static const char *const valued_words[]
    = { "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after" };

/* Whether the word with a colon says for which robot the words behind it are; the first
 * @n bytes stand before the colon. */
static gboolean
names_robot (const char *word, gsize n)
{
  for (gsize i = 0; i < G_N_ELEMENTS (valued_words); i++)
    if (strlen (valued_words[i]) == n && strncmp (word, valued_words[i], n) == 0)
      return FALSE;
  return TRUE;
}

char *
exm_metadata_dup_robots (const char *value)
{
  g_autofree char *lower
      = g_ascii_strdown (value, (gssize) strnlen (value, MAX_RAW_BYTES));
  g_auto (GStrv) words = g_strsplit_set (lower, ", \t", -1);
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean for_all = TRUE;
  guint found = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      /* "googlebot: noindex" is for one robot, "max-snippet:-1" for all. */
      const char *word = words[i];
      const char *colon = strchr (word, ':');
      if (colon != NULL && names_robot (word, (gsize) (colon - word)))
        {
          for_all = g_str_has_prefix (word, "robots:");
          word = colon + 1;
        }
      for (guint k = 0; for_all && k < G_N_ELEMENTS (robots_words); k++)
        if (strcmp (word, robots_words[k]) == 0 || (k == 0 && strcmp (word, "none") == 0))
          found |= 1u << k;
    }
  for (guint k = 0; k < G_N_ELEMENTS (robots_words); k++)
    if ((found & (1u << k)) != 0)
      g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", robots_words[k]);
  return out->len > 0 ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

/* @value as a licence: an address, or a name in words. */
static char *
dup_license (const char *base, const char *value)
{
  if (strchr (value, ' ') == NULL && strpbrk (value, ":/") != NULL)
    return dup_address (base, value);
  return exm_metadata_clean (value);
}

/* "1" and "0" of the TDM Reservation Protocol. */
static char *
dup_reservation (const char *value)
{
  g_autofree char *number = exm_metadata_clean (value);

  if (strcmp (number, "1") == 0)
    return g_strdup (EXM_TDM_RESERVED);
  return strcmp (number, "0") == 0 ? g_strdup (EXM_TDM_OPEN) : NULL;
}

/* "free", or what stands for paid: "locked", "metered". */
static char *
dup_access (const char *value)
{
  if (g_ascii_strcasecmp (value, EXM_ACCESS_FREE) == 0)
    return g_strdup (EXM_ACCESS_FREE);
  return g_ascii_strcasecmp (value, EXM_ACCESS_PAID) == 0
                 || g_ascii_strcasecmp (value, "locked") == 0
                 || g_ascii_strcasecmp (value, "metered") == 0
             ? g_strdup (EXM_ACCESS_PAID)
             : NULL;
}

gboolean
exm_metadata_put (ExmMetadataReader *self,
                  ExmField field,
                  ExmOrigin origin,
                  const char *value)
{
  g_autofree char *clean = NULL;

  if (value == NULL || *value == '\0')
    return FALSE;
  switch (field)
    {
    case EXM_FIELD_TITLE:
      clean = exm_metadata_clean (value);
      if (self->titles[origin] != NULL || *clean == '\0')
        return FALSE;
      self->titles[origin] = g_steal_pointer (&clean);
      return TRUE;
    case EXM_FIELD_PUBLISHED:
    case EXM_FIELD_MODIFIED:
      clean = exm_date_parse (value, self->language);
      break;
    case EXM_FIELD_LANGUAGE:
      clean = exm_metadata_dup_language (value);
      if (clean != NULL && self->guess != NULL
          && !exm_metadata_language_fits (clean, self->guess))
        return FALSE;
      break;
    case EXM_FIELD_LICENSE:
      clean = dup_license (self->base, value);
      break;
    case EXM_FIELD_ROBOTS:
      clean = exm_metadata_dup_robots (value);
      break;
    case EXM_FIELD_TDM:
      clean = dup_reservation (value);
      break;
    case EXM_FIELD_ACCESS:
      clean = dup_access (value);
      break;
    case EXM_FIELD_CANONICAL:
    case EXM_FIELD_IMAGE:
    case EXM_FIELD_TDM_POLICY:
      clean = dup_address (self->base, value);
      break;
    case EXM_FIELD_ABSTRACT:
      {
        /* Scripts write entities of entities. */
        g_autofree char *once = exm_metadata_clean (value);
        clean = exm_metadata_clean (once);
        break;
      }
    case EXM_FIELD_KEYWORDS:
      clean = dup_keywords (value);
      break;
    case EXM_FIELD_AUTHOR:
    case EXM_FIELD_EDITOR:
      clean = dup_person (value);
      break;
    default:
      clean = exm_metadata_clean (value);
      break;
    }
  return exm_metadata_set (self->out, field, origin, clean);
}
