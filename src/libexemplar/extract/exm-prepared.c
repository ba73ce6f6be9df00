/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-prepared.h"

#include "base/exm-array.h"
#include "extract/exm-prose.h"
#include "extract/exm-words.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Lines of a page with one key. */
typedef struct
{
  guint64 key;
  guint32 n; /* 0: a free slot */
  guint32 n_linked;
  guint32 n_inside; /* of the region */
} KeyCount;

struct _ExmPrepared
{
  gatomicrefcount ref_count;
  ExmPageText *page; /* (owned) */
  ExmRegion *region; /* (owned) (nullable) */
  guint32 *codes;    /* (owned) */
  guint n_codes;
  KeyCount *counts; /* (owned) (array length=n_slots): hash table of the lines' keys */
  guint n_slots;    /* a power of two */
  guint16 *words;   /* (owned): of each element's names */
  GArray *skeleton; /* (owned) (element-type guint64): sorted, each once */
};

G_DEFINE_BOXED_TYPE (ExmPrepared, exm_prepared, exm_prepared_ref, exm_prepared_unref)

static void
sort_unique (GArray *hashes)
{
  guint64 *data = (guint64 *) (void *) hashes->data;
  guint n = 0;

  exm_array_sort_uint64 (data, hashes->len);
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

/* Names and parents seen lately: a page repeats a few hundred of them on thousands of
 * elements. Who is forgotten is read once more, which does no harm. */
#define N_SEEN 1024u

typedef struct
{
  guint32 name; /* offset of class names among the page's strings, 0 for none */
  guint16 tag;
  guint16 words; /* #ExmWordClass */
} SeenName;

typedef struct
{
  SeenName names[N_SEEN];
  guint32 parents[N_SEEN]; /* the parent's tag above the tag's own, 0 for none */
} Seen;

static guint
get_slot (guint32 what)
{
  return what * 0x9e3779b1u >> 22;
}
G_STATIC_ASSERT (N_SEEN == 1u << (32 - 22));

/* Adds the tokens of an element's class names. Returns: their #ExmWordClass */
static guint16
read_class_names (ExmPrepared *self, Seen *seen, const ExmNode *node)
{
  SeenName *known
      = &seen->names[get_slot (node->class_names ^ (guint32) node->tag << 20)];

  if (node->class_names == 0)
    return 0;
  if (known->name != node->class_names || known->tag != node->tag)
    {
      const char *names = exm_page_text_get_string (self->page, node->class_names);
      append_class_tokens (self->skeleton, node->tag, names);
      *known = (SeenName){ .name = node->class_names,
                           .tag = node->tag,
                           .words = (guint16) exm_words_classify (names) };
    }
  return known->words;
}

static void
read_parent (ExmPrepared *self, Seen *seen, ExmTag tag, ExmTag parent)
{
  guint32 both = (guint32) (parent + 1) << 16 | tag;
  guint32 *known = &seen->parents[get_slot (both)];
  const guint16 token[] = { tag, '>', parent };

  if (*known == both)
    return;
  *known = both;
  guint64 hash = XXH3_64bits (token, sizeof token);
  g_array_append_val (self->skeleton, hash);
}

static void
read_nodes (ExmPrepared *self)
{
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (self->page, &n_nodes);
  Seen seen = { 0 };

  self->skeleton = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->words = g_new (guint16, (gsize) n_nodes + 1);
  for (guint i = 0; i < n_nodes; i++)
    {
      const ExmNode *node = &nodes[i];
      self->words[i] = read_class_names (self, &seen, node);
      if (node->id != 0)
        {
          const char *id = exm_page_text_get_string (self->page, node->id);
          guint64 hash = hash_token (node->tag, '#', id, strlen (id));
          if (*id != '\0')
            g_array_append_val (self->skeleton, hash);
          self->words[i] |= (guint16) exm_words_classify (id);
        }
      if (node->parent != EXM_NONE)
        read_parent (self, &seen, node->tag, nodes[node->parent].tag);
    }
  sort_unique (self->skeleton);
}

static gboolean
is_linked (const ExmLine *line)
{
  return 2 * line->n_link_chars > line->n_chars;
}

/* Returns: (transfer none): the slot of a key, a free one where there is none */
static KeyCount *
find_count (const ExmPrepared *self, guint64 key)
{
  guint slot = (guint) (key ^ key >> 32) & (self->n_slots - 1);

  while (self->counts[slot].n != 0 && self->counts[slot].key != key)
    slot = (slot + 1) & (self->n_slots - 1);
  return &self->counts[slot];
}

static void
count_keys (ExmPrepared *self)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);

  self->n_slots = 64;
  while (self->n_slots < n_lines + n_lines / 2)
    self->n_slots *= 2;
  self->counts = g_new0 (KeyCount, self->n_slots);
  for (guint i = 0; i < n_lines; i++)
    {
      KeyCount *count = find_count (self, lines[i].key);
      count->key = lines[i].key;
      count->n++;
      count->n_linked += is_linked (&lines[i]);
      count->n_inside += self->region != NULL && exm_region_contains (self->region, i);
    }
}

ExmPrepared *
exm_prepared_new (ExmPageText *page, ExmRegion *region)
{
  ExmPrepared *self = g_new0 (ExmPrepared, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->page = exm_page_text_ref (page);
  self->region = region != NULL ? exm_region_ref (region) : NULL;
  self->n_codes = exm_page_text_get_n_chars (page);
  self->codes = exm_page_text_dup_codes (page);
  count_keys (self);
  read_nodes (self);
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
  g_free (self->counts);
  g_free (self->words);
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
  guint n_lines, n_nodes;

  exm_page_text_get_lines (self->page, &n_lines);
  exm_page_text_get_nodes (self->page, &n_nodes);
  /* The region has a byte a line. */
  return sizeof *self + exm_page_text_get_n_bytes (self->page)
         + self->n_codes * sizeof *self->codes + (self->region != NULL ? n_lines : 0)
         + self->n_slots * sizeof *self->counts + n_nodes * sizeof *self->words
         + self->skeleton->len * sizeof (guint64);
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

const guint16 *
exm_prepared_get_words (const ExmPrepared *self)
{
  return self->words;
}

guint
exm_prepared_count_key (const ExmPrepared *self, guint64 key)
{
  return find_count (self, key)->n;
}

/* Share of a paragraph, see exm_prose_measure(), from which a line is a sentence. */
#define PROSE .5f

gboolean
exm_prepared_knows_line (const ExmPrepared *self, const ExmLine *line, const char *text)
{
  const KeyCount *count = find_count (self, line->key);

  if (count->n == 0 || is_linked (line) || exm_prose_measure (line, text) < PROSE)
    return count->n > 0;
  return count->n > count->n_linked;
}

guint
exm_prepared_count_key_inside (const ExmPrepared *self, guint64 key)
{
  return find_count (self, key)->n_inside;
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
