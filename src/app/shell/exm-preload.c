/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-preload.h"

#include "app/activity/exm-activity-page.h"
#include "app/activity/exm-run-page-row.h"
#include "app/activity/exm-run-row.h"
#include "app/compare/exm-comparison-choice.h"
#include "app/compare/exm-comparison-view.h"
#include "app/help/exm-help-window.h"
#include "app/inspector/exm-line-row.h"
#include "app/review/exm-article-row.h"
#include "app/review/exm-articles-page.h"
#include "app/review/exm-example-dialog.h"
#include "app/settings/exm-preferences.h"
#include "app/settings/exm-settings-page.h"
#include "app/workbench/exm-workbench-page.h"

#ifdef EXM_HAVE_LAB
#include "app/lab/exm-compare-dialog.h"
#include "app/lab/exm-train-dialog.h"
#endif

#include <adwaita.h>

typedef GType (*GetType) (void);

/* Types in the order in which they are likely to be seen. */
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
#ifdef EXM_HAVE_LAB
  exm_compare_dialog_get_type,
  exm_train_dialog_get_type,
#endif
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
