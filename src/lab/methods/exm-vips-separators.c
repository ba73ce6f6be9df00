/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-vips-separators.h"

/* Boxes are rounded to pixels: so much may neighbours overlap. */
#define SLACK 1.f

/* Weights that the paper leaves open: of the distance, and what each of its rules adds.
 */
static const float distances[] = { 8, 16, 24, 40 }; /* pixels: 1 more each */
#define RULE_GAIN 3                                 /* an <hr> lies in it */
#define BACKGROUND_GAIN 2 /* another background on its other side */
#define FONT_GAIN 1       /* another font on its other side */
#define HEADING_GAIN 1    /* and a larger one: a heading begins something */
#define ALIKE_LOSS 1      /* text on both sides */

typedef struct
{
  float start;
  float end;
  guint32 node;
} Extent;

static int
compare_extents (gconstpointer a, gconstpointer b)
{
  const Extent *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Whether an <hr> lies in a horizontal band. */
static gboolean
has_rule (const ExmVipsPage *page, const ExmVipsSeparator *separator)
{
  const GArray *rules = page->rules;
  guint low = 0, high = rules->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      if (g_array_index (rules, ExmBox, middle).y < separator->start - SLACK)
        low = middle + 1;
      else
        high = middle;
    }
  return low < rules->len
         && g_array_index (rules, ExmBox, low).y <= separator->end + SLACK;
}

/* The text of a node that is nearest to its end, or to its beginning. */
static const ExmVipsNode *
get_text (const ExmVipsPage *page, guint32 index, gboolean last)
{
  const ExmVipsNode *node = exm_vips_page_get_node (page, index);

  if (node->first_line == EXM_NONE)
    return NULL;
  guint32 leaf = page->leaf_of_line[last ? node->last_line : node->first_line];
  return leaf != EXM_NONE ? exm_vips_page_get_node (page, leaf) : NULL;
}

static gboolean
is_text_alone (const ExmVipsPage *page, const ExmVipsNode *node)
{
  if (node->kind == EXM_VIPS_LEAF)
    return node->is_text;
  for (guint32 i = 0; i < node->n_children; i++)
    if (!exm_vips_page_get_node (page, exm_vips_page_get_child (page, node, i))->is_text)
      return FALSE;
  return TRUE;
}

static int
weigh_fonts (const ExmVipsPage *page, const ExmVipsSeparator *separator)
{
  const ExmVipsNode *before = get_text (page, separator->before, TRUE);
  const ExmVipsNode *after = get_text (page, separator->after, FALSE);

  if (before == NULL || after == NULL)
    return 0;
  gboolean is_larger = after->font_size > before->font_size + .5f;
  gboolean differs = is_larger || after->font_size < before->font_size - .5f
                     || after->font_weight != before->font_weight;
  return (differs ? FONT_GAIN : 0) + (is_larger ? HEADING_GAIN : 0);
}

/* The five rules of the paper. */
static guint8
weigh (const ExmVipsPage *page,
       const ExmVipsSeparator *separator,
       ExmVipsDirection direction)
{
  const ExmVipsNode *before = exm_vips_page_get_node (page, separator->before);
  const ExmVipsNode *after = exm_vips_page_get_node (page, separator->after);
  int weight = 1;

  for (gsize i = 0; i < G_N_ELEMENTS (distances); i++)
    weight += separator->end - separator->start > distances[i];
  if (before->background != after->background)
    weight += BACKGROUND_GAIN;
  if (direction == EXM_VIPS_HORIZONTAL)
    {
      weight += has_rule (page, separator) ? RULE_GAIN : 0;
      weight += weigh_fonts (page, separator);
      weight
          -= is_text_alone (page, before) && is_text_alone (page, after) ? ALIKE_LOSS : 0;
    }
  return (guint8) CLAMP (weight, (int) EXM_VIPS_MIN_WEIGHT, (int) EXM_VIPS_MAX_WEIGHT);
}

GArray *
exm_vips_find_separators (const ExmVipsPage *page,
                          const guint32 *pool,
                          guint n_pool,
                          ExmVipsDirection direction)
{
  GArray *separators = g_array_new (FALSE, FALSE, sizeof (ExmVipsSeparator));
  g_autoptr (GArray) extents = g_array_sized_new (FALSE, FALSE, sizeof (Extent), n_pool);

  for (guint i = 0; i < n_pool; i++)
    {
      Extent extent = { .node = pool[i] };
      exm_vips_get_extent (&exm_vips_page_get_node (page, pool[i])->box, direction,
                           &extent.start, &extent.end);
      g_array_append_val (extents, extent);
    }
  g_array_sort (extents, compare_extents);
  const Extent *furthest = n_pool > 0 ? &g_array_index (extents, Extent, 0) : NULL;
  for (guint i = 1; i < n_pool; i++)
    {
      const Extent *extent = &g_array_index (extents, Extent, i);
      if (extent->start >= furthest->end - SLACK)
        {
          ExmVipsSeparator separator = {
            .start = furthest->end,
            .end = MAX (extent->start, furthest->end),
            .before = furthest->node,
            .after = extent->node,
          };
          separator.weight = weigh (page, &separator, direction);
          g_array_append_val (separators, separator);
        }
      if (extent->end > furthest->end)
        furthest = extent;
    }
  return separators;
}
