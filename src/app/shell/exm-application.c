/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-application.h"

#include "app/settings/exm-preferences.h"
#include "app/shell/exm-application-private.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-list-tab.h"
#include "app/widgets/exm-spoken-names.h"

#include <glib/gi18n-lib.h>

/* As of the command-line program. */
#define EXIT_USAGE 2

G_DEFINE_FINAL_TYPE (ExmApplication, exm_application, ADW_TYPE_APPLICATION)

static char *
get_folder (ExmApplication *self)
{
  if (self->folder != NULL)
    return g_canonicalize_filename (self->folder, NULL);
  return g_build_filename (g_get_user_data_dir (), "exemplar", NULL);
}

/* g_settings_new() ends the program where the schema is not installed. */
static GSettings *
make_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema
      = source != NULL ? g_settings_schema_source_lookup (source, EXM_APP_ID, TRUE)
                       : NULL;

  if (schema != NULL)
    return g_settings_new_full (schema, NULL, NULL);
  g_message ("The settings' schema is not installed; nothing is remembered");
  return NULL;
}

static void
send_notification (const char *id, GNotification *notification, gpointer data)
{
  if (notification != NULL)
    g_application_send_notification (G_APPLICATION (data), id, notification);
  else
    g_application_withdraw_notification (G_APPLICATION (data), id);
}

static void
exm_application_startup (GApplication *app)
{
  ExmApplication *self = EXM_APPLICATION (app);
  g_autofree char *folder = get_folder (self);

  exm_init ();
  G_APPLICATION_CLASS (exm_application_parent_class)->startup (app);
  exm_spoken_names_install ();
  exm_list_tab_install ();
  gtk_window_set_default_icon_name (EXM_APP_ID);
  self->settings = make_settings ();
  if (self->settings != NULL)
    exm_preferences_follow_scheme (self->settings);
  self->session = exm_session_new (folder);
  exm_style_choice_set_settings (exm_session_get_style_choice (self->session),
                                 self->settings);
  self->serving = exm_serving_new (folder, self->settings);
  self->announcer
      = exm_announcer_new (self->session, self->settings, send_notification, self);
  if (!self->no_background)
    self->background = exm_background_new (app, self->session, self->settings);
  exm_application_add_actions (self);
}

static void
on_is_active_notify (GtkWindow *window, GParamSpec *pspec, gpointer data)
{
  ExmApplication *self = EXM_APPLICATION (data);

  if (self->announcer != NULL)
    exm_announcer_set_quiet (self->announcer, gtk_window_is_active (window));
}

/* Said once: people expect a program to end with its window. */
static void
tell_of_background (ExmApplication *self)
{
  if (self->settings == NULL
      || g_settings_get_boolean (self->settings, "told-of-background"))
    return;
  g_autoptr (GNotification) notification = g_notification_new (_ ("Exemplar"));
  g_notification_set_body (notification,
                           _ ("Closing the window does not stop collecting"));
  g_application_send_notification (G_APPLICATION (self), "background", notification);
  g_settings_set_boolean (self->settings, "told-of-background", TRUE);
}

static gboolean
on_close_request (GtkWindow *window, gpointer data)
{
  ExmApplication *self = EXM_APPLICATION (data);

  if (self->announcer != NULL)
    exm_announcer_set_quiet (self->announcer, FALSE);
  if (!self->quitting && self->background != NULL
      && exm_background_is_held (self->background))
    {
      exm_background_ask (self->background, window);
      tell_of_background (self);
    }
  return FALSE;
}

ExmWindow *
exm_application_find_window (ExmApplication *self, gboolean make)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL;
       l = l->next)
    if (EXM_IS_WINDOW (l->data))
      return l->data;
  if (!make)
    return NULL;
  ExmWindow *window
      = exm_window_new (GTK_APPLICATION (self), self->session, self->settings);
  g_signal_connect_object (window, "notify::is-active", G_CALLBACK (on_is_active_notify),
                           self, 0);
  g_signal_connect_object (window, "close-request", G_CALLBACK (on_close_request), self,
                           0);
  return window;
}

/* The first frame is on its way to the screen. */
static void
on_after_paint (GdkFrameClock *clock, gpointer data)
{
  ExmApplication *self = EXM_APPLICATION (data);

  if (!self->print_start)
    return;
  self->print_start = FALSE;
  g_print ("%.0f\n", (double) (g_get_monotonic_time () - self->start_usec) / 1000);
  g_application_quit (G_APPLICATION (self));
}

static void
watch_first_frame (ExmApplication *self, GtkWidget *window)
{
  GdkSurface *surface;

  if (!self->print_start)
    return;
  gtk_widget_realize (window);
  surface = gtk_native_get_surface (GTK_NATIVE (window));
  g_signal_connect_object (gdk_surface_get_frame_clock (surface), "after-paint",
                           G_CALLBACK (on_after_paint), self, 0);
}

static void
exm_application_activate (GApplication *app)
{
  ExmApplication *self = EXM_APPLICATION (app);
  ExmWindow *window = exm_application_find_window (self, TRUE);

  watch_first_frame (self, GTK_WIDGET (window));
  gtk_window_present (GTK_WINDOW (window));
}

static void
exm_application_shutdown (GApplication *app)
{
  ExmApplication *self = EXM_APPLICATION (app);

  for (GList *l; (l = gtk_application_get_windows (GTK_APPLICATION (app))) != NULL;)
    gtk_window_destroy (l->data);
  g_clear_weak_pointer (&self->help);
  g_clear_object (&self->background);
  g_clear_object (&self->announcer);
  g_clear_object (&self->serving);
  if (self->session != NULL)
    exm_session_stop (self->session);
  g_clear_object (&self->session);
  G_APPLICATION_CLASS (exm_application_parent_class)->shutdown (app);
}

/* Returns: as the local options do: −1 to go on, and be activated */
static int
set_up_address (GApplication *app, GVariantDict *options)
{
  g_autofree const char **addresses = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_variant_dict_lookup (options, G_OPTION_REMAINING, "^a&s", &addresses)
      || addresses[0] == NULL)
    return -1;
  if (addresses[1] != NULL)
    {
      g_printerr ("exemplar: %s\n", _ ("only one address can be set up at a time"));
      return EXIT_USAGE;
    }
  if (!g_application_register (app, NULL, &error))
    {
      g_printerr ("exemplar: %s\n", error->message);
      return 1;
    }
  g_action_group_activate_action (G_ACTION_GROUP (app), "set-up",
                                  g_variant_new_string (addresses[0]));
  return -1;
}

static int
exm_application_handle_local_options (GApplication *app, GVariantDict *options)
{
  ExmApplication *self = EXM_APPLICATION (app);
  const char *folder = NULL;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("exemplar " EXM_VERSION "\n");
      return 0;
    }
  self->print_start = g_variant_dict_contains (options, "startup-time");
  self->no_background = g_variant_dict_contains (options, "no-background");
  if (g_variant_dict_lookup (options, "data", "^&ay", &folder))
    {
      g_free (self->folder);
      self->folder = g_strdup (folder);
    }
  if (self->folder != NULL || self->print_start)
    g_application_set_flags (app,
                             g_application_get_flags (app) | G_APPLICATION_NON_UNIQUE);
  return set_up_address (app, options);
}

static void
exm_application_finalize (GObject *object)
{
  ExmApplication *self = EXM_APPLICATION (object);

  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_free (self->folder);
  G_OBJECT_CLASS (exm_application_parent_class)->finalize (object);
}

static void
exm_application_class_init (ExmApplicationClass *klass)
{
  GApplicationClass *app_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = exm_application_finalize;
  app_class->startup = exm_application_startup;
  app_class->activate = exm_application_activate;
  app_class->shutdown = exm_application_shutdown;
  app_class->handle_local_options = exm_application_handle_local_options;
}

static void
exm_application_init (ExmApplication *self)
{
  const GOptionEntry entries[] = {
    { "data", 'D', 0, G_OPTION_ARG_FILENAME, NULL,
      N_ ("Data folder (EXEMPLAR_DATA, else exemplar in the folder for user data)"),
      N_ ("FOLDER") },
    { "no-background", 0, 0, G_OPTION_ARG_NONE, NULL,
      N_ ("Stop collecting when the window is closed"), NULL },
    { "version", 'V', 0, G_OPTION_ARG_NONE, NULL, N_ ("Show the version"), NULL },
    { "startup-time", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, NULL,
      "Print the milliseconds to the first frame, and end", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, NULL, NULL,
      N_ ("[ADDRESS of an article or of what lists articles]") },
    G_OPTION_ENTRY_NULL,
  };

  g_application_add_main_option_entries (G_APPLICATION (self), entries);
}

ExmApplication *
exm_application_new (const char *folder)
{
  ExmApplication *self = g_object_new (EXM_TYPE_APPLICATION, "application-id", EXM_APP_ID,
                                       "resource-base-path",
                                       "/io/github/exemplar_workbench/Exemplar", NULL);
  const char *from_environment = g_getenv ("EXEMPLAR_DATA");

  if (folder == NULL && from_environment != NULL && *from_environment != '\0')
    folder = from_environment;
  self->folder = g_strdup (folder);
  self->start_usec = g_get_monotonic_time ();
  return self;
}

void
exm_application_set_start_time (ExmApplication *self, gint64 start_usec)
{
  g_return_if_fail (EXM_IS_APPLICATION (self));
  self->start_usec = start_usec;
}

ExmSession *
exm_application_get_session (ExmApplication *self)
{
  return self->session;
}
