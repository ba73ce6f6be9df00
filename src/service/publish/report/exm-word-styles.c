/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/report/exm-word-styles.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

static xmlDocPtr
parse (const char *text)
{
  return xmlReadMemory (text, (int) strlen (text), NULL, NULL,
                        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
}

/* The name of a style in small letters, as programs compare them; (transfer full). */
static char *
dup_name (xmlNode *style)
{
  for (xmlNode *child = style->children; child != NULL; child = child->next)
    if (child->type == XML_ELEMENT_NODE
        && strcmp ((const char *) child->name, "name") == 0)
      {
        g_autofree char *name = (char *) xmlGetProp (child, (const xmlChar *) "val");
        return name != NULL ? g_ascii_strdown (name, -1) : NULL;
      }
  return NULL;
}

static char *
dup_id (xmlNode *style)
{
  return (char *) xmlGetProp (style, (const xmlChar *) "styleId");
}

static xmlNode *
next_style (xmlNode *node)
{
  while (node != NULL
         && (node->type != XML_ELEMENT_NODE
             || strcmp ((const char *) node->name, "style") != 0))
    node = node->next;
  return node;
}

/* Ids of styles by their names. */
static GHashTable *
list_names (xmlNode *root)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (xmlNode *style = next_style (root->children); style != NULL;
       style = next_style (style->next))
    {
      char *name = dup_name (style), *id = dup_id (style);
      if (name != NULL && id != NULL)
        g_hash_table_insert (names, name, id);
      else
        {
          g_free (name);
          g_free (id);
        }
    }
  return names;
}

static void
append_node (GString *out, xmlNode *node)
{
  xmlBufferPtr buffer = xmlBufferCreate ();

  xmlNodeDump (buffer, node->doc, node, 0, 0);
  g_string_append (out, (const char *) xmlBufferContent (buffer));
  g_string_append_c (out, '\n');
  xmlBufferFree (buffer);
}

GHashTable *
exm_word_styles_match (const char *own, const char *needed, char **lacking)
{
  xmlDocPtr document = parse (own), other = parse (needed);
  xmlNode *root = document != NULL ? xmlDocGetRootElement (document) : NULL;
  xmlNode *needed_root = other != NULL ? xmlDocGetRootElement (other) : NULL;
  g_autoptr (GHashTable) ids
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GString) out = g_string_new (NULL);

  if (root != NULL && needed_root != NULL)
    {
      g_autoptr (GHashTable) names = list_names (root);
      for (xmlNode *style = next_style (needed_root->children); style != NULL;
           style = next_style (style->next))
        {
          g_autofree char *name = dup_name (style);
          g_autofree char *id = dup_id (style);
          const char *known = name != NULL ? g_hash_table_lookup (names, name) : NULL;
          if (known == NULL)
            append_node (out, style);
          else if (g_strcmp0 (known, id) != 0)
            g_hash_table_insert (ids, g_steal_pointer (&id), g_strdup (known));
        }
    }
  gboolean good = root != NULL && needed_root != NULL;
  xmlFreeDoc (document);
  xmlFreeDoc (other);
  *lacking = g_string_free (g_steal_pointer (&out), FALSE);
  return good ? g_steal_pointer (&ids) : NULL;
}
