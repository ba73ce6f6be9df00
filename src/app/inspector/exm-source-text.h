/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page's source as a text view can bear it: capped, its longest lines cut, and where a
 * byte of the source is in what is left. Pure. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes of the source, and of one line of it, that are shown. */
#define EXM_SOURCE_TEXT_BYTES (2u * 1024u * 1024u)
#define EXM_SOURCE_TEXT_LINE_BYTES 4000u

/**
 * ExmSourceText:
 * @text: what is shown: valid UTF-8 without NUL
 * @n_bytes: bytes of the source
 * @n_left_out: bytes that are not shown
 * @starts: (element-type gsize): where each line begins in the source
 */
typedef struct
{
  GString *text; /* (owned) */
  gsize n_bytes;
  gsize n_left_out;
  GArray *starts; /* (owned) */
} ExmSourceText;

/**
 * exm_source_text_new:
 * @source: UTF-8
 *
 * Returns: (transfer full): what is shown of it; linear in its size
 */
ExmSourceText *exm_source_text_new (GBytes *source);

void exm_source_text_free (ExmSourceText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSourceText, exm_source_text_free)

/**
 * exm_source_text_find:
 * @offset: a byte of the source
 * @line: (out): its line, from 0
 * @index: (out): its byte in that line, the last shown one where it was cut
 *
 * Returns: %FALSE if it lies behind what is shown
 */
gboolean
exm_source_text_find (const ExmSourceText *self, gsize offset, guint *line, guint *index);

G_END_DECLS
