/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-nodes.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

const char *
exm_attributes_find (const ExmAttribute *attributes, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (attributes[i].name, name) == 0)
      return attributes[i].value;
  return NULL;
}

/* Whether an inline style takes the element out of the page. Only what is written on the
 * element counts: a computed style needs a browser. */
static gboolean
style_hides (const char *style)
{
  g_autofree char *folded = NULL;
  gsize n = 0;

  if (style == NULL)
    return FALSE;
  folded = g_malloc (strlen (style) + 1);
  for (const char *p = style; *p != '\0'; p++)
    if (!g_ascii_isspace (*p))
      folded[n++] = g_ascii_tolower (*p);
  folded[n] = '\0';
  return strstr (folded, "display:none") != NULL
         || strstr (folded, "visibility:hidden") != NULL;
}

guint16
exm_node_get_flags (ExmTag tag, const ExmAttribute *attributes, guint n)
{
  guint16 flags = 0;

  if (exm_attributes_find (attributes, n, "hidden") != NULL
      || style_hides (exm_attributes_find (attributes, n, "style")))
    flags |= EXM_LINE_HIDDEN;
  switch (tag)
    {
    case EXM_TAG_NOSCRIPT:
      return flags | EXM_LINE_NOSCRIPT;
    case EXM_TAG_TEMPLATE:
      return flags | EXM_LINE_TEMPLATE;
    case EXM_TAG_SELECT:
      return flags | EXM_LINE_SELECT;
    case EXM_TAG_LI:
      return flags | EXM_LINE_LIST_ITEM;
    case EXM_TAG_TD:
    case EXM_TAG_TH:
      return flags | EXM_LINE_TABLE_CELL;
    case EXM_TAG_BLOCKQUOTE:
      return flags | EXM_LINE_QUOTE;
    case EXM_TAG_PRE:
    case EXM_TAG_XMP:
    case EXM_TAG_PLAINTEXT:
      return flags | EXM_LINE_CODE;
    case EXM_TAG_FIGCAPTION:
    case EXM_TAG_CAPTION:
      return flags | EXM_LINE_CAPTION;
    default:
      return flags;
    }
}

/* Class names as the templates of a site repeat them: numbers in them count posts, ads
 * and columns. */
static guint64
hash_own (const char *name, const char *class_names)
{
  char folded[512];
  gsize n = 0;

  for (const char *p = name; *p != '\0' && n < 64; p++)
    folded[n++] = *p;
  folded[n++] = '.';
  for (const char *p = class_names; *p != '\0' && n < sizeof folded; p++)
    {
      char c = g_ascii_isdigit (*p) ? '0' : *p;
      if (c != '0' || folded[n - 1] != '0')
        folded[n++] = c;
    }
  return XXH3_64bits (folded, n);
}

static guint64
hash_join (guint64 path, guint64 step)
{
  guint64 both[2] = { path, step };
  return XXH3_64bits (both, sizeof both);
}

guint32
exm_parts_append_string (ExmPageTextParts *parts, const char *value)
{
  if (value == NULL || *value == '\0')
    return 0;
  guint32 offset = (guint32) parts->strings->len;
  g_string_append_len (parts->strings, value, (gssize) strlen (value) + 1);
  return offset;
}

guint32
exm_node_append (ExmPageTextParts *parts,
                 guint32 outer,
                 ExmTag tag,
                 const char *name,
                 const ExmAttribute *attributes,
                 guint n_attributes,
                 guint16 flags)
{
  const char *class_names = exm_attributes_find (attributes, n_attributes, "class");
  guint64 step = XXH3_64bits (name, strlen (name));
  ExmNode node = {
    .parent = outer,
    .first_line = EXM_NONE,
    .last_line = EXM_NONE,
    .id = exm_parts_append_string (parts,
                                   exm_attributes_find (attributes, n_attributes, "id")),
    .class_names = exm_parts_append_string (parts, class_names),
    .own = hash_own (name, class_names != NULL ? class_names : ""),
    .tag = (guint16) tag,
    .flags = flags & EXM_LINE_FLAGGED,
  };
  ExmNode root = { 0 };
  const ExmNode *parent
      = outer != EXM_NONE ? &g_array_index (parts->nodes, ExmNode, outer) : &root;

  node.depth = outer != EXM_NONE ? parent->depth + 1 : 0;
  node.tag_path = hash_join (parent->tag_path, step);
  node.block_path = (exm_tag_get_class (tag) & EXM_TAG_FORMATTING)
                        ? parent->block_path
                        : hash_join (parent->block_path, step);
  node.class_path = hash_join (parent->class_path, node.own);
  g_array_append_val (parts->nodes, node);
  return parts->nodes->len - 1;
}

/* Ranges and counts go up from each line's element to the root; children come after their
 * parents, so one pass from the end does it. */
void
exm_nodes_complete (ExmPageTextParts *parts)
{
  for (guint i = 0; i < parts->lines->len; i++)
    {
      const ExmLine *line = &g_array_index (parts->lines, ExmLine, i);
      ExmNode *node = &g_array_index (parts->nodes, ExmNode, line->node);
      node->first_line = MIN (node->first_line, i);
      node->last_line = node->last_line == EXM_NONE ? i : MAX (node->last_line, i);
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      node->n_chars += line->n_chars;
      node->n_link_chars += line->n_link_chars;
    }
  for (guint i = parts->nodes->len; i-- > 1;)
    {
      const ExmNode *node = &g_array_index (parts->nodes, ExmNode, i);
      if (node->parent == EXM_NONE || node->first_line == EXM_NONE)
        continue;
      ExmNode *parent = &g_array_index (parts->nodes, ExmNode, node->parent);
      parent->first_line = MIN (parent->first_line, node->first_line);
      parent->last_line = parent->last_line == EXM_NONE
                              ? node->last_line
                              : MAX (parent->last_line, node->last_line);
      parent->n_chars += node->n_chars;
      parent->n_link_chars += node->n_link_chars;
    }
}
