/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "exm-tag.h"

#include <string.h>

static const struct
{
  const char *name;
  ExmTagClass tag_class;
} tags[EXM_N_TAGS] = { { "?", EXM_TAG_INLINE },
#define EXM_TAG_ROW(NAME, name, class) { name, class },
                       EXM_TAGS (EXM_TAG_ROW)
#undef EXM_TAG_ROW
};

/* Of "annotation-xml". */
#define MAX_NAME_BYTES 14u

/* A closed hash table, three quarters empty. */
#define N_SLOTS 1024u

static guint
hash_name (const char *name, gsize n_bytes)
{
  guint32 hash = (guint32) n_bytes;

  for (gsize i = 0; i < n_bytes; i++)
    hash = (hash ^ (guint32) (name[i] | 0x20)) * 0x01000193u;
  return (hash ^ hash >> 15) & (N_SLOTS - 1);
}

static guint8 *
build_slots (void)
{
  guint8 *slots = g_new0 (guint8, N_SLOTS);

  for (guint tag = 1; tag < EXM_N_TAGS; tag++)
    {
      guint at = hash_name (tags[tag].name, strlen (tags[tag].name));
      while (slots[at] != 0)
        at = (at + 1) & (N_SLOTS - 1);
      slots[at] = (guint8) tag;
    }
  return slots;
}

G_STATIC_ASSERT (EXM_N_TAGS <= 256);

static gboolean
is_name (const char *name, gsize n_bytes, const char *lower)
{
  for (gsize i = 0; i < n_bytes; i++)
    if (g_ascii_tolower (name[i]) != lower[i])
      return FALSE;
  return lower[n_bytes] == '\0';
}

ExmTag
exm_tag_from_name (const char *name, gsize n_bytes)
{
  static gsize built; /* guint8 slots, never freed */

  if (n_bytes == 0 || n_bytes > MAX_NAME_BYTES)
    return EXM_TAG_UNKNOWN;
  if (g_once_init_enter (&built))
    g_once_init_leave (&built, (gsize) build_slots ());
  const guint8 *slots = (const guint8 *) built;
  for (guint at = hash_name (name, n_bytes); slots[at] != 0;
       at = (at + 1) & (N_SLOTS - 1))
    if (is_name (name, n_bytes, tags[slots[at]].name))
      return (ExmTag) slots[at];
  return EXM_TAG_UNKNOWN;
}

const char *
exm_tag_get_name (ExmTag tag)
{
  g_return_val_if_fail (tag < EXM_N_TAGS, "?");
  return tags[tag].name;
}

ExmTagClass
exm_tag_get_class (ExmTag tag)
{
  g_return_val_if_fail (tag < EXM_N_TAGS, EXM_TAG_INLINE);
  return tags[tag].tag_class;
}

guint
exm_tag_get_heading_level (ExmTag tag)
{
  return tag >= EXM_TAG_H1 && tag <= EXM_TAG_H6 ? (guint) (tag - EXM_TAG_H1) + 1 : 0;
}
