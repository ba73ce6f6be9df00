/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Writing that notices when it fails: a full disk, a closed pipe. Errors are complained
 * about here, once; that the reader of standard output went away is none to speak of. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_cli_print:
 * @text: for standard output, escaped where that is a terminal; kept in a buffer until it
 *   is full or flushed
 *
 * Returns: %FALSE if it could not be written
 */
gboolean exm_cli_print (const char *text);

/**
 * exm_cli_flush:
 *
 * Returns: %FALSE if anything for standard output, now or before, could not be written
 */
gboolean exm_cli_flush (void);

/**
 * exm_cli_save:
 * @path: (nullable): a file; %NULL or "-" for standard output
 * @data: what is to be in it
 * @n_bytes: its length
 *
 * A regular file is replaced in one step, so that what was in it is not lost to a full
 * disk; pipes and devices are written to.
 *
 * Returns: %FALSE if it could not be written
 */
gboolean exm_cli_save (const char *path, const char *data, gsize n_bytes);

G_END_DECLS
