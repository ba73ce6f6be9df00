/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds lines of a file by what they are about, in eight bytes a line: an open-addressing
 * table (linear probing) of offsets, each with 28 bits of a hash. What a line is really
 * about, the caller reads from the file. One thread at a time.
 *
 * A table of more than some thousand lines lies in a temporary file without a name, so
 * that memory does not grow with what was ever published. */

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

/* Forgets all lines, and what was the matter with the file. */
void exm_offset_table_clear (ExmOffsetTable *self);

/**
 * exm_offset_table_find:
 * @text: what the line is about
 * @match: called for each line whose hash is that of @text
 *
 * Cost: one read of the temporary file, if there is one.
 *
 * Returns: its offset, or −1; also where exm_offset_table_check() fails then
 */
goffset exm_offset_table_find (ExmOffsetTable *self,
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

/**
 * exm_offset_table_check:
 * @error: %EXM_PUBLISH_ERROR, naming the temporary file
 *
 * Returns: %FALSE if that could not be read or written since the table was cleared: what
 * was found since, or not, means nothing
 */
gboolean exm_offset_table_check (const ExmOffsetTable *self, GError **error);

G_END_DECLS
