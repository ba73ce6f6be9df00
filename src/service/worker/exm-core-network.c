/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A network that is not there, or that answers for everybody (the login page of a hotel),
 * is no failure of a site: pages wait until it is another one. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "fetch/exm-address.h"
#include "fetch/exm-url-key.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Sites that are answered for by the same foreign host. */
#define PORTAL_SITES 2u

static void
say (ExmCore *self, ExmWorkerNetwork network, const char *portal)
{
  if (self->said_network == network)
    return;
  self->said_network = network;

  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_NETWORK);
  if (network == EXM_WORKER_NETWORK_NONE)
    event->message
        = g_strdup (_ ("There is no network; pages wait until there is one again"));
  else if (network == EXM_WORKER_NETWORK_PORTAL && portal != NULL)
    event->message = g_strdup_printf (
        /* translators: a host name */
        _ ("Every site leads to %s: does this network want a login? Pages wait"), portal);
  else if (network == EXM_WORKER_NETWORK_PORTAL)
    event->message = g_strdup (_ ("This network wants a login; pages wait until then"));
  exm_core_emit (self, event);
}

static gboolean
stands_before_portal (ExmCore *self)
{
  return g_hash_table_size (self->portal_sites) >= PORTAL_SITES;
}

gboolean
exm_core_is_reachable (ExmCore *self, const char *host)
{
  ExmWorkerNetwork network = self->network (host, self->network_data);

  if (network == EXM_WORKER_NETWORK_UNUSED)
    return TRUE;
  /* Whether somebody has logged in is seen by what comes. */
  if (network != EXM_WORKER_NETWORK_THERE || !stands_before_portal (self))
    say (self, network, NULL);
  return network == EXM_WORKER_NETWORK_THERE;
}

static gboolean
is_foreign (const ExmFetched *fetched, char **final_site)
{
  g_autofree char *site = exm_url_get_site (fetched->url, NULL);

  *final_site = exm_url_get_site (fetched->final_url, NULL);
  /* Nobody can answer for a host over TLS. */
  return fetched->hops->len > 0 && g_str_has_prefix (fetched->url, "http:")
         && g_strcmp0 (site, *final_site) != 0;
}

gboolean
exm_core_meets_portal (ExmCore *self, const ExmFetched *fetched, const GError *error)
{
  g_autofree char *final_site = NULL;
  const ExmFetched *answer
      = fetched != NULL ? fetched : exm_fetch_error_get_fetched (error);

  if (answer == NULL || (answer->status == 0 && answer->hops->len == 0))
    return FALSE;
  if (!is_foreign (answer, &final_site))
    {
      /* Somebody answered for himself. */
      if (stands_before_portal (self))
        say (self, EXM_WORKER_NETWORK_THERE, NULL);
      g_clear_pointer (&self->portal, g_free);
      g_hash_table_remove_all (self->portal_sites);
      return FALSE;
    }
  if (g_strcmp0 (self->portal, final_site) != 0)
    {
      g_free (self->portal);
      self->portal = g_steal_pointer (&final_site);
      g_hash_table_remove_all (self->portal_sites);
    }
  g_hash_table_add (self->portal_sites, exm_url_get_site (answer->url, NULL));
  if (!stands_before_portal (self))
    return FALSE;
  say (self, EXM_WORKER_NETWORK_PORTAL, self->portal);
  return TRUE;
}
