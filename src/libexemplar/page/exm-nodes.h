/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The elements of an event list: what their attributes say, the hashes of their paths,
 * and in the end what lines they hold. */

#pragma once

#include "page/exm-event-list.h"

G_BEGIN_DECLS

/* Links and emphasis inside each other; deeper ones are text like any other. Each open
 * one costs a span on every line that starts inside it. */
#define EXM_NODES_MAX_OPEN_SPANS 16u

/* Returns: (transfer none): what holds for each tag; never freed. Any thread. */
const ExmTagFacts *exm_nodes_get_tag_facts (void);

/**
 * exm_nodes_read_attributes:
 * @token: a tag of the element
 *
 * Takes what the attributes say that any element may have, and the address of a link; of
 * a second tag what the first one did not say.
 */
void exm_nodes_read_attributes (ExmEventList *events,
                                guint32 index,
                                const ExmHtmlToken *token);

/**
 * exm_nodes_append:
 * @parent: the element around it, %EXM_NONE for the root
 * @list: where its items go
 * @token: its start tag
 *
 * Inline, since it comes with each element. There is room for it.
 *
 * Returns: its index
 */
static inline guint32
exm_nodes_append (ExmEventList *events,
                  guint32 parent,
                  guint32 list,
                  const ExmHtmlToken *token)
{
  const ExmTagFacts *facts = &events->tags[token->tag];
  gboolean known = token->tag != EXM_TAG_UNKNOWN;
  guint32 index = exm_event_list_add_node (events);

  /* Keep the tag's step, needed for hashing alone, in the place of the path. */
  *exm_event_list_node (events, index) = (ExmNode){
    .parent = parent,
    .first_line = EXM_NONE,
    .last_line = EXM_NONE,
    .tag = (guint16) token->tag,
    .block_path = known ? facts->step : exm_element_hash_tag (token->name),
    .own = known ? facts->own : exm_element_hash_own (token->name, "", 0),
  };
  *exm_event_list_info (events, index) = (ExmNodeInfo){
    .list = list,
    .item = EXM_NONE,
    .flags = facts->flags,
    .bits = facts->bits,
  };
  if (token->n_attributes > 0)
    exm_nodes_read_attributes (events, index, token);
  return index;
}

/* When the tree is complete: brings the elements into an order where none stands before
 * its parent, and sets what they have from the elements around them. O(elements). */
void exm_nodes_settle (ExmEventList *events);

/**
 * exm_nodes_complete:
 * @parts: with all lines
 *
 * Sets the ranges of lines and the counts of all elements. O(lines and elements).
 */
void exm_nodes_complete (ExmPageTextParts *parts);

G_END_DECLS
