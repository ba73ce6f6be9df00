/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-older-dialog.h"
#include "app/session/exm-session-trash.h"
#include "app/settings/exm-settings-page.h"
#include "app/shell/exm-shortcuts.h"
#include "app/shell/exm-window-private.h"
#include "app/trash/exm-trash-words.h"
#include "app/web/exm-focus.h"
#include "app/widgets/exm-bidi.h"
#include "app/widgets/exm-idle-fill.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

static void
on_view (GtkWidget *widget, const char *name, GVariant *target)
{
  const char *number = g_variant_get_string (target, NULL);

  exm_window_pages_show_nth (EXM_WINDOW (widget),
                             (guint) g_ascii_strtoull (number, NULL, 10));
}

static void
on_sidebar (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);

  adw_flap_set_reveal_flap (self->flap, !adw_flap_get_reveal_flap (self->flap));
}

static void
on_go_to_task (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);

  if (adw_flap_get_reveal_flap (self->flap))
    exm_scope_list_start_search (self->sidebar);
  else
    gtk_menu_button_popup (self->scope_button);
}

static void
on_new_task (GtkWidget *widget, const char *name, GVariant *target)
{
  exm_window_setup_show (EXM_WINDOW (widget));
}

static void
on_add_many (GtkWidget *widget, const char *name, GVariant *target)
{
  exm_window_setup_add_many (EXM_WINDOW (widget));
}

static void
on_shortcuts (GtkWidget *widget, const char *name, GVariant *target)
{
  exm_idle_fill_present (exm_shortcuts_window_new (GTK_WINDOW (widget)));
}

static void
on_help (GtkWidget *widget, const char *name, GVariant *target)
{
  gtk_widget_activate_action (widget, "app.help", "s",
                              exm_window_pages_get_help (EXM_WINDOW (widget)));
}

static void
on_run_task (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);
  const char *uid = exm_task_item_get_uid (self->task);
  ExmScreen *settings = exm_window_pages_find (self, "settings");

  if (settings == NULL
      || !exm_settings_page_ask_to_run (EXM_SETTINGS_PAGE (settings), uid))
    exm_session_run_task (self->session, uid);
}

static void
on_stop_run (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);

  exm_session_stop_run (self->session, exm_task_item_get_uid (self->task));
}

static void
on_collect_older (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);

  exm_older_dialog_present (GTK_WIDGET (self->toasts), self->session,
                            exm_task_item_get_uid (self->task));
}

/* Something that was asked of the session, and whose end the window tells. */
typedef struct
{
  ExmWindow *window; /* (owned) */
  char *uid;         /* (owned) */
  char *name;        /* (owned) */
  gboolean paused;
} Request;

static Request *
request_new_of (ExmWindow *self, const char *uid, const char *name)
{
  Request *request = g_new0 (Request, 1);

  request->window = g_object_ref (self);
  request->uid = g_strdup (uid);
  request->name = g_strdup (name);
  return request;
}

static Request *
request_new (ExmWindow *self)
{
  g_autofree char *name = exm_bidi_isolate (exm_task_item_get_name (self->task));

  return request_new_of (self, exm_task_item_get_uid (self->task), name);
}

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->window);
  g_free (request->uid);
  g_free (request->name);
  g_free (request);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Request, request_free)

static void
free_request_of_closure (gpointer data, GClosure *closure)
{
  request_free (data);
}

static void
say (ExmWindow *self, const char *words)
{
  /* Not in a window that was closed meanwhile. */
  if (self->session != NULL)
    exm_toast_show (GTK_WIDGET (self->toasts), exm_toast_new (words));
}

static void
say_error (ExmWindow *self, const GError *error)
{
  say (self, error->message);
}

/* @text: (transfer full) */
static AdwToast *
make_toast (char *text)
{
  g_autofree char *title = text;
  AdwToast *toast = exm_toast_new (title);

  adw_toast_set_button_label (toast, _ ("Undo"));
  return toast;
}

static void
on_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    say_error (request->window, error);
}

static void
on_undo_pause (AdwToast *toast, gpointer data)
{
  Request *request = data, *copy = g_new0 (Request, 1);

  copy->window = g_object_ref (request->window);
  exm_session_set_paused_async (request->window->session, request->uid, !request->paused,
                                on_undone, copy);
}

static void
on_paused (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  ExmWindow *self = request->window;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      say_error (self, error);
      return;
    }
  AdwToast *toast
      = make_toast (request->paused
                        /* translators: %s is the name of a task */
                        ? g_strdup_printf (_ ("“%s” is paused"), request->name)
                        /* translators: %s is the name of a task */
                        : g_strdup_printf (_ ("“%s” is collected again"), request->name));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_undo_pause),
                         g_steal_pointer (&request), free_request_of_closure, 0);
  exm_toast_show (GTK_WIDGET (self->toasts), toast);
}

static void
set_paused (ExmWindow *self, gboolean paused)
{
  Request *request = request_new (self);

  request->paused = paused;
  exm_session_set_paused_async (self->session, request->uid, paused, on_paused, request);
}

static void
on_pause_task (GtkWidget *widget, const char *name, GVariant *target)
{
  set_paused (EXM_WINDOW (widget), TRUE);
}

static void
on_resume_task (GtkWidget *widget, const char *name, GVariant *target)
{
  set_paused (EXM_WINDOW (widget), FALSE);
}

void
exm_window_actions_forget_undo (ExmWindow *self)
{
  g_clear_pointer (&self->deleted_uid, g_free);
  g_clear_pointer (&self->deleted_name, g_free);
  g_clear_object (&self->editor);
}

static void
on_restored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  if (!exm_session_restore_task_finish (EXM_SESSION (source), result, &name, &error))
    {
      say_error (request->window, error);
      return;
    }
  g_autofree char *words = exm_trash_words_restored (request->name, name);
  say (request->window, words);
  if (request->window->session != NULL)
    exm_window_set_task_uid (request->window, request->uid);
}

static void
bring_back (ExmWindow *self, const char *uid, const char *name)
{
  exm_session_restore_task_async (self->session, uid, EXM_TRASH_KEEP_BOTH, on_restored,
                                  request_new_of (self, uid, name));
}

static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  const Request *request = data;

  if (g_strcmp0 (request->window->deleted_uid, request->uid) == 0)
    exm_window_actions_forget_undo (request->window);
  bring_back (request->window, request->uid, request->name);
}

gboolean
exm_window_actions_take_undo (ExmWindow *self, GdkEvent *event)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (exm_focus_keeps_letters (focus)
      || gdk_key_event_matches (event, GDK_KEY_z, GDK_CONTROL_MASK)
             != GDK_KEY_MATCH_EXACT)
    return FALSE;
  if (self->editor != NULL && exm_task_editor_can_undo (self->editor))
    {
      exm_task_editor_undo (self->editor);
      return TRUE;
    }
  if (self->deleted_uid == NULL)
    return FALSE;
  g_autofree char *uid = g_strdup (self->deleted_uid);
  g_autofree char *name = g_strdup (self->deleted_name);
  exm_window_actions_forget_undo (self);
  bring_back (self, uid, name);
  return TRUE;
}

static void
on_trashed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  ExmWindow *self = request->window;
  guint n_articles = 0;

  if (!exm_session_trash_task_finish (EXM_SESSION (source), result, &n_articles, &error))
    {
      say_error (self, error);
      return;
    }
  if (self->session == NULL)
    return;
  if (g_strcmp0 (exm_window_get_task_uid (self), request->uid) == 0)
    exm_window_set_task_uid (self, NULL);
  exm_window_actions_forget_undo (self);
  self->deleted_uid = g_strdup (request->uid);
  self->deleted_name = g_strdup (request->name);
  g_autofree char *words = exm_trash_words_trashed (request->name, n_articles);
  AdwToast *toast = exm_toast_new (words);
  adw_toast_set_button_label (toast, _ ("Undo"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_undo_clicked),
                         g_steal_pointer (&request), free_request_of_closure, 0);
  exm_toast_show (GTK_WIDGET (self->toasts), toast);
}

static void
on_delete_task (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);

  exm_session_trash_task_async (self->session, exm_task_item_get_uid (self->task),
                                on_trashed, request_new (self));
}

void
exm_window_actions_install (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc func;
  } actions[] = {
    { "win.view", "s", on_view },
    { "win.sidebar", NULL, on_sidebar },
    { "win.go-to-task", NULL, on_go_to_task },
    { "win.new-task", NULL, on_new_task },
    { "win.add-many", NULL, on_add_many },
    { "win.shortcuts", NULL, on_shortcuts },
    { "win.help", NULL, on_help },
    { "win.run-task", NULL, on_run_task },
    { "win.stop-run", NULL, on_stop_run },
    { "win.collect-older", NULL, on_collect_older },
    { "win.pause-task", NULL, on_pause_task },
    { "win.resume-task", NULL, on_resume_task },
    { "win.delete-task", NULL, on_delete_task },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].type,
                                     actions[i].func);
}

void
exm_window_actions_update (ExmWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean there = self->task != NULL;
  gboolean running = there && exm_task_item_get_running (self->task);
  gboolean paused = there && exm_task_item_get_paused (self->task);

  gtk_widget_action_set_enabled (widget, "win.run-task", there && !running);
  gtk_widget_action_set_enabled (widget, "win.stop-run", running);
  gtk_widget_action_set_enabled (widget, "win.collect-older", there);
  gtk_widget_action_set_enabled (widget, "win.pause-task", there && !paused);
  gtk_widget_action_set_enabled (widget, "win.resume-task", paused);
  gtk_widget_action_set_enabled (widget, "win.delete-task", there);
  gtk_widget_set_visible (GTK_WIDGET (self->run_button),
                          there && !exm_window_setup_is_shown (self));
}
