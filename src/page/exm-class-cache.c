/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-class-cache.h"

#include "exm-nodes.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Entries, a power of two: a page has so many bytes for each; where two names want the
 * same one, the later takes it. */
#define BYTES_PER_ENTRY 256u
#define MIN_ENTRIES 64u
#define MAX_ENTRIES 512u

/* Bytes of a tag's name that count, and of tag and classes together. */
#define MAX_TAG_BYTES 64u
#define MAX_OWN_BYTES 512u

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

#if defined(__SSE2__)
  for (; n - i >= 16; i += 16)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) (p + i));
      __m128i from = _mm_sub_epi8 (block, _mm_set1_epi8 ('0'));
      __m128i digits = _mm_cmpeq_epi8 (_mm_min_epu8 (from, _mm_set1_epi8 (9)), from);
      if (_mm_movemask_epi8 (digits) != 0)
        break;
      _mm_storeu_si128 ((__m128i *) (to + i), block);
    }
#endif
  for (; i < n && !g_ascii_isdigit (p[i]); i++)
    to[i] = p[i];
  return i;
}

/* Class names as the templates of a site repeat them: numbers in them count posts, ads
 * and columns. */
guint64
exm_element_hash_own (ExmHtmlPart name, const char *class_names, gsize n_bytes)
{
  char folded[MAX_OWN_BYTES];
  gsize n = fold_tag (name, folded);
  const char *end = class_names + n_bytes;

  folded[n++] = '.';
  for (const char *p = class_names; p < end && n < sizeof folded;)
    {
      gsize plain
          = copy_plain (folded + n, p, MIN ((gsize) (end - p), sizeof folded - n));
      n += plain;
      p += plain;
      if (p == end || n == sizeof folded)
        break;
      if (folded[n - 1] != '0')
        folded[n++] = '0';
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

/* Of the beginning, the middle and the end; what has the same is told apart when it is
 * compared. */
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
  if (entry->hash != hash || entry->tag != tag || entry->n_bytes != value.n_bytes
      || memcmp (entry->value, value.text, value.n_bytes) != 0)
    {
      ExmElementName made = make_name (self, name, value);
      *entry = (Entry){
        .own = made.own,
        .value = value.text,
        .n_bytes = (guint32) value.n_bytes,
        .hash = hash,
        .class_names = made.class_names,
        .tag = tag,
      };
    }
  return (ExmElementName){ .own = entry->own, .class_names = entry->class_names };
}
