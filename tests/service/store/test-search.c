/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The index of full-text search: it finds what brute force finds, follows the articles,
 * and is made anew where it is damaged. */

#include "config.h"

#include "store/exm-search-index.h"

#include "base/exm-fail-point.h"
#include "search-oracle.h"
#include "store-fixture.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-store-trash.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

#define N_TASKS 7u
#define N_ARTICLES 480u
#define N_QUERIES 1500u

typedef struct
{
  char *folder;          /* (owned) */
  ExmStore *store;       /* (owned) */
  ExmSearchIndex *index; /* (owned) (nullable) */
  GRand *rand;           /* (owned) */
  GPtrArray *articles;   /* (owned) (element-type OracleArticle) */
  GPtrArray *notices;    /* (owned) (nullable) (element-type utf8): of the index */
  guint n_made;
} Fixture;

static void
open_store (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->folder = test_folder_new ();
  self->rand = g_rand_new_with_seed (23);
  self->articles = g_ptr_array_new_with_free_func (oracle_article_free);
  open_store (self);
  for (guint i = 1; i <= N_TASKS; i++)
    {
      g_autoptr (ExmTask) task = store_task_new (i);
      exm_store_add_task (self->store, task, STORE_NOW, &error);
      g_assert_no_error (error);
    }
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->index, exm_search_index_close);
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->notices, g_ptr_array_unref);
  g_ptr_array_unref (self->articles);
  g_rand_free (self->rand);
  test_folder_free (self->folder);
}

static void
add_articles (Fixture *self, guint n_articles)
{
  g_autoptr (GError) error = NULL;

  exm_store_begin_group (self->store, &error);
  for (guint i = 0; i < n_articles; i++)
    {
      OracleArticle *article = oracle_article_new (self->rand, self->n_made++, N_TASKS);
      oracle_article_store (article, self->store);
      g_ptr_array_add (self->articles, article);
    }
  exm_store_commit_group (self->store, &error);
  g_assert_no_error (error);
}

static void
open_index (Fixture *self, guint n_notices)
{
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->index, exm_search_index_close);
  g_clear_pointer (&self->notices, g_ptr_array_unref);
  self->notices = g_ptr_array_new_with_free_func (g_free);
  self->index = exm_search_index_open (self->folder, self->notices, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self->notices->len, ==, n_notices);
}

/* Nothing differs then. Returns: how many did before */
static guint
update (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  guint n_changed = 0;
  guint n_left = G_MAXUINT;

  exm_search_index_update (self->index, &n_changed, NULL, &error);
  g_assert_no_error (error);
  exm_search_index_update (self->index, &n_left, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_left, ==, 0);
  return n_changed;
}

static GPtrArray *
find (Fixture *self, const char *words, guint limit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (words);
  GPtrArray *hits
      = exm_search_index_find (self->index, query, NULL, limit, NULL, NULL, &error);

  g_assert_no_error (error);
  return hits;
}

static char *
write_ids (GPtrArray *hits)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < hits->len; i++)
    {
      const ExmSearchHit *hit = g_ptr_array_index (hits, i);
      g_string_append_printf (out, "%" G_GINT64_FORMAT " ", hit->id);
    }
  return g_string_free (out, FALSE);
}

static int
compare_newest (gconstpointer a, gconstpointer b)
{
  const OracleArticle *one = *(OracleArticle *const *) a;
  const OracleArticle *other = *(OracleArticle *const *) b;

  if (one->collected_usec != other->collected_usec)
    return one->collected_usec > other->collected_usec ? -1 : 1;
  return one->id > other->id ? -1 : 1;
}

/* Returns: (transfer full): the articles that it finds, newest first */
static char *
ask_oracle (Fixture *self, const OracleQuery *query, guint limit)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->articles->len; i++)
    if (oracle_finds (query, g_ptr_array_index (self->articles, i)))
      g_ptr_array_add (found, g_ptr_array_index (self->articles, i));
  g_ptr_array_sort (found, compare_newest);
  for (guint i = 0; i < found->len && (limit == 0 || i < limit); i++)
    {
      const OracleArticle *article = g_ptr_array_index (found, i);
      g_string_append_printf (out, "%" G_GINT64_FORMAT " ", article->id);
    }
  return g_string_free (out, FALSE);
}

static void
compare_with_oracle (Fixture *self, guint n_queries)
{
  guint n_found = 0;

  for (guint i = 0; i < n_queries; i++)
    {
      g_autoptr (OracleQuery) query
          = oracle_query_new (self->rand, self->articles, N_TASKS);
      guint limit = i % 5 == 0 ? 3 : 0;
      g_autoptr (GPtrArray) hits = find (self, query->words->str, limit);
      g_autofree char *ids = write_ids (hits);
      g_autofree char *expected = ask_oracle (self, query, limit);
      if (strcmp (ids, expected) != 0)
        g_test_message ("query %u: %s", i, query->words->str);
      g_assert_cmpstr (ids, ==, expected);
      n_found += hits->len > 0;
    }
  /* Queries that find nothing would prove nothing. */
  g_assert_cmpuint (n_found, >, n_queries / 3);
}

static void
test_oracle (Fixture *self, gconstpointer unused)
{
  add_articles (self, N_ARTICLES);
  open_index (self, 0);
  update (self);
  compare_with_oracle (self, N_QUERIES);
}

/* Changes text and time of every third article, and deletes every tenth. */
static void
change_articles (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  exm_store_begin_group (self->store, &error);
  g_assert_no_error (error);
  for (guint i = self->articles->len; i-- > 0;)
    if (i % 3 == 0)
      {
        OracleArticle *article = oracle_article_new (self->rand, i, N_TASKS);
        oracle_article_store (article, self->store);
        oracle_article_free (self->articles->pdata[i]);
        self->articles->pdata[i] = article;
      }
  for (guint i = self->articles->len; i-- > 0;)
    if (i % 10 == 0)
      {
        OracleArticle *article = g_ptr_array_index (self->articles, i);
        exm_store_delete_article (self->store, article->id, &error);
        g_assert_no_error (error);
        g_ptr_array_remove_index (self->articles, i);
      }
  exm_store_commit_group (self->store, &error);
  g_assert_no_error (error);
}

/* @words: of a query that fits all articles */
static void
check_all (Fixture *self, const char *words, guint limit)
{
  g_autoptr (GPtrArray) newest = find (self, words, limit);

  g_assert_cmpuint (newest->len, ==, limit > 0 ? limit : self->articles->len);
  for (guint i = 0; i < newest->len; i++)
    {
      const ExmSearchHit *hit = g_ptr_array_index (newest, i);
      const OracleArticle *article = g_ptr_array_index (self->articles, i);
      g_assert_cmpint (hit->id, ==, article->id);
    }
}

/* So many that the newest are tried in turn, and that their documents are read in parts,
 * also where some articles have later ones. */
static void
test_many (Fixture *self, gconstpointer unused)
{
  add_articles (self, 2600);
  open_index (self, 0);
  update (self);
  compare_with_oracle (self, 40);
  change_articles (self);
  update (self);
  compare_with_oracle (self, 20);
  g_ptr_array_sort (self->articles, compare_newest);
  check_all (self, "before:2027", 7);
  check_all (self, "before:2027", 0);
  check_all (self, "site:example -site:elsewhere.example", 0);
}

static void
test_follows (Fixture *self, gconstpointer unused)
{
  add_articles (self, 120);
  open_index (self, 0);
  update (self);
  change_articles (self);
  add_articles (self, 30);
  g_assert_cmpuint (update (self), >, 60);
  compare_with_oracle (self, 150);
}

/* Whatever is found is there and has the words, though the index does not know yet. */
static void
test_lags (Fixture *self, gconstpointer unused)
{
  add_articles (self, 120);
  open_index (self, 0);
  update (self);
  change_articles (self);
  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (OracleQuery) query
          = oracle_query_new (self->rand, self->articles, N_TASKS);
      g_autoptr (GPtrArray) hits = find (self, query->words->str, 0);
      g_autofree char *right = ask_oracle (self, query, 0);
      g_autofree char *all = g_strconcat (" ", right, NULL);
      for (guint j = 0; j < hits->len; j++)
        {
          const ExmSearchHit *hit = g_ptr_array_index (hits, j);
          g_autofree char *id = g_strdup_printf (" %" G_GINT64_FORMAT " ", hit->id);
          g_assert_nonnull (strstr (all, id));
        }
    }
}

static void
test_trash (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  gboolean over = FALSE;
  guint n_trashed = 0;

  add_articles (self, 70);
  open_index (self, 0);
  update (self);
  g_autoptr (GPtrArray) before = find (self, "site:example", 0);
  g_assert_cmpuint (before->len, ==, 70);
  exm_store_trash_task (self->store, store_task_uid (1), STORE_NOW, &n_trashed, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) during = find (self, "site:example", 0);
  g_assert_cmpuint (during->len, ==, 60);
  g_assert_cmpuint (update (self), ==, 0);
  exm_store_restore_trashed (self->store, store_task_uid (1), EXM_TRASH_KEEP_BOTH,
                             STORE_NOW, &name, &over, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) after = find (self, "site:example", 0);
  g_assert_cmpuint (after->len, ==, 70);
}

static void
test_tasks (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (ExmSearchQuery) query = exm_search_query_new ("task:Elsewhere site:example");

  add_articles (self, 14);
  open_index (self, 0);
  update (self);
  g_autoptr (GPtrArray) none
      = exm_search_index_find (self->index, query, NULL, 0, messages, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (messages->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (messages, 0), "Elsewhere"));

  g_autofree char *by_uid = g_strconcat ("task:", store_task_uid (2), NULL);
  g_autoptr (GPtrArray) hits = find (self, by_uid, 0);
  g_assert_cmpuint (hits->len, ==, 2);
  g_autoptr (GPtrArray) by_name = find (self, "task:\"TASK 00002\"", 0);
  g_assert_cmpuint (by_name->len, ==, 2);
  g_autoptr (ExmTask) task
      = exm_store_get_task (self->store, store_task_uid (2), NULL, &error);
  g_auto (ExmTaskFields) fields = { 0 };
  exm_task_fields_copy (task, &fields);
  g_free (fields.group);
  fields.group = g_strdup ("World/North");
  g_autoptr (ExmTask) grouped = exm_task_new (&fields);
  g_assert_true (exm_store_update_task (self->store, grouped, STORE_NOW, NULL, &error));
  g_autoptr (GPtrArray) by_group = find (self, "task:world/", 0);
  g_assert_cmpuint (by_group->len, ==, 2);
  g_autoptr (GPtrArray) by_no_group = find (self, "task:wor/", 0);
  g_assert_cmpuint (by_no_group->len, ==, 0);
  g_autoptr (GPtrArray) by_word = find (self, "task:tas -task:00002", 0);
  g_assert_cmpuint (by_word->len, ==, 12);
}

/* A search of 10,000 characters, and what SQLite would take for its own words. */
static void
test_odd_queries (Fixture *self, gconstpointer unused)
{
  static const char *const odd[] = { "\"",
                                     "AND",
                                     "NOT",
                                     "OR \"",
                                     "NEAR(a b)",
                                     "^tunnel",
                                     "tokens:tunnel",
                                     "{a b}:c",
                                     "*",
                                     "-",
                                     "--",
                                     "a-b*",
                                     "' ; DROP TABLE entry",
                                     "site:[::1]",
                                     "site:..",
                                     "site:\"a b\"",
                                     "title:\"\"" };
  g_autoptr (GString) words = g_string_new (NULL);

  add_articles (self, 20);
  open_index (self, 0);
  update (self);
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    g_ptr_array_unref (find (self, odd[i], 0));
  for (guint i = 0; words->len < 10000; i++)
    g_string_append_printf (words, "%sword%u ", i % 2 == 0 ? "-" : "", i);
  g_ptr_array_unref (find (self, words->str, 0));
  g_autofree char *one = g_strnfill (10000, 'x');
  g_ptr_array_unref (find (self, one, 0));
  g_string_set_size (words, 0);
  while (words->len < 10000)
    g_string_append (words, "隧道路");
  g_ptr_array_unref (find (self, words->str, 0));
  g_autoptr (GPtrArray) empty = find (self, " \t", 0);
  g_assert_cmpuint (empty->len, ==, 0);
}

static void
spoil (Fixture *self, gsize from, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_SEARCH_FILE, NULL);
  g_autofree char *bytes = NULL;
  gsize length = 0;

  g_clear_pointer (&self->index, exm_search_index_close);
  g_file_get_contents (path, &bytes, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, >=, from + n_bytes);
  memset (bytes + from, 0x5a, n_bytes);
  g_file_set_contents (path, bytes, (gssize) length, &error);
  g_assert_no_error (error);
}

static void
test_damage (Fixture *self, gconstpointer unused)
{
  add_articles (self, 120);
  open_index (self, 0);
  update (self);

  /* Seen as it is opened. */
  spoil (self, 0, 100);
  open_index (self, 1);
  update (self);
  compare_with_oracle (self, 50);

  /* Seen as it is read or written. */
  for (gsize page = 1; page < 10; page++)
    {
      spoil (self, page * 4096, 4096);
      open_index (self, 0);
      update (self);
      compare_with_oracle (self, 20);
    }

  /* Seen by the one who searches. */
  spoil (self, 4096, 8 * 4096);
  open_index (self, 0);
  compare_with_oracle (self, 50);
  g_assert_cmpuint (self->notices->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (self->notices, 0), EXM_STORE_SEARCH_FILE));
}

static void
test_missing (Fixture *self, gconstpointer unused)
{
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_SEARCH_FILE, NULL);

  add_articles (self, 60);
  open_index (self, 0);
  update (self);
  g_clear_pointer (&self->index, exm_search_index_close);
  g_assert_cmpint (g_unlink (path), ==, 0);
  open_index (self, 0);
  update (self);
  compare_with_oracle (self, 50);
}

static void
test_cancel (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  add_articles (self, 20);
  open_index (self, 0);
  g_cancellable_cancel (cancellable);
  g_assert_false (exm_search_index_update (self->index, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (update (self), ==, 20);
}

static void
test_no_store (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TestFolder) folder = test_folder_new ();

  g_assert_null (exm_search_index_open (folder, NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

/* Runs this program again to fill the index of @folder, and ends it at @point. */
static void
die_at (const char *folder, const char *point)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) environment
      = g_environ_setenv (g_get_environ (), "EXM_FAIL_POINT", point, TRUE);
  const char *argv[] = { "/proc/self/exe", "--fill", folder, NULL };
  int status = 0;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT, NULL,
                               NULL, NULL, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, EXM_FAIL_POINT_STATUS);
}

static int
fill (const char *folder)
{
  g_autoptr (ExmSearchIndex) index = exm_search_index_open (folder, NULL, NULL);

  return index != NULL && exm_search_index_update (index, NULL, NULL, NULL) ? 0 : 1;
}

static void
test_kill (Fixture *self, gconstpointer unused)
{
  static const char *const points[]
      = { "search.index.before", "search.index.after", "search.index.before:2" };

  add_articles (self, 120);
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      add_articles (self, i == 2 ? 2100 : 30);
      die_at (self->folder, points[i]);
      open_index (self, 0);
      update (self);
      compare_with_oracle (self, 40);
      g_clear_pointer (&self->index, exm_search_index_close);
    }
}

static void
test_snippets (Fixture *self, gconstpointer unused)
{
  OracleArticle *article = oracle_article_new (self->rand, 0, N_TASKS);

  g_free (article->title);
  g_free (article->text);
  article->title = g_strdup ("The Café tunnel");
  article->text = g_strdup ("Es war in der\nStraße am Tunnel.");
  oracle_article_store (article, self->store);
  g_ptr_array_add (self->articles, article);
  open_index (self, 0);
  update (self);
  g_autoptr (GPtrArray) hits = find (self, "cafe tunnel STRASSE -bridge", 0);
  g_assert_cmpuint (hits->len, ==, 1);
  const ExmSearchHit *hit = g_ptr_array_index (hits, 0);
  g_autofree char *title = exm_search_snippet_write (hit->title, "<", ">");
  g_autofree char *body = exm_search_snippet_write (hit->body, "<", ">");
  g_assert_cmpstr (title, ==, "The <Café> <tunnel>");
  g_assert_cmpstr (body, ==, "Es war in der <Straße> am <Tunnel>.");
  g_assert_cmpstr (hit->task_uid, ==, store_task_uid (1));
  g_assert_cmpstr (hit->task_name, ==, "Task 00001");
}

#define ADD(name, func)                                                                  \
  g_test_add ("/store/search/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--fill") == 0)
    return fill (argv[2]);
  g_test_init (&argc, &argv, NULL);
  ADD ("oracle", test_oracle);
  ADD ("many", test_many);
  ADD ("follows", test_follows);
  ADD ("lags", test_lags);
  ADD ("trash", test_trash);
  ADD ("tasks", test_tasks);
  ADD ("odd-queries", test_odd_queries);
  ADD ("damage", test_damage);
  ADD ("missing", test_missing);
  ADD ("cancel", test_cancel);
  ADD ("kill", test_kill);
  ADD ("snippets", test_snippets);
  g_test_add_func ("/store/search/no-store", test_no_store);
  return g_test_run ();
}
