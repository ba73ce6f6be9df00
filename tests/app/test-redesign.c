/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The sample site is redesigned, two of its sections are collected all the same, and an
 * operator looks at the proposed example beside the old one before using it: with the
 * pointer, and with the keyboard. */

#include "app/compare/exm-comparison-view.h"
#include "app/review/exm-articles-page.h"
#include "app/review/exm-example-dialog.h"
#include "app/review/exm-problem-row.h"
#include "app/shell/exm-scope-list.h"
#include "app/web/exm-page-pane.h"
#include "app/workbench/exm-workbench-page.h"
#include "store/exm-store-trash.h"

#include "store-fixture.h"
#include "test-focus.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"
#include "test-queue.h"

#include <string.h>

#define OLD "Current example"
#define PROPOSED "Proposed example"

static const char *const sections[] = { "news", "blog" };

typedef struct
{
  char *folder; /* (owned) */
  ExmSampleThread *site;
  ExmApplication *app;        /* (owned) (nullable) */
  ExmWindow *window;          /* (unowned) */
  char *names[2];             /* (owned): of the tasks */
  char *uids[2];              /* (owned) */
  ExmExampleDialog *dialog;   /* (unowned) (nullable) */
  const char *wanted_address; /* (unowned) (nullable) */
  guint wanted_task;
} Fixture;

static void
add_task (Fixture *self, guint i, const char *section)
{
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (ExmProposal) proposal = test_pages_propose (store, self->site, section, 0);
  g_autoptr (GError) error = NULL;

  g_free (proposal->fields.uid);
  proposal->fields.uid = g_strdup (store_task_uid (i + 1));
  if (i > 0)
    {
      g_autofree char *name = g_strconcat (proposal->fields.name, " 2", NULL);
      g_free (proposal->fields.name);
      proposal->fields.name = g_steal_pointer (&name);
    }
  g_autoptr (ExmTask) task = exm_task_new (&proposal->fields);
  exm_store_add_task (store, task, STORE_NOW, &error);
  g_assert_no_error (error);
  self->names[i] = g_strdup (exm_task_get (task)->name);
  self->uids[i] = g_strdup (exm_task_get (task)->uid);
}

static gboolean
is_redesigned (gpointer item)
{
  const ExmProblem *problem = exm_task_item_get_problem (item);

  return problem != NULL && problem->kind == EXM_PROBLEM_REDESIGN;
}

static gboolean
has_tasks (gpointer session)
{
  return g_list_model_get_n_items (exm_session_get_tasks (session)) == 2;
}

/* @section: (nullable): of both tasks; %NULL: each has its own */
static void
set_up (Fixture *self, gconstpointer section)
{
  self->site = test_pages_start_site (0);
  self->folder = test_folder_new ();
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    add_task (self, i, section != NULL ? section : sections[i]);
  exm_sample_server_set_redesign (exm_sample_thread_get_server (self->site), TRUE);
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  ExmSession *session = exm_window_get_session (self->window);
  test_gui_wait_until (has_tasks, session, "the tasks");
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    exm_session_run_task (session, self->uids[i]);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    test_gui_wait_until (is_redesigned, exm_session_find_task (session, self->uids[i]),
                         "the redesign to be found");
  test_pointer_click (
      test_gui_need (test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar"),
                     GTK_TYPE_LABEL, "Needs You"));
  test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_show_people (GTK_WIDGET (self->window), "redesign-queue");
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  exm_sample_thread_stop (self->site);
  test_folder_free (self->folder);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_free (self->names[i]);
      g_free (self->uids[i]);
    }
}

static GtkWidget *
need_page (Fixture *self)
{
  return test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
}

static GtkWidget *
need_list (Fixture *self)
{
  return test_gui_need (need_page (self), GTK_TYPE_LIST_VIEW, NULL);
}

/* The tasks have their rows in the order of the list: which comes first.
 *
 * Returns: its number */
static guint
find_first (Fixture *self)
{
  GtkWidget *row = test_gui_need (need_list (self), EXM_TYPE_PROBLEM_ROW, NULL);
  ExmTaskItem *item = exm_problem_row_get_item (EXM_PROBLEM_ROW (row));

  return g_str_equal (exm_task_item_get_uid (item), self->uids[0]) ? 0 : 1;
}

static GtkWidget *
need_row (Fixture *self, guint task)
{
  return gtk_widget_get_ancestor (
      test_gui_need (need_list (self), GTK_TYPE_LABEL, self->names[task]),
      EXM_TYPE_PROBLEM_ROW);
}

/* Waits until the problem beside the list is that of this task. */
static void
wait_for_problem (Fixture *self, guint task)
{
  GtkWidget *stack = test_gui_need (need_page (self), GTK_TYPE_STACK, "reader_stack");

  test_gui_need (stack, GTK_TYPE_LABEL, self->names[task]);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (stack)), ==, "trouble");
}

static guint
count_examples (Fixture *self, guint task)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = self->uids[task] };
  ExmSession *session = exm_window_get_session (self->window);
  g_autoptr (ExmTask) stored
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);

  return exm_task_get (stored)->examples->len;
}

static guint
count_misfits (Fixture *self, guint task)
{
  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLES,
          .filter = { .task_uid = self->uids[task],
                      .state = exm_article_state_get_name (EXM_ARTICLE_DOES_NOT_FIT) } };
  ExmSession *session = exm_window_get_session (self->window);
  g_autoptr (GPtrArray) list
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);

  return list->len;
}

static GtkWidget *
need_pane (Fixture *self, const char *name)
{
  return gtk_widget_get_ancestor (test_gui_need (self->dialog, GTK_TYPE_LABEL, name),
                                  EXM_TYPE_PAGE_PANE);
}

static gboolean
is_loaded (gpointer pane)
{
  ExmPageViewState state;

  g_object_get (exm_page_pane_get_view (pane), "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED;
}

/* Both pages stand side by side, each with its body. */
static void
wait_for_dialog (Fixture *self)
{
  self->dialog
      = EXM_EXAMPLE_DIALOG (test_gui_need_dialog (self->window, EXM_TYPE_EXAMPLE_DIALOG));
  static const char *const names[] = { OLD, PROPOSED };
  int width = gtk_widget_get_width (GTK_WIDGET (self->dialog));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *pane = need_pane (self, names[i]);
      test_gui_wait_until (is_loaded, pane, names[i]);
      test_gui_need_beginning (pane, "Body: ");
      g_assert_cmpint (gtk_widget_get_width (pane), >=, MIN (400, width / 2 - 2));
    }
  test_gui_need_beginning (self->dialog, "The proposed page looks like ");
  test_gui_settle (GTK_WIDGET (self->dialog));
}

static gboolean
has_no_dialog (gpointer window)
{
  return test_gui_find_dialog (window, EXM_TYPE_EXAMPLE_DIALOG) == NULL;
}

static void
wait_for_no_dialog (Fixture *self)
{
  test_gui_wait_until (has_no_dialog, self->window, "the dialog to go");
  self->dialog = NULL;
}

static void
wait_for_example (Fixture *self, guint task)
{
  test_gui_need_beginning (self->window, "Example added, ");
  g_assert_cmpuint (count_examples (self, task), ==, 2);
  g_assert_cmpuint (count_misfits (self, task), ==, 0);
}

/* The articles are given back before the example is taken out. */
static gboolean
has_one_example (gpointer data)
{
  Fixture *self = data;

  return count_examples (self, self->wanted_task) == 1;
}

static void
wait_for_old (Fixture *self, guint task, guint n_misfits)
{
  self->wanted_task = task;
  test_gui_wait_until (has_one_example, self, "the example to go");
  g_assert_cmpuint (count_misfits (self, task), ==, n_misfits);
  need_row (self, task);
}

static gboolean
has_new_address (gpointer data)
{
  Fixture *self = data;
  ExmPagePane *pane = EXM_PAGE_PANE (need_pane (self, PROPOSED));

  return g_strcmp0 (exm_page_pane_get_address (pane), self->wanted_address) != 0;
}

static void
choose_instead (Fixture *self, const char *label)
{
  test_pointer_click (
      test_gui_need (self->dialog, GTK_TYPE_MENU_BUTTON, "_Not This One…"));
  GtkWidget *menu = test_gui_need (self->dialog, GTK_TYPE_POPOVER_MENU, NULL);
  test_gui_settle (GTK_WIDGET (self->dialog));
  test_gui_show_people (GTK_WIDGET (self->dialog), "redesign-not-this-one");
  test_pointer_click (test_gui_need (menu, GTK_TYPE_LABEL, label));
}

/* The row's button, another page instead of the first, and that one is used; the other
 * task's row follows. Undo takes it back. */
static void
test_by_pointer (Fixture *self, gconstpointer unused)
{
  const guint first = find_first (self);
  guint n_misfits = count_misfits (self, first);

  g_assert_cmpuint (n_misfits, >, 3);
  test_pointer_click (test_gui_need (need_row (self, first), GTK_TYPE_BUTTON, "compare"));
  wait_for_dialog (self);
  test_gui_show_people (GTK_WIDGET (self->dialog), "redesign-compare");
  g_autofree char *address
      = g_strdup (exm_page_pane_get_address (EXM_PAGE_PANE (need_pane (self, PROPOSED))));
  self->wanted_address = address;
  choose_instead (self, "Propose _Another Page");
  test_gui_wait_until (has_new_address, self, "another page");
  wait_for_dialog (self);
  g_autofree char *used
      = g_strdup (exm_page_pane_get_address (EXM_PAGE_PANE (need_pane (self, PROPOSED))));

  test_pointer_click (test_gui_need (self->dialog, GTK_TYPE_LABEL, "Lines"));
  test_gui_need (self->dialog, EXM_TYPE_COMPARISON_VIEW, NULL);
  test_gui_settle (GTK_WIDGET (self->dialog));
  test_gui_show_people (GTK_WIDGET (self->dialog), "redesign-compare-lines");
  test_pointer_click (test_gui_need (self->dialog, GTK_TYPE_BUTTON, "_Use This Example"));
  wait_for_no_dialog (self);
  const char *said = test_gui_need_beginning (self->window, "Example added, ");
  test_pointer_hold_toast (self->window, said);
  wait_for_example (self, first);
  wait_for_problem (self, 1 - first);
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = self->uids[first] };
  g_autoptr (ExmTask) task = exm_store_reader_read (
      exm_session_get_reader (exm_window_get_session (self->window)), &query, NULL, NULL);
  g_assert_cmpstr (g_array_index (exm_task_get (task)->examples, ExmTaskExample, 1).url,
                   ==, used);

  test_pointer_undo (self->window, said);
  wait_for_old (self, first, n_misfits);
}

/* The same with keys alone: C, W and Escape, Enter, Ctrl+Z. */
static void
test_by_keys (Fixture *self, gconstpointer unused)
{
  const guint first = find_first (self);
  guint n_misfits = count_misfits (self, first);

  gtk_widget_grab_focus (need_list (self));
  test_keys (GTK_WIDGET (self->window), "Home");
  wait_for_problem (self, first);
  test_keys (GTK_WIDGET (self->window), "c");
  wait_for_dialog (self);
  test_keys (GTK_WIDGET (self->dialog), "Escape");
  wait_for_no_dialog (self);
  g_assert_cmpuint (count_examples (self, first), ==, 1);
  wait_for_problem (self, first);

  test_keys (GTK_WIDGET (self->window), "c");
  wait_for_dialog (self);
  test_keys (GTK_WIDGET (self->dialog), "w");
  test_gui_need (self->dialog, GTK_TYPE_POPOVER_MENU, NULL);
  test_keys (GTK_WIDGET (self->dialog), "Escape");
  test_gui_settle (GTK_WIDGET (self->dialog));
  gtk_widget_grab_focus (
      GTK_WIDGET (exm_page_pane_get_view (EXM_PAGE_PANE (need_pane (self, PROPOSED)))));
  test_keys (GTK_WIDGET (self->dialog), "Return");
  wait_for_no_dialog (self);
  wait_for_example (self, first);
  wait_for_problem (self, 1 - first);
  test_gui_show_people (GTK_WIDGET (self->window), "redesign-next");
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  wait_for_old (self, first, n_misfits);
}

static gboolean
has_no_row (gpointer data)
{
  Fixture *self = data;

  return test_gui_find (need_list (self), GTK_TYPE_LABEL, self->names[0]) == NULL;
}

/* Neither of them: the task is left alone, or its page is marked on the workbench. */
static void
test_not_this_one (Fixture *self, gconstpointer unused)
{
  test_pointer_click (test_gui_need (need_row (self, 1), GTK_TYPE_BUTTON, "compare"));
  wait_for_dialog (self);
  g_autofree char *address
      = g_strdup (exm_page_pane_get_address (EXM_PAGE_PANE (need_pane (self, PROPOSED))));
  choose_instead (self, "Open This Page on the _Workbench");
  wait_for_no_dialog (self);
  GtkWidget *bench = test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL);
  GtkWidget *target = test_gui_need (bench, EXM_TYPE_PAGE_PANE, "target");
  test_gui_need (target, GTK_TYPE_ENTRY, address);
  test_keys (GTK_WIDGET (self->window), "alt+Left");
  test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);

  /* The article that was looked at is in sight; focus brings the row back. */
  GtkWidget *compare = test_gui_need (need_row (self, 0), GTK_TYPE_BUTTON, "compare");
  gtk_widget_grab_focus (compare);
  test_gui_settle (compare);
  test_pointer_click (compare);
  wait_for_dialog (self);
  choose_instead (self, "_Ignore This Task for Now");
  wait_for_no_dialog (self);
  test_gui_wait_until (has_no_row, self, "the row to go");
  g_assert_cmpuint (count_examples (self, 0), ==, 1);
}

/* The smallest screens have room for it, a frame around it aside. */
static void
assert_narrow (Fixture *self)
{
  GtkWidget *content = adw_window_get_content (ADW_WINDOW (self->dialog));
  int least;

  gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->dialog)), <=, 460);
}

/* Returns: (transfer none): what is called so, the only page that is seen, with its body,
 * in all the room that there is */
static GtkWidget *
wait_for_only (Fixture *self, const char *name)
{
  GtkWidget *pages = test_gui_need (self->dialog, ADW_TYPE_LEAFLET, "pages");
  GtkWidget *shown = adw_leaflet_get_visible_child (ADW_LEAFLET (pages));
  GtkWidget *pane = adw_bin_get_child (ADW_BIN (shown));
  GtkToggleButton *button
      = GTK_TOGGLE_BUTTON (test_gui_need (self->dialog, GTK_TYPE_TOGGLE_BUTTON, name));

  test_gui_wait_until (is_loaded, pane, name);
  test_gui_need_beginning (pane, "Body: ");
  test_gui_settle (GTK_WIDGET (self->dialog));
  g_assert_true (gtk_toggle_button_get_active (button));
  g_assert_cmpint (gtk_widget_get_width (pane), ==, gtk_widget_get_width (pages));
  for (GtkWidget *child = gtk_widget_get_first_child (pages); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    g_assert_true (gtk_widget_get_mapped (child) == (child == shown));
  return pane;
}

static void
click_page (Fixture *self, const char *name)
{
  test_pointer_click (test_gui_need (self->dialog, GTK_TYPE_TOGGLE_BUTTON, name));
}

/* In a narrow window one page is seen, the proposed one first, and both are reached, with
 * the pointer and with keys; where there is room they are beside each other. */
static void
test_narrow (Fixture *self, gconstpointer unused)
{
  gtk_window_set_default_size (GTK_WINDOW (self->window), 460, 720);
  test_gui_settle (GTK_WIDGET (self->window));
  test_pointer_click (test_gui_need (need_row (self, 0), GTK_TYPE_BUTTON, "compare"));
  self->dialog
      = EXM_EXAMPLE_DIALOG (test_gui_need_dialog (self->window, EXM_TYPE_EXAMPLE_DIALOG));
  GtkWidget *proposed = wait_for_only (self, "_" PROPOSED);
  test_gui_show_people (GTK_WIDGET (self->dialog), "redesign-narrow");
  assert_narrow (self);

  click_page (self, "_" OLD);
  GtkWidget *old = wait_for_only (self, "_" OLD);
  g_assert_true (old != proposed);
  test_gui_show_people (GTK_WIDGET (self->dialog), "redesign-narrow-old");
  test_focus_tab_to (self->dialog,
                     test_gui_need (self->dialog, GTK_TYPE_TOGGLE_BUTTON, "_" PROPOSED));
  test_keys (GTK_WIDGET (self->dialog), "space");
  g_assert_true (wait_for_only (self, "_" PROPOSED) == proposed);
  test_keys (GTK_WIDGET (self->dialog), "alt+c");
  g_assert_true (wait_for_only (self, "_" OLD) == old);

  test_pointer_click (test_gui_need (self->dialog, GTK_TYPE_LABEL, "Lines"));
  test_gui_need (self->dialog, EXM_TYPE_COMPARISON_VIEW, NULL);
  test_gui_settle (GTK_WIDGET (self->dialog));
  test_gui_show_people (GTK_WIDGET (self->dialog), "redesign-narrow-lines");
  assert_narrow (self);

  test_pointer_click (test_gui_need (self->dialog, GTK_TYPE_LABEL, "Pages"));
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), 900, 700);
  wait_for_dialog (self);
}

static void
set_up_queue (TestQueue *self, gconstpointer unused)
{
  test_queue_init (self);
}

static void
tear_down_queue (TestQueue *self, gconstpointer unused)
{
  test_queue_clear (self);
}

/* Pages with nothing but menus. */
static void
put_menus (TestQueue *self)
{
  g_autoptr (GBytes) menu = test_pages_read ("en-menu.html");

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *html
          = g_strdup_printf ("%.*s<!-- %u -->", (int) g_bytes_get_size (menu),
                             (const char *) g_bytes_get_data (menu, NULL), i);
      g_autoptr (GBytes) page = g_bytes_new (html, strlen (html));
      test_queue_put (self, 1, 5 + i, EXM_ARTICLE_DOES_NOT_FIT, page);
    }
}

/* Whoever looks at the proposed page is told where none is a good one, and why this one
 * is not. */
static void
test_poor (TestQueue *self, gconstpointer unused)
{
  put_menus (self);
  test_queue_open (self);
  ExmSession *session = exm_window_get_session (self->window);
  GtkWidget *dialog = GTK_WIDGET (exm_example_dialog_open (
      GTK_WINDOW (self->window), session, store_task_uid (1), "Task 00001"));
  test_gui_need_beginning (dialog,
                           "None of these pages is a good example; this one is the best "
                           "of them, but no body is found on it. The proposed page looks "
                           "like 2 of the 2 other pages");
  test_gui_need (dialog, GTK_TYPE_LABEL, "hint");
  test_gui_settle (dialog);
  test_gui_show_people (dialog, "redesign-poor");
  gtk_widget_activate_action (dialog, "example.next", NULL);
  test_gui_need_beginning (dialog,
                           "This page is no good example: no body is found on it. ");
}

static gboolean
is_healed (gpointer data)
{
  Fixture *self = data;

  return count_examples (self, self->wanted_task) == 2
         && count_misfits (self, self->wanted_task) == 0;
}

/* A redesign is mended once for all tasks that share an example; Undo of that leaves the
 * first one as it was mended. */
static void
test_sisters (Fixture *self, gconstpointer unused)
{
  const guint first = find_first (self);
  guint n_misfits = count_misfits (self, 1 - first);

  g_assert_cmpuint (n_misfits, >, 3);
  gtk_widget_grab_focus (need_list (self));
  test_keys (GTK_WIDGET (self->window), "Home");
  wait_for_problem (self, first);
  test_pointer_click (test_gui_need (need_page (self), GTK_TYPE_BUTTON, "problem_main"));
  GtkWidget *question
      = GTK_WIDGET (test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG));
  test_gui_need_beginning (question, "1 other task has the same example.");
  test_gui_show_people (question, "redesign-sisters");
  g_assert_cmpuint (count_examples (self, 1 - first), ==, 1);
  self->wanted_task = 1 - first;
  test_pointer_click (test_gui_need (question, GTK_TYPE_LABEL, "_Mend All"));
  test_gui_need_beginning (self->window, "Example added to 1 more");
  test_gui_wait_until (is_healed, self, "the other task");
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  test_gui_wait_until (has_one_example, self, "the example to go");
  g_assert_cmpuint (count_misfits (self, 1 - first), ==, n_misfits);
  g_assert_cmpuint (count_examples (self, first), ==, 2);
}

/* Adds a third task with the example of the first; it has no articles. */
static void
add_third (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  g_autoptr (ExmTask) first = exm_store_get_task (store, self->uids[0], NULL, &error);
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (first, &fields);
  g_free (fields.uid);
  fields.uid = g_strdup (store_task_uid (3));
  g_free (fields.name);
  fields.name = g_strdup ("Third");
  g_autoptr (ExmTask) third = exm_task_new (&fields);
  exm_store_add_task (store, third, STORE_NOW, &error);
  g_assert_no_error (error);
}

static void
trash_third (Fixture *self)
{
  guint n_articles = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);

  exm_store_trash_task (store, store_task_uid (3), STORE_NOW, &n_articles, &error);
  g_assert_no_error (error);
}

static void
rename_task (Fixture *self, const char *uid)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (task, &fields);
  g_free (fields.name);
  fields.name = g_strdup ("Renamed");
  g_autoptr (ExmTask) renamed = exm_task_new (&fields);
  exm_store_update_task (store, renamed, STORE_NOW, NULL, &error);
  g_assert_no_error (error);
}

/* One that cannot be mended costs the others neither their example nor their Undo; and
 * Undo leaves what was changed of a task meanwhile. */
static void
test_sister_fails (Fixture *self, gconstpointer unused)
{
  const guint first = find_first (self);

  add_third (self);
  gtk_widget_grab_focus (need_list (self));
  test_keys (GTK_WIDGET (self->window), "Home");
  wait_for_problem (self, first);
  test_pointer_click (test_gui_need (need_page (self), GTK_TYPE_BUTTON, "problem_main"));
  GtkWidget *question
      = GTK_WIDGET (test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG));
  test_gui_need_beginning (question, "2 other tasks have the same example.");
  trash_third (self);
  self->wanted_task = 1 - first;
  test_pointer_click (test_gui_need (question, GTK_TYPE_LABEL, "_Mend All"));
  test_gui_wait_until (is_healed, self, "the other task");
  test_gui_need_beginning (self->window, "Example added to 1 more task,");
  rename_task (self, self->uids[1 - first]);
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  test_gui_wait_until (has_one_example, self, "the example to go");
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = self->uids[1 - first] };
  g_autoptr (ExmTask) task = exm_store_reader_read (
      exm_session_get_reader (exm_window_get_session (self->window)), &query, NULL, NULL);
  g_assert_cmpstr (exm_task_get (task)->name, ==, "Renamed");
}

static void
on_healed (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static gboolean
is_set (gpointer result)
{
  return *(GAsyncResult **) result != NULL;
}

/* None of the others looks for tasks that share its example. */
static void
test_sisters_once (Fixture *self, gconstpointer unused)
{
  ExmSession *session = exm_window_get_session (self->window);
  g_autoptr (ExmHealing) healing = exm_healing_new (session, self->uids[0]);
  g_autoptr (GAsyncResult) result = NULL;

  for (guint i = 0; i < 2; i++)
    {
      exm_healing_run_async (healing, on_healed, &result);
      test_gui_wait_until (is_set, &result, "the healing");
      g_assert_true (exm_healing_finish (healing, result, NULL));
      g_clear_object (&result);
      g_autoptr (GPtrArray) sisters = exm_healing_make_sisters (healing);
      g_assert_cmpuint (sisters->len, ==, 1 - i);
      if (i == 0)
        g_set_object (&healing, sisters->pdata[0]);
    }
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/app/redesign/by-pointer", Fixture, NULL, set_up, test_by_pointer,
              tear_down);
  g_test_add ("/app/redesign/by-keys", Fixture, NULL, set_up, test_by_keys, tear_down);
  g_test_add ("/app/redesign/narrow", Fixture, NULL, set_up, test_narrow, tear_down);
  g_test_add ("/app/redesign/not-this-one", Fixture, NULL, set_up, test_not_this_one,
              tear_down);
  g_test_add ("/app/redesign/sisters", Fixture, "news", set_up, test_sisters, tear_down);
  g_test_add ("/app/redesign/sister-fails", Fixture, "news", set_up, test_sister_fails,
              tear_down);
  g_test_add ("/app/redesign/sisters-once", Fixture, "news", set_up, test_sisters_once,
              tear_down);
  g_test_add ("/app/redesign/poor", TestQueue, NULL, set_up_queue, test_poor,
              tear_down_queue);
  return g_test_run ();
}
