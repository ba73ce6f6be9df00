/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-task-editor.h"

#include "app/settings/exm-form-outputs.h"
#include "app/settings/exm-form-schedule.h"
#include "app/trash/exm-trash-words.h"
#include "app/widgets/exm-bidi.h"
#include "app/widgets/exm-toast.h"
#include "publish/formats/exm-format.h"
#include "setup/exm-group-defaults.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Pixels of a dialog that asks for outputs or a schedule. */
#define FORM_WIDTH 480
#define FORM_HEIGHT 420

struct _ExmTaskEditor
{
  GObject parent_instance;

  GtkWidget *widget;       /* (unowned) (nullable): weak */
  ExmSession *session;     /* (owned) */
  ExmTaskChange *undoable; /* (owned) (nullable): the last one */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmTaskEditor, exm_task_editor, G_TYPE_OBJECT)

static void
exm_task_editor_dispose (GObject *object)
{
  ExmTaskEditor *self = EXM_TASK_EDITOR (object);

  g_clear_weak_pointer (&self->widget);
  g_clear_object (&self->undoable);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (exm_task_editor_parent_class)->dispose (object);
}

static void
exm_task_editor_class_init (ExmTaskEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_task_editor_dispose;
  changed_signal = g_signal_new ("changed", EXM_TYPE_TASK_EDITOR, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_task_editor_init (ExmTaskEditor *self)
{
}

ExmTaskEditor *
exm_task_editor_new (GtkWidget *widget, ExmSession *session)
{
  ExmTaskEditor *self = g_object_new (EXM_TYPE_TASK_EDITOR, NULL);

  g_set_weak_pointer (&self->widget, widget);
  self->session = g_object_ref (session);
  return self;
}

/* Changes, and back */

static void
set_undoable (ExmTaskEditor *self, ExmTaskChange *change)
{
  if (g_set_object (&self->undoable, change))
    g_signal_emit (self, changed_signal, 0);
}

static void
tell (ExmTaskEditor *self, const GError *error)
{
  if (self->widget != NULL && error != NULL)
    exm_toast_show_error (self->widget, error);
}

static void
on_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmTaskEditor) self = data;
  g_autoptr (GError) error = NULL;

  exm_session_write_finish (EXM_SESSION (source), result, &error);
  tell (self, error);
}

static void
take_back (ExmTaskEditor *self, ExmTaskChange *change)
{
  if (self->session == NULL)
    return;
  exm_task_change_undo_async (change, self->session, on_undone, g_object_ref (self));
  if (self->undoable == change)
    set_undoable (self, NULL);
}

static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  take_back (EXM_TASK_EDITOR (data), g_object_get_data (G_OBJECT (toast), "exm-change"));
}

/* Returns: (transfer full): what was done, in words */
static char *
describe (ExmTaskChange *change)
{
  const char *name = g_object_get_data (G_OBJECT (change), "exm-name");
  guint n = exm_task_change_get_n_done (change);
  g_autofree char *isolated = name != NULL ? exm_bidi_isolate (name) : NULL;

  if (exm_task_change_get_kind (change) == EXM_TASK_CHANGE_GROUP_NAME)
    return g_strdup_printf (
        ngettext ("Group renamed, with %u task", "Group renamed, with %u tasks", n), n);
  if (exm_task_change_get_group (change) != NULL)
    return g_strdup_printf (ngettext ("Set for the group, and for %u task",
                                      "Set for the group, and for %u tasks", n),
                            n);
  if (exm_task_change_get_kind (change) != EXM_TASK_CHANGE_TRASH)
    return g_strdup_printf (ngettext ("%u task changed", "%u tasks changed", n), n);
  if (n == 1 && isolated != NULL)
    return exm_trash_words_trashed (isolated, exm_task_change_get_n_articles (change));
  return g_strdup_printf (
      ngettext ("%u task is in the Trash", "%u tasks are in the Trash", n), n);
}

static void
show_change (ExmTaskEditor *self, ExmTaskChange *change)
{
  g_autofree char *words = describe (change);
  AdwToast *toast = exm_toast_new (words);

  adw_toast_set_button_label (toast, _ ("Undo"));
  g_object_set_data_full (G_OBJECT (toast), "exm-change", g_object_ref (change),
                          g_object_unref);
  g_object_set_data_full (G_OBJECT (toast), "exm-editor", g_object_ref (self),
                          g_object_unref);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_undo_clicked), self,
                           0);
  exm_toast_show (self->widget, toast);
}

/* Takes the editor and its change out of what waits for the end. */
static void
on_changed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmTaskChange) change = EXM_TASK_CHANGE (data);
  g_autoptr (ExmTaskEditor) self = g_object_steal_data (G_OBJECT (change), "exm-editor");
  g_autoptr (GError) error = NULL;
  guint n = exm_task_change_get_n_done (change);
  gboolean good = exm_session_write_finish (EXM_SESSION (source), result, &error);

  /* A window may have been closed meanwhile. */
  if (self->widget == NULL)
    return;
  gboolean done = n > 0 || (good && exm_task_change_get_group (change) != NULL);
  if (done)
    set_undoable (self, change);
  if (!good)
    tell (self, error);
  else if (done)
    show_change (self, change);
}

/* @change: (transfer full) */
static void
start (ExmTaskEditor *self, ExmTaskChange *change)
{
  g_object_set_data_full (G_OBJECT (change), "exm-editor", g_object_ref (self),
                          g_object_unref);
  exm_task_change_run_async (change, self->session, on_changed, change);
}

/* @given: (nullable): as of exm_task_change_new() */
static void
run (ExmTaskEditor *self,
     ExmTaskChangeKind kind,
     const GPtrArray *uids,
     ExmTaskFields *given)
{
  ExmTaskChange *change;
  ExmTaskItem *first;

  if (uids->len == 0 || self->session == NULL)
    return;
  change = exm_task_change_new (kind, uids, given);
  first = exm_session_find_task (self->session, uids->pdata[0]);
  if (first != NULL)
    g_object_set_data_full (G_OBJECT (change), "exm-name",
                            g_strdup (exm_task_item_get_name (first)), g_free);
  start (self, change);
}

void
exm_task_editor_set_paused (ExmTaskEditor *self, const GPtrArray *uids, gboolean paused)
{
  g_auto (ExmTaskFields) fields = { 0 };

  g_return_if_fail (EXM_IS_TASK_EDITOR (self));
  exm_task_fields_init (&fields);
  fields.paused = paused;
  run (self, EXM_TASK_CHANGE_PAUSED, uids, &fields);
}

void
exm_task_editor_run (ExmTaskEditor *self, const GPtrArray *uids)
{
  g_return_if_fail (EXM_IS_TASK_EDITOR (self));
  for (guint i = 0; i < uids->len; i++)
    exm_session_run_task (self->session, uids->pdata[i]);
}

gboolean
exm_task_editor_can_undo (ExmTaskEditor *self)
{
  return self->undoable != NULL;
}

void
exm_task_editor_undo (ExmTaskEditor *self)
{
  g_autoptr (ExmTaskChange) change
      = self->undoable != NULL ? g_object_ref (self->undoable) : NULL;

  if (change != NULL)
    take_back (self, change);
}

/* Questions */

/* A value that is asked for; the dialog has it. */
typedef struct
{
  ExmTaskEditor *editor; /* (owned) */
  ExmTaskChangeKind kind;
  GPtrArray *uids;          /* (owned) (element-type utf8) */
  char *group;              /* (owned) (nullable): that gets the value, too */
  AdwMessageDialog *dialog; /* (unowned): has this */
  GtkWidget *form;          /* (unowned): what is typed or chosen */
  GtkLabel *why;            /* (unowned) (nullable): what is wrong with it */
  GtkCheckButton *all;      /* (unowned) (nullable): also tasks that have their own */
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->editor);
  g_ptr_array_unref (question->uids);
  g_free (question->group);
  g_free (question);
}

static gboolean
is_text (ExmTaskChangeKind kind)
{
  return kind == EXM_TASK_CHANGE_NAME || kind == EXM_TASK_CHANGE_GROUP
         || kind == EXM_TASK_CHANGE_GROUP_NAME;
}

static GPtrArray *
copy (const GPtrArray *uids)
{
  GPtrArray *copied = g_ptr_array_new_full (uids->len, g_free);

  for (guint i = 0; i < uids->len; i++)
    g_ptr_array_add (copied, g_strdup (uids->pdata[i]));
  return copied;
}

/* Puts what is shown into @fields. */
static void
read_form (const Question *question, ExmTaskFields *fields)
{
  if (question->kind == EXM_TASK_CHANGE_SCHEDULE)
    exm_form_schedule_get (EXM_FORM_SCHEDULE (question->form), fields);
  else if (question->kind == EXM_TASK_CHANGE_OUTPUTS)
    exm_form_outputs_get (EXM_FORM_OUTPUTS (question->form), fields);
  else
    {
      const char *typed = gtk_editable_get_text (GTK_EDITABLE (question->form));
      g_autofree char *text = g_strstrip (g_strdup (typed));
      char **field
          = question->kind == EXM_TASK_CHANGE_NAME ? &fields->name : &fields->group;
      g_free (*field);
      *field = *text != '\0' ? g_steal_pointer (&text) : NULL;
    }
}

/* Returns: (nullable): the name of the one file that is written anew by each task */
static const char *
get_shared_name (const ExmTaskOutput *output)
{
  if (output->kind != NULL)
    return g_str_equal (output->kind, "report") ? output->to : NULL;
  return exm_format_get (output->format)->kind == EXM_FORMAT_FEED ? output->name_template
                                                                  : NULL;
}

/* Refuses files that one task would write over the other's.
 *
 * Returns: (transfer full) (nullable): what to do about it */
static char *
check_shared (const Question *question)
{
  g_auto (ExmTaskFields) fields = { 0 };

  if (question->uids->len < 2 && question->group == NULL)
    return NULL;
  exm_task_fields_init (&fields);
  read_form (question, &fields);
  for (guint i = 0; i < fields.outputs->len; i++)
    {
      const char *name
          = get_shared_name (&g_array_index (fields.outputs, ExmTaskOutput, i));
      if (name != NULL && strstr (name, "{task}") == NULL)
        return g_strdup_printf (
            /* translators: %s is the name of a file */
            _ ("Each task needs a file of its own: write {task} into the name “%s”"),
            name);
    }
  return NULL;
}

static char *
check_form (const Question *question)
{
  char *message;

  if (question->kind == EXM_TASK_CHANGE_SCHEDULE)
    return exm_form_schedule_check (EXM_FORM_SCHEDULE (question->form));
  message = exm_form_outputs_check (EXM_FORM_OUTPUTS (question->form));
  return message != NULL ? message : check_shared (question);
}

static void
on_form_changed (Question *question)
{
  g_autofree char *message = check_form (question);

  gtk_label_set_label (question->why, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (question->why), message != NULL);
  adw_message_dialog_set_response_enabled (question->dialog, "change", message == NULL);
}

static void
on_name_changed (Question *question)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  read_form (question, &fields);
  g_autofree char *group = exm_group_normalize (fields.group);
  adw_message_dialog_set_response_enabled (
      question->dialog, "change",
      question->kind == EXM_TASK_CHANGE_NAME ? fields.name != NULL : group != NULL);
}

static void
on_answered (AdwMessageDialog *dialog, const char *response, Question *question)
{
  g_auto (ExmTaskFields) fields = { 0 };

  if (!g_str_equal (response, "change"))
    return;
  exm_task_fields_init (&fields);
  read_form (question, &fields);
  if (question->group != NULL)
    start (question->editor,
           exm_task_change_new_of_group (
               question->kind, question->group, &fields,
               question->all != NULL && gtk_check_button_get_active (question->all)));
  else
    run (question->editor, question->kind, question->uids, &fields);
}

/* Returns: (transfer floating): an entry with the group that is renamed, or the name or
 * group of @item */
static GtkWidget *
make_entry (Question *question, ExmTaskItem *item)
{
  gboolean name = question->kind == EXM_TASK_CHANGE_NAME;
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *text = NULL;

  if (question->group != NULL)
    text = g_strdup (question->group);
  else
    g_object_get (item, name ? "name" : "group", &text, NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), text != NULL ? text : "");
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name ? _ ("Name") : _ ("Group"), -1);
  if (question->kind != EXM_TASK_CHANGE_GROUP) /* a task may be in none */
    g_signal_connect_swapped (entry, "changed", G_CALLBACK (on_name_changed), question);
  return entry;
}

/* Returns: (transfer floating): a form with the schedule or the outputs of @fields */
static GtkWidget *
make_form (Question *question, const ExmTaskFields *fields)
{
  if (question->kind == EXM_TASK_CHANGE_SCHEDULE)
    {
      GtkWidget *form = g_object_new (EXM_TYPE_FORM_SCHEDULE, NULL);
      exm_form_schedule_set (EXM_FORM_SCHEDULE (form), fields);
      return form;
    }
  GtkWidget *form = g_object_new (EXM_TYPE_FORM_OUTPUTS, "title", _ ("Outputs"), NULL);
  exm_form_outputs_set (EXM_FORM_OUTPUTS (form), fields,
                        exm_session_get_folder (question->editor->session));
  return form;
}

/* Returns: (transfer floating): @form, which may be long, with what is wrong with it */
static GtkWidget *
make_frame (Question *question, GtkWidget *form)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *clamp = g_object_new (ADW_TYPE_CLAMP, "child", form, "margin-start", 6,
                                   "margin-end", 6, NULL);
  GtkWidget *scrolled = g_object_new (
      GTK_TYPE_SCROLLED_WINDOW, "child", clamp, "hscrollbar-policy", GTK_POLICY_NEVER,
      "propagate-natural-height", TRUE, "max-content-height", FORM_HEIGHT,
      "width-request", FORM_WIDTH, NULL);

  question->why = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "xalign", 0., NULL);
  gtk_widget_add_css_class (GTK_WIDGET (question->why), "error");
  gtk_box_append (GTK_BOX (box), scrolled);
  if (question->group != NULL)
    {
      question->all = GTK_CHECK_BUTTON (
          gtk_check_button_new_with_mnemonic (_ ("Also for tasks that have their _own")));
      gtk_check_button_set_active (question->all, TRUE);
      gtk_box_append (GTK_BOX (box), GTK_WIDGET (question->all));
    }
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (question->why));
  g_signal_connect_swapped (form, "changed", G_CALLBACK (on_form_changed), question);
  return box;
}

static const char *
get_heading (ExmTaskChangeKind kind)
{
  switch (kind)
    {
    case EXM_TASK_CHANGE_NAME:
      return _ ("Rename the Task");
    case EXM_TASK_CHANGE_GROUP:
      return _ ("Move to Group");
    case EXM_TASK_CHANGE_SCHEDULE:
      return _ ("Schedule");
    case EXM_TASK_CHANGE_OUTPUTS:
      return _ ("Outputs");
    case EXM_TASK_CHANGE_GROUP_NAME:
      return _ ("Rename the Group");
    case EXM_TASK_CHANGE_PAUSED:
    case EXM_TASK_CHANGE_TRASH:
    default:
      g_return_val_if_reached (NULL);
    }
}

static const char *
get_answer (ExmTaskChangeKind kind)
{
  switch (kind)
    {
    case EXM_TASK_CHANGE_NAME:
    case EXM_TASK_CHANGE_GROUP_NAME:
      return _ ("_Rename");
    case EXM_TASK_CHANGE_GROUP:
      return _ ("_Move");
    case EXM_TASK_CHANGE_SCHEDULE:
    case EXM_TASK_CHANGE_OUTPUTS:
    case EXM_TASK_CHANGE_PAUSED:
    case EXM_TASK_CHANGE_TRASH:
    default:
      return _ ("_Apply");
    }
}

/* Returns: (transfer full) (nullable): who gets what is asked for, where that may not be
 * seen */
static char *
describe_tasks (const Question *question)
{
  guint n = question->uids->len;

  if (question->kind == EXM_TASK_CHANGE_GROUP_NAME)
    return g_strdup (_ ("Its tasks and groups go with it. “News/Local” would put it into "
                        "the group “News”."));
  if (question->group != NULL)
    {
      g_autofree char *group = exm_bidi_isolate (question->group);
      /* translators: a group of tasks */
      return g_strdup_printf (_ ("Of all tasks in “%s”, also those that come into it "
                                 "later. What is shown is the first one’s now."),
                              group);
    }
  if (is_text (question->kind) || n < 2)
    return NULL;
  return g_strdup_printf (
      ngettext ("%u task gets what is shown; it is the first one’s now.",
                "%u tasks get what is shown; it is the first one’s now.", n),
      n);
}

/* @content: (transfer floating) */
static void
present (Question *question, GtkWidget *content)
{
  AdwMessageDialog *dialog = question->dialog;

  adw_message_dialog_set_extra_child (dialog, content);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "change",
                                    get_answer (question->kind), NULL);
  adw_message_dialog_set_default_response (dialog, "change");
  adw_message_dialog_set_close_response (dialog, "cancel");
  adw_message_dialog_set_response_appearance (dialog, "change", ADW_RESPONSE_SUGGESTED);
  g_signal_connect (dialog, "response", G_CALLBACK (on_answered), question);
  if (!is_text (question->kind))
    on_form_changed (question);
  else if (question->kind != EXM_TASK_CHANGE_GROUP)
    on_name_changed (question);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (question->form);
}

/* @group: (nullable); @fields: (nullable): of the first task, for forms; @item: the same
 */
static void
ask (ExmTaskEditor *self,
     ExmTaskChangeKind kind,
     const GPtrArray *uids,
     const char *group,
     ExmTaskItem *item,
     const ExmTaskFields *fields)
{
  GtkRoot *window = gtk_widget_get_root (self->widget);
  Question *question = g_new0 (Question, 1);

  question->editor = g_object_ref (self);
  question->kind = kind;
  question->group = g_strdup (group);
  question->uids = copy (uids);
  g_autofree char *body = describe_tasks (question);
  question->dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (GTK_WINDOW (window), get_heading (kind), body));
  g_object_set_data_full (G_OBJECT (question->dialog), "exm-question", question,
                          question_free);
  question->form
      = is_text (kind) ? make_entry (question, item) : make_form (question, fields);
  present (question,
           is_text (kind) ? question->form : make_frame (question, question->form));
}

/* A form that waits for the first task to be read. */
typedef struct
{
  ExmTaskEditor *editor; /* (owned) */
  ExmTaskChangeKind kind;
  GPtrArray *uids; /* (owned) (element-type utf8) */
  char *group;     /* (owned) (nullable) */
} Reading;

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Reading *reading = data;
  g_autoptr (ExmTaskEditor) self = reading->editor;
  g_autoptr (GPtrArray) uids = reading->uids;
  g_autofree char *group = reading->group;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  tell (self, error);
  if (task != NULL && self->widget != NULL && gtk_widget_get_root (self->widget) != NULL)
    ask (self, reading->kind, uids, group, NULL, exm_task_get (task));
}

/* Asks in a form, with what the first task has. */
static void
ask_in_form (ExmTaskEditor *self,
             ExmTaskChangeKind kind,
             const GPtrArray *uids,
             const char *group)
{
  Reading *reading = g_new0 (Reading, 1);
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uids->pdata[0] };
  reading->editor = g_object_ref (self);
  reading->kind = kind;
  reading->group = g_strdup (group);
  reading->uids = copy (uids);
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query, NULL,
                               on_read, reading);
}

void
exm_task_editor_ask (ExmTaskEditor *self, ExmTaskChangeKind kind, const GPtrArray *uids)
{
  ExmTaskItem *first
      = uids->len > 0 ? exm_session_find_task (self->session, uids->pdata[0]) : NULL;

  g_return_if_fail (EXM_IS_TASK_EDITOR (self));
  if (first == NULL || self->widget == NULL)
    return;
  if (kind == EXM_TASK_CHANGE_TRASH)
    run (self, kind, uids, NULL);
  else if (is_text (kind))
    ask (self, kind, uids, NULL, first, NULL);
  else
    ask_in_form (self, kind, uids, NULL);
}

void
exm_task_editor_ask_of_group (ExmTaskEditor *self,
                              ExmTaskChangeKind kind,
                              const char *group,
                              const GPtrArray *uids)
{
  g_return_if_fail (EXM_IS_TASK_EDITOR (self));
  if (uids->len == 0 || self->widget == NULL)
    return;
  if (is_text (kind))
    ask (self, kind, uids, group, NULL, NULL);
  else
    ask_in_form (self, kind, uids, group);
}
