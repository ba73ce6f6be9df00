/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fetch/exm-fetch-record.h"
#include "jobs/exm-tdmrep.h"

static void
test_find (void)
{
  static const char file[]
      = "[{\"location\": \"/\", \"tdm-reservation\": 0},"
        " {\"location\": \"/news/*\", \"tdm-reservation\": 1,"
        "  \"tdm-policy\": \"https://a.example/policy.json\"},"
        " {\"location\": \"/news/open/\", \"tdm-reservation\": \"0\"},"
        " {\"location\": \"*.pdf$\", \"tdm-reservation\": 1},"
        " {\"location\": \"/odd\", \"tdm-reservation\": 7}, 3, {}, [],"
        " {\"location\": 9, \"tdm-reservation\": 1},"
        " {\"location\": \"/x\\nDisallow: /\", \"tdm-reservation\": 1}]";
  static const struct
  {
    const char *json;
    const char *path;
    const char *reservation; /* (nullable): the file does not speak of the path */
    const char *policy;      /* (nullable) */
  } cases[] = {
    { file, "/", "0", NULL },
    { file, "/news/1.html", "1", "https://a.example/policy.json" },
    { file, "/news/open/1.html", "0", NULL },
    { file, "/a/b.pdf", "1", NULL },
    { file, "/odd", "0", NULL },
    { "[{\"location\": \"/a\", \"tdm-reservation\": 1}]", "/b", NULL, NULL },
    { "[{\"location\": \"/\", \"tdm-reservation\": true}]", "/b", "1", NULL },
    { "{\"location\": \"/\", \"tdm-reservation\": 1}", "/", NULL, NULL },
    { "<html>404</html>", "/", NULL, NULL },
    { "[", "/", NULL, NULL },
    { "", "/", NULL, NULL },
    { NULL, "/", NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *reservation = NULL;
      g_autofree char *policy = NULL;
      g_test_message ("%s %s", cases[i].json, cases[i].path);
      gboolean found
          = exm_tdmrep_find (cases[i].json, cases[i].path, &reservation, &policy);
      g_assert_cmpint (found, ==, cases[i].reservation != NULL);
      g_assert_cmpstr (reservation, ==, cases[i].reservation);
      g_assert_cmpstr (policy, ==, cases[i].policy);
    }
}

static void
test_deep (void)
{
  g_autoptr (GString) deep = g_string_new (NULL);
  const char *reservation = NULL;
  g_autofree char *policy = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, '[');
  g_assert_false (exm_tdmrep_find (deep->str, "/", &reservation, &policy));
  g_string_set_size (deep, 0);
  for (guint i = 0; i < EXM_TDMREP_MAX_BYTES; i++)
    g_string_append_c (deep, ' ');
  g_string_append (deep, "[{\"location\": \"/\", \"tdm-reservation\": 1}]");
  g_assert_false (exm_tdmrep_find (deep->str, "/", &reservation, &policy));
}

static void
append_header (const char *name, const char *value, gpointer data)
{
  g_string_append_printf (data, "%s=%s;", name, value);
}

/* Headers of the last answer alone, and no secret ones. */
static void
test_headers (void)
{
  static const struct
  {
    const char *record; /* (nullable) */
    const char *headers;
  } cases[] = {
    { "{\"version\":1,\"exchanges\":[{\"headers\":[[\"A\",\"1\"]]},{\"headers\":"
      "[[\"X-Robots-Tag\",\"noai\"],[\"Set-Cookie\",null],[\"X-Robots-Tag\",\"noindex\"]]"
      "}]}",
      "X-Robots-Tag=noai;X-Robots-Tag=noindex;" },
    { "{\"exchanges\":[{\"headers\":[[],[1,2],7,{},[\"A\"],[\"B\",\"2\",3]]}]}", "" },
    { "{\"exchanges\":[]}", "" },
    { "{\"exchanges\":[7]}", "" },
    { "[]", "" },
    { "HTTP/1.1 200 OK", "" },
    { NULL, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) headers = g_string_new (NULL);
      exm_fetch_record_foreach_header (cases[i].record, append_header, headers);
      g_assert_cmpstr (headers->str, ==, cases[i].headers);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tdmrep/find", test_find);
  g_test_add_func ("/tdmrep/deep", test_deep);
  g_test_add_func ("/tdmrep/headers", test_headers);
  return g_test_run ();
}
