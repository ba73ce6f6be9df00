/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The queue of what needs a person, over all tasks: approved, put right on the workbench,
 * taken back; with the pointer and with the keyboard. */

#include "app/chart/exm-chart-panel.h"
#include "app/review/exm-article-reader.h"
#include "store/db/exm-db.h"
#include "store/db/exm-statement.h"

#include "test-pointer.h"
#include "test-queue.h"

static void
set_up (TestQueue *self, gconstpointer unused)
{
  test_queue_init (self);
}

static void
tear_down (TestQueue *self, gconstpointer unused)
{
  test_queue_clear (self);
}

static GtkWidget *
need_page (TestQueue *self)
{
  return test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
}

/* The row's cell of this title. */
static void
click_title (TestQueue *self, const char *title)
{
  test_pointer_click (test_gui_need (
      test_gui_need (need_page (self), GTK_TYPE_LIST_VIEW, NULL), GTK_TYPE_LABEL, title));
}

static void
assert_publication (TestQueue *self, gint64 id, const char *state)
{
  g_autofree char *now = test_queue_get_publication (self, id);

  g_assert_cmpstr (now, ==, state);
}

/* Three articles of two tasks, with keys alone: Enter, and the next one follows; what was
 * said last is taken back. */
static void
test_keyboard (TestQueue *self, gconstpointer unused)
{
  gint64 ids[] = { test_queue_put (self, 1, 7, EXM_ARTICLE_UNSURE, NULL),
                   test_queue_put (self, 2, 6, EXM_ARTICLE_UNSURE, NULL),
                   test_queue_put (self, 1, 5, EXM_ARTICLE_UNSURE, NULL) };

  test_queue_put (self, 1, 8, EXM_ARTICLE_GOOD, NULL);
  test_queue_open (self);
  test_queue_show (self, 3);
  g_assert_null (test_gui_find (need_page (self), GTK_TYPE_LABEL, "Title 8"));
  /* The first one is there to be read; the focus is still where the queue was chosen. */
  test_queue_wait_for_reader (self, "Title 7");
  gtk_widget_grab_focus (test_gui_need (need_page (self), GTK_TYPE_LIST_VIEW, NULL));
  test_keys (GTK_WIDGET (self->window), "Return");
  test_queue_wait_for_state (self, ids[0], EXM_ARTICLE_GOOD);
  /* It goes out after a pause. */
  assert_publication (self, ids[0], "waiting");
  test_queue_wait_for_reader (self, "Title 6");
  test_queue_wait_for_count (self, 2);
  test_keys (GTK_WIDGET (self->window), "Return");
  test_queue_wait_for_reader (self, "Title 5");
  test_queue_wait_for_state (self, ids[1], EXM_ARTICLE_GOOD);
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  test_queue_wait_for_state (self, ids[1], EXM_ARTICLE_UNSURE);
  assert_publication (self, ids[1], "held");
  test_queue_wait_for_count (self, 2);
  test_gui_need (need_page (self), GTK_TYPE_LABEL, "Title 6");

  test_keys (GTK_WIDGET (self->window), "Return");
  test_queue_wait_for_reader (self, "Title 6");
  test_keys (GTK_WIDGET (self->window), "Return");
  test_gui_need (need_page (self), GTK_TYPE_WIDGET, "Nothing needs you");
  test_queue_wait_for_count (self, 0);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    test_queue_wait_for_state (self, ids[i], EXM_ARTICLE_GOOD);
}

/* Each row says why it is there and has one button; its toast takes it back. */
static void
test_pointer (TestQueue *self, gconstpointer unused)
{
  gint64 unsure = test_queue_put (self, 1, 7, EXM_ARTICLE_UNSURE, NULL);

  test_queue_put (self, 2, 6, EXM_ARTICLE_DOES_NOT_FIT, NULL);
  test_queue_put (self, 2, 5, EXM_ARTICLE_EMPTY, NULL);
  test_queue_open (self);
  test_queue_show (self, 3);
  GtkWidget *list = test_gui_need (need_page (self), GTK_TYPE_LIST_VIEW, NULL);
  test_gui_need (list, GTK_TYPE_LABEL, "Not sure 46% · no date");
  test_gui_need (list, GTK_TYPE_LABEL, "Does not fit: layout 31% alike");
  test_gui_need (list, GTK_TYPE_LABEL, "No text found");
  g_assert_nonnull (test_gui_find_beginning (list, "Task 00002"));
  test_gui_show_people (GTK_WIDGET (self->window), "review-queue");
  test_pointer_click (test_gui_need (list, GTK_TYPE_BUTTON, "Looks Right"));
  test_queue_wait_for_state (self, unsure, EXM_ARTICLE_GOOD);
  test_pointer_undo (self->window, "1 article marked as right");
  test_queue_wait_for_state (self, unsure, EXM_ARTICLE_UNSURE);
  assert_publication (self, unsure, "held");
  test_gui_need (list, GTK_TYPE_LABEL, "Title 7");
  test_queue_wait_for_count (self, 3);
  /* The next one is read meanwhile. */
  test_queue_wait_for_reader (self, "Title 6");
  test_gui_need (self->window, GTK_TYPE_LABEL,
                 "Does not look like your example (layout 31% alike)");
}

static GtkWidget *
need_reader (TestQueue *self)
{
  return test_gui_need (need_page (self), EXM_TYPE_ARTICLE_READER, NULL);
}

static gboolean
stands_out (GtkWidget *button)
{
  return gtk_widget_has_css_class (button, "suggested-action");
}

/* Offers to correct an article that has no text or does not fit: the row, the reader and
 * Enter do, and none approves it. */
static void
test_likely (TestQueue *self, gconstpointer unused)
{
  gint64 ids[] = { test_queue_put (self, 1, 7, EXM_ARTICLE_EMPTY, NULL),
                   test_queue_put (self, 1, 6, EXM_ARTICLE_DOES_NOT_FIT, NULL),
                   test_queue_put (self, 1, 5, EXM_ARTICLE_UNSURE, NULL) };
  static const char *const titles[] = { "Title 7", "Title 6", "Title 5" };

  test_queue_open (self);
  test_queue_show (self, 3);
  for (guint i = 0; i < 2; i++)
    {
      click_title (self, titles[i]);
      test_queue_wait_for_reader (self, titles[i]);
      g_assert_true (
          stands_out (test_gui_need (need_reader (self), GTK_TYPE_BUTTON, "_Wrong…")));
      GtkWidget *right
          = test_gui_find (need_reader (self), GTK_TYPE_BUTTON, "_Looks Right");
      g_assert_true ((right != NULL) == (i == 1));
      g_assert_true (right == NULL || !stands_out (right));
      test_gui_show_people (GTK_WIDGET (self->window),
                            i == 0 ? "review-empty" : "review-unfit");
      test_keys (GTK_WIDGET (self->window), "Return");
      test_queue_need_bench (self, i == 0 ? "/7.html" : "/6.html");
      test_queue_wait_for_state (self, ids[i],
                                 i == 0 ? EXM_ARTICLE_EMPTY : EXM_ARTICLE_DOES_NOT_FIT);
      test_keys (GTK_WIDGET (self->window), "alt+Left");
      test_queue_wait_for_reader (self, titles[i]);
    }
  click_title (self, titles[2]);
  test_queue_wait_for_reader (self, titles[2]);
  g_assert_true (
      stands_out (test_gui_need (need_reader (self), GTK_TYPE_BUTTON, "_Looks Right")));
  g_assert_false (
      stands_out (test_gui_need (need_reader (self), GTK_TYPE_BUTTON, "_Why?")));
  test_keys (GTK_WIDGET (self->window), "Return");
  test_queue_wait_for_state (self, ids[2], EXM_ARTICLE_GOOD);
}

/* Twenty at once, and back at once. */
static void
test_many (TestQueue *self, gconstpointer unused)
{
  gint64 ids[20];

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = test_queue_put (self, 1, 10 + i, EXM_ARTICLE_UNSURE, NULL);
  test_queue_put (self, 2, 5, EXM_ARTICLE_UNSURE, NULL);
  test_queue_open (self);
  test_queue_show (self, 21);
  click_title (self, "Title 29");
  for (guint i = 1; i < G_N_ELEMENTS (ids); i++)
    test_keys (GTK_WIDGET (self->window), "shift+Down");
  test_gui_need (need_page (self), GTK_TYPE_WIDGET, "20 articles selected");
  test_pointer_click (
      test_gui_need (test_gui_need (need_page (self), GTK_TYPE_STACK, "reader_stack"),
                     GTK_TYPE_BUTTON, "_Looks Right"));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    test_queue_wait_for_state (self, ids[i], EXM_ARTICLE_GOOD);
  test_queue_wait_for_count (self, 1);
  test_queue_wait_for_reader (self, "Title 5");
  test_gui_need (self->window, GTK_TYPE_LABEL, "20 articles marked as right");
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    test_queue_wait_for_state (self, ids[i], EXM_ARTICLE_UNSURE);
  test_queue_wait_for_count (self, 21);
}

/* W, the start of the body a line down, Enter: the article is what was made of it, and
 * the queue goes on. */
static void
test_wrong_by_keys (TestQueue *self, gconstpointer unused)
{
  gint64 id = test_queue_put (self, 1, 7, EXM_ARTICLE_UNSURE, NULL);

  test_queue_put (self, 2, 6, EXM_ARTICLE_UNSURE, NULL);
  test_queue_open (self);
  test_queue_show (self, 2);
  click_title (self, "Title 7");
  test_queue_wait_for_reader (self, "Title 7");
  test_keys (GTK_WIDGET (self->window), "w");
  ExmWorkbenchPage *bench = test_queue_need_bench (self, "/7.html");
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  g_assert_null (test_gui_find (bench, GTK_TYPE_WIDGET, "example"));
  test_gui_need (bench, GTK_TYPE_BUTTON, "Looks _Right");
  guint head = exm_analysis_get_head (analysis);
  test_keys (GTK_WIDGET (self->window), "Right");
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head);
  test_keys (GTK_WIDGET (self->window), "Tab Right");
  g_assert_cmpuint (exm_analysis_get_head (analysis), >, head);
  test_gui_need (bench, GTK_TYPE_BUTTON, "_Save Correction");
  g_autofree char *text = g_strdup (exm_analysis_get_body_text (analysis));
  test_keys (GTK_WIDGET (self->window), "Return");
  test_queue_wait_for_reader (self, "Title 6");
  g_assert_null (exm_window_get_task_uid (self->window));
  test_queue_wait_for_text (self, id, text);
  test_queue_wait_for_state (self, id, EXM_ARTICLE_GOOD);
  test_queue_wait_for_count (self, 1);
  /* And on with the next one. */
  test_keys (GTK_WIDGET (self->window), "Return");
  test_gui_need (need_page (self), GTK_TYPE_WIDGET, "Nothing needs you");
}

/* The same with the pointer: a line is marked as noise. */
static void
test_wrong_by_pointer (TestQueue *self, gconstpointer unused)
{
  gint64 id = test_queue_put (self, 1, 7, EXM_ARTICLE_UNSURE, NULL);

  test_queue_put (self, 2, 6, EXM_ARTICLE_UNSURE, NULL);
  test_queue_open (self);
  test_queue_show (self, 2);
  click_title (self, "Title 7");
  test_queue_wait_for_reader (self, "Title 7");
  test_pointer_click (
      test_gui_need (test_gui_need (need_page (self), EXM_TYPE_ARTICLE_READER, NULL),
                     GTK_TYPE_BUTTON, "_Why?"));
  ExmWorkbenchPage *bench = test_queue_need_bench (self, "/7.html");
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  ExmCurveChart *chart
      = EXM_CURVE_CHART (test_gui_need (bench, EXM_TYPE_CURVE_CHART, NULL));
  guint tail = exm_analysis_get_tail (analysis);
  GtkWidget *flag = exm_curve_chart_get_flag (chart, TRUE);
  double x = gtk_widget_get_width (flag) / 2., y = gtk_widget_get_height (flag) / 2.;
  test_pointer_drag (flag, x, y, x - 120, y);
  g_assert_cmpuint (exm_analysis_get_tail (analysis), <, tail);
  g_autofree char *text = g_strdup (exm_analysis_get_body_text (analysis));
  test_gui_show_people (GTK_WIDGET (self->window), "review-corrected");
  test_pointer_click (test_gui_need (bench, GTK_TYPE_BUTTON, "_Save Correction"));
  test_queue_wait_for_reader (self, "Title 6");
  test_queue_wait_for_text (self, id, text);
  test_queue_wait_for_state (self, id, EXM_ARTICLE_GOOD);
  test_queue_wait_for_count (self, 1);
}

/* Back without a word: the article still waits, and is the one that is read. */
static void
test_back (TestQueue *self, gconstpointer unused)
{
  gint64 id = test_queue_put (self, 1, 7, EXM_ARTICLE_UNSURE, NULL);

  test_queue_put (self, 2, 6, EXM_ARTICLE_UNSURE, NULL);
  test_queue_open (self);
  test_queue_show (self, 2);
  click_title (self, "Title 7");
  test_keys (GTK_WIDGET (self->window), "w");
  ExmWorkbenchPage *bench = test_queue_need_bench (self, "/7.html");
  test_pointer_click (
      test_gui_need (bench, GTK_TYPE_BUTTON, "Back to the queue (Alt+Left)"));
  test_queue_wait_for_reader (self, "Title 7");
  test_queue_wait_for_state (self, id, EXM_ARTICLE_UNSURE);
  test_keys (GTK_WIDGET (self->window), "w");
  test_queue_need_bench (self, "/7.html");
  test_keys (GTK_WIDGET (self->window), "alt+Left");
  test_queue_wait_for_reader (self, "Title 7");
  test_queue_wait_for_count (self, 2);
}

/* Another program's connection to a file of the store. */
static ExmDb *
open_beside (TestQueue *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  ExmDb *db = exm_db_open (path, NULL, &error);

  g_assert_no_error (error);
  return db;
}

static void
execute (ExmDb *db, const char *sql)
{
  g_autoptr (GError) error = NULL;

  exm_db_execute (db, sql, &error);
  g_assert_no_error (error);
}

/* Ctrl+Z right after Enter, while nothing can be written: what is taken back is that, and
 * not what was said before. */
static void
test_undo_at_once (TestQueue *self, gconstpointer unused)
{
  gint64 first = test_queue_put (self, 1, 7, EXM_ARTICLE_UNSURE, NULL);
  gint64 second = test_queue_put (self, 1, 6, EXM_ARTICLE_UNSURE, NULL);

  test_queue_put (self, 2, 5, EXM_ARTICLE_UNSURE, NULL);
  test_queue_open (self);
  test_queue_show (self, 3);
  test_queue_wait_for_reader (self, "Title 7");
  GtkWidget *list = test_gui_need (need_page (self), GTK_TYPE_LIST_VIEW, NULL);
  gtk_widget_grab_focus (list);
  test_keys (list, "Return");
  test_queue_wait_for_state (self, first, EXM_ARTICLE_GOOD);
  test_queue_wait_for_count (self, 2);
  g_autoptr (ExmDb) other = open_beside (self, EXM_STORE_MAIN_FILE);
  execute (other, "BEGIN IMMEDIATE");
  test_keys (list, "Return ctrl+z");
  execute (other, "ROLLBACK");
  /* Its row comes back when both are written. */
  test_gui_need (list, GTK_TYPE_LABEL, "Title 6");
  test_queue_wait_for_state (self, second, EXM_ARTICLE_UNSURE);
  test_queue_wait_for_count (self, 2);
  assert_publication (self, second, "held");
  test_queue_wait_for_state (self, first, EXM_ARTICLE_GOOD);
}

/* A stored page that is damaged: said in words, what is kept too; and it can be fetched
 * again, which a network that is away does not spoil. */
static void
test_missing (TestQueue *self, gconstpointer unused)
{
  gint64 id = test_queue_put (self, 1, 7, EXM_ARTICLE_UNSURE, NULL);
  g_autoptr (ExmArticle) before = NULL;

  test_queue_put (self, 2, 6, EXM_ARTICLE_UNSURE, NULL);
  g_autoptr (ExmDb) pages = open_beside (self, EXM_STORE_PAGES_FILE);
  execute (pages, "UPDATE page SET bytes = x'00' WHERE size = (SELECT size FROM page"
                  " ORDER BY rowid DESC LIMIT 1)");
  test_queue_open (self);
  before = test_queue_read (self, id);
  test_queue_show (self, 2);
  click_title (self, "Title 7");
  test_queue_wait_for_reader (self, "Title 7");
  test_keys (GTK_WIDGET (self->window), "w");
  test_gui_need (self->window, GTK_TYPE_WIDGET, "The Stored Page Is Missing");
  g_assert_nonnull (test_gui_find_beginning (self->window, "The stored page "));
  test_gui_show_people (GTK_WIDGET (self->window), "review-missing");
  test_pointer_click (test_gui_need (self->window, GTK_TYPE_BUTTON, "_Fetch Again"));
  /* site.example is nowhere. */
  test_gui_need (self->window, GTK_TYPE_WIDGET, "The page could not be fetched");
  g_autoptr (ExmArticle) after = test_queue_read (self, id);
  g_assert_cmpstr (exm_article_get (after)->text, ==, exm_article_get (before)->text);
  /* Back to the queue, where it can still be said to look right. */
  test_keys (GTK_WIDGET (self->window), "alt+Left");
  test_queue_wait_for_reader (self, "Title 7");
  test_keys (GTK_WIDGET (self->window), "Return");
  test_queue_wait_for_reader (self, "Title 6");
  test_queue_wait_for_state (self, id, EXM_ARTICLE_GOOD);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (TestQueue *, gconstpointer);
  } tests[] = {
    { "/app/review/keyboard", test_keyboard },
    { "/app/review/undo-at-once", test_undo_at_once },
    { "/app/review/pointer", test_pointer },
    { "/app/review/likely", test_likely },
    { "/app/review/many", test_many },
    { "/app/review/wrong-by-keys", test_wrong_by_keys },
    { "/app/review/wrong-by-pointer", test_wrong_by_pointer },
    { "/app/review/back", test_back },
    { "/app/review/missing", test_missing },
  };

  test_gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, TestQueue, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
