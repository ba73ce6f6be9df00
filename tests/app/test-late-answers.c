/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The workbench while a page is on its way: the store's answer comes when the test says
 * so, and what happens meanwhile is not undone by it, nor it by that. */

#include "app/workbench/exm-workbench-page.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"

/* Articles of the task, the newest first. */
enum
{
  PAGE_FIRST,
  PAGE_SECOND,
  PAGE_THIRD,
  N_PAGES
};

/* The reading of an article that the workbench asked for. */
typedef struct
{
  ExmStoreReader *reader; /* (owned) */
  gint64 article_id;
  GCancellable *cancellable; /* (owned) */
  GAsyncReadyCallback callback;
  gpointer data;
} Asked;

static gboolean holding;    /* what is asked for waits */
static GPtrArray *asked;    /* (owned) (element-type Asked): what waits, in its order */
static guint n_tasks_taken; /* how often a task and its list were read */

void __real_exm_bench_page_load_async (ExmStoreReader *reader,
                                       gint64 article_id,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer data);
void __wrap_exm_bench_page_load_async (ExmStoreReader *reader,
                                       gint64 article_id,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer data);
gpointer __real_exm_bench_task_load_finish (GAsyncResult *result, GError **error);
gpointer __wrap_exm_bench_task_load_finish (GAsyncResult *result, GError **error);

/* The linker puts these in the place of the functions of the program. */
void
__wrap_exm_bench_page_load_async (ExmStoreReader *reader,
                                  gint64 article_id,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data)
{
  if (!holding)
    {
      __real_exm_bench_page_load_async (reader, article_id, cancellable, callback, data);
      return;
    }
  Asked *new = g_new0 (Asked, 1);
  *new = (Asked){ g_object_ref (reader), article_id, g_object_ref (cancellable), callback,
                  data };
  g_ptr_array_add (asked, new);
}

gpointer
__wrap_exm_bench_task_load_finish (GAsyncResult *result, GError **error)
{
  n_tasks_taken++;
  return __real_exm_bench_task_load_finish (result, error);
}

/* The store answers now. */
static void
answer (guint index)
{
  Asked *one = g_ptr_array_steal_index (asked, index);

  __real_exm_bench_page_load_async (one->reader, one->article_id, one->cancellable,
                                    one->callback, one->data);
  g_object_unref (one->reader);
  g_object_unref (one->cancellable);
  g_free (one);
}

typedef struct
{
  char *folder;           /* (owned) */
  ExmApplication *app;    /* (unowned) */
  ExmWorkbenchPage *page; /* (unowned) */
  ExmAnalysis *analysis;  /* (unowned) */
  gint64 ids[N_PAGES];
  char *urls[N_PAGES]; /* (owned) */
  guint wanted;        /* the page that is waited for */
  guint n_tasks;       /* read before */
} Fixture;

/* The first article needs no words; see store_article_new(). */
static void
fill (Fixture *self)
{
  const char *uid = store_task_uid (1);
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (GBytes) example = test_pages_read ("zh-example.html"),
                     target = test_pages_read ("zh-target.html");
  g_autofree char *hash
      = test_pages_put (store, example, "http://site.example/example.html");
  static const guint numbers[] = { 5, 4, 2 };

  test_pages_add_task (store, 1, hash, NULL);
  for (guint i = N_PAGES; i > 0; i--)
    {
      self->ids[i - 1] = test_pages_put_article (store, uid, numbers[i - 1], target);
      self->urls[i - 1] = g_strdup_printf ("http://site.example/%u.html", numbers[i - 1]);
    }
}

static guint
get_selected (Fixture *self)
{
  return gtk_single_selection_get_selected (exm_workbench_page_get_pages (self->page));
}

static gboolean
is_shown (gpointer data)
{
  Fixture *self = data;

  return get_selected (self) == self->wanted
         && exm_analysis_get_state (self->analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (self->analysis)
         && g_strcmp0 (exm_analysis_get_target_url (self->analysis),
                       self->urls[self->wanted])
                == 0;
}

/* List, address and analysis are of one page. */
static void
wait_for_page (Fixture *self, guint wanted)
{
  self->wanted = wanted;
  test_gui_wait_until (is_shown, self, self->urls[wanted]);
}

static gboolean
is_read_again (gpointer data)
{
  return n_tasks_taken > ((Fixture *) data)->n_tasks;
}

/* Something came in: the list is read and taken. */
static void
reload_list (Fixture *self)
{
  ExmSession *session = exm_window_get_session (test_gui_get_window (self->app));

  self->n_tasks = n_tasks_taken;
  g_signal_emit_by_name (session, "articles-changed", store_task_uid (1));
  test_gui_wait_until (is_read_again, self, "the list");
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  asked = g_ptr_array_new ();
  self->folder = test_folder_new ();
  fill (self);
  self->app = test_gui_start (self->folder);
  ExmWindow *window = test_gui_get_window (self->app);
  exm_window_set_task_uid (window, store_task_uid (1));
  exm_window_set_view (window, "workbench");
  self->page = EXM_WORKBENCH_PAGE (test_gui_need (window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  self->analysis = exm_workbench_page_get_analysis (self->page);
  wait_for_page (self, PAGE_FIRST);
  holding = TRUE;
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  while (asked->len > 0)
    answer (0);
  holding = FALSE;
  test_gui_stop (self->app);
  test_folder_free (self->folder);
  for (guint i = 0; i < N_PAGES; i++)
    g_free (self->urls[i]);
  g_ptr_array_unref (asked);
}

static void
activate (Fixture *self, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->page), action, NULL));
}

static ExmArticleState
read_state (Fixture *self, guint page)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = self->ids[page] };
  ExmSession *session = exm_window_get_session (test_gui_get_window (self->app));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, &error);

  g_assert_no_error (error);
  return exm_article_get (article)->state;
}

/* The list comes anew while the next page is on its way: that one stays selected. */
static void
test_list_meanwhile (Fixture *self, gconstpointer unused)
{
  activate (self, "page.next");
  g_assert_cmpuint (get_selected (self), ==, PAGE_SECOND);
  reload_list (self);
  g_assert_cmpuint (get_selected (self), ==, PAGE_SECOND);
  test_gui_need (self->page, GTK_TYPE_LABEL, "2 / 3");
  g_assert_cmpuint (asked->len, ==, 1);
  answer (0);
  wait_for_page (self, PAGE_SECOND);
}

/* "Looks right" is said of what is seen, and not of the page that is on its way. */
static void
test_looks_right_meanwhile (Fixture *self, gconstpointer unused)
{
  activate (self, "page.looks-right");
  g_assert_cmpuint (get_selected (self), ==, PAGE_SECOND);
  activate (self, "page.looks-right");
  g_assert_cmpuint (get_selected (self), ==, PAGE_SECOND);
  g_assert_cmpuint (asked->len, ==, 1);
  answer (0);
  wait_for_page (self, PAGE_SECOND);
  g_assert_cmpint (read_state (self, PAGE_SECOND), ==, EXM_ARTICLE_UNSURE);
  activate (self, "page.looks-right");
  g_assert_cmpuint (get_selected (self), ==, PAGE_THIRD);
}

/* The answers come the other way round. */
static void
test_overtaken (Fixture *self, gconstpointer unused)
{
  activate (self, "page.next");
  activate (self, "page.next");
  g_assert_cmpuint (asked->len, ==, 2);
  g_assert_cmpint (((Asked *) g_ptr_array_index (asked, 1))->article_id, ==,
                   self->ids[PAGE_THIRD]);
  answer (1);
  wait_for_page (self, PAGE_THIRD);
  answer (0);
  reload_list (self);
  wait_for_page (self, PAGE_THIRD);
}

static gboolean
is_approved (gpointer data)
{
  return read_state (data, PAGE_SECOND) == EXM_ARTICLE_GOOD;
}

static gboolean
waits_again (gpointer data)
{
  return read_state (data, PAGE_SECOND) == EXM_ARTICLE_UNSURE;
}

/* An approval is taken back while the next page is on its way: it is not called back for
 * that. */
static void
test_undo_meanwhile (Fixture *self, gconstpointer unused)
{
  activate (self, "page.next");
  answer (0);
  wait_for_page (self, PAGE_SECOND);
  activate (self, "page.looks-right");
  test_gui_wait_until (is_approved, self, "the approval");
  g_assert_cmpuint (get_selected (self), ==, PAGE_THIRD);
  test_pointer_undo (test_gui_get_window (self->app), "Approved, what was held goes out");
  test_gui_wait_until (waits_again, self, "the approval to go");
  reload_list (self);
  g_assert_cmpuint (get_selected (self), ==, PAGE_THIRD);
  g_assert_cmpuint (asked->len, ==, 1);
  answer (0);
  wait_for_page (self, PAGE_THIRD);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/app/late-answers/list-meanwhile", test_list_meanwhile },
    { "/app/late-answers/looks-right-meanwhile", test_looks_right_meanwhile },
    { "/app/late-answers/overtaken", test_overtaken },
    { "/app/late-answers/undo-meanwhile", test_undo_meanwhile },
  };

  test_gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
