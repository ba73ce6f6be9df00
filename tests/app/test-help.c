/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The help as it is asked for and read: by keyboard, by pointer, from where it is linked.
 */

#include "app/help/exm-help-picture.h"
#include "app/help/exm-help-view.h"
#include "app/help/exm-help-window.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"

typedef struct
{
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) */
  ExmWindow *window;   /* (unowned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer with_task)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);
  g_autoptr (GSettings) settings
      = g_settings_new ("io.github.exemplar_workbench.Exemplar");

  g_settings_reset (settings, "help-width");
  g_settings_reset (settings, "help-height");
  self->folder = test_folder_new ();
  ExmStore *store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  if (with_task != NULL)
    {
      exm_store_add_task (store, task, STORE_NOW, &error);
      exm_store_set_paused (store, store_task_uid (1), TRUE, &error);
      g_assert_no_error (error);
    }
  exm_store_close (store);
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
}

typedef struct
{
  GtkWindow *help;
  const char *topic;
} Wanted;

static gboolean
is_shown (gpointer data)
{
  const Wanted *wanted = data;

  return g_strcmp0 (exm_help_window_get_topic (EXM_HELP_WINDOW (wanted->help)),
                    wanted->topic)
         == 0;
}

static void
wait_for_topic (GtkWindow *help, const char *topic)
{
  Wanted wanted = { help, topic };

  test_gui_wait_until (is_shown, &wanted, topic);
  test_gui_settle (GTK_WIDGET (help));
}

static gboolean
is_gone (gpointer data)
{
  return test_gui_find_dialog (data, EXM_TYPE_HELP_WINDOW) == NULL;
}

static GtkWindow *
ask_for_help (Fixture *self, const char *topic)
{
  GtkWindow *help;

  test_pointer_focus_window (GTK_WIDGET (self->window));
  test_keys (GTK_WIDGET (self->window), "F1");
  help = test_gui_need_dialog (self->window, EXM_TYPE_HELP_WINDOW);
  wait_for_topic (help, topic);
  return help;
}

/* F1, a search, a link, back and forward, and away. */
static void
test_keyboard (Fixture *self, gconstpointer unused)
{
  GtkWindow *help = ask_for_help (self, "first-task");
  GtkWidget *widget = GTK_WIDGET (help);

  test_pointer_focus_window (widget);
  test_keys (widget, "ctrl+f");
  test_type (widget, "waist");
  test_gui_need_beginning (help, "…");
  test_gui_show_people (widget, "help-found");
  test_keys (widget, "Return");
  wait_for_topic (help, "curves");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (help),
                                         test_gui_need (help, EXM_TYPE_HELP_VIEW, NULL)));
  /* The first thing to go to in an article is a link; the last block of this one is, too.
   */
  test_gui_need (help, GTK_TYPE_LABEL, "<a href=\"methods\">Methods of extraction</a>");
  test_gui_settle (widget);
  test_keys (widget, "End Tab Return");
  test_gui_settle (widget);
  g_assert_cmpstr (exm_help_window_get_topic (EXM_HELP_WINDOW (help)), !=, "curves");
  test_keys (widget, "alt+Left");
  wait_for_topic (help, "curves");
  test_keys (widget, "alt+Left");
  wait_for_topic (help, "first-task");
  test_keys (widget, "alt+Right");
  wait_for_topic (help, "curves");
  test_keys (widget, "Escape");
  test_gui_wait_until (is_gone, self->window, "the help to close");
}

/* Search text is taken back by Escape before the window is closed by it. */
static void
test_search (Fixture *self, gconstpointer unused)
{
  GtkWindow *help = ask_for_help (self, "first-task");
  GtkWidget *widget = GTK_WIDGET (help), *entry;

  test_pointer_focus_window (widget);
  test_keys (widget, "ctrl+f");
  test_type (widget, "qwertz");
  test_gui_need (help, GTK_TYPE_LABEL, "No topic matches “qwertz”");
  test_keys (widget, "Return");
  wait_for_topic (help, "first-task");
  entry = test_gui_need (help, GTK_TYPE_SEARCH_ENTRY, NULL);
  test_keys (widget, "Escape");
  test_gui_settle (widget);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  test_gui_need (help, GTK_TYPE_LABEL, "What the curves show");
  test_keys (widget, "Escape");
  test_gui_wait_until (is_gone, self->window, "the help to close");
}

static void
test_pointer (Fixture *self, gconstpointer unused)
{
  GtkWindow *help = ask_for_help (self, "first-task");
  GtkWidget *view = test_gui_need (help, EXM_TYPE_HELP_VIEW, NULL);

  test_pointer_click (test_gui_need (help, GTK_TYPE_LABEL, "What the curves show"));
  wait_for_topic (help, "curves");
  GtkWidget *picture = test_gui_need (view, EXM_TYPE_HELP_PICTURE, NULL);
  g_assert_cmpint (gtk_widget_get_height (picture), >, 100);
  test_gui_show_people (GTK_WIDGET (help), "help-curves");
  /* At the end of each topic are links to others. */
  test_pointer_focus_window (GTK_WIDGET (help));
  test_keys (GTK_WIDGET (help), "End");
  GtkWidget *link = test_gui_need (view, GTK_TYPE_LABEL,
                                   "<a href=\"boundaries\">Moving the boundaries</a>");
  test_pointer_click_at (link, 8, gtk_widget_get_height (link) / 2., 1);
  wait_for_topic (help, "boundaries");
  test_pointer_click (test_gui_need (help, GTK_TYPE_BUTTON, "Back (Alt+←)"));
  wait_for_topic (help, "curves");
}

/* A narrow window shows one thing at a time. */
static void
test_narrow (Fixture *self, gconstpointer unused)
{
  GtkWindow *help = ask_for_help (self, "first-task");
  GtkWidget *widget = GTK_WIDGET (help);

  gtk_window_set_default_size (help, 360, 560);
  test_gui_settle (widget);
  g_assert_cmpint (gtk_widget_get_width (widget), <, 420);
  GtkWidget *view = test_gui_need (help, EXM_TYPE_HELP_VIEW, NULL);
  g_assert_null (test_gui_find (help, GTK_TYPE_SEARCH_ENTRY, NULL));
  test_gui_show_people (widget, "help-narrow");
  test_gui_need (help, GTK_TYPE_BUTTON, "Topics");
  test_keys (widget, "F9");
  test_gui_need (help, GTK_TYPE_LABEL, "Marking the article");
  test_keys (widget, "Down Return");
  wait_for_topic (help, "workbench");
  g_assert_true (gtk_widget_get_mapped (view));
  test_keys (widget, "ctrl+f");
  test_type (widget, "robots");
  test_keys (widget, "Return");
  wait_for_topic (help, "politeness");
  g_assert_true (gtk_widget_get_mapped (view));
}

/* As by the keyboard; and the window comes again as wide as it was. */
static void
test_narrow_pointer (Fixture *self, gconstpointer unused)
{
  GtkWindow *help = ask_for_help (self, "first-task");
  GtkWidget *view = test_gui_need (help, EXM_TYPE_HELP_VIEW, NULL);

  gtk_window_set_default_size (help, 420, 560);
  test_gui_settle (GTK_WIDGET (help));
  test_pointer_click (test_gui_need (help, GTK_TYPE_BUTTON, "Topics"));
  GtkWidget *topic = test_gui_need (help, GTK_TYPE_LABEL, "Marking the article");
  test_gui_settle (GTK_WIDGET (help));
  test_pointer_click (topic);
  wait_for_topic (help, "marking");
  g_assert_true (gtk_widget_get_mapped (view));
  test_pointer_click (test_gui_need (help, GTK_TYPE_BUTTON, "Topics"));
  topic = test_gui_need (help, GTK_TYPE_LABEL, "What the curves show");
  test_gui_settle (GTK_WIDGET (help));
  test_pointer_click (topic);
  wait_for_topic (help, "curves");
  int width = gtk_widget_get_width (GTK_WIDGET (help));
  test_keys (GTK_WIDGET (help), "Escape");
  test_gui_wait_until (is_gone, self->window, "the help to close");
  help = ask_for_help (self, "first-task");
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (help)), ==, width);
}

/* Each view has its topic; asked for again, the help is the same window. */
static void
test_context (Fixture *self, gconstpointer unused)
{
  static const struct
  {
    const char *view;
    const char *topic;
  } views[] = {
    { "workbench", "workbench" },
    { "articles", "articles" },
    { "activity", "activity" },
    { "settings", "settings" },
  };
  GtkWindow *help = NULL;

  exm_window_set_task_uid (self->window, store_task_uid (1));
  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    {
      exm_window_set_view (self->window, views[i].view);
      test_gui_settle (GTK_WIDGET (self->window));
      GtkWindow *shown = ask_for_help (self, views[i].topic);
      g_assert_true (help == NULL || help == shown);
      help = shown;
    }
  /* Every link to the help in the program names a topic that is there. */
  gtk_widget_activate_action (GTK_WIDGET (self->window), "app.help", "s", "methods");
  wait_for_topic (help, "methods");
}

/* With the window it belongs to, the help goes. */
static void
test_close_window (Fixture *self, gconstpointer unused)
{
  g_autoptr (GtkWindow) help = g_object_ref (ask_for_help (self, "first-task"));

  test_gui_stop (g_steal_pointer (&self->app));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (help)));
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
}

#define ADD(path, with_task, function)                                                   \
  g_test_add (path, Fixture, with_task, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  ADD ("/app/help/keyboard", NULL, test_keyboard);
  ADD ("/app/help/search", NULL, test_search);
  ADD ("/app/help/pointer", NULL, test_pointer);
  ADD ("/app/help/narrow", NULL, test_narrow);
  ADD ("/app/help/narrow-pointer", NULL, test_narrow_pointer);
  ADD ("/app/help/context", "task", test_context);
  ADD ("/app/help/close-window", NULL, test_close_window);
  return g_test_run ();
}
