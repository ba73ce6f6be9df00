/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "html/exm-tag.h"

#include "base/exm-word.h"

#include <string.h>

static const char *const names[EXM_N_TAGS] = { "?",
#define EXM_TAG_ROW(NAME, name, class) name,
                                               EXM_TAGS (EXM_TAG_ROW)
#undef EXM_TAG_ROW
};

const guint8 exm_tag_classes[EXM_N_TAGS] = { EXM_TAG_INLINE,
#define EXM_TAG_ROW(NAME, name, class) class,
                                             EXM_TAGS (EXM_TAG_ROW)
#undef EXM_TAG_ROW
};

/* Length of "annotation-xml". */
#define MAX_NAME_BYTES 14u

/* A closed hash table of which next to all is empty. */
#define N_SLOTS_LOG2 12
#define N_SLOTS (1u << N_SLOTS_LOG2)

typedef struct
{
  guint64 first[EXM_N_TAGS]; /* exm_word_first() of the name */
  guint8 n_bytes[EXM_N_TAGS];
  guint8 slots[N_SLOTS]; /* 0: none */
} Table;

G_STATIC_ASSERT (EXM_N_TAGS <= 256);

static inline guint
hash_word (guint64 first)
{
  return (guint) (first * EXM_WORD_MIX >> (64 - N_SLOTS_LOG2));
}

static Table *
build_table (void)
{
  Table *table = g_new0 (Table, 1);

  for (guint tag = 1; tag < EXM_N_TAGS; tag++)
    {
      gsize n_bytes = strlen (names[tag]);
      guint64 first = exm_word_first (names[tag], n_bytes);
      guint at = hash_word (first);
      while (table->slots[at] != 0)
        at = (at + 1) & (N_SLOTS - 1);
      table->slots[at] = (guint8) tag;
      table->first[tag] = first;
      table->n_bytes[tag] = (guint8) n_bytes;
    }
  return table;
}

/* Compares the part of a long name that @first does not hold. */
static gboolean
ends_alike (const char *name, ExmTag tag, gsize n_bytes)
{
  return n_bytes <= 8 || g_ascii_strncasecmp (name + 8, names[tag] + 8, n_bytes - 8) == 0;
}

ExmTag
exm_tag_from_name (const char *name, gsize n_bytes)
{
  static gsize built; /* Table, never freed */

  if (n_bytes == 0 || n_bytes > MAX_NAME_BYTES)
    return EXM_TAG_UNKNOWN;
  if (g_once_init_enter (&built))
    g_once_init_leave (&built, (gsize) build_table ());
  const Table *table = (const Table *) built;
  guint64 first = exm_word_lower (exm_word_first (name, n_bytes));
  for (guint at = hash_word (first); table->slots[at] != 0; at = (at + 1) & (N_SLOTS - 1))
    {
      guint8 tag = table->slots[at];
      if (table->first[tag] == first && table->n_bytes[tag] == n_bytes
          && ends_alike (name, tag, n_bytes))
        return (ExmTag) tag;
    }
  return EXM_TAG_UNKNOWN;
}

const char *
exm_tag_get_name (ExmTag tag)
{
  g_return_val_if_fail (tag < EXM_N_TAGS, "?");
  return names[tag];
}
