/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-fetched.h"

G_DEFINE_BOXED_TYPE (ExmFetched, exm_fetched, exm_fetched_ref, exm_fetched_unref)

static void
clear_hop (gpointer data)
{
  ExmFetchHop *hop = data;

  g_free (hop->url);
}

ExmFetched *
exm_fetched_new (const char *url)
{
  ExmFetched *self = g_new0 (ExmFetched, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->body = g_bytes_new_static (NULL, 0);
  self->url = g_strdup (url);
  self->final_url = g_strdup (url);
  self->retry_after_s = -1;
  self->hops = g_array_new (FALSE, TRUE, sizeof (ExmFetchHop));
  g_array_set_clear_func (self->hops, clear_hop);
  return self;
}

void
exm_fetched_add_hop (ExmFetched *self, const char *url, guint status)
{
  ExmFetchHop hop = { g_strdup (url), status };

  g_array_append_val (self->hops, hop);
}

ExmFetched *
exm_fetched_ref (ExmFetched *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_fetched_unref (ExmFetched *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_bytes_unref (self->body);
  g_free (self->url);
  g_free (self->final_url);
  g_free (self->reason);
  g_free (self->content_type);
  g_free (self->charset);
  g_free (self->etag);
  g_free (self->last_modified);
  g_array_unref (self->hops);
  g_free (self->incomplete);
  if (self->exchanges != NULL)
    g_string_free (self->exchanges, TRUE);
  g_free (self->content_encoding);
  g_free (self);
}
