/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-fetcher.h"

#include <libsoup/soup.h>

#include "fetch/exm-fetch-job-private.h"

#define IDLE_CONNECTION_S 30
#define MAX_CONNECTIONS 32
#define MAX_CONNECTIONS_PER_HOST 4

struct _ExmFetcher
{
  GObject parent_instance;

  ExmFetchOptions options;   /* its strings are the three below */
  char *proxy;               /* (owned) (nullable) */
  GTlsDatabase *database;    /* (owned) (nullable) */
  ExmFetchSessions sessions; /* owned each */
  GMainContext *context;     /* (owned) */
  GThread *thread;           /* (unowned): compared, never used */
};

G_DEFINE_FINAL_TYPE (ExmFetcher, exm_fetcher, G_TYPE_OBJECT)

static void
assert_own_thread (ExmFetcher *self)
{
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();

  g_assert (self->thread == g_thread_self ());
  g_assert (self->context == context);
}

/* A header line of our own must not be broken by what was typed into a setting. */
static char *
printable (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    if ((guchar) *p >= 0x20 && *p != 0x7f)
      g_string_append_c (out, *p);
  return g_strstrip (g_string_free (out, FALSE));
}

static char *
build_user_agent (const ExmFetchOptions *options)
{
  if (options->user_agent != NULL && *options->user_agent != '\0')
    return printable (options->user_agent);
  if (options->contact == NULL || *options->contact == '\0')
    return g_strdup ("Exemplar/" EXM_VERSION);
  g_autofree char *contact = printable (options->contact);
  return g_strdup_printf ("Exemplar/" EXM_VERSION " (+%s)", contact);
}

/* %NULL where there is no proxy. */
static GProxyResolver *
new_proxy_resolver (const char *proxy)
{
  if (g_str_equal (proxy, "direct://"))
    return NULL;
  /* Every fetch says what is wrong with a bad address. */
  return g_simple_proxy_resolver_new (
      g_uri_is_valid (proxy, G_URI_FLAGS_NONE, NULL) ? proxy : NULL, NULL);
}

static SoupSession *
new_session (ExmFetcher *self, const char *user_agent, SoupCookieJar *cookies)
{
  /* No time-outs of libsoup's: they count in seconds, and a job has its own. */
  SoupSession *session = soup_session_new_with_options (
      "user-agent", user_agent, "timeout", 0, "idle-timeout", IDLE_CONNECTION_S,
      "max-conns", MAX_CONNECTIONS, "max-conns-per-host", MAX_CONNECTIONS_PER_HOST, NULL);

  if (!self->options.no_cookies)
    soup_session_add_feature (session, SOUP_SESSION_FEATURE (cookies));
  if (self->database != NULL)
    soup_session_set_tls_database (session, self->database);
  if (self->proxy != NULL)
    {
      g_autoptr (GProxyResolver) resolver = new_proxy_resolver (self->proxy);
      soup_session_set_proxy_resolver (session, resolver);
    }
  return session;
}

static void
clear_session (SoupSession **session)
{
  if (*session != NULL)
    soup_session_abort (*session);
  g_clear_object (session);
}

static void
exm_fetcher_dispose (GObject *object)
{
  ExmFetcher *self = EXM_FETCHER (object);

  clear_session (&self->sessions.open);
  clear_session (&self->sessions.closed);
  g_clear_object (&self->database);
  G_OBJECT_CLASS (exm_fetcher_parent_class)->dispose (object);
}

static void
exm_fetcher_finalize (GObject *object)
{
  ExmFetcher *self = EXM_FETCHER (object);

  g_free (self->proxy);
  g_main_context_unref (self->context);
  G_OBJECT_CLASS (exm_fetcher_parent_class)->finalize (object);
}

static void
exm_fetcher_class_init (ExmFetcherClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = exm_fetcher_dispose;
  object_class->finalize = exm_fetcher_finalize;
}

static void
exm_fetcher_init (ExmFetcher *self)
{
  self->context = g_main_context_ref_thread_default ();
  self->thread = g_thread_self ();
}

ExmFetcher *
exm_fetcher_new (const ExmFetchOptions *options)
{
  static const ExmFetchOptions defaults = EXM_FETCH_OPTIONS_INIT;
  ExmFetcher *self = g_object_new (EXM_TYPE_FETCHER, NULL);

  self->options = options != NULL ? *options : defaults;
  g_autofree char *user_agent = build_user_agent (&self->options);
  self->proxy = g_strdup (self->options.proxy);
  g_set_object (&self->database, self->options.tls_database);

  g_autoptr (SoupCookieJar) cookies = soup_cookie_jar_new ();
  self->sessions.open = new_session (self, user_agent, cookies);
  self->sessions.closed = new_session (self, user_agent, cookies);

  self->options.user_agent = NULL;
  self->options.contact = NULL;
  if (self->proxy != NULL && g_str_equal (self->proxy, "direct://"))
    g_clear_pointer (&self->proxy, g_free);
  self->options.proxy = self->proxy;
  self->options.tls_database = self->database;
  return self;
}

void
exm_fetcher_fetch_async (ExmFetcher *self,
                         const char *url,
                         const ExmFetchRequest *request,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  g_return_if_fail (EXM_IS_FETCHER (self));
  g_return_if_fail (url != NULL);
  assert_own_thread (self);

  GTask *task = g_task_new (self, cancellable, callback, data);
  g_task_set_source_tag (task, exm_fetcher_fetch_async);
  exm_fetch_job_start (task, &self->sessions, &self->options, url, request);
}

ExmFetched *
exm_fetcher_fetch_finish (ExmFetcher *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  assert_own_thread (self);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
on_sync_fetch_done (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **done = data;

  *done = g_object_ref (result);
}

ExmFetched *
exm_fetcher_fetch_sync (const ExmFetchOptions *options,
                        const char *url,
                        const ExmFetchRequest *request,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  GAsyncResult *result = NULL;

  g_main_context_push_thread_default (context);
  ExmFetcher *self = exm_fetcher_new (options);
  exm_fetcher_fetch_async (self, url, request, cancellable, on_sync_fetch_done, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  ExmFetched *fetched = exm_fetcher_fetch_finish (self, result, error);

  /* Sockets that are still closing end within the context that they began in. */
  g_object_unref (result);
  g_object_unref (self);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_main_context_pop_thread_default (context);
  return fetched;
}
