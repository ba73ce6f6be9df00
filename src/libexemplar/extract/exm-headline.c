/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-headline.h"

#include "base/exm-text.h"

#include <string.h>

/* Whether the character at @p is one of @separators: all of theirs are ASCII, but for
 * those of wide scripts and "»"; none is a letter, a digit or a space. */
static gboolean
separates (const char *p, const char *separators)
{
  if (g_ascii_isalnum (*p) || *p == ' ')
    return FALSE;
  if ((guchar) *p < 0x80)
    return strchr (separators, *p) != NULL;
  return g_utf8_strchr (separators, -1, g_utf8_get_char (p)) != NULL;
}

/* The longest part of @title between any of the characters of @separators. */
static char *
dup_longest_part (const char *title, const char *separators)
{
  const char *longest = title;
  gsize n_longest = 0;

  for (const char *at = title; *at != '\0';)
    {
      const char *end = at;
      while (*end != '\0' && !separates (end, separators))
        end = g_utf8_next_char (end);
      if ((gsize) (end - at) > n_longest)
        {
          longest = at;
          n_longest = (gsize) (end - at);
        }
      at = *end != '\0' ? g_utf8_next_char (end) : end;
    }
  return g_strndup (longest, n_longest);
}

char **
exm_headline_list_titles (const char *title)
{
  static const char *const separators[] = {
    "", "|»-_｜", "|»:｜：", "|»:()｜：（）", "|»:()-_｜：（）", "|»,:()-_｜：（），"
  };
  GPtrArray *titles = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      g_autofree char *part = dup_longest_part (title, separators[i]);
      g_autofree char *squeezed = exm_text_squeeze (part, strlen (part));
      if (*squeezed != '\0'
          && !g_ptr_array_find_with_equal_func (titles, squeezed, g_str_equal, NULL))
        g_ptr_array_add (titles, g_steal_pointer (&squeezed));
    }
  g_ptr_array_add (titles, NULL);
  return (char **) g_ptr_array_free (titles, FALSE);
}

/* Whether @text may begin as one of @titles does: %FALSE is sure where its first letter
 * or digit is ASCII and nothing follows that it could be composed with. */
static gboolean
may_begin (const char *text, char **titles)
{
  const char *first = text;

  while (*first != '\0' && (guchar) *first < 0x80 && !g_ascii_isalnum (*first))
    first++;
  if ((guchar) first[0] >= 0x80 || (first[0] != '\0' && (guchar) first[1] >= 0x80))
    return TRUE;
  for (guint i = 0; titles[i] != NULL; i++)
    if (titles[i][0] == g_ascii_tolower (*first))
      return TRUE;
  return FALSE;
}

gboolean
exm_headline_is_any (const char *text, char **titles)
{
  if (!may_begin (text, titles))
    return FALSE;
  g_autofree char *squeezed = exm_text_squeeze (text, strlen (text));
  return g_strv_contains ((const char *const *) titles, squeezed);
}

gboolean
exm_headline_is_title (const char *text, const char *title)
{
  g_auto (GStrv) titles = exm_headline_list_titles (title);
  return exm_headline_is_any (text, titles);
}

char *
exm_headline_dup_cut (const char *title)
{
  const char *cut = NULL;

  for (const char *at = title; *at != '\0'; at = g_utf8_next_char (at))
    if (g_utf8_strchr ("-_–—－＿", -1, g_utf8_get_char (at)) != NULL)
      cut = at;
  /* Nothing before it is no title. */
  g_autofree char *part = g_strstrip (
      cut != NULL ? g_strndup (title, (gsize) (cut - title)) : g_strdup (""));
  return *part != '\0' ? g_steal_pointer (&part) : g_strstrip (g_strdup (title));
}

guint
exm_headline_find (const ExmPageText *page)
{
  const char *title = exm_page_text_get_title (page);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_auto (GStrv) titles = *title != '\0' ? exm_headline_list_titles (title) : NULL;

  for (guint i = 0; titles != NULL && i < n_lines; i++)
    if (lines[i].heading > 0 && (lines[i].flags & EXM_LINE_FLAGGED) == 0
        && exm_headline_is_any (exm_page_text_get_line (page, i), titles))
      return i;
  return EXM_NONE;
}
