/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-resource-loader.h"

#include "charset/exm-decode.h"
#include "fetch/exm-address.h"
#include "fetch/exm-fetcher.h"
#include "fetch/exm-url.h"
#include "jobs/exm-task-robots.h"
#include "resources/exm-resource-type.h"
#include "resources/exm-style-rewrite.h"

#include <string.h>

/* Requests under way at once: libsoup would let those that wait run into their time-out.
 */
#define MAX_FETCHES 8u
#define TIMEOUT_MS 20000u
#define IDLE_TIMEOUT_MS 10000u

/* How long the answer of a server holds that is none, a failure of the network, and the
 * rules of a robots.txt. */
#define FAILED_USEC (G_GINT64_CONSTANT (600) * G_USEC_PER_SEC)
#define UNREACHED_USEC (G_GINT64_CONSTANT (20) * G_USEC_PER_SEC)
#define ROBOTS_USEC (G_GINT64_CONSTANT (24) * 3600 * G_USEC_PER_SEC)
/* Failures and sites that are remembered; beyond, all are forgotten. */
#define MAX_REMEMBERED 5000u

struct _ExmResourceLoader
{
  ExmResourceStore *store;   /* (owned) (nullable) */
  ExmFetcher *fetcher;       /* (owned) */
  GCancellable *cancellable; /* (owned): of all fetches */
  GHashTable *fetches;       /* (owned) (element-type utf8 Fetch): under way or waiting */
  GHashTable *failures;      /* (owned) (element-type utf8 Failure) */
  GHashTable *sites;         /* (owned) (element-type utf8 Site): by origin */
  GQueue styles;             /* (element-type Fetch): that wait */
  GQueue others;             /* (element-type Fetch) */
  guint n_active;            /* requests under way */
};

/* Resource that somebody waits for. */
typedef struct
{
  GTask *task;           /* (owned) */
  ExmResourcePage *page; /* (owned) */
  ExmResourceKind kind;
} Wait;

/* Fetch of an address, once for all who wait for it. */
typedef struct
{
  ExmResourceLoader *loader; /* (unowned) */
  char *key;                 /* (owned): the address and whether it may be private */
  char *url;                 /* (owned) */
  char *origin;              /* (owned) */
  char *referrer;            /* (owned) (nullable) */
  char *operator_host;       /* (owned) (nullable): it may have a private address */
  ExmResourceKind kind;
  GPtrArray *waits; /* (owned) (element-type Wait) */
} Fetch;

typedef struct
{
  GError *error; /* (owned) */
  gint64 until_usec;
} Failure;

/* Rules of an origin. */
typedef struct
{
  ExmResourceLoader *loader; /* (unowned) */
  char *key;                 /* (owned): the origin and whether it may be private */
  char *origin;              /* (owned) */
  ExmRobots *robots;         /* (owned) (nullable): %NULL: there are none */
  GError *error;             /* (owned) (nullable): why it is not known */
  gint64 until_usec;
  gboolean is_pending;
  GPtrArray *fetches; /* (owned) (element-type Fetch): unowned; wait for it */
} Site;

static void start_fetches (ExmResourceLoader *self);

static void
wait_free (gpointer data)
{
  Wait *self = data;

  g_object_unref (self->task);
  exm_resource_page_unref (self->page);
  g_free (self);
}

static void
fetch_free (gpointer data)
{
  Fetch *self = data;

  g_free (self->key);
  g_free (self->url);
  g_free (self->origin);
  g_free (self->referrer);
  g_free (self->operator_host);
  g_ptr_array_unref (self->waits);
  g_free (self);
}

static void
failure_free (gpointer data)
{
  Failure *self = data;

  g_error_free (self->error);
  g_free (self);
}

static void
site_free (gpointer data)
{
  Site *self = data;

  g_free (self->key);
  g_free (self->origin);
  g_clear_pointer (&self->robots, exm_robots_unref);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->fetches);
  g_free (self);
}

ExmResourceLoader *
exm_resource_loader_new (const char *folder)
{
  ExmResourceLoader *self = g_new0 (ExmResourceLoader, 1);
  g_autoptr (GError) error = NULL;
  ExmFetchOptions options = EXM_FETCH_OPTIONS_INIT;

  options.timeout_ms = TIMEOUT_MS;
  options.idle_timeout_ms = IDLE_TIMEOUT_MS;
  options.max_bytes = EXM_RESOURCES_MAX_IMAGE_BYTES;
  options.no_cookies = TRUE;
  self->store = exm_resource_store_open (folder, &error);
  if (self->store == NULL)
    g_message ("Style sheets and pictures of pages are not kept: %s", error->message);
  self->fetcher = exm_fetcher_new (&options);
  self->cancellable = g_cancellable_new ();
  self->fetches = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, fetch_free);
  self->failures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, failure_free);
  self->sites = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, site_free);
  return self;
}

void
exm_resource_loader_free (ExmResourceLoader *self)
{
  g_queue_clear (&self->styles);
  g_queue_clear (&self->others);
  g_hash_table_unref (self->fetches);
  g_hash_table_unref (self->failures);
  g_hash_table_unref (self->sites);
  g_object_unref (self->fetcher);
  g_object_unref (self->cancellable);
  g_clear_pointer (&self->store, exm_resource_store_close);
  g_free (self);
}

ExmResourceStore *
exm_resource_loader_get_store (ExmResourceLoader *self)
{
  return self->store;
}

gboolean
exm_resource_loader_is_idle (ExmResourceLoader *self)
{
  return self->n_active == 0 && g_hash_table_size (self->fetches) == 0;
}

/* Answers to a page */

/* The rule that names an encoding stands first, byte for byte. */
static char *
dup_charset (const ExmResource *resource)
{
  static const char rule[] = "@charset \"";
  gsize n = 0;
  const char *bytes = g_bytes_get_data (resource->bytes, &n);

  if (resource->charset != NULL || n < sizeof rule
      || memcmp (bytes, rule, sizeof rule - 1) != 0)
    return g_strdup (resource->charset);
  const char *from = bytes + sizeof rule - 1;
  const char *to = memchr (from, '"', MIN (n - sizeof rule + 1, 64));
  return to != NULL ? g_strndup (from, (gsize) (to - from)) : NULL;
}

static gboolean
prepare_style (ExmResource *resource, GError **error)
{
  ExmCharset charset = { 0 };
  g_autofree char *label = dup_charset (resource);
  g_autoptr (GBytes) text = exm_decode (resource->bytes, NULL, label, &charset, error);
  gsize n = 0;

  g_free (charset.name);
  g_free (charset.declared);
  g_clear_pointer (&charset.replaced, g_array_unref);
  if (text == NULL)
    return FALSE;
  const char *css = g_bytes_get_data (text, &n);
  GString *rewritten = exm_style_rewrite (css != NULL ? css : "", n, resource->final_url);
  g_bytes_unref (resource->bytes);
  resource->bytes = g_string_free_to_bytes (rewritten);
  return TRUE;
}

static ExmResource *
copy (const ExmResource *resource)
{
  ExmResource *self = g_new0 (ExmResource, 1);

  self->bytes = g_bytes_ref (resource->bytes);
  self->type = g_strdup (resource->type);
  self->final_url = g_strdup (resource->final_url);
  self->charset = g_strdup (resource->charset);
  return self;
}

static void
answer (const Wait *wait, const ExmResource *resource)
{
  g_autoptr (ExmResource) own = copy (resource);
  GError *error = NULL;

  if (!exm_resource_page_take_bytes (wait->page, g_bytes_get_size (own->bytes)))
    g_set_error (&error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_MANY,
                 "The page has more than %u bytes of resources",
                 EXM_RESOURCES_MAX_PAGE_BYTES);
  else if (exm_resource_check (own, wait->kind, &error)
           && wait->kind == EXM_RESOURCE_STYLE)
    prepare_style (own, &error);
  if (error != NULL)
    g_task_return_error (wait->task, error);
  else
    g_task_return_pointer (wait->task, g_steal_pointer (&own),
                           (GDestroyNotify) exm_resource_free);
}

/* Fetches */

/* Returns: microseconds for which what failed is not asked for again */
static gint64
get_hold (const GError *error)
{
  gboolean unreached
      = g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_DNS)
        || g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_CONNECT)
        || g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TIMED_OUT)
        || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  return unreached ? UNREACHED_USEC : FAILED_USEC;
}

static void
remember_failure (ExmResourceLoader *self, const char *key, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (g_hash_table_size (self->failures) >= MAX_REMEMBERED)
    g_hash_table_remove_all (self->failures);
  Failure *failure = g_new0 (Failure, 1);
  failure->error = g_error_copy (error);
  failure->until_usec = g_get_monotonic_time () + get_hold (error);
  g_hash_table_replace (self->failures, g_strdup (key), failure);
}

/* Ends a fetch: with a resource, or an error. */
static void
end_fetch (Fetch *fetch, const ExmResource *resource, const GError *error)
{
  ExmResourceLoader *self = fetch->loader;

  if (error != NULL)
    remember_failure (self, fetch->key, error);
  for (guint i = 0; i < fetch->waits->len; i++)
    {
      const Wait *wait = g_ptr_array_index (fetch->waits, i);
      if (error != NULL)
        g_task_return_error (wait->task, g_error_copy (error));
      else
        answer (wait, resource);
    }
  g_hash_table_remove (self->fetches, fetch->key);
}

/* Ends a fetch that nobody waits for. */
static void
drop (Fetch *fetch)
{
  g_autoptr (GError) error
      = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "not wanted any more");

  end_fetch (fetch, NULL, error);
}

static void
keep (ExmResourceLoader *self, const char *url, ExmResource *resource)
{
  g_autoptr (GError) error = NULL;

  if (self->store != NULL
      && !exm_resource_store_put (self->store, url, resource, g_get_real_time (), &error))
    g_message ("%s is not kept: %s", url, error->message);
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  ExmResourceLoader *self = fetch->loader;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &error);
  g_autoptr (ExmResource) resource = g_new0 (ExmResource, 1);

  self->n_active--;
  if (fetched != NULL)
    {
      resource->bytes = g_bytes_ref (fetched->body);
      resource->type = g_strdup (fetched->content_type);
      resource->final_url = g_strdup (fetched->final_url);
      resource->charset = g_strdup (fetched->charset);
      if (exm_resource_check (resource, fetch->kind, &error)
          && exm_resource_clean (resource, &error))
        keep (self, fetch->url, resource);
    }
  end_fetch (fetch, error == NULL ? resource : NULL, error);
  start_fetches (self);
}

static void
ask (Fetch *fetch)
{
  static const char *const accepted[EXM_N_RESOURCE_KINDS]
      = { "text/css,*/*;q=0.1", "font/woff2,font/woff,*/*;q=0.1",
          "image/webp,image/avif,image/*,*/*;q=0.1" };
  ExmResourceLoader *self = fetch->loader;
  const char *const headers[]
      = { "Accept", accepted[fetch->kind], fetch->referrer != NULL ? "Referer" : NULL,
          fetch->referrer, NULL };
  const ExmFetchRequest request
      = { .headers = headers, .operator_host = fetch->operator_host, .any_type = TRUE };

  self->n_active++;
  exm_fetcher_fetch_async (self->fetcher, fetch->url, &request, self->cancellable,
                           on_fetched, fetch);
}

/* The rules of the site are known, or why they are not. */
static void
follow_rules (Site *site, Fetch *fetch)
{
  g_autoptr (GError) error = NULL;

  if (site->error != NULL)
    error = g_error_copy (site->error);
  else if (site->robots != NULL)
    exm_robots_check_url (site->robots, site->origin, fetch->url, &error);
  if (error != NULL)
    end_fetch (fetch, NULL, error);
  else
    ask (fetch);
}

/* Style sheets come first: what they ask for is not known before. */
static GQueue *
get_queue (ExmResourceLoader *self, ExmResourceKind kind)
{
  return kind == EXM_RESOURCE_STYLE ? &self->styles : &self->others;
}

static void
on_robots_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Site *site = data;
  ExmResourceLoader *self = site->loader;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &error);
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&site->fetches);
  const ExmFetched *said = error != NULL ? exm_fetch_error_get_fetched (error) : NULL;

  self->n_active--;
  site->fetches = g_ptr_array_new ();
  site->is_pending = FALSE;
  site->until_usec = g_get_monotonic_time () + ROBOTS_USEC;
  if (fetched != NULL)
    {
      gsize n = 0;
      const char *text = g_bytes_get_data (fetched->body, &n);
      site->robots = exm_robots_parse (text != NULL ? text : "", n);
    }
  else if (exm_robots_policy_for_status (said != NULL ? said->status : 0, 0)
           != EXM_ROBOTS_POLICY_ALLOW_ALL)
    {
      site->until_usec = g_get_monotonic_time () + get_hold (error);
      site->error = g_steal_pointer (&error);
    }
  for (guint i = waiting->len; i > 0; i--)
    {
      Fetch *fetch = g_ptr_array_index (waiting, i - 1);
      g_queue_push_head (get_queue (self, fetch->kind), fetch);
    }
  start_fetches (self);
}

static void
read_rules (Site *site, const char *operator_host)
{
  ExmResourceLoader *self = site->loader;
  g_autofree char *url = g_strconcat (site->origin, "/robots.txt", NULL);
  const ExmFetchRequest request = { .operator_host = operator_host, .any_type = TRUE };

  site->is_pending = TRUE;
  g_clear_pointer (&site->robots, exm_robots_unref);
  g_clear_error (&site->error);
  self->n_active++;
  exm_fetcher_fetch_async (self->fetcher, url, &request, self->cancellable,
                           on_robots_fetched, site);
}

/* Returns: (transfer none): maybe without rules yet */
static Site *
find_site (ExmResourceLoader *self, const Fetch *fetch)
{
  g_autofree char *key
      = g_strconcat (fetch->operator_host != NULL ? "+" : "-", fetch->origin, NULL);
  Site *site = g_hash_table_lookup (self->sites, key);

  if (site != NULL)
    return site;
  site = g_new0 (Site, 1);
  site->loader = self;
  site->key = g_steal_pointer (&key);
  site->origin = g_strdup (fetch->origin);
  site->fetches = g_ptr_array_new ();
  g_hash_table_insert (self->sites, site->key, site);
  return site;
}

/* Whether anybody still waits: pages are left before all they want has come. */
static gboolean
is_wanted (const Fetch *fetch)
{
  for (guint i = 0; i < fetch->waits->len; i++)
    {
      const Wait *wait = g_ptr_array_index (fetch->waits, i);
      if (!g_cancellable_is_cancelled (g_task_get_cancellable (wait->task)))
        return TRUE;
    }
  return FALSE;
}

static void
start (Fetch *fetch)
{
  if (!is_wanted (fetch))
    {
      drop (fetch);
      return;
    }
  Site *site = find_site (fetch->loader, fetch);
  if (!site->is_pending && site->until_usec > g_get_monotonic_time ())
    {
      follow_rules (site, fetch);
      return;
    }
  g_ptr_array_add (site->fetches, fetch);
  if (!site->is_pending)
    read_rules (site, fetch->operator_host);
}

static void
start_fetches (ExmResourceLoader *self)
{
  while (self->n_active < MAX_FETCHES)
    {
      Fetch *fetch = g_queue_pop_head (&self->styles);
      if (fetch == NULL)
        fetch = g_queue_pop_head (&self->others);
      if (fetch == NULL)
        return;
      start (fetch);
    }
}

/* @key: (transfer full) */
static Fetch *
add_fetch (ExmResourceLoader *self,
           char *key,
           GUri *uri,
           const ExmResourcePage *page,
           ExmResourceKind kind,
           const char *url)
{
  Fetch *fetch = g_new0 (Fetch, 1);
  const char *host = g_uri_get_host (uri);

  fetch->loader = self;
  fetch->key = key;
  fetch->url = g_strdup (url);
  fetch->kind = kind;
  fetch->origin = g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL, host,
                              g_uri_get_port (uri), "", NULL, NULL);
  fetch->referrer = exm_resource_page_dup_referrer (page, url);
  if (exm_resource_page_names_host (page, host))
    fetch->operator_host = g_strdup (host);
  fetch->waits = g_ptr_array_new_with_free_func (wait_free);
  g_hash_table_insert (self->fetches, fetch->key, fetch);
  g_queue_push_tail (get_queue (self, kind), fetch);
  return fetch;
}

/* Returns: (transfer full) (nullable): %NULL without error: it has to be fetched */
static ExmResource *
find_known (ExmResourceLoader *self, const char *key, const char *url, GError **error)
{
  g_autoptr (GError) problem = NULL;
  ExmResource *resource
      = self->store != NULL
            ? exm_resource_store_get (self->store, url, g_get_real_time (), &problem)
            : NULL;
  const Failure *failure = g_hash_table_lookup (self->failures, key);

  if (problem != NULL
      && !g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    g_message ("%s is fetched again: %s", url, problem->message);
  if (resource == NULL && failure != NULL
      && failure->until_usec > g_get_monotonic_time ())
    g_propagate_error (error, g_error_copy (failure->error));
  return resource;
}

static gboolean
is_allowed (ExmResourcePage *page, GUri *uri, GError **error)
{
  const char *host = g_uri_get_host (uri);

  if (!exm_resource_page_take_one (page))
    {
      g_set_error (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_MANY,
                   "The page has more than %u resources", EXM_RESOURCES_MAX_PER_PAGE);
      return FALSE;
    }
  if (!exm_host_is_private_literal (host) || exm_resource_page_names_host (page, host))
    return TRUE;
  g_set_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_PRIVATE,
               "%s is an address of this machine or its network", host);
  return FALSE;
}

void
exm_resource_loader_load (ExmResourceLoader *self,
                          GTask *task,
                          ExmResourcePage *page,
                          ExmResourceKind kind,
                          const char *url)
{
  GError *error = NULL;
  Wait *wait = g_new0 (Wait, 1);
  g_autoptr (GUri) uri = exm_url_parse (url, &error);

  *wait = (Wait){ .task = task, .page = exm_resource_page_ref (page), .kind = kind };
  if (uri == NULL || !is_allowed (page, uri, &error)
      || g_task_return_error_if_cancelled (task)
      || g_cancellable_set_error_if_cancelled (self->cancellable, &error))
    {
      if (error != NULL)
        g_task_return_error (task, error);
      wait_free (wait);
      return;
    }
  gboolean named = exm_resource_page_names_host (page, g_uri_get_host (uri));
  g_autofree char *key = g_strconcat (named ? "+" : "-", url, NULL);
  g_autoptr (ExmResource) known = find_known (self, key, url, &error);
  if (known != NULL)
    answer (wait, known);
  else if (error != NULL)
    g_task_return_error (task, error);
  if (known != NULL || error != NULL)
    {
      wait_free (wait);
      return;
    }
  Fetch *fetch = g_hash_table_lookup (self->fetches, key);
  if (fetch == NULL)
    fetch = add_fetch (self, g_steal_pointer (&key), uri, page, kind, url);
  g_ptr_array_add (fetch->waits, wait);
  start_fetches (self);
}

static void
cancel_queue (GQueue *queue)
{
  Fetch *fetch;

  while ((fetch = g_queue_pop_head (queue)) != NULL)
    drop (fetch);
}

void
exm_resource_loader_stop (ExmResourceLoader *self)
{
  cancel_queue (&self->styles);
  cancel_queue (&self->others);
  g_cancellable_cancel (self->cancellable);
}
