/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window on a database that another program holds, that cannot be written, that is
 * full or that a newer version has taken over: at the start, and while it is open. The
 * cause is said, nothing is lost, and what was done can be done when it is mended. */

#include "store/db/exm-db.h"
#include "store/db/exm-statement.h"

#include "test-bench.h"
#include "test-pointer.h"
#include "test-vfs.h"

#include <string.h>

/* An article of that number is not sure: see store_article_new(). */
#define UNSURE 4u

typedef struct
{
  TestBench bench;
  gint64 article_id; /* of the one that is not sure */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  test_bench_init (&self->bench);
  g_autoptr (ExmStore) store = test_pages_open (self->bench.folder);
  g_autoptr (GBytes) example = test_pages_read ("zh-example.html"),
                     target = test_pages_read ("zh-target.html");
  g_autofree char *hash
      = test_pages_put (store, example, "http://site.example/example.html");

  test_pages_add_task (store, 1, hash, NULL);
  self->article_id = test_pages_put_article (store, store_task_uid (1), UNSURE, target);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_bench_clear (&self->bench);
  test_vfs_reset ();
}

/* Another program's connection to the same file. */
static ExmDb *
open_beside (Fixture *self)
{
  g_autofree char *path = g_build_filename (self->bench.folder, "exemplar.db", NULL);
  g_autoptr (GError) error = NULL;
  ExmDb *db = exm_db_open (path, NULL, &error);

  g_assert_no_error (error);
  return db;
}

static void
execute (ExmDb *db, const char *sql)
{
  g_autoptr (GError) error = NULL;

  exm_db_execute (db, sql, &error);
  g_assert_no_error (error);
}

/* Waits until the window says @title in place of its views. */
static void
need_problem (Fixture *self, const char *title, const char *cause, const char *name)
{
  GtkWidget *page = test_gui_need (self->bench.window, ADW_TYPE_STATUS_PAGE, title);
  const char *words = adw_status_page_get_description (ADW_STATUS_PAGE (page));

  g_assert_nonnull (strstr (words, cause));
  /* The detail says what is kept and what to do. */
  test_gui_need (page, GTK_TYPE_LABEL, "problem_detail");
  test_gui_show_people (GTK_WIDGET (self->bench.window), name);
}

static void
try_again (Fixture *self)
{
  test_pointer_click (test_gui_need (self->bench.window, GTK_TYPE_BUTTON, "_Try Again"));
  test_gui_need (self->bench.window, ADW_TYPE_VIEW_STACK, "views");
}

static void
open_bare (Fixture *self)
{
  self->bench.app = test_gui_open (self->bench.folder, FALSE);
  self->bench.window = test_gui_get_window (self->bench.app);
}

static void
test_busy_start (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmDb) other = open_beside (self);

  execute (other, "BEGIN IMMEDIATE");
  open_bare (self);
  need_problem (self, "The data folder is in use", "stayed locked", "busy-start");
  execute (other, "ROLLBACK");
  try_again (self);
}

static void
test_read_only_start (Fixture *self, gconstpointer unused)
{
  test_vfs_set_read_only (TRUE);
  open_bare (self);
  need_problem (self, "The data folder cannot be written", "exemplar.db",
                "read-only-start");
  test_vfs_set_read_only (FALSE);
  try_again (self);
}

static void
open_article (Fixture *self)
{
  test_bench_open (&self->bench);
  test_bench_wait_for_target (&self->bench, "/4.html");
}

static gboolean
is_approved (gpointer data)
{
  Fixture *self = data;
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = self->article_id };
  ExmSession *session = exm_window_get_session (self->bench.window);
  g_autoptr (ExmArticle) article
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);

  return article != NULL && exm_article_get (article)->state == EXM_ARTICLE_GOOD;
}

/* Approves while it cannot be stored: the window says so, and nothing is approved. */
static void
approve_in_vain (Fixture *self, const char *cause, const char *name)
{
  test_pointer_click (test_gui_need (self->bench.page, GTK_TYPE_BUTTON, "Looks _Right"));
  const char *words
      = test_gui_need_beginning (self->bench.window, "The article was not approved: ");
  g_assert_nonnull (strstr (words, cause));
  test_gui_show_people (GTK_WIDGET (self->bench.window), name);
  g_assert_false (is_approved (self));
}

static void
retry (Fixture *self)
{
  test_pointer_click (test_gui_need (self->bench.window, GTK_TYPE_BUTTON, "_Retry"));
  test_gui_wait_until (is_approved, self, "the approval");
  test_gui_need_beginning (self->bench.window, "Approved");
}

static void
test_busy (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmDb) other = open_beside (self);

  open_article (self);
  execute (other, "BEGIN IMMEDIATE");
  approve_in_vain (self, "in use by another program", "busy");
  execute (other, "ROLLBACK");
  retry (self);
}

static void
test_read_only (Fixture *self, gconstpointer unused)
{
  open_article (self);
  test_vfs_set_read_only (TRUE);
  approve_in_vain (self, "read-only", "read-only");
  test_vfs_set_read_only (FALSE);
  retry (self);
}

static void
test_full (Fixture *self, gconstpointer unused)
{
  open_article (self);
  test_vfs_set_space (0);
  approve_in_vain (self, "no space left", "full");
  test_vfs_set_space (-1);
  retry (self);
}

/* A mark on the example that could not be stored is not forgotten either. */
static gboolean
has_region (gpointer data)
{
  Fixture *self = data;
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (1) };
  ExmSession *session = exm_window_get_session (self->bench.window);
  g_autoptr (ExmTask) task
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);

  return g_array_index (exm_task_get (task)->examples, ExmTaskExample, 0).region_text
         != NULL;
}

static void
test_mark (Fixture *self, gconstpointer unused)
{
  static const guint8 inside[] = { 0, 0, 0, 1, 1, 1 };

  open_article (self);
  test_vfs_set_space (0);
  exm_analysis_set_region_lines (self->bench.analysis, 0, inside, G_N_ELEMENTS (inside));
  test_gui_need_beginning (self->bench.window, "The task was not saved: ");
  g_assert_false (has_region (self));
  test_vfs_set_space (-1);
  test_pointer_click (test_gui_need (self->bench.window, GTK_TYPE_BUTTON, "_Retry"));
  test_gui_wait_until (has_region, self, "the region in the task");
}

/* A newer version brings the database up while it is open here: nothing more is written
 * into what is not understood. */
static void
test_newer (Fixture *self, gconstpointer unused)
{
  static const char title[] = "The data is of a newer version";
  g_autoptr (ExmDb) other = open_beside (self);
  g_autoptr (GError) error = NULL;
  g_autofree char *back = NULL;
  gint64 version = 0;

  open_article (self);
  exm_db_query_int (other, "PRAGMA user_version", NULL, &version, &error);
  g_assert_no_error (error);
  execute (other, "PRAGMA user_version = 999");
  approve_in_vain (self, "newer version", "newer-write");
  exm_session_refresh (exm_window_get_session (self->bench.window));
  need_problem (self, title, "format 999", "newer");
  test_pointer_click (test_gui_need (self->bench.window, GTK_TYPE_BUTTON, "_Try Again"));
  need_problem (self, title, "format 999", "newer-again");

  back = g_strdup_printf ("PRAGMA user_version = %d", (int) version);
  execute (other, back);
  try_again (self);
  retry (self);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  test_vfs_make_default ();
#define ADD(path, func)                                                                  \
  g_test_add ("/app/bad-store/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("busy-start", test_busy_start);
  ADD ("read-only-start", test_read_only_start);
  ADD ("busy", test_busy);
  ADD ("read-only", test_read_only);
  ADD ("full", test_full);
  ADD ("mark", test_mark);
  ADD ("newer", test_newer);
  return g_test_run ();
}
