/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Summary of all pages when a task that is set up changes: the number that counts up,
 * the cause that made them less sure; and several examples. */

#include "app/setup/exm-setup-bar.h"
#include "app/setup/exm-start-page.h"
#include "app/web/exm-page-pane.h"
#include "app/workbench/exm-workbench-page.h"

#include "set-up-fixture.h"
#include "test-pointer.h"

#include <string.h>

typedef struct
{
  GPtrArray *labels; /* (owned) (element-type utf8) */
  GtkWidget *label;  /* (unowned) */
} Counted;

static void
on_label_notify (GtkLabel *label, GParamSpec *pspec, gpointer data)
{
  g_ptr_array_add (((Counted *) data)->labels, g_strdup (gtk_label_get_label (label)));
}

static gboolean
has_counted (gpointer data)
{
  const Counted *counted = data;
  const char *goal = gtk_widget_get_tooltip_text (counted->label);

  return g_str_has_prefix (goal, gtk_label_get_label (GTK_LABEL (counted->label)));
}

/* Says that all pages together changed, and returns what the first step says until it
 * stands still. */
static GPtrArray *
count (GtkWidget *bar, ExmSetup *setup, double before, double after)
{
  Counted counted = { .label = test_gui_need (bar, GTK_TYPE_LABEL, "example") };

  counted.labels = g_ptr_array_new_with_free_func (g_free);
  gulong id = g_signal_connect (counted.label, "notify::label",
                                G_CALLBACK (on_label_notify), &counted);
  g_signal_emit_by_name (setup, "rechecked", before, after, 3, 5);
  test_gui_wait_until (has_counted, &counted, "the end of the count");
  g_signal_handler_disconnect (counted.label, id);
  return counted.labels;
}

/* @word: what the step begins with */
static void
assert_counts (GPtrArray *labels, const char *word, guint from, guint to)
{
  guint last = from;

  g_assert_cmpuint (labels->len, >=, 2);
  for (guint i = 0; i < labels->len; i++)
    {
      const char *label = g_ptr_array_index (labels, i);
      const char *arrow = strstr (label, " → ");
      if (!g_str_has_prefix (label, word))
        g_error ("“%s” counts: “%s”", word, label);
      g_assert_true (g_str_has_suffix (label, "%, +3 −5 lines"));
      g_assert_nonnull (arrow);
      guint at = (guint) g_ascii_strtoull (arrow + strlen (" → "), NULL, 10);
      g_assert_true (from < to ? at >= last && at <= to : at <= last && at >= to);
      last = at;
    }
  g_assert_cmpuint (last, ==, to);
}

/* "Sure 81 → 97%" counts up, or down where that is the truth; not where nothing moves on
 * the screen, or nothing changed. */
static void
test_count (SetUpFixture *self, gconstpointer data)
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (self->window));

  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  set_up_fixture_paste_path (self, "/news/");
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  test_gui_wait_until (set_up_has_target, setup, "a first target");
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  g_autoptr (GPtrArray) up = count (bar, setup, .81, .97);
  assert_counts (up, "1 Sure 81 → ", 81, 97);
  g_autoptr (GPtrArray) down = count (bar, setup, .94, .71);
  assert_counts (down, "1 Take a look 94 → ", 94, 71);
  GtkWidget *step = test_gui_need (bar, GTK_TYPE_LABEL, "example");
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (step), "tends to be too high"));

  g_autoptr (GPtrArray) same = count (bar, setup, .9, .9);
  g_assert_cmpuint (same->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (same, 0), ==, "1 Sure 90%, +3 −5 lines");
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  g_autoptr (GPtrArray) still = count (bar, setup, .81, .97);
  g_assert_cmpstr (g_ptr_array_index (still, still->len - 1), ==,
                   "1 Sure 81 → 97%, +3 −5 lines");
  for (guint i = 0; i + 1 < still->len; i++)
    g_assert_cmpstr (g_ptr_array_index (still, i), ==, "1 Sure 81 → 81%, +3 −5 lines");
  g_assert_cmpuint (still->len, <=, 2);
}

static gboolean
is_target_read (gpointer data)
{
  ExmAnalysis *analysis = data;

  return set_up_is_ready (analysis) && exm_analysis_get_fits (analysis);
}

static gboolean
is_misfit (gpointer data)
{
  ExmAnalysis *analysis = data;

  return set_up_is_ready (analysis) && !exm_analysis_get_fits (analysis);
}

static gboolean
has_two_examples (gpointer data)
{
  return exm_setup_get_n_examples (data) == 2;
}

static gboolean
has_fallen (gpointer data)
{
  return exm_setup_get_fallen (data) != NULL;
}

static gboolean
fits_all (gpointer setup)
{
  guint n_fail;

  exm_setup_get_counts (setup, NULL, NULL, NULL, NULL, &n_fail);
  return n_fail == 0 && set_up_is_checked (setup);
}

static guint
count_pages (ExmSetup *setup)
{
  return g_list_model_get_n_items (exm_setup_get_pages (setup));
}

/* Words of later steps are few where all have no room: the first one, which says what
 * the mark did, keeps all of its own. */
static void
assert_steps (SetUpFixture *self, GtkWidget *bar)
{
  GtkWidget *example = test_gui_need (bar, GTK_TYPE_LABEL, "example");

  gtk_window_set_default_size (GTK_WINDOW (self->window), 760, 800);
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_need_beginning (bar, "2 Pages ");
  g_assert_false (
      pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (example))));
  test_gui_show_people (GTK_WIDGET (self->window), "setup-few-words");
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1280, 800);
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_need_beginning (bar, "2 Which pages: ");
}

/* A site with two layouts: the page that does not look like the example becomes one more,
 * all is checked anew, and it can be taken back. */
static void
test_examples (SetUpFixture *self, gconstpointer data)
{
  guint n_fail;

  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  set_up_fixture_paste_path (self, "/news/");
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  test_gui_wait_until (set_up_has_target, setup, "a first target");
  ExmWorkbenchPage *bench
      = EXM_WORKBENCH_PAGE (test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  test_gui_wait_until (is_target_read, analysis, "a result");
  set_up_hurry (setup);
  exm_sample_server_set_redesign (self->server, TRUE);
  test_pointer_click (test_gui_need (bar, GTK_TYPE_BUTTON, "check"));
  test_gui_wait_until (set_up_is_checked, setup, "the check");
  const guint n_pages = count_pages (setup);
  exm_setup_get_counts (setup, NULL, NULL, NULL, NULL, &n_fail);
  g_assert_cmpuint (n_fail, ==, n_pages - 1);

  test_keys (GTK_WIDGET (self->window), "ctrl+Page_Down");
  test_gui_wait_until (is_misfit, analysis, "a page of the other layout");
  GtkWidget *add = test_gui_need (bench, GTK_TYPE_BUTTON, "_Add as Second Example");
  test_gui_settle (add);
  test_gui_show_people (GTK_WIDGET (self->window), "setup-misfit");
  /* The tooltip of the check lies over it until the pointer is there. */
  test_pointer_move (add, 8, 8);
  test_pointer_click (add);
  test_gui_wait_until (has_two_examples, setup, "the second example");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Added as second example");
  g_assert_cmpuint (count_pages (setup), ==, n_pages - 1);
  test_gui_wait_until (is_target_read, analysis, "a result by two examples");
  g_assert_cmpuint (exm_analysis_get_n_examples (analysis), ==, 2);
  test_gui_need_beginning (bar, "3 Checked: ");
  test_gui_wait_until (fits_all, setup, "all pages to fit");
  GtkWidget *next = test_gui_need (bench, GTK_TYPE_BUTTON, "1/2");
  test_pointer_click (next);
  test_gui_need (bench, GTK_TYPE_BUTTON, "2/2");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-two-examples");

  /* It goes again, and comes back, mark and all. */
  GtkWidget *pane = test_gui_need (bench, EXM_TYPE_PAGE_PANE, "example");
  gtk_widget_activate_action (pane, "pane.remove-example", NULL);
  g_assert_cmpuint (exm_setup_get_n_examples (setup), ==, 1);
  g_assert_cmpuint (count_pages (setup), ==, n_pages);
  test_pointer_undo (self->window, "Example removed");
  test_gui_wait_until (has_two_examples, setup, "the second example again");
  g_assert_cmpuint (count_pages (setup), ==, n_pages - 1);
  test_gui_need (bench, GTK_TYPE_BUTTON, "1/2");
  assert_steps (self, bar);
}

/* A mark that makes the pages less sure: why, and the way to the page that lost most. */
static void
test_fall (SetUpFixture *self, gconstpointer data)
{
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  set_up_fixture_paste_path (self, "/news/");
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  set_up_hurry (setup);
  exm_setup_check (setup);
  test_gui_wait_until (set_up_is_checked, setup, "the check");
  exm_setup_set_region_text (setup, 0, "Home");
  test_gui_wait_until (has_fallen, setup, "what is less sure");
  g_autofree char *title = NULL;
  ExmPageItem *fallen = exm_setup_get_fallen (setup);
  g_object_get (fallen, "title", &title, NULL);
  GtkLabel *note = GTK_LABEL (test_gui_need (bar, GTK_TYPE_LABEL, "note"));
  g_assert_nonnull (strstr (gtk_label_get_label (note), title));
  test_gui_show_people (GTK_WIDGET (self->window), "setup-less-sure");
  test_pointer_click (test_gui_need (bar, GTK_TYPE_BUTTON, "Show _Page"));
  ExmWorkbenchPage *bench
      = EXM_WORKBENCH_PAGE (test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  g_assert_true (
      gtk_single_selection_get_selected_item (exm_workbench_page_get_pages (bench))
      == fallen);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name)                                                                        \
  g_test_add ("/set-up/" #name, SetUpFixture, NULL, set_up_fixture_init, test_##name,    \
              set_up_fixture_clear)
  ADD (count);
  ADD (examples);
  ADD (fall);
  return g_test_run ();
}
