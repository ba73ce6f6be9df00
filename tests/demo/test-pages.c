/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "page/exm-page-reader.h"
#include "site-fixture.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <string.h>

typedef struct
{
  const char *name;
  const char *encoding;
  gboolean scripted;
} Section;

static const Section sections[] = {
  { "news", "UTF-8", FALSE },
  { "zh", "GB18030", FALSE },
  { "blog", "UTF-8", FALSE },
  { "app", "UTF-8", TRUE },
};

static void
append_squeezed (GString *out, const char *text)
{
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    if (!g_unichar_isspace (g_utf8_get_char (c)))
      g_string_append_unichar (out, g_utf8_get_char (c));
}

static ExmPageText *
read_page (SiteFixture *self, const Section *section, const char *path)
{
  const ExmPageHints hints = { .override_charset = "utf-8" };
  g_autoptr (GError) error = NULL;
  char *text = site_fixture_read (self, path, section->encoding);
  g_autoptr (GBytes) raw = g_bytes_new_take (text, strlen (text));
  ExmPageText *page = exm_page_read (raw, &hints, &error);
  g_assert_no_error (error);
  return page;
}

/* Text of the page without white space, which templates are free to choose. */
static char *
get_squeezed (const ExmPageText *page)
{
  GString *out = g_string_new (NULL);
  guint n;
  exm_page_text_get_lines (page, &n);
  for (guint i = 0; i < n; i++)
    append_squeezed (out, exm_page_text_get_line (page, i));
  return g_string_free (out, FALSE);
}

static void
assert_holds (const char *squeezed, const char *line, gboolean expected)
{
  g_autoptr (GString) wanted = g_string_new (NULL);
  append_squeezed (wanted, line);
  g_assert_cmpint (strstr (squeezed, wanted->str) != NULL, ==, expected);
}

static void
check_article (SiteFixture *self, const Section *section, const char *path)
{
  const ExmSampleArticle *article = exm_sample_server_get_article (self->server, path);
  g_autoptr (ExmPageText) page = read_page (self, section, path);
  g_autofree char *squeezed = get_squeezed (page);
  g_autofree char *body = exm_sample_server_dup_body (self->server, path);
  g_auto (GStrv) lines = g_strsplit (body, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), >, 0);
  for (char **line = lines; *line != NULL; line++)
    assert_holds (squeezed, *line, !section->scripted);
  if (!section->scripted)
    {
      assert_holds (squeezed, article->title, TRUE);
      assert_holds (squeezed, article->author, TRUE);
    }
}

static void
test_articles (SiteFixture *self, gconstpointer unused)
{
  for (guint redesign = 0; redesign < 2; redesign++)
    {
      exm_sample_server_set_redesign (self->server, redesign == 1);
      for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
        {
          g_auto (GStrv) paths
              = exm_sample_server_list_articles (self->server, sections[i].name);
          g_assert_cmpuint (g_strv_length (paths), >=, 12);
          for (char **path = paths; *path != NULL; path++)
            check_article (self, &sections[i], *path);
        }
    }
}

static void
test_scripted_data (SiteFixture *self, gconstpointer unused)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "app");
  for (char **path = paths; *path != NULL; path++)
    {
      g_autofree char *number = g_path_get_basename (*path);
      g_autofree char *data = g_strdup_printf ("/app/api/%s.json", number);
      g_autofree char *json = site_fixture_read (self, data, "UTF-8");
      g_autofree char *page = site_fixture_read (self, *path, "UTF-8");
      g_autofree char *body = exm_sample_server_dup_body (self->server, *path);
      g_auto (GStrv) lines = g_strsplit (body, "\n", -1);
      g_assert_nonnull (strstr (page, data));
      for (char **line = lines; *line != NULL; line++)
        {
          g_autoptr (GString) escaped = g_string_new (*line);
          g_string_replace (escaped, "\"", "\\\"", 0);
          g_assert_nonnull (strstr (json, escaped->str));
        }
    }
}

/* Adds the addresses of all links on the page @path, as they are written. */
static void
collect_links (SiteFixture *self,
               const Section *section,
               const char *path,
               GHashTable *links)
{
  g_autoptr (ExmPageText) page = read_page (self, section, path);
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n);
  for (guint i = 0; i < n; i++)
    if (spans[i].kind == EXM_SPAN_LINK)
      g_hash_table_add (links,
                        g_strdup (exm_page_text_get_string (page, spans[i].value)));
}

static gboolean
is_list_page (const Section *section, const char *path)
{
  g_autofree char *home = g_strdup_printf ("/%s/", section->name);
  return g_str_has_prefix (path, home)
         && (strstr (path, "page/") != NULL || strstr (path, "index_") != NULL);
}

/* Follows paging only; article pages are not opened. */
static GHashTable *
walk_lists (SiteFixture *self, const Section *section)
{
  GHashTable *links = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) queue = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (queue, g_strdup_printf ("/%s/", section->name));
  for (guint i = 0; i < queue->len; i++)
    {
      GHashTableIter iter;
      gpointer link;
      collect_links (self, section, g_ptr_array_index (queue, i), links);
      g_hash_table_iter_init (&iter, links);
      while (g_hash_table_iter_next (&iter, &link, NULL))
        if (is_list_page (section, link) && g_hash_table_add (seen, g_strdup (link)))
          g_ptr_array_add (queue, g_strdup (link));
    }
  g_assert_cmpuint (queue->len, >=, 3);
  return links;
}

static void
test_lists (SiteFixture *self, gconstpointer unused)
{
  for (guint redesign = 0; redesign < 2; redesign++)
    {
      exm_sample_server_set_redesign (self->server, redesign == 1);
      for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
        {
          g_autoptr (GHashTable) links = walk_lists (self, &sections[i]);
          g_auto (GStrv) paths
              = exm_sample_server_list_articles (self->server, sections[i].name);
          for (char **path = paths; *path != NULL; path++)
            g_assert_true (g_hash_table_contains (links, *path));
        }
    }
}

/* How many nodes of well-formed XML at @path the expression finds, and that every article
 * of @section is among them. */
static int
check_xml (SiteFixture *self,
           const char *path,
           const char *expression,
           const char *section)
{
  g_autoptr (SiteAnswer) answer = site_fixture_get (self, path, NULL, NULL);
  gsize size = 0;
  const char *data = g_bytes_get_data (answer->bytes, &size);
  g_assert_cmpuint (answer->status, ==, 200);
  xmlDocPtr doc = xmlReadMemory (data, (int) size, NULL, NULL, XML_PARSE_NONET);
  g_assert_nonnull (doc);
  xmlXPathContextPtr context = xmlXPathNewContext (doc);
  xmlXPathObjectPtr found = xmlXPathEvalExpression (BAD_CAST expression, context);
  g_autoptr (GHashTable) texts
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  int n = found->nodesetval->nodeNr;
  for (int i = 0; i < n; i++)
    {
      xmlChar *text = xmlNodeGetContent (found->nodesetval->nodeTab[i]);
      g_hash_table_add (texts, g_strdup ((const char *) text));
      xmlFree (text);
    }
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, section);
  for (char **one = paths; *one != NULL; one++)
    {
      g_autofree char *url
          = g_strconcat (exm_sample_server_get_base_url (self->server), *one, NULL);
      g_assert_true (g_hash_table_contains (texts, url));
    }
  xmlXPathFreeObject (found);
  xmlXPathFreeContext (context);
  xmlFreeDoc (doc);
  return n;
}

static void
test_feeds_and_sitemaps (SiteFixture *self, gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_autofree char *feed = g_strdup_printf ("/%s/feed.xml", sections[i].name);
      g_autofree char *map = g_strdup_printf ("/%s/sitemap.xml", sections[i].name);
      const char *links = strcmp (sections[i].name, "blog") == 0
                              ? "//*[local-name()='entry']/*[local-name()='link']/@href"
                              : "//item/link";
      g_assert_cmpint (check_xml (self, feed, links, sections[i].name), ==, 12);
      g_assert_cmpint (check_xml (self, map, "//*[local-name()='loc']", sections[i].name),
                       ==, 12);
    }
  g_assert_cmpint (check_xml (self, "/sitemap.xml", "//*[local-name()='loc']", ""), ==,
                   4);
  g_autofree char *robots = site_fixture_read (self, "/robots.txt", "UTF-8");
  g_assert_nonnull (strstr (robots, "Disallow: /private/\n"));
  g_assert_nonnull (strstr (robots, "/sitemap.xml"));
}

/* Adds what the class and id attributes of the page say, whole attributes each. */
static void
add_classes (const ExmPageText *page, GHashTable *classes)
{
  guint n;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);
  for (guint i = 0; i < n; i++)
    {
      const guint32 offsets[] = { nodes[i].class_names, nodes[i].id };
      for (gsize k = 0; k < G_N_ELEMENTS (offsets); k++)
        if (offsets[k] != 0)
          g_hash_table_add (classes,
                            g_strdup (exm_page_text_get_string (page, offsets[k])));
    }
}

static void
test_redesign (SiteFixture *self, gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_auto (GStrv) paths
          = exm_sample_server_list_articles (self->server, sections[i].name);
      GHashTable *classes[2] = { NULL, NULL };
      for (guint redesign = 0; redesign < 2; redesign++)
        {
          exm_sample_server_set_redesign (self->server, redesign == 1);
          g_autoptr (ExmPageText) page = read_page (self, &sections[i], paths[0]);
          classes[redesign]
              = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
          add_classes (page, classes[redesign]);
        }
      g_assert_cmpuint (g_hash_table_size (classes[0]), >, 0);
      GHashTableIter iter;
      gpointer name;
      g_hash_table_iter_init (&iter, classes[0]);
      while (g_hash_table_iter_next (&iter, &name, NULL))
        g_assert_false (g_hash_table_contains (classes[1], name));
      g_hash_table_unref (classes[0]);
      g_hash_table_unref (classes[1]);
    }
}

static void
test_neighbourhood_differs (SiteFixture *self, gconstpointer unused)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "news");
  g_autoptr (GHashTable) a
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) b
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint only_a = 0;
  collect_links (self, &sections[0], paths[0], a);
  collect_links (self, &sections[0], paths[1], b);
  for (char **path = paths; *path != NULL; path++)
    only_a += g_hash_table_contains (a, *path) && !g_hash_table_contains (b, *path);
  g_assert_cmpuint (only_a, >=, 2);
  g_autofree char *first = site_fixture_read (self, paths[0], "UTF-8");
  g_autofree char *again = site_fixture_read (self, paths[0], "UTF-8");
  g_assert_cmpstr (first, ==, again);
}

static void
test_chinese_bytes (SiteFixture *self, gconstpointer unused)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "zh");
  guint outside = 0;
  for (char **path = paths; *path != NULL; path++)
    {
      g_autoptr (SiteAnswer) answer = site_fixture_get (self, *path, NULL, NULL);
      gsize size = 0;
      const char *data = g_bytes_get_data (answer->bytes, &size);
      g_assert_cmpstr (site_answer_get_header (answer, "Content-Type"), ==, "text/html");
      g_assert_nonnull (g_strstr_len (data, (gssize) size, "charset=gb2312"));
      g_assert_false (g_utf8_validate (data, (gssize) size, NULL));
      g_autofree char *strict
          = g_convert (data, (gssize) size, "UTF-8", "GB2312", NULL, NULL, NULL);
      outside += strict == NULL;
    }
  g_assert_cmpuint (outside, >=, 1);
}

static void
test_http_charset (SiteFixture *self, gconstpointer unused)
{
  g_autoptr (SiteAnswer) answer = site_fixture_get (self, "/zh/", NULL, NULL);
  g_assert_cmpstr (site_answer_get_header (answer, "Content-Type"), ==,
                   "text/html; charset=gb2312");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (SiteFixture *self, gconstpointer unused);
    ExmSampleServerFlags flags;
  } tests[] = {
    { "articles", test_articles, 0 },
    { "scripted-data", test_scripted_data, 0 },
    { "lists", test_lists, 0 },
    { "feeds-and-sitemaps", test_feeds_and_sitemaps, 0 },
    { "redesign", test_redesign, 0 },
    { "neighbourhood", test_neighbourhood_differs, 0 },
    { "chinese-bytes", test_chinese_bytes, 0 },
    { "http-charset", test_http_charset, EXM_SAMPLE_SERVER_HTTP_CHARSET },
  };
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/sample/pages/", tests[i].name, NULL);
      g_test_add (path, SiteFixture, GUINT_TO_POINTER (tests[i].flags),
                  site_fixture_set_up, tests[i].test, site_fixture_tear_down);
    }
  int status = g_test_run ();
  xmlCleanupParser ();
  return status;
}
