/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-site-place.h"

#include "base/exm-array.h"
#include "types/exm-result.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Elements that make a place: one says too little, all are another on each page. */
#define DEPTH 3

/* Lengths of lines, see #ExmLine, from which they are of another form. */
static const guint form_lengths[] = { 25, 60, 150 };

/* Shares of a place's text that make it clear. */
#define INSIDE_FROM .7
#define OUTSIDE_TO .3

/* Places of one page that are counted, as lines are. */
#define MAX_PLACES 1000u

/* Lines of one form: captions and paragraphs of one element are told apart. */
static guint64
get_form (const ExmLine *line)
{
  guint64 form = 0;

  while (form < G_N_ELEMENTS (form_lengths) && line->length >= form_lengths[form])
    form++;
  return 2 * form + (2 * line->n_link_chars > line->n_chars);
}

guint64
exm_site_place_get_key (const ExmPageText *page, const ExmLine *line)
{
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  guint64 parts[DEPTH + 1] = { get_form (line) };
  gboolean named = FALSE;

  for (guint k = 0, node = line->block; k < DEPTH && node < n_nodes; k++)
    {
      named |= *exm_page_text_get_string (page, nodes[node].class_names) != '\0'
               || *exm_page_text_get_string (page, nodes[node].id) != '\0';
      parts[k + 1] = nodes[node].own;
      node = nodes[node].parent;
    }
  return named ? XXH3_64bits (parts, sizeof parts) : 0;
}

/* Tokens of the lines at a place. */
typedef struct
{
  guint64 key;
  double inside;
  double outside;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  return exm_array_compare_uint64 (&((const Place *) a)->key, &((const Place *) b)->key);
}

GArray *
exm_site_place_list (const ExmPageText *page, const guint8 *verdicts)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ExmSitePlace));
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Place));
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    {
      Place place = { .key = exm_site_place_get_key (page, &lines[i]) };
      if ((lines[i].flags & EXM_LINE_FLAGGED) || place.key == 0)
        continue;
      *(verdicts[i] == EXM_VERDICT_KEPT ? &place.inside : &place.outside)
          = lines[i].n_tokens;
      g_array_append_val (all, place);
    }
  g_array_sort (all, compare_places);
  for (guint i = 0, end = 0; i < all->len && list->len < MAX_PLACES; i = end)
    {
      Place sum = { .key = g_array_index (all, Place, i).key };
      for (end = i; end < all->len && g_array_index (all, Place, end).key == sum.key;
           end++)
        {
          sum.inside += g_array_index (all, Place, end).inside;
          sum.outside += g_array_index (all, Place, end).outside;
        }
      double tokens = sum.inside + sum.outside;
      const ExmSitePlace place = {
        .key = sum.key,
        .n_inside = sum.inside >= INSIDE_FROM * tokens,
        .n_outside = sum.inside <= OUTSIDE_TO * tokens,
      };
      if (tokens > 0 && place.n_inside + place.n_outside == 1)
        g_array_append_val (list, place);
    }
  return list;
}

static int
compare_site_places (gconstpointer a, gconstpointer b)
{
  return exm_array_compare_uint64 (&((const ExmSitePlace *) a)->key,
                                   &((const ExmSitePlace *) b)->key);
}

void
exm_site_place_sort (ExmSitePlace *places, guint n_places)
{
  if (n_places > 0)
    qsort (places, n_places, sizeof *places, compare_site_places);
}

const ExmSitePlace *
exm_site_place_find (const ExmSitePlace *places, guint n_places, guint64 key)
{
  const ExmSitePlace wanted = { .key = key };

  return n_places > 0
             ? bsearch (&wanted, places, n_places, sizeof wanted, compare_site_places)
             : NULL;
}
