/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The view of articles: reading, searching, exporting, approving, deleting and undoing.
 */

#include "app/reading/exm-article-clip.h"
#include "app/review/exm-article-reader.h"
#include "app/review/exm-articles-page.h"
#include "app/web/exm-reader-view.h"
#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-bidi.h"
#include "store/db/exm-statement.h"
#include "store/exm-store-ask.h"

#include "store-fixture.h"
#include "task/exm-output-format.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"
#include "test-reader.h"

#include <string.h>

#define N_ARTICLES 30u

typedef struct
{
  char *folder;          /* (owned) */
  ExmApplication *app;   /* (owned) */
  ExmWindow *window;     /* (unowned) */
  ExmArticlesPage *page; /* (unowned) */
} Fixture;

/* When the store was filled: STORE_NOW is long ago, so that days have their dates. */
static void
fill (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (ExmTask) task = store_task_new (1);

  g_assert_no_error (error);
  exm_store_add_task (store, task, STORE_NOW, &error);
  g_assert_no_error (error);
  exm_store_set_paused (store, store_task_uid (1), TRUE, &error);
  store_fill (store, store_task_uid (1), 0, N_ARTICLES);
}

/* One more article, which was sent to the output and had no answer. */
static void
fill_perhaps (const char *folder, const char *output_key)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (GBytes) bytes = store_page_bytes (N_ARTICLES);
  const ExmStoredPage page = { .url = (char *) "http://site.example/30.html",
                               .final_url = (char *) "http://site.example/30.html",
                               .status = 200,
                               .fetched_usec = STORE_NOW };
  const ExmCommitOutput output = { .key = output_key };
  g_autofree char *hash = NULL;
  gint64 id = 0;

  g_assert_no_error (error);
  g_assert_true (exm_store_put_page (store, bytes, &page, &hash, &error));
  g_autoptr (ExmArticle) article
      = store_article_new (store_task_uid (1), N_ARTICLES, hash);
  const ExmArticleCommit commit
      = { .article = article, .content_hash = hash, .outputs = &output, .n_outputs = 1 };
  g_assert_true (exm_store_commit_article (store, &commit, &id, &error));
  g_autoptr (GPtrArray) sent = exm_store_list_publications (store, id, &error);
  g_assert_cmpuint (sent->len, ==, 1);
  g_assert_true (exm_store_ask (store, sent, &error));
  const ExmPublication *publication = g_ptr_array_index (sent, 0);
  g_assert_true (
      exm_store_end_asking (store, publication->id, TRUE, 0, "No answer.", NULL, &error));
}

static void
set_up (Fixture *self, gconstpointer output_key)
{
  self->folder = test_folder_new ();
  fill (self->folder);
  if (output_key != NULL)
    fill_perhaps (self->folder, output_key);
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

static void
assert_label (gpointer widget, const char *label)
{
  g_autofree char *wrong = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label);

  g_assert_null (wrong);
}

static GtkWidget *
need_label (Fixture *self, const char *text)
{
  return test_gui_need (self->page, GTK_TYPE_LABEL, text);
}

static gboolean
is_gone (gpointer data)
{
  Fixture *self = data;

  return test_gui_find (self->page, GTK_TYPE_LABEL, "Title 29") == NULL;
}

/* The article's text, once it has come. */
static gboolean
has_text (gpointer data)
{
  g_autofree char *text = test_reader_dup_text (((Fixture *) data)->page);

  return text != NULL && *text != '\0';
}

static gboolean
has_28 (gpointer data)
{
  g_autofree char *text = test_reader_dup_text (((Fixture *) data)->page);

  return text != NULL && strstr (text, "Body of article 28.") != NULL;
}

static gboolean
has_27 (gpointer data)
{
  g_autofree char *text = test_reader_dup_text (((Fixture *) data)->page);

  return text != NULL && strstr (text, "Body of article 27.") != NULL;
}

static void
test_read (Fixture *self, gconstpointer unused)
{
  need_label (self, "Choose an Article to Read");
  test_pointer_click (need_label (self, "Title 28"));
  test_gui_wait_until (has_28, self, "the article's text");
  g_assert_null (test_gui_find (self->page, GTK_TYPE_BUTTON, "_Looks Right"));
  GtkWidget *view = test_gui_need (self->page, EXM_TYPE_READER_VIEW, NULL);
  assert_label (gtk_widget_get_first_child (view), "Text of the article");
  assert_label (test_gui_need (self->page, GTK_TYPE_LIST_VIEW, NULL), "Articles");
  test_keys (GTK_WIDGET (self->page), "j");
  test_gui_wait_until (has_27, self, "the next article");
  test_keys (GTK_WIDGET (self->page), "k");
  test_gui_wait_until (has_28, self, "the article before");
}

static void
test_search (Fixture *self, gconstpointer unused)
{
  need_label (self, "Title 29");
  test_keys (GTK_WIDGET (self->page), "ctrl+f");
  test_type (GTK_WIDGET (self->page), "title 1");
  need_label (self, "Export 11 Articles…");
  test_gui_wait_until (is_gone, self, "the rows of before to go");
  test_type (GTK_WIDGET (self->page), "x");
  need_label (self, "No articles match “title 1x”");
  g_assert_null (test_gui_find (self->page, GTK_TYPE_LABEL, "Export 0 Articles…"));
  g_assert_null (test_gui_find (self->page, GTK_TYPE_LABEL, "Choose an Article to Read"));
  /* Nothing is left blank for an article that is not there. */
  test_gui_settle (GTK_WIDGET (self->page));
  GtkWidget *list = test_gui_need (self->page, GTK_TYPE_WIDGET, "list_pane");
  g_assert_cmpint (gtk_widget_get_width (list), ==,
                   gtk_widget_get_width (GTK_WIDGET (self->page)));
  test_gui_show_people (GTK_WIDGET (self->page), "articles-no-match");
  assert_label (test_gui_need (self->page, GTK_TYPE_SEARCH_ENTRY, NULL),
                "Search titles and texts");
}

static gboolean
has_snippet (gpointer data)
{
  Fixture *self = data;

  return test_gui_find (self->page, GTK_TYPE_LABEL, "第28篇文章。Body of article 28.")
         != NULL;
}

static gboolean
has_marks (gpointer data)
{
  GtkWidget *label = test_gui_find (((Fixture *) data)->page, GTK_TYPE_LABEL,
                                    "第28篇文章。Body of article 28.");

  return label != NULL && gtk_label_get_attributes (GTK_LABEL (label)) != NULL;
}

/* Texts are searched too; rows show where; what is no query is said below it. */
static void
test_search_texts (Fixture *self, gconstpointer unused)
{
  need_label (self, "Title 29");
  test_keys (GTK_WIDGET (self->page), "ctrl+f");
  /* Chinese comes from an input method, not from keys. */
  GtkEditable *search
      = GTK_EDITABLE (test_gui_need (self->page, GTK_TYPE_SEARCH_ENTRY, NULL));
  gtk_editable_set_text (search, "文章 28");
  gtk_editable_set_position (search, -1);
  test_type (GTK_WIDGET (self->page), " after:soon");
  need_label (self,
              "“soon” is no date: write 2026-03-31, 2026-03 or 2026. It is searched "
              "for as words.");
  need_label (self, "No articles match “文章 28 after:soon”");
  for (guint i = 0; i < strlen (" after:soon"); i++)
    test_keys (GTK_WIDGET (self->page), "BackSpace");
  test_gui_wait_until (has_snippet, self, "the place in the text");
  test_gui_wait_until (has_marks, self, "its marks");
  need_label (self, "Export 1 Article…");
  test_pointer_click (need_label (self, "Title 28"));
  test_gui_wait_until (has_28, self, "the article's text");
  test_keys (GTK_WIDGET (self->page), "F3");
  test_keys (GTK_WIDGET (self->page), "ctrl+g");
  test_gui_show_people (GTK_WIDGET (self->page), "articles-found");
}

/* A task that has none: said once, and nothing to search or to export. */
static void
test_empty (Fixture *self, gconstpointer unused)
{
  need_label (self, "Title 29");
  exm_screen_set_task (EXM_SCREEN (self->page), "00000000000000000000000000000099");
  need_label (self, "No articles yet");
  g_assert_null (test_gui_find (self->page, GTK_TYPE_SEARCH_ENTRY, NULL));
  g_assert_null (test_gui_find (self->page, GTK_TYPE_LABEL, "Export 0 Articles…"));
  g_assert_null (test_gui_find (self->page, GTK_TYPE_LABEL, "Choose an Article to Read"));
  exm_screen_set_task (EXM_SCREEN (self->page), NULL);
  need_label (self, "Export 30 Articles…");
  need_label (self, "Choose an Article to Read");
}

static void
test_approve (Fixture *self, gconstpointer unused)
{
  need_label (self, "Export 30 Articles…");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_TOGGLE_BUTTON, "To review"));
  need_label (self, "Export 6 Articles…");
  test_pointer_click (need_label (self, "Title 29"));
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Looks Right"));
  need_label (self, "Export 5 Articles…");
  test_gui_wait_until (is_gone, self, "the article to be reviewed no more");
}

static gboolean
are_all_listed (gpointer data)
{
  return g_list_model_get_n_items (data) == N_ARTICLES;
}

/* The last of those to review, and nothing else. */
static gboolean
is_last_selected (gpointer data)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (data);

  return g_list_model_get_n_items (data) == 6 && gtk_bitset_get_size (selected) == 1
         && gtk_bitset_get_minimum (selected) == 5;
}

static gboolean
is_read (gpointer data)
{
  GtkWidget *reader
      = test_gui_find (((Fixture *) data)->page, EXM_TYPE_ARTICLE_READER, NULL);

  return reader != NULL && test_gui_find (reader, GTK_TYPE_LABEL, "Title 4") != NULL;
}

static gboolean
is_second_read (gpointer data)
{
  GtkWidget *reader
      = test_gui_find (((Fixture *) data)->page, EXM_TYPE_ARTICLE_READER, NULL);

  return reader != NULL && test_gui_find (reader, GTK_TYPE_LABEL, "Title 28") != NULL;
}

/* Keeps the article that is read if other articles are asked for and it is among them,
 * however much changes around it. */
static void
test_kept (Fixture *self, gconstpointer unused)
{
  GtkListView *view
      = GTK_LIST_VIEW (test_gui_need (self->page, GTK_TYPE_LIST_VIEW, NULL));
  GtkSelectionModel *model = gtk_list_view_get_model (view);

  test_gui_wait_until (are_all_listed, model, "all articles");
  /* Every fifth waits; this is the last one. */
  gtk_selection_model_select_item (model, 25, TRUE);
  test_gui_wait_until (is_read, self, "the last article");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_TOGGLE_BUTTON, "To review"));
  test_gui_wait_until (is_last_selected, model, "it among those to review");
  test_gui_settle (GTK_WIDGET (self->page));
  g_assert_true (is_last_selected (model));
  test_gui_wait_until (is_read, self, "the same article");
}

static void
test_delete (Fixture *self, gconstpointer unused)
{
  test_pointer_click (need_label (self, "Title 29"));
  test_gui_wait_until (has_text, self, "the article's text");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "Delete"));
  test_gui_wait_until (is_gone, self, "the article to go");
  need_label (self, "Export 29 Articles…");
  test_pointer_undo (self->window, "1 article deleted");
  need_label (self, "Title 29");
  need_label (self, "Export 30 Articles…");
}

static void
delete_first (Fixture *self)
{
  test_pointer_click (need_label (self, "Title 29"));
  test_gui_wait_until (has_text, self, "the article's text");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "Delete"));
  test_gui_wait_until (is_gone, self, "the article to go");
}

/* Ctrl+Z brings back deleted articles, and says so; in another list it does nothing. */
static void
test_undo_of_list (Fixture *self, gconstpointer unused)
{
  GtkWidget *list = test_gui_need (self->page, GTK_TYPE_LIST_VIEW, NULL);

  delete_first (self);
  gtk_widget_grab_focus (list);
  test_keys (GTK_WIDGET (self->page), "ctrl+z");
  need_label (self, "Title 29");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Undone: 1 article deleted");

  delete_first (self);
  exm_window_set_task_uid (self->window, NULL);
  gtk_widget_grab_focus (list);
  test_keys (GTK_WIDGET (self->page), "ctrl+z");
  need_label (self, "Export 29 Articles…");
  g_assert_true (is_gone (self));
}

static GtkWidget *
find_dialog_label (const char *label)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    {
      GtkWidget *button = ADW_IS_MESSAGE_DIALOG (item->data)
                              ? test_gui_find (item->data, GTK_TYPE_BUTTON, label)
                              : NULL;
      if (button != NULL)
        return button;
    }
  return NULL;
}

static gboolean
is_asked (gpointer label)
{
  return find_dialog_label (label) != NULL;
}

static ExmTask *
read_task (Fixture *self)
{
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->folder);
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (1) };

  return exm_store_reader_read (reader, &query, NULL, NULL);
}

/* Tells whether the task leaves something out. */
static gboolean
excludes (gpointer data)
{
  g_autoptr (ExmTask) task = read_task (data);

  return task != NULL && exm_task_get (task)->exclude->len > 0;
}

static gboolean
excludes_nothing (gpointer data)
{
  g_autoptr (ExmTask) task = read_task (data);

  return task != NULL && exm_task_get (task)->exclude->len == 0;
}

static void
ask_about (Fixture *self, const char *title, const char *label)
{
  test_pointer_click (need_label (self, title));
  test_gui_wait_until (has_text, self, "the article's text");
  gtk_widget_activate_action (GTK_WIDGET (self->page), "articles.dismiss", NULL);
  test_gui_wait_until (is_asked, (gpointer) label, "the question");
}

/* Tells what is left out before; Undo brings it all back, by the toast and by keys. */
static void
test_dismiss (Fixture *self, gconstpointer unused)
{
  const char *label = "_Leave Out Addresses Like This (30)";

  ask_about (self, "Title 29", label);
  g_assert_nonnull (find_dialog_label ("_Only This Address"));
  test_gui_show_people (
      gtk_widget_get_ancestor (find_dialog_label (label), ADW_TYPE_MESSAGE_DIALOG),
      "articles-dismiss");
  gtk_widget_activate (find_dialog_label (label));
  test_gui_wait_until (is_gone, self, "the article to go");
  test_gui_wait_until (excludes, self, "the exclusion");
  g_assert_null (test_gui_find (self->page, GTK_TYPE_LABEL, "Title 12"));
  test_pointer_undo (self->window, "30 articles and addresses like these are left out");
  test_gui_wait_until (excludes_nothing, self, "the exclusion to go");
  need_label (self, "Title 29");
  need_label (self, "Export 30 Articles…");

  ask_about (self, "Title 29", "_Only This Address");
  gtk_widget_activate (find_dialog_label ("_Only This Address"));
  test_gui_wait_until (is_gone, self, "the article to go");
  need_label (self, "Export 29 Articles…");
  test_gui_wait_until (excludes, self, "the exclusion");
  need_label (self, "Title 28");
  test_gui_need (self->window, GTK_TYPE_LABEL, "1 article and its address are left out");
  test_keys (GTK_WIDGET (self->page), "ctrl+z");
  test_gui_wait_until (excludes_nothing, self, "the exclusion to go");
  need_label (self, "Title 29");
  need_label (self, "Export 30 Articles…");

  /* A mark since then is no reason not to bring it back. */
  ask_about (self, "Title 29", "_Only This Address");
  gtk_widget_activate (find_dialog_label ("_Only This Address"));
  test_gui_wait_until (is_gone, self, "the article to go");
  test_gui_wait_until (excludes, self, "the exclusion");
  test_pointer_click (need_label (self, "Title 28"));
  test_keys (GTK_WIDGET (self->page), "s");
  test_pointer_undo (self->window, "1 article and its address are left out");
  test_gui_wait_until (excludes_nothing, self, "the exclusion to go");
  need_label (self, "Title 29");
}

/* Offers the actions on several articles below the list if there is no room for the
 * reader, which has those on one. */
static void
test_many_narrow (Fixture *self, gconstpointer unused)
{
  gtk_window_set_default_size (GTK_WINDOW (self->window), 740, 800);
  test_gui_settle (GTK_WIDGET (self->window));
  need_label (self, "Export 30 Articles…");
  test_pointer_click (need_label (self, "Title 29"));
  g_assert_null (test_gui_find (self->page, GTK_TYPE_BUTTON, "_Delete"));
  test_keys (GTK_WIDGET (self->page), "shift+Down");
  need_label (self, "Export 2 Articles…");
  test_gui_need (self->page, GTK_TYPE_BUTTON, "_Looks Right");
  test_gui_show_people (GTK_WIDGET (self->page), "articles-many-narrow");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Delete"));
  test_gui_need (self->window, GTK_TYPE_LABEL, "2 articles deleted");
  need_label (self, "Export 28 Articles…");
}

/* When a task runs next is told by the same words. */
static void
test_when (Fixture *self, gconstpointer unused)
{
  gint64 now = g_get_real_time ();
  g_autofree char *today = exm_article_words_when (now);
  g_autofree char *tomorrow = exm_article_words_when (now + G_TIME_SPAN_DAY);
  g_autofree char *later = exm_article_words_when (now + 3 * G_TIME_SPAN_DAY);

  g_assert_true (g_str_has_prefix (today, "Today "));
  g_assert_true (g_str_has_prefix (tomorrow, "Tomorrow "));
  g_assert_true (g_regex_match_simple ("^[0-9]{4}-[0-9]{2}-[0-9]{2} ", later, 0, 0));
  g_autofree char *inside = exm_article_words_when_inside (now);
  g_autofree char *inside_later
      = exm_article_words_when_inside (now + 3 * G_TIME_SPAN_DAY);
  g_assert_true (g_str_has_prefix (inside, "today "));
  g_assert_cmpstr (inside_later, ==, later);
  g_autofree char *due = exm_article_words_when_due (now);
  g_autofree char *due_tomorrow = exm_article_words_when_due (now + G_TIME_SPAN_DAY);
  g_assert_true (g_str_has_suffix (today, due));
  g_assert_true (g_regex_match_simple ("^[0-9]{1,2}:[0-9]{2}$", due, 0, 0));
  g_assert_true (g_str_has_prefix (due_tomorrow, "tomorrow "));
}

/* Gives an article a field. */
static void
put_field (Fixture *self, const char *title, ExmField field, const char *value)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  g_assert_no_error (error);
  exm_db_run (db,
              "INSERT INTO article_field SELECT id, ?, ? FROM article WHERE title = ?",
              EXM_VALUES (EXM_TEXT (exm_field_get_name (field)), EXM_TEXT (value),
                          EXM_TEXT (title)),
              &error);
  g_assert_no_error (error);
}

/* Counts the articles of a folder's table. */
static guint
count_rows (const char *folder)
{
  g_autofree char *file = g_build_filename (folder, "articles.csv", NULL);
  g_autofree char *text = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  for (const char *p = strstr (text, "Title "); p != NULL; p = strstr (p + 1, "Title "))
    n++;
  return n;
}

static void
test_export_reserved (Fixture *self, gconstpointer unused)
{
  g_autofree char *some = g_build_filename (self->folder, "some", NULL);
  g_autofree char *all = g_build_filename (self->folder, "all", NULL);

  put_field (self, "Title 28", EXM_FIELD_TDM, "reserved");
  test_pointer_click (need_label (self, "Title 29"));
  test_keys (GTK_WIDGET (self->page), "shift+Down shift+Down");
  need_label (self, "3 articles selected");
  exm_articles_page_export (self->page, some, EXM_OUTPUT_CSV, FALSE);
  test_gui_need (self->window, GTK_TYPE_LABEL,
                 "2 articles exported, 1 reserved left out");
  g_assert_cmpuint (count_rows (some), ==, 2);
  exm_articles_page_export (self->page, all, EXM_OUTPUT_CSV, TRUE);
  test_gui_need (self->window, GTK_TYPE_LABEL, "3 articles exported");
  g_assert_cmpuint (count_rows (all), ==, 3);
}

/* Fields with their origins, and what page and site reserve, or that they do not. */
static void
test_fields (Fixture *self, gconstpointer unused)
{
  put_field (self, "Title 28", EXM_FIELD_KEYWORDS, "books, city");
  put_field (self, "Title 28", EXM_FIELD_TDM, "reserved");
  test_pointer_click (need_label (self, "Title 29"));
  test_gui_wait_until (has_text, self, "the article's text");
  GtkMenuButton *button = GTK_MENU_BUTTON (
      test_gui_need (self->page, GTK_TYPE_MENU_BUTTON, "fields_button"));
  GtkPopover *popover = gtk_menu_button_get_popover (button);
  gtk_menu_button_popup (button);
  g_assert_nonnull (test_gui_find (popover, GTK_TYPE_LABEL, "Title 29"));
  g_assert_true (gtk_widget_get_visible (
      test_gui_need (popover, GTK_TYPE_LABEL, "Page and site declare nothing.")));
  gtk_menu_button_popdown (button);

  test_keys (GTK_WIDGET (self->page), "j");
  test_gui_wait_until (is_second_read, self, "the next article");
  gtk_menu_button_popup (button);
  g_assert_nonnull (test_gui_find (popover, GTK_TYPE_LABEL, "books, city"));
  g_assert_nonnull (test_gui_find (popover, GTK_TYPE_LABEL, "text of the page"));
  g_assert_nonnull (
      test_gui_find (popover, GTK_TYPE_LABEL, "Reserved: left out of exports"));
  g_assert_null (test_gui_find (popover, GTK_TYPE_LABEL, "Title 29"));
  gtk_menu_button_popdown (button);
}

static void
test_export (Fixture *self, gconstpointer unused)
{
  g_autofree char *folder = g_build_filename (self->folder, "out", NULL);
  g_autofree char *file = g_build_filename (folder, "articles.csv", NULL);
  g_autofree char *text = NULL;

  need_label (self, "Export 30 Articles…");
  test_pointer_click (need_label (self, "Title 29"));
  test_keys (GTK_WIDGET (self->page), "shift+Down shift+Down");
  need_label (self, "3 articles selected");
  need_label (self, "Export 3 Articles…");
  exm_articles_page_export (self->page, folder, EXM_OUTPUT_CSV, FALSE);
  test_gui_need (self->window, GTK_TYPE_LABEL, "3 articles exported");
  test_gui_need (self->window, GTK_TYPE_BUTTON, "Open Folder");
  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "Title 27"));
  g_assert_null (strstr (text, "Title 26"));

  /* The dialog that asks for the folder has no empty list of kinds of files. */
  gtk_widget_activate_action (GTK_WIDGET (self->page), "articles.export", NULL);
  GtkWindow *dialog = test_gui_need_dialog (self->window, GTK_TYPE_FILE_CHOOSER_DIALOG);
  test_gui_show_people (GTK_WIDGET (dialog), "export-folder");
  g_assert_nonnull (gtk_file_chooser_get_filter (GTK_FILE_CHOOSER (dialog)));
  gtk_window_close (dialog);
}

/* Whose an article is, is said where no site says it, in a list of several tasks. */
static void
test_nameless (Fixture *self, gconstpointer unused)
{
  exm_window_set_task_uid (self->window, NULL);
  exm_window_set_view (self->window, "articles");
  test_pointer_click (need_label (self, "Title 28"));
  GtkWidget *list = test_gui_need (self->page, GTK_TYPE_LIST_VIEW, NULL);
  const char *said = test_gui_need_beginning (list, "Task 00001");
  g_assert_null (strstr (said, "http"));
  exm_window_set_task_uid (self->window, store_task_uid (1));
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_need_beginning (list, "http://site.example/");
}

/* A title begins on the side from which it is read, as its article does. */
static void
test_sides (Fixture *self, gconstpointer unused)
{
  GtkWidget *label = g_object_ref_sink (gtk_label_new ("أخبار المدينة"));

  exm_bidi_align (GTK_LABEL (label));
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (label)), ==, 1);
  gtk_widget_set_direction (label, GTK_TEXT_DIR_RTL);
  exm_bidi_align (GTK_LABEL (label));
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (label)), ==, 0);
  gtk_label_set_label (GTK_LABEL (label), "News of the town");
  exm_bidi_align (GTK_LABEL (label));
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (label)), ==, 1);
  g_object_unref (label);
}

/* It says what became of the article, and sends it again when it is asked. */
static void
test_delivery (Fixture *self, gconstpointer unused)
{
  test_pointer_click (need_label (self, "Title 28"));
  test_gui_wait_until (has_28, self, "the article's text");
  g_assert_null (test_gui_find (self->page, GTK_TYPE_BUTTON, "Send Again"));
  test_pointer_click (need_label (self, "Title 30"));
  GtkWidget *label = need_label (self, "Slack, desk: perhaps delivered");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (label), ==, "No answer.");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "Send Again"));
  need_label (self, "Slack, desk: waits to be sent");
}

typedef struct
{
  GOutputStream *stream; /* (owned) */
  gboolean done;
} Reading;

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  Reading *reading = data;
  g_autoptr (GError) error = NULL;

  gdk_content_provider_write_mime_type_finish (GDK_CONTENT_PROVIDER (source), result,
                                               &error);
  g_assert_no_error (error);
  reading->done = TRUE;
}

static gboolean
is_done (gpointer data)
{
  return ((const Reading *) data)->done;
}

/* Returns: (transfer full): what another program would get */
static char *
read_clipboard (Fixture *self, const char *type)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self->page));
  Reading reading = { g_memory_output_stream_new_resizable (), FALSE };

  gdk_content_provider_write_mime_type_async (gdk_clipboard_get_content (clipboard), type,
                                              reading.stream, G_PRIORITY_DEFAULT, NULL,
                                              on_written, &reading);
  test_gui_wait_until (is_done, &reading, type);
  g_autoptr (GOutputStream) stream = reading.stream;
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  return g_strndup (g_memory_output_stream_get_data (memory),
                    g_memory_output_stream_get_data_size (memory));
}

/* An article is copied as the page that exporting it makes, and as text. */
static void
test_copy (Fixture *self, gconstpointer unused)
{
  test_pointer_click (need_label (self, "Title 29"));
  test_gui_wait_until (has_text, self, "the text");
  GtkWidget *widget = test_gui_need (self->page, EXM_TYPE_ARTICLE_READER, NULL);
  ExmArticle *article = exm_article_reader_get_article (EXM_ARTICLE_READER (widget));
  g_assert_nonnull (article);
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->page), "articles.copy", NULL));
  test_gui_need (self->window, GTK_TYPE_LABEL, "Article copied");
  g_autofree char *html = read_clipboard (self, "text/html");
  g_autofree char *expected = exm_article_clip_make_html (article, NULL);
  g_assert_cmpstr (html, ==, expected);
  g_assert_nonnull (strstr (html, "<h1>Title 29</h1>"));
  g_assert_null (strstr (html, "http-equiv"));
  g_auto (GValue) value = G_VALUE_INIT;
  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (
      gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (self->page))),
      &value, NULL));
  const char *text = g_value_get_string (&value);
  g_assert_true (g_str_has_prefix (text, "Title 29\n\n"));
}

static GPtrArray *
list_one (const ExmArticle *article, gpointer data, GError **error)
{
  GPtrArray *pictures
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_picture_free);
  ExmArticlePicture *picture = g_new0 (ExmArticlePicture, 1);

  picture->address = g_strdup ("https://a.example/one.png");
  picture->hash = g_strdup ("0123");
  picture->type = g_strdup ("image/png");
  picture->n_bytes = 3;
  g_ptr_array_add (pictures, picture);
  return pictures;
}

static GBytes *
load_one (const char *hash, gpointer data, GError **error)
{
  g_assert_cmpstr (hash, ==, "0123");
  return g_bytes_new_static ("png", 3);
}

/* Pictures that are kept are within, since they may be gone from the web; others keep
 * their addresses. */
static void
test_copy_pictures (void)
{
  const ExmPictureSource source = { .list = list_one, .load = load_one };
  g_auto (ExmArticleFields) fields = {
    .url = g_strdup ("https://a.example/1"),
    .url_key = g_strdup ("https://a.example/1"),
    .metadata = exm_metadata_new (),
    .html = g_strdup ("<h2>Part</h2><p><img src=\"https://a.example/one.png\" alt=\"\">"
                      "<img src=\"https://a.example/two.png\" alt=\"\"></p>"),
  };
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  g_autofree char *html = exm_article_clip_make_html (article, &source);

  g_assert_nonnull (strstr (html, "<img src=\"data:image/png;base64,cG5n\""));
  g_assert_nonnull (strstr (html, "<img src=\"https://a.example/two.png\""));
  g_assert_nonnull (strstr (html, "<h2>Part</h2>"));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/app/articles/read", test_read },
    { "/app/articles/search", test_search },
    { "/app/articles/search-texts", test_search_texts },
    { "/app/articles/approve", test_approve },
    { "/app/articles/delete", test_delete },
    { "/app/articles/undo-of-list", test_undo_of_list },
    { "/app/articles/dismiss", test_dismiss },
    { "/app/articles/fields", test_fields },
    { "/app/articles/export", test_export },
    { "/app/articles/export-reserved", test_export_reserved },
    { "/app/articles/nameless", test_nameless },
    { "/app/articles/sides", test_sides },
    { "/app/articles/copy", test_copy },
    { "/app/articles/empty", test_empty },
    { "/app/articles/many-narrow", test_many_narrow },
    { "/app/articles/when", test_when },
    { "/app/articles/kept", test_kept },
  };

  test_gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  g_test_add_func ("/app/articles/copy-pictures", test_copy_pictures);
  g_test_add ("/app/articles/delivery", Fixture, "slack\ndesk\n", set_up, test_delivery,
              tear_down);
  return g_test_run ();
}
