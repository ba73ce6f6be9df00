/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-lab-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "lab/methods/exm-vips.h"

/* vips: the page as it is seen, divided into a tree of blocks; the article is the block
 * that has most of the text. Within it, blocks of links are left out. No example is asked
 * for, and no word of the page. */

/* Share of linked characters from which a block is one of links. */
#define LINKS_FROM 0.5

enum
{
  PERMITTED_COHERENCE,
};

static const ExmMethodParameter parameters[] = {
  [PERMITTED_COHERENCE]
  = { "permitted-coherence", EXM_MIN_COHERENCE, EXM_MAX_COHERENCE, 7 },
};

static void
add_lanes (const ExmVips *vips, ExmResultData *data)
{
  float *coherence = exm_result_data_add_lane (data, "coherence")->values;

  for (guint i = 0; i < data->n_lines; i++)
    if (vips->block_of_line[i] != EXM_NONE)
      coherence[i]
          = (float) g_array_index (vips->blocks, ExmBlock, vips->block_of_line[i])
                .coherence
            / EXM_MAX_COHERENCE;
  float *separator = exm_result_data_add_lane (data, "separator")->values;
  for (guint i = 0; i < data->n_lines; i++)
    separator[i] = (float) vips->separators[i] / EXM_MAX_COHERENCE;
}

/* Returns: (transfer full): for each block whether it is, or is in, the article */
static guint8 *
find_inside (const ExmVips *vips)
{
  guint8 *inside = g_new0 (guint8, MAX (vips->blocks->len, 1));

  for (guint32 i = 0; i < vips->blocks->len; i++)
    {
      guint32 parent = g_array_index (vips->blocks, ExmBlock, i).parent;
      inside[i] = i == vips->main || (parent != EXM_NONE && inside[parent]);
    }
  return inside;
}

static void
drop_links (const ExmVips *vips, const ExmLine *lines, guint n_lines, guint8 *inside)
{
  g_autofree double *n_chars = g_new0 (double, MAX (vips->blocks->len, 1));
  g_autofree double *n_links = g_new0 (double, MAX (vips->blocks->len, 1));

  for (guint i = 0; i < n_lines; i++)
    if (vips->block_of_line[i] != EXM_NONE)
      {
        n_chars[vips->block_of_line[i]] += lines[i].n_chars;
        n_links[vips->block_of_line[i]] += lines[i].n_link_chars;
      }
  for (guint32 i = 0; i < vips->blocks->len; i++)
    if (n_links[i] > LINKS_FROM * n_chars[i])
      inside[i] = FALSE;
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  guint permitted
      = (guint) exm_method_get_parameter (input, &exm_method_vips, PERMITTED_COHERENCE);
  g_autofree guint8 *kept = g_new0 (guint8, data->n_lines);
  g_auto (ExmVips) vips = { 0 };
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  exm_vips_segment (&vips, input->layout, page, permitted);
  add_lanes (&vips, data);
  g_autofree guint8 *inside = find_inside (&vips);
  drop_links (&vips, lines, n_lines, inside);
  for (guint i = 0; i < n_lines; i++)
    kept[i] = vips.block_of_line[i] != EXM_NONE && inside[vips.block_of_line[i]];
  exm_boundaries_keep (page, data, kept);
  data->blocks = g_steal_pointer (&vips.blocks);
  return TRUE;
}

const ExmMethod exm_method_vips = {
  .name = "vips",
  .needs = EXM_NEEDS_LAYOUT,
  .parameters = parameters,
  .n_parameters = G_N_ELEMENTS (parameters),
  .extract = extract,
};
