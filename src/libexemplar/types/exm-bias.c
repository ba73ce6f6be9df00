/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-bias.h"

/* A line that an end was moved over was not looked at by itself. */
#define MOVED_OVER .5f

/* Prior weight of a place. */
#define PRIOR_PLACE 1.0f

typedef struct
{
  guint64 key;
  float body;
  float noise;
} Tally;

struct _ExmBias
{
  gatomicrefcount ref_count;
  GHashTable *keys;   /* (owned) (element-type guint64 Tally) */
  GHashTable *places; /* (owned) (element-type guint64 Tally) */
};

G_DEFINE_BOXED_TYPE (ExmBias, exm_bias, exm_bias_ref, exm_bias_unref)

static void
count (GHashTable *tallies, guint64 key, float body, float noise)
{
  Tally *tally = g_hash_table_lookup (tallies, &key);

  if (tally == NULL)
    {
      tally = g_new0 (Tally, 1);
      tally->key = key;
      g_hash_table_insert (tallies, &tally->key, tally);
    }
  tally->body += body;
  tally->noise += noise;
}

static void
take (ExmBias *self, const ExmLabel *label)
{
  float body = 0, noise = 0;

  switch (label->kind)
    {
    case EXM_LABEL_BODY:
      body = 1;
      break;
    case EXM_LABEL_NOISE:
      noise = 1;
      break;
    case EXM_LABEL_TAKEN:
      body = MOVED_OVER;
      break;
    case EXM_LABEL_CUT:
      noise = MOVED_OVER;
      break;
    case EXM_LABEL_START:
    case EXM_LABEL_END:
    default:
      /* A line of the article at hand; those that it let in or out have labels too. */
      return;
    }
  count (self->keys, label->key, body, noise);
  count (self->places, label->place, body, noise);
}

ExmBias *
exm_bias_new (const ExmLabel *labels, guint n_labels)
{
  ExmBias *self = g_new0 (ExmBias, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->keys = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  for (guint i = 0; i < n_labels; i++)
    take (self, &labels[i]);
  return self;
}

ExmBias *
exm_bias_ref (ExmBias *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_bias_unref (ExmBias *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->keys);
  g_hash_table_unref (self->places);
  g_free (self);
}

float
exm_bias_judge_key (const ExmBias *self, guint64 key)
{
  const Tally *tally = g_hash_table_lookup (self->keys, &key);

  if (tally == NULL)
    return 0;
  return (tally->body - tally->noise) / MAX (tally->body + tally->noise, 1);
}

float
exm_bias_judge_place (const ExmBias *self, guint64 class_path)
{
  const Tally *tally = g_hash_table_lookup (self->places, &class_path);

  if (tally == NULL)
    return 0;
  return (tally->body - tally->noise) / (tally->body + tally->noise + PRIOR_PLACE);
}
