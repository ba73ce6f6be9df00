/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-review-action.h"

gboolean
exm_article_can_look_right (ExmArticleState state, gboolean has_text)
{
  return has_text && state != EXM_ARTICLE_GOOD;
}

ExmReviewAction
exm_article_get_deed (ExmArticleState state, gboolean has_text)
{
  gboolean is_approvable = state == EXM_ARTICLE_UNSURE || state == EXM_ARTICLE_INCOMPLETE;

  if (state == EXM_ARTICLE_GOOD)
    return EXM_REVIEW_ACTION_NONE;
  return is_approvable && has_text ? EXM_REVIEW_ACTION_APPROVE : EXM_REVIEW_ACTION_OPEN;
}

static ExmArticleState
get_state (const ExmArticleInfo *info)
{
  ExmArticleState state = EXM_ARTICLE_EMPTY;

  exm_article_state_from_name (info->state, &state);
  return state;
}

gboolean
exm_article_info_can_look_right (const ExmArticleInfo *info)
{
  return exm_article_can_look_right (get_state (info), info->n_chars > 0);
}

ExmReviewAction
exm_article_info_get_deed (const ExmArticleInfo *info)
{
  return exm_article_get_deed (get_state (info), info->n_chars > 0);
}
