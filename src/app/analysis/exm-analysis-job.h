/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Job of an analysis: from bytes to pages, from pages to a result. A job belongs to the
 * main thread, is lent to a pool thread while its task runs, and comes back. */

#pragma once

#include "app/analysis/exm-edits.h"

G_BEGIN_DECLS

/* Place where a request failed. */
typedef enum
{
  EXM_ANALYSIS_PLACE_NONE,
  EXM_ANALYSIS_PLACE_EXAMPLE,
  EXM_ANALYSIS_PLACE_TARGET,
  EXM_ANALYSIS_PLACE_RESULT,
} ExmAnalysisPlace;

/**
 * ExmAnalysisOutput:
 * @result: (owned) (nullable)
 * @metadata: (owned) (nullable)
 * @compared: (owned) (nullable): the page that @result was made with, as it was read
 * @example_results: (owned) (nullable) (element-type ExmResult): extraction of each
 * example by the target; %NULL where there is none
 */
typedef struct
{
  ExmResult *result;
  ExmMetadata *metadata;
  ExmPrepared *compared;
  GPtrArray *example_results;
} ExmAnalysisOutput;

void exm_analysis_output_clear (ExmAnalysisOutput *self);

/**
 * ExmAnalysisJob:
 * @engine: (owned): does the work
 * @input: (owned): its fields; pages are read if they are not yet
 * @regions: (owned) (element-type ExmRegionEdit): edits of the examples' regions
 * @place: out: where it failed
 * @output: (owned): its fields; out
 */
typedef struct
{
  ExmEngine *engine;
  ExmAnalysisInput input;
  GArray *regions;
  ExmAnalysisPlace place;
  ExmAnalysisOutput output;
} ExmAnalysisJob;

void exm_analysis_job_free (ExmAnalysisJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmAnalysisJob, exm_analysis_job_free)

/**
 * exm_analysis_job_read:
 *
 * Reads the pages that are not read yet. Any thread; cost of exm_engine_prepare().
 *
 * Returns: %TRUE if all could be read; else @place says which not
 */
gboolean
exm_analysis_job_read (ExmAnalysisJob *job, GCancellable *cancellable, GError **error);

/**
 * exm_analysis_job_read_in_thread:
 * @data: an #ExmAnalysisJob
 *
 * A #GTaskThreadFunc for exm_analysis_job_read(); returns a boolean.
 */
void exm_analysis_job_read_in_thread (GTask *task,
                                      gpointer source,
                                      gpointer data,
                                      GCancellable *cancellable);

/**
 * exm_analysis_job_extract_in_thread:
 * @data: an #ExmAnalysisJob
 *
 * A #GTaskThreadFunc that extracts the target by the examples, with the regions that were
 * edited, and the examples by the target; returns a boolean. There is no result where
 * there is nothing to compare. Cost of an exm_engine_extract() a page.
 */
void exm_analysis_job_extract_in_thread (GTask *task,
                                         gpointer source,
                                         gpointer data,
                                         GCancellable *cancellable);

/**
 * exm_analysis_job_extract_target:
 *
 * Extracts the target alone, with examples or without; @output stays empty. Any thread;
 * cost of one exm_engine_extract().
 *
 * Returns: (transfer full): the result, or %NULL with an error
 */
ExmResult *exm_analysis_job_extract_target (ExmAnalysisJob *job,
                                            GCancellable *cancellable,
                                            GError **error);

/**
 * exm_analysis_job_look_back:
 *
 * Extracts the first example by the target; its page must have been read. Any thread;
 * cost of one exm_engine_extract().
 *
 * Returns: (transfer full) (nullable): the result, %NULL if there is none
 */
ExmResult *exm_analysis_job_look_back (ExmAnalysisJob *job, GCancellable *cancellable);

G_END_DECLS
