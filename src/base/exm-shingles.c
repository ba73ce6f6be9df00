/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "exm-shingles.h"

#include "exm-text.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define RUN 16u
#define STEP 32u

struct _ExmShingles
{
  GHashTable *hashes; /* (owned): of runs, shortened to a pointer */
};

static gpointer
hash_run (const char *run)
{
  return (gpointer) (gsize) XXH3_64bits (run, RUN);
}

ExmShingles *
exm_shingles_new (void)
{
  ExmShingles *self = g_new0 (ExmShingles, 1);
  self->hashes = g_hash_table_new (NULL, NULL);
  return self;
}

void
exm_shingles_free (ExmShingles *self)
{
  g_hash_table_unref (self->hashes);
  g_free (self);
}

void
exm_shingles_add (ExmShingles *self, const char *text, gsize n_bytes)
{
  g_autofree char *plain = exm_text_squeeze (text, n_bytes);
  gsize n = strlen (plain);

  for (gsize i = 0; i + RUN <= n; i++)
    g_hash_table_add (self->hashes, hash_run (plain + i));
}

double
exm_shingles_measure (const ExmShingles *self, const char *text, gsize n_bytes)
{
  g_autofree char *plain = exm_text_squeeze (text, n_bytes);
  gsize n = strlen (plain);
  guint n_runs = 1, n_found;

  if (n < RUN)
    return 0;
  n_found = g_hash_table_contains (self->hashes, hash_run (plain + n - RUN));
  for (gsize i = 0; i + RUN < n; i += STEP, n_runs++)
    n_found += g_hash_table_contains (self->hashes, hash_run (plain + i));
  return (double) n_found / n_runs;
}
