/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-revisits.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Ways to a page, and seeds of their hashes. */
typedef enum
{
  BY_URL,
  BY_DIGEST,
  BY_URL_AND_DIGEST,
  BY_URL_AND_TIME,
  BY_ID,
  N_WAYS
} Way;

/* Pages of one address and second that are looked at. */
#define MAX_SAME 8u

/* A way to a page. */
typedef struct
{
  guint64 key;
  guint32 page;
} Entry;

/* Keys of a page, or of the page of a revisit; 0 where the archive does not say. */
typedef struct
{
  guint64 url, digest;
} Page;

typedef struct
{
  Page own;
  guint64 keys[N_WAYS];
  guint32 page;
  ExmRevisitFate fate;
  gboolean unmodified;
} Revisit;

struct _ExmRevisits
{
  GArray *pages;    /* (owned) (element-type Page) */
  GArray *revisits; /* (owned) (element-type Revisit) */
  GArray *entries;  /* (owned) (element-type Entry): of pages, by key once settled */
};

ExmRevisits *
exm_revisits_new (void)
{
  ExmRevisits *self = g_new0 (ExmRevisits, 1);

  self->pages = g_array_new (FALSE, FALSE, sizeof (Page));
  self->revisits = g_array_new (FALSE, FALSE, sizeof (Revisit));
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  return self;
}

void
exm_revisits_free (ExmRevisits *self)
{
  g_array_unref (self->pages);
  g_array_unref (self->revisits);
  g_array_unref (self->entries);
  g_free (self);
}

/* Returns: the key of a text; 0 where there is none */
static guint64
hash_text (Way way, const char *text)
{
  return text != NULL ? XXH3_64bits_withSeed (text, strlen (text), way) | 1 : 0;
}

/* Returns: the key of two that belong together; 0 where one is not there */
static guint64
join (Way way, guint64 one, guint64 other)
{
  const guint64 both[] = { one, other };

  return one != 0 && other != 0 ? XXH3_64bits_withSeed (both, sizeof both, way) | 1 : 0;
}

/* Digests are of base 32 or of hexadecimal digits, whose case says nothing. */
static guint64
hash_digest (const char *digest)
{
  g_autofree char *lower = digest != NULL ? g_ascii_strdown (digest, -1) : NULL;

  return hash_text (BY_DIGEST, lower);
}

/* Times of a second are one: revisits leave out what is behind it. */
static guint64
hash_place (const char *url, gint64 usec)
{
  return join (BY_URL_AND_TIME, hash_text (BY_URL, url),
               usec > 0 ? (guint64) (usec / G_USEC_PER_SEC) : 0);
}

static void
add_entry (ExmRevisits *self, guint64 key)
{
  const Entry entry = { key, self->pages->len };

  if (key != 0)
    g_array_append_val (self->entries, entry);
}

void
exm_revisits_add_page (ExmRevisits *self, const ExmCapture *page)
{
  const Page own = { hash_text (BY_URL, page->url), hash_digest (page->digest) };

  add_entry (self, own.url);
  add_entry (self, own.digest);
  add_entry (self, join (BY_URL_AND_DIGEST, own.url, own.digest));
  add_entry (self, hash_place (page->url, page->time_usec));
  add_entry (self, hash_text (BY_ID, page->id));
  g_array_append_val (self->pages, own);
}

guint
exm_revisits_add (ExmRevisits *self, const ExmCapture *revisit)
{
  Revisit own = {
    .own = { hash_text (BY_URL, revisit->url), hash_digest (revisit->digest) },
    .unmodified = revisit->unmodified,
  };

  own.keys[BY_URL] = own.unmodified ? own.own.url : 0;
  own.keys[BY_DIGEST] = own.own.digest;
  own.keys[BY_URL_AND_DIGEST] = join (BY_URL_AND_DIGEST, own.own.url, own.own.digest);
  own.keys[BY_URL_AND_TIME] = hash_place (revisit->original_url, revisit->original_usec);
  own.keys[BY_ID] = hash_text (BY_ID, revisit->original_id);
  g_array_append_val (self->revisits, own);
  return self->revisits->len - 1;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *first = a, *second = b;

  if (first->key != second->key)
    return first->key < second->key ? -1 : 1;
  return (first->page > second->page) - (first->page < second->page);
}

/* Returns: the place of the first entry with @key, or of one behind it */
static guint
find_entry (const ExmRevisits *self, guint64 key)
{
  guint from = 0, to = self->entries->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;
      if (g_array_index (self->entries, Entry, middle).key < key)
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

/* Looks for the page of a revisit in one way. Returns: whether there is one */
static gboolean
find_page (const ExmRevisits *self, Revisit *revisit, Way way)
{
  guint64 key = revisit->keys[way];
  guint first = key != 0 ? find_entry (self, key) : self->entries->len;

  for (guint i = first; i < self->entries->len && i < first + MAX_SAME; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      if (entry->key != key)
        return FALSE;
      const Page *page = &g_array_index (self->pages, Page, entry->page);
      gboolean differs = page->digest != 0 && revisit->own.digest != 0
                         && page->digest != revisit->own.digest;
      /* An id that several have is none. */
      if (way == BY_ID && i + 1 < self->entries->len && (entry + 1)->key == key)
        return FALSE;
      if (differs)
        continue;
      revisit->page = entry->page;
      revisit->fate
          = page->url == revisit->own.url ? EXM_REVISIT_SAME : EXM_REVISIT_OTHER;
      return TRUE;
    }
  return FALSE;
}

void
exm_revisits_settle (ExmRevisits *self)
{
  static const Way ways[N_WAYS]
      = { BY_URL_AND_DIGEST, BY_URL_AND_TIME, BY_URL, BY_DIGEST, BY_ID };

  if (self->revisits->len == 0 || self->entries->len == 0)
    return;
  qsort (self->entries->data, self->entries->len, sizeof (Entry), compare_entries);
  for (guint i = 0; i < self->revisits->len; i++)
    {
      Revisit *revisit = &g_array_index (self->revisits, Revisit, i);
      for (guint k = 0; k < N_WAYS; k++)
        if (find_page (self, revisit, ways[k]))
          break;
    }
}

ExmRevisitFate
exm_revisits_get (const ExmRevisits *self, guint revisit, guint *page)
{
  const Revisit *own = &g_array_index (self->revisits, Revisit, revisit);

  *page = own->page;
  return own->fate;
}
