/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The curves of a pair of pages, and what the writers of `curves` need beside them. */

#pragma once

#include "exm-cli-pair.h"

G_BEGIN_DECLS

/**
 * ExmCliCurves:
 * @name: of the target, as the user calls it
 * @page: the target
 * @data: what the method made of it
 * @tracked: tracked curves, not the literal ones
 * @window: their width, characters
 * @stride: characters from one sample to the next
 * @n_chars: length of the target's joined text
 * @n_samples: length of @fs and @bs
 * @fs: forward similarity at 0, stride, 2·stride …
 * @bs: backward similarity there
 * @line_of: one a sample: the line that holds it
 * @c: one a line: C(x) at the line's end; %NULL for methods that do not weigh lines
 * @seen: one a line: whether it occurs on the example
 */
typedef struct
{
  const char *name;          /* (unowned) */
  const ExmPageText *page;   /* (unowned) */
  const ExmResultData *data; /* (unowned) */
  gboolean tracked;
  guint window;
  gsize stride;
  gsize n_chars;
  gsize n_samples;
  float *fs;        /* (owned) */
  float *bs;        /* (owned) */
  guint32 *line_of; /* (owned) */
  double *c;        /* (owned) (nullable) */
  guint8 *seen;     /* (owned) */
} ExmCliCurves;

void
exm_cli_curves_clear (ExmCliCurves *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliCurves, exm_cli_curves_clear)

/**
 * exm_cli_curves_measure:
 * @self: (inout): @tracked, @window and @stride are set, all else is zero
 * @found: a target with a result; must outlive @self
 * @example: the page it is compared with
 * @error: %EXM_EXTRACT_ERROR
 *
 * Returns: whether the curves are there
 */
gboolean
exm_cli_curves_measure (ExmCliCurves *self,
                        const ExmCliFound *found,
                        const ExmPrepared *example,
                        GError **error);

/**
 * exm_cli_curves_get_c:
 * @k: a sample; @c must not be %NULL
 *
 * Returns: C(x) at it: what a line adds is spread evenly over its characters
 */
double
exm_cli_curves_get_c (const ExmCliCurves *self, gsize k);

/**
 * exm_cli_curves_write_csv:
 *
 * Returns: (transfer full): x, fs, bs, line, c: a row a sample
 */
GString *
exm_cli_curves_write_csv (const ExmCliCurves *self);

/**
 * exm_cli_curves_write_json:
 *
 * Returns: (transfer full): one object: what was compared, arrays of samples, the lines
 */
GString *
exm_cli_curves_write_json (const ExmCliCurves *self);

/**
 * exm_cli_curves_write_svg:
 *
 * FS is drawn upward and BS downward from one line, so that the article shows as a waist;
 * below it C(x), the lines seen in the example, where lines begin, and the page as a
 * strip. A pixel shows the least and the greatest value in it. All text is escaped.
 *
 * Returns: (transfer full): a picture for light and dark surroundings
 */
GString *
exm_cli_curves_write_svg (const ExmCliCurves *self);

G_END_DECLS
