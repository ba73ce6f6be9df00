/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-message-row.h"

#include "publish/messages/exm-destination.h"
#include "publish/messages/exm-message-sender.h"
#include "task/exm-output-rules.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmMessageRow
{
  AdwExpanderRow parent_instance;

  const ExmMessageKind *kind; /* (unowned) (nullable): not known to this version */
  char *kind_id;              /* (owned) */
  char *folder;               /* (owned) (nullable) */
  char *kept_when;            /* (owned) (nullable): where no control shows it */
  gboolean hold_unsure;
  gboolean is_database;
  gboolean is_report;
  gboolean sends_backlog; /* of a database, which has no control for it */
  gboolean saved;         /* the connection is there */
  gboolean setting;       /* controls are filled in */

  /* Rows, all (unowned). */
  GtkWidget *enabled;
  GtkWidget *name;     /* of a file, its path */
  GtkWidget *address;  /* (nullable) */
  GtkWidget *secret;   /* (nullable) */
  GtkWidget *room;     /* (nullable) */
  GPtrArray *settings; /* (owned) (element-type GtkWidget): of the kind, in its order */
  AdwActionRow *test;
  GtkWidget *send;
  GtkWidget *words;
  GtkWidget *least_sure;
  GtkWidget *when;  /* (nullable): of messages of several articles */
  GtkWidget *clock; /* of a message a day */
  GtkWidget *quiet;
  GtkWidget *backlog;     /* (nullable): of messages */
  GtkWidget *add_columns; /* (nullable): of databases */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmMessageRow, exm_message_row, ADW_TYPE_EXPANDER_ROW)

/* A sample on its way. */
typedef struct
{
  const ExmMessageKind *kind; /* (unowned) */
  ExmConnection connection;
  ExmSent sent;
} Sample;

static void
sample_free (gpointer data)
{
  Sample *sample = data;

  exm_connection_clear (&sample->connection);
  exm_sent_clear (&sample->sent);
  g_free (sample);
}

/* (transfer full) (nullable): the text of a row that has some */
static char *
dup_text (GtkWidget *row)
{
  const char *text = row != NULL ? gtk_editable_get_text (GTK_EDITABLE (row)) : "";

  return *text != '\0' ? g_strdup (text) : NULL;
}

static void
update (ExmMessageRow *self)
{
  g_autofree char *name = dup_text (self->name);
  g_autofree char *shown = g_markup_escape_text (name != NULL ? name : "", -1);

  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), shown);
}

static void
emit_changed (ExmMessageRow *self)
{
  if (self->setting)
    return;
  update (self);
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
is_file (const ExmMessageRow *self)
{
  return self->kind != NULL && self->kind->is_file;
}

/* The connection is another one now. */
static void
on_connection_changed (ExmMessageRow *self)
{
  if (self->setting)
    return;
  self->saved = is_file (self);
  emit_changed (self);
}

static void
send_sample (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  Sample *sample = data;
  GError *error = NULL;

  if (exm_message_send_test (sample->kind, &sample->connection, g_get_real_time (),
                             cancellable, &sample->sent, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Databases answer without a number. */
static char *
format_answer (const ExmSent *sent)
{
  const char *answer = sent->answer != NULL ? sent->answer : "";

  if (sent->status == 0)
    return g_strdup (answer);
  /* translators: a number, and what a service said */
  return g_strdup_printf (_ ("It was taken. Answer %u: %s"), sent->status, answer);
}

static void
on_sample_sent (GObject *object, GAsyncResult *result, gpointer data)
{
  ExmMessageRow *self = EXM_MESSAGE_ROW (object);
  const Sample *sample = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean good = g_task_propagate_boolean (G_TASK (result), &error);
  g_autofree char *words
      = good ? format_answer (&sample->sent) : g_strdup (error->message);
  g_autofree char *shown = g_markup_escape_text (words, -1);

  adw_action_row_set_subtitle (self->test, shown);
  gtk_widget_set_sensitive (self->send, TRUE);
}

static void
read_settings (ExmMessageRow *self, ExmConnection *connection)
{
  for (guint i = 0; i < self->settings->len; i++)
    {
      const char *text = gtk_editable_get_text (g_ptr_array_index (self->settings, i));
      const ExmMessageSetting *setting = &self->kind->settings[i];
      /* One that is as it would be anyhow is not kept. */
      if (strcmp (text, setting->standard) != 0)
        exm_connection_set (connection, setting->key, *text != '\0' ? text : " ");
    }
}

/* A file is none of the data folder. */
static gboolean
may_be_file (const ExmMessageRow *self, const char *path, GError **error)
{
  g_auto (ExmConnection) connection = { 0 };

  return !is_file (self) || self->folder == NULL
         || exm_message_kind_load (self->kind, self->folder, path, &connection, error);
}

static void
on_send_clicked (ExmMessageRow *self)
{
  Sample *sample = g_new0 (Sample, 1);
  g_autoptr (GError) error = NULL;

  sample->kind = self->kind;
  sample->connection = (ExmConnection){ .name = dup_text (self->name),
                                        .address = dup_text (
                                            is_file (self) ? self->name : self->address),
                                        .secret = dup_text (self->secret),
                                        .room = dup_text (self->room) };
  if (sample->connection.name == NULL)
    sample->connection.name = g_strdup ("");
  read_settings (self, &sample->connection);
  if (!exm_message_check (self->kind, &sample->connection, &error)
      || !may_be_file (self, sample->connection.name, &error)
      || (!is_file (self)
          && !exm_connection_save (self->folder, self->kind_id, &sample->connection,
                                   &error)))
    {
      g_autofree char *shown = g_markup_escape_text (error->message, -1);
      adw_action_row_set_subtitle (self->test, shown);
      sample_free (sample);
      return;
    }
  self->saved = TRUE;
  adw_action_row_set_subtitle (self->test,
                               is_file (self) ? _ ("Testing…") : _ ("Sending…"));
  gtk_widget_set_sensitive (self->send, FALSE);
  g_autoptr (GTask) task = g_task_new (self, NULL, on_sample_sent, NULL);
  g_task_set_source_tag (task, on_send_clicked);
  g_task_set_task_data (task, sample, sample_free);
  g_task_run_in_thread (task, send_sample);
  emit_changed (self);
}

/* Choices of the row, in its order. */
enum
{
  WHEN_EACH,
  WHEN_RUN,
  WHEN_DAILY,
};

#define DAILY "daily "

/* (transfer full) (nullable): as task files have it */
static char *
dup_when (ExmMessageRow *self)
{
  if (self->when == NULL)
    return g_strdup (self->kept_when);
  guint choice = adw_combo_row_get_selected (ADW_COMBO_ROW (self->when));

  if (choice == WHEN_EACH)
    return NULL;
  if (choice == WHEN_RUN)
    return g_strdup ("run");
  return g_strconcat (DAILY, gtk_editable_get_text (GTK_EDITABLE (self->clock)), NULL);
}

static void
on_when_selected (ExmMessageRow *self)
{
  gtk_widget_set_visible (
      self->clock, adw_combo_row_get_selected (ADW_COMBO_ROW (self->when)) == WHEN_DAILY);
  emit_changed (self);
}

static GtkWidget *
add_entry (ExmMessageRow *self,
           GtkWidget *row,
           const char *title,
           const char *text,
           void (*changed) (ExmMessageRow *self))
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
  g_signal_connect_swapped (row, "changed", G_CALLBACK (changed), self);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
  return row;
}

static GtkWidget *
add_switch (ExmMessageRow *self, const char *title, const char *subtitle, gboolean active)
{
  GtkWidget *row = adw_action_row_new (), *control = gtk_switch_new ();

  gtk_switch_set_active (GTK_SWITCH (control), active);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
  g_signal_connect_swapped (control, "notify::active", G_CALLBACK (emit_changed), self);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
  return control;
}

static void
add_test (ExmMessageRow *self)
{
  GtkWidget *test = adw_action_row_new ();

  self->test = ADW_ACTION_ROW (test);
  self->send
      = gtk_button_new_with_label (is_file (self) ? _ ("Test") : _ ("Save and Test"));
  gtk_widget_set_valign (self->send, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (test),
                                 self->is_report  ? _ ("Report")
                                 : is_file (self) ? _ ("Table")
                                                  : _ ("Connection"));
  g_autofree char *hint = g_strdup_printf (
      self->is_database
          /* translators: what an address looks like */
          ? _ ("Saves address and password on this computer, and writes a sample that is "
               "taken back. An address is like %s")
          /* translators: what an address looks like */
          : _ (
              "Saves address and secret on this computer, and sends a sample. An address "
              "is like %s"),
      self->kind->address);
  adw_action_row_set_subtitle (
      self->test,
      self->is_report
          ? _ ("Writes a sample that is taken back. {date} in the name is the "
               "day; .docx is a document, .xlsx a list.")
      : is_file (self) ? _ ("Makes the table, and writes a sample that is taken back.")
                       : hint);
  adw_action_row_add_suffix (self->test, self->send);
  gtk_widget_set_sensitive (self->send, is_file (self) || self->folder != NULL);
  g_signal_connect_swapped (self->send, "clicked", G_CALLBACK (on_send_clicked), self);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), test);
}

static void
add_connection (ExmMessageRow *self, const ExmTaskOutput *output)
{
  g_auto (ExmConnection) known = { 0 };

  self->saved
      = self->kind != NULL && (is_file (self) || self->folder != NULL)
        && exm_message_kind_load (self->kind, self->folder, output->to, &known, NULL);
  self->name = add_entry (self, adw_entry_row_new (),
                          is_file (self) ? _ ("File") : _ ("Name of the connection"),
                          output->to, on_connection_changed);
  if (self->kind == NULL)
    return;
  if (is_file (self))
    {
      add_test (self);
      return;
    }
  /* The address of a chat is as secret as a password; that of a database holds none. */
  self->address = add_entry (
      self, self->is_database ? adw_entry_row_new () : adw_password_entry_row_new (),
      _ ("Address"), exm_connection_get_address (&known, self->kind->standard_address),
      on_connection_changed);
  gtk_widget_set_tooltip_text (self->address, self->kind->address);
  if (self->kind->secret != NULL)
    self->secret = add_entry (self, adw_password_entry_row_new (), _ (self->kind->secret),
                              known.secret, on_connection_changed);
  if (self->kind->room != NULL)
    self->room = add_entry (self, adw_entry_row_new (), _ (self->kind->room), known.room,
                            on_connection_changed);
  const ExmMessageSetting *setting = self->kind->settings;
  for (; setting != NULL && setting->key != NULL; setting++)
    g_ptr_array_add (
        self->settings,
        add_entry (self, adw_entry_row_new (), _ (setting->title),
                   exm_connection_get (&known, setting->key, setting->standard),
                   on_connection_changed));
  add_test (self);
}

static void
add_when (ExmMessageRow *self, const char *when)
{
  const char *const choices[]
      = { _ ("For each article"), _ ("For each run"), _ ("Once a day"), NULL };
  g_autoptr (GtkStringList) model = gtk_string_list_new (choices);
  gboolean daily = g_str_has_prefix (when, DAILY);

  self->when = adw_combo_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->when), _ ("A message"));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->when), G_LIST_MODEL (model));
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->when), daily ? WHEN_DAILY
                                                          : g_strcmp0 (when, "run") == 0
                                                              ? WHEN_RUN
                                                              : WHEN_EACH);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), self->when);
  self->clock = add_entry (self, adw_entry_row_new (), _ ("Time of day, as 08:00"),
                           daily ? when + strlen (DAILY) : "08:00", emit_changed);
  gtk_widget_set_visible (self->clock, daily);
  gtk_widget_set_visible (self->when, !self->is_report);
  g_signal_connect_swapped (self->when, "notify::selected", G_CALLBACK (on_when_selected),
                            self);
}

static void
add_rules (ExmMessageRow *self, const ExmTaskOutput *output)
{
  self->words
      = add_entry (self, adw_entry_row_new (), _ ("Only with one of these words (a, b)"),
                   output->words, emit_changed);
  self->least_sure = add_entry (self, adw_entry_row_new (),
                                _ ("Only of at least this confidence, percent"),
                                output->least_sure, emit_changed);
  if (!self->is_database && (self->kind == NULL || !self->kind->is_lone))
    add_when (self, output->when != NULL ? output->when : "");
  self->quiet = add_entry (self, adw_entry_row_new (), _ ("Quiet hours, as 22:00-07:00"),
                           output->quiet, emit_changed);
  gtk_widget_set_visible (self->quiet, !self->is_report);
  if (self->is_database)
    self->add_columns = add_switch (
        self, _ ("Add columns that the table lacks"),
        _ ("Without it, such a table is told under Activity."), output->add_columns);
  else
    self->backlog
        = add_switch (self, _ ("Send older articles, too"), "", output->backlog);
}

static void
exm_message_row_finalize (GObject *object)
{
  ExmMessageRow *self = EXM_MESSAGE_ROW (object);

  g_free (self->kind_id);
  g_free (self->folder);
  g_free (self->kept_when);
  g_ptr_array_unref (self->settings);
  G_OBJECT_CLASS (exm_message_row_parent_class)->finalize (object);
}

static void
exm_message_row_class_init (ExmMessageRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_message_row_finalize;
  changed_signal = g_signal_new ("changed", EXM_TYPE_MESSAGE_ROW, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_message_row_init (ExmMessageRow *self)
{
  self->settings = g_ptr_array_new ();
}

GtkWidget *
exm_message_row_new (const ExmTaskOutput *output, const char *folder)
{
  ExmMessageRow *self = g_object_new (EXM_TYPE_MESSAGE_ROW, NULL);

  self->kind = exm_message_kind_find (output->kind);
  self->kind_id = g_strdup (output->kind);
  self->folder = g_strdup (folder);
  self->kept_when = g_strdup (output->when);
  self->hold_unsure = output->hold_unsure;
  self->is_database = exm_output_rules_is_database (output);
  self->is_report = exm_output_rules_is_report (output);
  self->sends_backlog = output->backlog;
  self->setting = TRUE;
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), self->kind != NULL
                                                                 ? _ (self->kind->title)
                                                                 : output->kind);
  self->enabled = add_switch (
      self, self->is_database || self->is_report ? _ ("Write to it") : _ ("Send to it"),
      _ (exm_destination_get_guarantee (output)), output->enabled);
  add_connection (self, output);
  add_rules (self, output);
  self->setting = FALSE;
  update (self);
  return GTK_WIDGET (self);
}

void
exm_message_row_simplify (ExmMessageRow *self)
{
  GtkWidget *const controls[] = { self->enabled, self->words,   self->least_sure,
                                  self->quiet,   self->backlog, self->add_columns };

  for (gsize i = 0; i < G_N_ELEMENTS (controls); i++)
    if (controls[i] != NULL)
      gtk_widget_set_visible (
          gtk_widget_get_ancestor (controls[i], ADW_TYPE_PREFERENCES_ROW), FALSE);
}

void
exm_message_row_get (ExmMessageRow *self, ExmTaskFields *fields)
{
  ExmTaskOutput *output = exm_task_fields_add_message_output (
      fields, self->kind_id, gtk_editable_get_text (GTK_EDITABLE (self->name)));

  output->enabled = gtk_switch_get_active (GTK_SWITCH (self->enabled));
  output->hold_unsure = self->hold_unsure;
  output->words = dup_text (self->words);
  output->least_sure = dup_text (self->least_sure);
  g_free (output->when);
  output->when = dup_when (self);
  output->quiet = dup_text (self->quiet);
  output->backlog = self->backlog != NULL
                        ? gtk_switch_get_active (GTK_SWITCH (self->backlog))
                        : self->sends_backlog;
  output->add_columns = self->add_columns != NULL
                        && gtk_switch_get_active (GTK_SWITCH (self->add_columns));
}

char *
exm_message_row_check (ExmMessageRow *self)
{
  g_auto (ExmTaskFields) fields = { 0 };
  const char *problem = NULL;

  exm_task_fields_init (&fields);
  exm_message_row_get (self, &fields);
  const char *key = exm_output_rules_check (
      &g_array_index (fields.outputs, ExmTaskOutput, 0), &problem);
  if (key != NULL)
    /* translators: a field, and what is wrong with it */
    return g_strdup_printf (_ ("“%s”: %s"), key, _ (problem));
  if (self->is_report)
    {
      g_autoptr (GError) error = NULL;
      const ExmConnection connection
          = { .address = (char *) gtk_editable_get_text (GTK_EDITABLE (self->name)) };
      if (!exm_message_check (self->kind, &connection, &error))
        return g_strdup (error->message);
    }
  if (self->kind != NULL && self->folder != NULL && !self->saved)
    return g_strdup (_ ("The connection is not saved yet: choose Save and Test."));
  return NULL;
}
