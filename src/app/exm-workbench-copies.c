/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Published copies of articles that were corrected: they stay as they are, unless a
 * person wants them to be written anew. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-stale-copies.h"
#include "exm-workbench-page-private.h"

#include <glib/gi18n-lib.h>

/* @ids: (transfer full) (nullable) */
static void
offer (ExmWorkbenchPage *self, GArray *ids)
{
  guint n = ids != NULL ? ids->len : 0;

  g_clear_pointer (&self->copies, g_array_unref);
  self->copies = ids;
  if (n > 0)
    {
      g_autofree char *words
          = g_strdup_printf (ngettext ("%u published copy is still what it was",
                                       "%u published copies are still what they were", n),
                             n);
      gtk_label_set_label (self->copies_label, words);
    }
  gtk_revealer_set_reveal_child (self->copies_bar, n > 0);
}

void
exm_workbench_forget_copies (ExmWorkbenchPage *self)
{
  offer (self, NULL);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = data;
  GArray *ids = exm_stale_copies_find_finish (EXM_SESSION (source), result, NULL);

  /* The window may have gone on, or be closing. */
  if (self->session == NULL || self->copies_bar == NULL || self->task == NULL)
    g_clear_pointer (&ids, g_array_unref);
  else
    offer (self, ids);
}

void
exm_workbench_find_copies (ExmWorkbenchPage *self, GPtrArray *old)
{
  if (self->session != NULL && old->len > 0)
    exm_stale_copies_find_async (self->session, old, on_found, g_object_ref (self));
}

void
exm_workbench_find_copies_again (ExmWorkbenchPage *self, GPtrArray *old)
{
  if (self->updated_copies != NULL && self->copies_bar != NULL)
    offer (self, g_steal_pointer (&self->updated_copies));
  else
    exm_workbench_find_copies (self, old);
}

static void
on_updated (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = data;
  g_autoptr (GError) error = NULL;

  if (exm_stale_copies_update_finish (EXM_SESSION (source), result, &error))
    exm_workbench_toast (self, _ ("The published copies are being written anew"), FALSE);
  else
    exm_workbench_toast (self, error->message, FALSE);
}

static void
on_answer (ExmWorkbenchPage *self, const char *response)
{
  if (!g_str_equal (response, "update") || self->copies == NULL)
    return;
  exm_stale_copies_update_async (self->session, self->copies, on_updated,
                                 g_object_ref (self));
  g_clear_pointer (&self->updated_copies, g_array_unref);
  self->updated_copies = g_array_ref (self->copies);
  exm_workbench_forget_copies (self);
}

void
exm_workbench_ask_copies (ExmWorkbenchPage *self)
{
  if (self->copies == NULL)
    return;
  g_autofree char *heading
      = g_strdup_printf (ngettext ("Update %u Published Copy?",
                                   "Update %u Published Copies?", self->copies->len),
                         self->copies->len);
  GtkWidget *dialog = adw_message_dialog_new (
      GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heading,
      _ ("Files that were published are written anew, with what the articles are now. "
         "What others made of them meanwhile is lost."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"),
                                    "update", _ ("_Update"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "update",
                                              ADW_RESPONSE_DESTRUCTIVE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_answer), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}
