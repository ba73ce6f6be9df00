/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Examples and targets of `extract`, `curves` and `sample`, with the options and messages
 * about them. */

#pragma once

#include "cli/base/exm-cli-page.h"
#include "cli/base/exm-cli.h"

G_BEGIN_DECLS

/**
 * ExmCliExamples:
 * @engine: reads and compares the pages
 * @pages: the examples
 * @charset: (nullable): for all pages
 * @url: (nullable): address of a target that was not fetched from one
 * @further: (nullable): pages on which the article of the target goes on
 */
typedef struct
{
  ExmEngine *engine;   /* (owned) */
  GPtrArray *pages;    /* (owned) (element-type ExmPrepared) */
  const char *charset; /* (unowned) (nullable) */
  const char *url;     /* (unowned) (nullable) */
  char **further;      /* (unowned) (nullable): a page each */
} ExmCliExamples;

/**
 * ExmCliFound:
 * @name: what the user calls the target, for messages
 * @target: (nullable): the page, %NULL if it could not be read
 * @result: (nullable): what was found, %NULL with @error
 * @metadata: (nullable): as far as the page could be read
 * @error: (nullable): why there is no result
 */
typedef struct
{
  char *name;            /* (owned) */
  ExmPrepared *target;   /* (owned) (nullable) */
  ExmResult *result;     /* (owned) (nullable) */
  ExmMetadata *metadata; /* (owned) (nullable) */
  GError *error;         /* (owned) (nullable) */
} ExmCliFound;

void exm_cli_found_clear (ExmCliFound *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliFound, exm_cli_found_clear)

/**
 * exm_cli_examples_init:
 * @charset: (nullable): as for exm_cli_page_prepare()
 */
void exm_cli_examples_init (ExmCliExamples *self, const char *charset);

void exm_cli_examples_clear (ExmCliExamples *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliExamples, exm_cli_examples_clear)

/**
 * exm_cli_load_region:
 * @path: a file with the body of an example as text
 * @error: names the file and the cause
 *
 * Returns: (transfer full): the text, UTF-8 and not blank, or %NULL
 */
char *exm_cli_load_region (const char *path, GError **error);

/**
 * exm_cli_examples_load:
 * @arguments: (nullable): a page each
 * @region_files: (nullable): files with the body of one of them each, as UTF-8 text
 * @error: names the page or file, and the cause
 *
 * A page has one body: each example in turn is marked with the first text that stands on
 * it and on none before it. A text that is on no example is an error.
 */
gboolean exm_cli_examples_load (ExmCliExamples *self,
                                char **arguments,
                                char **region_files,
                                GError **error);

/**
 * exm_cli_examples_apply:
 * @argument: the target
 * @options: (nullable): method and settings
 * @found: (out caller-allocated): all zero before
 */
void exm_cli_examples_apply (const ExmCliExamples *self,
                             const char *argument,
                             const ExmExtractOptions *options,
                             ExmCliFound *found);

/**
 * exm_cli_found_judge:
 *
 * Returns: what the command ends with if all other targets went well
 */
ExmExit exm_cli_found_judge (const ExmCliFound *self);

/**
 * exm_cli_found_report:
 * @quiet: errors only
 *
 * Tells on standard error how sure the result is, and everything that a person should
 * know before using it.
 */
void exm_cli_found_report (const ExmCliFound *self, gboolean quiet);

/**
 * exm_cli_verdict_get_name:
 * @verdict: an #ExmVerdict
 *
 * Returns: (transfer none): "dropped", "trimmed" or "kept", for JSON
 */
const char *exm_cli_verdict_get_name (guint8 verdict);

/**
 * exm_cli_check_window:
 * @window: as given
 *
 * Returns: whether it is in range; if not, that was complained about
 */
gboolean exm_cli_check_window (int window);

/**
 * exm_cli_check_method:
 * @name: (nullable): a method as given
 * @parameters: (nullable): its parameters as given
 * @error: as exm_method_find() and exm_method_parse_parameters()
 *
 * Returns: whether there is such a method with such parameters
 */
gboolean exm_cli_check_method (const char *name, const char *parameters, GError **error);

/**
 * exm_cli_find_model:
 * @texts: (element-type utf8): models of a task
 * @method: (nullable): of the task
 *
 * Returns: (transfer full) (nullable): the task's own, %NULL for the program's; that one
 *   cannot be used is complained about
 */
ExmMethodModel *exm_cli_find_model (const GPtrArray *texts, const char *method);

/**
 * exm_cli_load_model:
 * @path: (nullable): a file as given
 * @method: (nullable): the method as given
 * @model: (out) (transfer full) (nullable): %NULL without a file
 * @error: names the file and what is wrong, or says that the method has no models
 *
 * Returns: whether there is nothing to complain about
 */
gboolean exm_cli_load_model (const char *path,
                             const char *method,
                             ExmMethodModel **model,
                             GError **error);

G_END_DECLS
