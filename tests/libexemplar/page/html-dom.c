/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "html-dom.h"

#include "html-dump.h"
#include "html/exm-html-names.h"

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
  gsize prefix_bytes;
  char *adjusted = g_strdup (exm_html_adjust_attribute (name, ns, &prefix_bytes));

  if (prefix_bytes > 0)
    adjusted[prefix_bytes] = ' ';
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
put (Dom *self, Node *node, ExmHtmlPlace place)
{
  if (place.before == EXM_HTML_NO_NODE)
    {
      attach (node, get_element (self, place.parent), NULL);
      return;
    }
  Node *table = get_element (self, place.before);
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
            ExmHtmlPlace place,
            const ExmHtmlToken *token,
            ExmHtmlNamespace ns)
{
  Dom *self = data;
  Node *node = new_node (self);
  g_autofree char *name = dup_part (token->name, EXM_HTML_FOLDED);

  node->name = g_strdup (exm_html_adjust_element (name, ns));
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
    put (self, node, *place);
  g_ptr_array_add (self->elements, node);
  return self->elements->len - 1;
}

static void
on_text (void *data, ExmHtmlPlace place, const ExmHtmlToken *token)
{
  Dom *self = data;
  Node *table
      = place.before != EXM_HTML_NO_NODE ? get_element (self, place.before) : NULL;
  Node *parent = table != NULL ? table->parent : get_element (self, place.parent);
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
on_move (void *data, guint32 number, ExmHtmlPlace place)
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
on_comment (void *data, ExmHtmlPlace place, const ExmHtmlToken *token)
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

static const void *
get_first (const void *node)
{
  return ((const Node *) node)->first;
}

static const void *
get_next (const void *node)
{
  return ((const Node *) node)->next;
}

static void
describe (const void *data, HtmlDumpNode *out)
{
  const Node *node = data;

  out->name = node->name;
  out->ns = node->ns;
  out->text = node->text != NULL ? node->text->str : NULL;
  out->other = g_strdup (node->other);
  for (guint i = 0; node->attributes != NULL && i < node->attributes->len; i++)
    g_ptr_array_add (out->attributes, g_strdup (node->attributes->pdata[i]));
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
  static const HtmlDumpTree tree = {
    .first = get_first,
    .next = get_next,
    .describe = describe,
  };

  self.document = new_node (&self);
  exm_html_parse (html, n_bytes, scripting, &sink, &self, NULL);
  char *dump = html_dump (&tree, self.document);
  g_ptr_array_unref (self.all);
  g_ptr_array_unref (self.elements);
  return dump;
}
