/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-offset-table.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "publish/exm-publish-error.h"

#define OFFSET_BITS 36u
#define OFFSET_MASK ((G_GUINT64_CONSTANT (1) << OFFSET_BITS) - 1)
#define HASH_BITS (64u - OFFSET_BITS)
#define FIRST_SLOTS 64u

/* Slots in memory; more of them lie in a file. */
#define MAX_HEAP_SLOTS 4096u

/* Slots of the file that are read at once: those that a line is likely to be in. */
#define BLOCK_SLOTS 64u
G_STATIC_ASSERT (FIRST_SLOTS % BLOCK_SLOTS == 0);

struct _ExmOffsetTable
{
  guint64 *slots; /* (owned) (nullable): hash and offset + 1, 0 if free; or in the file */
  int fd;         /* of the file, which has no name any more; −1: none */
  char *name;     /* (owned) (nullable): that it had, for errors */
  gsize n_slots;  /* a power of two */
  gsize n_used;
  int problem; /* errno of the file, or 0 */
};

/* Part of the file. */
typedef struct
{
  gboolean loaded;
  gsize first;
  guint64 slots[BLOCK_SLOTS];
} Block;

static void
drop_slots (ExmOffsetTable *self)
{
  g_clear_pointer (&self->slots, g_free);
  g_clear_pointer (&self->name, g_free);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

ExmOffsetTable *
exm_offset_table_new (void)
{
  ExmOffsetTable *self = g_new0 (ExmOffsetTable, 1);

  self->fd = -1;
  exm_offset_table_clear (self);
  return self;
}

void
exm_offset_table_free (ExmOffsetTable *self)
{
  drop_slots (self);
  g_free (self);
}

void
exm_offset_table_clear (ExmOffsetTable *self)
{
  drop_slots (self);
  self->slots = g_new0 (guint64, FIRST_SLOTS);
  self->n_slots = FIRST_SLOTS;
  self->n_used = 0;
  self->problem = 0;
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

/* Reads or writes whole; every byte of the file is there since it was made. */
static void
move_bytes (ExmOffsetTable *self, gboolean write, void *bytes, gsize n_bytes, gsize slot)
{
  gsize done = 0;

  while (done < n_bytes && self->problem == 0)
    {
      goffset at = (goffset) (slot * sizeof (guint64) + done);
      gssize n = write ? pwrite (self->fd, (char *) bytes + done, n_bytes - done, at)
                       : pread (self->fd, (char *) bytes + done, n_bytes - done, at);
      if (n > 0)
        done += (gsize) n;
      else if (n == 0 || errno != EINTR)
        self->problem = n == 0 ? EIO : errno;
    }
}

/* Returns: 0 where the file cannot be read, too */
static guint64
get_slot (ExmOffsetTable *self, gsize i, Block *block)
{
  if (self->slots != NULL)
    return self->slots[i];
  if (!block->loaded || i - block->first >= BLOCK_SLOTS)
    {
      block->first = i / BLOCK_SLOTS * BLOCK_SLOTS;
      block->loaded = TRUE;
      move_bytes (self, FALSE, block->slots, sizeof block->slots, block->first);
    }
  return self->problem == 0 ? block->slots[i - block->first] : 0;
}

static void
set_slot (ExmOffsetTable *self, gsize i, guint64 slot)
{
  if (self->slots != NULL)
    self->slots[i] = slot;
  else
    move_bytes (self, TRUE, &slot, sizeof slot, i);
}

/* @slot: (out) (optional): what is in it
 *
 * Returns: the slot that the line has, or the free one that it would get */
static gsize
find_slot (ExmOffsetTable *self,
           guint64 hash,
           ExmOffsetMatch match,
           gpointer data,
           guint64 *slot)
{
  gsize i = hash & (self->n_slots - 1);
  Block block;
  guint64 here;

  block.loaded = FALSE;
  while ((here = get_slot (self, i, &block)) != 0
         && (match == NULL || here >> OFFSET_BITS != hash
             || !match (get_offset (here), data)))
    i = (i + 1) & (self->n_slots - 1);
  if (slot != NULL)
    *slot = here;
  return i;
}

/* Makes a file of free slots. Without one, as on a full disk, they stay in memory. */
static void
make_file (ExmOffsetTable *self)
{
  /* A disk, unlike /tmp on many a system. */
  const char *folder = g_getenv ("TMPDIR") != NULL ? g_get_tmp_dir () : "/var/tmp";
  g_autofree char *name = g_build_filename (folder, "exemplar-XXXXXX", NULL);
  int fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);

  if (fd < 0)
    return;
  unlink (name);
  if (posix_fallocate (fd, 0, (goffset) (self->n_slots * sizeof (guint64))) != 0)
    {
      close (fd);
      return;
    }
  self->fd = fd;
  self->name = g_steal_pointer (&name);
}

static void
grow (ExmOffsetTable *self)
{
  ExmOffsetTable old = *self;
  Block block;

  *self = (ExmOffsetTable){ .fd = -1, .n_slots = old.n_slots * 2, .n_used = old.n_used };
  if (self->n_slots > MAX_HEAP_SLOTS)
    make_file (self);
  if (self->fd < 0)
    self->slots = g_new0 (guint64, self->n_slots);
  block.loaded = FALSE;
  for (gsize i = 0; i < old.n_slots; i++)
    {
      guint64 slot = get_slot (&old, i, &block);
      if (slot != 0)
        set_slot (self, find_slot (self, slot >> OFFSET_BITS, NULL, NULL, NULL), slot);
    }
  if (self->problem == 0)
    self->problem = old.problem;
  drop_slots (&old);
}

goffset
exm_offset_table_find (ExmOffsetTable *self,
                       const char *text,
                       ExmOffsetMatch match,
                       gpointer data)
{
  guint64 slot;

  find_slot (self, hash_text (text), match, data, &slot);
  return get_offset (slot);
}

void
exm_offset_table_put (ExmOffsetTable *self,
                      const char *text,
                      goffset offset,
                      ExmOffsetMatch match,
                      gpointer data)
{
  guint64 hash = hash_text (text);
  guint64 old;

  g_return_if_fail (offset >= 0 && offset < EXM_OFFSET_TABLE_MAX);

  /* Five sixths: the slots are eight bytes, and looked at in a row. */
  if (self->n_used * 6 >= self->n_slots * 5)
    grow (self);
  gsize i = find_slot (self, hash, match, data, &old);
  self->n_used += old == 0;
  set_slot (self, i, hash << OFFSET_BITS | (guint64) (offset + 1));
}

gboolean
exm_offset_table_check (const ExmOffsetTable *self, GError **error)
{
  if (self->problem == 0)
    return TRUE;
  exm_publish_error_set_errno (error, self->problem,
                               self->name != NULL ? self->name : g_get_tmp_dir ());
  return FALSE;
}
