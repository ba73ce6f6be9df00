/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers of `warc`: records by what became of them, and seconds by what they went into.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  /* of the archives */
  EXM_CLI_WARC_RECORDS,
  EXM_CLI_WARC_OTHER_RECORDS,
  EXM_CLI_WARC_OTHER_STATUS,
  EXM_CLI_WARC_OTHER_TYPE,
  EXM_CLI_WARC_REVISITS,
  EXM_CLI_WARC_REVISITS_SAME,
  EXM_CLI_WARC_REVISITS_OTHER,
  EXM_CLI_WARC_REVISITS_ALONE,
  EXM_CLI_WARC_DAMAGED,
  EXM_CLI_WARC_TOO_LARGE,
  EXM_CLI_WARC_PAGES,
  /* of the shard */
  EXM_CLI_WARC_ANSWERED,
  EXM_CLI_WARC_WITH_EXAMPLE,
  EXM_CLI_WARC_WITHOUT_BODY,
  EXM_CLI_WARC_TOO_SLOW,
  EXM_N_CLI_WARC_COUNTS
} ExmCliWarcCount;

/* Parts of the work. */
typedef enum
{
  EXM_CLI_WARC_READING,
  EXM_CLI_WARC_CHOOSING,
  EXM_CLI_WARC_LEARNING,
  EXM_CLI_WARC_EXTRACTING,
  EXM_N_CLI_WARC_PARTS
} ExmCliWarcPart;

/* Revisits without their page that are named. */
#define EXM_CLI_WARC_MAX_ALONE 64u

/**
 * ExmCliWarcCounts:
 * @n: numbers
 * @usec: of each part of the work
 * @alone: (nullable): interned: elements of a JSON array, each a revisit without its page
 */
typedef struct
{
  guint64 n[EXM_N_CLI_WARC_COUNTS];
  gint64 usec[EXM_N_CLI_WARC_PARTS];
  const char *alone; /* (unowned) */
} ExmCliWarcCounts;

/* Keeps all numbers in the state of an output. */
void exm_cli_warc_counts_save (const ExmCliWarcCounts *self, GKeyFile *state);

/* Reads what exm_cli_warc_counts_save() kept; 0 for what is not there. */
void exm_cli_warc_counts_load (ExmCliWarcCounts *self, GKeyFile *state);

/* Returns: (transfer full): one JSON object with a line feed */
char *exm_cli_warc_counts_write (const ExmCliWarcCounts *self);

/* Tells the numbers that matter to a person, a line on standard error. */
void exm_cli_warc_counts_tell (const ExmCliWarcCounts *self);

G_END_DECLS
