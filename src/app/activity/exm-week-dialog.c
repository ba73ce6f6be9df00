/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-week-dialog.h"

#include "app/activity/exm-week-mail-row.h"
#include "app/widgets/exm-idle-fill.h"
#include "app/widgets/exm-problem-words.h"
#include "report/exm-weekly-report.h"

#include <glib/gi18n-lib.h>

#define WIDTH 560
#define HEIGHT 680

/* Tasks that have a row each; the others are counted. */
#define MAX_TASKS 30u
#define MAX_PROBLEMS 60u

/* Contents of a window. */
typedef struct
{
  ExmSession *session;      /* (owned) */
  ExmWeeklyReport *report;  /* (owned) (nullable): once it is read */
  AdwPreferencesPage *page; /* (unowned) */
  GtkStack *stack;          /* (unowned): "reading", "week" or "failed" */
  AdwStatusPage *failed;    /* (unowned) */
  GtkWidget *copy;          /* (unowned) */
} Week;

#define WEEK "exm-week"

static void
week_free (gpointer data)
{
  Week *self = data;

  g_object_unref (self->session);
  g_clear_pointer (&self->report, exm_weekly_report_free);
  g_free (self);
}

static Week *
get_week (gpointer window)
{
  return g_object_get_data (G_OBJECT (window), WEEK);
}

/* Rows */

static void
on_row_activated (GtkWidget *row, GtkWindow *window)
{
  const char *uid = g_object_get_data (G_OBJECT (row), "exm-uid");
  GtkWindow *parent = gtk_window_get_transient_for (window);

  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.go", "(ss)", uid, "activity");
  gtk_window_close (window);
}

/* @uid: (nullable): of the task that it leads to; @words: (nullable): below the title */
static AdwActionRow *
add_row (GtkWindow *window,
         AdwPreferencesGroup *group,
         const char *uid,
         const char *title,
         const char *words)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (words != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
  if (uid != NULL)
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      g_object_set_data_full (G_OBJECT (row), "exm-uid", g_strdup (uid), g_free);
      g_signal_connect_object (row, "activated", G_CALLBACK (on_row_activated), window,
                               0);
    }
  adw_preferences_group_add (group, row);
  return ADW_ACTION_ROW (row);
}

/* @words: (transfer full): behind the title */
static void
add_number (AdwActionRow *row, char *words)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_widget_add_css_class (label, "numeric");
  adw_action_row_add_suffix (row, label);
  g_free (words);
}

static AdwPreferencesGroup *
add_group (Week *self, const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_page_add (self->page, ADW_PREFERENCES_GROUP (group));
  return ADW_PREFERENCES_GROUP (group);
}

/* Its parts, one in a turn of the main loop */

static void
add_head (GtkWindow *window, gconstpointer unused)
{
  Week *self = get_week (window);
  const ExmWeeklyReport *report = self->report;
  g_autofree char *title = exm_weekly_report_write_title (report);
  g_autofree char *words
      /* translators: two numbers */
      = g_strdup_printf (ngettext ("%u new article, %u in the week before",
                                   "%u new articles, %u in the week before",
                                   report->n_articles),
                         report->n_articles, report->n_before);

  AdwPreferencesGroup *group = add_group (self, title);
  adw_preferences_group_set_description (group, words);
  adw_preferences_group_add (group, exm_week_mail_row_new (self->session));
}

static void
add_problems (GtkWindow *window, gconstpointer unused)
{
  Week *self = get_week (window);
  AdwPreferencesGroup *group = add_group (self, _ ("Needs a Look"));
  guint n = 0;

  for (guint i = 0; i < self->report->tasks->len && n < MAX_PROBLEMS; i++)
    {
      const ExmReportTask *task = g_ptr_array_index (self->report->tasks, i);
      const ExmProblem *problem = &task->info->problem;
      if (problem->kind == EXM_PROBLEM_NONE || problem->ignored)
        continue;
      g_autofree char *words = exm_problem_words_cause (problem);
      AdwActionRow *row
          = add_row (window, group, task->info->uid, task->info->name, words);
      GtkWidget *icon = gtk_image_new_from_icon_name (exm_problem_get_icon (problem));
      gtk_widget_add_css_class (icon, exm_problem_get_class (problem));
      adw_action_row_add_prefix (row, icon);
      n++;
    }
  if (n == 0)
    add_row (window, group, NULL, _ ("Nothing ails any task"), NULL);
}

static void
add_mended (GtkWindow *window, gconstpointer unused)
{
  Week *self = get_week (window);
  AdwPreferencesGroup *group = NULL;

  for (guint i = 0; i < self->report->tasks->len; i++)
    {
      const ExmReportTask *task = g_ptr_array_index (self->report->tasks, i);
      if (task->n_examples == 0)
        continue;
      if (group == NULL)
        group = add_group (self, _ ("Mended"));
      g_autofree char *words = g_strdup_printf (
          ngettext ("%u example added", "%u examples added", task->n_examples),
          task->n_examples);
      add_row (window, group, task->info->uid, task->info->name, words);
    }
}

static void
add_tasks (GtkWindow *window, gconstpointer unused)
{
  Week *self = get_week (window);
  AdwPreferencesGroup *group = add_group (self, _ ("By Task"));
  guint n = 0, n_more = 0, n_quiet = 0;

  adw_preferences_group_set_description (group, _ ("In brackets: the week before"));
  for (guint i = 0; i < self->report->tasks->len; i++)
    {
      const ExmReportTask *task = g_ptr_array_index (self->report->tasks, i);
      if (task->n_articles == 0 && task->n_before == 0)
        n_quiet++;
      else if (n == MAX_TASKS)
        n_more++;
      else
        {
          n++;
          add_number (add_row (window, group, task->info->uid, task->info->name, NULL),
                      g_strdup_printf ("%u (%u)", task->n_articles, task->n_before));
        }
    }
  g_autofree char *more
      = g_strdup_printf (ngettext ("%u more task", "%u more tasks", n_more), n_more);
  g_autofree char *quiet
      = g_strdup_printf (ngettext ("%u task brought nothing in both weeks",
                                   "%u tasks brought nothing in both weeks", n_quiet),
                         n_quiet);
  if (n_more > 0)
    add_row (window, group, NULL, more, NULL);
  if (n_quiet > 0)
    add_row (window, group, NULL, quiet, NULL);
}

static void
add_waiting (GtkWindow *window, gconstpointer unused)
{
  Week *self = get_week (window);
  AdwPreferencesGroup *group = add_group (self, _ ("Waiting"));
  const struct
  {
    const char *title;
    guint n;
  } rows[] = {
    { _ ("Articles to review"), self->report->n_review },
    { _ ("To be published"), self->report->n_waiting },
    { _ ("Could not be published"), self->report->n_failed },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_number (add_row (window, group, NULL, rows[i].title, NULL),
                g_strdup_printf ("%u", rows[i].n));
  gtk_widget_set_sensitive (self->copy, TRUE);
  gtk_stack_set_visible_child_name (self->stack, "week");
}

/* Reading */

static void
read_in_pool (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  ExmWeeklyReport *report = exm_weekly_report_new (
      exm_session_get_reader (source), g_get_real_time (), cancellable, &error);

  if (report != NULL)
    g_task_return_pointer (task, report, (GDestroyNotify) exm_weekly_report_free);
  else
    g_task_return_error (task, error);
}

/* The window may have been closed meanwhile. */
static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkWindow) window = data;
  Week *self = get_week (window);
  g_autoptr (GError) error = NULL;

  self->report = g_task_propagate_pointer (G_TASK (result), &error);
  if (!gtk_widget_get_realized (GTK_WIDGET (window)))
    return;
  if (self->report == NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (error->message, -1);
      adw_status_page_set_description (self->failed, escaped);
      gtk_stack_set_visible_child_name (self->stack, "failed");
      return;
    }
  exm_idle_fill_then (window, add_head, NULL);
  exm_idle_fill_then (window, add_problems, NULL);
  exm_idle_fill_then (window, add_mended, NULL);
  exm_idle_fill_then (window, add_tasks, NULL);
  exm_idle_fill_then (window, add_waiting, NULL);
}

/* The window */

static void
on_copy (GtkButton *button, GtkWindow *window)
{
  g_autofree char *text = exm_weekly_report_write (get_week (window)->report);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
}

static GtkWidget *
make_stack (Week *self)
{
  GtkWidget *spinner = gtk_spinner_new ();

  self->stack = GTK_STACK (gtk_stack_new ());
  self->page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  self->failed = g_object_new (ADW_TYPE_STATUS_PAGE, "icon-name", "dialog-error-symbolic",
                               "title", _ ("The week cannot be read"), NULL);
  gtk_widget_set_size_request (spinner, 32, 32);
  gtk_widget_set_halign (spinner, GTK_ALIGN_CENTER);
  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_stack_add_named (self->stack, spinner, "reading");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->page), "week");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->failed), "failed");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  return GTK_WIDGET (self->stack);
}

static GtkWidget *
make_bar (Week *self, GtkWindow *window)
{
  GtkWidget *bar = adw_header_bar_new ();

  self->copy
      = g_object_new (GTK_TYPE_BUTTON, "icon-name", "edit-copy-symbolic", "tooltip-text",
                      _ ("Copy as text"), "sensitive", FALSE, NULL);
  g_signal_connect_object (self->copy, "clicked", G_CALLBACK (on_copy), window, 0);
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar), self->copy);
  return bar;
}

static void
close_by_escape (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
}

void
exm_week_dialog_present (GtkWindow *parent, ExmSession *session)
{
  GtkWidget *window = adw_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *toasts = adw_toast_overlay_new ();
  Week *self = g_new0 (Week, 1);

  self->session = g_object_ref (session);
  g_object_set_data_full (G_OBJECT (window), WEEK, self, week_free);
  gtk_window_set_title (GTK_WINDOW (window), _ ("This Week"));
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_box_append (GTK_BOX (box), make_bar (self, GTK_WINDOW (window)));
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (toasts), make_stack (self));
  gtk_box_append (GTK_BOX (box), toasts);
  adw_window_set_content (ADW_WINDOW (window), box);
  close_by_escape (window);
  gtk_window_present (GTK_WINDOW (window));

  g_autoptr (GTask) task = g_task_new (session, NULL, on_read, g_object_ref (window));
  g_task_set_source_tag (task, exm_week_dialog_present);
  g_task_run_in_thread (task, read_in_pool);
}
