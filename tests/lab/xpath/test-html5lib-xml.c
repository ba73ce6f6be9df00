/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Trees of libxml2 against html5lib-tests. Each one's links are looked at too. */

#include "html5lib-tree.h"
#include "xml-dump.h"

/* All names in the files that XML, or XPath without a prefix, does not have. */
static const XmlDumpName coerced[] = {
  { "div<div", "divU00003Cdiv" },
  { "rdar:", "rdarU00003A" },
  { "xyz:abc", "xyzU00003Aabc" },
  { "123", "U00003123" },
  { "6869687", "U000036869687" },
  { "789", "U00003789" },
  { "<", "U00003C" },
  { "\\\"foo", "U00005CU000022foo" },
  { "abc:def", "abcU00003Adef" },
  { "foo<bar", "fooU00003Cbar" },
  { "x<", "xU00003C" },
  { "xlink:href", "xlinkU00003Ahref" },
  { "xml:baaah", "xmlU00003Abaaah" },
  { "xml:base", "xmlU00003Abase" },
  { "xml:lang", "xmlU00003Alang" },
  { NULL, NULL },
};

static gboolean used[G_N_ELEMENTS (coerced)];

static char *
dump (const char *html, gsize n_bytes, gboolean scripting)
{
  g_autoptr (GBytes) source = g_bytes_new_static (html, n_bytes);
  g_autoptr (ExmXmlPage) page = exm_xml_page_new (source, scripting);

  g_assert_false (exm_xml_page_is_truncated (page));
  xml_dump_assert_consistent (page, n_bytes);
  return xml_dump (page, coerced, used);
}

int
main (int argc, char *argv[])
{
  int status = html5lib_tree_run (argc, argv, "/xpath/html5lib/tree/", dump);

  for (guint i = 0; coerced[i].name != NULL; i++)
    g_assert_true (used[i]);
  return status;
}
