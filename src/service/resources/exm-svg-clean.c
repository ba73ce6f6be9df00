/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-svg-clean.h"

#include "base/exm-said-error.h"
#include "resources/exm-resource-error.h"

#include <glib/gi18n-lib.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

#define SVG "http://www.w3.org/2000/svg"

/* In order. Without "a" and what animates: these lead elsewhere, or change what does not
 * when it is looked at. */
static const char *const elements[] = {
  "circle",
  "clipPath",
  "defs",
  "desc",
  "ellipse",
  "feBlend",
  "feColorMatrix",
  "feComponentTransfer",
  "feComposite",
  "feConvolveMatrix",
  "feDiffuseLighting",
  "feDisplacementMap",
  "feDistantLight",
  "feDropShadow",
  "feFlood",
  "feFuncA",
  "feFuncB",
  "feFuncG",
  "feFuncR",
  "feGaussianBlur",
  "feMerge",
  "feMergeNode",
  "feMorphology",
  "feOffset",
  "fePointLight",
  "feSpecularLighting",
  "feSpotLight",
  "feTile",
  "feTurbulence",
  "filter",
  "g",
  "image",
  "line",
  "linearGradient",
  "marker",
  "mask",
  "metadata",
  "path",
  "pattern",
  "polygon",
  "polyline",
  "radialGradient",
  "rect",
  "stop",
  "style",
  "svg",
  "switch",
  "symbol",
  "text",
  "textPath",
  "title",
  "tspan",
  "use",
  "view",
};

static gboolean
is_kept (const xmlNode *node)
{
  const char *name = (const char *) node->name;

  /* Some drawings forget to name their space. */
  if (node->ns != NULL && strcmp ((const char *) node->ns->href, SVG) != 0)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (elements); i++)
    if (strcmp (elements[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* Whether text of a style asks for nothing but parts of the drawing. Escapes could hide
 * a word. */
static gboolean
is_closed_style (const char *text)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  if (strchr (lower, '\\') != NULL || strstr (lower, "@import") != NULL
      || strstr (lower, "image-set") != NULL || strstr (lower, "image(") != NULL
      || strstr (lower, "src(") != NULL || strstr (lower, "expression") != NULL
      || strstr (lower, "javascript:") != NULL || strstr (lower, "-moz-binding") != NULL)
    return FALSE;
  for (const char *at = lower; (at = strstr (at, "url(")) != NULL;)
    {
      at += strlen ("url(");
      at += strspn (at, " \t\r\n\"'");
      if (*at != '#')
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_inner_address (const char *value)
{
  static const char *const pictures[]
      = { "data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp" };
  const char *at = value + strspn (value, " \t\r\n");

  if (*at == '#')
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      gsize n = strlen (pictures[i]);
      if (g_ascii_strncasecmp (at, pictures[i], n) == 0 && (at[n] == ';' || at[n] == ','))
        return TRUE;
    }
  return FALSE;
}

static gboolean
keeps_attribute (const xmlAttr *attribute, const char *value)
{
  const char *name = (const char *) attribute->name;
  const char *space = attribute->ns != NULL ? (const char *) attribute->ns->href : NULL;

  if (g_ascii_strncasecmp (name, "on", 2) == 0)
    return FALSE;
  if (g_ascii_strcasecmp (name, "href") == 0 || g_ascii_strcasecmp (name, "src") == 0)
    return is_inner_address (value);
  if (space != NULL)
    return strcmp (space, (const char *) XML_XML_NAMESPACE) == 0
           && strcmp (name, "base") != 0;
  return is_closed_style (value);
}

static void
clean_attributes (xmlNode *node)
{
  for (xmlAttr *at = node->properties, *next; at != NULL; at = next)
    {
      next = at->next;
      xmlChar *value = xmlNodeGetContent ((xmlNode *) at);
      gboolean kept = value != NULL && keeps_attribute (at, (const char *) value);
      xmlFree (value);
      if (!kept)
        xmlRemoveProp (at);
    }
}

static void
drop (xmlNode *node)
{
  xmlUnlinkNode (node);
  xmlFreeNode (node);
}

static gboolean
is_open_style (xmlNode *node)
{
  if (strcmp ((const char *) node->name, "style") != 0)
    return FALSE;
  xmlChar *text = xmlNodeGetContent (node);
  gboolean open = text == NULL || !is_closed_style ((const char *) text);
  xmlFree (text);
  return open;
}

/* Returns: (nullable): the node behind @node and what is in it, within @root */
static xmlNode *
find_behind (xmlNode *node, const xmlNode *root)
{
  while (node != root && node->next == NULL)
    node = node->parent;
  return node != root ? node->next : NULL;
}

/* Walks without recursion: a drawing may be as deep as the parser lets it be. */
static void
clean_tree (xmlNode *root)
{
  clean_attributes (root);
  for (xmlNode *node = root->children, *next; node != NULL; node = next)
    {
      gboolean is_element = node->type == XML_ELEMENT_NODE;
      gboolean is_text
          = node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
      if (is_element && is_kept (node) && !is_open_style (node))
        {
          clean_attributes (node);
          next = node->children != NULL ? node->children : find_behind (node, root);
          continue;
        }
      next = find_behind (node, root);
      if (!is_text)
        drop (node);
    }
}

/* The root alone: its neighbours are comments, instructions, a document type. */
static GBytes *
write_tree (xmlDoc *doc, xmlNode *root)
{
  xmlBuffer *buffer = xmlBufferCreate ();
  int n_bytes = xmlNodeDump (buffer, doc, root, 0, 0);
  GBytes *bytes
      = n_bytes > 0 ? g_bytes_new (xmlBufferContent (buffer), (gsize) n_bytes) : NULL;

  xmlBufferFree (buffer);
  return bytes;
}

/* Whether the document type names entities, which could make much of little, or read
 * files. */
static gboolean
declares_entities (const xmlDoc *doc)
{
  return doc->intSubset != NULL
         && (doc->intSubset->entities != NULL || doc->intSubset->pentities != NULL);
}

GBytes *
exm_svg_clean (GBytes *bytes, GError **error)
{
  gsize n_bytes = 0;
  const char *text = g_bytes_get_data (bytes, &n_bytes);

  if (n_bytes > EXM_SVG_MAX_BYTES)
    {
      exm_said_set_error (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_LARGE,
                          /* translators: two amounts of bytes */
                          N_ ("the drawing has %zu bytes, more than %u"), n_bytes,
                          EXM_SVG_MAX_BYTES);
      return NULL;
    }
  xmlParserCtxt *parser = xmlNewParserCtxt ();
  /* Neither network nor entities: what refers to one is no part of the tree. */
  xmlDoc *doc
      = xmlCtxtReadMemory (parser, text, (int) n_bytes, NULL, NULL,
                           XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING
                               | XML_PARSE_NOCDATA | XML_PARSE_NODICT);
  xmlNode *root = doc != NULL ? xmlDocGetRootElement (doc) : NULL;
  GBytes *clean = NULL;
  if (root != NULL && strcmp ((const char *) root->name, "svg") == 0 && is_kept (root)
      && !declares_entities (doc))
    {
      clean_tree (root);
      clean = write_tree (doc, root);
    }
  if (doc != NULL)
    xmlFreeDoc (doc);
  xmlFreeParserCtxt (parser);
  if (clean == NULL)
    exm_said_set_error (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TYPE,
                        N_ ("the drawing cannot be read, or declares entities"));
  return clean;
}
