/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "lab/benchmark/exm-token-bag.h"

#include "base/exm-array.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

struct _ExmTokenBag
{
  gatomicrefcount ref_count;
  guint64 *hashes; /* (owned): sorted, one a token */
  guint n;
};

/* Tells characters of scripts without spaces between words: wider than exm_char_is_cjk(),
 * which is about prose. */
static gboolean
stands_alone (gunichar c)
{
  static const gunichar ranges[][2] = {
    { 0x2e80, 0x2fdf }, { 0x3005, 0x3007 }, { 0x3040, 0x30ff },   { 0x3400, 0x4dbf },
    { 0x4e00, 0x9fff }, { 0xf900, 0xfaff }, { 0x20000, 0x3ffff },
  };

  for (gsize i = 0; c >= ranges[0][0] && i < G_N_ELEMENTS (ranges); i++)
    if (c >= ranges[i][0] && c <= ranges[i][1])
      return TRUE;
  return FALSE;
}

static void
append_token (GArray *hashes, const char *start, const char *end)
{
  guint64 hash = XXH3_64bits (start, (gsize) (end - start));

  if (end > start)
    g_array_append_val (hashes, hash);
}

ExmTokenBag *
exm_token_bag_new (const char *text)
{
  ExmTokenBag *self = g_new0 (ExmTokenBag, 1);
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL_COMPOSE);
  g_autofree char *folded = g_utf8_casefold (normal != NULL ? normal : "", -1);
  GArray *hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  const char *p = folded, *start = folded;

  for (; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean alone = stands_alone (c);
      if (!alone && (c == '_' || g_unichar_isalnum (c)))
        continue;
      append_token (hashes, start, p);
      start = g_utf8_next_char (p);
      if (alone)
        append_token (hashes, p, start);
    }
  append_token (hashes, start, p);
  g_atomic_ref_count_init (&self->ref_count);
  self->n = hashes->len;
  self->hashes = (guint64 *) (void *) g_array_free (hashes, FALSE);
  if (self->n > 0)
    qsort (self->hashes, self->n, sizeof *self->hashes, exm_array_compare_uint64);
  return self;
}

ExmTokenBag *
exm_token_bag_ref (ExmTokenBag *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_token_bag_unref (ExmTokenBag *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->hashes);
  g_free (self);
}

guint
exm_token_bag_get_n (const ExmTokenBag *self)
{
  return self->n;
}

static guint
count_common (const ExmTokenBag *a, const ExmTokenBag *b)
{
  guint n = 0;

  for (guint i = 0, k = 0; i < a->n && k < b->n;)
    {
      if (a->hashes[i] == b->hashes[k])
        n++, i++, k++;
      else if (a->hashes[i] < b->hashes[k])
        i++;
      else
        k++;
    }
  return n;
}

ExmTokenScore
exm_token_bag_score (const ExmTokenBag *known, const ExmTokenBag *found)
{
  if (known->n == 0 && found->n == 0)
    return (ExmTokenScore){ 1, 1, 1 };
  double common = count_common (known, found);
  return (ExmTokenScore){
    .precision = found->n > 0 ? common / found->n : 0,
    .recall = known->n > 0 ? common / known->n : 0,
    .f1 = 2 * common / ((double) known->n + found->n),
  };
}
