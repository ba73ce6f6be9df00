/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Several methods on the same pages: how good each is beside bodies that are known, how
 * fast, where it fails, and how far any two of them agree. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

/* A body as good as this counts as good, one below the other as lost. */
#define EXM_COMPARED_GOOD_FROM .95
#define EXM_COMPARED_LOST_BELOW .5

/**
 * ExmComparedMethod:
 * @method: (owned): its name
 * @parameters: (owned) (nullable): see exm_method_parse_parameters()
 * @model: (owned) (nullable): see #ExmMethodInput
 */
typedef struct
{
  char *method;
  char *parameters;
  ExmMethodModel *model;
} ExmComparedMethod;

/**
 * ExmComparedPage:
 * @target: (owned): the page
 * @examples: (owned) (element-type ExmPrepared): of its section; may be empty
 * @body: (owned) (nullable): its known body as text; looked at even if the page cannot be
 *   loaded
 * @bias: (owned) (nullable): see #ExmMethodInput
 * @table: (unowned) (nullable): trained weights for this page, %NULL for the program's
 *
 * Task for one page, which is loaded when its turn comes.
 */
typedef struct
{
  ExmPrepared *target;
  GPtrArray *examples;
  char *body;
  ExmBias *bias;
  const ExmWeights *table;
} ExmComparedPage;

void exm_compared_page_clear (ExmComparedPage *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmComparedPage, exm_compared_page_clear)

/**
 * ExmComparedPageFunc:
 * @index: which page, from 0
 * @page: (out caller-allocated): all zero before
 * @error: why it cannot be compared; counts as a failure of every method
 *
 * Called on any thread, for several pages at once.
 */
typedef gboolean (*ExmComparedPageFunc) (guint index,
                                         gpointer data,
                                         ExmComparedPage *page,
                                         GError **error);

/* Called on any thread, one at a time. */
typedef void (*ExmComparedProgress) (guint done, guint all, gpointer data);

/* Reference that bodies are compared with. */
typedef enum
{
  EXM_COMPARED_WITH_KNOWN,   /* the known ones; pages without one are not scored */
  EXM_COMPARED_WITH_DEFAULT, /* what the default method finds, where none is known */
} ExmComparedReference;

/**
 * ExmMethodComparisonOptions:
 * @methods: (element-type ExmComparedMethod): at least one
 * @reference: what they are scored with
 * @n_pages: how many there are
 * @load: gives them
 * @progress: (nullable): is told after each
 * @data: of @load and @progress
 * @site: (nullable): see #ExmMethodInput
 * @sensitivity: the same
 * @n_threads: at once
 */
typedef struct
{
  const GPtrArray *methods;
  ExmComparedReference reference;
  guint n_pages;
  ExmComparedPageFunc load;
  ExmComparedProgress progress;
  gpointer data;
  const ExmSiteStat *site;
  double sensitivity;
  guint n_threads;
} ExmMethodComparisonOptions;

/**
 * ExmComparedCause:
 * @message: (owned): why
 * @n: on so many pages
 * @first: index of the first of them
 */
typedef struct
{
  char *message;
  guint n;
  guint first;
} ExmComparedCause;

/**
 * ExmComparedScore:
 * @precision: mean over the pages that are scored, as the next four
 * @recall: mean
 * @f1: mean of the pages' F1
 * @good: share of pages with an F1 of %EXM_COMPARED_GOOD_FROM or better
 * @lost: share of pages below %EXM_COMPARED_LOST_BELOW
 * @n_failed: pages without a result, scored as if nothing had been found
 * @n_empty: pages on which it found no body
 * @causes: (owned) (element-type ExmComparedCause): of the failures, the most frequent
 *   first
 * @seconds: of a processor that it took, without the reading of the pages; by the clock
 *   where pages were laid out, which another process does
 *
 * Score of a method.
 */
typedef struct
{
  double precision;
  double recall;
  double f1;
  double good;
  double lost;
  guint n_failed;
  guint n_empty;
  GPtrArray *causes;
  double seconds;
} ExmComparedScore;

/**
 * ExmMethodComparison:
 * @methods: (owned) (element-type ExmComparedMethod): in the order they were asked for
 * @scores: (owned): one a method
 * @agreement: (owned): a row a method: mean F1 of its body beside that of each of all
 *   methods, over pages where neither fails; not a number where there is no such page
 * @n_pages: how many there were
 * @n_done: how many were compared before it was cancelled; all figures are theirs
 * @n_scored: how many of these count for precision, recall and F1
 * @reference: what they were scored with
 */
typedef struct
{
  GPtrArray *methods;
  ExmComparedScore *scores;
  double *agreement;
  guint n_pages;
  guint n_done;
  guint n_scored;
  ExmComparedReference reference;
} ExmMethodComparison;

/**
 * exm_compared_methods_new:
 *
 * Returns: (transfer full) (element-type ExmComparedMethod): an empty list
 */
GPtrArray *exm_compared_methods_new (void);

/**
 * exm_compared_methods_add:
 * @name: a method's name
 * @parameters: (nullable): its parameters
 * @error: as exm_method_find() and exm_method_parse_parameters()
 *
 * Returns: whether there is such a method with such parameters
 */
gboolean exm_compared_methods_add (GPtrArray *methods,
                                   const char *name,
                                   const char *parameters,
                                   GError **error);

/**
 * exm_compared_methods_use_models:
 * @methods: (element-type ExmComparedMethod): those that are compared
 * @texts: (nullable) (element-type utf8): models of a task; see exm_method_model_find()
 * @error: %EXM_EXTRACT_ERROR_MODEL: that of a method cannot be used, the others are
 *
 * The methods go by these models instead of the program's.
 */
gboolean exm_compared_methods_use_models (GPtrArray *methods,
                                          const GPtrArray *texts,
                                          GError **error);

/**
 * exm_method_comparison_run:
 * @engine: reads and extracts
 * @options: what is compared on which pages
 * @cancellable: (nullable): ends it with what is done so far
 *
 * Each page is loaded once, and every method runs on it; bodies are compared by their
 * tokens, see exm_token_bag_score(). Where the default method's body is the reference,
 * that method is run too if it was not asked for. Blocks; any thread. Memory: a page a
 * thread, and about 8 bytes a page and pair of methods. The figures are the same whatever
 * the number of threads, but for the seconds.
 *
 * Returns: (transfer full): the comparison
 */
ExmMethodComparison *exm_method_comparison_run (ExmEngine *engine,
                                                const ExmMethodComparisonOptions *options,
                                                GCancellable *cancellable);

void exm_method_comparison_free (ExmMethodComparison *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmMethodComparison, exm_method_comparison_free)

/* Returns: what @agreement says of two methods, by their indices */
double
exm_method_comparison_get_agreement (const ExmMethodComparison *self, guint a, guint b);

/**
 * exm_method_comparison_get_speed:
 * @index: a method
 *
 * Returns: pages that it extracts in a second of one processor, their reading not
 *   counted; 0 where that is not known
 */
double exm_method_comparison_get_speed (const ExmMethodComparison *self, guint index);

/**
 * exm_compared_method_describe:
 *
 * Returns: (transfer full): its name, its parameters if it was given any, and that it has
 *   a model of the task's own
 */
char *exm_compared_method_describe (const ExmComparedMethod *self);

/**
 * exm_method_comparison_describe:
 * @reference: (nullable): what the default method is called; %NULL for its name
 *
 * Returns: (transfer full): what the figures are about, a sentence a line, translated:
 * the reference, and whether it was ended early
 */
char *exm_method_comparison_describe (const ExmMethodComparison *self,
                                      const char *reference);

/**
 * exm_method_comparison_write_csv:
 *
 * Returns: (transfer full): a row a method, with its agreement with each
 */
GString *exm_method_comparison_write_csv (const ExmMethodComparison *self);

/**
 * exm_method_comparison_write_markdown:
 *
 * Returns: (transfer full): two tables and the causes of failures
 */
GString *exm_method_comparison_write_markdown (const ExmMethodComparison *self);

/**
 * exm_method_comparison_write_svg:
 * @name: of what was compared, UTF-8
 *
 * Returns: (transfer full): a picture: bars, and the agreement as shaded cells
 */
GString *exm_method_comparison_write_svg (const ExmMethodComparison *self,
                                          const char *name);

G_END_DECLS
