/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One article of the sample site, read from its source file:
 *
 *   title: …            header fields, one a line, up to the first empty line
 *   date: 2026-11-20 08:30
 *
 *   A paragraph, which may run over several lines; *emphasis* and [links](/path).
 *
 *   ## A subheading
 *   > A quotation
 *   - A list item
 *   ![A caption](image.svg)
 *   === comments
 *   @ Name | 2026-11-20 09:12
 *   The comment, a line a paragraph.
 *
 * The same blocks feed every layout, so their plain text is the truth to score against.
 * Immutable once read; may be used from any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Kind of a block of an article. */
typedef enum
{
  EXM_SAMPLE_BLOCK_PARAGRAPH,
  EXM_SAMPLE_BLOCK_HEADING,
  EXM_SAMPLE_BLOCK_QUOTE,
  EXM_SAMPLE_BLOCK_ITEM,
  EXM_SAMPLE_BLOCK_FIGURE,
} ExmSampleBlockKind;

/* One block; of a figure, the text is the caption. */
typedef struct
{
  ExmSampleBlockKind kind;
  char *text;  /* (owned): with inline marks, UTF-8 */
  char *image; /* (owned) (nullable): file name of a figure's image */
} ExmSampleBlock;

/* One reader's comment below an article. */
typedef struct
{
  char *author;      /* (owned) */
  char *date;        /* (owned): as it is shown */
  char **paragraphs; /* (owned) */
} ExmSampleComment;

/* Everything the source file says. Fields that a source leaves out are "". */
typedef struct
{
  char *number;        /* (owned): name of the source file, such as "07" */
  char *path;          /* (owned): on the site; set by the site */
  char *slug;          /* (owned) */
  char *title;         /* (owned) */
  char *author;        /* (owned) */
  char *editor;        /* (owned) */
  char *source;        /* (owned): where a Chinese portal took it from */
  char *category;      /* (owned) */
  char *summary;       /* (owned) */
  char *image;         /* (owned) */
  char **tags;         /* (owned) */
  GDateTime *date;     /* (owned) */
  GPtrArray *blocks;   /* (owned) (element-type ExmSampleBlock) */
  GPtrArray *comments; /* (owned) (element-type ExmSampleComment) */
} ExmSampleArticle;

/**
 * exm_sample_article_load:
 * @file_name: path of the source file
 * @zone: zone of its dates, such as "+08:00"
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the article; %EXM_SAMPLE_ERROR_SOURCE names file
 *   and line of what cannot be understood
 */
ExmSampleArticle *
exm_sample_article_load (const char *file_name, const char *zone, GError **error);

/**
 * exm_sample_article_free:
 * @article: (transfer full): an article
 */
void exm_sample_article_free (ExmSampleArticle *article);

/**
 * exm_sample_article_dup_body:
 * @article: an article
 *
 * The body as plain text: a line a paragraph, subheading, quotation or list item, without
 * title, captions and comments.
 *
 * Returns: (transfer full): UTF-8, no newline at the end
 */
char *exm_sample_article_dup_body (const ExmSampleArticle *article);

/**
 * exm_sample_inline_to_text:
 * @marked: a block's text
 *
 * Returns: (transfer full): the text without inline marks
 */
char *exm_sample_inline_to_text (const char *marked);

/**
 * exm_sample_inline_to_html:
 * @marked: a block's text
 *
 * Returns: (transfer full): the text escaped for HTML, its marks made `em` and `a`
 */
char *exm_sample_inline_to_html (const char *marked);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSampleArticle, exm_sample_article_free)

G_END_DECLS
