/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-completeness.h"

#include "base/exm-said.h"
#include "metadata/exm-metadata-json-ld.h"
#include "page/exm-further-page.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A teaser is shorter: in characters of which a CJK one counts 3, some 120 words. The
 * shortest whole articles of papers that declare a paywall have 150. */
#define TEASER_LENGTH 750u

/* Lines behind the body where a form still belongs to it. */
#define FORM_LINES 6u

gsize
exm_completeness_find_password (const ExmPageText *page)
{
  gsize size = 0;
  const char *source = g_bytes_get_data (exm_page_text_get_source (page), &size);
  const char *end = source + size;

  for (const char *p = source; p != NULL && p < end; p++)
    {
      p = memchr (p, '=', (gsize) (end - p));
      if (p == NULL || end - p < 10)
        return 0;
      const char *value = p + 1 + (p[1] == '"' || p[1] == '\'');
      if (p - source > 4 && g_ascii_isspace (p[-5])
          && g_ascii_strncasecmp (p - 4, "type", 4) == 0
          && g_ascii_strncasecmp (value, "password", 8) == 0)
        return (gsize) (p - source);
    }
  return 0;
}

/* Whether a form to log in stands in the article, or right behind it. */
static gboolean
has_wall (const ExmPageText *page, const ExmResultData *data)
{
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  gsize field = exm_completeness_find_password (page);
  guint last = MIN (data->tail + FORM_LINES, n - 1);

  return field > 0 && data->head < n && field > lines[data->head].source_start
         && field < lines[last].source_end;
}

static gboolean
is_teaser (const ExmPageText *page, const ExmResultData *data, guint n_words)
{
  guint n = 0, length = 0, n_tokens = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);

  for (guint i = 0; i < MIN (n, data->n_lines); i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      {
        length += lines[i].length;
        n_tokens += lines[i].n_tokens;
      }
  return n_words > 0 ? n_tokens < n_words / 2 : length < TEASER_LENGTH;
}

/* Whether it is mostly links: a list, not an article. */
static gboolean
is_list (const ExmPageText *page, const ExmResultData *data)
{
  guint n = 0, n_chars = 0, n_link_chars = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);

  for (guint i = 0; i < MIN (n, data->n_lines); i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      {
        n_chars += lines[i].n_chars;
        n_link_chars += lines[i].n_link_chars;
      }
  return n_link_chars > n_chars / 2;
}

/* --- Further pages --- */

/* The first and last line kept of page @index of those that were joined. */
static void
find_range (
    ExmPageText *page, const ExmResultData *data, guint index, guint *head, guint *tail)
{
  guint first = 0, n = 0;
  const ExmPageText *one = exm_page_text_get_joined (page, index, &first);

  exm_page_text_get_lines (one, &n);
  *head = *tail = EXM_NONE;
  for (guint i = 0; i < n && first + i < data->n_lines; i++)
    if (data->verdicts[first + i] == EXM_VERDICT_KEPT)
      {
        *head = MIN (*head, i);
        *tail = i;
      }
}

/* Adds what a later page knows of pages behind it. */
static void
add_further (ExmFurtherPages *self, ExmFurtherPages *later)
{
  self->n_pages = MAX (self->n_pages, later->n_pages);
  for (guint i = self->urls->len; i < later->urls->len; i++)
    g_ptr_array_add (self->urls, g_steal_pointer (&g_ptr_array_index (later->urls, i)));
}

/* @n_empty: (out): pages that say nothing that was not said before */
static gboolean
find_further (ExmPageText *page,
              const ExmResultData *data,
              ExmFurtherPages *out,
              guint *n_empty)
{
  guint first = 0, head = EXM_NONE, tail = EXM_NONE;

  *n_empty = 0;
  find_range (page, data, 0, &head, &tail);
  if (!exm_further_pages_find (exm_page_text_get_joined (page, 0, &first), head, tail,
                               NULL, out))
    return FALSE;
  for (guint i = 1; i < exm_page_text_get_n_joined (page); i++)
    {
      g_auto (ExmFurtherPages) later = { 0 };
      find_range (page, data, i, &head, &tail);
      *n_empty += head == EXM_NONE;
      if (exm_further_pages_find (exm_page_text_get_joined (page, i, &first), head, tail,
                                  out, &later))
        add_further (out, &later);
    }
  return TRUE;
}

static char *
judge_further (ExmPageText *page, const ExmFurtherPages *further, guint n_empty)
{
  guint n_joined = exm_page_text_get_n_joined (page), n = n_joined - n_empty;

  if (further->number > 1 || (n_joined == 1 && exm_page_text_get_n_strangers (page) == 0))
    /* translators: this is page %u of %u */
    return exm_said_new (N_ ("The article goes on on further pages (this is %u of %u)"),
                         further->number, further->n_pages);
  if (exm_page_text_get_n_strangers (page) > 0)
    return exm_said_new (
        N_ ("%u of %u pages collected: another one is of another article"), n,
        further->n_pages);
  if (n_empty > 0)
    return exm_said_new (N_ ("%u of %u pages collected: another one says nothing new"), n,
                         further->n_pages);
  if (n >= further->n_pages)
    return NULL;
  if (n_joined > EXM_MAX_FURTHER_PAGES)
    return exm_said_new (
        N_ ("The article goes on and on: %u pages collected, more are not asked for"), n);
  return exm_said_new (N_ ("%u of %u pages collected, %u missing"), n, further->n_pages,
                       further->n_pages - n);
}

char *
exm_completeness_find (ExmPageText *page,
                       const ExmResult *result,
                       ExmFurtherPages *further)
{
  const ExmResultData *data = exm_result_get (result);
  g_auto (ExmFurtherPages) found = { 0 };
  guint n_words = 0, n_empty = 0;
  char *said = NULL;

  if (further != NULL)
    *further = (ExmFurtherPages){ 0 };
  if (data->head == EXM_NONE || is_list (page, data))
    return NULL;
  if (find_further (page, data, &found, &n_empty))
    {
      said = judge_further (page, &found, n_empty);
      found.ends = n_empty > 0 || exm_page_text_get_n_strangers (page) > 0;
    }
  if (further != NULL)
    {
      *further = found;
      found = (ExmFurtherPages){ 0 };
    }
  if (said != NULL)
    return said;
  if (exm_metadata_read_paid (page, &n_words) && is_teaser (page, data, n_words))
    return exm_said_new (N_ ("Only the beginning is free to read, the rest is paid for"));
  if (is_teaser (page, data, 0) && has_wall (page, data))
    return exm_said_new (N_ ("Only the beginning is shown; the page asks to log in"));
  return NULL;
}
