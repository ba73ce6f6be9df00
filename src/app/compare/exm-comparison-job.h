/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Job of a comparison, for a pool thread: from two texts to their difference. */

#pragma once

#include "app/analysis/exm-analysis-job.h"
#include "diff/exm-line-diff.h"
#include "store/exm-store-reader.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_COMPARED_EXAMPLE, /* the example and the page */
  EXM_COMPARED_STORED,  /* the body as it is stored and as it is extracted now */
  EXM_COMPARED_VERSION, /* another version of the page and the page */
  EXM_COMPARED_BODIES,  /* what is extracted from another version, and from the page */
} ExmComparedKind;

/**
 * ExmComparisonJob:
 * @kind: with what @page is compared
 * @page: (owned): the target
 * @example: (owned) (nullable): its example
 * @extraction: (owned) (nullable): how @version is extracted
 * @labels: (owned) (nullable) (element-type ExmLabel): labels of lines of @page, without
 * its ends: they hold for those of @version too
 * @verdicts: (owned) (nullable): of @page, where its body alone counts
 * @n_verdicts: their number
 * @reader: (owned) (nullable): of the store
 * @article_id: the article that is stored
 * @version: (owned) (nullable): another version of @page
 * @url: (owned) (nullable): the address of both
 * @charset: (owned) (nullable): the encoding that the operator chose for @page
 * @further: (owned) (nullable) (element-type ExmFurtherPage): pages on which it goes on
 * @version_verdicts: (owned) (nullable): verdicts of @version, once it was extracted
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
  GPtrArray *further;
  guint8 *version_verdicts;
  guint n_version_verdicts;
} ExmComparisonJob;

void exm_comparison_job_free (gpointer job);

/* A #GTaskThreadFunc with a job as its data; returns an #ExmComparisonLayout. */
void exm_comparison_job_run (GTask *task,
                             gpointer source,
                             gpointer job,
                             GCancellable *cancellable);

G_END_DECLS
