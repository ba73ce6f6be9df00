/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of the queue: the pages of a site with a new design, and failed runs. */

#include "shots.h"

#include "app/reading/exm-article-item.h"
#include "app/review/exm-article-reader.h"
#include "app/review/exm-article-row.h"
#include "app/review/exm-articles-page.h"
#include "app/shell/exm-scope.h"

/* Rows of the queue, and no others, have a button. */
static gboolean
has_rows (gpointer data)
{
  GtkWidget *view = test_gui_find (data, GTK_TYPE_LIST_VIEW, "view");

  return view != NULL && test_gui_find (view, GTK_TYPE_BUTTON, "main") != NULL;
}

static GtkWidget *
open_queue (ExmWindow *window)
{
  shot_show_view (window, "articles");
  shot_pick_scope (window, EXM_SCOPE_NEEDS_YOU);
  test_gui_settle (GTK_WIDGET (window));
  GtkWidget *page = shot_need (window, EXM_TYPE_ARTICLES_PAGE, NULL);
  test_gui_wait_until (has_rows, page, "what needs a person");
  return page;
}

static GtkSelectionModel *
need_selection (GtkWidget *page)
{
  return gtk_list_view_get_model (shot_need (page, GTK_TYPE_LIST_VIEW, "view"));
}

static gboolean
has_selected (gpointer data)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (data);

  return !gtk_bitset_is_empty (selected);
}

/* The first article is there to be read. */
static void
show_queue (ExmWindow *window)
{
  GtkWidget *page = open_queue (window);

  test_gui_wait_until (has_selected, need_selection (page), "the first article");
  test_gui_settle (page);
}

/* Finds the first article; problems of tasks stand above it. */
static guint
find_article (GtkWidget *page)
{
  GListModel *rows = G_LIST_MODEL (need_selection (page));
  guint position = 0;

  for (; position < g_list_model_get_n_items (rows); position++)
    {
      g_autoptr (GObject) row = g_list_model_get_item (rows, position);
      if (EXM_IS_ARTICLE_ITEM (row))
        break;
    }
  return position;
}

static gboolean
has_article (gpointer data)
{
  GtkWidget *row = test_gui_find (data, EXM_TYPE_ARTICLE_ROW, NULL);

  return row != NULL && test_gui_find (row, GTK_TYPE_BUTTON, "main") != NULL;
}

static guint
select_article (GtkWidget *page)
{
  test_gui_wait_until (has_article, page, "an article");
  guint position = find_article (page);

  gtk_selection_model_select_item (need_selection (page), position, TRUE);
  return position;
}

static void
show_many (ExmWindow *window)
{
  GtkWidget *page = open_queue (window);

  gtk_selection_model_select_range (need_selection (page), select_article (page), 3,
                                    TRUE);
}

static void
show_reader (ExmWindow *window)
{
  GtkWidget *page = open_queue (window);
  guint position = select_article (page);

  /* In a narrow window it takes the place of the list. */
  g_signal_emit_by_name (shot_need (page, GTK_TYPE_LIST_VIEW, "view"), "activate",
                         position);
  shot_need (page, EXM_TYPE_ARTICLE_READER, NULL);
}

static void
show_reviewed (ExmWindow *window)
{
  GtkWidget *page = open_queue (window);

  select_article (page);
  test_gui_settle (page);
  shot_activate (page, "articles.approve");
}

const Shot shots_of_queue[] = {
  { "queue", SHOT_SAMPLE, TRUE, show_queue },
  { "queue-many", SHOT_SAMPLE, FALSE, show_many },
  { "queue-reader", SHOT_SAMPLE, TRUE, show_reader },
  { "queue-looks-right", SHOT_SAMPLE, FALSE, show_reviewed },
  { NULL, SHOT_EMPTY, FALSE, NULL },
};
