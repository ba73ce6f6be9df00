/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The journey of a new task: an address is pasted, the article clicked, pages checked,
 * the task saved; it runs. And what is said where that does not work. */

#include "app/review/exm-article-reader.h"
#include "app/setup/exm-setup-bar.h"
#include "app/setup/exm-start-page.h"
#include "app/web/exm-page-pane.h"
#include "app/web/exm-page-view.h"
#include "app/workbench/exm-setup-page.h"

#include "set-up-fixture.h"
#include "test-pointer.h"

#include <string.h>

static gboolean
is_marked (gpointer data)
{
  const ExmTaskFields *fields = exm_setup_get_fields (data);

  return g_array_index (fields->examples, ExmTaskExample, 0).region_text != NULL;
}

static gboolean
has_run (gpointer data)
{
  return ((SetUpFixture *) data)->n_finished > 0;
}

static gboolean
has_task (gpointer data)
{
  return exm_window_get_task_uid (data) != NULL;
}

static void
on_mark_hover (ExmPageView *view, guint n_lines, guint n_chars, gpointer data)
{
  *(gboolean *) data = n_lines > 0;
}

/* A narrow window has room for it, both buttons shown. */
static void
assert_fits (GtkWidget *start)
{
  int least;

  test_gui_need (start, GTK_TYPE_BUTTON, "_Cancel");
  test_gui_need (start, GTK_TYPE_BUTTON, "Open _Sample Site");
  gtk_widget_measure (start, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
}

static void
test_journey (SetUpFixture *self, gconstpointer data)
{
  gint64 began;
  gboolean hovered = FALSE;

  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  test_gui_need (self->window, GTK_TYPE_LABEL, "No tasks yet");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-start");
  ExmSetup *setup = set_up_fixture_get_setup (self);
  began = g_get_monotonic_time ();
  set_up_fixture_paste_path (self, "/news/");
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  set_up_hurry (setup);
  test_gui_wait_until (set_up_has_target, setup, "a first target");
  ExmWorkbenchPage *bench
      = EXM_WORKBENCH_PAGE (test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  test_gui_wait_until (set_up_is_ready, analysis, "a result");
  g_test_message ("both pages after %d ms",
                  (int) ((g_get_monotonic_time () - began) / 1000));
  GtkWidget *pane = test_gui_need (bench, EXM_TYPE_PAGE_PANE, "example");
  GtkWidget *view = test_gui_need (pane, EXM_TYPE_PAGE_VIEW, NULL);
  gulong id;

  /* One click on the article. */
  id = g_signal_connect (view, "mark-hover", G_CALLBACK (on_mark_hover), &hovered);
  /* The page answers once it stands. */
  for (guint i = 0; i < 500 && !hovered; i++)
    {
      test_pointer_move (view, gtk_widget_get_width (view) * .35 + i % 5,
                         gtk_widget_get_height (view) * .7);
      test_gui_settle (view);
    }
  g_assert_true (hovered);
  test_gui_show_people (GTK_WIDGET (self->window), "setup-opened");
  g_signal_handler_disconnect (view, id);
  test_pointer_click_at (view, gtk_widget_get_width (view) * .35,
                         gtk_widget_get_height (view) * .7, 1);
  test_gui_wait_until (is_marked, setup, "the mark");
  test_gui_wait_until (set_up_is_ready, analysis, "a result");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-marked");

  test_pointer_click (test_gui_need (bar, GTK_TYPE_BUTTON, "check"));
  test_gui_wait_until (set_up_is_checked, setup, "the check");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-checked");

  test_pointer_click (test_gui_need (bar, GTK_TYPE_MENU_BUTTON, "save"));
  GtkWidget *name = test_gui_need (bar, ADW_TYPE_ENTRY_ROW, "name");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-facts");
  exm_setup_set_first_run (setup, EXM_FIRST_RUN_ALL);
  /* It goes with the popover that it is in. */
  g_autoptr (GtkWidget) save
      = g_object_ref (test_gui_need (gtk_widget_get_ancestor (name, GTK_TYPE_POPOVER),
                                     GTK_TYPE_BUTTON, "_Save and Start"));
  /* One of them leads on. */
  g_assert_true (gtk_widget_has_css_class (
      gtk_widget_get_ancestor (save, ADW_TYPE_SPLIT_BUTTON), "suggested-action"));
  g_assert_false (gtk_widget_has_css_class (
      test_gui_need (bar, GTK_TYPE_MENU_BUTTON, "save"), "suggested-action"));
  test_pointer_click (save);
  test_gui_wait_until (has_task, self->window, "the task");
  g_test_message ("4 clicks and 1 set_up_fixture_paste, %d ms",
                  (int) ((g_get_monotonic_time () - began) / 1000));
  test_gui_wait_until (has_run, self, "the first run");
  g_assert_cmpuint (self->n_articles, >, 3);
  test_gui_show_people (GTK_WIDGET (self->window), "setup-running");
  g_assert_null (test_gui_find (self->window, EXM_TYPE_SETUP_PAGE, NULL));

  /* Another one, given up. */
  test_keys (GTK_WIDGET (self->window), "ctrl+n");
  GtkWidget *start = test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  test_gui_need (self->window, GTK_TYPE_LABEL, "New Task");
  assert_fits (start);
  test_keys (GTK_WIDGET (self->window), "Escape");
  g_assert_null (test_gui_find (self->window, EXM_TYPE_START_PAGE, NULL));
}

static gboolean
has_failed (gpointer data)
{
  return exm_setup_get_stage (data) == EXM_SETUP_FAILED;
}

/* As a command line with an address does it, with nothing set up or shown before. */
static void
test_address (SetUpFixture *self, gconstpointer data)
{
  g_autofree char *url
      = g_strconcat (exm_sample_server_get_base_url (self->server), "/news/", NULL);

  g_action_group_activate_action (G_ACTION_GROUP (self->app), "set-up",
                                  g_variant_new_string ("weixin://open/?u=1"));
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  test_gui_wait_until (has_failed, set_up_fixture_get_setup (self),
                       "what is wrong with it");
  test_gui_need (self->window, GTK_TYPE_LABEL, "error");
  g_action_group_activate_action (G_ACTION_GROUP (self->app), "set-up",
                                  g_variant_new_string (url));
  test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  g_assert_nonnull (exm_setup_get_fields (set_up_fixture_get_setup (self)));
}

static gboolean
is_empty_again (gpointer data)
{
  return exm_setup_get_stage (data) != EXM_SETUP_LOOKING;
}

static void
test_errors (SetUpFixture *self, gconstpointer data)
{
  static const struct
  {
    const char *text; /* address, or path on the sample site */
    const char *says;
  } cases[] = {
    { "https://mp.weixin.qq.com/s/abc", "WeChat" },
    { "weixin://open/?u=1", "opens an app" },
    { "https://www.google.com/search?q=river", "what Google found" },
    { "https://www.baidu.com/s?wd=%BD%AD", "what Baidu found" },
    { "/fault/404", "404" },
    { "/fault/404?q=river", "404" },
    { "/fault/pdf", "PDF" },
    { "/fault/loop", "redirect" },
    { "/fault/huge?mb=50", "too much for one article" },
    { "http://127.0.0.1:1/news/", "127.0.0.1" },
    { "http://no-such-host.invalid/", "no-such-host.invalid" },
  };

  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (cases[i].text[0] == '/')
        set_up_fixture_paste_path (self, cases[i].text);
      else
        set_up_fixture_paste (self, cases[i].text);
      test_gui_wait_until (has_failed, setup, cases[i].text);
      GtkLabel *error = GTK_LABEL (test_gui_need (self->window, GTK_TYPE_LABEL, "error"));
      if (strstr (gtk_label_get_label (error), cases[i].says) == NULL)
        g_error ("%s: %s", cases[i].text, gtk_label_get_label (error));
      exm_setup_cancel (setup);
    }
  set_up_fixture_paste_path (self, "/fault/404");
  test_gui_wait_until (has_failed, setup, "an error");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-error");
  /* One that takes too long is given up. */
  set_up_fixture_paste_path (self, "/fault/timeout");
  test_gui_need (self->window, GTK_TYPE_SPINNER, NULL);
  test_gui_show_people (GTK_WIDGET (self->window), "setup-looking");
  test_keys (GTK_WIDGET (self->window), "Escape");
  test_gui_wait_until (is_empty_again, setup, "the end of it");
  g_assert_cmpint (exm_setup_get_stage (setup), ==, EXM_SETUP_EMPTY);
}

static gboolean
has_proposal (gpointer data)
{
  return exm_setup_get_stage (data) == EXM_SETUP_READY;
}

/* Whether Enter, as often as somebody may press it, leaves everything as it is. */
static void
assert_enter_is_harmless (SetUpFixture *self, ExmSetup *setup)
{
  for (guint i = 0; i < 3; i++)
    {
      test_keys (GTK_WIDGET (self->window), "Return");
      test_gui_settle (GTK_WIDGET (self->window));
      g_assert_cmpint (exm_setup_get_stage (setup), !=, EXM_SETUP_EMPTY);
      g_assert_null (exm_window_get_task_uid (self->window));
    }
}

/* Paste and Enter, slow or quick; and the first set-up of all is given up. */
static void
test_stranger (SetUpFixture *self, gconstpointer data)
{
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  set_up_fixture_paste_path (self, "/news/");
  assert_enter_is_harmless (self, setup);
  test_gui_wait_until (has_proposal, setup, "a proposal");
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  assert_enter_is_harmless (self, setup);
  g_assert_true (gtk_widget_get_mapped (bar));
  g_assert_cmpint (exm_setup_get_stage (setup), ==, EXM_SETUP_READY);

  /* All pages are checked, and nobody asked for that. */
  set_up_hurry (setup);
  test_gui_wait_until (set_up_is_checked, setup, "the check");
  test_gui_need_beginning (bar, "3 Checked: ");
  test_pointer_click (test_gui_need (bar, GTK_TYPE_BUTTON, "_Cancel"));
  GtkWidget *start = test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  g_assert_true (gtk_widget_get_mapped (start));
  g_assert_cmpint (exm_setup_get_stage (setup), ==, EXM_SETUP_EMPTY);
}

static gboolean
has_failed_twice (gpointer data)
{
  SetUpFixture *self = data;

  return exm_setup_get_stage (set_up_fixture_get_setup (self)) == EXM_SETUP_FAILED
         && strstr (exm_setup_get_message (set_up_fixture_get_setup (self)), "localhost")
                != NULL;
}

/* A second address, pasted behind the first one or over it. */
static void
test_second_paste (SetUpFixture *self, gconstpointer data)
{
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  GtkWidget *entry = test_gui_need (self->window, GTK_TYPE_ENTRY, "entry");

  for (guint over = 0; over < 2; over++)
    {
      set_up_fixture_paste (self, "http://127.0.0.1:1/news/");
      test_gui_wait_until (has_failed, setup, "an error");
      gdk_clipboard_set_text (gtk_widget_get_clipboard (entry),
                              "http://localhost:1/other/");
      test_keys (entry, over ? "ctrl+a" : "End");
      test_keys (entry, "ctrl+v");
      test_gui_wait_until (has_failed_twice, self, "what is wrong with the second");
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==,
                       "http://localhost:1/other/");
    }
}

static gboolean
is_saved (gpointer data)
{
  return exm_window_get_task_uid (data) != NULL;
}

/* Saved with Enter while pages are still on their way; those that came are not asked for
 * again. The next task begins at the entry. */
static void
test_save_early (SetUpFixture *self, gconstpointer data)
{
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  set_up_fixture_paste_path (self, "/news/");
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  test_gui_wait_until (set_up_has_target, setup, "a first target");
  g_assert_true (exm_setup_is_checking (setup));
  g_autoptr (ExmPageItem) first = g_list_model_get_item (exm_setup_get_pages (setup), 0);
  g_autofree char *path
      = g_strdup (exm_page_item_get_url (first)
                  + strlen (exm_sample_server_get_base_url (self->server)));
  set_up_hurry (setup);
  test_keys (GTK_WIDGET (self->window), "ctrl+Return");
  GtkWidget *name = test_gui_need (bar, ADW_TYPE_ENTRY_ROW, "name");
  gtk_widget_grab_focus (name);
  test_keys (name, "Return");
  test_gui_wait_until (is_saved, self->window, "the task");
  /* Nobody is told of what he looks at. */
  gtk_window_present (GTK_WINDOW (self->window));
  g_assert_cmpstr (exm_window_get_view (self->window), ==, "articles");
  test_gui_wait_until (has_run, self, "the first run");
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (self->server);
  guint n_asked = 0;
  for (guint i = 0; i < log->len; i++)
    n_asked
        += strcmp (((ExmSampleRequest *) g_ptr_array_index (log, i))->path, path) == 0;
  g_assert_cmpuint (n_asked, ==, 1);

  test_keys (GTK_WIDGET (self->window), "ctrl+n");
  GtkWidget *start = test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  GtkWidget *entry = test_gui_need (start, GTK_TYPE_ENTRY, "entry");
  test_gui_settle (start);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self->window));
  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, entry));
}

/* Returns: (transfer full): the choices of the first run, as they are shown */
static char *
list_first_runs (GtkWidget *row)
{
  GtkStringList *list = GTK_STRING_LIST (adw_combo_row_get_model (ADW_COMBO_ROW (row)));
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    g_string_append_printf (words, "%s · ", gtk_string_list_get_string (list, i));
  return g_strdup (words->str);
}

/* Sets a task up on the list at @path and saves it; @first_run: place of the choice in
 * the popover. */
static void
save_list (SetUpFixture *self, const char *path, guint first_run, const char *choices)
{
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  set_up_fixture_paste_path (self, path);
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  set_up_hurry (setup);
  test_gui_wait_until (set_up_has_target, setup, "a first target");
  test_keys (GTK_WIDGET (self->window), "ctrl+Return");
  GtkWidget *row = test_gui_need (bar, ADW_TYPE_COMBO_ROW, "first_run");
  g_autofree char *shown = list_first_runs (row);
  g_assert_cmpstr (shown, ==, choices);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), first_run);
  test_gui_show_people (GTK_WIDGET (self->window), "setup-first-run");
  GtkWidget *name = test_gui_need (bar, ADW_TYPE_ENTRY_ROW, "name");
  gtk_widget_grab_focus (name);
  test_keys (name, "Return");
  test_gui_wait_until (is_saved, self->window, "the task");
  gtk_window_present (GTK_WINDOW (self->window));
  g_assert_cmpstr (exm_window_get_view (self->window), ==, "articles");
  test_gui_wait_until (has_run, self, "the first run");
  g_assert_cmpuint (self->n_finished, ==, 1);
}

static gboolean
has_older (gpointer data)
{
  return test_gui_find_window (ADW_TYPE_MESSAGE_DIALOG) != NULL;
}

static gboolean
has_second_run (gpointer data)
{
  return ((SetUpFixture *) data)->n_finished > 1;
}

/* Collects what the first choice brings, and waits for the end of the run. */
static void
collect_older (SetUpFixture *self, GtkWidget *button, const char *words, guint n_older)
{
  guint n_before = self->n_articles;

  test_pointer_click (button);
  test_gui_wait_until (has_older, NULL, "what can be collected");
  GtkWidget *dialog = test_gui_find_window (ADW_TYPE_MESSAGE_DIALOG);
  test_gui_need_beginning (dialog, words);
  test_gui_show_people (dialog, "older-question");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "collect");
  test_gui_wait_until (has_second_run, self, "the run of older articles");
  g_assert_cmpuint (self->n_articles - n_before, ==, n_older);
}

static gboolean
has_first (gpointer data)
{
  GtkWidget *reader = test_gui_find (data, EXM_TYPE_ARTICLE_READER, NULL);
  GtkWidget *title
      = reader != NULL ? test_gui_find (reader, GTK_TYPE_LABEL, "title") : NULL;

  return title != NULL && *gtk_label_get_label (GTK_LABEL (title)) != '\0';
}

/* The newest 20 come in at once, the first one open; the run says what it passed over,
 * and offers it. */
static void
test_older (SetUpFixture *self, gconstpointer data)
{
  save_list (self, "/numbered/45/", 0,
             "Newest 20 · New only (0) · Last 7 days · All listed (45) · ");
  g_assert_cmpuint (self->n_articles, ==, 20);
  test_gui_wait_until (has_first, self->window, "an open article");
  test_gui_need_beginning (self->window, "Backlog · ");
  test_gui_show_people (GTK_WIDGET (self->window), "older-articles");
  exm_window_set_view (self->window, "activity");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Done");
  test_gui_need_beginning (self->window, "45 listed, 20 new, 25 passed over");
  GtkWidget *button = test_gui_need (self->window, GTK_TYPE_BUTTON, "older");
  test_gui_show_people (GTK_WIDGET (self->window), "older-activity");
  collect_older (self, button, "Newest 20", 20);
  test_gui_need_beginning (self->window, "20 older");
}

/* A task that begins with nothing says why, and what could be had. */
static void
test_older_empty (SetUpFixture *self, gconstpointer data)
{
  save_list (self, "/numbered/4/", 1,
             "Newest 20 (4) · New only (0) · Last 7 days · All listed (4) · ");
  g_assert_cmpuint (self->n_articles, ==, 0);
  test_gui_need (self->window, GTK_TYPE_LABEL, "No articles yet");
  test_gui_need_beginning (self->window, "The first run passed over 4 addresses.");
  test_gui_show_people (GTK_WIDGET (self->window), "older-empty");
  collect_older (self, test_gui_need (self->window, GTK_TYPE_BUTTON, "older"),
                 "The first run passed over 4 addresses of ", 4);
  test_gui_wait_until (has_first, self->window, "an open article");
}

static gboolean
has_note (gpointer data)
{
  g_autofree char *note = NULL;

  g_object_get (data, "note", &note, NULL);
  return note != NULL && strstr (note, "scripts") != NULL;
}

static gboolean
is_rendered (gpointer data)
{
  g_autoptr (ExmPageItem) first = g_list_model_get_item (exm_setup_get_pages (data), 0);

  return exm_setup_get_fields (data)->rendered && first != NULL
         && exm_page_item_get_outcome (first)->mark != EXM_PAGE_FAIL
         && exm_page_item_get_outcome (first)->n_chars > 200;
}

static gboolean
is_proposed (gpointer data)
{
  return exm_setup_get_stage (data) == EXM_SETUP_READY;
}

/* Articles whose text only scripts know, on a list that is served: rendered, taken back,
 * rendered again. */
static void
test_scripted (SetUpFixture *self, gconstpointer data)
{
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  set_up_fixture_paste_path (self, "/app/");
  test_gui_wait_until (is_proposed, setup, "a proposal");
  set_up_hurry (setup);
  test_gui_wait_until (is_rendered, setup, "the rendered pages");
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  test_pointer_click (test_gui_need (bar, GTK_TYPE_BUTTON, "_Without Scripts"));
  test_gui_wait_until (has_note, setup, "the note");
  test_gui_need (self->window, GTK_TYPE_LABEL, "note");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-scripted");

  /* A browser runs them: there is a text then, on the example and on the target. */
  bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  set_up_hurry (setup);
  test_pointer_click (test_gui_need (bar, GTK_TYPE_BUTTON, "_Render Pages"));
  test_gui_wait_until (is_rendered, setup, "the rendered pages");
  g_assert_false (has_note (setup));
  g_assert_null (test_gui_find (self->window, GTK_TYPE_BUTTON, "_Render Pages"));
  test_gui_wait_until (set_up_is_ready,
                       exm_workbench_page_get_analysis (EXM_WORKBENCH_PAGE (
                           test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL))),
                       "a result");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-rendered");
}

static gboolean
has_source (gpointer data)
{
  const ExmTaskFields *fields = exm_setup_get_fields (data);

  return fields != NULL && fields->sources->len == 1 && is_rendered (data);
}

/* A list whose links only its scripts know: read after they have run, and said so. */
static void
test_scripted_list (SetUpFixture *self, gconstpointer data)
{
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  g_assert_true (exm_sample_server_set_fault (self->server, "/app/", "scripted",
                                              EXM_SAMPLE_FAULT_ALWAYS, NULL));
  set_up_fixture_paste_path (self, "/app/");
  test_gui_wait_until (is_proposed, setup, "a proposal");
  set_up_hurry (setup);
  test_gui_wait_until (has_source, setup, "the rendered list and pages");
  g_assert_nonnull (
      test_gui_find_beginning (GTK_WIDGET (self->window), "Scripts fill these pages in"));
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  test_pointer_click (test_gui_need (bar, GTK_TYPE_BUTTON, "_Without Scripts"));

  /* Without them nothing is left; they may be run after all. */
  test_gui_wait_until (has_failed, setup, "what is wrong with it");
  GtkLabel *error = GTK_LABEL (test_gui_need (self->window, GTK_TYPE_LABEL, "error"));
  g_assert_nonnull (strstr (gtk_label_get_label (error), "scripts"));
  GtkWidget *render = test_gui_need (self->window, GTK_TYPE_BUTTON, "_Render Page");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-scripted-list");
  test_pointer_click (render);
  test_gui_wait_until (is_proposed, setup, "a proposal");
  set_up_hurry (setup);
  test_gui_wait_until (has_source, setup, "the rendered list and pages again");
  g_assert_false (exm_setup_can_render (setup));
  bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  g_assert_nonnull (test_gui_find_beginning (bar, "2 Which pages: "));
  guint n_matching;
  exm_setup_get_counts (setup, NULL, &n_matching, NULL, NULL, NULL);
  g_assert_cmpuint (n_matching, >, 3);
  test_gui_show_people (GTK_WIDGET (self->window), "setup-rendered-list");

  /* Another address begins anew, without a browser. */
  exm_setup_start (setup, "http://127.0.0.1:1/news/");
  test_gui_wait_until (has_failed, setup, "an error");
  g_assert_false (exm_setup_can_render (setup));
  g_assert_null (test_gui_find (self->window, GTK_TYPE_BUTTON, "_Render Page"));
}

static void
test_links (SetUpFixture *self, gconstpointer data)
{
  guint n_matching, n_before;

  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  ExmSetup *setup = set_up_fixture_get_setup (self);
  set_up_fixture_paste_path (self, "/zh/");
  GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  set_up_hurry (setup);
  /* The counts of the check move the button. */
  test_gui_wait_until (set_up_is_checked, setup, "the check");
  test_gui_settle (GTK_WIDGET (self->window));
  test_pointer_click (test_gui_need (bar, GTK_TYPE_MENU_BUTTON, "links_button"));
  GtkWidget *pattern = test_gui_need (bar, ADW_TYPE_ENTRY_ROW, "pattern");
  test_gui_show_people (GTK_WIDGET (self->window), "setup-links");
  exm_setup_get_counts (setup, NULL, &n_before, NULL, NULL, NULL);
  g_assert_cmpuint (n_before, >, 0);
  gtk_editable_set_text (GTK_EDITABLE (pattern), "https://a.example/[9-");
  g_assert_true (gtk_widget_has_css_class (pattern, "error"));
  gtk_editable_set_text (GTK_EDITABLE (pattern), "https://a.example/(*)");
  g_assert_false (gtk_widget_has_css_class (pattern, "error"));
  exm_setup_get_counts (setup, NULL, &n_matching, NULL, NULL, NULL);
  g_assert_cmpuint (n_matching, ==, 0);
  /* It would take the keys of the next window. */
  test_keys (pattern, "Escape");
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name)                                                                        \
  g_test_add ("/set-up/" #name, SetUpFixture, NULL, set_up_fixture_init, test_##name,    \
              set_up_fixture_clear)
  ADD (journey);
  ADD (errors);
  ADD (address);
  ADD (stranger);
  ADD (second_paste);
  ADD (save_early);
  ADD (older);
  ADD (older_empty);
  ADD (scripted);
  ADD (scripted_list);
  ADD (links);
  return g_test_run ();
}
