/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a page, and that of its tree of libxml2, against another reader of HTML,
 * gumbo: the same characters in the same order, white space left out. Gumbo is of 2015;
 * where it is known to differ, an input says nothing:
 *
 * - names of elements that the standard treats in another way since then (known_names):
 *   "main" is a special element, which ends the work of the adoption agency
 * - numeric references of so many digits that gumbo counts past 32 bits
 * - more than three equal formatting elements, whose oldest gumbo keeps
 * - NULs, control characters and characters that are none */

#include "fuzz.h"

#include "exm-html-reference.h"
#include "exm-line-builder.h"
#include "exm-tag.h"
#include "exm-text.h"
#include "exm-xml-page.h"

#include <gumbo.h>
#include <string.h>

static const char *const known_names[] = {
  "select",   "option",  "optgroup", "menuitem", "isindex",   "keygen", "rb",
  "rtc",      "rt",      "rp",       "template", "frameset",  "search", "dialog",
  "noscript", "command", "svg",      "math",     "plaintext", "<!",     "<?",
  "image",    "hgroup",  "input",    "<main",
};

#define MAX_DIGITS 7u

static gboolean
has_long_reference (const char *html)
{
  for (const char *p = strstr (html, "&#"); p != NULL; p = strstr (p + 1, "&#"))
    if (strspn (p + 2, "0123456789abcdefABCDEFxX") > MAX_DIGITS)
      return TRUE;
  return FALSE;
}

static gboolean
says_nothing (const char *html, gsize n)
{
  g_autofree char *lower = g_ascii_strdown (html, (gssize) n);

  for (gsize i = 0; i < G_N_ELEMENTS (known_names); i++)
    if (strstr (lower, known_names[i]) != NULL)
      return TRUE;
  return has_long_reference (html);
}

static void
append_text (GString *all, const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (!exm_char_is_space (c))
        g_string_append_unichar (all, c);
    }
}

static gboolean
is_dropped (const char *name)
{
  return (exm_tag_get_class (exm_tag_from_name (name, strlen (name))) & EXM_TAG_DROPPED)
         != 0;
}

static void
append_node (GString *all, const GumboNode *node)
{
  const GumboVector *children = NULL;

  switch (node->type)
    {
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA:
      append_text (all, node->v.text.text);
      break;
    case GUMBO_NODE_DOCUMENT:
      children = &node->v.document.children;
      break;
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
      if (!is_dropped (gumbo_normalized_tagname (node->v.element.tag)))
        children = &node->v.element.children;
      break;
    default:
      break;
    }
  for (guint i = 0; children != NULL && i < children->length; i++)
    append_node (all, children->data[i]);
}

static GString *
read_by_gumbo (const char *html, gsize n)
{
  GumboOutput *output = gumbo_parse_with_options (&kGumboDefaultOptions, html, n);
  GString *all = g_string_new (NULL);

  append_node (all, output->document);
  gumbo_destroy_output (&kGumboDefaultOptions, output);
  return all;
}

static GString *
read_by_us (const char *html, gsize n)
{
  ExmPageTextParts parts;
  GString *all = g_string_new (NULL);
  guint n_lines;

  exm_page_text_parts_init (&parts);
  parts.source = g_bytes_new_static (html, n);
  exm_lines_build (&parts);
  g_autoptr (ExmPageText) page = exm_page_text_new (&parts);
  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    append_text (all, exm_page_text_get_line (page, i));
  return all;
}

static void
append_tree (GString *all, const xmlNode *node)
{
  for (; node != NULL; node = node->next)
    if (node->type == XML_TEXT_NODE)
      append_text (all, (const char *) node->content);
    else if (node->type == XML_ELEMENT_NODE && !is_dropped ((const char *) node->name))
      append_tree (all, node->children);
}

static GString *
read_as_tree (const char *html, gsize n)
{
  g_autoptr (GBytes) source = g_bytes_new_static (html, n);
  g_autoptr (ExmXmlPage) page = exm_xml_page_new (source, FALSE);
  GString *all = g_string_new (NULL);

  append_tree (all, exm_xml_page_get_doc (page)->children);
  return all;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *html = g_malloc (size + 1);
  gsize n = 0;

  for (gsize i = 0; i < size; i++)
    if ((data[i] >= 0x20 && data[i] < 0x7f) || data[i] == '\n')
      html[n++] = (char) data[i];
  html[n] = '\0';
  if (says_nothing (html, n))
    return 0;
  g_autoptr (GString) ours = read_by_us (html, n);
  g_autoptr (GString) tree = read_as_tree (html, n);
  g_autoptr (GString) theirs = read_by_gumbo (html, n);
  if (!g_string_equal (ours, theirs))
    g_error ("%s\nreader: %s\ngumbo:  %s", html, ours->str, theirs->str);
  if (!g_string_equal (tree, theirs))
    g_error ("%s\ntree:   %s\ngumbo:  %s", html, tree->str, theirs->str);
  return 0;
}
