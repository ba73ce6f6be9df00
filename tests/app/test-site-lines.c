/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window of a task's lines: what it shows, and ruling by keyboard and pointer. */

#include "app/inspector/exm-site-lines-dialog.h"
#include "app/settings/exm-settings-page.h"
#include "base/exm-text.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <string.h>

#define N_PAGES 4u
#define MENU "Home, news, weather."
#define MORE "Read more of this."

typedef struct
{
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) */
  ExmWindow *window;   /* (unowned) */
  GtkWindow *dialog;   /* (unowned) */
} Fixture;

static void
add_line (GPtrArray *lines, const char *text)
{
  gsize n = strlen (text);

  g_ptr_array_add (lines, exm_site_line_new (exm_text_key (text, n), text, n));
}

/* Pages that all have the menu, the first two of which go on with a link. */
static void
fill (ExmStore *store)
{
  static const char *const own[]
      = { "A ferry sails.", "A bridge is built.", "Rain, at last.", "The fair is on." };

  for (guint i = 0; i < N_PAGES; i++)
    {
      g_autoptr (ExmArticle) article = store_article_new (store_task_uid (1), i, NULL);
      g_autoptr (GPtrArray) lines
          = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_site_line_unref);
      g_autoptr (GError) error = NULL;
      gint64 id = 0;
      add_line (lines, MENU);
      add_line (lines, own[i]);
      if (i < 2)
        add_line (lines, MORE);
      const ExmSitePlace place = { .key = 7, .n_inside = 1 };
      g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof place);
      g_array_append_val (places, place);
      const ExmArticleCommit commit
          = { .article = article, .lines = lines, .places = places };
      exm_store_commit_article (store, &commit, &id, &error);
      g_assert_no_error (error);
    }
}

static void
set_up (Fixture *self, gconstpointer filled)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  ExmStore *store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  exm_store_add_task (store, task, STORE_NOW, &error);
  exm_store_set_paused (store, store_task_uid (1), TRUE, &error);
  g_assert_no_error (error);
  if (filled != NULL)
    fill (store);
  exm_store_close (store);
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  exm_window_set_task_uid (self->window, store_task_uid (1));
  exm_window_set_view (self->window, "settings");
  GtkWidget *page = test_gui_need (self->window, EXM_TYPE_SETTINGS_PAGE, NULL);
  GtkWidget *row = test_gui_need (page, ADW_TYPE_ACTION_ROW, "Site lines");
  gtk_widget_activate (row);
  self->dialog = test_gui_need_dialog (self->window, EXM_TYPE_SITE_LINES_DIALOG);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
}

static GtkWidget *
need_label (Fixture *self, const char *text)
{
  return test_gui_need (self->dialog, GTK_TYPE_LABEL, text);
}

static ExmLineLabel
read_ruling (Fixture *self, const char *text)
{
  const ExmStoreQuery query = { .kind = EXM_READ_SITE_STAT, .uid = store_task_uid (1) };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSiteStat) stat = exm_store_reader_read (
      exm_session_get_reader (exm_window_get_session (self->window)), &query, NULL,
      &error);

  g_assert_no_error (error);
  return exm_site_stat_get_ruling (stat, exm_text_key (text, strlen (text)));
}

static gboolean
has_no_menu (gpointer data)
{
  return test_gui_find (((Fixture *) data)->dialog, GTK_TYPE_LABEL, MENU) == NULL;
}

static gboolean
has_no_ruling (gpointer data)
{
  Fixture *self = data;

  return test_gui_find (self->dialog, GTK_TYPE_LABEL, "Noise, by you") == NULL
         && test_gui_find (self->dialog, GTK_TYPE_LABEL, "Body, by you") == NULL;
}

/* Search, go to what was found, rule of it, and take it back. */
static void
test_keyboard (Fixture *self, gconstpointer unused)
{
  need_label (self, "4 of 4");
  need_label (self, MENU);
  test_pointer_focus_window (GTK_WIDGET (self->dialog));
  test_type (GTK_WIDGET (self->dialog), "read");
  test_gui_wait_until (has_no_menu, self, "the lines that contain it");
  need_label (self, "2 of 4");
  test_keys (GTK_WIDGET (self->dialog), "Return n");
  need_label (self, "Noise, by you");
  g_assert_cmpint (read_ruling (self, MORE), ==, EXM_LINE_LABEL_NOISE);
  test_keys (GTK_WIDGET (self->dialog), "b");
  need_label (self, "Body, by you");
  g_assert_cmpint (read_ruling (self, MORE), ==, EXM_LINE_LABEL_BODY);
  test_keys (GTK_WIDGET (self->dialog), "BackSpace");
  test_gui_wait_until (has_no_ruling, self, "the counts to decide");
  g_assert_cmpint (read_ruling (self, MORE), ==, EXM_LINE_LABEL_AUTO);
}

/* Rulings that come faster than the list follows change no line of before. */
static void
test_at_once (Fixture *self, gconstpointer unused)
{
  need_label (self, MENU);
  GtkWidget *search = test_gui_need (self->dialog, GTK_TYPE_SEARCH_ENTRY, NULL);
  gtk_editable_set_text (GTK_EDITABLE (search), "read");
  g_signal_emit_by_name (search, "activate");
  gtk_widget_activate_action (GTK_WIDGET (self->dialog), "site-lines.rule", "s", "noise");
  test_gui_wait_until (has_no_menu, self, "the lines that contain it");
  need_label (self, "2 of 4");
  g_assert_true (has_no_ruling (self));
  test_pointer_focus_window (GTK_WIDGET (self->dialog));
  test_keys (GTK_WIDGET (self->dialog), "n");
  need_label (self, "Noise, by you");
  g_assert_cmpint (read_ruling (self, MORE), ==, EXM_LINE_LABEL_NOISE);
  /* Rulings that were asked for before would be written by now. */
  g_assert_cmpint (read_ruling (self, MENU), ==, EXM_LINE_LABEL_AUTO);
}

static void
test_pointer (Fixture *self, gconstpointer unused)
{
  test_pointer_click (need_label (self, MENU));
  test_pointer_click (test_gui_need (self->dialog, GTK_TYPE_BUTTON, "Mark as _Body"));
  need_label (self, "Body, by you");
  g_assert_cmpint (read_ruling (self, MENU), ==, EXM_LINE_LABEL_BODY);
  test_gui_show_people (GTK_WIDGET (self->dialog), "site-lines");
  test_pointer_undo (self->dialog, "The line is body on pages that come");
  test_gui_wait_until (has_no_ruling, self, "the ruling to be taken back");
  g_assert_cmpint (read_ruling (self, MENU), ==, EXM_LINE_LABEL_AUTO);
}

/* A line of one page of four is kept, others are noise; a search may find nothing. */
static void
test_words (Fixture *self, gconstpointer unused)
{
  need_label (self, "Kept");
  need_label (self, "Noise");
  need_label (self, "The fair is on.");
  test_type (GTK_WIDGET (self->dialog), "xyz");
  need_label (self, "No line contains that");
}

#define LEARNED "Learned from 4 articles where the bodies of this task are"

static gboolean
has_learned_nothing (gpointer data)
{
  GtkWidget *label = test_gui_find (((Fixture *) data)->dialog, GTK_TYPE_LABEL, LEARNED);

  return label == NULL || !gtk_widget_get_mapped (label);
}

static gboolean
has_learned (gpointer data)
{
  return !has_learned_nothing (data);
}

/* Learned places are forgotten by a click, and come back by Undo. */
static void
test_forget (Fixture *self, gconstpointer unused)
{
  test_gui_wait_until (has_learned, self, "what was learned");
  test_pointer_click (test_gui_need (self->dialog, GTK_TYPE_BUTTON, "_Forget"));
  test_gui_wait_until (has_learned_nothing, self, "it to be forgotten");
  test_pointer_undo (self->dialog, "Forgotten; articles that come teach it anew");
  test_gui_wait_until (has_learned, self, "what was learned to come back");
}

static void
test_empty (Fixture *self, gconstpointer unused)
{
  need_label (self, "No lines yet");
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/app/site-lines/keyboard", Fixture, "", set_up, test_keyboard, tear_down);
  g_test_add ("/app/site-lines/at-once", Fixture, "", set_up, test_at_once, tear_down);
  g_test_add ("/app/site-lines/forget", Fixture, "", set_up, test_forget, tear_down);
  g_test_add ("/app/site-lines/pointer", Fixture, "", set_up, test_pointer, tear_down);
  g_test_add ("/app/site-lines/words", Fixture, "", set_up, test_words, tear_down);
  g_test_add ("/app/site-lines/empty", Fixture, NULL, set_up, test_empty, tear_down);
  return g_test_run ();
}
