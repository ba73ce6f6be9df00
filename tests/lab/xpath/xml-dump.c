/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "xml-dump.h"

#include "base/exm-limits.h"
#include "html-dump.h"

#include <string.h>

/* html_dump() passes nothing on to its functions. */
static const XmlDumpName *known_names;
static gboolean *known_used;

static const void *
get_first (const void *node)
{
  return ((const xmlNode *) node)->children;
}

static const void *
get_next (const void *node)
{
  return ((const xmlNode *) node)->next;
}

static const char *
get_name (const xmlChar *name)
{
  for (guint i = 0; known_names != NULL && known_names[i].name != NULL; i++)
    if (strcmp (known_names[i].coerced, (const char *) name) == 0)
      {
        known_used[i] = TRUE;
        return known_names[i].name;
      }
  return (const char *) name;
}

static ExmHtmlNamespace
get_ns (const xmlNs *ns)
{
  if (ns == NULL)
    return EXM_HTML_NS_HTML;
  if (strcmp ((const char *) ns->href, "http://www.w3.org/2000/svg") == 0)
    return EXM_HTML_NS_SVG;
  g_assert_cmpstr ((const char *) ns->href, ==, "http://www.w3.org/1998/Math/MathML");
  return EXM_HTML_NS_MATHML;
}

static char *
describe_attribute (const xmlAttr *attribute)
{
  const char *value
      = attribute->children != NULL ? (const char *) attribute->children->content : "";
  const char *name = get_name (attribute->name);

  if (attribute->ns != NULL)
    return g_strdup_printf ("%s %s=\"%s\"", (const char *) attribute->ns->prefix, name,
                            value);
  return g_strdup_printf ("%s=\"%s\"", name, value);
}

static char *
describe_doctype (const xmlDtd *dtd)
{
  const char *public_id = (const char *) dtd->ExternalID;
  const char *system_id = (const char *) dtd->SystemID;
  const char *name = dtd->name != NULL ? (const char *) dtd->name : "";

  if (public_id == NULL && system_id == NULL)
    return g_strdup_printf ("<!DOCTYPE %s>", name);
  return g_strdup_printf ("<!DOCTYPE %s \"%s\" \"%s\">", name,
                          public_id != NULL ? public_id : "",
                          system_id != NULL ? system_id : "");
}

static void
describe (const void *data, HtmlDumpNode *out)
{
  const xmlNode *node = data;

  switch (node->type)
    {
    case XML_ELEMENT_NODE:
      out->name = get_name (node->name);
      out->ns = get_ns (node->ns);
      for (const xmlAttr *p = node->properties; p != NULL; p = p->next)
        g_ptr_array_add (out->attributes, describe_attribute (p));
      break;
    case XML_TEXT_NODE:
      out->text = (const char *) node->content;
      break;
    case XML_COMMENT_NODE:
      out->other = g_strdup_printf ("<!-- %s -->", (const char *) node->content);
      break;
    case XML_DTD_NODE:
      out->other = describe_doctype (data);
      break;
    default:
      g_error ("a node of type %d", node->type);
    }
}

char *
xml_dump (const ExmXmlPage *page, const XmlDumpName *coerced, gboolean *used)
{
  static const HtmlDumpTree tree = {
    .first = get_first,
    .next = get_next,
    .describe = describe,
  };

  known_names = coerced;
  known_used = used;
  return html_dump (&tree, exm_xml_page_get_doc (page));
}

#define EXPECT(condition)                                                                \
  G_STMT_START                                                                           \
  {                                                                                      \
    if (!(condition))                                                                    \
      g_error ("broken: %s", #condition);                                                \
  }                                                                                      \
  G_STMT_END

static void
check_place (const ExmXmlPage *page, const xmlNode *node, gsize n_source)
{
  gsize start, end;

  EXPECT (exm_xml_page_get_line (page, node) >= 1);
  if (exm_xml_page_get_range (page, node, &start, &end))
    EXPECT (start < end && end <= n_source);
  else
    EXPECT (node->type == XML_ELEMENT_NODE || node->type == XML_DTD_NODE);
}

static guint
check_attributes (const ExmXmlPage *page, const xmlNode *node, gsize n_source)
{
  const xmlAttr *previous = NULL;
  guint n = 0;

  for (const xmlAttr *p = node->properties; p != NULL; previous = p, p = p->next, n++)
    {
      EXPECT (p->type == XML_ATTRIBUTE_NODE && p->parent == node && p->prev == previous
              && p->doc == node->doc);
      EXPECT (xmlValidateNCName (p->name, 0) == 0);
      EXPECT (p->children == p->last);
      if (p->children != NULL)
        EXPECT (p->children->type == XML_TEXT_NODE && p->children->next == NULL
                && p->children->parent == (const xmlNode *) p
                && p->children->content[0] != '\0');
      check_place (page, (const xmlNode *) p, n_source);
    }
  return n;
}

/* Returns: whether it may have children */
static gboolean
check_node (const ExmXmlPage *page, const xmlNode *node, gsize n_source)
{
  const xmlNode *parent = node->parent;

  EXPECT (node->doc == exm_xml_page_get_doc (page) && parent != NULL);
  EXPECT ((node->prev != NULL ? node->prev->next : parent->children) == node);
  EXPECT ((node->next != NULL ? node->next->prev : parent->last) == node);
  check_place (page, node, n_source);
  if (node->type == XML_ELEMENT_NODE)
    {
      EXPECT (xmlValidateNCName (node->name, 0) == 0);
      return TRUE;
    }
  EXPECT (node->type == XML_DTD_NODE || node->children == NULL);
  if (node->type == XML_TEXT_NODE)
    EXPECT (node->content != NULL && node->content[0] != '\0'
            && (node->next == NULL || node->next->type != XML_TEXT_NODE));
  else if (node->type == XML_DTD_NODE)
    EXPECT (parent->type == XML_DOCUMENT_NODE);
  else
    EXPECT (node->type == XML_COMMENT_NODE);
  return FALSE;
}

guint
xml_dump_assert_consistent (const ExmXmlPage *page, gsize n_source)
{
  g_autoptr (GHashTable) met = g_hash_table_new (NULL, NULL);
  const xmlNode *document = (const xmlNode *) exm_xml_page_get_doc (page);
  const xmlNode *node = document->children;
  guint depth = 0, n = 0;

  while (node != NULL)
    {
      EXPECT (g_hash_table_add (met, (void *) node));
      n++;
      if (check_node (page, node, n_source))
        {
          EXPECT (depth < EXM_MAX_NODE_DEPTH);
          n += check_attributes (page, node, n_source);
          if (node->children != NULL)
            {
              node = node->children;
              depth++;
              continue;
            }
        }
      while (node->next == NULL && node->parent != document)
        {
          node = node->parent;
          depth--;
        }
      node = node->next;
    }
  return n;
}
