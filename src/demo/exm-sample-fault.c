/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exemplar-sample"

#include "config.h"

#include "demo/exm-sample-fault.h"

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

/* --- Streams --- */

/* One connection that was taken over. */
typedef struct _ExmSampleStream ExmSampleStream;

struct _ExmSampleStream
{
  GIOStream *connection; /* (owned) */
  GBytes *bytes;         /* (owned) (nullable): being written */
  GBytes *again;         /* (owned) (nullable) */
  gsize at;              /* bytes of them that were written */
  guint interval_ms;
  GSource *source; /* (owned) (nullable) */
  void (*on_end) (ExmSampleStream *stream, gpointer user_data);
  gpointer user_data; /* (unowned) */
};

/* Writes what may be written now; FALSE when the stream has come to its end. */
static gboolean
write_some (ExmSampleStream *self)
{
  GPollableOutputStream *out
      = G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (self->connection));
  g_autoptr (GError) error = NULL;
  gsize size = 0;
  const guint8 *bytes = g_bytes_get_data (self->bytes, &size);
  gsize count = self->interval_ms > 0 ? MIN (size - self->at, 1) : size - self->at;
  gssize written = g_pollable_output_stream_write_nonblocking (out, bytes + self->at,
                                                               count, NULL, &error);
  if (written < 0)
    return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
  self->at += (gsize) written;
  if (self->at < size)
    return TRUE;
  if (self->again == NULL)
    return FALSE;
  g_bytes_unref (self->bytes);
  self->bytes = g_bytes_ref (self->again);
  self->at = 0;
  return TRUE;
}

static gboolean
step (ExmSampleStream *self)
{
  if (write_some (self))
    return G_SOURCE_CONTINUE;
  self->on_end (self, self->user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
on_timeout (gpointer user_data)
{
  return step (user_data);
}

static gboolean
on_writable (GObject *out, gpointer user_data)
{
  return step (user_data);
}

static void
add_source (ExmSampleStream *self)
{
  if (self->interval_ms > 0)
    {
      self->source = g_timeout_source_new (self->interval_ms);
      g_source_set_callback (self->source, on_timeout, self, NULL);
    }
  else
    {
      GOutputStream *out = g_io_stream_get_output_stream (self->connection);
      self->source
          = g_pollable_output_stream_create_source (G_POLLABLE_OUTPUT_STREAM (out), NULL);
      g_source_set_callback (self->source, G_SOURCE_FUNC (on_writable), self, NULL);
    }
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

/* @connection: (transfer full): the connection; @first: (nullable): bytes to write, then
 * the connection is closed; %NULL writes nothing and keeps it open; @again: (nullable):
 * bytes to write after them, again and again without end; @interval_ms: 0 to write as
 * fast as the client reads, else milliseconds between bytes; @on_end: called once when
 * the stream closes by itself, not when it is freed; @user_data: for @on_end. Returns:
 * (transfer full): the stream */
static ExmSampleStream *
sample_stream_new (GIOStream *connection,
                   GBytes *first,
                   GBytes *again,
                   guint interval_ms,
                   void (*on_end) (ExmSampleStream *stream, gpointer user_data),
                   gpointer user_data)
{
  ExmSampleStream *self = g_new0 (ExmSampleStream, 1);
  self->connection = connection;
  self->bytes = first != NULL ? g_bytes_ref (first) : NULL;
  self->again = again != NULL ? g_bytes_ref (again) : NULL;
  self->interval_ms = interval_ms;
  self->on_end = on_end;
  self->user_data = user_data;
  if (first != NULL)
    add_source (self);
  return self;
}

/* @stream: (transfer full): a stream; its connection is closed. */
static void
sample_stream_free (ExmSampleStream *self)
{
  if (self->source != NULL)
    {
      g_source_destroy (self->source);
      g_source_unref (self->source);
    }
  g_io_stream_close (self->connection, NULL, NULL);
  g_object_unref (self->connection);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->again, g_bytes_unref);
  g_free (self);
}

/* --- Faults --- */

#define MEGABYTE (1024u * 1024u)
#define MAX_MEGABYTES 1024u
#define MAX_NESTED (8u * 1000u * 1000u)

struct _ExmSampleFaults
{
  GPtrArray *streams; /* (owned) (element-type ExmSampleStream): in flight */
  GBytes *bomb;       /* (owned) (nullable) */
  guint bomb_mb;      /* what the bomb unpacks to */
};

typedef struct
{
  ExmSampleFaults *faults;    /* (unowned) */
  SoupServerMessage *message; /* (unowned) */
  GHashTable *arguments;      /* (unowned) */
  const ExmSamplePage *page;  /* (unowned) */
} Request;

typedef struct
{
  const char *name;
  void (*serve) (const Request *request);
} Fault;

ExmSampleFaults *
exm_sample_faults_new (void)
{
  ExmSampleFaults *self = g_new0 (ExmSampleFaults, 1);
  self->streams = g_ptr_array_new_with_free_func ((GDestroyNotify) sample_stream_free);
  return self;
}

void
exm_sample_faults_free (ExmSampleFaults *self)
{
  g_ptr_array_unref (self->streams);
  g_clear_pointer (&self->bomb, g_bytes_unref);
  g_free (self);
}

static guint
get_number (const Request *request, const char *name, guint fallback, guint max)
{
  const char *text = g_hash_table_lookup (request->arguments, name);
  guint64 value = fallback;
  if (text != NULL && !g_ascii_string_to_unsigned (text, 10, 0, max, &value, NULL))
    value = fallback;
  return (guint) value;
}

static void
answer_bytes (const Request *request, const char *content_type, GBytes *bytes)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (bytes, &size);
  SoupMessageHeaders *headers
      = soup_server_message_get_response_headers (request->message);
  soup_server_message_set_status (request->message, SOUP_STATUS_OK, NULL);
  soup_message_headers_replace (headers, "Content-Type", content_type);
  soup_message_headers_set_content_length (headers, (goffset) size);
  if (data != NULL)
    soup_message_body_append_bytes (
        soup_server_message_get_response_body (request->message), bytes);
}

static void
answer_status (const Request *request, guint status)
{
  g_autofree char *text
      = g_strdup_printf ("<!DOCTYPE html><title>%u</title><h1>%u %s</h1>", status, status,
                         soup_status_get_phrase (status));
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  answer_bytes (request, "text/html", bytes);
  soup_server_message_set_status (request->message, status, NULL);
}

static void
serve_404 (const Request *request)
{
  answer_status (request, SOUP_STATUS_NOT_FOUND);
}

static void
serve_403 (const Request *request)
{
  answer_status (request, SOUP_STATUS_FORBIDDEN);
}

/* As sites do that take us for a robot. */
static void
serve_verify (const Request *request)
{
  static const char text[]
      = "<!DOCTYPE html><title>One moment</title><form id='challenge-form'>"
        "<h1>One moment</h1><p>Please verify that you are a person.</p>"
        "<input type='checkbox'></form>";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  answer_bytes (request, "text/html; charset=utf-8", bytes);
  soup_server_message_set_status (
      request->message, get_number (request, "status", SOUP_STATUS_OK, 599), NULL);
}

static void
serve_500 (const Request *request)
{
  answer_status (request, SOUP_STATUS_INTERNAL_SERVER_ERROR);
}

static void
answer_later (const Request *request, guint status)
{
  guint seconds = get_number (request, "retry-after", 120, G_MAXINT);
  g_autofree char *text = g_strdup_printf ("%u", seconds);
  answer_status (request, status);
  soup_message_headers_replace (
      soup_server_message_get_response_headers (request->message), "Retry-After", text);
}

static void
serve_429 (const Request *request)
{
  answer_later (request, 429);
}

static void
serve_503 (const Request *request)
{
  answer_later (request, SOUP_STATUS_SERVICE_UNAVAILABLE);
}

static void
serve_304 (const Request *request)
{
  soup_server_message_set_status (request->message, SOUP_STATUS_NOT_MODIFIED, NULL);
}

static void
on_stream_end (ExmSampleStream *stream, gpointer user_data)
{
  ExmSampleFaults *self = user_data;
  g_ptr_array_remove_fast (self->streams, stream);
}

static void
take_over (const Request *request, GBytes *first, GBytes *again, guint interval_ms)
{
  GIOStream *connection = soup_server_message_steal_connection (request->message);
  g_ptr_array_add (request->faults->streams,
                   sample_stream_new (connection, first, again, interval_ms,
                                      on_stream_end, request->faults));
}

/* A whole answer, header and @kept of the @size bytes that it promises. */
static GBytes *
make_raw (const char *content_type, const char *body, gsize kept, gsize size)
{
  GString *raw = g_string_new (NULL);
  g_string_append_printf (raw,
                          "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: %s\r\n"
                          "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n",
                          content_type, size);
  g_string_append_len (raw, body, (gssize) kept);
  return g_string_free_to_bytes (raw);
}

static void
serve_timeout (const Request *request)
{
  take_over (request, NULL, NULL, 0);
}

static void
serve_slow (const Request *request)
{
  gsize size = 0;
  g_autoptr (GBytes) bytes = exm_sample_page_encode (request->page, NULL);
  const char *data = g_bytes_get_data (bytes, &size);
  g_autoptr (GBytes) raw = make_raw (request->page->content_type, data, size, size);
  take_over (request, raw, NULL, MAX (1, get_number (request, "ms", 5, 60000)));
}

static void
serve_truncated (const Request *request)
{
  gsize size = 0;
  g_autoptr (GBytes) bytes = exm_sample_page_encode (request->page, NULL);
  const char *data = g_bytes_get_data (bytes, &size);
  gsize kept = size * get_number (request, "percent", 50, 100) / 100;
  g_autoptr (GBytes) raw = make_raw (request->page->content_type, data, kept, size);
  take_over (request, raw, NULL, 0);
}

static void
serve_cut (const Request *request)
{
  gsize size = 0;
  g_autoptr (GBytes) bytes = exm_sample_page_encode (request->page, NULL);
  const char *data = g_bytes_get_data (bytes, &size);
  gsize kept = size * get_number (request, "percent", 50, 100) / 100;
  g_autoptr (GBytes) raw = make_raw (request->page->content_type, data, kept, kept);
  take_over (request, raw, NULL, 0);
}

static void
serve_endless (const Request *request)
{
  static const char header[] = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                               "Content-Type: text/html\r\n"
                               "Transfer-Encoding: chunked\r\n\r\n"
                               "6\r\n<html>\r\n";
  GString *chunk = g_string_new ("4000\r\n");
  while (chunk->len < 6 + 0x4000)
    g_string_append (chunk, "<p>And so on</p>");
  g_string_append (chunk, "\r\n");
  g_autoptr (GBytes) first = g_bytes_new_static (header, strlen (header));
  g_autoptr (GBytes) again = g_string_free_to_bytes (chunk);
  take_over (request, first, again, 0);
}

/* The page with its own declaration taken out of its meta element. */
static ExmSamplePage *
redeclare (const ExmSamplePage *page, const char *charset)
{
  g_autofree char *meta = g_strdup_printf ("<head><meta charset=\"%s\">", charset);
  g_autoptr (GString) text = g_string_new (page->text);
  g_string_replace (text, "charset=gb2312", "", 0);
  g_string_replace (text, "<meta charset=\"utf-8\">", "", 0);
  g_string_replace (text, "<head>", meta, 1);
  ExmSamplePage *copy = g_new0 (ExmSamplePage, 1);
  copy->text = g_strdup (text->str);
  copy->encoding = g_strdup (page->encoding);
  return copy;
}

static void
serve_declared (const Request *request, const char *declared, const char *real)
{
  g_autofree char *type = g_strdup_printf ("text/html; charset=%s", declared);
  g_autoptr (ExmSamplePage) page = redeclare (request->page, declared);
  g_autoptr (GBytes) bytes = exm_sample_page_encode (page, real);
  answer_bytes (request, type, bytes);
}

static void
serve_utf8_as_gb (const Request *request)
{
  serve_declared (request, "gb2312", "UTF-8");
}

static void
serve_gb_as_utf8 (const Request *request)
{
  serve_declared (request, "utf-8", "GB18030");
}

static void
serve_loop (const Request *request)
{
  soup_server_message_set_redirect (
      request->message, SOUP_STATUS_FOUND,
      g_uri_get_path (soup_server_message_get_uri (request->message)));
}

static void
answer_page (const Request *request)
{
  g_autoptr (GBytes) bytes = exm_sample_page_encode (request->page, NULL);
  answer_bytes (request, request->page->content_type, bytes);
}

/* Every kind of redirect has its turn. */
static void
serve_chain (const Request *request)
{
  static const guint kinds[] = { 302, 301, 307, 308 };
  guint n = get_number (request, "n", 3, 10000);
  if (n == 0)
    {
      answer_page (request);
      return;
    }
  g_autofree char *next = g_strdup_printf ("/fault/chain?n=%u", n - 1);
  soup_server_message_set_redirect (request->message, kinds[n % G_N_ELEMENTS (kinds)],
                                    next);
}

static void
serve_redirect (const Request *request)
{
  const char *to = g_hash_table_lookup (request->arguments, "to");
  if (to == NULL || !g_uri_is_valid (to, G_URI_FLAGS_NONE, NULL))
    answer_status (request, SOUP_STATUS_BAD_REQUEST);
  else
    soup_server_message_set_redirect (request->message, SOUP_STATUS_FOUND, to);
}

static void
serve_empty (const Request *request)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (NULL, 0);
  answer_bytes (request, "text/html", bytes);
}

static void
answer_pdf (const Request *request, const char *content_type)
{
  static const char pdf[]
      = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
        "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\n"
        "trailer<</Size 4/Root 1 0 R>>\n%%EOF\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (pdf, sizeof pdf - 1);
  answer_bytes (request, content_type, bytes);
}

static void
serve_pdf (const Request *request)
{
  answer_pdf (request, "application/pdf");
}

static void
serve_pdf_as_html (const Request *request)
{
  answer_pdf (request, "text/html");
}

/* One grey pixel. */
static void
serve_png (const Request *request)
{
  static const guint8 png[]
      = { 0x89, 'P', 'N',  'G',  0x0d, 0x0a, 0x1a, 0x0a, 0,    0, 0, 0x0d,
          'I',  'H', 'D',  'R',  0,    0,    0,    1,    0,    0, 0, 1,
          8,    0,   0,    0,    0,    0x3a, 0x7e, 0x9b, 0x55, 0, 0, 0,
          0x0a, 'I', 'D',  'A',  'T',  0x78, 0x9c, 0x63, 0x68, 0, 0, 0,
          0x82, 0,   0x81, 0x77, 0xcd, 0x72, 0xb6, 0,    0,    0, 0, 'I',
          'E',  'N', 'D',  0xae, 0x42, 0x60, 0x82 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (png, sizeof png);
  answer_bytes (request, "image/png", bytes);
}

/* @block @times over, packed a block at a time, so that only the result is held. */
static GBytes *
compress (GBytes *block, guint times)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GZlibCompressor) zlib
      = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1);
  g_autoptr (GOutputStream) out
      = g_converter_output_stream_new (memory, G_CONVERTER (zlib));
  gsize size = 0;
  const guint8 *data = g_bytes_get_data (block, &size);
  for (guint i = 0; i < times; i++)
    g_output_stream_write_all (out, data, size, NULL, NULL, NULL);
  g_output_stream_close (out, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
answer_compressed (const Request *request, const char *type, GBytes *bytes)
{
  answer_bytes (request, type, bytes);
  soup_message_headers_replace (
      soup_server_message_get_response_headers (request->message), "Content-Encoding",
      "gzip");
}

static void
serve_gzip (const Request *request)
{
  g_autoptr (GBytes) plain = exm_sample_page_encode (request->page, NULL);
  g_autoptr (GBytes) packed = compress (plain, 1);
  answer_compressed (request, request->page->content_type, packed);
}

static void
serve_gzip_bomb (const Request *request)
{
  ExmSampleFaults *self = request->faults;
  guint mb = get_number (request, "mb", 200, MAX_MEGABYTES);
  if (self->bomb == NULL || self->bomb_mb != mb)
    {
      g_autofree char *block = g_strnfill (MEGABYTE, 'a');
      g_autoptr (GBytes) plain = g_bytes_new_static (block, MEGABYTE);
      g_clear_pointer (&self->bomb, g_bytes_unref);
      self->bomb = compress (plain, mb);
      self->bomb_mb = mb;
    }
  answer_compressed (request, "text/html", self->bomb);
}

static void
serve_huge (const Request *request)
{
  static const char sentence[] = "The ferry was late, and the harbour waited. ";
  gsize size = (gsize) get_number (request, "mb", 20, MAX_MEGABYTES) * MEGABYTE;
  GString *text = g_string_sized_new (size + 512);
  g_string_append (text, "<!DOCTYPE html><title>Huge</title><h1>Huge</h1>");
  for (gsize i = 0; text->len < size; i++)
    g_string_append_printf (text, "<p>%" G_GSIZE_FORMAT ". %s%s%s</p>\n", i, sentence,
                            sentence, sentence);
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (text);
  answer_bytes (request, "text/html", bytes);
}

static void
serve_nested (const Request *request)
{
  guint n = get_number (request, "n", 100000, MAX_NESTED);
  GString *text = g_string_sized_new ((gsize) n * 11 + 256);
  g_string_append (text, "<!DOCTYPE html><title>Deep</title>");
  for (guint i = 0; i < n; i++)
    g_string_append (text, "<div>");
  g_string_append (text, "<p>At the bottom of the page.</p>");
  for (guint i = 0; i < n; i++)
    g_string_append (text, "</div>");
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (text);
  answer_bytes (request, "text/html", bytes);
}

/* The page without its body, which a script of it fills in. */
static void
serve_scripted (const Request *request)
{
  const char *text = request->page->text;
  const char *begin = strstr (text, "<body");
  const char *body = begin != NULL ? strchr (begin, '>') : NULL;
  const char *end = body != NULL ? strstr (body, "</body>") : NULL;

  if (end == NULL)
    {
      serve_404 (request);
      return;
    }
  GString *head = g_string_new_len (text, body + 1 - text);
  g_autofree char *inside = g_strndup (body + 1, (gsize) (end - body - 1));
  g_autofree char *escaped = g_uri_escape_string (inside, NULL, FALSE);
  /* And it declares no feed, which would spare everybody the scripts. */
  g_string_replace (head, "rel=\"alternate\"", "rel=\"bookmark\"", 0);
  g_string_append_printf (head,
                          "<p>Loading…</p>"
                          "<script>document.body.innerHTML = decodeURIComponent (\"%s\")"
                          "</script></body></html>",
                          escaped);
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (head);
  answer_bytes (request, "text/html; charset=utf-8", bytes);
}

static void
serve_nul (const Request *request)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  for (const char *c = request->page->text; *c != '\0'; c++)
    {
      g_byte_array_append (out, (const guint8 *) c, 1);
      if (g_str_has_prefix (c, ". ") || g_str_has_prefix (c, "。"))
        g_byte_array_append (out, (const guint8 *) "", 1);
    }
  g_autoptr (GBytes) bytes = g_bytes_new (out->data, out->len);
  answer_bytes (request, "text/html; charset=utf-8", bytes);
}

static void
serve_paged (const Request *request)
{
  g_autoptr (GString) out = g_string_new (request->page->text);

  g_string_replace (out, "</head>", "<link rel=\"next\" href=\"?page=2\"></head>", 1);
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (g_steal_pointer (&out));
  answer_bytes (request, "text/html; charset=utf-8", bytes);
}

static const Fault faults[] = {
  { "403", serve_403 },
  { "404", serve_404 },
  { "429", serve_429 },
  { "500", serve_500 },
  { "503", serve_503 },
  { "304", serve_304 },
  { "timeout", serve_timeout },
  { "slow", serve_slow },
  { "truncated", serve_truncated },
  { "cut", serve_cut },
  { "endless", serve_endless },
  { "utf8-as-gb", serve_utf8_as_gb },
  { "gb-as-utf8", serve_gb_as_utf8 },
  { "loop", serve_loop },
  { "chain", serve_chain },
  { "redirect", serve_redirect },
  { "empty", serve_empty },
  { "pdf", serve_pdf },
  { "pdf-as-html", serve_pdf_as_html },
  { "png", serve_png },
  { "gzip", serve_gzip },
  { "gzip-bomb", serve_gzip_bomb },
  { "huge", serve_huge },
  { "nested", serve_nested },
  { "nul", serve_nul },
  { "paged", serve_paged },
  { "scripted", serve_scripted },
  { "verify", serve_verify },
};

static const Fault *
find_fault (const char *spec)
{
  gsize length = strcspn (spec, "?");
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    if (strlen (faults[i].name) == length && strncmp (faults[i].name, spec, length) == 0)
      return &faults[i];
  return NULL;
}

gboolean
exm_sample_fault_is_known (const char *fault)
{
  return find_fault (fault) != NULL;
}

void
exm_sample_faults_serve (ExmSampleFaults *self,
                         SoupServerMessage *message,
                         const char *fault,
                         const ExmSamplePage *page)
{
  const Fault *found = find_fault (fault);
  g_return_if_fail (found != NULL);
  const char *query = strchr (fault, '?');
  g_autoptr (GHashTable) arguments = soup_form_decode (query != NULL ? query + 1 : "");
  Request request = { self, message, arguments, page };
  found->serve (&request);
}
