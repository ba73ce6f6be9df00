/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-class-cache.h"

#include "base/exm-byte-block.h"
#include "page/exm-parts.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Entries, a power of two: a page has so many bytes for each; where two names want the
 * same one, the later takes it. */
#define BYTES_PER_ENTRY 256u
#define MIN_ENTRIES 64u
#define MAX_ENTRIES 256u

/* Bytes of a tag's name that count, and of tag and classes together. */
#define MAX_TAG_BYTES 64u
#define MAX_OWN_BYTES 512u

/* Bytes that copy_plain() may write past its end. */
#define ROOM_BEHIND 16u

typedef struct
{
  guint64 own;
  const char *value; /* (unowned): as written; NULL: free */
  guint32 n_bytes;
  guint32 hash;
  guint32 class_names;
  guint32 tag;
} Entry;

struct _ExmClassCache
{
  ExmPageTextParts *parts; /* (unowned) */
  guint32 n_entries;
  Entry entries[];
};

static gsize
fold_tag (ExmHtmlPart name, char *folded)
{
  gsize n = MIN (name.n_bytes, MAX_TAG_BYTES);

  for (gsize i = 0; i < n; i++)
    folded[i] = exm_html_lower (name.text[i]);
  return n;
}

guint64
exm_element_hash_tag (ExmHtmlPart name)
{
  char folded[MAX_TAG_BYTES];
  return XXH3_64bits (folded, fold_tag (name, folded));
}

/* Copies what is no digit from @p on, of which @n bytes may be. Returns: how many. */
static inline gsize
copy_plain (char *to, const char *p, gsize n)
{
  gsize i = 0;

#ifdef EXM_HAS_BYTE_BLOCK
  for (guint plain = 16; plain == 16 && i < n; i += plain)
    {
      __m128i block = exm_byte_block_load (p + i, n - i);
      guint digits = (guint) _mm_movemask_epi8 (exm_byte_block_in (block, '0', 9));
      plain = (guint) __builtin_ctz (digits | 1u << MIN (n - i, 16));
      _mm_storeu_si128 ((__m128i *) (to + i), block);
    }
#else
  for (; i < n && !g_ascii_isdigit (p[i]); i++)
    to[i] = p[i];
#endif
  return i;
}

/* Class names as the templates of a site repeat them: numbers in them count posts, ads
 * and columns. */
guint64
exm_element_hash_own (ExmHtmlPart name, const char *class_names, gsize n_bytes)
{
  char folded[MAX_OWN_BYTES + ROOM_BEHIND];
  gsize n = fold_tag (name, folded);
  const char *end = class_names + n_bytes;

  folded[n++] = '.';
  for (const char *p = class_names; p < end && n < MAX_OWN_BYTES;)
    {
      gsize plain
          = copy_plain (folded + n, p, MIN ((gsize) (end - p), MAX_OWN_BYTES - n));
      n += plain;
      p += plain;
      if (p == end || n == MAX_OWN_BYTES)
        break;
      folded[n++] = '0';
      while (p < end && g_ascii_isdigit (*p))
        p++;
    }
  return XXH3_64bits (folded, n);
}

ExmClassCache *
exm_class_cache_new (ExmPageTextParts *parts, gsize n_bytes)
{
  guint32 n = MIN_ENTRIES;

  while (n < MAX_ENTRIES && n < n_bytes / BYTES_PER_ENTRY)
    n *= 2;
  ExmClassCache *self = g_malloc0 (sizeof *self + n * sizeof (Entry));
  self->parts = parts;
  self->n_entries = n;
  return self;
}

void
exm_class_cache_free (ExmClassCache *self)
{
  g_free (self);
}

static ExmElementName
make_name (ExmClassCache *self, ExmHtmlPart name, ExmHtmlPart value)
{
  GString *strings = self->parts->strings;
  guint32 class_names = exm_parts_append_value (self->parts, value);
  return (ExmElementName){
    .own = exm_element_hash_own (name, strings->str + class_names,
                                 strings->len - 1 - class_names),
    .class_names = class_names,
  };
}

/* Returns: what is new in @entry. */
G_NO_INLINE static ExmElementName
fill_entry (ExmClassCache *self, Entry *entry, ExmHtmlPart name, ExmHtmlPart value)
{
  ExmElementName made = make_name (self, name, value);

  entry->own = made.own;
  entry->class_names = made.class_names;
  return made;
}

/* Hashes the beginning, the middle and the end of a name; a comparison follows. */
static inline guint32
hash_value (ExmHtmlPart value, ExmTag tag)
{
  const char *p = value.text;
  gsize n = value.n_bytes;
  guint64 hash = exm_word_load (p, n) ^ (guint64) tag << 48 ^ n << 56;

  if (n > 8)
    {
      guint64 middle = exm_word_load (p + (n - 8) / 2, 8);
      guint64 last = exm_word_load (p + n - 8, 8);
      hash = (hash ^ last << 23 ^ last >> 41) * EXM_WORD_MIX ^ middle;
    }
  return (guint32) (hash * EXM_WORD_MIX >> 32);
}

/* Most are as short as a few words. */
static inline gboolean
is_same (const char *a, const char *b, gsize n)
{
  if (n < 8)
    return exm_word_load (a, n) == exm_word_load (b, n);
  for (gsize i = 0; i + 8 < n; i += 8)
    if (exm_word_load (a + i, 8) != exm_word_load (b + i, 8))
      return FALSE;
  return exm_word_load (a + n - 8, 8) == exm_word_load (b + n - 8, 8);
}

ExmElementName
exm_class_cache_find (ExmClassCache *self,
                      ExmTag tag,
                      ExmHtmlPart name,
                      ExmHtmlPart value)
{
  if (tag == EXM_TAG_UNKNOWN)
    return make_name (self, name, value);

  guint32 hash = hash_value (value, tag);
  Entry *entry = &self->entries[hash & (self->n_entries - 1)];
  if (entry->hash == hash && entry->tag == tag && entry->n_bytes == value.n_bytes
      && is_same (entry->value, value.text, value.n_bytes))
    return (ExmElementName){ .own = entry->own, .class_names = entry->class_names };
  entry->value = value.text;
  entry->n_bytes = (guint32) value.n_bytes;
  entry->hash = hash;
  entry->tag = tag;
  return fill_entry (self, entry, name, value);
}
