/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Inline content of a line of a body: text, links, emphasis, images, formulas. */

#pragma once

#include "article/exm-body-notes.h"

G_BEGIN_DECLS

/**
 * ExmBodyLines:
 * @base: what relative addresses belong to
 * @notes: links inside the body
 *
 * The lines of a page, of which a body's are written.
 */
typedef struct
{
  const ExmPageText *page; /* (unowned) */
  char *base;              /* (owned) (nullable) */
  ExmBodyNotes *notes;     /* (owned) (nullable) */
} ExmBodyLines;

/**
 * ExmBodySpan:
 * @kind: what it is
 * @address: (nullable): of a link or image, safe to be written
 * @source: (nullable): of an image: the address of a wider one, safe to be written
 * @label: of an image: its alternative text
 * @stands_apart: what is before and behind it is no letter or digit: marks of emphasis
 *   work there
 */
typedef struct
{
  ExmSpanKind kind;
  char *address;     /* (owned) (nullable) */
  char *source;      /* (owned) (nullable) */
  const char *label; /* (unowned) */
  gboolean stands_apart;
} ExmBodySpan;

/**
 * ExmBodyFormat:
 * @text: a piece of text; @at_start: of its line
 * @image: an image inside of a line
 * @open: a link or emphasis begins
 * @close: it ends
 * @formula: a formula in TeX, in place of what the page shows of it; @apart: from its
 * text
 * @code: (nullable): all text of a code span, in place of the calls for what is in it
 * @anchor: (nullable): where links inside the body lead to
 * @note: (nullable): the mark of a footnote, in place of its link; links back to it are
 *   left out then
 *
 * How a format writes what a line is made of.
 */
typedef struct
{
  void (*text) (GString *out, const char *text, gsize n_bytes, gboolean at_start);
  void (*image) (GString *out, const ExmBodySpan *image);
  void (*open) (GString *out, const ExmBodySpan *span);
  void (*close) (GString *out, const ExmBodySpan *span);
  void (*formula) (GString *out, const char *tex, gboolean apart);
  void (*code) (GString *out, const char *text, gsize n_bytes);
  void (*anchor) (GString *out, guint number);
  void (*note) (GString *out, const char *label);
} ExmBodyFormat;

/**
 * exm_body_lines_init:
 * @self: (out caller-allocates): the lines of @page
 * @data: what was extracted from it
 *
 * Relative addresses start at <base href> if there is one, else at the page's address.
 */
void exm_body_lines_init (ExmBodyLines *self,
                          const ExmPageText *page,
                          const ExmResultData *data);

void exm_body_lines_clear (ExmBodyLines *self);

/**
 * exm_body_lines_find_spans:
 * @n: (out): how many there are
 *
 * O(log spans).
 *
 * Returns: index of the first span of @line
 */
guint exm_body_lines_find_spans (const ExmBodyLines *self, guint line, guint *n);

/**
 * exm_body_lines_shows:
 * @span: index of a span
 *
 * Returns: whether it is an image with an address that may be written, or a formula of
 *   which the page shows nothing
 */
gboolean exm_body_lines_shows (const ExmBodyLines *self, guint span);

/**
 * exm_body_lines_count_leading:
 * @first: (out): index of the first of them
 *
 * Returns: how many spans stand before the text of @line; 0 if none of them shows
 */
guint exm_body_lines_count_leading (const ExmBodyLines *self, guint line, guint *first);

/**
 * exm_body_lines_append:
 * @line: a line
 *
 * Writes a line's text with its spans, which nest as elements do; the images before it
 * are left to exm_body_lines_append_images(). Addresses are those that may be followed:
 * absolute, http(s) or mailto, and relative ones where no base is known.
 */
void exm_body_lines_append (const ExmBodyLines *self,
                            const ExmBodyFormat *format,
                            guint line,
                            GString *out);

/**
 * exm_body_lines_append_images:
 * @first: index of a span
 * @n: how many
 *
 * Writes those that show, each once, with a blank between.
 */
void exm_body_lines_append_images (const ExmBodyLines *self,
                                   const ExmBodyFormat *format,
                                   guint first,
                                   guint n,
                                   GString *out);

/**
 * exm_body_line_stands_apart:
 * @text: UTF-8, a line
 * @start: where emphasis begins
 * @end: where it ends
 *
 * Returns: whether what is before and behind it is no letter or digit
 */
gboolean
exm_body_line_stands_apart (const char *text, gsize n_bytes, gsize start, gsize end);

G_END_DECLS
