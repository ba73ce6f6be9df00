/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-form-outputs.h"

#include "app/settings/exm-form-list.h"
#include "app/settings/exm-message-row.h"
#include "base/exm-limits.h"
#include "publish/exm-article-writer.h"
#include "publish/exm-name-template.h"
#include "publish/messages/exm-destination.h"
#include "publish/messages/exm-message.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmFormOutputs
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows; /* (owned) (element-type AdwExpanderRow) */
  char *folder;    /* (owned) (nullable): the data folder */
  gboolean setting;
  gboolean simple;
};

/* The controls of a row; all (unowned). */
typedef struct
{
  GtkWidget *enabled_row;
  GtkWidget *enabled;
  GtkWidget *format;
  GtkWidget *folder;
  GtkWidget *name;
  GtkWidget *example;
  GtkWidget *newest_row;
  GtkWidget *newest;
  GtkWidget *hold;
  gboolean simple;
} RowParts;

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmFormOutputs, exm_form_outputs, ADW_TYPE_PREFERENCES_GROUP)

static RowParts *
get_parts (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "exm-form-parts");
}

static const char *
get_text (GtkWidget *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

static ExmOutputFormat
get_format (const RowParts *parts)
{
  return (ExmOutputFormat) adw_combo_row_get_selected (ADW_COMBO_ROW (parts->format));
}

/* The name that an article would get; NULL with what is wrong with the template. */
static char *
make_example (const RowParts *parts, GError **error)
{
  const char *values[EXM_N_NAME_FIELDS] = {
    [EXM_NAME_TITLE] = _ ("Title of the article"),
    [EXM_NAME_DATE] = "2026-05-01",
    [EXM_NAME_YEAR] = "2026",
    [EXM_NAME_MONTH] = "05",
    [EXM_NAME_DAY] = "01",
    [EXM_NAME_ID] = "128",
    [EXM_NAME_SITE] = "example.com",
    [EXM_NAME_SECTION] = _ ("Section"),
    [EXM_NAME_SOURCE] = _ ("Source"),
    [EXM_NAME_AUTHOR] = _ ("Author"),
    [EXM_NAME_TASK] = _ ("Task"),
    [EXM_NAME_EXT] = exm_output_format_get_extension (get_format (parts)),
    [EXM_NAME_COLLECTED] = "2026-05-02",
    [EXM_NAME_KEY] = "1a2b3c4d",
  };
  g_autoptr (ExmNameTemplate) template
      = exm_name_template_new (get_text (parts->name), error);

  return template != NULL ? exm_name_template_expand (template, values) : NULL;
}

static char *
check_row (gpointer row)
{
  if (EXM_IS_MESSAGE_ROW (row))
    return exm_message_row_check (row);
  const RowParts *parts = get_parts (row);
  g_autoptr (GError) error = NULL;
  g_autofree char *example = make_example (parts, &error);

  if (!g_path_is_absolute (get_text (parts->folder)))
    return g_strdup (_ ("The folder of the output is missing: choose one."));
  return example == NULL ? g_strdup (error->message) : NULL;
}

char *
exm_form_outputs_check (ExmFormOutputs *self)
{
  char *message = NULL;

  for (guint i = 0; i < self->rows->len && message == NULL; i++)
    message = check_row (g_ptr_array_index (self->rows, i));
  return message;
}

static void
update_row (gpointer row)
{
  const RowParts *parts = get_parts (row);
  g_autoptr (GError) error = NULL;
  g_autofree char *example = make_example (parts, &error);
  g_autofree char *folder = g_markup_escape_text (get_text (parts->folder), -1);
  g_autofree char *shown
      = g_markup_escape_text (example != NULL ? example : error->message, -1);
  const ExmTaskOutput output = { .format = get_format (parts) };
  gboolean absolute = g_path_is_absolute (get_text (parts->folder));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 _ (exm_format_get (get_format (parts))->title));
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), folder);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (parts->enabled_row),
                               _ (exm_destination_get_guarantee (&output)));
  gtk_widget_set_visible (
      parts->newest_row,
      !parts->simple && exm_format_get (get_format (parts))->kind == EXM_FORMAT_FEED);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (parts->example), shown);
  exm_form_row_set_message (parts->name, example != NULL ? NULL : error->message);
  exm_form_row_set_message (parts->folder,
                            absolute ? NULL : _ ("The folder is missing: choose one."));
}

static void
emit_changed (ExmFormOutputs *self)
{
  if (self->setting)
    return;
  for (guint i = 0; i < self->rows->len; i++)
    if (!EXM_IS_MESSAGE_ROW (g_ptr_array_index (self->rows, i)))
      update_row (g_ptr_array_index (self->rows, i));
  g_signal_emit (self, changed_signal, 0);
}

/* Another format has another usual name. */
static void
on_format_notify (AdwComboRow *combo, GParamSpec *pspec, gpointer row)
{
  const RowParts *parts = get_parts (row);
  gboolean usual = FALSE;

  for (ExmOutputFormat i = 0; i < EXM_N_OUTPUT_FORMATS; i++)
    usual |= g_str_equal (get_text (parts->name), exm_name_template_get_default (i));
  if (usual)
    gtk_editable_set_text (GTK_EDITABLE (parts->name),
                           exm_name_template_get_default (get_format (parts)));
}

static void
on_folder_response (GtkNativeDialog *dialog, int response, GtkWidget *folder)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);
      if (path != NULL)
        gtk_editable_set_text (GTK_EDITABLE (folder), path);
    }
  g_object_unref (dialog);
}

static void
on_choose_clicked (GtkButton *button, GtkWidget *folder)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Folder of the Output"), GTK_WINDOW (gtk_widget_get_root (folder)),
      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Choose"), NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_folder_response), folder,
                           0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
on_remove_clicked (GtkButton *button, ExmFormOutputs *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_EXPANDER_ROW);

  g_ptr_array_remove (self->rows, row);
  adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), row);
  emit_changed (self);
}

static GtkWidget *
make_button (const char *icon, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  return button;
}

static GtkWidget *
make_switch (AdwActionRow *row, const char *title, gboolean active)
{
  GtkWidget *control = gtk_switch_new ();

  gtk_switch_set_active (GTK_SWITCH (control), active);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_add_suffix (row, control);
  adw_action_row_set_activatable_widget (row, control);
  return control;
}

static GtkWidget *
make_entry (const char *title, const char *text)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  return row;
}

static GtkWidget *
make_newest (AdwActionRow *row, guint newest)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (1, EXM_MAX_FEED_ARTICLES, 1);
  const char *title = _ ("Newest articles in the feed");

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), newest);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_add_suffix (row, spin);
  return spin;
}

static RowParts *
make_parts (const ExmTaskOutput *output, AdwExpanderRow *row)
{
  g_autoptr (GtkStringList) model = gtk_string_list_new (NULL);
  RowParts *parts = g_new0 (RowParts, 1);
  GtkWidget *enabled = adw_action_row_new (), *hold = adw_action_row_new ();

  for (ExmOutputFormat i = 0; i < EXM_N_OUTPUT_FORMATS; i++)
    gtk_string_list_take (model, exm_format_dup_label (exm_format_get (i)));
  parts->enabled_row = enabled;
  parts->enabled
      = make_switch (ADW_ACTION_ROW (enabled), _ ("Write to it"), output->enabled);
  parts->format = adw_combo_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (parts->format), _ ("Format"));
  adw_combo_row_set_model (ADW_COMBO_ROW (parts->format), G_LIST_MODEL (model));
  adw_combo_row_set_selected (ADW_COMBO_ROW (parts->format), output->format);
  parts->folder = make_entry (_ ("Folder"), output->folder);
  parts->name = make_entry (_ ("Names of files"), output->name_template);
  parts->example = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (parts->example), _ ("For example"));
  parts->newest_row = adw_action_row_new ();
  parts->newest = make_newest (ADW_ACTION_ROW (parts->newest_row), output->newest);
  parts->hold = make_switch (ADW_ACTION_ROW (hold), _ ("Hold unsure articles for review"),
                             output->hold_unsure);
  adw_expander_row_add_row (row, enabled);
  adw_expander_row_add_row (row, parts->format);
  adw_expander_row_add_row (row, parts->folder);
  adw_expander_row_add_row (row, parts->name);
  adw_expander_row_add_row (row, parts->example);
  adw_expander_row_add_row (row, parts->newest_row);
  adw_expander_row_add_row (row, hold);
  return parts;
}

static void
simplify (RowParts *parts)
{
  GtkWidget *const controls[]
      = { parts->enabled_row, parts->name, parts->example, parts->hold };

  parts->simple = TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (controls); i++)
    gtk_widget_set_visible (
        gtk_widget_get_ancestor (controls[i], ADW_TYPE_PREFERENCES_ROW), FALSE);
}

static GtkWidget *
add_row (ExmFormOutputs *self, const ExmTaskOutput *output)
{
  GtkWidget *row = adw_expander_row_new ();
  GtkWidget *remove = make_button ("list-remove-symbolic", _ ("Remove this output"));
  GtkWidget *choose = make_button ("folder-open-symbolic", _ ("Choose a folder"));
  RowParts *parts = make_parts (output, ADW_EXPANDER_ROW (row));

  if (self->simple)
    simplify (parts);
  g_object_set_data_full (G_OBJECT (row), "exm-form-parts", parts, g_free);
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), remove);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (parts->folder), choose);
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove_clicked), self);
  g_signal_connect_object (choose, "clicked", G_CALLBACK (on_choose_clicked),
                           parts->folder, 0);
  g_signal_connect (parts->format, "notify::selected", G_CALLBACK (on_format_notify),
                    row);
  g_signal_connect_swapped (parts->format, "notify::selected", G_CALLBACK (emit_changed),
                            self);
  g_signal_connect_swapped (parts->enabled, "notify::active", G_CALLBACK (emit_changed),
                            self);
  g_signal_connect_swapped (parts->hold, "notify::active", G_CALLBACK (emit_changed),
                            self);
  g_signal_connect_swapped (parts->newest, "value-changed", G_CALLBACK (emit_changed),
                            self);
  g_signal_connect_swapped (parts->folder, "changed", G_CALLBACK (emit_changed), self);
  g_signal_connect_swapped (parts->name, "changed", G_CALLBACK (emit_changed), self);
  g_ptr_array_add (self->rows, row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  update_row (row);
  return row;
}

static GtkWidget *
add_message_row (ExmFormOutputs *self, const ExmTaskOutput *output)
{
  GtkWidget *row = exm_message_row_new (output, self->folder);
  if (self->simple)
    exm_message_row_simplify (EXM_MESSAGE_ROW (row), TRUE);
  GtkWidget *remove = make_button ("list-remove-symbolic", _ ("Remove this output"));

  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), remove);
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove_clicked), self);
  g_signal_connect_swapped (row, "changed", G_CALLBACK (emit_changed), self);
  g_ptr_array_add (self->rows, row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  return row;
}

static char *
make_file (const char *name)
{
  const char *folder = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);

  return g_build_filename (folder != NULL ? folder : g_get_home_dir (), name, NULL);
}

static void
on_add_message (GtkWidget *widget, const char *action, GVariant *kind)
{
  ExmFormOutputs *self = EXM_FORM_OUTPUTS (widget);
  const char *id = g_variant_get_string (kind, NULL);
  const char *const usual = strcmp (id, "report") == 0 ? "{date}.docx" : "Exemplar.db";
  g_autofree char *file = make_file (usual);
  const ExmTaskOutput output = {
    .kind = (char *) id,
    .to = exm_message_kind_find (id)->is_file ? file : (char *) id,
    .when = strcmp (id, "report") == 0 ? (char *) "daily 08:00" : NULL,
    .enabled = TRUE,
    .hold_unsure = TRUE,
  };
  GtkWidget *row = add_message_row (self, &output);

  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  emit_changed (self);
}

static void
add_files (ExmFormOutputs *self, ExmOutputFormat format)
{
  g_autofree char *folder
      = g_build_filename (g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS) != NULL
                              ? g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS)
                              : g_get_home_dir (),
                          "Exemplar", NULL);
  const ExmTaskOutput output = {
    .format = format,
    .folder = folder,
    .name_template = (char *) exm_name_template_get_default (format),
    .newest = EXM_OUTPUT_DEFAULT_NEWEST,
    .enabled = TRUE,
    .hold_unsure = TRUE,
  };

  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (add_row (self, &output)), TRUE);
  emit_changed (self);
}

static void
on_add_folder (GtkWidget *widget, const char *action, GVariant *parameter)
{
  add_files (EXM_FORM_OUTPUTS (widget), EXM_OUTPUT_MARKDOWN);
}

static void
on_add_feed (GtkWidget *widget, const char *action, GVariant *parameter)
{
  add_files (EXM_FORM_OUTPUTS (widget), EXM_OUTPUT_ATOM);
}

static void
append_message (GMenu *menu, const char *label, const ExmMessageKind *kind)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "outputs.message", "s", kind->id);
  g_menu_append_item (menu, item);
}

/* Folder, feed, message and database; the services and servers below. */
static GMenuModel *
make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();
  const ExmMessageKind *kind = exm_message_kind_get (0);
  const ExmMessageKind *file = exm_message_kind_find ("sqlite");

  g_menu_append (menu, _ ("Folder"), "outputs.folder");
  g_menu_append (menu, _ ("Feed"), "outputs.feed");
  append_message (menu, _ ("Message (Webhook)"), kind);
  append_message (menu, _ ("Database (SQLite)"), file);
  for (guint i = 1; (kind = exm_message_kind_get (i)) != NULL; i++)
    if (kind != file)
      append_message (more, _ (kind->title), kind);
  g_menu_append_submenu (menu, _ ("More"), G_MENU_MODEL (more));
  return G_MENU_MODEL (menu);
}

static void
exm_form_outputs_finalize (GObject *object)
{
  g_free (EXM_FORM_OUTPUTS (object)->folder);
  g_ptr_array_unref (EXM_FORM_OUTPUTS (object)->rows);
  G_OBJECT_CLASS (exm_form_outputs_parent_class)->finalize (object);
}

static void
exm_form_outputs_class_init (ExmFormOutputsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_form_outputs_finalize;
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "outputs.folder", NULL, on_add_folder);
  gtk_widget_class_install_action (widget_class, "outputs.feed", NULL, on_add_feed);
  gtk_widget_class_install_action (widget_class, "outputs.message", "s", on_add_message);
  changed_signal = g_signal_new ("changed", EXM_TYPE_FORM_OUTPUTS, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_form_outputs_init (ExmFormOutputs *self)
{
  GtkWidget *add = gtk_menu_button_new ();
  g_autoptr (GMenuModel) menu = make_menu ();

  self->rows = g_ptr_array_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (add), "list-add-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (add), menu);
  gtk_widget_set_tooltip_text (add, _ ("Add an output"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (add), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Add an output"), -1);
  gtk_widget_set_valign (add, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (add, "flat");
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (self), add);
}

void
exm_form_outputs_simplify (ExmFormOutputs *self)
{
  self->simple = TRUE;
}

void
exm_form_outputs_set (ExmFormOutputs *self,
                      const ExmTaskFields *fields,
                      const char *folder)
{
  g_free (self->folder);
  self->folder = g_strdup (folder);
  self->setting = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self),
                                  g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < fields->outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, i);
      if (output->kind != NULL)
        add_message_row (self, output);
      else
        add_row (self, output);
    }
  self->setting = FALSE;
}

void
exm_form_outputs_get (ExmFormOutputs *self, ExmTaskFields *fields)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      gpointer row = g_ptr_array_index (self->rows, i);
      if (EXM_IS_MESSAGE_ROW (row))
        {
          exm_message_row_get (row, fields);
          continue;
        }
      const RowParts *parts = get_parts (row);
      ExmTaskOutput *output = exm_task_fields_add_output (
          fields, get_format (parts), get_text (parts->folder), get_text (parts->name));
      output->enabled = gtk_switch_get_active (GTK_SWITCH (parts->enabled));
      output->newest
          = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (parts->newest));
      output->hold_unsure = gtk_switch_get_active (GTK_SWITCH (parts->hold));
    }
}
