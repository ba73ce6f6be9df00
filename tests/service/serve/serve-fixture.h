/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A store with three tasks and their articles, for the tests of served feeds. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/* 1 January 2026, 12:00 UTC. */
#define SERVE_NOW G_GINT64_CONSTANT (1767268800000000)

/* A title and a body that would break each format that did not quote them. */
#define SERVE_HOSTILE "</title>]]>\"<script>\\&amp;\x01 'x"

/* Returns: (transfer none): identity of task @number; valid until the next call */
const char *serve_uid (guint number);

/* Adds task @number, @group may be %NULL. */
void serve_add_task (ExmStore *store, guint number, const char *name, const char *group);

/* Article @page of a task, collected @page minutes after %SERVE_NOW; (transfer full). */
ExmArticle *serve_article (
    guint task, guint page, const char *title, const char *text, ExmArticleState state);

/* Stores it as a new article. */
void serve_collect (ExmStore *store, const ExmArticle *article);

/* Stores @n good articles of a task, from page @first on. */
void serve_fill (ExmStore *store, guint task, guint first, guint n);

G_END_DECLS
