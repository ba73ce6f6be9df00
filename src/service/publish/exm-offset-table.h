/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds lines of a file by what they are about, in eight bytes a line: an open-addressing
 * table (linear probing) of offsets, each with 28 bits of a hash. What a line is really
 * about, the caller reads from the file. One thread at a time. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Offsets are below. */
#define EXM_OFFSET_TABLE_MAX ((G_GINT64_CONSTANT (1) << 36) - 1)

typedef struct _ExmOffsetTable ExmOffsetTable;

/**
 * ExmOffsetMatch:
 * @offset: of a line that may be the one that is looked for
 *
 * Returns: whether it is
 */
typedef gboolean (*ExmOffsetMatch) (goffset offset, gpointer data);

ExmOffsetTable *exm_offset_table_new (void);

void exm_offset_table_free (ExmOffsetTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmOffsetTable, exm_offset_table_free)

/* Forgets all lines. */
void exm_offset_table_clear (ExmOffsetTable *self);

/**
 * exm_offset_table_find:
 * @text: what the line is about
 * @match: called for each line whose hash is that of @text
 *
 * Returns: its offset, or −1
 */
goffset exm_offset_table_find (const ExmOffsetTable *self,
                               const char *text,
                               ExmOffsetMatch match,
                               gpointer data);

/**
 * exm_offset_table_put:
 * @offset: of a line about @text, from 0 to %EXM_OFFSET_TABLE_MAX − 1
 *
 * Takes the place of the line about @text that was there, if there was one.
 */
void exm_offset_table_put (ExmOffsetTable *self,
                           const char *text,
                           goffset offset,
                           ExmOffsetMatch match,
                           gpointer data);

G_END_DECLS
