/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "exm-tag.h"

#include "exm-word.h"

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

/* Of "annotation-xml". */
#define MAX_NAME_BYTES 14u

/* A closed hash table, three quarters empty. */
#define N_SLOTS_LOG2 10
#define N_SLOTS (1u << N_SLOTS_LOG2)

/* A name as two words: its beginning and, where it is longer than that, its end. */
typedef struct
{
  guint64 head;
  guint64 tail;
} Words;

typedef struct
{
  Words words[EXM_N_TAGS];
  guint8 n_bytes[EXM_N_TAGS];
  guint8 slots[N_SLOTS]; /* 0: none */
} Table;

G_STATIC_ASSERT (EXM_N_TAGS <= 256);

static inline Words
get_words (const char *name, gsize n_bytes)
{
  Words words = { exm_word_lower (exm_word_load (name, n_bytes)), 0 };

  if (n_bytes > 8)
    words.tail = exm_word_lower (exm_word_load (name + n_bytes - 8, 8));
  return words;
}

static inline guint
hash_words (Words words, gsize n_bytes)
{
  guint64 hash = (words.head ^ words.tail ^ n_bytes) * EXM_WORD_MIX;
  return (guint) (hash >> (64 - N_SLOTS_LOG2));
}

static Table *
build_table (void)
{
  Table *table = g_new0 (Table, 1);

  for (guint tag = 1; tag < EXM_N_TAGS; tag++)
    {
      gsize n_bytes = strlen (names[tag]);
      Words words = get_words (names[tag], n_bytes);
      guint at = hash_words (words, n_bytes);
      while (table->slots[at] != 0)
        at = (at + 1) & (N_SLOTS - 1);
      table->slots[at] = (guint8) tag;
      table->words[tag] = words;
      table->n_bytes[tag] = (guint8) n_bytes;
    }
  return table;
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
  Words words = get_words (name, n_bytes);
  for (guint at = hash_words (words, n_bytes); table->slots[at] != 0;
       at = (at + 1) & (N_SLOTS - 1))
    {
      guint8 tag = table->slots[at];
      if (table->words[tag].head == words.head && table->words[tag].tail == words.tail
          && table->n_bytes[tag] == n_bytes)
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
