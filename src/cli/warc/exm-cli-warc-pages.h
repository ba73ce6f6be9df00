/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* First pass of `warc`: pages of the archives, kept in a file, with an example each. */

#pragma once

#include "archive/exm-example-choice.h"
#include "archive/exm-page-input.h"
#include "archive/exm-page-spool.h"
#include "cli/warc/exm-cli-warc-counts.h"

G_BEGIN_DECLS

/**
 * ExmCliWarcPages:
 * @inputs: (array zero-terminated=1): archives and folders, "-" for standard input
 * @folder: where pages are kept while the command runs
 * @max_bytes: of a page
 * @counts: of records
 * @spool: (owned) (nullable): the pages
 * @choice: (owned) (nullable): their examples, where they are to be chosen
 * @files: (owned) (nullable) (element-type utf8): names of the files, by the numbers
 *   that pages have in @spool
 * @sites: (owned) (nullable) (element-type guint32): number of each page's host
 * @numbers: (owned) (nullable) (element-type utf8): of hosts
 * @sum: (owned) (nullable): of address and bytes of each page, in their order
 * @failed: an archive could not be read; that was complained about
 */
typedef struct
{
  char **inputs;            /* (unowned) */
  const char *folder;       /* (unowned) */
  guint64 max_bytes;        /* of a page */
  ExmCliWarcCounts *counts; /* (unowned) */
  ExmPageSpool *spool;
  ExmExampleChoice *choice;
  GPtrArray *files;
  GArray *sites;
  GHashTable *numbers;
  GChecksum *sum;
  gboolean failed;
} ExmCliWarcPages;

void exm_cli_warc_pages_clear (ExmCliWarcPages *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliWarcPages, exm_cli_warc_pages_clear)

/**
 * exm_cli_warc_pages_read:
 * @chooses: whether examples are chosen
 * @error: %G_FILE_ERROR: the pages cannot be kept
 *
 * Reads all archives. Those that cannot be opened or hold no records are complained
 * about; records that are damaged too, with their place, and counted.
 */
gboolean
exm_cli_warc_pages_read (ExmCliWarcPages *self, gboolean chooses, GError **error);

G_END_DECLS
