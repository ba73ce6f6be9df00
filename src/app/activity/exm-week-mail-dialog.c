/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-week-mail-dialog.h"

#include "app/settings/exm-message-row.h"
#include "app/widgets/exm-init.h"
#include "publish/messages/exm-message.h"

#include <glib/gi18n-lib.h>

struct _ExmWeekMailDialog
{
  AdwWindow parent_instance;

  char *folder;       /* (owned) (nullable) */
  GStrv names;        /* (owned): of the connections */
  ExmMessageRow *row; /* (unowned) (nullable): of the one that is chosen */

  /* Children of the template. */
  AdwPreferencesGroup *group;
  AdwComboRow *choice;
  GtkLabel *message;
};

static guint chosen_signal;

G_DEFINE_FINAL_TYPE (ExmWeekMailDialog, exm_week_mail_dialog, ADW_TYPE_WINDOW)

/* @problem: (nullable): what keeps it from being saved */
static void
show_problem (ExmWeekMailDialog *self, const char *problem)
{
  gtk_label_set_label (self->message, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), problem != NULL);
}

static void
on_row_changed (ExmWeekMailDialog *self)
{
  show_problem (self, NULL);
}

/* Returns: (transfer full): a name that no connection has */
static char *
make_name (ExmWeekMailDialog *self)
{
  const char *usual = exm_message_mail.id;
  char *name = g_strdup (usual);

  for (guint i = 2; g_strv_contains ((const char *const *) self->names, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s %u", usual, i);
    }
  return name;
}

static void
on_chosen (ExmWeekMailDialog *self)
{
  guint i = adw_combo_row_get_selected (self->choice);
  gboolean is_known = i < g_strv_length (self->names);
  g_autofree char *name = is_known ? g_strdup (self->names[i]) : make_name (self);
  const ExmTaskOutput output
      = { .kind = (char *) exm_message_mail.id, .to = name, .enabled = TRUE };

  if (self->row != NULL)
    adw_preferences_group_remove (self->group, GTK_WIDGET (self->row));
  self->row = EXM_MESSAGE_ROW (exm_message_row_new (&output, self->folder));
  exm_message_row_simplify (self->row, FALSE);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self->row), !is_known);
  g_signal_connect_object (self->row, "changed", G_CALLBACK (on_row_changed), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (self->group, GTK_WIDGET (self->row));
  show_problem (self, NULL);
}

static void
on_save (ExmWeekMailDialog *self)
{
  g_autofree char *problem = exm_message_row_check (self->row);
  g_auto (ExmTaskFields) fields = { 0 };

  if (problem != NULL)
    {
      show_problem (self, problem);
      adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self->row), TRUE);
      return;
    }
  exm_task_fields_init (&fields);
  exm_message_row_get (self->row, &fields);
  g_signal_emit (self, chosen_signal, 0,
                 g_array_index (fields.outputs, ExmTaskOutput, 0).to);
  gtk_window_close (GTK_WINDOW (self));
}

static void
exm_week_mail_dialog_finalize (GObject *object)
{
  ExmWeekMailDialog *self = EXM_WEEK_MAIL_DIALOG (object);

  g_free (self->folder);
  g_strfreev (self->names);
  G_OBJECT_CLASS (exm_week_mail_dialog_parent_class)->finalize (object);
}

static void
exm_week_mail_dialog_class_init (ExmWeekMailDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = exm_week_mail_dialog_finalize;
  chosen_signal = g_signal_new ("chosen", EXM_TYPE_WEEK_MAIL_DIALOG, G_SIGNAL_RUN_LAST, 0,
                                NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-week-mail-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmWeekMailDialog, group);
  gtk_widget_class_bind_template_child (widget_class, ExmWeekMailDialog, choice);
  gtk_widget_class_bind_template_child (widget_class, ExmWeekMailDialog, message);
  gtk_widget_class_bind_template_callback (widget_class, on_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_save);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
exm_week_mail_dialog_init (ExmWeekMailDialog *self)
{
  self->names = g_new0 (char *, 1);
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
exm_week_mail_dialog_new (GtkWindow *parent, const char *folder, const char *to)
{
  ExmWeekMailDialog *self
      = g_object_new (EXM_TYPE_WEEK_MAIL_DIALOG, "transient-for", parent, NULL);
  g_autoptr (GtkStringList) model = gtk_string_list_new (NULL);
  guint selected = 0;

  self->folder = g_strdup (folder);
  if (folder != NULL)
    {
      g_strfreev (self->names);
      self->names = exm_connection_list (folder, exm_message_mail.id);
    }
  for (guint i = 0; self->names[i] != NULL; i++)
    {
      gtk_string_list_append (model, self->names[i]);
      if (g_strcmp0 (self->names[i], to) == 0)
        selected = i;
    }
  gtk_string_list_append (model, _ ("New Connection"));
  g_signal_handlers_block_by_func (self->choice, on_chosen, self);
  adw_combo_row_set_model (self->choice, G_LIST_MODEL (model));
  adw_combo_row_set_selected (self->choice, selected);
  g_signal_handlers_unblock_by_func (self->choice, on_chosen, self);
  gtk_widget_set_visible (GTK_WIDGET (self->choice), self->names[0] != NULL);
  on_chosen (self);
  return GTK_WINDOW (self);
}
