/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-delivery-list.h"

#include "app/widgets/exm-toast.h"
#include "publish/messages/exm-message.h"
#include "store/exm-store-approve.h"

#include <glib/gi18n-lib.h>

struct _ExmDeliveryList
{
  GtkBox parent_instance;

  ExmSession *session;       /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned) (nullable): of what is read */
  gint64 article;
};

G_DEFINE_FINAL_TYPE (ExmDeliveryList, exm_delivery_list, GTK_TYPE_BOX)

/* Words for states of publications, and for the button: (nullable). */
static const struct
{
  const char *state;
  const char *words;
  const char *deed;
} STATES[] = {
  /* translators: a service and a name; what became of an article that was sent there */
  { "waiting", N_ ("%s, %s: waits to be sent"), NULL },
  { "deferred", N_ ("%s, %s: waits to be sent"), NULL },
  { "held", N_ ("%s, %s: held for review"), NULL },
  { "asked", N_ ("%s, %s: being sent"), NULL },
  { "published", N_ ("%s, %s: delivered"), N_ ("Send Again") },
  { "perhaps", N_ ("%s, %s: perhaps delivered"), N_ ("Send Again") },
  { "skipped", N_ ("%s, %s: not sent, since it is an older article"), N_ ("Send") },
  { "failed", N_ ("%s, %s: failed"), N_ ("Retry") },
};

static gboolean
send_again (ExmStore *store, gint64 now_usec, gpointer id, GError **error)
{
  return exm_store_publish_again (store, *(const gint64 *) id, now_usec, error);
}

static void
on_sent_again (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmDeliveryList) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CLOSED))
    exm_toast_show_error (GTK_WIDGET (self), error);
  if (self->session != NULL)
    exm_delivery_list_show (self, self->session, self->article);
}

static void
on_clicked (GtkWidget *button, gpointer data)
{
  ExmDeliveryList *self = EXM_DELIVERY_LIST (data);
  const gint64 *id = g_object_get_data (G_OBJECT (button), "exm-publication");

  gtk_widget_set_sensitive (button, FALSE);
  exm_session_write_async (self->session, NULL, send_again, g_memdup2 (id, sizeof *id),
                           g_free, on_sent_again, g_object_ref (self));
}

/* The format is one of those above. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void
add_line (ExmDeliveryList *self, const ExmPublication *publication)
{
  g_auto (GStrv) parts = g_strsplit (publication->output_key, "\n", 3);
  const ExmMessageKind *kind = exm_message_kind_find (parts[0]);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gsize i = 0;

  while (i < G_N_ELEMENTS (STATES)
         && g_strcmp0 (STATES[i].state, publication->state) != 0)
    i++;
  if (kind == NULL || i == G_N_ELEMENTS (STATES))
    {
      g_object_ref_sink (line);
      g_object_unref (line);
      return;
    }
  g_autofree char *words
      = g_strdup_printf (_ (STATES[i].words), _ (kind->title), parts[1]);
  GtkWidget *label = gtk_label_new (words);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  /* Wraps only where the line is too narrow. */
  gtk_label_set_natural_wrap_mode (GTK_LABEL (label), GTK_NATURAL_WRAP_NONE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_tooltip_text (label, publication->message);
  gtk_box_append (GTK_BOX (line), label);
  if (STATES[i].deed != NULL)
    {
      GtkWidget *button = gtk_button_new_with_label (_ (STATES[i].deed));
      gtk_widget_add_css_class (button, "flat");
      gtk_widget_add_css_class (button, "caption");
      g_object_set_data_full (G_OBJECT (button), "exm-publication",
                              g_memdup2 (&publication->id, sizeof publication->id),
                              g_free);
      g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), self);
      gtk_box_append (GTK_BOX (line), button);
    }
  gtk_box_append (GTK_BOX (self), line);
}

static void
clear (ExmDeliveryList *self)
{
  GtkWidget *child = NULL;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_box_remove (GTK_BOX (self), child);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmDeliveryList) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  clear (self);
  for (guint i = 0; list != NULL && i < list->len; i++)
    add_line (self, g_ptr_array_index (list, i));
  gtk_widget_set_visible (GTK_WIDGET (self),
                          gtk_widget_get_first_child (GTK_WIDGET (self)) != NULL);
}

static void
exm_delivery_list_dispose (GObject *object)
{
  ExmDeliveryList *self = EXM_DELIVERY_LIST (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (exm_delivery_list_parent_class)->dispose (object);
}

static void
exm_delivery_list_class_init (ExmDeliveryListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_delivery_list_dispose;
}

static void
exm_delivery_list_init (ExmDeliveryList *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
exm_delivery_list_show (ExmDeliveryList *self, ExmSession *session, gint64 id)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PUBLICATIONS, .id = id };

  g_return_if_fail (EXM_IS_DELIVERY_LIST (self));
  g_set_object (&self->session, session);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  if (self->article != id)
    clear (self);
  self->article = id;
  exm_store_reader_read_async (exm_session_get_reader (session), &query,
                               self->cancellable, on_read, g_object_ref (self));
}
