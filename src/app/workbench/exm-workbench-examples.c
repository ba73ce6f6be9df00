/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Several examples, of a stored task or of one that is set up: more, fewer, which one is
 * shown. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-page-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Returns: (transfer full) (nullable): as it is now */
static ExmTask *
dup_task (ExmWorkbenchPage *self)
{
  if (self->setup != NULL)
    return exm_setup_get_n_examples (self->setup) > 0 ? exm_setup_dup_task (self->setup)
                                                      : NULL;
  return self->task != NULL ? exm_task_ref (self->task) : NULL;
}

void
exm_workbench_load_setup_examples (ExmWorkbenchPage *self)
{
  guint n = exm_setup_get_n_examples (self->setup);
  const GArray *examples = n > 0 ? exm_setup_get_fields (self->setup)->examples : NULL;

  for (guint i = 0; i < n; i++)
    {
      ExmPageHints hints;
      GBytes *bytes = exm_setup_get_example (self->setup, i, &hints);
      const char *region_text = g_array_index (examples, ExmTaskExample, i).region_text;
      if (i == 0)
        {
          exm_page_pane_set_address (self->example, hints.url);
          exm_analysis_set_example (self->analysis, bytes, &hints, region_text);
        }
      else
        exm_analysis_add_example (self->analysis, bytes, &hints, region_text);
    }
}

/* A page that became an example is no target any more: the one behind it is. */
void
exm_workbench_on_examples_changed (ExmWorkbenchPage *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->pages));

  self->example_index = 0;
  exm_workbench_load_setup_examples (self);
  if (gtk_single_selection_get_selected (self->pages) == GTK_INVALID_LIST_POSITION
      && n > 0)
    gtk_single_selection_set_selected (self->pages, 0);
}

/* A task as it was before its examples changed, for the toast that gives it back. */
typedef struct
{
  ExmWorkbenchPage *page; /* (owned) */
  ExmTask *task;          /* (owned) */
} Before;

static void
before_free (gpointer data, GClosure *closure)
{
  Before *before = data;

  g_object_unref (before->page);
  exm_task_unref (before->task);
  g_free (before);
}

static void
on_give_back (AdwToast *toast, gpointer data)
{
  Before *before = data;
  g_autoptr (ExmTask) task = dup_task (before->page);
  g_auto (ExmTaskFields) fields = { 0 };

  if (task == NULL
      || strcmp (exm_task_get (task)->uid, exm_task_get (before->task)->uid) != 0)
    return;
  exm_task_fields_copy (before->task, &fields);
  exm_workbench_save_examples (before->page, &fields);
}

/* Says what was done, with a way back. */
static void
tell (ExmWorkbenchPage *self, const char *words, ExmTask *task)
{
  AdwToast *toast = exm_workbench_toast (self, words, FALSE);

  if (toast == NULL)
    return;
  Before *before = g_new (Before, 1);
  *before = (Before){ g_object_ref (self), exm_task_ref (task) };
  adw_toast_set_button_label (toast, _ ("Undo"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_give_back), before,
                         before_free, 0);
}

void
exm_workbench_use_target_as_example (ExmWorkbenchPage *self, gboolean add)
{
  const ExmBenchPage *page = self->target_page;
  g_autoptr (ExmTask) task = dup_task (self);
  g_auto (ExmTaskFields) fields = { 0 };

  if (task == NULL || page == NULL || page->bytes == NULL)
    return;
  const char *hash = self->setup != NULL
                         ? exm_setup_keep_page (self->setup, page->bytes, page->url)
                         : page->hash;
  if (hash == NULL)
    return;
  exm_task_fields_copy (task, &fields);
  if (!add && fields.examples->len > 0)
    g_array_remove_index (fields.examples, 0);
  ExmTaskExample *example = exm_task_fields_add_example (&fields, page->url);
  example->page_hash = g_strdup (hash);
  example->http_charset = g_strdup (page->http_charset);
  example->charset = g_strdup (exm_analysis_get_input (self->analysis)->target->charset);
  if (!add && fields.examples->len > 1)
    {
      /* The one in place of the first stands first. */
      ExmTaskExample first = *example;
      guint last = fields.examples->len - 1;
      memmove (fields.examples->data + sizeof first, fields.examples->data,
               last * sizeof first);
      g_array_index (fields.examples, ExmTaskExample, 0) = first;
    }
  exm_workbench_save_examples (self, &fields);
  tell (self, add ? _ ("Added as second example") : _ ("Example replaced"), task);
}

void
exm_workbench_next_example (ExmWorkbenchPage *self)
{
  guint n = exm_analysis_get_n_examples (self->analysis);

  if (n > 1)
    exm_workbench_show_example (self, (self->example_index + 1) % n);
}

void
exm_workbench_remove_example (ExmWorkbenchPage *self)
{
  g_autoptr (ExmTask) task = dup_task (self);
  g_auto (ExmTaskFields) fields = { 0 };

  if (task == NULL || exm_task_get (task)->examples->len <= MAX (self->example_index, 1))
    return;
  exm_task_fields_copy (task, &fields);
  g_array_remove_index (fields.examples, self->example_index);
  exm_workbench_save_examples (self, &fields);
  tell (self, _ ("Example removed"), task);
}
