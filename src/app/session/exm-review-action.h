/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions on an article that waits for a person, and the likely one among them:
 * its row, the reader and the keys go by this. */

#pragma once

#include "store/db/exm-store-values.h"
#include "task/exm-article.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_REVIEW_ACTION_NONE,    /* nothing is to be done */
  EXM_REVIEW_ACTION_APPROVE, /* it looks right */
  EXM_REVIEW_ACTION_OPEN,    /* it is to be put right on the workbench */
} ExmReviewAction;

/* Returns: whether it can look right: what has text and is not good already */
gboolean exm_article_can_look_right (ExmArticleState state, gboolean has_text);

/* Returns: what is likely to be done about it: of what does not fit the text, where there
 * is one, is seldom right */
ExmReviewAction exm_article_get_deed (ExmArticleState state, gboolean has_text);

/* The same of an article in a list. */
gboolean exm_article_info_can_look_right (const ExmArticleInfo *info);
ExmReviewAction exm_article_info_get_deed (const ExmArticleInfo *info);

G_END_DECLS
