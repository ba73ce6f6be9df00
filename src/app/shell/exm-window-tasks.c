/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Changes of tasks of the sidebar, whether they are shown or not. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-window-private.h"

/* Returns: (transfer none): made with the first change, by when there is a session */
static ExmTaskEditor *
ensure_editor (ExmWindow *self)
{
  if (self->editor == NULL)
    self->editor = exm_task_editor_new (GTK_WIDGET (self->toasts), self->session);
  return self->editor;
}

/* Returns: (transfer full) (element-type utf8): the tasks that are meant */
static GPtrArray *
list_target (GVariant *target)
{
  GPtrArray *uids = g_ptr_array_new_with_free_func (g_free);
  g_autofree const char **listed = g_variant_get_strv (target, NULL);

  for (guint i = 0; listed[i] != NULL; i++)
    g_ptr_array_add (uids, g_strdup (listed[i]));
  return uids;
}

static void
on_run (GtkWidget *widget, const char *name, GVariant *target)
{
  g_autoptr (GPtrArray) uids = list_target (target);

  exm_task_editor_run (ensure_editor (EXM_WINDOW (widget)), uids);
}

static void
on_pause (GtkWidget *widget, const char *name, GVariant *target)
{
  g_autoptr (GPtrArray) uids = list_target (target);

  exm_task_editor_set_paused (ensure_editor (EXM_WINDOW (widget)), uids,
                              g_str_equal (name, "win.task-pause"));
}

static void
on_change (GtkWidget *widget, const char *name, GVariant *target)
{
  static const struct
  {
    const char *action;
    ExmTaskChangeKind kind;
  } kinds[] = {
    { "win.task-rename", EXM_TASK_CHANGE_NAME },
    { "win.task-move", EXM_TASK_CHANGE_GROUP },
    { "win.task-delete", EXM_TASK_CHANGE_TRASH },
  };
  g_autoptr (GPtrArray) uids = list_target (target);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (name, kinds[i].action))
      exm_task_editor_ask (ensure_editor (EXM_WINDOW (widget)), kinds[i].kind, uids);
}

static void
on_group (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmTaskChangeKind kind
      = g_str_equal (name, "win.group-outputs")  ? EXM_TASK_CHANGE_OUTPUTS
        : g_str_equal (name, "win.group-rename") ? EXM_TASK_CHANGE_GROUP_NAME
                                                 : EXM_TASK_CHANGE_SCHEDULE;
  g_autoptr (GVariant) listed = NULL;
  const char *group;

  g_variant_get (target, "(&s@as)", &group, &listed);
  g_autoptr (GPtrArray) uids = list_target (listed);
  exm_task_editor_ask_of_group (ensure_editor (EXM_WINDOW (widget)), kind, group, uids);
}

void
exm_window_tasks_install (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc func;
  } actions[] = {
    { "win.task-run", "as", on_run },
    { "win.task-pause", "as", on_pause },
    { "win.task-resume", "as", on_pause },
    { "win.task-rename", "as", on_change },
    { "win.task-move", "as", on_change },
    { "win.task-delete", "as", on_change },
    { "win.group-schedule", "(sas)", on_group },
    { "win.group-outputs", "(sas)", on_group },
    { "win.group-rename", "(sas)", on_group },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].type,
                                     actions[i].func);
}
