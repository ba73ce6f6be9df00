/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles whose stored page is lost, found out in the middle of a review or of a
 * correction, with the site there and with the site away: nothing that was said or stored
 * goes, and the page that is fetched in its place takes all of it up. */

#include "app/review/exm-article-reader.h"
#include "app/review/exm-articles-page.h"
#include "app/shell/exm-scope-list.h"
#include "store/db/exm-db.h"
#include "store/db/exm-statement.h"

#include "test-bench.h"
#include "test-network.h"
#include "test-pointer.h"

#include <string.h>

typedef struct
{
  TestBench bench;
  gint64 ids[2];    /* two articles, the newest first */
  char *titles[2];  /* (owned) */
  char *texts[2];   /* (owned): as they were collected */
  char *address[2]; /* (owned) */
  const char *title;
  char *text; /* (owned) (nullable): what is waited for */
} Fixture;

static gpointer
read_store (Fixture *self, const ExmStoreQuery *query)
{
  return test_gui_read_store (self->bench.window, query);
}

static ExmArticle *
read_article (Fixture *self, guint i)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = self->ids[i] };

  return read_store (self, &query);
}

/* Another program's connection. */
static void
write_aside (Fixture *self, const char *name, const char *sql)
{
  g_autofree char *path = g_build_filename (self->bench.folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  g_assert_no_error (error);
  exm_db_run (db, sql, NULL, &error);
  g_assert_no_error (error);
}

static void
lose_page (Fixture *self, guint i)
{
  g_autoptr (ExmArticle) article = read_article (self, i);
  g_autofree char *sql
      = g_strdup_printf ("UPDATE page SET bytes = x'00' WHERE hash = '%s'",
                         exm_article_get (article)->page_hash);

  write_aside (self, EXM_STORE_PAGES_FILE, sql);
}

static void
make_unsure (Fixture *self, guint i)
{
  g_autofree char *sql = g_strdup_printf (
      "UPDATE article SET state = 'unsure' WHERE id = %" G_GINT64_FORMAT, self->ids[i]);

  write_aside (self, EXM_STORE_MAIN_FILE, sql);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLES, .filter = { .task_uid = store_task_uid (1) } };

  test_network_set_available (TRUE);
  test_bench_init (&self->bench);
  test_bench_add_task (&self->bench, NULL);
  test_bench_open (&self->bench);
  exm_session_run_task (exm_window_get_session (self->bench.window), store_task_uid (1));
  exm_window_set_view (self->bench.window, "activity");
  test_gui_need (self->bench.window, GTK_TYPE_LABEL, "Done");
  g_autoptr (GPtrArray) list = read_store (self, &query);
  for (guint i = 0; i < 2; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      self->ids[i] = info->id;
      self->titles[i] = g_strdup (info->title);
      self->address[i] = g_strdup (info->url);
      g_autoptr (ExmArticle) article = read_article (self, i);
      self->texts[i] = g_strdup (exm_article_get (article)->text);
      g_assert_cmpstr (self->texts[i], !=, "");
    }
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_bench_clear (&self->bench);
  for (guint i = 0; i < 2; i++)
    {
      g_free (self->titles[i]);
      g_free (self->texts[i]);
      g_free (self->address[i]);
    }
  g_free (self->text);
}

static gboolean
is_read (gpointer data)
{
  Fixture *self = data;
  GtkWidget *reader = test_gui_find (self->bench.window, EXM_TYPE_ARTICLE_READER, NULL);

  return reader != NULL && test_gui_find (reader, GTK_TYPE_LABEL, self->title) != NULL;
}

static void
wait_for_reader (Fixture *self, guint i)
{
  self->title = self->titles[i];
  test_gui_wait_until (is_read, self, self->title);
}

static gboolean
has_text (gpointer data)
{
  Fixture *self = data;
  g_autoptr (ExmArticle) article = read_article (self, 0);

  return g_strcmp0 (exm_article_get (article)->text, self->text) == 0;
}

/* Waits for a text of the first article. */
static void
wait_for_text (Fixture *self, const char *text)
{
  char *copy = g_strdup (text);

  g_free (self->text);
  self->text = copy;
  test_gui_wait_until (has_text, self, text);
}

static gboolean
is_good (gpointer data)
{
  Fixture *self = data;
  g_autoptr (ExmArticle) article = read_article (self, 0);

  return exm_article_get (article)->state == EXM_ARTICLE_GOOD;
}

static void
open_queue (Fixture *self)
{
  GtkWidget *list;

  make_unsure (self, 0);
  make_unsure (self, 1);
  exm_session_refresh (exm_window_get_session (self->bench.window));
  if (test_gui_find (self->bench.window, EXM_TYPE_SCOPE_LIST, "sidebar") == NULL)
    test_keys (GTK_WIDGET (self->bench.window), "F9");
  list = test_gui_need (self->bench.window, EXM_TYPE_SCOPE_LIST, "sidebar");
  test_pointer_click (test_gui_need (list, GTK_TYPE_LABEL, "Needs You"));
  wait_for_reader (self, 0);
  gtk_widget_grab_focus (
      test_gui_need (test_gui_need (self->bench.window, EXM_TYPE_ARTICLES_PAGE, NULL),
                     GTK_TYPE_LIST_VIEW, NULL));
}

static GtkWidget *
need_fetch_again (Fixture *self)
{
  test_bench_need_status (&self->bench, "The Stored Page Is Missing");
  return test_gui_need (test_bench_need_pane (&self->bench, "target"), GTK_TYPE_BUTTON,
                        "_Fetch Again");
}

/* The site is away: what cannot be done is said, both articles are what they were and
 * still wait; when it is back the same key strokes go through. */
static void
test_site_away (Fixture *self, gconstpointer unused)
{
  lose_page (self, 0);
  lose_page (self, 1);
  open_queue (self);
  test_bench_stop_site (&self->bench);
  for (guint i = 0; i < 2; i++)
    {
      test_keys (GTK_WIDGET (self->bench.window), "w");
      test_pointer_click (need_fetch_again (self));
      const char *cause
          = test_bench_need_status (&self->bench, "The page could not be fetched");
      g_assert_nonnull (strstr (cause, "refused the connection"));
      test_gui_show_people (GTK_WIDGET (self->bench.window), "lost-page-away");
      test_keys (GTK_WIDGET (self->bench.window), "alt+Left");
      wait_for_reader (self, i);
      g_autoptr (ExmArticle) article = read_article (self, i);
      g_assert_cmpstr (exm_article_get (article)->text, ==, self->texts[i]);
      g_assert_cmpint (exm_article_get (article)->state, ==, EXM_ARTICLE_UNSURE);
      test_keys (GTK_WIDGET (self->bench.window), i == 0 ? "Down" : "Up");
      wait_for_reader (self, 1 - i);
    }

  test_bench_restart_site (&self->bench);
  test_keys (GTK_WIDGET (self->bench.window), "w");
  test_pointer_click (need_fetch_again (self));
  test_bench_wait_for_target (&self->bench, self->address[0]);
  test_keys (GTK_WIDGET (self->bench.window), "Return");
  wait_for_reader (self, 1);
  test_gui_wait_until (is_good, self, "the approval");
}

/* The same where the page that failed is tried again on the spot. */
static void
test_retry (Fixture *self, gconstpointer unused)
{
  lose_page (self, 0);
  open_queue (self);
  test_bench_stop_site (&self->bench);
  test_keys (GTK_WIDGET (self->bench.window), "w");
  test_pointer_click (need_fetch_again (self));
  test_bench_need_status (&self->bench, "The page could not be fetched");
  test_bench_restart_site (&self->bench);
  test_pointer_click (test_gui_need (test_bench_need_pane (&self->bench, "target"),
                                     GTK_TYPE_BUTTON, "_Retry"));
  test_bench_wait_for_target (&self->bench, self->address[0]);
  test_keys (GTK_WIDGET (self->bench.window), "alt+Left w");
  test_bench_wait_for_target (&self->bench, self->address[0]);
  g_assert_null (test_gui_find (test_bench_need_pane (&self->bench, "target"),
                                GTK_TYPE_BUTTON, "_Fetch Again"));
}

static void
open_first (Fixture *self)
{
  exm_window_set_view (self->bench.window, "workbench");
  exm_workbench_page_open_article (self->bench.page, self->ids[0], EXM_NONE);
}

/* The second line that is kept. */
static guint
find_kept (ExmAnalysis *analysis)
{
  guint n = 0, line = exm_analysis_get_head (analysis) + 1;
  const guint8 *verdicts = exm_analysis_get_verdicts (analysis, &n);

  while (line < n && verdicts[line] != EXM_VERDICT_KEPT)
    line++;
  g_assert_cmpuint (line, <, n);
  return line;
}

/* A line that was marked before the page was lost is what it was said to be on the page
 * that is fetched in its place. */
static void
test_kept_marks (Fixture *self, gconstpointer unused)
{
  ExmAnalysis *analysis = self->bench.analysis;

  open_first (self);
  test_bench_wait_for_target (&self->bench, self->address[0]);
  guint line = find_kept (analysis);
  exm_analysis_set_line_label (analysis, line, EXM_LINE_LABEL_NOISE);
  g_autofree char *shown = g_strdup (exm_analysis_get_body_text (analysis));
  g_assert_cmpstr (shown, !=, self->texts[0]);
  wait_for_text (self, shown);

  lose_page (self, 0);
  exm_workbench_page_open_article (self->bench.page, self->ids[1], EXM_NONE);
  test_bench_wait_for_target (&self->bench, self->address[1]);
  open_first (self);
  const char *words = test_bench_need_status (&self->bench, "The Stored Page Is Missing");
  g_assert_nonnull (strstr (words, "so are your marks"));
  test_gui_show_people (GTK_WIDGET (self->bench.window), "lost-page-marks");
  test_pointer_click (need_fetch_again (self));
  test_bench_wait_for_target (&self->bench, self->address[0]);
  g_assert_cmpint (exm_analysis_get_line_label (analysis, line), ==,
                   EXM_LINE_LABEL_NOISE);
  g_assert_cmpstr (exm_analysis_get_body_text (analysis), ==, shown);
  wait_for_text (self, shown);
}

/* The page is lost while the article is corrected: the mark is stored, the article stays
 * as it was and says so, and becomes what was said of it once the page is there. */
static void
test_correction (Fixture *self, gconstpointer unused)
{
  ExmAnalysis *analysis = self->bench.analysis;

  open_first (self);
  test_bench_wait_for_target (&self->bench, self->address[0]);
  lose_page (self, 0);
  guint line = find_kept (analysis);
  exm_analysis_set_line_label (analysis, line, EXM_LINE_LABEL_NOISE);
  g_autofree char *shown = g_strdup (exm_analysis_get_body_text (analysis));
  test_gui_need_beginning (self->bench.window, "The article was not extracted anew: ");
  g_autoptr (ExmArticle) article = read_article (self, 0);
  g_assert_cmpstr (exm_article_get (article)->text, ==, self->texts[0]);
  const ExmStoreQuery query = { .kind = EXM_READ_LABELS, .uid = store_task_uid (1) };
  g_autoptr (GPtrArray) labels = read_store (self, &query);
  g_assert_cmpuint (labels->len, ==, 1);
  test_gui_show_people (GTK_WIDGET (self->bench.window), "lost-page-correction");
  g_autoptr (GtkWidget) button = g_object_ref (
      test_gui_need (self->bench.window, GTK_TYPE_BUTTON, "_Fetch Again"));
  test_pointer_click (button);
  wait_for_text (self, shown);
  test_bench_wait_for_target (&self->bench, self->address[0]);
  g_assert_cmpint (exm_analysis_get_line_label (analysis, line), ==,
                   EXM_LINE_LABEL_NOISE);
}

#define OLD_TEXT "What was extracted once."

static void
spoil_text (Fixture *self)
{
  g_autofree char *sql = g_strdup_printf ("UPDATE article SET text = '" OLD_TEXT
                                          "' WHERE id = %" G_GINT64_FORMAT,
                                          self->ids[0]);

  write_aside (self, EXM_STORE_MAIN_FILE, sql);
  /* It would tell of damage. */
  write_aside (self, EXM_STORE_MAIN_FILE, "DELETE FROM article_checksum");
}

/* From the queue, without the workbench: by the menu of the row and by the reader's
 * button. What was marked holds for what comes, Undo brings the old text back, and where
 * nothing comes the article stays. */
static void
test_from_queue (Fixture *self, gconstpointer unused)
{
  GtkWidget *window = GTK_WIDGET (self->bench.window);

  open_first (self);
  test_bench_wait_for_target (&self->bench, self->address[0]);
  exm_analysis_set_line_label (self->bench.analysis, find_kept (self->bench.analysis),
                               EXM_LINE_LABEL_NOISE);
  g_autofree char *marked = g_strdup (exm_analysis_get_body_text (self->bench.analysis));
  wait_for_text (self, marked);
  spoil_text (self);
  lose_page (self, 0);
  open_queue (self);
  test_keys (window, "shift+F10");
  GtkWidget *articles = test_gui_need (window, EXM_TYPE_ARTICLES_PAGE, NULL);
  GtkWidget *menu = test_gui_need (articles, GTK_TYPE_POPOVER_MENU, NULL);
  test_gui_settle (window);
  test_gui_show_people (window, "fetch-again-menu");
  test_pointer_click (test_gui_need (menu, GTK_TYPE_LABEL, "_Fetch Again"));
  test_gui_need (window, GTK_TYPE_LABEL, "The page was fetched again");
  wait_for_text (self, marked);
  test_gui_settle (window);
  gtk_widget_grab_focus (test_gui_need (articles, GTK_TYPE_LIST_VIEW, NULL));
  test_keys (window, "ctrl+z");
  wait_for_text (self, OLD_TEXT);

  test_pointer_click (test_gui_need (test_gui_need (articles, GTK_TYPE_LIST_VIEW, NULL),
                                     GTK_TYPE_LABEL, self->titles[0]));
  wait_for_reader (self, 0);
  test_bench_stop_site (&self->bench);
  test_pointer_click (test_gui_need (
      test_gui_need (articles, EXM_TYPE_ARTICLE_READER, NULL), GTK_TYPE_BUTTON,
      "Fetch its page again, and extract it from what comes"));
  test_gui_need_beginning (window, "The article stays as it is: ");
  wait_for_text (self, OLD_TEXT);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/app/lost-page/site-away", test_site_away },
    { "/app/lost-page/retry", test_retry },
    { "/app/lost-page/kept-marks", test_kept_marks },
    { "/app/lost-page/correction", test_correction },
    { "/app/lost-page/from-queue", test_from_queue },
  };

  test_gui_init (&argc, &argv);
  test_network_install ();
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
