/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The one door to extraction: bytes in, result with reasons out. Everything above —
 * command line, worker, window — goes through it. Thread-safe; pure but for its cache. */

#pragma once

#include "extract/exm-corrections.h"
#include "extract/exm-method.h"
#include "extract/exm-prepared.h"
#include "kernel/exm-curve.h"
#include "page/exm-page-reader.h"
#include "types/exm-metadata.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_ENGINE (exm_engine_get_type ())
G_DECLARE_FINAL_TYPE (ExmEngine, exm_engine, EXM, ENGINE, GObject)

/**
 * ExmExtractOptions:
 * @method: (nullable): a method's name, %NULL for the default
 * @parameters: (nullable): see exm_method_parse_parameters()
 * @window: width of the windows of "exemplar-literal", characters; 0 for the default
 * @sensitivity: see #ExmMethodInput
 * @site: (nullable): the same
 * @bias: (nullable): the same
 * @labels: (array length=n_labels) (nullable): what the operator said of lines of the
 *   target; obeyed whatever the evidence
 * @table: (nullable): trained weights, %NULL for those of the program
 * @model: (nullable): see #ExmMethodInput
 * @teaches: see #ExmMethodInput
 * @brief: see #ExmMethodInput
 */
typedef struct
{
  const char *method;
  const char *parameters;
  guint window;
  double sensitivity;
  const ExmSiteStat *site;
  const ExmBias *bias;
  const ExmLabel *labels;
  guint n_labels;
  const ExmWeights *table;
  const ExmMethodModel *model;
  gboolean teaches;
  gboolean brief;
} ExmExtractOptions;

/**
 * exm_engine_new:
 *
 * Returns: (transfer full): an engine; one a process is enough
 */
ExmEngine *exm_engine_new (void);

/**
 * exm_engine_set_lay_out:
 * @lay_out: whoever has a browser; asked for the layout of pages where the method needs
 *   it, from the threads that extract, several at once
 * @data: for @lay_out
 * @free_data: (nullable): frees @data with the engine
 *
 * To be called before anything is extracted. The layouts of the last
 * %EXM_ENGINE_LAYOUTS pages are kept, of no more than %EXM_MAX_CACHE_BYTES: a parameter
 * that is turned asks for the same again.
 */
void exm_engine_set_lay_out (ExmEngine *self,
                             ExmLayoutFunc lay_out,
                             gpointer data,
                             GDestroyNotify free_data);

/**
 * exm_engine_prepare:
 * @raw: a page's bytes
 * @hints: (nullable): what is known beside them
 * @region_text: (nullable): the body on it as text; located and used as the region
 * @error: %EXM_PAGE_ERROR; %EXM_ENGINE_ERROR_REGION if @region_text is not on the page
 *
 * The same bytes with the same hints and region text are read once while they stay in the
 * cache of the last %EXM_ENGINE_CACHE pages, of no more than %EXM_MAX_CACHE_BYTES:
 * examples recur. Any thread.
 *
 * Returns: (transfer full): the page, ready to be example or target
 */
ExmPrepared *exm_engine_prepare (ExmEngine *self,
                                 GBytes *raw,
                                 const ExmPageHints *hints,
                                 const char *region_text,
                                 GError **error);

/**
 * exm_engine_prepare_once:
 * @raw: bytes of a page that is not expected to recur
 * @hints: (nullable): what is known beside them
 * @error: %EXM_PAGE_ERROR
 *
 * As exm_engine_prepare(), but the page does not take the place of another one in the
 * cache: pages that come by the thousand leave the examples there, and memory does not
 * fall to pieces. Any thread.
 *
 * Returns: (transfer full): the page, ready to be a target
 */
ExmPrepared *exm_engine_prepare_once (ExmEngine *self,
                                      GBytes *raw,
                                      const ExmPageHints *hints,
                                      GError **error);

/**
 * exm_engine_find_prepared:
 * @hints: with a name; without one nothing is found
 * @region_text: (nullable): as for exm_engine_prepare()
 *
 * Finds a page in the cache without its bytes. Any thread.
 *
 * Returns: (transfer full) (nullable): the page, if it was prepared with the same
 */
ExmPrepared *exm_engine_find_prepared (ExmEngine *self,
                                       const ExmPageHints *hints,
                                       const char *region_text);

/**
 * exm_engine_forget_unused:
 *
 * Pages that only the cache holds leave it: whoever needed them is done. Any thread.
 */
void exm_engine_forget_unused (ExmEngine *self);

/**
 * exm_engine_get_cache_bytes:
 * @layout_bytes: (out): of the layouts that are kept
 *
 * Returns: bytes of the prepared pages that are kept. Any thread.
 */
gsize exm_engine_get_cache_bytes (ExmEngine *self, gsize *layout_bytes);

/**
 * exm_engine_extract:
 * @target: the page whose body is wanted
 * @examples: (array length=n_examples): pages of the same section
 * @options: (nullable): method and settings
 * @cancellable: (nullable): ends it early, within about 10 ms
 * @error: %EXM_EXTRACT_ERROR, %G_IO_ERROR_CANCELLED, or why the page could not be laid
 * out
 *
 * Any thread. Cost: see exm_curve_track_new().
 *
 * Returns: (transfer full): the result
 */
ExmResult *exm_engine_extract (ExmEngine *self,
                               ExmPrepared *target,
                               ExmPrepared *const *examples,
                               guint n_examples,
                               const ExmExtractOptions *options,
                               GCancellable *cancellable,
                               GError **error);

/**
 * exm_engine_read_metadata:
 * @target: a page
 * @result: (nullable): what was extracted from it
 *
 * Returns: (transfer full): title, author, dates …, each with its origin
 */
ExmMetadata *
exm_engine_read_metadata (ExmEngine *self, ExmPrepared *target, const ExmResult *result);

/**
 * exm_engine_read_metadata_beside:
 * @examples: (array length=n_examples): pages of the same section
 * @link: (nullable): text of a link to @target
 *
 * The same with the titles of other pages beside it: what all have is the site's name.
 *
 * Returns: (transfer full): title, author, dates …, each with its origin
 */
ExmMetadata *exm_engine_read_metadata_beside (ExmEngine *self,
                                              ExmPrepared *target,
                                              const ExmResult *result,
                                              ExmPrepared *const *examples,
                                              guint n_examples,
                                              const char *link);

/* Pages that an engine remembers. */
#define EXM_ENGINE_CACHE 64u
/* Pages whose layout it remembers. */
#define EXM_ENGINE_LAYOUTS 8u

typedef enum
{
  EXM_ENGINE_ERROR_REGION, /* the body's text is not on the example */
  EXM_ENGINE_ERROR_RECORD, /* a batch record that cannot be read */
} ExmEngineError;

#define EXM_ENGINE_ERROR (exm_engine_error_quark ())
GQuark exm_engine_error_quark (void);

G_END_DECLS
