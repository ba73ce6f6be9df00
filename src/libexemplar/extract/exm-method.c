/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-method.h"

#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>

EXM_DEFINE_SAID_ERROR (exm - extract - error, exm_extract_error)

static gboolean
parse_parameter (const ExmMethod *method,
                 const char *pair,
                 double *values,
                 GError **error)
{
  const char *sign = strchr (pair, '=');
  g_autofree char *name = sign != NULL ? g_strndup (pair, (gsize) (sign - pair)) : NULL;
  guint i = 0;

  while (name != NULL && i < method->n_parameters
         && strcmp (method->parameters[i].name, name) != 0)
    i++;
  if (name == NULL || i == method->n_parameters)
    {
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_PARAMETER,
                          N_ ("“%s” does not set a parameter of the method “%s”"), pair,
                          method->name);
      return FALSE;
    }
  const ExmMethodParameter *parameter = &method->parameters[i];
  char *end = NULL;
  double value = g_ascii_strtod (sign + 1, &end);
  /* Not a number is not in the range either. */
  if (end == sign + 1 || *end != '\0'
      || !(value >= parameter->low && value <= parameter->high))
    {
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_PARAMETER,
                          N_ ("“%s”: the value is a number from %g to %g"), pair,
                          parameter->low, parameter->high);
      return FALSE;
    }
  values[i] = value;
  return TRUE;
}

double *
exm_method_parse_parameters (const ExmMethod *method, const char *text, GError **error)
{
  g_autofree double *values = g_new (double, MAX (method->n_parameters, 1));
  g_auto (GStrv) pairs = g_strsplit_set (text != NULL ? text : "", ", \t\n", -1);

  for (guint i = 0; i < method->n_parameters; i++)
    values[i] = method->parameters[i].value;
  for (guint i = 0; pairs[i] != NULL; i++)
    if (*pairs[i] != '\0' && !parse_parameter (method, pairs[i], values, error))
      return NULL;
  return g_steal_pointer (&values);
}

double
exm_method_get_parameter (const ExmMethodInput *input,
                          const ExmMethod *method,
                          guint index)
{
  g_return_val_if_fail (index < method->n_parameters, 0);
  return input->parameters != NULL ? input->parameters[index]
                                   : method->parameters[index].value;
}
