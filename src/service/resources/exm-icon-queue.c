/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "resources/exm-icon-queue.h"

#include "fetch/exm-address.h"
#include "fetch/exm-url-key.h"
#include "resources/exm-resource-type.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

/* How long a site is not looked for in the cache again, and one that did not answer not
 * asked. */
#define LOOK_USEC G_TIME_SPAN_HOUR
#define NO_ANSWER_USEC G_TIME_SPAN_DAY

static void
request_free (gpointer data)
{
  ExmIconRequest *request = data;

  g_free (request->name);
  g_free (request->host);
  g_free (request->origin);
  g_free (request->url);
  g_free (request->user_agent);
  g_clear_object (&request->fetcher);
  g_free (request);
}

ExmIconQueue *
exm_icon_queue_new (const char *folder)
{
  ExmIconQueue *self = g_new0 (ExmIconQueue, 1);

  self->folder = g_strdup (folder);
  self->until = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_queue_init (&self->requests);
  return self;
}

void
exm_icon_queue_free (ExmIconQueue *self)
{
  g_queue_clear_full (&self->requests, request_free);
  g_hash_table_unref (self->until);
  g_free (self->folder);
  g_free (self);
}

static void
note (ExmIconQueue *self, const char *name, gint64 until_usec)
{
  g_hash_table_insert (self->until, g_strdup (name),
                       g_memdup2 (&until_usec, sizeof until_usec));
}

/* A clock that is set back ends what is noted. */
static gboolean
is_noted (const ExmIconQueue *self, const char *name, gint64 now_usec)
{
  const gint64 *until_usec = g_hash_table_lookup (self->until, name);

  return until_usec != NULL && *until_usec > now_usec
         && *until_usec <= now_usec + EXM_ICON_KEEP_USEC;
}

static char *
dup_name (const ExmTask *task)
{
  const char *site = exm_icon_cache_get_site_url (task);

  return site != NULL ? exm_icon_cache_dup_name (site) : NULL;
}

/* Whether a site is to be asked: never, or a month ago. */
static gboolean
is_due (const char *folder, const char *name, gint64 now_usec)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GStatBuf info;

  if (g_stat (path, &info) != 0)
    return errno == ENOENT && g_file_test (folder, G_FILE_TEST_IS_DIR);
  /* A clock that was ahead is no reason to wait for years. */
  return ABS (now_usec - (gint64) info.st_mtime * G_USEC_PER_SEC) >= EXM_ICON_KEEP_USEC;
}

gboolean
exm_icon_queue_wants (ExmIconQueue *self,
                      const ExmTask *task,
                      const char *job_url,
                      const char *url,
                      gint64 now_usec)
{
  const char *site = exm_icon_cache_get_site_url (task);

  if (self->folder == NULL || site == NULL || !exm_url_is_same_host (site, job_url)
      || !exm_url_is_same_host (site, url))
    return FALSE;
  g_autofree char *name = dup_name (task);
  if (name == NULL || is_noted (self, name, now_usec))
    return FALSE;
  if (is_due (self->folder, name, now_usec))
    return TRUE;
  note (self, name, now_usec + LOOK_USEC);
  return FALSE;
}

/* Takes the address that the page names where it is of the same origin: of others neither
 * pace nor rules are known. */
static char *
dup_url (const char *origin, const char *named)
{
  gsize n = strlen (origin);

  return named != NULL && strncmp (named, origin, n) == 0 && named[n] == '/'
             ? g_strdup (named)
             : g_strconcat (origin, "/favicon.ico", NULL);
}

gboolean
exm_icon_queue_add (ExmIconQueue *self,
                    const ExmTask *task,
                    const char *host,
                    const char *job_url,
                    const char *named,
                    gint64 now_usec,
                    gint64 due_usec)
{
  const ExmTaskFields *fields = exm_task_get (task);
  g_autofree char *name = dup_name (task);
  g_autoptr (GUri) uri = g_uri_parse (job_url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  g_auto (GStrv) own = exm_task_fields_dup_private_hosts (fields);

  if (name == NULL || uri == NULL || is_noted (self, name, now_usec))
    return FALSE;
  note (self, name, now_usec + EXM_ICON_KEEP_USEC);
  ExmIconRequest *request = g_new0 (ExmIconRequest, 1);
  request->name = g_steal_pointer (&name);
  request->host = g_strdup (host);
  request->origin
      = g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                    g_uri_get_port (uri), "", NULL, NULL);
  request->url = dup_url (request->origin, named);
  request->user_agent = g_strdup (fields->user_agent);
  request->is_private = exm_host_is_listed (own, host);
  request->delay_ms = fields->delay_ms;
  request->due_usec = due_usec;
  g_queue_push_tail (&self->requests, request);
  return TRUE;
}

/* Writes an icon as a whole, or, without @bytes, that there is none now: one that there
 * was stays. */
static gboolean
put (const char *folder, const char *name, GBytes *bytes, gint64 now_usec, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct utimbuf times = { .actime = (time_t) (now_usec / G_USEC_PER_SEC),
                           .modtime = (time_t) (now_usec / G_USEC_PER_SEC) };
  gsize n = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &n) : NULL;

  if ((n > 0 || !g_file_test (path, G_FILE_TEST_EXISTS))
      && !g_file_set_contents (path, n > 0 ? data : "", (gssize) n, error))
    return FALSE;
  if (g_utime (path, &times) == 0)
    return TRUE;
  int code = errno;
  g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code), "%s: %s", path,
               g_strerror (code));
  return FALSE;
}

/* Keeps the picture that came, or that the site gave none. */
static void
keep (const ExmIconQueue *self,
      const char *name,
      const ExmFetched *fetched,
      gint64 now_usec)
{
  static const char *const shown[]
      = { "image/png", "image/x-icon", "image/jpeg", "image/gif", NULL };
  gsize n = 0;
  const guint8 *bytes = fetched != NULL ? g_bytes_get_data (fetched->body, &n) : NULL;
  const char *type
      = n > 0 ? exm_resource_type_find (EXM_RESOURCE_IMAGE, bytes, n, NULL) : NULL;
  gboolean good = type != NULL && g_strv_contains (shown, type);
  g_autoptr (GError) error = NULL;

  if (!put (self->folder, name, good ? fetched->body : NULL, now_usec, &error))
    g_message ("the icon of %s is not kept: %s", name, error->message);
}

void
exm_icon_queue_end (ExmIconQueue *self,
                    ExmIconRequest *request,
                    gboolean answered,
                    const ExmFetched *fetched,
                    gint64 now_usec)
{
  if (answered)
    keep (self, request->name, fetched, now_usec);
  else
    note (self, request->name, now_usec + NO_ANSWER_USEC);
  request_free (request);
}
