/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-problem-row.h"

#include "app/widgets/exm-init.h"
#include "app/widgets/exm-problem-words.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>

struct _ExmProblemRow
{
  GtkWidget parent_instance;

  ExmTaskItem *item; /* (owned) (nullable) */

  /* Children of the template. */
  GtkWidget *box;
  GtkLabel *name;
  GtkLabel *cause;
  GtkImage *icon;
  GtkLabel *message;
  GtkButton *compare;
  GtkButton *main;
  GtkButton *more;
};

G_DEFINE_FINAL_TYPE (ExmProblemRow, exm_problem_row, GTK_TYPE_WIDGET)

/* A task that is mended is on its way out of the list: its row stays as it was. */
static void
show (ExmProblemRow *self)
{
  const ExmProblem *problem = exm_task_item_get_problem (self->item);

  if (problem == NULL)
    return;
  const char *const classes[] = { exm_problem_get_class (problem), NULL };
  g_autofree char *cause = exm_problem_words_cause (problem);
  const char *message = exm_problem_words_detail (problem);
  const char *uid = exm_task_item_get_uid (self->item);
  gboolean running = exm_task_item_get_running (self->item);

  gtk_label_set_label (self->name, exm_task_item_get_name (self->item));
  gtk_label_set_label (self->cause, cause);
  gtk_label_set_label (self->message, running ? _ ("Running") : message);
  gtk_widget_set_visible (GTK_WIDGET (self->message), running || message != NULL);
  exm_tooltip_set (GTK_WIDGET (self->message), running ? NULL : message);
  gtk_image_set_from_icon_name (self->icon, exm_problem_get_icon (problem));
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char **) classes);
  gtk_widget_set_css_classes (GTK_WIDGET (self->cause), (const char **) classes);
  gtk_button_set_label (self->main, exm_problem_words_remedy (problem));
  gtk_widget_set_sensitive (
      GTK_WIDGET (self->main),
      !running || exm_problem_get_remedy (problem) != EXM_REMEDY_TRY_AGAIN);
  gtk_widget_set_visible (GTK_WIDGET (self->compare),
                          exm_problem_get_remedy (problem) == EXM_REMEDY_USE_EXAMPLE);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->compare), "s", uid);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->main), "s", uid);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->more), "s", uid);
}

static void
exm_problem_row_dispose (GObject *object)
{
  exm_problem_row_set_item (EXM_PROBLEM_ROW (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_PROBLEM_ROW);
  G_OBJECT_CLASS (exm_problem_row_parent_class)->dispose (object);
}

static void
exm_problem_row_class_init (ExmProblemRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_problem_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-problem-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmProblemRow, box);
  gtk_widget_class_bind_template_child (widget_class, ExmProblemRow, name);
  gtk_widget_class_bind_template_child (widget_class, ExmProblemRow, cause);
  gtk_widget_class_bind_template_child (widget_class, ExmProblemRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ExmProblemRow, message);
  gtk_widget_class_bind_template_child (widget_class, ExmProblemRow, main);
  gtk_widget_class_bind_template_child (widget_class, ExmProblemRow, compare);
  gtk_widget_class_bind_template_child (widget_class, ExmProblemRow, more);
}

static void
exm_problem_row_init (ExmProblemRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  exm_tooltip_set (GTK_WIDGET (self->more), _ ("More for this task"));
}

void
exm_problem_row_set_item (ExmProblemRow *self, ExmTaskItem *item)
{
  if (item == self->item)
    return;
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, show, self);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  g_signal_connect_swapped (item, "notify", G_CALLBACK (show), self);
  show (self);
}

ExmTaskItem *
exm_problem_row_get_item (ExmProblemRow *self)
{
  return self->item;
}
