/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The curves of a target page, worked out once for everything that draws or writes them:
 * the command line's files and the window's chart. Immutable, reference counted, usable
 * from any thread. */

#pragma once

#include "engine/exm-curves-pair.h"
#include "extract/exm-prepared.h"
#include "types/exm-result.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmCurvesOptions:
 * @literal: windows at the same distance from the ends, not tracked ones
 * @window: their width, characters; 0 for the default
 * @stride: characters from one sample to the next; 0 for 4, or 1 if @literal
 * @pair: (unowned) (nullable): of target and example, if their curves are drawn again
 * @begin: first character of the part that is measured
 * @end: one past its last; not above @begin for all of it
 */
typedef struct
{
  gboolean literal;
  guint window;
  gsize stride;
  ExmCurvesPair *pair;
  gsize begin;
  gsize end;
} ExmCurvesOptions;

/**
 * ExmCurves:
 * @page: the target
 * @result: what a method made of it
 * @data: the same, open
 * @tracked: tracked curves, not the literal ones
 * @window: their width, characters
 * @stride: characters from one sample to the next
 * @n_chars: length of the target's joined text
 * @n_samples: length of @fs and @bs
 * @fs: forward similarity at 0, stride, 2·stride …; %NULL without an example; NaN where
 *   it was not measured
 * @bs: backward similarity there; %NULL without an example
 * @line_of: one a sample: the line that holds it
 * @c: one a line: C(x) at the line's end; %NULL for methods that do not weigh lines
 * @seen: one a line: whether it occurs on the example
 */
typedef struct
{
  ExmPageText *page;         /* (owned) */
  ExmResult *result;         /* (owned) */
  const ExmResultData *data; /* (unowned): of @result */
  gboolean tracked;
  guint window;
  gsize stride;
  gsize n_chars;
  gsize n_samples;
  float *fs;        /* (owned) (nullable) */
  float *bs;        /* (owned) (nullable) */
  guint32 *line_of; /* (owned) */
  double *c;        /* (owned) (nullable) */
  guint8 *seen;     /* (owned) */
} ExmCurves;

/**
 * exm_curves_new:
 * @target: the page that was compared
 * @example: (nullable): the page it is compared with
 * @result: what a method made of @target
 * @options: what to draw
 * @cancellable: (nullable): ends it early
 * @error: %EXM_EXTRACT_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Any thread. Cost: that of exm_curves_pair_measure(), and about 30 ns a sample.
 *
 * Returns: (transfer full): the curves, or %NULL
 */
ExmCurves *exm_curves_new (ExmPrepared *target,
                           ExmPrepared *example,
                           ExmResult *result,
                           const ExmCurvesOptions *options,
                           GCancellable *cancellable,
                           GError **error);

void exm_curves_unref (ExmCurves *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCurves, exm_curves_unref)

/**
 * exm_curves_get_c:
 * @k: a sample; @c must not be %NULL
 *
 * Returns: C(x) at it: what a line adds is spread evenly over its characters
 */
double exm_curves_get_c (const ExmCurves *self, gsize k);

/**
 * exm_curves_write_csv:
 *
 * Returns: (transfer full): x, fs, bs, line, c: a row a sample
 */
GString *exm_curves_write_csv (const ExmCurves *self);

/**
 * exm_curves_write_svg:
 * @name: of the page, as the user calls it
 *
 * FS is drawn upward and BS downward from one line, so that the article shows as a waist;
 * below it C(x), the lines seen in the example, where lines begin, and the page as a
 * strip. A pixel shows the least and the greatest value in it. All text is escaped.
 *
 * Returns: (transfer full): a picture for light and dark surroundings
 */
GString *exm_curves_write_svg (const ExmCurves *self, const char *name);

G_END_DECLS
