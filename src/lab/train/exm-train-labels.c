/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-train"

#include "config.h"

#include "lab/train/exm-train-labels.h"

#include "extract/exm-word-set.h"
#include "types/exm-result.h"

/* Words that must agree together. */
#define RUN 3u

/* A run that stands more often than this in a body aligns nothing. */
#define MAX_PLACES 24u

struct _ExmTrainLabels
{
  guint n_lines;
  float *shares;      /* (owned): a line */
  guint *first_words; /* (owned): n_lines + 1 */
  guint *word_ids;    /* (owned): index among the body's distinct words, or EXM_NONE */
  guint *counts;      /* (owned): how often the body has each distinct word */
  guint n_distinct;
  guint n_body;
};

static void
append_words (GArray *words, const char *text)
{
  ExmWordCutter cutter = { 0 };
  guint32 found[2];

  for (const char *p = text;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      guint n = exm_word_cutter_feed (&cutter, c != 0 ? g_unichar_tolower (c) : 0, found);
      g_array_append_vals (words, found, n);
      if (c == 0)
        return;
    }
}

static guint32
get_word (const GArray *words, guint i)
{
  return g_array_index (words, guint32, i);
}

static guint64
get_run (const GArray *words, guint i)
{
  guint64 hash = 0;

  for (guint k = 0; k < RUN; k++)
    hash = (hash ^ get_word (words, i + k)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash;
}

typedef struct
{
  guint64 run;
  guint place;
} Run;

/* By run, the last place first: of places for one word of the page only one can be in the
 * chain. */
static int
compare_runs (gconstpointer a, gconstpointer b)
{
  const Run *x = a, *y = b;
  if (x->run != y->run)
    return x->run < y->run ? -1 : 1;
  return x->place > y->place ? -1 : x->place < y->place;
}

static GArray *
index_runs (const GArray *body)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));

  for (guint i = 0; i + RUN <= body->len; i++)
    {
      const Run run = { get_run (body, i), i };
      g_array_append_val (runs, run);
    }
  g_array_sort (runs, compare_runs);
  return runs;
}

static guint
find_run (const GArray *runs, guint64 run)
{
  guint low = 0, high = runs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (runs, Run, middle).run < run)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* A link of a chain. */
typedef struct
{
  guint word;   /* of the page */
  guint place;  /* in the body */
  guint before; /* index of a link, or EXM_NONE */
} Link;

static guint
find_end (const GArray *links, const GArray *ends, guint place)
{
  guint low = 0, high = ends->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      guint link = g_array_index (ends, guint, middle);
      if (g_array_index (links, Link, link).place < place)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
add_link (GArray *links, GArray *ends, guint word, guint place)
{
  guint length = find_end (links, ends, place);
  const Link link
      = { word, place, length > 0 ? g_array_index (ends, guint, length - 1) : EXM_NONE };
  guint index = links->len;

  g_array_append_val (links, link);
  if (length == ends->len)
    g_array_append_val (ends, index);
  else
    g_array_index (ends, guint, length) = index;
}

/* Longest increasing chain, by patience. */
static void
align (const GArray *page, const GArray *body, guint8 *matched)
{
  g_autoptr (GArray) runs = index_runs (body);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (Link));
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i + RUN <= page->len; i++)
    {
      guint64 run = get_run (page, i);
      guint from = find_run (runs, run), end = from;
      while (end < runs->len && g_array_index (runs, Run, end).run == run)
        end++;
      for (guint k = from; end - from <= MAX_PLACES && k < end; k++)
        add_link (links, ends, i, g_array_index (runs, Run, k).place);
    }
  guint link = ends->len > 0 ? g_array_index (ends, guint, ends->len - 1) : EXM_NONE;
  while (link != EXM_NONE)
    {
      const Link *here = &g_array_index (links, Link, link);
      for (guint k = 0; k < RUN; k++)
        matched[here->word + k] = 1;
      link = here->before;
    }
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  return x < y ? -1 : x > y;
}

/* Index of @word among the sorted distinct words, or EXM_NONE. */
static guint
find_word (const guint32 *distinct, guint n, guint32 word)
{
  guint low = 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (distinct[middle] < word)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && distinct[low] == word ? low : EXM_NONE;
}

static void
count_words (ExmTrainLabels *self, const GArray *page, GArray *body)
{
  g_autofree guint32 *distinct = g_new (guint32, body->len + 1);

  g_array_sort (body, compare_words);
  self->n_body = body->len;
  self->counts = g_new0 (guint, body->len + 1);
  for (guint i = 0; i < body->len; i++)
    {
      if (i == 0 || get_word (body, i) != get_word (body, i - 1))
        distinct[self->n_distinct++] = get_word (body, i);
      self->counts[self->n_distinct - 1]++;
    }
  self->word_ids = g_new (guint, page->len + 1);
  for (guint i = 0; i < page->len; i++)
    self->word_ids[i] = find_word (distinct, self->n_distinct, get_word (page, i));
}

ExmTrainLabels *
exm_train_labels_new (const ExmPageText *page, const char *body)
{
  ExmTrainLabels *self = g_new0 (ExmTrainLabels, 1);
  const ExmLine *lines = exm_page_text_get_lines (page, &self->n_lines);
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) gold = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->first_words = g_new0 (guint, self->n_lines + 1);
  self->shares = g_new0 (float, self->n_lines + 1);
  for (guint i = 0; i < self->n_lines; i++)
    {
      self->first_words[i] = words->len;
      if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
        append_words (words, exm_page_text_get_line (page, i));
    }
  self->first_words[self->n_lines] = words->len;
  append_words (gold, body);

  g_autofree guint8 *matched = g_new0 (guint8, words->len + 1);
  align (words, gold, matched);
  for (guint i = 0; i < self->n_lines; i++)
    {
      guint n = self->first_words[i + 1] - self->first_words[i], n_matched = 0;
      for (guint k = self->first_words[i]; k < self->first_words[i + 1]; k++)
        n_matched += matched[k];
      self->shares[i] = n > 0 ? (float) n_matched / (float) n : 0;
    }
  count_words (self, words, gold);
  return self;
}

void
exm_train_labels_free (ExmTrainLabels *self)
{
  g_free (self->shares);
  g_free (self->first_words);
  g_free (self->word_ids);
  g_free (self->counts);
  g_free (self);
}

float
exm_train_labels_get (const ExmTrainLabels *self, guint line)
{
  return self->shares[line];
}

double
exm_train_labels_score (const ExmTrainLabels *self, const guint8 *verdicts)
{
  g_autofree guint *left
      = g_memdup2 (self->counts, (self->n_distinct + 1) * sizeof (guint));
  guint n_kept = 0, n_both = 0;

  for (guint i = 0; i < self->n_lines; i++)
    {
      if (verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      for (guint k = self->first_words[i]; k < self->first_words[i + 1]; k++)
        {
          guint id = self->word_ids[k];
          n_kept++;
          if (id != EXM_NONE && left[id] > 0)
            {
              left[id]--;
              n_both++;
            }
        }
    }
  if (n_kept + self->n_body == 0)
    return 1;
  return 2.0 * n_both / (n_kept + self->n_body);
}
