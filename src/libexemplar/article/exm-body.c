/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-body.h"

char *
exm_body_write_text (const ExmPageText *page, const ExmResult *result)
{
  const ExmResultData *data = exm_result_get (result);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < data->n_lines; i++)
    {
      if (data->verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      if (out->len > 0)
        g_string_append_c (out, '\n');
      g_string_append (out, exm_page_text_get_line (page, i));
    }
  return g_string_free (out, FALSE);
}
