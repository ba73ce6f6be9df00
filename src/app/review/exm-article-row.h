/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article in the list of articles, under the name of its day where that begins. */

#pragma once

#include "app/reading/exm-article-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_ARTICLE_ROW (exm_article_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmArticleRow, exm_article_row, EXM, ARTICLE_ROW, GtkWidget)

/* @item: (nullable): what is shown from now on; @to_review: with why it waits for a
 * person and what to do; @of_all: among those of other tasks. A view binds all rows anew
 * behind one that comes or goes: what is shown already costs nothing, and stays until
 * there is another. */
void exm_article_row_set_item (ExmArticleRow *self,
                               ExmArticleItem *item,
                               gboolean to_review,
                               gboolean of_all);

/* Returns: (transfer none) (nullable): what is shown */
ExmArticleItem *exm_article_row_get_item (ExmArticleRow *self);

G_END_DECLS
