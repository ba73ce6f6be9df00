/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From a page to an article: what has to be known of its task, and the work itself, which
 * is done on the pool. Pages that were just fetched go this way, and stored ones that are
 * extracted anew. */

#pragma once

#include "engine/exm-engine.h"
#include "jobs/exm-example-source.h"
#include "metadata/exm-further-pages.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * ExmArticleJob:
 * @engine: (owned): which lays pages out for methods that look at them
 * @bytes: (owned): the page
 * @url: (owned): where it came from in the end
 * @http_charset: (owned) (nullable): as it was declared
 * @incomplete: (owned) (nullable): why the page did not arrive whole, as exm_said_new()
 *   has it: "7 of 100 bytes"
 * @record: (owned) (nullable): of its fetch, see exm-fetch-record.h
 * @tdmrep: (owned) (nullable): the file by which its site reserves mining
 * @further: (owned) (nullable) (element-type ExmFurtherPage): the pages on which it goes
 *   on, as far as they came
 * @all: (owned) (nullable): a page that may have all of them; taken in their place if it
 *   has what the first one has
 * @title: (owned) (nullable): what the link to it says
 * @examples: (owned) (element-type ExmExampleSource): what it is compared with
 * @siblings: (owned) (nullable) (element-type ExmExampleSource): other pages of the task;
 *   the first that can be read is an example, too
 * @fallback: (owned) (nullable) (element-type ExmExampleSource): what it is compared with
 *   if there are no @examples and none of @siblings can be read
 * @method: (owned) (nullable): of the task
 * @parameters: (owned) (nullable): of @method, see #ExmExtractOptions
 * @model: (owned) (nullable): of the task for @method
 * @sensitivity: of the task
 * @articles_only: of the task: a page of another kind is to be held
 * @site: (owned) (nullable): of the task's pages
 * @bias: (owned) (nullable): of what was said of the task's other pages
 * @labels: (owned) (element-type ExmLabel): what was said of this one
 * @is_example: the page is itself an example of the task, byte for byte: it fits
 * @lacks_end: see exm_article_job_compare_end()
 * @cut: the page itself shows that it is only a part, which exm_article_job_run() finds;
 *   @incomplete says how
 * @fields: (owned): its address, task and time are there before; exm_article_job_run()
 *   fills the rest
 * @pages: (owned): on which pages it goes on, filled; see exm_completeness_find()
 * @took_all: @all was taken, filled
 * @lines: (owned) (nullable) (element-type ExmSiteLine): exm_site_line_list() of the
 *   first page, filled
 * @places: (owned) (nullable) (element-type ExmSitePlace): what a page that is good
 * teaches those of its task, filled
 *
 * Belongs to one thread at a time.
 */
typedef struct
{
  ExmEngine *engine;
  GBytes *bytes;
  char *url;
  char *http_charset;
  char *incomplete;
  char *record;
  char *tdmrep;
  GPtrArray *further;
  ExmFurtherPage *all;
  char *title;
  GPtrArray *examples;
  GPtrArray *siblings;
  GPtrArray *fallback;
  char *method;
  char *parameters;
  ExmMethodModel *model;
  double sensitivity;
  gboolean articles_only;
  ExmSiteStat *site;
  ExmBias *bias;
  GArray *labels;
  gboolean is_example;
  gboolean lacks_end;
  gboolean cut;
  ExmArticleFields fields;
  ExmFurtherPages pages;
  gboolean took_all;
  GPtrArray *lines;
  GArray *places;
} ExmArticleJob;

void exm_article_job_clear (ExmArticleJob *self);

/**
 * exm_article_job_take_labels:
 * @stored: (element-type ExmStoredLabel): of the task
 * @url_key: address of the page
 *
 * Those of the page are obeyed, the others are its bias.
 */
void exm_article_job_take_labels (ExmArticleJob *self,
                                  const GPtrArray *stored,
                                  const char *url_key);

/**
 * exm_article_job_run:
 * @cancellable: (nullable): ends it early
 * @error: %G_IO_ERROR_CANCELLED, or why an example cannot be parsed: a page that cannot
 * be read becomes an article without text that says why
 *
 * Any thread but the worker's. Cost: reading the page, and its examples if they were not
 * read before, and exm_engine_extract().
 */
gboolean
exm_article_job_run (ExmArticleJob *self, GCancellable *cancellable, GError **error);

/**
 * exm_article_job_compare_end:
 * @self: with its page, task and address
 * @error: what the store said
 *
 * Finds out whether the page lacks closing tags although the five newest other pages of
 * its task have them. These are read only where it lacks them. The store's thread.
 *
 * Returns: %FALSE with @error
 */
gboolean
exm_article_job_compare_end (ExmArticleJob *self, ExmStore *store, GError **error);

/**
 * exm_article_job_compares:
 * @example_key: (nullable): address of an example
 * @marked: whether its body is marked
 * @url_key: (nullable): address of a page
 *
 * Returns: whether the page is compared with the example: with itself only where its body
 *   was marked, for nothing says more of it than the mark
 */
gboolean
exm_article_job_compares (const char *example_key, gboolean marked, const char *url_key);

/**
 * exm_article_job_is_example:
 * @page_hash: of a page's bytes
 *
 * Returns: whether the page is one of the task's examples, and not only its address
 */
gboolean exm_article_job_is_example (const ExmTaskFields *fields, const char *page_hash);

/**
 * exm_article_job_extract:
 * @examples: (element-type ExmPrepared): what the page is compared with
 * @is_example: see #ExmArticleJob
 *
 * As exm_engine_extract(). An example that no other one is like stands for a layout of
 * its own: it is extracted alone, by method `exemplar-single`, since another one's
 * template would only mislead.
 *
 * Returns: (transfer full) (nullable): the result; %NULL with @error
 */
ExmResult *exm_article_job_extract (ExmEngine *engine,
                                    ExmPrepared *target,
                                    const GPtrArray *examples,
                                    gboolean is_example,
                                    const ExmExtractOptions *options,
                                    GCancellable *cancellable,
                                    GError **error);

/* Returns: which articles of task @uid exm_article_job_list_siblings() looks at */
ExmArticleFilter exm_article_job_get_sibling_filter (const char *uid);

/**
 * exm_article_job_list_siblings:
 * @uid: a task
 * @url_key: address of a page of it
 *
 * Thread of @store. Parses nothing.
 *
 * Returns: (transfer full) (element-type ExmExampleSource): other pages of the task, the
 *   newest first, as examples for its example; none if there are none yet; %NULL with
 *   @error
 */
GPtrArray *exm_article_job_list_siblings (ExmStore *store,
                                          ExmEngine *engine,
                                          const char *uid,
                                          const char *url_key,
                                          GError **error);

G_END_DECLS
