/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Changes to the patterns of a task that one address asks for: it is an article, and so
 * are those that are built alike, or none of them is. Pure functions, any thread. */

#pragma once

#include "url/exm-url-pattern.h"

G_BEGIN_DECLS

/* Addresses that are left out one by one, where no pattern tells them from articles. */
#define EXM_URL_CHANGE_MAX_LITERALS 40u

/**
 * ExmUrlChange:
 * @include: (element-type utf8): the patterns as they become
 * @exclude: (element-type utf8): likewise
 * @changed: (element-type utf8): of the known addresses, those that match now and did not
 *   before, or the other way round; the one that was named comes first
 */
typedef struct
{
  GPtrArray *include; /* (owned) */
  GPtrArray *exclude; /* (owned) */
  GPtrArray *changed; /* (owned) */
} ExmUrlChange;

void exm_url_change_free (ExmUrlChange *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmUrlChange, exm_url_change_free)

/**
 * exm_url_find_alike:
 * @urls: (element-type utf8): normalised URLs, such as the links of a page
 * @url: a normalised URL, of @urls or not
 *
 * Addresses × parts of a pattern.
 *
 * Returns: (transfer container) (element-type utf8): @url, then those of @urls that are
 *   built as it is; names that list others are of another kind than articles
 */
GPtrArray *exm_url_find_alike (const GPtrArray *urls, const char *url);

/**
 * exm_url_change_new_taking:
 * @include: (element-type utf8): patterns as they are
 * @exclude: (element-type utf8): likewise
 * @urls: (element-type utf8): known addresses
 * @url: the one that is an article
 * @only: nothing else is: what is known so far is given up
 * @error: where to put an error
 *
 * Takes @url in, and what is built alike; what matched before stays, unless @only.
 *
 * Returns: (transfer full) (nullable): the change; %NULL where @url is no web address, or
 *   a pattern is none
 */
ExmUrlChange *exm_url_change_new_taking (const GPtrArray *include,
                                         const GPtrArray *exclude,
                                         const GPtrArray *urls,
                                         const char *url,
                                         gboolean only,
                                         GError **error);

/**
 * exm_url_change_new_leaving:
 * @include: (element-type utf8): patterns as they are
 * @exclude: (element-type utf8): likewise
 * @urls: (element-type utf8): known addresses
 * @url: the one that is no article
 * @kept: (element-type utf8): addresses that are articles, whatever else is left out:
 *   examples, what a person approved
 * @alone: @url is left out, and nothing that is built alike
 * @error: where to put an error
 *
 * Leaves @url out, and what is built alike: what is built as one of @kept stays in, and
 * then @url is left out alone.
 *
 * Returns: (transfer full) (nullable): the change; %NULL without @error where @url is one
 *   of @kept
 */
ExmUrlChange *exm_url_change_new_leaving (const GPtrArray *include,
                                          const GPtrArray *exclude,
                                          const GPtrArray *urls,
                                          const char *url,
                                          const GPtrArray *kept,
                                          gboolean alone,
                                          GError **error);

G_END_DECLS
