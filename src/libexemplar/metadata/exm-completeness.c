/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-completeness.h"

#include "base/exm-said.h"
#include "metadata/exm-further-pages.h"
#include "metadata/exm-metadata-json-ld.h"

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

char *
exm_completeness_find (const ExmPageText *page, const ExmResult *result)
{
  const ExmResultData *data = exm_result_get (result);
  guint number = 0, n_pages = 0, n_words = 0;

  if (data->head == EXM_NONE || is_list (page, data))
    return NULL;
  if (exm_further_pages_find (page, data->head, data->tail, &number, &n_pages))
    /* translators: this is page %u of %u */
    return exm_said_new (N_ ("The article goes on on further pages (this is %u of %u)"),
                         number, n_pages);
  if (exm_metadata_read_paid (page, &n_words) && is_teaser (page, data, n_words))
    return exm_said_new (N_ ("Only the beginning is free to read, the rest is paid for"));
  if (is_teaser (page, data, 0) && has_wall (page, data))
    return exm_said_new (N_ ("Only the beginning is shown; the page asks to log in"));
  return NULL;
}
