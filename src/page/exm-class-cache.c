/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-class-cache.h"

#include "exm-nodes.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Entries; where two names want the same one, the later takes it. */
#define N_ENTRIES 512u

/* Bytes of a tag's name that count, and of tag and classes together. */
#define MAX_TAG_BYTES 64u
#define MAX_OWN_BYTES 512u

typedef struct
{
  guint64 hash;
  ExmHtmlPart value; /* (unowned): as written; NULL: free */
  guint tag;
  ExmElementName name;
} Entry;

struct _ExmClassCache
{
  ExmPageTextParts *parts; /* (unowned) */
  Entry entries[N_ENTRIES];
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

/* Class names as the templates of a site repeat them: numbers in them count posts, ads
 * and columns. */
guint64
exm_element_hash_own (ExmHtmlPart name, const char *class_names)
{
  char folded[MAX_OWN_BYTES];
  gsize n = fold_tag (name, folded);

  folded[n++] = '.';
  for (const char *p = class_names; *p != '\0' && n < sizeof folded; p++)
    {
      char c = g_ascii_isdigit (*p) ? '0' : *p;
      if (c != '0' || folded[n - 1] != '0')
        folded[n++] = c;
    }
  return XXH3_64bits (folded, n);
}

ExmClassCache *
exm_class_cache_new (ExmPageTextParts *parts)
{
  ExmClassCache *self = g_new0 (ExmClassCache, 1);
  self->parts = parts;
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
  guint32 class_names = exm_parts_append_value (self->parts, value);
  return (ExmElementName){
    .own = exm_element_hash_own (name, self->parts->strings->str + class_names),
    .class_names = class_names,
  };
}

ExmElementName
exm_class_cache_find (ExmClassCache *self,
                      ExmTag tag,
                      ExmHtmlPart name,
                      ExmHtmlPart value)
{
  if (tag == EXM_TAG_UNKNOWN)
    return make_name (self, name, value);

  guint64 hash = XXH3_64bits (value.text, value.n_bytes) + (guint64) tag * EXM_WORD_MIX;
  Entry *entry = &self->entries[hash % N_ENTRIES];
  if (entry->hash != hash || entry->tag != tag || entry->value.n_bytes != value.n_bytes
      || memcmp (entry->value.text, value.text, value.n_bytes) != 0)
    *entry = (Entry){
      .hash = hash,
      .value = value,
      .tag = tag,
      .name = make_name (self, name, value),
    };
  return entry->name;
}
