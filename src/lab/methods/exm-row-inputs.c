/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-row-inputs.h"

#include "base/exm-text.h"
#include "extract/exm-headline.h"
#include "extract/exm-word-set.h"
#include "lab/methods/exm-source-rows.h"

#include <math.h>

/* Natural logarithm of the length of the longest row that is told from longer ones. */
#define LOG_SCALE 10.0

/* Words that say nothing of what a page is about. */
static const char stop_words[]
    = "a an and are as at be but by for from had has have he her his how if in into is "
      "it "
      "its more no not of on or our out over she so than that the their them they this "
      "to "
      "up was we were what when where who why will with you your";

/* Characters that do, in scripts without spaces: what they stand between is parted. */
static const char stop_characters[] = "的了是在和与及等之其也为于以把被将对从而或吗呢吧啊"
                                      "這为並并與這の、はがをにへとでも";

typedef struct
{
  GHashTable *counts; /* (owned): word → how often the title has it */
  guint n;            /* words, the same ones counted again */
} Title;

/* @each is called for each word of the text that says something. */
typedef void (*WordFunc) (guint32 word, gpointer data);

static void
cut_words (const char *text, const ExmWordSet *stops, WordFunc each, gpointer data)
{
  ExmWordCutter cutter = { 0 };
  guint32 words[2];

  for (const char *p = text;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gunichar fed = c != 0 && exm_char_is_cjk (c)
                             && g_utf8_strchr (stop_characters, -1, c) != NULL
                         ? ' '
                         : g_unichar_tolower (c);
      guint n = exm_word_cutter_feed (&cutter, c != 0 ? fed : 0, words);
      for (guint k = 0; k < n; k++)
        if (!exm_word_set_has (stops, words[k]))
          each (words[k], data);
      if (c == 0)
        return;
    }
}

static void
count_word (guint32 word, gpointer data)
{
  Title *title = data;
  guint n
      = GPOINTER_TO_UINT (g_hash_table_lookup (title->counts, GUINT_TO_POINTER (word)));

  g_hash_table_insert (title->counts, GUINT_TO_POINTER (word), GUINT_TO_POINTER (n + 1));
  title->n++;
}

typedef struct
{
  const Title *title;
  GHashTable *seen; /* (owned): words of the title that the row has */
  guint n;
} Overlap;

static void
match_word (guint32 word, gpointer data)
{
  Overlap *overlap = data;
  guint n = GPOINTER_TO_UINT (
      g_hash_table_lookup (overlap->title->counts, GUINT_TO_POINTER (word)));

  if (n > 0 && g_hash_table_add (overlap->seen, GUINT_TO_POINTER (word)))
    overlap->n += n;
}

static float
scale_length (guint n)
{
  return (float) MIN (log1p (n) / LOG_SCALE, 1);
}

/* Each row's own facts. */
static void
measure_facts (ExmRowInputs *self, const ExmPageText *page, const GArray *rows)
{
  const ExmLine *lines = exm_page_text_get_lines (page, &(guint){ 0 });
  g_autofree char *cut = exm_headline_dup_cut (exm_page_text_get_title (page));
  ExmWordSet stops;
  Title title = { .counts = g_hash_table_new (NULL, NULL) };
  Overlap overlap = { .title = &title, .seen = g_hash_table_new (NULL, NULL) };

  exm_word_set_init (&stops, sizeof stop_words);
  exm_word_set_add_text (&stops, stop_words);
  cut_words (cut, &stops, count_word, &title);
  for (guint i = 0; i < rows->len; i++)
    {
      const ExmSourceRow *row = &g_array_index (rows, ExmSourceRow, i);
      if (row->line == EXM_NONE || row->n_text == 0)
        continue;
      float *facts = self->facts + (gsize) self->n_rows * EXM_N_ROW_FACTS;
      guint n_text = lines[row->line].length;
      g_hash_table_remove_all (overlap.seen);
      overlap.n = 0;
      if (title.n > 0)
        cut_words (exm_page_text_get_line (page, row->line), &stops, match_word,
                   &overlap);
      facts[EXM_ROW_TEXT] = scale_length (n_text);
      facts[EXM_ROW_BYTES] = scale_length (row->n_bytes);
      facts[EXM_ROW_DENSITY] = (float) MIN ((double) n_text / MAX (row->n_bytes, 1), 1);
      facts[EXM_ROW_TITLE] = (float) overlap.n / (float) MAX (title.n, 1);
      self->lines[self->n_rows++] = row->line;
    }
  g_hash_table_unref (title.counts);
  g_hash_table_unref (overlap.seen);
  exm_word_set_clear (&stops);
}

void
exm_row_inputs_measure (ExmRowInputs *self,
                        const ExmModelLayout *layout,
                        const ExmPageText *page)
{
  g_autoptr (GArray) rows = exm_source_rows_new (page);
  guint n_facts = layout->n_inputs / 3; /* of each of three rows */

  self->layout = layout;
  self->n_rows = 0;
  self->lines = g_new (guint, rows->len + 1);
  self->facts = g_new0 (float, ((gsize) rows->len + 1) * EXM_N_ROW_FACTS);
  measure_facts (self, page, rows);
  self->values = g_new0 (float, ((gsize) self->n_rows + 1) * layout->n_inputs);
  for (guint row = 0; row < self->n_rows; row++)
    for (guint k = 0; k < 3; k++)
      {
        /* The row before, itself, the one behind. */
        if (row + k < 1 || row + k > self->n_rows)
          continue;
        const float *facts = self->facts + (gsize) (row + k - 1) * EXM_N_ROW_FACTS;
        for (guint f = 0; f < n_facts; f++)
          self->values[(gsize) row * layout->n_inputs + k * n_facts + f] = facts[f];
      }
}

void
exm_row_inputs_clear (ExmRowInputs *self)
{
  g_clear_pointer (&self->lines, g_free);
  g_clear_pointer (&self->facts, g_free);
  g_clear_pointer (&self->values, g_free);
}
