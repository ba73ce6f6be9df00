/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Input of an extraction: pages of an analysis and the settings of its task. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

/**
 * ExmAnalysisPage:
 * @bytes: (owned): the page as it came
 * @url: (owned) (nullable): its address
 * @http_charset: (owned) (nullable): the encoding that came with it
 * @charset: (owned) (nullable): the encoding that the operator chose
 * @further: (owned) (nullable) (element-type ExmFurtherPage): pages on which its article
 *   goes on
 * @region_text: (owned) (nullable): the body marked on it
 * @prepared: (owned) (nullable): the page read, with the region that @region_text says
 */
typedef struct
{
  GBytes *bytes;
  char *url;
  char *http_charset;
  char *charset;
  GPtrArray *further;
  char *region_text;
  ExmPrepared *prepared;
} ExmAnalysisPage;

ExmAnalysisPage *
exm_analysis_page_new (GBytes *bytes, const ExmPageHints *hints, const char *region_text);
void exm_analysis_page_free (ExmAnalysisPage *page);

/* Returns: what is known of the page beside its bytes; lives as long as @page */
ExmPageHints exm_analysis_page_get_hints (const ExmAnalysisPage *page);

/**
 * ExmAnalysisInput:
 * @examples: (owned) (element-type ExmAnalysisPage)
 * @target: (owned) (nullable)
 * @sibling: (owned) (nullable): page that the target is compared with where it is the
 * page of an example that has no mark
 * @method: (owned) (nullable)
 * @parameters: (owned) (nullable): of @method
 * @models: (owned) (nullable) (element-type utf8): of the task; not changed
 * @bias: (owned) (nullable): of the target's task
 * @site: (owned) (nullable): the same
 * @sensitivity: of the method
 * @window: width of the windows, in characters
 */
typedef struct
{
  GPtrArray *examples;
  ExmAnalysisPage *target;
  ExmAnalysisPage *sibling;
  char *method;
  char *parameters;
  GPtrArray *models;
  ExmBias *bias;
  ExmSiteStat *site;
  double sensitivity;
  guint window;
} ExmAnalysisInput;

void exm_analysis_input_init (ExmAnalysisInput *self);
void exm_analysis_input_clear (ExmAnalysisInput *self);
/* @to: (out caller-allocated): pages that are not read yet stay so in the other one */
void exm_analysis_input_copy (const ExmAnalysisInput *self, ExmAnalysisInput *to);

/* Drops the target with everything that is known of it. */
void exm_analysis_input_drop_target (ExmAnalysisInput *self);

/**
 * exm_analysis_input_take_pages:
 * @read: a copy of @self whose pages were read since
 *
 * Returns: whether an example or the target was not read before
 */
gboolean exm_analysis_input_take_pages (ExmAnalysisInput *self,
                                        const ExmAnalysisInput *read);

G_END_DECLS
