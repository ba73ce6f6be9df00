/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-wrap.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Least width of descriptions, however narrow the terminal is. */
#define LEAST_COLUMNS 20u

guint
exm_cli_get_width (void)
{
  struct winsize size = { 0 };

  if (ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return 80;
  return CLAMP (size.ws_col, 40, 100);
}

guint
exm_cli_get_columns (gunichar c)
{
  if (g_unichar_iszerowidth (c))
    return 0;
  return g_unichar_iswide (c) ? 2 : 1;
}

static gboolean
is_closing (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return type == G_UNICODE_CLOSE_PUNCTUATION || type == G_UNICODE_FINAL_PUNCTUATION
         || type == G_UNICODE_OTHER_PUNCTUATION;
}

static gboolean
is_opening (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return type == G_UNICODE_OPEN_PUNCTUATION || type == G_UNICODE_INITIAL_PUNCTUATION;
}

/* Whether a line may end between two characters neither of which is a space. */
static gboolean
may_break (gunichar before, gunichar after)
{
  return (g_unichar_iswide (before) || g_unichar_iswide (after)) && !is_opening (before)
         && !is_closing (after);
}

/* The end of the piece that starts at @p and cannot be broken, and its columns. */
static const char *
find_piece_end (const char *p, guint *columns)
{
  gunichar before = 0;

  *columns = 0;
  while (*p != '\0' && *p != '\n')
    {
      gunichar c = g_utf8_get_char (p);
      if (g_unichar_isspace (c) || (before != 0 && may_break (before, c)))
        break;
      *columns += exm_cli_get_columns (c);
      before = c;
      p = g_utf8_next_char (p);
    }
  return p;
}

static void
append_piece (GString *out, const char *start, const char *end)
{
  for (const char *p = start; p < end; p = g_utf8_next_char (p))
    if (!g_unichar_iscntrl (g_utf8_get_char (p)))
      g_string_append_unichar (out, g_utf8_get_char (p));
}

static const char *
skip_spaces (const char *p)
{
  while (*p != '\0' && *p != '\n' && g_unichar_isspace (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return p;
}

static const char *
wrap_paragraph (GString *out, const char *p, guint width, guint indent)
{
  guint column = 0;

  p = skip_spaces (p);
  while (*p != '\0' && *p != '\n')
    {
      guint columns;
      const char *start = skip_spaces (p);
      guint space = start > p && column > 0 ? 1 : 0;
      p = find_piece_end (start, &columns);
      if (column > 0 && indent + column + space + columns > width)
        {
          g_string_append_c (out, '\n');
          column = 0;
          space = 0;
        }
      if (column == 0)
        g_string_append_printf (out, "%*s", (int) indent, "");
      else if (space > 0 && p > start)
        g_string_append_c (out, ' ');
      append_piece (out, start, p);
      column += space + columns;
    }
  g_string_append_c (out, '\n');
  return *p == '\n' ? p + 1 : p;
}

void
exm_cli_wrap (GString *out, const char *text, guint width, guint indent)
{
  while (*text != '\0')
    text = wrap_paragraph (out, text, width, indent);
}

static guint
count_columns (const char *text, gsize n_bytes)
{
  guint columns = 0;

  for (const char *p = text; p < text + n_bytes; p = g_utf8_next_char (p))
    columns += exm_cli_get_columns (g_utf8_get_char (p));
  return columns;
}

/* Finds the start of the description in "  -o, --option=WHAT   description". */
static const char *
find_description (const char *line)
{
  const char *gap = g_str_has_prefix (line, "  -") ? strstr (line + 2, "  ") : NULL;

  return gap != NULL ? gap + strspn (gap, " ") : NULL;
}

static gboolean
is_prose (const char *line)
{
  return line != NULL && *line != '\0' && *line != ' ';
}

/* The lines of a paragraph from @line on are wrapped again if one of them is too long.
 * Returns: its last line */
static char **
append_prose (GString *out, char **line, guint width)
{
  g_autoptr (GString) joined = g_string_new (NULL);
  g_autoptr (GString) wrapped = g_string_new (NULL);
  gboolean fits = TRUE;
  char **last = line;

  for (;; last++)
    {
      fits &= count_columns (*last, strlen (*last)) <= width;
      g_string_append (joined, *last);
      if (!is_prose (last[1]))
        break;
      /* Between characters that take two columns no blank belongs. */
      const char *end = joined->str + joined->len;
      if (exm_cli_get_columns (g_utf8_get_char (g_utf8_prev_char (end))) < 2)
        g_string_append_c (joined, ' ');
    }
  if (fits)
    {
      for (; line <= last; line++)
        g_string_append_printf (out, "%s%s", *line, line[1] != NULL ? "\n" : "");
      return last;
    }
  exm_cli_wrap (wrapped, joined->str, width, 0);
  if (last[1] == NULL)
    g_string_truncate (wrapped, wrapped->len - 1);
  g_string_append (out, wrapped->str);
  return last;
}

char *
exm_cli_wrap_help (const char *help, guint width)
{
  g_auto (GStrv) lines = g_strsplit (help, "\n", -1);
  GString *out = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    {
      const char *text = find_description (*line);
      if (is_prose (*line))
        {
          line = append_prose (out, line, width);
          continue;
        }
      if (text == NULL || count_columns (*line, strlen (*line)) <= width)
        {
          g_string_append_printf (out, "%s%s", *line, line[1] != NULL ? "\n" : "");
          continue;
        }
      gsize n_before = (gsize) (text - *line);
      guint indent = count_columns (*line, n_before);
      g_autoptr (GString) wrapped = g_string_new (NULL);
      exm_cli_wrap (wrapped, text, MAX (width, indent + LEAST_COLUMNS), indent);
      g_string_append_len (out, *line, (gssize) n_before);
      g_string_append (out, wrapped->str + indent);
    }
  return g_string_free (out, FALSE);
}
