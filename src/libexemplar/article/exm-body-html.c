/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-body.h"

#include "article/exm-body-code.h"
#include "article/exm-body-formats.h"

#include <string.h>

static void
append_text (GString *out, const char *text, gsize n_bytes, gboolean at_start)
{
  for (gsize i = 0; i < n_bytes; i++)
    switch (text[i])
      {
      case '&':
        g_string_append (out, "&amp;");
        break;
      case '<':
        g_string_append (out, "&lt;");
        break;
      case '>':
        g_string_append (out, "&gt;");
        break;
      case '"':
        g_string_append (out, "&quot;");
        break;
      default:
        g_string_append_c (out, text[i]);
      }
}

static void
append_value (GString *out, const char *before, const char *value)
{
  g_string_append (out, before);
  append_text (out, value, strlen (value), FALSE);
  g_string_append_c (out, '"');
}

static void
append_image (GString *out, const ExmBodySpan *image)
{
  append_value (out, "<img src=\"", image->address);
  append_value (out, " alt=\"", image->label);
  /* One that ends with a comma would be read as a list. */
  if (image->source != NULL && !g_str_has_suffix (image->source, ",")
      && strpbrk (image->source, " \t\r\n\f") == NULL)
    append_value (out, " srcset=\"", image->source);
  g_string_append_c (out, '>');
}

static const char *
get_span_tag (ExmSpanKind kind)
{
  switch (kind)
    {
    case EXM_SPAN_STRONG:
      return "strong";
    case EXM_SPAN_EMPHASIS:
      return "em";
    case EXM_SPAN_CODE:
      return "code";
    case EXM_SPAN_SUPERSCRIPT:
      return "sup";
    case EXM_SPAN_SUBSCRIPT:
      return "sub";
    case EXM_SPAN_LINK:
    case EXM_SPAN_IMAGE:
    case EXM_SPAN_FORMULA:
    default:
      return "a";
    }
}

static void
open_span (GString *out, const ExmBodySpan *span)
{
  if (span->kind == EXM_SPAN_LINK)
    {
      append_value (out, "<a href=\"", span->address);
      g_string_append_c (out, '>');
    }
  else
    g_string_append_printf (out, "<%s>", get_span_tag (span->kind));
}

static void
close_span (GString *out, const ExmBodySpan *span)
{
  g_string_append_printf (out, "</%s>", get_span_tag (span->kind));
}

/* As Pandoc writes them, which MathJax and KaTeX find by themselves. */
static void
append_formula (GString *out, const char *tex, gboolean apart)
{
  g_string_append (out, apart ? "<span class=\"math display\">\\["
                              : "<span class=\"math inline\">\\(");
  append_text (out, tex, strlen (tex), FALSE);
  g_string_append (out, apart ? "\\]</span>" : "\\)</span>");
}

static void
append_anchor (GString *out, guint number)
{
  g_string_append_printf (out, "<a id=\"n%u\"></a>", number);
}

const ExmBodyFormat exm_body_html_format = {
  .text = append_text,
  .image = append_image,
  .open = open_span,
  .close = close_span,
  .formula = append_formula,
  .anchor = append_anchor,
};

static void
append_images (const ExmBody *self, const ExmBodyBlock *block, GString *out)
{
  exm_body_lines_append_images (&self->text, &exm_body_html_format, block->first_image,
                                block->n_images, out);
}

static void
append_lines (const ExmBody *self, guint first, guint last, GString *out)
{
  gboolean any = FALSE;

  for (guint i = first; i <= last; i++)
    {
      if (!exm_body_keeps (self, i))
        continue;
      if (any)
        g_string_append (out, "<br>\n");
      exm_body_lines_append (&self->text, &exm_body_html_format, i, out);
      any = TRUE;
    }
}

static void
append_cell (const ExmBody *self, const ExmNode *node, GString *out)
{
  const char *tag = node->tag == EXM_TAG_TH ? "th" : "td";
  guint columns = node->number & 0xff, rows = node->number >> 8;

  g_string_append_printf (out, "<%s", tag);
  if (columns > 1)
    g_string_append_printf (out, " colspan=\"%u\"", columns);
  if (rows > 1)
    g_string_append_printf (out, " rowspan=\"%u\"", rows);
  g_string_append_c (out, '>');
  if (node->first_line != EXM_NONE)
    append_lines (self, node->first_line, node->last_line, out);
  g_string_append_printf (out, "</%s>", tag);
}

void
exm_body_append_html_table (const ExmBody *self, guint32 table, GString *out)
{
  guint n;
  const ExmBodyCell *cells = exm_body_find_cells (self, table, &n);

  g_string_append (out, "<table>\n");
  for (guint i = 0; i < n; i++)
    {
      if (i == 0 || cells[i].row != cells[i - 1].row)
        g_string_append (out, i == 0 ? "<tr>" : "</tr>\n<tr>");
      append_cell (self, &self->nodes[cells[i].node], out);
    }
  g_string_append (out, "</tr>\n</table>");
}

static void
append_code (const ExmBody *self, const ExmBodyBlock *block, GString *out)
{
  g_autofree char *language = exm_body_dup_language (self, block);
  g_autoptr (GString) code = g_string_new (NULL);

  exm_body_append_code (self, block, code);
  if (*language != '\0')
    g_string_append_printf (out, "<pre><code class=\"language-%s\">", language);
  else
    g_string_append (out, "<pre><code>");
  append_text (out, code->str, code->len, TRUE);
  g_string_append (out, "</code></pre>");
}

/* @in_item: the first block of an item of a list */
static void
append_block (const ExmBody *self,
              const ExmBodyBlock *block,
              gboolean in_item,
              GString *out)
{
  switch (block->kind)
    {
    case EXM_BLOCK_CODE:
      append_code (self, block, out);
      return;
    case EXM_BLOCK_TABLE:
      exm_body_append_html_table (self, block->node, out);
      return;
    case EXM_BLOCK_IMAGES:
      g_string_append (out, in_item ? "" : "<p>");
      append_images (self, block, out);
      g_string_append (out, in_item ? "" : "</p>");
      return;
    case EXM_BLOCK_HEADING:
      g_string_append_printf (out, "<h%u>", block->level);
      append_lines (self, block->first, block->last, out);
      g_string_append_printf (out, "</h%u>", block->level);
      return;
    case EXM_BLOCK_CAPTION:
    case EXM_BLOCK_TEXT:
    default:
      g_string_append (out, in_item ? "" : "<p>");
      append_lines (self, block->first, block->last, out);
      g_string_append (out, in_item ? "" : "</p>");
      return;
    }
}

static void
append_figure (const ExmBody *self,
               const ExmBodyBlock *images,
               guint caption,
               GString *out)
{
  g_string_append (out, "<figure>");
  append_images (self, images, out);
  if (caption != EXM_NONE)
    {
      g_string_append (out, "<figcaption>");
      exm_body_lines_append (&self->text, &exm_body_html_format, caption, out);
      g_string_append (out, "</figcaption>");
    }
  g_string_append (out, "</figure>");
}

/* A footnote that is no item of a list is a paragraph with an anchor. */
static gboolean
is_bare_note (const ExmBodyContainer *container)
{
  return container->note != NULL && container->list == EXM_NONE;
}

static void
close_containers (const ExmBody *self,
                  const ExmBodyBlock *block,
                  const ExmBodyBlock *next,
                  GString *out)
{
  const ExmBodyContainer *all
      = (const ExmBodyContainer *) (void *) self->containers->data;
  guint n_common = next != NULL ? exm_body_count_common (self, block, next) : 0;

  for (guint i = block->n_containers; i-- > n_common;)
    {
      const ExmBodyContainer *container = &all[block->containers + i];
      gboolean goes_on = i == n_common && next != NULL && i < next->n_containers
                         && container->list != EXM_NONE
                         && all[next->containers + i].list == container->list;
      if (is_bare_note (container))
        g_string_append_c (out, '\n');
      else if (container->list == EXM_NONE)
        g_string_append (out, "</blockquote>\n");
      else
        {
          g_string_append (out, "</li>\n");
          if (!goes_on)
            g_string_append (out, container->ordered ? "</ol>\n" : "</ul>\n");
        }
    }
}

static void
open_containers (const ExmBody *self,
                 const ExmBodyBlock *before,
                 const ExmBodyBlock *block,
                 GString *out)
{
  const ExmBodyContainer *all
      = (const ExmBodyContainer *) (void *) self->containers->data;
  guint n_common = exm_body_count_common (self, before, block);

  for (guint i = n_common; i < block->n_containers; i++)
    {
      const ExmBodyContainer *container = &all[block->containers + i];
      gboolean goes_on = before != NULL && i == n_common && i < before->n_containers
                         && container->list != EXM_NONE
                         && all[before->containers + i].list == container->list;
      if (is_bare_note (container))
        continue;
      if (container->list == EXM_NONE)
        {
          g_string_append (out, "<blockquote>\n");
          continue;
        }
      if (!goes_on && container->ordered && container->number != 1)
        g_string_append_printf (out, "<ol start=\"%u\">\n", container->number);
      else if (!goes_on)
        g_string_append (out, container->ordered ? "<ol>\n" : "<ul>\n");
      g_string_append (out, "<li>");
    }
}

static gboolean
is_new_item (const ExmBody *self, const ExmBodyBlock *before, const ExmBodyBlock *block)
{
  guint n = block->n_containers;

  return n > 0 && exm_body_count_common (self, before, block) < n
         && g_array_index (self->containers, ExmBodyContainer, block->containers + n - 1)
                    .list
                != EXM_NONE;
}

/* Whether the images are those of the figure whose caption the next block is. */
static gboolean
has_caption (const ExmBodyBlock *images, const ExmBodyBlock *next)
{
  return next != NULL && next->kind == EXM_BLOCK_CAPTION && next->first == images->first;
}

char *
exm_body_write_html (const ExmPageText *page, const ExmResult *result)
{
  g_auto (ExmBody) self = { 0 };
  GString *out = g_string_new (NULL);

  exm_body_init (&self, page, result);
  const ExmBodyBlock *blocks = (const ExmBodyBlock *) (void *) self.blocks->data;
  const guint n = self.blocks->len;
  const ExmBodyBlock *before = NULL;
  for (guint i = 0; i < n; i++)
    {
      const ExmBodyBlock *block = &blocks[i];
      gboolean figure = block->kind == EXM_BLOCK_IMAGES
                        && (self.lines[block->first].flags & EXM_LINE_CAPTION);
      gboolean captioned = figure && has_caption (block, i + 1 < n ? block + 1 : NULL);
      open_containers (&self, before, block, out);
      if (figure)
        append_figure (&self, block, captioned ? block->first : EXM_NONE, out);
      else
        append_block (&self, block, is_new_item (&self, before, block), out);
      i += captioned;
      const ExmBodyBlock *next = i + 1 < n ? &blocks[i + 1] : NULL;
      if (block->n_containers == 0
          || (next != NULL
              && exm_body_count_common (&self, block, next) == block->n_containers))
        g_string_append_c (out, '\n');
      close_containers (&self, block, next, out);
      before = block;
    }
  return g_string_free (out, FALSE);
}
