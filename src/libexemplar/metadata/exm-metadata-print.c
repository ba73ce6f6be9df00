/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-print.h"

#include "base/exm-text.h"

#include <string.h>

/* A longer line is prose, characters. */
#define MAX_LINE_CHARS 80u

#define LINES_BEHIND 8u
#define MAX_NAME_CHARS 16
#define MAX_NUMBER 4u

/* "版" */
#define PAGE_WORD "\u7248"

typedef struct
{
  char *page;    /* (owned) (nullable) */
  char *section; /* (owned) (nullable) */
} Print;

static void
print_clear (Print *self)
{
  g_clear_pointer (&self->page, g_free);
  g_clear_pointer (&self->section, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Print, print_clear)

static const char *
skip_gap (const char *p)
{
  return p + strspn (p, " ");
}

static const char *
skip_colon (const char *p)
{
  p = skip_gap (p);
  if (*p == ':')
    return p + 1;
  return g_str_has_prefix (p, "：") ? p + strlen ("：") : NULL;
}

/* The characters of @p up to a gap, mark or bracket. */
static char *
dup_name (const char *p)
{
  const char *start = skip_gap (p);
  const char *end = start;

  for (guint i = 0; i < MAX_NAME_CHARS; i++)
    {
      gunichar c = g_utf8_get_char (end);
      if (!g_unichar_isalpha (c) && c != 0xb7 && c != '/')
        break;
      end = g_utf8_next_char (end);
    }
  return end > start ? g_strndup (start, (gsize) (end - start)) : NULL;
}

/* The number that ends before @end, a letter before it included: "03", "A03". */
static char *
dup_number_before (const char *line, const char *end)
{
  while (end > line && end[-1] == ' ')
    end--;
  const char *start = end;
  while (start > line && g_ascii_isdigit (start[-1]))
    start--;
  if (start == end || (gsize) (end - start) > MAX_NUMBER)
    return NULL;
  if (start > line && g_ascii_isupper (start[-1]))
    start--;
  return g_strndup (start, (gsize) (end - start));
}

/* Whether 第 stands before the number that is @n bytes long and ends before @end. */
static gboolean
is_ordinal (const char *line, const char *end, const char *number)
{
  static const char word[] = "第";

  while (end > line && end[-1] == ' ')
    end--;
  const char *p = end - strlen (number);
  while (p > line && p[-1] == ' ')
    p--;
  return (gsize) (p - line) >= strlen (word)
         && strncmp (p - strlen (word), word, strlen (word)) == 0;
}

/* "第2版" alone is an edition of a book: papers write two digits or a letter, name the
 * page, or give the day. */
static gboolean
is_paper (const char *line, const char *number, const char *section)
{
  return *number == '0' || (g_ascii_isalpha (*number) && strlen (number) > 2)
         || section != NULL
         || (strstr (line, "年") != NULL && strstr (line, "日") != NULL);
}

static gboolean
read_page (const char *line, Print *out)
{
  for (const char *p = strstr (line, PAGE_WORD); p != NULL;
       p = strstr (p + strlen (PAGE_WORD), PAGE_WORD))
    {
      g_autofree char *number = dup_number_before (line, p);
      if (number == NULL
          || (!is_ordinal (line, p, number) && !g_ascii_isalpha (*number)
              && *number != '0'))
        continue;
      const char *behind = p + strlen (PAGE_WORD);
      const char *value = skip_colon (behind);
      g_autofree char *section = value != NULL ? dup_name (value) : NULL;
      if (!is_paper (line, number, section))
        continue;
      out->page = g_steal_pointer (&number);
      out->section = g_steal_pointer (&section);
      return TRUE;
    }
  return FALSE;
}

/* "版次：A03" and "版名：要闻". */
static gboolean
read_labels (const char *line, Print *out)
{
  const char *page = strstr (line, "版次");
  const char *section = strstr (line, "版名");

  page = page != NULL ? skip_colon (page + strlen ("版次")) : NULL;
  section = section != NULL ? skip_colon (section + strlen ("版名")) : NULL;
  if (page != NULL)
    {
      const char *start = skip_gap (page);
      if (g_str_has_prefix (start, "第"))
        start = skip_gap (start + strlen ("第"));
      gsize n = strspn (start, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
      out->page = n > 0 && n <= MAX_NUMBER ? g_strndup (start, n) : NULL;
    }
  if (section != NULL)
    out->section = dup_name (section);
  return out->page != NULL || out->section != NULL;
}

static gboolean
read_line (const ExmPageText *page, guint index, Print *out)
{
  guint n;
  const ExmLine *line = &exm_page_text_get_lines (page, &n)[index];

  if ((line->flags & EXM_LINE_FLAGGED) != 0 || line->n_chars > MAX_LINE_CHARS)
    return FALSE;
  const char *text = exm_page_text_get_line (page, index);
  return strstr (text, PAGE_WORD) != NULL
         && (read_labels (text, out) || read_page (text, out));
}

/* Takes what the lines from @first to before @end say, from the last one up. A line that
 * is a link leads to a page of the paper, often to another one. */
static gboolean
read_lines (ExmMetadataReader *self, guint first, guint end)
{
  guint n, n_links = 0;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);
  g_auto (Print) linked = { 0 };

  for (guint i = MIN (end, n); i-- > first;)
    {
      g_auto (Print) found = { 0 };
      if (!read_line (self->page, i, &found))
        continue;
      if (lines[i].n_link_chars == 0)
        {
          exm_metadata_put (self, EXM_FIELD_PRINT_PAGE, EXM_ORIGIN_TEXT, found.page);
          exm_metadata_put (self, EXM_FIELD_PRINT_SECTION, EXM_ORIGIN_TEXT,
                            found.section);
          return TRUE;
        }
      n_links += g_strcmp0 (found.page, linked.page) != 0;
      print_clear (&linked);
      linked.page = g_steal_pointer (&found.page);
      linked.section = g_steal_pointer (&found.section);
    }
  if (n_links != 1)
    return FALSE;
  exm_metadata_put (self, EXM_FIELD_PRINT_PAGE, EXM_ORIGIN_TEXT, linked.page);
  exm_metadata_put (self, EXM_FIELD_PRINT_SECTION, EXM_ORIGIN_TEXT, linked.section);
  return TRUE;
}

void
exm_metadata_read_print (ExmMetadataReader *self, guint anchor, guint body_last)
{
  guint n;

  exm_page_text_get_lines (self->page, &n);
  /* Papers with pages of print are Chinese. */
  if (g_strcmp0 (self->guess, "zh") != 0)
    return;
  if (anchor >= n || !read_lines (self, 0, anchor + 1))
    {
      if (body_last < n)
        read_lines (self, body_last, body_last + 1 + LINES_BEHIND);
    }
}
