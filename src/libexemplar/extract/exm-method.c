/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-method.h"

#include "base/exm-said-error.h"
#include "extract/exm-methods.h"
#include "extract/exm-same-article.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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

static void
compare_templates (const ExmMethodInput *input, ExmResultData *data)
{
  for (guint i = 0; i < input->n_examples; i++)
    {
      double alike = exm_prepared_compare_template (input->examples[i], input->target);
      data->template_similarity = MAX (data->template_similarity, alike);
    }
  data->fits = input->n_examples == 0 || data->template_similarity >= EXM_FITS_FROM;
}

/* How sure the choice is, from what there is so far: how much worse the next best body
 * would be, how strong the evidence for this one is, and how alike the pages are. Not
 * calibrated: on labelled pages it orders right from wrong, but its value is no share. */
static double
estimate_confidence (const ExmResultData *data)
{
  if (data->head == EXM_NONE)
    return 0;
  double alike = data->template_similarity < 0 ? 0.5 : data->template_similarity;
  return CLAMP (sqrt (data->margin * data->strength * alike), 0, 1);
}

/* Whether an example without a region has the target's very text, and it is not the
 * article that both have: then there is nothing that could be told from the template. */
static gboolean
check_differs (const ExmMethodInput *input, GError **error)
{
  guint n_target, n_example;
  const guint32 *target = exm_prepared_get_codes (input->target, &n_target);

  for (guint i = 0; i < input->n_examples; i++)
    {
      const ExmPrepared *example = input->examples[i];
      const guint32 *codes = exm_prepared_get_codes (example, &n_example);
      if (exm_prepared_get_region (example) != NULL || n_example != n_target
          || memcmp (codes, target, n_target * sizeof *codes) != 0)
        continue;
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_NOTHING_NEW,
                          N_ ("The page holds no article: its text is the same as the "
                              "example's. Scripts may fill it in"));
      return FALSE;
    }
  return TRUE;
}

/* Whether there is what the method cannot do without. */
static gboolean
check_needs (const ExmMethod *method, const ExmMethodInput *input, GError **error)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  gboolean compares = (method->needs & (EXM_NEEDS_EXAMPLE | EXM_NEEDS_SITE)) != 0;

  if (compares && input->n_examples == 0
      && !((method->needs & EXM_NEEDS_SITE) && input->site != NULL))
    exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_NEEDS,
                        N_ ("The method “%s” needs an example page"), method->name);
  else if ((method->needs & EXM_NEEDS_LAYOUT) && input->layout == NULL)
    exm_said_set_error (
        error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_LAYOUT,
        N_ ("The method “%s” needs the page as a browser lays it out, which "
            "cannot be done here"),
        method->name);
  else if ((method->needs & EXM_NEEDS_LAYOUT) && !exm_layout_is_of (input->layout, page))
    exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_LAYOUT,
                        N_ ("The layout is that of another page"));
  else
    return TRUE;
  return FALSE;
}

static gboolean
any_fits (const ExmMethodInput *input)
{
  for (guint i = 0; i < input->n_examples; i++)
    if (exm_prepared_compare_template (input->target, input->examples[i])
        >= EXM_FITS_FROM)
      return TRUE;
  return FALSE;
}

/* With the examples of @input that hold another article. Where examples hold the same one
 * and none of the others fits, the page alone decides. */
static gboolean
extract (const ExmMethod *method,
         const ExmMethodInput *input,
         gboolean compares,
         ExmResultData *data,
         GError **error)
{
  guint n_lines;
  ExmMethodInput with_others = *input;
  g_autoptr (GPtrArray) others
      = compares ? exm_same_article_list_others (input, error) : NULL;

  if (compares && others == NULL)
    return FALSE;
  gboolean same_article = compares && others->len < input->n_examples;
  if (same_article)
    {
      with_others.examples = (ExmPrepared *const *) others->pdata;
      with_others.n_examples = others->len;
      with_others.comparison = NULL;
    }
  if (same_article && !any_fits (&with_others))
    {
      method = &exm_method_exemplar_single;
      with_others.parameters = NULL;
      with_others.model = NULL;
    }
  else if (compares && !check_differs (&with_others, error))
    return FALSE;
  exm_page_text_get_lines (exm_prepared_get_page (input->target), &n_lines);
  exm_result_data_init (data, method->name, n_lines);
  data->confidence = -1;
  if (!method->extract (&with_others, data, error))
    return FALSE;
  data->same_article = same_article;
  return TRUE;
}

ExmResult *
exm_method_run (const ExmMethod *method, const ExmMethodInput *input, GError **error)
{
  ExmResultData data = { 0 };
  guint n_lines;

  exm_page_text_get_lines (exm_prepared_get_page (input->target), &n_lines);
  if (n_lines == 0)
    {
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_EMPTY,
                          N_ ("The page has no text"));
      return NULL;
    }
  if (!check_needs (method, input, error))
    return NULL;
  if (input->model != NULL && !exm_method_model_check (input->model, method->name, error))
    return NULL;
  gboolean compares = (method->needs & EXM_NEEDS_EXAMPLE)
                      || ((method->needs & EXM_NEEDS_SITE) && input->site == NULL);
  /* A short page is done before anything inside would ask. */
  if (g_cancellable_set_error_if_cancelled (input->cancellable, error))
    return NULL;
  if (!extract (method, input, compares, &data, error))
    {
      exm_result_data_clear (&data);
      return NULL;
    }
  compare_templates (input, &data);
  if (data.confidence < 0)
    data.confidence = estimate_confidence (&data);
  return exm_result_new (&data);
}
