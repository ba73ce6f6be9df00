/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* XPath 1.0 over pages, by libxml2. There are the functions of XPath 1.0, no variables,
 * and the prefixes that exm-xml-page.h tells. */

#pragma once

#include "lab/xpath/exm-xml-page.h"

G_BEGIN_DECLS

/**
 * ExmXPathError:
 * @EXM_XPATH_ERROR_EXPRESSION: the expression cannot be understood
 * @EXM_XPATH_ERROR_LIMIT: it takes more steps than allowed on a page
 */
typedef enum
{
  EXM_XPATH_ERROR_EXPRESSION,
  EXM_XPATH_ERROR_LIMIT,
} ExmXPathError;

#define EXM_XPATH_ERROR (exm_xpath_error_quark ())
GQuark exm_xpath_error_quark (void);

typedef enum
{
  EXM_XPATH_NODES,
  EXM_XPATH_BOOLEAN,
  EXM_XPATH_NUMBER,
  EXM_XPATH_STRING,
} ExmXPathKind;

/* Bytes of an expression: what one evaluation keeps at once is at most so many times the
 * text of the page. */
#define EXM_XPATH_MAX_BYTES 4096u

/* Steps of one evaluation, as libxml2 counts them: nodes looked at, operations. */
#define EXM_XPATH_MAX_STEPS 500000000u

typedef struct _ExmXPath ExmXPath;
typedef struct _ExmXPathResult ExmXPathResult;

/**
 * exm_xpath_compile:
 * @expression: UTF-8
 * @error: %EXM_XPATH_ERROR_EXPRESSION; names the place in @expression, by characters
 *   from 1, as it does for functions, prefixes and variables that are not there
 *
 * Nesting ends where libxml2's own limit is, long before the stack does. Any thread.
 *
 * Returns: (transfer full): the expression, or %NULL
 */
ExmXPath *exm_xpath_compile (const char *expression, GError **error);

void exm_xpath_free (ExmXPath *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmXPath, exm_xpath_free)

/**
 * exm_xpath_evaluate:
 * @page: lives as long as the result
 * @error: %EXM_XPATH_ERROR_EXPRESSION for what only an evaluation finds, as a function
 *   with too few arguments; %EXM_XPATH_ERROR_LIMIT over %EXM_XPATH_MAX_STEPS
 *
 * The steps bound most of the time, but not all: the union of two sets takes the product
 * of their sizes, a string as long as the page is one step. Who takes expressions from
 * elsewhere sets a time limit too. One thread at a time.
 *
 * Returns: (transfer full): what was found, or %NULL
 */
ExmXPathResult *
exm_xpath_evaluate (const ExmXPath *self, ExmXmlPage *page, GError **error);

void exm_xpath_result_free (ExmXPathResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmXPathResult, exm_xpath_result_free)

ExmXPathKind exm_xpath_result_get_kind (const ExmXPathResult *self);

/* Returns: of %EXM_XPATH_NODES how many; else 0 */
guint exm_xpath_result_get_n_nodes (const ExmXPathResult *self);

/* @index: in the order of the document. The functions of exm-xml-page.h take it. */
const xmlNode *exm_xpath_result_get_node (const ExmXPathResult *self, guint index);

/* Returns: (transfer full): what XPath calls the string-value of a node */
char *exm_xpath_result_make_text (const ExmXPathResult *self, guint index);

/* Values of the other kinds of results. */
gboolean exm_xpath_result_get_boolean (const ExmXPathResult *self);
double exm_xpath_result_get_number (const ExmXPathResult *self);

/* Returns: (transfer full): the value as XPath's string() has it */
char *exm_xpath_result_make_string (const ExmXPathResult *self);

G_END_DECLS
