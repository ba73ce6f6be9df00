/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-form-sources.h"

#include "app/settings/exm-form-list.h"
#include "url/exm-url-pattern.h"

#include <glib/gi18n-lib.h>

#define MAX_PAGES 10000

struct _ExmFormSources
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows; /* (owned) (element-type AdwEntryRow) */
  gboolean setting;
};

/* The controls of a row. */
typedef struct
{
  GtkWidget *kind;      /* (unowned) */
  GtkWidget *pages;     /* (unowned) */
  GtkWidget *pages_row; /* (unowned): under the row, for lists */
} RowParts;

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmFormSources, exm_form_sources, ADW_TYPE_PREFERENCES_GROUP)

static RowParts *
get_parts (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "exm-form-parts");
}

static char *
check_row (gpointer row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmUrlPattern) pattern = NULL;

  if (*text == '\0')
    return g_strdup (_ ("The source has no address."));
  pattern = exm_url_pattern_new (text, &error);
  if (pattern == NULL)
    return g_strdup (error->message);
  if (!exm_url_pattern_can_generate (pattern))
    return g_strdup (_ ("A source is an address; (*) is for the patterns below."));
  return NULL;
}

char *
exm_form_sources_check (ExmFormSources *self)
{
  if (self->rows->len == 0)
    return g_strdup (_ ("There is nowhere to look for articles."));
  for (guint i = 0; i < self->rows->len; i++)
    {
      char *message = check_row (g_ptr_array_index (self->rows, i));
      if (message != NULL)
        return message;
    }
  return NULL;
}

static void
update (ExmFormSources *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);
      const RowParts *parts = get_parts (row);
      g_autofree char *message = check_row (row);
      exm_form_row_set_message (row, message);
      gtk_widget_set_visible (parts->pages_row,
                              gtk_drop_down_get_selected (GTK_DROP_DOWN (parts->kind))
                                  == EXM_SOURCE_LIST);
    }
  g_autofree char *message = exm_form_sources_check (self);
  g_autofree char *escaped = message != NULL ? g_markup_escape_text (message, -1) : NULL;
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (self), escaped);
}

static void
emit_changed (ExmFormSources *self)
{
  if (self->setting)
    return;
  update (self);
  g_signal_emit (self, changed_signal, 0);
}

static void
remove_row (ExmFormSources *self, gpointer row)
{
  adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), get_parts (row)->pages_row);
  adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), row);
}

static void
on_remove_clicked (GtkButton *button, ExmFormSources *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_ENTRY_ROW);

  g_ptr_array_remove (self->rows, row);
  remove_row (self, row);
  emit_changed (self);
}

static void
name_widget (GtkWidget *widget, const char *name)
{
  gtk_widget_set_tooltip_text (widget, name);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
}

static GtkWidget *
add_row (ExmFormSources *self, const ExmTaskSource *source)
{
  const char *const kinds[]
      = { _ ("List page"), _ ("Feed"), _ ("Sitemap"), _ ("Articles themselves"), NULL };
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *remove = gtk_button_new_from_icon_name ("list-remove-symbolic");
  RowParts *parts = g_new0 (RowParts, 1);

  parts->kind = gtk_drop_down_new_from_strings (kinds);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (parts->kind), source->kind);
  name_widget (parts->kind, _ ("Kind of source"));
  parts->pages = gtk_spin_button_new_with_range (0, MAX_PAGES, 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (parts->pages), source->max_pages);
  gtk_widget_set_valign (parts->pages, GTK_ALIGN_CENTER);
  name_widget (remove, _ ("Remove"));
  gtk_widget_add_css_class (remove, "flat");
  g_object_set_data_full (G_OBJECT (row), "exm-form-parts", parts, g_free);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Address"));
  gtk_editable_set_text (GTK_EDITABLE (row), source->pattern);
  parts->pages_row = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (parts->pages_row),
                                 _ ("Also follow this many next pages"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (parts->pages_row), parts->pages);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (parts->pages_row), parts->pages);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), parts->kind);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), remove);
  g_signal_connect_swapped (row, "changed", G_CALLBACK (emit_changed), self);
  g_signal_connect_swapped (parts->kind, "notify::selected", G_CALLBACK (emit_changed),
                            self);
  g_signal_connect_swapped (parts->pages, "value-changed", G_CALLBACK (emit_changed),
                            self);
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove_clicked), self);
  g_ptr_array_add (self->rows, row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), parts->pages_row);
  return row;
}

static void
on_add_clicked (ExmFormSources *self)
{
  char empty[] = "";
  const ExmTaskSource source = { .kind = EXM_SOURCE_LIST, .pattern = empty };

  gtk_widget_grab_focus (add_row (self, &source));
  emit_changed (self);
}

static void
exm_form_sources_finalize (GObject *object)
{
  g_ptr_array_unref (EXM_FORM_SOURCES (object)->rows);
  G_OBJECT_CLASS (exm_form_sources_parent_class)->finalize (object);
}

static void
exm_form_sources_class_init (ExmFormSourcesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_form_sources_finalize;
  changed_signal = g_signal_new ("changed", EXM_TYPE_FORM_SOURCES, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_form_sources_init (ExmFormSources *self)
{
  GtkWidget *add = gtk_button_new_from_icon_name ("list-add-symbolic");

  self->rows = g_ptr_array_new ();
  name_widget (add, _ ("Add a source"));
  gtk_widget_add_css_class (add, "flat");
  g_signal_connect_object (add, "clicked", G_CALLBACK (on_add_clicked), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (self), add);
}

void
exm_form_sources_set (ExmFormSources *self, const ExmTaskFields *fields)
{
  self->setting = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    remove_row (self, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < fields->sources->len; i++)
    add_row (self, &g_array_index (fields->sources, ExmTaskSource, i));
  self->setting = FALSE;
  update (self);
}

void
exm_form_sources_get (ExmFormSources *self, ExmTaskFields *fields)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      gpointer row = g_ptr_array_index (self->rows, i);
      const RowParts *parts = get_parts (row);
      ExmTaskSource *source = exm_task_fields_add_source (
          fields, gtk_drop_down_get_selected (GTK_DROP_DOWN (parts->kind)),
          gtk_editable_get_text (GTK_EDITABLE (row)));
      source->max_pages
          = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (parts->pages));
    }
}
