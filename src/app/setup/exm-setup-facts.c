/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup-facts.h"

#include "app/widgets/exm-init.h"
#include "fetch/exm-url-display.h"

#include <glib/gi18n-lib.h>

struct _ExmSetupFacts
{
  GtkWidget parent_instance;

  GtkWidget *box;            /* (unowned) */
  AdwEntryRow *name;         /* (unowned) */
  AdwActionRow *example;     /* (unowned) */
  AdwEntryRow *pattern;      /* (unowned) */
  AdwComboRow *schedule;     /* (unowned) */
  AdwActionRow *folder;      /* (unowned) */
  GtkWidget *no_folder;      /* (unowned) */
  AdwComboRow *first_run;    /* (unowned) */
  GtkLabel *error;           /* (unowned) */
  GtkWidget *save;           /* (unowned) */
  ExmSetup *setup;           /* (owned) (nullable) */
  GtkNativeDialog *choosing; /* (owned) (nullable) */
  gboolean updating;         /* what changes now is not the operator's doing */
};

enum
{
  SAVE_ASKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmSetupFacts, exm_setup_facts, GTK_TYPE_WIDGET)

/* In the order of the rows in exm-setup-facts.ui. */
static const char *const schedules[] = {
  "every 10 min", "every 30 min", "every 1 h", "every 6 h", "every 1 d", "manual",
};

static const ExmFirstRun first_runs[] = {
  EXM_FIRST_RUN_NEWEST,
  EXM_FIRST_RUN_NEW,
  EXM_FIRST_RUN_DAYS,
  EXM_FIRST_RUN_ALL,
};

static guint
find_schedule (const ExmSchedule *schedule)
{
  for (guint i = 0; i < G_N_ELEMENTS (schedules); i++)
    {
      g_autoptr (ExmSchedule) known = exm_schedule_parse (schedules[i], NULL);
      if (known != NULL && exm_schedule_equal (known, schedule))
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static void
set_text (AdwEntryRow *row, const char *text)
{
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (row), text);
}

static void
show_folder (ExmSetupFacts *self, const ExmTaskFields *fields)
{
  gboolean any = fields->outputs->len > 0;
  const char *folder
      = any ? g_array_index (fields->outputs, ExmTaskOutput, 0).folder : NULL;
  g_autofree char *shown = any ? g_filename_display_name (folder) : NULL;
  g_autofree char *escaped
      = g_markup_escape_text (any ? shown : _ ("Only in Exemplar"), -1);

  adw_action_row_set_subtitle (self->folder, escaped);
  gtk_widget_set_visible (self->no_folder, any);
}

/* Returns: (transfer full): a choice of the first run, with what it would bring now */
static char *
describe_first_run (ExmSetupFacts *self,
                    const ExmTaskFields *fields,
                    ExmFirstRun first_run)
{
  guint n = 0;
  gboolean known = exm_setup_count_first_run (self->setup, first_run, &n);
  g_autofree char *words = NULL;

  if (first_run == EXM_FIRST_RUN_NEWEST)
    words = g_strdup_printf (_ ("Newest %u"), fields->first_run_newest);
  else if (first_run == EXM_FIRST_RUN_DAYS)
    words = g_strdup_printf (
        ngettext ("Last %u day", "Last %u days", fields->first_run_days),
        fields->first_run_days);
  else
    words = g_strdup (first_run == EXM_FIRST_RUN_ALL ? _ ("All listed") : _ ("New only"));
  if (!known || (first_run == EXM_FIRST_RUN_NEWEST && n == fields->first_run_newest))
    return g_steal_pointer (&words);
  /* translators: what a first run collects, such as "All listed", and how many that is */
  return g_strdup_printf (_ ("%s (%u)"), words, n);
}

static void
show_first_run (ExmSetupFacts *self, const ExmTaskFields *fields)
{
  GtkStringList *list = GTK_STRING_LIST (adw_combo_row_get_model (self->first_run));
  guint selected = 0;

  for (guint i = 0; i < G_N_ELEMENTS (first_runs); i++)
    {
      g_autofree char *words = describe_first_run (self, fields, first_runs[i]);
      const char *const additions[] = { words, NULL };
      if (g_strcmp0 (gtk_string_list_get_string (list, i), words) != 0)
        gtk_string_list_splice (list, i, 1, additions);
      if (first_runs[i] == fields->first_run)
        selected = i;
    }
  adw_combo_row_set_selected (self->first_run, selected);
}

static void
update (ExmSetupFacts *self)
{
  const ExmTaskFields *fields = exm_setup_get_fields (self->setup);
  ExmPageHints hints;

  if (fields == NULL)
    return;
  self->updating = TRUE;
  exm_setup_get_example (self->setup, 0, &hints);
  g_autofree char *shown = exm_url_to_display (hints.url);
  guint n_more = exm_setup_get_n_examples (self->setup) - 1;
  g_autofree char *more = g_strdup_printf (
      /* translators: %1$s is the address of an example */
      ngettext ("%1$s and %2$u more", "%1$s and %2$u more", n_more), shown, n_more);
  g_autofree char *escaped = g_markup_escape_text (n_more > 0 ? more : shown, -1);
  adw_action_row_set_subtitle (self->example, escaped);
  set_text (self->name, fields->name);
  /* An entry that is not a pattern yet stays as the operator writes it. */
  if (!gtk_widget_has_css_class (GTK_WIDGET (self->pattern), "error"))
    {
      g_autoptr (GPtrArray) patterns = g_ptr_array_new ();
      for (guint i = 0; i < fields->include->len; i++)
        g_ptr_array_add (patterns, g_ptr_array_index (fields->include, i));
      g_ptr_array_add (patterns, NULL);
      g_autofree char *joined = g_strjoinv (" ", (char **) patterns->pdata);
      set_text (self->pattern, joined);
    }
  adw_combo_row_set_selected (self->schedule, find_schedule (fields->schedule));
  show_first_run (self, fields);
  show_folder (self, fields);
  self->updating = FALSE;
}

static void
on_changed (ExmSetup *setup, gpointer data)
{
  update (EXM_SETUP_FACTS (data));
}

static void
update_save (ExmSetupFacts *self)
{
  gboolean can_save, can_start;

  g_object_get (self->setup, "can-save", &can_save, "can-start", &can_start, NULL);
  /* A run of what finds nothing would only say so every hour. */
  adw_split_button_set_label (ADW_SPLIT_BUTTON (self->save),
                              can_start ? _ ("_Save and Start") : _ ("_Save Paused"));
  gtk_widget_set_sensitive (
      self->save,
      can_save && !gtk_widget_has_css_class (GTK_WIDGET (self->pattern), "error"));
}

static void
on_can_save_notify (ExmSetup *setup, GParamSpec *pspec, gpointer data)
{
  update_save (EXM_SETUP_FACTS (data));
}

static void
on_name_changed (GtkEditable *editable, gpointer data)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (data);

  if (!self->updating)
    exm_setup_set_name (self->setup, gtk_editable_get_text (editable));
}

static void
on_pattern_changed (GtkEditable *editable, gpointer data)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (data);
  g_autofree char *text = g_strdup (gtk_editable_get_text (editable));
  g_autoptr (GError) error = NULL;

  if (self->updating)
    return;
  self->updating = TRUE;
  if (exm_setup_set_include (self->setup, g_strdelimit (text, " ", '\n'), &error))
    gtk_widget_remove_css_class (GTK_WIDGET (editable), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (editable), "error");
  exm_setup_facts_show_error (self, error != NULL ? error->message : NULL);
  update_save (self);
  self->updating = FALSE;
}

static void
on_schedule_selected (AdwComboRow *row, GParamSpec *pspec, gpointer data)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (data);
  guint selected = adw_combo_row_get_selected (row);

  if (!self->updating && self->setup != NULL && selected < G_N_ELEMENTS (schedules))
    exm_setup_set_schedule (self->setup, schedules[selected], NULL);
}

static void
on_first_run_selected (AdwComboRow *row, GParamSpec *pspec, gpointer data)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (data);
  guint selected = adw_combo_row_get_selected (row);

  if (!self->updating && self->setup != NULL && selected < G_N_ELEMENTS (first_runs))
    exm_setup_set_first_run (self->setup, first_runs[selected]);
}

static void
on_folder_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (data);
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                               ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                               : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autoptr (GError) error = NULL;

  if (path != NULL && !exm_setup_set_folder (self->setup, path, &error))
    exm_setup_facts_show_error (self, error->message);
  g_clear_object (&self->choosing);
}

static void
on_choose_folder (GtkButton *button, gpointer data)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (data);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_clear_object (&self->choosing);
  self->choosing = GTK_NATIVE_DIALOG (gtk_file_chooser_native_new (
      _ ("Where articles are written to"), GTK_WINDOW (root),
      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Choose"), _ ("_Cancel")));
  gtk_native_dialog_set_modal (self->choosing, TRUE);
  g_signal_connect_object (self->choosing, "response", G_CALLBACK (on_folder_chosen),
                           self, 0);
  gtk_native_dialog_show (self->choosing);
}

static void
on_no_folder (GtkButton *button, gpointer data)
{
  exm_setup_set_folder (EXM_SETUP_FACTS (data)->setup, NULL, NULL);
}

static void
save (ExmSetupFacts *self, gboolean paused)
{
  exm_setup_set_paused (self->setup, paused);
  g_signal_emit (self, signals[SAVE_ASKED], 0);
}

static void
on_save_clicked (GtkWidget *button, gpointer data)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (data);
  gboolean can_start;

  g_object_get (self->setup, "can-start", &can_start, NULL);
  save (self, !can_start);
}

static void
on_save_paused (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (widget);

  if (gtk_widget_is_sensitive (self->save))
    save (self, TRUE);
}

static void
exm_setup_facts_dispose (GObject *object)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (object);

  if (self->setup != NULL)
    g_signal_handlers_disconnect_by_data (self->setup, self);
  g_clear_object (&self->choosing);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_SETUP_FACTS);
  g_clear_object (&self->setup);
  G_OBJECT_CLASS (exm_setup_facts_parent_class)->dispose (object);
}

/* Enter in an entry saves, as in a dialog. */
static void
on_entry_activated (AdwEntryRow *row, gpointer data)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (data);

  if (gtk_widget_is_sensitive (self->save))
    on_save_clicked (self->save, self);
}

/* The keys that led here, once more. */
static gboolean
on_save_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  ExmSetupFacts *self = EXM_SETUP_FACTS (widget);

  if (gtk_widget_is_sensitive (self->save))
    on_save_clicked (self->save, self);
  return GDK_EVENT_STOP;
}

/* Windows have this for all their rows, popovers for Enter alone. */
static gboolean
on_space (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  return GTK_IS_LIST_BOX_ROW (focus) && gtk_widget_activate (focus);
}

static void
exm_setup_facts_class_init (ExmSetupFactsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_setup_facts_dispose;
  signals[SAVE_ASKED]
      = g_signal_new ("save-asked", EXM_TYPE_SETUP_FACTS, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-setup-facts.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, box);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, name);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, example);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, pattern);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, schedule);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, folder);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, no_folder);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, first_run);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, error);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupFacts, save);
  gtk_widget_class_bind_template_callback (widget_class, on_name_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_pattern_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_schedule_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_first_run_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_folder);
  gtk_widget_class_bind_template_callback (widget_class, on_no_folder);
  gtk_widget_class_bind_template_callback (widget_class, on_save_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_activated);
  gtk_widget_class_install_action (widget_class, "facts.save-paused", NULL,
                                   on_save_paused);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                on_save_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_space, 0, on_space, NULL);
}

static void
exm_setup_facts_init (ExmSetupFacts *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->updating = FALSE;
}

void
exm_setup_facts_set_setup (ExmSetupFacts *self, ExmSetup *setup)
{
  g_return_if_fail (EXM_IS_SETUP_FACTS (self));
  g_return_if_fail (self->setup == NULL);

  self->setup = g_object_ref (setup);
  g_signal_connect (setup, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect (setup, "notify::can-save", G_CALLBACK (on_can_save_notify), self);
  g_signal_connect (setup, "notify::can-start", G_CALLBACK (on_can_save_notify), self);
  update (self);
  update_save (self);
}

void
exm_setup_facts_show_error (ExmSetupFacts *self, const char *message)
{
  g_return_if_fail (EXM_IS_SETUP_FACTS (self));

  gtk_label_set_label (self->error, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), message != NULL);
}
