/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The settings of a task, from its name down to its versions. */

#include "shots.h"

#include "app/inspector/exm-site-lines-dialog.h"
#include "app/settings/exm-form-outputs.h"
#include "app/settings/exm-task-form.h"
#include "task/exm-output-format.h"
#include "task/exm-task.h"

static GtkWidget *
open (ExmWindow *window)
{
  shot_show_view (window, "settings");
  GtkWidget *form = shot_need (window, EXM_TYPE_TASK_FORM, "form");
  test_gui_settle (form);
  return form;
}

static void
show_settings (ExmWindow *window)
{
  open (window);
}

/* The group begins at the top of the view. */
static void
scroll_to (ExmWindow *window, GType type, const char *id)
{
  GtkWidget *form = open (window);
  GtkWidget *view = gtk_widget_get_ancestor (form, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *group = gtk_widget_get_ancestor (shot_need (window, type, id),
                                              ADW_TYPE_PREFERENCES_GROUP);
  GtkAdjustment *adjustment
      = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (view));
  double y;

  gtk_widget_translate_coordinates (group, view, 0, 0, NULL, &y);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + y - 12);
}

static void
show_schedule (ExmWindow *window)
{
  scroll_to (window, ADW_TYPE_COMBO_ROW, "first_run");
}

static void
show_pictures (ExmWindow *window)
{
  GtkWidget *keep = shot_need (open (window), ADW_TYPE_COMBO_ROW, "keep");

  adw_combo_row_set_selected (ADW_COMBO_ROW (keep), 1);
  scroll_to (window, ADW_TYPE_COMBO_ROW, "keep");
}

static void
show_extraction (ExmWindow *window)
{
  scroll_to (window, ADW_TYPE_COMBO_ROW, "method");
}

static void
open_outputs (ExmWindow *window, const ExmTaskFields *fields)
{
  GtkWidget *outputs = shot_need (open (window), EXM_TYPE_FORM_OUTPUTS, "outputs");

  exm_form_outputs_set (EXM_FORM_OUTPUTS (outputs), fields, NULL);
  for (GtkWidget *row = test_gui_find (outputs, ADW_TYPE_EXPANDER_ROW, NULL); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  scroll_to (window, EXM_TYPE_FORM_OUTPUTS, "outputs");
}

/* One more output, which is a feed. */
static void
show_outputs (ExmWindow *window)
{
  g_auto (ExmTaskFields) fields;

  exm_task_fields_init (&fields);
  exm_task_fields_add_output (&fields, EXM_OUTPUT_MARKDOWN, "/srv/articles",
                              "{date}/{title}.{ext}");
  exm_task_fields_add_output (&fields, EXM_OUTPUT_ATOM, "/srv/feeds", "news.{ext}");
  open_outputs (window, &fields);
}

static void
show_messages (ExmWindow *window)
{
  g_auto (ExmTaskFields) fields;

  exm_task_fields_init (&fields);
  exm_task_fields_add_message_output (&fields, "mail", "editors")->when
      = g_strdup ("daily 08:00");
  open_outputs (window, &fields);
}

static void
show_sites (ExmWindow *window)
{
  g_auto (ExmTaskFields) fields;

  exm_task_fields_init (&fields);
  exm_task_fields_add_message_output (&fields, "form", "city desk");
  exm_task_fields_add_message_output (&fields, "wordpress", "blog");
  open_outputs (window, &fields);
}

static void
show_databases (ExmWindow *window)
{
  g_auto (ExmTaskFields) fields;

  exm_task_fields_init (&fields);
  exm_task_fields_add_message_output (&fields, "sqlite", "/srv/articles.db");
  exm_task_fields_add_message_output (&fields, "postgresql", "newsroom");
  open_outputs (window, &fields);
}

/* A document a day. */
static void
show_reports (ExmWindow *window)
{
  g_auto (ExmTaskFields) fields;

  exm_task_fields_init (&fields);
  exm_task_fields_add_message_output (&fields, "report", "/srv/reports/{date}.docx")->when
      = g_strdup ("daily 08:00");
  open_outputs (window, &fields);
}

static void
show_versions (ExmWindow *window)
{
  scroll_to (window, ADW_TYPE_PREFERENCES_GROUP, "versions");
}

static void
show_headers (ExmWindow *window)
{
  GtkWidget *headers = shot_need (open (window), GTK_TYPE_WIDGET, "headers");

  scroll_to (window, G_OBJECT_TYPE (headers), "headers");
}

static void
show_changed (ExmWindow *window)
{
  gtk_editable_set_text (shot_need (open (window), ADW_TYPE_ENTRY_ROW, "group"),
                         "news/local");
}

static void
show_menu (ExmWindow *window)
{
  open (window);
  shot_pop_up (window, "file_button");
}

static void
show_site_lines (ExmWindow *window)
{
  gtk_widget_activate_action (open (window), "settings.site-lines", NULL);
  GtkWindow *dialog = test_gui_need_dialog (window, EXM_TYPE_SITE_LINES_DIALOG);
  shot_need (dialog, GTK_TYPE_COLUMN_VIEW, "view");
}

const Shot shots_of_settings[] = {
  { "settings", SHOT_SAMPLE, TRUE, show_settings },
  { "settings-schedule", SHOT_SAMPLE, FALSE, show_schedule },
  { "settings-pictures", SHOT_SAMPLE, FALSE, show_pictures },
  { "settings-extraction", SHOT_SAMPLE, FALSE, show_extraction },
  { "settings-outputs", SHOT_SAMPLE, FALSE, show_outputs },
  { "settings-messages", SHOT_SAMPLE, FALSE, show_messages },
  { "settings-sites", SHOT_SAMPLE, FALSE, show_sites },
  { "settings-databases", SHOT_SAMPLE, FALSE, show_databases },
  { "settings-reports", SHOT_SAMPLE, FALSE, show_reports },
  { "settings-headers", SHOT_SAMPLE, FALSE, show_headers },
  { "settings-versions", SHOT_SAMPLE, FALSE, show_versions },
  { "settings-changed", SHOT_SAMPLE, FALSE, show_changed },
  { "site-lines", SHOT_SAMPLE, FALSE, show_site_lines },
  { "settings-menu", SHOT_SAMPLE, FALSE, show_menu },
  { NULL, SHOT_EMPTY, FALSE, NULL },
};
