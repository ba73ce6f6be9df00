/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From an address to a task, on small sites that are served here. */

#include "fetch/exm-fetch-error.h"
#include "setup/exm-proposal.h"

#include "small-site.h"

#include <string.h>

/* A browser whose scripts take comments for text. */
typedef struct
{
  GObject parent_instance;
  gboolean is_missing; /* it cannot be started */
} Browser;

typedef GObjectClass BrowserClass;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Browser, g_object_unref)

static GType browser_get_type (void);
static void browser_init_renderer (ExmRendererInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (Browser,
                               browser,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EXM_TYPE_RENDERER,
                                                      browser_init_renderer))

static void
browser_render_async (ExmRenderer *renderer,
                      const ExmRenderRequest *request,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer data)
{
  g_autoptr (GTask) task = g_task_new (renderer, cancellable, callback, data);
  gsize n;
  const char *html = g_bytes_get_data (request->html, &n);

  if (((Browser *) renderer)->is_missing)
    {
      g_task_return_new_error (task, EXM_RENDER_ERROR, EXM_RENDER_ERROR_NO_DISPLAY,
                               "There is no screen");
      return;
    }
  g_autoptr (GString) text = g_string_new_len (html, (gssize) n);
  g_string_replace (text, "<!--", "", 0);
  g_string_replace (text, "-->", "", 0);
  ExmRendered *rendered = g_new0 (ExmRendered, 1);
  rendered->html = g_bytes_new (text->str, text->len);
  rendered->url = g_strdup (request->url);
  g_task_return_pointer (task, rendered, (GDestroyNotify) exm_rendered_free);
}

static ExmRendered *
browser_render_finish (ExmRenderer *renderer, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
browser_init_renderer (ExmRendererInterface *iface)
{
  iface->render_async = browser_render_async;
  iface->render_finish = browser_render_finish;
}

static void
browser_init (Browser *self)
{
}

static void
browser_class_init (BrowserClass *klass)
{
}

/* Articles and pages of the site stand in one place: what stands on every page is left
 * out. */
static void
test_home (void)
{
  static const Page pages[] = {
    { "/", MENU LIST },
    { "/last-ferry-of-autumn/", MENU "<h1>The last ferry of autumn</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal = site_propose (&site, "/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "list /");
  site_assert_patterns (&site, proposal->fields.include, "/(*)/");
  site_assert_patterns (&site, proposal->fields.exclude, "/about-our-paper/ /contact/");
  g_assert_true (g_str_has_suffix (proposal->final_url, "/last-ferry-of-autumn/"));
  g_assert_cmpuint (proposal->n_matching, ==, 3);
  g_assert_cmpstr (proposal->why, ==,
                   "These 3 links stand together, or are built alike. Left out: 2 links "
                   "that stand on every page.");
  g_assert_cmpuint (site.asked->len, <=, 4);
  site_stop (&site);
}

/* An example stands before the feed is asked, and stays where this has it; what readers
 * say is not asked for. */
static void
test_early_example (void)
{
  static const char *const order[]
      = { "/", "/robots.txt", "/last-ferry-of-autumn/", "/feed.xml" };
  static const Page pages[] = {
    { "/", "<link rel=alternate type=application/rss+xml href=/comments/feed.xml>"
           "<link rel=alternate type=application/rss+xml href=/feed.xml>" MENU LIST },
    { "/feed.xml", "<rss version='2.0'><channel><title>Paper</title>"
                   "<item><link>%s/bread-prices-rise/</link></item>"
                   "<item><link>%s/last-ferry-of-autumn/</link></item>"
                   "<item><link>%s/a-bell-for-the-tower/</link></item>"
                   "</channel></rss>" },
    { "/last-ferry-of-autumn/", MENU "<h1>The last ferry of autumn</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal = site_propose (&site, "/", &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (proposal->final_url, "/last-ferry-of-autumn/"));
  g_assert_cmpuint (site.asked->len, ==, G_N_ELEMENTS (order));
  for (guint i = 0; i < site.asked->len; i++)
    g_assert_cmpstr (g_ptr_array_index (site.asked, i), ==, order[i]);
  g_assert_cmpuint (proposal->n_matching, ==, 3);
  site_stop (&site);
}

/* The first page that is tried lists articles itself. */
static void
test_list_of_lists (void)
{
  static const Page pages[] = {
    { "/", "<div class=a><h2><a href=/the-great-harbour/>Everything about the great "
           "harbour</a></h2><h2><a href=/the-old-town/>Everything about the old town</a>"
           "</h2><h2><a href=/the-far-islands/>Everything about the far islands</a></h2>"
           "</div><ul class=b><li><a href=/n/7001.html>Ferry sails again</a><li><a "
           "href=/n/7002.html>Bell rings again</a><li><a href=/n/7003.html>Bread is dear"
           "</a></ul>" },
    { "/the-great-harbour/", MENU LIST },
    { "/n/7001.html", "<h1>Ferry sails again</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal = site_propose (&site, "/", &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (proposal->final_url, "/n/7001.html"));
  site_assert_patterns (&site, proposal->fields.include, "/n/(*).html");
  site_stop (&site);
}

/* A root that sends on to a language. */
static void
test_refresh (void)
{
  static const Page pages[] = {
    { "/", "<meta http-equiv=refresh content='0; url=/fr/'><p>…</p>" },
    { "/fr/", MENU LIST },
    { "/last-ferry-of-autumn/", "<h1>The last ferry of autumn</h1>" PROSE },
    { "/round/", "<meta http-equiv=refresh content=0;url=/round2/>" },
    { "/round2/", "<meta http-equiv=refresh content=0;url=/round/>" },
    { "/slow/", "<meta http-equiv=refresh content=300>" MENU LIST },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal = site_propose (&site, "/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "list /fr/");
  g_autoptr (ExmProposal) slow = site_propose (&site, "/slow/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, slow, "list /slow/");
  g_assert_null (site_propose (&site, "/round/", &error));
  g_assert_nonnull (error);
  site_stop (&site);
}

#define ITEMS                                                                            \
  "<rss version='2.0'><channel><title>Paper</title>"                                     \
  "<item><title>Ferry</title><link>%s/last-ferry-of-autumn/</link></item>"               \
  "<item><title>Bell</title><link>%s/a-bell-for-the-tower/</link></item>"                \
  "<item><title>Bread</title><link>%s/bread-prices-rise/</link></item>"                  \
  "</channel></rss>"

#define DECLARED "<link rel=alternate type=application/rss+xml href=/feed.xml>"

/* A list that robots.txt forbids is no source; the feed is, where that is allowed. */
static void
test_robots (void)
{
  static const Page pages[] = {
    { "/robots.txt", "User-agent: *\nDisallow: /tag/\nDisallow: /secret/\n" },
    { "/tag/sea/", DECLARED MENU LIST },
    { "/tag/land/", MENU LIST },
    { "/", MENU LIST },
    { "/tag/sky/", "<h2><a href=/sky/a-kite-that-flew/>A kite that flew</a></h2><h2><a "
                   "href=/sky/a-cloud-that-stayed/>A cloud that stayed</a></h2>" },
    { "/sky/a-kite-that-flew/", "<h1>A kite that flew</h1>" PROSE },
    { "/feed.xml", ITEMS },
    { "/last-ferry-of-autumn/", "<h1>The last ferry of autumn</h1>" PROSE },
    { "/open/",
      "<link rel=alternate type=application/rss+xml href=/secret/feed.xml>" MENU LIST },
    { "/secret/feed.xml", ITEMS },
    { "/shut/", "<h2><a href=/secret/a-rope-that-held/>A rope that held</a></h2><h2><a "
                "href=/secret/a-lamp-in-the-window/>A lamp in the window</a></h2>" },
    { "/lost/", "<h2><a href=/gone/a-rope-that-held/>A rope that held</a></h2><h2><a "
                "href=/gone/a-lamp-in-the-window/>A lamp in the window</a></h2>" },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal = site_propose (&site, "/tag/sea/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "feed /feed.xml");
  site_assert_asked_once (&site);
  g_autoptr (ExmProposal) land = site_propose (&site, "/tag/land/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, land, "list /");
  g_assert_true (g_str_has_prefix (land->why, "robots.txt forbids the list"));
  g_assert_null (site_propose (&site, "/tag/sky/", &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_FORBIDDEN);
  g_assert_nonnull (strstr (error->message, "/tag/"));
  g_clear_error (&error);
  g_autoptr (ExmProposal) open = site_propose (&site, "/open/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, open, "list /open/");
  g_assert_false (site_was_asked (&site, "/secret/feed.xml"));
  /* Its articles are forbidden, or gone: that is said. */
  g_assert_null (site_propose (&site, "/shut/", &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_FORBIDDEN);
  g_clear_error (&error);
  g_assert_null (site_propose (&site, "/lost/", &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
  g_assert_nonnull (strstr (error->message, "404"));
  site_stop (&site);
}

/* Items on another host are not this site's. */
static void
test_foreign_feed (void)
{
  static const Page pages[] = {
    { "/", DECLARED MENU LIST },
    { "/feed.xml", "<rss version='2.0'><channel><title>Paper</title>"
                   "<item><link>http://other.example/1/</link></item>"
                   "<item><link>http://other.example/2/</link></item>"
                   "<item><link>http://other.example/3/</link></item></channel></rss>" },
    { "/last-ferry-of-autumn/", DECLARED MENU "<h1>The last ferry of autumn</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal = site_propose (&site, "/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "list /");
  site_assert_asked_once (&site);
  g_ptr_array_set_size (site.asked, 0);
  g_autoptr (ExmProposal) article
      = site_propose (&site, "/last-ferry-of-autumn/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, article, "list /");
  site_assert_asked_once (&site);
  site_assert_patterns (&site, article->fields.include, "/(*)/");
  site_stop (&site);
}

/* An article's list is found where it links to it: beside it, in another form. */
static void
test_article (void)
{
  static const Page pages[] = {
    { "/2026-March/0017.html",
      "<h1>Re: the ferry</h1>" PROSE "<a href=0016.html>Previous message</a> <a "
      "href=thread.html>Messages by thread</a>" },
    { "/2026-March/thread.html", "<ul><li><a href=0015.html>The ferry</a><li><a "
                                 "href=0016.html>Re: the ferry</a><li><a href=0017.html>"
                                 "Re: the ferry</a></ul>" },
    { "/blog/rope", "<h1>A rope that held</h1>" PROSE },
    { "/blog/",
      "<h2><a href=/blog/rope/>A rope that held</a></h2><h2><a "
      "href=/blog/lamp/>A lamp in the window</a></h2><h2><a href=/blog/oar/>One "
      "oar is not enough</a></h2>" },
    { "/alone/x.html", "<h1>Alone in the world</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) mail = site_propose (&site, "/2026-March/0017.html", &error);
  g_assert_no_error (error);
  site_assert_source (&site, mail, "list /2026-March/thread.html");
  g_autoptr (ExmProposal) slash = site_propose (&site, "/blog/rope", &error);
  g_assert_no_error (error);
  site_assert_source (&site, slash, "list /blog/");
  site_assert_patterns (&site, slash->fields.include, "/blog/(*)/");
  g_assert_null (site_propose (&site, "/alone/x.html", &error));
  g_assert_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_SOURCE);
  site_stop (&site);
}

/* A section that has but one article yet: its next ones are taken too. */
static void
test_new_section (void)
{
  static const Page pages[] = {
    { "/", MENU "<p>Welcome.</p><a href=/harbour/>Harbour</a>" },
    { "/about-our-paper/", MENU "<h1>About our paper</h1><p>Read since 1998.</p>" },
    { "/contact/", MENU "<h1>Contact</h1><p>Write to us.</p>" },
    { "/harbour/", MENU "<h1>Harbour</h1><ul><li><a href=/harbour/2026-11-24-breakwater."
                        "html>Council widens the breakwater</a></ul>" },
    { "/harbour/2026-11-24-breakwater.html", MENU
      "<h1>Council widens the breakwater</h1>" PROSE "<a href=/harbour/>Harbour</a>" },
    { NULL },
  };
  static const char *const entries[]
      = { "/harbour/", "/harbour/2026-11-24-breakwater.html" };
  Site site;

  site_start (&site, pages);
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmProposal) proposal = site_propose (&site, entries[i], &error);
      g_assert_no_error (error);
      site_assert_source (&site, proposal, "list /harbour/");
      site_assert_patterns (&site, proposal->fields.include, "/harbour/{yyyy}-(*).html");
    }
  site_stop (&site);
}

/* Nothing but the names of the site's sitemaps tells articles and pages apart. */
static void
test_sitemap_kinds (void)
{
  static const Page pages[] = {
    { "/robots.txt", "User-agent: *\nDisallow: /secret/\nSitemap: %s/map.xml\n" },
    { "/map.xml",
      "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
      "<sitemap><loc>%s/wp-sitemap-posts-post-1.xml</loc></sitemap>"
      "<sitemap><loc>%s/wp-sitemap-posts-page-1.xml</loc></sitemap>"
      "<sitemap><loc>%s/secret/wp-sitemap-users-1.xml</loc></sitemap></sitemapindex>" },
    { "/wp-sitemap-posts-post-1.xml",
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
      "<url><loc>%s/last-ferry-of-autumn/</loc></url>"
      "<url><loc>%s/bread-prices-rise/</loc></url></urlset>" },
    { "/wp-sitemap-posts-page-1.xml",
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
      "<url><loc>%s/a-bell-for-the-tower/</loc></url></urlset>" },
    { "/", LIST },
    { "/last-ferry-of-autumn/", "<h1>The last ferry of autumn</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal = site_propose (&site, "/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "list /");
  site_assert_patterns (&site, proposal->fields.exclude, "/a-bell-for-the-tower/");
  g_assert_cmpuint (proposal->n_matching, ==, 2);
  g_assert_cmpstr (proposal->why, ==, "The site’s sitemap lists 2 of these 2 links.");
  g_assert_false (site_was_asked (&site, "/secret/wp-sitemap-users-1.xml"));
  site_assert_asked_once (&site);
  site_stop (&site);
}

/* No list and no feed has the article: the sitemap does. */
static void
test_sitemap_source (void)
{
  static const Page pages[] = {
    { "/sitemap.xml", "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                      "<url><loc>%s/blog/a-rope-that-held/</loc></url>"
                      "<url><loc>%s/blog/a-lamp-in-the-window/</loc></url>"
                      "<url><loc>%s/blog/one-oar-is-not-enough/</loc></url>"
                      "<url><loc>%s/contact/</loc></url></urlset>" },
    { "/blog/a-rope-that-held/", "<h1>A rope that held</h1>" PROSE },
    { "/elsewhere/a-rope-that-broke/", "<h1>A rope that broke</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal
      = site_propose (&site, "/blog/a-rope-that-held/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "sitemap /sitemap.xml");
  site_assert_patterns (&site, proposal->fields.include, "/blog/(*)/");
  g_assert_cmpuint (proposal->n_matching, ==, 3);
  g_assert_true (g_str_has_prefix (proposal->why, "No list page was found"));
  /* One that does not have the example is no source of it. */
  g_assert_null (site_propose (&site, "/elsewhere/a-rope-that-broke/", &error));
  g_assert_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_SOURCE);
  site_stop (&site);
}

/* A sitemap has the pages of the menu, too. */
static void
test_sitemap_menu (void)
{
  static const char nav[] = "<nav><a href=/our-gas-bottles/>Bottles</a> "
                            "<a href=/our-gas-stoves/>Stoves</a></nav>"
                            "<h1>A rope that held</h1>" PROSE;
  static const Page pages[] = {
    { "/sitemap.xml", "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                      "<url><loc>%s/a-rope-that-held/</loc></url>"
                      "<url><loc>%s/our-gas-bottles/</loc></url>"
                      "<url><loc>%s/a-lamp-in-the-window/</loc></url>"
                      "<url><loc>%s/our-gas-stoves/</loc></url>"
                      "<url><loc>%s/one-oar-is-not-enough/</loc></url></urlset>" },
    { "/a-rope-that-held/", nav },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal = site_propose (&site, "/a-rope-that-held/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "sitemap /sitemap.xml");
  site_assert_patterns (&site, proposal->fields.exclude,
                        "/our-gas-bottles/ /our-gas-stoves/");
  g_assert_cmpuint (proposal->n_matching, ==, 3);
  site_stop (&site);
}

/* The front of a shop lists products; its menu names where the articles are. */
static void
test_section (void)
{
  static const char menu[]
      = DECLARED "<nav><a href=/>Home</a> <a href=/category/stoves/>Stoves</a> "
                 "<a href=/tin-tuc/>Tin tức</a></nav>"
                 "<ul><li><a href=/product/a-stove-with-two-fires/>A stove "
                 "with two fires</a><li><a href=/product/a-long-blue-hose/>A "
                 "long blue hose</a><li><a href=/product/a-bottle-of-gas/>A "
                 "bottle of gas</a></ul>";
  static const Page pages[] = {
    { "/", menu },
    { "/tin-tuc/",
      DECLARED "<nav><a href=/>Home</a> <a href=/tin-tuc/>Tin tức</a></nav>" LIST },
    { "/last-ferry-of-autumn/", "<h1>The last ferry of autumn</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal = site_propose (&site, "/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "list /tin-tuc/");
  g_assert_cmpuint (proposal->n_matching, ==, 3);
  g_assert_true (g_str_has_prefix (proposal->why, "The page that you gave lists no "
                                                  "articles; another page of the site, "
                                                  "to which it links, does. These 3"));
  g_assert_false (site_was_asked (&site, "/category/stoves/"));
  site_assert_asked_once (&site);
  g_assert_cmpuint (site.asked->len, <=, 5);
  site_stop (&site);
}

/* A feed of all pages of the site, articles and others. */
static void
test_feed_of_all (void)
{
  static const Page pages[] = {
    { "/feed.xml", "<rss version='2.0'><channel><title>Paper</title>"
                   "<item><link>%s/blog/2026/a-rope-that-held/</link></item>"
                   "<item><link>%s/contact/</link></item>"
                   "<item><link>%s/blog/2026/a-lamp-in-the-window/</link></item>"
                   "<item><link>%s/about/</link></item>"
                   "<item><link>%s/blog/2025/one-oar-is-not-enough/</link></item>"
                   "</channel></rss>" },
    { "/blog/2026/a-rope-that-held/", DECLARED "<h1>A rope that held</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal
      = site_propose (&site, "/blog/2026/a-rope-that-held/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "feed /feed.xml");
  g_assert_cmpuint (proposal->n_matching, ==, 3);
  g_assert_cmpstr (proposal->why, ==,
                   "The feed lists 3 articles. Left out: 2 addresses that are built in "
                   "another way.");
  site_stop (&site);
}

/* A feed whose addresses count its readers is second to a list page. */
static void
test_counting_feed (void)
{
  static const Page pages[] = {
    { "/feed.xml", "<rss version='2.0'><channel><title>Paper</title>"
                   "<item><link>%s/last-ferry-of-autumn/?utm_source=rss</link></item>"
                   "<item><link>%s/a-bell-for-the-tower/?utm_source=rss</link></item>"
                   "<item><link>%s/bread-prices-rise/?utm_source=rss</link></item>"
                   "</channel></rss>" },
    { "/last-ferry-of-autumn/", DECLARED MENU "<h1>The last ferry of autumn</h1>" PROSE },
    { "/", MENU LIST },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) proposal
      = site_propose (&site, "/last-ferry-of-autumn/", &error);
  g_assert_no_error (error);
  site_assert_source (&site, proposal, "list /");
  g_assert_cmpuint (proposal->n_matching, ==, 3);
  site_stop (&site);
}

/* Scripts run where they fill the page in, and only there. */
static void
test_scripted (void)
{
  static const Page pages[] = {
    { "/", "<div id=app></div><script src=app.js></script><!--" MENU LIST "-->" },
    { "/static/", MENU LIST },
    { "/served/",
      "<script src=app.js></script><h2><a href=/served/a-rope-that-held/>A "
      "rope that held</a></h2><h2><a href=/served/a-lamp-in-the-window/>A lamp "
      "in the window</a></h2>" },
    { "/served/a-rope-that-held/", "<script></script><h1>A rope that held</h1>" PROSE },
    { "/last-ferry-of-autumn/", "<script src=app.js></script><!--" MENU
                                "<h1>The last ferry of autumn</h1>" PROSE "-->" },
    { NULL },
  };
  g_autoptr (Browser) browser = g_object_new (browser_get_type (), NULL);
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autoptr (ExmProposal) list
      = site_propose_with (&site, "/", EXM_RENDERER (browser), &error);
  g_assert_no_error (error);
  g_assert_true (list->fields.rendered);
  g_assert_cmpuint (list->n_matching, ==, 3);
  g_assert_true (g_str_has_prefix (list->why, "Scripts fill these pages in"));
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (list->bytes, NULL), -1, "harbour"));
  /* The list is served whole, its articles are not. */
  g_autoptr (ExmProposal) articles
      = site_propose_with (&site, "/static/", EXM_RENDERER (browser), &error);
  g_assert_no_error (error);
  g_assert_true (articles->fields.rendered);
  g_autoptr (ExmProposal) served
      = site_propose_with (&site, "/served/", EXM_RENDERER (browser), &error);
  g_assert_no_error (error);
  g_assert_false (served->fields.rendered);
  /* Without a browser that is said. */
  g_assert_null (site_propose (&site, "/", &error));
  g_assert_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_SCRIPTED);
  g_clear_error (&error);
  browser->is_missing = TRUE;
  g_assert_null (site_propose_with (&site, "/", EXM_RENDERER (browser), &error));
  g_assert_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_SCRIPTED);
  g_assert_nonnull (strstr (error->message, "There is no screen"));
  site_stop (&site);
}

/* An example that the list has nothing to do with: said now, not by an empty task. */
static void
test_nothing (void)
{
  static const Page pages[] = {
    { "/", "<ul><li><a href=/contact/>Contact</a></ul>" },
    { "/deep/down/7.html", "<h1>Alone in the world</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  g_auto (ExmTaskFields) fields = { 0 };
  Site site;

  site_start (&site, pages);
  g_autofree char *place = g_strconcat (site.base, "/", NULL);
  g_autofree char *example = g_strconcat (site.base, "/deep/down/7.html", NULL);
  const ExmProposalRequest request = { .place = place, .example = example };
  exm_task_fields_init (&fields);
  g_assert_null (exm_proposal_new (&request, &fields, NULL, &error));
  g_assert_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_SOURCE);
  g_assert_nonnull (strstr (error->message, "/deep/down/7.html"));
  site_stop (&site);
}

/* Somebody who looks on and has seen enough. */
typedef struct
{
  GCancellable *cancellable; /* (owned) */
  const char *enough;        /* (unowned): end of the address at which */
} Watcher;

static void
on_fetch (const char *url, gpointer data)
{
  Watcher *self = data;

  if (self->enough != NULL && g_str_has_suffix (url, self->enough))
    g_cancellable_cancel (self->cancellable);
}

static ExmProposal *
propose_watched (Site *site, const char *path, Watcher *watcher, GError **error)
{
  g_autofree char *url = g_strconcat (site->base, path, NULL);
  const ExmProposalRequest request = { .place = url };
  const ExmProbeProgress watch
      = { .cancellable = watcher->cancellable, .func = on_fetch, .data = watcher };
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  return exm_proposal_new (&request, &fields, &watch, error);
}

/* The sanitizers ask who called at each piece of memory. */
#ifdef __SANITIZE_ADDRESS__
#define N_LINKS 30000u
#else
#define N_LINKS 100000u
#endif

/* A page with 100,000 links is proposed from its first ones, and left at once. */
static void
test_endless_list (void)
{
  g_autoptr (GString) html = g_string_new (MENU "<ul>");
  for (guint i = 0; i < N_LINKS; i++)
    g_string_append_printf (
        html, "<li><a href=/2026/story-%u-of-the-harbour/>Story %u of the harbour</a>", i,
        i);
  const Page pages[] = {
    { "/", html->str },
    { "/2026/story-0-of-the-harbour/", MENU "<h1>Story 0 of the harbour</h1>" PROSE },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  Watcher watcher = { .cancellable = g_cancellable_new () };
  g_autoptr (ExmProposal) proposal = propose_watched (&site, "/", &watcher, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (proposal->n_matching, >, 1000);
  g_assert_cmpuint (proposal->n_matching, <, N_LINKS);
  site_assert_patterns (&site, proposal->fields.include, "/{yyyy}/(*)/");

  watcher.enough = "/2026/story-0-of-the-harbour/";
  guint n_asked = site.asked->len;
  g_assert_null (propose_watched (&site, "/", &watcher, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_cmpuint (site.asked->len, <=, 2 * n_asked - 1);
  g_object_unref (watcher.cancellable);
  site_stop (&site);
}

/* Somebody who leaves a site once its page is asked for. */
typedef struct
{
  Site *site;                /* (unowned) */
  GCancellable *cancellable; /* (unowned) */
} Impatient;

static gpointer
wait_and_cancel (gpointer data)
{
  Impatient *self = data;

  g_object_unref (g_async_queue_pop (self->site->held));
  g_cancellable_cancel (self->cancellable);
  return NULL;
}

/* A site that takes its time is left at once, too. */
static void
test_slow (void)
{
  static const Page pages[] = { { NULL } };
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  Watcher watcher = { .cancellable = g_cancellable_new () };
  Impatient impatient = { &site, watcher.cancellable };
  GThread *thread = g_thread_new ("impatient", wait_and_cancel, &impatient);
  g_assert_null (propose_watched (&site, SLOW, &watcher, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  g_object_unref (watcher.cancellable);
  site_stop (&site);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/setup/sites/home", test_home);
  g_test_add_func ("/setup/sites/early-example", test_early_example);
  g_test_add_func ("/setup/sites/list-of-lists", test_list_of_lists);
  g_test_add_func ("/setup/sites/refresh", test_refresh);
  g_test_add_func ("/setup/sites/robots", test_robots);
  g_test_add_func ("/setup/sites/foreign-feed", test_foreign_feed);
  g_test_add_func ("/setup/sites/article", test_article);
  g_test_add_func ("/setup/sites/new-section", test_new_section);
  g_test_add_func ("/setup/sites/sitemap-kinds", test_sitemap_kinds);
  g_test_add_func ("/setup/sites/sitemap-source", test_sitemap_source);
  g_test_add_func ("/setup/sites/sitemap-menu", test_sitemap_menu);
  g_test_add_func ("/setup/sites/section", test_section);
  g_test_add_func ("/setup/sites/feed-of-all", test_feed_of_all);
  g_test_add_func ("/setup/sites/counting-feed", test_counting_feed);
  g_test_add_func ("/setup/sites/scripted", test_scripted);
  g_test_add_func ("/setup/sites/nothing", test_nothing);
  g_test_add_func ("/setup/sites/endless-list", test_endless_list);
  g_test_add_func ("/setup/sites/slow", test_slow);
  return g_test_run ();
}
