/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses of which no task can be made, on a small site that is served here: the words
 * name the cause, and say what to do. */

#include "fetch/exm-fetch-error.h"
#include "jobs/exm-wait-time.h"
#include "small-site.h"

#include <string.h>

#define FORM                                                                             \
  "<h1>Sign in</h1><form action=/session method=post><input name=user>"                  \
  "<input type=password name=secret><button>Sign in</button></form>"

/* Three headings that lead to "/NAME-one-story-here/" and so on. */
#define STORIES(name)                                                                    \
  MENU "<h2><a href=/" name "-one-story-here/>One story of the harbour</a></h2>"         \
       "<h2><a href=/" name "-two-story-here/>Two stories of the harbour</a></h2>"       \
       "<h2><a href=/" name "-six-story-here/>Six stories of the harbour</a></h2>"

#define PDF "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"

#define WAIT "Retry-After: 600"

static const Page pages[] = {
  { "/robots.txt", "User-agent: *\nDisallow: /secret/\nDisallow: /hidden-\n" },
  { "/scripts/", "<div id=app></div><script src=app.js></script>" },
  { "/login/", MENU FORM },
  { "/members/", NULL, 302, "Location: /login/" },
  { "/401/", NULL, 401 },
  { "/403/", NULL, 403 },
  { "/archive/", "<ul><li><a href=/contact/>Contact</a></ul>" },
  { "/contact/", "<a href=/>Home</a> <a href=/archive/>Archive</a>" },
  { "/secret/", STORIES ("open") },
  { "/list-hidden/", STORIES ("hidden") },
  { "/429/", NULL, 429, WAIT },
  { "/429-without/", NULL, 429 },
  { "/503/", NULL, 503, WAIT },
  { "/list-429/", STORIES ("busy") },
  { "/busy-one-story-here/", NULL, 429, WAIT },
  { "/busy-two-story-here/", NULL, 429, WAIT },
  { "/busy-six-story-here/", NULL, 429, WAIT },
  { "/list-404/", STORIES ("gone") },
  { "/report.pdf", PDF, 0, NULL, "application/pdf" },
  { "/report/", PDF },
  { "/photo/", "GIF89a", 0, NULL, "image/gif" },
  { "/loop/", NULL, 302, "Location: /loop/" },
  { "/alone/", "<h1>Alone in the world</h1>" PROSE },
  { "/list/", MENU LIST },
  { "/last-ferry-of-autumn/", MENU "<h1>The last ferry of autumn</h1>" PROSE },
  { NULL },
};

#define PROPOSAL(name) EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_##name
#define FETCH(name) EXM_FETCH_ERROR, EXM_FETCH_ERROR_##name

static void
assert_refused (
    Site *site, const char *path, GQuark domain, int code, const char *const *words)
{
  g_autoptr (GError) error = NULL;

  g_test_message ("%s", path);
  g_assert_null (site_propose (site, path, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, domain, code);
  g_assert_nonnull (strstr (error->message, path));
  for (; *words != NULL; words++)
    g_assert_nonnull (strstr (error->message, *words));
}

#define REFUSED(path, error, ...)                                                        \
  assert_refused (&site, path, error, (const char *const[]){ __VA_ARGS__, NULL })

static void
test_page (void)
{
  Site site;

  site_start (&site, pages);
  REFUSED ("/scripts/", PROPOSAL (SCRIPTED), "filled in by scripts");
  REFUSED ("/login/", PROPOSAL (LOGIN), "asks for a login");
  REFUSED ("/archive/", PROPOSAL (NO_ARTICLE), "no article was found");
  REFUSED ("/report.pdf", FETCH (NOT_HTML), "is a PDF document",
           "paste the address of the page that links to it");
  REFUSED ("/report/", FETCH (NOT_HTML), "is a PDF document");
  REFUSED ("/photo/", FETCH (NOT_HTML), "is an image");
  site_stop (&site);
}

/* A page for members sends on to the one that asks for a login. */
static void
test_members (void)
{
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_assert_null (site_propose (&site, "/members/", &error));
  g_assert_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_LOGIN);
  site_stop (&site);
}

static void
test_answer (void)
{
  Site site;

  site_start (&site, pages);
  REFUSED ("/401/", FETCH (HTTP), "401 (it asks for a login)",
           "paste an address that everybody may read");
  REFUSED ("/403/", FETCH (HTTP), "403", "Open it in a browser");
  REFUSED ("/404/", FETCH (HTTP), "404", "Check the address");
  REFUSED ("/429-without/", FETCH (HTTP), "asked too often", "in a few minutes");
  REFUSED ("/loop/", FETCH (REDIRECT), "redirects in a loop", "Open it in a browser");
  site_stop (&site);
}

/* The words that tell when a site that waits ten minutes may be asked again. */
static void
assert_until (const GError *error, gint64 before_usec)
{
  const gint64 wait_usec = 600 * G_USEC_PER_SEC;
  gint64 now_usec = g_get_real_time ();
  g_autofree char *first = exm_wait_time_format (before_usec + wait_usec, before_usec);
  g_autofree char *last = exm_wait_time_format (now_usec + wait_usec, now_usec);
  g_autofree char *early = g_strdup_printf ("no requests until %s; try again", first);
  g_autofree char *late = g_strdup_printf ("no requests until %s; try again", last);

  g_assert_true (strstr (error->message, early) != NULL
                 || strstr (error->message, late) != NULL);
}

/* Asked too often until a time that it tells; that is when to try again. */
static void
test_wait (void)
{
  static const char *const paths[] = { "/429/", "/503/", "/list-429/" };
  Site site;

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 before_usec = g_get_real_time ();
      site_start (&site, pages);
      g_assert_null (site_propose (&site, paths[i], &error));
      g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
      g_assert_nonnull (strstr (error->message, paths[i]));
      assert_until (error, before_usec);
      /* The place, robots.txt, and one article: no other is asked for then. */
      g_assert_cmpuint (site.asked->len, <=, 3);
      site_stop (&site);
    }
}

/* None of the articles of a list can be had. */
static void
test_articles (void)
{
  Site site;

  site_start (&site, pages);
  REFUSED ("/list-404/", FETCH (HTTP), "none of the articles that it lists could be read",
           "/gone-one-story-here/: the server answered 404");
  REFUSED ("/list-hidden/", FETCH (FORBIDDEN),
           "none of the articles that it lists could be read", "robots.txt of ");
  g_assert_false (site_was_asked (&site, "/hidden-one-story-here/"));
  site_stop (&site);
}

/* A list that robots.txt forbids, where no other place lists the same. */
static void
test_forbidden (void)
{
  Site site;

  site_start (&site, pages);
  REFUSED ("/secret/", FETCH (FORBIDDEN), "robots.txt of ", "(line 2: /secret/)",
           "Paste another address of the site");
  site_stop (&site);
}

static void
test_host (void)
{
  const ExmProposalRequest request = { .place = "http://nowhere.invalid/" };
  g_autoptr (GError) error = NULL;
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  g_assert_null (exm_proposal_new (&request, &fields, NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_DNS);
  g_assert_nonnull (strstr (error->message, "check its spelling"));
}

/* A server that is not there any more. */
static void
test_silent (void)
{
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  g_autofree char *url = g_strconcat (site.base, "/", NULL);
  site_stop (&site);
  const ExmProposalRequest request = { .place = url };
  g_auto (ExmTaskFields) fields = { 0 };
  exm_task_fields_init (&fields);
  g_assert_null (exm_proposal_new (&request, &fields, NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_CONNECT);
  g_assert_nonnull (strstr (error->message, url));
  g_assert_nonnull (strstr (error->message, "Check the address and the network"));
}

static ExmProposal *
propose_anyway (Site *site, const char *path, GError **error)
{
  g_autofree char *url = g_strconcat (site->base, path, NULL);
  const ExmProposalRequest request = { .place = url, .find_list = TRUE };
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  return exm_proposal_new (&request, &fields, NULL, error);
}

/* Nothing lists the article: only a paused task can be made of it, and not be resumed. */
static void
test_paused (void)
{
  g_autoptr (GError) error = NULL;
  Site site;

  site_start (&site, pages);
  REFUSED ("/alone/", PROPOSAL (NO_SOURCE), "no page that lists it was found");
  g_autoptr (ExmProposal) proposal = propose_anyway (&site, "/alone/", &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) running = exm_task_new (&proposal->fields);
  g_assert_false (exm_task_check (running, &error));
  g_clear_error (&error);
  g_auto (ExmTaskFields) fields = { 0 };
  exm_task_fields_copy (running, &fields);
  fields.paused = TRUE;
  g_autoptr (ExmTask) paused = exm_task_new (&fields);
  g_assert_true (exm_task_check (paused, &error));
  g_assert_no_error (error);
  g_assert_false (exm_task_check_resumed (paused, &error));
  g_assert_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD);
  site_stop (&site);
}

/* Patterns of the operator that none of the listed addresses fits. */
static void
test_unmatched (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmTaskFields) fields = { 0 };
  Site site;

  site_start (&site, pages);
  g_autofree char *list = g_strconcat (site.base, "/list/", NULL);
  g_autofree char *example = g_strconcat (site.base, "/last-ferry-of-autumn/", NULL);
  const ExmProposalRequest request = { .place = list, .example = example };
  exm_task_fields_init (&fields);
  g_ptr_array_add (fields.include, g_strconcat (site.base, "/n/(*).html", NULL));
  g_assert_null (exm_proposal_new (&request, &fields, NULL, &error));
  g_assert_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_SOURCE);
  g_assert_nonnull (strstr (error->message, "none of which fits the patterns given"));
  site_stop (&site);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/setup/refusals/page", test_page);
  g_test_add_func ("/setup/refusals/members", test_members);
  g_test_add_func ("/setup/refusals/answer", test_answer);
  g_test_add_func ("/setup/refusals/wait", test_wait);
  g_test_add_func ("/setup/refusals/articles", test_articles);
  g_test_add_func ("/setup/refusals/forbidden", test_forbidden);
  g_test_add_func ("/setup/refusals/host", test_host);
  g_test_add_func ("/setup/refusals/silent", test_silent);
  g_test_add_func ("/setup/refusals/paused", test_paused);
  g_test_add_func ("/setup/refusals/unmatched", test_unmatched);
  return g_test_run ();
}
