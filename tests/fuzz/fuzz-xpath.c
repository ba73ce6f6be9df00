/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any text as an XPath expression over a small page: refused with a reason, or a value of
 * which every part is UTF-8, and the same when evaluated again. */

#include "fuzz.h"

#include "lab/xpath/exm-xpath.h"

#include <math.h>
#include <string.h>

/* Unions and strings grow with the expression. */
#define MAX_BYTES 200u

static const char html[]
    = "<!doctype html><html lang=en><head><title>A title</title></head><body>"
      "<div class='article main' id=a><h1>One</h1><p>Two <b>three</b> 4</p><p "
      "lang=zh>五</p>"
      "<ul><li>1<li>2<li>3</ul><svg:path></svg:path><svg><path d=m /></svg></div>"
      "<!-- remark --></body></html>";

static void
expect_message (const GError *error)
{
  FUZZ_EXPECT (error != NULL && error->domain == EXM_XPATH_ERROR);
  FUZZ_EXPECT (*error->message != '\0' && g_utf8_validate (error->message, -1, NULL));
}

/* The whole value as text. */
static char *
write_value (const ExmXPathResult *result)
{
  GString *out = g_string_new (NULL);
  g_autofree char *value = NULL;

  if (exm_xpath_result_get_kind (result) != EXM_XPATH_NODES)
    FUZZ_EXPECT (exm_xpath_result_get_n_nodes (result) == 0);
  for (guint i = 0; i < exm_xpath_result_get_n_nodes (result); i++)
    {
      g_autofree char *text = exm_xpath_result_make_text (result, i);
      FUZZ_EXPECT (exm_xpath_result_get_node (result, i) != NULL);
      g_string_append_printf (out, "%s\n", text);
    }
  if (exm_xpath_result_get_kind (result) != EXM_XPATH_NODES)
    {
      value = exm_xpath_result_make_string (result);
      g_string_append (out, value);
    }
  FUZZ_EXPECT (g_utf8_validate_len (out->str, out->len, NULL));
  return g_string_free (out, FALSE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *raw = g_strndup ((const char *) data, MIN (size, MAX_BYTES));
  g_autofree char *text = g_utf8_make_valid (raw, -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) source = g_bytes_new_static (html, sizeof html - 1);
  g_autoptr (ExmXmlPage) page = exm_xml_page_new (source, FALSE);
  g_autoptr (ExmXPath) path = exm_xpath_compile (text, &error);

  if (path == NULL)
    {
      expect_message (error);
      return 0;
    }
  FUZZ_EXPECT (error == NULL);
  g_autoptr (ExmXPathResult) result = exm_xpath_evaluate (path, page, &error);
  if (result == NULL)
    {
      expect_message (error);
      return 0;
    }
  FUZZ_EXPECT (error == NULL);
  g_autoptr (ExmXPathResult) again = exm_xpath_evaluate (path, page, NULL);
  FUZZ_EXPECT (again != NULL);
  g_autofree char *first = write_value (result);
  g_autofree char *second = write_value (again);
  FUZZ_EXPECT (strcmp (first, second) == 0);
  return 0;
}
