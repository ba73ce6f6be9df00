/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-packed-page.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "store/db/exm-store-error.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <zstd.h>

/* The library's own balance of time and room. */
#define COMPRESSION_LEVEL 3

static GBytes *
compress (GBytes *bytes, GError **error)
{
  gsize n_bytes = 0;
  gconstpointer data = g_bytes_get_data (bytes, &n_bytes);
  gsize room = ZSTD_compressBound (n_bytes);
  g_autofree guint8 *buffer = g_try_malloc (room);
  /* The room for nothing is not NULL, but what is read may be. */
  size_t n_written = buffer != NULL
                         ? ZSTD_compress (buffer, room, data != NULL ? data : "", n_bytes,
                                          COMPRESSION_LEVEL)
                         : 0;

  if (buffer == NULL || ZSTD_isError (n_written))
    {
      exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED,
                          N_ ("A page of %zu bytes could not be compressed: %s"), n_bytes,
                          buffer != NULL ? ZSTD_getErrorName (n_written)
                                         : exm_said_errno (ENOMEM));
      return NULL;
    }
  buffer = g_realloc (buffer, MAX (n_written, 1));
  return g_bytes_new_take (g_steal_pointer (&buffer), n_written);
}

ExmPackedPage *
exm_packed_page_new (GBytes *bytes, GError **error)
{
  if (g_bytes_get_size (bytes) > EXM_MAX_PAGE_BYTES)
    {
      exm_said_set_error (
          error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED,
          N_ ("A page of %zu bytes is too large to be stored; the limit is %u."),
          g_bytes_get_size (bytes), EXM_MAX_PAGE_BYTES);
      return NULL;
    }
  g_autoptr (GBytes) packed = compress (bytes, error);
  if (packed == NULL)
    return NULL;
  ExmPackedPage *self = g_new0 (ExmPackedPage, 1);
  self->hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  self->n_bytes = g_bytes_get_size (bytes);
  self->packed = g_steal_pointer (&packed);
  return self;
}

void
exm_packed_page_free (ExmPackedPage *self)
{
  g_free (self->hash);
  g_bytes_unref (self->packed);
  g_free (self);
}
