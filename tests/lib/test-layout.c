/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-layout.h"

static void
read_class (const char *text, ExmLayoutNode *node)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint n = g_strv_length (words);

  if (n < 4)
    return;
  node->box = (ExmBox){
    (float) g_ascii_strtod (words[0], NULL),
    (float) g_ascii_strtod (words[1], NULL),
    (float) g_ascii_strtod (words[2], NULL),
    (float) g_ascii_strtod (words[3], NULL),
  };
  if (n > 4 && words[4][0] != '-')
    node->background = (guint32) g_ascii_strtoull (words[4], NULL, 16);
  if (n > 5)
    node->font_size = (float) g_ascii_strtod (words[5], NULL);
  if (n > 6)
    node->font_weight = (guint16) g_ascii_strtoull (words[6], NULL, 10);
}

static void
place_lines (ExmLayoutParts *parts, ExmPageText *page)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autofree guint *counts = g_new0 (guint, parts->nodes->len);
  g_autofree guint *placed = g_new0 (guint, parts->nodes->len);

  for (guint i = 0; i < n_lines; i++)
    counts[lines[i].node]++;
  for (guint i = 0; i < n_lines; i++)
    {
      guint32 at = lines[i].node;
      ExmLayoutLine line = { at, g_array_index (parts->nodes, ExmLayoutNode, at).box };
      line.box.height /= (float) counts[at];
      line.box.y += line.box.height * (float) placed[at]++;
      g_array_append_val (parts->lines, line);
    }
}

void
test_layout_fill_parts (ExmLayoutParts *parts, ExmPageText *page)
{
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  exm_layout_parts_init (parts);
  parts->width = parts->view_width = 1000;
  parts->height = 2000;
  for (guint i = 0; i < n_nodes; i++)
    {
      /* Nodes that the reader moves before their parent stand at the root here. */
      ExmLayoutNode node = {
        .parent = i == 0                ? EXM_NONE
                  : nodes[i].parent < i ? nodes[i].parent
                                        : 0,
        .background = 0xffffff,
        .font_size = 16,
        .font_weight = 400,
        .tag = nodes[i].tag,
        .flags = EXM_LAYOUT_SHOWN,
      };
      if (node.parent != EXM_NONE)
        {
          const ExmLayoutNode *parent
              = &g_array_index (parts->nodes, ExmLayoutNode, node.parent);
          node.background = parent->background;
          node.font_size = parent->font_size;
          node.font_weight = parent->font_weight;
        }
      read_class (exm_page_text_get_string (page, nodes[i].class_names), &node);
      g_array_append_val (parts->nodes, node);
    }
  place_lines (parts, page);
}

ExmLayout *
test_layout_new (ExmPageText *page)
{
  g_autoptr (GError) error = NULL;
  ExmLayoutParts parts;

  test_layout_fill_parts (&parts, page);
  ExmLayout *layout = exm_layout_new (&parts, page, &error);
  g_assert_no_error (error);
  return layout;
}
