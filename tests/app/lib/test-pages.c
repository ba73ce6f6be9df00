/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-pages.h"

#include "store-fixture.h"

ExmSampleThread *
test_pages_start_site (guint port)
{
  g_autofree char *folder
      = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "sample", NULL);
  g_autoptr (GError) error = NULL;
  ExmSampleThread *site
      = exm_sample_thread_start (folder, EXM_SAMPLE_SERVER_DEFAULT, port, &error);

  g_assert_no_error (error);
  return site;
}

ExmStore *
test_pages_open (const char *folder)
{
  g_autoptr (GError) error = NULL;
  ExmStore *store = exm_store_open (folder, NULL, NULL, &error);

  g_assert_no_error (error);
  return store;
}

GBytes *
test_pages_read (const char *name)
{
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "..", "data", "pages", name, NULL);
  g_autoptr (GError) error = NULL;
  char *content = NULL;
  gsize n = 0;

  g_file_get_contents (path, &content, &n, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (content, n);
}

char *
test_pages_put (ExmStore *store, GBytes *bytes, const char *url)
{
  const ExmStoredPage stored = { .url = (char *) url,
                                 .final_url = (char *) url,
                                 .status = 200,
                                 .fetched_usec = STORE_NOW };
  g_autoptr (GError) error = NULL;
  char *hash = NULL;

  exm_store_put_page (store, bytes, &stored, &hash, &error);
  g_assert_no_error (error);
  return hash;
}

gint64
test_pages_put_article (ExmStore *store, const char *uid, guint number, GBytes *bytes)
{
  g_autofree char *url = g_strdup_printf ("http://site.example/%u.html", number);
  g_autofree char *hash = test_pages_put (store, bytes, url);
  g_autoptr (ExmArticle) article = store_article_new (uid, number, hash);
  const ExmCommitOutput output
      = { .key = "folder", .held = exm_article_get (article)->state != EXM_ARTICLE_GOOD };
  const ExmArticleCommit commit = {
    .article = article,
    .content_hash = hash,
    .outputs = &output,
    .n_outputs = 1,
  };
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  exm_store_commit_article (store, &commit, &id, &error);
  g_assert_no_error (error);
  return id;
}

void
test_pages_add_task (ExmStore *store,
                     guint number,
                     const char *example,
                     const char *private_host)
{
  g_autoptr (ExmTask) plain = store_task_new (number);
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;

  exm_task_fields_copy (plain, &fields);
  fields.paused = TRUE;
  g_array_index (fields.examples, ExmTaskExample, 0).page_hash = g_strdup (example);
  if (private_host != NULL)
    g_ptr_array_add (fields.private_hosts, g_strdup (private_host));
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  exm_store_add_task (store, task, STORE_NOW, &error);
  g_assert_no_error (error);
}

ExmProposal *
test_pages_propose (ExmStore *store,
                    ExmSampleThread *site,
                    const char *section,
                    guint delay_ms)
{
  g_autofree char *place = g_strdup_printf (
      "%s/%s/", exm_sample_server_get_base_url (exm_sample_thread_get_server (site)),
      section);
  const ExmProposalRequest request = { .place = place };
  g_auto (ExmTaskFields) defaults = { 0 };
  g_autoptr (GError) error = NULL;

  exm_task_fields_init (&defaults);
  ExmProposal *proposal = exm_proposal_new (&request, &defaults, NULL, &error);
  g_assert_no_error (error);
  ExmTaskFields *fields = &proposal->fields;
  g_array_index (fields->examples, ExmTaskExample, 0).page_hash
      = test_pages_put (store, proposal->bytes, proposal->final_url);
  fields->first_run = EXM_FIRST_RUN_ALL;
  fields->delay_ms = delay_ms;
  fields->paused = TRUE;
  return proposal;
}
