/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The template expander: a small subset of what Mustache (mustache(5)) made common.
 *
 *   {{name}}             the value, escaped for HTML and XML
 *   {{&name}}            the value as it is: HTML that was escaped when it was made
 *   {{$name}}            the value as a JSON string, safe inside a script element
 *   {{#name}}…{{/name}}  for every entry of a list, or once if the value is not empty
 *   {{^name}}…{{/name}}  if the value is missing or empty
 *   {{>name}}            another template
 *
 * Values are looked up from the innermost list entry outwards. A name without a value is
 * an error, so that a misspelt one is found. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_sample_templates_load:
 * @folder: path of a folder of template files
 * @error: return location
 *
 * Returns: (transfer full) (nullable) (element-type utf8 utf8): text by file name
 */
GHashTable *exm_sample_templates_load (const char *folder, GError **error);

/**
 * exm_sample_template_expand:
 * @templates: (element-type utf8 utf8): text by name
 * @name: the template to expand
 * @values: an `a{sv}` whose values are `s` or `aa{sv}`
 * @error: return location
 *
 * Pure; any thread.
 *
 * Returns: (transfer full) (nullable): the text; %EXM_SAMPLE_ERROR_TEMPLATE names the
 *   template and the tag
 */
char *exm_sample_template_expand (GHashTable *templates,
                                  const char *name,
                                  GVariant *values,
                                  GError **error);

G_END_DECLS
