/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "site-fixture.h"

char *
site_fixture_data_dir (void)
{
  return g_test_build_filename (G_TEST_DIST, "..", "data", "sample", NULL);
}

void
site_fixture_set_up (SiteFixture *self, gconstpointer flags)
{
  g_autofree char *data_dir = site_fixture_data_dir ();
  g_autoptr (GError) error = NULL;
  self->thread = exm_sample_thread_start (
      data_dir, (ExmSampleServerFlags) GPOINTER_TO_UINT (flags), 0, &error);
  g_assert_no_error (error);
  self->server = exm_sample_thread_get_server (self->thread);
  self->session
      = soup_session_new_with_options ("timeout", 60, "user-agent", "SampleTest/1", NULL);
  soup_session_remove_feature_by_type (self->session, SOUP_TYPE_CONTENT_DECODER);
}

void
site_fixture_tear_down (SiteFixture *self, gconstpointer unused)
{
  soup_session_abort (self->session);
  g_assert_finalize_object (self->session);
  exm_sample_thread_stop (self->thread);
}

static SoupMessage *
make_message (SiteFixture *self, const char *method, const char *path)
{
  g_autofree char *url
      = g_strconcat (exm_sample_server_get_base_url (self->server), path, NULL);
  SoupMessage *message = soup_message_new (method, url);
  g_assert_nonnull (message);
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  return message;
}

SiteAnswer *
site_fixture_get (SiteFixture *self,
                  const char *path,
                  const char *header,
                  const char *value)
{
  g_autoptr (SoupMessage) message = make_message (self, "GET", path);
  SiteAnswer *answer = g_new0 (SiteAnswer, 1);
  if (header != NULL)
    soup_message_headers_replace (soup_message_get_request_headers (message), header,
                                  value);
  answer->bytes
      = soup_session_send_and_read (self->session, message, NULL, &answer->error);
  answer->status = soup_message_get_status (message);
  answer->headers
      = soup_message_headers_ref (soup_message_get_response_headers (message));
  return answer;
}

guint
site_fixture_post (SiteFixture *self, const char *path)
{
  g_autoptr (SoupMessage) message = make_message (self, "POST", path);
  g_autoptr (GBytes) bytes
      = soup_session_send_and_read (self->session, message, NULL, NULL);
  g_assert_nonnull (bytes);
  return soup_message_get_status (message);
}

char *
site_fixture_read (SiteFixture *self, const char *path, const char *encoding)
{
  g_autoptr (SiteAnswer) answer = site_fixture_get (self, path, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_assert_no_error (answer->error);
  g_assert_cmpuint (answer->status, ==, 200);
  gsize size = 0;
  const char *data = g_bytes_get_data (answer->bytes, &size);
  char *text = g_convert (data, (gssize) size, "UTF-8", encoding, NULL, NULL, &error);
  g_assert_no_error (error);
  return text;
}

const char *
site_answer_get_header (SiteAnswer *answer, const char *name)
{
  return soup_message_headers_get_one (answer->headers, name);
}

void
site_answer_free (SiteAnswer *answer)
{
  g_clear_pointer (&answer->bytes, g_bytes_unref);
  soup_message_headers_unref (answer->headers);
  g_clear_error (&answer->error);
  g_free (answer);
}
