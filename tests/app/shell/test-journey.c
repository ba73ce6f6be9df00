/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole way of an operator, with pointer and keyboard and nothing else: paste an
 * address, click the body, drag a boundary, check, save, run, read, export, correct,
 * undo, quit, and find everything again. What is asserted is what stands on the screen,
 * and what the store has of it. */

#include "app/activity/exm-activity-page.h"
#include "app/activity/exm-run-row.h"
#include "app/review/exm-article-reader.h"
#include "app/review/exm-articles-page.h"
#include "app/chart/exm-chart-panel.h"
#include "app/inspector/exm-inspector-text.h"
#include "app/setup/exm-setup-bar.h"
#include "app/setup/exm-start-page.h"
#include "app/web/exm-page-pane.h"
#include "app/web/exm-page-view.h"
#include "app/workbench/exm-setup-page.h"
#include "demo/exm-sample-thread.h"

#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"
#include "test-reader.h"
#include "test-workbench.h"

#include <string.h>

/* Articles that the list page of the sample site names, without the example. */
#define N_CHECKED 9u

typedef struct
{
  char *folder;                /* (owned) */
  ExmSampleThread *site;       /* (owned) */
  ExmApplication *app;         /* (owned) (nullable) */
  ExmWindow *window;           /* (unowned) */
  ExmWorkbenchPage *workbench; /* (unowned) (nullable) */
  ExmAnalysis *analysis;       /* (unowned) (nullable) */
  char *title;                 /* (owned): of the article that is read */
  char *body;                  /* (owned): what its text is to be */
  gint64 article_id;
} Fixture;

static void
open_window (Fixture *self)
{
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->site = test_pages_start_site (0);
  self->folder = test_folder_new ();
  open_window (self);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  if (self->app != NULL)
    test_gui_stop (self->app);
  exm_sample_thread_stop (self->site);
  test_folder_free (self->folder);
  g_free (self->title);
  g_free (self->body);
}

static GtkWidget *
need_label (Fixture *self, const char *text)
{
  return test_gui_need (self->window, GTK_TYPE_LABEL, text);
}

/* The workbench that is shown now, with a result. */
static void
need_workbench (Fixture *self)
{
  self->workbench
      = EXM_WORKBENCH_PAGE (test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  self->analysis = exm_workbench_page_get_analysis (self->workbench);
  test_gui_wait_until (test_workbench_has_result, self->analysis, "a result");
  test_gui_settle (GTK_WIDGET (self->workbench));
}

static ExmCurveChart *
need_chart (Fixture *self)
{
  return EXM_CURVE_CHART (test_gui_need (self->workbench, EXM_TYPE_CURVE_CHART, NULL));
}

/* The text that the inspector shows. */
static char *
dup_shown_text (gpointer root)
{
  GtkTextIter start, end;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (
      GTK_TEXT_VIEW (test_gui_need (root, GTK_TYPE_TEXT_VIEW, NULL)));

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

/* The text of the inspector has the line that the body starts with. */
static gboolean
starts_there (gpointer data)
{
  Fixture *self = data;
  ExmPageText *page = exm_analysis_get_page (self->analysis);
  guint line = exm_analysis_get_head (self->analysis);
  g_autofree char *text
      = dup_shown_text (test_gui_need (self->workbench, EXM_TYPE_INSPECTOR_TEXT, NULL));

  return strstr (text, exm_page_text_get_line (page, line)) != NULL;
}

/* Chart, text and spin button say the same first line. */
static void
assert_start (Fixture *self, guint line)
{
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), ==, line);
  g_assert_cmpuint (exm_curve_chart_get_head (need_chart (self)), ==, line);
  test_pointer_click (test_gui_need (self->workbench, GTK_TYPE_LABEL, "Text"));

  test_gui_wait_until (starts_there, self, "the text to begin there");
  test_pointer_click (test_gui_need (self->workbench, GTK_TYPE_LABEL, "Lines"));
  GtkWidget *spin
      = test_gui_need (self->workbench, GTK_TYPE_SPIN_BUTTON, "First line of the body");
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (spin)), ==,
                   line + 1);
}

/* Drags the flag of the start to the right.
 *
 * Returns: where the body starts now */
static guint
drag_start (Fixture *self)
{
  ExmCurveChart *chart = need_chart (self);
  graphene_rect_t start, end;
  graphene_point_t from;

  g_assert_true (gtk_widget_compute_bounds (exm_curve_chart_get_flag (chart, FALSE),
                                            GTK_WIDGET (chart), &start));
  g_assert_true (gtk_widget_compute_bounds (exm_curve_chart_get_flag (chart, TRUE),
                                            GTK_WIDGET (chart), &end));
  graphene_rect_get_center (&start, &from);
  test_pointer_drag (GTK_WIDGET (chart), from.x, from.y,
                     from.x + (end.origin.x - start.origin.x) / 2, from.y);
  return exm_analysis_get_head (self->analysis);
}

/* 1. An address is pasted, and both pages and the curves appear. */

static gboolean
has_target (gpointer data)
{
  g_autoptr (ExmPageItem) first = g_list_model_get_item (exm_setup_get_pages (data), 0);

  return first != NULL && exm_page_item_get_outcome (first)->result != NULL;
}

static ExmSetup *
paste_address (Fixture *self)
{
  g_autofree char *url = g_strconcat (
      exm_sample_server_get_base_url (exm_sample_thread_get_server (self->site)),
      "/news/", NULL);

  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  need_label (self, "No tasks yet");
  ExmSetup *setup = exm_setup_page_get_setup (
      EXM_SETUP_PAGE (test_gui_need (self->window, EXM_TYPE_SETUP_PAGE, NULL)));
  GtkWidget *entry = test_gui_need (self->window, GTK_TYPE_ENTRY, "entry");
  gdk_clipboard_set_text (gtk_widget_get_clipboard (entry), url);
  test_pointer_click (entry);
  test_keys (entry, "ctrl+v");
  test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  /* The delay of a real host would make the test slow. */
  ((ExmTaskFields *) exm_setup_get_fields (setup))->delay_ms = 1;
  test_gui_wait_until (has_target, setup, "a first target");
  need_workbench (self);
  need_label (self, "1 Click the article in the example");
  test_gui_need_beginning (self->window, "2 Which pages: ");
  g_assert_true (exm_analysis_get_fits (self->analysis));
  test_gui_show_people (GTK_WIDGET (self->window), "journey-pasted");
  return setup;
}

/* 2. The article is clicked on the example. */

static gboolean
has_effect (gpointer window)
{
  return test_gui_find_beginning (window, "1 Sure ") != NULL
         || test_gui_find_beginning (window, "1 Marked, ") != NULL;
}

static void
on_mark_hover (ExmPageView *view, guint n_lines, guint n_chars, gpointer data)
{
  *(gboolean *) data = n_lines > 0;
}

static gboolean
is_marked (gpointer data)
{
  const ExmTaskFields *fields = exm_setup_get_fields (data);

  return g_array_index (fields->examples, ExmTaskExample, 0).region_text != NULL;
}

static void
click_body (Fixture *self, ExmSetup *setup)
{
  GtkWidget *pane = test_gui_need (self->workbench, EXM_TYPE_PAGE_PANE, "example");
  GtkWidget *view = test_gui_need (pane, EXM_TYPE_PAGE_VIEW, NULL);
  gboolean hovered = FALSE;
  gulong id = g_signal_connect (view, "mark-hover", G_CALLBACK (on_mark_hover), &hovered);
  double x = gtk_widget_get_width (view) * .35, y = gtk_widget_get_height (view) * .7;

  /* The page answers once it stands. */
  for (guint i = 0; i < 500 && !hovered; i++)
    test_pointer_move (view, x + i % 5, y);
  g_assert_true (hovered);
  g_signal_handler_disconnect (view, id);
  test_pointer_click_at (view, x, y, 1);
  test_gui_wait_until (is_marked, setup, "the mark");
  test_gui_wait_until (test_workbench_has_result, self->analysis, "a result");
  test_gui_need (self->window, GTK_TYPE_IMAGE, "example_done");
  test_gui_wait_until (has_effect, self->window, "what the mark did");
  /* A mark that changes no line confirms what was found: no fall of a percent is told. */
  g_signal_emit_by_name (setup, "rechecked", .96, .95, 0, 0);
  test_gui_need (self->window, GTK_TYPE_LABEL, "1 Marked, all pages agree");
  g_assert_null (
      test_gui_find (pane, GTK_TYPE_LABEL, "Click the article in the example"));
  test_gui_show_people (GTK_WIDGET (self->window), "journey-marked");
}

/* 3. A boundary is dragged, and put back. */

static void
drag_boundary (Fixture *self)
{
  guint head = exm_analysis_get_head (self->analysis);
  guint dragged = drag_start (self);

  g_assert_cmpuint (dragged, >, head);
  g_autofree char *said
      = g_strdup (test_gui_need_beginning (self->window, "Start moved "));
  test_pointer_hold_toast (self->window, said);
  test_gui_show_people (GTK_WIDGET (self->window), "journey-dragged");
  assert_start (self, dragged);
  test_pointer_undo (self->window, said);
  assert_start (self, head);
}

/* 4. Ten pages are checked; 5. the task is saved and runs. */

static gboolean
is_checked (gpointer data)
{
  guint n_checked;

  g_object_get (data, "n-checked", &n_checked, NULL);
  return n_checked == N_CHECKED;
}

static void
check_pages (Fixture *self, ExmSetup *setup)
{
  guint n_pass = 0, n_look = 0, n_fail = 0;

  /* By themselves. */
  test_gui_wait_until (is_checked, setup, "the check");
  exm_setup_get_counts (setup, NULL, NULL, &n_pass, &n_look, &n_fail);
  g_autofree char *words
      = n_look > 0 ? g_strdup_printf ("3 Checked: %u good, %u to review", n_pass, n_look)
                   : g_strdup_printf ("3 Checked: %u good", n_pass);
  need_label (self, words);
  g_assert_cmpuint (n_pass + n_look + n_fail, ==, N_CHECKED);
  g_assert_cmpuint (n_fail, ==, 0);
  test_gui_show_people (GTK_WIDGET (self->window), "journey-checked");
}

static gboolean
takes_all (gpointer data)
{
  return exm_setup_get_fields (data)->first_run == EXM_FIRST_RUN_ALL;
}

static gboolean
is_all_stored (gpointer data)
{
  Fixture *self = data;

  return test_gui_find (self->window, GTK_TYPE_LABEL, "Stored") != NULL
         && test_gui_find (self->window, GTK_TYPE_LABEL, "Under way") == NULL;
}

static gboolean
has_open_article (gpointer data)
{
  GtkWidget *reader = test_gui_find (data, EXM_TYPE_ARTICLE_READER, NULL);

  GtkWidget *title
      = reader != NULL ? test_gui_find (reader, GTK_TYPE_LABEL, "title") : NULL;

  return title != NULL && *gtk_label_get_label (GTK_LABEL (title)) != '\0';
}

static void
save_task (Fixture *self, ExmSetup *setup)
{
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);

  test_keys (GTK_WIDGET (self->window), "ctrl+Return");
  GtkWidget *name = test_gui_need (bar, ADW_TYPE_ENTRY_ROW, "name");
  test_pointer_click (test_gui_need (bar, ADW_TYPE_COMBO_ROW, "first_run"));
  test_keys (GTK_WIDGET (self->window), "End Return");
  test_gui_wait_until (takes_all, setup, "the choice of the first run");
  test_gui_show_people (GTK_WIDGET (self->window), "journey-facts");
  test_pointer_click (test_gui_need (gtk_widget_get_ancestor (name, GTK_TYPE_POPOVER),
                                     GTK_TYPE_BUTTON, "_Save and Start"));
  test_gui_need_beginning (self->window, "“The Tidewater Courier");
  /* The first article that comes is open. */
  GtkWidget *articles = test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
  test_gui_wait_until (has_open_article, articles, "an open article");
  test_gui_show_people (GTK_WIDGET (self->window), "journey-first-article");
  test_keys (GTK_WIDGET (self->window), "alt+3");
  test_gui_need (self->window, EXM_TYPE_ACTIVITY_PAGE, NULL);
  need_label (self, "Done");
  need_label (self, "Stored");
  test_gui_wait_until (is_all_stored, self, "the pages of the run");
  /* Whose run it is stands above; no row repeats it, and none has an identity for it. */
  GtkWidget *row = test_gui_need (self->window, EXM_TYPE_RUN_ROW, NULL);
  g_assert_nonnull (test_gui_find_beginning (row, "Today "));
  g_assert_null (test_gui_find_beginning (row, exm_window_get_task_uid (self->window)));
  g_assert_null (test_gui_find (self->window, EXM_TYPE_SETUP_PAGE, NULL));
  test_gui_show_people (GTK_WIDGET (self->window), "journey-run");
}

/* 6. An article is read; 7. all are exported. */

static gpointer
read_store (Fixture *self, const ExmStoreQuery *query)
{
  return test_gui_read_store (self->window, query);
}

static GPtrArray *
list_articles (Fixture *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLES, .filter = { .limit = 100 } };

  return read_store (self, &query);
}

static ExmArticle *
get_article (Fixture *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = self->article_id };

  return read_store (self, &query);
}

/* The reader shows what the store has. */
static gboolean
is_read (gpointer data)
{
  Fixture *self = data;
  g_autofree char *text = test_reader_dup_text (self->window);

  if (text == NULL)
    return FALSE;
  g_autofree char *last = g_strdup (strrchr (self->body, '\n'));
  const char *line = last != NULL ? last + 1 : self->body;
  return strstr (text, line) != NULL;
}

static void
read_article (Fixture *self)
{
  g_autoptr (GPtrArray) articles = list_articles (self);

  g_assert_cmpuint (articles->len, >=, N_CHECKED);
  const ExmArticleInfo *info = g_ptr_array_index (articles, 0);
  self->title = g_strdup (info->title);
  self->article_id = info->id;
  g_autoptr (ExmArticle) article = get_article (self);
  self->body = g_strdup (exm_article_get (article)->text);
  test_keys (GTK_WIDGET (self->window), "alt+2");
  GtkWidget *view = test_gui_need (self->window, GTK_TYPE_LIST_VIEW, "view");
  need_label (self, self->title);
  test_gui_settle (view);
  /* The newest one is seen, whatever came before it. */
  g_assert_cmpfloat (
      gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view))),
      ==, 0);
  test_pointer_click (need_label (self, self->title));
  test_gui_wait_until (is_read, self, "the article's text");
  test_gui_show_people (GTK_WIDGET (self->window), "journey-read");
}

static gboolean
has_chooser (gpointer data)
{
  return test_gui_find_window (GTK_TYPE_FILE_CHOOSER) != NULL;
}

/* Articles in a folder, and in those in it: one a day. */
static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      n += g_str_has_suffix (name, ".md") ? 1 : count_files (path);
    }
  return n;
}

/* Into a folder whose path is typed into the dialog. */
static void
export_articles (Fixture *self)
{
  g_autofree char *folder = g_build_filename (self->folder, "out", NULL);
  g_autoptr (GPtrArray) articles = list_articles (self);
  g_autofree char *button = g_strdup_printf ("Export %u Articles…", articles->len);
  g_autofree char *done = g_strdup_printf ("%u articles exported", articles->len);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  test_pointer_click (need_label (self, button));
  test_gui_wait_until (has_chooser, self, "the dialog for the folder");
  test_type (test_gui_find_window (GTK_TYPE_FILE_CHOOSER), folder);
  test_pointer_click (test_gui_need (test_gui_find_window (GTK_TYPE_FILE_CHOOSER),
                                     GTK_TYPE_BUTTON, "_Export"));
  need_label (self, done);
  g_assert_cmpuint (count_files (folder), ==, articles->len);
  test_gui_show_people (GTK_WIDGET (self->window), "journey-exported");
}

/* 8. The article is corrected; 9. the correction is taken back; another one stays. */

static gboolean
has_body (gpointer data)
{
  Fixture *self = data;
  g_autoptr (ExmArticle) article = get_article (self);

  return g_strcmp0 (exm_article_get (article)->text, self->body) == 0;
}

static void
wait_for_body (Fixture *self)
{
  g_free (self->body);
  self->body = g_strdup (exm_analysis_get_body_text (self->analysis));
  test_gui_wait_until (has_body, self, "the article to be what is shown");
}

static void
correct (Fixture *self)
{
  test_keys (GTK_WIDGET (self->window), "alt+1");
  need_workbench (self);
  guint head = exm_analysis_get_head (self->analysis);
  g_assert_cmpstr (exm_analysis_get_body_text (self->analysis), ==, self->body);

  guint dragged = drag_start (self);
  g_assert_cmpuint (dragged, >, head);
  test_gui_need_beginning (self->window, "Start moved ");
  assert_start (self, dragged);
  test_gui_show_people (GTK_WIDGET (self->window), "journey-corrected");
  wait_for_body (self);

  gtk_widget_grab_focus (exm_curve_chart_get_flag (need_chart (self), FALSE));
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  assert_start (self, head);
  wait_for_body (self);

  /* The end, one line up, stays. */
  GtkWidget *flag = exm_curve_chart_get_flag (need_chart (self), TRUE);
  guint tail = exm_analysis_get_tail (self->analysis);
  gtk_widget_grab_focus (flag);
  test_keys (flag, "Left");
  test_gui_need_beginning (self->window, "End moved ");
  g_assert_cmpuint (exm_analysis_get_tail (self->analysis), <, tail);
  wait_for_body (self);

  /* The reader shows it. */
  test_keys (GTK_WIDGET (self->window), "alt+2");
  test_gui_wait_until (is_read, self, "the corrected text");
  test_gui_show_people (GTK_WIDGET (self->window), "journey-reread");
}

/* 10. Quitting, and coming back. */

static gboolean
is_asked (gpointer data)
{
  return test_gui_find_window (ADW_TYPE_MESSAGE_DIALOG) != NULL;
}

static gboolean
quit (gpointer data)
{
  Fixture *self = data;

  test_keys (GTK_WIDGET (self->window), "ctrl+q");
  /* The task has a schedule, so it is asked. */
  test_gui_wait_until (is_asked, self, "the question");
  GtkWidget *dialog = test_gui_find_window (ADW_TYPE_MESSAGE_DIALOG);
  test_gui_need (dialog, GTK_TYPE_LABEL,
                 "1 task won’t run until you start Exemplar again.");
  test_gui_show_people (GTK_WIDGET (self->window), "journey-quitting");
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, "_Quit"));
  return G_SOURCE_REMOVE;
}

static void
come_back (Fixture *self, guint n_articles, guint tail)
{
  g_autofree char *button = g_strdup_printf ("Export %u Articles…", n_articles);

  open_window (self);
  /* As it was left: the articles of the task. */
  need_label (self, button);
  g_assert_nonnull (exm_window_get_task_uid (self->window));
  g_assert_cmpstr (exm_window_get_view (self->window), ==, "articles");
  g_assert_null (test_gui_find (self->window, EXM_TYPE_START_PAGE, NULL));
  test_gui_need (self->window, GTK_TYPE_LABEL, "The Tidewater Courier");
  g_assert_true (has_body (self));
  test_pointer_click (need_label (self, self->title));
  test_gui_wait_until (is_read, self, "the article's text");
  test_gui_show_people (GTK_WIDGET (self->window), "journey-back");

  /* And the mark and the correction, on the workbench. */
  test_keys (GTK_WIDGET (self->window), "alt+1");
  need_workbench (self);
  g_assert_cmpuint (exm_analysis_get_tail (self->analysis), ==, tail);
  g_assert_cmpstr (exm_analysis_get_body_text (self->analysis), ==, self->body);
  g_autofree char *body = exm_analysis_dup_region_text (self->analysis, 0);
  g_assert_nonnull (body);
  test_gui_show_people (GTK_WIDGET (self->window), "journey-back-workbench");
}

static void
test_journey (Fixture *self, gconstpointer unused)
{
  ExmSetup *setup = paste_address (self);

  click_body (self, setup);
  drag_boundary (self);
  check_pages (self, setup);
  save_task (self, setup);
  read_article (self);
  export_articles (self);
  correct (self);
  guint tail = exm_analysis_get_tail (self->analysis);
  g_autoptr (GPtrArray) articles = list_articles (self);
  test_gui_stop_by (g_steal_pointer (&self->app), quit, self);
  come_back (self, articles->len, tail);
  g_autoptr (GPtrArray) again = list_articles (self);
  g_assert_cmpuint (again->len, ==, articles->len);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/app/journey", Fixture, NULL, set_up, test_journey, tear_down);
  return g_test_run ();
}
