/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-parts-insert.h"

#include "base/exm-limits.h"
#include "base/exm-text.h"
#include "page/exm-hidden.h"
#include "page/exm-nodes.h"

static gboolean
has_room (const ExmPageTextParts *parts, const ExmPageTextParts *fragment)
{
  return parts->lines.len + fragment->lines.len <= EXM_MAX_LINES
         && parts->nodes.len + fragment->nodes.len <= EXM_MAX_NODES
         && parts->text.len + fragment->text.len <= EXM_MAX_PAGE_CHARS
         && parts->strings->len + fragment->strings->len <= G_MAXINT32;
}

static guint32
shift (guint32 offset, guint32 by)
{
  return offset != 0 ? offset + by : 0;
}

static void
insert_nodes (ExmPageTextParts *parts,
              const ExmPageTextParts *fragment,
              const ExmInsertion *insertion,
              guint32 strings)
{
  const guint32 first = parts->nodes.len;
  const guint outer = parts->nodes.data[insertion->host].depth + 1u;

  for (guint i = 0; i < fragment->nodes.len; i++)
    {
      ExmNode node = fragment->nodes.data[i];
      guint depth = node.depth + outer;
      node.parent = node.parent != EXM_NONE ? node.parent + first : insertion->host;
      /* As the reader does with what is too deep. */
      while (depth >= EXM_MAX_NODE_DEPTH)
        {
          node.parent = parts->nodes.data[node.parent].parent;
          depth = parts->nodes.data[node.parent].depth + 1u;
        }
      node.depth = (guint16) depth;
      node.id = shift (node.id, strings);
      node.class_names = shift (node.class_names, strings);
      exm_array_append (&parts->nodes, node);
    }
}

static void
insert_spans (ExmPageTextParts *parts,
              const ExmPageTextParts *fragment,
              guint line,
              guint32 strings)
{
  guint at = 0;

  while (at < parts->spans.len && parts->spans.data[at].line < line)
    at++;
  for (guint i = at; i < parts->spans.len; i++)
    parts->spans.data[i].line += fragment->lines.len;
  if (fragment->spans.len == 0)
    return;
  exm_array_insert (&parts->spans, at, fragment->spans.data, fragment->spans.len);
  for (guint i = at; i < at + fragment->spans.len; i++)
    {
      ExmSpan *span = &parts->spans.data[i];
      span->line += line;
      span->value = shift (span->value, strings);
      span->label = shift (span->label, strings);
    }
}

static void
insert_lines (ExmPageTextParts *parts,
              const ExmPageTextParts *fragment,
              const ExmInsertion *insertion,
              guint32 nodes,
              guint32 text)
{
  exm_array_insert (&parts->lines, insertion->line, fragment->lines.data,
                    fragment->lines.len);
  for (guint i = 0; i < fragment->lines.len; i++)
    {
      ExmLine *line = &parts->lines.data[insertion->line + i];
      line->text += text;
      line->node += nodes;
      line->block += nodes;
      line->source_start = insertion->source_start;
      line->source_end = insertion->source_end;
      line->flags |= insertion->flags;
    }
  for (guint i = 0; i < parts->slices.len; i++)
    {
      ExmSlice *slice = &parts->slices.data[i];
      if (slice->line != EXM_NONE && slice->line >= insertion->line)
        slice->line += fragment->lines.len;
    }
}

static void
clear_ranges (ExmPageTextParts *parts)
{
  for (guint i = 0; i < parts->nodes.len; i++)
    {
      ExmNode *node = &parts->nodes.data[i];
      node->first_line = node->last_line = EXM_NONE;
      node->n_chars = node->n_link_chars = 0;
    }
}

void
exm_parts_insert (ExmPageTextParts *parts,
                  const ExmPageTextParts *fragment,
                  const ExmInsertion *insertion)
{
  const guint32 nodes = parts->nodes.len;
  const guint32 text = parts->text.len;
  const guint32 strings = (guint32) parts->strings->len;

  parts->truncated |= fragment->truncated;
  if (fragment->lines.len == 0)
    return;
  if (!has_room (parts, fragment))
    {
      parts->truncated = TRUE;
      return;
    }
  exm_array_extend (&parts->text, fragment->text.data, fragment->text.len);
  g_string_append_len (parts->strings, fragment->strings->str,
                       (gssize) fragment->strings->len);
  insert_nodes (parts, fragment, insertion, strings);
  insert_spans (parts, fragment, insertion->line, strings);
  insert_lines (parts, fragment, insertion, nodes, text);
  exm_parts_place_lines (parts);
  clear_ranges (parts);
  exm_nodes_complete (parts);
}
