/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-headline.h"
#include "extract/exm-lane.h"

/* appended: whole articles behind the page's own, as sites put them there that never end.
 * Each is an article as the page's own is: another article element, or a part of the page
 * with a heading in the same place as the headline. Sections of one article have their
 * headings elsewhere. Where the page's own part has hardly any prose, nothing is said:
 * then the headline stands apart from its text. A line that the operator marked as body
 * is one. */

#define APPENDED_COST 4.0f

/* Prose that the page's own article has at least, tokens, and as a share of what is held
 * for appended. */
#define LEAST_PROSE 60u
#define LEAST_SHARE .25

static guint
count_prose (const ExmLaneContext *context, guint first, guint last)
{
  guint n = 0;

  for (guint i = first; i <= last && i < context->n_lines; i++)
    if (context->lines[i].n_marks > 0 && (context->lines[i].flags & EXM_LINE_FLAGGED) == 0
        && 2 * context->lines[i].n_link_chars < context->lines[i].n_chars)
      n += context->lines[i].n_tokens;
  return n;
}

static guint
find_article (const ExmNode *nodes, guint node)
{
  while (node != EXM_NONE && nodes[node].tag != EXM_TAG_ARTICLE)
    node = nodes[node].parent;
  return node;
}

/* The child of the nearest element around both @node and @other that holds @other. */
static guint
find_part (const ExmNode *nodes, guint node, guint other)
{
  guint part = other;

  while (node != other)
    {
      if (nodes[node].depth > nodes[other].depth)
        node = nodes[node].parent;
      else
        {
          part = other;
          other = nodes[other].parent;
          /* Two trees, where a page has one inside of it. */
          if (other == EXM_NONE)
            return part;
          if (nodes[node].depth > nodes[other].depth)
            node = nodes[node].parent;
        }
    }
  return part;
}

static void
set_appended (const ExmLaneContext *context,
              guint own_prose,
              guint part,
              guint8 *appended)
{
  const ExmNode *node = &context->nodes[part];
  guint prose = count_prose (context, node->first_line, node->last_line);

  if (own_prose < LEAST_PROSE || own_prose < LEAST_SHARE * prose)
    return;
  for (guint i = node->first_line; i <= node->last_line; i++)
    appended[i] = TRUE;
}

/* Articles behind the one that the headline stands in. */
static void
find_articles (const ExmLaneContext *context, guint headline, guint8 *appended)
{
  const ExmNode *nodes = context->nodes;
  guint own = find_article (nodes, context->lines[headline].node);

  if (own == EXM_NONE)
    return;
  guint last = nodes[own].last_line;
  guint own_prose = count_prose (context, headline, last);
  /* An article inside of one that was judged is not judged again. */
  for (guint i = own; i < context->n_nodes; i++)
    if (nodes[i].tag == EXM_TAG_ARTICLE && nodes[i].first_line != EXM_NONE
        && nodes[i].first_line > last)
      {
        set_appended (context, own_prose, i, appended);
        last = nodes[i].last_line;
      }
}

/* Headings that hang as the headline does, in parts of the page beside its part. */
static void
find_headings (const ExmLaneContext *context, guint headline, guint8 *appended)
{
  const ExmLine *lines = context->lines;
  const ExmNode *nodes = context->nodes;
  guint block = lines[headline].block;
  guint own_prose = 0, last_part = EXM_NONE;

  for (guint i = headline + 1; i < context->n_lines; i++)
    {
      if (lines[i].heading != lines[headline].heading
          || (lines[i].flags & EXM_LINE_FLAGGED) || lines[i].block == block
          || nodes[lines[i].block].block_path != nodes[block].block_path
          || nodes[lines[i].block].own != nodes[block].own)
        continue;
      guint part = find_part (nodes, block, lines[i].block);
      /* Two headings side by side have no parts of their own. */
      if (part == lines[i].block || part == last_part
          || nodes[part].first_line <= headline)
        continue;
      if (last_part == EXM_NONE)
        own_prose = count_prose (context, headline, nodes[part].first_line - 1);
      set_appended (context, own_prose, part, appended);
      last_part = part;
    }
}

void
exm_lane_appended (const ExmLaneContext *context)
{
  guint headline = exm_headline_find (context->page);

  if (headline == EXM_NONE)
    return;
  g_autofree guint8 *appended = g_new0 (guint8, context->n_lines);
  find_articles (context, headline, appended);
  find_headings (context, headline, appended);
  ExmLane *lane = exm_result_data_add_lane (context->data, "appended");
  for (guint i = 0; i < context->n_lines; i++)
    if (appended[i] && (context->lines[i].flags & EXM_LINE_FLAGGED) == 0)
      {
        lane->values[i] = 1;
        if (!exm_lane_is_marked (context, context->lines[i].key))
          lane->contributions[i] = -APPENDED_COST;
      }
}
