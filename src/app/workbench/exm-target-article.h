/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Stored article behind the target page: approves it, keeps the labels of its lines,
 * extracts it anew, and gives it a page in place of one that was lost. Main thread.
 *
 * Signals: "stored": articles are others in the store; "extracted" (ExmArticle *before,
 * nullable): one was extracted anew; "affected" (gint64 but): stored articles beside that
 * one would be extracted otherwise now. */

#pragma once

#include "app/workbench/exm-target-page.h"

G_BEGIN_DECLS

#define EXM_TYPE_TARGET_ARTICLE (exm_target_article_get_type ())
G_DECLARE_FINAL_TYPE (ExmTargetArticle, exm_target_article, EXM, TARGET_ARTICLE, GObject)

/* All are kept. */
ExmTargetArticle *exm_target_article_new (ExmWorkbenchTask *task,
                                          ExmTargetPage *page,
                                          ExmAnalysis *analysis,
                                          ExmToaster *toaster);

/* Returns: whether the article waits for a person */
gboolean exm_target_article_waits (ExmTargetArticle *self);

/* Approves the article, with a toast; notes only that it is right where it waits for
 * nobody. */
void exm_target_article_approve (ExmTargetArticle *self);

/* Stores the labels of the target's lines, and extracts its article anew. */
void exm_target_article_save_labels (ExmTargetArticle *self);

G_END_DECLS
