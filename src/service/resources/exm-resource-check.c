/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-resource-check.h"

#include "base/exm-said-error.h"
#include "resources/exm-resource-type.h"
#include "resources/exm-svg-clean.h"

#include <glib/gi18n-lib.h>

static gsize
get_limit (ExmResourceKind kind)
{
  switch (kind)
    {
    case EXM_RESOURCE_STYLE:
      return EXM_RESOURCES_MAX_STYLE_BYTES;
    case EXM_RESOURCE_FONT:
      return EXM_RESOURCES_MAX_FONT_BYTES;
    case EXM_RESOURCE_IMAGE:
    case EXM_N_RESOURCE_KINDS:
    default:
      return EXM_RESOURCES_MAX_IMAGE_BYTES;
    }
}

gboolean
exm_resource_check (ExmResource *resource, ExmResourceKind kind, GError **error)
{
  gsize n = 0;
  const guint8 *bytes = g_bytes_get_data (resource->bytes, &n);
  const char *type = exm_resource_type_find (kind, bytes, n, resource->type);
  guint width = 0, height = 0;

  if (n > get_limit (kind))
    {
      exm_said_set_error (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_LARGE,
                          /* translators: an address, two amounts of bytes */
                          N_ ("%s has %zu bytes, more than %zu"), resource->final_url, n,
                          get_limit (kind));
      return FALSE;
    }
  if (type == NULL)
    {
      exm_said_set_error (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TYPE,
                          /* translators: an address */
                          N_ ("%s is not what the page uses it as"), resource->final_url);
      return FALSE;
    }
  if (kind == EXM_RESOURCE_IMAGE && exm_resource_find_size (bytes, n, &width, &height)
      && (guint64) width * height > EXM_RESOURCE_MAX_PIXELS)
    {
      exm_said_set_error (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_LARGE,
                          /* translators: an address, a width, a height, an amount */
                          N_ ("%s has %u × %u pixels, more than %u"), resource->final_url,
                          width, height, EXM_RESOURCE_MAX_PIXELS);
      return FALSE;
    }
  if (g_strcmp0 (type, resource->type) != 0)
    {
      g_free (resource->type);
      resource->type = g_strdup (type);
    }
  return TRUE;
}

gboolean
exm_resource_clean (ExmResource *resource, GError **error)
{
  if (g_strcmp0 (resource->type, "image/svg+xml") != 0)
    return TRUE;
  GBytes *clean = exm_svg_clean (resource->bytes, error);
  if (clean == NULL)
    {
      exm_said_prefix_error (error, "%s: ", resource->final_url);
      return FALSE;
    }
  g_bytes_unref (resource->bytes);
  resource->bytes = clean;
  return TRUE;
}
