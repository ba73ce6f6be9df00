/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Example and a page beside it stand while the list is looked for: the site's feed, which
 * decides, is not answered before the test says so. */

#include "app/setup/exm-setup.h"

#include "test-folder.h"
#include "test-site.h"

#include <libsoup/soup.h>
#include <stdio.h>
#include <string.h>

#define FEED "/feed.xml"

#define N_PAGES 6u

typedef struct
{
  SoupServer *server;      /* (owned) */
  char *base;              /* (owned) */
  SoupServerMessage *held; /* (owned) (nullable): the feed's */
  const char *kind;        /* (unowned): of what the feed lists: "story" or "guide" */
  char *folder;            /* (owned) */
  ExmSession *session;     /* (owned) */
  ExmSetup *setup;         /* (owned) */
  guint n_proposed;
  guint n_ready;
  guint n_asked; /* of the first guide */
  gboolean is_held;
} Fixture;

static const char *
get_page (guint number, char **body)
{
  static TestSitePage pages[100];
  TestSitePage *page = &pages[number % G_N_ELEMENTS (pages)];

  if (page->html == NULL)
    *page = test_site_make_page (11, number, 6, TEST_SITE_ENGLISH, TEST_SITE_PLAIN);
  if (body != NULL)
    *body = page->body;
  return page->html;
}

static void
append_list (GString *html, const char *kind)
{
  for (guint i = 1; i <= N_PAGES; i++)
    g_string_append_printf (
        html, "<h2><a href='/%s/%u/'>The %s of harbour number %u, in full</a></h2>\n",
        kind, i, kind, i);
}

static char *
make_front_page (void)
{
  GString *html = g_string_new ("<title>Harbour Paper</title><link rel=alternate "
                                "type='application/rss+xml' href='" FEED "'>\n");

  g_string_append (html, "<div class=main>");
  append_list (html, "guide");
  g_string_append (html, "</div><div class=more>");
  append_list (html, "story");
  g_string_append (html, "</div>");
  return g_string_free (html, FALSE);
}

static char *
make_feed (Fixture *self)
{
  GString *xml = g_string_new ("<rss version='2.0'><channel><title>Harbour</title>");

  for (guint i = 1; i <= N_PAGES; i++)
    g_string_append_printf (xml,
                            "<item><title>Number %u</title><link>%s/%s/%u/</link></item>",
                            i, self->base, self->kind, i);
  g_string_append (xml, "</channel></rss>");
  return g_string_free (xml, FALSE);
}

static void
answer (SoupServerMessage *message, const char *type, char *text)
{
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, type, SOUP_MEMORY_TAKE, text, strlen (text));
}

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  Fixture *self = data;
  guint number = 0;

  self->n_asked += strcmp (path, "/guide/1/") == 0;
  if (sscanf (path, "/guide/%u/", &number) == 1)
    answer (message, "text/html", g_strdup (get_page (number, NULL)));
  else if (sscanf (path, "/story/%u/", &number) == 1)
    answer (message, "text/html", g_strdup (get_page (50 + number, NULL)));
  else if (strcmp (path, "/") == 0)
    answer (message, "text/html", make_front_page ());
  else if (strcmp (path, FEED) != 0)
    soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
  else if (!self->is_held)
    answer (message, "application/rss+xml", make_feed (self));
  else
    {
      g_assert_null (self->held);
      self->held = g_object_ref (message);
      soup_server_message_pause (message);
    }
}

static void
on_proposed (ExmSetup *setup, Fixture *self)
{
  self->n_proposed++;
}

static void
on_page_ready (ExmSetup *setup, ExmPageItem *item, Fixture *self)
{
  self->n_ready++;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, on_request, self, NULL);
  soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  GSList *uris = soup_server_get_uris (self->server);
  self->base = g_strdup_printf ("http://127.0.0.1:%d", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  self->kind = data;
  self->is_held = TRUE;
  self->folder = test_folder_new ();
  self->session = exm_session_new (self->folder);
  exm_session_start (self->session, &error);
  g_assert_no_error (error);
  self->setup = exm_setup_new (self->session);
  g_signal_connect (self->setup, "proposed", G_CALLBACK (on_proposed), self);
  g_signal_connect (self->setup, "page-ready", G_CALLBACK (on_page_ready), self);
}

static void
release (Fixture *self)
{
  self->is_held = FALSE;
  if (self->held == NULL)
    return;
  answer (self->held, "application/rss+xml", make_feed (self));
  soup_server_message_unpause (self->held);
  g_clear_object (&self->held);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  exm_session_stop (self->session);
  exm_setup_cancel (self->setup);
  release (self);
  while (G_OBJECT (self->setup)->ref_count > 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_finalize_object (self->setup);
  g_object_unref (self->session);
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  g_free (self->base);
  test_folder_free (self->folder);
}

static void
wait_for_stage (Fixture *self, ExmSetupStage stage)
{
  while (exm_setup_get_stage (self->setup) != stage)
    {
      g_assert_cmpint (exm_setup_get_stage (self->setup), !=, EXM_SETUP_FAILED);
      g_main_context_iteration (NULL, TRUE);
    }
}

/* Until both pages stand, and the feed is asked for. */
static void
wait_for_first (Fixture *self)
{
  exm_setup_start (self->setup, self->base);
  while (self->n_ready < 1 || self->held == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (exm_setup_get_stage (self->setup), ==, EXM_SETUP_FINDING);
  g_assert_cmpuint (self->n_proposed, ==, 1);
  g_assert_cmpuint (exm_setup_get_n_examples (self->setup), ==, 1);
}

static ExmPageItem *
get_item (Fixture *self, guint i)
{
  g_autoptr (ExmPageItem) item
      = g_list_model_get_item (exm_setup_get_pages (self->setup), i);

  g_assert_nonnull (item);
  return item;
}

static const char *
get_example_url (Fixture *self)
{
  ExmPageHints hints;

  exm_setup_get_example (self->setup, 0, &hints);
  return hints.url;
}

static void
check_kind (const char *url, const char *kind)
{
  g_autofree char *part = g_strconcat ("/", kind, "/", NULL);

  if (strstr (url, part) == NULL)
    g_error ("%s is no %s", url, kind);
}

/* The feed agrees with what stands: nothing is shown anew. */
static void
test_stands (Fixture *self, gconstpointer data)
{
  gboolean can_save;

  wait_for_first (self);
  g_object_get (self->setup, "can-save", &can_save, NULL);
  g_assert_false (can_save);
  g_autofree char *example = g_strdup (get_example_url (self));
  ExmPageItem *beside = get_item (self, 0);
  check_kind (example, "guide");
  check_kind (exm_page_item_get_url (beside), "guide");
  release (self);
  wait_for_stage (self, EXM_SETUP_READY);
  g_assert_cmpuint (self->n_proposed, ==, 1);
  g_assert_cmpstr (get_example_url (self), ==, example);
  g_assert_true (get_item (self, 0) == beside);
  g_assert_cmpuint (g_list_model_get_n_items (exm_setup_get_pages (self->setup)), ==,
                    N_PAGES - 1);
  g_object_get (self->setup, "can-save", &can_save, NULL);
  g_assert_true (can_save);
  g_assert_null (exm_setup_get_noted (self->setup));
  g_assert_cmpuint (self->n_asked, ==, 1);
}

/* It lists others: nobody has worked on the pages, and they give way. */
static void
test_gives_way (Fixture *self, gconstpointer data)
{
  wait_for_first (self);
  check_kind (get_example_url (self), "guide");
  release (self);
  wait_for_stage (self, EXM_SETUP_READY);
  g_assert_cmpuint (self->n_proposed, ==, 2);
  check_kind (get_example_url (self), "story");
  check_kind (exm_page_item_get_url (get_item (self, 0)), "story");
}

/* The operator has clicked: both pages stay, and a better one is offered. */
static void
test_offers (Fixture *self, gconstpointer data)
{
  char *body;

  wait_for_first (self);
  g_autofree char *example = g_strdup (get_example_url (self));
  ExmPageItem *beside = get_item (self, 0);
  get_page (1, &body);
  exm_setup_set_region_text (self->setup, 0, body);
  g_assert_true (exm_setup_is_worked_on (self->setup));
  release (self);
  wait_for_stage (self, EXM_SETUP_READY);
  g_assert_cmpuint (self->n_proposed, ==, 1);
  g_assert_cmpstr (get_example_url (self), ==, example);
  g_assert_cmpstr (
      g_array_index (exm_setup_get_fields (self->setup)->examples, ExmTaskExample, 0)
          .region_text,
      ==, body);
  g_assert_true (get_item (self, 0) == beside);
  ExmPageItem *offered = exm_setup_get_noted (self->setup);
  g_assert_true (offered == get_item (self, 1));
  check_kind (exm_page_item_get_url (offered), "story");
  g_autofree char *note = NULL;
  g_object_get (self->setup, "note", &note, NULL);
  g_assert_nonnull (strstr (note, "another article of the list"));
  exm_setup_offer_page (self->setup, NULL);
  g_assert_null (exm_setup_get_noted (self->setup));
}

/* Given up while the list is looked for. */
static void
test_cancelled (Fixture *self, gconstpointer data)
{
  wait_for_first (self);
  exm_setup_cancel (self->setup);
  g_assert_cmpint (exm_setup_get_stage (self->setup), ==, EXM_SETUP_EMPTY);
  g_assert_cmpuint (exm_setup_get_n_examples (self->setup), ==, 0);
  release (self);
  /* The next one begins as if nothing had been. */
  exm_setup_start (self->setup, self->base);
  wait_for_stage (self, EXM_SETUP_READY);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path, *kind;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/setup/first/stands", "guide", test_stands },
    { "/setup/first/gives-way", "story", test_gives_way },
    { "/setup/first/offers", "story", test_offers },
    { "/setup/first/cancelled", "guide", test_cancelled },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, tests[i].kind, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
