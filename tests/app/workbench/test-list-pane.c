/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list page while a task is set up: links that are clicked say what is collected. */

#include "app/chart/exm-chart-panel.h"
#include "app/setup/exm-setup-bar.h"
#include "app/setup/exm-start-page.h"
#include "app/web/exm-page-pane.h"
#include "app/workbench/exm-list-pane.h"
#include "app/workbench/exm-setup-page.h"

#include "set-up-fixture.h"
#include "test-pointer.h"

#include <string.h>

static gboolean
has_links (gpointer data)
{
  ExmListPane *list = EXM_LIST_PANE (data);
  guint state;

  g_object_get (exm_list_pane_get_view (list), "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED
         && exm_list_editor_get_urls (exm_list_pane_get_editor (list)) != NULL;
}

static guint
count_taken (SetUpFixture *self)
{
  guint n;

  exm_setup_get_counts (set_up_fixture_get_setup (self), NULL, &n, NULL, NULL, NULL);
  return n;
}

static ExmListPane *
open_list (SetUpFixture *self, const char *path)
{
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  set_up_fixture_paste_path (self, path);
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  set_up_hurry (setup);
  test_gui_wait_until (set_up_is_checked, setup, "the check");
  test_pointer_click (test_gui_need (bar, GTK_TYPE_MENU_BUTTON, "links_button"));
  GtkWidget *show = test_gui_need (bar, GTK_TYPE_BUTTON, "show_list");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-links");
  test_pointer_click (show);
  ExmListPane *list
      = EXM_LIST_PANE (test_gui_need (self->window, EXM_TYPE_LIST_PANE, NULL));
  test_gui_wait_until (has_links, list, "the list page");
  return list;
}

/* An address on the list with @part in it that is no example. */
static char *
find_link (ExmListPane *list, const char *part)
{
  ExmListEditor *editor = exm_list_pane_get_editor (list);
  const GPtrArray *urls = exm_list_editor_get_urls (editor);

  for (guint i = 0; i < urls->len; i++)
    {
      const char *url = g_ptr_array_index (urls, i);
      if (strstr (url, part) != NULL && !exm_list_editor_is_example (editor, url))
        return g_strdup (url);
    }
  g_assert_not_reached ();
}

static void
choose (ExmListPane *list, const char *url, const char *action)
{
  const GdkRectangle place = { 20, 20, 80, 16 };

  g_signal_emit_by_name (exm_list_pane_get_view (list), "link-activated", url, &place);
  test_gui_settle (GTK_WIDGET (list));
  gtk_widget_activate_action (GTK_WIDGET (list), action, "s", url);
}

static gboolean
is_said (gpointer data)
{
  ExmListEditor *editor = exm_list_pane_get_editor (data);

  return !exm_list_editor_is_busy (editor) && exm_list_editor_get_words (editor) != NULL;
}

static gboolean
is_undone (gpointer data)
{
  return !exm_list_editor_can_undo (exm_list_pane_get_editor (data));
}

/* A kind of links is left out and taken in again; both are taken back. */
static void
test_take_and_leave (SetUpFixture *self, gconstpointer data)
{
  ExmListPane *list = open_list (self, "/");
  ExmSetup *setup = set_up_fixture_get_setup (self);
  ExmListEditor *editor = exm_list_pane_get_editor (list);
  guint n_before = count_taken (self);
  g_autofree char *post = find_link (list, "/blog/2026/");
  g_autofree char *article = find_link (list, "/news/2026/");

  test_gui_show_people (GTK_WIDGET (self->window), "setup-list");
  g_assert_cmpuint (exm_list_editor_count (editor, post, EXM_LIST_LEAVE), ==, 5);
  choose (list, post, "list.leave");
  test_gui_wait_until (is_said, list, "what was done");
  g_assert_false (exm_setup_matches (setup, post));
  g_assert_true (exm_setup_matches (setup, article));
  g_assert_cmpuint (count_taken (self), ==, n_before - 5);
  /* No page of them is checked. */
  GListModel *pages = exm_setup_get_pages (setup);
  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (ExmPageItem) item = g_list_model_get_item (pages, i);
      g_assert_null (strstr (exm_page_item_get_url (item), "/blog/"));
    }
  GtkWidget *undo = test_gui_need (list, GTK_TYPE_BUTTON, "_Undo");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-list-left");
  test_pointer_click (undo);
  test_gui_wait_until (is_undone, list, "Undo");
  g_assert_true (exm_setup_matches (setup, post));
  g_assert_cmpuint (count_taken (self), ==, n_before);
  g_assert_false (gtk_widget_get_visible (undo));

  choose (list, post, "list.leave");
  g_assert_false (exm_setup_matches (setup, post));
  g_assert_cmpuint (exm_list_editor_count (editor, post, EXM_LIST_TAKE), ==, 5);
  choose (list, post, "list.take");
  g_assert_true (exm_setup_matches (setup, post));
  g_assert_true (exm_setup_matches (setup, article));
  /* By keys: the last one alone is taken back. */
  test_keys (GTK_WIDGET (exm_list_pane_get_view (list)), "ctrl+z");
  test_gui_wait_until (is_undone, list, "Undo");
  g_assert_false (exm_setup_matches (setup, post));
  g_assert_true (exm_setup_matches (setup, article));
}

static gboolean
is_example (gpointer data)
{
  const char *url = g_object_get_data (data, "test-url");

  return exm_list_editor_is_example (exm_list_pane_get_editor (data), url);
}

/* One click on an article makes it the example; what is built as it is collected alone.
 */
static void
test_example (SetUpFixture *self, gconstpointer data)
{
  ExmListPane *list = open_list (self, "/");
  ExmSetup *setup = set_up_fixture_get_setup (self);
  ExmListEditor *editor = exm_list_pane_get_editor (list);
  g_autofree char *article = find_link (list, "/news/2026/");
  g_autofree char *before = g_strdup (
      g_array_index (exm_setup_get_fields (setup)->examples, ExmTaskExample, 0).url);
  g_autofree char *other = find_link (list, "/blog/2026/");

  g_object_set_data (G_OBJECT (list), "test-url", article);
  choose (list, article, "list.example");
  test_gui_wait_until (is_example, list, "the example");
  g_assert_true (exm_setup_matches (setup, before));
  /* The list stays where it is, with the room of the curves; the pages are judged anew.
   */
  g_assert_null (test_gui_find (self->window, EXM_TYPE_CHART_PANEL, NULL));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (list)));
  test_gui_wait_until (set_up_is_checked, setup, "the check");

  g_object_set_data (G_OBJECT (list), "test-url", other);
  choose (list, other, "list.take-only");
  test_gui_wait_until (is_example, list, "the other example");
  g_assert_true (exm_setup_matches (setup, other));
  g_assert_false (exm_setup_matches (setup, before));
  test_gui_show_people (GTK_WIDGET (self->window), "setup-list-changed");
  exm_list_editor_undo (editor);
  g_assert_true (exm_setup_matches (setup, before));
  g_assert_true (exm_list_editor_is_example (editor, article));

  /* Escape brings the target back. */
  gtk_widget_grab_focus (GTK_WIDGET (exm_list_pane_get_view (list)));
  test_keys (GTK_WIDGET (exm_list_pane_get_view (list)), "Escape");
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (list)));
  g_assert_true (
      gtk_widget_get_mapped (test_gui_need (self->window, EXM_TYPE_PAGE_PANE, "target")));
  g_assert_cmpint (exm_setup_get_stage (setup), ==, EXM_SETUP_READY);
  test_gui_need (self->window, EXM_TYPE_CHART_PANEL, NULL);
}

static gboolean
has_menu (gpointer data)
{
  GtkWidget *menu = test_gui_find (data, GTK_TYPE_POPOVER_MENU, NULL);

  return menu != NULL && gtk_widget_get_mapped (menu);
}

static void
on_moved (ExmPageView *view, const char *url, gpointer data)
{
  ++*(guint *) data;
}

static gboolean
is_changed (gpointer data)
{
  return exm_list_editor_can_undo (exm_list_pane_get_editor (data));
}

/* The same without a pointer: arrows find the link, Enter its menu, Enter the first deed.
 */
static void
test_keyboard (SetUpFixture *self, gconstpointer data)
{
  ExmListPane *list = open_list (self, "/");
  GtkWidget *view = GTK_WIDGET (exm_list_pane_get_view (list));

  guint n_moved = 0;
  g_signal_connect (view, "link-moved", G_CALLBACK (on_moved), &n_moved);
  gtk_widget_grab_focus (view);
  /* The page answers once its links are found. */
  for (guint i = 0; i < 100 && n_moved == 0; i++)
    {
      test_keys (view, "Down");
      test_gui_settle (view);
    }
  g_assert_cmpuint (n_moved, >, 0);
  test_keys (view, "Return");
  test_gui_wait_until (has_menu, list, "the menu");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-list-menu");
  test_gui_settle (view);
  test_keys (view, "Down");
  test_keys (view, "Return");
  test_gui_wait_until (is_changed, list, "the change");
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name, func)                                                                  \
  g_test_add ("/app/list-pane/" name, SetUpFixture, NULL, set_up_fixture_init, func,     \
              set_up_fixture_clear)
  ADD ("take-and-leave", test_take_and_leave);
  ADD ("example", test_example);
  ADD ("keyboard", test_keyboard);
  return g_test_run ();
}
