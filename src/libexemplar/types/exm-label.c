/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-label.h"

static const char *const names[] = {
  [EXM_LABEL_BODY] = "body", [EXM_LABEL_NOISE] = "noise", [EXM_LABEL_START] = "start",
  [EXM_LABEL_END] = "end",   [EXM_LABEL_TAKEN] = "taken", [EXM_LABEL_CUT] = "cut",
};

ExmLabel
exm_label_make (const ExmPageText *page, guint line, ExmLabelKind kind)
{
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  ExmLabel label = { kind, 0, 0, 0 };

  g_return_val_if_fail (line < n_lines, label);
  label.key = lines[line].key;
  label.place = nodes[lines[line].block].class_path;
  for (guint i = 0; i < line; i++)
    label.occurrence += lines[i].key == label.key;
  return label;
}

guint
exm_label_find (const ExmLabel *label, const ExmPageText *page)
{
  guint n_lines, n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    if (lines[i].key == label->key && n++ == label->occurrence)
      return i;
  return EXM_NONE;
}

const char *
exm_label_kind_get_name (ExmLabelKind kind)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (names), names[0]);
  return names[kind];
}

gboolean
exm_label_kind_from_name (const char *name, ExmLabelKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (names[i], name) == 0)
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}
