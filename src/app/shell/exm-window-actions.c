/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-settings-page.h"
#include "app/shell/exm-shortcuts.h"
#include "app/shell/exm-window-private.h"
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

/* Something that was asked of the session, and whose end the window tells. */
typedef struct
{
  ExmWindow *window; /* (owned) */
  char *uid;         /* (owned) */
  char *name;        /* (owned) */
  gboolean paused;
} Request;

static Request *
request_new (ExmWindow *self)
{
  Request *request = g_new0 (Request, 1);

  request->window = g_object_ref (self);
  request->uid = g_strdup (exm_task_item_get_uid (self->task));
  request->name = exm_bidi_isolate (exm_task_item_get_name (self->task));
  return request;
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
say_error (ExmWindow *self, const GError *error)
{

  exm_toast_show (GTK_WIDGET (self->toasts), exm_toast_new (error->message));
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

static void
on_undo_delete (AdwToast *toast, gpointer data)
{
  Request *request = data;

  exm_session_set_hidden (request->window->session, request->uid, FALSE);
  exm_window_set_task_uid (request->window, request->uid);
  g_clear_pointer (&request->uid, g_free);
}

static void
on_deleted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      exm_session_set_hidden (EXM_SESSION (source), request->uid, FALSE);
      say_error (request->window, error);
    }
}

/* The time to take it back is over. */
static void
on_delete_toast_gone (AdwToast *toast, gpointer data)
{
  Request *request = data, *copy;

  if (request->uid == NULL || request->window->session == NULL)
    return;
  copy = g_new0 (Request, 1);
  copy->window = g_object_ref (request->window);
  copy->uid = g_strdup (request->uid);
  exm_session_delete_task_async (request->window->session, request->uid, on_deleted,
                                 copy);
}

static void
on_delete_task (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);
  Request *request = request_new (self);
  /* translators: %s is the name of a task */
  AdwToast *toast = make_toast (
      g_strdup_printf (_ ("“%s” and its articles are deleted"), request->name));

  exm_session_set_hidden (self->session, request->uid, TRUE);
  exm_window_set_task_uid (self, NULL);
  g_signal_connect (toast, "button-clicked", G_CALLBACK (on_undo_delete), request);
  g_signal_connect_data (toast, "dismissed", G_CALLBACK (on_delete_toast_gone), request,
                         free_request_of_closure, 0);
  exm_toast_show (GTK_WIDGET (self->toasts), toast);
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
    { "win.shortcuts", NULL, on_shortcuts },
    { "win.help", NULL, on_help },
    { "win.run-task", NULL, on_run_task },
    { "win.stop-run", NULL, on_stop_run },
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
  gtk_widget_action_set_enabled (widget, "win.pause-task", there && !paused);
  gtk_widget_action_set_enabled (widget, "win.resume-task", paused);
  gtk_widget_action_set_enabled (widget, "win.delete-task", there);
  gtk_widget_set_visible (GTK_WIDGET (self->run_button),
                          there && !exm_window_setup_is_shown (self));
}
