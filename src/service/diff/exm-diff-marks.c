/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "diff/exm-line-diff.h"

#include "base/exm-text.h"

#include <string.h>

/* Words of a line between what both begin and end with; of more, nothing inside is told
 * apart. */
#define MAX_WORDS 600u

/* The words of a line: spans one behind the other. */
static GArray *
split (const char *text)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (ExmDiffSpan));
  gboolean in_word = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const ExmDiffSpan span
          = { (guint) (p - text), (guint) (g_utf8_next_char (p) - text) };
      gunichar c = g_utf8_get_char (p);
      gboolean letter = (exm_char_get_facts (c) & EXM_CHAR_WORD) != 0
                        || (g_unichar_ismark (c) && words->len > 0);
      if (letter && in_word)
        g_array_index (words, ExmDiffSpan, words->len - 1).end = span.end;
      else
        g_array_append_val (words, span);
      in_word = letter;
    }
  return words;
}

typedef struct
{
  const char *text;
  GArray *words; /* (owned) (element-type ExmDiffSpan) */
  guint first;   /* behind what both begin with */
  guint end;
  guint8 *kept; /* (owned): a byte a word */
} Side;

static void
side_init (Side *self, const char *text)
{
  self->text = text;
  self->words = split (text);
  self->first = 0;
  self->end = self->words->len;
  self->kept = g_malloc0 (MAX (self->words->len, 1));
}

static void
side_clear (Side *self)
{
  g_array_unref (self->words);
  g_free (self->kept);
}

static gboolean
is_same (const Side *a, guint i, const Side *b, guint k)
{
  const ExmDiffSpan *x = &g_array_index (a->words, ExmDiffSpan, i),
                    *y = &g_array_index (b->words, ExmDiffSpan, k);

  return x->end - x->start == y->end - y->start
         && memcmp (a->text + x->start, b->text + y->start, x->end - x->start) == 0;
}

/* The longest common subsequence of the words between @first and @end, by its table from
 * the end. */
static void
keep_common (Side *a, Side *b)
{
  guint n_a = a->end - a->first, n_b = b->end - b->first, width = n_b + 1;
  g_autofree guint16 *table = g_new0 (guint16, (gsize) (n_a + 1) * width);

  for (guint i = n_a; i-- > 0;)
    for (guint k = n_b; k-- > 0;)
      table[i * width + k]
          = is_same (a, a->first + i, b, b->first + k)
                ? table[(i + 1) * width + k + 1] + 1
                : MAX (table[(i + 1) * width + k], table[i * width + k + 1]);
  for (guint i = 0, k = 0; i < n_a && k < n_b;)
    if (is_same (a, a->first + i, b, b->first + k))
      a->kept[a->first + i++] = b->kept[b->first + k++] = 1;
    else if (table[(i + 1) * width + k] >= table[i * width + k + 1])
      i++;
    else
      k++;
}

static gboolean
is_word (const Side *self, guint i)
{
  gunichar c
      = g_utf8_get_char (self->text + g_array_index (self->words, ExmDiffSpan, i).start);

  return (exm_char_get_facts (c) & (EXM_CHAR_WORD | EXM_CHAR_CJK)) != 0;
}

/* A space or a mark that stayed between two words that did not is no end of a span. */
static GArray *
list_spans (const Side *self)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (ExmDiffSpan));

  for (guint i = 0; i < self->words->len; i++)
    {
      ExmDiffSpan span = g_array_index (self->words, ExmDiffSpan, i);
      gboolean between = i > 0 && i + 1 < self->words->len && !self->kept[i - 1]
                         && !self->kept[i + 1] && !is_word (self, i);
      if (self->kept[i] && !between)
        continue;
      ExmDiffSpan *last
          = spans->len > 0 ? &g_array_index (spans, ExmDiffSpan, spans->len - 1) : NULL;
      if (last != NULL && last->end == span.start)
        last->end = span.end;
      else
        g_array_append_val (spans, span);
    }
  return spans;
}

void
exm_diff_mark_words (const char *left,
                     const char *right,
                     GArray **left_spans,
                     GArray **right_spans)
{
  Side a, b;

  side_init (&a, left);
  side_init (&b, right);
  for (; a.first < a.end && b.first < b.end && is_same (&a, a.first, &b, b.first);
       a.first++, b.first++)
    a.kept[a.first] = b.kept[b.first] = 1;
  for (; a.first < a.end && b.first < b.end && is_same (&a, a.end - 1, &b, b.end - 1);
       a.end--, b.end--)
    a.kept[a.end - 1] = b.kept[b.end - 1] = 1;
  if (a.end - a.first <= MAX_WORDS && b.end - b.first <= MAX_WORDS)
    keep_common (&a, &b);
  *left_spans = list_spans (&a);
  *right_spans = list_spans (&b);
  side_clear (&a);
  side_clear (&b);
}
