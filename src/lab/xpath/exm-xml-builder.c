/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-xpath"

#include "config.h"

#include "lab/xpath/exm-xml-builder.h"

#include "base/exm-limits.h"
#include "html/exm-html-names.h"

#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <string.h>

/* --- Names of XML --- */

/* libxml2's XPath knows the characters of names of XML 1.0 before its fifth edition. */
static gboolean
may_begin (gunichar c)
{
  int ch = (int) c;
  return IS_LETTER (ch) || ch == '_';
}

static gboolean
may_go_on (gunichar c)
{
  int ch = (int) c;
  return may_begin (c) || IS_DIGIT (ch) || IS_COMBINING (ch) || IS_EXTENDER (ch)
         || ch == '.' || ch == '-';
}

/* The common case, without a look at tables. */
static gboolean
is_plain (const char *name, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    if (!g_ascii_isalpha (name[i])
        && (i == 0 || !(g_ascii_isdigit (name[i]) || name[i] == '-')))
      return FALSE;
  return TRUE;
}

/* A character that XPath could not write in a name without a prefix, a colon among them,
 * becomes "U" and its code point in six hexadecimal digits: "o:p" is "oU00003Ap".
 * O(bytes). @dict: keeps the name; @name: of an element or attribute, without a prefix,
 * valid UTF-8; @n_bytes: its length. Returns: (transfer none) (nullable): the name, as
 * long as @dict lives; %NULL if there is no memory */
static const xmlChar *
xml_name_coerce (xmlDict *dict, const char *name, gsize n_bytes)
{
  if (is_plain (name, n_bytes))
    return xmlDictLookup (dict, BAD_CAST name, (int) n_bytes);

  g_autoptr (GString) coerced = g_string_new (NULL);
  for (const char *p = name; p < name + n_bytes; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (p == name ? may_begin (c) : may_go_on (c))
        g_string_append_unichar (coerced, c);
      else
        g_string_append_printf (coerced, "U%06X", c);
    }
  return xmlDictLookup (dict, BAD_CAST coerced->str, (int) coerced->len);
}

/* --- The builder --- */

typedef struct
{
  xmlDoc *doc;             /* (owned) */
  const char *source;      /* (unowned) */
  xmlNs *ns[EXM_XML_N_NS]; /* (unowned): of the document */
  GPtrArray *elements;     /* (owned) (element-type xmlNode): unowned, by their number */
  GArray *facts;           /* (unowned) (element-type ExmXmlFacts) */
  GString *name;           /* (owned): for one after the other */
  GString *value;          /* (owned): the same */
  guint n_attribute_texts;
  gsize at; /* where in the source what was heard of last ends */
  gboolean truncated;
  gboolean full; /* too many nodes: what follows is left out */
} Builder;

const ExmXmlNamespace exm_xml_namespaces[EXM_XML_N_NS] = {
  [EXM_XML_NS_XML] = { "xml", "http://www.w3.org/XML/1998/namespace" },
  [EXM_XML_NS_SVG] = { "svg", "http://www.w3.org/2000/svg" },
  [EXM_XML_NS_MATHML] = { "math", "http://www.w3.org/1998/Math/MathML" },
  [EXM_XML_NS_XLINK] = { "xlink", "http://www.w3.org/1999/xlink" },
  [EXM_XML_NS_XMLNS] = { "xmlns", "http://www.w3.org/2000/xmlns/" },
};

/* libxml2 frees what hangs at oldNs with the document, and takes the first one for XML's.
 */
static void
declare_namespaces (Builder *self)
{
  self->ns[EXM_XML_NS_XML]
      = xmlSearchNs (self->doc, (xmlNode *) self->doc,
                     BAD_CAST exm_xml_namespaces[EXM_XML_NS_XML].prefix);
  for (guint i = EXM_XML_NS_XML + 1; i < EXM_XML_N_NS; i++)
    {
      self->ns[i] = xmlNewNs (NULL, BAD_CAST exm_xml_namespaces[i].uri,
                              BAD_CAST exm_xml_namespaces[i].prefix);
      self->ns[i - 1]->next = self->ns[i];
    }
}

static ExmXmlFacts *
get_facts (Builder *self, const xmlNode *node)
{
  return &g_array_index (self->facts, ExmXmlFacts, GPOINTER_TO_SIZE (node->_private) - 1);
}

/* Adds the facts of a node, or of an xmlAttr, which begins like one. */
static void
add_facts (Builder *self, void *node, gsize start, gsize end)
{
  const ExmXmlFacts facts = { .start = (guint32) start, .end = (guint32) end };

  g_array_append_val (self->facts, facts);
  ((xmlNode *) node)->_private = GSIZE_TO_POINTER (self->facts->len);
  if (self->facts->len + self->n_attribute_texts >= EXM_MAX_XML_NODES)
    self->full = TRUE;
}

static xmlNode *
get_node (const Builder *self, guint32 number)
{
  return number == EXM_HTML_NO_NODE ? (xmlNode *) self->doc
                                    : g_ptr_array_index (self->elements, number);
}

/* Not by xmlAddChild(), which joins texts and so frees nodes that we know.
 * @before: (nullable) */
static void
attach (xmlNode *node, xmlNode *parent, xmlNode *before)
{
  node->parent = parent;
  node->next = before;
  node->prev = before != NULL ? before->prev : parent->last;
  *(node->prev != NULL ? &node->prev->next : &parent->children) = node;
  *(before != NULL ? &before->prev : &parent->last) = node;
}

/* A node before a table that is itself nowhere stays nowhere. */
static void
put (Builder *self, xmlNode *node, ExmHtmlPlace place)
{
  if (place.before == EXM_HTML_NO_NODE)
    {
      attach (node, get_node (self, place.parent), NULL);
      return;
    }
  xmlNode *table = get_node (self, place.before);
  if (table->parent != NULL)
    attach (node, table->parent, table);
}

/* Places nodes that the page does not write at the end of the node before. */
static void
add_token_facts (Builder *self, xmlNode *node, const ExmHtmlToken *token)
{
  add_facts (self, node, token->end > 0 ? token->start : self->at, token->end);
  self->at = MAX (self->at, token->end);
}

static void
decode (GString *to, ExmHtmlPart part, ExmHtmlCoding coding)
{
  g_string_truncate (to, 0);
  if (part.text != NULL)
    exm_html_append (to, part, coding);
}

/* Returns: (nullable): an attribute without a value, unless @node has one of that name,
 * or as many as a tag may have. */
static xmlAttr *
new_attribute (Builder *self, xmlNode *node, xmlNs *ns, const xmlChar *name)
{
  guint n = 0;

  for (const xmlAttr *old = node->properties; old != NULL; old = old->next, n++)
    if (old->name == name && old->ns == ns)
      return NULL;
  if (n < EXM_HTML_MAX_ATTRIBUTES)
    return xmlNewNsPropEatName (node, ns, (xmlChar *) name, NULL);
  self->truncated = TRUE;
  return NULL;
}

/* Equal values, as those of copies, are kept once: a page that has a large one copied
 * again and again takes no more memory than others. */
static void
set_value (Builder *self, xmlAttr *attribute, const xmlChar *shared)
{
  xmlNode *text = xmlNewDocText (self->doc, NULL);

  self->n_attribute_texts++;
  text->content = (xmlChar *) shared;
  text->parent = (xmlNode *) attribute;
  attribute->children = attribute->last = text;
}

static void
add_attribute (Builder *self,
               xmlNode *node,
               ExmHtmlNamespace element_ns,
               const ExmHtmlAttribute *written)
{
  gsize prefix_bytes;
  xmlNs *ns = NULL;

  decode (self->name, written->name, EXM_HTML_FOLDED);
  const char *name
      = exm_html_adjust_attribute (self->name->str, element_ns, &prefix_bytes);
  if (prefix_bytes > 0)
    {
      for (guint i = 0; i < EXM_XML_N_NS; i++)
        if (strlen (exm_xml_namespaces[i].prefix) == prefix_bytes
            && strncmp (exm_xml_namespaces[i].prefix, name, prefix_bytes) == 0)
          ns = self->ns[i];
      name += prefix_bytes + 1;
    }
  xmlAttr *attribute = new_attribute (
      self, node, ns, xml_name_coerce (self->doc->dict, name, strlen (name)));
  if (attribute == NULL)
    return;
  gsize start = (gsize) (written->name.text - self->source);
  const char *end = written->value.text != NULL
                        ? written->value.text + written->value.n_bytes
                        : written->name.text + written->name.n_bytes;
  add_facts (self, attribute, start, (gsize) (end - self->source));
  decode (self->value, written->value, EXM_HTML_REFERENCES);
  if (self->value->len > 0)
    set_value (self, attribute,
               xmlDictLookup (self->doc->dict, BAD_CAST self->value->str,
                              (int) self->value->len));
}

static void
add_attributes (Builder *self,
                xmlNode *node,
                ExmHtmlNamespace ns,
                const ExmHtmlToken *token)
{
  for (guint i = 0; i < token->n_attributes && !self->full; i++)
    add_attribute (self, node, ns, &token->attributes[i]);
}

static guint32
add_element (Builder *self, xmlNode *node)
{
  g_ptr_array_add (self->elements, node);
  return self->elements->len - 1;
}

static guint32
on_element (void *data,
            ExmHtmlPlace place,
            const ExmHtmlToken *token,
            ExmHtmlNamespace ns)
{
  Builder *self = data;
  static const ExmXmlNs of[] = {
    [EXM_HTML_NS_SVG] = EXM_XML_NS_SVG,
    [EXM_HTML_NS_MATHML] = EXM_XML_NS_MATHML,
  };

  if (self->full)
    return 0;
  decode (self->name, token->name, EXM_HTML_FOLDED);
  const char *name = exm_html_adjust_element (self->name->str, ns);
  const xmlChar *kept = xml_name_coerce (self->doc->dict, name, strlen (name));
  xmlNode *node
      = xmlNewDocNodeEatName (self->doc, ns != EXM_HTML_NS_HTML ? self->ns[of[ns]] : NULL,
                              (xmlChar *) kept, NULL);
  add_token_facts (self, node, token);
  add_attributes (self, node, ns, token);
  put (self, node, place);
  return add_element (self, node);
}

static xmlNode *
copy_element (Builder *self, const xmlNode *old)
{
  xmlNode *node = xmlNewDocNodeEatName (self->doc, old->ns, (xmlChar *) old->name, NULL);
  const ExmXmlFacts facts = *get_facts (self, old);

  add_facts (self, node, facts.start, facts.end);
  for (const xmlAttr *p = old->properties; p != NULL && !self->full; p = p->next)
    {
      xmlAttr *attribute = new_attribute (self, node, p->ns, p->name);
      const ExmXmlFacts place = *get_facts (self, (const xmlNode *) p);
      if (attribute == NULL)
        continue;
      add_facts (self, attribute, place.start, place.end);
      if (p->children != NULL)
        set_value (self, attribute, p->children->content);
    }
  return node;
}

static guint32
on_clone (void *data, guint32 original, const ExmHtmlPlace *place)
{
  Builder *self = data;

  if (self->full)
    return 0;
  xmlNode *node = copy_element (self, get_node (self, original));
  if (place != NULL)
    put (self, node, *place);
  return add_element (self, node);
}

/* Texts come in pieces, a reference a piece: libxml2's own functions measure the whole
 * text for each of them. */
static void
append_text (Builder *self, xmlNode *text, const char *bytes, gsize n)
{
  ExmXmlFacts *facts = get_facts (self, text);
  gsize needed = facts->n_bytes + n + 1;

  if (needed > facts->room)
    {
      facts->room = (guint32) (facts->room == 0 ? needed : MAX (needed, 2 * facts->room));
      text->content = xmlRealloc (text->content, facts->room);
    }
  memcpy (text->content + facts->n_bytes, bytes, n);
  facts->n_bytes += (guint32) n;
  text->content[facts->n_bytes] = '\0';
}

static void
on_text (void *data, ExmHtmlPlace place, const ExmHtmlToken *token)
{
  Builder *self = data;
  static const char replacement[] = "\xef\xbf\xbd";

  if (self->full)
    return;
  xmlNode *table
      = place.before != EXM_HTML_NO_NODE ? get_node (self, place.before) : NULL;
  xmlNode *beside = table != NULL ? table->prev : get_node (self, place.parent)->last;
  if (table != NULL && table->parent == NULL)
    return;
  if (beside == NULL || beside->type != XML_TEXT_NODE)
    {
      beside = xmlNewDocText (self->doc, NULL);
      add_token_facts (self, beside, token);
      put (self, beside, place);
    }
  if (token->is_nul)
    append_text (self, beside, replacement, strlen (replacement));
  else
    append_text (self, beside, token->text.text, token->text.n_bytes);
  ExmXmlFacts *facts = get_facts (self, beside);
  facts->end = MAX (facts->end, (guint32) token->end);
  self->at = MAX (self->at, token->end);
}

static void
on_move (void *data, guint32 number, ExmHtmlPlace place)
{
  Builder *self = data;

  if (self->full)
    return;
  xmlNode *node = get_node (self, number);
  xmlUnlinkNode (node);
  put (self, node, place);
}

/* An element is moved into a formatting one once in its life, so this is O(1) an element.
 */
static guint32
on_wrap (void *data, guint32 *block, guint32 formatting)
{
  Builder *self = data;

  if (self->full)
    return 0;
  xmlNode *outer = get_node (self, *block);
  xmlNode *inner = copy_element (self, get_node (self, formatting));
  inner->children = outer->children;
  inner->last = outer->last;
  for (xmlNode *child = inner->children; child != NULL; child = child->next)
    child->parent = inner;
  outer->children = outer->last = NULL;
  attach (inner, outer, NULL);
  return add_element (self, inner);
}

static void
on_add (void *data, guint32 number, const ExmHtmlToken *token)
{
  Builder *self = data;

  if (!self->full)
    add_attributes (self, get_node (self, number), EXM_HTML_NS_HTML, token);
}

static void
on_remove (void *data, guint32 number)
{
  Builder *self = data;

  if (!self->full)
    xmlUnlinkNode (get_node (self, number));
}

static void
on_comment (void *data, ExmHtmlPlace place, const ExmHtmlToken *token)
{
  Builder *self = data;

  if (self->full)
    return;
  decode (self->value, token->text, EXM_HTML_RAW);
  xmlNode *node = xmlNewDocComment (self->doc, BAD_CAST self->value->str);
  add_token_facts (self, node, token);
  put (self, node, place);
}

static void
on_doctype (void *data, const ExmHtmlToken *token)
{
  Builder *self = data;
  g_autoptr (GString) system_id = g_string_new (NULL);

  decode (self->name, token->name, EXM_HTML_FOLDED);
  decode (self->value, token->public_id, EXM_HTML_RAW);
  decode (system_id, token->system_id, EXM_HTML_RAW);
  xmlCreateIntSubset (self->doc, BAD_CAST self->name->str,
                      token->public_id.text != NULL ? BAD_CAST self->value->str : NULL,
                      token->system_id.text != NULL ? BAD_CAST system_id->str : NULL);
}

/* Elements that were removed, and copies that came nowhere, with all that they hold. */
static void
free_strays (Builder *self)
{
  g_autoptr (GPtrArray) strays = g_ptr_array_new ();

  for (guint i = 0; i < self->elements->len; i++)
    {
      xmlNode *node = g_ptr_array_index (self->elements, i);
      if (node->parent == NULL)
        g_ptr_array_add (strays, node);
    }
  for (guint i = 0; i < strays->len; i++)
    xmlFreeNode (g_ptr_array_index (strays, i));
}

static void
add_id (Builder *self, xmlNode *element, const xmlChar *id)
{
  for (xmlAttr *p = element->properties; p != NULL; p = p->next)
    if (p->name == id && p->ns == NULL && p->children != NULL
        && xmlGetID (self->doc, p->children->content) == NULL)
      xmlAddID (NULL, self->doc, p->children->content, p);
}

/* Keeps the first of equal ids in the document for id(). */
static void
add_ids (Builder *self)
{
  const xmlChar *id = xmlDictLookup (self->doc->dict, BAD_CAST "id", -1);
  xmlNode *node = self->doc->children;

  while (node != NULL)
    {
      if (node->type == XML_ELEMENT_NODE)
        add_id (self, node, id);
      if (node->type == XML_ELEMENT_NODE && node->children != NULL)
        {
          node = node->children;
          continue;
        }
      while (node->next == NULL && node->parent != (xmlNode *) self->doc)
        node = node->parent;
      node = node->next;
    }
}

xmlDoc *
exm_xml_build (const char *source,
               gsize n_bytes,
               gboolean scripting,
               GArray *facts,
               gboolean *truncated)
{
  static const ExmHtmlSink sink = {
    .element = on_element,
    .clone = on_clone,
    .text = on_text,
    .move = on_move,
    .wrap = on_wrap,
    .add = on_add,
    .remove = on_remove,
    .comment = on_comment,
    .doctype = on_doctype,
  };
  Builder self = {
    .doc = xmlNewDoc (NULL),
    .source = source,
    .elements = g_ptr_array_new (),
    .facts = facts,
    .name = g_string_new (NULL),
    .value = g_string_new (NULL),
  };

  self.doc->dict = xmlDictCreate ();
  declare_namespaces (&self);
  if (!exm_html_parse (source, n_bytes, scripting, &sink, &self, NULL))
    self.truncated = TRUE;
  free_strays (&self);
  add_ids (&self);
  xmlXPathOrderDocElems (self.doc);
  *truncated = self.truncated || self.full;
  g_ptr_array_unref (self.elements);
  g_string_free (self.name, TRUE);
  g_string_free (self.value, TRUE);
  return self.doc;
}
