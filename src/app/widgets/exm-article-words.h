/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How articles and times are spoken of in lists. */

#pragma once

#include "app/session/exm-review-action.h"
#include "store/db/exm-store-values.h"
#include "task/exm-article.h"
#include "types/exm-result.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_article_words_state:
 * @state: name of an article's state
 * @confidence: 0 … 1
 *
 * Returns: (transfer full): "Sure 97%", "Take a look 73%", "Not sure 40%", "Does not
 * fit", "No text found"
 */
char *exm_article_words_state (const char *state, double confidence);

/**
 * exm_article_words_cause:
 *
 * Returns: (transfer full): why the article waits for a person: "Not sure 40% · no date",
 *   "Does not fit: layout 31% alike", "No text found"
 */
char *exm_article_words_cause (const ExmArticleInfo *info);

/**
 * exm_article_words_reason:
 *
 * Words the cause in the current language where it can. A stored reason keeps the
 * language of the program that collected the article.
 *
 * Returns: (transfer full) (nullable): why the article waits for a person, as a sentence
 */
char *exm_article_words_reason (const ExmArticleFields *fields);

/* Returns: (transfer none) (nullable): what the button says that does it */
const char *exm_article_words_deed (ExmReviewAction deed);

/* Returns: (transfer none): name of the icon that goes with these words */
const char *exm_article_words_icon (const char *state, double confidence);

/* Returns: (transfer none): style class that goes with these words: of a colour */
const char *exm_article_words_class (const char *state, double confidence);

/* Returns: (transfer none): name of the icon of a verdict, the same in each view */
const char *exm_sureness_get_icon (ExmSureness sureness);

/* Returns: (transfer none): style class of a verdict: of its colour */
const char *exm_sureness_get_class (ExmSureness sureness);

/* Returns: (transfer full): "Today", "Yesterday", "Tomorrow", "Monday, 3 March 2025" */
char *exm_article_words_day (gint64 usec);

/* Returns: (transfer full): the time of the day: "14:30" */
char *exm_article_words_time (gint64 usec);

/* Returns: (transfer full): day and time: "Today 14:30" */
char *exm_article_words_when (gint64 usec);

/* Returns: (transfer full): the same behind other words: "today 14:30" */
char *exm_article_words_when_inside (gint64 usec);

/* Returns: (transfer full): the same where today need not be said: "14:30", "tomorrow
 * 7:00" */
char *exm_article_words_when_due (gint64 usec);

/* Returns: (transfer full): what is known of them, separated by dots; may be empty */
char *exm_article_words_join (const char *const *parts, guint n_parts);

G_END_DECLS
