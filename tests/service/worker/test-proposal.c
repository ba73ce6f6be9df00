/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From a pasted address to a task, on the sample site. */

#include "demo/exm-sample-thread.h"
#include "fetch/exm-fetch-error.h"
#include "page/exm-page-reader.h"
#include "setup/exm-proposal.h"
#include "url/exm-url-pattern.h"

#include <string.h>

typedef struct
{
  ExmSampleThread *site;   /* (owned) */
  ExmSampleServer *server; /* (unowned) */
  const char *base;        /* (unowned) */
  GPtrArray *looked_at;    /* (owned) (element-type utf8) */
  GMainLoop *loop;         /* (owned) */
  ExmProposal *proposal;   /* (owned) (nullable) */
  GError *error;           /* (owned) (nullable) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *folder
      = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", NULL);
  g_autoptr (GError) error = NULL;

  self->site = exm_sample_thread_start (folder, EXM_SAMPLE_SERVER_CONTROLS, 0, &error);
  g_assert_no_error (error);
  self->server = exm_sample_thread_get_server (self->site);
  self->base = exm_sample_server_get_base_url (self->server);
  self->looked_at = g_ptr_array_new_with_free_func (g_free);
  self->loop = g_main_loop_new (NULL, FALSE);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_pointer (&self->proposal, exm_proposal_free);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->looked_at);
  g_main_loop_unref (self->loop);
  exm_sample_thread_stop (self->site);
}

static void
on_look (const char *url, gpointer data)
{
  Fixture *self = data;

  g_ptr_array_add (self->looked_at, g_strdup (url));
}

static char *
address (Fixture *self, const char *path)
{
  return g_strconcat (self->base, path, NULL);
}

static ExmProposal *
propose (Fixture *self, const char *path, gboolean find_list, GError **error)
{
  const ExmProbeProgress watch = { .func = on_look, .data = self };
  g_autofree char *url = address (self, path);
  const ExmProposalRequest request = { .place = url, .find_list = find_list };
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  return exm_proposal_new (&request, &fields, &watch, error);
}

static const ExmTaskSource *
only_source (const ExmProposal *proposal)
{
  g_assert_cmpuint (proposal->fields.sources->len, ==, 1);
  return &g_array_index (proposal->fields.sources, ExmTaskSource, 0);
}

/* All targets are other articles of the section, each once. */
static void
check_targets (const ExmProposal *proposal, guint at_least)
{
  g_autoptr (GHashTable) met = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (ExmUrlPattern) pattern
      = exm_url_pattern_new (g_ptr_array_index (proposal->fields.include, 0), NULL);

  g_assert_cmpuint (proposal->targets->len, >=, at_least);
  for (guint i = 0; i < proposal->targets->len; i++)
    {
      char *url = g_ptr_array_index (proposal->targets, i);
      g_assert_true (exm_url_pattern_matches (pattern, url, NULL));
      g_assert_cmpstr (url, !=, proposal->final_url);
      g_assert_true (g_hash_table_add (met, url));
    }
}

static void
test_list (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmProposal) proposal = propose (self, "/news/", FALSE, &error);
  g_autofree char *list = address (self, "/news/");

  g_assert_no_error (error);
  g_assert_cmpint (only_source (proposal)->kind, ==, EXM_SOURCE_LIST);
  g_assert_cmpstr (only_source (proposal)->pattern, ==, list);
  g_assert_nonnull (proposal->title);
  /* The title without the number of the page. */
  g_assert_cmpstr (proposal->fields.name, ==, "The Tidewater Courier");
  check_targets (proposal, 3);
  g_assert_cmpuint (proposal->n_matching, <, proposal->n_listed);
  /* The list, its newest article, then its feed. */
  g_assert_cmpuint (self->looked_at->len, ==, 3);
  g_assert_cmpstr (g_ptr_array_index (self->looked_at, 0), ==, list);
  g_assert_cmpstr (g_ptr_array_index (self->looked_at, 1), ==, proposal->final_url);
  /* It was asked for, and it is of this machine. */
  g_assert_cmpuint (proposal->fields.private_hosts->len, ==, 1);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 one = *(const gint64 *) a, other = *(const gint64 *) b;

  return (one < other) - (one > other);
}

/* Each choice of a first run is counted, by the dates of a feed and of a list. */
static void
test_first_run (Fixture *self, gconstpointer data)
{
  static const char *const paths[] = { "/blog/feed.xml", "/news/" };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmProposal) proposal = propose (self, paths[i], FALSE, &error);
      g_assert_no_error (error);
      ExmTaskFields *fields = &proposal->fields;
      g_autoptr (ExmUrlFilter) filter
          = exm_url_filter_new (fields->include, fields->exclude, &error);
      g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
      for (guint k = 1; k < proposal->known->len; k++)
        {
          const char *url = g_ptr_array_index (proposal->known, k);
          const gint64 *usec = g_hash_table_lookup (proposal->dates, url);
          if (usec != NULL && exm_url_filter_check (filter, url, NULL) == 0)
            g_array_append_val (times, *usec);
        }
      g_array_sort (times, compare_times);
      g_assert_cmpuint (times->len, >, 4);
      gint64 third = g_array_index (times, gint64, 2);
      fields->first_run_days
          = (guint) ((g_get_real_time () - third) / G_TIME_SPAN_DAY + 1);
      guint n_recent = proposal->n_matching - times->len;
      for (guint k = 0; k < times->len; k++)
        n_recent
            += g_array_index (times, gint64, k)
               >= g_get_real_time () - (gint64) fields->first_run_days * G_TIME_SPAN_DAY;
      exm_proposal_count (proposal, filter);
      g_assert_cmpuint (exm_proposal_count_first_run (proposal, EXM_FIRST_RUN_DAYS), ==,
                        n_recent);
      g_assert_cmpuint (n_recent, <, proposal->n_matching);
      g_assert_cmpuint (exm_proposal_count_first_run (proposal, EXM_FIRST_RUN_ALL), ==,
                        proposal->n_matching);
      g_assert_cmpuint (exm_proposal_count_first_run (proposal, EXM_FIRST_RUN_NEW), ==,
                        0);
      fields->first_run_newest = 2;
      g_assert_cmpuint (exm_proposal_count_first_run (proposal, EXM_FIRST_RUN_NEWEST), ==,
                        2);
    }
}

static void
test_article (Fixture *self, gconstpointer data)
{
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->server, "news");
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmProposal) proposal = propose (self, articles[2], FALSE, &error);

  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (proposal->final_url, articles[2]));
  g_assert_cmpint (only_source (proposal)->kind, ==, EXM_SOURCE_FEED);
  check_targets (proposal, 5);
}

static void
test_feed (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->server, "blog");
  g_autoptr (ExmProposal) proposal = propose (self, articles[0], FALSE, &error);

  g_assert_no_error (error);
  g_assert_cmpint (only_source (proposal)->kind, ==, EXM_SOURCE_FEED);
  const char *feed = only_source (proposal)->pattern;
  g_autoptr (ExmProposal) again
      = propose (self, feed + strlen (self->base), FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (only_source (again)->pattern, ==, feed);
  check_targets (again, 5);
}

/* Without a feed, the list page is found above the article. */
static void
test_folder (Fixture *self, gconstpointer data)
{
  g_autofree char *feed = NULL;
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->server, "news");
  const char *path = articles[3];
  g_autoptr (GError) error = NULL;

  g_autoptr (ExmProposal) with_feed = propose (self, path, FALSE, &error);
  g_assert_no_error (error);
  feed = g_strdup (only_source (with_feed)->pattern + strlen (self->base));
  g_assert_true (exm_sample_server_set_fault (self->server, feed, "404",
                                              EXM_SAMPLE_FAULT_ALWAYS, &error));
  g_assert_no_error (error);
  g_autoptr (ExmProposal) proposal = propose (self, path, FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpint (only_source (proposal)->kind, ==, EXM_SOURCE_LIST);
  check_targets (proposal, 3);
}

static void
test_nothing (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (propose (self, "/fault/404", TRUE, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
  g_clear_error (&error);
  g_assert_null (propose (self, "/fault/pdf", TRUE, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_NOT_HTML);
  g_assert_nonnull (strstr (error->message, "PDF"));
}

/* Scripts fill in what the list leads to. */
static void
test_scripted (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmProposal) proposal = propose (self, "/app/", TRUE, &error);

  g_assert_no_error (error);
  const ExmPageHints hints = { .url = proposal->final_url };
  g_autoptr (ExmPageText) page = exm_page_read (proposal->bytes, &hints, &error);
  g_assert_no_error (error);
  g_assert_true (exm_probe_is_scripted (page));
}

static void
on_proposed (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;

  self->proposal = g_task_propagate_pointer (G_TASK (result), &self->error);
  g_main_loop_quit (self->loop);
}

static void
propose_async (Fixture *self, const char *path, GCancellable *cancellable)
{
  g_autofree char *url = address (self, path);
  const ExmProposalRequest request = { .place = url };
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  exm_proposal_new_async (&request, &fields, cancellable, on_look, self, on_proposed,
                          self);
  g_main_loop_run (self->loop);
}

static void
test_async (Fixture *self, gconstpointer data)
{
  propose_async (self, "/zh/", NULL);
  g_assert_no_error (self->error);
  check_targets (self->proposal, 3);
  g_assert_cmpuint (self->looked_at->len, ==, 3);
}

static gboolean
cancel (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_idle_add (cancel, cancellable);
  propose_async (self, "/fault/timeout", cancellable);
  g_assert_error (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_addresses (void)
{
  static const struct
  {
    const char *text;
    const char *url; /* or NULL, and */
    const char *says;
  } cases[] = {
    { "example.org/news", "https://example.org/news", NULL },
    { "  https://example.org/a b  ", "https://example.org/a", NULL },
    { "Look: https://example.org/a, or so", "https://example.org/a,", NULL },
    { "看看这篇：https://example.org/a。谢谢", "https://example.org/a", NULL },
    { "localhost:8080/news/", "http://localhost:8080/news/", NULL },
    { "weixin://dl/business/?u=https://example.org/", NULL, "opens an app" },
    { "https://mp.weixin.qq.com/s/abc", NULL, "WeChat cannot be followed" },
    { "https://www.xiaohongshu.com/explore/1", NULL, "Xiaohongshu cannot" },
    { "https://notweixin.qq.com.example.org/", "https://notweixin.qq.com.example.org/",
      NULL },
    { "https://www.google.com/search?q=river+news", NULL, "what Google found" },
    { "https://www.google.com/search?q=site:example.org/news", NULL,
      "what Google found" },
    { "https://www.google.com/url?q=https://example.org/a",
      "https://www.google.com/url?q=https://example.org/a", NULL },
    { "https://google.co.uk/search?hl=en&q=a", NULL, "what Google found" },
    { "https://news.google.com/rss/search?q=a", "https://news.google.com/rss/search?q=a",
      NULL },
    { "https://google.mirror.example.org/?q=a", "https://google.mirror.example.org/?q=a",
      NULL },
    { "https://notgoogle.com/search?q=a", "https://notgoogle.com/search?q=a", NULL },
    { "https://www.google.com/about/", "https://www.google.com/about/", NULL },
    { "https://cn.bing.com/search?q=%E6%B1%9F", NULL, "what Bing found" },
    { "https://www.bing.com/news/search?q=a&format=rss",
      "https://www.bing.com/news/search?q=a&format=rss", NULL },
    { "https://www.baidu.com/s?wd=%E6%96%B0%E9%97%BB", NULL, "what Baidu found" },
    { "https://m.baidu.com/from=1/s?word=a", NULL, "what Baidu found" },
    { "https://www.baidu.com/s?wd=%BD%AD", NULL, "what Baidu found" },
    { "https://weixin.sogou.com/weixin?type=2&query=a", NULL, "what Sogou found" },
    { "https://baijiahao.baidu.com/s?id=1", "https://baijiahao.baidu.com/s?id=1", NULL },
    { "file:///etc/passwd", NULL, "file on this computer" },
    { "mailto:a@example.org", NULL, "mailto" },
    { "news", NULL, "news" },
    { "\xff\xfe", NULL, "" },
    { "", NULL, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *url = exm_probe_find_address (cases[i].text, &error);
      g_assert_cmpstr (url, ==, cases[i].url);
      g_assert_true ((url == NULL) == (error != NULL));
      if (error != NULL && strstr (error->message, cases[i].says) == NULL)
        g_error ("“%s” says: %s", cases[i].text, error->message);
    }
}

static void
test_searches (void)
{
  static const struct
  {
    const char *url;
    gboolean is_search;
  } cases[] = {
    { "https://example.org/search?q=river", TRUE },
    { "https://example.org/Search.aspx?keyword=%E6%B1%9F", TRUE },
    { "https://example.org/search/index.html?title=a", TRUE },
    { "https://search.example.org/?w=a", TRUE },
    { "https://so.example.cn/s.php?k=a", TRUE },
    { "https://example.org/?s=river", TRUE },
    { "https://example.org?s=river", TRUE },
    { "https://example.org/index.php?q=river", TRUE },
    { "https://example.org/blog/?q=river", TRUE },
    { "https://example.org/search?q=%BD%AD", TRUE },
    /* Nothing was searched for, or it is no search. */
    { "https://example.org/search", FALSE },
    { "https://example.org/search?q=", FALSE },
    { "https://example.org/search/label/News", FALSE },
    { "https://example.org/search?updated-max=2026-01-01", FALSE },
    { "https://example.org/?q=node/12", FALSE },
    { "https://example.org/?p=12", FALSE },
    { "https://example.org/2026/a.html?s=mail", FALSE },
    { "https://example.org/news/?page=2", FALSE },
    { "https://example.org/news/", FALSE },
    { "no address", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    if (exm_probe_is_search (cases[i].url) != cases[i].is_search)
      g_error ("%s", cases[i].url);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/proposal/addresses", test_addresses);
  g_test_add_func ("/proposal/searches", test_searches);
#define ADD(name)                                                                        \
  g_test_add ("/proposal/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (list);
  ADD (first_run);
  ADD (article);
  ADD (feed);
  ADD (folder);
  ADD (nothing);
  ADD (scripted);
  ADD (async);
  ADD (cancelled);
  return g_test_run ();
}
