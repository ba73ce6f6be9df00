/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a page, and that of its tree of libxml2, against another reader of HTML,
 * gumbo: the same characters in the same order, white space left out. Gumbo is of 2015;
 * where it is known to differ, an input says nothing:
 *
 * - names of elements that the standard treats in another way since then (known_names)
 * - numeric references of so many digits that gumbo counts past 32 bits
 * - more than three equal formatting elements, whose oldest gumbo keeps
 * - an adoption agency that has more than three elements between the formatting element
 * and the block: of those behind the third that are formatting elements too, gumbo clears
 * the list but not the stack, so they take what comes later; after a first round the
 * stack is no chain of parents any more, and which they are is not known (may_forget_one)
 * - NULs, control characters and characters that are none */

#include "fuzz.h"

#include "base/exm-text.h"
#include "html/exm-html-reference.h"
#include "html/exm-html-tree.h"
#include "html/exm-tag.h"
#include "lab/xpath/exm-xml-page.h"
#include "page/exm-page-builder.h"

#include <gumbo.h>
#include <string.h>

static const char *const known_names[] = {
  "select", "option", "optgroup",  "menuitem", "isindex", "keygen", "rb",       "rtc",
  "rt",     "rp",     "template",  "frameset", "search",  "dialog", "noscript", "command",
  "svg",    "math",   "plaintext", "<!",       "<?",      "image",  "hgroup",   "input",
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

/* An element of a tree of which only parents count. */
typedef struct
{
  guint32 parent;
  gboolean is_formatting;
  gboolean is_fresh; /* made inside the adoption agency, and nowhere yet */
} Element;

typedef struct
{
  GArray *elements; /* (owned) (element-type Element): by their number */
  GArray
      *above; /* (owned) (element-type guint32): parents of the block that moved last */
  gboolean forgets_one;
  guint n_rounds; /* of adoption agencies that moved a block */
} Family;

static Element *
get_element (Family *self, guint32 number)
{
  return &g_array_index (self->elements, Element, number);
}

static guint32
get_parent (Family *self, const ExmHtmlPlace *place)
{
  if (place == NULL)
    return EXM_HTML_NO_NODE;
  return place->before != EXM_HTML_NO_NODE ? get_element (self, place->before)->parent
                                           : place->parent;
}

static guint32
add_element (Family *self, const ExmHtmlPlace *place, gboolean is_formatting)
{
  Element element = { get_parent (self, place), is_formatting, place == NULL };

  g_array_append_val (self->elements, element);
  return self->elements->len - 1;
}

static guint32
on_element (void *data,
            ExmHtmlPlace place,
            const ExmHtmlToken *token,
            ExmHtmlNamespace ns)
{
  static const ExmTag formatting[]
      = { EXM_TAG_A,  EXM_TAG_B,     EXM_TAG_BIG,    EXM_TAG_CODE,  EXM_TAG_EM,
          EXM_TAG_I,  EXM_TAG_FONT,  EXM_TAG_NOBR,   EXM_TAG_S,     EXM_TAG_U,
          EXM_TAG_TT, EXM_TAG_SMALL, EXM_TAG_STRIKE, EXM_TAG_STRONG };
  gboolean is_formatting = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (formatting); i++)
    is_formatting |= token->tag == formatting[i];
  return add_element (data, &place, is_formatting);
}

static guint32
on_clone (void *data, guint32 original, const ExmHtmlPlace *place)
{
  return add_element (data, place, get_element (data, original)->is_formatting);
}

static void
on_text (void *data, ExmHtmlPlace place, const ExmHtmlToken *token)
{
}

/* The first to move in a round is the block, which has its old parents still. */
static void
on_move (void *data, guint32 node, ExmHtmlPlace place)
{
  Family *self = data;

  if (!get_element (self, node)->is_fresh)
    {
      g_array_set_size (self->above, 0);
      for (guint32 i = get_element (self, node)->parent; i != EXM_HTML_NO_NODE;
           i = get_element (self, i)->parent)
        g_array_append_val (self->above, i);
    }
  get_element (self, node)->is_fresh = FALSE;
  get_element (self, node)->parent = get_parent (self, &place);
}

static guint32
on_wrap (void *data, guint32 *block, guint32 formatting)
{
  Family *self = data;
  const ExmHtmlPlace inside = { *block, EXM_HTML_NO_NODE };
  gboolean forgets_one = FALSE;

  self->n_rounds++;
  for (guint i = 0; i < self->above->len; i++)
    {
      guint32 above = g_array_index (self->above, guint32, i);
      if (above == formatting)
        self->forgets_one |= forgets_one;
      forgets_one |= i >= 3 && get_element (self, above)->is_formatting;
    }
  guint32 copy = add_element (self, &inside, TRUE);
  for (guint32 i = 0; i < copy; i++)
    if (get_element (self, i)->parent == *block)
      get_element (self, i)->parent = copy;
  return copy;
}

static void
on_add (void *data, guint32 node, const ExmHtmlToken *token)
{
}

static void
on_remove (void *data, guint32 node)
{
  get_element (data, node)->parent = EXM_HTML_NO_NODE;
}

static gboolean
may_forget_one (const char *html, gsize n)
{
  static const ExmHtmlSink sink = {
    .element = on_element,
    .clone = on_clone,
    .text = on_text,
    .move = on_move,
    .wrap = on_wrap,
    .add = on_add,
    .remove = on_remove,
  };
  Family family = { g_array_new (FALSE, FALSE, sizeof (Element)),
                    g_array_new (FALSE, FALSE, sizeof (guint32)), FALSE, 0 };

  exm_html_parse (html, n, FALSE, &sink, &family, NULL);
  g_array_unref (family.elements);
  g_array_unref (family.above);
  return family.forgets_one || family.n_rounds > 1;
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
  exm_page_build (&parts);
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
  if (g_string_equal (ours, tree) && !g_string_equal (ours, theirs)
      && may_forget_one (html, n))
    return 0;
  if (!g_string_equal (ours, theirs))
    g_error ("%s\nreader: %s\ngumbo:  %s", html, ours->str, theirs->str);
  if (!g_string_equal (tree, theirs))
    g_error ("%s\ntree:   %s\ngumbo:  %s", html, tree->str, theirs->str);
  return 0;
}
