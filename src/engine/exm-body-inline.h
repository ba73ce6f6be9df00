/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a line of a body is made of: text, links, emphasis, images. */

#pragma once

#include "exm-body-blocks.h"

G_BEGIN_DECLS

/**
 * ExmBodySpan:
 * @kind: what it is
 * @address: (nullable): of a link or image, safe to be written
 * @label: of an image: its alternative text
 * @stands_apart: what is before and behind it is no letter or digit: marks of emphasis
 *   work there
 */
typedef struct
{
  ExmSpanKind kind;
  char *address;     /* (owned) (nullable) */
  const char *label; /* (unowned) */
  gboolean stands_apart;
} ExmBodySpan;

/**
 * ExmBodyFormat:
 * @text: a piece of text; @at_start: of its line
 * @image: an image inside of a line
 * @open: a link or emphasis begins
 * @close: it ends
 * @code: (nullable): all text of a code span, in place of the calls for what is in it
 *
 * How a format writes what a line is made of.
 */
typedef struct
{
  void (*text) (GString *out, const char *text, gsize n_bytes, gboolean at_start);
  void (*image) (GString *out, const ExmBodySpan *image);
  void (*open) (GString *out, const ExmBodySpan *span);
  void (*close) (GString *out, const ExmBodySpan *span);
  void (*code) (GString *out, const char *text, gsize n_bytes);
} ExmBodyFormat;

/**
 * exm_body_dup_base:
 *
 * Returns: (transfer full) (nullable): where relative addresses start: <base href> if
 *   there is one, else the page's address
 */
char *
exm_body_dup_base (const ExmPageText *page);

/**
 * exm_body_starts_with_image:
 *
 * Returns: whether an image stands before the text of @line, with an address that may be
 *   written
 */
gboolean
exm_body_starts_with_image (const ExmBody *self, guint line);

/**
 * exm_body_append_line:
 * @line: a line
 *
 * Writes a line's text with its spans, which nest as elements do; the images before it
 * are left to exm_body_append_images(). Addresses are those that may be followed:
 * absolute, http(s) or mailto.
 */
void
exm_body_append_line (const ExmBody *self,
                      const ExmBodyFormat *format,
                      guint line,
                      GString *out);

/**
 * exm_body_append_images:
 * @line: a line
 *
 * Writes the images before the text of @line, each once, with a blank between.
 */
void
exm_body_append_images (const ExmBody *self,
                        const ExmBodyFormat *format,
                        guint line,
                        GString *out);

G_END_DECLS
