/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "methods/exm-line-rule.h"

#include "extract/exm-methods.h"

#include <string.h>

double
exm_line_rule_get_repeat (const char *method, const char *parameters)
{
  const ExmMethod *own = &exm_method_line_statistics;

  if (method == NULL || strcmp (method, own->name) != 0)
    return EXM_LINE_RULE_REPEAT;
  g_autofree double *values = exm_method_parse_parameters (own, parameters, NULL);
  /* It has no other parameter. */
  return values != NULL ? values[0] : EXM_LINE_RULE_REPEAT;
}

guint
exm_line_rule_get_limit (guint n_site_pages, double repeat)
{
  return (guint) (1 + n_site_pages / repeat);
}

gboolean
exm_line_rule_keeps (guint n_pages,
                     guint n_site_pages,
                     double repeat,
                     ExmLineLabel ruling)
{
  switch (ruling)
    {
    case EXM_LINE_LABEL_BODY:
      return TRUE;
    case EXM_LINE_LABEL_NOISE:
      return FALSE;
    case EXM_LINE_LABEL_AUTO:
    default:
      return n_pages <= exm_line_rule_get_limit (n_site_pages, repeat);
    }
}
