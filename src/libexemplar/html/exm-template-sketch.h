/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sketch of a page from its bytes, before anything reads them: of the names of elements
 * with their classes and ids, and of its pieces of text, digits folded, the least hash in
 * each of a few buckets (one-permutation MinHash: Li, Owen and Zhang, 2012). Pure; any
 * thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define EXM_SKETCH_BUCKETS 128u

/**
 * ExmTemplateSketch:
 * @names: of elements
 * @texts: between tags
 *
 * %G_MAXUINT16: nothing fell into the bucket.
 */
typedef struct
{
  guint16 names[EXM_SKETCH_BUCKETS];
  guint16 texts[EXM_SKETCH_BUCKETS];
} ExmTemplateSketch;

/**
 * exm_template_sketch_init:
 * @html: (array length=n_bytes): a page, in an encoding that has ASCII
 *
 * Comments, scripts and styles are passed over. Cost: O(bytes), one pass.
 */
void exm_template_sketch_init (ExmTemplateSketch *self, const char *html, gsize n_bytes);

/* Returns: about the share of names that both have of those that one of them has, 0 … 1;
 * 0 where one has none */
double exm_template_sketch_compare (const ExmTemplateSketch *a,
                                    const ExmTemplateSketch *b);

/* The same of pieces of text. */
double exm_template_sketch_compare_texts (const ExmTemplateSketch *a,
                                          const ExmTemplateSketch *b);

G_END_DECLS
