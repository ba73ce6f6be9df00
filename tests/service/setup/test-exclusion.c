/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article that a person calls none, in a store with articles of several kinds. */

#include "setup/exm-exclusion.h"

#include "store/exm-store-approve.h"
#include "test-folder.h"
#include "url/exm-url-filter.h"

#include <string.h>

#define SITE "https://a.example"
#define NOW G_GINT64_CONSTANT (1767268800000000)
#define UID "00000000000000000000000000000001"

/* Numbered from 1 in this order. */
static const char *const paths[]
    = { "/news/101.html",          "/news/102.html", "/news/103.html",
        "/blog/a-bell/",           "/blog/bells-2/", "/blog/bread-is-dear/",
        "/blog/the-last-ferry-x/", "/about/" };

typedef struct
{
  char *folder; /* (owned) */
  ExmStore *store;
  ExmStoreReader *reader;
  gint64 ids[G_N_ELEMENTS (paths)];
} Fixture;

static void
add_task (ExmStore *store)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;

  exm_task_fields_init (&fields);
  g_free (fields.uid);
  g_free (fields.name);
  fields.uid = g_strdup (UID);
  fields.name = g_strdup ("Bells");
  exm_task_fields_add_example (&fields, SITE "/news/100.html");
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, SITE "/");
  g_ptr_array_add (fields.include, g_strdup (SITE "/(*)/(**)"));
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  exm_store_add_task (store, task, NOW, &error);
  g_assert_no_error (error);
}

static gint64
add_article (ExmStore *store, const char *path)
{
  g_auto (ExmArticleFields) fields = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new (path, strlen (path));
  g_autofree char *url = g_strconcat (SITE, path, NULL);
  g_autofree char *hash = NULL;
  g_autoptr (GError) error = NULL;
  const ExmStoredPage page
      = { .url = url, .final_url = url, .status = 200, .fetched_usec = NOW };
  gint64 id = 0;

  exm_store_put_page (store, bytes, &page, &hash, &error);
  g_assert_no_error (error);
  fields.task_uid = g_strdup (UID);
  fields.task_version = 1;
  fields.url = g_strdup (url);
  fields.final_url = g_strdup (url);
  fields.url_key = g_strdup (path);
  fields.page_hash = g_strdup (hash);
  fields.collected_usec = NOW;
  fields.state = EXM_ARTICLE_UNSURE;
  fields.metadata = exm_metadata_new ();
  fields.text = g_strdup ("Text");
  fields.html = g_strdup ("<p>Text</p>");
  fields.markdown = g_strdup ("Text");
  fields.method = g_strdup ("exemplar");
  fields.confidence = .5;
  fields.template_similarity = -1;
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  const ExmArticleCommit commit = { .article = article, .content_hash = hash };
  exm_store_commit_article (store, &commit, &id, &error);
  g_assert_no_error (error);
  return id;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = test_folder_new ();
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  add_task (self->store);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    self->ids[i] = add_article (self->store, paths[i]);
  self->reader = exm_store_reader_new (self->folder);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->reader);
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->folder, test_folder_free);
}

/* @index: of paths */
static ExmExclusion *
find (Fixture *self, guint index, gboolean alone, GError **error)
{
  return exm_exclusion_new (self->reader, self->ids[index], alone, NULL, error);
}

/* Numbers of the articles that are set aside, from 1. */
static char *
list_covered (Fixture *self, const ExmExclusion *exclusion)
{
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    for (guint k = 0; k < exclusion->ids->len; k++)
      if (g_array_index (exclusion->ids, gint64, k) == self->ids[i])
        g_string_append_printf (out, "%zu ", i + 1);
  return g_string_free (out, FALSE);
}

static void
assert_takes (ExmStore *store, const char *path, gboolean taken)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = exm_store_get_task (store, UID, NULL, &error);
  g_assert_no_error (error);
  const ExmTaskFields *fields = exm_task_get (task);
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (fields->include, fields->exclude, &error);
  g_autofree char *url = g_strconcat (SITE, path, NULL);

  g_assert_no_error (error);
  g_assert_cmpint (exm_url_filter_check (filter, url, NULL) == EXM_URL_VERDICT_MATCHED,
                   ==, taken);
}

static void
test_alike (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmExclusion) exclusion = find (self, 4, FALSE, &error);
  guint version = 0;

  g_assert_no_error (error);
  g_autofree char *covered = list_covered (self, exclusion);
  g_assert_cmpstr (covered, ==, "4 5 6 7 ");
  g_assert_cmpint (g_array_index (exclusion->ids, gint64, 0), ==, self->ids[4]);
  g_assert_cmpuint (exclusion->n_stored, ==, G_N_ELEMENTS (paths));
  g_assert_cmpuint (exclusion->added->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (exclusion->added, 0), ==, SITE "/blog/(*)/");
  /* To find out changes nothing. */
  assert_takes (self->store, "/blog/a-bell/", TRUE);

  exm_exclusion_write (exclusion, self->store, NOW + 1, &version, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (version, ==, 2);
  assert_takes (self->store, "/blog/a-bell/", FALSE);
  assert_takes (self->store, "/blog/of-tomorrow/", FALSE);
  assert_takes (self->store, "/news/100.html", TRUE);
  assert_takes (self->store, "/about/", TRUE);

  exm_exclusion_write_back (exclusion, self->store, NOW + 2, &error);
  g_assert_no_error (error);
  assert_takes (self->store, "/blog/a-bell/", TRUE);
}

static void
test_alone (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmExclusion) exclusion = find (self, 4, TRUE, &error);

  g_assert_no_error (error);
  g_autofree char *covered = list_covered (self, exclusion);
  g_assert_cmpstr (covered, ==, "5 ");
  exm_exclusion_write (exclusion, self->store, NOW + 1, NULL, &error);
  g_assert_no_error (error);
  assert_takes (self->store, "/blog/bells-2/", FALSE);
  assert_takes (self->store, "/blog/a-bell/", TRUE);
}

/* Built as the example is: nothing goes with it. */
static void
test_like_example (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmExclusion) exclusion = find (self, 2, FALSE, &error);

  g_assert_no_error (error);
  g_autofree char *covered = list_covered (self, exclusion);
  g_assert_cmpstr (covered, ==, "3 ");
}

static void
test_approved (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  exm_store_call_right (self->store, self->ids[5], NOW, &error);
  g_assert_no_error (error);
  g_assert_null (find (self, 5, FALSE, &error));
  g_assert_error (error, EXM_EXCLUSION_ERROR, EXM_EXCLUSION_ERROR_KEPT);
  g_assert_nonnull (strstr (error->message, "/blog/bread-is-dear/"));
  g_clear_error (&error);
  /* Others that are built as it stay, too. */
  g_autoptr (ExmExclusion) exclusion = find (self, 4, FALSE, &error);
  g_assert_no_error (error);
  g_autofree char *covered = list_covered (self, exclusion);
  g_assert_cmpstr (covered, ==, "5 ");
  g_assert_null (exm_exclusion_new (self->reader, 999, FALSE, NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

/* Other changes of the task in between stay, either way. */
static void
test_changed_meanwhile (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmExclusion) exclusion = find (self, 4, FALSE, &error);
  g_auto (ExmTaskFields) fields = { 0 };

  g_assert_no_error (error);
  exm_task_fields_copy (exclusion->task, &fields);
  g_free (fields.name);
  fields.name = g_strdup ("Other bells");
  g_autoptr (ExmTask) renamed = exm_task_new (&fields);
  exm_store_update_task (self->store, renamed, NOW + 1, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      if (i == 0)
        exm_exclusion_write (exclusion, self->store, NOW + 2, NULL, &error);
      else
        exm_exclusion_write_back (exclusion, self->store, NOW + 3, &error);
      g_assert_no_error (error);
      g_autoptr (ExmTask) task = exm_store_get_task (self->store, UID, NULL, &error);
      g_assert_cmpstr (exm_task_get (task)->name, ==, "Other bells");
    }
  exm_store_delete_task (self->store, UID, &error);
  g_assert_no_error (error);
  g_assert_false (exm_exclusion_write (exclusion, self->store, NOW + 4, NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                  \
  g_test_add ("/setup/exclusion/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("alike", test_alike);
  ADD ("alone", test_alone);
  ADD ("like-example", test_like_example);
  ADD ("approved", test_approved);
  ADD ("changed-meanwhile", test_changed_meanwhile);
  return g_test_run ();
}
