/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/lab/exm-cli-train-model.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "extract/exm-method.h"

#include <string.h>

static void
print_change (const ExmTask *task, const char *method, gboolean own, guint version)
{
  const ExmTaskFields *fields = exm_task_get (task);
  const char *its = fields->method != NULL ? fields->method : EXM_METHOD_DEFAULT;
  g_autoptr (GString) out = g_string_new (NULL);

  g_string_append_printf (
      out,
      own
          /* translators: the name of a task, a method, a number */
          ? _ ("“%s” has a model of its own for %s from now on, version %u\n")
          : _ ("“%s” goes back to the program’s model of %s, version %u\n"),
      fields->name, method, version);
  if (strcmp (its, method) != 0)
    g_string_append_printf (
        out, _ ("Its method is %s: “task edit” changes it to “method = %s”\n"), its,
        method);
  exm_cli_print (out->str);
}

static gboolean
store_model (ExmStore *store,
             const char *called,
             const char *method,
             const ExmMethodModel *model,
             GError **error)
{
  g_autofree char *uid = exm_cli_data_find_task (store, called);
  g_autoptr (ExmTask) task
      = uid != NULL ? exm_store_get_task (store, uid, NULL, error) : NULL;
  g_auto (ExmTaskFields) fields = { 0 };
  guint version = 0;

  if (task == NULL)
    return FALSE;
  exm_task_fields_copy (task, &fields);
  exm_method_model_replace (fields.models, method, model);
  g_autoptr (ExmTask) changed = exm_task_new (&fields);
  if (exm_task_equal (task, changed))
    return exm_cli_print (_ ("Nothing was changed\n"));
  if (!exm_store_update_task (store, changed, g_get_real_time (), &version, error))
    return FALSE;
  print_change (changed, method, model != NULL, version);
  return TRUE;
}

ExmExit
exm_cli_train_use (const ExmCliTrainModel *request, const ExmMethodModel *model)
{
  g_autoptr (ExmStore) store = exm_cli_data_open (request->data);
  g_autoptr (GError) error = NULL;

  if (store == NULL
      || !store_model (store, request->task, request->method, model, &error))
    {
      if (error != NULL)
        exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  exm_cli_data_wake (request->data);
  return exm_cli_flush () ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
