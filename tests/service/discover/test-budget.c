/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Feeds and sitemaps made to cost far more than they are long. What is done for them is
 * counted: elements, attributes, namespaces, values, bytes of memory; no clock. */

#include "base/exm-limits.h"
#include "discover/exm-discover-error.h"
#include "discover/exm-feed-reader.h"
#include "discover/exm-sitemap.h"
#include "discover/exm-xml-stream.h"

#include <string.h>

#define URL "https://a.example/feed"

/* Counts of a handler's calls. */
typedef struct
{
  guint n_elements;
  guint most_attributes;
  guint cancel_at; /* elements; 0 for never */
  GString *names;  /* (owned) (nullable): of the elements */
} Given;

static gboolean
on_open (ExmXmlNs ns,
         const char *name,
         const ExmXmlAttribute *attributes,
         guint n_attributes,
         gpointer data)
{
  Given *given = data;

  given->n_elements++;
  given->most_attributes = MAX (given->most_attributes, n_attributes);
  if (given->names != NULL)
    g_string_append_printf (given->names, "%s%u ", name, n_attributes);
  if (given->n_elements == given->cancel_at)
    g_cancellable_cancel (g_cancellable_get_current ());
  return TRUE;
}

static void
on_text (const char *text, gsize n_bytes, gpointer data)
{
}

static void
on_close (const char *name, gpointer data)
{
}

static void
read_xml (const char *text, Given *given, ExmXmlReport *report)
{
  static const ExmXmlHandler handler = { on_open, on_text, on_close };
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (text, (gssize) strlen (text), NULL);

  exm_xml_stream_read (stream, NULL, &handler, given, report);
}

/* An element with @n attributes, and one behind it. */
static char *
make_crowd (guint n, const char *end)
{
  GString *text = g_string_new ("<a><b");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " n%u='%u>'", i, i);
  g_string_append (text, end);
  g_string_append (text, "<c x='1'/></a>");
  return g_string_free (text, FALSE);
}

static void
test_attributes (void)
{
  static const char *const ends[] = { "/>", ">t</b>", "  />", "\n>t</b>" };
  static const guint numbers[] = { EXM_MAX_XML_ATTRIBUTES - 1, EXM_MAX_XML_ATTRIBUTES,
                                   EXM_MAX_XML_ATTRIBUTES + 1, 3000 };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (numbers); k++)
      {
        g_autofree char *text = make_crowd (numbers[k], ends[i]);
        g_auto (ExmXmlReport) report = { 0 };
        Given given = { .names = g_string_new (NULL) };
        guint n = MIN (numbers[k], EXM_MAX_XML_ATTRIBUTES);
        g_autofree char *names = g_strdup_printf ("a0 b%u c1 ", n);

        read_xml (text, &given, &report);
        g_assert_cmpstr (given.names->str, ==, names);
        g_assert_cmpuint (report.n_overcrowded, ==, n < numbers[k]);
        g_assert_cmpuint (report.n_faults, ==, n < numbers[k]);
        if (n < numbers[k])
          g_assert_nonnull (strstr (report.first_fault, "128 attributes"));
        g_string_free (given.names, TRUE);
      }
}

/* Ten megabytes of one element: as much as froze a worker. */
static void
test_crowded_feed (void)
{
  GString *text = g_string_new ("<rss><channel><title>News</title><item");

  for (guint i = 0; i < 1000000; i++)
    g_string_append_printf (text, " n%u=''", i);
  g_string_append (text, "><title>One</title><link>https://a.example/1</link></item>"
                         "</channel></rss>");
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFeed) feed = exm_feed_read (bytes, URL, NULL, &error);
  guint n_faults = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (exm_feed_get_n_items (feed), ==, 1);
  g_assert_cmpstr (exm_feed_get_item (feed, 0)->url, ==, "https://a.example/1");
  g_assert_nonnull (strstr (exm_feed_get_fault (feed, &n_faults), "128 attributes"));
  g_assert_cmpuint (n_faults, ==, 1);
}

static void
test_namespaces (void)
{
  GString *text = g_string_new (NULL);
  g_auto (ExmXmlReport) report = { 0 };
  Given given = { 0 };

  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text, "<a xmlns:a%u='u:%u' xmlns:b%u='u:%u'>", i, i, i, i);
  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "<a0:x/>");
  read_xml (text->str, &given, &report);
  g_assert_cmpuint (given.n_elements, ==, EXM_MAX_XML_NAMESPACES / 2);
  g_assert_nonnull (strstr (report.first_fault, "256 namespaces"));
  g_string_free (text, TRUE);

  /* One after the other they are as many as there are. */
  g_auto (ExmXmlReport) good = { 0 };
  Given all = { 0 };
  text = g_string_new ("<r>");
  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "<m:a xmlns:m='u:%u' xmlns:n='u:n'><n:b/></m:a>", i);
  g_string_append (text, "</r>");
  read_xml (text->str, &all, &good);
  g_assert_cmpuint (all.n_elements, ==, 2001);
  g_assert_cmpuint (good.n_faults, ==, 0);
  g_string_free (text, TRUE);
}

static void
test_elements (void)
{
  GString *text = g_string_new ("<r>");
  g_auto (ExmXmlReport) report = { 0 };
  Given given = { 0 };

  for (guint i = 0; i < EXM_MAX_XML_ELEMENTS + 10; i++)
    g_string_append (text, "<a/>");
  read_xml (text->str, &given, &report);
  g_assert_cmpuint (given.n_elements, ==, EXM_MAX_XML_ELEMENTS);
  g_assert_nonnull (strstr (report.first_fault, "4000000 elements"));
  g_string_free (text, TRUE);
}

/* A cancelled reader ends within a chunk. */
static void
test_cancelled (void)
{
  GString *text = g_string_new ("<r>");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (ExmXmlReport) report = { 0 };
  Given given = { .cancel_at = 10 };

  for (guint i = 0; i < 1000000; i++)
    g_string_append (text, "<a/>");
  g_cancellable_push_current (cancellable);
  read_xml (text->str, &given, &report);
  g_cancellable_pop_current (cancellable);
  g_assert_cmpuint (given.n_elements, >=, 10);
  /* Read-ahead, at four bytes an element. */
  g_assert_cmpuint (given.n_elements, <, 2 * 64 * 1024 / 4);
  g_string_free (text, TRUE);
}

static char *
make_json_feed (guint n_values)
{
  GString *text = g_string_new ("{\"items\":[{\"url\":\"/1\",\"x\":[0");

  for (guint i = 0; i < n_values; i++)
    g_string_append (text, ",0");
  g_string_append (text, "]}]}");
  return g_string_free (text, FALSE);
}

static void
test_json_values (void)
{
  g_autofree char *few = make_json_feed (1000);
  g_autofree char *many = make_json_feed (EXM_MAX_JSON_VALUES);
  g_autoptr (GBytes) few_bytes = g_bytes_new (few, strlen (few));
  g_autoptr (GBytes) many_bytes = g_bytes_new (many, strlen (many));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFeed) feed = exm_feed_read (few_bytes, URL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (exm_feed_get_n_items (feed), ==, 1);
  g_assert_null (exm_feed_read (many_bytes, URL, NULL, &error));
  g_assert_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_TOO_MUCH);
  g_assert_nonnull (strstr (error->message, "2000000 values"));
}

static gboolean
on_entry (const ExmSitemapEntry *entry, gpointer data)
{
  guint *longest = data;

  *longest = MAX (*longest, (guint) strlen (entry->url));
  return TRUE;
}

/* A line without end: no more of it is kept than an address may have. */
static void
test_sitemap_line (void)
{
  GString *text = g_string_new ("https://a.example/1\r\nhttps://a.example/");
  guint longest = 0;
  g_auto (ExmSitemapReport) report = { 0 };

  for (guint i = 0; i < 8 * 1024 * 1024; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\nhttps://a.example/2\n");
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (text);
  g_assert_true (exm_sitemap_read (bytes, URL, NULL, on_entry, &longest, &report, NULL));
  g_assert_cmpuint (report.n_entries, ==, 2);
  g_assert_cmpuint (report.n_skipped, ==, 1);
  g_assert_cmpuint (longest, <, 100);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collect/budget/attributes", test_attributes);
  g_test_add_func ("/collect/budget/crowded-feed", test_crowded_feed);
  g_test_add_func ("/collect/budget/namespaces", test_namespaces);
  g_test_add_func ("/collect/budget/elements", test_elements);
  g_test_add_func ("/collect/budget/cancelled", test_cancelled);
  g_test_add_func ("/collect/budget/json-values", test_json_values);
  g_test_add_func ("/collect/budget/sitemap-line", test_sitemap_line);
  return g_test_run ();
}
