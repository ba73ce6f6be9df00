/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-queue.h"

#include "app/review/exm-article-reader.h"
#include "app/shell/exm-scope-list.h"
#include "app/shell/exm-scope-row.h"
#include "app/web/exm-page-pane.h"

#include "task/exm-output-format.h"
#include "test-folder.h"
#include "test-pointer.h"

#include <string.h>

#define TEMPLATE "{title}"

static void
add_task (TestQueue *self, ExmStore *store, guint number, const char *example)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) plain = store_task_new (number);
  g_autoptr (GError) error = NULL;

  exm_task_fields_copy (plain, &fields);
  fields.paused = TRUE;
  g_array_index (fields.examples, ExmTaskExample, 0).page_hash = g_strdup (example);
  g_array_set_size (fields.outputs, 0);
  exm_task_fields_add_output (&fields, EXM_OUTPUT_TEXT, self->out, TEMPLATE);
  g_array_index (fields.outputs, ExmTaskOutput, 0).hold_unsure = TRUE;
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  exm_store_add_task (store, task, STORE_NOW, &error);
  g_assert_no_error (error);
}

void
test_queue_init (TestQueue *self)
{
  self->folder = test_folder_new ();
  self->out = g_build_filename (self->folder, "out", NULL);
  self->page = test_pages_read ("zh-target.html");
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (GBytes) example = test_pages_read ("zh-example.html");
  g_autofree char *hash
      = test_pages_put (store, example, "http://site.example/example.html");
  add_task (self, store, 1, hash);
  /* An example of its own: what mends the first task asks nothing about the second. */
  gsize n_bytes;
  const char *bytes = g_bytes_get_data (example, &n_bytes);
  g_autofree char *text = g_strdup_printf ("%.*s<!-- 2 -->", (int) n_bytes, bytes);
  g_autoptr (GBytes) other = g_bytes_new (text, strlen (text));
  g_autofree char *other_hash
      = test_pages_put (store, other, "http://site.example/example.html");
  add_task (self, store, 2, other_hash);
}

void
test_queue_clear (TestQueue *self)
{
  if (self->app != NULL)
    test_gui_stop (self->app);
  test_folder_free (self->folder);
  g_free (self->out);
  g_free (self->text);
  g_bytes_unref (self->page);
}

gint64
test_queue_put (
    TestQueue *self, guint task, guint number, ExmArticleState state, GBytes *page)
{
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autofree char *url = g_strdup_printf ("http://site.example/%u.html", number);
  g_autofree char *hash = test_pages_put (store, page != NULL ? page : self->page, url);
  g_autofree char *key = g_strjoin ("\n", "text", self->out, TEMPLATE, NULL);
  g_autofree char *content = g_strdup_printf ("content of %u", number);
  g_autoptr (ExmArticle) plain = store_article_new (store_task_uid (task), number, hash);
  g_auto (ExmArticleFields) fields = { 0 };
  const ExmArticleFields *old = exm_article_get (plain);
  gboolean empty = state == EXM_ARTICLE_EMPTY;
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  fields.task_uid = g_strdup (old->task_uid);
  fields.task_version = old->task_version;
  fields.url = g_strdup (old->url);
  fields.final_url = g_strdup (old->final_url);
  fields.url_key = g_strdup (old->url_key);
  fields.page_hash = g_strdup (old->page_hash);
  fields.collected_usec = old->collected_usec;
  fields.metadata = exm_metadata_ref (old->metadata);
  fields.method = g_strdup (old->method);
  fields.text = g_strdup (empty ? "" : old->text);
  fields.html = g_strdup (empty ? "" : old->html);
  fields.markdown = g_strdup (empty ? "" : old->markdown);
  fields.state = state;
  fields.confidence = state == EXM_ARTICLE_GOOD ? .97 : .46;
  fields.template_similarity = state == EXM_ARTICLE_DOES_NOT_FIT ? .31 : .94;
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  const ExmCommitOutput output = { .key = key, .held = state != EXM_ARTICLE_GOOD };
  const ExmArticleCommit commit = {
    .article = article,
    .content_hash = content,
    .outputs = &output,
    .n_outputs = 1,
  };
  exm_store_commit_article (store, &commit, &id, &error);
  g_assert_no_error (error);
  return id;
}

void
test_queue_open (TestQueue *self)
{
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
}

/* Returns: a row of the sidebar */
static GtkWidget *
need_row (TestQueue *self)
{
  GtkWidget *list = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");

  return gtk_widget_get_ancestor (test_gui_need (list, GTK_TYPE_LABEL, "Needs You"),
                                  EXM_TYPE_SCOPE_ROW);
}

void
test_queue_wait_for_count (TestQueue *self, guint n)
{
  g_autofree char *count = n > 0 ? g_strdup_printf ("%u", n) : g_strdup ("");

  test_gui_need (need_row (self), GTK_TYPE_LABEL, count);
}

void
test_queue_show (TestQueue *self, guint n)
{
  test_queue_wait_for_count (self, n);
  test_pointer_click (need_row (self));
  test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
}

static gboolean
is_read (gpointer data)
{
  TestQueue *self = data;
  GtkWidget *reader = test_gui_find (self->window, EXM_TYPE_ARTICLE_READER, NULL);

  return reader != NULL && test_gui_find (reader, GTK_TYPE_LABEL, self->text) != NULL;
}

void
test_queue_wait_for_reader (TestQueue *self, const char *title)
{
  g_free (self->text);
  self->text = g_strdup (title);
  test_gui_wait_until (is_read, self, title);
}

static gpointer
read_store (TestQueue *self, const ExmStoreQuery *query)
{
  return test_gui_read_store (self->window, query);
}

ExmArticle *
test_queue_read (TestQueue *self, gint64 id)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = id };

  return read_store (self, &query);
}

static gboolean
has_state (gpointer data)
{
  TestQueue *self = data;
  g_autoptr (ExmArticle) article = test_queue_read (self, self->watched);

  return exm_article_get (article)->state == self->state;
}

void
test_queue_wait_for_state (TestQueue *self, gint64 id, ExmArticleState state)
{
  self->watched = id;
  self->state = state;
  test_gui_wait_until (has_state, self, exm_article_state_get_name (state));
}

static gboolean
has_text (gpointer data)
{
  TestQueue *self = data;
  g_autoptr (ExmArticle) article = test_queue_read (self, self->watched);

  return g_strcmp0 (exm_article_get (article)->text, self->text) == 0;
}

void
test_queue_wait_for_text (TestQueue *self, gint64 id, const char *text)
{
  char *copy = g_strdup (text);

  g_free (self->text);
  self->text = copy;
  self->watched = id;
  test_gui_wait_until (has_text, self, "the stored text");
}

char *
test_queue_get_publication (TestQueue *self, gint64 id)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PUBLICATIONS, .id = id };
  g_autoptr (GPtrArray) list = read_store (self, &query);

  g_assert_cmpuint (list->len, ==, 1);
  return g_strdup (((const ExmPublication *) g_ptr_array_index (list, 0))->state);
}

static gboolean
is_shown (gpointer data)
{
  TestQueue *self = data;
  GtkWidget *page = test_gui_find (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL);
  GtkWidget *pane
      = page != NULL ? test_gui_find (page, EXM_TYPE_PAGE_PANE, "target") : NULL;

  if (pane == NULL)
    return FALSE;
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (EXM_WORKBENCH_PAGE (page));
  const char *address = exm_page_pane_get_address (EXM_PAGE_PANE (pane));
  return address != NULL && g_str_has_suffix (address, self->text)
         && g_strcmp0 (exm_analysis_get_target_url (analysis), address) == 0
         && exm_analysis_get_state (analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (analysis) && !exm_analysis_get_chart_busy (analysis)
         && exm_analysis_get_result (analysis) != NULL;
}

ExmWorkbenchPage *
test_queue_need_bench (TestQueue *self, const char *address)
{
  char *copy = g_strdup (address);

  g_free (self->text);
  self->text = copy;
  test_gui_wait_until (is_shown, self, address);
  test_gui_settle (GTK_WIDGET (self->window));
  return EXM_WORKBENCH_PAGE (test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
}
