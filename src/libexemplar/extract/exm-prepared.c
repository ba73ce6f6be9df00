/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-prepared.h"

#include "base/exm-array.h"
#include "extract/exm-prose.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

struct _ExmPrepared
{
  gatomicrefcount ref_count;
  ExmPageText *page; /* (owned) */
  ExmRegion *region; /* (owned) (nullable) */
  guint32 *codes;    /* (owned) */
  guint n_codes;
  GArray *keys;     /* (owned) (element-type guint64): of all lines, sorted */
  GArray *linked;   /* (owned) (element-type guint64): of lines that are links, sorted */
  GArray *inside;   /* (owned) (element-type guint64): of the region's lines, sorted */
  GArray *skeleton; /* (owned) (element-type guint64): sorted, each once */
};

G_DEFINE_BOXED_TYPE (ExmPrepared, exm_prepared, exm_prepared_ref, exm_prepared_unref)

static void
sort_unique (GArray *hashes)
{
  guint64 *data = (guint64 *) (void *) hashes->data;
  guint n = 0;

  g_array_sort (hashes, exm_array_compare_uint64);
  for (guint i = 0; i < hashes->len; i++)
    if (n == 0 || data[n - 1] != data[i])
      data[n++] = data[i];
  g_array_set_size (hashes, n);
}

/* Hash of "tag", a mark and @name with its runs of digits folded to one 0. */
static guint64
hash_token (ExmTag tag, char mark, const char *name, gsize n_bytes)
{
  char folded[256];
  gsize n = 0;

  folded[n++] = (char) tag;
  folded[n++] = mark;
  for (gsize i = 0; i < n_bytes && n < sizeof folded; i++)
    {
      char c = g_ascii_isdigit (name[i]) ? '0' : name[i];
      if (c != '0' || folded[n - 1] != '0')
        folded[n++] = c;
    }
  return XXH3_64bits (folded, n);
}

static void
append_class_tokens (GArray *skeleton, ExmTag tag, const char *class_names)
{
  for (const char *p = class_names; *p != '\0';)
    {
      gsize space = strspn (p, " \t\n\r\f");
      gsize name = strcspn (p + space, " \t\n\r\f");
      if (name > 0)
        {
          guint64 hash = hash_token (tag, '.', p + space, name);
          g_array_append_val (skeleton, hash);
        }
      p += space + name;
    }
}

static GArray *
build_skeleton (const ExmPageText *page)
{
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  GArray *skeleton = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < n_nodes; i++)
    {
      const ExmNode *node = &nodes[i];
      const char *id = exm_page_text_get_string (page, node->id);
      append_class_tokens (skeleton, node->tag,
                           exm_page_text_get_string (page, node->class_names));
      if (*id != '\0')
        {
          guint64 hash = hash_token (node->tag, '#', id, strlen (id));
          g_array_append_val (skeleton, hash);
        }
      if (node->parent != EXM_NONE)
        {
          const guint16 token[] = { node->tag, '>', nodes[node->parent].tag };
          guint64 hash = XXH3_64bits (token, sizeof token);
          g_array_append_val (skeleton, hash);
        }
    }
  sort_unique (skeleton);
  return skeleton;
}

static gboolean
is_linked (const ExmLine *line)
{
  return 2 * line->n_link_chars > line->n_chars;
}

ExmPrepared *
exm_prepared_new (ExmPageText *page, ExmRegion *region)
{
  ExmPrepared *self = g_new0 (ExmPrepared, 1);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  g_atomic_ref_count_init (&self->ref_count);
  self->page = exm_page_text_ref (page);
  self->region = region != NULL ? exm_region_ref (region) : NULL;
  self->n_codes = exm_page_text_get_n_chars (page);
  self->codes = exm_page_text_dup_codes (page);
  self->keys = g_array_sized_new (FALSE, FALSE, sizeof (guint64), n_lines);
  self->linked = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->inside = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < n_lines; i++)
    {
      g_array_append_val (self->keys, lines[i].key);
      if (is_linked (&lines[i]))
        g_array_append_val (self->linked, lines[i].key);
      if (region != NULL && exm_region_contains (region, i))
        g_array_append_val (self->inside, lines[i].key);
    }
  g_array_sort (self->keys, exm_array_compare_uint64);
  g_array_sort (self->linked, exm_array_compare_uint64);
  g_array_sort (self->inside, exm_array_compare_uint64);
  self->skeleton = build_skeleton (page);
  return self;
}

ExmPrepared *
exm_prepared_ref (ExmPrepared *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

gboolean
exm_prepared_is_held_once (ExmPrepared *self)
{
  return g_atomic_ref_count_compare (&self->ref_count, 1);
}

void
exm_prepared_unref (ExmPrepared *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  exm_page_text_unref (self->page);
  g_clear_pointer (&self->region, exm_region_unref);
  g_free (self->codes);
  g_array_unref (self->keys);
  g_array_unref (self->linked);
  g_array_unref (self->inside);
  g_array_unref (self->skeleton);
  g_free (self);
}

ExmPageText *
exm_prepared_get_page (const ExmPrepared *self)
{
  return self->page;
}

gsize
exm_prepared_get_n_bytes (const ExmPrepared *self)
{
  /* The region has a byte a line, as many as there are keys. */
  return sizeof *self + exm_page_text_get_n_bytes (self->page)
         + self->n_codes * sizeof *self->codes
         + (self->region != NULL ? self->keys->len : 0)
         + ((gsize) self->keys->len + self->linked->len + self->inside->len
            + self->skeleton->len)
               * sizeof (guint64);
}

ExmRegion *
exm_prepared_get_region (const ExmPrepared *self)
{
  return self->region;
}

const guint32 *
exm_prepared_get_codes (const ExmPrepared *self, guint *n)
{
  *n = self->n_codes;
  return self->codes;
}

/* Index of the first key that is not less than @key. */
static guint
find_key (const GArray *keys, guint64 key)
{
  guint low = 0, high = keys->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (keys, guint64, middle) < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static guint
count_key (const GArray *keys, guint64 key)
{
  guint end = key == G_MAXUINT64 ? keys->len : find_key (keys, key + 1);
  return end - find_key (keys, key);
}

guint
exm_prepared_count_key (const ExmPrepared *self, guint64 key)
{
  return count_key (self->keys, key);
}

/* Share of a paragraph, see exm_prose_measure(), from which a line is a sentence. */
#define PROSE .5f

gboolean
exm_prepared_knows_line (const ExmPrepared *self, const ExmLine *line, const char *text)
{
  guint n = exm_prepared_count_key (self, line->key);

  if (n == 0 || is_linked (line) || exm_prose_measure (line, text) < PROSE)
    return n > 0;
  return n > count_key (self->linked, line->key);
}

guint
exm_prepared_count_key_inside (const ExmPrepared *self, guint64 key)
{
  return count_key (self->inside, key);
}

double
exm_prepared_compare_template (const ExmPrepared *a, const ExmPrepared *b)
{
  const GArray *x = a->skeleton, *y = b->skeleton;
  guint i = 0, k = 0, n_both = 0;

  while (i < x->len && k < y->len)
    {
      guint64 p = g_array_index (x, guint64, i), q = g_array_index (y, guint64, k);
      n_both += p == q;
      i += p <= q;
      k += q <= p;
    }
  guint n_any = x->len + y->len - n_both;
  return n_any > 0 ? (double) n_both / n_any : 1;
}
