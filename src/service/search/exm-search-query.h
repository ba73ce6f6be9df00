/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Search queries. Words that must all be there, "phrases", -not, word*, title:, site:,
 * task:, after: and before:. Everything else is taken as words. Immutable; any thread. */

#pragma once

#include "search/exm-search-text.h"

G_BEGIN_DECLS

/* Terms and filters of a query that are looked at. */
#define EXM_SEARCH_MAX_TERMS 1000u

/**
 * ExmSearchTerm:
 * @text: (owned): what to look for; it has a unit at least
 * @negated: articles that have it are not found
 * @prefix: its last word may go on
 * @in_title: only the title counts
 */
typedef struct
{
  ExmSearchText *text;
  gboolean negated;
  gboolean prefix;
  gboolean in_title;
} ExmSearchTerm;

/**
 * ExmSearchFilter:
 * @value: (owned): a host, or what the user calls a task
 * @negated: articles of it are not found
 */
typedef struct
{
  char *value;
  gboolean negated;
} ExmSearchFilter;

/**
 * ExmSearchQuery:
 * @terms: (owned) (element-type ExmSearchTerm)
 * @sites: (owned) (element-type ExmSearchFilter): hosts in lower case, ASCII
 * @tasks: (owned) (element-type ExmSearchFilter)
 * @after: the first day, ISO 8601; "" for any
 * @before: the day after the last, ISO 8601; "" for any
 * @messages: (owned) (element-type utf8): what was not understood, translated
 */
typedef struct
{
  GPtrArray *terms;
  GPtrArray *sites;
  GPtrArray *tasks;
  char after[11];
  char before[11];
  GPtrArray *messages;
} ExmSearchQuery;

/**
 * exm_search_query_new:
 * @words: as a person typed them; any bytes
 *
 * Parses a query. Several sites, or several tasks, are alternatives. An article's day is
 * the one it was published, else the one it was collected, in UTC.
 *
 * Returns: (transfer full): the query
 */
ExmSearchQuery *exm_search_query_new (const char *words);

/**
 * exm_search_query_complete:
 * @words: as they are being typed
 *
 * Returns: (transfer full): the same with a * behind the last word, as long as nothing
 *   stands behind it: it may not be whole yet
 */
char *exm_search_query_complete (const char *words);

/* Returns: whether @text can stand between quotation marks: it has none itself */
gboolean exm_search_query_fits_quotes (const char *text);

void exm_search_query_free (ExmSearchQuery *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSearchQuery, exm_search_query_free)

/* Returns: whether it asks for nothing; such a query finds nothing */
gboolean exm_search_query_is_empty (const ExmSearchQuery *self);

/* Returns: whether its terms hold for an article of this title and body */
gboolean exm_search_query_matches (const ExmSearchQuery *self,
                                   const ExmSearchText *title,
                                   const ExmSearchText *body);

/* Returns: whether its sites allow @host, in lower case */
gboolean exm_search_query_allows_host (const ExmSearchQuery *self, const char *host);

/**
 * exm_search_query_allows_day:
 * @published: (nullable): ISO 8601
 * @collected_usec: Unix time in microseconds
 *
 * Returns: whether its dates allow an article of that day
 */
gboolean exm_search_query_allows_day (const ExmSearchQuery *self,
                                      const char *published,
                                      gint64 collected_usec);

G_END_DECLS
