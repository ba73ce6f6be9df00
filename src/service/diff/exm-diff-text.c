/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "diff/exm-diff-text.h"

#include "base/exm-text.h"
#include "types/exm-result.h"

#include <string.h>

struct _ExmDiffText
{
  ExmPageText *page; /* (owned) (nullable) */
  char *body;        /* (owned) (nullable) */
  GArray *lines;     /* (owned) (element-type ExmDiffLine) */
};

static ExmDiffText *
new_empty (void)
{
  ExmDiffText *self = g_atomic_rc_box_new0 (ExmDiffText);

  self->lines = g_array_new (FALSE, FALSE, sizeof (ExmDiffLine));
  return self;
}

ExmDiffText *
exm_diff_text_new_page (ExmPageText *page, const guint8 *verdicts, guint n_verdicts)
{
  ExmDiffText *self = new_empty ();
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  self->page = exm_page_text_ref (page);
  for (guint i = 0; i < (verdicts != NULL ? MIN (n_lines, n_verdicts) : n_lines); i++)
    {
      const ExmDiffLine line = {
        .text = exm_page_text_get_line (page, i),
        .n_bytes = lines[i].n_bytes,
        .n_tokens = lines[i].n_tokens,
        .line = i,
        .key = lines[i].key,
      };
      if (verdicts != NULL ? verdicts[i] == EXM_VERDICT_KEPT
                           : (lines[i].flags & EXM_LINE_FLAGGED) == 0)
        g_array_append_val (self->lines, line);
    }
  return self;
}

ExmDiffText *
exm_diff_text_new_body (const char *body)
{
  ExmDiffText *self = new_empty ();
  guint number = 0;

  self->body = g_strdup (body);
  for (char *p = self->body, *end; *p != '\0'; p = end, number++)
    {
      gsize n_bytes = strcspn (p, "\n");
      const ExmDiffLine line = {
        .text = p,
        .n_bytes = (guint) n_bytes,
        .n_tokens = exm_text_count_tokens (p, n_bytes),
        .line = number,
        .key = exm_text_key (p, n_bytes),
      };
      end = p + n_bytes + (p[n_bytes] == '\n');
      p[n_bytes] = '\0';
      if (n_bytes > 0)
        g_array_append_val (self->lines, line);
    }
  return self;
}

ExmDiffText *
exm_diff_text_ref (ExmDiffText *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
text_clear (gpointer data)
{
  ExmDiffText *self = data;

  g_clear_pointer (&self->page, exm_page_text_unref);
  g_free (self->body);
  g_array_unref (self->lines);
}

void
exm_diff_text_unref (ExmDiffText *self)
{
  g_atomic_rc_box_release_full (self, text_clear);
}

const ExmDiffLine *
exm_diff_text_get_lines (const ExmDiffText *self, guint *n)
{
  *n = self->lines->len;
  return (const ExmDiffLine *) (gpointer) self->lines->data;
}

guint
exm_diff_text_find (const ExmDiffText *self, guint line)
{
  guint n, low = 0, high;
  const ExmDiffLine *lines = exm_diff_text_get_lines (self, &n);

  for (high = n; low < high;)
    {
      guint middle = low + (high - low) / 2;
      if (lines[middle].line < line)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && lines[low].line == line ? low : EXM_NONE;
}
