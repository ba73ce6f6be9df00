/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "html-dom.h"

#include <string.h>

typedef struct _Node Node;
struct _Node
{
  char *name; /* (owned) (nullable): of an element */
  ExmHtmlNamespace ns;
  GPtrArray *attributes; /* (owned) (nullable): "name=\"value\"" */
  GString *text;         /* (owned) (nullable): of a text */
  char *other;           /* (owned) (nullable): a comment or document type, as dumped */
  Node *parent;          /* (unowned) (nullable) */
  Node *first;           /* (unowned) (nullable) */
  Node *last;            /* (unowned) (nullable) */
  Node *previous;        /* (unowned) (nullable) */
  Node *next;            /* (unowned) (nullable) */
};

typedef struct
{
  GPtrArray *all;      /* (owned) (element-type Node) */
  GPtrArray *elements; /* (owned): unowned nodes by their number */
  Node *document;      /* (unowned) */
} Dom;

/* Names that the standard writes in mixed case, by their lower case. */
static const char *const svg_names[] = {
  "altGlyph",
  "altGlyphDef",
  "altGlyphItem",
  "animateColor",
  "animateMotion",
  "animateTransform",
  "clipPath",
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
  "feImage",
  "feMerge",
  "feMergeNode",
  "feMorphology",
  "feOffset",
  "fePointLight",
  "feSpecularLighting",
  "feSpotLight",
  "feTile",
  "feTurbulence",
  "foreignObject",
  "glyphRef",
  "linearGradient",
  "radialGradient",
  "textPath",
  NULL,
};

static const char *const svg_attributes[] = {
  "attributeName",
  "attributeType",
  "baseFrequency",
  "baseProfile",
  "calcMode",
  "clipPathUnits",
  "diffuseConstant",
  "edgeMode",
  "filterUnits",
  "glyphRef",
  "gradientTransform",
  "gradientUnits",
  "kernelMatrix",
  "kernelUnitLength",
  "keyPoints",
  "keySplines",
  "keyTimes",
  "lengthAdjust",
  "limitingConeAngle",
  "markerHeight",
  "markerUnits",
  "markerWidth",
  "maskContentUnits",
  "maskUnits",
  "numOctaves",
  "pathLength",
  "patternContentUnits",
  "patternTransform",
  "patternUnits",
  "pointsAtX",
  "pointsAtY",
  "pointsAtZ",
  "preserveAlpha",
  "preserveAspectRatio",
  "primitiveUnits",
  "refX",
  "refY",
  "repeatCount",
  "repeatDur",
  "requiredExtensions",
  "requiredFeatures",
  "specularConstant",
  "specularExponent",
  "spreadMethod",
  "startOffset",
  "stdDeviation",
  "stitchTiles",
  "surfaceScale",
  "systemLanguage",
  "tableValues",
  "targetX",
  "targetY",
  "textLength",
  "viewBox",
  "viewTarget",
  "xChannelSelector",
  "yChannelSelector",
  "zoomAndPan",
  NULL,
};

static const char *const mathml_attributes[] = { "definitionURL", NULL };

/* Attributes with a namespace of their own, in all foreign elements. */
static const char *const spaced_attributes[] = {
  "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role",
  "xlink:show",    "xlink:title",   "xlink:type", "xml:lang",
  "xml:space",     "xmlns:xlink",   NULL,
};

static const char *
adjust (const char *const *names, const char *lower)
{
  for (; *names != NULL; names++)
    if (g_ascii_strcasecmp (*names, lower) == 0)
      return *names;
  return lower;
}

static char *
dup_part (ExmHtmlPart part, ExmHtmlCoding coding)
{
  GString *out = g_string_new (NULL);
  if (part.text != NULL)
    exm_html_append (out, part, coding);
  return g_string_free (out, FALSE);
}

static char *
adjust_attribute (const char *name, ExmHtmlNamespace ns)
{
  if (ns == EXM_HTML_NS_HTML)
    return g_strdup (name);
  name = adjust (ns == EXM_HTML_NS_SVG ? svg_attributes : mathml_attributes, name);
  char *adjusted = g_strdup (name);
  if (g_strv_contains (spaced_attributes, name))
    *strchr (adjusted, ':') = ' ';
  return adjusted;
}

static void
free_node (void *data)
{
  Node *node = data;

  g_free (node->name);
  g_clear_pointer (&node->attributes, g_ptr_array_unref);
  if (node->text != NULL)
    g_string_free (node->text, TRUE);
  g_free (node->other);
  g_free (node);
}

static Node *
new_node (Dom *self)
{
  Node *node = g_new0 (Node, 1);
  g_ptr_array_add (self->all, node);
  return node;
}

static Node *
get_element (Dom *self, guint32 number)
{
  if (number == EXM_HTML_NO_NODE)
    return self->document;
  g_assert_cmpuint (number, <, self->elements->len);
  return self->elements->pdata[number];
}

static void
detach (Node *node)
{
  Node *parent = node->parent;

  if (parent == NULL)
    return;
  *(node->previous != NULL ? &node->previous->next : &parent->first) = node->next;
  *(node->next != NULL ? &node->next->previous : &parent->last) = node->previous;
  node->parent = node->previous = node->next = NULL;
}

/* @before: (nullable) */
static void
attach (Node *node, Node *parent, Node *before)
{
  g_assert_null (node->parent);
  for (const Node *p = parent; p != NULL; p = p->parent)
    g_assert_true (p != node);
  node->parent = parent;
  node->next = before;
  node->previous = before != NULL ? before->previous : parent->last;
  *(node->previous != NULL ? &node->previous->next : &parent->first) = node;
  *(before != NULL ? &before->previous : &parent->last) = node;
}

static void
put (Dom *self, Node *node, const ExmHtmlPlace *place)
{
  if (place->before == EXM_HTML_NO_NODE)
    {
      attach (node, get_element (self, place->parent), NULL);
      return;
    }
  Node *table = get_element (self, place->before);
  attach (node, table->parent, table);
}

static void
add_attributes (Node *node, const ExmHtmlToken *token)
{
  for (guint i = 0; i < token->n_attributes; i++)
    {
      g_autofree char *name = dup_part (token->attributes[i].name, EXM_HTML_FOLDED);
      g_autofree char *value = dup_part (token->attributes[i].value, EXM_HTML_REFERENCES);
      g_autofree char *adjusted = adjust_attribute (name, node->ns);
      g_autofree char *start = g_strconcat (adjusted, "=\"", NULL);
      gboolean known = FALSE;
      for (guint j = 0; j < node->attributes->len; j++)
        known |= g_str_has_prefix (node->attributes->pdata[j], start);
      if (!known)
        g_ptr_array_add (node->attributes, g_strconcat (start, value, "\"", NULL));
    }
}

static guint32
on_element (void *data,
            const ExmHtmlPlace *place,
            const ExmHtmlToken *token,
            ExmHtmlNamespace ns)
{
  Dom *self = data;
  Node *node = new_node (self);
  g_autofree char *name = dup_part (token->name, EXM_HTML_FOLDED);

  node->name = g_strdup (ns == EXM_HTML_NS_SVG ? adjust (svg_names, name) : name);
  node->ns = ns;
  node->attributes = g_ptr_array_new_with_free_func (g_free);
  add_attributes (node, token);
  put (self, node, place);
  g_ptr_array_add (self->elements, node);
  return self->elements->len - 1;
}

static guint32
on_clone (void *data, guint32 original, const ExmHtmlPlace *place)
{
  Dom *self = data;
  const Node *old = get_element (self, original);
  Node *node = new_node (self);

  node->name = g_strdup (old->name);
  node->ns = old->ns;
  node->attributes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < old->attributes->len; i++)
    g_ptr_array_add (node->attributes, g_strdup (old->attributes->pdata[i]));
  if (place != NULL)
    put (self, node, place);
  g_ptr_array_add (self->elements, node);
  return self->elements->len - 1;
}

static void
on_text (void *data, const ExmHtmlPlace *place, const ExmHtmlToken *token)
{
  Dom *self = data;
  Node *table
      = place->before != EXM_HTML_NO_NODE ? get_element (self, place->before) : NULL;
  Node *parent = table != NULL ? table->parent : get_element (self, place->parent);
  Node *beside = table != NULL ? table->previous : parent->last;

  if (beside == NULL || beside->text == NULL)
    {
      beside = new_node (self);
      beside->text = g_string_new (NULL);
      put (self, beside, place);
    }
  if (token->is_nul)
    g_string_append (beside->text, "\xef\xbf\xbd");
  else
    g_string_append_len (beside->text, token->text.text, (gssize) token->text.n_bytes);
}

static void
on_move (void *data, guint32 number, const ExmHtmlPlace *place)
{
  Dom *self = data;
  Node *node = get_element (self, number);

  detach (node);
  put (self, node, place);
}

static guint32
on_wrap (void *data, guint32 *block, guint32 formatting)
{
  Dom *self = data;
  Node *outer = get_element (self, *block);
  guint32 number = on_clone (self, formatting, NULL);
  Node *inner = get_element (self, number);

  while (outer->first != NULL)
    {
      Node *child = outer->first;
      detach (child);
      attach (child, inner, NULL);
    }
  attach (inner, outer, NULL);
  return number;
}

static void
on_add (void *data, guint32 number, const ExmHtmlToken *token)
{
  add_attributes (get_element (data, number), token);
}

static void
on_remove (void *data, guint32 number)
{
  detach (get_element (data, number));
}

static void
on_comment (void *data, const ExmHtmlPlace *place, const ExmHtmlToken *token)
{
  Dom *self = data;
  Node *node = new_node (self);
  g_autofree char *text = dup_part (token->text, EXM_HTML_RAW);

  node->other = g_strdup_printf ("<!-- %s -->", text);
  put (self, node, place);
}

static void
on_doctype (void *data, const ExmHtmlToken *token)
{
  Dom *self = data;
  Node *node = new_node (self);
  g_autofree char *name = dup_part (token->name, EXM_HTML_FOLDED);
  g_autofree char *public_id = dup_part (token->public_id, EXM_HTML_RAW);
  g_autofree char *system_id = dup_part (token->system_id, EXM_HTML_RAW);

  if (token->public_id.text != NULL || token->system_id.text != NULL)
    node->other
        = g_strdup_printf ("<!DOCTYPE %s \"%s\" \"%s\">", name, public_id, system_id);
  else
    node->other = g_strdup_printf ("<!DOCTYPE %s>", name);
  attach (node, self->document, NULL);
}

static void
copy_children (Dom *self, const Node *from, Node *to)
{
  for (const Node *child = from->first; child != NULL; child = child->next)
    {
      Node *copy = new_node (self);
      copy->name = g_strdup (child->name);
      copy->ns = child->ns;
      copy->text = child->text != NULL ? g_string_new (child->text->str) : NULL;
      copy->other = g_strdup (child->other);
      copy->attributes
          = child->attributes != NULL ? g_ptr_array_ref (child->attributes) : NULL;
      attach (copy, to, NULL);
      copy_children (self, child, copy);
    }
}

static gboolean
is_selected (const Node *node)
{
  for (guint i = 0; i < node->attributes->len; i++)
    if (g_str_has_prefix (node->attributes->pdata[i], "selected="))
      return TRUE;
  return FALSE;
}

/* Returns: (nullable): the first element @name inside @node, or the last selected one. */
static Node *
find_inside (Node *node, const char *name, gboolean selected)
{
  Node *found = NULL;

  for (Node *child = node->first; child != NULL; child = child->next)
    {
      if (found != NULL && !selected)
        return found;
      Node *inner = find_inside (child, name, selected);
      if (g_strcmp0 (child->name, name) == 0 && (!selected || is_selected (child)))
        found = child;
      if (inner != NULL)
        found = inner;
    }
  return found;
}

/* What the elements themselves do, not the parser: a <selectedcontent> shows the option
 * that is selected. */
static void
show_selected (Dom *self)
{
  for (guint i = 0; i < self->elements->len; i++)
    {
      Node *select = self->elements->pdata[i];
      if (strcmp (select->name, "select") != 0)
        continue;
      Node *shown = find_inside (select, "selectedcontent", FALSE);
      Node *option = find_inside (select, "option", TRUE);
      if (option == NULL)
        option = find_inside (select, "option", FALSE);
      if (shown != NULL && option != NULL)
        copy_children (self, option, shown);
    }
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
dump_line (GString *out, guint depth, const char *text)
{
  g_string_append_printf (out, "| %*s%s\n", (int) depth * 2, "", text);
}

static void
dump (GString *out, const Node *node, guint depth)
{
  if (node->text != NULL)
    {
      g_autofree char *quoted = g_strdup_printf ("\"%s\"", node->text->str);
      dump_line (out, depth, quoted);
      return;
    }
  if (node->other != NULL)
    {
      dump_line (out, depth, node->other);
      return;
    }
  static const char *const prefixes[] = { "", "svg ", "math " };
  g_autofree char *tag = g_strdup_printf ("<%s%s>", prefixes[node->ns], node->name);
  dump_line (out, depth++, tag);
  g_ptr_array_sort (node->attributes, compare_texts);
  for (guint i = 0; i < node->attributes->len; i++)
    dump_line (out, depth, node->attributes->pdata[i]);
  if (node->ns == EXM_HTML_NS_HTML && strcmp (node->name, "template") == 0)
    dump_line (out, depth++, "content");
  for (const Node *child = node->first; child != NULL; child = child->next)
    dump (out, child, depth);
}

char *
html_dom_dump (const char *html, gsize n_bytes, gboolean scripting)
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
  Dom self = {
    .all = g_ptr_array_new_with_free_func (free_node),
    .elements = g_ptr_array_new (),
  };
  GString *out = g_string_new (NULL);

  self.document = new_node (&self);
  exm_html_parse (html, n_bytes, scripting, &sink, &self);
  show_selected (&self);
  for (const Node *child = self.document->first; child != NULL; child = child->next)
    dump (out, child, 0);
  g_ptr_array_unref (self.all);
  g_ptr_array_unref (self.elements);
  return g_string_free (out, FALSE);
}
