/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-serving-group.h"

#include "serve/exm-feed-list.h"

#include <glib/gi18n-lib.h>

/* Feeds with a row each; the list of all feeds has the others, too. */
#define MAX_ROWS 100u

struct _ExmServingGroup
{
  AdwPreferencesGroup parent_instance;

  ExmServing *serving;       /* (owned) */
  GCancellable *cancellable; /* (owned): of what is read */
  AdwActionRow *switch_row;  /* (unowned) */
  GtkSwitch *active;         /* (unowned) */
  GtkEditable *listen;       /* (unowned) */
  AdwExpanderRow *addresses; /* (unowned) */
  GPtrArray *rows;           /* (owned) (element-type GtkWidget): of addresses */
};

G_DEFINE_FINAL_TYPE (ExmServingGroup, exm_serving_group, ADW_TYPE_PREFERENCES_GROUP)

/* Asked of the thread. */
typedef struct
{
  char *folder;
  char *base_url;
  char *revoked; /* (nullable): the feed that gets a new address */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_free (self->folder);
  g_free (self->base_url);
  g_free (self->revoked);
  g_free (self);
}

/* Address of a feed. */
typedef struct
{
  char *key;
  char *title;
  char *address;
} Address;

static void
address_free (gpointer data)
{
  Address *self = data;

  g_free (self->key);
  g_free (self->title);
  g_free (self->address);
  g_free (self);
}

static void
add_address (GPtrArray *addresses,
             const char *base_url,
             const ExmFeedKeys *keys,
             const char *key,
             const char *title,
             const char *file)
{
  Address *address = g_new0 (Address, 1);

  address->key = g_strdup (key);
  address->title = g_strdup (title);
  address->address
      = exm_feed_list_make_address (base_url, exm_feed_keys_get (keys, key), file);
  g_ptr_array_add (addresses, address);
}

/* (transfer full) (nullable) (element-type Address) */
static GPtrArray *
read_addresses (const Question *question, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) addresses = g_ptr_array_new_with_free_func (address_free);
  g_autoptr (ExmFeedKeys) keys = exm_feed_keys_new (question->folder);
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (question->folder);
  gboolean had = FALSE;

  if (!exm_feed_keys_read (keys, error))
    return NULL;
  if (question->revoked != NULL
      && !exm_feed_keys_revoke (keys, question->revoked, &had, error))
    return NULL;
  g_autoptr (GPtrArray) feeds
      = exm_feed_list_read (question->folder, reader, cancellable, error);
  if (feeds == NULL || !exm_feed_list_make_keys (feeds, keys, error))
    return NULL;
  add_address (addresses, question->base_url, keys, EXM_SERVED_LIST,
               _ ("List of all feeds (OPML)"), EXM_FEED_FILE_LIST);
  for (guint i = 0; i < MIN (feeds->len, MAX_ROWS); i++)
    {
      const ExmServedFeed *feed = g_ptr_array_index (feeds, i);
      add_address (addresses, question->base_url, keys, feed->key, feed->title,
                   EXM_FEED_FILE_ATOM);
    }
  return g_steal_pointer (&addresses);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *addresses = read_addresses (data, cancellable, &error);

  if (addresses != NULL)
    g_task_return_pointer (task, addresses, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
remove_rows (ExmServingGroup *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_expander_row_remove (self->addresses, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
}

static void read_again (ExmServingGroup *self, const char *revoked);

static void
on_copy_clicked (GtkButton *button, gpointer data)
{
  ExmServingGroup *self = data;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                          g_object_get_data (G_OBJECT (button), "exm-address"));
  if (ADW_IS_PREFERENCES_WINDOW (root))
    adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (root),
                                      adw_toast_new (_ ("The address is copied")));
}

static void
on_replace_clicked (GtkButton *button, gpointer data)
{
  g_autofree char *key = g_strdup (g_object_get_data (G_OBJECT (button), "exm-key"));

  read_again (data, key);
}

static void
add_button (ExmServingGroup *self,
            AdwActionRow *row,
            const char *icon,
            const char *words,
            const Address *address,
            GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
  g_object_set_data_full (G_OBJECT (button), "exm-key", g_strdup (address->key), g_free);
  g_object_set_data_full (G_OBJECT (button), "exm-address", g_strdup (address->address),
                          g_free);
  g_signal_connect (button, "clicked", clicked, self);
  adw_action_row_add_suffix (row, button);
}

static void
add_row (ExmServingGroup *self, const Address *address)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), address->title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), address->address);
  add_button (self, ADW_ACTION_ROW (row), "edit-copy-symbolic", _ ("Copy the address"),
              address, G_CALLBACK (on_copy_clicked));
  add_button (self, ADW_ACTION_ROW (row), "view-refresh-symbolic",
              _ ("Take the address away and make a new one"), address,
              G_CALLBACK (on_replace_clicked));
  adw_expander_row_add_row (self->addresses, row);
  g_ptr_array_add (self->rows, row);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmServingGroup *self = EXM_SERVING_GROUP (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) addresses = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->addresses), addresses != NULL);
  adw_expander_row_set_subtitle (
      self->addresses,
      error != NULL ? error->message : _ ("Whoever knows an address reads its articles"));
  remove_rows (self);
  for (guint i = 0; addresses != NULL && i < addresses->len; i++)
    add_row (self, addresses->pdata[i]);
}

/* Reads the addresses; what is read for one before is dropped. */
static void
read_again (ExmServingGroup *self, const char *revoked)
{
  Question *question = g_new0 (Question, 1);

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  question->folder = g_strdup (exm_serving_get_folder (self->serving));
  question->base_url = g_strdup (exm_serving_get_base_url (self->serving));
  question->revoked = g_strdup (revoked);
  gtk_widget_set_sensitive (GTK_WIDGET (self->addresses), FALSE);
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_read, NULL);
  g_task_set_source_tag (task, read_again);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, run);
}

static void
show (ExmServingGroup *self)
{
  const char *base_url = exm_serving_get_base_url (self->serving);
  const char *problem = exm_serving_get_problem (self->serving);

  gtk_switch_set_active (self->active, exm_serving_get_active (self->serving));
  adw_action_row_set_subtitle (
      self->switch_row, problem != NULL    ? problem
                        : base_url != NULL ? base_url
                                           : _ ("Feed readers get your articles with "
                                                "their whole text"));
  gtk_widget_set_visible (GTK_WIDGET (self->addresses), base_url != NULL);
  if (base_url != NULL)
    read_again (self, NULL);
}

static void
on_active_notify (GtkSwitch *active, GParamSpec *pspec, gpointer data)
{
  exm_serving_set_active (EXM_SERVING_GROUP (data)->serving,
                          gtk_switch_get_active (active));
}

static void
on_listen_apply (AdwEntryRow *row, gpointer data)
{
  exm_serving_set_listen (EXM_SERVING_GROUP (data)->serving,
                          gtk_editable_get_text (GTK_EDITABLE (row)));
}

static void
exm_serving_group_dispose (GObject *object)
{
  g_cancellable_cancel (EXM_SERVING_GROUP (object)->cancellable);
  G_OBJECT_CLASS (exm_serving_group_parent_class)->dispose (object);
}

static void
exm_serving_group_finalize (GObject *object)
{
  ExmServingGroup *self = EXM_SERVING_GROUP (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->serving);
  g_ptr_array_unref (self->rows);
  G_OBJECT_CLASS (exm_serving_group_parent_class)->finalize (object);
}

static void
exm_serving_group_class_init (ExmServingGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_serving_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_serving_group_finalize;
}

/* A row of the group; @title is translated. */
static gpointer
add_to_group (ExmServingGroup *self, GtkWidget *row, const char *title)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  return row;
}

static void
exm_serving_group_init (ExmServingGroup *self)
{
  self->cancellable = g_cancellable_new ();
  self->rows = g_ptr_array_new ();
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _ ("Feeds"));
  self->switch_row = add_to_group (self, adw_action_row_new (), _ ("Serve feeds"));
  self->active = GTK_SWITCH (gtk_switch_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->active), GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (self->switch_row, GTK_WIDGET (self->active));
  adw_action_row_set_activatable_widget (self->switch_row, GTK_WIDGET (self->active));
  self->listen
      = add_to_group (self, adw_entry_row_new (), _ ("Listen at address and port"));
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self->listen), TRUE);
  self->addresses
      = add_to_group (self, adw_expander_row_new (), _ ("Addresses of the feeds"));
}

GtkWidget *
exm_serving_group_new (ExmServing *serving)
{
  ExmServingGroup *self = g_object_new (EXM_TYPE_SERVING_GROUP, NULL);

  self->serving = g_object_ref (serving);
  gtk_editable_set_text (self->listen, exm_serving_get_listen (serving));
  show (self);
  g_signal_connect (self->active, "notify::active", G_CALLBACK (on_active_notify), self);
  g_signal_connect (self->listen, "apply", G_CALLBACK (on_listen_apply), self);
  g_signal_connect_object (serving, "changed", G_CALLBACK (show), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
