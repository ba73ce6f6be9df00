/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of the files of articles. */

#pragma once

#include "publish/exm-name-template.h"
#include "task/exm-article.h"

G_BEGIN_DECLS

/**
 * exm_article_name_expand:
 * @article_key: its own, see exm_article_key()
 * @task_name: (nullable): what {task} becomes
 * @extension: of the format
 *
 * Pure; any thread.
 *
 * Returns: (transfer full): a path beneath the folder
 */
char *exm_article_name_expand (const ExmNameTemplate *template,
                               const ExmArticle *article,
                               const char *article_key,
                               const char *task_name,
                               const char *extension);

G_END_DECLS
