/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* shots VARIANT SITE DATA-FOLDER OUT-FOLDER [NAME…]: see shots.h. The language and the
 * size of the screen are the caller's. */

#include "shots.h"

#include "app/shell/exm-scope-list.h"
#include "store/exm-store-approve.h"

#include "test-folder.h"
#include "test-pages.h"
#include "test-pointer.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

static const Shot *const tables[]
    = { shots_of_shell, shots_of_workbench, shots_of_methods,  shots_of_setup,
        shots_of_queue, shots_of_lists,     shots_of_settings, shots_of_problems };

typedef struct
{
  const char *name;
  const char *scheme;
  const char *task;
  int width;
  int height;
  int dpi;
  gboolean few; /* unless others are named, only those that are for everywhere */
} Variant;

#define COURIER "The Tidewater Courier"
#define NEWS "江畔新闻网"

static const Variant variants[] = {
  { "light-en-1280", "light", COURIER, 1280, 800, 96, FALSE },
  { "dark-zh-1280", "dark", NEWS, 1280, 800, 96, FALSE },
  { "light-zh-900", "light", NEWS, 900, 600, 96, FALSE },
  { "light-zh-1280", "light", NEWS, 1280, 800, 96, TRUE },
  { "dark-en-1280", "dark", COURIER, 1280, 800, 96, TRUE },
  { "light-en-1920", "light", COURIER, 1920, 1080, 96, TRUE },
  { "light-zh-3840", "light", NEWS, 3840, 2160, 96, TRUE },
  { "light-en-large", "light", COURIER, 1280, 800, 144, TRUE },
  { "contrast-en-1280", "light", COURIER, 1280, 800, 96, TRUE },
  { "rtl-en-1280", "light", COURIER, 1280, 800, 96, TRUE },
  { "light-en-740", "light", COURIER, 740, 800, 96, TRUE },
  { "dark-zh-460", "dark", NEWS, 460, 720, 96, TRUE },
  { "light-en-double", "light", COURIER, 1280, 800, 96, TRUE },
};

/* Time in which moving widgets come to rest, ms. */
#define REST_MS 1200

/* The one whose pictures are made, and where the sample site is. */
static const Variant *variant;
static const char *base;

static const Variant *
find_variant (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (variants); i++)
    if (strcmp (variants[i].name, name) == 0)
      return &variants[i];
  g_error ("no variant %s", name);
}

/* Raises the user version of the database, which SQLite keeps at offset 60 of the
 * file. */
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

static void
copy_folder (const char *from, const char *to)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (from, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (GFile) old = g_file_new_build_filename (from, name, NULL);
      g_autoptr (GFile) new = g_file_new_build_filename (to, name, NULL);
      if (g_file_query_file_type (old, 0, NULL) != G_FILE_TYPE_REGULAR)
        continue;
      g_file_copy (old, new, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
    }
}

static void
approve_all (const char *folder)
{
  g_autoptr (ExmStore) store = test_pages_open (folder);
  const ExmArticleFilter filter = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) articles = exm_store_list_articles (store, &filter, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *article = g_ptr_array_index (articles, i);
      exm_store_approve_article (store, article->id, 0, &error);
      g_assert_no_error (error);
    }
}

/* No picture changes what the next one shows.
 *
 * Returns: (transfer full): a folder that is removed afterwards */
static char *
make_folder (ShotData data, const char *sample)
{
  char *folder = test_folder_new ();
  g_autofree char *file = g_build_filename (folder, "exemplar.db", NULL);

  if (data == SHOT_SAMPLE || data == SHOT_APPROVED)
    copy_folder (sample, folder);
  if (data == SHOT_APPROVED)
    approve_all (folder);
  else if (data == SHOT_DAMAGED)
    g_assert_true (g_file_set_contents (file, "This is no database.", -1, NULL));
  else if (data == SHOT_NEWER)
    make_newer (sample, folder);
  return folder;
}

static void
set_up (void)
{
  g_autoptr (GSettings) settings
      = g_settings_new ("io.github.exemplar_workbench.Exemplar");

  g_settings_reset (settings, "scope");
  g_settings_reset (settings, "view");
  g_settings_set_boolean (settings, "sidebar", variant->width >= 1280);
  g_settings_set_boolean (settings, "told-of-background", TRUE);
  g_settings_set_string (settings, "color-scheme", variant->scheme);
  g_settings_set_int (settings, "window-width", variant->width);
  g_settings_set_int (settings, "window-height", variant->height);
  /* The buttons that GNOME has. */
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", variant->dpi * 1024,
                "gtk-decoration-layout", ":close", NULL);
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

/* A popover that is open grabs the pointer. Were its window destroyed, GDK would keep the
 * grab, and no window of a later picture would get the pointer. */
static void
close_popovers (GtkWidget *window)
{
  GtkWidget *popover;

  while ((popover = test_gui_find (window, GTK_TYPE_POPOVER, NULL)) != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
close_dialogs (ExmWindow *window)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();

  for (GList *l = all; l != NULL; l = l->next)
    {
      close_popovers (l->data);
      if (l->data != window)
        gtk_window_destroy (GTK_WINDOW (l->data));
    }
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

char *
shot_address (const char *path)
{
  return path[0] == '/' ? g_strconcat (base, path, NULL) : g_strdup (path);
}

const char *
shot_get_section (void)
{
  return g_str_equal (variant->task, NEWS) ? "/zh/" : "/news/";
}

static gboolean
has_tasks (gpointer data)
{
  return g_list_model_get_n_items (data) > 0;
}

void
shot_show_task (ExmWindow *window, const char *name, const char *view)
{
  GListModel *tasks = exm_session_get_tasks (exm_window_get_session (window));

  test_gui_wait_until (has_tasks, tasks, "the tasks");
  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (ExmTaskItem) task = g_list_model_get_item (tasks, i);
      if (g_str_equal (exm_task_item_get_name (task), name))
        exm_window_set_task_uid (window, exm_task_item_get_uid (task));
    }
  g_assert_nonnull (exm_window_get_task_uid (window));
  exm_window_set_view (window, view);
  test_gui_settle (GTK_WIDGET (window));
}

void
shot_show_view (ExmWindow *window, const char *view)
{
  shot_show_task (window, variant->task, view);
}

void
shot_pick_scope (ExmWindow *window, const char *scope)
{
  if (test_gui_find (window, EXM_TYPE_SCOPE_LIST, "sidebar") == NULL)
    shot_activate (window, "win.sidebar");
  g_signal_emit_by_name (shot_need (window, EXM_TYPE_SCOPE_LIST, "sidebar"), "picked",
                         scope);
}

void
shot_pop_up (gpointer root, const char *id)
{
  gtk_menu_button_popup (shot_need (root, GTK_TYPE_MENU_BUTTON, id));
}

void
shot_activate (gpointer widget, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (widget), action, NULL));
}

static void
take (const Shot *shot, const char *sample, const char *out)
{
  g_autofree char *folder = make_folder (shot->data, sample);
  g_autofree char *name = g_strdup_printf ("%s-%s.png", shot->name, variant->name);
  g_autofree char *path = g_build_filename (out, name, NULL);
  gboolean rested = FALSE;

  set_up ();
  gboolean opens = shot->data != SHOT_NEWER && shot->data != SHOT_DAMAGED;
  ExmApplication *app = test_gui_open (folder, opens);
  ExmWindow *window = test_gui_get_window (app);
  /* No tooltip of where the pointer was left. */
  test_pointer_move (GTK_WIDGET (window), 1, 1);
  shot->show (window);
  g_timeout_add (REST_MS, on_rested, &rested);
  test_gui_wait_until (is_rested, &rested, "rest");
  test_gui_shoot (GTK_WIDGET (get_top (app)), path);
  shot_tell_flaws (get_top (app), name, variant->width,
                   g_str_equal (variant->task, NEWS));
  g_print ("%s\n", name);
  close_dialogs (window);
  test_gui_stop (app);
  test_folder_free (g_steal_pointer (&folder));
}

/* Without one, popovers have black edges. */
static GSubprocess *
start_compositor (void)
{
  g_autofree char *program = g_find_program_in_path ("xcompmgr");

  return program != NULL ? g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, program, NULL)
                         : NULL;
}

static gboolean
is_wanted (const Shot *shot, int n_names, char **names)
{
  if (n_names == 0)
    return !variant->few || shot->everywhere;
  for (int i = 0; i < n_names; i++)
    if (strcmp (names[i], shot->name) == 0)
      return TRUE;
  return FALSE;
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  /* GTK warns of the view switcher's bar, which has no height while it is hidden. */
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  g_assert_cmpint (argc, >=, 5);
  variant = find_variant (argv[1]);
  g_autoptr (GSubprocess) compositor = start_compositor ();
  base = argv[2];
  g_assert_cmpint (g_mkdir_with_parents (argv[4], 0755), ==, 0);
  if (g_str_has_prefix (variant->name, "rtl"))
    gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const Shot *shot = tables[i]; shot->name != NULL; shot++)
      if (is_wanted (shot, argc - 5, argv + 5))
        take (shot, argv[3], argv[4]);
  if (compositor != NULL)
    g_subprocess_force_exit (compositor);
  return 0;
}
