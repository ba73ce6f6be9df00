/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Output of `warc`: answers are appended in blocks, and a state file beside it names the
 * end of the last whole one, so that a run that was killed goes on there. */

#pragma once

#include "cli/warc/exm-cli-warc-counts.h"

G_BEGIN_DECLS

/* Added to the name of an output for that of its state. */
#define EXM_CLI_WARC_STATE ".state"

typedef struct _ExmCliWarcOutput ExmCliWarcOutput;

/**
 * exm_cli_warc_output_open:
 * @path: (nullable): the file; packed by zstd if its name ends in ".zst"; %NULL for
 *   standard output
 * @run: what the answers depend on, one line
 * @resume: go on where the state says
 * @error: %G_IO_ERROR: another process writes it, or it has no state;
 *   %G_IO_ERROR_WRONG_ETAG where it is of another run
 *
 * Without @resume the file is emptied.
 *
 * Returns: (transfer full): the output at the end of its last whole block
 */
ExmCliWarcOutput *exm_cli_warc_output_open (const char *path,
                                            const char *run,
                                            gboolean resume,
                                            GError **error);

void exm_cli_warc_output_free (ExmCliWarcOutput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCliWarcOutput, exm_cli_warc_output_free)

/* @counts: (out): the numbers of the run before, of its records too
 *
 * Returns: whether all was written by that run */
gboolean exm_cli_warc_output_is_complete (const ExmCliWarcOutput *self,
                                          ExmCliWarcCounts *counts);

/**
 * exm_cli_warc_output_begin:
 * @pages: what tells the pages of the archives, all shards together, from others
 * @counts: (inout): gets the numbers of the answers that are there
 * @n_done: (out): pages of the shard that are answered
 * @error: %G_IO_ERROR_WRONG_ETAG: the archives had other pages before
 */
gboolean exm_cli_warc_output_begin (ExmCliWarcOutput *self,
                                    const char *pages,
                                    ExmCliWarcCounts *counts,
                                    guint *n_done,
                                    GError **error);

/* Adds to the block. */
void exm_cli_warc_output_add (ExmCliWarcOutput *self, const char *text, gsize n_bytes);

/**
 * exm_cli_warc_output_commit:
 * @n_done: pages of the shard that are answered with this block
 * @complete: whether these are all
 * @counts: with those of the block
 * @error: %G_IO_ERROR, naming the file
 *
 * Writes the block to the disk, then the state.
 */
gboolean exm_cli_warc_output_commit (ExmCliWarcOutput *self,
                                     guint n_done,
                                     gboolean complete,
                                     const ExmCliWarcCounts *counts,
                                     GError **error);

G_END_DECLS
