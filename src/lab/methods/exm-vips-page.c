/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-vips-page.h"

/* Smaller pictures are spacers and counters. */
#define MIN_PICTURE 8

/* Element or line that becomes a node, with its place in the document. */
typedef struct
{
  guint32 line;    /* the first line in it or behind it */
  guint32 element; /* of the layout, %EXM_NONE for a line */
  gboolean is_line;
} Entry;

typedef struct
{
  const ExmLayoutNode *elements; /* (unowned) */
  guint n_elements;
  const ExmLayoutLine *places; /* (unowned): of the lines */
  const ExmLine *lines;        /* (unowned) */
  guint n_lines;
  guint32 *blocks;    /* (owned): the innermost block element in or around each */
  guint8 *kept;       /* (owned): elements that become nodes */
  guint32 *around;    /* (owned): the innermost of these in or around each */
  guint32 *node_of;   /* (owned): element → node */
  guint32 *next_line; /* (owned): the first line in an element or behind it */
} Survey;

static gboolean
is_picture (const ExmLayoutNode *element)
{
  static const guint16 tags[]
      = { EXM_TAG_IMG,      EXM_TAG_IMAGE,  EXM_TAG_INPUT,  EXM_TAG_OBJECT,
          EXM_TAG_EMBED,    EXM_TAG_VIDEO,  EXM_TAG_IFRAME, EXM_TAG_CANVAS,
          EXM_TAG_TEXTAREA, EXM_TAG_SELECT, EXM_TAG_SVG };

  if ((element->flags & EXM_LAYOUT_SHOWN) == 0 || element->box.width < MIN_PICTURE
      || element->box.height < MIN_PICTURE || element->first_line != EXM_NONE)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (tags); i++)
    if (element->tag == tags[i])
      return TRUE;
  return FALSE;
}

static gboolean
is_seen (const Survey *self, guint line)
{
  const ExmLayoutLine *place = &self->places[line];

  /* Left of the page or above it is where pages hide what machines are to read. */
  return place->node != EXM_NONE && !exm_box_is_empty (&place->box)
         && place->box.x + place->box.width > 0 && place->box.y + place->box.height > 0
         && (self->elements[place->node].flags & EXM_LAYOUT_SHOWN)
         && (self->lines[line].flags & EXM_LINE_FLAGGED) == 0;
}

static gboolean
is_block (const ExmLayoutNode *element)
{
  return (exm_tag_get_class ((ExmTag) element->tag) & EXM_TAG_BLOCK) != 0;
}

/* Keeps an element and all around it. */
static void
keep (Survey *self, guint32 element)
{
  for (; element != EXM_NONE && !self->kept[element];
       element = self->elements[element].parent)
    self->kept[element] = TRUE;
}

/* Inline elements are kept where blocks stand in them, not where they are parts of a
 * line. */
static void
survey (Survey *self)
{
  guint32 next = self->n_lines;

  for (guint i = 0; i < self->n_elements; i++)
    {
      guint32 parent = self->elements[i].parent;
      self->blocks[i] = parent == EXM_NONE || is_block (&self->elements[i])
                            ? i
                            : self->blocks[parent];
    }
  for (guint i = 0; i < self->n_lines; i++)
    if (is_seen (self, i))
      keep (self, self->blocks[self->places[i].node]);
  for (guint i = self->n_elements; i-- > 0;)
    {
      if (self->elements[i].first_line != EXM_NONE)
        next = self->elements[i].first_line;
      self->next_line[i] = next;
      if (!is_picture (&self->elements[i]))
        continue;
      keep (self, self->blocks[i]);
      self->kept[i] = TRUE;
    }
  for (guint i = 0; i < self->n_elements; i++)
    {
      guint32 parent = self->elements[i].parent;
      self->around[i] = self->kept[i]        ? i
                        : parent != EXM_NONE ? self->around[parent]
                                             : EXM_NONE;
    }
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  /* An element comes before the lines that it contains. */
  if (x->is_line != y->is_line)
    return x->is_line ? 1 : -1;
  return x->element < y->element ? -1 : x->element > y->element;
}

static GArray *
list_entries (const Survey *self)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  for (guint i = 0; i < self->n_elements; i++)
    if (self->kept[i])
      {
        const Entry entry = { self->next_line[i], i, FALSE };
        g_array_append_val (entries, entry);
      }
  for (guint i = 0; i < self->n_lines; i++)
    if (is_seen (self, i))
      {
        const Entry entry = { i, self->around[self->places[i].node], TRUE };
        g_array_append_val (entries, entry);
      }
  g_array_sort (entries, compare_entries);
  return entries;
}

static ExmVipsKind
get_kind (const ExmLayoutNode *element)
{
  switch (element->tag)
    {
    case EXM_TAG_TABLE:
    case EXM_TAG_TBODY:
    case EXM_TAG_THEAD:
    case EXM_TAG_TFOOT:
      return EXM_VIPS_TABLE;
    case EXM_TAG_TR:
      return EXM_VIPS_ROW;
    case EXM_TAG_TD:
    case EXM_TAG_TH:
      return EXM_VIPS_CELL;
    case EXM_TAG_P:
      return EXM_VIPS_PARAGRAPH;
    default:
      return is_block (element) ? EXM_VIPS_OTHER : EXM_VIPS_INLINE;
    }
}

static void
add_line (ExmVipsPage *self, const Survey *survey, guint32 line, guint32 around)
{
  const ExmLayoutNode *element = &survey->elements[survey->places[line].node];
  const ExmVipsNode node = {
    .parent = survey->node_of[around],
    .first_line = line,
    .last_line = line,
    .kind = EXM_VIPS_LEAF,
    .is_text = TRUE,
    .tag = EXM_TAG_UNKNOWN,
    .box = survey->places[line].box,
    .background = element->background,
    .font_size = element->font_size,
    .font_weight = element->font_weight,
  };

  self->leaf_of_line[line] = self->nodes->len;
  g_array_append_val (self->nodes, node);
}

static void
add_element (ExmVipsPage *self, Survey *survey, guint32 index)
{
  const ExmLayoutNode *element = &survey->elements[index];
  ExmVipsNode node = {
    .parent = element->parent != EXM_NONE
                  ? survey->node_of[survey->around[element->parent]]
                  : EXM_NONE,
    .first_line = EXM_NONE,
    .last_line = EXM_NONE,
    .kind = is_picture (element) ? EXM_VIPS_LEAF : get_kind (element),
    .tag = element->tag,
    .box = element->box,
    .background = element->background,
    .font_size = element->font_size,
    .font_weight = element->font_weight,
  };

  survey->node_of[index] = self->nodes->len;
  g_array_append_val (self->nodes, node);
}

/* Extends the boxes of nodes by those inside. A node without a size of its own, such as
 * one whose content floats, gets that of its content. */
static void
complete_nodes (ExmVipsPage *self)
{
  ExmVipsNode *nodes = (ExmVipsNode *) (void *) self->nodes->data;
  guint32 n_children = 0;

  for (guint i = self->nodes->len; i-- > 1;)
    {
      ExmVipsNode *node = &nodes[i], *parent = &nodes[node->parent];
      parent->n_children++;
      if (node->first_line != EXM_NONE)
        {
          parent->first_line = MIN (parent->first_line, node->first_line);
          parent->last_line = parent->last_line == EXM_NONE
                                  ? node->last_line
                                  : MAX (parent->last_line, node->last_line);
        }
    }
  /* Children follow their parents, so a child has its box before its parent asks. */
  g_autofree ExmBox *contents = g_new0 (ExmBox, MAX (self->nodes->len, 1));
  for (guint i = self->nodes->len; i-- > 0;)
    {
      if (exm_box_is_empty (&nodes[i].box))
        nodes[i].box = contents[i];
      if (i > 0)
        contents[nodes[i].parent]
            = exm_vips_unite (contents[nodes[i].parent], nodes[i].box);
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      nodes[i].children = n_children;
      n_children += nodes[i].n_children;
      nodes[i].n_children = 0;
    }
  g_array_set_size (self->children, n_children);
  for (guint32 i = 1; i < self->nodes->len; i++)
    {
      ExmVipsNode *parent = &nodes[nodes[i].parent];
      g_array_index (self->children, guint32, parent->children + parent->n_children++)
          = i;
    }
}

static int
compare_rules (gconstpointer a, gconstpointer b)
{
  const ExmBox *x = a, *y = b;

  return x->y < y->y ? -1 : x->y > y->y;
}

static void
list_rules (ExmVipsPage *self, const Survey *survey)
{
  for (guint i = 0; i < survey->n_elements; i++)
    {
      const ExmLayoutNode *element = &survey->elements[i];
      if (element->tag != EXM_TAG_HR || (element->flags & EXM_LAYOUT_SHOWN) == 0
          || element->box.width <= 0)
        continue;
      g_array_append_val (self->rules, element->box);
      if (element->parent != EXM_NONE && survey->kept[element->parent])
        g_array_index (self->nodes, ExmVipsNode, survey->node_of[element->parent])
            .has_rule
            = TRUE;
    }
  g_array_sort (self->rules, compare_rules);
}

void
exm_vips_page_init (ExmVipsPage *self, const ExmLayout *layout, const ExmPageText *page)
{
  Survey found = { 0 };

  found.elements = exm_layout_get_nodes (layout, &found.n_elements);
  found.places = exm_layout_get_lines (layout, &found.n_lines);
  found.lines = exm_page_text_get_lines (page, &found.n_lines);
  g_autofree guint32 *blocks = found.blocks = g_new (guint32, found.n_elements + 1);
  g_autofree guint8 *kept = found.kept = g_new0 (guint8, found.n_elements + 1);
  g_autofree guint32 *around = found.around = g_new (guint32, found.n_elements + 1);
  g_autofree guint32 *node_of = found.node_of = g_new0 (guint32, found.n_elements + 1);
  g_autofree guint32 *next_line = found.next_line = g_new (guint32, found.n_elements + 1);

  *self = (ExmVipsPage){
    .nodes = g_array_new (FALSE, FALSE, sizeof (ExmVipsNode)),
    .children = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .rules = g_array_new (FALSE, FALSE, sizeof (ExmBox)),
    .leaf_of_line = g_new (guint32, MAX (found.n_lines, 1)),
    .box = exm_layout_get_box (layout),
  };
  for (guint i = 0; i < found.n_lines; i++)
    self->leaf_of_line[i] = EXM_NONE;
  survey (&found);
  g_autoptr (GArray) entries = list_entries (&found);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      if (entry->is_line)
        add_line (self, &found, entry->line, entry->element);
      else
        add_element (self, &found, entry->element);
    }
  complete_nodes (self);
  list_rules (self, &found);
}

void
exm_vips_page_clear (ExmVipsPage *self)
{
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_pointer (&self->children, g_array_unref);
  g_clear_pointer (&self->rules, g_array_unref);
  g_clear_pointer (&self->leaf_of_line, g_free);
}
