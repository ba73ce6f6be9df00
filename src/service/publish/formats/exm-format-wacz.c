/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* WACZ 1.1.1: a WARC with its index and a list of its pages, in one ZIP. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "files/exm-line-sort.h"
#include "files/exm-spool.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"
#include "publish/formats/exm-zip-writer.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define ARCHIVE "archive/data.warc.gz"
#define ARCHIVE_NAME "data.warc.gz"

/* Bytes of the index that are sorted in memory. */
#define INDEX_BYTES (32u << 20)

#define BUFFER_BYTES 65536u

/* 14 digits, as indexes have it. */
static char *
format_stamp (gint64 usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);

  return time != NULL ? g_date_time_format (time, "%Y%m%d%H%M%S")
                      : g_strdup ("19700101000000");
}

/* WACZ that is written: the WARC goes into the file at once, its index and the list of
 * pages are kept on the disk until it is whole. */
typedef struct
{
  ExmZipWriter *zip;    /* (owned) */
  ExmWarcWriter *warc;  /* (owned) */
  ExmLineSort *index;   /* (owned) */
  GFileIOStream *pages; /* (owned) */
  GString *resources;   /* (owned): of the package */
  GChecksum *hash;      /* (owned): of the file that is written */
  guint64 n_bytes;      /* of it */
  char *title;          /* (owned) */
  gint64 time_usec;
} Book;

static void
append_query (GString *out, const char *query)
{
  g_auto (GStrv) parts = g_strsplit (query, "&", -1);
  guint n = g_strv_length (parts);

  qsort (parts, n, sizeof *parts, exm_line_sort_compare);
  g_autofree char *sorted = g_strjoinv ("&", parts);
  g_string_append_printf (out, "?%s", sorted);
}

/* Returns: (transfer full): the form of an address that an index is sorted by:
 * "com,example)/path?a&b" */
static char *
make_surt (const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  if (host == NULL || *host == '\0')
    return g_ascii_strdown (url, -1);
  const char *bare = g_ascii_strncasecmp (host, "www.", 4) == 0 ? host + 4 : host;
  g_auto (GStrv) labels = g_strsplit (bare, ".", -1);
  g_autoptr (GString) surt = g_string_new (NULL);
  for (guint i = g_strv_length (labels); i > 0; i--)
    g_string_append_printf (surt, "%s%s", labels[i - 1], i > 1 ? "," : "");
  int port = g_uri_get_port (uri);
  if (port > 0 && port != 80 && port != 443)
    g_string_append_printf (surt, ":%d", port);
  g_string_append_printf (surt, ")%s",
                          *g_uri_get_path (uri) != '\0' ? g_uri_get_path (uri) : "/");
  if (surt->str[surt->len - 1] == '/' && surt->str[surt->len - 2] != ')')
    g_string_truncate (surt, surt->len - 1);
  if (g_uri_get_query (uri) != NULL)
    append_query (surt, g_uri_get_query (uri));
  return g_ascii_strdown (surt->str, (gssize) surt->len);
}

static void
free_book (gpointer data)
{
  Book *book = data;

  exm_zip_writer_free (book->zip);
  exm_warc_writer_free (book->warc);
  exm_line_sort_free (book->index);
  g_clear_object (&book->pages);
  g_string_free (book->resources, TRUE);
  g_clear_pointer (&book->hash, g_checksum_free);
  g_free (book->title);
  g_free (book);
}

static void
begin_file (Book *book, const char *path)
{
  book->hash = g_checksum_new (G_CHECKSUM_SHA256);
  book->n_bytes = 0;
  exm_zip_writer_begin (book->zip, path);
}

static void
write_part (Book *book, const char *bytes, gsize n_bytes)
{
  g_checksum_update (book->hash, (const guchar *) bytes, (gssize) n_bytes);
  book->n_bytes += n_bytes;
  exm_zip_writer_write (book->zip, bytes, n_bytes);
}

/* Ends the file and names it among the resources. */
static void
end_file (Book *book, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  exm_zip_writer_end (book->zip);
  g_string_append_printf (book->resources,
                          "%s{\"name\":\"%s\",\"path\":\"%s\",\"hash\":\"sha256:%s\","
                          "\"bytes\":%" G_GUINT64_FORMAT "}",
                          book->resources->len > 0 ? "," : "", name, path,
                          g_checksum_get_string (book->hash), book->n_bytes);
  g_clear_pointer (&book->hash, g_checksum_free);
}

/* Appends to the list of pages. */
static gboolean
write_list (Book *book, const char *text, GError **error)
{
  return g_output_stream_write_all (
      g_io_stream_get_output_stream (G_IO_STREAM (book->pages)), text, strlen (text),
      NULL, NULL, error);
}

static gpointer
begin_book (GOutputStream *stream,
            const ExmFormatHead *head,
            const char *folder,
            GError **error)
{
  Book *book = g_new0 (Book, 1);
  g_autoptr (GString) info = g_string_new (NULL);

  book->zip = exm_zip_writer_new_on_stream (stream, EXM_ZIP_LARGE);
  book->warc = exm_warc_writer_new (TRUE);
  book->index = exm_line_sort_new (folder, INDEX_BYTES);
  book->resources = g_string_new (NULL);
  book->title = g_strdup (head->title);
  book->time_usec = head->updated_usec;
  book->pages = exm_spool_new (folder, error);
  if (book->pages == NULL
      || !write_list (book,
                      "{\"format\":\"json-pages-1.0\",\"id\":\"pages\",\"title\":\"All "
                      "Pages\",\"hasText\":true}\n",
                      error))
    {
      free_book (book);
      return NULL;
    }
  begin_file (book, ARCHIVE);
  exm_warc_writer_add_info (book->warc, info, head->updated_usec);
  write_part (book, info->str, info->len);
  return book;
}

/* Adds what was written of an article to the index, as CDXJ. @base: bytes before it */
static gboolean
index_article (Book *book, guint64 base, GError **error)
{
  g_autoptr (GPtrArray) entries = exm_warc_writer_take_entries (book->warc);

  for (guint i = 0; i < entries->len; i++)
    {
      const ExmWarcEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *surt = make_surt (entry->url);
      g_autofree char *stamp = format_stamp (entry->time_usec);
      g_autoptr (GString) line = g_string_new (NULL);
      g_string_append_printf (line, "%s %s {\"url\":", surt, stamp);
      exm_quote_json (line, entry->url);
      g_string_append_printf (line,
                              ",\"mime\":\"%s\",\"status\":\"%u\",\"digest\":\"%s\","
                              "\"length\":\"%" G_GSIZE_FORMAT
                              "\",\"offset\":\"%" G_GUINT64_FORMAT
                              "\",\"filename\":\"" ARCHIVE_NAME "\"}\n",
                              entry->type, entry->status, entry->digest, entry->n_bytes,
                              base + entry->offset);
      if (!exm_line_sort_add (book->index, g_string_free (g_steal_pointer (&line), FALSE),
                              error))
        return FALSE;
    }
  return TRUE;
}

static void
append_page (GString *out, const ExmArticle *article, const ExmArchivePage *page)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autofree char *key = exm_article_key (article);
  g_autofree char *time = exm_article_format_rfc3339 (page->fetched_usec);

  g_string_append_printf (out, "{\"id\":\"%s\",\"url\":", key);
  exm_quote_json (out, page->url);
  g_string_append_printf (out, ",\"ts\":\"%s\",\"title\":", time);
  exm_quote_json (out, exm_article_field (article, EXM_FIELD_TITLE) != NULL
                           ? exm_article_field (article, EXM_FIELD_TITLE)
                           : "");
  exm_quote_json_member (out, "text", fields->text);
  g_string_append (out, "}\n");
}

static gboolean
add_article (gpointer data,
             const ExmArticle *article,
             const char *key,
             const GPtrArray *pages,
             GError **error)
{
  Book *book = data;
  g_autoptr (GString) records = g_string_new (NULL);
  g_autoptr (GString) page = g_string_new (NULL);
  guint64 base = book->n_bytes;

  if (key == NULL)
    return TRUE;
  exm_warc_writer_add_article (book->warc, records, article, key, pages);
  write_part (book, records->str, records->len);
  if (pages != NULL && pages->len > 0)
    append_page (page, article, g_ptr_array_index (pages, 0));
  return index_article (book, base, error) && write_list (book, page->str, error);
}

static void
write_line (const char *line, gpointer data)
{
  write_part (data, line, strlen (line));
}

/* Copies the list of pages into the file. */
static gboolean
copy_pages (Book *book, GError **error)
{
  g_autofree char *buffer = g_malloc (BUFFER_BYTES);
  gsize n_read = 0;

  if (!exm_spool_seek (book->pages, 0, error))
    return FALSE;
  do
    {
      if (!g_input_stream_read_all (
              g_io_stream_get_input_stream (G_IO_STREAM (book->pages)), buffer,
              BUFFER_BYTES, &n_read, NULL, error))
        return FALSE;
      write_part (book, buffer, n_read);
    }
  while (n_read == BUFFER_BYTES);
  return TRUE;
}

static void
add_package (Book *book)
{
  g_autofree char *created = exm_article_format_rfc3339 (book->time_usec);
  g_autoptr (GString) package = g_string_new (
      "{\"profile\":\"data-package\",\"wacz_version\":\"1.1.1\",\"title\":");

  exm_quote_json (package, book->title);
  g_string_append_printf (package,
                          ",\"created\":\"%s\",\"software\":\"Exemplar " EXM_VERSION
                          "\",\"resources\":[%s]}\n",
                          created, book->resources->str);
  g_autofree char *hash
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, package->str, -1);
  g_autofree char *digest = g_strdup_printf (
      "{\"path\":\"datapackage.json\",\"hash\":\"sha256:%s\"}\n", hash);
  exm_zip_writer_add (book->zip, "datapackage.json", package->str);
  exm_zip_writer_add (book->zip, "datapackage-digest.json", digest);
}

static gboolean
finish_book (gpointer data, GError **error)
{
  Book *book = data;

  end_file (book, ARCHIVE);
  begin_file (book, "indexes/index.cdx");
  if (!exm_line_sort_foreach (book->index, write_line, book, error))
    return FALSE;
  end_file (book, "indexes/index.cdx");
  begin_file (book, "pages/pages.jsonl");
  if (!copy_pages (book, error))
    return FALSE;
  end_file (book, "pages/pages.jsonl");
  add_package (book);
  return exm_zip_writer_close (book->zip, error);
}

static const ExmFormatBook wacz = {
  .begin = begin_book,
  .add = add_article,
  .finish = finish_book,
  .free = free_book,
};

const ExmFormat exm_format_wacz = {
  .id = "wacz",
  .title = N_ ("WACZ"),
  .summary = N_ ("the same with an index, one file that archive players show"),
  .extension = "wacz",
  .media_type = "application/wacz",
  .kind = EXM_FORMAT_WHOLE,
  .stored = &wacz,
};
