/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines in the store: labels by operators, on how many pages each stands, and the
 * articles whose bodies are known by them. */

#include "config.h"

#include "store/exm-store.h"

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/exm-store-approve.h"
#include "store/exm-store-reader.h"
#include "test-folder.h"

#include <string.h>

#define MINUTE G_TIME_SPAN_MINUTE

typedef struct
{
  char *folder;    /* (owned) */
  ExmStore *store; /* (owned) */
  char *uid;       /* (owned): of a task that is there */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  self->uid = g_strdup (store_task_uid (1));
  g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->folder, test_folder_free);
  g_free (self->uid);
}

static void
put_labels (
    Fixture *self, const char *url_key, const ExmLabel *labels, guint n, gint64 now)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (ExmLabel));
  g_autoptr (GError) error = NULL;

  g_array_append_vals (list, labels, n);
  g_assert_true (exm_store_put_labels (self->store, self->uid, url_key, "hash", list, now,
                                       NULL, &error));
  g_assert_no_error (error);
}

static void
test_labels (Fixture *self, gconstpointer unused)
{
  static const ExmLabel labels[] = {
    { EXM_LABEL_NOISE, G_MAXUINT64 - 3, 0, G_MAXUINT64 },
    { EXM_LABEL_BODY, 7, 2, 9 },
    { EXM_LABEL_START, 8, 0, 9 },
  };
  g_autoptr (GError) error = NULL;
  gint64 n_rows = 0, n_undone = 0;

  put_labels (self, "a", labels, 3, STORE_NOW);
  put_labels (self, "b", labels, 1, STORE_NOW);
  /* One ends and one comes anew; the others stay the rows that they are. */
  put_labels (self, "a", labels + 1, 2, STORE_NOW + MINUTE);
  put_labels (self, "a", labels, 3, STORE_NOW + 2 * MINUTE);
  put_labels (self, "b", NULL, 0, STORE_NOW + 3 * MINUTE);
  g_autoptr (GPtrArray) list = exm_store_list_labels (self->store, self->uid, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 3);
  static const guint order[] = { 1, 2, 0 };
  for (guint i = 0; i < list->len; i++)
    {
      const ExmStoredLabel *stored = g_ptr_array_index (list, i);
      const ExmLabel *expected = &labels[order[i]];
      g_assert_cmpstr (stored->url_key, ==, "a");
      g_assert_cmpstr (stored->page_hash, ==, "hash");
      g_assert_cmpuint (stored->label.kind, ==, expected->kind);
      g_assert_cmpuint (stored->label.key, ==, expected->key);
      g_assert_cmpuint (stored->label.occurrence, ==, expected->occurrence);
      g_assert_cmpuint (stored->label.place, ==, expected->place);
    }
  /* Nothing that was said is gone. */
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  g_assert_true (
      exm_db_query_int (db, "SELECT count(*) FROM label", NULL, &n_rows, NULL));
  g_assert_true (
      exm_db_query_int (db, "SELECT count(undone) FROM label", NULL, &n_undone, NULL));
  g_assert_cmpint (n_rows, ==, 5);
  g_assert_cmpint (n_undone, ==, 2);
  g_assert_null (exm_store_list_labels (self->store, "none", &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

/* Commits a page with its lines as an article of its own. */
static void
commit_lines (
    Fixture *self, guint page, const guint64 *keys, guint n_keys, gboolean again)
{
  g_autoptr (ExmArticle) article = store_article_new (self->uid, page, NULL);
  g_autoptr (GPtrArray) lines
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_site_line_unref);
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  for (guint i = 0; i < n_keys; i++)
    {
      g_autofree char *text
          = g_strdup_printf ("%" G_GUINT64_FORMAT " on %u%%", keys[i], page);
      g_ptr_array_add (lines, exm_site_line_new (keys[i], text, strlen (text)));
    }
  const ExmArticleCommit commit
      = { .article = article, .lines = lines, .replace = again };
  g_assert_true (exm_store_commit_article (self->store, &commit, &id, &error));
  g_assert_no_error (error);
}

/* Lines of the template stay, those of articles go, and the tables stay small. */
static void
test_line_stat (Fixture *self, gconstpointer unused)
{
  const guint n_pages = 1000;
  g_autoptr (GError) error = NULL;
  gint64 n_rows = 0;

  g_assert_true (exm_store_begin_group (self->store, &error));
  for (guint i = 0; i < n_pages; i++)
    {
      /* On all pages, on every third, on every hundredth; three that are new. */
      const guint64 keys[] = { 1000 + 3 * (guint64) i,
                               1001 + 3 * (guint64) i,
                               1002 + 3 * (guint64) i,
                               G_MAXUINT64,
                               i % 3 == 0 ? 2 : 1002 + 3 * (guint64) n_pages + i,
                               i % 100 == 0 ? 3 : 9002 + 3 * (guint64) n_pages + i };
      commit_lines (self, i, keys, G_N_ELEMENTS (keys), FALSE);
      if (i != 48)
        continue;
      g_autoptr (ExmSiteStat) early
          = exm_store_get_site_stat (self->store, self->uid, &error);
      g_assert_cmpuint (exm_site_stat_get_n_pages (early), ==, 49);
      g_assert_cmpuint (exm_site_stat_count (early, 1000), ==, 1);
      g_assert_cmpuint (exm_site_stat_count (early, G_MAXUINT64), ==, 49);
      g_assert_cmpuint (exm_site_stat_count (early, 2), ==, 17);
      /* A page that is there already is not counted twice. */
      commit_lines (self, i, keys, G_N_ELEMENTS (keys), TRUE);
      g_autoptr (ExmSiteStat) same
          = exm_store_get_site_stat (self->store, self->uid, &error);
      g_assert_cmpuint (exm_site_stat_get_n_pages (same), ==, 49);
    }
  g_assert_true (exm_store_commit_group (self->store, &error));
  g_autoptr (ExmSiteStat) stat = exm_store_get_site_stat (self->store, self->uid, &error);
  g_assert_no_error (error);
  /* The last page ended a round and the counts were halved. */
  g_assert_cmpuint (exm_site_stat_get_n_pages (stat), ==, n_pages / 2);
  g_assert_cmpuint (exm_site_stat_count (stat, G_MAXUINT64), ==, n_pages / 2);
  g_assert_cmpuint (exm_site_stat_count (stat, 2), ==, 167);
  g_assert_cmpuint (exm_site_stat_count (stat, 3), ==, 0);
  g_assert_cmpuint (exm_site_stat_count (stat, 1000), ==, 0);
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  g_assert_true (
      exm_db_query_int (db, "SELECT count(*) FROM line_stat", NULL, &n_rows, NULL));
  g_assert_cmpint (n_rows, ==, 2);
  /* They go with the task. */
  g_assert_true (exm_store_delete_task (self->store, self->uid, &error));
  g_assert_true (
      exm_db_query_int (db, "SELECT count(*) FROM line_stat", NULL, &n_rows, NULL));
  g_assert_cmpint (n_rows, ==, 0);
}

static void
learn (Fixture *self, guint page, const ExmSitePlace *places, guint n_places)
{
  g_autoptr (ExmArticle) article = store_article_new (self->uid, page, NULL);
  g_autoptr (GArray) taught = g_array_new (FALSE, FALSE, sizeof (ExmSitePlace));
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  g_array_append_vals (taught, places, n_places);
  const ExmArticleCommit commit = { .article = article, .places = taught };
  g_assert_true (exm_store_commit_article (self->store, &commit, &id, &error));
  g_assert_no_error (error);
}

static void
assert_place (
    Fixture *self, guint64 key, guint n_learned, guint n_inside, guint n_outside)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSiteStat) stat = exm_store_get_site_stat (self->store, self->uid, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (exm_site_stat_get_n_learned (stat), ==, n_learned);
  const ExmSitePlace *place = exm_site_stat_find_place (stat, key);
  g_assert_cmpuint (place != NULL ? place->n_inside : 0, ==, n_inside);
  g_assert_cmpuint (place != NULL ? place->n_outside : 0, ==, n_outside);
}

/* Lessons of pages are counted once a page, forgotten and taken back, and go with the
 * task. */
static void
test_learn (Fixture *self, gconstpointer unused)
{
  const ExmSitePlace first[] = { { 7, 1, 0 }, { G_MAXUINT64, 0, 1 } };
  const ExmSitePlace second[] = { { 7, 0, 1 } };
  g_autoptr (GError) error = NULL;
  gint64 n_rows = 0;

  assert_place (self, 7, 0, 0, 0);
  learn (self, 1, first, 2);
  learn (self, 2, second, 1);
  learn (self, 2, second, 1);
  assert_place (self, 7, 2, 1, 1);
  assert_place (self, G_MAXUINT64, 2, 0, 1);
  g_autoptr (ExmSiteStat) before
      = exm_store_get_site_stat (self->store, self->uid, &error);
  g_assert_true (exm_store_forget_learned (self->store, self->uid, &error));
  assert_place (self, 7, 0, 0, 0);
  learn (self, 3, second, 1);
  g_assert_true (exm_store_learn (self->store, self->uid, before, &error));
  g_assert_no_error (error);
  assert_place (self, 7, 3, 1, 2);
  assert_place (self, G_MAXUINT64, 3, 0, 1);
  g_assert_false (exm_store_forget_learned (self->store, "none", &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_true (exm_store_delete_task (self->store, self->uid, &error));
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  g_assert_true (
      exm_db_query_int (db, "SELECT count(*) FROM site_place", NULL, &n_rows, NULL));
  g_assert_cmpint (n_rows, ==, 0);
}

/* Places of one page are forgotten, and the past is worth half from time to time: a site
 * that was redesigned is learned anew. */
static void
test_learn_rounds (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (exm_store_begin_group (self->store, &error));
  for (guint i = 0; i < 1000; i++)
    {
      const ExmSitePlace places[] = { { 1, 1, 0 }, { 100 + i, 0, 1 } };
      learn (self, i, places, 2);
    }
  g_assert_true (exm_store_commit_group (self->store, &error));
  g_assert_no_error (error);
  assert_place (self, 1, 500, 500, 0);
  assert_place (self, 100, 500, 0, 0);
}

static void
rule (Fixture *self, guint64 key, const char *text, ExmLineLabel ruling)
{
  g_autoptr (ExmSiteLine) line
      = exm_site_line_new (key, text, text != NULL ? strlen (text) : 0);
  g_autoptr (GError) error = NULL;

  line->ruling = ruling;
  g_assert_true (exm_store_rule_line (self->store, self->uid, line, &error));
  g_assert_no_error (error);
}

/* The lines as "key:pages/of ruling text", one a line. */
static char *
draw_lines (Fixture *self, const char *search, guint offset, guint limit)
{
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->folder);
  const ExmStoreQuery query = {
    .kind = EXM_READ_SITE_LINES,
    .uid = self->uid,
    .offset = offset,
    .limit = limit,
    .filter = { .search = search },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = exm_store_reader_read (reader, &query, NULL, &error);
  GString *drawn = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmSiteLine *line = g_ptr_array_index (list, i);
      g_string_append_printf (drawn, "%" G_GUINT64_FORMAT ":%u/%u %s %s\n", line->key,
                              line->n_pages, line->n_site_pages,
                              exm_ruling_get_name (line->ruling),
                              line->text != NULL ? line->text : "?");
    }
  exm_store_reader_close (reader);
  return g_string_free (drawn, FALSE);
}

static void
assert_lines (
    Fixture *self, const char *search, guint offset, guint limit, const char *expected)
{
  g_autofree char *drawn = draw_lines (self, search, offset, limit);

  g_assert_cmpstr (drawn, ==, expected);
}

/* The table as it is shown: by count, with the text that came first; searched and paged.
 */
static void
test_line_list (Fixture *self, gconstpointer unused)
{
  const guint64 keys[] = { 7, 8, 9 };

  assert_lines (self, NULL, 0, 0, "");
  commit_lines (self, 0, keys, 3, FALSE);
  commit_lines (self, 1, keys, 2, FALSE);
  commit_lines (self, 2, keys, 1, FALSE);
  assert_lines (self, NULL, 0, 0,
                "7:3/3 none 7 on 0%\n8:2/3 none 8 on 0%\n9:1/3 none 9 on 0%\n");
  assert_lines (self, NULL, 1, 1, "8:2/3 none 8 on 0%\n");
  assert_lines (self, "9 ON", 0, 0, "9:1/3 none 9 on 0%\n");
  /* Characters with a meaning in SQL are text. */
  assert_lines (self, "8%0", 0, 0, "");
  assert_lines (self, "0%", 2, 0, "9:1/3 none 9 on 0%\n");
}

/* Rulings stay, whatever is forgotten, and may come before the line does. */
static void
test_rulings (Fixture *self, gconstpointer unused)
{
  const guint64 once[] = { 5, 6, 4 }, later[] = { 3 };
  g_autoptr (ExmSiteLine) line = exm_site_line_new (1, NULL, 0);
  g_autoptr (GError) error = NULL;

  rule (self, 3, "Read more.", EXM_LINE_LABEL_NOISE);
  assert_lines (self, NULL, 0, 0, "3:0/0 noise Read more.\n");
  commit_lines (self, 0, once, 3, FALSE);
  rule (self, 5, NULL, EXM_LINE_LABEL_BODY);
  rule (self, 6, "another text", EXM_LINE_LABEL_NOISE);
  rule (self, 6, NULL, EXM_LINE_LABEL_AUTO);
  g_assert_true (exm_store_begin_group (self->store, &error));
  for (guint i = 1; i < 1000; i++)
    commit_lines (self, i, later, i == 900, FALSE);
  g_assert_true (exm_store_commit_group (self->store, &error));
  assert_lines (self, NULL, 0, 0, "3:0/500 noise Read more.\n5:0/500 body 5 on 0%\n");
  g_autoptr (ExmSiteStat) stat = exm_store_get_site_stat (self->store, self->uid, &error);
  g_assert_true (exm_site_stat_is_ruled (stat));
  g_assert_cmpint (exm_site_stat_get_ruling (stat, 3), ==, EXM_LINE_LABEL_NOISE);
  g_assert_cmpint (exm_site_stat_get_ruling (stat, 5), ==, EXM_LINE_LABEL_BODY);
  g_assert_cmpint (exm_site_stat_get_ruling (stat, 6), ==, EXM_LINE_LABEL_AUTO);
  g_assert_false (exm_store_rule_line (self->store, "none", line, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

static gint64
count_known (Fixture *self, const char *uid)
{
  const ExmArticleFilter filter = { .task_uid = uid, .known = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = exm_store_list_articles (self->store, &filter, &error);

  g_assert_no_error (error);
  return list->len;
}

/* A body is known while it is what a person called right, or corrected. */
static void
test_known (Fixture *self, gconstpointer unused)
{
  const char *uid = store_task_uid (1);
  const ExmArticleFilter filter = { .task_uid = uid };
  g_autoptr (GError) error = NULL;

  store_fill (self->store, uid, 0, 4);
  g_autoptr (GPtrArray) all = exm_store_list_articles (self->store, &filter, &error);
  g_assert_cmpuint (all->len, ==, 4);
  g_assert_cmpint (count_known (self, uid), ==, 0);
  const ExmArticleInfo *first = all->pdata[0], *second = all->pdata[1];
  g_assert_true (exm_store_approve_article (self->store, first->id, STORE_NOW, &error));
  g_assert_true (exm_store_approve_article (self->store, first->id, STORE_NOW, &error));
  g_assert_true (exm_store_call_right (self->store, second->id, STORE_NOW, &error));
  g_assert_cmpint (count_known (self, uid), ==, 2);

  /* Taken back, and said again. */
  g_autoptr (GPtrArray) nowhere = g_ptr_array_new ();
  g_assert_true (exm_store_disapprove_article (self->store, first->id, EXM_ARTICLE_UNSURE,
                                               nowhere, &error));
  g_assert_cmpint (count_known (self, uid), ==, 1);
  g_assert_true (exm_store_approve_article (self->store, first->id, STORE_NOW, &error));
  g_assert_cmpint (count_known (self, uid), ==, 2);

  /* The same text anew, then another one. */
  g_autoptr (ExmArticle) same = exm_store_get_article (self->store, first->id, &error);
  g_assert_true (exm_store_replace_article (self->store, same, "hash", &error));
  g_assert_cmpint (count_known (self, uid), ==, 2);
  g_autoptr (ExmArticle) other = store_article_new (uid, 3, NULL);
  g_assert_cmpstr (exm_article_get (other)->url_key, ==, exm_article_get (same)->url_key);
  char **text = (char **) &exm_article_get (other)->text;
  g_free (*text);
  *text = g_strdup ("Another text");
  g_assert_true (exm_store_replace_article (self->store, other, "hash", &error));
  g_assert_no_error (error);
  g_assert_cmpint (count_known (self, uid), ==, 1);

  /* A label of a line, until it is taken back. */
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (ExmLabel));
  const ExmLabel label = { EXM_LABEL_NOISE, 1, 0, 0 };
  const char *url_key = exm_article_get (same)->url_key;
  g_array_append_val (labels, label);
  g_assert_true (exm_store_put_labels (self->store, uid, url_key, "hash", labels,
                                       STORE_NOW, NULL, &error));
  g_assert_cmpint (count_known (self, uid), ==, 2);
  g_array_set_size (labels, 0);
  g_assert_true (exm_store_put_labels (self->store, uid, url_key, "hash", labels,
                                       STORE_NOW, NULL, &error));
  g_assert_cmpint (count_known (self, uid), ==, 1);
  g_assert_true (exm_store_delete_article (self->store, second->id, &error));
  g_assert_cmpint (count_known (self, uid), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/store/labels", Fixture, NULL, set_up, test_labels, tear_down);
  g_test_add ("/store/line-stat", Fixture, NULL, set_up, test_line_stat, tear_down);
  g_test_add ("/store/learn", Fixture, NULL, set_up, test_learn, tear_down);
  g_test_add ("/store/learn-rounds", Fixture, NULL, set_up, test_learn_rounds, tear_down);
  g_test_add ("/store/line-list", Fixture, NULL, set_up, test_line_list, tear_down);
  g_test_add ("/store/rulings", Fixture, NULL, set_up, test_rulings, tear_down);
  g_test_add ("/store/known", Fixture, NULL, set_up, test_known, tear_down);
  return g_test_run ();
}
