/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of whatever keeps them: an archive (exm-archive-input.h), MHTML, a saved page of
 * HTML, or a folder of these and of the folders in it. Content decides, not the name. */

#pragma once

#include "archive/exm-archive-input.h"

G_BEGIN_DECLS

typedef struct _ExmPageInput ExmPageInput;

/**
 * exm_page_input_open:
 * @path: a file or folder
 * @now_usec: captures of later days have no time
 * @error: (out): %G_IO_ERROR, naming the file
 *
 * Returns: (transfer full): its pages, for one thread
 */
ExmPageInput *exm_page_input_open (const char *path, gint64 now_usec, GError **error);

/**
 * exm_page_input_open_stream:
 * @stream: bytes of whatever keeps pages, from their start; it need not seek
 * @name: (type filename): of it, for messages and for pages that tell no address
 * @folder: (type filename): where what has to be read from its end is kept in a file
 *   without a name
 * @now_usec: captures of later days have no time
 * @error: (out): %G_IO_ERROR, naming @name or @folder
 *
 * A WARC is read as it comes. WACZ, MHTML and a saved page are kept in @folder first; of
 * the latter two no more than could be a page. Blocks.
 *
 * Returns: (transfer full): its pages, for one thread
 */
ExmPageInput *exm_page_input_open_stream (GInputStream *stream,
                                          const char *name,
                                          const char *folder,
                                          gint64 now_usec,
                                          GError **error);

/* Leaves the records of fetches out of captures: reading costs less. */
void exm_page_input_leave_records (ExmPageInput *self);

void exm_page_input_free (ExmPageInput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmPageInput, exm_page_input_free)

/**
 * exm_page_input_next:
 * @capture: (out): the next page
 * @error: (out): as exm_archive_input_next(); the next call goes on behind what is
 * damaged
 *
 * The address of a saved page is the one that it tells (exm-saved-page.h); else, of a
 * file in a folder that is named after a host, as wget and HTTrack make them, the one by
 * its path; else that of the file. Files of a folder come in the order of their names, by
 * bytes; those that are no pages are passed over, and so are names that begin with a dot
 * and links to folders. Archives in a folder go by their names. Blocks on the disk.
 *
 * Returns: %FALSE with @error, or without one at the end
 */
gboolean exm_page_input_next (ExmPageInput *self, ExmCapture *capture, GError **error);

/* Returns: records that were read, of any type; a saved page is one */
guint64 exm_page_input_get_n_records (const ExmPageInput *self);

/* Returns: records of archives that were passed over for @reason */
guint64 exm_page_input_count (const ExmPageInput *self, ExmArchiveReason reason);

/* Returns: (transfer none) (nullable): path of the file that the last page is from */
const char *exm_page_input_get_file (const ExmPageInput *self);

G_END_DECLS
