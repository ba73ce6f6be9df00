/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The commands of `articles`, and going through articles. */

#pragma once

#include "cli/base/exm-cli-data.h"

G_BEGIN_DECLS

ExmExit exm_cli_articles_list (int argc, char **argv);
ExmExit exm_cli_articles_show (int argc, char **argv);
ExmExit exm_cli_articles_export (int argc, char **argv);
ExmExit exm_cli_articles_mark (int argc, char **argv);
ExmExit exm_cli_articles_approve (int argc, char **argv);
ExmExit exm_cli_articles_correct (int argc, char **argv);
ExmExit exm_cli_articles_delete (int argc, char **argv);
ExmExit exm_cli_articles_disapprove (int argc, char **argv);
ExmExit exm_cli_articles_fetch_again (int argc, char **argv);
ExmExit exm_cli_articles_publish_again (int argc, char **argv);
ExmExit exm_cli_articles_extract_again (int argc, char **argv);
ExmExit exm_cli_articles_search (int argc, char **argv);

/**
 * exm_cli_articles_find:
 * @folder: the data folder
 * @words: a query
 * @limit: at most so many, 0 for all
 * @as_json: a JSON object a line, else a table
 *
 * Prints the articles that the query finds, newest first.
 *
 * Returns: %FALSE if that failed, which was complained about
 */
gboolean exm_cli_articles_find (const char *folder,
                                const char *words,
                                guint limit,
                                gboolean as_json);

/**
 * ExmCliArticlesFunc:
 * @infos: (element-type ExmArticleInfo): the next articles, newest first
 *
 * Returns: whether to go on
 */
typedef gboolean (*ExmCliArticlesFunc) (GPtrArray *infos, gpointer data);

/**
 * exm_cli_articles_foreach:
 * @reader: where they are
 * @task: (nullable): what the user calls the task whose articles are meant
 * @filter: which of them; its task, place and limit are not looked at
 * @limit: at most so many, 0 for all
 * @func: given a page of them at a time: memory does not grow with their number
 *
 * Returns: %FALSE if that failed, which was complained about, or @func said so
 */
gboolean exm_cli_articles_foreach (ExmStoreReader *reader,
                                   const char *task,
                                   const ExmArticleFilter *filter,
                                   guint limit,
                                   ExmCliArticlesFunc func,
                                   gpointer data);

/**
 * exm_cli_articles_check_state:
 * @state: (nullable): as given
 *
 * Returns: whether there is such a state; if not, that was complained about
 */
gboolean exm_cli_articles_check_state (const char *state);

/**
 * exm_cli_articles_check_numbers:
 * @numbers: (array zero-terminated=1): as given
 *
 * Returns: whether there are some, and all can be numbers of articles; if not, that was
 *   complained about
 */
gboolean exm_cli_articles_check_numbers (char **numbers);

/**
 * exm_cli_articles_print_headers:
 * @id: of an article
 * @as_json: the record as it is stored, see exm-fetch-record.h; else to be read
 *
 * Prints what was sent and received when its page was fetched last.
 *
 * Returns: %FALSE if that failed or nothing is stored, which was complained about
 */
gboolean
exm_cli_articles_print_headers (ExmStoreReader *reader, gint64 id, gboolean as_json);

G_END_DECLS
