/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* First pass of `warc`: pages of the archives, kept in a file, with an example each, and
 * which of them revisits are of. */

#pragma once

#include "archive/exm-example-choice.h"
#include "archive/exm-page-input.h"
#include "archive/exm-page-spool.h"
#include "archive/exm-revisits.h"
#include "cli/warc/exm-cli-warc-counts.h"

G_BEGIN_DECLS

/* Marks a number in the order of answers that is one of a revisit. */
#define EXM_CLI_WARC_REVISIT 0x80000000u

/**
 * ExmCliWarcPages:
 * @inputs: (array zero-terminated=1): archives and folders, "-" for standard input
 * @folder: where pages are kept while the command runs
 * @max_bytes: of a page
 * @counts: of records
 * @spool: (owned) (nullable): the pages
 * @heads: (owned) (nullable): what the archives say of revisits, if there are any
 * @revisits: (owned) (nullable): the pages that they are of
 * @order: (owned) (nullable) (element-type guint32): what is answered, in the order of
 *   the archives: numbers of pages, or, marked, of revisits of pages with another address
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
  ExmPageSpool *heads;
  ExmRevisits *revisits;
  GArray *order;
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

/* Returns: the page whose text the answer with number @at has */
guint exm_cli_warc_pages_get_page (const ExmCliWarcPages *self, guint at);

G_END_DECLS
