/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article of the help, to be read and scrolled through. Signal "followed" (char *):
 * the name of a topic whose link was followed. */

#pragma once

#include "app/help/exm-help-article.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_HELP_VIEW (exm_help_view_get_type ())
G_DECLARE_FINAL_TYPE (ExmHelpView, exm_help_view, EXM, HELP_VIEW, GtkWidget)

/**
 * exm_help_view_set_article:
 * @article: is shown from its beginning
 *
 * Main thread.
 */
void exm_help_view_set_article (ExmHelpView *self, ExmHelpArticle *article);

/* Brings block @index of the article into view, once it is laid out. */
void exm_help_view_scroll_to (ExmHelpView *self, guint index);

G_END_DECLS
