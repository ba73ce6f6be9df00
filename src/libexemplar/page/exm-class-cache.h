/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Cache of tags and classes of elements, as hashes. A page has a few hundred different
 * ones and thousands of elements, so each is folded once. */

#pragma once

#include "html/exm-html-token.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmElementName:
 * @own: hash of tag and class names, digits folded: ExmNode.own
 * @class_names: the decoded class attribute among the strings, 0 if there is none
 */
typedef struct
{
  guint64 own;
  guint32 class_names;
} ExmElementName;

typedef struct _ExmClassCache ExmClassCache;

/**
 * exm_class_cache_new:
 * @parts: (inout): where the strings go
 * @n_bytes: of the page
 */
ExmClassCache *exm_class_cache_new (ExmPageTextParts *parts, gsize n_bytes);

void exm_class_cache_free (ExmClassCache *self);

/**
 * exm_class_cache_find:
 * @tag: of the element
 * @name: its name as written; matters where @tag is unknown
 * @value: its class attribute as written, not empty; stays where it is as long as @self
 *
 * O(bytes of @value).
 */
ExmElementName exm_class_cache_find (ExmClassCache *self,
                                     ExmTag tag,
                                     ExmHtmlPart name,
                                     ExmHtmlPart value);

/* Returns: hash of the name in lower case: a step of ExmNode.block_path */
guint64 exm_element_hash_tag (ExmHtmlPart name);

/**
 * exm_element_hash_own:
 * @class_names: decoded
 * @n_bytes: of them, 0 if there are none
 *
 * Returns: ExmNode.own
 */
guint64 exm_element_hash_own (ExmHtmlPart name, const char *class_names, gsize n_bytes);

G_END_DECLS
