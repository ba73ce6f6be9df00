/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Saved searches in the window: saved beside the search, listed in the sidebar with what
 * is unread, renamed and removed there, and in step with their file. */

#include "app/review/exm-articles-page.h"
#include "app/settings/exm-form-outputs.h"
#include "app/settings/exm-search-outputs-dialog.h"
#include "app/shell/exm-scope-list.h"
#include "app/shell/exm-scope-row.h"
#include "store/exm-store-reading.h"
#include "store/outputs/exm-store-judge.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <string.h>

#define N_ARTICLES 30u

typedef struct
{
  char *folder;          /* (owned) */
  ExmApplication *app;   /* (owned) */
  ExmWindow *window;     /* (unowned) */
  ExmArticlesPage *page; /* (unowned) */
} Fixture;

static void
fill (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (ExmTask) task = store_task_new (1);

  g_assert_no_error (error);
  exm_store_add_task (store, task, STORE_NOW, &error);
  exm_store_set_paused (store, store_task_uid (1), TRUE, &error);
  store_fill (store, store_task_uid (1), 0, N_ARTICLES);
  g_assert_no_error (error);

  /* They are not new: no search that is saved later tells of them. */
  gint64 last = 0;
  gboolean more = TRUE;
  exm_store_get_unjudged (store, N_ARTICLES, &last, &more, &error);
  exm_store_end_judging (store, last, &error);
  g_assert_no_error (error);
  g_assert_false (more);
}

static void
write_file (Fixture *self, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, EXM_SAVED_SEARCHES_NAME, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Fixture *self, gconstpointer text)
{
  self->folder = test_folder_new ();
  fill (self->folder);
  store_fill_index (self->folder);
  if (text != NULL)
    write_file (self, text);
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  exm_window_set_view (self->window, "articles");
  self->page
      = EXM_ARTICLES_PAGE (test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL));
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
}

static GtkWidget *
need_sidebar (Fixture *self)
{
  return test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");
}

static GtkWidget *
need_row (Fixture *self, const char *name)
{
  GtkWidget *label = test_gui_need (need_sidebar (self), GTK_TYPE_LABEL, name);

  return gtk_widget_get_ancestor (label, EXM_TYPE_SCOPE_ROW);
}

static GtkEditable *
need_entry (Fixture *self)
{
  return GTK_EDITABLE (test_gui_need (self->page, GTK_TYPE_SEARCH_ENTRY, "search"));
}

typedef struct
{
  Fixture *fixture;
  const char *text;
} Wanted;

static gboolean
is_file (gpointer data)
{
  const Wanted *wanted = data;
  g_autofree char *path
      = g_build_filename (wanted->fixture->folder, EXM_SAVED_SEARCHES_NAME, NULL);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL)
         && g_str_equal (text, wanted->text);
}

static void
wait_for_file (Fixture *self, const char *text)
{
  Wanted wanted = { self, text };

  test_gui_wait_until (is_file, &wanted, text);
}

static gboolean
is_searched (gpointer data)
{
  const Wanted *wanted = data;

  return g_str_equal (gtk_editable_get_text (need_entry (wanted->fixture)), wanted->text);
}

static void
wait_for_search (Fixture *self, const char *words)
{
  Wanted wanted = { self, words };

  test_gui_wait_until (is_searched, &wanted, words);
}

static gboolean
is_gone (gpointer data)
{
  const Wanted *wanted = data;

  return test_gui_find (need_sidebar (wanted->fixture), GTK_TYPE_LABEL, wanted->text)
         == NULL;
}

static void
wait_for_end_of (Fixture *self, const char *name)
{
  Wanted wanted = { self, name };

  test_gui_wait_until (is_gone, &wanted, name);
}

static gboolean
offers_no_saving (gpointer data)
{
  return test_gui_find (((Fixture *) data)->page, GTK_TYPE_BUTTON, "Save Search…")
         == NULL;
}

/* Without saved searches the window has nothing new. */
static void
test_quiet (Fixture *self, gconstpointer unused)
{
  g_assert_null (test_gui_find (self->page, GTK_TYPE_BUTTON, "Save Search…"));
  g_assert_null (test_gui_find (need_sidebar (self), GTK_TYPE_LABEL, "unread_lines"));
  gtk_editable_set_text (need_entry (self), "…");
  gtk_editable_set_text (need_entry (self), "title");
  test_gui_need (self->page, GTK_TYPE_BUTTON, "Save Search…");
  gtk_editable_set_text (need_entry (self), "");
  test_gui_wait_until (offers_no_saving, self, "no search to be saved");
}

static AdwMessageDialog *
need_question (Fixture *self)
{
  return ADW_MESSAGE_DIALOG (
      test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG));
}

/* Within a task, the search is saved with it; it is the scope then, whole. */
static void
test_save (Fixture *self, gconstpointer unused)
{
  gtk_editable_set_text (need_entry (self), "\"article 2\"");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "Save Search…"));
  AdwMessageDialog *dialog = need_question (self);
  GtkEditable *name = GTK_EDITABLE (test_gui_need (dialog, ADW_TYPE_ENTRY_ROW, NULL));
  gtk_editable_set_text (name, "Kept = no");
  g_assert_false (adw_message_dialog_get_response_enabled (dialog, "save"));
  gtk_editable_set_text (name, "My second");
  test_gui_show_people (GTK_WIDGET (dialog), "save-search");
  test_keys (GTK_WIDGET (dialog), "Return");
  wait_for_file (self, "My second = task:\"Task 00001\" \"article 2\"\n");
  GtkWidget *row = need_row (self, "My second");
  test_gui_need (row, GTK_TYPE_LABEL, "1");
  wait_for_search (self, "task:\"Task 00001\" \"article 2\"");
  test_gui_need (self->page, GTK_TYPE_LABEL, "Title 2");
  g_assert_null (test_gui_find (self->page, GTK_TYPE_LABEL, "Title 20"));
  g_assert_null (test_gui_find (self->page, GTK_TYPE_BUTTON, "Save Search…"));
  /* Read, it counts no more. */
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_LABEL, "Title 2"));
  test_gui_need (row, GTK_TYPE_LABEL, "");
  /* Elsewhere nothing is searched for. */
  test_pointer_click (need_row (self, "All Articles"));
  wait_for_search (self, "");
}

static void
choose (Fixture *self, const char *name, const char *entry)
{
  GtkWidget *row = need_row (self, name);

  test_gui_settle (GTK_WIDGET (self->window));
  test_pointer_click_at (row, 20, 8, GDK_BUTTON_SECONDARY);
  GtkWidget *label = test_gui_need (self->window, GTK_TYPE_LABEL, entry);
  test_gui_settle (GTK_WIDGET (self->window));
  test_pointer_click (label);
}

static void
test_menu (Fixture *self, gconstpointer unused)
{
  choose (self, "First", "Tell of New Articles on the Desktop");
  wait_for_file (self, "First = [alert] title\nSecond = \"article 2\"\n");
  test_pointer_click (need_row (self, "First"));
  wait_for_search (self, "title");
  choose (self, "First", "Rename…");
  AdwMessageDialog *dialog = need_question (self);
  GtkEditable *name = GTK_EDITABLE (test_gui_need (dialog, ADW_TYPE_ENTRY_ROW, NULL));
  gtk_editable_set_text (name, "second");
  g_assert_false (adw_message_dialog_get_response_enabled (dialog, "save"));
  gtk_editable_set_text (name, "Third");
  test_keys (GTK_WIDGET (dialog), "Return");
  wait_for_file (self, "Third = [alert] title\nSecond = \"article 2\"\n");
  need_row (self, "Third");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (self->window)), ==,
                   "Third – Exemplar");
  choose (self, "Third", "Remove");
  wait_for_end_of (self, "Third");
  wait_for_search (self, "");
  wait_for_file (self, "Second = \"article 2\"\n");
  test_pointer_undo (self->window, "Saved search “Third” removed");
  wait_for_file (self, "Third = [alert] title\nSecond = \"article 2\"\n");
  wait_for_search (self, "title");
}

static gboolean
has_no_outputs (gpointer window)
{
  return test_gui_find_dialog (window, EXM_TYPE_SEARCH_OUTPUTS_DIALOG) == NULL;
}

/* Its outputs are those of the file; one is taken out, and a wrong one is not saved. */
static void
test_outputs (Fixture *self, gconstpointer unused)
{
  need_row (self, "First");
  choose (self, "First", "Outputs…");
  GtkWindow *dialog = test_gui_need_dialog (self->window, EXM_TYPE_SEARCH_OUTPUTS_DIALOG);
  GtkWidget *outputs = test_gui_need (dialog, EXM_TYPE_FORM_OUTPUTS, NULL);
  GtkWidget *save = test_gui_need (dialog, GTK_TYPE_BUTTON, "_Save");
  GtkWidget *first = test_gui_need (outputs, ADW_TYPE_EXPANDER_ROW, "Markdown");
  g_assert_false (gtk_widget_get_sensitive (save));
  test_gui_need (outputs, ADW_TYPE_EXPANDER_ROW, "Daily report");
  /* No more is kept of them than where they go, and when. */
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (first), TRUE);
  test_gui_settle (GTK_WIDGET (dialog));
  GtkEditable *folder
      = GTK_EDITABLE (test_gui_need (first, ADW_TYPE_ENTRY_ROW, "Folder"));
  g_assert_null (test_gui_find (first, ADW_TYPE_ENTRY_ROW, "Names of files"));
  test_gui_show_people (GTK_WIDGET (dialog), "searches-outputs");
  gtk_editable_set_text (folder, "nowhere");
  test_pointer_click (save);
  test_gui_need_beginning (dialog, "The folder of the output is missing");
  gtk_editable_set_text (folder, "/srv/other");
  test_pointer_click (save);
  wait_for_file (self, "First = [to markdown:/srv/other] [to report:/srv/{date}.docx] "
                       "[daily 08:00] title\n");
  test_gui_wait_until (has_no_outputs, self->window, "the dialog to go");
  choose (self, "First", "Outputs…");
  dialog = test_gui_need_dialog (self->window, EXM_TYPE_SEARCH_OUTPUTS_DIALOG);
  outputs = test_gui_need (dialog, EXM_TYPE_FORM_OUTPUTS, NULL);
  for (guint i = 0; i < 2; i++)
    {
      test_pointer_click (test_gui_need (outputs, GTK_TYPE_BUTTON, "Remove this output"));
      test_gui_settle (GTK_WIDGET (dialog));
    }
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, "_Save"));
  wait_for_file (self, "First = title\n");
}

static gboolean
has_focus (gpointer row)
{
  return gtk_widget_has_focus (gtk_widget_get_parent (row));
}

/* Keys do the same for the row that has the keyboard. */
static void
test_keyboard (Fixture *self, gconstpointer unused)
{
  GtkWidget *row = need_row (self, "Second");

  test_pointer_click (row);
  wait_for_search (self, "\"article 2\"");
  test_keys (GTK_WIDGET (self->window), "F2");
  AdwMessageDialog *dialog = need_question (self);
  test_keys (GTK_WIDGET (dialog), "Escape");
  test_gui_settle (GTK_WIDGET (self->window));
  test_keys (GTK_WIDGET (self->window), "Menu");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Rename…");
  test_keys (GTK_WIDGET (self->window), "Escape");
  test_gui_wait_until (has_focus, row, "the row that had the menu");
  test_keys (GTK_WIDGET (self->window), "Delete");
  wait_for_file (self, "First = title\n");
  /* Typed, and saved by its key. */
  test_keys (GTK_WIDGET (self->window), "ctrl+f");
  gtk_editable_set_text (need_entry (self), "bridge");
  test_gui_need (self->page, GTK_TYPE_BUTTON, "Save Search…");
  test_keys (GTK_WIDGET (self->window), "ctrl+d");
  test_keys (GTK_WIDGET (need_question (self)), "Return");
  wait_for_file (self, "First = title\nbridge = bridge\n");
}

/* The command line edits the file meanwhile; a line that cannot be read is told. */
static void
test_file (Fixture *self, gconstpointer unused)
{
  test_pointer_click (need_row (self, "First"));
  wait_for_search (self, "title");
  write_file (self, "no sign\nZero = title\n");
  need_row (self, "Zero");
  test_gui_need_beginning (need_sidebar (self), "searches.txt, line 1");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (self->window)), ==,
                   "Zero – Exemplar");
  test_gui_show_people (GTK_WIDGET (self->window), "searches-bad-line");
  write_file (self, "Zero = \"article 3\"\n");
  wait_for_search (self, "\"article 3\"");
  test_gui_need (self->page, GTK_TYPE_LABEL, "Title 3");
  write_file (self, "Other = x\n");
  wait_for_search (self, "");
  wait_for_end_of (self, "Zero");
}

/* From a notification: the search, or everything where it is no more. */
static void
test_show (Fixture *self, gconstpointer unused)
{
  GActionGroup *actions = G_ACTION_GROUP (self->app);

  need_row (self, "Second");
  exm_window_set_view (self->window, "activity");
  g_action_group_activate_action (actions, "show-search",
                                  g_variant_new_string ("Second"));
  wait_for_search (self, "\"article 2\"");
  g_assert_cmpstr (exm_window_get_view (self->window), ==, "articles");
  g_action_group_activate_action (actions, "show-search", g_variant_new_string ("Gone"));
  wait_for_search (self, "");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (self->window)), ==, "Exemplar");
  test_gui_need (self->page, GTK_TYPE_LABEL, "Title 20");
}

static void
test_unknown_task (Fixture *self, gconstpointer unused)
{
  gtk_editable_set_text (need_entry (self), "title task:Nowhere");
  test_gui_need (self->page, GTK_TYPE_LABEL, "No task is called “Nowhere”.");
  gtk_editable_set_text (need_entry (self), "title task:00001");
  test_gui_need (self->page, GTK_TYPE_LABEL, "Title 3");
  g_assert_null (
      test_gui_find (self->page, GTK_TYPE_LABEL, "No task is called “Nowhere”."));
}

int
main (int argc, char **argv)
{
  static const char two[] = "First = title\nSecond = \"article 2\"\n";

  test_gui_init (&argc, &argv);
#define ADD(name, text, func)                                                            \
  g_test_add ("/app/searches/" name, Fixture, text, set_up, func, tear_down)
  ADD ("quiet", NULL, test_quiet);
  ADD ("save", NULL, test_save);
  ADD ("menu", two, test_menu);
  ADD ("keyboard", two, test_keyboard);
  ADD ("file", two, test_file);
  ADD ("show", two, test_show);
  ADD ("outputs",
       "First = [to markdown:/srv/texts] [to report:/srv/{date}.docx] [daily 08:00] "
       "title\n",
       test_outputs);
  ADD ("unknown-task", NULL, test_unknown_task);
  return g_test_run ();
}
