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

/* Bytes of an answer that are looked at before it is read. */
#define LOOK_BYTES 16384u

/* Empty lines that are looked for at once. */
#define LINES_BYTES 64u

struct _ExmArchiveInput
{
  ExmArchiveStream *stream; /* (owned) */
  char *name;               /* (owned) */
  gint64 now_usec;
  gboolean leaves_records;
  guint64 refused_at; /* offset of the last record that was left out */
  guint64 n_records;
  guint64 n_passed[EXM_N_ARCHIVE_REASONS];
};

/* Type of a record. */
typedef enum
{
  TYPE_NONE,
  TYPE_OTHER,
  TYPE_RESPONSE,
  TYPE_RESOURCE,
  TYPE_REVISIT
} Type;

/* Fields of a head that are kept of a record that may be a page. */
typedef enum
{
  FIELD_URL,
  FIELD_TIME,
  FIELD_DIGEST,
  FIELD_CONTENT,
  FIELD_ID,
  FIELD_ORIGINAL_URL,
  FIELD_ORIGINAL_TIME,
  FIELD_ORIGINAL_ID,
  FIELD_PROFILE,
  N_FIELDS
} Field;

static const char *const field_names[N_FIELDS] = {
  [FIELD_URL] = "WARC-Target-URI",
  [FIELD_TIME] = "WARC-Date",
  [FIELD_DIGEST] = "WARC-Payload-Digest",
  [FIELD_CONTENT] = "Content-Type",
  [FIELD_ID] = "WARC-Record-ID",
  [FIELD_ORIGINAL_URL] = "WARC-Refers-To-Target-URI",
  [FIELD_ORIGINAL_TIME] = "WARC-Refers-To-Date",
  [FIELD_ORIGINAL_ID] = "WARC-Refers-To",
  [FIELD_PROFILE] = "WARC-Profile",
};

/* Head of a record. */
typedef struct
{
  Type type;
  char *fields[N_FIELDS]; /* (owned) (nullable) */
  guint64 n_block;
  gboolean has_length;
  guint64 offset;
} Head;

/* Line of a head, as it stands in the archive. */
typedef struct
{
  const char *name, *value; /* (unowned) */
  gsize n_name, n_value;
} Line;

static void
head_clear (Head *head)
{
  for (guint i = 0; i < N_FIELDS; i++)
    g_free (head->fields[i]);
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
  g_clear_pointer (&self->original_url, g_free);
  g_clear_pointer (&self->original_id, g_free);
}

ExmArchiveInput *
exm_archive_input_new (GInputStream *stream,
                       const char *name,
                       gint64 now_usec,
                       GError **error)
{
  ExmArchiveStream *bytes = exm_archive_stream_new (stream, name, error);

  if (bytes == NULL)
    return NULL;
  ExmArchiveInput *self = g_new0 (ExmArchiveInput, 1);
  self->stream = bytes;
  self->name = g_strdup (name);
  self->now_usec = now_usec;
  self->refused_at = G_MAXUINT64;
  return self;
}

void
exm_archive_input_leave_records (ExmArchiveInput *self)
{
  self->leaves_records = TRUE;
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
      gsize n_there = 0, n_over = 0;
      const char *next = exm_archive_stream_peek (self->stream, LINES_BYTES, &n_there);
      while (n_over < n_there && (next[n_over] == '\r' || next[n_over] == '\n'))
        n_over++;
      exm_archive_stream_skip (self->stream, n_over);
      if (n_over < LINES_BYTES)
        return n_over < n_there;
    }
}

static gboolean
is_called (const Line *line, const char *name)
{
  return strlen (name) == line->n_name
         && g_ascii_strncasecmp (line->name, name, line->n_name) == 0;
}

static Type
find_type (const Line *line)
{
  static const struct
  {
    const char *name;
    Type type;
  } types[] = { { "response", TYPE_RESPONSE },
                { "resource", TYPE_RESOURCE },
                { "revisit", TYPE_REVISIT } };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (strlen (types[i].name) == line->n_value
        && memcmp (line->value, types[i].name, line->n_value) == 0)
      return types[i].type;
  return TYPE_OTHER;
}

/* @p: (inout): the start of a line, then of the next one. Returns: whether it is a field
 */
static gboolean
take_line (const char **p, const char *end, Line *line)
{
  const char *start = *p;
  const char *stop = memchr (start, '\n', (gsize) (end - start));

  stop = stop != NULL ? stop : end;
  *p = stop < end ? stop + 1 : end;
  const char *colon = memchr (start, ':', (gsize) (stop - start));
  if (colon == NULL)
    return FALSE;
  line->name = start;
  line->n_name = (gsize) (colon - start);
  for (line->value = colon + 1; line->value < stop && g_ascii_isspace (*line->value);)
    line->value++;
  while (stop > line->value && g_ascii_isspace (stop[-1]))
    stop--;
  line->n_value = (gsize) (stop - line->value);
  return TRUE;
}

/* Reads what every head must have. */
static void
read_field (Head *head, const Line *line)
{
  if (is_called (line, "WARC-Type"))
    {
      if (head->type == TYPE_NONE)
        head->type = find_type (line);
    }
  else if (is_called (line, "Content-Length"))
    {
      g_autofree char *value = g_strndup (line->value, line->n_value);
      head->has_length
          = g_ascii_string_to_unsigned (value, 10, 0, G_MAXINT64, &head->n_block, NULL);
    }
}

/* Keeps the value where it is that of a field which matters and has none yet. */
static void
keep_field (Head *head, const Line *line)
{
  for (guint i = 0; i < N_FIELDS; i++)
    if (head->fields[i] == NULL && is_called (line, field_names[i]))
      {
        head->fields[i] = g_utf8_make_valid (line->value, (gssize) line->n_value);
        return;
      }
}

/* Reads the lines of a head. Those of records that are no pages are not copied: there may
 * be any number of them. */
static void
read_lines (Head *head, const char *bytes, const char *end)
{
  const char *start = memchr (bytes, '\n', (gsize) (end - bytes));
  Line line = { 0 };

  if (start == NULL)
    return;
  for (const char *p = start + 1; p < end;)
    if (take_line (&p, end, &line))
      read_field (head, &line);
  if (head->type <= TYPE_OTHER)
    return;
  for (const char *p = start + 1; p < end;)
    if (take_line (&p, end, &line))
      keep_field (head, &line);
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
  read_lines (head, bytes, end);
  exm_archive_stream_skip (self->stream, (guint64) (end + 4 - bytes));
  return head->has_length && head->type != TYPE_NONE;
}

/* Whether a record may be a page. */
static gboolean
is_wanted (const Head *head)
{
  const char *url = head->fields[FIELD_URL];

  return url != NULL
         && (g_ascii_strncasecmp (url, "http://", 7) == 0
             || g_ascii_strncasecmp (url, "https://", 8) == 0 || url[0] == '<');
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

/* Whether the type may be that of a page. */
static gboolean
is_page_type (const char *essence)
{
  static const char *const types[]
      = { "text/html",       "application/xhtml+xml", "application/octet-stream",
          "unknown/unknown", "application/unknown",   NULL };

  return essence == NULL || g_strv_contains (types, essence);
}

/* Whether bytes of this type are a page. What says that it is one may be a picture all
 * the same. */
static gboolean
is_page (const char *essence, const char *bytes, gsize n_bytes)
{
  ExmSniffed sniffed = exm_sniff ((const guint8 *) bytes, n_bytes);

  if (essence == NULL || strcmp (essence, "text/html") == 0
      || strcmp (essence, "application/xhtml+xml") == 0)
    return exm_sniffed_is_page (sniffed);
  return is_page_type (essence) && sniffed == EXM_SNIFFED_HTML;
}

/* Whether the head of the answer in the block tells that it is no page, nor a revisit of
 * one. @reason: (out): why */
static gboolean
is_other (ExmArchiveInput *self, const Head *head, ExmArchiveReason *reason)
{
  gsize n_block = (gsize) MIN (head->n_block, LOOK_BYTES), n_there = 0;
  gsize n_own = exm_archive_stream_find_record (self->stream, n_block);
  const char *block = exm_archive_stream_peek (self->stream, n_own, &n_there);
  g_autofree char *type = NULL;
  guint status = 0;

  if (head->type == TYPE_RESOURCE
      || !exm_archive_payload_read_head (block, MIN (n_there, n_own), &status, &type))
    return FALSE;
  g_autofree char *essence = exm_http_parse_content_type (type, NULL);
  gboolean good = status == 200 || (status == 304 && head->type == TYPE_REVISIT);
  *reason = good ? EXM_ARCHIVE_OTHER_TYPE : EXM_ARCHIVE_OTHER_STATUS;
  return !good || !is_page_type (essence);
}

/* WARC 1.0 was read by some as to have addresses in angle brackets. */
static void
strip_brackets (char *url)
{
  gsize n = strlen (url);

  if (n > 2 && url[0] == '<' && url[n - 1] == '>')
    {
      memmove (url, url + 1, n - 2);
      url[n - 2] = '\0';
    }
}

/* Moves what the head tells of a page. */
static void
fill_capture (ExmArchiveInput *self, Head *head, ExmCapture *capture)
{
  const char *profile = head->fields[FIELD_PROFILE];

  capture->url = g_steal_pointer (&head->fields[FIELD_URL]);
  capture->time_usec = read_time (self, head->fields[FIELD_TIME]);
  capture->digest = g_steal_pointer (&head->fields[FIELD_DIGEST]);
  capture->id = g_steal_pointer (&head->fields[FIELD_ID]);
  capture->offset = head->offset;
  if (head->type != TYPE_REVISIT)
    return;
  capture->original_url = g_steal_pointer (&head->fields[FIELD_ORIGINAL_URL]);
  if (capture->original_url != NULL)
    strip_brackets (capture->original_url);
  capture->original_usec = read_time (self, head->fields[FIELD_ORIGINAL_TIME]);
  capture->original_id = g_steal_pointer (&head->fields[FIELD_ORIGINAL_ID]);
  capture->unmodified = profile != NULL && strstr (profile, "not-modified") != NULL;
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
  gboolean revisit = head->type == TYPE_REVISIT;
  gboolean resource = head->type == TYPE_RESOURCE;
  const char *time = head->fields[FIELD_TIME];
  gboolean good = resource
                  || exm_archive_payload_read (
                      &payload, block, (gsize) head->n_block,
                      self->leaves_records ? NULL : head->fields[FIELD_URL],
                      time != NULL ? time : "", EXM_MAX_PAGE_BYTES);
  g_autofree char *charset = NULL;
  g_autofree char *essence = exm_http_parse_content_type (
      resource ? head->fields[FIELD_CONTENT] : payload.type, &charset);

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
  fill_capture (self, head, capture);
  capture->charset = g_steal_pointer (&charset);
  capture->record = g_steal_pointer (&payload.record);
  if (!revisit)
    capture->bytes = payload.bytes != NULL ? g_steal_pointer (&payload.bytes)
                                           : g_bytes_new (block, (gsize) head->n_block);
  return TRUE;
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

/* Reads the next record, which may be a page. @page: (out): whether it is one. Returns:
 * %FALSE with @error */
static gboolean
read_record (ExmArchiveInput *self,
             Head *head,
             ExmCapture *capture,
             gboolean *page,
             GError **error)
{
  ExmArchiveReason reason = EXM_ARCHIVE_OTHER_RECORD;

  if (!is_wanted (head) || is_other (self, head, &reason))
    {
      if (!skip_block (self, head, error))
        return FALSE;
      self->n_passed[reason]++;
      return TRUE;
    }
  strip_brackets (head->fields[FIELD_URL]);
  if (head->n_block > EXM_MAX_PAGE_BYTES + MAX_HEAD)
    return skip_block (self, head, error)
           && refuse (self, head->offset, _ ("it is larger than any page"), error);
  const char *block = take_block (self, head, error);
  if (block == NULL)
    return FALSE;
  gboolean good = read_block (self, head, block, capture, page, error);
  exm_archive_stream_skip (self->stream, head->n_block);
  return good;
}

gboolean
exm_archive_input_next (ExmArchiveInput *self, ExmCapture *capture, GError **error)
{
  gboolean page = FALSE;

  while (!page && go_on (self, error))
    {
      g_auto (Head) head = { 0 };
      guint64 offset = head.offset = exm_archive_stream_get_offset (self->stream);
      if (!read_head (self, &head))
        {
          find_record (self);
          return refuse (self, offset, _ ("its head cannot be read"), error);
        }
      self->n_records++;
      if (!read_record (self, &head, capture, &page, error))
        return FALSE;
    }
  return page;
}
