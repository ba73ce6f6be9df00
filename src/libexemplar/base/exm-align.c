/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/exm-align.h"

#include <stdlib.h>

/* Places that are tried for a row of which there are more. */
#define MAX_TRIES 16u

/* Weight that is found outweighs any number of neighbours that fit. */
#define WEIGHT_SCORE ((guint64) 1 << 24)

#define NONE G_MAXUINT32

/* A line of the other text. */
typedef struct
{
  guint64 key;
  guint place;
} Place;

/* A row and a place that are the same line. */
typedef struct
{
  guint row;
  guint place;
  guint before; /* the pair before it on the best way here, NONE if it is the first */
  guint64 score;
} Pair;

typedef struct
{
  const ExmAlignRow *rows; /* (unowned) */
  guint n_rows;
  Place *by_key; /* (owned): by key, then order */
  guint n_places;
  GArray *pairs; /* (owned) (element-type Pair) */
  guint *best;   /* (owned): Fenwick tree over places: the best pair up to there */
} Alignment;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static guint64
score_of (const Alignment *self, guint pair)
{
  return pair == NONE ? 0 : g_array_index (self->pairs, Pair, pair).score;
}

/* The best pair whose place is one of the first @n, the nearest of equals. */
static guint
look_up (const Alignment *self, guint n)
{
  guint best = NONE;

  for (; n > 0; n &= n - 1)
    if (score_of (self, self->best[n]) > score_of (self, best))
      best = self->best[n];
  return best;
}

/* The first of the best pairs: what follows it is not looked at. */
static guint
find_last (const Alignment *self)
{
  guint best = NONE;

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

  for (; n <= self->n_places; n += n & -n)
    if (score >= score_of (self, self->best[n]))
      self->best[n] = pair;
}

/* Index of the first place with @key. */
static guint
find_key (const Alignment *self, guint64 key)
{
  guint low = 0, high = self->n_places;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (self->by_key[middle].key < key)
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
  return NONE;
}

/* Two ways to come to a pair: from the neighbour, or over lines that were left out. */
static void
score_pair (Alignment *self, Pair *pair, const ExmAlignRow *row, guint first, guint end)
{
  guint neighbour = find_neighbour (self, first, end, pair->place);
  guint far = look_up (self, row->behind_gap && pair->place > 0 ? pair->place - 1
                                                                : pair->place);
  guint any = look_up (self, pair->place);

  pair->before = any;
  pair->score = score_of (self, any);
  if (!row->behind_gap && neighbour != NONE
      && score_of (self, neighbour) + 1 > pair->score)
    {
      pair->before = neighbour;
      pair->score = score_of (self, neighbour) + 1;
    }
  if (row->behind_gap && far != NONE && score_of (self, far) + 1 > pair->score)
    {
      pair->before = far;
      pair->score = score_of (self, far) + 1;
    }
  pair->score += MAX (row->weight, 1) * WEIGHT_SCORE;
}

/* All pairs of a row; they may not follow each other, so they are entered together. */
static void
take_row (Alignment *self, guint r, guint rank, guint *first, guint *end)
{
  const ExmAlignRow *row = &self->rows[r];
  guint from = find_key (self, row->key), n = 0;
  const guint first_new = self->pairs->len;

  while (from + n < self->n_places && self->by_key[from + n].key == row->key)
    n++;
  /* Pair the k-th copy of a frequent line with about the k-th copy on the other side. */
  guint skip = n > MAX_TRIES ? MIN (rank, n - MAX_TRIES) : 0;
  for (guint i = skip; i < MIN (n, skip + MAX_TRIES); i++)
    {
      Pair pair = { r, self->by_key[from + i].place, NONE, 0 };
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

  for (guint r = 0; r < self->n_rows; r++)
    {
      gpointer key = (gpointer) &self->rows[r].key;
      guint rank = GPOINTER_TO_UINT (g_hash_table_lookup (ranks, key));
      g_hash_table_insert (ranks, key, GUINT_TO_POINTER (rank + 1));
      take_row (self, r, rank, &first, &end);
    }
}

void
exm_align_keys (const ExmAlignRow *rows,
                guint n_rows,
                const guint64 *keys,
                guint n_keys,
                guint *partners)
{
  Alignment self = {
    .rows = rows,
    .n_rows = n_rows,
    .by_key = g_new (Place, MAX (n_keys, 1)),
    .n_places = n_keys,
    .pairs = g_array_new (FALSE, FALSE, sizeof (Pair)),
    .best = g_new (guint, (gsize) n_keys + 1),
  };

  for (guint i = 0; i < n_keys; i++)
    self.by_key[i] = (Place){ keys[i], i };
  qsort (self.by_key, n_keys, sizeof (Place), compare_places);
  for (guint i = 0; i <= n_keys; i++)
    self.best[i] = NONE;
  for (guint i = 0; i < n_rows; i++)
    partners[i] = NONE;
  match (&self);
  for (guint i = find_last (&self); i != NONE;)
    {
      const Pair *pair = &g_array_index (self.pairs, Pair, i);
      partners[pair->row] = pair->place;
      i = pair->before;
    }
  g_free (self.by_key);
  g_array_unref (self.pairs);
  g_free (self.best);
}
