/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-offset-table.h"

#define OFFSET_BITS 36u
#define OFFSET_MASK ((G_GUINT64_CONSTANT (1) << OFFSET_BITS) - 1)
#define HASH_BITS (64u - OFFSET_BITS)
#define FIRST_SLOTS 64u

struct _ExmOffsetTable
{
  guint64 *slots; /* (owned): hash and offset + 1; 0 if free */
  gsize n_slots;  /* a power of two */
  gsize n_used;
};

ExmOffsetTable *
exm_offset_table_new (void)
{
  ExmOffsetTable *self = g_new0 (ExmOffsetTable, 1);

  exm_offset_table_clear (self);
  return self;
}

void
exm_offset_table_free (ExmOffsetTable *self)
{
  g_free (self->slots);
  g_free (self);
}

void
exm_offset_table_clear (ExmOffsetTable *self)
{
  g_free (self->slots);
  self->slots = g_new0 (guint64, FIRST_SLOTS);
  self->n_slots = FIRST_SLOTS;
  self->n_used = 0;
}

/* FNV-1a (Fowler, Noll, Vo), folded. */
static guint64
hash_text (const char *text)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (const char *byte = text; *byte != '\0'; byte++)
    hash = (hash ^ (guchar) *byte) * G_GUINT64_CONSTANT (0x100000001b3);
  hash ^= hash >> 32;
  return hash & ((1u << HASH_BITS) - 1);
}

static goffset
get_offset (guint64 slot)
{
  return (goffset) (slot & OFFSET_MASK) - 1;
}

/* Returns: the slot that the line has, or the free one that it would get */
static gsize
find_slot (const ExmOffsetTable *self, guint64 hash, ExmOffsetMatch match, gpointer data)
{
  gsize i = hash & (self->n_slots - 1);

  while (self->slots[i] != 0
         && (match == NULL || self->slots[i] >> OFFSET_BITS != hash
             || !match (get_offset (self->slots[i]), data)))
    i = (i + 1) & (self->n_slots - 1);
  return i;
}

static void
grow (ExmOffsetTable *self)
{
  g_autofree guint64 *old = g_steal_pointer (&self->slots);
  gsize n_old = self->n_slots;

  self->n_slots *= 2;
  self->slots = g_new0 (guint64, self->n_slots);
  for (gsize i = 0; i < n_old; i++)
    if (old[i] != 0)
      self->slots[find_slot (self, old[i] >> OFFSET_BITS, NULL, NULL)] = old[i];
}

goffset
exm_offset_table_find (const ExmOffsetTable *self,
                       const char *text,
                       ExmOffsetMatch match,
                       gpointer data)
{
  return get_offset (self->slots[find_slot (self, hash_text (text), match, data)]);
}

void
exm_offset_table_put (ExmOffsetTable *self,
                      const char *text,
                      goffset offset,
                      ExmOffsetMatch match,
                      gpointer data)
{
  guint64 hash = hash_text (text);

  g_return_if_fail (offset >= 0 && offset < EXM_OFFSET_TABLE_MAX);

  /* Five sixths: the slots are eight bytes, and looked at in a row. */
  if (self->n_used * 6 >= self->n_slots * 5)
    grow (self);
  gsize i = find_slot (self, hash, match, data);
  self->n_used += self->slots[i] == 0;
  self->slots[i] = hash << OFFSET_BITS | (guint64) (offset + 1);
}
