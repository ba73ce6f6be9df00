/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every screen as a screen reader is told of it, in English and in Chinese: over the
 * accessibility bus, as it asks itself. */

#include "config.h"

#include "app/inspector/exm-inspector.h"
#include "app/review/exm-articles-page-private.h"
#include "app/shell/exm-scope-list.h"
#include "app/shell/exm-scope-row.h"
#include "app/widgets/exm-init.h"
#include "app/workbench/exm-workbench-page.h"

#include "set-up-fixture.h"
#include "test-a11y.h"
#include "test-pointer.h"
#include "test-queue.h"
#include "test-workbench.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The group that task 2 is in. */
#define GROUP "新闻"

/* Articles of task 1 that wait for a person. */
#define N_UNSURE 3u

typedef struct
{
  TestQueue queue;     /* of the window with tasks */
  SetUpFixture set_up; /* or: of the one without */
  ExmWindow *window;   /* (unowned) */
  guint n_flaws;
} Fixture;

static void
dump (const TestA11yNode *root, const char *screen)
{
  const char *folder = g_getenv ("EXM_SHOTS");
  g_autofree char *file = g_strconcat ("a11y-", screen, ".txt", NULL);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, file, NULL) : NULL;
  g_autofree char *text = test_a11y_describe (root);

  if (path != NULL)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Flaws of one object */

/* As GTK names what has no name: “GtkButton”. */
static gboolean
is_class_name (const char *name)
{
  static const char *const prefixes[] = { "Gtk", "Adw", "Exm", "WebKit" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i])
        && g_ascii_isupper (name[strlen (prefixes[i])]))
      return TRUE;
  return FALSE;
}

/* “Retry Retry” */
static gboolean
is_said_twice (const char *name)
{
  gsize half = strlen (name) / 2;

  return half > 0 && strlen (name) % 2 == 1 && name[half] == ' '
         && strncmp (name, name + half + 1, half) == 0;
}

/* Words that are the same in Chinese: of methods, formats, keys, the pages and the
 * fixture. */
static gboolean
is_english (const char *name)
{
  /* Days are named by the locale, which need not be that of the words. */
  g_autoptr (GDateTime) date = g_date_time_new_utc (2026, 1, 1, 0, 0, 0);
  g_autofree char *day = g_date_time_format (date, "%A");
  g_autofree char *pattern = g_strconcat (
      day,
      "|“[^”]*”|site\\.example\\S*|exemplar(-[a-z]+)*|https?://\\S*|/\\S*/"
      "\\S*|\\b(Exemplar|FS|BS|Boilerpipe|Readability|VIPS|HTML|JSON|"
      "Lines|CSV|Markdown|Atom|RSS|UTF-8|GB18030|GBK|Big5|Shift_JIS|Ctrl|Page|Up|Down|"
      "Enter|"
      "Return|Alt|Shift|Task \\d+|Title \\d+|Body of article \\d+)\\b|[a-z]+(-[a-z]+)+",
      NULL);
  g_autoptr (GRegex) known = g_regex_new (pattern, 0, 0, NULL);
  g_autofree char *rest = g_regex_replace_literal (known, name, -1, 0, "", 0, NULL);

  return g_regex_match_simple ("[A-Za-z]{3,}", rest, 0, 0);
}

/* Scrolled windows are named by what is in them. */
static gboolean
needs_name (const TestA11yNode *node)
{
  return test_a11y_has_state (node, TEST_A11Y_FOCUSABLE) && node->has_size
         && (node->has_value || !g_str_equal (node->role, "group"));
}

/* Returns: (nullable): what is wrong with it */
static const char *
find_flaw (const TestA11yNode *node)
{
  gboolean chinese = g_str_has_prefix (g_getenv ("LANGUAGE"), "zh");

  if (needs_name (node) && *node->name == '\0')
    return "no name";
  if (needs_name (node) && is_class_name (node->name))
    return "a class for a name";
  if (g_str_has_suffix (node->name, "-symbolic"))
    return "an icon for a name";
  if (needs_name (node) && g_str_equal (node->role, "button")
      && strchr (node->name, '_') != NULL)
    return "a mnemonic in its name";
  if (needs_name (node) && is_said_twice (node->name))
    return "its name twice";
  if (chinese && needs_name (node)
      && (is_english (node->name) || is_english (node->description)))
    return "English words";
  return NULL;
}

static guint
count_flaws (const TestA11yNode *node, const char *screen)
{
  const char *flaw = find_flaw (node);
  guint n = flaw != NULL;

  if (flaw != NULL)
    g_test_message ("%s: a %s has %s: “%s” (%s), in %s “%s”", screen, node->role, flaw,
                    node->name, node->description,
                    node->parent != NULL ? node->parent->role : "",
                    node->parent != NULL ? node->parent->name : "");
  for (guint i = 0; i < node->children->len; i++)
    n += count_flaws (g_ptr_array_index (node->children, i), screen);
  return n;
}

static TestA11yNode *
read_screen (Fixture *self, const char *screen)
{
  test_gui_settle (GTK_WIDGET (self->window));
  TestA11yNode *root = test_a11y_read ();
  dump (root, screen);
  self->n_flaws += count_flaws (root, screen);
  return root;
}

/* Looks at a screen for flaws alone. */
static void
check (Fixture *self, const char *screen)
{
  g_autoptr (TestA11yNode) root = read_screen (self, screen);

  g_assert_cmpuint (root->children->len, >, 0);
}

/* An object of @role whose name begins so, in the user's language. */
static const TestA11yNode *
need_node (const TestA11yNode *root, const char *role, const char *name)
{
  const TestA11yNode *found = test_a11y_find (root, role, name);

  if (found == NULL)
    g_error ("No %s “%s”", role, name);
  return found;
}

static void
assert_line (const TestA11yNode *node, guint line, guint n_lines)
{
  g_assert_true (node->has_value);
  g_assert_cmpfloat (node->value, ==, line + 1);
  g_assert_cmpfloat (node->minimum, ==, 1);
  g_assert_cmpfloat (node->maximum, ==, n_lines);
}

/* A boundary is a slider in the chart, which GTK 4.8 can give words but no numbers, and
 * a number beside the lines. */
static void
assert_boundary (const TestA11yNode *root, const char *name, guint line, guint n_lines)
{
  const TestA11yNode *flag = need_node (root, "slider", name);
  g_autofree char *number = g_strdup_printf ("%u", line + 1);

  g_assert_nonnull (strstr (flag->description, number));
  const TestA11yNode *spin = need_node (root, "spin button", name);
  g_assert_cmpstr (spin->name, ==, name);
  assert_line (spin, line, n_lines);
}

static guint
count_pressed (const TestA11yNode *root, const char *name)
{
  guint n
      = g_str_equal (root->name, name) && test_a11y_has_state (root, TEST_A11Y_PRESSED);

  for (guint i = 0; i < root->children->len; i++)
    n += count_pressed (g_ptr_array_index (root->children, i), name);
  return n;
}

/* The chart in words, its flags, what is drawn, and the lines one by one. */
static void
check_lines (Fixture *self, ExmWorkbenchPage *page)
{
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (page);
  guint n_lines = exm_analysis_get_chart_data (analysis)->n_lines;
  g_autoptr (TestA11yNode) root = read_screen (self, "lines");
  const TestA11yNode *chart
      = need_node (root, "group", _ ("Similarity to the example, along the page"));
  const TestA11yNode *lines = need_node (root, "list", _ ("Lines of the target"));

  assert_boundary (root, _ ("Body starts"), exm_analysis_get_head (analysis), n_lines);
  assert_boundary (root, _ ("Body ends"), exm_analysis_get_tail (analysis), n_lines);
  g_assert_cmpuint (count_pressed (root, _ ("Forward similarity FS")), ==, 1);
  g_assert_cmpuint (count_pressed (root, C_ ("inspector", "Lines")), ==, 1);
  g_assert_cmpuint (count_pressed (root, _ ("Text")), ==, 0);
  g_assert_cmpstr (chart->description, !=, "");
  g_assert_cmpuint (test_a11y_count (lines, "list item"), ==, n_lines);
}

static void
check_tabs (Fixture *self, ExmWorkbenchPage *page)
{
  static const char *const tabs[] = { "pages", "text", "methods", "source", "compare" };
  ExmInspector *inspector
      = EXM_INSPECTOR (test_gui_need (page, EXM_TYPE_INSPECTOR, NULL));

  exm_inspector_set_tab (inspector, "lines");
  test_gui_settle (GTK_WIDGET (page));
  check_lines (self, page);
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      exm_inspector_set_tab (inspector, tabs[i]);
      test_gui_settle (GTK_WIDGET (page));
      check (self, tabs[i]);
    }
}

static void
check_views (Fixture *self)
{
  static const char *const views[] = { "articles", "activity", "settings" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      exm_window_set_view (self->window, views[i]);
      check (self, views[i]);
    }
}

static gboolean
is_queue (gpointer data)
{
  GtkWidget *page
      = test_gui_find (((Fixture *) data)->window, EXM_TYPE_ARTICLES_PAGE, NULL);

  return page != NULL && exm_articles_page_is_queue (EXM_ARTICLES_PAGE (page));
}

/* Rows of the table of tasks are named by what they say, groups tell that they are open.
 */
static void
check_table (Fixture *self)
{
  exm_window_set_task_uid (self->window, NULL);
  exm_window_set_view (self->window, "tasks");
  g_autoptr (TestA11yNode) root = read_screen (self, "tasks");
  const TestA11yNode *table = need_node (root, "tree grid", _ ("All Tasks"));
  const TestA11yNode *group = need_node (table, "row", GROUP);
  const TestA11yNode *task = need_node (table, "row", "Task 00002");
  g_assert_true (test_a11y_has_state (group, TEST_A11Y_EXPANDED));
  g_assert_false (test_a11y_has_state (task, TEST_A11Y_EXPANDED));
}

static void
check_queue (Fixture *self)
{
  GtkWidget *sidebar = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");

  /* Its first row. */
  test_pointer_click (test_gui_need (sidebar, EXM_TYPE_SCOPE_ROW, NULL));
  test_gui_wait_until (is_queue, self, "the queue");
  test_queue_wait_for_reader (&self->queue, "Title 3");
  g_autoptr (TestA11yNode) root = read_screen (self, "queue");
  const TestA11yNode *list = need_node (root, "list", _ ("Articles"));
  g_assert_cmpuint (test_a11y_count (list, "list item"), ==, N_UNSURE);
  const TestA11yNode *first = test_a11y_find (list, "list item", NULL);
  g_assert_true (test_a11y_has_state (first, TEST_A11Y_SELECTED));
  g_assert_nonnull (strstr (first->name, "Title 3"));
}

static void
check_dialogs (Fixture *self)
{
  static const char *const actions[]
      = { "app.preferences", "win.shortcuts", "win.help", "app.about" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (self->window), actions[i], NULL);
      GtkWindow *dialog = test_gui_need_dialog (self->window, GTK_TYPE_WINDOW);
      check (self, actions[i]);
      gtk_window_destroy (dialog);
    }
}

static void
check_methods (Fixture *self, ExmWorkbenchPage *page)
{
  gtk_widget_activate_action (GTK_WIDGET (page), "page.compare-methods", NULL);
  GtkWindow *dialog = test_gui_need_dialog (self->window, GTK_TYPE_WINDOW);

  check (self, "compare-methods");
  gtk_window_destroy (dialog);
}

static void
test_all (Fixture *self, gconstpointer unused)
{
  ExmWorkbenchPage *page = test_workbench_show (self->queue.app);

  test_workbench_wait_for_result (page);
  check_tabs (self, page);
  check_methods (self, page);
  check_views (self);
  check_table (self);
  check_queue (self);
  check_dialogs (self);
  g_assert_cmpuint (self->n_flaws, ==, 0);
}

static gboolean
has_region (gpointer setup)
{
  return g_array_index (exm_setup_get_fields (setup)->examples, ExmTaskExample, 0)
             .region_text
         != NULL;
}

/* A screen reader hears its way from the start to a task: the place to paste, the
 * pages, the mark, the check, and the task that is saved. */
static void
test_set_up (Fixture *self, gconstpointer unused)
{
  check (self, "start");
  /* The pages are Chinese: English words are our own. */
  set_up_fixture_paste_path (&self->set_up, "/zh/");
  ExmSetup *setup = set_up_fixture_get_setup (&self->set_up);
  set_up_hurry (setup);
  ExmWorkbenchPage *page
      = EXM_WORKBENCH_PAGE (test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  test_workbench_wait_for_result (page);
  check (self, "pages");
  test_keys (GTK_WIDGET (self->window), "m");
  test_keys (GTK_WIDGET (self->window), "Return");
  test_gui_wait_until (has_region, setup, "the mark");
  test_workbench_wait_for_result (page);
  check (self, "marking");
  test_keys (GTK_WIDGET (self->window), "F5");
  test_gui_wait_until (set_up_is_checked, setup, "the check");
  check (self, "checked");
  test_keys (GTK_WIDGET (self->window), "ctrl+Return");
  test_gui_need (self->window, GTK_TYPE_WIDGET, "facts");
  check (self, "facts");
  g_assert_cmpuint (self->n_flaws, ==, 0);
}

static void
put_into_group (const char *folder)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) plain
      = exm_store_get_task (store, store_task_uid (2), NULL, &error);
  g_assert_no_error (error);

  exm_task_fields_copy (plain, &fields);
  fields.group = g_strdup (GROUP);
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  exm_store_update_task (store, task, STORE_NOW, NULL, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  test_queue_init (&self->queue);
  put_into_group (self->queue.folder);
  for (guint i = 0; i < N_UNSURE; i++)
    test_queue_put (&self->queue, 1, i + 1, EXM_ARTICLE_UNSURE, NULL);
  test_queue_put (&self->queue, 1, N_UNSURE + 1, EXM_ARTICLE_GOOD, NULL);
  test_queue_open (&self->queue);
  self->window = self->queue.window;
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_queue_clear (&self->queue);
}

static void
begin_set_up (Fixture *self, gconstpointer unused)
{
  set_up_fixture_init (&self->set_up, NULL);
  self->window = self->set_up.window;
}

static void
end_set_up (Fixture *self, gconstpointer unused)
{
  set_up_fixture_clear (&self->set_up, NULL);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/app/a11y-tree/task", Fixture, NULL, set_up, test_all, tear_down);
  g_test_add ("/app/a11y-tree/set-up", Fixture, NULL, begin_set_up, test_set_up,
              end_set_up);
  return g_test_run ();
}
