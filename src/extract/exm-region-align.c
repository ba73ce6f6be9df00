/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-region-align.h"

#include "exm-text.h"

#include <string.h>

/* Places of the page that are tried for a line of the body that occurs more often. */
#define MAX_TRIES 16u

/* A token that is found outweighs any number of neighbours that fit. */
#define TOKEN_SCORE ((guint64) 1 << 24)

/* A line of the page that is not flagged. */
typedef struct
{
  guint64 key;
  guint line;
  guint place; /* among these lines */
} Place;

/* A line of the body and a line of the page that are the same. */
typedef struct
{
  guint row; /* line of the body */
  guint place;
  guint before; /* the pair before it on the best way here, EXM_NONE if it is the first */
  guint64 score;
} Pair;

typedef struct
{
  GArray *rows;   /* (owned) (element-type ExmAlignedLine) */
  GArray *keys;   /* (owned) (element-type guint64): of the rows */
  GArray *lines;  /* (owned) (element-type Place): in the page's order */
  GArray *by_key; /* (owned) (element-type Place): by key, then order */
  GArray *pairs;  /* (owned) (element-type Pair) */
  guint *best;    /* (owned): Fenwick tree over places: the best pair up to there */
  guint n_best;
} Alignment;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static void
read_body (Alignment *self, const char *body)
{
  ExmAlignedLine row = { .line = EXM_NONE };

  for (const char *p = body; *p != '\0'; p += row.n_bytes + (p[row.n_bytes] == '\n'))
    {
      row.text = p;
      row.n_bytes = strcspn (p, "\n");
      const guint64 key = exm_text_key (p, row.n_bytes);
      if (row.n_bytes == strlen (EXM_REGION_GAP)
          && memcmp (p, EXM_REGION_GAP, row.n_bytes) == 0)
        row.behind_gap = TRUE;
      else if (key != 0)
        {
          row.n_tokens = exm_text_count_tokens (p, row.n_bytes);
          g_array_append_val (self->rows, row);
          g_array_append_val (self->keys, key);
          row.behind_gap = FALSE;
        }
    }
}

static void
read_page (Alignment *self, const ExmPageText *page)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    {
      const Place place = { lines[i].key, i, self->lines->len };
      if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
        g_array_append_val (self->lines, place);
    }
  g_array_append_vals (self->by_key, self->lines->data, self->lines->len);
  g_array_sort (self->by_key, compare_places);
  self->n_best = self->lines->len;
  self->best = g_new (guint, self->n_best + 1);
  for (guint i = 0; i <= self->n_best; i++)
    self->best[i] = EXM_NONE;
}

static guint64
score_of (const Alignment *self, guint pair)
{
  return pair == EXM_NONE ? 0 : g_array_index (self->pairs, Pair, pair).score;
}

/* The best pair whose place is one of the first @n, the nearest of equals. */
static guint
look_up (const Alignment *self, guint n)
{
  guint best = EXM_NONE;

  for (; n > 0; n &= n - 1)
    if (score_of (self, self->best[n]) > score_of (self, best))
      best = self->best[n];
  return best;
}

/* The first of the best pairs: what follows the body is not looked at. */
static guint
find_last (const Alignment *self)
{
  guint best = EXM_NONE;

  for (guint i = 0; i < self->pairs->len; i++)
    if (score_of (self, i) > score_of (self, best))
      best = i;
  return best;
}

static void
enter (Alignment *self, guint pair)
{
  guint64 score = score_of (self, pair);
  guint n = g_array_index (self->pairs, Pair, pair).place + 1;

  for (; n <= self->n_best; n += n & -n)
    if (score >= score_of (self, self->best[n]))
      self->best[n] = pair;
}

/* Index of the first place with @key. */
static guint
find_key (const Alignment *self, guint64 key)
{
  guint low = 0, high = self->by_key->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (self->by_key, Place, middle).key < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The pair of the row before with the place before. */
static guint
find_neighbour (const Alignment *self, guint first, guint end, guint place)
{
  for (guint i = first; i < end; i++)
    if (g_array_index (self->pairs, Pair, i).place + 1 == place)
      return i;
  return EXM_NONE;
}

/* Two ways to come to a pair: from the neighbour, or over lines that were left out. */
static void
score_pair (
    Alignment *self, Pair *pair, const ExmAlignedLine *row, guint first, guint end)
{
  guint neighbour = find_neighbour (self, first, end, pair->place);
  guint far = look_up (self, row->behind_gap && pair->place > 0 ? pair->place - 1
                                                                : pair->place);
  guint any = look_up (self, pair->place);

  pair->before = any;
  pair->score = score_of (self, any);
  if (!row->behind_gap && neighbour != EXM_NONE
      && score_of (self, neighbour) + 1 > pair->score)
    {
      pair->before = neighbour;
      pair->score = score_of (self, neighbour) + 1;
    }
  if (row->behind_gap && far != EXM_NONE && score_of (self, far) + 1 > pair->score)
    {
      pair->before = far;
      pair->score = score_of (self, far) + 1;
    }
  pair->score += MAX (row->n_tokens, 1) * TOKEN_SCORE;
}

/* All pairs of a row; they may not follow each other, so they are entered together. */
static void
take_row (Alignment *self, guint r, guint rank, guint *first, guint *end)
{
  const ExmAlignedLine *row = &g_array_index (self->rows, ExmAlignedLine, r);
  const guint64 key = g_array_index (self->keys, guint64, r);
  guint from = find_key (self, key), n = 0;
  const guint first_new = self->pairs->len;

  while (from + n < self->by_key->len
         && g_array_index (self->by_key, Place, from + n).key == key)
    n++;
  /* Of a line that is everywhere, the k-th of the body is about the k-th of the page. */
  guint skip = n > MAX_TRIES ? MIN (rank, n - MAX_TRIES) : 0;
  for (guint i = skip; i < MIN (n, skip + MAX_TRIES); i++)
    {
      Pair pair = { r, g_array_index (self->by_key, Place, from + i).place, EXM_NONE, 0 };
      score_pair (self, &pair, row, *first, *end);
      g_array_append_val (self->pairs, pair);
    }
  for (guint i = first_new; i < self->pairs->len; i++)
    enter (self, i);
  *first = first_new;
  *end = self->pairs->len;
}

static void
match (Alignment *self)
{
  g_autoptr (GHashTable) ranks = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint first = 0, end = 0;

  for (guint r = 0; r < self->rows->len; r++)
    {
      guint64 *key = &g_array_index (self->keys, guint64, r);
      guint rank = GPOINTER_TO_UINT (g_hash_table_lookup (ranks, key));
      g_hash_table_insert (ranks, key, GUINT_TO_POINTER (rank + 1));
      take_row (self, r, rank, &first, &end);
    }
}

GArray *
exm_region_align (const ExmPageText *page, const char *body)
{
  Alignment self = {
    .rows = g_array_new (FALSE, FALSE, sizeof (ExmAlignedLine)),
    .keys = g_array_new (FALSE, FALSE, sizeof (guint64)),
    .lines = g_array_new (FALSE, FALSE, sizeof (Place)),
    .by_key = g_array_new (FALSE, FALSE, sizeof (Place)),
    .pairs = g_array_new (FALSE, FALSE, sizeof (Pair)),
  };

  read_body (&self, body);
  read_page (&self, page);
  match (&self);
  for (guint i = find_last (&self); i != EXM_NONE;)
    {
      const Pair *pair = &g_array_index (self.pairs, Pair, i);
      g_array_index (self.rows, ExmAlignedLine, pair->row).line
          = g_array_index (self.lines, Place, pair->place).line;
      i = pair->before;
    }
  g_array_unref (self.keys);
  g_array_unref (self.lines);
  g_array_unref (self.by_key);
  g_array_unref (self.pairs);
  g_free (self.best);
  return self.rows;
}
