/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-byline.h"

#include "base/exm-date.h"
#include "base/exm-text.h"

#include <string.h>

/* Characters of a name in Chinese, Japanese or Korean. */
#define MIN_NAME 2u
#define MAX_NAME 4u

#define MAX_NAMES 6u

/* "pm", "a.m.", "CEST", bytes. */
#define MAX_ZONE 4u

/* Bytes before the "by" that follows a date. */
#define MAX_BEFORE_BY 70

/* "Jr.", "St." and "J." do not end a sentence, bytes. */
#define MAX_ABBREVIATION 3u

/* A dateline stands in the beginning of a paragraph, bytes. */
#define MAX_DATELINE 90u

static gboolean
is_particle (const char *word)
{
  static const char *const particles[]
      = { "and", "und", "et", "y",  "e",  "&",   "van", "von", "de",  "da",  "di", "del",
          "der", "den", "la", "le", "al", "bin", "dos", "du",  "ten", "ter", "и",  NULL };
  return g_strv_contains (particles, word);
}

static gboolean
ends_sentence (const char *word)
{
  static const char *const titles[]
      = { "Capt.", "Col.", "Gen.", "Gov.", "Mrs.", "Prof.", "Rev.", "Sen.", NULL };

  return g_str_has_suffix (word, ".") && strlen (word) > MAX_ABBREVIATION
         && strchr (word, '.') == strrchr (word, '.') && !g_strv_contains (titles, word);
}

/* Behind what says outright who wrote it, whatever the case of its letters, or %NULL.
 * What is published by somebody is a publisher's, and a photo is no text. */
static const char *
skip_deed (const char *line)
{
  static const char *const deeds[] = { "written by ", "reported by ", "posted by ",
                                       "story by ",   "words by ",    "text by " };

  for (gsize i = 0; i < G_N_ELEMENTS (deeds); i++)
    if (g_ascii_strncasecmp (line, deeds[i], strlen (deeds[i])) == 0)
      return line + strlen (deeds[i]);
  return NULL;
}

/* Whether a date ends at @end: with a number, "pm" or a zone. */
static gboolean
ends_with_date (const char *line, const char *end)
{
  const char *word = g_strrstr_len (line, end - line, " ");

  word = word != NULL ? word + 1 : line;
  gsize n = (gsize) (end - word);
  gboolean is_end = n <= MAX_ZONE && strcspn (word, "apAP") == 0;
  for (gsize i = 0; i < n && !is_end; i++)
    is_end = g_ascii_isdigit (word[i]);
  if (!is_end && n <= MAX_ZONE && n > 0)
    is_end = g_ascii_isupper (word[0]) && g_ascii_isupper (word[n - 1]);
  if (!is_end)
    return FALSE;
  g_autofree char *before = g_strndup (line, (gsize) (end - line));
  g_autofree char *date = exm_date_find (before, "en", NULL);
  return date != NULL;
}

/* Behind the "by" of "Posted on 20 November 2026 by Jane Doe in Notes", or %NULL. */
static const char *
skip_dated (const char *line)
{
  static const char by[] = " by ";
  const char *end = g_strstr_len (line, MAX_BEFORE_BY, by);

  return end != NULL && ends_with_date (line, end) ? end + strlen (by) : NULL;
}

/* Behind "By" at the beginning of a line, or %NULL. */
static const char *
skip_preposition (const char *line)
{
  static const char *const starts[]
      = { "By: ", "By ", "BY ", "by ", "Von ", "VON ", "Par ", "Por ", "Di ", NULL };

  for (guint i = 0; starts[i] != NULL; i++)
    if (g_str_has_prefix (line, starts[i]))
      return line + strlen (starts[i]);
  return NULL;
}

/* The names of "Jane Doe and John Roe | …", or %NULL. */
static char *
dup_capitalised (const char *text)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n_names = 0;

  if (text == NULL)
    return NULL;
  g_auto (GStrv) words = g_strsplit (text, " ", 16);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *word = g_strdup (words[i]);
      gboolean comma = g_str_has_suffix (word, ",");
      gboolean ends = comma || ends_sentence (word);
      if (ends)
        word[strlen (word) - 1] = '\0';
      gboolean name = g_unichar_isupper (g_utf8_get_char (word));
      if (!name && !is_particle (word))
        break;
      if (g_str_equal (word, "Published") || g_str_equal (word, "Updated"))
        break;
      if (names->len > 0)
        g_string_append_c (names, ' ');
      g_string_append (names, word);
      n_names += name;
      if (ends)
        break;
    }
  return n_names >= 1 && n_names <= 10 && names->len <= EXM_BYLINE_MAX_CHARS
             ? g_string_free (g_steal_pointer (&names), FALSE)
             : NULL;
}

/* Reads a name of two to four characters of one script, and what ends it. */
static const char *
read_name (const char *p)
{
  guint n = 0;

  while (n <= MAX_NAME && exm_char_is_cjk (g_utf8_get_char (p)))
    {
      p = g_utf8_next_char (p);
      n++;
    }
  return n >= MIN_NAME && n <= MAX_NAME ? p : NULL;
}

static const char *
skip_spaces (const char *p)
{
  while (*p == ' ' || g_str_has_prefix (p, "\u3000"))
    p = g_utf8_next_char (p);
  return p;
}

/* Behind one of the words that name a reporter, and what parts it from the name: nothing
 * but a space, or a bar behind 文, which is no word of its own. */
static const char *
skip_role (const char *p)
{
  static const char *const roles[]
      = { "本报见习记者", "本报记者", "本報記者", "本网记者", "见习记者", "实习生",
          "全媒体记者",   "记者",     "記者",     "通讯员",   "通訊員",   "特约撰稿人" };
  static const char *const bars[] = { "/", "／", "|", "｜", "丨" };

  for (gsize i = 0; i < G_N_ELEMENTS (roles); i++)
    {
      const char *behind = p + strlen (roles[i]);
      if (g_str_has_prefix (p, roles[i]) && skip_spaces (behind) != behind)
        return skip_spaces (behind);
    }
  if (!g_str_has_prefix (p, "文"))
    return NULL;
  p = skip_spaces (p + strlen ("文"));
  for (gsize i = 0; i < G_N_ELEMENTS (bars); i++)
    if (g_str_has_prefix (p, bars[i]))
      return skip_spaces (p + strlen (bars[i]));
  return NULL;
}

static gboolean
ends_label (const char *p)
{
  static const char *const marks[] = { "|", "｜", "丨", "/", "／", ":", "：" };

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_has_prefix (p, marks[i]))
      return TRUE;
  return FALSE;
}

/* Behind the names; the last ones name somebody else. */
static gboolean
ends_names (const char *p)
{
  static const char *const ends[]
      = { "）", ")",    "】",   "]",    "|",    "｜",       "丨",   "，",   "2",   "图",
          "摄", "编辑", "編輯", "责编", "責編", "责任编辑", "校对", "审核", "来源" };

  if (*p == '\0')
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_prefix (p, ends[i]))
      return TRUE;
  return FALSE;
}

/* Roles and names from @p on, to the end of the line or of the bracket. */
static char *
dup_roles (const char *p)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;

  p = skip_role (p);
  while (p != NULL && n < MAX_NAMES)
    {
      const char *end = read_name (p);
      if (end == NULL)
        return NULL;
      /* Stop before the next label, which ends in a bar or colon. */
      if (n > 0 && ends_label (end))
        return g_string_free (g_steal_pointer (&names), FALSE);
      g_string_append_printf (names, "%s%.*s", n++ > 0 ? "、" : "", (int) (end - p), p);
      p = skip_spaces (end);
      if (g_str_has_prefix (p, "、"))
        p = skip_spaces (p + strlen ("、"));
      else if (ends_names (p))
        return g_string_free (g_steal_pointer (&names), FALSE);
      else if (p == end)
        return NULL;
      const char *role = skip_role (p);
      p = role != NULL ? role : p;
    }
  return NULL;
}

/* "홍길동 기자", a mail address or date behind it. */
static char *
dup_korean (const char *line)
{
  const char *end = line;
  guint n = 0;

  while (n <= MAX_NAME
         && g_unichar_get_script (g_utf8_get_char (end)) == G_UNICODE_SCRIPT_HANGUL)
    {
      end = g_utf8_next_char (end);
      n++;
    }
  if (n < MIN_NAME || n > MAX_NAME || *end != ' ')
    return NULL;
  const char *role = end + 1;
  if (!g_str_has_prefix (role, "기자") && !g_str_has_prefix (role, "특파원"))
    return NULL;
  const char *behind = strchr (role, ' ');
  gsize n_role = behind != NULL ? (gsize) (behind - role) : strlen (role);
  if (n_role != strlen ("기자") && n_role != strlen ("특파원"))
    return NULL;
  return g_strndup (line, (gsize) (end - line));
}

static char *
dup_reporters (const char *line)
{
  char *names = NULL;
  gunichar before = ' ';

  for (const char *p = line; names == NULL && *p != '\0'; p = g_utf8_next_char (p))
    {
      /* Behind a space, a bracket, an ornament: what goes on from a letter is a word. */
      if (!g_unichar_isalnum (before))
        names = dup_roles (p);
      before = g_utf8_get_char (p);
    }
  return names;
}

char *
exm_byline_dup_deed (const char *line)
{
  char *names = dup_capitalised (skip_deed (line));

  return names != NULL ? names : dup_reporters (line);
}

char *
exm_byline_dup_names (const char *line)
{
  char *names = dup_capitalised (skip_deed (line));

  if (names == NULL)
    names = dup_capitalised (skip_preposition (line));
  if (names == NULL)
    names = dup_capitalised (skip_dated (line));
  if (names == NULL)
    names = dup_korean (line);
  return names != NULL ? names : dup_reporters (line);
}

char *
exm_byline_dup_dateline (const char *line)
{
  static const char *const brackets[] = { "（", "(" };
  gsize n = strnlen (line, MAX_DATELINE);

  for (gsize i = 0; i < G_N_ELEMENTS (brackets); i++)
    {
      const char *open = g_strstr_len (line, (gssize) n, brackets[i]);
      char *names = open != NULL ? dup_roles (open + strlen (brackets[i])) : NULL;
      if (names != NULL)
        return names;
    }
  return NULL;
}
