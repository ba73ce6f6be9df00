/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading one article after the other: what counts as read, stars, tags, the next unread
 * one, and lists sorted and filtered by them. */

#include "app/review/exm-article-reader.h"
#include "app/review/exm-articles-page.h"
#include "app/web/exm-reader-view.h"
#include "store/exm-store-reading.h"

#include "store-fixture.h"
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

/* All but three articles are read; one of these says that it was published last. */
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
  const ExmArticleFilter filter = { 0 };
  g_autoptr (GPtrArray) infos = exm_store_list_articles (store, &filter, &error);
  for (guint i = 0; i < infos->len; i++)
    if (i != 1 && i != 4 && i != 25)
      exm_store_set_unread (store, ((ExmArticleInfo *) infos->pdata[i])->id, FALSE,
                            &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->folder = test_folder_new ();
  fill (self->folder);
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

/* Returns: numbers of the articles that the store lists for @filter, "28 25" */
static char *
list_stored (Fixture *self, const ExmArticleFilter *filter)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  g_autoptr (GPtrArray) infos = exm_store_list_articles (store, filter, &error);
  GString *titles = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < infos->len; i++)
    g_string_append_printf (titles, "%s%s", i > 0 ? " " : "",
                            ((ExmArticleInfo *) infos->pdata[i])->title
                                + strlen ("Title "));
  return g_string_free (titles, FALSE);
}

typedef struct
{
  Fixture *fixture;
  ExmArticleFilter filter;
  const char *expected;
} Wanted;

static gboolean
is_stored (gpointer data)
{
  const Wanted *wanted = data;
  g_autofree char *found = list_stored (wanted->fixture, &wanted->filter);

  return g_str_equal (found, wanted->expected);
}

static void
wait_for_stored (Fixture *self, ExmArticleFilter filter, const char *expected)
{
  Wanted wanted = { self, filter, expected };

  test_gui_wait_until (is_stored, &wanted, expected);
}

typedef struct
{
  Fixture *fixture;
  const char *text;
} Shown;

static gboolean
is_shown (gpointer data)
{
  const Shown *shown = data;
  g_autofree char *text = test_reader_dup_text (shown->fixture->page);

  return text != NULL && strstr (text, shown->text) != NULL;
}

static void
wait_for_text (Fixture *self, const char *text)
{
  Shown shown = { self, text };

  test_gui_wait_until (is_shown, &shown, text);
}

static GtkWidget *
need_label (Fixture *self, const char *text)
{
  return test_gui_need (self->page, GTK_TYPE_LABEL, text);
}

static gboolean
is_gone (gpointer data)
{
  const Shown *shown = data;

  return test_gui_find (shown->fixture->page, GTK_TYPE_LABEL, shown->text) == NULL;
}

static void
wait_for_end_of (Fixture *self, const char *label)
{
  Shown shown = { self, label };

  test_gui_wait_until (is_gone, &shown, label);
}

static const ExmArticleFilter unread = { .unread = TRUE };

/* An article that is shown for a moment is read; what a person calls unread stays so. */
static void
test_read (Fixture *self, gconstpointer unused)
{
  test_pointer_click (need_label (self, "Title 28"));
  wait_for_text (self, "Body of article 28.");
  wait_for_stored (self, unread, "25 4");
  test_keys (GTK_WIDGET (self->page), "u");
  wait_for_stored (self, unread, "28 25 4");
  test_keys (GTK_WIDGET (self->page), "u");
  wait_for_stored (self, unread, "25 4");
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  wait_for_stored (self, unread, "28 25 4");
  test_keys (GTK_WIDGET (self->page), "u");
  wait_for_stored (self, unread, "25 4");
}

/* To the next unread one, which is read by going on, and to the top again. */
static void
test_next_unread (Fixture *self, gconstpointer unused)
{
  test_pointer_click (need_label (self, "Title 29"));
  wait_for_text (self, "Body of article 29.");
  test_keys (GTK_WIDGET (self->page), "n");
  wait_for_text (self, "Body of article 28.");
  test_keys (GTK_WIDGET (self->page), "n");
  wait_for_text (self, "Body of article 25.");
  wait_for_stored (self, unread, "4");
  /* The page is short: Space goes on to the next one. */
  test_keys (GTK_WIDGET (self->page), "space");
  wait_for_text (self, "Body of article 4.");
  wait_for_stored (self, unread, "");
  test_keys (GTK_WIDGET (self->page), "n");
  test_gui_need (self->window, GTK_TYPE_LABEL, "No unread articles are left");
}

static void
test_star_and_tag (Fixture *self, gconstpointer unused)
{
  test_pointer_click (need_label (self, "Title 28"));
  wait_for_text (self, "Body of article 28.");
  test_keys (GTK_WIDGET (self->page), "s");
  wait_for_stored (self, (ExmArticleFilter){ .starred = TRUE }, "28");
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  wait_for_stored (self, (ExmArticleFilter){ .starred = TRUE }, "");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Undone: a star added");
  test_keys (GTK_WIDGET (self->page), "s");
  wait_for_stored (self, (ExmArticleFilter){ .starred = TRUE }, "28");
  test_keys (GTK_WIDGET (self->page), "t");
  GtkWidget *entry = test_gui_need (self->page, GTK_TYPE_ENTRY, "entry");
  gtk_editable_set_text (GTK_EDITABLE (entry), "to  read");
  g_signal_emit_by_name (entry, "activate");
  wait_for_stored (self, (ExmArticleFilter){ .tag = "to read" }, "28");
  need_label (self, "to read");
  GtkWidget *check = test_gui_need (self->page, GTK_TYPE_CHECK_BUTTON, "to read");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), FALSE);
  wait_for_stored (self, (ExmArticleFilter){ .tag = "to read" }, "");
  test_gui_show_people (GTK_WIDGET (self->window), "reading-marks");
}

static void
change (Fixture *self, const char *action, GVariant *value)
{
  g_autoptr (GVariant) owned = value != NULL ? g_variant_ref_sink (value) : NULL;

  g_assert_true (
      gtk_widget_activate_action_variant (GTK_WIDGET (self->page), action, owned));
}

static guint
count_rows (Fixture *self)
{
  GtkWidget *view = test_gui_need (self->page, GTK_TYPE_LIST_VIEW, NULL);

  return g_list_model_get_n_items (
      G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (view))));
}

static gboolean
has_three_rows (gpointer data)
{
  return count_rows (data) == 3;
}

static gboolean
has_all_rows (gpointer data)
{
  return count_rows (data) == N_ARTICLES;
}

/* Filters are chips that can be taken away; where they leave nothing, that is said. */
static void
test_filters (Fixture *self, gconstpointer unused)
{
  need_label (self, "Title 29");
  change (self, "list.unread", NULL);
  wait_for_end_of (self, "Title 29");
  need_label (self, "Title 4");
  need_label (self, "Export 3 Articles…");
  test_gui_show_people (GTK_WIDGET (self->window), "reading-filters");
  /* The article that is read stays until another one is. */
  test_gui_wait_until (has_three_rows, self, "the rows of before to go");
  test_gui_settle (GTK_WIDGET (self->window));
  change (self, "page.next", NULL);
  wait_for_text (self, "Body of article 28.");
  wait_for_stored (self, unread, "25 4");
  need_label (self, "Title 28");
  change (self, "page.next", NULL);
  wait_for_stored (self, unread, "4");
  wait_for_end_of (self, "Title 28");
  change (self, "list.state", g_variant_new_string ("empty"));
  need_label (self, "No articles match the filters");
  need_label (self, "No Text Found, Unread");
  test_gui_need (self->page, GTK_TYPE_BUTTON, "_Clear Filters");
  change (self, "list.clear", NULL);
  test_gui_wait_until (has_all_rows, self, "all rows");
  change (self, "list.date", g_variant_new_string ("2026-01-01/2026-01-01"));
  need_label (self, "2026-01-01 to 2026-01-01");
  change (self, "list.date", g_variant_new_string ("today"));
  need_label (self, "No articles match the filters");
  change (self, "list.clear", NULL);
  test_gui_wait_until (has_all_rows, self, "all rows");
}

/* By publication: that is kept, and the days are those of the pages. */
static void
test_sort (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  g_autoptr (ExmArticle) article = store_article_new (store_task_uid (1), 29, NULL);

  exm_metadata_set (exm_article_get (article)->metadata, EXM_FIELD_PUBLISHED,
                    EXM_ORIGIN_JSON_LD, "2025-12-30");
  exm_store_replace_article (store, article, "hash", &error);
  g_assert_no_error (error);
  need_label (self, "Title 29");
  change (self, "list.articles-sort", g_variant_new_string ("published"));
  need_label (self, "Title 28");
  test_gui_wait_until (has_all_rows, self, "all rows");
  gtk_widget_activate_action (test_gui_need (self->page, GTK_TYPE_LIST_VIEW, NULL),
                              "list.scroll-to-item", "u", N_ARTICLES - 1);
  need_label (self, "Tuesday, 30 December 2025");
  change (self, "list.articles-sort", g_variant_new_string ("collected"));
  need_label (self, "Title 29");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/app/reading/read", test_read },
    { "/app/reading/next-unread", test_next_unread },
    { "/app/reading/star-and-tag", test_star_and_tag },
    { "/app/reading/filters", test_filters },
    { "/app/reading/sort", test_sort },
  };

  test_gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
