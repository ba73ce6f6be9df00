/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Second pass of `warc`: pages are extracted block by block on threads, each block by
 * example, and answered in the order of the archives. */

#pragma once

#include "cli/warc/exm-cli-warc-output.h"
#include "cli/warc/exm-cli-warc-pages.h"
#include "engine/exm-batch-sites.h"

G_BEGIN_DECLS

/* Pages of a block at most. */
#define EXM_CLI_WARC_MAX_BLOCK 65536u

/**
 * ExmCliWarcRun:
 * @engine: shared by the threads
 * @options: method and settings
 * @pages: of the first pass
 * @example: (nullable): of all pages, where none are chosen
 * @example_name: (nullable): of @example
 * @sites: (nullable): what was learned of hosts
 * @output: gets the answers
 * @counts: gets the numbers
 * @n_threads: that extract
 * @n_block: pages of a block: enough that an example serves several, few enough that
 *   not much is lost to a kill
 * @conversion: write texts as records of WARC instead of JSON
 * @unordered: answers of a block in the order that they come
 * @max_usec: for one page; what takes longer is answered with an error
 */
typedef struct
{
  ExmEngine *engine;                /* (unowned) */
  const ExmExtractOptions *options; /* (unowned) */
  const ExmCliWarcPages *pages;     /* (unowned) */
  ExmPrepared *example;             /* (unowned) (nullable) */
  const char *example_name;         /* (unowned) (nullable) */
  ExmBatchSites *sites;             /* (unowned) (nullable) */
  ExmCliWarcOutput *output;         /* (unowned) */
  ExmCliWarcCounts *counts;         /* (unowned) */
  guint n_threads;
  guint n_block;
  gboolean conversion;
  gboolean unordered;
  gint64 max_usec;
} ExmCliWarcRun;

/* Pages of a host that teach at most, evenly spread over the archives. */
#define EXM_CLI_WARC_TEACHERS 64u

/**
 * exm_cli_warc_learn:
 * @sites: gets what the pages teach
 * @first: first page of the shard
 * @end: behind its last one
 *
 * Has the pages of the hosts of the shard teach each other, also those of other shards.
 */
void exm_cli_warc_learn (const ExmCliWarcRun *self,
                         ExmBatchSites *sites,
                         guint first,
                         guint end);

/**
 * exm_cli_warc_run:
 * @first: first page of the shard
 * @end: behind its last one
 * @n_done: pages of it that are answered already
 * @error: why the output cannot be written
 */
gboolean exm_cli_warc_run (
    const ExmCliWarcRun *self, guint first, guint end, guint n_done, GError **error);

G_END_DECLS
