/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The work of a comparison, for a pool thread: from what it is between to the difference,
 * and from that to text. */

#pragma once

#include "app/analysis/exm-analysis-job.h"
#include "app/compare/exm-line-comparison.h"

G_BEGIN_DECLS

/**
 * ExmComparisonJob:
 * @kind: with what @page is compared
 * @page: (owned): the target
 * @example: (owned) (nullable): its example
 * @extraction: (owned) (nullable): how @version is extracted
 * @labels: (owned) (nullable) (element-type ExmLabel): what was said of lines of @page,
 *   but not of its ends: it holds for those of @version too
 * @verdicts: (owned) (nullable): of @page, where its body alone counts
 * @n_verdicts: their number
 * @reader: (owned) (nullable): of the store
 * @article_id: the article that is stored
 * @version: (owned) (nullable): another version of @page
 * @url: (owned) (nullable): the address of both
 * @charset: (owned) (nullable): the encoding that the operator chose for @page
 * @version_verdicts: (owned) (nullable): what was extracted of @version, once it was
 * @n_version_verdicts: their number
 */
typedef struct
{
  ExmComparedKind kind;
  ExmPageText *page;
  ExmPageText *example;
  ExmAnalysisJob *extraction;
  GArray *labels;
  guint8 *verdicts;
  guint n_verdicts;
  ExmStoreReader *reader;
  gint64 article_id;
  ExmStoredPage *version;
  char *url;
  char *charset;
  guint8 *version_verdicts;
  guint n_version_verdicts;
} ExmComparisonJob;

void exm_comparison_job_free (gpointer job);

/* A #GTaskThreadFunc with a job as its data; returns an #ExmComparisonLayout. */
void exm_comparison_job_run (GTask *task,
                             gpointer source,
                             gpointer job,
                             GCancellable *cancellable);

/**
 * exm_comparison_write_async:
 *
 * Writes the difference as exm_line_diff_write_unified() does, on the pool.
 */
void exm_comparison_write_async (ExmLineComparison *self,
                                 GAsyncReadyCallback callback,
                                 gpointer data);
/* Returns: (transfer full) (nullable): %NULL where there was none */
char *exm_comparison_write_finish (ExmLineComparison *self, GAsyncResult *result);

G_END_DECLS
