/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The server of feeds, asked by HTTP. */

#include "config.h"

#include "serve/exm-feed-server.h"

#include "serve-fixture.h"
#include "saved/exm-saved-searches.h"
#include "serve/exm-feed-list.h"
#include "test-folder.h"

#include <fcntl.h>
#include <json-glib/json-glib.h>
#include <libsoup/soup.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  char *folder;           /* (owned) */
  ExmStore *store;        /* (owned) */
  ExmStoreReader *reader; /* (owned) */
  ExmFeedKeys *keys;      /* (owned) */
  ExmFeedServer *server;  /* (owned) */
  SoupSession *session;   /* (owned) */
} Fixture;

/* An answer. */
typedef struct
{
  SoupMessage *message; /* (owned) */
  char *body;           /* (owned): with a zero behind it */
  gsize n_bytes;
} Answer;

static void
answer_clear (Answer *self)
{
  g_clear_object (&self->message);
  g_free (self->body);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, answer_clear)

static void
make_keys (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) feeds
      = exm_feed_list_read (self->folder, self->reader, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (exm_feed_list_make_keys (feeds, self->keys, &error));
  g_assert_no_error (error);
}

static void
start_server (Fixture *self, const char *base_url)
{
  g_autoptr (GError) error = NULL;
  const ExmFeedServerOptions options
      = { .folder = self->folder, .listen = "127.0.0.1:0", .base_url = base_url };

  g_clear_pointer (&self->server, exm_feed_server_free);
  self->server = exm_feed_server_new (&options, &error);
  g_assert_no_error (error);
}

/* Tasks 1 "News" in group "world/north", 2 "Blog" in "world", 3 "Other" in none. */
static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->folder = test_folder_new ();
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  serve_add_task (self->store, 1, "News " SERVE_HOSTILE, "world/north");
  serve_add_task (self->store, 2, "Blog", "world");
  serve_add_task (self->store, 3, "Other", NULL);
  self->reader = exm_store_reader_new (self->folder);
  self->keys = exm_feed_keys_new (self->folder);
  make_keys (self);
  self->session = soup_session_new ();
  soup_session_remove_feature_by_type (self->session, SOUP_TYPE_CONTENT_DECODER);
  start_server (self, NULL);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  soup_session_abort (self->session);
  g_clear_object (&self->session);
  g_clear_pointer (&self->server, exm_feed_server_free);
  exm_feed_keys_free (self->keys);
  exm_store_reader_close (self->reader);
  g_clear_object (&self->reader);
  g_clear_pointer (&self->store, exm_store_close);
  test_folder_free (self->folder);
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* Sends @message, (transfer full), and waits for the answer. */
static void
send (Fixture *self, SoupMessage *message, Answer *answer)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  answer_clear (answer);
  answer->message = message;
  soup_session_send_and_read_async (self->session, message, G_PRIORITY_DEFAULT, NULL,
                                    on_answer, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GBytes) bytes
      = soup_session_send_and_read_finish (self->session, result, &error);
  g_assert_no_error (error);
  answer->n_bytes = g_bytes_get_size (bytes);
  answer->body = g_malloc0 (answer->n_bytes + 1);
  if (answer->n_bytes > 0)
    memcpy (answer->body, g_bytes_get_data (bytes, NULL), answer->n_bytes);
}

/* An address of the server behind its port. */
static char *
make_url (Fixture *self, const char *path)
{
  return g_strconcat (exm_feed_server_get_base_url (self->server), path, NULL);
}

static char *
make_path (Fixture *self, const char *feed, const char *file, const char *query)
{
  return g_strdup_printf ("/feeds/%s/%s%s", exm_feed_keys_get (self->keys, feed), file,
                          query);
}

static guint
get_url (Fixture *self, const char *url, Answer *answer)
{
  send (self, soup_message_new (SOUP_METHOD_GET, url), answer);
  return soup_message_get_status (answer->message);
}

static guint
get (Fixture *self, const char *feed, const char *file, const char *query, Answer *answer)
{
  g_autofree char *path = make_path (self, feed, file, query);
  g_autofree char *url = make_url (self, path);

  return get_url (self, url, answer);
}

static const char *
header (const Answer *answer, const char *name)
{
  return soup_message_headers_get_one (
      soup_message_get_response_headers (answer->message), name);
}

static char *
make_task_key (guint number)
{
  return g_strconcat ("task-", serve_uid (number), NULL);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *p = text; (p = strstr (p, part)) != NULL; p++)
    n++;
  return n;
}

/* Key of the feed of a group; (transfer full). */
static char *
find_group (Fixture *self, const char *name)
{
  g_autoptr (GPtrArray) feeds
      = exm_feed_list_read (self->folder, self->reader, NULL, NULL);

  for (guint i = 0; i < feeds->len; i++)
    {
      const ExmServedFeed *feed = g_ptr_array_index (feeds, i);
      if (strcmp (feed->name, name) == 0)
        return g_strdup (feed->key);
    }
  g_assert_not_reached ();
}

static void
test_feeds (Fixture *self, gconstpointer unused)
{
  static const struct
  {
    const char *group; /* NULL for that of all */
    guint n;
  } cases[] = { { NULL, 6 }, { "group:world", 5 }, { "group:world/north", 2 } };
  g_auto (Answer) answer = { 0 };
  g_autofree char *task = make_task_key (3);

  serve_fill (self->store, 1, 0, 2);
  serve_fill (self->store, 2, 10, 3);
  serve_fill (self->store, 3, 20, 1);
  g_assert_cmpuint (get (self, task, "atom.xml", "", &answer), ==, 200);
  g_assert_cmpuint (count (answer.body, "<entry>"), ==, 1);
  g_assert_nonnull (strstr (answer.body, "<title>Other</title>"));
  g_assert_cmpstr (header (&answer, "Content-Type"), ==,
                   "application/atom+xml; charset=utf-8");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *key
          = cases[i].group != NULL ? find_group (self, cases[i].group) : g_strdup ("all");
      g_assert_cmpuint (get (self, key, "atom.xml", "", &answer), ==, 200);
      g_assert_cmpuint (count (answer.body, "<entry>"), ==, cases[i].n);
      g_assert_cmpuint (get (self, key, "feed.json", "", &answer), ==, 200);
      g_assert_cmpuint (count (answer.body, "\"date_published\""), ==, cases[i].n);
    }
}

/* The newest first, whatever task they are of; an address that two tasks have is in the
 * feed once. */
static void
test_order (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) answer = { 0 };
  g_autofree char *key = find_group (self, "group:world");

  serve_fill (self->store, 1, 5, 1);
  serve_fill (self->store, 2, 4, 3);
  g_assert_cmpuint (get (self, key, "atom.xml", "", &answer), ==, 200);
  g_assert_cmpuint (count (answer.body, "<entry>"), ==, 3);
  g_assert_true (strstr (answer.body, "Title 6") < strstr (answer.body, "Title 5"));
  g_assert_true (strstr (answer.body, "Title 5") < strstr (answer.body, "Title 4"));
}

static void
test_held (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) answer = { 0 };

  for (guint state = 0; state <= EXM_ARTICLE_INCOMPLETE; state++)
    {
      const char *title = exm_article_state_get_name (state);
      g_autoptr (ExmArticle) article = serve_article (1, state, title, "Text", state);
      serve_collect (self->store, article);
    }
  g_assert_cmpuint (get (self, "all", "atom.xml", "", &answer), ==, 200);
  g_assert_cmpuint (count (answer.body, "<entry>"), ==, 1);
  g_assert_nonnull (strstr (answer.body, "<title>good</title>"));
}

static void
validate (const char *text)
{
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "service", "publish", "atom.rng", NULL);
  xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt (path);
  xmlRelaxNGPtr schema = xmlRelaxNGParse (parser);
  xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt (schema);
  xmlDocPtr document = xmlReadMemory (text, (int) strlen (text), NULL, NULL, 0);

  g_test_message ("%s", text);
  g_assert_nonnull (document);
  g_assert_cmpint (xmlRelaxNGValidateDoc (context, document), ==, 0);
  xmlFreeDoc (document);
  xmlRelaxNGFreeValidCtxt (context);
  xmlRelaxNGFree (schema);
  xmlRelaxNGFreeParserCtxt (parser);
}

static void
test_hostile (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) answer = { 0 };
  g_autofree char *task = make_task_key (1);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (ExmArticle) article
      = serve_article (1, 1, SERVE_HOSTILE, SERVE_HOSTILE, EXM_ARTICLE_GOOD);

  serve_collect (self->store, article);
  serve_fill (self->store, 1, 2, 2);
  g_assert_cmpuint (get (self, task, "atom.xml", "?n=2", &answer), ==, 200);
  validate (answer.body);
  g_assert_cmpuint (get (self, task, "feed.json", "", &answer), ==, 200);
  g_assert_true (json_parser_load_from_data (parser, answer.body, -1, NULL));
  g_assert_cmpuint (get (self, EXM_SERVED_LIST, "opml.xml", "", &answer), ==, 200);
  xmlDocPtr document
      = xmlReadMemory (answer.body, (int) strlen (answer.body), NULL, NULL, 0);
  g_assert_nonnull (document);
  xmlFreeDoc (document);
  g_assert_null (strstr (answer.body, "<script>"));
}

/* The list has each feed, and each address in it gives that feed. */
static void
test_list (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) answer = { 0 };
  g_auto (Answer) feed = { 0 };
  guint n = 0;

  g_assert_cmpuint (get (self, EXM_SERVED_LIST, "opml.xml", "", &answer), ==, 200);
  for (const char *p = answer.body; (p = strstr (p, " xmlUrl=\"")) != NULL; n++)
    {
      p += strlen (" xmlUrl=\"");
      g_autofree char *url = g_strndup (p, strcspn (p, "\""));
      g_assert_cmpuint (get_url (self, url, &feed), ==, 200);
    }
  g_assert_cmpuint (n, ==, 6);
  g_assert_nonnull (strstr (answer.body, " category=\"/world/north\""));
  /* A task that comes later gets its address with the list. */
  serve_add_task (self->store, 4, "Late", NULL);
  g_assert_cmpuint (get (self, EXM_SERVED_LIST, "opml.xml", "", &answer), ==, 200);
  g_assert_cmpuint (count (answer.body, " xmlUrl=\""), ==, 7);
}

/* Returns: (transfer full) (nullable): where a link of a page leads to */
static char *
find_link (const char *body, const char *rel)
{
  g_autofree char *mark = g_strdup_printf ("<link rel=\"%s\" href=\"", rel);
  const char *start = strstr (body, mark);
  g_autoptr (GString) url = NULL;

  if (start == NULL)
    return NULL;
  start += strlen (mark);
  url = g_string_new_len (start, (gssize) strcspn (start, "\""));
  g_string_replace (url, "&amp;", "&", 0);
  return g_string_free (g_steal_pointer (&url), FALSE);
}

/* All pages one after the other, and back. */
static void
test_paging (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) answer = { 0 };
  g_autofree char *key = find_group (self, "group:world");
  g_autofree char *url = NULL;
  g_autofree char *previous = NULL;
  guint n_pages = 0;
  guint n = 0;

  serve_fill (self->store, 1, 0, 130);
  serve_fill (self->store, 2, 200, 120);
  g_assert_cmpuint (get (self, key, "atom.xml", "", &answer), ==, 200);
  g_assert_cmpuint (count (answer.body, "<entry>"), ==, 100);
  g_assert_cmpuint (get (self, key, "atom.xml", "?n=5000", &answer), ==, 200);
  g_assert_cmpuint (count (answer.body, "<entry>"), ==, 250);
  g_assert_null (find_link (answer.body, "next"));
  g_assert_cmpuint (get (self, key, "atom.xml", "?n=x", &answer), ==, 200);
  g_assert_cmpuint (count (answer.body, "<entry>"), ==, 100);
  g_assert_cmpuint (get (self, key, "atom.xml", "?n=60", &answer), ==, 200);
  g_assert_null (find_link (answer.body, "previous"));
  for (;; n_pages++)
    {
      validate (answer.body);
      n += count (answer.body, "<entry>");
      g_free (url);
      url = find_link (answer.body, "next");
      if (url == NULL)
        break;
      g_assert_cmpuint (get_url (self, url, &answer), ==, 200);
    }
  g_assert_cmpuint (n_pages, ==, 4);
  g_assert_cmpuint (n, ==, 250);
  g_assert_nonnull (strstr (answer.body, "<title>Title 0</title>"));
  for (; n_pages > 0; n_pages--)
    {
      g_free (previous);
      previous = find_link (answer.body, "previous");
      g_assert_nonnull (previous);
      g_assert_cmpuint (get_url (self, previous, &answer), ==, 200);
      g_assert_cmpuint (count (answer.body, "<entry>"), ==, 60);
    }
  g_assert_nonnull (strstr (answer.body, "<title>Title 319</title>"));
  g_assert_null (find_link (answer.body, "previous"));
}

#define N_LONG 3u
#define LONG_BYTES (3u << 20)

/* A page of long articles ends early, and none is lost. */
static void
test_long (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) answer = { 0 };
  g_autofree char *text = g_strnfill (LONG_BYTES, 'x');
  g_autofree char *url = NULL;
  guint n = 0;

  for (guint page = 0; page < N_LONG; page++)
    {
      g_autoptr (ExmArticle) article
          = serve_article (1, page, "Long", text, EXM_ARTICLE_GOOD);
      serve_collect (self->store, article);
    }
  g_assert_cmpuint (get (self, "all", "feed.json", "?n=1000", &answer), ==, 200);
  g_assert_nonnull (strstr (answer.body, "\"next_url\""));
  g_assert_cmpuint (get (self, "all", "atom.xml", "", &answer), ==, 200);
  do
    {
      g_assert_cmpuint (count (answer.body, "<entry>"), <=, 2);
      n += count (answer.body, "<entry>");
      g_free (url);
      url = find_link (answer.body, "next");
    }
  while (url != NULL && get_url (self, url, &answer) == 200);
  g_assert_cmpuint (n, ==, N_LONG);
}

static guint
get_if (Fixture *self, const char *name, const char *value, Answer *answer)
{
  g_autofree char *path = make_path (self, "all", "atom.xml", "");
  g_autofree char *url = make_url (self, path);
  SoupMessage *message = soup_message_new (SOUP_METHOD_GET, url);

  soup_message_headers_replace (soup_message_get_request_headers (message), name, value);
  send (self, message, answer);
  return soup_message_get_status (answer->message);
}

static void
test_conditions (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) answer = { 0 };

  serve_fill (self->store, 1, 0, 2);
  g_assert_cmpuint (get (self, "all", "atom.xml", "", &answer), ==, 200);
  g_autofree char *etag = g_strdup (header (&answer, "ETag"));
  g_autofree char *date = g_strdup (header (&answer, "Last-Modified"));
  g_assert_cmpstr (date, ==, "Thu, 01 Jan 2026 12:01:00 GMT");
  g_assert_cmpuint (get_if (self, "If-None-Match", etag, &answer), ==, 304);
  g_assert_cmpuint (answer.n_bytes, ==, 0);
  g_assert_cmpstr (header (&answer, "ETag"), ==, etag);
  g_assert_cmpuint (get_if (self, "If-None-Match", "\"x\", *", &answer), ==, 200);
  g_assert_cmpuint (get_if (self, "If-None-Match", "\"x\"", &answer), ==, 200);
  g_assert_cmpuint (get_if (self, "If-Modified-Since", date, &answer), ==, 304);
  serve_fill (self->store, 2, 5, 1);
  g_assert_cmpuint (get_if (self, "If-None-Match", etag, &answer), ==, 200);
  g_assert_cmpuint (get_if (self, "If-Modified-Since", date, &answer), ==, 200);
}

#define UNPACKED_BYTES (1u << 20)

static char *
unpack (const Answer *answer)
{
  g_autoptr (GZlibDecompressor) gzip
      = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) packed = g_memory_input_stream_new_from_data (
      answer->body, (gssize) answer->n_bytes, NULL);
  g_autoptr (GInputStream) stream
      = g_converter_input_stream_new (packed, G_CONVERTER (gzip));
  gsize n_bytes = 0;
  char *text = g_malloc0 (UNPACKED_BYTES + 1);

  g_assert_true (
      g_input_stream_read_all (stream, text, UNPACKED_BYTES, &n_bytes, NULL, NULL));
  g_assert_cmpuint (n_bytes, <, UNPACKED_BYTES);
  return text;
}

static void
test_gzip (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) plain = { 0 };
  g_auto (Answer) packed = { 0 };

  serve_fill (self->store, 1, 0, 2);
  g_assert_cmpuint (get_if (self, "Accept-Encoding", "gzip;q=0", &plain), ==, 200);
  g_assert_null (header (&plain, "Content-Encoding"));
  g_assert_cmpuint (get_if (self, "Accept-Encoding", "br, gzip", &packed), ==, 200);
  g_assert_cmpstr (header (&packed, "Content-Encoding"), ==, "gzip");
  g_assert_cmpstr (header (&packed, "Vary"), ==, "Accept-Encoding");
  g_assert_cmpstr (header (&packed, "ETag"), ==, header (&plain, "ETag"));
  g_assert_cmpuint (packed.n_bytes, <, plain.n_bytes);
  g_autofree char *text = unpack (&packed);
  g_assert_cmpstr (text, ==, plain.body);
}

static void
test_methods (Fixture *self, gconstpointer unused)
{
  static const char *const others[] = { "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND" };
  g_auto (Answer) answer = { 0 };
  g_auto (Answer) whole = { 0 };
  g_autofree char *path = make_path (self, "all", "atom.xml", "");
  g_autofree char *url = make_url (self, path);

  serve_fill (self->store, 1, 0, 2);
  get_url (self, url, &whole);
  send (self, soup_message_new (SOUP_METHOD_HEAD, url), &answer);
  g_assert_cmpuint (soup_message_get_status (answer.message), ==, 200);
  g_assert_cmpuint (answer.n_bytes, ==, 0);
  g_assert_cmpstr (header (&answer, "ETag"), ==, header (&whole, "ETag"));
  g_assert_cmpstr (header (&answer, "Content-Length"), ==,
                   header (&whole, "Content-Length"));
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    {
      send (self, soup_message_new (others[i], url), &answer);
      g_assert_cmpuint (soup_message_get_status (answer.message), ==, 405);
      g_assert_cmpstr (header (&answer, "Allow"), ==, "GET, HEAD");
    }
}

/* Wrong addresses tell nothing of those that are right. */
static void
test_not_found (Fixture *self, gconstpointer unused)
{
  g_autofree char *wrong_file = make_path (self, "all", "opml.xml", "");
  g_autofree char *no_feed = make_path (self, EXM_SERVED_LIST, "atom.xml", "");
  g_autofree char *deeper = make_path (self, "all", "atom.xml/x", "");
  const char *const paths[] = { "/",
                                "/feeds",
                                "/feeds//atom.xml",
                                "/feeds/all/atom.xml",
                                "/feeds/00/atom.xml",
                                "/feeds/../serve.keys",
                                wrong_file,
                                no_feed,
                                deeper };
  g_auto (Answer) answer = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *url = make_url (self, paths[i]);
      g_test_message ("%s", url);
      g_assert_cmpuint (get_url (self, url, &answer), ==, 404);
      g_assert_cmpstr (answer.body, ==, "Not found\n");
    }
}

static void
test_revoked (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) answer = { 0 };
  g_autofree char *path = make_path (self, "all", "atom.xml", "");
  g_autofree char *url = make_url (self, path);
  gboolean had = FALSE;

  g_assert_cmpuint (get_url (self, url, &answer), ==, 200);
  g_autofree char *id = g_strndup (strstr (answer.body, "urn:uuid:"), 45);
  g_assert_true (exm_feed_keys_revoke (self->keys, "all", &had, NULL));
  g_assert_cmpuint (get_url (self, url, &answer), ==, 404);
  make_keys (self);
  g_assert_cmpuint (get_url (self, url, &answer), ==, 404);
  g_assert_cmpuint (get (self, "all", "atom.xml", "", &answer), ==, 200);
  g_assert_nonnull (strstr (answer.body, id));
}

static guint
get_as (Fixture *self, const char *host, Answer *answer)
{
  return get_if (self, "Host", host, answer);
}

static void
test_host (Fixture *self, gconstpointer unused)
{
  static const char *const strangers[]
      = { "evil.example", "127.0.0.1.evil.example", "127.0.0.2", "[::1]:80", "" };
  g_auto (Answer) answer = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (strangers); i++)
    {
      g_test_message ("%s", strangers[i]);
      g_assert_cmpuint (get_as (self, strangers[i], &answer), ==, 421);
    }
  g_assert_cmpuint (get_as (self, "127.0.0.1:9000", &answer), ==, 200);
  g_assert_cmpuint (get_as (self, "LOCALHOST:8585", &answer), ==, 200);
  g_assert_cmpuint (get_as (self, "reader.example", &answer), ==, 421);
}

/* Behind a proxy: by its name, with the path of the base address or without. */
static void
test_proxied (Fixture *self, gconstpointer unused)
{
  static const char *const prefixes[] = { "", "/exemplar" };
  g_auto (Answer) answer = { 0 };
  g_autofree char *path = make_path (self, "all", "atom.xml", "");
  g_autofree char *address = g_strconcat ("https://reader.example/exemplar", path, NULL);

  start_server (self, "https://reader.example/exemplar/");
  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      g_autofree char *url
          = g_strdup_printf ("http://127.0.0.1:%u%s%s",
                             exm_feed_server_get_port (self->server), prefixes[i], path);
      SoupMessage *message = soup_message_new (SOUP_METHOD_GET, url);
      soup_message_headers_replace (soup_message_get_request_headers (message), "Host",
                                    "reader.example");
      send (self, message, &answer);
      g_assert_cmpuint (soup_message_get_status (answer.message), ==, 200);
      g_autofree char *self_url = find_link (answer.body, "self");
      g_assert_cmpstr (self_url, ==, address);
      g_assert_cmpuint (get_url (self, url, &answer), ==, 200);
    }
}

static void
test_base_url (void)
{
  static const struct
  {
    const char *listen;
    const char *given; /* NULL for none */
    const char *base;  /* NULL where it is refused */
  } cases[] = {
    { "127.0.0.1", NULL, "http://127.0.0.1:8585" },
    { "localhost:80", NULL, "http://127.0.0.1:80" },
    { "[::1]", NULL, "http://[::1]:8585" },
    { "0.0.0.0", "https://reader.example/exemplar/", "https://reader.example/exemplar" },
    { "0.0.0.0:8585", NULL, NULL },
    { "[::]:8585", NULL, NULL },
    { "reader.example", NULL, NULL },
    { "127.0.0.1:99999", NULL, NULL },
    { "", NULL, NULL },
    { "127.0.0.1", "reader.example", NULL },
    { "127.0.0.1", "ftp://reader.example", NULL },
    { "127.0.0.1", "https://", NULL },
    { "127.0.0.1", "https://a@b/", NULL },
    { "127.0.0.1", "https://reader.example/?x", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const ExmFeedServerOptions options
          = { .folder = "/", .listen = cases[i].listen, .base_url = cases[i].given };
      g_autoptr (GError) error = NULL;
      g_autofree char *base = exm_feed_server_make_base_url (&options, &error);
      g_test_message ("%s %s", cases[i].listen, cases[i].given);
      g_assert_cmpstr (base, ==, cases[i].base);
      if (cases[i].base == NULL)
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

/* Corrected, an article is the same entry, updated. */
static void
test_updated (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) before = { 0 };
  g_auto (Answer) after = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article
      = serve_article (1, 1, "Title", "As it was", EXM_ARTICLE_GOOD);
  g_autoptr (ExmArticle) corrected
      = serve_article (1, 1, "Title", "Corrected", EXM_ARTICLE_GOOD);

  serve_collect (self->store, article);
  g_assert_cmpuint (get (self, "all", "feed.json", "", &before), ==, 200);
  g_assert_nonnull (strstr (before.body, "\"date_modified\":\"2026-01-01T12:01:00Z\""));
  g_assert_true (exm_store_replace_article (self->store, corrected, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (get (self, "all", "feed.json", "", &after), ==, 200);
  g_assert_nonnull (strstr (after.body, "Corrected"));
  g_assert_nonnull (strstr (after.body, "\"date_published\":\"2026-01-01T12:01:00Z\""));
  g_assert_null (strstr (after.body, "\"date_modified\":\"2026-01-01T12:01:00Z\""));
  g_autofree char *id = g_strndup (strstr (before.body, "{\"id\":\"urn:uuid:"), 50);
  g_assert_nonnull (strstr (after.body, id));
  /* It stays so, also for a server that is started anew. */
  start_server (self, NULL);
  g_autofree char *entry = g_strdup (strstr (after.body, "\"items\""));
  g_assert_cmpuint (get (self, "all", "feed.json", "", &after), ==, 200);
  g_assert_nonnull (strstr (after.body, entry));
}

/* Clients that say half of what they ask keep nobody else waiting. */
static void
test_slow (Fixture *self, gconstpointer unused)
{
  g_auto (Answer) answer = { 0 };
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GPtrArray) connections = g_ptr_array_new_with_free_func (g_object_unref);
  const char *authority
      = exm_feed_server_get_base_url (self->server) + strlen ("http://");

  for (guint i = 0; i < 2 * EXM_FEED_SERVER_REQUESTS; i++)
    {
      GSocketConnection *connection
          = g_socket_client_connect_to_host (client, authority, 80, NULL, NULL);
      GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (connection));
      g_assert_true (
          g_output_stream_write_all (out, "GET /feeds/", 11, NULL, NULL, NULL));
      g_ptr_array_add (connections, connection);
      /* Takes the connection: few may wait for that. */
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
  g_assert_cmpuint (get (self, "all", "atom.xml", "", &answer), ==, 200);
}

/* The server ends while requests wait, and while there is no store. */
static void
test_end (Fixture *self, gconstpointer unused)
{
  g_autofree char *path = make_path (self, "all", "atom.xml", "");
  g_autofree char *url = make_url (self, path);
  g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_GET, url);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  serve_fill (self->store, 1, 0, 100);
  soup_session_send_and_read_async (self->session, message, G_PRIORITY_DEFAULT, NULL,
                                    on_answer, &result);
  for (guint i = 0; i < 10 && result == NULL; i++)
    g_main_context_iteration (NULL, TRUE);
  g_clear_pointer (&self->server, exm_feed_server_free);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GBytes) bytes
      = soup_session_send_and_read_finish (self->session, result, &error);
  g_assert_true (bytes != NULL || error != NULL);
}

/* Ends a server while a feed is still built: it does not wait for that. */
static void
test_end_at_once (Fixture *self, gconstpointer unused)
{
  g_autofree char *fifo = g_build_filename (self->folder, EXM_SAVED_SEARCHES_NAME, NULL);
  g_autofree char *path = make_path (self, "all", "atom.xml", "");
  g_autofree char *url = make_url (self, path);
  g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_GET, url);
  g_autoptr (GAsyncResult) result = NULL;
  int writer = -1;

  /* The builder reads the saved searches, for as long as somebody writes them. */
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  soup_session_send_and_read_async (self->session, message, G_PRIORITY_DEFAULT, NULL,
                                    on_answer, &result);
  while ((writer = open (fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0)
    g_main_context_iteration (NULL, FALSE);
  g_clear_pointer (&self->server, exm_feed_server_free);
  g_assert_null (result);
  start_server (self, NULL);
  close (writer);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

#define ADD(name, func)                                                                  \
  g_test_add ("/feed-server/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("feeds", test_feeds);
  ADD ("order", test_order);
  ADD ("held", test_held);
  ADD ("hostile", test_hostile);
  ADD ("list", test_list);
  ADD ("paging", test_paging);
  ADD ("long", test_long);
  ADD ("conditions", test_conditions);
  ADD ("gzip", test_gzip);
  ADD ("methods", test_methods);
  ADD ("not-found", test_not_found);
  ADD ("revoked", test_revoked);
  ADD ("host", test_host);
  ADD ("proxied", test_proxied);
  g_test_add_func ("/feed-server/base-url", test_base_url);
  ADD ("updated", test_updated);
  ADD ("slow", test_slow);
  ADD ("end", test_end);
  ADD ("end-at-once", test_end_at_once);
  return g_test_run ();
}
