/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-search-outputs-dialog.h"

#include "app/settings/exm-form-outputs.h"
#include "saved/exm-saved-searches.h"

#include <glib/gi18n-lib.h>

#define WIDTH 560
#define HEIGHT 520

struct _ExmSearchOutputsDialog
{
  AdwWindow parent_instance;

  ExmSession *session;     /* (owned) */
  char *name;              /* (owned): of the search */
  ExmFormOutputs *outputs; /* (unowned) */
  GtkLabel *message;       /* (unowned) */
  GtkWidget *save;         /* (unowned) */
};

G_DEFINE_FINAL_TYPE (ExmSearchOutputsDialog, exm_search_outputs_dialog, ADW_TYPE_WINDOW)

/* @problem: (nullable): what keeps the outputs from being saved */
static void
show_problem (ExmSearchOutputsDialog *self, const char *problem)
{
  gtk_label_set_label (self->message, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), problem != NULL);
  gtk_widget_set_sensitive (self->save, TRUE);
}

static void
on_changed (ExmSearchOutputsDialog *self)
{
  show_problem (self, NULL);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSearchOutputsDialog) self = data;
  g_autoptr (GError) error = NULL;
  gboolean done = exm_saved_search_list_change_finish (EXM_SAVED_SEARCH_LIST (source),
                                                       result, NULL, NULL, &error);

  if (!gtk_widget_get_realized (GTK_WIDGET (self)))
    return;
  if (done)
    {
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  show_problem (self, error->message);
}

static void
on_save_clicked (ExmSearchOutputsDialog *self)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autofree char *problem = exm_form_outputs_check (self->outputs);

  if (problem != NULL)
    {
      show_problem (self, problem);
      return;
    }
  exm_task_fields_init (&fields);
  exm_form_outputs_get (self->outputs, &fields);
  g_autofree char *marks = exm_saved_search_write_outputs (&fields);
  gtk_widget_set_sensitive (self->save, FALSE);
  exm_saved_search_list_set_outputs_async (exm_session_get_searches (self->session),
                                           self->name, marks, on_saved,
                                           g_object_ref (self));
}

static void
exm_search_outputs_dialog_finalize (GObject *object)
{
  ExmSearchOutputsDialog *self = EXM_SEARCH_OUTPUTS_DIALOG (object);

  g_clear_object (&self->session);
  g_free (self->name);
  G_OBJECT_CLASS (exm_search_outputs_dialog_parent_class)->finalize (object);
}

static void
exm_search_outputs_dialog_class_init (ExmSearchOutputsDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_search_outputs_dialog_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0,
                                       "window.close", NULL);
}

static GtkWidget *
make_bar (ExmSearchOutputsDialog *self)
{
  GtkWidget *bar = adw_header_bar_new ();
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));

  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (bar), FALSE);
  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (bar), FALSE);
  self->save = gtk_button_new_with_mnemonic (_ ("_Save"));
  gtk_widget_add_css_class (self->save, "suggested-action");
  gtk_widget_set_sensitive (self->save, FALSE);
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (gtk_window_close), self);
  g_signal_connect_swapped (self->save, "clicked", G_CALLBACK (on_save_clicked), self);
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (bar), self->save);
  return bar;
}

static void
exm_search_outputs_dialog_init (ExmSearchOutputsDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *page = adw_preferences_page_new ();

  self->outputs
      = g_object_new (EXM_TYPE_FORM_OUTPUTS, "title", _ ("Outputs"), "description",
                      _ ("New articles that the search finds go there, each "
                         "once. Those of tasks have outputs of their own."),
                      NULL);
  self->message
      = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "xalign", 0.f, "margin-start", 18,
                      "margin-end", 18, "margin-bottom", 12, "visible", FALSE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page),
                            ADW_PREFERENCES_GROUP (self->outputs));
  gtk_widget_set_vexpand (page, TRUE);
  gtk_box_append (GTK_BOX (box), make_bar (self));
  gtk_box_append (GTK_BOX (box), page);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->message));
  adw_window_set_content (ADW_WINDOW (self), box);
  g_signal_connect_swapped (self->outputs, "changed", G_CALLBACK (on_changed), self);
}

void
exm_search_outputs_dialog_present (GtkWindow *parent,
                                   ExmSession *session,
                                   ExmSavedSearchItem *search)
{
  const char *name = exm_saved_search_item_get_name (search);
  const ExmSavedSearch saved
      = { .outputs = (char *) exm_saved_search_item_get_outputs (search) };
  ExmSearchOutputsDialog *self
      = g_object_new (EXM_TYPE_SEARCH_OUTPUTS_DIALOG, "title", name, "default-width",
                      WIDTH, "default-height", HEIGHT, "modal", TRUE, "transient-for",
                      parent, "destroy-with-parent", TRUE, NULL);
  g_auto (ExmTaskFields) fields = { 0 };

  self->session = g_object_ref (session);
  self->name = g_strdup (name);
  exm_task_fields_init (&fields);
  exm_saved_search_add_outputs (&saved, &fields);
  exm_form_outputs_simplify (self->outputs);
  exm_form_outputs_set (self->outputs, &fields, exm_session_get_folder (session));
  gtk_window_present (GTK_WINDOW (self));
}
