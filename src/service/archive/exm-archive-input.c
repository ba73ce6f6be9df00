/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-archive-input.h"

#include "archive/exm-archive-payload.h"
#include "archive/exm-archive-stream.h"
#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "base/exm-sniff.h"
#include "fetch/exm-http-header.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Limit of the head of a record, and of all that stands around a page in its block. */
#define MAX_HEAD (1u << 20)

/* 1996, the year of the first archives. */
#define FIRST_USEC (G_GINT64_CONSTANT (820454400) * G_USEC_PER_SEC)

#define SEARCH_BYTES 65536u

struct _ExmArchiveInput
{
  ExmArchiveStream *stream; /* (owned) */
  char *name;               /* (owned) */
  gint64 now_usec;
  guint64 refused_at; /* offset of the last record that was left out */
  guint64 n_records;
  guint64 n_passed[EXM_N_ARCHIVE_REASONS];
};

/* Head of a record; all but the numbers (owned) (nullable). */
typedef struct
{
  char *type;
  char *url;
  char *time;
  char *digest;
  char *content;
  char *id;
  guint64 n_block;
  gboolean has_length;
  guint64 offset;
} Head;

static void
head_clear (Head *head)
{
  g_free (head->type);
  g_free (head->url);
  g_free (head->time);
  g_free (head->digest);
  g_free (head->content);
  g_free (head->id);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Head, head_clear)

void
exm_capture_clear (ExmCapture *self)
{
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->charset, g_free);
  g_clear_pointer (&self->record, g_free);
  g_clear_pointer (&self->digest, g_free);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->id, g_free);
}

ExmArchiveInput *
exm_archive_input_open (const char *path, gint64 now_usec, GError **error)
{
  ExmArchiveStream *stream = exm_archive_stream_open (path, error);

  if (stream == NULL)
    return NULL;
  ExmArchiveInput *self = g_new0 (ExmArchiveInput, 1);
  self->stream = stream;
  self->name = g_filename_display_name (path);
  self->now_usec = now_usec;
  self->refused_at = G_MAXUINT64;
  return self;
}

void
exm_archive_input_free (ExmArchiveInput *self)
{
  exm_archive_stream_free (self->stream);
  g_free (self->name);
  g_free (self);
}

guint64
exm_archive_input_get_n_records (const ExmArchiveInput *self)
{
  return self->n_records;
}

guint64
exm_archive_input_count (const ExmArchiveInput *self, ExmArchiveReason reason)
{
  return self->n_passed[reason];
}

static gboolean
refuse (ExmArchiveInput *self, guint64 offset, const char *cause, GError **error)
{
  self->refused_at = offset;
  exm_said_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                      /* translators: a file, a number of bytes, and what is wrong */
                      N_ ("%s: the record at %" PRIu64 " was left out: %s"), self->name,
                      offset, cause);
  return FALSE;
}

/* Goes to the next line or member that begins a record, behind the first byte. */
static void
find_record (ExmArchiveInput *self)
{
  static const char mark[] = "\nWARC/1.";
  gsize n_mark = strlen (mark), n_there = 0;

  for (;;)
    {
      gsize n_before = exm_archive_stream_find_record (self->stream, SEARCH_BYTES);
      const char *bytes = exm_archive_stream_peek (self->stream, SEARCH_BYTES, &n_there);
      const char *found = n_there > n_mark ? memmem (bytes, n_there, mark, n_mark) : NULL;
      if (found != NULL)
        n_before = MIN (n_before, (gsize) (found + 1 - bytes));
      if (n_before < SEARCH_BYTES)
        {
          exm_archive_stream_skip (self->stream, n_before);
          return;
        }
      if (n_there < SEARCH_BYTES)
        {
          exm_archive_stream_skip (self->stream, n_there);
          return;
        }
      exm_archive_stream_skip (self->stream, n_there - n_mark);
    }
}

/* Passes over the empty lines between records. Returns: whether one follows */
static gboolean
skip_lines (ExmArchiveInput *self)
{
  for (;;)
    {
      gsize n_there = 0;
      const char *next = exm_archive_stream_peek (self->stream, 1, &n_there);
      if (n_there == 0)
        return FALSE;
      if (*next != '\r' && *next != '\n')
        return TRUE;
      exm_archive_stream_skip (self->stream, 1);
    }
}

static void
read_field (Head *head, char *line)
{
  char *colon = strchr (line, ':');
  char **place = NULL;

  if (colon == NULL)
    return;
  *colon = '\0';
  const char *value = g_strstrip (colon + 1);
  if (g_ascii_strcasecmp (line, "WARC-Type") == 0)
    place = &head->type;
  else if (g_ascii_strcasecmp (line, "WARC-Target-URI") == 0)
    place = &head->url;
  else if (g_ascii_strcasecmp (line, "WARC-Date") == 0)
    place = &head->time;
  else if (g_ascii_strcasecmp (line, "WARC-Payload-Digest") == 0)
    place = &head->digest;
  else if (g_ascii_strcasecmp (line, "WARC-Record-ID") == 0)
    place = &head->id;
  else if (g_ascii_strcasecmp (line, "Content-Type") == 0)
    place = &head->content;
  else if (g_ascii_strcasecmp (line, "Content-Length") == 0)
    head->has_length
        = g_ascii_string_to_unsigned (value, 10, 0, G_MAXINT64, &head->n_block, NULL);
  if (place != NULL && *place == NULL)
    *place = g_utf8_make_valid (value, -1);
}

/* Reads the head. Returns: %FALSE where it is none, or longer than any */
static gboolean
read_head (ExmArchiveInput *self, Head *head)
{
  gsize n_there = 0, n_asked = 4096;
  const char *bytes = NULL, *end = NULL;

  for (; end == NULL && n_asked <= MAX_HEAD; n_asked *= 4)
    {
      bytes = exm_archive_stream_peek (self->stream, n_asked, &n_there);
      if (n_there < 7 || memcmp (bytes, "WARC/1.", 7) != 0)
        return FALSE;
      end = memmem (bytes, n_there, "\r\n\r\n", 4);
      if (n_there < n_asked)
        break;
    }
  if (end == NULL)
    return FALSE;
  g_autofree char *text = g_strndup (bytes, (gsize) (end - bytes));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines + 1; lines[0] != NULL && *line != NULL; line++)
    read_field (head, *line);
  exm_archive_stream_skip (self->stream, (guint64) (end + 4 - bytes));
  return head->has_length && head->type != NULL;
}

/* Whether a record may be a page. */
static gboolean
is_wanted (const Head *head)
{
  static const char *const types[] = { "response", "resource", "revisit", NULL };

  return head->url != NULL && g_strv_contains (types, head->type)
         && (g_ascii_strncasecmp (head->url, "http://", 7) == 0
             || g_ascii_strncasecmp (head->url, "https://", 8) == 0
             || head->url[0] == '<');
}

gint64
exm_capture_check_time (gint64 usec, gint64 now_usec)
{
  return usec >= FIRST_USEC && usec <= now_usec + G_TIME_SPAN_DAY ? usec : 0;
}

static gint64
read_time (const ExmArchiveInput *self, const char *text)
{
  g_autoptr (GDateTime) time
      = text != NULL ? g_date_time_new_from_iso8601 (text, NULL) : NULL;
  gint64 usec = time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC
                                   + g_date_time_get_microsecond (time)
                             : 0;

  return exm_capture_check_time (usec, self->now_usec);
}

/* Whether bytes of this type are a page. What says that it is one may be a picture all
 * the same. */
static gboolean
is_page (const char *essence, const char *bytes, gsize n_bytes)
{
  static const char *const unknown[]
      = { "application/octet-stream", "unknown/unknown", "application/unknown", NULL };
  ExmSniffed sniffed = exm_sniff ((const guint8 *) bytes, n_bytes);

  if (essence != NULL && g_strv_contains (unknown, essence))
    return sniffed == EXM_SNIFFED_HTML;
  return (essence == NULL || strcmp (essence, "text/html") == 0
          || strcmp (essence, "application/xhtml+xml") == 0)
         && exm_sniffed_is_page (sniffed);
}

/* Fills the capture with what the block holds. @page: (out): whether it is a page.
 * Returns: %FALSE with @error where it is one that cannot be read */
static gboolean
read_block (ExmArchiveInput *self,
            Head *head,
            const char *block,
            ExmCapture *capture,
            gboolean *page,
            GError **error)
{
  g_auto (ExmArchivePayload) payload = { 0 };
  gboolean revisit = strcmp (head->type, "revisit") == 0;
  gboolean resource = strcmp (head->type, "resource") == 0;
  gboolean good = resource
                  || exm_archive_payload_read (
                      &payload, block, (gsize) head->n_block, head->url,
                      head->time != NULL ? head->time : "", EXM_MAX_PAGE_BYTES);
  g_autofree char *charset = NULL;
  g_autofree char *essence
      = exm_http_parse_content_type (resource ? head->content : payload.type, &charset);

  gsize n_bytes = (gsize) head->n_block;
  const char *bytes
      = payload.bytes != NULL ? g_bytes_get_data (payload.bytes, &n_bytes) : block;
  if (!good)
    n_bytes = 0;
  *page = revisit
          || (is_page (essence, bytes, n_bytes) && (resource || payload.status == 200));
  if (!*page)
    {
      self->n_passed[resource || payload.status == 200 ? EXM_ARCHIVE_OTHER_TYPE
                                                       : EXM_ARCHIVE_OTHER_STATUS]++;
      return TRUE;
    }
  if (!good && !revisit)
    return refuse (self, head->offset, _ ("its page cannot be decoded"), error);
  capture->url = g_steal_pointer (&head->url);
  capture->charset = g_steal_pointer (&charset);
  capture->time_usec = read_time (self, head->time);
  capture->digest = g_steal_pointer (&head->digest);
  capture->id = g_steal_pointer (&head->id);
  capture->offset = head->offset;
  capture->record = g_steal_pointer (&payload.record);
  if (!revisit)
    capture->bytes = payload.bytes != NULL ? g_steal_pointer (&payload.bytes)
                                           : g_bytes_new (block, (gsize) head->n_block);
  return TRUE;
}

/* WARC 1.0 was read by some as to have addresses in angle brackets. */
static void
strip_brackets (Head *head)
{
  gsize n = strlen (head->url);

  if (n > 2 && head->url[0] == '<' && head->url[n - 1] == '>')
    {
      memmove (head->url, head->url + 1, n - 2);
      head->url[n - 2] = '\0';
    }
}

/* Goes to the next record. Returns: %FALSE at the end, or with @error where what was
 * passed over is damaged and no record told it */
static gboolean
go_on (ExmArchiveInput *self, GError **error)
{
  guint64 offset = 0;
  gboolean more = skip_lines (self);

  if (exm_archive_stream_take_damage (self->stream, &offset)
      && offset != self->refused_at)
    return refuse (self, offset, _ ("it cannot be decompressed"), error);
  return more;
}

/* Goes behind a record whose length cannot be. Returns: %FALSE with @error */
static gboolean
refuse_length (ExmArchiveInput *self, const Head *head, GError **error)
{
  gsize n_there = 0;
  const char *next = exm_archive_stream_peek (self->stream, 7, &n_there);

  if (n_there < 7 || memcmp (next, "WARC/1.", 7) != 0)
    find_record (self);
  exm_archive_stream_peek (self->stream, 1, &n_there);
  return refuse (self, head->offset,
                 n_there > 0 ? _ ("its length is not the one it says")
                             : _ ("the file ends in its middle"),
                 error);
}

/* Passes over the block. Returns: %FALSE with @error where it is none */
static gboolean
skip_block (ExmArchiveInput *self, const Head *head, GError **error)
{
  return exm_archive_stream_skip_block (self->stream, head->n_block)
         || refuse_length (self, head, error);
}

/* Returns: (transfer none) (nullable): the block; %NULL with @error where it is none */
static const char *
take_block (ExmArchiveInput *self, const Head *head, GError **error)
{
  gsize n_block = (gsize) head->n_block, n_there = 0;

  if (exm_archive_stream_find_record (self->stream, n_block) == n_block)
    {
      const char *block = exm_archive_stream_peek (self->stream, n_block + 4, &n_there);
      if (n_there == n_block
          || (n_there > n_block && strchr ("\r\nW", block[n_block]) != NULL
              && block[n_block] != '\0'))
        return block;
    }
  refuse_length (self, head, error);
  return NULL;
}

gboolean
exm_archive_input_next (ExmArchiveInput *self, ExmCapture *capture, GError **error)
{
  while (go_on (self, error))
    {
      g_auto (Head) head = { 0 };
      guint64 offset = head.offset = exm_archive_stream_get_offset (self->stream);
      if (!read_head (self, &head))
        {
          find_record (self);
          return refuse (self, offset, _ ("its head cannot be read"), error);
        }
      self->n_records++;
      if (!is_wanted (&head))
        {
          if (!skip_block (self, &head, error))
            return FALSE;
          self->n_passed[EXM_ARCHIVE_OTHER_RECORD]++;
          continue;
        }
      strip_brackets (&head);
      if (head.n_block > EXM_MAX_PAGE_BYTES + MAX_HEAD)
        return skip_block (self, &head, error)
               && refuse (self, offset, _ ("it is larger than any page"), error);
      const char *block = take_block (self, &head, error);
      if (block == NULL)
        return FALSE;
      gboolean page = FALSE;
      gboolean good = read_block (self, &head, block, capture, &page, error);
      exm_archive_stream_skip (self->stream, head.n_block);
      if (page || !good)
        return good;
    }
  return FALSE;
}
