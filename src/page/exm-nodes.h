/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The elements of a tape: what their attributes say, the hashes of their paths, and in
 * the end what lines they hold. */

#pragma once

#include "exm-tape.h"

G_BEGIN_DECLS

/* Links and emphasis inside each other; deeper ones are text like any other. Each open
 * one costs a span on every line that starts inside it. */
#define EXM_NODES_MAX_OPEN_SPANS 16u

/**
 * exm_parts_append_string:
 * @value: (nullable): copied
 *
 * Returns: where it now stands among the strings; 0 if it is empty
 */
guint32
exm_parts_append_string (ExmPageTextParts *parts, const char *value);

/**
 * exm_parts_append_bytes:
 * @value: (nullable): where @n_bytes is 0; copied up to its end or a NUL
 *
 * Returns: where it now stands among the strings; 0 if it is empty
 */
guint32
exm_parts_append_bytes (ExmPageTextParts *parts, const char *value, gsize n_bytes);

/**
 * exm_parts_append_value:
 * @value: an attribute's value as written; decoded
 *
 * Returns: where it now stands among the strings; 0 if it is empty
 */
guint32
exm_parts_append_value (ExmPageTextParts *parts, ExmHtmlPart value);

/**
 * exm_nodes_append:
 * @parent: the element around it, %EXM_NONE for the root
 * @list: where its items go
 * @token: its start tag
 *
 * Returns: its index
 */
guint32
exm_nodes_append (ExmTape *tape, guint32 parent, guint32 list, const ExmHtmlToken *token);

/**
 * exm_nodes_add_attributes:
 * @token: a second tag of the same element: what the first one did not say
 */
void
exm_nodes_add_attributes (ExmTape *tape, guint32 node, const ExmHtmlToken *token);

/**
 * exm_nodes_settle:
 *
 * When the tree is complete: brings the elements into an order where none stands before
 * its parent, and sets what they have from the elements around them. O(elements).
 */
void
exm_nodes_settle (ExmTape *tape);

/**
 * exm_nodes_complete:
 * @parts: with all lines
 *
 * Sets the ranges of lines and the counts of all elements. O(lines and elements).
 */
void
exm_nodes_complete (ExmPageTextParts *parts);

G_END_DECLS
