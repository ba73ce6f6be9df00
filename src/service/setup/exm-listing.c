/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-listing.h"

#include "discover/exm-links.h"
#include "discover/exm-sitemap-kind.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"
#include "html/exm-tag.h"
#include "setup/exm-sentences.h"
#include "url/exm-url-judge.h"
#include "url/exm-url-shape.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Links of one block that make a list; with fewer, the classes around them may be those
 * of each card. */
#define MIN_BLOCK 3u

/* Links of a list that count. */
#define MAX_COUNTED 30u

/* Articles that other links are compared with. */
#define MAX_MODELS 100u

/* Above it, a link seems to lead to an article. */
#define LIKELY 1.

/* Length of prose that weighs as much as one link of a list. */
#define PROSE_PER_LINK 120.

/* A line of so many characters that is not all link is prose. */
#define MIN_PROSE 60u

/* An address that says by itself that it is the name of one thing. */
#define DISTINCT 1.

/* Texts that are shorter name a part of the site, see exm_links_weigh_text(). */
#define MIN_TITLE 15u

/* Times by which one kind is more frequent than the others. */
#define MOSTLY 4u

/* Items of the feed that make a page one that lists. */
#define MIN_ITEMS 3u

/* An address of the site, and the links to it. */
typedef struct
{
  char *url;        /* (owned) */
  const char *text; /* (unowned): the longest of its links' */
  GArray *links;    /* (owned) (element-type guint): indices of its links */
  guint64 block;    /* of the link with the longest text */
  char **shape;     /* (owned) (nullable) */
  double score;     /* how much it looks like an article */
  double address;   /* of it, what its address says */
  gboolean in_feed;
  gboolean in_sitemap; /* as an article */
  gboolean named;      /* so by classes around a link to it */
  gboolean heading;
  gboolean frame;      /* all links to it stand in the frame of the page */
  gboolean everywhere; /* all links to it stand there on other pages, too */
  gboolean refused;
  gboolean chosen;
  guint n_alike; /* links of the list that are built alike */
} Listed;

struct _ExmListing
{
  ExmPageText *page;  /* (owned) */
  char *url;          /* (owned) */
  GPtrArray *links;   /* (owned) (element-type ExmLink) */
  GPtrArray *all;     /* (owned) (element-type Listed) */
  GHashTable *by_url; /* (owned) (element-type utf8 (unowned) Listed) */
  GHashTable *feed;   /* (owned) (nullable) */
  GHashTable *kinds;  /* (owned) (nullable) */
  guint64 block;      /* that was chosen */
  gboolean is_named;  /* the example: by the operator */
};

static void
listed_free (gpointer data)
{
  Listed *self = data;

  g_free (self->url);
  g_array_unref (self->links);
  g_strfreev (self->shape);
  g_free (self);
}

void
exm_listing_free (ExmListing *self)
{
  exm_page_text_unref (self->page);
  g_free (self->url);
  g_ptr_array_unref (self->links);
  g_ptr_array_unref (self->all);
  g_hash_table_unref (self->by_url);
  g_clear_pointer (&self->feed, g_hash_table_unref);
  g_clear_pointer (&self->kinds, g_hash_table_unref);
  g_free (self);
}

static const ExmLink *
get_link (const ExmListing *self, const Listed *listed, guint i)
{
  return g_ptr_array_index (self->links, g_array_index (listed->links, guint, i));
}

/* As the site's sitemaps tell it. */
static ExmSitemapKind
get_kind (const ExmListing *self, const char *url)
{
  g_autofree char *key = self->kinds != NULL ? exm_url_get_page_key (url) : NULL;

  return key != NULL ? GPOINTER_TO_INT (g_hash_table_lookup (self->kinds, key))
                     : EXM_SITEMAP_KIND_NONE;
}

static gboolean
is_in_feed (const ExmListing *self, const char *url)
{
  g_autofree char *key = self->feed != NULL ? exm_url_get_page_key (url) : NULL;

  return key != NULL && g_hash_table_contains (self->feed, key);
}

/* Whether it stands in the midst of a sentence. */
static gboolean
is_in_prose (const ExmPageText *page, const ExmLink *link)
{
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);

  return link->line < n && !link->heading && lines[link->line].length >= MIN_PROSE
         && lines[link->line].n_link_chars * 2 < lines[link->line].n_chars;
}

/* How much the text and the place of a link say that an article is behind it. */
static double
judge_link (const ExmPageText *page, const ExmLink *link)
{
  double sum = MIN (exm_links_weigh_text (link->text), 60) / 30.;

  if (exm_link_is_paging (link))
    sum -= 3;
  if (link->heading)
    sum += 1.5;
  if (link->frame)
    sum -= 2;
  if (is_in_prose (page, link))
    sum -= 3;
  return sum;
}

static void
judge (ExmListing *self, Listed *listed)
{
  double best = -10;
  gboolean is_other = FALSE;

  listed->frame = TRUE;
  for (guint i = 0; i < listed->links->len; i++)
    {
      const ExmLink *link = get_link (self, listed, i);
      double sum = judge_link (self->page, link);
      listed->heading |= link->heading;
      listed->frame &= link->frame;
      listed->named |= link->kind == EXM_SITEMAP_KIND_ARTICLE;
      is_other |= link->kind == EXM_SITEMAP_KIND_OTHER;
      if (sum <= best)
        continue;
      best = sum;
      listed->text = link->text;
      listed->block = link->class_path;
    }
  listed->in_feed = is_in_feed (self, listed->url);
  listed->address = exm_url_judge (listed->url);
  ExmSitemapKind kind = get_kind (self, listed->url);
  listed->in_sitemap = kind == EXM_SITEMAP_KIND_ARTICLE;
  is_other |= kind == EXM_SITEMAP_KIND_OTHER;
  listed->refused |= is_other && !listed->in_feed && !listed->in_sitemap;
  listed->score
      = best + listed->address + (listed->in_feed || listed->in_sitemap ? 4 : 0);
}

static void
add_link (ExmListing *self, guint index)
{
  const ExmLink *link = g_ptr_array_index (self->links, index);
  Listed *listed = g_hash_table_lookup (self->by_url, link->url);

  if (listed == NULL)
    {
      listed = g_new0 (Listed, 1);
      listed->url = g_strdup (link->url);
      listed->links = g_array_new (FALSE, FALSE, sizeof (guint));
      listed->shape = exm_url_shape_new (link->url);
      g_hash_table_insert (self->by_url, listed->url, listed);
      g_ptr_array_add (self->all, listed);
    }
  g_array_append_val (listed->links, index);
}

/* Joins blocks of a few links that have classes of their own: their elements tell which
 * belong together. */
static void
join_blocks (ExmListing *self)
{
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < self->all->len; i++)
    {
      Listed *listed = g_ptr_array_index (self->all, i);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (sizes, &listed->block));
      g_hash_table_insert (sizes, &listed->block, GUINT_TO_POINTER (n + 1));
    }
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < self->all->len; i++)
    {
      Listed *listed = g_ptr_array_index (self->all, i);
      guint64 block = listed->block;
      if (GPOINTER_TO_UINT (g_hash_table_lookup (sizes, &block)) < MIN_BLOCK)
        for (guint k = 0; k < listed->links->len; k++)
          if (get_link (self, listed, k)->class_path == listed->block)
            block = get_link (self, listed, k)->block_path;
      g_array_append_val (blocks, block);
    }
  g_hash_table_remove_all (sizes);
  for (guint i = 0; i < self->all->len; i++)
    ((Listed *) g_ptr_array_index (self->all, i))->block
        = g_array_index (blocks, guint64, i);
}

/* Whether nobody waits any more for what this thread does. */
static gboolean
is_over (void)
{
  return g_cancellable_is_cancelled (g_cancellable_get_current ());
}

static void
judge_all (ExmListing *self)
{
  for (guint i = 0; i < self->all->len && !is_over (); i++)
    judge (self, g_ptr_array_index (self->all, i));
  join_blocks (self);
}

ExmListing *
exm_listing_new (const ExmPageText *page)
{
  const char *url = exm_page_text_get_url (page);
  ExmListing *self = g_new0 (ExmListing, 1);

  self->page = exm_page_text_ref ((ExmPageText *) page);
  self->url = g_strdup (url != NULL ? url : "");
  self->links = exm_links_new (page);
  self->all = g_ptr_array_new_with_free_func (listed_free);
  self->by_url = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < self->links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (self->links, i);
      if (is_over ())
        break;
      if (exm_url_is_same_host (link->url, url) && strcmp (link->url, url) != 0)
        add_link (self, i);
    }
  judge_all (self);
  return self;
}

void
exm_listing_set_declared (ExmListing *self, GHashTable *feed, GHashTable *kinds)
{
  g_clear_pointer (&self->feed, g_hash_table_unref);
  self->feed = feed != NULL ? g_hash_table_ref (feed) : NULL;
  g_clear_pointer (&self->kinds, g_hash_table_unref);
  self->kinds = kinds != NULL ? g_hash_table_ref (kinds) : NULL;
  judge_all (self);
}

/* "t0_0.html": a name with numbers is one kind in whatever directory. */
static gboolean
has_same_name (char **a, char **b)
{
  guint n_a = g_strv_length (a), n_b = g_strv_length (b);

  while (n_a > 1 && strcmp (a[n_a - 1], "/") == 0)
    n_a--;
  while (n_b > 1 && strcmp (b[n_b - 1], "/") == 0)
    n_b--;
  return n_a > 2 && n_b > 2 && strcmp (a[0], b[0]) == 0
         && strcmp (a[n_a - 1], b[n_b - 1]) == 0 && strchr (a[n_a - 1], '0') != NULL
         && strlen (a[n_a - 1]) >= 5;
}

static gboolean
is_alike (const Listed *a, const Listed *b)
{
  if (a->shape != NULL && b->shape != NULL && has_same_name (a->shape, b->shape))
    return TRUE;
  return a->shape != NULL && b->shape != NULL
         && exm_url_shape_compare ((const char *const *) a->shape,
                                   (const char *const *) b->shape)
                >= EXM_URL_SHAPE_SAME;
}

static gboolean
is_likely (const Listed *listed)
{
  return !listed->refused && !listed->everywhere && listed->score > LIKELY;
}

/* A block of links. */
typedef struct
{
  guint64 key;
  guint n_links;
  guint n_likely;
  guint n_distinct; /* addresses that say that they name one thing */
  double weight;    /* of the likely ones */
} Block;

/* Returns: (transfer full) (element-type Block): all blocks, in the page's order */
static GArray *
list_blocks (const ExmListing *self)
{
  GArray *blocks = g_array_new (FALSE, TRUE, sizeof (Block));
  g_autoptr (GHashTable) known = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < self->all->len; i++)
    {
      const Listed *listed = g_ptr_array_index (self->all, i);
      guint at = GPOINTER_TO_UINT (g_hash_table_lookup (known, &listed->block));
      if (at == 0)
        {
          g_array_set_size (blocks, at = blocks->len + 1);
          g_hash_table_insert (known, (gpointer) &listed->block, GUINT_TO_POINTER (at));
        }
      Block *block = &g_array_index (blocks, Block, at - 1);
      block->key = listed->block;
      block->n_links++;
      block->n_distinct += listed->address >= DISTINCT;
      if (is_likely (listed) && block->n_likely < MAX_COUNTED)
        {
          block->n_likely++;
          block->weight += listed->score;
        }
    }
  return blocks;
}

/* The block whose links look most like articles; one of weight 0 if there is none. */
static Block
find_block (const ExmListing *self)
{
  g_autoptr (GArray) blocks = list_blocks (self);
  Block best = { 0 };

  for (guint i = 0; i < blocks->len; i++)
    if (g_array_index (blocks, Block, i).weight > best.weight)
      best = g_array_index (blocks, Block, i);
  return best;
}

static gboolean
has_word (const ExmPageText *page, ExmSliceKind kind, const char *name, const char *word)
{
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == kind
        && (name == NULL
            || strcmp (exm_page_text_get_string (page, slices[i].name), name) == 0)
        && strstr (exm_page_text_get_string (page, slices[i].value), word) != NULL)
      return TRUE;
  return FALSE;
}

/* Content management systems tell in the classes of the body what kind of page it is. */
static double
judge_body_classes (const ExmPageText *page)
{
  static const struct
  {
    const char *name;
    double weight;
  } classes[] = {
    { "single-post", 1.5 },
    { "node-type-article", 1.5 },
    { "page--node-type-article", 1.5 },
    { "archive", -1.5 },
    { "category", -1.5 },
    { "tag", -1.5 },
    { "author", -1.5 },
    { "search-results", -1.5 },
    { "post-type-archive", -1.5 },
    { "blog", -1.5 },
    { "home", -1.5 },
    { "page-template-default", -1 },
  };
  guint n = 0;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);
  guint32 at = 0;

  while (at < n && nodes[at].tag != EXM_TAG_BODY)
    at++;
  if (at == n || nodes[at].class_names == 0)
    return 0;
  g_auto (GStrv) names = g_strsplit_set (
      exm_page_text_get_string (page, nodes[at].class_names), " \t\r\n", -1);
  for (gsize i = 0; i < G_N_ELEMENTS (classes); i++)
    if (g_strv_contains ((const char *const *) names, classes[i].name))
      return classes[i].weight;
  return 0;
}

/* Weighs what the page declares itself to be. */
static double
judge_declared (const ExmPageText *page)
{
  double sum = 0;

  sum += judge_body_classes (page);
  if (has_word (page, EXM_SLICE_META, "article:published_time", ""))
    sum += 2;
  if (has_word (page, EXM_SLICE_META, "og:type", "article"))
    sum += .7;
  else if (has_word (page, EXM_SLICE_META, "og:type", ""))
    sum -= .7;
  if (has_word (page, EXM_SLICE_JSON_LD, NULL, "\"CollectionPage\"")
      || has_word (page, EXM_SLICE_JSON_LD, NULL, "\"ItemList\""))
    sum -= 1.5;
  else if (has_word (page, EXM_SLICE_JSON_LD, NULL, "\"NewsArticle\"")
           || has_word (page, EXM_SLICE_JSON_LD, NULL, "\"BlogPosting\"")
           || has_word (page, EXM_SLICE_JSON_LD, NULL, "\"Article\""))
    sum += 1.5;
  return sum;
}

static gboolean
has_heading (const ExmPageText *page, const char *text)
{
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);

  if (exm_links_weigh_text (text) < 8)
    return FALSE;
  if (g_str_has_prefix (exm_page_text_get_title (page), text))
    return TRUE;
  for (guint i = 0; i < n; i++)
    if ((lines[i].heading == 1 || lines[i].heading == 2) && lines[i].n_link_chars == 0
        && strcmp (exm_page_text_get_line (page, i), text) == 0)
      return TRUE;
  return FALSE;
}

double
exm_listing_judge (ExmListing *self, const char *text)
{
  guint n_items = 0, n_headings = 0;
  double sum = 0;
  double address = exm_url_judge (self->url);

  if (is_in_feed (self, self->url))
    return 6;
  ExmSitemapKind kind = get_kind (self, self->url);
  if (kind == EXM_SITEMAP_KIND_ARTICLE)
    return 5;
  if (kind == EXM_SITEMAP_KIND_OTHER)
    sum -= 4;
  for (guint i = 0; i < self->all->len; i++)
    {
      const Listed *listed = g_ptr_array_index (self->all, i);
      n_items += listed->in_feed && !listed->frame;
      n_headings += listed->heading && is_likely (listed);
    }
  if (n_items >= MIN_ITEMS)
    sum -= 3;
  if (address <= EXM_URL_NEVER)
    sum -= 8;
  else
    sum += CLAMP (address, -2.5, 1);
  sum += judge_declared (self->page);
  Block block = find_block (self);
  double prose = exm_links_get_longest_prose (self->page) / PROSE_PER_LINK;
  double share
      = block.n_likely + prose > 0 ? block.n_likely / (block.n_likely + prose) : .5;
  sum += (.5 - share) * 4;
  if (n_headings >= 3)
    sum -= 1.5;
  if (text != NULL && has_heading (self->page, text))
    sum += 2;
  /* Lists stand at other addresses than their articles. */
  Listed own = { .shape = exm_url_shape_new (self->url) };
  guint n_alike = 0;
  for (guint i = 0; i < self->all->len; i++)
    {
      const Listed *listed = g_ptr_array_index (self->all, i);
      n_alike
          += listed->block == block.key && is_likely (listed) && is_alike (listed, &own);
    }
  g_strfreev (own.shape);
  if (block.n_likely > 0 && n_alike * 2 > block.n_likely && address > 0)
    sum += 2;
  return sum;
}

void
exm_listing_compare (ExmListing *self, const ExmPageText *page)
{
  g_autoptr (GPtrArray) links = exm_links_new (page);
  g_autoptr (GHashTable) places
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      g_hash_table_add (places, g_strdup_printf ("%" G_GINT64_MODIFIER "x %s",
                                                 link->near_path, link->url));
    }
  for (guint i = 0; i < self->all->len; i++)
    {
      Listed *listed = g_ptr_array_index (self->all, i);
      gboolean all = TRUE;
      for (guint k = 0; k < listed->links->len && all; k++)
        {
          const ExmLink *link = get_link (self, listed, k);
          g_autofree char *place = g_strdup_printf ("%" G_GINT64_MODIFIER "x %s",
                                                    link->near_path, link->url);
          all = g_hash_table_contains (places, place);
        }
      listed->everywhere |= all;
    }
}

void
exm_listing_refuse (ExmListing *self, const char *url)
{
  const Listed *refused = g_hash_table_lookup (self->by_url, url);

  for (guint i = 0; refused != NULL && i < self->all->len; i++)
    {
      Listed *listed = g_ptr_array_index (self->all, i);
      listed->refused |= listed == refused
                         || (listed->block == refused->block && !listed->in_feed
                             && is_alike (listed, refused));
    }
}

static const Listed *
find_example (const ExmListing *self, const char *example)
{
  const Listed *listed = g_hash_table_lookup (self->by_url, example);
  g_autofree char *wanted = exm_url_get_page_key (example);

  for (guint i = 0; listed == NULL && i < self->all->len; i++)
    {
      const Listed *other = g_ptr_array_index (self->all, i);
      g_autofree char *key = exm_url_get_page_key (other->url);
      if (g_strcmp0 (key, wanted) == 0)
        listed = other;
    }
  return listed;
}

static int
compare_dates (gconstpointer a, gconstpointer b)
{
  const ExmLink *left = *(const ExmLink *const *) a;
  const ExmLink *right = *(const ExmLink *const *) b;

  if (left->date_usec == right->date_usec)
    return 0;
  if (left->date_usec == EXM_DATE_NONE)
    return 1;
  if (right->date_usec == EXM_DATE_NONE)
    return -1;
  return left->date_usec > right->date_usec ? -1 : 1;
}

/* Those of the kind that the list has most of come first: one of them is the example. */
static GPtrArray *
sort_chosen (ExmListing *self)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new ();
  GPtrArray *urls = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  const Listed *model = NULL;

  for (guint i = 0; i < self->all->len; i++)
    {
      const Listed *listed = g_ptr_array_index (self->all, i);
      if (listed->chosen && listed->block == self->block
          && (model == NULL || listed->n_alike > model->n_alike))
        model = listed;
    }
  for (guint i = 0; i < self->all->len; i++)
    {
      const Listed *listed = g_ptr_array_index (self->all, i);
      for (guint k = 0; listed->chosen && k < listed->links->len; k++)
        if (get_link (self, listed, k)->text == listed->text)
          {
            g_ptr_array_add (links, (gpointer) get_link (self, listed, k));
            break;
          }
    }
  if (!is_over ())
    exm_links_set_dates (self->page, links);
  g_ptr_array_sort (links, compare_dates);
  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      const Listed *listed = g_hash_table_lookup (self->by_url, link->url);
      gboolean comes_first = model != NULL && !listed->frame
                             && (listed->block == self->block || listed->in_feed)
                             && is_alike (listed, model);
      g_ptr_array_add (comes_first ? urls : rest, g_strdup (link->url));
    }
  for (guint i = 0; i < rest->len; i++)
    g_ptr_array_add (urls, g_ptr_array_index (rest, i));
  return urls;
}

/* Counts for each link of the list how many are built as it is. */
static void
count_alike (GPtrArray *models)
{
  for (guint i = 0; i < models->len && !is_over (); i++)
    {
      Listed *listed = g_ptr_array_index (models, i);
      listed->n_alike = 0;
      for (guint k = 0; k < MIN (models->len, MAX_MODELS); k++)
        listed->n_alike += is_alike (listed, g_ptr_array_index (models, k));
    }
}

static gboolean
is_model (const Listed *listed, guint64 block)
{
  if (listed->refused || listed->everywhere || listed->score <= 0)
    return FALSE;
  return (listed->block == block && block != 0) || (listed->in_feed && !listed->frame);
}

/* Whether nearly all links of the list that it stands in look like articles, as in a list
 * of the latest ones; menus have others. */
static gboolean
stands_among_articles (const GArray *blocks, const Listed *listed)
{
  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = &g_array_index (blocks, Block, i);
      if (block->key == listed->block)
        return block->n_links >= MIN_BLOCK
               && block->n_distinct * 10 >= block->n_links * 9;
    }
  return FALSE;
}

/* Whether @listed is an article as @model is. A link in the frame or on every page is one
 * only where its address or its neighbours say so. */
static gboolean
may_be_alike (const ExmListing *self,
              const GArray *blocks,
              const Listed *listed,
              const Listed *model)
{
  if (listed->refused || !is_alike (listed, model))
    return FALSE;
  if (!listed->everywhere && !listed->frame)
    return is_likely (listed) || listed->address >= DISTINCT;
  if (listed->named)
    return TRUE;
  if (listed->address < -DISTINCT || exm_links_weigh_text (listed->text) < MIN_TITLE)
    return FALSE;
  return listed->in_feed || listed->in_sitemap
         || has_same_name (listed->shape, model->shape) || exm_url_has_date (listed->url)
         || (self->feed == NULL && listed->address >= DISTINCT
             && stands_among_articles (blocks, listed));
}

static gboolean
is_in_same_directory (const Listed *a, const Listed *b)
{
  guint n = a->shape != NULL ? g_strv_length (a->shape) : 0;

  if (n < 3 || b->shape == NULL || n != g_strv_length (b->shape))
    return FALSE;
  guint last = strcmp (a->shape[n - 1], "/") == 0 ? n - 2 : n - 1;
  for (guint i = 0; i < n; i++)
    if (i != last && strcmp (a->shape[i], b->shape[i]) != 0)
      return FALSE;
  return TRUE;
}

/* Chooses what stands in the midst of the articles and lies where they lie. */
static void
choose_rest (ExmListing *self, GPtrArray *models)
{
  guint n_models = MIN (models->len, MAX_MODELS);

  for (guint i = 0; i < self->all->len && self->block != 0 && !is_over (); i++)
    {
      Listed *listed = g_ptr_array_index (self->all, i);
      guint n_beside = 0;
      if (listed->chosen || listed->refused || listed->everywhere || listed->frame
          || listed->block != self->block
          || exm_links_weigh_text (listed->text) < MIN_TITLE)
        continue;
      for (guint k = 0; k < n_models; k++)
        n_beside += is_in_same_directory (listed, g_ptr_array_index (models, k));
      listed->chosen = n_beside * 2 > n_models;
    }
}

/* In other lists of the page: what is built as the articles. */
static void
choose_alike (ExmListing *self, GPtrArray *models)
{
  g_autoptr (GArray) blocks = list_blocks (self);
  guint n_models = MIN (models->len, MAX_MODELS);

  for (guint i = 0; i < self->all->len && !is_over (); i++)
    {
      Listed *listed = g_ptr_array_index (self->all, i);
      for (guint k = 0; k < n_models && !listed->chosen; k++)
        listed->chosen
            = may_be_alike (self, blocks, listed, g_ptr_array_index (models, k));
    }
}

/* A feed of all pages of a site has others than articles, too. */
static void
drop_odd_items (ExmListing *self, GPtrArray *models)
{
  for (guint i = models->len; i-- > 0;)
    {
      Listed *listed = g_ptr_array_index (models, i);
      if (listed->block == self->block || listed->n_alike >= MIN_BLOCK)
        continue;
      listed->chosen = FALSE;
      g_ptr_array_remove_index (models, i);
    }
}

void
exm_listing_keep_to_example (ExmListing *self)
{
  self->is_named = TRUE;
}

/* Whether the given article has a date in its address, as nearly all of its list have. */
static gboolean
is_mostly_dated (const ExmListing *self, const Listed *given)
{
  guint n_dated = 0, n_other = 0;

  if (!self->is_named || !exm_url_has_date (given->url))
    return FALSE;
  for (guint i = 0; i < self->all->len; i++)
    {
      const Listed *listed = g_ptr_array_index (self->all, i);
      if (!is_model (listed, self->block))
        continue;
      guint *n = exm_url_has_date (listed->url) ? &n_dated : &n_other;
      (*n)++;
    }
  return n_dated > MOSTLY * n_other;
}

GPtrArray *
exm_listing_choose (ExmListing *self, const char *example)
{
  Listed *given = example != NULL ? (Listed *) find_example (self, example) : NULL;
  g_autoptr (GPtrArray) models = g_ptr_array_new ();
  Listed elsewhere = { .url = (char *) example };

  self->block = given != NULL     ? given->block
                : example != NULL ? 0
                                  : find_block (self).key;
  gboolean only_dated = given != NULL && is_mostly_dated (self, given);
  for (guint i = 0; i < self->all->len; i++)
    {
      Listed *listed = g_ptr_array_index (self->all, i);
      listed->chosen = listed == given
                       || (is_model (listed, self->block)
                           && !(only_dated && !exm_url_has_date (listed->url)));
      if (listed->chosen)
        g_ptr_array_add (models, listed);
    }
  count_alike (models);
  if (self->block != 0)
    drop_odd_items (self, models);
  choose_rest (self, models);
  if (example != NULL && given == NULL)
    {
      elsewhere.shape = exm_url_shape_new (example);
      g_ptr_array_insert (models, 0, &elsewhere);
    }
  choose_alike (self, models);
  g_strfreev (elsewhere.shape);
  return sort_chosen (self);
}

/* An address with a date and a name names an article, wherever the link to it stands. */
static gboolean
is_other (const Listed *listed)
{
  gboolean is_dated = listed->address > DISTINCT && exm_url_has_date (listed->url);

  return listed->refused || (!is_likely (listed) && !listed->named && !is_dated);
}

GPtrArray *
exm_listing_get_others (ExmListing *self)
{
  GPtrArray *urls = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->all->len; i++)
    {
      const Listed *listed = g_ptr_array_index (self->all, i);
      if (!listed->chosen && is_other (listed))
        g_ptr_array_add (urls, g_strdup (listed->url));
    }
  return urls;
}

const char *
exm_listing_get_text (ExmListing *self, const char *url)
{
  const Listed *listed = find_example (self, url);

  return listed != NULL ? listed->text : NULL;
}

char *
exm_listing_explain (ExmListing *self)
{
  GString *out = g_string_new (NULL);
  guint n_chosen = 0, n_items = 0, n_in_sitemap = 0, n_everywhere = 0;

  for (guint i = 0; i < self->all->len; i++)
    {
      const Listed *listed = g_ptr_array_index (self->all, i);
      n_chosen += listed->chosen;
      n_items += listed->chosen && listed->in_feed;
      n_in_sitemap += listed->chosen && listed->in_sitemap;
      n_everywhere += !listed->chosen && listed->everywhere;
    }
  if (n_items > 0)
    g_string_append_printf (out,
                            /* translators: links that the page’s feed lists, all links */
                            ngettext ("The page’s feed lists %u of %u link.",
                                      "The page’s feed lists %u of these %u links.",
                                      n_chosen),
                            n_items, n_chosen);
  else if (n_in_sitemap > 0)
    g_string_append_printf (
        out,
        /* translators: links that a sitemap of the site has as articles, all links */
        ngettext ("The site’s sitemap lists %u of %u link.",
                  "The site’s sitemap lists %u of these %u links.", n_chosen),
        n_in_sitemap, n_chosen);
  else
    g_string_append_printf (
        out,
        ngettext ("%u link looks like that of an article, by its place and its address.",
                  "These %u links stand together, or are built alike.", n_chosen),
        n_chosen);
  g_autofree char *first = g_string_free (out, FALSE);
  g_autofree char *left = g_strdup_printf (
      ngettext ("Left out: %u link that stands on every page.",
                "Left out: %u links that stand on every page.", n_everywhere),
      n_everywhere);
  return exm_sentences_join (first, n_everywhere > 0 ? left : NULL);
}
