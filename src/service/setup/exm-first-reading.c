/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-first-reading.h"

#include "discover/exm-links.h"
#include "fetch/exm-url-key.h"
#include "setup/exm-proposal-private.h"
#include "url/exm-url-shape.h"

#include <string.h>

ExmProposal *
exm_first_reading_new (const ExmTaskFields *fields,
                       const ExmFetched *page,
                       const char *beside)
{
  ExmProposal *self = exm_proposal_new_empty ();

  exm_task_fields_init (&self->fields);
  self->fields.rendered = fields->rendered;
  for (guint i = 0; i < fields->private_hosts->len; i++)
    g_ptr_array_add (self->fields.private_hosts,
                     g_strdup (g_ptr_array_index (fields->private_hosts, i)));
  exm_proposal_set_fetched_example (self, page);
  if (beside != NULL)
    g_ptr_array_add (self->targets, g_strdup (beside));
  return self;
}

char *
exm_first_reading_find_beside (const ExmPageText *page)
{
  const char *url = exm_page_text_get_url (page);
  g_autoptr (GPtrArray) links = exm_links_new (page);
  g_autofree char *key = exm_url_get_page_key (url);

  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      g_autofree char *other = exm_url_get_page_key (link->url);
      if (g_strcmp0 (key, other) != 0 && exm_url_is_built_as (link->url, url))
        return g_strdup (link->url);
    }
  return NULL;
}
