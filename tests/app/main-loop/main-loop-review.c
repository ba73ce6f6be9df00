/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "main-loop-review.h"

#include "app/review/exm-articles-page.h"

#include "main-loop-action.h"
#include "test-gui.h"
#include "test-pointer.h"
#include "test-watch.h"

#define N_REVIEWED 20u

static void
show_all (gpointer window, const char *view, double unused)
{
  exm_window_set_task_uid (window, NULL);
  exm_window_set_view (window, view);
}

static void
set_to_review (gpointer page, const char *unused, double wanted)
{
  exm_articles_page_set_to_review (page, wanted > 0);
}

void
review_articles (ExmWindow *window)
{
  test_watch_stage ("open the queue");
  deed_perform (show_all, window, "articles", 0);
  GtkWidget *page = test_gui_need (window, EXM_TYPE_ARTICLES_PAGE, NULL);
  deed_perform (set_to_review, page, NULL, 1);
  GtkWidget *list = test_gui_need (page, GTK_TYPE_LIST_VIEW, NULL);
  test_gui_need (list, GTK_TYPE_BUTTON, "Looks Right");
  test_gui_settle (list);
  test_watch_stage ("review 20 articles");
  gtk_widget_grab_focus (list);
  for (guint i = 0; i < N_REVIEWED; i++)
    {
      test_keys (list, "Return");
      test_gui_settle (list);
    }
  test_gui_need (window, GTK_TYPE_LABEL, "1 article marked as right");
  test_watch_stage ("take an approval back");
  test_keys (list, "ctrl+z");
  test_gui_settle (list);
  test_watch_stage ("leave the queue");
  deed_perform (set_to_review, page, NULL, 0);
  test_gui_settle (list);
}
