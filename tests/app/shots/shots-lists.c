/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles and runs. */

#include "shots.h"

#include "app/activity/exm-activity-page.h"
#include "app/review/exm-article-reader.h"
#include "app/review/exm-articles-page.h"
#include "app/settings/exm-search-outputs-dialog.h"
#include "app/shell/exm-scope-list.h"

#include "test-pointer.h"
#include "test-reader.h"

#include <string.h>

static GtkWidget *
open_articles (ExmWindow *window)
{
  shot_show_view (window, "articles");
  return shot_need (window, GTK_TYPE_LIST_VIEW, "view");
}

static gboolean
has_articles (gpointer data)
{
  return g_list_model_get_n_items (data) > 0;
}

static GtkSelectionModel *
need_selection (GtkWidget *view)
{
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (view));

  test_gui_wait_until (has_articles, model, "rows");
  return model;
}

static void
show_articles (ExmWindow *window)
{
  need_selection (open_articles (window));
}

static void
show_reader (ExmWindow *window)
{
  GtkWidget *view = open_articles (window);

  gtk_selection_model_select_item (need_selection (view), 1, TRUE);
  /* In a narrow window it takes the place of the list. */
  g_signal_emit_by_name (view, "activate", 1);
}

static gboolean
has_text (gpointer data)
{
  g_autofree char *text = test_reader_dup_text (data);

  return text != NULL && *text != '\0';
}

static gboolean
has_reasons (gpointer data)
{
  GtkWidget *box = test_gui_find (data, GTK_TYPE_BOX, "reasons");

  return box != NULL && gtk_widget_get_first_child (box) != NULL;
}

static void
show_why (ExmWindow *window)
{
  show_reader (window);
  test_gui_wait_until (has_text, window, "the article");
  test_reader_click_mark (window, 1);
  test_gui_wait_until (has_reasons, window, "the reasons");
}

static void
show_fields (ExmWindow *window)
{
  show_reader (window);
  test_gui_wait_until (has_text, window, "the article");
  gtk_menu_button_popup (
      GTK_MENU_BUTTON (shot_need (window, GTK_TYPE_MENU_BUTTON, "fields_button")));
}

/* The sample site has none that wait for a person. */
static void
show_to_review (ExmWindow *window)
{
  show_articles (window);
  gtk_toggle_button_set_active (shot_need (window, GTK_TYPE_TOGGLE_BUTTON, "to_review"),
                                TRUE);
}

static void
show_selected (ExmWindow *window)
{
  gtk_selection_model_select_range (need_selection (open_articles (window)), 1, 4, TRUE);
}

static void
search (ExmWindow *window, const char *words)
{
  show_articles (window);
  gtk_editable_set_text (shot_need (window, GTK_TYPE_SEARCH_ENTRY, "search"), words);
}

static gboolean
is_chinese (void)
{
  return strcmp (shot_get_section (), "/zh/") == 0;
}

static void
show_search (ExmWindow *window)
{
  search (window, is_chinese () ? "冷空气" : "ferry");
}

static gboolean
has_hint (gpointer window)
{
  return test_gui_find (window, GTK_TYPE_LABEL, "search_hint") != NULL;
}

static gboolean
has_unread (gpointer searches)
{
  g_autoptr (ExmSavedSearchItem) item
      = g_list_model_get_item (exm_saved_search_list_get_model (searches), 0);

  return item != NULL && exm_saved_search_list_get_message (searches) != NULL
         && exm_saved_search_item_get_n_unread (item) > 0;
}

static gboolean
has_outputs (gpointer session)
{
  ExmSavedSearchItem *item
      = exm_saved_search_list_find (exm_session_get_searches (session),
                                    is_chinese () ? "search:渡轮" : "search:Bridges");

  return item != NULL && exm_saved_search_item_get_outputs (item) != NULL;
}

/* Two saved searches, and a line that cannot be read. */
static void
show_saved (ExmWindow *window)
{
  ExmSession *session = exm_window_get_session (window);
  g_autofree char *path = g_build_filename (exm_session_get_folder (session),
                                            EXM_SAVED_SEARCHES_NAME, NULL);
  const char *text = is_chinese ()
                         ? "冷空气 = 冷空气\n渡轮 = [alert] 渡轮\n没有等号\n"
                         : "Ferry = ferry\nBridges = [alert] bridge*\nno sign\n";

  show_articles (window);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  test_gui_wait_until (has_unread, exm_session_get_searches (session), "what is unread");
  shot_pick_scope (window, is_chinese () ? "search:冷空气" : "search:Ferry");
}

static void
show_saved_menu (ExmWindow *window)
{
  show_saved (window);
  test_gui_settle (GTK_WIDGET (window));
  GtkWidget *name = test_gui_need (shot_need (window, EXM_TYPE_SCOPE_LIST, "sidebar"),
                                   GTK_TYPE_LABEL, is_chinese () ? "渡轮" : "Bridges");
  test_pointer_click_at (name, 8, 8, GDK_BUTTON_SECONDARY);
}

/* Outputs of a search: texts, and a message a day. */
static void
show_saved_outputs (ExmWindow *window)
{
  ExmSession *session = exm_window_get_session (window);
  const char *name = is_chinese () ? "渡轮" : "Bridges";
  g_autoptr (GError) error = NULL;

  show_saved (window);
  exm_saved_searches_set_outputs (
      exm_session_get_folder (session), name,
      "[to markdown:/srv/bridges] [to slack:desk] [daily 08:00]", &error);
  g_assert_no_error (error);
  test_gui_wait_until (has_outputs, session, "its outputs");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.set-search-outputs", "s", name);
  GtkWindow *dialog = test_gui_need_dialog (window, EXM_TYPE_SEARCH_OUTPUTS_DIALOG);
  for (GtkWidget *row = test_gui_find (dialog, ADW_TYPE_EXPANDER_ROW, NULL); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  test_gui_settle (GTK_WIDGET (dialog));
}

static void
show_save (ExmWindow *window)
{
  show_search (window);
  test_gui_need (window, GTK_TYPE_BUTTON, "save_button");
  shot_activate (shot_need (window, EXM_TYPE_ARTICLES_PAGE, NULL), "page.save-search");
}

static void
show_unknown_task (ExmWindow *window)
{
  search (window, is_chinese () ? "渡轮 task:没有" : "ferry task:Nowhere");
  test_gui_wait_until (has_hint, window, "what is unknown");
}

static void
show_no_match (ExmWindow *window)
{
  search (window, "xyzzy");
}

static void
show_deleted (ExmWindow *window)
{
  show_reader (window);
  test_gui_settle (GTK_WIDGET (window));
  shot_activate (shot_need (window, EXM_TYPE_ARTICLE_READER, NULL), "articles.delete");
}

/* Asks before it leaves something out, with numbers. */
static void
show_dismissal (ExmWindow *window)
{
  show_reader (window);
  test_gui_settle (GTK_WIDGET (window));
  shot_activate (shot_need (window, EXM_TYPE_ARTICLE_READER, NULL), "articles.dismiss");
  test_gui_need_dialog (window, ADW_TYPE_MESSAGE_DIALOG);
}

static void
show_export (ExmWindow *window)
{
  show_articles (window);
  shot_activate (shot_need (window, GTK_TYPE_BUTTON, "export_button"), "articles.export");
}

static void
show_runs (ExmWindow *window)
{
  shot_show_view (window, "activity");
}

static void
show_failed_pages (ExmWindow *window)
{
  shot_show_task (window, "Lost Pages", "activity");
}

static void
show_failed_run (ExmWindow *window)
{
  shot_show_task (window, "Lost List", "activity");
}

static void
show_all_runs (ExmWindow *window)
{
  shot_show_view (window, "activity");
  exm_window_set_task_uid (window, NULL);
}

static void
on_event (ExmSession *session, const ExmWorkerEvent *event, gpointer data)
{
  *(guint *) data += event->kind == EXM_WORKER_ARTICLE;
}

static gboolean
is_half_done (gpointer data)
{
  return *(guint *) data >= 3;
}

static void
show_running (ExmWindow *window)
{
  ExmSession *session = exm_window_get_session (window);
  guint n_articles = 0;
  gulong id = g_signal_connect (session, "event", G_CALLBACK (on_event), &n_articles);

  shot_show_task (window, "Slow Courier", "activity");
  exm_session_run_task (session, exm_window_get_task_uid (window));
  test_gui_wait_until (is_half_done, &n_articles, "a few articles");
  g_signal_handler_disconnect (session, id);
}

static void
show_no_runs (ExmWindow *window)
{
  shot_show_task (window, "Slow Courier", "activity");
}

static void
show_no_articles (ExmWindow *window)
{
  shot_show_task (window, "Slow Courier", "articles");
}

const Shot shots_of_lists[] = {
  { "articles", SHOT_SAMPLE, FALSE, show_articles },
  { "articles-reader", SHOT_SAMPLE, TRUE, show_reader },
  { "articles-why", SHOT_SAMPLE, TRUE, show_why },
  { "articles-fields", SHOT_SAMPLE, TRUE, show_fields },
  { "articles-to-review", SHOT_SAMPLE, FALSE, show_to_review },
  { "articles-selected", SHOT_SAMPLE, FALSE, show_selected },
  { "articles-search", SHOT_SAMPLE, FALSE, show_search },
  { "searches", SHOT_SAMPLE, TRUE, show_saved },
  { "searches-menu", SHOT_SAMPLE, FALSE, show_saved_menu },
  { "searches-outputs", SHOT_SAMPLE, FALSE, show_saved_outputs },
  { "searches-save", SHOT_SAMPLE, FALSE, show_save },
  { "searches-unknown-task", SHOT_SAMPLE, FALSE, show_unknown_task },
  { "articles-no-match", SHOT_SAMPLE, FALSE, show_no_match },
  { "articles-deleted", SHOT_SAMPLE, FALSE, show_deleted },
  { "articles-not-one", SHOT_SAMPLE, FALSE, show_dismissal },
  { "articles-export", SHOT_SAMPLE, FALSE, show_export },
  { "articles-none", SHOT_SAMPLE, FALSE, show_no_articles },
  { "activity", SHOT_SAMPLE, TRUE, show_runs },
  { "activity-all", SHOT_SAMPLE, FALSE, show_all_runs },
  { "activity-failed-pages", SHOT_SAMPLE, FALSE, show_failed_pages },
  { "activity-failed-run", SHOT_SAMPLE, FALSE, show_failed_run },
  { "activity-running", SHOT_SAMPLE, FALSE, show_running },
  { "activity-none", SHOT_SAMPLE, FALSE, show_no_runs },
  { NULL, SHOT_EMPTY, FALSE, NULL },
};
