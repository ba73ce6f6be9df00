/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A web server in the test's own process, on a port of the system's choice, and a
 * resolver that finds every name at 127.0.0.1, except those under ".missing". */

#pragma once

#include <libsoup/soup.h>

#include "fetch/exm-fetcher.h"

G_BEGIN_DECLS

typedef struct
{
  SoupServer *server;  /* (owned) */
  GHashTable *hits;    /* (owned) (element-type utf8 guint): requests read, by path */
  GHashTable *clients; /* (owned) (element-type utf8): addresses that asked */
  guint port;
  SoupHTTPVersion version; /* of the last request */
} TestServer;

/**
 * test_server_new:
 * @certificate: (nullable): to serve HTTPS with
 *
 * Returns: (transfer full): listening, without handlers
 */
TestServer *test_server_new (GTlsCertificate *certificate);

void test_server_free (TestServer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestServer, test_server_free)

/**
 * test_server_answer:
 * @self: a server
 * @path: a path
 * @status: an HTTP status
 * @type: (nullable): Content-Type
 * @header: (nullable): one more header's name
 * @value: (nullable): and its value
 * @body: what to send
 *
 * The same answer to every request for @path; all are copied.
 */
void test_server_answer (TestServer *self,
                         const char *path,
                         guint status,
                         const char *type,
                         const char *header,
                         const char *value,
                         GBytes *body);

/**
 * test_server_answer_raw:
 * @self: a server
 * @path: a path
 * @bytes: everything that goes over the wire, header and body; then the connection closes
 */
void test_server_answer_raw (TestServer *self, const char *path, const char *bytes);

/* As test_server_answer_raw(), with any bytes. */
void test_server_answer_raw_bytes (TestServer *self, const char *path, GBytes *bytes);

/* @body as it is, in seven chunks, with Content-Encoding @coding. */
void test_server_answer_chunked (TestServer *self,
                                 const char *path,
                                 const char *coding,
                                 GBytes *body);

/* Returns: connections that requests came over */
guint test_server_count_clients (TestServer *self);

/**
 * test_server_url:
 *
 * Returns: (transfer full): "http://host:port/path"
 */
char *test_server_url (TestServer *self, const char *host, const char *path);

guint test_server_get_hits (TestServer *self, const char *path);

/**
 * test_fetch:
 * @fetcher: of this thread
 * @url: what to fetch
 * @request: (nullable): how
 * @cancellable: (nullable): to cancel with
 * @error: where to put an error
 *
 * Runs the thread-default main context until the fetch has ended.
 */
ExmFetched *test_fetch (ExmFetcher *fetcher,
                        const char *url,
                        const ExmFetchRequest *request,
                        GCancellable *cancellable,
                        GError **error);

/**
 * test_options:
 *
 * Returns: no proxy, private addresses allowed, the other defaults
 */
ExmFetchOptions test_options (void);

/**
 * test_strict_options:
 *
 * Returns: no proxy, the other defaults: private addresses are refused
 */
ExmFetchOptions test_strict_options (void);

/**
 * test_server_answer_page:
 *
 * Answers @path with the page that test_assert_page() expects.
 */
void test_server_answer_page (TestServer *self, const char *path);

void test_assert_page (ExmFetched *fetched);

#define TEST_FETCHED -1

/**
 * test_expect:
 * @fetcher: of this thread
 * @url: what to fetch
 * @operator_host: (nullable): for the request
 * @code: the error that it must end with, or %TEST_FETCHED for the page
 */
void
test_expect (ExmFetcher *fetcher, const char *url, const char *operator_host, int code);

void test_resolver_install (void);

G_END_DECLS
