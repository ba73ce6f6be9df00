/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/report/exm-zip-reader.h"

#include "base/exm-said-error.h"
#include "publish/exm-publish-error.h"

#include <glib/gi18n-lib.h>

/* Lengths of the records of the format (APPNOTE.TXT 6.3.10, 4.3), and their signatures.
 */
#define END_BYTES 22u
#define ENTRY_BYTES 46u
#define LOCAL_BYTES 30u
#define MAX_COMMENT 65535u
#define END_SIGNATURE 0x06054b50u
#define ENTRY_SIGNATURE 0x02014b50u
#define LOCAL_SIGNATURE 0x04034b50u

#define STORED 0u
#define DEFLATED 8u

typedef struct
{
  const guint8 *data; /* (unowned) */
  gsize n_bytes;
  gsize n_unpacked;
} Zip;

static void
file_free (gpointer data)
{
  ExmZipFile *file = data;

  g_free (file->name);
  g_bytes_unref (file->bytes);
  g_free (file);
}

static guint
get_16 (const guint8 *at)
{
  return at[0] | (guint) at[1] << 8;
}

static guint32
get_32 (const guint8 *at)
{
  return get_16 (at) | (guint32) get_16 (at + 2) << 16;
}

/* A record of @n_bytes with that signature at @at; (nullable). */
static const guint8 *
get_record (const Zip *zip, gsize at, gsize n_bytes, guint32 signature)
{
  if (at > zip->n_bytes || zip->n_bytes - at < n_bytes
      || get_32 (zip->data + at) != signature)
    return NULL;
  return zip->data + at;
}

/* Finds the end of the directory, which a comment may follow. */
static const guint8 *
find_end (const Zip *zip)
{
  for (gsize back = END_BYTES; back <= END_BYTES + MAX_COMMENT && back <= zip->n_bytes;
       back++)
    {
      const guint8 *end = get_record (zip, zip->n_bytes - back, END_BYTES, END_SIGNATURE);
      if (end != NULL)
        return end;
    }
  return NULL;
}

/* (nullable) @n_bytes: unpacked */
static GBytes *
unpack (const guint8 *data, gsize n_packed, guint method, gsize n_bytes)
{
  if (method == STORED)
    return n_packed == n_bytes ? g_bytes_new (data, n_bytes) : NULL;
  if (method != DEFLATED)
    return NULL;
  g_autoptr (GZlibDecompressor) inflate
      = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW);
  g_autoptr (GInputStream) packed
      = g_memory_input_stream_new_from_data (data, (gssize) n_packed, NULL);
  g_autoptr (GInputStream) stream
      = g_converter_input_stream_new (packed, G_CONVERTER (inflate));
  g_autofree guint8 *bytes = g_malloc (n_bytes + 1);
  gsize n_read = 0;
  if (!g_input_stream_read_all (stream, bytes, n_bytes + 1, &n_read, NULL, NULL)
      || n_read != n_bytes)
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&bytes), n_bytes);
}

/* Reads the file of the directory's @entry; (nullable). */
static ExmZipFile *
read_file (Zip *zip, const guint8 *entry, gsize n_name)
{
  gsize n_packed = get_32 (entry + 20), n_bytes = get_32 (entry + 24);
  gsize at = get_32 (entry + 42);
  const guint8 *local = get_record (zip, at, LOCAL_BYTES, LOCAL_SIGNATURE);

  zip->n_unpacked += n_bytes;
  if (local == NULL || (get_16 (entry + 8) & 1) != 0
      || zip->n_unpacked > EXM_ZIP_MAX_BYTES)
    return NULL;
  gsize start = at + LOCAL_BYTES + get_16 (local + 26) + get_16 (local + 28);
  if (start > zip->n_bytes || zip->n_bytes - start < n_packed)
    return NULL;
  GBytes *bytes = unpack (zip->data + start, n_packed, get_16 (entry + 10), n_bytes);
  if (bytes == NULL)
    return NULL;
  ExmZipFile *file = g_new0 (ExmZipFile, 1);
  file->name = g_utf8_make_valid ((const char *) entry + ENTRY_BYTES, (gssize) n_name);
  file->bytes = bytes;
  return file;
}

/* Whether all entries of the directory could be read. */
static gboolean
read_directory (Zip *zip, GPtrArray *files)
{
  const guint8 *end = find_end (zip);
  guint n_files = end != NULL ? get_16 (end + 10) : 0;
  gsize at = end != NULL ? get_32 (end + 16) : 0;

  if (n_files == 0 || n_files > EXM_ZIP_MAX_FILES)
    return FALSE;
  for (guint i = 0; i < n_files; i++)
    {
      const guint8 *entry = get_record (zip, at, ENTRY_BYTES, ENTRY_SIGNATURE);
      gsize n_name = entry != NULL ? get_16 (entry + 28) : 0;
      if (entry == NULL || zip->n_bytes - at - ENTRY_BYTES < n_name)
        return FALSE;
      at += ENTRY_BYTES + n_name + get_16 (entry + 30) + get_16 (entry + 32);
      /* A folder has no bytes. */
      if (n_name > 0 && entry[ENTRY_BYTES + n_name - 1] == '/')
        continue;
      ExmZipFile *file = read_file (zip, entry, n_name);
      if (file == NULL)
        return FALSE;
      g_ptr_array_add (files, file);
    }
  return TRUE;
}

GPtrArray *
exm_zip_read (GBytes *bytes, GError **error)
{
  Zip zip = { 0 };
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (file_free);

  zip.data = g_bytes_get_data (bytes, &zip.n_bytes);
  if (read_directory (&zip, files))
    return g_steal_pointer (&files);
  exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_FAILED,
                      N_ ("It is no ZIP archive that can be read, or larger than %u MB"),
                      EXM_ZIP_MAX_BYTES >> 20);
  return NULL;
}
