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
  char *kept_name;  /* (owned) (nullable): of the connection whose secret the keyring
                     * has: what is not entered is taken from it */
  guint n_changes;  /* of the connection, since the row was made */
  gboolean setting; /* controls are filled in */

  /* Rows, all (unowned). */
  GtkWidget *enabled;
  GtkWidget *name;     /* of a file, its path */
  GtkWidget *address;  /* (nullable) */
  GtkWidget *secret;   /* (nullable) */
  GtkWidget *room;     /* (nullable) */
  GPtrArray *settings; /* (owned) (element-type GtkWidget): of the kind, in its order */
  AdwActionRow *test;
  GtkWidget *send;
  GtkWidget *forget; /* (nullable): not of a file */
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

/* A connection that is saved, and a sample on its way to it; or one that is forgotten. */
typedef struct
{
  const ExmMessageKind *kind; /* (unowned) */
  char *folder;               /* (owned) (nullable): the data folder */
  char *kept_name;            /* (owned) (nullable): as of the row */
  ExmConnection connection;
  ExmSent sent;
  guint n_changes; /* of the row, when it was read */
} Sample;

static void
sample_free (gpointer data)
{
  Sample *sample = data;

  g_free (sample->folder);
  g_free (sample->kept_name);
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
  self->n_changes++;
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

/* @words: (nullable): what became of a test */
static void
tell (ExmMessageRow *self, const char *words, const char *place)
{
  g_autofree char *both = words == NULL   ? g_strdup (place)
                          : place == NULL ? g_strdup (words)
                                          : g_strconcat (words, "\n", place, NULL);
  g_autofree char *shown = g_markup_escape_text (both, -1);

  adw_action_row_set_subtitle (self->test, shown);
}

/* (transfer full) (nullable): where the secret of the connection is */
static char *
dup_place (const ExmMessageRow *self, const ExmConnection *connection)
{
  const char *place = _ (exm_connection_get_place (connection));

  if (self->kind == NULL || is_file (self))
    return NULL;
  if (connection->keyring_id == NULL)
    return g_strconcat (place, ".", NULL);
  /* translators: %s is “Kept in your keyring” */
  return g_strdup_printf (_ ("%s. What is left empty here stays as it is."), place);
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
  g_autofree char *place = dup_place (self, &sample->connection);

  tell (self, words, place);
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

/* Sends the sample. @sample: (transfer full) */
static void
send_to (ExmMessageRow *self, Sample *sample)
{
  tell (self, is_file (self) ? _ ("Testing…") : _ ("Sending…"), NULL);
  g_autoptr (GTask) task = g_task_new (self, NULL, on_sample_sent, NULL);
  g_task_set_source_tag (task, send_to);
  g_task_set_task_data (task, sample, sample_free);
  g_task_run_in_thread (task, send_sample);
}

/* Takes what was not entered from what the keyring has: of the connection of this name,
 * or of the one that the row had. */
static gboolean
complete (Sample *sample, GError **error)
{
  ExmConnection *connection = &sample->connection;
  g_auto (ExmConnection) known = { 0 };

  if (sample->kept_name == NULL)
    return TRUE;
  if ((!exm_message_kind_load (sample->kind, sample->folder, connection->name, &known,
                               NULL)
       && !exm_message_kind_load (sample->kind, sample->folder, sample->kept_name, &known,
                                  error))
      || !exm_connection_open (&known, NULL, error))
    return FALSE;
  if (connection->address == NULL)
    connection->address = g_steal_pointer (&known.address);
  if (connection->secret == NULL)
    connection->secret = g_steal_pointer (&known.secret);
  return TRUE;
}

static void
save_in_thread (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  Sample *sample = data;
  GError *error = NULL;

  if (complete (sample, &error)
      && exm_message_check (sample->kind, &sample->connection, &error)
      && exm_message_kind_save (sample->kind, sample->folder, &sample->connection,
                                EXM_SECRET_WHERE_IT_CAN, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
set_kept (ExmMessageRow *self, const ExmConnection *connection)
{
  g_free (self->kept_name);
  self->kept_name = connection->keyring_id != NULL ? g_strdup (connection->name) : NULL;
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  ExmMessageRow *self = EXM_MESSAGE_ROW (object);
  Sample *sample = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      tell (self, error->message, NULL);
      gtk_widget_set_sensitive (self->send, TRUE);
      return;
    }
  set_kept (self, &sample->connection);
  gtk_widget_set_sensitive (self->forget, TRUE);
  self->saved = self->n_changes == sample->n_changes;
  Sample *sent = g_new0 (Sample, 1);
  sent->kind = sample->kind;
  sent->connection = sample->connection;
  sample->connection = (ExmConnection){ 0 };
  send_to (self, sent);
  emit_changed (self);
}

static Sample *
read_sample (ExmMessageRow *self)
{
  Sample *sample = g_new0 (Sample, 1);

  sample->kind = self->kind;
  sample->folder = g_strdup (self->folder);
  sample->kept_name = g_strdup (self->kept_name);
  sample->n_changes = self->n_changes;
  sample->connection = (ExmConnection){ .name = dup_text (self->name),
                                        .address = dup_text (
                                            is_file (self) ? self->name : self->address),
                                        .secret = dup_text (self->secret),
                                        .room = dup_text (self->room) };
  if (sample->connection.name == NULL)
    sample->connection.name = g_strdup ("");
  read_settings (self, &sample->connection);
  return sample;
}

static void
on_send_clicked (ExmMessageRow *self)
{
  Sample *sample = read_sample (self);
  g_autoptr (GError) error = NULL;

  /* An entry that is empty may be filled from the keyring. */
  if ((sample->kept_name == NULL
       && !exm_message_check (self->kind, &sample->connection, &error))
      || !may_be_file (self, sample->connection.name, &error))
    {
      tell (self, error->message, NULL);
      sample_free (sample);
      return;
    }
  gtk_widget_set_sensitive (self->send, FALSE);
  if (is_file (self))
    {
      self->saved = TRUE;
      send_to (self, sample);
      emit_changed (self);
      return;
    }
  tell (self, _ ("Saving…"), NULL);
  g_autoptr (GTask) task = g_task_new (self, NULL, on_saved, NULL);
  g_task_set_source_tag (task, on_send_clicked);
  g_task_set_task_data (task, sample, sample_free);
  g_task_run_in_thread (task, save_in_thread);
}

static void
forget_in_thread (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  Sample *sample = data;
  GError *error = NULL;

  if (complete (sample, &error)
      && exm_connection_forget (sample->folder, sample->kind->id, sample->connection.name,
                                cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
set_text (GtkWidget *row, const char *text)
{
  if (row != NULL)
    gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
}

static void
on_forgotten (GObject *object, GAsyncResult *result, gpointer data)
{
  ExmMessageRow *self = EXM_MESSAGE_ROW (object);
  const Sample *sample = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  gtk_widget_set_sensitive (self->send, TRUE);
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      tell (self, error->message, NULL);
      gtk_widget_set_sensitive (self->forget, TRUE);
      return;
    }
  /* It can be stored again as it was. */
  g_clear_pointer (&self->kept_name, g_free);
  self->setting = TRUE;
  set_text (self->address, sample->connection.address);
  set_text (self->secret, sample->connection.secret);
  self->setting = FALSE;
  on_connection_changed (self);
  tell (self,
        _ ("Address and secret are removed from this computer. Save and Test stores them "
           "again."),
        NULL);
}

static void
on_forget_clicked (ExmMessageRow *self)
{
  Sample *sample = read_sample (self);

  gtk_widget_set_sensitive (self->send, FALSE);
  gtk_widget_set_sensitive (self->forget, FALSE);
  g_autoptr (GTask) task = g_task_new (self, NULL, on_forgotten, NULL);
  g_task_set_source_tag (task, on_forget_clicked);
  g_task_set_task_data (task, sample, sample_free);
  g_task_run_in_thread (task, forget_in_thread);
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
add_forget (ExmMessageRow *self)
{
  const char *name = _ ("Forget this connection");

  self->forget = gtk_button_new_from_icon_name ("user-trash-symbolic");
  gtk_widget_set_tooltip_text (self->forget, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->forget),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_valign (self->forget, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->forget, "flat");
  gtk_widget_set_sensitive (self->forget, self->saved);
  adw_action_row_add_suffix (self->test, self->forget);
  g_signal_connect_swapped (self->forget, "clicked", G_CALLBACK (on_forget_clicked),
                            self);
}

/* @known: what is saved of it */
static void
add_test (ExmMessageRow *self, const ExmConnection *known)
{
  GtkWidget *test = adw_action_row_new ();
  g_autofree char *place = self->saved ? dup_place (self, known) : NULL;

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
      : place != NULL  ? place
                       : hint);
  if (!is_file (self))
    add_forget (self);
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
      add_test (self, &known);
      return;
    }
  set_kept (self, &known);
  /* The address of a chat is as secret as a password; that of a database holds none. */
  self->address = add_entry (
      self, self->is_database ? adw_entry_row_new () : adw_password_entry_row_new (),
      _ ("Address"),
      known.is_closed ? known.address
                      : exm_connection_get_address (&known, self->kind->standard_address),
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
  add_test (self, &known);
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
  g_free (self->kept_name);
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
exm_message_row_simplify (ExmMessageRow *self, gboolean keeps_time)
{
  GtkWidget *const controls[] = { self->enabled, self->words,   self->least_sure,
                                  self->quiet,   self->backlog, self->add_columns };

  for (gsize i = 0; i < G_N_ELEMENTS (controls); i++)
    if (controls[i] != NULL)
      gtk_widget_set_visible (
          gtk_widget_get_ancestor (controls[i], ADW_TYPE_PREFERENCES_ROW), FALSE);
  if (self->when != NULL && !keeps_time)
    gtk_widget_set_visible (self->when, FALSE);
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
