/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A method is trained on what an operator called right: by keyboard, with the loss while
 * it learns and a check afterwards, then used and taken back. */

#include "app/inspector/exm-inspector.h"
#include "app/inspector/exm-method-row.h"
#include "app/lab/exm-loss-chart.h"
#include "app/lab/exm-train-dialog.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "store/exm-store-approve.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"
#include "test-site.h"
#include "test-workbench.h"

#include <string.h>

#define N_PAGES 24u

/* Rows of a page that cannot be told apart: many, so that learning takes a while. */
#define N_SAME_ROWS 5000u

typedef enum
{
  FILL_SITE,   /* pages of a site */
  FILL_SAME,   /* pages whose rows are alike, so that learning does not come to an end */
  FILL_NO_BODY /* approved texts that are on no page */
} Fill;

typedef struct
{
  guint n_pages;
  Fill fill;
  const char *model;  /* (nullable): the task's own */
  const char *method; /* (nullable): of the task */
} Setting;

typedef struct
{
  char *folder;            /* (owned) */
  ExmApplication *app;     /* (unowned) */
  ExmWorkbenchPage *page;  /* (unowned) */
  ExmAnalysis *analysis;   /* (unowned) */
  ExmInspector *inspector; /* (unowned) */
  guint n_models;          /* that are waited for */
} Fixture;

static TestSitePage
make_page (Fill fill, guint number)
{
  if (fill != FILL_SAME)
    return test_site_make_page (1, number, 6, TEST_SITE_ENGLISH, TEST_SITE_COMMENTS);
  GString *html = g_string_new (NULL), *body = g_string_new (NULL);
  for (guint i = 0; i < N_SAME_ROWS; i++)
    {
      const char name[] = { (char) ('a' + i / 676), (char) ('a' + i / 26 % 26),
                            (char) ('a' + i % 26), '\0' };
      g_autofree char *row = g_strdup_printf (
          "The %s of %s were seen\n", i % 2 ? "new bridges" : "old harbour", name);
      g_string_append_printf (html, "<p>%s", row);
      if (i % 2)
        g_string_append (body, row);
    }
  return (TestSitePage){ g_string_free (html, FALSE), g_string_free (body, FALSE) };
}

/* An article that the operator called right. */
static void
put_article (ExmStore *store, Fill fill, guint number)
{
  g_auto (TestSitePage) made = make_page (fill, number);
  g_autoptr (GBytes) bytes = g_bytes_new (made.html, strlen (made.html));
  g_autofree char *url = g_strdup_printf ("http://site.example/%u.html", number);
  g_autofree char *hash = test_pages_put (store, bytes, url);
  g_autoptr (ExmArticle) article = exm_article_new (&(ExmArticleFields){
      .task_uid = g_strdup (store_task_uid (1)),
      .task_version = 1,
      .url = g_strdup (url),
      .final_url = g_strdup (url),
      .url_key = g_strdup_printf ("site.example/%u", number),
      .page_hash = g_strdup (hash),
      .collected_usec = STORE_NOW + number * G_TIME_SPAN_SECOND,
      .state = EXM_ARTICLE_GOOD,
      .text = g_strdup (fill == FILL_NO_BODY ? "Words of nobody’s page" : made.body),
      .confidence = .75,
      .template_similarity = -1,
  });
  const ExmArticleCommit commit = { .article = article, .content_hash = hash };
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  exm_store_commit_article (store, &commit, &id, &error);
  g_assert_no_error (error);
  exm_store_approve_article (store, id, STORE_NOW, &error);
  g_assert_no_error (error);
}

static void
fill (Fixture *self, const Setting *setting)
{
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_auto (TestSitePage) made = make_page (FILL_SITE, 99);
  g_autoptr (GBytes) example = g_bytes_new (made.html, strlen (made.html));
  g_autofree char *hash
      = test_pages_put (store, example, "http://site.example/example.html");
  g_autoptr (GError) error = NULL;

  test_pages_add_task (store, 1, hash, NULL);
  for (guint i = 0; i < setting->n_pages; i++)
    put_article (store, setting->fill, i);
  if (setting->model == NULL)
    return;
  g_autoptr (ExmTask) before
      = exm_store_get_task (store, store_task_uid (1), NULL, &error);
  g_auto (ExmTaskFields) fields = { 0 };
  exm_task_fields_copy (before, &fields);
  fields.method = g_strdup (setting->method);
  g_ptr_array_add (fields.models, g_strdup (setting->model));
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  exm_store_update_task (store, task, STORE_NOW, NULL, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer setting)
{
  self->folder = test_folder_new ();
  fill (self, setting);
  self->app = test_gui_start (self->folder);
  self->page = test_workbench_show (self->app);
  self->analysis = exm_workbench_page_get_analysis (self->page);
  self->inspector = EXM_INSPECTOR (test_gui_need (self->page, EXM_TYPE_INSPECTOR, NULL));
  test_workbench_wait_for_result (self->page);
}

static void
tear_down (Fixture *self, gconstpointer setting)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
}

/* Shows bp-net beside the body, as one does with the keyboard. */
static void
open_bp_net (Fixture *self)
{
  exm_inspector_set_tab (self->inspector, "methods");
  test_gui_settle (GTK_WIDGET (self->page));
  test_gui_need (self->inspector, GTK_TYPE_LABEL, "By example, learned");
  /* It stands there by itself where the task goes by it. */
  if (g_strcmp0 (exm_analysis_get_method (self->analysis), "bp-net") != 0)
    {
      GtkWidget *more = test_gui_need (self->inspector, GTK_TYPE_TOGGLE_BUTTON, "more");
      /* Not by the pointer: rows that come meanwhile move it. */
      gtk_widget_grab_focus (more);
      test_keys (GTK_WIDGET (self->page), "space");
      test_gui_wait_until_said (self->inspector, "bp-net · ");
    }
  GtkWidget *title
      = test_gui_need (self->inspector, GTK_TYPE_LABEL, "Net over source lines");
  gtk_widget_grab_focus (gtk_widget_get_ancestor (title, EXM_TYPE_METHOD_ROW));
  test_keys (GTK_WIDGET (self->page), "space");
  test_gui_settle (GTK_WIDGET (self->page));
}

static GtkWidget *
open_dialog (Fixture *self)
{
  open_bp_net (self);
  test_gui_need (self->inspector, GTK_TYPE_LABEL, "The shipped model");
  GtkWidget *train
      = test_gui_need (self->inspector, GTK_TYPE_BUTTON, "Train on Your Articles…");
  gtk_widget_grab_focus (train);
  test_keys (train, "space");
  return GTK_WIDGET (
      test_gui_need_dialog (test_gui_get_window (self->app), EXM_TYPE_TRAIN_DIALOG));
}

static gboolean
has_models (gpointer data)
{
  Fixture *self = data;
  ExmSession *session = exm_window_get_session (test_gui_get_window (self->app));
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (1) };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, &error);

  g_assert_no_error (error);
  return exm_task_get (task)->models->len == self->n_models;
}

static void
wait_for_models (Fixture *self, guint n)
{
  self->n_models = n;
  test_gui_wait_until (has_models, self, "the task");
  test_workbench_wait_for_result (self->page);
}

static gboolean
has_no_dialog (gpointer window)
{
  return test_gui_find_dialog (window, EXM_TYPE_TRAIN_DIALOG) == NULL;
}

static void
test_use (Fixture *self, gconstpointer setting)
{
  ExmWindow *window = test_gui_get_window (self->app);
  GtkWidget *dialog = open_dialog (self);

  test_gui_wait_until_said (dialog, "24 labelled articles");
  test_gui_need (dialog, GTK_TYPE_LABEL,
                 "24 called right or corrected · 0 marked on examples");
  test_gui_need_beginning (dialog, "Enough to try it");
  test_gui_show_people (dialog, "train-ready");
  test_keys (dialog, "Return");
  test_gui_wait_until_said (dialog,
                            "Learned from 20 articles, checked on 4 that were held");
  test_gui_need (dialog, GTK_TYPE_LABEL, "This model");
  test_gui_need (dialog, GTK_TYPE_LABEL, "The shipped model");
  test_gui_need_beginning (dialog, "Learned from 20 articles, checked on 4 that were "
                                   "held back.\nWith so few,");
  test_gui_need (dialog, EXM_TYPE_LOSS_CHART, NULL);
  test_gui_show_people (dialog, "train-result");
  GtkWidget *use = test_gui_need (dialog, GTK_TYPE_BUTTON, "_Use This Model");
  test_gui_need (dialog, GTK_TYPE_BUTTON, "_Keep the Shipped One");
  gtk_widget_grab_focus (use);
  test_keys (dialog, "Return");
  test_gui_wait_until (has_no_dialog, window, "the dialog to go");
  test_pointer_hold_toast (window, "Net over source lines: this task’s own model");
  wait_for_models (self, 1);
  test_gui_wait_until_said (self->inspector, "Trained on 20 of your articles, ");
  test_gui_need (self->inspector, GTK_TYPE_BUTTON, "Back to the Shipped Model");
  g_assert_cmpuint (exm_analysis_get_input (self->analysis)->models->len, ==, 1);
  test_gui_show_people (GTK_WIDGET (window), "train-own-model");

  test_pointer_undo (window, "Net over source lines: this task’s own model");
  wait_for_models (self, 0);
  test_gui_wait_until_said (self->inspector, "The shipped model");
  g_assert_null (
      test_gui_find (self->inspector, GTK_TYPE_BUTTON, "Back to the Shipped Model"));
}

/* Closed, nothing is kept. */
static void
test_keep (Fixture *self, gconstpointer setting)
{
  GtkWidget *dialog = open_dialog (self);

  test_gui_wait_until_said (dialog, "24 labelled articles");
  test_keys (dialog, "Return");
  test_gui_wait_until_said (dialog, "Learned from 20 articles");
  test_keys (dialog, "Escape");
  g_assert_null (
      test_gui_find_dialog (test_gui_get_window (self->app), EXM_TYPE_TRAIN_DIALOG));
  wait_for_models (self, 0);
}

static void
test_stop (Fixture *self, gconstpointer setting)
{
  GtkWidget *dialog = open_dialog (self);

  test_gui_wait_until_said (dialog, "24 labelled articles");
  test_keys (dialog, "Return");
  test_gui_wait_until_said (dialog, "Epoch ");
  test_gui_show_people (dialog, "train-progress");
  /* The keyboard is on the button that stops. */
  test_keys (dialog, "Return");
  test_gui_wait_until_said (dialog, "Stopped: this is the model as it was after epoch ");
  GtkWidget *use = test_gui_need (dialog, GTK_TYPE_BUTTON, "_Use This Model");
  gtk_widget_grab_focus (use);
  test_keys (dialog, "Return");
  wait_for_models (self, 1);
}

static void
test_one_class (Fixture *self, gconstpointer setting)
{
  GtkWidget *dialog = open_dialog (self);

  test_gui_wait_until_said (dialog, "5 labelled articles");
  test_gui_need_beginning (dialog, "Few: about 20");
  test_keys (dialog, "Return");
  test_gui_wait_until_said (dialog, "No line of these pages is body");
  test_gui_need (dialog, GTK_TYPE_LABEL, "Nothing was learned");
  test_gui_show_people (dialog, "train-one-class");
  test_keys (dialog, "Escape");
  g_assert_null (
      test_gui_find_dialog (test_gui_get_window (self->app), EXM_TYPE_TRAIN_DIALOG));
}

static void
test_too_few (Fixture *self, gconstpointer setting)
{
  GtkWidget *dialog = open_dialog (self);

  test_gui_wait_until_said (dialog, "1 labelled article");
  test_gui_need_beginning (dialog, "At least 4 are needed");
  g_assert_false (
      gtk_widget_get_sensitive (test_gui_need (dialog, GTK_TYPE_BUTTON, "_Train")));
  test_gui_show_people (dialog, "train-too-few");
  test_keys (dialog, "Escape");
}

/* It is told, the page is extracted by the program's model, and one click mends it. */
static void
test_damaged (Fixture *self, gconstpointer setting)
{
  static const char told[] = "The task’s own model of bp-net cannot be used";
  ExmWindow *window = test_gui_get_window (self->app);

  test_gui_wait_until_said (window, told);
  g_assert_cmpstr (exm_analysis_get_method (self->analysis), ==, "bp-net");
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), !=, EXM_NONE);
  open_bp_net (self);
  test_gui_wait_until_said (self->inspector, told);
  test_gui_show_people (GTK_WIDGET (window), "train-damaged");
  GtkWidget *back
      = test_gui_need (self->inspector, GTK_TYPE_BUTTON, "Back to the Shipped Model");
  gtk_widget_grab_focus (back);
  test_keys (back, "space");
  wait_for_models (self, 0);
  test_gui_wait_until_said (self->inspector, "The shipped model");
}

static const Setting plenty = { N_PAGES, FILL_SITE, NULL, NULL };
static const Setting endless = { N_PAGES, FILL_SAME, NULL, NULL };
static const Setting nothing = { 5, FILL_NO_BODY, NULL, NULL };
static const Setting one = { 1, FILL_SITE, NULL, NULL };
static const Setting damaged
    = { 2, FILL_SITE, "exemplar-model 1\nmethod bp-net\nabout ", "bp-net" };

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name, setting)                                                               \
  g_test_add ("/app/train/" #name, Fixture, &setting, set_up, test_##name, tear_down)
  ADD (use, plenty);
  ADD (keep, plenty);
  ADD (stop, endless);
  ADD (one_class, nothing);
  ADD (too_few, one);
  ADD (damaged, damaged);
  return g_test_run ();
}
