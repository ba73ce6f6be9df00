/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-form-examples.h"

#include <glib/gi18n-lib.h>

struct _ExmFormExamples
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows; /* (owned) (element-type AdwExpanderRow) */
};

/* A row's example as it was, and what of it can be changed. */
typedef struct
{
  ExmTaskExample example; /* with strings of its own */
  GtkWidget *charset;     /* (unowned) */
} RowParts;

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmFormExamples, exm_form_examples, ADW_TYPE_PREFERENCES_GROUP)

static void
copy_example (const ExmTaskExample *from, ExmTaskExample *to)
{
  to->url = g_strdup (from->url);
  to->page_hash = g_strdup (from->page_hash);
  to->file = g_strdup (from->file);
  to->charset = g_strdup (from->charset);
  to->http_charset = g_strdup (from->http_charset);
  to->region_text = g_strdup (from->region_text);
}

static void
row_parts_free (gpointer data)
{
  RowParts *self = data;

  g_free (self->example.url);
  g_free (self->example.page_hash);
  g_free (self->example.file);
  g_free (self->example.charset);
  g_free (self->example.http_charset);
  g_free (self->example.region_text);
  g_free (self);
}

static RowParts *
get_parts (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "exm-form-parts");
}

static void
emit_changed (ExmFormExamples *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
on_remove_clicked (GtkButton *button, ExmFormExamples *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_EXPANDER_ROW);

  g_ptr_array_remove (self->rows, row);
  adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), row);
  emit_changed (self);
}

static char *
describe (const ExmTaskExample *example)
{
  glong n_chars
      = example->region_text != NULL ? g_utf8_strlen (example->region_text, -1) : 0;

  if (n_chars == 0)
    return g_strdup (_ ("The article on it is not marked"));
  return g_strdup_printf (ngettext ("%ld character marked as the article",
                                    "%ld characters marked as the article",
                                    (gulong) n_chars),
                          n_chars);
}

/* A row that shows what is not changed here. */
static void
add_shown (AdwExpanderRow *row, const char *title, const char *text)
{
  GtkWidget *shown = adw_action_row_new ();
  g_autofree char *escaped = NULL;

  if (text == NULL)
    {
      g_object_unref (g_object_ref_sink (shown));
      return;
    }
  escaped = g_markup_escape_text (text, -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (shown), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (shown), escaped);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (shown), 3);
  adw_expander_row_add_row (row, shown);
}

static void
add_row (ExmFormExamples *self, const ExmTaskExample *example)
{
  GtkWidget *row = adw_expander_row_new ();
  GtkWidget *remove = gtk_button_new_from_icon_name ("list-remove-symbolic");
  RowParts *parts = g_new0 (RowParts, 1);
  g_autofree char *title = g_markup_escape_text (example->url, -1);
  g_autofree char *subtitle = describe (example);

  copy_example (example, &parts->example);
  g_object_set_data_full (G_OBJECT (row), "exm-form-parts", parts, row_parts_free);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), subtitle);
  gtk_widget_set_tooltip_text (remove, _ ("Remove this example"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove this example"), -1);
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (remove, "flat");
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove_clicked), self);
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), remove);
  parts->charset = adw_entry_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (parts->charset),
                                 _ ("Encoding, where the page is garbled"));
  gtk_editable_set_text (GTK_EDITABLE (parts->charset),
                         example->charset != NULL ? example->charset : "");
  g_signal_connect_swapped (parts->charset, "changed", G_CALLBACK (emit_changed), self);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), parts->charset);
  add_shown (ADW_EXPANDER_ROW (row), _ ("Encoding that its server declares"),
             example->http_charset);
  add_shown (ADW_EXPANDER_ROW (row), _ ("Marked as the article"), example->region_text);
  add_shown (ADW_EXPANDER_ROW (row), _ ("Stored page"), example->page_hash);
  add_shown (ADW_EXPANDER_ROW (row), _ ("File beside the task file"), example->file);
  g_ptr_array_add (self->rows, row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
}

static void
exm_form_examples_finalize (GObject *object)
{
  g_ptr_array_unref (EXM_FORM_EXAMPLES (object)->rows);
  G_OBJECT_CLASS (exm_form_examples_parent_class)->finalize (object);
}

static void
exm_form_examples_class_init (ExmFormExamplesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_form_examples_finalize;
  changed_signal = g_signal_new ("changed", EXM_TYPE_FORM_EXAMPLES, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_form_examples_init (ExmFormExamples *self)
{
  self->rows = g_ptr_array_new ();
}

void
exm_form_examples_set (ExmFormExamples *self, const ExmTaskFields *fields)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self),
                                  g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < fields->examples->len; i++)
    add_row (self, &g_array_index (fields->examples, ExmTaskExample, i));
}

void
exm_form_examples_get (ExmFormExamples *self, ExmTaskFields *fields)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const RowParts *parts = get_parts (g_ptr_array_index (self->rows, i));
      const char *charset = gtk_editable_get_text (GTK_EDITABLE (parts->charset));
      ExmTaskExample *example = exm_task_fields_add_example (fields, parts->example.url);
      g_clear_pointer (&example->url, g_free);
      copy_example (&parts->example, example);
      g_free (example->charset);
      example->charset = *charset != '\0' ? g_strdup (charset) : NULL;
    }
}
