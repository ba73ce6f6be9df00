/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-style-group.h"

#include <glib/gi18n-lib.h>

struct _ExmStyleGroup
{
  AdwPreferencesGroup parent_instance;

  ExmResources *resources;   /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned): of the counting */
  GtkWidget *styled;         /* (unowned) */
  AdwActionRow *kept_row;    /* (unowned) */
  GtkWidget *clear;          /* (unowned) */
  AdwActionRow *held_row;    /* (unowned) */
};

G_DEFINE_FINAL_TYPE (ExmStyleGroup, exm_style_group, ADW_TYPE_PREFERENCES_GROUP)

static void
on_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmStyleGroup) self = data;
  g_autoptr (GError) error = NULL;
  guint64 n_bytes = 0, n_held = 0;
  gboolean counted = exm_resources_count_finish (result, &n_bytes, &n_held, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_widget_set_sensitive (self->clear, counted && n_bytes > 0);
  if (!counted)
    {
      g_autofree char *escaped = g_markup_escape_text (error->message, -1);
      adw_action_row_set_subtitle (self->kept_row, escaped);
      return;
    }
  g_autofree char *size = g_format_size (n_bytes);
  g_autofree char *most = g_format_size (EXM_RESOURCE_STORE_MAX_BYTES);
  g_autofree char *words
      /* translators: two amounts, as "34.2 MB" */
      = g_strdup_printf (
          _ ("%1$s of at most %2$s; what was not used for the longest time "
             "goes first"),
          size, most);
  adw_action_row_set_subtitle (self->kept_row, words);
  g_autofree char *held = g_format_size (n_held);
  g_autofree char *held_words
      /* translators: an amount, as "34.2 MB" */
      = g_strdup_printf (_ ("%s; each goes with the last article that shows it"), held);
  adw_action_row_set_subtitle (self->held_row, held_words);
}

static void
count (ExmStyleGroup *self, gboolean clear)
{
  if (self->resources != NULL)
    exm_resources_count_async (self->resources, clear, self->cancellable, on_counted,
                               g_object_ref (self));
}

static void
on_clear_clicked (ExmStyleGroup *self)
{
  gtk_widget_set_sensitive (self->clear, FALSE);
  count (self, TRUE);
}

static void
exm_style_group_dispose (GObject *object)
{
  g_cancellable_cancel (EXM_STYLE_GROUP (object)->cancellable);
  G_OBJECT_CLASS (exm_style_group_parent_class)->dispose (object);
}

static void
exm_style_group_finalize (GObject *object)
{
  ExmStyleGroup *self = EXM_STYLE_GROUP (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->resources);
  G_OBJECT_CLASS (exm_style_group_parent_class)->finalize (object);
}

static void
exm_style_group_class_init (ExmStyleGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_style_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_style_group_finalize;
}

/* @suffix: (nullable) */
static AdwActionRow *
add_row (ExmStyleGroup *self, const char *title, GtkWidget *suffix)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (suffix != NULL)
    {
      gtk_widget_set_valign (suffix, GTK_ALIGN_CENTER);
      adw_action_row_add_suffix (row, suffix);
    }
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (row));
  return row;
}

static void
exm_style_group_init (ExmStyleGroup *self)
{
  self->cancellable = g_cancellable_new ();
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _ ("Pages"));
  self->styled = gtk_switch_new ();
  AdwActionRow *row
      = add_row (self, _ ("Show pages with style sheets and pictures"), self->styled);
  adw_action_row_set_subtitle (row,
                               _ ("As in a browser, with scripts off; the menu beside "
                                  "a page's address chooses for its task"));
  adw_action_row_set_activatable_widget (row, self->styled);
  self->clear = gtk_button_new_with_mnemonic (_ ("_Clear"));
  g_signal_connect_swapped (self->clear, "clicked", G_CALLBACK (on_clear_clicked), self);
  self->kept_row = add_row (self, _ ("Kept for looking at pages offline"), self->clear);
  gtk_widget_set_sensitive (self->clear, FALSE);
  self->held_row = add_row (self, _ ("Pictures kept with articles"), NULL);
}

GtkWidget *
exm_style_group_new (GSettings *settings, ExmSession *session)
{
  ExmStyleGroup *self = g_object_new (EXM_TYPE_STYLE_GROUP, NULL);

  g_set_object (&self->resources, exm_session_get_resources (session));
  gtk_widget_set_sensitive (self->styled, settings != NULL);
  if (settings != NULL)
    g_settings_bind (settings, "page-styles", self->styled, "active",
                     G_SETTINGS_BIND_DEFAULT);
  count (self, FALSE);
  return GTK_WIDGET (self);
}
