/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A topic of the help: a Markdown file, as blocks of Pango markup. What is written as
 * code is typed: commands and keys. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_HELP_BLOCK_HEADING,
  EXM_HELP_BLOCK_PARAGRAPH,
  EXM_HELP_BLOCK_ITEM, /* of a list: its first paragraph; what follows in it are
                          paragraphs */
  EXM_HELP_BLOCK_CODE, /* lines to be typed, or looked at as they are */
  EXM_HELP_BLOCK_PICTURE,
} ExmHelpBlockKind;

/**
 * ExmHelpBlock:
 * @level: of a heading, from 1; of anything else how many lists it lies in
 * @number: of an item of an ordered list; 0 of other items
 * @markup: for a label; links to topics have the topic's name as their address
 * @text: @markup without its tags; what a picture shows, in words
 * @picture: (nullable): the name of its file
 */
typedef struct
{
  ExmHelpBlockKind kind;
  guint level;
  guint number;
  char *markup;  /* (owned) */
  char *text;    /* (owned) */
  char *picture; /* (owned) (nullable) */
} ExmHelpBlock;

#define EXM_TYPE_HELP_ARTICLE (exm_help_article_get_type ())
G_DECLARE_FINAL_TYPE (ExmHelpArticle, exm_help_article, EXM, HELP_ARTICLE, GObject)

/**
 * exm_help_article_new:
 * @name: of the topic
 * @markdown: CommonMark; HTML in it is left out
 * @size: bytes
 *
 * Any thread. Costs what reading the text once costs.
 *
 * Returns: (transfer full): an article that is not changed any more
 */
ExmHelpArticle *exm_help_article_new (const char *name, const char *markdown, gsize size);

/* Its topic's name, as "curves". */
const char *exm_help_article_get_name (ExmHelpArticle *self);

/* Its first heading; the name where it has none. */
const char *exm_help_article_get_title (ExmHelpArticle *self);

/* Returns: (transfer none) (element-type ExmHelpBlock): in their order */
GPtrArray *exm_help_article_get_blocks (ExmHelpArticle *self);

/* Returns: (transfer none) (element-type utf8): names of the topics that it links to, in
 *   their order, each as often as it is linked to */
GPtrArray *exm_help_article_get_links (ExmHelpArticle *self);

/**
 * exm_help_article_find:
 * @query: words, all of which the article must have somewhere; case and width do not
 *   matter
 * @block: (out) (nullable): the first block with the most of them
 *
 * Returns: whether all are there; %FALSE for a query without words
 */
gboolean exm_help_article_find (ExmHelpArticle *self, const char *query, guint *block);

/**
 * exm_help_article_dup_passage:
 * @query: see exm_help_article_find()
 *
 * Finds the passage for a list of search results: the block with the most of the words,
 * from shortly before the first one on. It is the beginning of the article where only its
 * title has them. Costs as much as reading the article once.
 *
 * Returns: (transfer full): markup with the words in bold
 */
char *exm_help_article_dup_passage (ExmHelpArticle *self, const char *query);

G_END_DECLS
