/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-task-robots.h"

#include "fetch/exm-url.h"
#include "jobs/exm-task-fetch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define AGENT "Exemplar"

struct _ExmTaskRobots
{
  const ExmTaskFields *fields; /* (unowned) */
  GHashTable *sites;           /* (owned) (element-type utf8 ExmRobots): by origin; %NULL:
                                * there are no rules */
};

static void
free_robots (gpointer robots)
{
  if (robots != NULL)
    exm_robots_unref (robots);
}

ExmTaskRobots *
exm_task_robots_new (const ExmTaskFields *fields)
{
  ExmTaskRobots *self = g_new0 (ExmTaskRobots, 1);

  self->fields = fields;
  self->sites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_robots);
  return self;
}

void
exm_task_robots_set_fields (ExmTaskRobots *self, const ExmTaskFields *fields)
{
  self->fields = fields;
}

void
exm_task_robots_free (ExmTaskRobots *self)
{
  g_hash_table_unref (self->sites);
  g_free (self);
}

gboolean
exm_robots_check_url (const ExmRobots *robots,
                      const char *origin,
                      const char *url,
                      GError **error)
{
  const char *path = url + MIN (strlen (origin), strlen (url));
  const ExmRobotsRule *rule = NULL;

  if (exm_robots_allows (robots, AGENT, *path != '\0' ? path : "/", &rule))
    return TRUE;
  g_propagate_error (
      error, exm_fetch_error_new (
                 EXM_FETCH_ERROR_FORBIDDEN, NULL,
                 /* translators: a site, a line's number, that line of its robots.txt */
                 N_ ("robots.txt of %s forbids it (line %u: %s)"), origin,
                 rule != NULL ? rule->line : 0, rule != NULL ? rule->pattern : ""));
  return FALSE;
}

guint
exm_robots_get_delay_ms (const ExmRobots *robots)
{
  gint64 delay_ms = robots != NULL ? exm_robots_get_crawl_delay_ms (robots, AGENT) : 0;

  return (guint) CLAMP (delay_ms, 0, EXM_ROBOTS_MAX_DELAY_MS);
}

/* Returns: FALSE with @error: it is not known whether there are rules */
static gboolean
read_site (ExmTaskRobots *self,
           const char *origin,
           GCancellable *cancellable,
           ExmRobots **robots,
           GError **error)
{
  g_autofree char *url = g_strconcat (origin, "/robots.txt", NULL);
  g_autoptr (GError) failed = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_task_fetch (self->fields, url, TRUE, cancellable, &failed);
  gsize size = 0;

  *robots = NULL;
  if (fetched != NULL)
    {
      const char *text = g_bytes_get_data (fetched->body, &size);
      *robots = exm_robots_parse (text, size);
    }
  else
    {
      const ExmFetched *answer = exm_fetch_error_get_fetched (failed);
      if (exm_robots_policy_for_status (answer != NULL ? answer->status : 0, 0)
          != EXM_ROBOTS_POLICY_ALLOW_ALL)
        {
          g_propagate_error (error, g_steal_pointer (&failed));
          return FALSE;
        }
    }
  g_hash_table_insert (self->sites, g_strdup (origin), *robots);
  return TRUE;
}

static char *
get_origin (const char *url, GError **error)
{
  g_autoptr (GUri) uri = exm_url_parse (url, error);

  return uri != NULL
             ? g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL,
                           g_uri_get_host (uri), g_uri_get_port (uri), "", NULL, NULL)
             : NULL;
}

const char *const *
exm_task_robots_get_sitemaps (ExmTaskRobots *self, const char *url)
{
  static const char *const none[] = { NULL };
  g_autofree char *origin = get_origin (url, NULL);
  const ExmRobots *robots
      = origin != NULL ? g_hash_table_lookup (self->sites, origin) : NULL;

  return robots != NULL ? exm_robots_get_sitemaps (robots) : none;
}

gboolean
exm_task_robots_check (ExmTaskRobots *self,
                       const char *url,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autofree char *origin = get_origin (url, error);
  gpointer robots = NULL;

  if (origin == NULL)
    return FALSE;
  if (!g_hash_table_lookup_extended (self->sites, origin, NULL, &robots)
      && !read_site (self, origin, cancellable, (ExmRobots **) &robots, error))
    return FALSE;
  return robots == NULL || exm_robots_check_url (robots, origin, url, error);
}
