/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The part of the line builder that keeps the elements: their attributes, the hashes of
 * their paths, and in the end what lines they hold. */

#pragma once

#include "exm-line-builder.h"

G_BEGIN_DECLS

/**
 * exm_parts_append_string:
 * @value: (nullable): copied
 *
 * Returns: where it now stands among the strings; 0 if it is empty
 */
guint32
exm_parts_append_string (ExmPageTextParts *parts, const char *value);

/**
 * exm_node_get_flags:
 *
 * Returns: the #ExmLineFlags that an element gives to the text inside it
 */
guint16
exm_node_get_flags (ExmTag tag, const ExmAttribute *attributes, guint n);

/**
 * exm_node_append:
 * @outer: the element around it, %EXM_NONE for the root
 * @name: its name, which tells unknown elements apart
 * @flags: its own flags and those of the elements around it
 *
 * Returns: its index
 */
guint32
exm_node_append (ExmPageTextParts *parts,
                 guint32 outer,
                 ExmTag tag,
                 const char *name,
                 const ExmAttribute *attributes,
                 guint n_attributes,
                 guint16 flags);

/**
 * exm_nodes_complete:
 * @parts: with all lines
 *
 * Sets the ranges of lines and the counts of all elements. O(lines and elements).
 */
void
exm_nodes_complete (ExmPageTextParts *parts);

G_END_DECLS
