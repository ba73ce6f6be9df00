/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-methods"

#include "config.h"

#include "methods/exm-method-table.h"

#include "base/exm-said-error.h"
#include "extract/exm-methods.h"

#include <glib/gi18n-lib.h>

static const ExmMethod *const own[] = {
  &exm_method_exemplar,           &exm_method_exemplar_rules,
  &exm_method_exemplar_literal,   &exm_method_exemplar_single,
  &exm_method_boilerpipe_article, &exm_method_boilerpipe_default,
  &exm_method_line_statistics,
};

static const ExmMethod *const *all = own;
static guint n_all = G_N_ELEMENTS (own);

void
exm_method_table_replace (const ExmMethod *const *methods, guint n)
{
  all = methods;
  n_all = n;
}

const ExmMethod *const *
exm_method_get_all (guint *n)
{
  *n = n_all;
  return all;
}

const ExmMethod *
exm_method_find (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (name == NULL)
    return all[0];
  for (gsize i = 0; i < n_all; i++)
    {
      if (strcmp (all[i]->name, name) == 0)
        return all[i];
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", all[i]->name);
    }
  exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_METHOD,
                      N_ ("There is no method “%s”; the methods are: %s"), name,
                      names->str);
  return NULL;
}
