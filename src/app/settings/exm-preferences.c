/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-preferences.h"

#include "app/settings/exm-backup-group.h"
#include "app/settings/exm-serving-group.h"
#include "app/settings/exm-style-group.h"
#include "app/widgets/exm-idle-fill.h"
#include "app/widgets/exm-init.h"

/* Size of the window, px. */
#define WIDTH 560
#define HEIGHT 600

struct _ExmPreferences
{
  AdwPreferencesPage parent_instance;

  GSettings *settings; /* (owned) (nullable) */
  char *folder;        /* (owned) */

  /* Children of the template, all (unowned). */
  AdwActionRow *folder_row;
  GtkSwitch *background;
  GtkSwitch *articles;
  GtkSwitch *problems;
  AdwComboRow *scheme;
};

G_DEFINE_FINAL_TYPE (ExmPreferences, exm_preferences, ADW_TYPE_PREFERENCES_PAGE)

/* In the order of the rows. */
static const struct
{
  const char *name;
  AdwColorScheme scheme;
} schemes[] = {
  { "system", ADW_COLOR_SCHEME_DEFAULT },
  { "light", ADW_COLOR_SCHEME_FORCE_LIGHT },
  { "dark", ADW_COLOR_SCHEME_FORCE_DARK },
};

static guint
get_scheme (GSettings *settings)
{
  g_autofree char *name = g_settings_get_string (settings, "color-scheme");

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_str_equal (schemes[i].name, name))
      return i;
  return 0;
}

static void
on_scheme_changed (GSettings *settings, const char *key, gpointer data)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      schemes[get_scheme (settings)].scheme);
}

void
exm_preferences_follow_scheme (GSettings *settings)
{
  g_signal_connect (settings, "changed::color-scheme", G_CALLBACK (on_scheme_changed),
                    NULL);
  on_scheme_changed (settings, NULL, NULL);
}

static void
on_scheme_selected (AdwComboRow *row, GParamSpec *pspec, gpointer data)
{
  ExmPreferences *self = EXM_PREFERENCES (data);
  guint selected = adw_combo_row_get_selected (row);

  if (self->settings != NULL && selected < G_N_ELEMENTS (schemes))
    g_settings_set_string (self->settings, "color-scheme", schemes[selected].name);
}

static void
on_open_folder (GtkButton *button, gpointer data)
{
  ExmPreferences *self = EXM_PREFERENCES (data);
  g_autoptr (GFile) file = g_file_new_for_path (self->folder);
  g_autofree char *uri = g_file_get_uri (file);

  gtk_show_uri (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), uri,
                GDK_CURRENT_TIME);
}

static void
exm_preferences_dispose (GObject *object)
{
  ExmPreferences *self = EXM_PREFERENCES (object);

  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_PREFERENCES);
  G_OBJECT_CLASS (exm_preferences_parent_class)->dispose (object);
}

static void
exm_preferences_finalize (GObject *object)
{
  g_free (EXM_PREFERENCES (object)->folder);
  G_OBJECT_CLASS (exm_preferences_parent_class)->finalize (object);
}

static void
exm_preferences_class_init (ExmPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_preferences_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_preferences_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmPreferences, folder_row);
  gtk_widget_class_bind_template_child (widget_class, ExmPreferences, background);
  gtk_widget_class_bind_template_child (widget_class, ExmPreferences, articles);
  gtk_widget_class_bind_template_child (widget_class, ExmPreferences, problems);
  gtk_widget_class_bind_template_child (widget_class, ExmPreferences, scheme);
  gtk_widget_class_bind_template_callback (widget_class, on_scheme_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_open_folder);
}

static void
exm_preferences_init (ExmPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static ExmPreferences *
make_page (GSettings *settings, ExmSession *session, ExmServing *serving)
{
  const char *folder = exm_session_get_folder (session);
  ExmPreferences *self = g_object_new (EXM_TYPE_PREFERENCES, NULL);
  g_autofree char *name = g_filename_display_name (folder);

  self->folder = g_strdup (folder);
  adw_action_row_set_subtitle (self->folder_row, name);
  adw_preferences_page_add (
      ADW_PREFERENCES_PAGE (self),
      ADW_PREFERENCES_GROUP (exm_style_group_new (settings, session)));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self),
                            ADW_PREFERENCES_GROUP (exm_serving_group_new (serving)));
  /* Last, as it is seldom wanted. */
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self),
                            ADW_PREFERENCES_GROUP (exm_backup_group_new (folder)));
  gtk_widget_set_sensitive (GTK_WIDGET (self->background), settings != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->articles), settings != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->problems), settings != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->scheme), settings != NULL);
  if (settings == NULL)
    return self;
  adw_combo_row_set_selected (self->scheme, get_scheme (settings));
  self->settings = g_object_ref (settings);
  g_settings_bind (settings, "run-in-background", self->background, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "notify-articles", self->articles, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "notify-problems", self->problems, "active",
                   G_SETTINGS_BIND_DEFAULT);
  return self;
}

static void
add_page (GtkWindow *window, gconstpointer unused)
{
  GSettings *settings = g_object_get_data (G_OBJECT (window), "exm-settings");
  ExmSession *session = g_object_get_data (G_OBJECT (window), "exm-session");
  ExmServing *serving = g_object_get_data (G_OBJECT (window), "exm-serving");

  adw_preferences_window_add (
      ADW_PREFERENCES_WINDOW (window),
      ADW_PREFERENCES_PAGE (make_page (settings, session, serving)));
}

GtkWindow *
exm_preferences_new (GtkWindow *parent,
                     GSettings *settings,
                     ExmSession *session,
                     ExmServing *serving)
{
  GtkWindow *window = g_object_new (
      ADW_TYPE_PREFERENCES_WINDOW, "transient-for", parent, "modal", TRUE,
      "search-enabled", FALSE, "default-width", WIDTH, "default-height", HEIGHT, NULL);

  if (settings != NULL)
    g_object_set_data_full (G_OBJECT (window), "exm-settings", g_object_ref (settings),
                            g_object_unref);
  g_object_set_data_full (G_OBJECT (window), "exm-session", g_object_ref (session),
                          g_object_unref);
  g_object_set_data_full (G_OBJECT (window), "exm-serving", g_object_ref (serving),
                          g_object_unref);
  exm_idle_fill_then (window, add_page, NULL);
  return window;
}
