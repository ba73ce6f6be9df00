/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "base/exm-said-error.h"
#include "types/exm-layout.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct _ExmLayout
{
  gatomicrefcount ref_count;
  ExmLayoutParts parts; /* (owned): its fields */
  ExmPageText *page;    /* (owned) */
};

G_DEFINE_BOXED_TYPE (ExmLayout, exm_layout, exm_layout_ref, exm_layout_unref)
EXM_DEFINE_SAID_ERROR (exm - layout - error, exm_layout_error)

void
exm_layout_parts_init (ExmLayoutParts *parts)
{
  *parts = (ExmLayoutParts){
    .nodes = g_array_new (FALSE, FALSE, sizeof (ExmLayoutNode)),
    .lines = g_array_new (FALSE, FALSE, sizeof (ExmLayoutLine)),
  };
}

void
exm_layout_parts_clear (ExmLayoutParts *parts)
{
  g_clear_pointer (&parts->nodes, g_array_unref);
  g_clear_pointer (&parts->lines, g_array_unref);
}

static gboolean
is_extent (float value)
{
  return isfinite (value) && value >= 0;
}

static gboolean
is_box (const ExmBox *box)
{
  return isfinite (box->x) && isfinite (box->y) && is_extent (box->width)
         && is_extent (box->height);
}

static gboolean
refuse (GError **error, const char *what, guint index)
{
  exm_said_set_error (error, EXM_LAYOUT_ERROR, EXM_LAYOUT_ERROR_DAMAGED,
                      N_ ("The page’s layout is damaged: %s %u"), what, index);
  return FALSE;
}

static gboolean
check_nodes (const ExmLayoutParts *parts, GError **error)
{
  for (guint i = 0; i < parts->nodes->len; i++)
    {
      const ExmLayoutNode *node = &g_array_index (parts->nodes, ExmLayoutNode, i);
      if ((i == 0 ? node->parent != EXM_NONE : node->parent >= i) || !is_box (&node->box)
          || !is_extent (node->font_size) || node->tag >= EXM_N_TAGS)
        return refuse (error, "element", i);
    }
  return TRUE;
}

static gboolean
check_lines (const ExmLayoutParts *parts, const ExmPageText *page, GError **error)
{
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  if (parts->lines->len != n_lines)
    {
      exm_said_set_error (
          error, EXM_LAYOUT_ERROR, EXM_LAYOUT_ERROR_OTHER_PAGE,
          N_ ("The layout is that of another page: it has %u lines, this page %u"),
          parts->lines->len, n_lines);
      return FALSE;
    }
  for (guint i = 0; i < n_lines; i++)
    {
      const ExmLayoutLine *line = &g_array_index (parts->lines, ExmLayoutLine, i);
      if ((line->node != EXM_NONE && line->node >= parts->nodes->len)
          || !is_box (&line->box))
        return refuse (error, "line", i);
    }
  return TRUE;
}

static void
widen (ExmLayoutNode *node, guint first, guint last)
{
  node->first_line = node->first_line == EXM_NONE ? first : MIN (node->first_line, first);
  node->last_line = node->last_line == EXM_NONE ? last : MAX (node->last_line, last);
}

/* Parents come before their children, so one way back reaches all of them. */
static void
place_lines (const ExmLayoutParts *parts)
{
  ExmLayoutNode *nodes = (ExmLayoutNode *) (void *) parts->nodes->data;

  for (guint i = 0; i < parts->nodes->len; i++)
    nodes[i].first_line = nodes[i].last_line = EXM_NONE;
  for (guint i = 0; i < parts->lines->len; i++)
    {
      guint32 node = g_array_index (parts->lines, ExmLayoutLine, i).node;
      if (node != EXM_NONE)
        widen (&nodes[node], i, i);
    }
  for (guint i = parts->nodes->len; i-- > 0;)
    if (nodes[i].parent != EXM_NONE && nodes[i].first_line != EXM_NONE)
      widen (&nodes[nodes[i].parent], nodes[i].first_line, nodes[i].last_line);
}

ExmLayout *
exm_layout_new (ExmLayoutParts *parts, ExmPageText *page, GError **error)
{
  gboolean is_sound = is_extent (parts->width) && is_extent (parts->height)
                      && is_extent (parts->view_width);

  if (!is_sound)
    refuse (error, "page", 0);
  if (!is_sound || !check_nodes (parts, error) || !check_lines (parts, page, error))
    {
      exm_layout_parts_clear (parts);
      return NULL;
    }
  ExmLayout *self = g_new0 (ExmLayout, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->parts = *parts;
  self->page = exm_page_text_ref (page);
  *parts = (ExmLayoutParts){ 0 };
  place_lines (&self->parts);
  return self;
}

ExmLayout *
exm_layout_ref (ExmLayout *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_layout_unref (ExmLayout *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  exm_layout_parts_clear (&self->parts);
  exm_page_text_unref (self->page);
  g_free (self);
}

const ExmLayoutNode *
exm_layout_get_nodes (const ExmLayout *self, guint *n)
{
  *n = self->parts.nodes->len;
  return (const ExmLayoutNode *) (void *) self->parts.nodes->data;
}

const ExmLayoutLine *
exm_layout_get_lines (const ExmLayout *self, guint *n)
{
  *n = self->parts.lines->len;
  return (const ExmLayoutLine *) (void *) self->parts.lines->data;
}

ExmBox
exm_layout_get_box (const ExmLayout *self)
{
  return (ExmBox){ 0, 0, self->parts.width, self->parts.height };
}

float
exm_layout_get_view_width (const ExmLayout *self)
{
  return self->parts.view_width;
}

gsize
exm_layout_get_n_bytes (const ExmLayout *self)
{
  return sizeof *self + self->parts.nodes->len * sizeof (ExmLayoutNode)
         + self->parts.lines->len * sizeof (ExmLayoutLine)
         + exm_page_text_get_n_bytes (self->page);
}

gboolean
exm_layout_is_of (const ExmLayout *self, const ExmPageText *page)
{
  return self->page == page;
}

guint32
exm_layout_hash_line (const char *text)
{
  guint32 hash = 2166136261u;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    hash = (hash ^ g_utf8_get_char (text)) * 16777619u;
  return hash;
}
