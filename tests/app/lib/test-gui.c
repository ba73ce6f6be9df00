/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-gui.h"

#include "app/inspector/exm-line-row.h"

#include "app/widgets/exm-init.h"
#include "base/exm-said.h"

void
test_gui_init (int *argc, char ***argv)
{
  exm_said_init_language ();
  g_test_init (argc, argv, NULL);
  exm_init ();
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

static gboolean
on_too_late (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

void
test_gui_wait_until_at (gboolean (*done) (gpointer data),
                        gpointer data,
                        const char *what,
                        const char *where)
{
  gboolean late = FALSE;
  guint id = g_timeout_add_seconds (TEST_GUI_SECONDS, on_too_late, &late);

  while (!done (data) && !late)
    g_main_context_iteration (NULL, TRUE);
  if (late)
    g_error ("%s: waited in vain for: %s", where, what);
  g_source_remove (id);
}

static void
on_after_paint (GdkFrameClock *clock, gpointer data)
{
  (*(guint *) data)++;
}

static gboolean
is_painted_twice (gpointer data)
{
  return *(guint *) data >= 2;
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
test_gui_settle (GtkWidget *widget)
{
  guint n_frames = 0;
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  guint tick = gtk_widget_add_tick_callback (widget, on_tick, NULL, NULL);
  gulong id
      = g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), &n_frames);

  gtk_widget_queue_draw (widget);
  test_gui_wait_until (is_painted_twice, &n_frames, "a frame");
  g_signal_handler_disconnect (clock, id);
  gtk_widget_remove_tick_callback (widget, tick);
}

/* Longer words are a text of a page, as are those of rows of lines. */
#define LONGEST_WORDS 60

/* Its own, or that of what it is a part of. */
static gboolean
has_tooltip (GtkWidget *widget)
{
  while (widget != NULL && !gtk_widget_get_has_tooltip (widget))
    widget = gtk_widget_get_parent (widget);
  return widget != NULL;
}

gboolean
test_gui_is_cut (GtkLabel *label)
{
  return pango_layout_is_ellipsized (gtk_label_get_layout (label))
         && !has_tooltip (GTK_WIDGET (label))
         && gtk_widget_get_ancestor (GTK_WIDGET (label), EXM_TYPE_LINE_ROW) == NULL
         && g_utf8_strlen (gtk_label_get_text (label), -1) <= LONGEST_WORDS;
}

/* Parents that are told. */
#define MOST_TOLD 6u

char *
test_gui_describe (GtkWidget *widget)
{
  GString *path = g_string_new (widget == NULL ? "nothing" : NULL);

  for (guint i = 0; widget != NULL && i <= MOST_TOLD; i++)
    {
      const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));
      g_string_append_printf (path, "%s%s%s%s", i > 0 ? " < " : "",
                              G_OBJECT_TYPE_NAME (widget), id != NULL ? " #" : "",
                              id != NULL ? id : "");
      widget = gtk_widget_get_parent (widget);
    }
  return g_string_free (path, FALSE);
}

static gboolean
has_text (GtkWidget *widget, const char *text)
{
  static const char *const names[] = { "label", "title", "text", "tooltip-text" };
  const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));

  if (g_strcmp0 (id, text) == 0)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GParamSpec *pspec
          = g_object_class_find_property (G_OBJECT_GET_CLASS (widget), names[i]);
      g_autofree char *value = NULL;
      if (pspec == NULL || pspec->value_type != G_TYPE_STRING)
        continue;
      g_object_get (widget, names[i], &value, NULL);
      if (g_strcmp0 (value, text) == 0)
        return TRUE;
    }
  return FALSE;
}

GtkWidget *
test_gui_find (gpointer root, GType type, const char *text)
{
  GtkWidget *widget = GTK_WIDGET (root);

  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (g_type_is_a (G_OBJECT_TYPE (widget), type)
      && (text == NULL || has_text (widget, text)))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = test_gui_find (child, type, text);
      if (found != NULL)
        return found;
    }
  return NULL;
}

const char *
test_gui_find_beginning (gpointer root, const char *beginning)
{
  GtkWidget *widget = GTK_WIDGET (root);
  const char *found = NULL;

  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (GTK_IS_LABEL (widget)
      && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (widget)), beginning))
    return gtk_label_get_text (GTK_LABEL (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       found == NULL && child != NULL; child = gtk_widget_get_next_sibling (child))
    found = test_gui_find_beginning (child, beginning);
  return found;
}

void
test_gui_wait_until_said_at (gpointer root, const char *beginning, const char *where)
{
  test_gui_need_beginning_at (root, beginning, where);
  test_gui_settle (root);
}

GtkWidget *
test_gui_find_window (GType type)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (all, i);
      if (g_type_is_a (G_OBJECT_TYPE (window), type) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

typedef struct
{
  gpointer root; /* (unowned) */
  GType type;
  const char *text; /* (unowned) (nullable) */
} Wanted;

static gboolean
is_found (gpointer data)
{
  const Wanted *wanted = data;

  return test_gui_find (wanted->root, wanted->type, wanted->text) != NULL;
}

GtkWidget *
test_gui_need_at (gpointer root, GType type, const char *text, const char *where)
{
  Wanted wanted = { root, type, text };
  g_autofree char *what
      = g_strdup_printf ("%s “%s”", g_type_name (type), text != NULL ? text : "");

  test_gui_wait_until_at (is_found, &wanted, what, where);
  return test_gui_find (root, type, text);
}

static gboolean
begins (gpointer data)
{
  const Wanted *wanted = data;

  return test_gui_find_beginning (wanted->root, wanted->text) != NULL;
}

const char *
test_gui_need_beginning_at (gpointer root, const char *beginning, const char *where)
{
  Wanted wanted = { root, GTK_TYPE_LABEL, beginning };

  test_gui_wait_until_at (begins, &wanted, beginning, where);
  return test_gui_find_beginning (root, beginning);
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

ExmApplication *
test_gui_start (const char *folder)
{
  return test_gui_open (folder, TRUE);
}

static ExmApplication *
activate (const char *folder)
{
  g_autoptr (GError) error = NULL;
  ExmApplication *app = exm_application_new (folder);

  g_application_set_flags (G_APPLICATION (app), G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (app), NULL, &error);
  g_assert_no_error (error);
  g_application_activate (G_APPLICATION (app));
  return app;
}

static void
on_first_paint (GdkFrameClock *clock, gpointer data)
{
  *(gboolean *) data = TRUE;
}

ExmApplication *
test_gui_open_to_first_frame (const char *folder)
{
  ExmApplication *app = activate (folder);
  GtkNative *window = GTK_NATIVE (test_gui_get_window (app));
  GdkFrameClock *clock = gdk_surface_get_frame_clock (gtk_native_get_surface (window));
  gboolean painted = FALSE;
  gulong id
      = g_signal_connect (clock, "after-paint", G_CALLBACK (on_first_paint), &painted);

  while (!painted)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, id);
  return app;
}

static void
on_tasks_changed (ExmSession *session, gpointer data)
{
  *(gboolean *) data = TRUE;
}

/* The tasks are read once the session has started, and with them the window takes the
 * view that it had: another one that was chosen before would go again. */
ExmApplication *
test_gui_open (const char *folder, gboolean wait)
{
  ExmApplication *app = activate (folder);
  ExmSession *session = exm_application_get_session (app);
  gboolean tasks_known = FALSE;
  gulong id = g_signal_connect (session, "tasks-changed", G_CALLBACK (on_tasks_changed),
                                &tasks_known);

  if (wait)
    test_gui_wait_until (is_true, &tasks_known, "the session and its tasks");
  g_signal_handler_disconnect (session, id);
  test_gui_settle (GTK_WIDGET (test_gui_get_window (app)));
  return app;
}

ExmWindow *
test_gui_get_window (ExmApplication *app)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (app)); l != NULL;
       l = l->next)
    if (EXM_IS_WINDOW (l->data))
      return l->data;
  g_error ("The application has no window");
}

gpointer
test_gui_read_store (ExmWindow *window, const ExmStoreQuery *query)
{
  ExmStoreReader *reader = exm_session_get_reader (exm_window_get_session (window));
  g_autoptr (GError) error = NULL;
  gpointer value = exm_store_reader_read (reader, query, NULL, &error);

  g_assert_no_error (error);
  return value;
}

GtkWindow *
test_gui_find_dialog (ExmWindow *window, GType type)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();

  for (GList *l = all; l != NULL; l = l->next)
    if (l->data != (gpointer) window && g_type_is_a (G_OBJECT_TYPE (l->data), type)
        && gtk_widget_get_mapped (l->data))
      return l->data;
  return NULL;
}

typedef struct
{
  ExmWindow *window; /* (unowned) */
  GType type;
} WantedDialog;

static gboolean
is_shown (gpointer data)
{
  const WantedDialog *wanted = data;

  return test_gui_find_dialog (wanted->window, wanted->type) != NULL;
}

GtkWindow *
test_gui_need_dialog (ExmWindow *window, GType type)
{
  WantedDialog wanted = { window, type };

  test_gui_wait_until (is_shown, &wanted, g_type_name (type));
  GtkWindow *dialog = test_gui_find_dialog (window, type);
  test_gui_settle (GTK_WIDGET (dialog));
  return dialog;
}

static gboolean
on_quit (gpointer data)
{
  g_application_quit (G_APPLICATION (data));
  return G_SOURCE_REMOVE;
}

void
test_gui_stop (ExmApplication *app)
{
  test_gui_stop_by (app, on_quit, app);
}

void
test_gui_stop_by (ExmApplication *app, GSourceFunc quit, gpointer data)
{
  /* Only a run that ends takes it off the bus. */
  g_idle_add_full (G_PRIORITY_HIGH, quit, data, NULL);
  g_application_run (G_APPLICATION (app), 0, NULL);
  g_application_set_default (NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (app);
}

static void
on_waited (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

void
test_gui_shoot (GtkWidget *widget, const char *path)
{
  g_autoptr (GError) error = NULL;
  gboolean done = FALSE;

  test_gui_settle (widget);
  g_autoptr (GSubprocess) import
      = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, "import", "-silent", "-window",
                          "root", path, NULL);
  g_assert_no_error (error);
  g_subprocess_wait_check_async (import, NULL, on_waited, &done);
  test_gui_wait_until (is_true, &done, "the picture");
}

void
test_gui_show_people (GtkWidget *widget, const char *name)
{
  const char *folder = g_getenv ("EXM_SHOTS");
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, file, NULL) : NULL;

  test_gui_settle (widget);
  if (path != NULL)
    test_gui_shoot (widget, path);
}
