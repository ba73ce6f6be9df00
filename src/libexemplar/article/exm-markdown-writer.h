/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Markdown of blocks inside of lists, quotations and footnotes. What is written here is
 * part of the first rule of exm-derived-body.h: stored bodies are read by it, so that
 * bytes that change need a rule of their own. */

#pragma once

#include "article/exm-body-blocks.h"

G_BEGIN_DECLS

/**
 * ExmMarkdownWriter:
 * @body: its containers
 * @out: what is written
 * @before: the block that was written last, if @any was
 * @second: lists behind a list: their marks are other ones
 */
typedef struct
{
  const ExmBody *body; /* (unowned) */
  GString *out;        /* (owned) */
  ExmBodyBlock before;
  gboolean any;
  GHashTable *second; /* (owned) */
} ExmMarkdownWriter;

/* Text, links, emphasis, images, formulas and code inside of a line. */
extern const ExmBodyFormat exm_markdown_format;

void exm_markdown_writer_init (ExmMarkdownWriter *self, const ExmBody *body);

/* Returns: (transfer full): all that was written; the writer is no longer one */
char *exm_markdown_writer_end (ExmMarkdownWriter *self);

/* Line ends, blank lines and the marks of the containers that begin with @block. */
void exm_markdown_writer_begin (ExmMarkdownWriter *self, const ExmBodyBlock *block);

/* Text of several lines, each behind the prefix of @block. */
void exm_markdown_writer_append (ExmMarkdownWriter *self,
                                 const ExmBodyBlock *block,
                                 const GString *text);

/**
 * exm_markdown_writer_append_code:
 * @language: "" if it is not known
 */
void exm_markdown_writer_append_code (ExmMarkdownWriter *self,
                                      const ExmBodyBlock *block,
                                      const char *language,
                                      const GString *code);

/* The mark of a heading. */
void exm_markdown_writer_append_level (ExmMarkdownWriter *self, guint level);

/* The mark before a cell of a table with bars; @column: from 0 */
void exm_markdown_begin_cell (GString *text, guint column);

/* The end of a row; behind the first one, the line of a heading. */
void exm_markdown_end_row (GString *text,
                           guint n_columns,
                           gboolean is_first,
                           gboolean is_last);

G_END_DECLS
