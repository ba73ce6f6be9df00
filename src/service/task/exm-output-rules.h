/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rules of outputs that are messages: which articles are sent, and when. Pure; any
 * thread. */

#pragma once

#include "task/exm-article.h"
#include "task/exm-task-fields.h"

G_BEGIN_DECLS

/* Returns: whether it is a database, by the id of its kind */
gboolean exm_output_rules_is_database (const ExmTaskOutput *output);

/* Returns: whether it is a report of a day, by the id of its kind */
gboolean exm_output_rules_is_report (const ExmTaskOutput *output);

/* Returns: whether articles of a first run, and older ones, go there */
gboolean exm_output_rules_wants_backlog (const ExmTaskOutput *output);

/**
 * exm_output_rules_check:
 * @problem: (out): what is wrong, a text for exm_said_new()
 *
 * Returns: (transfer none) (nullable): the key that is wrong, %NULL where all are right
 */
const char *exm_output_rules_check (const ExmTaskOutput *output, const char **problem);

/**
 * exm_output_rules_take:
 * @article: with its text
 *
 * Returns: whether words and least confidence let the article through; case and the width
 *   of letters do not matter
 */
gboolean exm_output_rules_take (const ExmTaskOutput *output,
                                const ExmArticleFields *article);

/* Returns: whether the articles of a run, or of a day, go out as one message */
gboolean exm_output_rules_gather (const ExmTaskOutput *output);

/* Returns: whether that is once a day */
gboolean exm_output_rules_is_daily (const ExmTaskOutput *output);

/**
 * exm_output_rules_get_time:
 * @zone: of this computer
 * @due_usec: when the article is due, Unix time in microseconds
 * @tried: whether it was tried before
 * @now_usec: at least @due_usec
 *
 * Returns: when it may be sent: @now_usec, or later
 */
gint64 exm_output_rules_get_time (const ExmTaskOutput *output,
                                  GTimeZone *zone,
                                  gint64 due_usec,
                                  gboolean tried,
                                  gint64 now_usec);

G_END_DECLS
