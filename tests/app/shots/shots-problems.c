/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of the problems of a task: its row in the queue, and beside it what is kept
 * and what to do. */

#include "shots.h"

#include "app/activity/exm-week-mail-dialog.h"
#include "app/activity/exm-week-mail-row.h"
#include "app/review/exm-articles-page.h"
#include "app/review/exm-example-dialog.h"
#include "app/shell/exm-scope.h"
#include "app/web/exm-page-pane.h"
#include "fetch/exm-http-header.h"
#include "url/exm-url-pattern.h"

#include "store/exm-store-problem.h"
#include "test-pages.h"

#include <glib/gi18n.h>

/* Since when, and how many articles a day were usual. */
#define DAYS 3
#define USUAL 12

static gboolean
has_problem (gpointer task)
{
  return exm_task_item_get_problem (task) != NULL;
}

static guint
find_row (GListModel *rows, ExmTaskItem *task)
{
  guint n = g_list_model_get_n_items (rows), i;

  for (i = 0; i < n; i++)
    {
      g_autoptr (GObject) row = g_list_model_get_item (rows, i);
      if (row == (GObject *) task)
        break;
    }
  return i;
}

typedef struct
{
  GListModel *rows;  /* (unowned) */
  ExmTaskItem *task; /* (unowned) */
} Wanted;

static gboolean
has_row (gpointer data)
{
  const Wanted *wanted = data;

  return find_row (wanted->rows, wanted->task) < g_list_model_get_n_items (wanted->rows);
}

/* Chooses the row of the task of the window in the queue. */
static void
choose (ExmWindow *window)
{
  ExmSession *session = exm_window_get_session (window);
  ExmTaskItem *task = exm_session_find_task (session, exm_window_get_task_uid (window));

  exm_session_refresh (session);
  test_gui_wait_until (has_problem, task, "what ails the task");
  shot_pick_scope (window, EXM_SCOPE_NEEDS_YOU);
  GtkWidget *page = shot_need (window, EXM_TYPE_ARTICLES_PAGE, NULL);
  GtkSelectionModel *rows
      = gtk_list_view_get_model (shot_need (page, GTK_TYPE_LIST_VIEW, "view"));
  Wanted wanted = { G_LIST_MODEL (rows), task };
  test_gui_wait_until (has_row, &wanted, "its row");
  gtk_selection_model_select_item (rows, find_row (wanted.rows, task), TRUE);
  test_gui_settle (page);
}

/* As a run says it, in the language of the window. */
#define SAID(words) dgettext ("exemplar", words)

/* As a run would have found it, whose words are @message (transfer full) (nullable). */
static void
show (ExmWindow *window, ExmProblemKind kind, char *message)
{
  g_autofree char *words = message;
  g_autofree char *url = shot_address (shot_get_section ());
  const ExmProblem problem = {
    .kind = kind,
    .since_usec = g_get_real_time () - DAYS * G_TIME_SPAN_DAY,
    .message = words,
    .url = url,
    .amount = USUAL,
  };
  g_autoptr (GError) error = NULL;

  shot_show_view (window, "articles");
  g_autoptr (ExmStore) store
      = test_pages_open (exm_session_get_folder (exm_window_get_session (window)));
  exm_store_set_problem (store, exm_window_get_task_uid (window), &problem, &error);
  g_assert_no_error (error);
  choose (window);
}

static char *
say_status (guint status)
{
  g_autofree char *url = shot_address (shot_get_section ());

  return g_strdup_printf (SAID ("%s: the server answered %u (%s)."), url, status,
                          SAID (exm_http_status_explain (status)));
}

static void
show_failed (ExmWindow *window)
{
  show (window, EXM_PROBLEM_FAILED, NULL);
}

static void
show_broken (ExmWindow *window)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmUrlPattern) pattern
      = exm_url_pattern_new ("https://a.example/[9-", &error);

  g_assert_null (pattern);
  show (window, EXM_PROBLEM_BROKEN, g_strdup (error->message));
}

static void
show_unreachable (ExmWindow *window)
{
  show (window, EXM_PROBLEM_UNREACHABLE,
        g_strdup_printf (SAID ("%s did not answer in time."), "127.0.0.1"));
}

static void
show_refused (ExmWindow *window)
{
  show (window, EXM_PROBLEM_REFUSED, say_status (403));
}

static void
show_verification (ExmWindow *window)
{
  show (window, EXM_PROBLEM_VERIFICATION, say_status (403));
}

static void
show_forbidden (ExmWindow *window)
{
  g_autofree char *origin = shot_address ("/");

  show (window, EXM_PROBLEM_FORBIDDEN,
        g_strdup_printf (SAID ("robots.txt of %s forbids it (line %u: %s)"), origin, 2u,
                         "Disallow: /"));
}

static void
show_unlisted (ExmWindow *window)
{
  show (window, EXM_PROBLEM_UNLISTED, NULL);
}

static void
show_silent (ExmWindow *window)
{
  show (window, EXM_PROBLEM_SILENT, NULL);
}

static void
show_flood (ExmWindow *window)
{
  show (window, EXM_PROBLEM_FLOOD,
        g_strdup_printf (SAID ("Far more than usual: %u articles in a day, usually %u"),
                         140u, 12u));
}

static void
show_unsure (ExmWindow *window)
{
  show (window, EXM_PROBLEM_UNSURE,
        g_strdup_printf (SAID ("Less sure of the newest articles: %u of 100, %u before"),
                         71u, 93u));
}

static void
show_shorter (ExmWindow *window)
{
  show (
      window, EXM_PROBLEM_SHORTER,
      g_strdup_printf (SAID ("The newest articles are shorter: %u characters, %u before"),
                       480u, 2600u));
}

static void
show_cut (ExmWindow *window)
{
  show (window, EXM_PROBLEM_CUT,
        g_strdup_printf (
            SAID ("More articles are cut short: %u of the newest %u, %u of %u before"),
            9u, 20u, 3u, 100u));
}

static gboolean
is_week_shown (gpointer stack)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (stack), "week") == 0;
}

static gboolean
is_sensitive (gpointer widget)
{
  return gtk_widget_get_sensitive (widget);
}

/* The week of all tasks, one of which is silent. */
static void
show_week (ExmWindow *window)
{
  show_silent (window);
  shot_activate (GTK_WIDGET (window), "win.week");
  GtkWindow *dialog = test_gui_need_dialog (window, ADW_TYPE_WINDOW);
  test_gui_wait_until (is_week_shown, test_gui_need (dialog, GTK_TYPE_STACK, NULL),
                       "the week");
  test_gui_settle (GTK_WIDGET (dialog));
}

/* The connection by which it goes out. */
static void
show_week_mail (ExmWindow *window)
{
  show_week (window);
  GtkWidget *row = test_gui_need (test_gui_need_dialog (window, ADW_TYPE_WINDOW),
                                  EXM_TYPE_WEEK_MAIL_ROW, NULL);
  test_gui_wait_until (is_sensitive, row, "how the mail stands");
  adw_action_row_activate (ADW_ACTION_ROW (row));
  test_gui_need_dialog (window, EXM_TYPE_WEEK_MAIL_DIALOG);
}

/* These two a run has found indeed. */
static void
show_gone (ExmWindow *window)
{
  shot_show_task (window, "Lost List", "articles");
  choose (window);
}

/* With what is proposed. */
static void
show_redesign (ExmWindow *window)
{
  shot_show_task (window, "Courier, redesigned", "articles");
  choose (window);
}

static gboolean
is_page_loaded (gpointer pane)
{
  ExmPageViewState state;

  g_object_get (exm_page_pane_get_view (pane), "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED;
}

/* The proposed page beside the old example; the task in the language of the screen. */
static GtkWindow *
open_compared (ExmWindow *window)
{
  gboolean chinese = g_str_equal (shot_get_section (), "/zh/");

  shot_show_task (window, chinese ? "江畔新闻网（改版）" : "Courier, redesigned",
                  "articles");
  choose (window);
  shot_activate (shot_need (window, EXM_TYPE_ARTICLES_PAGE, NULL), "page.compare");
  GtkWindow *dialog = test_gui_need_dialog (window, EXM_TYPE_EXAMPLE_DIALOG);
  GtkWidget *pages = shot_need (dialog, ADW_TYPE_LEAFLET, "pages");
  for (GtkWidget *place = gtk_widget_get_first_child (pages); place != NULL;
       place = gtk_widget_get_next_sibling (place))
    if (ADW_IS_BIN (place))
      test_gui_wait_until (is_page_loaded, adw_bin_get_child (ADW_BIN (place)),
                           "the page");
  test_gui_need (pages, GTK_TYPE_LABEL, "hint");
  test_gui_settle (GTK_WIDGET (dialog));
  return dialog;
}

static void
show_compared (ExmWindow *window)
{
  open_compared (window);
}

static void
show_not_this (ExmWindow *window)
{
  shot_pop_up (open_compared (window), "not_this");
}

static void
show_compared_lines (ExmWindow *window)
{
  GtkWindow *dialog = open_compared (window);
  GtkStack *views = shot_need (dialog, GTK_TYPE_STACK, "views");

  gtk_stack_set_visible_child_name (views, "lines");
  test_gui_settle (GTK_WIDGET (dialog));
}

const Shot shots_of_problems[] = {
  { "trouble-failed", SHOT_SAMPLE, FALSE, show_failed },
  { "trouble-broken", SHOT_SAMPLE, FALSE, show_broken },
  { "trouble-unreachable", SHOT_SAMPLE, FALSE, show_unreachable },
  { "trouble-refused", SHOT_SAMPLE, FALSE, show_refused },
  { "trouble-verification", SHOT_SAMPLE, FALSE, show_verification },
  { "trouble-forbidden", SHOT_SAMPLE, FALSE, show_forbidden },
  { "trouble-gone", SHOT_SAMPLE, FALSE, show_gone },
  { "trouble-unlisted", SHOT_SAMPLE, FALSE, show_unlisted },
  { "trouble-redesign", SHOT_SAMPLE, FALSE, show_redesign },
  { "redesign-compare", SHOT_SAMPLE, FALSE, show_compared },
  { "redesign-compare-lines", SHOT_SAMPLE, FALSE, show_compared_lines },
  { "redesign-not-this", SHOT_SAMPLE, FALSE, show_not_this },
  { "trouble-silent", SHOT_SAMPLE, FALSE, show_silent },
  { "trouble-flood", SHOT_SAMPLE, FALSE, show_flood },
  { "trouble-unsure", SHOT_SAMPLE, FALSE, show_unsure },
  { "trouble-shorter", SHOT_SAMPLE, FALSE, show_shorter },
  { "trouble-cut", SHOT_SAMPLE, FALSE, show_cut },
  { "week", SHOT_SAMPLE, FALSE, show_week },
  { "week-mail", SHOT_SAMPLE, FALSE, show_week_mail },
  { NULL, SHOT_EMPTY, FALSE, NULL },
};
