/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-oracle"

#include "config.h"

#include "oracle-facts.h"

#include <string.h>

/* Bytes of an element's and a class's name that are hashed. */
#define MAX_NAME_BYTES 64u
#define MAX_OWN_BYTES 512u

const char *const fact_names[N_FACTS]
    = { "text",       "counts", "flags", "heading", "tag path",     "block path of block",
        "class path", "id",     "spans", "totals",  "first line of" };

typedef struct
{
  gint64 parent; /* −1: none */
  char *tag;     /* (owned) */
  char *own;     /* (owned): name and class names, digits folded */
  char *id;      /* (owned) */
  guint n_chars;
  guint n_links;
  gint64 first_line; /* with this element, −1: none */
  gint64 first_as_block;
  guint64 hashes[N_HASHED_PATHS];
} Node;

/* A line of either side. */
typedef struct
{
  const char *text; /* (unowned) */
  char *spans;      /* (owned) */
  guint n_chars;
  guint length;
  guint n_tokens;
  guint n_links;
  guint n_marks;
  guint start;
  guint flags;
  guint heading;
  gint64 node;
  gint64 block;
} Line;

static void
clear_node (gpointer data)
{
  Node *node = data;
  g_free (node->tag);
  g_free (node->own);
  g_free (node->id);
}

static void
clear_line (gpointer data)
{
  g_free (((Line *) data)->spans);
}

static void
free_facts (gpointer data)
{
  LineFacts *self = data;

  for (guint i = 0; i < N_FACTS; i++)
    g_free (self->facts[i]);
  for (guint i = 0; i < G_N_ELEMENTS (self->paths); i++)
    g_free (self->paths[i]);
  g_free (self);
}

static char *
fold_own (const char *tag, const char *class_names)
{
  GString *own = g_string_new_len (tag, (gssize) MIN (strlen (tag), MAX_NAME_BYTES));

  g_string_append_c (own, '.');
  for (const char *p = class_names; *p != '\0'; p++)
    if (!g_ascii_isdigit (*p))
      g_string_append_c (own, *p);
    else if (own->str[own->len - 1] != '0')
      g_string_append_c (own, '0');
  g_string_truncate (own, MIN (own->len, MAX_OWN_BYTES));
  return g_string_free (own, FALSE);
}

/* The first ones have hashes. */
typedef enum
{
  PATH_BLOCKS,
  PATH_CLASSES,
  PATH_TAGS,
} PathKind;

static const Node *
get_node (const GArray *nodes, gint64 index)
{
  return &g_array_index (nodes, Node, (guint) index);
}

/* @known: names that the reader keeps no number of become "?" */
static char *
join_path (const GArray *nodes, gint64 index, PathKind kind, gboolean known)
{
  GString *path = g_string_new (NULL);

  for (gint64 at = index; at >= 0; at = get_node (nodes, at)->parent)
    {
      const Node *node = get_node (nodes, at);
      ExmTag tag = exm_tag_from_name (node->tag, strlen (node->tag));
      if (kind == PATH_BLOCKS && (exm_tag_get_class (tag) & EXM_TAG_FORMATTING))
        continue;
      g_string_prepend_c (path, '/');
      if (kind == PATH_CLASSES && known && tag == EXM_TAG_UNKNOWN)
        g_string_prepend (path, node->own + MIN (strlen (node->tag), MAX_NAME_BYTES));
      else if (kind == PATH_CLASSES)
        g_string_prepend (path, node->own);
      else
        g_string_prepend (path, known ? exm_tag_get_name (tag) : node->tag);
    }
  return g_string_free (path, FALSE);
}

static void
count_totals (GArray *nodes, const GArray *lines)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      Node *own = &g_array_index (nodes, Node, (guint) line->node);
      Node *block = &g_array_index (nodes, Node, (guint) line->block);
      if (own->first_line < 0)
        own->first_line = i;
      if (block->first_as_block < 0)
        block->first_as_block = i;
      for (gint64 at = line->node; at >= 0 && (line->flags & EXM_LINE_FLAGGED) == 0;
           at = get_node (nodes, at)->parent)
        {
          Node *node = &g_array_index (nodes, Node, (guint) at);
          node->n_chars += line->n_chars;
          node->n_links += line->n_links;
        }
    }
}

static LineFacts *
describe (const GArray *nodes, const Line *line)
{
  LineFacts *self = g_new0 (LineFacts, 1);
  const Node *node = get_node (nodes, line->node);
  const Node *block = get_node (nodes, line->block);
  gboolean is_flagged = (line->flags & EXM_LINE_FLAGGED) != 0;

  self->facts[FACT_TEXT] = g_strdup (line->text);
  self->facts[FACT_COUNTS]
      = g_strdup_printf ("%u %u %u %u %u %u", line->n_chars, line->length, line->n_tokens,
                         line->n_links, line->n_marks, is_flagged ? 0 : line->start);
  self->facts[FACT_FLAGS] = g_strdup_printf ("%#x", line->flags);
  self->facts[FACT_HEADING] = g_strdup_printf ("%u", line->heading);
  self->facts[FACT_TAGS] = join_path (nodes, line->node, PATH_TAGS, TRUE);
  self->facts[FACT_BLOCK] = join_path (nodes, line->block, PATH_BLOCKS, TRUE);
  self->facts[FACT_CLASSES] = join_path (nodes, line->node, PATH_CLASSES, TRUE);
  self->facts[FACT_ID] = g_strdup (node->id);
  self->facts[FACT_SPANS] = g_strdup (line->spans);
  self->facts[FACT_TOTALS] = g_strdup_printf ("%u %u %u %u", node->n_chars, node->n_links,
                                              block->n_chars, block->n_links);
  self->facts[FACT_SAME] = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                                            node->first_line, block->first_as_block);
  for (guint i = 0; i < G_N_ELEMENTS (self->paths); i++)
    self->paths[i] = join_path (nodes, line->node, (PathKind) i, FALSE);
  memcpy (self->hashes, node->hashes, sizeof self->hashes);
  return self;
}

/* Takes both. */
static GPtrArray *
describe_all (GArray *nodes, GArray *lines)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (free_facts);

  count_totals (nodes, lines);
  for (guint i = 0; i < lines->len; i++)
    g_ptr_array_add (all, describe (nodes, &g_array_index (lines, Line, i)));
  g_array_unref (nodes);
  g_array_unref (lines);
  return all;
}

static GArray *
new_nodes (void)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  g_array_set_clear_func (nodes, clear_node);
  return nodes;
}

static GArray *
new_lines (void)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_array_set_clear_func (lines, clear_line);
  return lines;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Spans of equal range have no order. Takes @spans. */
static char *
join_spans (GPtrArray *spans)
{
  g_ptr_array_sort (spans, compare_texts);
  g_ptr_array_add (spans, NULL);
  char *joined = g_strjoinv (" | ", (GStrv) spans->pdata);
  g_ptr_array_unref (spans);
  return joined;
}

static void
add_span (GPtrArray *spans,
          guint start,
          guint end,
          guint kind,
          const char *value,
          const char *label)
{
  g_ptr_array_add (
      spans, g_strdup_printf ("%05u-%u %u <%s> <%s>", start, end, kind, value, label));
}

static char *
spans_of_page (const ExmPageText *page, guint line, guint *next)
{
  GPtrArray *spans = g_ptr_array_new_with_free_func (g_free);
  guint n_spans;
  const ExmSpan *all = exm_page_text_get_spans (page, &n_spans);

  while (*next < n_spans && all[*next].line < line)
    ++*next;
  for (; *next < n_spans && all[*next].line == line; ++*next)
    add_span (spans, all[*next].start, all[*next].end, all[*next].kind,
              exm_page_text_get_string (page, all[*next].value),
              exm_page_text_get_string (page, all[*next].label));
  return join_spans (spans);
}

static GArray *
nodes_of_page (const ExmPageText *page)
{
  GArray *nodes = new_nodes ();
  guint n_nodes;
  const ExmNode *all = exm_page_text_get_nodes (page, &n_nodes);

  for (guint i = 0; i < n_nodes; i++)
    {
      const char *tag = exm_tag_get_name (all[i].tag);
      const Node node = {
        .parent = all[i].parent != EXM_NONE ? (gint64) all[i].parent : -1,
        .tag = g_strdup (tag),
        .own = fold_own (tag, exm_page_text_get_string (page, all[i].class_names)),
        .id = g_strdup (exm_page_text_get_string (page, all[i].id)),
        .first_line = -1,
        .first_as_block = -1,
        .hashes = { all[i].block_path, all[i].class_path },
      };
      g_array_append_val (nodes, node);
    }
  return nodes;
}

GPtrArray *
facts_of_page (const ExmPageText *page)
{
  GArray *lines = new_lines ();
  guint n_lines, next_span = 0;
  const ExmLine *all = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    {
      if (all[i].flags & EXM_LINE_SELECT)
        continue;
      const Line line = {
        .text = exm_page_text_get_line (page, i),
        .spans = spans_of_page (page, i, &next_span),
        .n_chars = all[i].n_chars,
        .length = all[i].length,
        .n_tokens = all[i].n_tokens,
        .n_links = all[i].n_link_chars,
        .n_marks = all[i].n_marks,
        .start = all[i].start,
        .flags = all[i].flags,
        .heading = all[i].heading,
        .node = all[i].node,
        .block = all[i].block,
      };
      g_array_append_val (lines, line);
    }
  return describe_all (nodes_of_page (page), lines);
}

static guint
get_uint (JsonObject *object, const char *name)
{
  return (guint) json_object_get_int_member (object, name);
}

static char *
spans_of_walk (JsonArray *all)
{
  GPtrArray *spans = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < json_array_get_length (all); i++)
    {
      JsonArray *span = json_array_get_array_element (all, i);
      add_span (spans, (guint) json_array_get_int_element (span, 1),
                (guint) json_array_get_int_element (span, 2),
                (guint) json_array_get_int_element (span, 0),
                json_array_get_string_element (span, 3),
                json_array_get_string_element (span, 4));
    }
  return join_spans (spans);
}

static GArray *
nodes_of_walk (JsonArray *all)
{
  GArray *nodes = new_nodes ();

  for (guint i = 0; i < json_array_get_length (all); i++)
    {
      JsonArray *entry = json_array_get_array_element (all, i);
      const char *tag = json_array_get_string_element (entry, 1);
      const Node node = {
        .parent = json_array_get_int_element (entry, 0),
        .tag = g_strdup (tag),
        .own = fold_own (tag, json_array_get_string_element (entry, 2)),
        .id = g_strdup (json_array_get_string_element (entry, 3)),
        .first_line = -1,
        .first_as_block = -1,
      };
      g_array_append_val (nodes, node);
    }
  return nodes;
}

GPtrArray *
facts_of_walk (JsonObject *walk)
{
  GArray *lines = new_lines ();
  JsonArray *all = json_object_get_array_member (walk, "lines");
  guint start = 0;

  for (guint i = 0; i < json_array_get_length (all); i++)
    {
      JsonObject *entry = json_array_get_object_element (all, i);
      const Line line = {
        .text = json_object_get_string_member (entry, "text"),
        .n_chars = get_uint (entry, "chars"),
        .length = get_uint (entry, "length"),
        .n_tokens = get_uint (entry, "tokens"),
        .n_links = get_uint (entry, "links"),
        .n_marks = get_uint (entry, "marks"),
        .start = start,
        .flags = get_uint (entry, "flags"),
        .heading = get_uint (entry, "heading"),
        .node = get_uint (entry, "node"),
        .block = get_uint (entry, "block"),
      };
      if (line.flags & EXM_LINE_SELECT)
        continue;
      if ((line.flags & EXM_LINE_FLAGGED) == 0)
        start += line.n_chars + 1;
      g_array_append_val (lines, line);
      g_array_index (lines, Line, lines->len - 1).spans
          = spans_of_walk (json_object_get_array_member (entry, "spans"));
    }
  return describe_all (nodes_of_walk (json_object_get_array_member (walk, "nodes")),
                       lines);
}
