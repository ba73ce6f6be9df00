/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rights that pages, their headers and their sites declare. */

#include "metadata/exm-metadata-reader.h"
#include "metadata/exm-rights.h"
#include "page/exm-page-reader.h"

#include <string.h>

#define URL "https://a.example/news/1.html"
#define COMMONS "https://creativecommons.org/licenses/by/4.0/"
#define LD_JSON(object) "<script type='application/ld+json'>" object "</script>"
#define PAPER "{\"@type\":\"NewsArticle\",\"headline\":\"Doors open\""

static ExmMetadata *
read_page (const char *head, const char *before, const char *after)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *html = g_strdup_printf (
      "<head>%s</head><h1>Doors open</h1>%s<p>The doors of the new building opened at "
      "nine.</p><p>%s</p>",
      head, before, after);
  g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
  const ExmPageHints hints = { .url = URL };
  g_autoptr (ExmPageText) page = exm_page_read (raw, &hints, &error);
  guint n, body = 0;

  g_assert_no_error (error);
  exm_page_text_get_lines (page, &n);
  while (body < n && !g_str_has_prefix (exm_page_text_get_line (page, body), "The doors"))
    body++;
  g_assert_cmpuint (body, <, n);
  return exm_metadata_read (page, body, body);
}

static void
test_declared (void)
{
  static const struct
  {
    const char *head;
    const char *before; /* above the body */
    const char *after;  /* below it */
    ExmField field;
    const char *value; /* (nullable) */
    ExmOrigin origin;
  } cases[] = {
    { "<link rel=license href=/terms>", "", "", EXM_FIELD_LICENSE,
      "https://a.example/terms", EXM_ORIGIN_ELEMENT },
    { "", "", "<a rel=license href='" COMMONS "'>CC BY</a>", EXM_FIELD_LICENSE, COMMONS,
      EXM_ORIGIN_ELEMENT },
    { "", "", "<a href='" COMMONS "'>CC BY</a>", EXM_FIELD_LICENSE, COMMONS,
      EXM_ORIGIN_TEXT },
    { "", "", "<a href='https://b.example/creativecommons.org/licenses/'>x</a>",
      EXM_FIELD_LICENSE, NULL, 0 },
    { LD_JSON (PAPER ",\"license\":\"" COMMONS "\"}"), "", "", EXM_FIELD_LICENSE, COMMONS,
      EXM_ORIGIN_JSON_LD },
    { "<meta name=dcterms.license content='All rights reserved'>", "", "",
      EXM_FIELD_LICENSE, "All rights reserved", EXM_ORIGIN_META },
    { "<meta name=robots content='NoIndex, follow,noai'>", "", "", EXM_FIELD_ROBOTS,
      "noindex, noai", EXM_ORIGIN_META },
    { "<meta name=robots content='index, follow, max-image-preview:large'>", "", "",
      EXM_FIELD_ROBOTS, NULL, 0 },
    { "<meta name=robots content='index, max-snippet:-1, max-image-preview:large, "
      "noai, noimageai'>",
      "", "", EXM_FIELD_ROBOTS, "noai, noimageai", EXM_ORIGIN_META },
    { "<meta name=robots content='googlebot: noindex, noai'>", "", "", EXM_FIELD_ROBOTS,
      NULL, 0 },
    { "<meta name=robots content='robots:noarchive'>", "", "", EXM_FIELD_ROBOTS,
      "noarchive", EXM_ORIGIN_META },
    { "<meta name=robots content=none>", "", "", EXM_FIELD_ROBOTS, "noindex",
      EXM_ORIGIN_META },
    { "<meta name=googlebot content=noindex>", "", "", EXM_FIELD_ROBOTS, NULL, 0 },
    { "<meta name=tdm-reservation content=1>", "", "", EXM_FIELD_TDM, "reserved",
      EXM_ORIGIN_META },
    { "<meta name=tdm-reservation content=0>", "", "", EXM_FIELD_TDM, "open",
      EXM_ORIGIN_META },
    { "<meta name=tdm-reservation content=yes>", "", "", EXM_FIELD_TDM, NULL, 0 },
    { "<meta name=tdm-policy content=/tdm.json>", "", "", EXM_FIELD_TDM_POLICY,
      "https://a.example/tdm.json", EXM_ORIGIN_META },
    { LD_JSON (PAPER ",\"isAccessibleForFree\":false}"), "", "", EXM_FIELD_ACCESS, "paid",
      EXM_ORIGIN_JSON_LD },
    { LD_JSON (PAPER ",\"isAccessibleForFree\":true,\"hasPart\":{\"@type\":"
                     "\"WebPageElement\",\"isAccessibleForFree\":\"False\"}}"),
      "", "", EXM_FIELD_ACCESS, "paid", EXM_ORIGIN_JSON_LD },
    { LD_JSON (PAPER ",\"isAccessibleForFree\":\"True\"}"), "", "", EXM_FIELD_ACCESS,
      "free", EXM_ORIGIN_JSON_LD },
    { LD_JSON (PAPER "}"), "", "", EXM_FIELD_ACCESS, NULL, 0 },
    { "<meta property=article:content_tier content=metered>", "", "", EXM_FIELD_ACCESS,
      "paid", EXM_ORIGIN_OPEN_GRAPH },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmMetadata) m
          = read_page (cases[i].head, cases[i].before, cases[i].after);
      g_test_message ("%s %s", cases[i].head, cases[i].after);
      g_assert_cmpstr (exm_metadata_get (m, cases[i].field), ==, cases[i].value);
      if (cases[i].value != NULL)
        g_assert_cmpint (exm_metadata_get_origin (m, cases[i].field), ==,
                         cases[i].origin);
    }
}

/* A licence that is linked to in the body is that of a picture. */
static void
test_picture_licence (void)
{
  g_autoptr (GError) error = NULL;
  static const char html[]
      = "<h1>Doors open</h1><p>The doors opened. Photo: <a href='" COMMONS
        "'>CC BY</a></p><p>End.</p>";
  g_autoptr (GBytes) raw = g_bytes_new_static (html, strlen (html));
  const ExmPageHints hints = { .url = URL };
  g_autoptr (ExmPageText) page = exm_page_read (raw, &hints, &error);
  g_assert_no_error (error);
  g_autoptr (ExmMetadata) m = exm_metadata_read (page, 1, 2);

  g_assert_null (exm_metadata_get (m, EXM_FIELD_LICENSE));
}

static void
test_headers (void)
{
  static const struct
  {
    const char *name;
    const char *value;
    ExmField field;
    const char *expected; /* (nullable) */
  } cases[] = {
    { "X-Robots-Tag", "noindex, noai", EXM_FIELD_ROBOTS, "noindex, noai" },
    { "x-robots-tag", "otherbot: noindex, noarchive", EXM_FIELD_ROBOTS, NULL },
    { "X-Robots-Tag", "noarchive, otherbot: noai", EXM_FIELD_ROBOTS, "noarchive" },
    { "TDM-Reservation", "1", EXM_FIELD_TDM, "reserved" },
    { "tdm-reservation", " 0 ", EXM_FIELD_TDM, "open" },
    { "tdm-policy", "https://a.example/p.json", EXM_FIELD_TDM_POLICY,
      "https://a.example/p.json" },
    { "Link", "</a.css>; rel=preload, <" COMMONS ">; rel=\"license\"; title=x",
      EXM_FIELD_LICENSE, COMMONS },
    { "Link", "</a.css>; rel=preload; title=license", EXM_FIELD_LICENSE, NULL },
    { "Link", "<", EXM_FIELD_LICENSE, NULL },
    { "Server", "noai", EXM_FIELD_ROBOTS, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmMetadata) m = exm_metadata_new ();
      g_test_message ("%s: %s", cases[i].name, cases[i].value);
      exm_rights_read_header (m, URL, cases[i].name, cases[i].value);
      g_assert_cmpstr (exm_metadata_get (m, cases[i].field), ==, cases[i].expected);
      if (cases[i].expected != NULL)
        g_assert_cmpint (exm_metadata_get_origin (m, cases[i].field), ==,
                         EXM_ORIGIN_HTTP);
    }
}

/* The page goes before its headers, these before the site; what robots are told adds up.
 */
static void
test_order (void)
{
  g_autoptr (ExmMetadata) m
      = read_page ("<meta name=robots content=noindex><meta name=tdm-reservation "
                   "content=0>",
                   "", "");

  exm_rights_read_header (m, URL, "X-Robots-Tag", "noarchive");
  exm_rights_read_header (m, URL, "X-Robots-Tag", "noindex");
  exm_rights_read_header (m, URL, "tdm-reservation", "1");
  exm_rights_add_site (m, URL, "1", "/policy.json");
  g_assert_cmpstr (exm_metadata_get (m, EXM_FIELD_ROBOTS), ==, "noindex, noarchive");
  g_assert_cmpstr (exm_metadata_get (m, EXM_FIELD_TDM), ==, "open");
  g_assert_null (exm_metadata_get (m, EXM_FIELD_TDM_POLICY));

  g_autoptr (ExmMetadata) bare = exm_metadata_new ();
  exm_rights_add_site (bare, URL, "1", "/policy.json");
  g_assert_cmpstr (exm_metadata_get (bare, EXM_FIELD_TDM), ==, "reserved");
  g_assert_cmpstr (exm_metadata_get (bare, EXM_FIELD_TDM_POLICY), ==,
                   "https://a.example/policy.json");
  g_assert_cmpint (exm_metadata_get_origin (bare, EXM_FIELD_TDM), ==, EXM_ORIGIN_TDMREP);
}

static void
test_reserved (void)
{
  static const struct
  {
    ExmField field;
    const char *value;
    gboolean reserved;
  } cases[] = {
    { EXM_FIELD_TDM, "reserved", TRUE },
    { EXM_FIELD_TDM, "open", FALSE },
    { EXM_FIELD_ROBOTS, "noindex, noai", TRUE },
    { EXM_FIELD_ROBOTS, "noindex, noarchive, noimageai", FALSE },
    { EXM_FIELD_ACCESS, "paid", FALSE },
  };

  g_assert_false (exm_rights_is_reserved (NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmMetadata) m = exm_metadata_new ();
      g_assert_false (exm_rights_is_reserved (m));
      exm_metadata_set (m, cases[i].field, EXM_ORIGIN_META, cases[i].value);
      g_assert_cmpint (exm_rights_is_reserved (m), ==, cases[i].reserved);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rights/declared", test_declared);
  g_test_add_func ("/rights/picture-licence", test_picture_licence);
  g_test_add_func ("/rights/headers", test_headers);
  g_test_add_func ("/rights/order", test_order);
  g_test_add_func ("/rights/reserved", test_reserved);
  return g_test_run ();
}
