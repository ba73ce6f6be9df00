/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-xpath"

#include "config.h"

#include "lab/xpath/exm-xml-page-private.h"

/* An ordinal: no other sibling is like this one. */
#define ONLY G_MAXUINT32

/* Elements are like each other by name, texts and comments by type. */
static guint
hash_kind (const void *data)
{
  const xmlNode *node = data;
  return node->type == XML_ELEMENT_NODE ? g_direct_hash (node->name) : node->type;
}

static gboolean
equal_kind (const void *a, const void *b)
{
  const xmlNode *left = a, *right = b;

  if (left->type != right->type)
    return FALSE;
  return left->type != XML_ELEMENT_NODE
         || (left->name == right->name && left->ns == right->ns);
}

static void
count_children (ExmXmlPage *self, const xmlNode *parent)
{
  g_autoptr (GHashTable) n_of = g_hash_table_new (hash_kind, equal_kind);

  for (xmlNode *child = parent->children; child != NULL; child = child->next)
    {
      ExmXmlFacts *facts = exm_xml_page_get_facts (self, child);
      guint32 n = GPOINTER_TO_UINT (g_hash_table_lookup (n_of, child)) + 1;
      if (facts == NULL)
        continue;
      facts->ordinal = n;
      g_hash_table_insert (n_of, child, GUINT_TO_POINTER (n));
    }
  for (xmlNode *child = parent->children; child != NULL; child = child->next)
    {
      ExmXmlFacts *facts = exm_xml_page_get_facts (self, child);
      if (facts != NULL && GPOINTER_TO_UINT (g_hash_table_lookup (n_of, child)) == 1)
        facts->ordinal = ONLY;
    }
}

static void
append_name (GString *out, const xmlNode *node)
{
  if (node->ns != NULL)
    g_string_append_printf (out, "%s:", (const char *) node->ns->prefix);
  g_string_append (out, (const char *) node->name);
}

static void
append_step (ExmXmlPage *self, GString *out, const xmlNode *node)
{
  const ExmXmlFacts *facts = exm_xml_page_get_facts (self, node);

  g_string_append_c (out, '/');
  if (node->type == XML_ATTRIBUTE_NODE)
    g_string_append_c (out, '@');
  if (node->type == XML_TEXT_NODE)
    g_string_append (out, "text()");
  else if (node->type == XML_COMMENT_NODE)
    g_string_append (out, "comment()");
  else
    append_name (out, node);
  if (facts == NULL || node->type == XML_ATTRIBUTE_NODE)
    return;
  if (facts->ordinal == 0)
    count_children (self, node->parent);
  if (facts->ordinal != ONLY)
    g_string_append_printf (out, "[%u]", facts->ordinal);
}

char *
exm_xml_page_make_path (ExmXmlPage *self, const xmlNode *node)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  GString *out = g_string_new (NULL);
  const xmlNode *last
      = node->type == XML_NAMESPACE_DECL ? exm_xml_get_ns_owner (node) : node;

  for (const xmlNode *p = last; p->type != XML_DOCUMENT_NODE; p = p->parent)
    g_ptr_array_add (steps, (void *) p);
  for (guint i = steps->len; i-- > 0;)
    append_step (self, out, g_ptr_array_index (steps, i));
  if (last != node)
    g_string_append_printf (out, "/namespace::%s",
                            (const char *) ((const xmlNs *) node)->prefix);
  if (out->len == 0)
    g_string_append_c (out, '/');
  return g_string_free (out, FALSE);
}
