/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-zip-writer.h"

#include <string.h>

/* 1 January 1980, the first day that the format knows: the same input, the same bytes. */
#define DOS_DATE 0x21u
#define VERSION 20u
#define VERSION_64 45u
#define MAX_FILES 0xffffu

/* Extra fields: sizes of ZIP64, and bytes that mean nothing (as Android aligns files). */
#define EXTRA_64 0x0001u
#define EXTRA_NOTHING 0xd935u
#define EXTRA_BYTES 20u

/* File of the archive. */
typedef struct
{
  char *name; /* (owned) */
  guint64 offset;
  guint64 n_bytes;
  guint32 crc;
  gboolean is_open; /* its size was not known at its start */
} File;

struct _ExmZipWriter
{
  GOutputStream *stream; /* (owned) */
  GByteArray *directory; /* (owned) */
  GError *error;         /* (owned) (nullable): the first one */
  gboolean in_memory;
  guint64 large;
  guint64 n_bytes; /* that were written */
  guint64 n_files;
  File file; /* the one that is written */
};

static ExmZipWriter *
new_writer (GOutputStream *stream, gboolean in_memory, guint64 large)
{
  ExmZipWriter *self = g_new0 (ExmZipWriter, 1);

  self->stream = stream;
  self->directory = g_byte_array_new ();
  self->in_memory = in_memory;
  self->large = large;
  return self;
}

ExmZipWriter *
exm_zip_writer_new (void)
{
  return new_writer (g_memory_output_stream_new_resizable (), TRUE, EXM_ZIP_LARGE);
}

ExmZipWriter *
exm_zip_writer_new_on_stream (GOutputStream *stream, guint64 large)
{
  return new_writer (g_object_ref (stream), FALSE, large);
}

void
exm_zip_writer_free (ExmZipWriter *self)
{
  g_object_unref (self->stream);
  g_byte_array_unref (self->directory);
  g_clear_error (&self->error);
  g_free (self->file.name);
  g_free (self);
}

static void
put (GByteArray *out, guint64 value, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = (guint8) (value >> 8 * i);
      g_byte_array_append (out, &byte, 1);
    }
}

/* Fills the table of CRC-32 of ISO 3309: what each byte does. */
static gpointer
make_table (gpointer unused)
{
  static guint32 table[256];

  for (guint32 i = 0; i < G_N_ELEMENTS (table); i++)
    {
      table[i] = i;
      for (guint bit = 0; bit < 8; bit++)
        table[i] = table[i] >> 1 ^ (table[i] & 1u ? 0xedb88320u : 0);
    }
  return table;
}

/* Returns: the CRC of what @crc is of and of the bytes behind it */
static guint32
update_crc (guint32 crc, const char *bytes, gsize n_bytes)
{
  static GOnce once = G_ONCE_INIT;
  const guint32 *table = g_once (&once, make_table, NULL);

  crc = ~crc;
  for (gsize i = 0; i < n_bytes; i++)
    crc = crc >> 8 ^ table[(crc ^ (guint8) bytes[i]) & 0xffu];
  return ~crc;
}

static void
write_bytes (ExmZipWriter *self, const void *bytes, gsize n_bytes)
{
  if (self->error == NULL)
    g_output_stream_write_all (self->stream, bytes, n_bytes, NULL, NULL, &self->error);
  self->n_bytes += n_bytes;
}

static guint64
cap (const ExmZipWriter *self, guint64 value)
{
  return value >= self->large ? EXM_ZIP_LARGE : value;
}

/* The fields that a file's own header and its line of the directory share. */
static void
put_fields (const ExmZipWriter *self, GByteArray *out, const File *file, gsize n_extra)
{
  put (out, cap (self, file->n_bytes) == EXM_ZIP_LARGE ? VERSION_64 : VERSION, 2);
  put (out, 0, 2); /* flags */
  put (out, 0, 2); /* stored */
  put (out, 0, 2); /* time */
  put (out, DOS_DATE, 2);
  put (out, file->crc, 4);
  put (out, cap (self, file->n_bytes), 4);
  put (out, cap (self, file->n_bytes), 4);
  put (out, strlen (file->name), 2);
  put (out, n_extra, 2);
}

/* The header before a file. One whose size is not known has room for that of ZIP64. */
static GByteArray *
write_local (const ExmZipWriter *self)
{
  GByteArray *out = g_byte_array_new ();
  const File *file = &self->file;
  gboolean is_large = cap (self, file->n_bytes) == EXM_ZIP_LARGE;
  gboolean has_extra = is_large || file->is_open;

  put (out, 0x04034b50u, 4);
  put_fields (self, out, file, has_extra ? EXTRA_BYTES : 0);
  g_byte_array_append (out, (const guint8 *) file->name, (guint) strlen (file->name));
  if (has_extra)
    {
      put (out, is_large ? EXTRA_64 : EXTRA_NOTHING, 2);
      put (out, EXTRA_BYTES - 4, 2);
      put (out, is_large ? file->n_bytes : 0, 8);
      put (out, is_large ? file->n_bytes : 0, 8);
    }
  return out;
}

/* The line of the directory. */
static void
list_file (ExmZipWriter *self)
{
  const File *file = &self->file;
  gboolean is_large = cap (self, file->n_bytes) == EXM_ZIP_LARGE;
  gboolean is_far = cap (self, file->offset) == EXM_ZIP_LARGE;
  gsize n_extra = (is_large ? 16u : 0u) + (is_far ? 8u : 0u);

  put (self->directory, 0x02014b50u, 4);
  put (self->directory, n_extra > 0 ? VERSION_64 : VERSION, 2);
  put_fields (self, self->directory, file, n_extra > 0 ? n_extra + 4 : 0);
  put (self->directory, 0, 2); /* comment */
  put (self->directory, 0, 2); /* disk */
  put (self->directory, 0, 2); /* attributes */
  put (self->directory, 0, 4);
  put (self->directory, cap (self, file->offset), 4);
  g_byte_array_append (self->directory, (const guint8 *) file->name,
                       (guint) strlen (file->name));
  if (n_extra == 0)
    return;
  put (self->directory, EXTRA_64, 2);
  put (self->directory, n_extra, 2);
  put (self->directory, file->n_bytes, is_large ? 8 : 0);
  put (self->directory, file->n_bytes, is_large ? 8 : 0);
  put (self->directory, file->offset, is_far ? 8 : 0);
}

/* Begins @file, of which size and CRC may be known. */
static void
begin (ExmZipWriter *self, const File *file)
{
  g_free (self->file.name);
  self->file = *file;
  self->file.name = g_strdup (file->name);
  self->file.offset = self->n_bytes;
  self->n_files++;
  g_autoptr (GByteArray) head = write_local (self);
  write_bytes (self, head->data, head->len);
}

static void
add_file (ExmZipWriter *self, const char *name, const char *text, gsize n_bytes)
{
  const File file = { .name = (char *) name,
                      .n_bytes = n_bytes,
                      .crc = update_crc (0, text, n_bytes) };

  /* There is no use in more. */
  if (self->in_memory
      && (self->n_files >= MAX_FILES
          || self->n_bytes + self->directory->len + n_bytes + 2 * strlen (name) + 128
                 > EXM_ZIP_LARGE))
    {
      self->n_files = MAX_FILES + 1;
      return;
    }
  begin (self, &file);
  write_bytes (self, text, n_bytes);
  list_file (self);
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

void
exm_zip_writer_begin (ExmZipWriter *self, const char *name)
{
  const File file = { .name = (char *) name, .is_open = TRUE };

  begin (self, &file);
}

void
exm_zip_writer_write (ExmZipWriter *self, const char *bytes, gsize n_bytes)
{
  self->file.crc = update_crc (self->file.crc, bytes, n_bytes);
  self->file.n_bytes += n_bytes;
  write_bytes (self, bytes, n_bytes);
}

void
exm_zip_writer_end (ExmZipWriter *self)
{
  g_autoptr (GByteArray) head = write_local (self);
  GSeekable *seekable = G_SEEKABLE (self->stream);

  if (self->error == NULL
      && g_seekable_seek (seekable, (goffset) self->file.offset, G_SEEK_SET, NULL,
                          &self->error)
      && g_output_stream_write_all (self->stream, head->data, head->len, NULL, NULL,
                                    &self->error))
    g_seekable_seek (seekable, (goffset) self->n_bytes, G_SEEK_SET, NULL, &self->error);
  list_file (self);
}

/* Appends what ZIP64 has between the directory and its end. */
static void
put_large_end (const ExmZipWriter *self, GByteArray *out, guint64 n_directory)
{
  put (out, 0x06064b50u, 4);
  put (out, 44, 8);
  put (out, VERSION_64, 2);
  put (out, VERSION_64, 2);
  put (out, 0, 8); /* disks */
  put (out, self->n_files, 8);
  put (out, self->n_files, 8);
  put (out, n_directory, 8);
  put (out, self->n_bytes, 8);
  put (out, 0x07064b50u, 4);
  put (out, 0, 4);
  put (out, self->n_bytes + n_directory, 8);
  put (out, 1, 4);
}

static void
write_directory (ExmZipWriter *self)
{
  GByteArray *out = self->directory;
  guint64 n_directory = out->len;
  guint64 offset = cap (self, self->n_bytes), n_files = MIN (self->n_files, MAX_FILES);

  if (offset == EXM_ZIP_LARGE || n_directory >= EXM_ZIP_LARGE
      || (n_files == MAX_FILES && !self->in_memory))
    put_large_end (self, out, n_directory);
  put (out, 0x06054b50u, 4);
  put (out, 0, 4); /* disks */
  put (out, n_files, 2);
  put (out, n_files, 2);
  put (out, cap (self, n_directory), 4);
  put (out, offset, 4);
  put (out, 0, 2); /* comment */
  write_bytes (self, out->data, out->len);
}

GBytes *
exm_zip_writer_finish (ExmZipWriter *self)
{
  if (self->n_files > MAX_FILES)
    return NULL;
  write_directory (self);
  if (self->error != NULL || !g_output_stream_close (self->stream, NULL, &self->error))
    return NULL;
  GBytes *bytes
      = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (self->stream));
  g_object_unref (self->stream);
  self->stream = g_memory_output_stream_new_resizable ();
  g_byte_array_set_size (self->directory, 0);
  self->n_files = self->n_bytes = 0;
  return bytes;
}

gboolean
exm_zip_writer_close (ExmZipWriter *self, GError **error)
{
  write_directory (self);
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}
