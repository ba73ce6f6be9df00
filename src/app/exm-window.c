/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-window.h"

#include "exm-app.h"
#include "exm-window-private.h"

#include <glib/gi18n-lib.h>

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_TASK_UID,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmWindow, exm_window, ADW_TYPE_APPLICATION_WINDOW)

static void
on_visible_child_name_notify (AdwViewStack *views, GParamSpec *pspec, gpointer data)
{
  g_object_notify_by_pspec (G_OBJECT (data), properties[PROP_VIEW]);
}

static void
exm_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmWindow *self = EXM_WINDOW (object);

  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_TASK_UID:
      g_value_set_string (value, self->task_uid);
      break;
    case PROP_VIEW:
      g_value_set_string (value, exm_window_get_view (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_window_set_property (GObject *object,
                         guint id,
                         const GValue *value,
                         GParamSpec *pspec)
{
  ExmWindow *self = EXM_WINDOW (object);

  switch (id)
    {
    case PROP_TASK_UID:
      exm_window_set_task_uid (self, g_value_get_string (value));
      break;
    case PROP_VIEW:
      exm_window_set_view (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_window_dispose (GObject *object)
{
  ExmWindow *self = EXM_WINDOW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_WINDOW);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (exm_window_parent_class)->dispose (object);
}

static void
exm_window_finalize (GObject *object)
{
  ExmWindow *self = EXM_WINDOW (object);

  g_free (self->task_uid);
  G_OBJECT_CLASS (exm_window_parent_class)->finalize (object);
}

static void
exm_window_class_init (ExmWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = exm_window_get_property;
  object_class->set_property = exm_window_set_property;
  object_class->dispose = exm_window_dispose;
  object_class->finalize = exm_window_finalize;
  properties[PROP_SESSION] = g_param_spec_object (
      "session", NULL, NULL, EXM_TYPE_SESSION, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_TASK_UID] = g_param_spec_string (
      "task-uid", NULL, NULL, NULL,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                                   | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-window.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, switcher_title);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, main_stack);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, views);
}

static void
exm_window_init (ExmWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->views, "notify::visible-child-name",
                           G_CALLBACK (on_visible_child_name_notify), self, 0);
}

static void
on_session_started (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWindow) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_start_finish (EXM_SESSION (source), result, &error))
    g_message ("The session does not start: %s", error->message);
}

ExmWindow *
exm_window_new (ExmApplication *app)
{
  ExmWindow *self = g_object_new (EXM_TYPE_WINDOW, "application", app, NULL);

  self->session = g_object_ref (exm_application_get_session (app));
  exm_window_pages_add (self);
  exm_window_pages_set_task (self, NULL);
  if (!exm_session_is_started (self->session))
    exm_session_start_async (self->session, on_session_started, g_object_ref (self));
  return self;
}

ExmSession *
exm_window_get_session (ExmWindow *self)
{
  return self->session;
}

const char *
exm_window_get_task_uid (ExmWindow *self)
{
  return self->task_uid;
}

void
exm_window_set_task_uid (ExmWindow *self, const char *uid)
{
  g_return_if_fail (EXM_IS_WINDOW (self));

  if (g_strcmp0 (self->task_uid, uid) == 0)
    return;
  g_free (self->task_uid);
  self->task_uid = g_strdup (uid);
  exm_window_pages_set_task (self, uid);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TASK_UID]);
}

const char *
exm_window_get_view (ExmWindow *self)
{
  return adw_view_stack_get_visible_child_name (self->views);
}

void
exm_window_set_view (ExmWindow *self, const char *name)
{
  g_return_if_fail (EXM_IS_WINDOW (self));

  GtkWidget *child
      = name != NULL ? adw_view_stack_get_child_by_name (self->views, name) : NULL;
  if (child != NULL
      && adw_view_stack_page_get_visible (adw_view_stack_get_page (self->views, child)))
    adw_view_stack_set_visible_child_name (self->views, name);
}

void
exm_window_add_toast (ExmWindow *self, AdwToast *toast)
{
  g_return_if_fail (EXM_IS_WINDOW (self));
  adw_toast_overlay_add_toast (self->toasts, toast);
}
