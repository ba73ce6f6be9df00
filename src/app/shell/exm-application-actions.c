/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/help/exm-help-window.h"
#include "app/settings/exm-preferences.h"
#include "app/shell/exm-about.h"
#include "app/shell/exm-application-private.h"
#include "app/widgets/exm-idle-fill.h"

#include <glib/gi18n-lib.h>

static void
on_about (GSimpleAction *action, GVariant *target, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (data));

  exm_idle_fill_present (exm_about_new (window));
}

/* @data: the name of a topic */
static void
show_topic (GtkWindow *help, gconstpointer data)
{
  exm_help_window_show_topic (EXM_HELP_WINDOW (help), data);
  gtk_window_present (help);
}

/* Beside the window, not above it, so that it can be read while the window is used; with
 * the last window it goes. */
static void
on_help (GSimpleAction *action, GVariant *target, gpointer data)
{
  ExmApplication *self = EXM_APPLICATION (data);
  ExmWindow *window = exm_application_find_window (self, FALSE);

  if (self->help == NULL)
    {
      g_set_weak_pointer (&self->help, exm_help_window_new (self->settings));
      if (window != NULL)
        g_signal_connect_object (window, "destroy", G_CALLBACK (gtk_window_destroy),
                                 self->help, G_CONNECT_SWAPPED);
    }
  exm_idle_fill_then (self->help, show_topic,
                      g_intern_string (g_variant_get_string (target, NULL)));
}

static void
on_preferences (GSimpleAction *action, GVariant *target, gpointer data)
{
  ExmApplication *self = EXM_APPLICATION (data);

  exm_idle_fill_present (
      exm_preferences_new (gtk_application_get_active_window (GTK_APPLICATION (self)),
                           self->settings, self->session, self->serving));
}

static void
on_show_task (GSimpleAction *action, GVariant *target, gpointer data)
{
  ExmApplication *self = EXM_APPLICATION (data);
  ExmWindow *window = exm_application_find_window (self, TRUE);

  exm_window_set_task_uid (window, g_variant_get_string (target, NULL));
  exm_window_set_view (window, "articles");
  gtk_window_present (GTK_WINDOW (window));
}

static void
on_show_search (GSimpleAction *action, GVariant *target, gpointer data)
{
  ExmWindow *window = exm_application_find_window (EXM_APPLICATION (data), TRUE);
  g_autofree char *scope
      = g_strconcat (EXM_SAVED_SEARCH_SCOPE, g_variant_get_string (target, NULL), NULL);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.go", "(ss)", scope, "articles");
  gtk_window_present (GTK_WINDOW (window));
}

static void
save_and_quit (ExmApplication *self)
{
  ExmWindow *window = exm_application_find_window (self, FALSE);

  self->quitting = TRUE;
  /* Closing keeps what it looks like. */
  if (window != NULL)
    gtk_window_close (GTK_WINDOW (window));
  g_application_quit (G_APPLICATION (self));
}

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  ExmApplication *self = EXM_APPLICATION (data);
  ExmWindow *window = exm_application_find_window (self, FALSE);

  /* The dialog outlasts the window that it stands over, and would look for it. */
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
  if (g_str_equal (response, "quit"))
    save_and_quit (self);
  else if (g_str_equal (response, "close") && window != NULL)
    gtk_window_close (GTK_WINDOW (window));
}

/* Describes the tasks and runs that stop with the program. */
static char *
describe_stop (guint n_active, guint n_running)
{
  g_autofree char *active = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u task won’t run until you start Exemplar again.",
                   "%u tasks won’t run until you start Exemplar again.", n_active),
      n_active);
  g_autofree char *running = g_strdup_printf (
      g_dngettext (
          GETTEXT_PACKAGE, "%u run is under way; it goes on then from where it stopped.",
          "%u runs are under way; they go on then from where they stopped.", n_running),
      n_running);

  return g_strjoin (" ", active, n_running > 0 ? running : NULL, NULL);
}

static void
on_quit (GSimpleAction *action, GVariant *target, gpointer data)
{
  ExmApplication *self = EXM_APPLICATION (data);
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  gboolean held = self->background != NULL && exm_background_is_held (self->background);
  guint n_active, n_running;

  g_object_get (self->session, "n-active", &n_active, "n-running", &n_running, NULL);
  if (window == NULL || n_active == 0)
    {
      save_and_quit (self);
      return;
    }
  g_autofree char *text = describe_stop (n_active, n_running);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (window, _ ("Quit and Stop Collecting?"), text));
  adw_message_dialog_add_response (dialog, "cancel", _ ("_Cancel"));
  if (held)
    adw_message_dialog_add_response (dialog, "close", _ ("Only Close the _Window"));
  adw_message_dialog_add_response (dialog, "quit", _ ("_Quit"));
  adw_message_dialog_set_response_appearance (dialog, "quit", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, held ? "close" : "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Sets up a task for an address on the command line, maybe that of another process. */
static void
on_set_up (GSimpleAction *action, GVariant *target, gpointer data)
{
  ExmWindow *window = exm_application_find_window (EXM_APPLICATION (data), TRUE);

  exm_window_set_up (window, g_variant_get_string (target, NULL));
  gtk_window_present (GTK_WINDOW (window));
}

void
exm_application_add_actions (ExmApplication *self)
{
  const GActionEntry entries[] = {
    { .name = "about", .activate = on_about },
    { .name = "help", .activate = on_help, .parameter_type = "s" },
    { .name = "preferences", .activate = on_preferences },
    { .name = "show-task", .activate = on_show_task, .parameter_type = "s" },
    { .name = "show-search", .activate = on_show_search, .parameter_type = "s" },
    { .name = "set-up", .activate = on_set_up, .parameter_type = "s" },
    { .name = "quit", .activate = on_quit },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries),
                                   self);
}
