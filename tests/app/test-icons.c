/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons of sites in the sidebar and in the table of all tasks: each row has that of its
 * own task, when it comes, when rows are used again and when the task goes elsewhere. */

#include "app/shell/exm-scope-list.h"
#include "app/tasks/exm-tasks-page.h"
#include "app/widgets/exm-site-icon.h"
#include "resources/exm-icon-cache.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"

#include <string.h>

#define N_TASKS 300u

/* The sites of the tasks, in turn. */
static const struct
{
  const char *url;
  guint32 colour; /* 0xRRGGBBAA; 0: it has no icon at first */
} sites[] = {
  { "http://red.example/", 0xc01c28ff },
  { "http://blue.example/", 0x1a5fb4ff },
  { "http://late.example/", 0 },
  { "http://ink.example/", 0x000000ff },
};

#define LATE_COLOUR 0x26a269ff

typedef struct
{
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) */
  ExmWindow *window;   /* (unowned) */
  gboolean late;       /* the late site has its icon */
  gboolean moved;      /* the first task is one of the second site */
  GType only;          /* the view that is looked at, 0: the whole window */
} Fixture;

/* Puts an icon into the cache: a square within a frame that is seen through. */
static void
put_icon (const char *url, guint32 colour)
{
  g_autofree char *folder = exm_icon_cache_dup_folder ();
  g_autofree char *name = exm_icon_cache_dup_name (url);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, TRUE, 8, 32, 32);
  g_autoptr (GdkPixbuf) inner = gdk_pixbuf_new_subpixbuf (pixbuf, 4, 4, 24, 24);
  g_autoptr (GError) error = NULL;
  char *data = NULL;
  gsize n = 0;

  gdk_pixbuf_fill (pixbuf, 0);
  gdk_pixbuf_fill (inner, colour);
  gdk_pixbuf_save_to_buffer (pixbuf, &data, &n, "png", &error, NULL);
  g_assert_no_error (error);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, data, (gssize) n, &error);
  g_assert_no_error (error);
  g_free (data);
}

/* @url: an address of its site */
static ExmTask *
make_task (guint number, const char *url)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) plain = store_task_new (number);

  exm_task_fields_copy (plain, &fields);
  g_array_set_size (fields.examples, 0);
  exm_task_fields_add_example (&fields, url);
  return exm_task_new (&fields);
}

static gboolean
has_tasks (gpointer data)
{
  return g_list_model_get_n_items (
             exm_session_get_tasks (exm_window_get_session (EXM_WINDOW (data))))
         == N_TASKS;
}

static void
add_tasks (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < N_TASKS; i++)
    {
      g_autoptr (ExmTask) task = make_task (i + 1, sites[i % G_N_ELEMENTS (sites)].url);
      exm_store_add_task (store, task, STORE_NOW, &error);
      g_assert_no_error (error);
    }
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = test_folder_new ();
  add_tasks (self->folder);
  for (gsize i = 0; i < G_N_ELEMENTS (sites); i++)
    if (sites[i].colour != 0)
      put_icon (sites[i].url, sites[i].colour);
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  test_gui_wait_until (has_tasks, self->window, "the tasks");
  exm_window_set_task_uid (self->window, NULL);
  exm_window_set_view (self->window, "tasks");
  test_gui_need (self->window, EXM_TYPE_TASKS_PAGE, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = exm_icon_cache_dup_folder ();

  test_gui_stop (self->app);
  test_folder_free (self->folder);
  test_folder_free (g_steal_pointer (&folder));
}

/* Returns: the colour in the middle of what @icon shows, 0: no icon */
static guint32
get_colour (GtkWidget *icon)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (icon));
  GdkPaintable *shown
      = GTK_IS_IMAGE (child) ? gtk_image_get_paintable (GTK_IMAGE (child)) : NULL;

  if (shown == NULL)
    return 0;
  GdkTexture *texture = GDK_TEXTURE (shown);
  gsize width = (gsize) gdk_texture_get_width (texture),
        height = (gsize) gdk_texture_get_height (texture);
  g_autofree guint32 *pixels = g_new0 (guint32, width * height);
  gdk_texture_download (texture, (guchar *) pixels, width * 4);
  return pixels[height / 2 * width + width / 2] << 8 | 0xff;
}

static guint32
get_wanted (Fixture *self, const char *name)
{
  guint number = (guint) g_ascii_strtoull (name + strlen ("Task "), NULL, 10) - 1;
  gsize site = number % G_N_ELEMENTS (sites);

  if (number == 0 && self->moved)
    site = 1;
  return sites[site].colour != 0 ? sites[site].colour : self->late ? LATE_COLOUR : 0;
}

/* Returns: what stands behind the icon, or behind what it alone is in */
static GtkWidget *
get_name (GtkWidget *icon)
{
  GtkWidget *next = gtk_widget_get_next_sibling (icon);

  return next != NULL ? next : gtk_widget_get_next_sibling (gtk_widget_get_parent (icon));
}

/* Counts rows that have the right icon, lack theirs, and have that of another site. */
static void
count (Fixture *self, GtkWidget *widget, guint n[3])
{
  GtkWidget *label = EXM_IS_SITE_ICON (widget) ? get_name (widget) : NULL;

  if (label != NULL && gtk_widget_get_mapped (label)
      && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (label)), "Task 0"))
    {
      guint32 wanted = get_wanted (self, gtk_label_get_label (GTK_LABEL (label)));
      guint32 colour = get_colour (widget);
      n[colour == wanted ? 0 : colour == 0 ? 1 : 2]++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count (self, child, n);
}

/* Whether all rows that are there have their icon; none ever has that of another. */
static gboolean
is_right (gpointer data)
{
  Fixture *self = data;
  GtkWidget *root = self->only != 0 ? test_gui_find (self->window, self->only, NULL)
                                    : GTK_WIDGET (self->window);
  guint n[3] = { 0 };

  if (root == NULL)
    return FALSE;
  count (self, root, n);
  if (!self->moved)
    g_assert_cmpuint (n[2], ==, 0);
  return n[0] >= 10 && n[1] == 0 && n[2] == 0;
}

static void
wait_for_both (Fixture *self)
{
  self->only = EXM_TYPE_SCOPE_LIST;
  test_gui_wait_until (is_right, self, "icons in the sidebar");
  self->only = EXM_TYPE_TASKS_PAGE;
  test_gui_wait_until (is_right, self, "icons in the table");
}

static void
test_shown (Fixture *self, gconstpointer data)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  wait_for_both (self);
  test_gui_show_people (GTK_WIDGET (self->window), "icons");
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_DARK);
  test_gui_settle (GTK_WIDGET (self->window));
  wait_for_both (self);
  test_gui_show_people (GTK_WIDGET (self->window), "icons-dark");
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
}

/* Rows that are used again for other tasks. */
static void
test_scrolled (Fixture *self, gconstpointer data)
{
  GtkWidget *view
      = test_gui_need (test_gui_need (self->window, EXM_TYPE_TASKS_PAGE, NULL),
                       GTK_TYPE_COLUMN_VIEW, "view");
  GtkAdjustment *place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));

  wait_for_both (self);
  for (guint i = 1; i <= 20; i++)
    {
      /* Neighbours are of other sites. */
      gtk_adjustment_set_value (place, gtk_adjustment_get_upper (place) * (i % 10) / 10
                                           + 37 * i);
      test_gui_settle (GTK_WIDGET (self->window));
      is_right (self);
    }
  test_gui_wait_until (is_right, self, "icons of rows that came late");
}

/* An icon that comes while the window is open; what is shown outlives the cache. */
static void
test_late (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = exm_icon_cache_dup_folder ();

  wait_for_both (self);
  put_icon ("http://late.example/", LATE_COLOUR);
  self->late = TRUE;
  wait_for_both (self);
  test_folder_free (g_steal_pointer (&folder));
  test_gui_settle (GTK_WIDGET (self->window));
  wait_for_both (self);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  exm_session_write_finish (EXM_SESSION (source), result, &error);
  g_assert_no_error (error);
}

/* A task that gets an example on another site. */
static void
test_moved (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmTask) task = make_task (1, sites[1].url);

  wait_for_both (self);
  self->moved = TRUE;
  exm_session_save_task_async (exm_window_get_session (self->window), task, on_saved,
                               NULL);
  wait_for_both (self);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/icons/shown", Fixture, NULL, set_up, test_shown, tear_down);
  g_test_add ("/icons/scrolled", Fixture, NULL, set_up, test_scrolled, tear_down);
  g_test_add ("/icons/late", Fixture, NULL, set_up, test_late, tear_down);
  g_test_add ("/icons/moved", Fixture, NULL, set_up, test_moved, tear_down);
  return g_test_run ();
}
