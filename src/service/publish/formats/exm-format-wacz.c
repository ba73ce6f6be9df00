/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* WACZ 1.1.1: a WARC with its index and a list of its pages, in one ZIP. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "base/exm-said-error.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"
#include "publish/formats/exm-zip-writer.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define ARCHIVE "archive/data.warc.gz"
#define ARCHIVE_NAME "data.warc.gz"

/* 14 digits, as indexes have it. */
static char *
format_stamp (gint64 usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);

  return time != NULL ? g_date_time_format (time, "%Y%m%d%H%M%S")
                      : g_strdup ("19700101000000");
}

static int
compare_text (gconstpointer a, gconstpointer b)
{
  const char *const *one = a, *const *other = b;

  return strcmp (*one, *other);
}

static void
append_query (GString *out, const char *query)
{
  g_auto (GStrv) parts = g_strsplit (query, "&", -1);
  guint n = g_strv_length (parts);

  qsort (parts, n, sizeof *parts, compare_text);
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

/* CDXJ, sorted by its bytes. */
static char *
write_index (const GPtrArray *entries)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const ExmWarcEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *surt = make_surt (entry->url);
      g_autofree char *stamp = format_stamp (entry->time_usec);
      GString *line = g_string_new (NULL);
      g_string_append_printf (line, "%s %s {\"url\":", surt, stamp);
      exm_quote_json (line, entry->url);
      g_string_append_printf (
          line,
          ",\"mime\":\"%s\",\"status\":\"%u\",\"digest\":\"%s\","
          "\"length\":\"%" G_GSIZE_FORMAT "\",\"offset\":\"%" G_GSIZE_FORMAT
          "\",\"filename\":\"" ARCHIVE_NAME "\"}\n",
          entry->type, entry->status, entry->digest, entry->n_bytes, entry->offset);
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  g_ptr_array_sort (lines, compare_text);
  for (guint i = 0; i < lines->len; i++)
    g_string_append (out, g_ptr_array_index (lines, i));
  return g_string_free (out, FALSE);
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

/* Adds a file and names it among the resources. */
static void
add_file (ExmZipWriter *zip, GString *resources, const char *path, GBytes *bytes)
{
  g_autofree char *hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  g_autofree char *name = g_path_get_basename (path);

  g_string_append_printf (resources,
                          "%s{\"name\":\"%s\",\"path\":\"%s\",\"hash\":\"sha256:%s\","
                          "\"bytes\":%" G_GSIZE_FORMAT "}",
                          resources->len > 0 ? "," : "", name, path, hash,
                          g_bytes_get_size (bytes));
  exm_zip_writer_add_bytes (zip, path, bytes);
}

static void
add_text (ExmZipWriter *zip, GString *resources, const char *path, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  add_file (zip, resources, path, bytes);
}

static void
add_package (ExmZipWriter *zip, const GString *resources, const ExmFormatHead *head)
{
  g_autofree char *created = exm_article_format_rfc3339 (head->updated_usec);
  g_autoptr (GString) package = g_string_new (
      "{\"profile\":\"data-package\",\"wacz_version\":\"1.1.1\",\"title\":");
  g_autofree char *digest = NULL;

  exm_quote_json (package, head->title);
  g_string_append_printf (package,
                          ",\"created\":\"%s\",\"software\":\"Exemplar " EXM_VERSION
                          "\",\"resources\":[%s]}\n",
                          created, resources->str);
  g_autofree char *hash
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, package->str, -1);
  digest = g_strdup_printf ("{\"path\":\"datapackage.json\",\"hash\":\"sha256:%s\"}\n",
                            hash);
  exm_zip_writer_add (zip, "datapackage.json", package->str);
  exm_zip_writer_add (zip, "datapackage-digest.json", digest);
}

/* Writes the articles, page by page. Returns: %FALSE with @error */
static gboolean
write_articles (GPtrArray *items,
                const ExmFormatHead *head,
                ExmWarcWriter *writer,
                GString *warc,
                GString *list,
                GError **error)
{
  exm_warc_writer_add_info (writer, warc, head->updated_usec);
  for (guint i = 0; i < items->len; i++)
    {
      const ExmFormatItem *item = g_ptr_array_index (items, i);
      const ExmPageSource *source = head->pages;
      g_autofree char *key = exm_article_key (item->article);
      g_autoptr (GPtrArray) pages
          = source != NULL ? source->list (item->article, source->data, error) : NULL;
      if (source != NULL && pages == NULL)
        return FALSE;
      if (key == NULL)
        continue;
      exm_warc_writer_add_article (writer, warc, item->article, key, pages);
      if (pages != NULL && pages->len > 0)
        append_page (list, item->article, g_ptr_array_index (pages, 0));
    }
  return TRUE;
}

static GBytes *
write_book (GPtrArray *items, const ExmFormatHead *head, GError **error)
{
  g_autoptr (ExmZipWriter) zip = exm_zip_writer_new ();
  g_autoptr (ExmWarcWriter) writer = exm_warc_writer_new (TRUE);
  g_autoptr (GString) resources = g_string_new (NULL);
  g_autoptr (GString) list = g_string_new (
      "{\"format\":\"json-pages-1.0\",\"id\":\"pages\",\"title\":\"All Pages\","
      "\"hasText\":true}\n");
  g_autoptr (GString) warc = g_string_new (NULL);

  if (!write_articles (items, head, writer, warc, list, error))
    return NULL;
  g_autofree char *index = write_index (exm_warc_writer_get_entries (writer));
  g_autoptr (GBytes) archive = g_string_free_to_bytes (g_steal_pointer (&warc));
  add_file (zip, resources, ARCHIVE, archive);
  add_text (zip, resources, "indexes/index.cdx", index);
  add_text (zip, resources, "pages/pages.jsonl", list->str);
  add_package (zip, resources, head);
  GBytes *bytes = exm_zip_writer_finish (zip);
  if (bytes == NULL)
    exm_said_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                        N_ ("These are too many articles for one book: choose fewer"));
  return bytes;
}

const ExmFormat exm_format_wacz = {
  .id = "wacz",
  .title = N_ ("WACZ"),
  .summary = N_ ("the same with an index, one file that archive players show"),
  .extension = "wacz",
  .media_type = "application/wacz",
  .kind = EXM_FORMAT_WHOLE,
  .book = write_book,
};
