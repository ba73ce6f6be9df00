/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Interface of an extraction method: a name, its needs, and a function from a target page
 * to verdicts and lanes. */

#pragma once

#include "extract/exm-prepared.h"
#include "extract/net/exm-extract-error.h"
#include "extract/net/exm-method-model.h"
#include "extract/net/exm-weights.h"
#include "types/exm-bias.h"
#include "types/exm-layout.h"
#include "types/exm-result.h"
#include "types/exm-site-stat.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Below this similarity a page is of another template. On labelled pairs it finds 98 % of
 * those of another layout and is right on 99 % of those it names; at .5 it was right on
 * 78 %. */
#define EXM_FITS_FROM 0.3

typedef enum
{
  EXM_NEEDS_NOTHING = 0,
  EXM_NEEDS_EXAMPLE = 1 << 0,
  EXM_NEEDS_SITE = 1 << 1,     /* statistics of the task's pages, or an example */
  EXM_NEEDS_TRAINING = 1 << 2, /* a model; the program carries one */
  EXM_NEEDS_LAYOUT = 1 << 3,   /* where the target's lines lie */
} ExmMethodNeeds;

/**
 * ExmMethodParameter:
 * @name: as options and tasks name it
 * @low: least value
 * @high: greatest value
 * @value: what it is where nobody says
 *
 * A number of a method that an operator may turn.
 */
typedef struct
{
  const char *name;
  double low;
  double high;
  double value;
} ExmMethodParameter;

/* See exm-alignment.h. */
typedef struct _ExmAlignment ExmAlignment;

/**
 * ExmMethodInput:
 * @target: (unowned): the page whose body is looked for; it has at least one line
 * @examples: (unowned) (array length=n_examples): pages of the same section,
 *   with their regions
 * @n_examples: how many
 * @window: width of the windows that a method compares, characters
 * @sensitivity: added to every line's evidence: above 0 keeps more, below 0 less
 * @site: (unowned) (nullable): how many pages of the task had a line
 * @bias: (unowned) (nullable): what the operator said of lines of the task's other pages
 * @parameters: (unowned) (nullable): a value for each of the method's parameters, %NULL
 *   for those that it has of itself
 * @table: (unowned) (nullable): trained weights, %NULL for those of the program
 * @layout: (unowned) (nullable): where the target's lines lie
 * @model: (unowned) (nullable): of a method that needs training, %NULL for the program's
 * @comparison: (unowned) (nullable): of these pages, where it has been made already
 * @teaches: what the page teaches those of its site is asked for
 * @brief: the lanes are not asked for: only what is kept
 * @cancellable: (unowned) (nullable): ends the work early
 */
typedef struct
{
  ExmPrepared *target;
  ExmPrepared *const *examples;
  guint n_examples;
  guint window;
  double sensitivity;
  const ExmSiteStat *site;
  const ExmBias *bias;
  const double *parameters;
  const ExmWeights *table;
  const ExmLayout *layout;
  const ExmMethodModel *model;
  const ExmAlignment *comparison;
  gboolean teaches;
  gboolean brief;
  GCancellable *cancellable;
} ExmMethodInput;

/**
 * ExmMethod:
 * @name: its name in tasks, batch records and options
 * @needs: what it cannot do without
 * @uses_site: whether statistics of the task's pages change what it finds
 * @parameters: (array length=n_parameters) (nullable): what can be turned
 * @n_parameters: how many
 * @extract: fills @data, with a confidence if it knows one, which is set up for the
 * target's lines; %FALSE with an error of %EXM_EXTRACT_ERROR or %G_IO_ERROR_CANCELLED
 * leaves it to the caller to clear
 */
typedef struct
{
  const char *name;
  ExmMethodNeeds needs;
  gboolean uses_site;
  const ExmMethodParameter *parameters;
  guint n_parameters;
  gboolean (*extract) (const ExmMethodInput *input, ExmResultData *data, GError **error);
} ExmMethod;

#define EXM_METHOD_DEFAULT "exemplar"

/**
 * exm_method_parse_parameters:
 * @text: (nullable): `name=value` for some of the method's parameters, separated by
 * commas or white space; numbers as in C
 * @error: %EXM_EXTRACT_ERROR_PARAMETER: no such parameter, or a value out of its range
 *
 * Returns: (transfer full): a value for each of the method's parameters, or %NULL with an
 * error
 */
double *
exm_method_parse_parameters (const ExmMethod *method, const char *text, GError **error);

/**
 * exm_method_get_parameter:
 * @index: which of @method's parameters
 *
 * Returns: what it is set to for this page
 */
double exm_method_get_parameter (const ExmMethodInput *input,
                                 const ExmMethod *method,
                                 guint index);

G_END_DECLS
