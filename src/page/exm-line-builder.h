/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Gathers a page text from what an HTML reader meets: elements opening and closing, text,
 * raw text. It knows lines and nothing of HTML's grammar, so any reader can drive it. */

#pragma once

#include "exm-page-text.h"

G_BEGIN_DECLS

typedef struct _ExmLineBuilder ExmLineBuilder;

/* An attribute, as the reader found it. */
typedef struct
{
  const char *name;  /* (unowned): lower case */
  const char *value; /* (unowned): decoded, "" if it has none */
} ExmAttribute;

/**
 * exm_attributes_find:
 * @attributes: (array length=n): attributes of one element
 * @name: in lower case
 *
 * Returns: (transfer none) (nullable): the value of the first one of that name
 */
const char *
exm_attributes_find (const ExmAttribute *attributes, guint n, const char *name);

/**
 * exm_line_builder_new:
 * @parts: (inout): initialised, with its source set; filled as events come, complete
 *   after exm_line_builder_finish()
 *
 * Returns: (transfer full): a builder for one page; one thread at a time
 */
ExmLineBuilder *
exm_line_builder_new (ExmPageTextParts *parts);

/**
 * exm_line_builder_open:
 * @name: the element's name in lower case
 * @attributes: (array length=n_attributes): its attributes
 *
 * An element opens inside the innermost open one. Void elements must be closed too.
 */
void
exm_line_builder_open (ExmLineBuilder *self,
                       const char *name,
                       const ExmAttribute *attributes,
                       guint n_attributes);

/**
 * exm_line_builder_close:
 *
 * The innermost open element closes.
 */
void
exm_line_builder_close (ExmLineBuilder *self);

/**
 * exm_line_builder_text:
 * @text: valid UTF-8, references already decoded
 * @source_start: byte of the source where it starts
 * @source_end: one past its last byte there
 */
void
exm_line_builder_text (ExmLineBuilder *self,
                       const char *text,
                       gsize n_bytes,
                       gsize source_start,
                       gsize source_end);

/**
 * exm_line_builder_finish:
 *
 * Closes what is open and completes the parts: ranges and counts of the elements.
 */
void
exm_line_builder_finish (ExmLineBuilder *self);

void
exm_line_builder_free (ExmLineBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmLineBuilder, exm_line_builder_free)

G_END_DECLS
