/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-shingles.h"

#include "base/exm-text.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define RUN 16u
#define STEP 32u

#define MIN_SLOTS 1024u

struct _ExmShingles
{
  guint32 *slots; /* (owned): hashes of runs, each behind where it wants to be; 0: free */
  gsize n_slots;  /* a power of two */
  gsize n_used;
};

static guint32
hash_run (const char *run)
{
  guint32 hash = (guint32) XXH3_64bits (run, RUN);
  return hash != 0 ? hash : 1;
}

/* Finds the slot of @hash, or the free one for it. */
static guint32 *
find_slot (const ExmShingles *self, guint32 hash)
{
  gsize at = hash & (self->n_slots - 1);

  while (self->slots[at] != 0 && self->slots[at] != hash)
    at = (at + 1) & (self->n_slots - 1);
  return &self->slots[at];
}

/* At least half of the slots stay free, with @n more hashes too. */
static void
make_room (ExmShingles *self, gsize n)
{
  ExmShingles old = *self;

  if ((self->n_used + n) * 2 <= self->n_slots)
    return;
  while ((self->n_used + n) * 2 > self->n_slots)
    self->n_slots *= 2;
  self->slots = g_new0 (guint32, self->n_slots);
  for (gsize i = 0; i < old.n_slots; i++)
    if (old.slots[i] != 0)
      *find_slot (self, old.slots[i]) = old.slots[i];
  g_free (old.slots);
}

ExmShingles *
exm_shingles_new (void)
{
  ExmShingles *self = g_new0 (ExmShingles, 1);
  self->n_slots = MIN_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
  return self;
}

void
exm_shingles_free (ExmShingles *self)
{
  g_free (self->slots);
  g_free (self);
}

void
exm_shingles_add (ExmShingles *self, const char *text, gsize n_bytes)
{
  g_autofree char *plain = exm_text_squeeze (text, n_bytes);
  gsize n = strlen (plain);

  if (n < RUN)
    return;
  make_room (self, n - RUN + 1);
  for (gsize i = 0; i + RUN <= n; i++)
    {
      guint32 hash = hash_run (plain + i);
      guint32 *slot = find_slot (self, hash);
      self->n_used += *slot == 0;
      *slot = hash;
    }
}

static gboolean
has_run (const ExmShingles *self, const char *run)
{
  return *find_slot (self, hash_run (run)) != 0;
}

double
exm_shingles_measure (const ExmShingles *self, const char *text, gsize n_bytes)
{
  g_autofree char *plain = exm_text_squeeze (text, n_bytes);
  gsize n = strlen (plain);
  guint n_runs = 1, n_found;

  if (n < RUN)
    return 0;
  n_found = has_run (self, plain + n - RUN);
  for (gsize i = 0; i + RUN < n; i += STEP, n_runs++)
    n_found += has_run (self, plain + i);
  return (double) n_found / n_runs;
}
