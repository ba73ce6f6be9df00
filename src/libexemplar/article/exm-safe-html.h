/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* HTML as exm_body_write_html() writes it, as a list of its parts. It is no parser of
 * pages: whatever else it is given becomes parts all the same, of no use. */

#pragma once

#include "html/exm-tag.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_SAFE_TEXT,
  EXM_SAFE_OPEN,
  EXM_SAFE_CLOSE,
  EXM_SAFE_LINE_FEED, /* between blocks */
} ExmSafePartKind;

/**
 * ExmSafePart:
 * @kind: what it is
 * @tag: of an element; a break is one that opens
 * @start: its bytes in the HTML
 * @n_bytes: how many
 * @end: of an element inside of a line that opens: index of the part that closes it, its
 *   own where none does
 * @position: for whoever reads the parts; 0
 */
typedef struct
{
  ExmSafePartKind kind;
  ExmTag tag;
  const char *start; /* (unowned) */
  gsize n_bytes;
  guint end;
  gsize position;
} ExmSafePart;

/**
 * exm_safe_html_read:
 * @html: UTF-8; lives longer than the parts
 *
 * O(bytes); any thread.
 *
 * Returns: (transfer full) (element-type ExmSafePart)
 */
GArray *exm_safe_html_read (const char *html);

/* Returns: whether elements of @tag stand inside of a line */
gboolean exm_safe_html_is_inline (ExmTag tag);

/**
 * exm_safe_html_append:
 * @text: escaped
 *
 * Appends @text without its escapes.
 */
void exm_safe_html_append (GString *out, const char *text, gsize n_bytes);

/**
 * exm_safe_html_dup_value:
 * @name: an attribute
 *
 * Returns: (transfer full) (nullable): its value; %NULL where @part has none
 */
char *exm_safe_html_dup_value (const ExmSafePart *part, const char *name);

G_END_DECLS
