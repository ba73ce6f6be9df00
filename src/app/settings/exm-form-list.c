/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-form-list.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmFormList
{
  AdwPreferencesGroup parent_instance;

  char *row_title;        /* (owned) */
  char *add_label;        /* (owned) */
  GPtrArray *rows;        /* (owned) (element-type AdwEntryRow) */
  GtkWidget *add;         /* (unowned): of the header */
  ExmFormListCheck check; /* (nullable) */
  gboolean setting;       /* rows change because all texts are set */
};

enum
{
  PROP_0,
  PROP_ROW_TITLE,
  PROP_ADD_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmFormList, exm_form_list, ADW_TYPE_PREFERENCES_GROUP)

void
exm_form_row_set_message (GtkWidget *row, const char *message)
{
  GtkWidget *icon = g_object_get_data (G_OBJECT (row), "exm-form-message");

  if (icon == NULL)
    {
      icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
      gtk_widget_add_css_class (icon, "exm-error");
      g_object_set_data (G_OBJECT (row), "exm-form-message", icon);
      if (ADW_IS_ENTRY_ROW (row))
        adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), icon);
      else
        adw_action_row_add_suffix (ADW_ACTION_ROW (row), icon);
    }
  gtk_widget_set_visible (icon, message != NULL);
  gtk_widget_set_tooltip_text (icon, message);
  gtk_widget_set_tooltip_text (row, message);
  if (message != NULL)
    gtk_widget_add_css_class (row, "error");
  else
    gtk_widget_remove_css_class (row, "error");
}

/* The message in words stands in the group's description: there it can be read without a
 * pointer. */
static void
update_messages (ExmFormList *self)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);
      const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
      g_autofree char *message
          = self->check != NULL && *text != '\0' ? self->check (text) : NULL;
      exm_form_row_set_message (row, message);
      if (message != NULL)
        g_string_append_printf (all, "%s%s", all->len > 0 ? "\n" : "", message);
    }
  g_autofree char *escaped = g_markup_escape_text (all->str, -1);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (self),
                                         *escaped != '\0' ? escaped : NULL);
}

static void
emit_changed (ExmFormList *self)
{
  if (self->setting)
    return;
  update_messages (self);
  g_signal_emit (self, changed_signal, 0);
}

static void
on_remove_clicked (GtkButton *button, ExmFormList *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_ENTRY_ROW);

  g_ptr_array_remove (self->rows, row);
  adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), row);
  emit_changed (self);
}

static GtkWidget *
add_row (ExmFormList *self, const char *text)
{
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), self->row_title);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  gtk_widget_set_tooltip_text (button, _ ("Remove"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove"), -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  g_signal_connect (button, "clicked", G_CALLBACK (on_remove_clicked), self);
  g_signal_connect_swapped (row, "changed", G_CALLBACK (emit_changed), self);
  g_ptr_array_add (self->rows, row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  return row;
}

static void
on_add_clicked (ExmFormList *self)
{
  gtk_widget_grab_focus (add_row (self, ""));
  emit_changed (self);
}

static void
exm_form_list_set_property (GObject *object,
                            guint id,
                            const GValue *value,
                            GParamSpec *pspec)
{
  ExmFormList *self = EXM_FORM_LIST (object);

  if (id == PROP_ROW_TITLE)
    self->row_title = g_value_dup_string (value);
  else if (id == PROP_ADD_LABEL)
    self->add_label = g_value_dup_string (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_form_list_constructed (GObject *object)
{
  ExmFormList *self = EXM_FORM_LIST (object);

  G_OBJECT_CLASS (exm_form_list_parent_class)->constructed (object);
  gtk_widget_set_tooltip_text (self->add, self->add_label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->add),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, self->add_label, -1);
}

static void
exm_form_list_finalize (GObject *object)
{
  ExmFormList *self = EXM_FORM_LIST (object);

  g_free (self->row_title);
  g_free (self->add_label);
  g_ptr_array_unref (self->rows);
  G_OBJECT_CLASS (exm_form_list_parent_class)->finalize (object);
}

static void
exm_form_list_class_init (ExmFormListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags
      = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->set_property = exm_form_list_set_property;
  object_class->constructed = exm_form_list_constructed;
  object_class->finalize = exm_form_list_finalize;
  properties[PROP_ROW_TITLE] = g_param_spec_string ("row-title", NULL, NULL, "", flags);
  properties[PROP_ADD_LABEL] = g_param_spec_string ("add-label", NULL, NULL, "", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  changed_signal = g_signal_new ("changed", EXM_TYPE_FORM_LIST, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_form_list_init (ExmFormList *self)
{
  self->rows = g_ptr_array_new ();
  self->add = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_widget_add_css_class (self->add, "flat");
  gtk_widget_set_valign (self->add, GTK_ALIGN_CENTER);
  g_signal_connect_object (self->add, "clicked", G_CALLBACK (on_add_clicked), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (self), self->add);
}

void
exm_form_list_set_check (ExmFormList *self, ExmFormListCheck check)
{
  self->check = check;
}

void
exm_form_list_set_texts (ExmFormList *self, GPtrArray *texts)
{
  self->setting = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self),
                                  g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < texts->len; i++)
    add_row (self, g_ptr_array_index (texts, i));
  self->setting = FALSE;
  update_messages (self);
}

GPtrArray *
exm_form_list_get_texts (ExmFormList *self)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->rows->len; i++)
    {
      g_autofree char *text = g_strdup (
          gtk_editable_get_text (GTK_EDITABLE (g_ptr_array_index (self->rows, i))));
      if (*g_strstrip (text) != '\0')
        g_ptr_array_add (texts, g_steal_pointer (&text));
    }
  return texts;
}

gboolean
exm_form_list_has_error (ExmFormList *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (gtk_widget_has_css_class (g_ptr_array_index (self->rows, i), "error"))
      return TRUE;
  return FALSE;
}
