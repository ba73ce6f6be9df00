/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The work of an analysis: from bytes to pages, from pages to a result. A job belongs to
 * the main thread, is lent to a pool thread while its task runs, and comes back. */

#pragma once

#include "app/analysis/exm-analysis-edits.h"

G_BEGIN_DECLS

/**
 * ExmAnalysisPage:
 * @bytes: (owned) (nullable): the page as it came
 * @url: (owned) (nullable): where from
 * @http_charset: (owned) (nullable): the encoding that came with it
 * @charset: (owned) (nullable): the encoding that the operator chose
 * @region_text: (owned) (nullable): the body marked on it
 * @prepared: (owned) (nullable): the page read, with the region that @region_text says
 * @region_lost: @region_text is not on it
 */
typedef struct
{
  GBytes *bytes;
  char *url;
  char *http_charset;
  char *charset;
  char *region_text;
  ExmPrepared *prepared;
  gboolean region_lost;
} ExmAnalysisPage;

ExmAnalysisPage *
exm_analysis_page_new (GBytes *bytes, const ExmPageHints *hints, const char *region_text);
ExmAnalysisPage *exm_analysis_page_copy (const ExmAnalysisPage *page);
void exm_analysis_page_free (ExmAnalysisPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmAnalysisPage, exm_analysis_page_free)

/**
 * ExmAnalysisJob:
 * @engine: (owned): does the work
 * @examples: (owned) (element-type ExmAnalysisPage): in; read if they are not yet
 * @target: (owned) (nullable): in; read if it is not yet
 * @sibling: (owned) (nullable): in; what the target is compared with where it is the
 *   page of an example that has no mark
 * @regions: (owned) (element-type ExmRegionEdit): in; what the operator marked
 * @method: (owned) (nullable): in
 * @parameters: (owned) (nullable): in; of @method
 * @models: (owned) (nullable) (element-type utf8): in; of the task
 * @window: in
 * @sensitivity: in
 * @bias: (owned) (nullable): in
 * @site: (owned) (nullable): in
 * @place: out: where it failed
 * @result: (owned) (nullable): out
 * @metadata: (owned) (nullable): out
 * @compared: (owned) (nullable): out; the page that @result was made with, as it was read
 * @example_results: (owned) (element-type ExmResult): out; what the target teaches of
 * each example; %NULL where nothing
 */
typedef struct
{
  ExmEngine *engine;
  GPtrArray *examples;
  ExmAnalysisPage *target;
  ExmAnalysisPage *sibling;
  GArray *regions;
  char *method;
  char *parameters;
  GPtrArray *models;
  guint window;
  double sensitivity;
  ExmBias *bias;
  ExmSiteStat *site;

  ExmAnalysisPlace place;
  ExmResult *result;
  ExmMetadata *metadata;
  ExmPrepared *compared;
  GPtrArray *example_results;
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
 * exm_analysis_job_extract:
 *
 * Extracts the target by the examples, with the regions that were edited, and the
 * examples by the target. Any thread; cost of two exm_engine_extract().
 *
 * Returns: %TRUE if so; @result is %NULL if there is nothing to compare
 */
gboolean
exm_analysis_job_extract (ExmAnalysisJob *job, GCancellable *cancellable, GError **error);

/**
 * exm_analysis_job_extract_target:
 *
 * As exm_analysis_job_extract(), but the target alone, with examples or without; @job's
 * out fields stay empty. Any thread; cost of one exm_engine_extract().
 *
 * Returns: (transfer full): the result, or %NULL with an error
 */
ExmResult *exm_analysis_job_extract_target (ExmAnalysisJob *job,
                                            GCancellable *cancellable,
                                            GError **error);

/**
 * exm_analysis_job_look_back:
 *
 * What the target teaches of the first example, whose page must have been read. Any
 * thread; cost of one exm_engine_extract().
 *
 * Returns: (transfer full) (nullable): the result, %NULL if there is none
 */
ExmResult *exm_analysis_job_look_back (ExmAnalysisJob *job, GCancellable *cancellable);

/**
 * exm_analysis_make_job:
 *
 * Returns: (transfer full): the pages of an analysis and its settings as they are now;
 *   main thread
 */
ExmAnalysisJob *exm_analysis_make_job (ExmAnalysis *self);

G_END_DECLS
