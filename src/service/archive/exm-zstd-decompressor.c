/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-zstd-decompressor.h"

#include <string.h>
#include <zstd.h>

struct _ExmZstdDecompressor
{
  GObject parent_instance;
  ZSTD_DCtx *context; /* (owned) */
};

static void exm_zstd_decompressor_init_converter (GConverterIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (
    ExmZstdDecompressor,
    exm_zstd_decompressor,
    G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE (G_TYPE_CONVERTER, exm_zstd_decompressor_init_converter))

static void
exm_zstd_decompressor_reset (GConverter *converter)
{
  ZSTD_DCtx_reset (EXM_ZSTD_DECOMPRESSOR (converter)->context, ZSTD_reset_session_only);
}

static GConverterResult
exm_zstd_decompressor_convert (GConverter *converter,
                               const void *inbuf,
                               gsize inbuf_size,
                               void *outbuf,
                               gsize outbuf_size,
                               GConverterFlags flags,
                               gsize *bytes_read,
                               gsize *bytes_written,
                               GError **error)
{
  ZSTD_inBuffer in = { inbuf, inbuf_size, 0 };
  ZSTD_outBuffer out = { outbuf, outbuf_size, 0 };
  size_t result
      = ZSTD_decompressStream (EXM_ZSTD_DECOMPRESSOR (converter)->context, &out, &in);

  *bytes_read = in.pos;
  *bytes_written = out.pos;
  if (ZSTD_isError (result))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           ZSTD_getErrorName (result));
      return G_CONVERTER_ERROR;
    }
  if (result == 0)
    return G_CONVERTER_FINISHED;
  if (in.pos > 0 || out.pos > 0)
    return G_CONVERTER_CONVERTED;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "zstd");
  return G_CONVERTER_ERROR;
}

static void
exm_zstd_decompressor_init_converter (GConverterIface *iface)
{
  iface->convert = exm_zstd_decompressor_convert;
  iface->reset = exm_zstd_decompressor_reset;
}

static void
exm_zstd_decompressor_finalize (GObject *object)
{
  ZSTD_freeDCtx (EXM_ZSTD_DECOMPRESSOR (object)->context);
  G_OBJECT_CLASS (exm_zstd_decompressor_parent_class)->finalize (object);
}

static void
exm_zstd_decompressor_class_init (ExmZstdDecompressorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_zstd_decompressor_finalize;
}

static void
exm_zstd_decompressor_init (ExmZstdDecompressor *self)
{
  self->context = ZSTD_createDCtx ();
}

GConverter *
exm_zstd_decompressor_new (void)
{
  return g_object_new (EXM_TYPE_ZSTD_DECOMPRESSOR, NULL);
}

GConverter *
exm_zstd_decompressor_new_with_dictionary (GBytes *dictionary)
{
  ExmZstdDecompressor *self = g_object_new (EXM_TYPE_ZSTD_DECOMPRESSOR, NULL);
  gsize n_bytes = 0;
  gconstpointer bytes = g_bytes_get_data (dictionary, &n_bytes);

  if (ZSTD_isError (ZSTD_DCtx_loadDictionary (self->context, bytes, n_bytes)))
    {
      g_object_unref (self);
      return NULL;
    }
  return G_CONVERTER (self);
}

GBytes *
exm_zstd_dictionary_unpack (GBytes *bytes, gsize max_bytes)
{
  gsize n_packed = 0;
  const char *packed = g_bytes_get_data (bytes, &n_packed);

  if (n_packed < 8)
    return NULL;
  if (memcmp (packed, "\x28\xb5\x2f\xfd", 4) != 0)
    return g_bytes_ref (bytes);
  unsigned long long n_told = ZSTD_getFrameContentSize (packed, n_packed);
  gsize n_room = n_told < max_bytes ? (gsize) n_told : max_bytes;
  g_autofree char *room = g_malloc (MAX (n_room, 1));
  size_t n_bytes = ZSTD_decompress (room, n_room, packed, n_packed);
  return ZSTD_isError (n_bytes) ? NULL
                                : g_bytes_new_take (g_steal_pointer (&room), n_bytes);
}
