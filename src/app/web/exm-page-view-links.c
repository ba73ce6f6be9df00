/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Links in a page view: which are tinted, and that one was chosen. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-view-private.h"

static void
send_states (ExmPageView *self)
{
  GVariantDict arguments;
  g_autofree char *digits = exm_page_links_dup_digits (&self->links);

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "states", "s", digits);
  exm_page_script_call (WEBKIT_WEB_VIEW (self->web), "exemplar.setLinks(states)",
                        g_variant_dict_end (&arguments), self->cancellable, NULL, NULL);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmPageView) self = data;
  g_autofree char *found
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, NULL);

  if (found == NULL || (gpointer) self->web != (gpointer) source
      || self->state != EXM_PAGE_VIEW_LOADED || self->links.states == NULL)
    return;
  exm_page_links_take_found (&self->links, found);
  send_states (self);
}

void
exm_page_view_send_links (ExmPageView *self)
{
  if (self->state != EXM_PAGE_VIEW_LOADED)
    return;
  if (self->links.states == NULL || self->links.urls != NULL)
    send_states (self);
  else
    exm_page_script_call (WEBKIT_WEB_VIEW (self->web), "return exemplar.findLinks()",
                          NULL, self->cancellable, on_found, g_object_ref (self));
}

void
exm_page_view_set_links (ExmPageView *self, const char *base, GHashTable *states)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));

  exm_page_links_set (&self->links, base, states);
  exm_page_view_send_links (self);
}

gboolean
exm_page_view_has_links (ExmPageView *self)
{
  g_return_val_if_fail (EXM_IS_PAGE_VIEW (self), FALSE);
  return self->links.states != NULL;
}

gboolean
exm_page_view_take_link_message (ExmPageView *self, const char *words)
{
  GdkRectangle place = { 0 };
  gboolean moved;
  const char *url = exm_page_links_parse (&self->links, words, &moved, &place);

  if (url == NULL)
    return FALSE;
  g_autofree char *copy = g_strdup (url);
  if (moved)
    g_signal_emit_by_name (self, "link-moved", copy);
  else
    g_signal_emit_by_name (self, "link-activated", copy, &place);
  return TRUE;
}
