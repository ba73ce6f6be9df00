/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-xml-stream.h"

#include "base/exm-limits.h"
#include "discover/exm-xml-repair.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <libxml/parser.h>
#include <string.h>

#define PREFIX_BYTES (64u * 1024u)
#define CHUNK_BYTES (16u * 1024u)
#define MAX_LABEL_BYTES 40u
#define REPLACEMENT "\xef\xbf\xbd"

/* Source that libxml2 reads from. */
typedef struct
{
  GInputStream *stream; /* (unowned) */
  GByteArray *raw;      /* (owned): not yet decoded */
  GIConv iconv;
  ExmXmlRepair *mender; /* (owned) */
  GString *out;         /* (owned): mended */
  gsize out_taken;
  gsize n_read;
  gboolean at_end;
  ExmXmlReport *report; /* (unowned) */
} Source;

typedef struct
{
  Source source;
  const ExmXmlHandler *handler; /* (unowned) */
  gpointer data;                /* (unowned) */
  xmlParserCtxtPtr parser;      /* (owned) */
  ExmXmlReport *report;         /* (unowned) */
  GArray *namespaces;           /* (owned) (element-type int): of each open element */
  guint n_namespaces;           /* of all of them */
  gboolean stopped;
} Reader;

static const struct
{
  ExmXmlNs ns;
  const char *prefix; /* (unowned): what it usually is called */
  const char *uri;    /* (unowned): how its addresses begin, without the scheme */
} namespaces[] = {
  { EXM_XML_NS_ATOM, "atom", "www.w3.org/2005/atom" },
  { EXM_XML_NS_ATOM, "atom03", "purl.org/atom/ns" },
  { EXM_XML_NS_CONTENT, "content", "purl.org/rss/1.0/modules/content" },
  { EXM_XML_NS_OTHER, "sy", "purl.org/rss/1.0/modules/" },
  { EXM_XML_NS_RSS, "rss", "purl.org/rss/1.0" },
  { EXM_XML_NS_RSS, "rss09", "my.netscape.com/rdf/simple/0.9" },
  { EXM_XML_NS_RSS, "rss2", "backend.userland.com/rss" },
  { EXM_XML_NS_RSS, "rss20", "blogs.law.harvard.edu/tech/rss" },
  { EXM_XML_NS_RDF, "rdf", "www.w3.org/1999/02/22-rdf-syntax-ns" },
  { EXM_XML_NS_DC, "dc", "purl.org/dc/elements/" },
  { EXM_XML_NS_DC, "dcterms", "purl.org/dc/terms" },
  { EXM_XML_NS_MEDIA, "media", "search.yahoo.com/mrss" },
  { EXM_XML_NS_FEEDBURNER, "feedburner", "rssnamespace.org/feedburner" },
  { EXM_XML_NS_NEWS, "news", "www.google.com/schemas/sitemap-news" },
  { EXM_XML_NS_OTHER, "image", "www.google.com/schemas/sitemap-" },
  { EXM_XML_NS_SITEMAP, "sitemap", "www.sitemaps.org/schemas/sitemap" },
  { EXM_XML_NS_SITEMAP, "sm", "www.google.com/schemas/sitemap/" },
  { EXM_XML_NS_XHTML, "xhtml", "www.w3.org/1999/xhtml" },
  { EXM_XML_NS_XML, "xml", "www.w3.org/xml/1998/namespace" },
};

/* Encodings that are declared for what browsers read as another one (WHATWG). */
static const struct
{
  const char *label; /* (unowned) */
  const char *name;  /* (unowned) */
} encodings[] = {
  { "gb2312", "GB18030" },
  { "gbk", "GB18030" },
  { "gb_2312-80", "GB18030" },
  { "x-gbk", "GB18030" },
  { "big5", "BIG5-HKSCS" },
  { "shift_jis", "CP932" },
  { "shift-jis", "CP932" },
  { "sjis", "CP932" },
  { "x-sjis", "CP932" },
  { "euc-kr", "UHC" },
  { "ks_c_5601-1987", "UHC" },
  { "iso-8859-1", "WINDOWS-1252" },
  { "latin1", "WINDOWS-1252" },
  { "us-ascii", "WINDOWS-1252" },
  { "iso-8859-9", "WINDOWS-1254" },
  { "tis-620", "WINDOWS-874" },
};

static void
add_fault (ExmXmlReport *report, const char *message)
{
  report->n_faults++;
  if (report->first_fault == NULL && message != NULL)
    report->first_fault = g_strstrip (g_utf8_make_valid (message, -1));
}

/* A converter for @label, or −1 for one that is unknown or cannot be true of text that
 * begins in ASCII. */
static GIConv
open_label (const char *label)
{
  const char *name = label;

  if (strlen (label) > MAX_LABEL_BYTES
      || label[strspn (label, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_.")] != '\0'
      || g_ascii_strncasecmp (label, "utf", 3) == 0
      || g_ascii_strncasecmp (label, "ucs", 3) == 0)
    return (GIConv) -1;
  for (gsize i = 0; i < G_N_ELEMENTS (encodings); i++)
    if (g_ascii_strcasecmp (encodings[i].label, label) == 0)
      name = encodings[i].name;
  return g_iconv_open ("UTF-8", name);
}

static char *
find_declared (const char *prefix, gsize n)
{
  g_autofree char *head = g_strndup (prefix, MIN (n, 512u));
  const char *declaration = strstr (head, "<?xml");
  char *end = declaration != NULL ? strchr (declaration, '>') : NULL;

  if (end == NULL)
    return NULL;
  *end = '\0';
  const char *value = strstr (declaration, "encoding");
  if (value == NULL)
    return NULL;
  value += strlen ("encoding");
  value += strspn (value, " \t\r\n=\"'");
  return g_strndup (value, strcspn (value, " \t\r\n\"'?"));
}

static gboolean
is_utf8 (const char *text, gsize n)
{
  const char *end = NULL;
  gboolean ascii = TRUE;

  for (gsize i = 0; i < n && ascii; i++)
    ascii = (guchar) text[i] < 0x80;
  /* a character may be cut at the end of the prefix */
  return !ascii && (g_utf8_validate (text, (gssize) n, &end) || text + n - end < 4);
}

static GIConv
choose_encoding (Source *self, const char *http_charset)
{
  const char *text = (const char *) self->raw->data;
  gsize n = self->raw->len;
  GIConv iconv = (GIConv) -1;

  if (n >= 2 && memcmp (text, "\xff\xfe", 2) == 0)
    return g_iconv_open ("UTF-8", "UTF-16LE");
  if (n >= 2 && memcmp (text, "\xfe\xff", 2) == 0)
    return g_iconv_open ("UTF-8", "UTF-16BE");
  g_autofree char *declared = find_declared (text, n);
  if (!is_utf8 (text, n))
    {
      if (http_charset != NULL)
        iconv = open_label (http_charset);
      if (iconv == (GIConv) -1 && declared != NULL)
        iconv = open_label (declared);
    }
  return iconv != (GIConv) -1 ? iconv : g_iconv_open ("UTF-8", "UTF-8");
}

/* Asked between chunks: a cancelled caller waits for one at most. */
static gboolean
is_cancelled (void)
{
  return g_cancellable_is_cancelled (g_cancellable_get_current ());
}

static void
fill (Source *self)
{
  g_autoptr (GError) error = NULL;
  guint before = self->raw->len;
  gsize n = 0;
  gsize wanted = self->n_read == 0 ? PREFIX_BYTES : CHUNK_BYTES;

  g_byte_array_set_size (self->raw, (guint) (before + wanted));
  if (!g_input_stream_read_all (self->stream, self->raw->data + before, wanted, &n, NULL,
                                &error))
    add_fault (self->report, error->message);
  g_byte_array_set_size (self->raw, (guint) (before + n));
  self->n_read += n;
  self->at_end = n < wanted;
  self->at_end = self->at_end || is_cancelled ();
  if (self->n_read > EXM_MAX_PAGE_BYTES)
    {
      add_fault (self->report, _ ("It is too large; only its first part was read."));
      self->at_end = TRUE;
    }
}

/* Replaces invalid UTF-8 that a converter let pass: some accept sequences of five and six
 * bytes. */
static void
push_valid (Source *self, const char *text, gsize n_bytes)
{
  const char *end = text;

  while (!g_utf8_validate_len (text, n_bytes, &end))
    {
      /* A zero is valid for the mender, which drops it. */
      gsize n_zeros = *end == '\0';
      exm_xml_repair_push (self->mender, text, (gsize) (end - text) + n_zeros, FALSE,
                           self->out);
      if (n_zeros == 0)
        {
          exm_xml_repair_push (self->mender, REPLACEMENT, 3, FALSE, self->out);
          add_fault (self->report, NULL);
        }
      n_bytes -= (gsize) (end - text) + 1;
      text = end + 1;
    }
  exm_xml_repair_push (self->mender, text, n_bytes, FALSE, self->out);
}

static void
decode (Source *self)
{
  char buffer[CHUNK_BYTES];
  char *in = (char *) self->raw->data;
  gsize n_in = self->raw->len;
  gboolean more = TRUE;

  while (more)
    {
      char *out = buffer;
      gsize n_out = sizeof buffer;
      gsize done = g_iconv (self->iconv, &in, &n_in, &out, &n_out);
      int reason = done == (gsize) -1 ? errno : 0;
      push_valid (self, buffer, sizeof buffer - n_out);
      more = reason == E2BIG || reason == EILSEQ;
      if (reason == EILSEQ || (reason == EINVAL && self->at_end))
        {
          exm_xml_repair_push (self->mender, REPLACEMENT, 3, FALSE, self->out);
          add_fault (self->report, NULL);
          in++;
          n_in--;
          more = n_in > 0;
        }
    }
  g_byte_array_remove_range (self->raw, 0, (guint) (self->raw->len - n_in));
  if (self->at_end)
    exm_xml_repair_push (self->mender, "", 0, TRUE, self->out);
}

static int
on_read (void *data, char *buffer, int length)
{
  Source *self = data;

  while (self->out_taken == self->out->len && !self->at_end)
    {
      g_string_truncate (self->out, 0);
      self->out_taken = 0;
      fill (self);
      decode (self);
    }
  gsize n = MIN ((gsize) length, self->out->len - self->out_taken);
  memcpy (buffer, self->out->str + self->out_taken, n);
  self->out_taken += n;
  return (int) n;
}

static ExmXmlNs
find_namespace (const xmlChar *prefix, const xmlChar *uri)
{
  const char *address = (const char *) uri;

  if (address != NULL && g_ascii_strncasecmp (address, "http", 4) == 0
      && strstr (address, "://") != NULL)
    address = strstr (address, "://") + 3;
  for (gsize i = 0; address != NULL && i < G_N_ELEMENTS (namespaces); i++)
    if (g_ascii_strncasecmp (address, namespaces[i].uri, strlen (namespaces[i].uri)) == 0)
      return namespaces[i].ns;
  for (gsize i = 0; prefix != NULL && i < G_N_ELEMENTS (namespaces); i++)
    if (strcmp ((const char *) prefix, namespaces[i].prefix) == 0)
      return namespaces[i].ns;
  return prefix == NULL && address == NULL ? EXM_XML_NS_NONE : EXM_XML_NS_OTHER;
}

static void
attribute_clear (gpointer data)
{
  g_free (((ExmXmlAttribute *) data)->value);
}

static void
stop (Reader *self)
{
  self->stopped = TRUE;
  xmlStopParser (self->parser);
}

/* Counts work: the XML parser looks through the namespaces of all open elements for each
 * prefix, and each of a few bytes makes an element. Returns: %FALSE where that goes too
 * far */
static gboolean
count_element (Reader *self, int n_namespaces)
{
  ExmXmlReport *report = self->report;

  g_array_append_val (self->namespaces, n_namespaces);
  self->n_namespaces += (guint) n_namespaces;
  report->n_elements++;
  if (self->n_namespaces <= EXM_MAX_XML_NAMESPACES
      && report->n_elements <= EXM_MAX_XML_ELEMENTS)
    return TRUE;
  g_autofree char *fault
      = self->n_namespaces > EXM_MAX_XML_NAMESPACES
            ? g_strdup_printf (
                _ ("It declares more than %u namespaces at once; only what "
                   "is before that was read."),
                EXM_MAX_XML_NAMESPACES)
            : g_strdup_printf (_ ("It has more than %u elements; only those were read."),
                               EXM_MAX_XML_ELEMENTS);
  add_fault (report, fault);
  stop (self);
  return FALSE;
}

/* Copies the value of an attribute. The parser leaves each ampersand of it as the
 * reference
 * "&#38;", for a tree that nobody builds here. */
static char *
dup_value (const xmlChar *start, const xmlChar *end)
{
  g_autofree char *text = g_strndup ((const char *) start, (gsize) (end - start));
  g_autoptr (GString) value = g_string_new (text);

  g_string_replace (value, "&#38;", "&", 0);
  return g_string_free (g_steal_pointer (&value), FALSE);
}

static void
on_open (void *data,
         const xmlChar *name,
         const xmlChar *prefix,
         const xmlChar *uri,
         int n_namespaces,
         const xmlChar **namespaces_unused,
         int n_attributes,
         int n_defaulted,
         const xmlChar **values)
{
  Reader *self = data;
  g_autoptr (GArray) attributes = g_array_new (FALSE, FALSE, sizeof (ExmXmlAttribute));

  if (self->stopped || !count_element (self, n_namespaces))
    return;
  g_array_set_clear_func (attributes, attribute_clear);
  for (int i = 0; i < n_attributes; i++)
    {
      const xmlChar **field = values + 5 * i;
      ExmXmlAttribute attribute = {
        .ns = find_namespace (field[1], field[2]),
        .name = (const char *) field[0],
        .value = dup_value (field[3], field[4]),
      };
      g_array_append_val (attributes, attribute);
    }
  if (!self->handler->open (find_namespace (prefix, uri), (const char *) name,
                            (const ExmXmlAttribute *) (void *) attributes->data,
                            attributes->len, self->data))
    stop (self);
}

static void
on_close (void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
  Reader *self = data;
  guint n_open = self->namespaces->len;

  if (self->stopped)
    return;
  if (n_open > 0)
    {
      self->n_namespaces -= (guint) g_array_index (self->namespaces, int, n_open - 1);
      g_array_set_size (self->namespaces, n_open - 1);
    }
  self->handler->close ((const char *) name, self->data);
}

static void
on_text (void *data, const xmlChar *text, int n_bytes)
{
  Reader *self = data;

  if (!self->stopped)
    self->handler->text ((const char *) text, (gsize) n_bytes, self->data);
}

static void
on_error (void *data, xmlErrorPtr error)
{
  Reader *self = data;

  if (!self->stopped && error->level >= XML_ERR_ERROR)
    add_fault (self->report, error->message);
}

static void
parse (Reader *self)
{
  xmlSAXHandler sax = {
    .initialized = XML_SAX2_MAGIC,
    .startElementNs = on_open,
    .endElementNs = on_close,
    .characters = on_text,
    .ignorableWhitespace = on_text,
    .cdataBlock = on_text,
    .serror = on_error,
  };

  xmlInitParser ();
  self->parser = xmlCreateIOParserCtxt (&sax, self, on_read, NULL, &self->source,
                                        XML_CHAR_ENCODING_UTF8);
  if (self->parser == NULL)
    return;
  xmlCtxtUseOptions (self->parser, XML_PARSE_RECOVER | XML_PARSE_NONET);
  xmlParseDocument (self->parser);
  xmlFreeParserCtxt (self->parser);
}

void
exm_xml_stream_read (GInputStream *stream,
                     const char *http_charset,
                     const ExmXmlHandler *handler,
                     gpointer data,
                     ExmXmlReport *report)
{
  Reader self = {
    .source = { .stream = stream,
                .raw = g_byte_array_new (),
                .mender = exm_xml_repair_new (),
                .out = g_string_new (NULL),
                .report = report },
    .handler = handler,
    .data = data,
    .report = report,
    .namespaces = g_array_new (FALSE, FALSE, sizeof (int)),
  };

  *report = (ExmXmlReport){ 0 };
  fill (&self.source);
  self.source.iconv = choose_encoding (&self.source, http_charset);
  decode (&self.source);
  parse (&self);
  guint n_mended;
  exm_xml_repair_get_counts (self.source.mender, &n_mended, &report->n_overcrowded,
                             &report->n_entities);
  report->n_faults += n_mended;
  if (report->n_overcrowded > 0)
    {
      g_autofree char *fault = g_strdup_printf (
          _ ("An element has more than %u attributes; the rest of them was left out."),
          EXM_MAX_XML_ATTRIBUTES);
      g_clear_pointer (&report->first_fault, g_free);
      add_fault (report, fault);
    }
  g_iconv_close (self.source.iconv);
  exm_xml_repair_free (self.source.mender);
  g_byte_array_unref (self.source.raw);
  g_string_free (self.source.out, TRUE);
  g_array_unref (self.namespaces);
}

void
exm_xml_report_clear (ExmXmlReport *report)
{
  g_clear_pointer (&report->first_fault, g_free);
}

const char *
exm_xml_attributes_find (const ExmXmlAttribute *attributes,
                         guint n_attributes,
                         ExmXmlNs ns,
                         const char *name)
{
  for (guint i = 0; i < n_attributes; i++)
    if ((attributes[i].ns == EXM_XML_NS_NONE || attributes[i].ns == ns)
        && strcmp (attributes[i].name, name) == 0)
      return attributes[i].value;
  return NULL;
}
