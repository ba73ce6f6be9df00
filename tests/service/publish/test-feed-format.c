/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Feeds as others read them: Atom by the schema of atom.rng. */

#include "publish-fixture.h"
#include "publish/formats/exm-article-values.h"

#include <libxml/relaxng.h>
#include <string.h>

static gboolean
is_valid (xmlRelaxNGValidCtxtPtr context, const char *text)
{
  xmlDocPtr document = xmlReadMemory (text, (int) strlen (text), NULL, NULL, 0);
  gboolean valid = document != NULL && xmlRelaxNGValidateDoc (context, document) == 0;

  xmlFreeDoc (document);
  return valid;
}

static void
test_schema (void)
{
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "service", "publish", "atom.rng", NULL);
  xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt (path);
  xmlRelaxNGPtr schema = xmlRelaxNGParse (parser);
  xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt (schema);
  g_autofree char *feed = write_feed (EXM_OUTPUT_ATOM, N_FEED_ARTICLES);
  g_autofree char *empty = write_feed (EXM_OUTPUT_ATOM, 0);

  g_test_message ("%s", feed);
  g_assert_true (is_valid (context, feed));
  g_assert_true (is_valid (context, empty));
  g_assert_false (is_valid (context, "<feed xmlns='http://www.w3.org/2005/Atom'/>"));
  xmlRelaxNGFreeValidCtxt (context);
  xmlRelaxNGFree (schema);
  xmlRelaxNGFreeParserCtxt (parser);
}

/* Ids are for good. */
static void
test_id (void)
{
  g_autofree char *id = exm_article_format_urn ("00112233445566778899aabbccddeeff");

  g_assert_cmpstr (id, ==, "urn:uuid:00112233-4455-8677-8899-aabbccddeeff");
}

/* An id that is no address stays in JSON alone: Atom has no other ids. */
static void
test_source_id (void)
{
  static const struct
  {
    const char *id;
    gboolean in_atom;
  } cases[] = {
    { "tag:a.example,2026:1", TRUE },
    { "urn:uuid:1", TRUE },
    { "https://a.example/?p=1", TRUE },
    { "tag:a.example,2026:一", TRUE },
    { "4711", FALSE },
    { "post 7", FALSE },
    { "https://a.example/a b", FALSE },
    { "x:<y>", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmArticleFields fields = { .url_key = g_strdup ("https://a.example/1") };
      fields.feed = exm_feed_facts_parse (cases[i].id, "");
      g_autoptr (ExmArticle) article = exm_article_new (&fields);
      g_autofree char *key = exm_article_key (article);
      g_autofree char *urn = exm_article_format_urn (key);
      g_autofree char *atom = exm_article_dup_feed_id (article, key, TRUE);
      g_autofree char *json = exm_article_dup_feed_id (article, key, FALSE);
      g_assert_cmpstr (json, ==, cases[i].id);
      g_assert_cmpstr (atom, ==, cases[i].in_atom ? cases[i].id : urn);
    }
}

static void
test_time (void)
{
  static const struct
  {
    gint64 usec;
    const char *text;
  } cases[] = {
    { G_GINT64_CONSTANT (1714608000) * G_USEC_PER_SEC, "2024-05-02T00:00:00Z" },
    { 0, "1970-01-01T00:00:00Z" },
    { G_MAXINT64, "1970-01-01T00:00:00Z" },
    { G_MININT64, "1970-01-01T00:00:00Z" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = exm_article_format_rfc3339 (cases[i].usec);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/feed-format/schema", test_schema);
  g_test_add_func ("/feed-format/id", test_id);
  g_test_add_func ("/feed-format/source-id", test_source_id);
  g_test_add_func ("/feed-format/time", test_time);
  return g_test_run ();
}
