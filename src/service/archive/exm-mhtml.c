/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-mhtml.h"

#include "base/exm-date.h"
#include "fetch/exm-http-header.h"
#include "fetch/exm-url.h"

#include <string.h>

/* Parts in parts; messages have one or two. */
#define MAX_DEPTH 4u

/* Bytes of a boundary (5.1.1 of RFC 2046). */
#define MAX_BOUNDARY 70u

/* Bytes of one field of a head. */
#define MAX_FIELD (EXM_MAX_URL_BYTES + 1024u)

/* Head of the message or of a part; all (owned) (nullable). */
typedef struct
{
  char *version;  /* MIME-Version */
  char *type;     /* Content-Type */
  char *encoding; /* Content-Transfer-Encoding */
  char *id;       /* Content-ID */
  char *place;    /* Content-Location */
  char *snapshot; /* Snapshot-Content-Location */
  char *date;
} Head;

static void
head_clear (Head *self)
{
  g_free (self->version);
  g_free (self->type);
  g_free (self->encoding);
  g_free (self->id);
  g_free (self->place);
  g_free (self->snapshot);
  g_free (self->date);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Head, head_clear)

/* Part of the bytes. */
typedef struct
{
  const char *start;
  const char *end;
} Range;

/* Part that may be the page. */
typedef struct
{
  Head head;
  Range body;
} Part;

static void
part_clear (Part *self)
{
  head_clear (&self->head);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Part, part_clear)

void
exm_mhtml_clear (ExmMhtml *self)
{
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->charset, g_free);
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

static void
read_field (Head *head, const GString *line)
{
  const struct
  {
    const char *name;
    char **place;
  } fields[] = {
    { "MIME-Version", &head->version },
    { "Content-Type", &head->type },
    { "Content-Transfer-Encoding", &head->encoding },
    { "Content-ID", &head->id },
    { "Content-Location", &head->place },
    { "Snapshot-Content-Location", &head->snapshot },
    { "Date", &head->date },
  };
  const char *colon = strchr (line->str, ':');

  if (colon == NULL)
    return;
  g_autofree char *name = g_strndup (line->str, (gsize) (colon - line->str));
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (g_ascii_strcasecmp (name, fields[i].name) == 0 && *fields[i].place == NULL)
      {
        *fields[i].place = g_utf8_make_valid (colon + 1, -1);
        g_strstrip (*fields[i].place);
      }
}

/* Reads fields up to the empty line; lines that begin with white space go on with the one
 * before. Returns: (nullable): where the body begins; %NULL where the head has no end */
static const char *
read_head (Head *head, Range in)
{
  g_autoptr (GString) field = g_string_new (NULL);

  for (const char *p = in.start; p < in.end;)
    {
      const char *end = memchr (p, '\n', (gsize) (in.end - p));
      if (end == NULL)
        return NULL;
      gsize n = (gsize) (end - p) - (end > p && end[-1] == '\r');
      if (n == 0 || (*p != ' ' && *p != '\t'))
        {
          read_field (head, field);
          g_string_truncate (field, 0);
        }
      if (n == 0)
        return end + 1;
      g_string_append_len (field, p,
                           (gssize) MIN (n, MAX_FIELD - MIN (field->len, MAX_FIELD)));
      p = end + 1;
    }
  return NULL;
}

/* Returns: (transfer full) (nullable): a parameter of Content-Type, without quotes */
static char *
dup_parameter (const char *value, const char *name)
{
  gsize n_name = strlen (name);

  for (const char *p = strchr (value, ';'); p != NULL; p = strchr (p, ';'))
    {
      p++;
      while (g_ascii_isspace (*p))
        p++;
      if (g_ascii_strncasecmp (p, name, n_name) != 0 || p[n_name] != '=')
        continue;
      p += n_name + 1;
      if (*p == '"')
        return g_strndup (p + 1, strcspn (p + 1, "\""));
      return g_strndup (p, strcspn (p, "; \t"));
    }
  return NULL;
}

static gboolean
is_multipart (const Head *head)
{
  return head->type != NULL && g_ascii_strncasecmp (head->type, "multipart/", 10) == 0;
}

static gboolean
is_page (const Head *head)
{
  g_autofree char *essence = exm_http_parse_content_type (head->type, NULL);

  return essence != NULL
         && (strcmp (essence, "text/html") == 0
             || strcmp (essence, "application/xhtml+xml") == 0);
}

gboolean
exm_mhtml_sniff (const char *bytes, gsize n_bytes)
{
  g_auto (Head) head = { 0 };

  if (n_bytes == 0 || !g_ascii_isalpha (*bytes)
      || read_head (&head, (Range){ bytes, bytes + MIN (n_bytes, EXM_MHTML_SNIFF_BYTES) })
             == NULL)
    return FALSE;
  return head.version != NULL && (is_multipart (&head) || is_page (&head));
}

/* Whether the line goes on behind the mark: then it is the mark of other parts. */
static gboolean
goes_on (const char *p, const char *end)
{
  return p < end && strchr ("\r\n \t", *p) == NULL
         && !(end - p >= 2 && memcmp (p, "--", 2) == 0);
}

/* Returns: (nullable): the next line that is @mark; the last one has "--" behind it */
static const char *
find_mark (Range in, const char *mark)
{
  gsize n = strlen (mark);

  for (const char *p = in.start; (gsize) (in.end - p) >= n;)
    {
      if (memcmp (p, mark, n) == 0 && !goes_on (p + n, in.end))
        return p;
      const char *end = memchr (p, '\n', (gsize) (in.end - p));
      if (end == NULL)
        return NULL;
      p = end + 1;
    }
  return NULL;
}

/* The part goes up to the line break before the mark. */
static const char *
strip_break (const char *start, const char *end)
{
  if (end > start && end[-1] == '\n')
    end--;
  return end > start && end[-1] == '\r' ? end - 1 : end;
}

static ExmMhtmlResult find_page (Head *head, Range body, guint depth, Part *page);

/* Takes the part if it may be the page. @start_id: (nullable): Content-ID of the page */
static ExmMhtmlResult
try_part (Range range, const char *start_id, guint depth, Part *page)
{
  g_auto (Part) part = { 0 };
  const char *body = read_head (&part.head, range);

  if (body == NULL)
    return EXM_MHTML_NO_PAGE;
  part.body = (Range){ body, range.end };
  if (is_multipart (&part.head) && depth < MAX_DEPTH)
    return find_page (&part.head, part.body, depth + 1, page);
  if (!is_page (&part.head))
    return EXM_MHTML_NO_PAGE;
  gboolean named = start_id == NULL || g_strcmp0 (part.head.id, start_id) == 0;
  if (page->body.start == NULL || named)
    {
      part_clear (page);
      *page = part;
      part = (Part){ 0 };
    }
  return named ? EXM_MHTML_READ : EXM_MHTML_NO_PAGE;
}

/* Goes through the parts between the marks. */
static ExmMhtmlResult
find_page (Head *head, Range body, guint depth, Part *page)
{
  g_autofree char *boundary = dup_parameter (head->type, "boundary");
  g_autofree char *start_id = dup_parameter (head->type, "start");
  ExmMhtmlResult result = EXM_MHTML_NO_PAGE;

  if (boundary == NULL || *boundary == '\0' || strlen (boundary) > MAX_BOUNDARY)
    return EXM_MHTML_NO_PAGE;
  g_autofree char *mark = g_strconcat ("--", boundary, NULL);
  const char *at = find_mark (body, mark);
  while (at != NULL && result != EXM_MHTML_READ)
    {
      const char *line = memchr (at, '\n', (gsize) (body.end - at));
      if (line == NULL
          || memchr (at + strlen (mark), '-', (gsize) (line - at) - strlen (mark))
                 != NULL)
        break;
      Range part = { line + 1, body.end };
      at = find_mark (part, mark);
      part.end = at != NULL ? strip_break (part.start, at) : body.end;
      result = try_part (part, start_id, depth, page);
      if (at == NULL)
        return EXM_MHTML_CUT;
    }
  return page->body.start != NULL ? EXM_MHTML_READ : result;
}

/* Returns: (nullable): behind the line break that the "=" at @p hides; %NULL if it hides
 * none */
static const char *
skip_soft_break (const char *p, const char *end)
{
  p++;
  while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
    p++;
  if (p == end)
    return end;
  return *p == '\n' ? p + 1 : NULL;
}

/* Undoes quoted-printable; signs that stand for nothing are as they are. */
static GBytes *
undo_quoted (Range body)
{
  GByteArray *out = g_byte_array_sized_new ((guint) (body.end - body.start));
  const char *p = body.start;

  while (p < body.end)
    {
      const char *next = *p == '=' ? skip_soft_break (p, body.end) : NULL;
      gboolean coded = *p == '=' && body.end - p > 2 && g_ascii_isxdigit (p[1])
                       && g_ascii_isxdigit (p[2]);
      guint8 byte = coded ? (guint8) (g_ascii_xdigit_value (p[1]) << 4
                                      | g_ascii_xdigit_value (p[2]))
                          : (guint8) *p;
      if (next == NULL)
        g_byte_array_append (out, &byte, 1);
      p = next != NULL ? next : p + (coded ? 3 : 1);
    }
  return g_byte_array_free_to_bytes (out);
}

static GBytes *
undo_base64 (Range body)
{
  gsize n = (gsize) (body.end - body.start);
  guchar *out = g_malloc (n / 4 * 3 + 3);
  gint state = 0;
  guint save = 0;

  gsize n_out = g_base64_decode_step (body.start, n, out, &state, &save);
  return g_bytes_new_take (out, n_out);
}

static GBytes *
decode (const Part *page)
{
  const char *encoding = page->head.encoding != NULL ? page->head.encoding : "";

  if (g_ascii_strcasecmp (encoding, "quoted-printable") == 0)
    return undo_quoted (page->body);
  if (g_ascii_strcasecmp (encoding, "base64") == 0)
    return undo_base64 (page->body);
  return g_bytes_new (page->body.start, (gsize) (page->body.end - page->body.start));
}

/* Returns: (transfer full) (nullable): the first of the places that is on the web */
static char *
choose_address (const char *const *places, gsize n_places)
{
  for (gsize i = 0; i < n_places; i++)
    if (places[i] != NULL && g_ascii_strncasecmp (places[i], "http", 4) == 0)
      {
        /* A long one is folded. */
        g_auto (GStrv) words = g_strsplit_set (places[i], " \t", -1);
        g_autofree char *text = g_strjoinv ("", words);
        char *url = exm_url_normalize_input (text, NULL);
        if (url != NULL)
          return url;
      }
  return NULL;
}

ExmMhtmlResult
exm_mhtml_read (ExmMhtml *self, const char *bytes, gsize n_bytes, gboolean whole)
{
  g_auto (Head) head = { 0 };
  g_auto (Part) page = { 0 };
  const char *end = bytes + n_bytes;
  const char *body = read_head (&head, (Range){ bytes, end });
  ExmMhtmlResult result = EXM_MHTML_NO_PAGE;

  if (body == NULL)
    return EXM_MHTML_CUT;
  if (is_multipart (&head))
    result = find_page (&head, (Range){ body, end }, 0, &page);
  else if (is_page (&head))
    {
      page.head.type = g_strdup (head.type);
      page.head.encoding = g_strdup (head.encoding);
      page.body = (Range){ body, end };
      result = whole ? EXM_MHTML_READ : EXM_MHTML_CUT;
    }
  if (result != EXM_MHTML_READ)
    return result;
  const char *const places[] = { head.snapshot, page.head.place, head.place };
  gint64 usec
      = head.date != NULL ? exm_date_parse_time (head.date, 0, NULL) : EXM_DATE_NONE;
  self->url = choose_address (places, G_N_ELEMENTS (places));
  self->time_usec = usec != EXM_DATE_NONE ? usec : 0;
  g_free (exm_http_parse_content_type (page.head.type, &self->charset));
  self->bytes = decode (&page);
  return EXM_MHTML_READ;
}
