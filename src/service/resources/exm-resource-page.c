/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-resource-page.h"

#include "fetch/exm-address.h"
#include "fetch/exm-url.h"

struct _ExmResourcePage
{
  gatomicrefcount ref_count;
  char *origin;         /* (owned) (nullable): with a slash at its end */
  char **private_hosts; /* (owned) (nullable) */
  guint n_left;
  gsize bytes_left;
};

static char *
get_origin (const char *url)
{
  g_autoptr (GUri) uri = url != NULL ? exm_url_parse (url, NULL) : NULL;

  return uri != NULL
             ? g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL,
                           g_uri_get_host (uri), g_uri_get_port (uri), "/", NULL, NULL)
             : NULL;
}

ExmResourcePage *
exm_resource_page_new (const char *url, const char *const *private_hosts)
{
  ExmResourcePage *self = g_new0 (ExmResourcePage, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->origin = get_origin (url);
  self->private_hosts = g_strdupv ((char **) private_hosts);
  self->n_left = EXM_RESOURCES_MAX_PER_PAGE;
  self->bytes_left = EXM_RESOURCES_MAX_PAGE_BYTES;
  return self;
}

ExmResourcePage *
exm_resource_page_ref (ExmResourcePage *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_resource_page_unref (ExmResourcePage *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->origin);
  g_strfreev (self->private_hosts);
  g_free (self);
}

gboolean
exm_resource_page_names_host (const ExmResourcePage *self, const char *host)
{
  return exm_host_is_listed (self->private_hosts, host);
}

char *
exm_resource_page_dup_referrer (const ExmResourcePage *self, const char *url)
{
  if (self->origin == NULL
      || (g_str_has_prefix (self->origin, "https:") && !g_str_has_prefix (url, "https:")))
    return NULL;
  return g_strdup (self->origin);
}

gboolean
exm_resource_page_take_one (ExmResourcePage *self)
{
  if (self->n_left == 0)
    return FALSE;
  self->n_left--;
  return TRUE;
}

gboolean
exm_resource_page_take_bytes (ExmResourcePage *self, gsize n_bytes)
{
  if (n_bytes > self->bytes_left)
    return FALSE;
  self->bytes_left -= n_bytes;
  return TRUE;
}
