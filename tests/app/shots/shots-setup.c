/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Setting a task up, from the address to the popover that saves it. */

#include "shots.h"

#include "app/setup/exm-sections-window.h"
#include "app/web/exm-page-pane.h"
#include "app/workbench/exm-list-pane.h"
#include "app/workbench/exm-setup-page.h"

#include "test-pointer.h"

static ExmSetup *
paste (ExmWindow *window, const char *path)
{
  g_autofree char *url = shot_address (path);

  exm_window_set_up (window, url);
  return exm_setup_page_get_setup (shot_need (window, EXM_TYPE_SETUP_PAGE, NULL));
}

static gboolean
has_target (gpointer data)
{
  g_autoptr (ExmPageItem) first = g_list_model_get_item (exm_setup_get_pages (data), 0);

  return first != NULL && exm_page_item_get_outcome (first)->result != NULL;
}

static ExmSetup *
open_path (ExmWindow *window, const char *path)
{
  ExmSetup *setup = paste (window, path);

  test_gui_wait_until (has_target, setup, "a target");
  /* The sample site need not be spared. */
  ((ExmTaskFields *) exm_setup_get_fields (setup))->delay_ms = 1;
  ExmWorkbenchPage *bench = shot_need_bench (window);
  if (test_gui_find (window, GTK_TYPE_WIDGET, "sidebar") != NULL)
    shot_activate (window, "win.sidebar");
  shot_wait_for_pages (bench);
  return setup;
}

static ExmSetup *
open_list (ExmWindow *window)
{
  return open_path (window, shot_get_section ());
}

static void
show_start (ExmWindow *window)
{
  shot_show_view (window, "articles");
  shot_activate (window, "win.new-task");
}

static void
show_looking (ExmWindow *window)
{
  paste (window, "/fault/timeout");
}

static gboolean
has_failed (gpointer data)
{
  return exm_setup_get_stage (data) == EXM_SETUP_FAILED;
}

static void
show_error (ExmWindow *window)
{
  test_gui_wait_until (has_failed, paste (window, "/fault/404"), "the error");
}

static void
show_app_link (ExmWindow *window)
{
  test_gui_wait_until (has_failed, paste (window, "https://mp.weixin.qq.com/s/abc"),
                       "the error");
}

static void
show_search_engine (ExmWindow *window)
{
  test_gui_wait_until (has_failed, paste (window, "https://www.bing.com/search?q=river"),
                       "the error");
}

static void
show_list (ExmWindow *window)
{
  open_list (window);
}

static void
show_article (ExmWindow *window)
{
  open_path (window, "/blog/2026/09/mending-chair-string/");
}

static GtkWidget *
need_example (ExmWindow *window)
{
  ExmWorkbenchPage *bench = shot_need_bench (window);
  GtkWidget *pane = test_gui_find (bench, EXM_TYPE_PAGE_PANE, "example");

  /* In a narrow window one of the two is shown. */
  if (pane == NULL)
    test_pointer_click (shot_need (bench, GTK_TYPE_BUTTON, "swap_button"));
  pane = shot_need (bench, EXM_TYPE_PAGE_PANE, "example");
  return shot_need (pane, EXM_TYPE_PAGE_VIEW, NULL);
}

static GtkWidget *
hover (ExmWindow *window)
{
  GtkWidget *view = need_example (window);

  shot_hover_body (view);
  return view;
}

static void
click_body (GtkWidget *view)
{
  test_pointer_click_at (view, gtk_widget_get_width (view) * SHOT_BODY_X,
                         gtk_widget_get_height (view) * SHOT_BODY_Y, 1);
}

static void
show_hover (ExmWindow *window)
{
  open_list (window);
  hover (window);
}

static const char *
get_region (ExmSetup *setup)
{
  const ExmTaskFields *fields = exm_setup_get_fields (setup);

  return g_array_index (fields->examples, ExmTaskExample, 0).region_text;
}

static gboolean
is_marked (gpointer data)
{
  return get_region (data) != NULL;
}

static GtkWidget *
mark (ExmWindow *window)
{
  ExmSetup *setup = open_list (window);
  GtkWidget *view = hover (window);

  click_body (view);
  test_gui_wait_until (is_marked, setup, "the mark");
  shot_need_bench (window);
  return view;
}

static void
show_marked (ExmWindow *window)
{
  mark (window);
  /* Move the pointer away: what a further click would mark is of no use here. */
  test_pointer_move (GTK_WIDGET (window), 1, 1);
}

typedef struct
{
  ExmSetup *setup; /* (unowned) */
  char *region;    /* before */
} Narrowing;

static gboolean
is_narrowed (gpointer data)
{
  const Narrowing *narrowing = data;

  return g_strcmp0 (get_region (narrowing->setup), narrowing->region) != 0;
}

/* A second click narrows to the block. */
static void
show_narrowed (ExmWindow *window)
{
  GtkWidget *view = mark (window);
  ExmSetup *setup
      = exm_setup_page_get_setup (shot_need (window, EXM_TYPE_SETUP_PAGE, NULL));
  Narrowing narrowing = { setup, g_strdup (get_region (setup)) };

  click_body (view);
  test_gui_wait_until (is_narrowed, &narrowing, "the narrower mark");
  g_free (narrowing.region);
}

static void
show_widened (ExmWindow *window)
{
  show_narrowed (window);
  test_gui_settle (GTK_WIDGET (window));
  exm_page_view_mark_widen (EXM_PAGE_VIEW (need_example (window)));
}

static void
show_extended (ExmWindow *window)
{
  show_narrowed (window);
  GtkWidget *view = need_example (window);
  test_gui_settle (view);
  test_pointer_click_with (view, gtk_widget_get_width (view) * SHOT_BODY_X,
                           gtk_widget_get_height (view) * .85, "shift");
}

static gboolean
is_checked (gpointer data)
{
  guint n_checked;

  g_object_get (data, "n-checked", &n_checked, NULL);
  return n_checked == g_list_model_get_n_items (exm_setup_get_pages (data));
}

static gboolean
has_fallen (gpointer data)
{
  return exm_setup_get_fallen (data) != NULL;
}

static void
show_checked (ExmWindow *window)
{
  ExmSetup *setup = open_list (window);

  gtk_widget_activate (shot_need (window, GTK_TYPE_BUTTON, "check"));
  test_gui_wait_until (is_checked, setup, "the check");
}

static gboolean
is_checking (gpointer data)
{
  guint n_checked;

  g_object_get (data, "n-checked", &n_checked, NULL);
  return n_checked > 2;
}

static void
show_checking (ExmWindow *window)
{
  ExmSetup *setup = open_list (window);

  ((ExmTaskFields *) exm_setup_get_fields (setup))->delay_ms = 2000;
  gtk_widget_activate (shot_need (window, GTK_TYPE_BUTTON, "check"));
  test_gui_wait_until (is_checking, setup, "a part of the check");
}

static void
show_links (ExmWindow *window)
{
  open_list (window);
  shot_pop_up (window, "links_button");
}

static gboolean
has_list (gpointer data)
{
  guint state;

  g_object_get (exm_list_pane_get_view (data), "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED
         && exm_list_editor_get_urls (exm_list_pane_get_editor (data)) != NULL;
}

/* Shows what is collected on the list itself. */
static ExmListPane *
open_list_page (ExmWindow *window)
{
  show_checked (window);
  shot_pop_up (window, "links_button");
  gtk_widget_activate (shot_need (window, GTK_TYPE_BUTTON, "show_list"));
  ExmListPane *list = shot_need (window, EXM_TYPE_LIST_PANE, NULL);
  test_gui_wait_until (has_list, list, "the list page");
  shot_wait_for_result (shot_need_bench (window));
  return list;
}

static void
show_list_page (ExmWindow *window)
{
  open_list_page (window);
}

/* A link that is collected. */
static const char *
find_taken (ExmListPane *list, ExmSetup *setup)
{
  const GPtrArray *urls = exm_list_editor_get_urls (exm_list_pane_get_editor (list));

  for (guint i = 0; i < urls->len; i++)
    if (exm_setup_matches (setup, g_ptr_array_index (urls, i))
        && !exm_list_editor_is_example (exm_list_pane_get_editor (list),
                                        g_ptr_array_index (urls, i)))
      return g_ptr_array_index (urls, i);
  g_assert_not_reached ();
}

static void
show_list_menu (ExmWindow *window)
{
  ExmListPane *list = open_list_page (window);
  ExmSetup *setup
      = exm_setup_page_get_setup (shot_need (window, EXM_TYPE_SETUP_PAGE, NULL));
  const GdkRectangle place = { 60, 120, 120, 16 };

  g_signal_emit_by_name (exm_list_pane_get_view (list), "link-activated",
                         find_taken (list, setup), &place);
}

static void
show_list_left (ExmWindow *window)
{
  ExmListPane *list = open_list_page (window);
  ExmSetup *setup
      = exm_setup_page_get_setup (shot_need (window, EXM_TYPE_SETUP_PAGE, NULL));

  exm_list_editor_run (exm_list_pane_get_editor (list), find_taken (list, setup),
                       EXM_LIST_LEAVE);
}

static void
show_wrong_pattern (ExmWindow *window)
{
  show_links (window);
  gtk_editable_set_text (shot_need (window, ADW_TYPE_ENTRY_ROW, "pattern"),
                         "https://a.example/[9-");
}

static void
show_facts (ExmWindow *window)
{
  open_list (window);
  shot_pop_up (window, "save");
}

/* A mark on a line that is no article. */
static void
show_less_sure (ExmWindow *window)
{
  show_checked (window);
  ExmSetup *setup
      = exm_setup_page_get_setup (shot_need (window, EXM_TYPE_SETUP_PAGE, NULL));
  ExmWorkbenchPage *bench = shot_need_bench (window);
  exm_analysis_set_region_lines (exm_workbench_page_get_analysis (bench), 0,
                                 &(const guint8){ 1 }, 1);
  test_gui_wait_until (has_fallen, setup, "what is less sure");
  shot_wait_for_result (bench);
  shot_wait_for_pages (bench);
}

/* A page is one more example. */
static void
show_two_examples (ExmWindow *window)
{
  show_checked (window);
  ExmWorkbenchPage *bench = shot_need_bench (window);
  gtk_widget_activate_action (GTK_WIDGET (bench), "page.add-example", NULL);
  shot_wait_for_pages (bench);
}

static gboolean
has_note (gpointer data)
{
  g_autofree char *note = NULL;

  g_object_get (data, "note", &note, NULL);
  return note != NULL;
}

static void
show_search (ExmWindow *window)
{
  ExmSetup *setup = open_path (window, "/news/?q=river");

  test_gui_wait_until (has_note, setup, "the note");
}

static void
show_scripted (ExmWindow *window)
{
  ExmSetup *setup = paste (window, "/app/");

  test_gui_wait_until (has_note, setup, "the note");
  shot_need_bench (window);
  if (test_gui_find (window, GTK_TYPE_WIDGET, "sidebar") != NULL)
    shot_activate (window, "win.sidebar");
}

static gboolean
is_rendered (gpointer data)
{
  g_autoptr (ExmPageItem) first = g_list_model_get_item (exm_setup_get_pages (data), 0);

  /* A failed page makes a picture too: a browser on a busy computer may not manage it. */
  return exm_setup_get_fields (data)->rendered && first != NULL
         && (exm_page_item_get_outcome (first)->n_chars > 200
             || exm_page_item_get_outcome (first)->mark == EXM_PAGE_FAIL);
}

static void
show_rendered (ExmWindow *window)
{
  show_scripted (window);
  ExmSetup *setup
      = exm_setup_page_get_setup (shot_need (window, EXM_TYPE_SETUP_PAGE, NULL));
  ((ExmTaskFields *) exm_setup_get_fields (setup))->delay_ms = 1;
  gtk_widget_activate (shot_need (window, GTK_TYPE_BUTTON, "render"));
  test_gui_wait_until (is_rendered, setup, "the rendered pages");
  shot_wait_for_pages (shot_need_bench (window));
}

/* Opens the window of many sections with a list in it. */
static GtkWindow *
open_sections (ExmWindow *window)
{
  shot_show_view (window, "articles");
  shot_activate (window, "win.add-many");
  GtkWindow *sections = test_gui_need_dialog (window, EXM_TYPE_SECTIONS_WINDOW);
  GtkWidget *text = shot_need (sections, GTK_TYPE_TEXT_VIEW, "text");
  g_autofree char *news = shot_address ("/news/");
  g_autofree char *reports = shot_address ("/report/");
  g_autofree char *gone = shot_address ("/gone/");
  g_autofree char *list = g_strdup_printf (
      "Courier, again\t%s\tPapers\nReports\t%s\tPapers\nGone\t%s\n", news, reports, gone);

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), list, -1);
  return sections;
}

static void
show_sections (ExmWindow *window)
{
  open_sections (window);
}

static gboolean
has_stopped (gpointer data)
{
  return !gtk_spinner_get_spinning (data);
}

static void
show_sections_done (ExmWindow *window)
{
  GtkWindow *sections = open_sections (window);

  shot_activate (sections, "sections.add");
  test_gui_settle (GTK_WIDGET (sections));
  test_gui_wait_until (has_stopped, shot_need (sections, GTK_TYPE_SPINNER, "spinner"),
                       "all sections");
}

const Shot shots_of_setup[] = {
  { "setup-start", SHOT_SAMPLE, FALSE, show_start },
  { "setup-looking", SHOT_SAMPLE, FALSE, show_looking },
  { "setup-error", SHOT_SAMPLE, FALSE, show_error },
  { "setup-app-link", SHOT_SAMPLE, FALSE, show_app_link },
  { "setup-search-engine", SHOT_SAMPLE, FALSE, show_search_engine },
  { "setup-list", SHOT_SAMPLE, TRUE, show_list },
  { "setup-article", SHOT_SAMPLE, FALSE, show_article },
  { "setup-hover", SHOT_SAMPLE, FALSE, show_hover },
  { "setup-marked", SHOT_SAMPLE, TRUE, show_marked },
  { "setup-narrowed", SHOT_SAMPLE, FALSE, show_narrowed },
  { "setup-widened", SHOT_SAMPLE, FALSE, show_widened },
  { "setup-extended", SHOT_SAMPLE, FALSE, show_extended },
  { "setup-checking", SHOT_SAMPLE, FALSE, show_checking },
  { "setup-checked", SHOT_SAMPLE, FALSE, show_checked },
  { "setup-less-sure", SHOT_SAMPLE, FALSE, show_less_sure },
  { "setup-two-examples", SHOT_SAMPLE, FALSE, show_two_examples },
  { "setup-search", SHOT_SAMPLE, FALSE, show_search },
  { "setup-links", SHOT_SAMPLE, FALSE, show_links },
  { "setup-list-page", SHOT_SAMPLE, TRUE, show_list_page },
  { "setup-list-menu", SHOT_SAMPLE, FALSE, show_list_menu },
  { "setup-list-left", SHOT_SAMPLE, FALSE, show_list_left },
  { "setup-wrong-pattern", SHOT_SAMPLE, FALSE, show_wrong_pattern },
  { "setup-facts", SHOT_SAMPLE, FALSE, show_facts },
  { "setup-scripted", SHOT_SAMPLE, FALSE, show_scripted },
  { "setup-rendered", SHOT_SAMPLE, FALSE, show_rendered },
  { "sections", SHOT_SAMPLE, FALSE, show_sections },
  { "sections-done", SHOT_SAMPLE, FALSE, show_sections_done },
  { NULL, SHOT_EMPTY, FALSE, NULL },
};
