/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-preload.h"

#include "exm-activity-page.h"
#include "exm-article-row.h"
#include "exm-articles-page.h"
#include "exm-compare-dialog.h"
#include "exm-comparison-choice.h"
#include "exm-comparison-view.h"
#include "exm-example-dialog.h"
#include "exm-help-window.h"
#include "exm-line-row.h"
#include "exm-preferences.h"
#include "exm-run-page-row.h"
#include "exm-run-row.h"
#include "exm-settings-page.h"
#include "exm-train-dialog.h"
#include "exm-workbench-page.h"

#include <adwaita.h>

typedef GType (*GetType) (void);

/* What is likely to be seen first comes first. */
static const GetType types[] = {
  exm_workbench_page_get_type,
  exm_articles_page_get_type,
  exm_article_row_get_type,
  exm_activity_page_get_type,
  exm_run_row_get_type,
  exm_run_page_row_get_type,
  exm_line_row_get_type,
  exm_comparison_choice_get_type,
  exm_comparison_view_get_type,
  gtk_drop_down_get_type,
  exm_settings_page_get_type,
  adw_preferences_group_get_type,
  adw_entry_row_get_type,
  adw_combo_row_get_type,
  adw_expander_row_get_type,
  gtk_spin_button_get_type,
  adw_preferences_window_get_type,
  exm_preferences_get_type,
  exm_help_window_get_type,
  exm_compare_dialog_get_type,
  exm_train_dialog_get_type,
  exm_example_dialog_get_type,
  gtk_shortcuts_window_get_type,
  gtk_shortcuts_shortcut_get_type,
  adw_about_window_get_type,
};

static gboolean
on_idle (gpointer data)
{
  static guint n_done = 0;

  /* For the process's lifetime. */
  g_type_class_ref (types[n_done++]());
  return n_done < G_N_ELEMENTS (types) ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

void
exm_preload_start (void)
{
  static gboolean started = FALSE;

  if (!started)
    g_idle_add_full (G_PRIORITY_LOW, on_idle, NULL, NULL);
  started = TRUE;
}

/* What is still to be done to a window. */
typedef struct
{
  GWeakRef window;
  ExmPreloadFunc func;
  gconstpointer data;
} Step;

static gboolean
on_step (gpointer data)
{
  Step *step = data;
  g_autoptr (GtkWindow) alive = g_weak_ref_get (&step->window);

  if (alive != NULL)
    step->func (alive, step->data);
  return G_SOURCE_REMOVE;
}

static void
step_free (gpointer data)
{
  g_weak_ref_clear (&((Step *) data)->window);
  g_free (data);
}

void
exm_preload_then (GtkWindow *window, ExmPreloadFunc func, gconstpointer data)
{
  Step *step = g_new0 (Step, 1);

  g_weak_ref_init (&step->window, window);
  step->func = func;
  step->data = data;
  g_idle_add_full (G_PRIORITY_DEFAULT, on_step, step, step_free);
}

static void
present (GtkWindow *window, gconstpointer unused)
{
  gtk_window_present (window);
}

void
exm_preload_present (GtkWindow *window)
{
  exm_preload_then (window, present, NULL);
}
