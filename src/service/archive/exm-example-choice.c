/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-example-choice.h"

#include "html/exm-template-sketch.h"
#include "url/exm-url-shape.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Groups that a page is in, the narrowest first: of its host those with the same folded
 * address, with as many parts, and all. */
enum
{
  BY_SHAPE,
  BY_PARTS,
  BY_HOST,
  N_GROUPS
};

/* Added to how alike templates look. */
static const double bonus[N_GROUPS] = { .2, .1, 0 };

/* Taken off for text that both pages have: sisters of a series share sentences of their
 * articles, which would count as the frame. */
#define LESS_BY_TEXT 2.

typedef struct
{
  guint64 keys[N_GROUPS];
  guint64 url, content; /* hashes */
  guint32 example;      /* G_MAXUINT32: none */
  float score;          /* of it */
  ExmTemplateSketch sketch;
} Page;

/* A page in the order of its group. */
typedef struct
{
  guint64 key;
  guint32 page;
} Member;

struct _ExmExampleChoice
{
  GArray *pages; /* (owned) (element-type Page) */
};

ExmExampleChoice *
exm_example_choice_new (void)
{
  ExmExampleChoice *self = g_new0 (ExmExampleChoice, 1);

  self->pages = g_array_new (FALSE, FALSE, sizeof (Page));
  return self;
}

void
exm_example_choice_free (ExmExampleChoice *self)
{
  g_array_unref (self->pages);
  g_free (self);
}

static guint64
hash_text (guint64 seed, const char *text)
{
  return XXH3_64bits_withSeed (text, strlen (text), seed);
}

/* Keys of groups whose pages are held against each other. What is no address is in a
 * group with its like. */
static void
make_keys (const char *url, guint64 *keys)
{
  g_auto (GStrv) shape = exm_url_shape_new (url);
  guint n_parts = 0;

  keys[BY_HOST] = hash_text (0, shape != NULL ? shape[0] : "");
  keys[BY_SHAPE] = keys[BY_HOST];
  for (char **part = shape; part != NULL && *part != NULL; part++, n_parts++)
    {
      g_autofree char *folded = exm_url_shape_fold (*part);
      keys[BY_SHAPE] = hash_text (keys[BY_SHAPE], folded);
    }
  keys[BY_PARTS] = keys[BY_HOST] + n_parts;
}

void
exm_example_choice_add (ExmExampleChoice *self, const char *url, GBytes *html)
{
  gsize n_bytes = 0;
  const char *bytes = g_bytes_get_data (html, &n_bytes);
  Page page = { .example = G_MAXUINT32, .score = -LESS_BY_TEXT - 1 };

  make_keys (url, page.keys);
  page.url = hash_text (1, url);
  page.content = XXH3_64bits (bytes, n_bytes);
  exm_template_sketch_init (&page.sketch, bytes, n_bytes);
  g_array_append_val (self->pages, page);
}

static int
compare_members (gconstpointer a, gconstpointer b)
{
  const Member *first = a, *second = b;

  if (first->key != second->key)
    return first->key < second->key ? -1 : 1;
  return (first->page > second->page) - (first->page < second->page);
}

static Page *
get_page (const ExmExampleChoice *self, guint page)
{
  return &g_array_index (self->pages, Page, page);
}

/* Holds @page against another one. */
static void
try_on (const ExmExampleChoice *self, guint page, guint other, double more)
{
  Page *own = get_page (self, page);
  const Page *candidate = get_page (self, other);

  if (page == other || own->url == candidate->url || own->content == candidate->content)
    return;
  float score = (float) (exm_template_sketch_compare (&own->sketch, &candidate->sketch)
                         - LESS_BY_TEXT
                               * exm_template_sketch_compare_texts (&own->sketch,
                                                                    &candidate->sketch)
                         + more);
  if (score < own->score || (score == own->score && other >= own->example))
    return;
  own->score = score;
  own->example = other;
}

/* Holds each page of a group against those of its bench. */
static void
settle_group (const ExmExampleChoice *self,
              const Member *members,
              guint n_members,
              double more)
{
  guint n_bench = MIN (n_members, EXM_CHOICE_BENCH);

  for (guint i = 0; i < n_members; i++)
    for (guint k = 0; k < n_bench; k++)
      try_on (self, members[i].page, members[(guint64) k * n_members / n_bench].page,
              more);
}

void
exm_example_choice_settle (ExmExampleChoice *self)
{
  guint n = self->pages->len;
  g_autofree Member *members = g_new (Member, MAX (n, 1));

  for (guint group = 0; group < N_GROUPS; group++)
    {
      for (guint i = 0; i < n; i++)
        members[i] = (Member){ get_page (self, i)->keys[group], i };
      qsort (members, n, sizeof *members, compare_members);
      for (guint from = 0, to = 0; from < n; from = to)
        {
          while (to < n && members[to].key == members[from].key)
            to++;
          settle_group (self, members + from, to - from, bonus[group]);
        }
    }
}

guint
exm_example_choice_get (const ExmExampleChoice *self, guint page)
{
  return get_page (self, page)->example;
}
