/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "html-dump.h"

#include <string.h>

typedef struct
{
  const HtmlDumpTree *tree; /* (unowned) */
  GString *out;             /* (owned) */
  GHashTable *shown;        /* (owned): <selectedcontent> → the option that it shows */
} Dump;

static void
dump_node_clear (HtmlDumpNode *self)
{
  g_ptr_array_unref (self->attributes);
  g_free (self->other);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HtmlDumpNode, dump_node_clear)

static void
describe (const HtmlDumpTree *tree, const void *node, HtmlDumpNode *out)
{
  *out = (HtmlDumpNode){ .attributes = g_ptr_array_new_with_free_func (g_free) };
  tree->describe (node, out);
}

static gboolean
is_called (const HtmlDumpTree *tree,
           const void *node,
           const char *name,
           gboolean selected)
{
  g_auto (HtmlDumpNode) facts = { 0 };

  describe (tree, node, &facts);
  if (g_strcmp0 (facts.name, name) != 0)
    return FALSE;
  for (guint i = 0; selected && i < facts.attributes->len; i++)
    if (g_str_has_prefix (facts.attributes->pdata[i], "selected="))
      return TRUE;
  return !selected;
}

/* Returns: (nullable): the first element @name inside @node, or the last selected one. */
static const void *
find_inside (const HtmlDumpTree *tree,
             const void *node,
             const char *name,
             gboolean selected)
{
  const void *found = NULL;

  for (const void *child = tree->first (node); child != NULL; child = tree->next (child))
    {
      if (found != NULL && !selected)
        return found;
      const void *inner = find_inside (tree, child, name, selected);
      if (is_called (tree, child, name, selected))
        found = child;
      if (inner != NULL)
        found = inner;
    }
  return found;
}

/* Does the work of elements rather than the parser: a <selectedcontent> shows the
 * selected option. */
static void
show_selected (Dump *self, const void *select)
{
  const void *shown = find_inside (self->tree, select, "selectedcontent", FALSE);
  const void *option = find_inside (self->tree, select, "option", TRUE);

  if (option == NULL)
    option = find_inside (self->tree, select, "option", FALSE);
  if (shown != NULL && option != NULL)
    g_hash_table_insert (self->shown, (void *) shown, (void *) option);
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

static void dump_children (Dump *self, const void *node, guint depth);

static void
dump_element (Dump *self, const void *node, const HtmlDumpNode *facts, guint depth)
{
  static const char *const prefixes[] = { "", "svg ", "math " };
  g_autofree char *tag = g_strdup_printf ("<%s%s>", prefixes[facts->ns], facts->name);

  dump_line (self->out, depth++, tag);
  g_ptr_array_sort (facts->attributes, compare_texts);
  for (guint i = 0; i < facts->attributes->len; i++)
    dump_line (self->out, depth, facts->attributes->pdata[i]);
  if (facts->ns == EXM_HTML_NS_HTML && strcmp (facts->name, "template") == 0)
    dump_line (self->out, depth++, "content");
  if (strcmp (facts->name, "select") == 0)
    show_selected (self, node);
  dump_children (self, node, depth);
  const void *option = g_hash_table_lookup (self->shown, node);
  if (option != NULL)
    dump_children (self, option, depth);
}

static void
dump_children (Dump *self, const void *node, guint depth)
{
  for (const void *child = self->tree->first (node); child != NULL;
       child = self->tree->next (child))
    {
      g_auto (HtmlDumpNode) facts = { 0 };
      describe (self->tree, child, &facts);
      if (facts.text != NULL)
        {
          g_autofree char *quoted = g_strdup_printf ("\"%s\"", facts.text);
          dump_line (self->out, depth, quoted);
        }
      else if (facts.other != NULL)
        dump_line (self->out, depth, facts.other);
      else
        dump_element (self, child, &facts, depth);
    }
}

char *
html_dump (const HtmlDumpTree *tree, const void *document)
{
  Dump self = {
    .tree = tree,
    .out = g_string_new (NULL),
    .shown = g_hash_table_new (NULL, NULL),
  };

  dump_children (&self, document, 0);
  g_hash_table_unref (self.shown);
  return g_string_free (self.out, FALSE);
}
