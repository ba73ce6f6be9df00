/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done about an article that waits for a person, and what is likely to be:
 * its row, the reader and the keys go by this. */

#pragma once

#include "exm-article.h"
#include "exm-store-values.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_DEED_NONE,    /* nothing is to be done */
  EXM_DEED_APPROVE, /* it looks right */
  EXM_DEED_OPEN,    /* it is to be put right on the workbench */
} ExmArticleDeed;

/* Returns: whether it can look right: what has text and is not good already */
gboolean
exm_article_can_look_right (ExmArticleState state, gboolean has_text);

/* Returns: what is likely to be done about it: of what does not fit the text, where there
 * is one, is seldom right */
ExmArticleDeed
exm_article_get_deed (ExmArticleState state, gboolean has_text);

/* The same of an article in a list. */
gboolean
exm_article_info_can_look_right (const ExmArticleInfo *info);
ExmArticleDeed
exm_article_info_get_deed (const ExmArticleInfo *info);

G_END_DECLS
