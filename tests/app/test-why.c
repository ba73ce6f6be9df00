/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reasons of a paragraph, asked for in the reader: they are those of the workbench, which
 * is a click away at the same line; without the stored page that is said. */

#include "app/reading/exm-why-popover.h"
#include "app/review/exm-articles-page.h"
#include "app/web/exm-reader-view.h"
#include "store/db/exm-db.h"
#include "store/db/exm-statement.h"

#include "test-bench.h"
#include "test-pointer.h"
#include "test-reader.h"

#include <string.h>

typedef struct
{
  TestBench bench;
  ExmArticle *article; /* (owned): the newest one */
  GtkWidget *page;     /* (unowned): "articles" */
  guint line;          /* that is waited for */
} Fixture;

static gpointer
read_store (Fixture *self, const ExmStoreQuery *query)
{
  return test_gui_read_store (self->bench.window, query);
}

static gboolean
is_shown (gpointer data)
{
  Fixture *self = data;
  g_autofree char *text = test_reader_dup_text (self->page);
  g_auto (GStrv) lines = g_strsplit (exm_article_get (self->article)->text, "\n", 2);

  return text != NULL && strstr (text, lines[0]) != NULL;
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLES, .filter = { .task_uid = store_task_uid (1) } };

  test_bench_init (&self->bench);
  test_bench_add_task (&self->bench, NULL);
  test_bench_open (&self->bench);
  exm_session_run_task (exm_window_get_session (self->bench.window), store_task_uid (1));
  exm_window_set_view (self->bench.window, "activity");
  test_gui_need (self->bench.window, GTK_TYPE_LABEL, "Done");
  g_autoptr (GPtrArray) list = read_store (self, &query);
  const ExmArticleInfo *info = g_ptr_array_index (list, 0);
  const ExmStoreQuery one = { .kind = EXM_READ_ARTICLE, .id = info->id };
  self->article = read_store (self, &one);
  exm_window_set_view (self->bench.window, "articles");
  self->page = test_gui_need (self->bench.window, EXM_TYPE_ARTICLES_PAGE, NULL);
  GtkWidget *title = test_gui_need (self->page, GTK_TYPE_LABEL, info->title);
  test_gui_settle (title);
  test_pointer_click (title);
  test_gui_wait_until (is_shown, self, "the article");
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_bench_clear (&self->bench);
  exm_article_unref (self->article);
}

static void
lose_page (Fixture *self)
{
  g_autofree char *path
      = g_build_filename (self->bench.folder, EXM_STORE_PAGES_FILE, NULL);
  g_autofree char *sql
      = g_strdup_printf ("UPDATE page SET bytes = x'00' WHERE hash = '%s'",
                         exm_article_get (self->article)->page_hash);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  g_assert_no_error (error);
  exm_db_run (db, sql, NULL, &error);
  g_assert_no_error (error);
}

static GtkWidget *
need_popover (Fixture *self)
{
  return test_gui_need (self->page, EXM_TYPE_WHY_POPOVER, NULL);
}

/* Returns: what the popover lists, joined as the workbench does */
static char *
dup_reasons (Fixture *self)
{
  GtkWidget *box = test_gui_need (need_popover (self), GTK_TYPE_BOX, "reasons");
  GString *all = g_string_new (NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    g_string_append_printf (all, "%s%s", all->len > 0 ? " · " : "",
                            gtk_label_get_label (GTK_LABEL (child)) + strlen ("• "));
  return g_string_free (all, FALSE);
}

static gboolean
is_known (gpointer data)
{
  g_autofree char *reasons = dup_reasons (data);

  return *reasons != '\0';
}

static gboolean
is_closed (gpointer data)
{
  return test_gui_find (((Fixture *) data)->page, EXM_TYPE_WHY_POPOVER, NULL) == NULL;
}

static void
close_popover (Fixture *self)
{
  gtk_popover_popdown (GTK_POPOVER (need_popover (self)));
  test_gui_wait_until (is_closed, self, "the popover to close");
}

static gboolean
is_at_line (gpointer data)
{
  Fixture *self = data;
  ExmAnalysis *analysis = self->bench.analysis;
  g_auto (GStrv) lines = g_strsplit (exm_article_get (self->article)->text, "\n", -1);
  guint line = exm_view_state_get_current_line (exm_analysis_get_view (analysis));

  return line != EXM_NONE && exm_analysis_get_result (analysis) != NULL
         && g_str_equal (exm_page_text_get_line (exm_analysis_get_page (analysis), line),
                         lines[self->line]);
}

/* The same words as on the workbench, where that line is the current one then. */
static void
test_reasons (Fixture *self, gconstpointer unused)
{
  self->line = 1;
  test_reader_click_mark (self->page, self->line);
  test_gui_need (need_popover (self), GTK_TYPE_LABEL, "Why this is in the article");
  test_gui_wait_until (is_known, self, "the reasons");
  g_autofree char *told = dup_reasons (self);
  test_gui_show_people (GTK_WIDGET (self->bench.window), "why");
  test_pointer_click (
      test_gui_need (need_popover (self), GTK_TYPE_BUTTON, "Open on the _Workbench"));
  test_gui_wait_until (is_at_line, self, "the line on the workbench");
  ExmAnalysis *analysis = self->bench.analysis;
  g_auto (GStrv) reasons = exm_analysis_dup_reasons (
      analysis, exm_view_state_get_current_line (exm_analysis_get_view (analysis)));
  g_autofree char *joined = g_strjoinv (" · ", reasons);
  g_assert_cmpstr (told, ==, joined);
  g_assert_cmpstr (told, !=, "");
}

/* By the context menu, of what has the keyboard; the next question is answered by what is
 * known. */
static void
test_menu (Fixture *self, gconstpointer unused)
{
  GtkWidget *view = test_gui_need (self->page, EXM_TYPE_READER_VIEW, NULL);

  gtk_widget_grab_focus (view);
  test_keys (view, "shift+F10");
  GtkWidget *menu = test_gui_need (view, GTK_TYPE_POPOVER_MENU, NULL);
  test_gui_settle (menu);
  test_pointer_click (test_gui_need (menu, g_type_from_name ("GtkModelButton"), NULL));
  need_popover (self);
  test_gui_wait_until (is_known, self, "the reasons");
  close_popover (self);
  test_reader_click_mark (self->page, 1);
  need_popover (self);
  test_gui_wait_until (is_known, self, "the reasons");
  close_popover (self);
}

static void
test_lost_page (Fixture *self, gconstpointer unused)
{
  lose_page (self);
  test_reader_click_mark (self->page, 0);
  GtkWidget *message = test_gui_need (need_popover (self), GTK_TYPE_LABEL, "message");
  const char *words = gtk_label_get_label (GTK_LABEL (message));
  g_assert_nonnull (strstr (words, "The article’s text is kept."));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/app/why/reasons", test_reasons },
    { "/app/why/menu", test_menu },
    { "/app/why/lost-page", test_lost_page },
  };

  test_gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
