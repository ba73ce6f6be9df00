/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-page.h"

#include "extract/exm-region-locate.h"
#include "page/exm-page-reader.h"

#include <string.h>

static guint
count_visible (const ExmLine *line)
{
  return line->flags & EXM_LINE_FLAGGED ? 0 : line->n_chars;
}

static void
assert_counts (const ExmPageText *page)
{
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  guint64 n_chars = 0;

  for (guint i = 0; i < n_lines; i++)
    {
      n_chars += count_visible (&lines[i]);
    }
  if (n_nodes > 0)
    g_assert_cmpuint (nodes[0].n_chars, ==, n_chars);
}

void
test_page_assert_valid (const ExmPageText *page)
{
  g_autoptr (GError) error = NULL;

  exm_page_text_validate (page, &error);
  g_assert_no_error (error);
  assert_counts (page);
}

ExmPageText *
test_page_read_bytes (const char *bytes, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) raw = g_bytes_new (bytes, n_bytes);
  const ExmPageHints hints = { .override_charset = "utf-8" };
  ExmPageText *page = exm_page_read (raw, &hints, &error);

  g_assert_no_error (error);
  g_assert_nonnull (page);
  test_page_assert_valid (page);
  return page;
}

ExmPageText *
test_page_read (const char *html)
{
  return test_page_read_bytes (html, strlen (html));
}

char *
test_page_join (const ExmPageText *page)
{
  GString *all = g_string_new (NULL);
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? "|" : "",
                            exm_page_text_get_line (page, i));
  return g_string_free (all, FALSE);
}

void
test_page_assert_reads (const char *html, const char *expected)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autofree char *found = test_page_join (page);

  g_assert_cmpstr (found, ==, expected);
}

const ExmLine *
test_page_find_line (const ExmPageText *page, const char *text)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    if (strcmp (exm_page_text_get_line (page, i), text) == 0)
      return &lines[i];
  g_error ("no line “%s”", text);
}

char *
test_page_repeat (const char *before, const char *unit, guint n, const char *after)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (text, unit);
  g_string_append (text, after);
  return g_string_free (text, FALSE);
}

ExmPrepared *
test_page_prepare (const char *html, const char *region_text)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (ExmRegion) region = NULL;

  if (region_text != NULL)
    {
      region = exm_region_locate (page, region_text);
      g_assert_nonnull (region);
    }
  return exm_prepared_new (page, region);
}
