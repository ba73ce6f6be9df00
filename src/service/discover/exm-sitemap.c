/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-sitemap.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "discover/exm-markup.h"
#include "discover/exm-xml-stream.h"
#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"
#include "html/exm-tag.h"

/* Bytes of a location, a date or a title. */
#define MAX_FIELD_BYTES EXM_MAX_URL_BYTES

#define CHUNK_BYTES (64u * 1024u)

typedef enum
{
  FIELD_LOCATION,
  FIELD_MODIFIED,
  FIELD_PUBLISHED,
  FIELD_TITLE,
  N_FIELDS
} Field;

typedef struct
{
  const char *url; /* (unowned) */
  ExmSitemapFunc func;
  gpointer data;
  ExmSitemapReport *report; /* (unowned) */
  char *root;               /* (owned) (nullable) */
  gboolean is_sitemap;
  gboolean in_entry;
  gboolean stopped;
  GString *field;            /* (unowned) (nullable): that is gathered */
  GString *fields[N_FIELDS]; /* (owned) */
} SitemapReader;

struct _ExmSitemapWalk
{
  GHashTable *seen; /* (owned) (element-type utf8) */
  GQueue urls;      /* (element-type utf8) (owned): and in step with them … */
  GQueue depths;    /* … how deep they lie */
  guint max_files;
  guint n_refused;
};

void
exm_sitemap_report_clear (ExmSitemapReport *report)
{
  g_clear_pointer (&report->fault, g_free);
}

static void
hand_on (SitemapReader *self,
         const char *location,
         gint64 modified,
         gint64 published,
         const char *title)
{
  g_autofree char *url = NULL;

  if (self->report->n_entries < EXM_SITEMAP_MAX_ENTRIES && *location != '\0')
    url = exm_url_resolve (self->url, location, NULL);
  if (url == NULL)
    {
      self->report->n_skipped++;
      return;
    }
  ExmSitemapEntry entry = {
    .url = url,
    .is_sitemap = self->report->is_index,
    .modified_usec = modified,
    .published_usec = published,
    .title = *title != '\0' ? title : NULL,
  };
  self->report->n_entries++;
  self->stopped = !self->func (&entry, self->data);
}

static void
end_entry (SitemapReader *self)
{
  if (!self->in_entry || self->stopped)
    return;
  self->in_entry = FALSE;
  self->field = NULL;
  g_autofree char *location = exm_markup_collapse (self->fields[FIELD_LOCATION]->str,
                                                   self->fields[FIELD_LOCATION]->len);
  g_autofree char *title = exm_markup_collapse (self->fields[FIELD_TITLE]->str,
                                                self->fields[FIELD_TITLE]->len);
  hand_on (self, location,
           exm_date_parse_time (self->fields[FIELD_MODIFIED]->str, 0, NULL),
           exm_date_parse_time (self->fields[FIELD_PUBLISHED]->str, 0, NULL), title);
}

static GString *
find_field (const SitemapReader *self, ExmXmlNs ns, const char *name)
{
  gboolean own = ns == EXM_XML_NS_NONE || ns == EXM_XML_NS_SITEMAP;

  if (own && strcmp (name, "loc") == 0)
    return self->fields[FIELD_LOCATION];
  if (own && strcmp (name, "lastmod") == 0)
    return self->fields[FIELD_MODIFIED];
  if (ns == EXM_XML_NS_NEWS && strcmp (name, "publication_date") == 0)
    return self->fields[FIELD_PUBLISHED];
  if (ns == EXM_XML_NS_NEWS && strcmp (name, "title") == 0)
    return self->fields[FIELD_TITLE];
  return NULL;
}

static gboolean
on_open (ExmXmlNs ns,
         const char *name,
         const ExmXmlAttribute *attributes,
         guint n_attributes,
         gpointer data)
{
  SitemapReader *self = data;

  if (self->root == NULL)
    {
      self->root = g_strdup (name);
      self->report->is_index = strcmp (name, "sitemapindex") == 0;
      self->is_sitemap = self->report->is_index || strcmp (name, "urlset") == 0;
      return self->is_sitemap;
    }
  if (ns != EXM_XML_NS_OTHER
      && (strcmp (name, "url") == 0 || strcmp (name, "sitemap") == 0))
    {
      /* its end tag may have been forgotten */
      end_entry (self);
      self->in_entry = TRUE;
      for (guint i = 0; i < N_FIELDS; i++)
        g_string_truncate (self->fields[i], 0);
    }
  else if (self->in_entry)
    self->field = find_field (self, ns, name);
  return !self->stopped;
}

static void
on_text (const char *text, gsize n_bytes, gpointer data)
{
  SitemapReader *self = data;

  if (self->field != NULL && self->field->len <= MAX_FIELD_BYTES)
    g_string_append_len (self->field, text, (gssize) n_bytes);
}

static void
on_close (const char *name, gpointer data)
{
  SitemapReader *self = data;

  self->field = NULL;
  if (strcmp (name, "url") == 0 || strcmp (name, "sitemap") == 0)
    end_entry (self);
}

static void
read_xml (SitemapReader *self, GInputStream *stream, const char *http_charset)
{
  static const ExmXmlHandler handler = { on_open, on_text, on_close };
  g_auto (ExmXmlReport) report = { 0 };

  for (guint i = 0; i < N_FIELDS; i++)
    self->fields[i] = g_string_new (NULL);
  exm_xml_stream_read (stream, http_charset, &handler, self, &report);
  end_entry (self);
  for (guint i = 0; i < N_FIELDS; i++)
    g_string_free (self->fields[i], TRUE);
  self->report->n_faults = report.n_faults + report.n_entities;
  self->report->fault = report.n_entities > 0
                            ? g_strdup (_ ("It defines entities, which are not read."))
                            : g_steal_pointer (&report.first_fault);
}

static gboolean
is_address (const char *text, gsize n)
{
  return (n >= 7 && g_ascii_strncasecmp (text, "http://", 7) == 0)
         || (n >= 8 && g_ascii_strncasecmp (text, "https://", 8) == 0);
}

static void
take_line (SitemapReader *self, GString *line)
{
  g_autofree char *valid = g_utf8_make_valid (line->str, -1);
  const char *text
      = g_strstrip (g_str_has_prefix (valid, "\xef\xbb\xbf") ? valid + 3 : valid);

  g_string_truncate (line, 0);
  if (is_address (text, strlen (text)))
    hand_on (self, text, EXM_DATE_NONE, EXM_DATE_NONE, "");
  else
    self->report->n_skipped += *text != '\0';
}

/* One address a line; of a longer line than any address has no more is kept. */
static void
read_text (SitemapReader *self, GInputStream *stream)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *chunk = g_malloc (CHUNK_BYTES);
  g_autoptr (GError) error = NULL;
  gsize n_read = 0, n = CHUNK_BYTES;

  while (n == CHUNK_BYTES && n_read < EXM_MAX_PAGE_BYTES && !self->stopped
         && g_input_stream_read_all (stream, chunk, CHUNK_BYTES, &n,
                                     g_cancellable_get_current (), &error))
    {
      n_read += n;
      for (gsize i = 0; i < n && !self->stopped; i++)
        if (chunk[i] == '\n' || chunk[i] == '\r')
          take_line (self, line);
        else if (line->len <= MAX_FIELD_BYTES)
          g_string_append_c (line, chunk[i]);
    }
  if (!self->stopped)
    take_line (self, line);
  if (error == NULL)
    return;
  self->report->fault = g_strdup (error->message);
  self->report->n_faults++;
}

/* First thing of a file: markup, an address, or anything else. */
static gboolean
begins_with_address (GBufferedInputStream *stream)
{
  gsize n = 0;
  const char *text = g_buffered_input_stream_peek_buffer (stream, &n);

  if (n >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      n -= 3;
    }
  while (n > 0 && g_ascii_isspace (*text))
    {
      text++;
      n--;
    }
  return is_address (text, n);
}

static gboolean
refuse (const SitemapReader *self, GError **error)
{
  g_autofree char *display = exm_url_to_display (self->url);

  if (self->root == NULL)
    exm_said_set_error (
        error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_UNKNOWN,
        N_ ("%s is not a sitemap: it is neither XML nor a list of addresses."), display);
  else if (exm_tag_from_name (self->root, strlen (self->root)) != EXM_TAG_UNKNOWN)
    exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_HTML,
                        N_ ("%s is a web page, not a sitemap."), display);
  else if (strcmp (self->root, "rss") == 0 || strcmp (self->root, "feed") == 0
           || strcmp (self->root, "RDF") == 0)
    exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_OTHER_KIND,
                        N_ ("%s is a feed, not a sitemap; add it as a feed."), display);
  else
    exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_UNKNOWN,
                        /* translators: an address, then the name of an XML element */
                        N_ ("%s is not a sitemap: its first element is “%.40s”."),
                        display, self->root);
  return FALSE;
}

static GInputStream *
open_bytes (GBytes *bytes)
{
  g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_bytes (bytes);
  gsize n = 0;
  const guint8 *raw = g_bytes_get_data (bytes, &n);

  if (n < 2 || raw[0] != 0x1f || raw[1] != 0x8b)
    return g_buffered_input_stream_new (memory);
  g_autoptr (GZlibDecompressor) unzip
      = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) unzipped
      = g_converter_input_stream_new (memory, G_CONVERTER (unzip));
  return g_buffered_input_stream_new (unzipped);
}

gboolean
exm_sitemap_read (GBytes *bytes,
                  const char *url,
                  const char *http_charset,
                  ExmSitemapFunc func,
                  gpointer data,
                  ExmSitemapReport *report,
                  GError **error)
{
  g_autoptr (GInputStream) stream = open_bytes (bytes);
  g_autoptr (GError) reason = NULL;
  SitemapReader self = { .url = url, .func = func, .data = data, .report = report };

  *report = (ExmSitemapReport){ 0 };
  gssize n = g_buffered_input_stream_fill (G_BUFFERED_INPUT_STREAM (stream), -1, NULL,
                                           &reason);
  g_autofree char *display = exm_url_to_display (url);
  if (n < 0)
    exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_COMPRESSED,
                        /* translators: an address, then a reason */
                        N_ ("The sitemap %s cannot be unpacked: %s"), display,
                        reason->message);
  else if (n == 0)
    exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_EMPTY,
                        N_ ("The sitemap %s is empty."), display);
  if (n <= 0)
    return FALSE;
  if (begins_with_address (G_BUFFERED_INPUT_STREAM (stream)))
    {
      read_text (&self, stream);
      return TRUE;
    }
  read_xml (&self, stream, http_charset);
  if (!self.is_sitemap)
    refuse (&self, error);
  g_free (self.root);
  return self.is_sitemap;
}

ExmSitemapWalk *
exm_sitemap_walk_new (guint max_files)
{
  ExmSitemapWalk *self = g_new0 (ExmSitemapWalk, 1);

  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->max_files = max_files;
  return self;
}

void
exm_sitemap_walk_free (ExmSitemapWalk *self)
{
  g_hash_table_unref (self->seen);
  g_queue_clear_full (&self->urls, g_free);
  g_queue_clear (&self->depths);
  g_free (self);
}

gboolean
exm_sitemap_walk_add (ExmSitemapWalk *self, const char *url, guint depth)
{
  if (g_hash_table_contains (self->seen, url))
    return FALSE;
  if (depth > EXM_SITEMAP_MAX_DEPTH || g_hash_table_size (self->seen) >= self->max_files)
    {
      self->n_refused++;
      return FALSE;
    }
  g_hash_table_add (self->seen, g_strdup (url));
  g_queue_push_tail (&self->urls, g_strdup (url));
  g_queue_push_tail (&self->depths, GUINT_TO_POINTER (depth));
  return TRUE;
}

char *
exm_sitemap_walk_next (ExmSitemapWalk *self, guint *depth)
{
  *depth = GPOINTER_TO_UINT (g_queue_pop_head (&self->depths));
  return g_queue_pop_head (&self->urls);
}

guint
exm_sitemap_walk_get_n_refused (const ExmSitemapWalk *self)
{
  return self->n_refused;
}
