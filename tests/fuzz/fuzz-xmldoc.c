/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as HTML for the tree of libxml2: its links are consistent, and it is the tree
 * that the tests' own sink makes, where no name had to be coerced and no limit was met.
 * Paths lead back to where they come from. */

#include "fuzz.h"

#include "html-dom.h"
#include "lab/xpath/exm-xpath.h"
#include "xml-dump.h"

#include <libxml/xpath.h>
#include <string.h>

/* Most nodes of one input whose paths are checked, from the first on. */
#define MAX_PATHS 64u

/* "U" and six digits, in names or by chance anywhere else. */
static gboolean
has_coerced (const char *dump)
{
  for (const char *p = strchr (dump, 'U'); p != NULL; p = strchr (p + 1, 'U'))
    if (strspn (p + 1, "0123456789ABCDEF") >= 6)
      return TRUE;
  return FALSE;
}

static void
compare_dumps (const ExmXmlPage *page, const char *html, gsize n)
{
  g_autofree char *found = xml_dump (page, NULL, NULL);

  if (has_coerced (found))
    return;
  g_autofree char *expected = html_dom_dump (html, n, FALSE);
  if (strcmp (found, expected) != 0)
    g_error ("%s\nexpected:\n%s\nfound:\n%s", html, expected, found);
}

static void
follow_paths (ExmXmlPage *page)
{
  g_autoptr (ExmXPath) all = exm_xpath_compile ("//node() | //@*", NULL);
  g_autoptr (ExmXPathResult) nodes = exm_xpath_evaluate (all, page, NULL);

  FUZZ_EXPECT (nodes != NULL);
  for (guint i = 0; i < MIN (exm_xpath_result_get_n_nodes (nodes), MAX_PATHS); i++)
    {
      const xmlNode *node = exm_xpath_result_get_node (nodes, i);
      g_autofree char *path = exm_xml_page_make_path (page, node);
      g_autofree char *text = exm_xpath_result_make_text (nodes, i);
      if (strlen (path) > EXM_XPATH_MAX_BYTES)
        continue;
      g_autoptr (ExmXPath) there = exm_xpath_compile (path, NULL);
      FUZZ_EXPECT (there != NULL);
      g_autoptr (ExmXPathResult) found = exm_xpath_evaluate (there, page, NULL);
      FUZZ_EXPECT (found != NULL && exm_xpath_result_get_n_nodes (found) == 1);
      FUZZ_EXPECT (exm_xpath_result_get_node (found, 0) == node);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  /* Make UTF-8 without NULs, as the decoder promises. */
  g_autofree char *html = g_utf8_make_valid ((const char *) data, (gssize) size);
  gsize n = strlen (html);
  g_autofree char *exact = n > 0 ? g_memdup2 (html, n) : g_malloc (1);
  g_autoptr (GBytes) source = g_bytes_new_static (exact, n);
  g_autoptr (ExmXmlPage) page = exm_xml_page_new (source, FALSE);

  xml_dump_assert_consistent (page, n);
  if (!exm_xml_page_is_truncated (page))
    compare_dumps (page, html, n);
  follow_paths (page);
  return 0;
}
