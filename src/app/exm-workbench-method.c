/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The method of extraction: which one the task goes by, and which one is looked at. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-method-words.h"
#include "exm-workbench-page-private.h"

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
      exm_workbench_save_fields (self, &fields);
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
  const char *old = exm_analysis_get_parameters (self->analysis);
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

void
exm_workbench_show_lanes (ExmWorkbenchPage *self)
{
  ExmChartLanes *lanes;

  /* The views go one after the other. */
  if (self->analysis == NULL || self->chart_panel == NULL)
    return;
  lanes = exm_analysis_get_lanes (self->analysis);
  exm_chart_panel_set_lanes (
      self->chart_panel, lanes,
      lanes != NULL ? exm_method_describe (exm_result_get (lanes->result)->method)
                    : NULL);
}
