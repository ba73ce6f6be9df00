/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Over TLS, HTTP/1 and HTTP/2. A program of its own: see meson.build. */

#include <glib/gstdio.h>
#include <string.h>

#include "test-server.h"

/* Made for these tests: self-signed, for secure.test, until the year 2126. */
static const char certificate_pem[]
    = "-----BEGIN CERTIFICATE-----\n"
      "MIIBmzCCAUGgAwIBAgIUYss3nax7KgpbfGisb/MVOr5ZL5kwCgYIKoZIzj0EAwIw\n"
      "FjEUMBIGA1UEAwwLc2VjdXJlLnRlc3QwIBcNMjYxMTIxMjMzOTI3WhgPMjEyNjEw\n"
      "MjgyMzM5MjdaMBYxFDASBgNVBAMMC3NlY3VyZS50ZXN0MFkwEwYHKoZIzj0CAQYI\n"
      "KoZIzj0DAQcDQgAESnFjRoK94PMSxruzEBVPfz5Ik+q1jQavz8p4Ktwrd6J4zg3G\n"
      "jSbI/Tw6tumZ25q4WpBvoR8H9ZeoqrqV9zcVKqNrMGkwHQYDVR0OBBYEFH9v3pGt\n"
      "HH5a7YV3DHcapK8neRF6MB8GA1UdIwQYMBaAFH9v3pGtHH5a7YV3DHcapK8neRF6\n"
      "MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILc2VjdXJlLnRlc3QwCgYIKoZI\n"
      "zj0EAwIDSAAwRQIgRpMkvqM+p6AVQM1lXhhQNRzjDstUlmqD9gaCYEw8nIsCIQDx\n"
      "BgbMI+howG0El2YXRw4M0g83oCF2yX11nROTCbVwGw==\n"
      "-----END CERTIFICATE-----\n";

static const char key_pem[]
    = "-----BEGIN PRIVATE KEY-----\n"
      "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5PDDzsERdggf4e/Q\n"
      "9WDo6mhL0qGmfe6DqTzPgGrg0KShRANCAARKcWNGgr3g8xLGu7MQFU9/PkiT6rWN\n"
      "Bq/Pyngq3Ct3onjODcaNJsj9PDq26ZnbmrhakG+hHwf1l6iqupX3NxUq\n"
      "-----END PRIVATE KEY-----\n";

static GTlsCertificate *
new_certificate (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *pem = g_strconcat (certificate_pem, key_pem, NULL);
  GTlsCertificate *certificate = g_tls_certificate_new_from_pem (pem, -1, &error);

  g_assert_no_error (error);
  return certificate;
}

/* (owned): a file that holds the certificate; read when it is first needed. */
static char *authorities_path;

static void
write_authorities (void)
{
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("exm-ca-XXXXXX", &authorities_path, &error);

  g_assert_no_error (error);
  g_assert_true (g_close (fd, NULL));
  g_assert_true (g_file_set_contents (authorities_path, certificate_pem, -1, NULL));
}

static GTlsDatabase *
new_database (void)
{
  g_autoptr (GError) error = NULL;
  GTlsDatabase *database = g_tls_file_database_new (authorities_path, &error);

  g_assert_no_error (error);
  return database;
}

static void
test_tls (void)
{
  g_autoptr (GTlsCertificate) certificate = new_certificate ();
  g_autoptr (GTlsDatabase) database = new_database ();
  g_autoptr (TestServer) server = test_server_new (certificate);
  g_autofree char *url = test_server_url (server, "secure.test", "/");
  g_autofree char *other = test_server_url (server, "other.test", "/");
  ExmFetchOptions options = test_strict_options ();

  test_server_answer_page (server, "/");
  ExmFetcher *wary = exm_fetcher_new (&options);
  /* Refused before the handshake, which would fail. */
  test_expect (wary, url, NULL, EXM_FETCH_ERROR_PRIVATE);
  test_expect (wary, url, "secure.test", EXM_FETCH_ERROR_TLS);
  g_assert_finalize_object (wary);

  options.tls_database = database;
  ExmFetcher *trusting = exm_fetcher_new (&options);
  test_expect (trusting, url, "secure.test", TEST_FETCHED);
  test_expect (trusting, other, "other.test", EXM_FETCH_ERROR_TLS);
  g_assert_finalize_object (trusting);
  g_assert_cmpuint (test_server_get_hits (server, "/"), ==, 1);
}

static void
test_http2 (void)
{
  /* Compressed data up to where its first block should begin. */
  static const char header[] = "\x1f\x8b\x08\0\0\0\0\0\0";
  g_autoptr (GTlsCertificate) certificate = new_certificate ();
  g_autoptr (GTlsDatabase) database = new_database ();
  ExmFetchOptions options = test_strict_options ();
  g_autofree char *text = g_strnfill (300000, 'a');
  g_autoptr (GBytes) large = g_bytes_new (text, 300000);

  /* SoupServer's own switch; read when it is set up. */
  g_assert_true (g_setenv ("SOUP_SERVER_HTTP2", "1", TRUE));
  g_autoptr (TestServer) server = test_server_new (certificate);
  g_autoptr (GBytes) part = g_bytes_new_static (header, sizeof header);
  g_autofree char *url = test_server_url (server, "secure.test", "/");
  g_autoptr (GBytes) half = g_bytes_new_static ("<p>half", 7);
  g_autofree char *cut = test_server_url (server, "secure.test", "/cut");
  g_autofree char *part_url = test_server_url (server, "secure.test", "/part");
  g_autofree char *missing = test_server_url (server, "secure.test", "/missing");
  g_autofree char *too_large = test_server_url (server, "secure.test", "/large");

  test_server_answer_page (server, "/");
  test_server_answer (server, "/missing", 404, "text/html", NULL, NULL, large);
  test_server_answer (server, "/large", 200, "text/html", NULL, NULL, large);
  test_server_answer (server, "/cut", 200, "text/html", "Content-Encoding", "gzip", part);
  test_server_answer (server, "/part", 206, "text/html", NULL, NULL, half);
  options.tls_database = database;
  options.max_bytes = 100000;
  ExmFetcher *fetcher = exm_fetcher_new (&options);
  test_expect (fetcher, url, "secure.test", TEST_FETCHED);
  g_assert_cmpint (server->version, ==, SOUP_HTTP_2_0);
  /* The connection is shared by requests, but not by rights. */
  test_expect (fetcher, url, NULL, EXM_FETCH_ERROR_PRIVATE);
  test_expect (fetcher, missing, "secure.test", EXM_FETCH_ERROR_HTTP);
  test_expect (fetcher, too_large, "secure.test", EXM_FETCH_ERROR_TOO_LARGE);
  test_expect (fetcher, cut, "secure.test", EXM_FETCH_ERROR_TRUNCATED);
  test_expect (fetcher, part_url, "secure.test", EXM_FETCH_ERROR_TRUNCATED);
  test_expect (fetcher, url, "secure.test", TEST_FETCHED);
  g_assert_cmpuint (test_server_get_hits (server, "/"), ==, 2);
  g_assert_finalize_object (fetcher);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_unsetenv ("SOUP_SERVER_HTTP2");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  test_resolver_install ();
  g_test_add_func ("/tls/trust", test_tls);
  g_test_add_func ("/tls/http2", test_http2);
  write_authorities ();
  int status = g_test_run ();
  g_unlink (authorities_path);
  g_free (authorities_path);
  return status;
}
