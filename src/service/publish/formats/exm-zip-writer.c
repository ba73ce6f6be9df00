/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-zip-writer.h"

#include <string.h>

/* 1 January 1980, the first day that the format knows: the same input, the same bytes. */
#define DOS_DATE 0x21u
#define VERSION 20u
#define MAX_FILES 0xffffu
#define MAX_BYTES 0xffffffffu

struct _ExmZipWriter
{
  GByteArray *bytes;     /* (owned) */
  GByteArray *directory; /* (owned) */
  guint n_files;
};

ExmZipWriter *
exm_zip_writer_new (void)
{
  ExmZipWriter *self = g_new0 (ExmZipWriter, 1);

  self->bytes = g_byte_array_new ();
  self->directory = g_byte_array_new ();
  return self;
}

void
exm_zip_writer_free (ExmZipWriter *self)
{
  g_byte_array_unref (self->bytes);
  g_byte_array_unref (self->directory);
  g_free (self);
}

static void
put (GByteArray *out, guint32 value, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = (guint8) (value >> 8 * i);
      g_byte_array_append (out, &byte, 1);
    }
}

/* CRC-32 of ISO 3309, bit by bit: short texts, once. */
static guint32
compute_crc (const char *text, gsize n_bytes)
{
  guint32 crc = 0xffffffffu;

  for (gsize i = 0; i < n_bytes; i++)
    {
      crc ^= (guint8) text[i];
      for (guint bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ (crc & 1u ? 0xedb88320u : 0);
    }
  return ~crc;
}

/* The fields that a file's own header and its line of the directory share. */
static void
put_fields (GByteArray *out, guint32 crc, guint32 n_bytes, gsize n_name)
{
  put (out, VERSION, 2);
  put (out, 0, 2); /* flags */
  put (out, 0, 2); /* stored */
  put (out, 0, 2); /* time */
  put (out, DOS_DATE, 2);
  put (out, crc, 4);
  put (out, n_bytes, 4);
  put (out, n_bytes, 4);
  put (out, (guint32) n_name, 2);
  put (out, 0, 2); /* extra field */
}

static void
add_file (ExmZipWriter *self, const char *name, const char *text, gsize n_bytes)
{
  gsize n_name = strlen (name);
  guint32 offset = self->bytes->len;
  guint32 crc = compute_crc (text, n_bytes);

  self->n_files++;
  if (self->n_files > MAX_FILES
      || (guint64) self->bytes->len + self->directory->len + n_bytes + 2 * n_name + 128
             > MAX_BYTES)
    {
      self->n_files = MAX_FILES + 1;
      return;
    }
  put (self->bytes, 0x04034b50u, 4);
  put_fields (self->bytes, crc, (guint32) n_bytes, n_name);
  g_byte_array_append (self->bytes, (const guint8 *) name, (guint) n_name);
  g_byte_array_append (self->bytes, (const guint8 *) text, (guint) n_bytes);

  put (self->directory, 0x02014b50u, 4);
  put (self->directory, VERSION, 2);
  put_fields (self->directory, crc, (guint32) n_bytes, n_name);
  put (self->directory, 0, 2); /* comment */
  put (self->directory, 0, 2); /* disk */
  put (self->directory, 0, 2); /* attributes */
  put (self->directory, 0, 4);
  put (self->directory, offset, 4);
  g_byte_array_append (self->directory, (const guint8 *) name, (guint) n_name);
}

void
exm_zip_writer_add (ExmZipWriter *self, const char *name, const char *text)
{
  add_file (self, name, text, strlen (text));
}

void
exm_zip_writer_add_bytes (ExmZipWriter *self, const char *name, GBytes *bytes)
{
  gsize n_bytes = 0;
  const char *text = g_bytes_get_data (bytes, &n_bytes);

  add_file (self, name, text != NULL ? text : "", n_bytes);
}

GBytes *
exm_zip_writer_finish (ExmZipWriter *self)
{
  guint32 offset = self->bytes->len;

  if (self->n_files > MAX_FILES)
    return NULL;
  g_byte_array_append (self->bytes, self->directory->data, self->directory->len);
  put (self->bytes, 0x06054b50u, 4);
  put (self->bytes, 0, 4); /* disks */
  put (self->bytes, self->n_files, 2);
  put (self->bytes, self->n_files, 2);
  put (self->bytes, self->directory->len, 4);
  put (self->bytes, offset, 4);
  put (self->bytes, 0, 2); /* comment */
  GBytes *bytes = g_byte_array_free_to_bytes (self->bytes);
  self->bytes = g_byte_array_new ();
  g_byte_array_set_size (self->directory, 0);
  self->n_files = 0;
  return bytes;
}
