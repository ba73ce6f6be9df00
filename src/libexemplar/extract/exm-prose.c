/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-prose.h"

#include <string.h>

/* Length (a CJK character counts 3) from which a line is a paragraph, and under which it
 * is a label. */
#define PARAGRAPH_LENGTH 120.0f
#define LABEL_LENGTH 40.0f

gboolean
exm_prose_ends (const char *text, gsize n_bytes)
{
  static const char wide[][4] = { "。", "！", "？", "…", "”", "」", "；", "：" };
  char last = n_bytes > 0 ? text[n_bytes - 1] : '\0';

  if ((guchar) last < 0x80)
    return last == '.' || last == '!' || last == '?' || last == '"' || last == ':';
  for (gsize i = 0; n_bytes >= 3 && i < G_N_ELEMENTS (wide); i++)
    if (last == wide[i][2] && memcmp (text + n_bytes - 3, wide[i], 3) == 0)
      return TRUE;
  return FALSE;
}

float
exm_prose_measure (const ExmLine *line, const char *text)
{
  float length = (float) line->length;
  float score = (length - LABEL_LENGTH) / (PARAGRAPH_LENGTH - LABEL_LENGTH);

  if (exm_prose_ends (text, line->n_bytes))
    score += .5f;
  else if (line->n_marks == 0)
    score -= .5f;
  return CLAMP (score, 0, 1);
}
