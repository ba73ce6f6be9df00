/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-archive-stream.h"

#include "archive/exm-zstd-decompressor.h"
#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define BUFFER_BYTES 65536u

/* Bytes behind which what was read is let go. */
#define SLACK_BYTES (1u << 20)

/* Begins the frame of zstd with the dictionary of those behind it. */
#define DICTIONARY "\x5d\x2a\x4d\x18"

/* Begins a record. */
#define RECORD "WARC/1."

#define END_BYTES 22u
#define MAX_COMMENT 65535u
#define ENTRY_BYTES 46u
#define LOCAL_BYTES 30u
#define MAX_DIRECTORY (64u << 20)

/* Sizes and places of ZIP64 (4.5.3 of PKWARE's APPNOTE). */
#define LARGE G_MAXUINT32
#define EXTRA_64 1u
#define LOCATOR_BYTES 20u
#define END_64_BYTES 56u

/* Bytes of a dictionary, as it is and unpacked; those of crawlers have some 100 KiB. */
#define MAX_DICTIONARY (16u << 20)

/* A part of the file that is a WARC. */
typedef struct
{
  guint64 offset;
  guint64 n_bytes; /* G_MAXUINT64: to the end */
} Part;

/* Start of a member: in the file, and in the bytes that come out. */
typedef struct
{
  guint64 out;
  guint64 in;
  gboolean packed; /* else it is plain bytes, and no member */
} Member;

struct _ExmArchiveStream
{
  GInputStream *file; /* (owned): seekable, or at its start */
  GArray *parts;      /* (owned) (element-type Part) */
  guint part;         /* the one that is read */
  guint64 n_left;     /* of it */
  guint64 in_offset;  /* in the file, of the byte at @in */
  guint8 *buffer;     /* (owned) */
  gsize in, n_in;
  GConverter *unpacker; /* (owned) (nullable): of a part in members */
  guint8 first;         /* byte that its members begin with */
  gboolean in_member;   /* one has begun */
  GByteArray *out;      /* (owned) */
  gsize at;             /* the next byte of @out */
  guint64 n_gone;       /* bytes that were before @out */
  GArray *members;      /* (owned) (element-type Member): from the current one on */
  gboolean in_damage;   /* nothing came out since the last member that is damaged */
  gboolean damaged;     /* there is one that was not taken */
  guint64 damaged_at;   /* in the file */
  gboolean end;
  guint64 n_bytes; /* of the file; G_MAXUINT64 of a pipe */
};

/* Adds a member that begins with the next byte to come out. One that gave none is
 * forgotten: a file may have any number of those. */
static void
add_member (ExmArchiveStream *self, guint64 offset, gboolean packed)
{
  const Member member = { self->n_gone + self->out->len, offset, packed };
  GArray *members = self->members;

  if (members->len > 0
      && g_array_index (members, Member, members->len - 1).out == member.out)
    g_array_set_size (members, members->len - 1);
  g_array_append_val (members, member);
}

static guint64
get_number (const guint8 *bytes, guint n_bytes)
{
  guint64 value = 0;

  for (guint i = n_bytes; i > 0; i--)
    value = value << 8 | bytes[i - 1];
  return value;
}

static gboolean
read_at (ExmArchiveStream *self, guint64 offset, guint8 *bytes, gsize n_bytes)
{
  gsize n_read = 0;

  return g_seekable_seek (G_SEEKABLE (self->file), (goffset) offset, G_SEEK_SET, NULL,
                          NULL)
         && g_input_stream_read_all (self->file, bytes, n_bytes, &n_read, NULL, NULL)
         && n_read == n_bytes;
}

static gboolean
is_warc_name (const char *name)
{
  return g_str_has_prefix (name, "archive/")
         && (g_str_has_suffix (name, ".warc.gz") || g_str_has_suffix (name, ".warc.zst")
             || g_str_has_suffix (name, ".warc"));
}

/* Replaces those of @values that say so by the numbers of ZIP64, in the order of its
 * field.
 * @extra: extra fields of an entry. Returns: whether all were there */
static gboolean
read_large (const guint8 *extra, gsize n_extra, guint64 **values, guint n_values)
{
  const guint8 *end = extra + n_extra, *large = NULL;
  gsize n_large = 0;

  for (const guint8 *p = extra; end - p >= 4 && large == NULL;)
    {
      gsize n = (gsize) get_number (p + 2, 2);
      if (n > (gsize) (end - p) - 4)
        return FALSE;
      if (get_number (p, 2) == EXTRA_64)
        {
          large = p + 4;
          n_large = n;
        }
      p += 4 + n;
    }
  for (guint i = 0; i < n_values; i++)
    {
      if (*values[i] != LARGE)
        continue;
      if (n_large < 8)
        return FALSE;
      *values[i] = get_number (large, 8);
      large += 8;
      n_large -= 8;
    }
  return TRUE;
}

/* Adds the entry of the directory if it is a WARC. Returns: whether it could be
 * understood */
static gboolean
add_entry (ExmArchiveStream *self, const guint8 *entry, gsize n_name, gsize n_extra)
{
  g_autofree char *name = g_strndup ((const char *) entry + ENTRY_BYTES, n_name);
  guint64 n_packed = get_number (entry + 20, 4), n_bytes = get_number (entry + 24, 4);
  guint64 local = get_number (entry + 42, 4);
  guint64 *const values[] = { &n_bytes, &n_packed, &local };
  guint8 head[LOCAL_BYTES];

  if (!is_warc_name (name))
    return TRUE;
  /* One that is compressed once more is none of these. */
  if (get_number (entry + 10, 2) != 0
      || !read_large (entry + ENTRY_BYTES + n_name, n_extra, (guint64 **) values,
                      G_N_ELEMENTS (values))
      || n_packed > G_MAXINT64 || local > G_MAXINT64
      || !read_at (self, local, head, sizeof head))
    return FALSE;
  const Part part
      = { local + LOCAL_BYTES + get_number (head + 26, 2) + get_number (head + 28, 2),
          n_packed };
  g_array_append_val (self->parts, part);
  return TRUE;
}

/* Adds the WARCs of a directory of ZIP. Returns: whether all could be understood */
static gboolean
list_entries (ExmArchiveStream *self, const guint8 *directory, gsize n_bytes)
{
  gsize at = 0;

  while (at + ENTRY_BYTES <= n_bytes && memcmp (directory + at, "PK\x01\x02", 4) == 0)
    {
      const guint8 *entry = directory + at;
      gsize n_name = (gsize) get_number (entry + 28, 2);
      gsize n_extra = (gsize) get_number (entry + 30, 2);
      gsize n_all = ENTRY_BYTES + n_name + n_extra + (gsize) get_number (entry + 32, 2);
      if (at + n_all > n_bytes || !add_entry (self, entry, n_name, n_extra))
        return FALSE;
      at += n_all;
    }
  return self->parts->len > 0;
}

/* Finds the directory that ZIP64 tells of. @end: place of the end of the archive;
 * @offset,
 * @n_bytes: (inout): of the directory. Returns: %FALSE where it is not told */
static gboolean
find_large_directory (ExmArchiveStream *self,
                      guint64 end,
                      guint64 *offset,
                      guint64 *n_bytes)
{
  guint8 locator[LOCATOR_BYTES], large[END_64_BYTES];

  if (end < LOCATOR_BYTES || !read_at (self, end - LOCATOR_BYTES, locator, sizeof locator)
      || memcmp (locator, "PK\x06\x07", 4) != 0
      || get_number (locator + 8, 8) > G_MAXINT64
      || !read_at (self, get_number (locator + 8, 8), large, sizeof large)
      || memcmp (large, "PK\x06\x06", 4) != 0)
    return FALSE;
  *n_bytes = get_number (large + 40, 8);
  *offset = get_number (large + 48, 8);
  return *offset <= G_MAXINT64;
}

/* Finds the WARCs of a WACZ by its directory. */
static gboolean
open_zip (ExmArchiveStream *self, const char *name, GError **error)
{
  goffset size = -1;
  g_autofree guint8 *tail = g_malloc (END_BYTES + MAX_COMMENT);
  const guint8 *end = NULL;

  if (g_seekable_seek (G_SEEKABLE (self->file), 0, G_SEEK_END, NULL, NULL))
    size = g_seekable_tell (G_SEEKABLE (self->file));
  gsize n_tail = size > 0 ? (gsize) MIN (size, END_BYTES + MAX_COMMENT) : 0;
  if (n_tail >= END_BYTES && read_at (self, (guint64) size - n_tail, tail, n_tail))
    for (gsize i = n_tail - END_BYTES + 1; i > 0 && end == NULL; i--)
      if (memcmp (tail + i - 1, "PK\x05\x06", 4) == 0)
        end = tail + i - 1;
  guint64 n_directory = end != NULL ? get_number (end + 12, 4) : 0;
  guint64 offset = end != NULL ? get_number (end + 16, 4) : 0;
  if ((n_directory == LARGE || offset == LARGE)
      && !find_large_directory (self, (guint64) size - n_tail + (guint64) (end - tail),
                                &offset, &n_directory))
    n_directory = 0;
  if (n_directory > 0 && n_directory <= MAX_DIRECTORY)
    {
      g_autofree guint8 *directory = g_malloc (n_directory);
      if (read_at (self, offset, directory, n_directory)
          && list_entries (self, directory, n_directory))
        return TRUE;
    }
  exm_said_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                      N_ ("%s holds no WARC that can be read; one in it must be stored "
                          "without compression of ZIP"),
                      name);
  return FALSE;
}

/* Reads on where the part goes on. Returns: %FALSE at its end */
static gboolean
read_more (ExmArchiveStream *self)
{
  gsize wanted = (gsize) MIN (self->n_left, BUFFER_BYTES);

  if (self->in < self->n_in)
    return TRUE;
  gssize n = wanted > 0
                 ? g_input_stream_read (self->file, self->buffer, wanted, NULL, NULL)
                 : 0;
  self->in = 0;
  self->n_in = n > 0 ? (gsize) n : 0;
  if (self->n_left != G_MAXUINT64)
    self->n_left -= self->n_in;
  return self->n_in > 0;
}

static void
take_input (ExmArchiveStream *self, gsize n_bytes)
{
  self->in += n_bytes;
  self->in_offset += n_bytes;
}

/* Whether a frame of zstd begins there that holds none of its data. */
static gboolean
is_skippable (const guint8 *start)
{
  return (start[0] & 0xf0) == 0x50 && memcmp (start + 1, "\x2a\x4d\x18", 3) == 0;
}

/* Passes over the frame that holds the dictionary of those behind it. Returns: (transfer
 * full) (nullable): it; %NULL where it is damaged or too large */
static GBytes *
read_dictionary (ExmArchiveStream *self)
{
  g_autoptr (GByteArray) frame = g_byte_array_new ();
  guint64 n_left = 0;

  if (self->n_in >= 8)
    n_left = get_number (self->buffer + 4, 4) + 8;
  if (n_left <= 8 || n_left > MAX_DICTIONARY)
    return NULL;
  while (n_left > 0 && read_more (self))
    {
      gsize n = (gsize) MIN (n_left, self->n_in - self->in);
      g_byte_array_append (frame, self->buffer + self->in, (guint) n);
      take_input (self, n);
      n_left -= n;
    }
  if (n_left > 0)
    return NULL;
  g_byte_array_remove_range (frame, 0, 8);
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (g_steal_pointer (&frame));
  return exm_zstd_dictionary_unpack (bytes, MAX_DICTIONARY);
}

/* Begins with a part of frames that need a dictionary. Returns: whether it is there */
static gboolean
begin_dictionary (ExmArchiveStream *self)
{
  g_autoptr (GBytes) dictionary = read_dictionary (self);

  if (dictionary != NULL)
    self->unpacker = exm_zstd_decompressor_new_with_dictionary (dictionary);
  return self->unpacker != NULL;
}

/* Leaves the part out: nothing of it can be read. */
static void
leave_part (ExmArchiveStream *self, guint64 offset)
{
  add_member (self, offset, TRUE);
  self->damaged = TRUE;
  self->damaged_at = offset;
  self->n_left = 0;
  self->in = self->n_in = 0;
}

static gboolean
begin_part (ExmArchiveStream *self)
{
  g_clear_object (&self->unpacker);
  if (self->part >= self->parts->len)
    return FALSE;
  const Part *part = &g_array_index (self->parts, Part, self->part++);
  /* A pipe is at its start. */
  if (g_seekable_can_seek (G_SEEKABLE (self->file))
      && !g_seekable_seek (G_SEEKABLE (self->file), (goffset) part->offset, G_SEEK_SET,
                           NULL, NULL))
    return FALSE;
  self->n_left = part->n_bytes;
  self->in_offset = part->offset;
  self->in = self->n_in = 0;
  self->in_member = FALSE;
  if (!read_more (self) || self->n_in < 4)
    return TRUE;
  gboolean is_gzip = memcmp (self->buffer, "\x1f\x8b", 2) == 0;
  if (is_gzip)
    self->unpacker
        = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  else if (memcmp (self->buffer, DICTIONARY, 4) == 0)
    {
      if (!begin_dictionary (self))
        leave_part (self, part->offset);
    }
  else if (memcmp (self->buffer, "\x28\xb5\x2f\xfd", 4) == 0
           || is_skippable (self->buffer))
    self->unpacker = exm_zstd_decompressor_new ();
  self->first = is_gzip ? 0x1f : 0x28;
  return TRUE;
}

/* Notes the damage and goes to the next byte that a member may begin with. */
static void
find_member (ExmArchiveStream *self)
{
  if (!self->in_damage && !self->damaged)
    {
      self->damaged = TRUE;
      self->damaged_at = g_array_index (self->members, Member, self->members->len - 1).in;
    }
  self->in_damage = TRUE;
  g_converter_reset (self->unpacker);
  self->in_member = FALSE;
  take_input (self, MIN (1, self->n_in - self->in));
  while (read_more (self) && self->buffer[self->in] != self->first)
    take_input (self, 1);
}

/* Goes one step. Returns: bytes that came out */
static gsize
decompress (ExmArchiveStream *self)
{
  gsize n_read = 0, n_written = 0, before = self->out->len;

  if (!self->in_member)
    {
      add_member (self, self->in_offset, TRUE);
      self->in_member = TRUE;
    }
  g_byte_array_set_size (self->out, (guint) before + BUFFER_BYTES);
  GConverterResult result = g_converter_convert (
      self->unpacker, self->buffer + self->in, self->n_in - self->in,
      self->out->data + before, BUFFER_BYTES, G_CONVERTER_NO_FLAGS, &n_read, &n_written,
      NULL);
  g_byte_array_set_size (self->out, (guint) (before + n_written));
  take_input (self, n_read);
  if (result == G_CONVERTER_ERROR)
    find_member (self);
  else if (n_written > 0)
    self->in_damage = FALSE;
  if (result == G_CONVERTER_FINISHED)
    {
      g_converter_reset (self->unpacker);
      self->in_member = FALSE;
    }
  return n_written;
}

/* Lets more come out; at the end nothing does. */
static void
pump (ExmArchiveStream *self)
{
  if (!read_more (self))
    {
      /* A member that was read to its end may have more to give. */
      if (!self->in_member || decompress (self) == 0)
        self->end = !begin_part (self);
      return;
    }
  if (self->unpacker != NULL)
    {
      decompress (self);
      return;
    }
  add_member (self, self->in_offset, FALSE);
  g_byte_array_append (self->out, self->buffer + self->in,
                       (guint) (self->n_in - self->in));
  take_input (self, self->n_in - self->in);
}

static void
let_go (ExmArchiveStream *self)
{
  guint n_over = 0;

  if (self->at < SLACK_BYTES && self->at < self->out->len)
    return;
  self->n_gone += self->at;
  g_byte_array_remove_range (self->out, 0, (guint) self->at);
  self->at = 0;
  while (n_over + 1 < self->members->len
         && g_array_index (self->members, Member, n_over + 1).out <= self->n_gone)
    n_over++;
  g_array_remove_range (self->members, 0, n_over);
}

const char *
exm_archive_stream_peek (ExmArchiveStream *self, gsize n_bytes, gsize *n_there)
{
  let_go (self);
  while (self->out->len - self->at < n_bytes && !self->end)
    pump (self);
  *n_there = MIN (n_bytes, self->out->len - self->at);
  return (const char *) self->out->data + self->at;
}

gboolean
exm_archive_stream_skip (ExmArchiveStream *self, guint64 n_bytes)
{
  while (n_bytes > 0)
    {
      gsize n_there = 0;
      exm_archive_stream_peek (self, (gsize) MIN (n_bytes, BUFFER_BYTES), &n_there);
      if (n_there == 0)
        return FALSE;
      self->at += n_there;
      n_bytes -= n_there;
    }
  return TRUE;
}

/* Returns: number of the first member that begins behind the next byte */
static guint
find_later_member (const ExmArchiveStream *self)
{
  guint from = 0, to = self->members->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;
      if (g_array_index (self->members, Member, middle).out <= self->n_gone + self->at)
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

/* Returns: (transfer none) (nullable): the member that has the next byte */
static const Member *
find_own_member (const ExmArchiveStream *self)
{
  guint later = find_later_member (self);

  return later > 0 ? &g_array_index (self->members, Member, later - 1) : NULL;
}

gsize
exm_archive_stream_find_record (ExmArchiveStream *self, gsize n_bytes)
{
  gsize n_mark = strlen (RECORD), n_there = 0;
  const char *bytes = exm_archive_stream_peek (self, n_bytes + n_mark, &n_there);
  guint64 place = self->n_gone + self->at;

  for (guint i = find_later_member (self); i < self->members->len; i++)
    {
      const Member *member = &g_array_index (self->members, Member, i);
      guint64 before = member->out - place;
      if (before >= n_bytes)
        break;
      if (member->packed && before + n_mark <= n_there
          && memcmp (bytes + before, RECORD, n_mark) == 0)
        return (gsize) before;
    }
  return n_bytes;
}

/* Whether all that is there behind @own is plain, and what follows it in the file too. */
static gboolean
is_plain_on (const ExmArchiveStream *self, const Member *own)
{
  const Member *last = NULL;

  if (own == NULL)
    return FALSE;
  last = &g_array_index (self->members, Member, self->members->len - 1);
  return !own->packed && !last->packed && last->in - own->in == last->out - own->out
         && !self->end && self->unpacker == NULL && self->in == self->n_in
         && g_seekable_can_seek (G_SEEKABLE (self->file));
}

/* Passes over bytes of a plain file without reading those that were not read yet.
 * Returns: bytes that are still to be passed over */
static guint64
seek_over (ExmArchiveStream *self, guint64 n_bytes)
{
  guint64 n_ahead = self->out->len - self->at;

  if (n_bytes < n_ahead + BUFFER_BYTES || n_bytes - n_ahead > self->n_left
      || !is_plain_on (self, find_own_member (self))
      || !g_seekable_seek (G_SEEKABLE (self->file),
                           (goffset) (self->in_offset + n_bytes - n_ahead), G_SEEK_SET,
                           NULL, NULL))
    return n_bytes;
  self->in_offset += n_bytes - n_ahead;
  if (self->n_left != G_MAXUINT64)
    self->n_left -= n_bytes - n_ahead;
  self->n_gone += self->at + n_bytes;
  self->at = 0;
  g_byte_array_set_size (self->out, 0);
  g_array_set_size (self->members, 0);
  add_member (self, self->in_offset, FALSE);
  return 0;
}

gboolean
exm_archive_stream_skip_block (ExmArchiveStream *self, guint64 n_bytes)
{
  const Member *own = find_own_member (self);

  if (own != NULL && !own->packed && self->n_bytes != G_MAXUINT64
      && n_bytes > self->n_bytes - exm_archive_stream_get_offset (self))
    return FALSE;
  n_bytes = seek_over (self, n_bytes);
  while (n_bytes > 0)
    {
      /* One byte more: the member that follows may begin there. */
      gsize n_step = (gsize) MIN (n_bytes, BUFFER_BYTES);
      gsize n_before = exm_archive_stream_find_record (self, n_step + 1);
      if (n_before < n_step || (n_before == n_step && n_step < n_bytes))
        {
          exm_archive_stream_skip (self, n_before);
          return FALSE;
        }
      if (!exm_archive_stream_skip (self, n_step))
        return FALSE;
      n_bytes -= n_step;
    }
  return TRUE;
}

gboolean
exm_archive_stream_take_damage (ExmArchiveStream *self, guint64 *offset)
{
  gboolean damaged = self->damaged;

  self->damaged = FALSE;
  *offset = self->damaged_at;
  return damaged;
}

guint64
exm_archive_stream_get_offset (const ExmArchiveStream *self)
{
  const Member *member = find_own_member (self);

  if (member == NULL)
    return 0;
  return member->packed ? member->in
                        : member->in + (self->n_gone + self->at - member->out);
}

ExmArchiveStream *
exm_archive_stream_new (GInputStream *stream, const char *name, GError **error)
{
  g_autoptr (ExmArchiveStream) self = g_new0 (ExmArchiveStream, 1);
  const Part whole = { .n_bytes = G_MAXUINT64 };
  goffset size = -1;
  guint8 start[4] = { 0 };

  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  self->members = g_array_new (FALSE, FALSE, sizeof (Member));
  self->buffer = g_malloc (BUFFER_BYTES);
  self->out = g_byte_array_new ();
  self->file = g_object_ref (stream);
  if (read_at (self, 0, start, sizeof start) && memcmp (start, "PK\x03\x04", 4) == 0)
    {
      if (!open_zip (self, name, error))
        return NULL;
    }
  else
    g_array_append_val (self->parts, whole);
  if (g_seekable_can_seek (G_SEEKABLE (stream))
      && g_seekable_seek (G_SEEKABLE (stream), 0, G_SEEK_END, NULL, NULL))
    size = g_seekable_tell (G_SEEKABLE (stream));
  self->n_bytes = size >= 0 ? (guint64) size : G_MAXUINT64;
  self->end = !begin_part (self);
  return g_steal_pointer (&self);
}

void
exm_archive_stream_free (ExmArchiveStream *self)
{
  g_clear_object (&self->file);
  g_clear_object (&self->unpacker);
  g_array_unref (self->parts);
  g_array_unref (self->members);
  g_byte_array_unref (self->out);
  g_free (self->buffer);
  g_free (self);
}
