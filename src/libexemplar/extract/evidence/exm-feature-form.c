/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "base/exm-char.h"
#include "base/exm-text.h"
#include "extract/exm-line-kind.h"

#include <string.h>

/* form: what a line's characters are: digits, capitals, symbols; a date; a byline; how
 * often the same line stands on the page. */

/* A date or a byline is a short line. */
#define MAX_DATE_CHARS 80u
#define MAX_BYLINE_BYTES 60u

/* Those of ASCII. */
#define SYMBOLS "|>/\\[]{}#@*+=_~^<"

/* Returns: (transfer none): for each ASCII character whether it is one */
static const guint8 *
get_symbols (void)
{
  static guint8 symbols[128];
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      for (const char *p = SYMBOLS; *p != '\0'; p++)
        symbols[(guchar) *p] = TRUE;
      g_once_init_leave (&made, 1);
    }
  return symbols;
}

typedef struct
{
  guint n_digits;
  guint n_upper;
  guint n_letters;
  guint n_symbols;
  gboolean year;
} Counts;

/* A number of four digits from 1980 on that no digit stands beside. */
static gboolean
is_year (const char *p, gsize n_digits)
{
  guint number = 0;

  for (gsize i = 0; i < n_digits && n_digits == 4; i++)
    number = number * 10 + (guint) (p[i] - '0');
  return number >= 1980 && number < 2100;
}

static void
count (const char *text, gsize n_bytes, Counts *counts)
{
  const guint8 *symbols = get_symbols ();
  const char *end = text + n_bytes;

  memset (counts, 0, sizeof *counts);
  for (const char *p = text; p < end;)
    {
      guchar c = (guchar) *p;
      gsize n = 1;
      if (c >= 0x80)
        counts->n_letters
            += g_unichar_isalpha (g_unichar_tolower (exm_char_read_wide (p, &n))) != 0;
      else if (g_ascii_isdigit (c))
        {
          while (p + n < end && g_ascii_isdigit (p[n]))
            n++;
          counts->n_digits += (guint) n;
          counts->year |= is_year (p, n);
        }
      else
        {
          counts->n_letters += g_ascii_isalpha (c) != 0;
          counts->n_upper += g_ascii_isupper (c) != 0;
          counts->n_symbols += symbols[c];
        }
      p += n;
    }
}

static gboolean
is_byline (const char *text, gsize n_bytes)
{
  static const char *const starts[] = {
    "by ",       "By ",     "BY ",   "Von ",    "von ",  "Par ",   "par ",   "Por ",
    "Di ",       "作者",    "记者",  "記者",    "文/",   "文／",   "撰文",   "来源",
    "來源",      "編輯",    "编辑",  "Автор",   "Текст", "기자",   "Posted", "posted",
    "Published", "Updated", "Last ", "Written", "From ", "Haber:", "Yazan",  "文：",
  };

  if (n_bytes > MAX_BYLINE_BYTES)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    if (text[0] == starts[i][0] && exm_text_begins (text, starts[i]))
      return TRUE;
  return FALSE;
}

static void
measure_kinds (const ExmSurvey *survey)
{
  g_autofree guint8 *kinds = g_new0 (guint8, survey->n_lines + 1);

  exm_line_kind_find (survey->page, kinds);
  for (guint row = 0; row < survey->n_rows; row++)
    {
      float *columns = exm_survey_row (survey, row);
      guint kind = kinds[survey->row_lines[row]];
      columns[EXM_COLUMN_KIND_HEADLINE] = (kind & EXM_LINE_KIND_HEADLINE) != 0;
      columns[EXM_COLUMN_KIND_DATE] = (kind & EXM_LINE_KIND_DATE) != 0;
      columns[EXM_COLUMN_KIND_BYLINE] = (kind & EXM_LINE_KIND_BYLINE) != 0;
      columns[EXM_COLUMN_KIND_CAPTION] = (kind & EXM_LINE_KIND_CAPTION) != 0;
    }
}

void
exm_feature_form (ExmSurvey *survey)
{
  measure_kinds (survey);
  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      const char *text = exm_page_text_get_line (survey->page, survey->row_lines[row]);
      float *columns = exm_survey_row (survey, row);
      float n = (float) MAX (line->n_chars, 1);
      Counts counts;
      count (text, line->n_bytes, &counts);
      columns[EXM_COLUMN_DIGITS] = (float) counts.n_digits / n;
      columns[EXM_COLUMN_UPPER]
          = (float) counts.n_upper / (float) MAX (counts.n_letters, 1);
      columns[EXM_COLUMN_WORD_LENGTH]
          = MIN ((float) counts.n_letters / (float) MAX (line->n_tokens, 1), 12);
      columns[EXM_COLUMN_SYMBOLS] = (float) counts.n_symbols / n;
      columns[EXM_COLUMN_DATE]
          = line->n_chars <= MAX_DATE_CHARS && counts.n_digits >= 3 && counts.year;
      columns[EXM_COLUMN_BYLINE] = is_byline (text, line->n_bytes);
      columns[EXM_COLUMN_IMAGE] = (line->flags & EXM_LINE_IMAGE) != 0;
      columns[EXM_COLUMN_REPEATED]
          = exm_prepared_count_key (survey->input->target, line->key) > 1;
    }
}
