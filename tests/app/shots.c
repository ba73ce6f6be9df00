/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* shots VARIANT DATA-FOLDER OUT-FOLDER [NAME…]: see shots.h. The language and the size of
 * the screen are the caller's. */

#include "shots.h"

#include "test-folder.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

static const Shot shots[] = {
  { "workbench", SHOT_SAMPLE, TRUE, shot_workbench },
  { "articles", SHOT_SAMPLE, TRUE, shot_articles },
  { "activity", SHOT_SAMPLE, FALSE, shot_activity },
  { "settings", SHOT_SAMPLE, TRUE, shot_settings },
  { "all-articles", SHOT_SAMPLE, FALSE, shot_all_articles },
  { "sidebar-hidden", SHOT_SAMPLE, FALSE, shot_sidebar_hidden },
  { "go-to-task", SHOT_SAMPLE, FALSE, shot_picker },
  { "menu", SHOT_SAMPLE, FALSE, shot_menu },
  { "shortcuts", SHOT_SAMPLE, FALSE, shot_shortcuts },
  { "about", SHOT_SAMPLE, FALSE, shot_about },
  { "preferences", SHOT_SAMPLE, FALSE, shot_preferences },
  { "quit", SHOT_SAMPLE, FALSE, shot_quit },
  { "pause-toast", SHOT_SAMPLE, FALSE, shot_pause_toast },
  { "empty", SHOT_EMPTY, FALSE, shot_as_it_is },
  { "damaged", SHOT_DAMAGED, FALSE, shot_as_it_is },
  { "newer", SHOT_NEWER, FALSE, shot_as_it_is },
};

typedef struct
{
  const char *name;
  const char *scheme;
  int width;
  int height;
  int dpi;
  gboolean few; /* only those that are for everywhere */
} Variant;

static const Variant variants[] = {
  { "light-en-1280", "light", 1280, 800, 96, FALSE },
  { "dark-zh-900", "dark", 900, 800, 96, FALSE },
  { "light-en-1920", "light", 1920, 1080, 96, TRUE },
  { "light-en-large", "light", 1280, 800, 120, TRUE },
};

static const Variant *
find_variant (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (variants); i++)
    if (strcmp (variants[i].name, name) == 0)
      return &variants[i];
  g_error ("no variant %s", name);
}

/* What SQLite calls the user version stands at 60 in the file. */
static void
make_newer (const char *from, const char *to)
{
  g_autofree char *old = g_build_filename (from, "exemplar.db", NULL);
  g_autofree char *new = g_build_filename (to, "exemplar.db", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  g_file_get_contents (old, &bytes, &size, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (size, >, 64);
  memcpy (bytes + 60, "\0\0\x7f\xff", 4);
  g_file_set_contents (new, bytes, (gssize) size, &error);
  g_assert_no_error (error);
}

/* Returns: (transfer full): a folder that is removed afterwards, %NULL for the sample's
 */
static char *
make_folder (ShotData data, const char *sample)
{
  char *folder = data != SHOT_SAMPLE ? test_folder_new () : NULL;
  g_autofree char *file
      = folder != NULL ? g_build_filename (folder, "exemplar.db", NULL) : NULL;

  if (data == SHOT_DAMAGED)
    g_assert_true (g_file_set_contents (file, "This is no database.", -1, NULL));
  else if (data == SHOT_NEWER)
    make_newer (sample, folder);
  return folder;
}

static void
set_up (const Variant *variant)
{
  g_autoptr (GSettings) settings
      = g_settings_new ("io.github.exemplar_workbench.Exemplar");

  g_settings_reset (settings, "scope");
  g_settings_reset (settings, "view");
  g_settings_set_boolean (settings, "sidebar", variant->width > 900);
  g_settings_set_boolean (settings, "told-of-background", TRUE);
  g_settings_set_string (settings, "color-scheme", variant->scheme);
  g_settings_set_int (settings, "window-width", variant->width);
  g_settings_set_int (settings, "window-height", variant->height);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", variant->dpi * 1024, NULL);
}

static GtkWindow *
get_top (ExmApplication *app)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (app));
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (all); i > 0; i--)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (all, i - 1);
      if (gtk_widget_get_mapped (GTK_WIDGET (window)))
        return window;
    }
  return windows->data;
}

static void
close_dialogs (ExmWindow *window)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();

  for (GList *l = all; l != NULL; l = l->next)
    if (l->data != window)
      gtk_window_destroy (GTK_WINDOW (l->data));
}

/* Whether the operations that the pages began have come to rest is theirs to wait for;
 * what comes from the store comes within a few turns. */
static gboolean
on_rested (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_rested (gpointer data)
{
  return *(gboolean *) data;
}

static void
take (const Shot *shot, const Variant *variant, const char *sample, const char *out)
{
  g_autofree char *folder = make_folder (shot->data, sample);
  g_autofree char *name = g_strdup_printf ("%s-%s.png", shot->name, variant->name);
  g_autofree char *path = g_build_filename (out, name, NULL);
  gboolean rested = FALSE;

  set_up (variant);
  ExmApplication *app
      = test_gui_open (folder != NULL ? folder : sample, shot->data != SHOT_NEWER);
  ExmWindow *window = test_gui_get_window (app);
  shot->show (window);
  g_timeout_add (shot->everywhere ? 2500 : 700, on_rested, &rested);
  test_gui_wait_until (is_rested, &rested, "rest");
  test_gui_shoot (GTK_WIDGET (get_top (app)), path);
  g_print ("%s\n", name);
  close_dialogs (window);
  test_gui_stop (app);
  if (folder != NULL)
    test_folder_free (g_steal_pointer (&folder));
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_assert_cmpint (argc, >=, 4);
  const Variant *variant = find_variant (argv[1]);
  g_assert_cmpint (g_mkdir_with_parents (argv[3], 0755), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (shots); i++)
    {
      gboolean wanted = argc == 4;
      for (int k = 4; k < argc; k++)
        wanted = wanted || strcmp (argv[k], shots[i].name) == 0;
      if (wanted && (!variant->few || shots[i].everywhere))
        take (&shots[i], variant, argv[2], argv[3]);
    }
  return 0;
}
