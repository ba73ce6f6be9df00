/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Random texts that look like the kernel's input. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint32 *chars; /* (owned): exactly n characters: a sanitizer sees one step beyond */
  gsize n;
} Text;

void text_clear (Text *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Text, text_clear)

Text text_from_utf8 (const char *utf8);

Text text_reversed (const Text *text);

/* @n characters out of @n_distinct ones, some of them beyond U+FFFF. */
Text text_random (GRand *rand, gsize n, guint n_distinct);

/* The text with about one change (replace, insert, delete) in @every characters. */
Text text_edited (GRand *rand, const Text *text, guint every);

/* Two pages of one template: the same lines at head and tail with small edits and lines
 * that come and go (drift), and bodies of their own; about @n characters each. */
void text_page_pair (GRand *rand, gsize n, Text *target, Text *example);

G_END_DECLS
