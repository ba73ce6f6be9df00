/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-body.h"

#include "article/exm-body-code.h"
#include "article/exm-body-formats.h"
#include "article/exm-markdown-writer.h"

static void
append_code (ExmMarkdownWriter *self, const ExmBodyBlock *block)
{
  g_autofree char *language = exm_body_dup_language (self->body, block);
  g_autoptr (GString) code = g_string_new (NULL);

  exm_body_append_code (self->body, block, code);
  exm_markdown_writer_append_code (self, block, language, code);
}

/* The line of a cell, EXM_NONE if it is empty. @simple: (inout): %FALSE if there are more
 */
static guint
find_cell_line (const ExmBody *self, const ExmNode *node, gboolean *simple)
{
  guint found = EXM_NONE;

  for (guint i = node->first_line; i != EXM_NONE && i <= node->last_line; i++)
    if (exm_body_keeps (self, i))
      {
        *simple &= found == EXM_NONE;
        found = i;
      }
  return found;
}

/* Rows of as many cells, each of a line, none over several. */
static gboolean
is_simple_table (const ExmBody *self, const ExmBodyCell *cells, guint n, guint *n_columns)
{
  gboolean simple = TRUE;

  *n_columns = 0;
  for (guint i = 0; i < n && simple; i++)
    {
      const ExmNode *node = &self->nodes[cells[i].node];
      gboolean ends = i + 1 == n || cells[i + 1].row != cells[i].row;
      find_cell_line (self, node, &simple);
      simple &= (node->number & 0xff) <= 1 && (node->number >> 8) <= 1;
      if (ends && cells[i].row == cells[0].row)
        *n_columns = cells[i].column + 1;
      else if (ends)
        simple &= cells[i].column + 1 == *n_columns;
    }
  return simple && *n_columns > 0;
}

static void
append_table (ExmMarkdownWriter *self, const ExmBodyBlock *block)
{
  guint n, n_columns;
  const ExmBodyCell *cells = exm_body_find_cells (self->body, block->node, &n);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean ignored = TRUE;

  if (!is_simple_table (self->body, cells, n, &n_columns))
    {
      exm_body_append_html_table (self->body, block->node, text);
      exm_markdown_writer_append (self, block, text);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      guint line
          = find_cell_line (self->body, &self->body->nodes[cells[i].node], &ignored);
      exm_markdown_begin_cell (text, cells[i].column);
      if (line != EXM_NONE)
        exm_body_lines_append (&self->body->text, &exm_markdown_format, line, text);
      if (cells[i].column + 1 == n_columns)
        exm_markdown_end_row (text, n_columns, cells[i].row == cells[0].row, i + 1 == n);
    }
  exm_markdown_writer_append (self, block, text);
}

static void
append_lines (ExmMarkdownWriter *self, const ExmBodyBlock *block)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = block->first; i <= block->last; i++)
    {
      if (!exm_body_keeps (self->body, i))
        continue;
      if (text->len > 0)
        g_string_append (text, "\\\n");
      exm_body_lines_append (&self->body->text, &exm_markdown_format, i, text);
    }
  exm_markdown_writer_append (self, block, text);
}

static void
append_caption (ExmMarkdownWriter *self, const ExmBodyBlock *block)
{
  g_string_append_c (self->out, '*');
  exm_body_lines_append (&self->body->text, &exm_markdown_format, block->first,
                         self->out);
  g_string_append_c (self->out, '*');
}

static void
append_block (ExmMarkdownWriter *self, const ExmBodyBlock *block)
{
  exm_markdown_writer_begin (self, block);
  switch (block->kind)
    {
    case EXM_BLOCK_CODE:
      append_code (self, block);
      break;
    case EXM_BLOCK_TABLE:
      append_table (self, block);
      break;
    case EXM_BLOCK_IMAGES:
      exm_body_lines_append_images (&self->body->text, &exm_markdown_format,
                                    block->first_image, block->n_images, self->out);
      break;
    case EXM_BLOCK_HEADING:
      exm_markdown_writer_append_level (self, block->level);
      append_lines (self, block);
      break;
    case EXM_BLOCK_CAPTION:
      append_caption (self, block);
      break;
    case EXM_BLOCK_TEXT:
    default:
      append_lines (self, block);
      break;
    }
}

char *
exm_body_write_markdown (const ExmPageText *page, const ExmResult *result)
{
  g_auto (ExmBody) body = { 0 };
  ExmMarkdownWriter writer;

  exm_body_init (&body, page, result);
  exm_markdown_writer_init (&writer, &body);
  for (guint i = 0; i < body.blocks->len; i++)
    append_block (&writer, &g_array_index (body.blocks, ExmBodyBlock, i));
  return exm_markdown_writer_end (&writer);
}
