/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-reader-pictures.h"

#include "fetch/exm-url.h"
#include "task/exm-body-pictures.h"

void
exm_reader_pictures_clear (ExmReaderPictures *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->resources);
  g_clear_pointer (&self->uid, g_free);
  g_clear_pointer (&self->url_key, g_free);
}

void
exm_reader_pictures_set (ExmReaderPictures *self,
                         ExmResources *resources,
                         const char *uid,
                         const char *url_key)
{
  exm_reader_pictures_clear (self);
  g_set_object (&self->resources, resources);
  self->uid = g_strdup (uid);
  self->url_key = g_strdup (url_key);
  self->cancellable = g_cancellable_new ();
}

static char *
map_address (const char *address, gpointer base_url)
{
  g_autofree char *url = base_url != NULL ? exm_url_resolve (base_url, address, NULL)
                                          : exm_url_normalize_input (address, NULL);

  return url != NULL ? exm_resource_url_new (EXM_RESOURCE_IMAGE, url) : NULL;
}

char *
exm_reader_pictures_map (const ExmReaderPictures *self,
                         const char *body,
                         const char *base_url)
{
  if (self->resources == NULL || self->uid == NULL)
    return g_strdup (body);
  return exm_body_pictures_map_html (body, map_address, (gpointer) base_url);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WebKitURISchemeRequest) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResource) resource = exm_resources_load_finish (result, &error);

  if (resource == NULL)
    {
      webkit_uri_scheme_request_finish_error (request, error);
      return;
    }
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_bytes (resource->bytes);
  webkit_uri_scheme_request_finish (
      request, stream, (gint64) g_bytes_get_size (resource->bytes), resource->type);
}

void
exm_reader_pictures_give (WebKitURISchemeRequest *request, gpointer data)
{
  const ExmReaderPictures *self = data;
  ExmResourceKind kind = EXM_N_RESOURCE_KINDS;
  g_autofree char *url
      = exm_resource_url_parse (webkit_uri_scheme_request_get_uri (request), &kind);

  if (url == NULL || kind != EXM_RESOURCE_IMAGE || self->resources == NULL
      || self->uid == NULL)
    {
      g_autoptr (GError) error = g_error_new_literal (
          G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "no address of a picture");
      webkit_uri_scheme_request_finish_error (request, error);
      return;
    }
  exm_resources_load_held_async (self->resources, self->uid, self->url_key, url,
                                 self->cancellable, on_loaded, g_object_ref (request));
}
