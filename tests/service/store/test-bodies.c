/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bodies that are stored once, and those of older versions that are to be. */

#include "config.h"

#include "store/bodies/exm-store-bodies.h"

#include "base/exm-fail-point.h"
#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/exm-store-approve.h"
#include "store/exm-store-check.h"
#include "store/exm-search-index.h"
#include "store/db/exm-stored-body.h"
#include "test-folder.h"

#define N_ARTICLES 60u

typedef struct
{
  TestFolder *folder;
  ExmStore *store;
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  exm_store_add_task (self->store, task, STORE_NOW, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  exm_store_close (self->store);
  test_folder_free (self->folder);
}

/* Opens the file beside the store. */
static ExmDb *
open_db (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  ExmDb *db = exm_db_open (path, NULL, &error);

  g_assert_no_error (error);
  return db;
}

static gint64
ask (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = open_db (self);
  gint64 value = -1;

  exm_db_query_int (db, sql, NULL, &value, &error);
  g_assert_no_error (error);
  return value;
}

#define COUNT_MARKS(column)                                                              \
  "SELECT count(*) FROM article WHERE " column " = char (1) || '1'"

/* Asserts that the store has the article of the page, byte for byte. */
static void
check_article (Fixture *self, gint64 id, guint page)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article = exm_store_get_article (self->store, id, &error);
  g_autoptr (ExmArticle) expected = store_article_new (store_task_uid (1), page, NULL);

  g_assert_no_error (error);
  g_assert_cmpstr (exm_article_get (article)->text, ==, exm_article_get (expected)->text);
  g_assert_cmpstr (exm_article_get (article)->html, ==, exm_article_get (expected)->html);
  g_assert_cmpstr (exm_article_get (article)->markdown, ==,
                   exm_article_get (expected)->markdown);
}

/* Asserts that all are what they were, damage is found nowhere, and the search finds. */
static void
check_all (Fixture *self, guint n_articles)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmCheckSlice) slice = { 0 };

  for (guint i = 0; i < n_articles; i++)
    check_article (self, i + 1, i);
  g_assert_true (
      exm_store_check_slice (self->folder, 0, n_articles + 1, &slice, NULL, &error));
  g_assert_cmpuint (slice.n_checked, ==, n_articles);
  g_assert_cmpuint (slice.found->len, ==, 0);
  store_fill_index (self->folder);
  g_autoptr (ExmSearchIndex) index = exm_search_index_open (self->folder, NULL, &error);
  g_autoptr (ExmSearchQuery) query = exm_search_query_new ("\"article 7\"");
  g_autoptr (GPtrArray) hits
      = exm_search_index_find (index, query, NULL, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hits->len, ==, 1);
  const ExmSearchHit *hit = hits->pdata[0];
  g_assert_cmpint (hit->id, ==, 8);
  g_assert_nonnull (strstr (hit->body->text, "Body of article 7"));
}

static void
compact (Fixture *self, guint limit, ExmBodyCounts *counts)
{
  gint64 last = 0;

  for (gboolean over = FALSE; !over;)
    {
      g_autoptr (GError) error = NULL;
      g_auto (ExmBodySlice) slice = { 0 };
      g_assert_true (
          exm_body_slice_read (&slice, self->folder, last, limit, NULL, &error));
      g_assert_true (exm_store_take_out_bodies (self->store, &slice, &error));
      exm_body_counts_add (counts, &slice.counts);
      last = slice.last_id;
      over = slice.over;
    }
}

/* New articles say what follows from their HTML; nothing else is taken for granted. */
static void
test_new (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  for (guint i = 0; i < 4; i++)
    {
      g_auto (ExmArticleFields) fields = { 0 };
      g_autoptr (ExmArticle) whole = store_article_new (store_task_uid (1), 0, NULL);
      const ExmArticleFields *f = exm_article_get (whole);
      fields.task_uid = g_strdup (f->task_uid);
      fields.url = g_strdup_printf ("%s?%u", f->url, i);
      fields.url_key = g_strdup_printf ("%s?%u", f->url_key, i);
      fields.text = g_strdup (f->text);
      fields.html = g_strdup (f->html);
      fields.markdown = g_strdup (f->markdown);
      fields.html_gives_text = i & 1;
      fields.html_gives_markdown = (i & 2) != 0;
      g_autoptr (ExmArticle) article = exm_article_new (&fields);
      const ExmArticleCommit commit = { .article = article };
      exm_store_commit_article (self->store, &commit, &id, &error);
      g_assert_no_error (error);
      check_article (self, id, 0);
    }
  g_assert_cmpint (ask (self, COUNT_MARKS ("text")), ==, 2);
  g_assert_cmpint (ask (self, COUNT_MARKS ("markdown")), ==, 2);
}

/* All of one file: what is read is the same before and after, each byte; the second time
 * nothing is left to do. */
static void
test_older (Fixture *self, gconstpointer unused)
{
  ExmBodyCounts counts = { 0 }, again = { 0 };
  guint n = GPOINTER_TO_UINT (unused);
  g_autoptr (GError) error = NULL;

  exm_store_begin_group (self->store, &error);
  store_fill (self->store, store_task_uid (1), 0, n);
  exm_store_commit_group (self->store, &error);
  g_assert_no_error (error);
  gint64 sums = ask (self, "SELECT sum (checksum / 1000) FROM article_checksum");
  gint64 n_bytes
      = ask (self, "SELECT sum (length (CAST (text AS BLOB)) + iif ((id - 1) %"
                   " 3 = 2, 0, length (CAST (markdown AS BLOB)))) FROM article");
  check_all (self, n);
  compact (self, 7, &counts);
  check_all (self, n);
  g_assert_cmpuint (counts.n_articles, ==, n);
  g_assert_cmpuint (counts.n_markdown, ==, n / 3);
  g_assert_cmpuint (counts.n_once, ==, n - n / 3);
  g_assert_cmpuint (counts.n_text, ==, 0);
  g_assert_cmpint (counts.n_bytes, ==, n_bytes);
  g_assert_cmpint (ask (self, COUNT_MARKS ("text")), ==, n);
  g_assert_cmpint (ask (self, COUNT_MARKS ("markdown")), ==, n - n / 3);
  g_assert_cmpint (ask (self, "SELECT sum (checksum / 1000) FROM article_checksum"), ==,
                   sums);
  compact (self, n + 1, &again);
  g_assert_cmpuint (again.n_bytes, ==, 0);
  g_assert_cmpuint (again.n_once, ==, n - n / 3);
}

/* Articles without checksum get theirs; those that changed, and those that are damaged,
 * stay as they are. */
static void
test_left_alone (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmBodySlice) slice = { 0 };

  store_fill (self->store, store_task_uid (1), 0, 6);
  {
    g_autoptr (ExmDb) db = open_db (self);
    g_assert_true (exm_db_execute (db,
                                   "DELETE FROM article_checksum WHERE article IN (1, 4);"
                                   "UPDATE article SET text = text || 'x' WHERE id = 2",
                                   &error));
  }
  g_assert_true (exm_body_slice_read (&slice, self->folder, 0, 6, NULL, &error));
  g_assert_false (slice.over);
  g_assert_cmpuint (slice.found->len, ==, 5);
  /* Another body comes meanwhile. */
  g_autoptr (ExmArticle) other = store_article_new (store_task_uid (1), 3, NULL);
  ((ExmArticleFields *) exm_article_get (other))->html[1] = 'q';
  exm_store_replace_article (self->store, other, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_store_take_out_bodies (self->store, &slice, &error));
  g_assert_cmpint (ask (self, COUNT_MARKS ("text") " AND id IN (1, 3, 5, 6)"), ==, 4);
  g_assert_cmpint (ask (self, COUNT_MARKS ("text")), ==, 4);
  g_assert_cmpint (ask (self, "SELECT count(*) FROM article_checksum"), ==, 6);
  g_autoptr (ExmArticle) now = exm_store_get_article (self->store, 4, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (exm_article_get (now)->html, ==, exm_article_get (other)->html);
  g_assert_null (exm_store_get_article (self->store, 2, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CHECKSUM);
}

static void
replace (Fixture *self, const char *text, gboolean gives)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmArticleFields) fields = { 0 };
  g_autoptr (ExmArticle) whole = store_article_new (store_task_uid (1), 0, NULL);
  const ExmArticleFields *f = exm_article_get (whole);

  fields.task_uid = g_strdup (f->task_uid);
  fields.url = g_strdup (f->url);
  fields.url_key = g_strdup (f->url_key);
  fields.text = g_strdup (text != NULL ? text : f->text);
  fields.html = g_strdup_printf ("<p>%s</p>%s", fields.text, gives ? "" : "\n");
  fields.markdown = g_strdup ("");
  fields.html_gives_text = gives;
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  exm_store_replace_article (self->store, article, NULL, &error);
  g_assert_no_error (error);
}

/* An approval ends with its text, and with nothing else, whichever way that is stored. */
static void
test_approvals (Fixture *self, gconstpointer unused)
{
  static const struct
  {
    const char *text;
    gboolean gives;
    gint64 n_approved;
  } steps[] = { { NULL, FALSE, 1 },   { NULL, TRUE, 1 },    { NULL, FALSE, 1 },
                { "Other", TRUE, 0 }, { "Other", TRUE, 1 }, { "Third", TRUE, 0 },
                { "Third", FALSE, 1 } };
  ExmBodyCounts counts = { 0 };
  g_autoptr (GError) error = NULL;

  store_fill (self->store, store_task_uid (1), 0, 1);
  exm_store_call_right (self->store, 1, STORE_NOW, &error);
  compact (self, 10, &counts);
  g_assert_cmpint (ask (self, COUNT_MARKS ("text")), ==, 1);
  g_assert_cmpint (ask (self, "SELECT count(*) FROM approval"), ==, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      replace (self, steps[i].text, steps[i].gives);
      g_assert_cmpint (ask (self, "SELECT count(*) FROM approval"), ==,
                       steps[i].n_approved);
      exm_store_call_right (self->store, 1, STORE_NOW, &error);
      g_assert_no_error (error);
    }
}

/* Texts that look like marks are none. */
static void
test_marks (void)
{
  static const char *const texts[] = { "",
                                       "a",
                                       "\001"
                                       "1",
                                       "\001"
                                       "0",
                                       "\001",
                                       "\001"
                                       "2x" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *packed = exm_stored_body_pack (texts[i], FALSE);
      g_autofree char *text = exm_stored_body_dup_text ("<p>b</p>", packed);
      g_autofree char *markdown = exm_stored_body_dup_markdown ("<p>b</p>", packed);
      g_assert_cmpstr (text, ==, texts[i]);
      g_assert_cmpstr (markdown, ==, texts[i]);
    }
  g_autofree char *mark = exm_stored_body_pack ("b", TRUE);
  g_autofree char *text = exm_stored_body_dup_text ("<p>b</p>", mark);
  g_autofree char *markdown = exm_stored_body_dup_markdown ("<p>b</p>", mark);
  g_assert_cmpstr (text, ==, "b");
  g_assert_cmpstr (markdown, ==, "b\n");
  /* In a damaged file. */
  g_assert_null (exm_stored_body_dup_text ("<p>b</p>", NULL));
  g_autofree char *none = exm_stored_body_dup_text (NULL, mark);
  g_assert_cmpstr (none, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/store/bodies/new", Fixture, NULL, set_up, test_new, tear_down);
  g_test_add ("/store/bodies/older", Fixture, GUINT_TO_POINTER (N_ARTICLES), set_up,
              test_older, tear_down);
  /* By name, in a long round. */
  if (g_test_slow ())
    g_test_add ("/store/bodies/many", Fixture, GUINT_TO_POINTER (9999), set_up,
                test_older, tear_down);
  g_test_add ("/store/bodies/left-alone", Fixture, NULL, set_up, test_left_alone,
              tear_down);
  g_test_add ("/store/bodies/approvals", Fixture, NULL, set_up, test_approvals,
              tear_down);
  g_test_add_func ("/store/bodies/marks", test_marks);
  return g_test_run ();
}
