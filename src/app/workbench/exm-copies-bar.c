/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-copies-bar.h"

#include "app/widgets/exm-init.h"
#include "store/exm-store-approve.h"
#include "worker/exm-reextract.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  GPtrArray *old; /* (owned) (element-type ExmArticle) */
  GArray *ids;    /* (owned) (nullable) (element-type gint64): what is found */
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  g_ptr_array_unref (self->old);
  g_clear_pointer (&self->ids, g_array_unref);
  g_free (self);
}

static gboolean
find (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  Search *self = data;

  self->ids = exm_reextract_list_copies (store, self->old, error);
  return self->ids != NULL;
}

static void
on_searched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Search *search = g_task_get_task_data (task);
  GError *error = NULL;

  if (exm_worker_write_finish (EXM_WORKER (source), result, &error))
    g_task_return_pointer (task, g_steal_pointer (&search->ids),
                           (GDestroyNotify) g_array_unref);
  else
    g_task_return_error (task, error);
}

static void
find_copies_async (ExmSession *session,
                   GPtrArray *old,
                   GAsyncReadyCallback callback,
                   gpointer data)
{
  ExmWorker *worker = exm_session_get_worker (session);
  GTask *task = g_task_new (session, NULL, callback, data);
  Search *search = g_new0 (Search, 1);

  search->old = g_ptr_array_ref (old);
  g_task_set_source_tag (task, find_copies_async);
  g_task_set_task_data (task, search, search_free);
  if (worker != NULL)
    {
      exm_worker_write_async (worker, find, search, NULL, NULL, on_searched, task);
      return;
    }
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CLOSED,
                           _ ("The data folder is not open; nothing was changed"));
  g_object_unref (task);
}

static GArray *
find_copies_finish (ExmSession *session, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, session), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

static gboolean
update (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const GArray *ids = data;

  for (guint i = 0; i < ids->len; i++)
    if (!exm_store_publish_again (store, g_array_index (ids, gint64, i), now_usec, error))
      return FALSE;
  return TRUE;
}

static void
update_copies_async (ExmSession *session,
                     GArray *ids,
                     GAsyncReadyCallback callback,
                     gpointer data)
{
  exm_session_write_async (session, NULL, update, g_array_ref (ids),
                           (GDestroyNotify) g_array_unref, callback, data);
}

static gboolean
update_copies_finish (ExmSession *session, GAsyncResult *result, GError **error)
{
  return exm_session_write_finish (session, result, error);
}

struct _ExmCopiesBar
{
  AdwBin parent_instance;

  ExmSession *session; /* (owned) (nullable) */
  GArray *copies;      /* (owned) (nullable): publications that may be updated */
  GArray *updated;     /* (owned) (nullable): those that were, since then */
  gboolean has_task;

  /* Children of the template, all (unowned). */
  GtkRevealer *revealer;
  GtkLabel *label;
};

G_DEFINE_FINAL_TYPE (ExmCopiesBar, exm_copies_bar, ADW_TYPE_BIN)

static guint reported_signal;

/* @ids: (transfer full) (nullable) */
static void
offer (ExmCopiesBar *self, GArray *ids)
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
      gtk_label_set_label (self->label, words);
    }
  gtk_revealer_set_reveal_child (self->revealer, n > 0);
}

static void
close_bar (ExmCopiesBar *self)
{
  offer (self, NULL);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmCopiesBar) self = data;
  GArray *ids = find_copies_finish (EXM_SESSION (source), result, NULL);

  /* The window may have gone on, or be closing. */
  if (self->session == NULL || !self->has_task)
    g_clear_pointer (&ids, g_array_unref);
  else
    offer (self, ids);
}

void
exm_copies_bar_find (ExmCopiesBar *self, GPtrArray *old)
{
  g_return_if_fail (EXM_IS_COPIES_BAR (self));

  if (self->session != NULL && old->len > 0)
    find_copies_async (self->session, old, on_found, g_object_ref (self));
}

void
exm_copies_bar_find_again (ExmCopiesBar *self, GPtrArray *old)
{
  g_return_if_fail (EXM_IS_COPIES_BAR (self));

  if (self->updated != NULL)
    offer (self, g_steal_pointer (&self->updated));
  else
    exm_copies_bar_find (self, old);
}

void
exm_copies_bar_forget_updated (ExmCopiesBar *self)
{
  g_return_if_fail (EXM_IS_COPIES_BAR (self));

  g_clear_pointer (&self->updated, g_array_unref);
}

static void
on_updated (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmCopiesBar) self = data;
  g_autoptr (GError) error = NULL;
  gboolean done = update_copies_finish (EXM_SESSION (source), result, &error);

  g_signal_emit (self, reported_signal, 0,
                 done ? _ ("The published copies are being written anew")
                      : error->message);
}

static void
on_answer (ExmCopiesBar *self, const char *response)
{
  if (!g_str_equal (response, "update") || self->copies == NULL)
    return;
  update_copies_async (self->session, self->copies, on_updated, g_object_ref (self));
  g_clear_pointer (&self->updated, g_array_unref);
  self->updated = g_array_ref (self->copies);
  close_bar (self);
}

static void
ask (ExmCopiesBar *self)
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

static void
exm_copies_bar_dispose (GObject *object)
{
  ExmCopiesBar *self = EXM_COPIES_BAR (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->copies, g_array_unref);
  g_clear_pointer (&self->updated, g_array_unref);
  /* The template would unparent the child behind the bin's back. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_COPIES_BAR);
  G_OBJECT_CLASS (exm_copies_bar_parent_class)->dispose (object);
}

static void
exm_copies_bar_class_init (ExmCopiesBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = exm_copies_bar_dispose;
  reported_signal
      = g_signal_new ("reported", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-copies-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmCopiesBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, ExmCopiesBar, label);
  gtk_widget_class_bind_template_callback (widget_class, ask);
  gtk_widget_class_bind_template_callback (widget_class, close_bar);
}

static void
exm_copies_bar_init (ExmCopiesBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
exm_copies_bar_set_session (ExmCopiesBar *self, ExmSession *session)
{
  g_return_if_fail (EXM_IS_COPIES_BAR (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
}

void
exm_copies_bar_set_task (ExmCopiesBar *self, gboolean has_task)
{
  g_return_if_fail (EXM_IS_COPIES_BAR (self));

  self->has_task = has_task;
  if (!has_task)
    close_bar (self);
}
