/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-settings-page.h"

#include "app/inspector/exm-site-lines-dialog.h"
#include "app/session/exm-keep-estimate.h"
#include "app/session/exm-older-articles.h"
#include "app/settings/exm-settings-page-private.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-toast.h"
#include "setup/exm-group-defaults.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void init_screen (ExmScreenInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmSettingsPage,
                               exm_settings_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (EXM_TYPE_SCREEN, init_screen))

static void read_task (ExmSettingsPage *self);

static ExmTask *
get_draft (ExmSettingsPage *self)
{
  return self->task_uid != NULL ? g_hash_table_lookup (self->drafts, self->task_uid)
                                : NULL;
}

static void
update_bar (ExmSettingsPage *self)
{
  ExmTask *draft = self->task != NULL ? get_draft (self) : NULL;
  g_autofree char *wrong
      = draft != NULL && self->show_id == 0 ? exm_task_form_check (self->form) : NULL;

  gtk_label_set_label (self->save_message,
                       wrong != NULL ? wrong : _ ("Changes are not saved yet"));
  gtk_revealer_set_reveal_child (self->save_bar, draft != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "settings.save",
                                 draft != NULL && wrong == NULL && !self->saving);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "settings.discard",
                                 draft != NULL && !self->saving);
}

/* Names the group of each value of which @shown has no other one. */
static void
show_groups (ExmSettingsPage *self, const ExmTask *shown)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new ();

  for (guint i = 0; i < EXM_N_GROUP_VALUES; i++)
    g_ptr_array_add (groups, self->groups != NULL
                                     && exm_group_defaults_is_same (i, shown, self->task)
                                 ? self->groups->pdata[i]
                                 : NULL);
  exm_task_form_set_groups (self->form, groups);
}

static void
on_form_changed (ExmSettingsPage *self)
{
  g_autoptr (ExmTask) task = exm_task_form_make_task (self->form);

  show_groups (self, task);

  /* While another is being saved the task as it was is a change as well. */
  if (!self->saving && exm_task_equal (task, self->task))
    g_hash_table_remove (self->drafts, self->task_uid);
  else
    g_hash_table_insert (self->drafts, g_strdup (self->task_uid), exm_task_ref (task));
  exm_pattern_preview_set_task (self->preview, task);
  update_bar (self);
}

/* A paused task is not due. */
static void
update_due (ExmSettingsPage *self)
{
  g_autoptr (ExmTaskItem) item = g_signal_group_dup_target (self->of_item);

  if (item != NULL && self->task != NULL)
    exm_task_form_set_due (
        self->form, self->task,
        exm_task_item_get_paused (item) ? 0 : exm_task_item_get_next_due (item));
}

static ExmTask *
get_shown (ExmSettingsPage *self)
{
  ExmTask *draft = get_draft (self);

  return draft != NULL ? draft : self->task;
}

static gboolean
on_show_step (gpointer data)
{
  ExmSettingsPage *self = data;

  /* The last step may tell of a change, for which the form is whole. */
  if (exm_task_form_step (self->form))
    return G_SOURCE_CONTINUE;
  self->show_id = 0;
  exm_pattern_preview_set_task (self->preview, get_shown (self));
  gtk_stack_set_visible_child_name (self->stack, "form");
  update_bar (self);
  return G_SOURCE_REMOVE;
}

/* Completes the form before it gets a person's input: one long frame is better than lost
 * input. */
static void
finish_show (ExmSettingsPage *self)
{
  if (self->show_id == 0)
    return;
  g_clear_handle_id (&self->show_id, g_source_remove);
  while (on_show_step (self))
    ;
}

static gboolean
on_event (ExmSettingsPage *self, GdkEvent *event)
{
  switch (gdk_event_get_event_type (event))
    {
    case GDK_KEY_PRESS:
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
    case GDK_SCROLL:
      finish_show (self);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
show_task (ExmSettingsPage *self)
{
  exm_task_form_begin (self->form, get_shown (self));
  if (self->show_id == 0)
    self->show_id = g_idle_add (on_show_step, self);
  update_bar (self);
}

void
exm_settings_page_take_draft (ExmSettingsPage *self, ExmTask *task)
{
  g_hash_table_insert (self->drafts, g_strdup (self->task_uid), exm_task_ref (task));
  show_task (self);
}

/* After saving, say, or where another window paused the task that is being edited. */
static gboolean
form_has (ExmSettingsPage *self, ExmTask *task)
{
  if (self->show_id != 0)
    return FALSE;
  g_autoptr (ExmTask) shown = exm_task_form_make_task (self->form);
  return exm_task_equal (shown, task);
}

static void
on_older_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSettingsPage) self = data;
  const ExmOlderChoice all = { 0 };
  g_autoptr (ExmOlderArticles) older = exm_older_articles_read_finish (result, NULL);

  if (older != NULL)
    exm_task_form_set_passed_over (self->form, exm_older_articles_count (older, &all));
}

static void
on_kept_estimated (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSettingsPage) self = data;
  g_autoptr (GError) error = NULL;
  guint64 bytes_a_day = exm_keep_estimate_finish (result, &error);

  if (error == NULL)
    exm_task_form_set_kept (self->form, bytes_a_day);
}

static void
on_groups_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSettingsPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) groups = g_task_propagate_pointer (G_TASK (result), &error);

  if (groups == NULL || self->task == NULL)
    return;
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  self->groups = g_steal_pointer (&groups);
  show_groups (self, get_shown (self));
}

static void
on_task_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSettingsPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (task == NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (error->message, -1);
      adw_status_page_set_description (self->failed, escaped);
      gtk_stack_set_visible_child_name (self->stack, "failed");
      return;
    }
  gboolean first = self->task == NULL;
  g_clear_pointer (&self->task, exm_task_unref);
  self->task = g_steal_pointer (&task);
  g_signal_group_set_target (self->of_item,
                             exm_session_find_task (self->session, self->task_uid));
  update_due (self);
  if (get_draft (self) != NULL && exm_task_equal (get_draft (self), self->task))
    g_hash_table_remove (self->drafts, self->task_uid);
  /* The rows stay as they are, with the focus in them, where nothing is new. */
  if (first || !form_has (self, get_shown (self)))
    show_task (self);
  else
    {
      gtk_stack_set_visible_child_name (self->stack, "form");
      update_bar (self);
    }
  exm_settings_page_read_versions (self);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  show_groups (self, self->task);
  exm_group_defaults_list_followed_async (exm_session_get_reader (self->session),
                                          self->task, self->cancellable, on_groups_read,
                                          g_object_ref (self));
  exm_task_form_set_passed_over (self->form, 0);
  exm_older_articles_read_async (self->session, self->task_uid, self->cancellable,
                                 on_older_read, g_object_ref (self));
  exm_task_form_set_kept (self->form, 0);
  exm_keep_estimate_async (self->session, self->task_uid, self->cancellable,
                           on_kept_estimated, g_object_ref (self));
}

static void
read_task (ExmSettingsPage *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = self->task_uid };

  if (self->session == NULL || self->task_uid == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                               self->cancellable, on_task_read, g_object_ref (self));
}

void
exm_settings_page_drop_draft (ExmSettingsPage *self, const char *uid, ExmTask *draft)
{
  ExmTask *now = g_hash_table_lookup (self->drafts, uid);

  if (now != NULL && draft != NULL && exm_task_equal (now, draft))
    g_hash_table_remove (self->drafts, uid);
  update_bar (self);
  if (uid == NULL || g_strcmp0 (uid, self->task_uid) == 0)
    read_task (self);
}

typedef struct
{
  ExmSettingsPage *page; /* (owned) */
  ExmTask *before;       /* (owned) */
  ExmTask *saved;        /* (owned) */
  gboolean then_run;
} Saving;

static void
saving_free (gpointer data, GClosure *closure)
{
  Saving *self = data;

  g_object_unref (self->page);
  exm_task_unref (self->before);
  exm_task_unref (self->saved);
  g_free (self);
}

static void
on_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSettingsPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    exm_toast_show (GTK_WIDGET (self), exm_toast_new (error->message));
}

static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  Saving *self = data;

  if (self->page->session != NULL)
    exm_session_save_task_async (self->page->session, self->before, on_undone,
                                 g_object_ref (self->page));
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *saving = data;
  ExmSettingsPage *self = saving->page;
  g_autoptr (GError) error = NULL;
  AdwToast *toast;

  self->saving = FALSE;
  if (exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      exm_settings_page_drop_draft (self, exm_task_get (saving->saved)->uid,
                                    saving->saved);
      if (saving->then_run && self->session != NULL)
        exm_session_run_task (self->session, exm_task_get (saving->saved)->uid);
      toast = exm_toast_new (_ ("Saved"));
      adw_toast_set_button_label (toast, _ ("_Undo"));
      g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_undo_clicked),
                             saving, saving_free, 0);
    }
  else
    {
      toast = exm_toast_new (error->message);
      g_object_ref (self);
      saving_free (saving, NULL);
      exm_toast_show (GTK_WIDGET (self), toast);
      update_bar (self);
      g_object_unref (self);
      return;
    }
  exm_toast_show (GTK_WIDGET (self), toast);
}

void
exm_settings_page_save (ExmSettingsPage *self, gboolean then_run)
{
  finish_show (self);
  g_autofree char *wrong = exm_task_form_check (self->form);

  /* While the form was being filled the bar could not say so: now it does. */
  if (get_draft (self) == NULL || wrong != NULL)
    return;
  Saving *saving = g_new0 (Saving, 1);
  saving->page = g_object_ref (self);
  saving->before = exm_task_ref (self->task);
  saving->saved = exm_task_form_make_task (self->form);
  saving->then_run = then_run;
  self->saving = TRUE;
  update_bar (self);
  exm_session_save_task_async (self->session, saving->saved, on_saved, saving);
}

/* One at a time: a row may be activated twice. */
static void
show_site_lines (ExmSettingsPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (self->site_lines == NULL)
    {
      GtkWindow *dialog = exm_site_lines_dialog_new (self->session, self->task_uid);
      gtk_window_set_transient_for (dialog,
                                    GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL);
      g_set_weak_pointer (&self->site_lines, dialog);
    }
  gtk_window_present (self->site_lines);
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmSettingsPage *self = EXM_SETTINGS_PAGE (widget);

  if (self->session == NULL || self->task == NULL)
    return;
  if (g_str_equal (name, "settings.save"))
    exm_settings_page_save (self, FALSE);
  else if (g_str_equal (name, "settings.discard"))
    {
      g_hash_table_remove (self->drafts, self->task_uid);
      show_task (self);
    }
  else if (g_str_equal (name, "settings.export"))
    exm_settings_page_choose_export (self);
  else if (g_str_equal (name, "settings.import"))
    exm_settings_page_choose_import (self);
  else if (g_str_equal (name, "settings.site-lines"))
    show_site_lines (self);
}

static gboolean
on_save_shortcut (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gtk_widget_get_mapped (widget)
         && gtk_widget_activate_action (widget, "settings.save", NULL);
}

static void
on_task_changed (ExmSettingsPage *self, const char *uid)
{
  /* Several tasks may have changed at once, without a name. */
  if (uid == NULL || g_strcmp0 (uid, self->task_uid) == 0)
    read_task (self);
}

static void
set_session (ExmScreen *screen, ExmSession *session)
{
  ExmSettingsPage *self = EXM_SETTINGS_PAGE (screen);

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session == NULL)
    return;
  exm_pattern_preview_set_session (self->preview, session);
  exm_task_form_set_folder (self->form, exm_session_get_folder (session));
  g_signal_connect_swapped (session, "task-changed", G_CALLBACK (on_task_changed), self);
  g_signal_connect_swapped (session, "notify::started", G_CALLBACK (read_task), self);
}

static void
set_task (ExmScreen *screen, const char *uid)
{
  ExmSettingsPage *self = EXM_SETTINGS_PAGE (screen);

  if (g_strcmp0 (uid, self->task_uid) == 0)
    return;
  g_free (self->task_uid);
  self->task_uid = g_strdup (uid);
  g_clear_pointer (&self->task, exm_task_unref);
  g_signal_group_set_target (self->of_item, NULL);
  g_clear_handle_id (&self->show_id, g_source_remove);
  gtk_stack_set_visible_child_name (self->stack, "none");
  update_bar (self);
  read_task (self);
}

static void
init_screen (ExmScreenInterface *iface)
{
  iface->set_session = set_session;
  iface->set_task = set_task;
}

static void
exm_settings_page_dispose (GObject *object)
{
  ExmSettingsPage *self = EXM_SETTINGS_PAGE (object);

  g_clear_handle_id (&self->show_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_weak_pointer (&self->site_lines);
  set_session (EXM_SCREEN (self), NULL);
  /* Before the template lets go of it, which leaves the bin with what is no more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_SETTINGS_PAGE);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_object (&self->of_item);
  G_OBJECT_CLASS (exm_settings_page_parent_class)->dispose (object);
}

static void
exm_settings_page_finalize (GObject *object)
{
  ExmSettingsPage *self = EXM_SETTINGS_PAGE (object);

  g_free (self->task_uid);
  g_hash_table_unref (self->drafts);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_ptr_array_unref (self->version_rows);
  G_OBJECT_CLASS (exm_settings_page_parent_class)->finalize (object);
}

#define BIND(name)                                                                       \
  gtk_widget_class_bind_template_child (widget_class, ExmSettingsPage, name)

static void
exm_settings_page_class_init (ExmSettingsPageClass *klass)
{
  static const char *const actions[]
      = { "save", "discard", "export", "import", "site-lines" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = exm_settings_page_dispose;
  object_class->finalize = exm_settings_page_finalize;
  g_type_ensure (EXM_TYPE_TASK_FORM);
  g_type_ensure (EXM_TYPE_PATTERN_PREVIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-settings-page.ui");
  BIND (stack);
  BIND (form);
  BIND (preview);
  BIND (versions);
  BIND (save_bar);
  BIND (save_message);
  BIND (failed);
  gtk_widget_class_bind_template_callback (widget_class, on_form_changed);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *name = g_strconcat ("settings.", actions[i], NULL);
      gtk_widget_class_install_action (widget_class, name, NULL, run_action);
    }
}

static void
exm_settings_page_init (ExmSettingsPage *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkEventController *events = gtk_event_controller_legacy_new ();

  self->drafts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify) exm_task_unref);
  self->version_rows = g_ptr_array_new ();
  self->of_item = g_signal_group_new (EXM_TYPE_TASK_ITEM);
  g_signal_group_connect_swapped (self->of_item, "notify::next-due",
                                  G_CALLBACK (update_due), self);
  g_signal_group_connect_swapped (self->of_item, "notify::paused",
                                  G_CALLBACK (update_due), self);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller),
                                     GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>Return"),
                        gtk_callback_action_new (on_save_shortcut, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (events, "event", G_CALLBACK (on_event), self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
}
