/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Approval: which articles go out, by the word of a person or of the extraction. Part of
 * exm-store.h. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * exm_store_approve_article:
 * @due_usec: when what is held of it goes out: later than now where it may be taken back
 *
 * A person looked at the article: it is good.
 */
gboolean exm_store_approve_article (ExmStore *self,
                                    gint64 article_id,
                                    gint64 due_usec,
                                    GError **error);

/* A person calls the body of an article right, whatever is held of it: it is known from
 * now on, for as long as it stays what it is. */
gboolean
exm_store_call_right (ExmStore *self, gint64 article_id, gint64 now_usec, GError **error);

/**
 * exm_store_disapprove_article:
 * @state: what the article was before it was approved
 * @before: (element-type ExmPublication): what exm_store_list_publications() told then
 *
 * Takes an approval back: what waits to go out is again what it was. What went out
 * meanwhile stays.
 */
gboolean exm_store_disapprove_article (ExmStore *self,
                                       gint64 article_id,
                                       ExmArticleState state,
                                       GPtrArray *before,
                                       GError **error);

/**
 * exm_store_settle_article:
 * @outputs: (array length=n_outputs): where it goes, and what waits for a person
 *
 * Releases the deferred and held publications of the article to these outputs, by what is
 * known now.
 */
gboolean exm_store_settle_article (ExmStore *self,
                                   gint64 article_id,
                                   const ExmCommitOutput *outputs,
                                   guint n_outputs,
                                   gint64 now_usec,
                                   GError **error);

/**
 * exm_store_rehold_article:
 * @outputs: (array length=n_outputs): where it goes, and what waits for a person
 * @due_usec: when what was held until now goes out
 *
 * The article is surer than it was, or less sure: what is held goes out, or what waits is
 * held. What is deferred stays so, and what is published.
 */
gboolean exm_store_rehold_article (ExmStore *self,
                                   gint64 article_id,
                                   const ExmCommitOutput *outputs,
                                   guint n_outputs,
                                   gint64 due_usec,
                                   GError **error);

/* @id: of a publication: it is published once more, where it was. Nothing happens to one
 * that was not published yet. */
gboolean
exm_store_publish_again (ExmStore *self, gint64 id, gint64 now_usec, GError **error);

G_END_DECLS
