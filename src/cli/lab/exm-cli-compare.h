/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sources of pages for `compare`: a corpus, or the pages that a task has stored. */

#pragma once

#include "cli/base/exm-cli.h"
#include "lab/benchmark/exm-method-comparison.h"

G_BEGIN_DECLS

/* Knowledge beside a page of a corpus. */
typedef enum
{
  EXM_CLI_COMPARE_BARE,   /* an example */
  EXM_CLI_COMPARE_CLICK,  /* an example with its body */
  EXM_CLI_COMPARE_SINGLE, /* nothing */
} ExmCliCompareMode;

/**
 * ExmCliPages:
 * @engine: (unowned): reads them
 * @load: gives a page
 * @data: of @load
 * @free_data: of @data
 * @n: how many there are
 * @reference: what bodies are compared with
 * @examples: (nullable) (element-type ExmPrepared): of the task
 * @models: (nullable) (element-type utf8): the task's own
 * @site: (nullable): of the task's pages
 * @sensitivity: of the task
 * @name: for the picture
 * @get_name: (not nullable): what a page is called in messages; (transfer full)
 * @n_left_out: pages that cannot be compared, and are not
 */
typedef struct
{
  ExmEngine *engine;
  ExmComparedPageFunc load;
  gpointer data; /* (owned) */
  GDestroyNotify free_data;
  guint n;
  ExmComparedReference reference;
  GPtrArray *examples;     /* (owned) (nullable) */
  const GPtrArray *models; /* (unowned) (nullable): of @data */
  ExmSiteStat *site;       /* (owned) (nullable) */
  double sensitivity;
  char *name; /* (owned) */
  char *(*get_name) (guint index, gpointer data);
  guint n_left_out;
} ExmCliPages;

void exm_cli_pages_clear (ExmCliPages *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliPages, exm_cli_pages_clear)

/**
 * exm_cli_pages_open_corpus:
 * @folder: a set of pages (with index.tsv), or a folder of such sets
 * @only: (nullable): names of the sets to use, %NULL for all
 * @tables: (nullable): folder of tables as training writes it: each page is extracted
 * with the one that has not seen its site
 * @limit: at most so many pages, 0 for all
 * @error: names the file and what is wrong with it
 *
 * Sets without pairs are left out but for %EXM_CLI_COMPARE_SINGLE.
 */
gboolean exm_cli_pages_open_corpus (ExmCliPages *self,
                                    const char *folder,
                                    char **only,
                                    ExmCliCompareMode mode,
                                    const char *tables,
                                    guint limit,
                                    GError **error);

/**
 * exm_cli_pages_open_task:
 * @data: (nullable): the data folder, as --data names it
 * @called: the task
 * @limit: at most so many pages, those collected last, 0 for all
 *
 * Opens the pages of a task. Pages that an operator has corrected are those that score
 * methods.
 *
 * Returns: %FALSE after a complaint
 */
gboolean exm_cli_pages_open_task (ExmCliPages *self,
                                  const char *data,
                                  const char *called,
                                  guint limit);

G_END_DECLS
