/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The method of extraction: which one the task goes by, and which one is looked at. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-method-words.h"
#include "app/inspector/exm-site-lines-dialog.h"
#include "app/workbench/exm-workbench-page-private.h"
#ifdef EXM_HAVE_LAB
#include "app/lab/exm-train-dialog.h"
#endif

#include <glib/gi18n-lib.h>
#include <string.h>

/* What a toast takes back. */
typedef struct
{
  ExmWorkbenchPage *page; /* (unowned): the toast's handler goes with it */
  char *task_uid;         /* (owned) (nullable) */
  char *method;           /* (owned) */
  char *parameters;       /* (owned) */
} Before;

static void
before_free (gpointer data, GClosure *closure)
{
  Before *before = data;

  g_free (before->task_uid);
  g_free (before->method);
  g_free (before->parameters);
  g_free (before);
}

static const char *
or_null (const char *text)
{
  return *text != '\0' ? text : NULL;
}

static void
set_method (ExmWorkbenchPage *self, const char *method, const char *parameters)
{
  const char *name = strcmp (method, EXM_METHOD_DEFAULT) == 0 ? NULL : method;
  g_auto (ExmTaskFields) fields = { 0 };

  if (self->setup != NULL)
    exm_setup_set_method (self->setup, name, or_null (parameters));
  else if (self->task != NULL)
    {
      exm_task_fields_copy (self->task, &fields);
      g_free (fields.method);
      fields.method = g_strdup (name);
      g_free (fields.parameters);
      fields.parameters = g_strdup (or_null (parameters));
      exm_workbench_save_fields (self, &fields, TRUE);
    }
  exm_analysis_set_method (self->analysis, name, or_null (parameters));
}

static void
on_undo (AdwToast *toast, gpointer data)
{
  const Before *before = data;

  /* Another task may be shown meanwhile. */
  if (g_strcmp0 (before->task_uid, before->page->task_uid) == 0)
    set_method (before->page, before->method, before->parameters);
}

void
exm_workbench_use_method (ExmWorkbenchPage *self,
                          const char *method,
                          const char *parameters)
{
  const char *old = exm_analysis_get_input (self->analysis)->parameters;
  Before *before = g_new0 (Before, 1);

  before->page = self;
  before->task_uid = g_strdup (self->task_uid);
  before->method = g_strdup (exm_analysis_get_method (self->analysis));
  before->parameters = g_strdup (old != NULL ? old : "");
  set_method (self, method, parameters);
  /* translators: %s is the name of a method of extraction */
  g_autofree char *words
      = g_strdup_printf (_ ("Method: %s"), exm_method_describe (method));
  AdwToast *toast = exm_workbench_toast (self, words, FALSE);
  if (toast == NULL)
    {
      before_free (before, NULL);
      return;
    }
  adw_toast_set_button_label (toast, _ ("Undo"));
  GClosure *closure = g_cclosure_new (G_CALLBACK (on_undo), before, before_free);
  /* Not after the page is gone. */
  g_object_watch_closure (G_OBJECT (self), closure);
  g_signal_connect_closure (toast, "button-clicked", closure, FALSE);
}

/* A task's own models, for a toast to put back. */
typedef struct
{
  ExmWorkbenchPage *page; /* (unowned): the toast's handler goes with it */
  char *task_uid;         /* (owned) */
  GPtrArray *models;      /* (owned) (element-type utf8) */
} ModelsBefore;

static void
models_before_free (gpointer data, GClosure *closure)
{
  ModelsBefore *before = data;

  g_free (before->task_uid);
  g_ptr_array_unref (before->models);
  g_free (before);
}

/* @models: (transfer full) */
static void
set_models (ExmWorkbenchPage *self, GPtrArray *models)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (self->task, &fields);
  g_ptr_array_unref (fields.models);
  fields.models = models;
  exm_analysis_set_models (self->analysis, models);
  exm_workbench_save_fields (
      self, &fields, fields.method != NULL && exm_model_layout_find (fields.method));
}

static void
on_undo_models (AdwToast *toast, gpointer data)
{
  ModelsBefore *before = data;

  /* Another task may be shown meanwhile. */
  if (before->page->task != NULL
      && g_strcmp0 (before->task_uid, before->page->task_uid) == 0)
    set_models (before->page, g_ptr_array_ref (before->models));
}

static GPtrArray *
copy_models (const ExmWorkbenchPage *self)
{
  const GPtrArray *models = exm_task_get (self->task)->models;
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < models->len; i++)
    g_ptr_array_add (copy, g_strdup (g_ptr_array_index (models, i)));
  return copy;
}

void
exm_workbench_use_model (ExmWorkbenchPage *self,
                         const char *method,
                         const ExmMethodModel *model)
{
  if (self->task == NULL)
    return;
  GPtrArray *models = copy_models (self);
  ModelsBefore *before = g_new0 (ModelsBefore, 1);

  before->page = self;
  before->task_uid = g_strdup (self->task_uid);
  before->models = copy_models (self);
  exm_method_model_replace (models, method, model);
  set_models (self, models);
  g_autofree char *words = g_strdup_printf (
      /* translators: %s is the name of a method of extraction */
      model != NULL ? _ ("%s: this task’s own model") : _ ("%s: the shipped model"),
      exm_method_describe (method));
  AdwToast *toast = exm_workbench_toast (self, words, FALSE);
  if (toast == NULL)
    {
      models_before_free (before, NULL);
      return;
    }
  adw_toast_set_button_label (toast, _ ("Undo"));
  GClosure *closure
      = g_cclosure_new (G_CALLBACK (on_undo_models), before, models_before_free);
  /* Not after the page is gone. */
  g_object_watch_closure (G_OBJECT (self), closure);
  g_signal_connect_closure (toast, "button-clicked", closure, FALSE);
}

#ifdef EXM_HAVE_LAB
static void
on_use_model (ExmWorkbenchPage *self, const ExmMethodModel *model)
{
  exm_workbench_use_model (self, exm_method_model_get_layout (model)->method, model);
}

void
exm_workbench_train (ExmWorkbenchPage *self, const char *method)
{
  g_autoptr (GError) error = NULL;

  if (self->task == NULL)
    return;
  g_autoptr (ExmMethodModel) own
      = exm_method_model_find (exm_task_get (self->task)->models, method, &error);
  ExmTrainDialog *dialog
      = exm_train_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                  self->session, self->task_uid, method, own != NULL);
  /* It is modal: the task stays the same while it is open. */
  g_signal_connect_object (dialog, "use-model", G_CALLBACK (on_use_model), self,
                           G_CONNECT_SWAPPED);
}
#endif

void
exm_workbench_tell_of_model (ExmWorkbenchPage *self)
{
  const ExmTaskFields *fields = exm_task_get (self->task);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmMethodModel) model
      = exm_method_model_find (fields->models, fields->method, &error);

  if (model == NULL && error != NULL)
    exm_workbench_toast (self, error->message, FALSE);
}

void
exm_workbench_show_lanes (ExmWorkbenchPage *self)
{
  ExmChartLanes *lanes;

  /* The views go one after the other. */
  if (self->analysis == NULL || self->chart_panel == NULL)
    return;
  lanes = exm_view_state_get_lanes (exm_analysis_get_view (self->analysis));
  exm_chart_panel_set_lanes (
      self->chart_panel, lanes,
      lanes != NULL ? exm_method_describe (exm_result_get (lanes->result)->method)
                    : NULL);
}

void
exm_workbench_show_site_lines (ExmWorkbenchPage *self)
{
  if (self->task == NULL)
    return;
  GtkWindow *dialog = exm_site_lines_dialog_new (self->session, self->task_uid);
  gtk_window_set_transient_for (dialog,
                                GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
  gtk_window_present (dialog);
}
