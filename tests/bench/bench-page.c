/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The page reader beside libxml2's HTML parser in one run, as Markdown.
 *
 * bench-page [--quick] [FOLDER…]
 *
 * Each folder is a set of pages: its *.html files, at any depth, of which at most
 * MAX_PAGES are taken, evenly spread. Without folders, EXEMPLAR_BENCH_PAGES in the
 * environment names one whose folders are the sets; without that, pages of sites that do
 * not exist are made. All that a reader needs is part of its time: for ours the charset,
 * the lines and their facts, and giving back its memory; for libxml2 a tree or the
 * events, from pages that are UTF-8 already. */

#include "charset/exm-charset-decoder.h"
#include "charset/exm-decode.h"
#include "html/exm-html-tokenizer.h"
#include "html/exm-html-tree.h"
#include "lab/xpath/exm-xml-page.h"
#include "page/exm-page-reader.h"

#include "test-site.h"

#include <errno.h>
#include <iconv.h>
#include <libxml/HTMLparser.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PAGES 64u

/* A set is read so often that each reader takes about this long. */
#define SECONDS_PER_SET 2.

#define MAX_ROUNDS 15u

typedef struct
{
  GBytes *raw;    /* (owned) */
  GBytes *source; /* (owned): decoded */
  GBytes *gb;     /* (owned): the same in GB 18030 */
} Page;

static void
page_clear (void *data)
{
  Page *self = data;
  g_bytes_unref (self->raw);
  g_bytes_unref (self->source);
  g_bytes_unref (self->gb);
}

/* Reads one page. Returns: a count that only a reader that did its work has. */
typedef gsize (*Reader) (const Page *page);

static GBytes *
decode (GBytes *raw)
{
  g_autoptr (GError) error = NULL;
  ExmCharset charset = { 0 };
  GBytes *source = exm_decode (raw, NULL, NULL, &charset, &error);

  if (source == NULL)
    g_error ("decode: %s", error->message);
  g_free (charset.name);
  g_free (charset.declared);
  g_array_unref (charset.replaced);
  return source;
}

static gsize
read_charset (const Page *page)
{
  g_autoptr (GBytes) source = decode (page->raw);
  return g_bytes_get_size (source);
}

/* Tells the tokenizer its state as tree construction would, for pages without surprises.
 */
static ExmHtmlState
get_state (ExmTag tag)
{
  switch (tag)
    {
    case EXM_TAG_SCRIPT:
      return EXM_HTML_SCRIPT_DATA;
    case EXM_TAG_STYLE:
    case EXM_TAG_IFRAME:
    case EXM_TAG_NOFRAMES:
    case EXM_TAG_XMP:
      return EXM_HTML_RAWTEXT;
    case EXM_TAG_TITLE:
    case EXM_TAG_TEXTAREA:
      return EXM_HTML_RCDATA;
    default:
      return EXM_HTML_DATA;
    }
}

static gsize
read_tokens (const Page *page)
{
  gsize n_bytes, n = 0;
  const char *source = g_bytes_get_data (page->source, &n_bytes);
  g_autofree ExmHtmlTokenizer *tokenizer = g_new (ExmHtmlTokenizer, 1);
  ExmHtmlToken token;

  exm_html_tokenizer_init (tokenizer, source, n_bytes);
  do
    {
      exm_html_tokenizer_next (tokenizer, &token);
      if (token.type == EXM_HTML_START_TAG && get_state (token.tag) != EXM_HTML_DATA)
        tokenizer->state = get_state (token.tag);
      n++;
    }
  while (token.type != EXM_HTML_EOF);
  return n;
}

static guint32
on_element (void *data,
            ExmHtmlPlace place,
            const ExmHtmlToken *token,
            ExmHtmlNamespace ns)
{
  return (guint32)++ * (gsize *) data;
}

static guint32
on_clone (void *data, guint32 original, const ExmHtmlPlace *place)
{
  return (guint32)++ * (gsize *) data;
}

static void
on_text (void *data, ExmHtmlPlace place, const ExmHtmlToken *token)
{
}

static void
on_move (void *data, guint32 node, ExmHtmlPlace place)
{
}

static guint32
on_wrap (void *data, guint32 *block, guint32 formatting)
{
  return (guint32)++ * (gsize *) data;
}

static void
on_add (void *data, guint32 node, const ExmHtmlToken *token)
{
}

static void
on_remove (void *data, guint32 node)
{
}

static gsize
read_tree (const Page *page)
{
  static const ExmHtmlSink sink = {
    .element = on_element,
    .clone = on_clone,
    .text = on_text,
    .move = on_move,
    .wrap = on_wrap,
    .add = on_add,
    .remove = on_remove,
  };
  gsize n_bytes, n = 0;
  const char *source = g_bytes_get_data (page->source, &n_bytes);

  exm_html_parse (source, n_bytes, FALSE, &sink, &n, NULL);
  return n;
}

static gsize
read_page (const Page *page)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPageText) text = exm_page_read (page->raw, NULL, &error);
  guint n;

  if (text == NULL)
    g_error ("read: %s", error->message);
  exm_page_text_get_lines (text, &n);
  return n;
}

static gsize
read_xml_page (const Page *page)
{
  g_autoptr (ExmXmlPage) xml = exm_xml_page_new (page->source, FALSE);
  return xmlDocGetRootElement (exm_xml_page_get_doc (xml)) != NULL;
}

static gsize
read_gb18030 (const Page *page)
{
  gsize n;
  const guint8 *data = g_bytes_get_data (page->gb, &n);
  g_auto (ExmDecoded) decoded = { 0 };

  exm_decoded_init (&decoded, exm_encoding_lookup ("gb18030"), data, n);
  return decoded.text->len;
}

static gsize
read_gb18030_by_iconv (const Page *page)
{
  static iconv_t converter; /* opened once, which takes longer than a page */
  gsize n;
  char *in = (char *) g_bytes_get_data (page->gb, &n);
  gsize room = n + n / 2 + 16;
  g_autofree char *text = g_malloc (room);
  char *out = text;

  if (converter == NULL)
    converter = iconv_open ("UTF-8", "GB18030");
  if (iconv (converter, &in, &n, &out, &room) == (gsize) -1)
    g_error ("iconv: %s", g_strerror (errno));
  return (gsize) (out - text);
}

#define XML_OPTIONS                                                                      \
  (HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET     \
   | HTML_PARSE_IGNORE_ENC)

static gsize
read_xml_tree (const Page *page)
{
  gsize n;
  const char *source = g_bytes_get_data (page->source, &n);
  htmlDocPtr doc = htmlReadMemory (source, (int) n, NULL, "UTF-8", XML_OPTIONS);
  gsize done = doc != NULL && xmlDocGetRootElement (doc) != NULL;

  xmlFreeDoc (doc);
  return done;
}

static void
on_xml_start (void *data, const xmlChar *name, const xmlChar **attributes)
{
  ++*(gsize *) data;
}

static void
on_xml_end (void *data, const xmlChar *name)
{
}

static void
on_xml_text (void *data, const xmlChar *text, int n)
{
}

static gsize
read_xml_events (const Page *page)
{
  gsize n, n_elements = 0;
  const char *source = g_bytes_get_data (page->source, &n);
  htmlParserCtxtPtr context = htmlNewParserCtxt ();

  *context->sax = (htmlSAXHandler){
    .startElement = on_xml_start,
    .endElement = on_xml_end,
    .characters = on_xml_text,
    .cdataBlock = on_xml_text,
    .ignorableWhitespace = on_xml_text,
  };
  context->userData = &n_elements;
  xmlFreeDoc (htmlCtxtReadMemory (context, source, (int) n, NULL, "UTF-8", XML_OPTIONS));
  htmlFreeParserCtxt (context);
  return n_elements;
}

typedef enum
{
  READ_CHARSET,
  READ_TOKENS,
  READ_TREE,
  READ_PAGE,
  READ_XML_PAGE,
  READ_XML_TREE,
  READ_XML_EVENTS,
  READ_GB18030,
  READ_GB18030_BY_ICONV,
  N_READERS
} ReaderKind;

static const struct
{
  const char *name;
  Reader read;
} readers[N_READERS] = {
  [READ_CHARSET] = { "charset", read_charset },
  [READ_TOKENS] = { "tokens", read_tokens },
  [READ_TREE] = { "tokens, tree", read_tree },
  [READ_PAGE] = { "the whole reader", read_page },
  [READ_XML_PAGE] = { "our reader, libxml2's tree", read_xml_page },
  [READ_XML_TREE] = { "libxml2, tree", read_xml_tree },
  [READ_XML_EVENTS] = { "libxml2, SAX", read_xml_events },
  [READ_GB18030] = { "from GB 18030", read_gb18030 },
  [READ_GB18030_BY_ICONV] = { "from GB 18030, iconv", read_gb18030_by_iconv },
};

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

/* Seconds that @read takes over all pages. */
static double
measure (Reader read, const GArray *pages)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < pages->len; i++)
    if (read (&g_array_index (pages, Page, i)) == 0)
      g_error ("page %u: nothing was read", i);
  return (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

static void
print_set (const char *name, const GArray *pages, double seconds[][MAX_ROUNDS], guint n)
{
  gsize n_bytes = 0;
  double median[N_READERS];

  for (guint i = 0; i < pages->len; i++)
    n_bytes += g_bytes_get_size (g_array_index (pages, Page, i).source);
  double mb = (double) n_bytes / 1e6;

  g_print ("\n%-44s %10s %10s %10s\n", name, "min", "median", "max");
  for (guint i = 0; i < N_READERS; i++)
    {
      qsort (seconds[i], n, sizeof (double), compare_doubles);
      median[i] = seconds[i][n / 2];
      g_autofree char *title = g_strdup_printf ("%s: %s", name, readers[i].name);
      g_print ("%-44s %10.1f %10.1f %10.1f MB/s, n = %" G_GSIZE_FORMAT "\n", title,
               mb / seconds[i][n - 1], mb / median[i], mb / seconds[i][0], n_bytes);
    }
  double whole = median[READ_PAGE];
  double tree = median[READ_TREE] - median[READ_TOKENS];
  double rest = whole - median[READ_CHARSET] - median[READ_TREE];
  g_print ("%s: %u pages, %.0f us a page: charset %.0f %%, tokens %.0f %%, tree %.0f %%, "
           "elements and lines %.0f %%\n",
           name, pages->len, 1e6 * whole / pages->len, 100 * median[READ_CHARSET] / whole,
           100 * median[READ_TOKENS] / whole, 100 * tree / whole, 100 * rest / whole);
  g_print ("%s: %.1f times libxml2's tree, %.1f times its SAX; its tree by our "
           "reader %.1f times; GB 18030 %.1f times iconv\n",
           name, median[READ_XML_TREE] / whole, median[READ_XML_EVENTS] / whole,
           median[READ_XML_TREE] / median[READ_XML_PAGE],
           median[READ_GB18030_BY_ICONV] / median[READ_GB18030]);
}

static void
bench (const char *name, const GArray *pages, gboolean quick)
{
  double seconds[N_READERS][MAX_ROUNDS];
  double slowest = 0;
  guint n_rounds = 1;

  /* The first round warms up and tells how many there is time for. */
  for (guint round = 0; round <= n_rounds; round++)
    for (guint i = 0; i < N_READERS; i++)
      {
        double taken = measure (readers[i].read, pages);
        if (round > 0)
          seconds[i][round - 1] = taken;
        slowest = MAX (slowest, taken);
        if (round == 0 && !quick && slowest > 0)
          n_rounds = (guint) CLAMP (SECONDS_PER_SET / slowest, 3, MAX_ROUNDS);
      }
  print_set (name, pages, seconds, n_rounds);
}

static GBytes *
encode_gb18030 (GBytes *source)
{
  g_autoptr (GError) error = NULL;
  gsize n, n_out;
  const char *text = g_bytes_get_data (source, &n);
  char *out = g_convert_with_fallback (text, (gssize) n, "GB18030", "UTF-8", "?", NULL,
                                       &n_out, &error);

  if (out == NULL)
    g_error ("GB 18030: %s", error->message);
  return g_bytes_new_take (out, n_out);
}

static void
add_page (GArray *pages, GBytes *raw)
{
  Page page = { .raw = raw, .source = decode (raw) };
  page.gb = encode_gb18030 (page.source);
  g_array_append_val (pages, page);
}

static GArray *
new_pages (void)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (Page));
  g_array_set_clear_func (pages, page_clear);
  return pages;
}

static void
bench_made (const char *name, TestSiteLanguage language, gboolean quick)
{
  g_autoptr (GArray) pages = new_pages ();

  for (guint i = 0; i < (quick ? 2 : 20); i++)
    {
      TestSitePage page = test_site_make_page (40, i, 20, language,
                                               TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
      g_free (page.body);
      add_page (pages, g_bytes_new_take (page.html, strlen (page.html)));
    }
  bench (name, pages, quick);
}

static void
find_pages (const char *folder, GPtrArray *paths)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      if (g_str_has_suffix (name, ".html"))
        g_ptr_array_add (paths, g_steal_pointer (&path));
      else if (g_file_test (path, G_FILE_TEST_IS_DIR))
        find_pages (path, paths);
    }
}

static int
compare_paths (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
bench_folder (const char *folder, gboolean quick)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) pages = new_pages ();
  g_autofree char *name = g_path_get_basename (folder);

  find_pages (folder, paths);
  g_ptr_array_sort (paths, compare_paths);
  guint n = MIN (paths->len, MAX_PAGES);
  for (guint i = 0; i < n; i++)
    {
      const char *path = g_ptr_array_index (paths, i * paths->len / n);
      g_autoptr (GError) error = NULL;
      char *text;
      gsize n_bytes;
      if (!g_file_get_contents (path, &text, &n_bytes, &error))
        g_error ("%s", error->message);
      add_page (pages, g_bytes_new_take (text, n_bytes));
    }
  if (n > 0)
    bench (name, pages, quick);
}

static void
bench_folders (const char *parent, gboolean quick)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (parent, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (folders, g_build_filename (parent, name, NULL));
  g_ptr_array_sort (folders, compare_paths);
  for (guint i = 0; i < folders->len; i++)
    bench_folder (g_ptr_array_index (folders, i), quick);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  int first = quick ? 2 : 1;
  const char *parent = g_getenv ("EXEMPLAR_BENCH_PAGES");

  xmlInitParser ();
  for (int i = first; i < argc; i++)
    bench_folder (argv[i], quick);
  if (argc <= first && parent != NULL)
    bench_folders (parent, quick);
  if (argc <= first && parent == NULL)
    {
      bench_made ("English", TEST_SITE_ENGLISH, quick);
      bench_made ("Chinese", TEST_SITE_CHINESE, quick);
    }
  xmlCleanupParser ();
  return EXIT_SUCCESS;
}
