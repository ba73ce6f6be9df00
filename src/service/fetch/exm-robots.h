/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* robots.txt as RFC 9309 reads it. Whatever the bytes are, they parse: what is no rule is
 * skipped and counted. Immutable, reference counted, any thread. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Bytes that are read; the rest is cut at a line's end (RFC 9309, section 2.5). */
#define EXM_ROBOTS_MAX_BYTES (500u * 1024u)

/* Bytes of a path that rules are compared with. */
#define EXM_ROBOTS_MAX_PATH_BYTES 8192u

typedef struct _ExmRobots ExmRobots;

/**
 * ExmRobotsRule:
 * @allow: what it says
 * @line: in the file, from 1
 * @pattern: (owned): its path as written
 */
typedef struct
{
  gboolean allow;
  guint line;
  char *pattern;
} ExmRobotsRule;

/**
 * ExmRobotsPolicy:
 * @EXM_ROBOTS_POLICY_READ: the answer holds rules: parse them
 * @EXM_ROBOTS_POLICY_ALLOW_ALL: there are no rules: everything may be fetched
 * @EXM_ROBOTS_POLICY_WAIT: the rules are not known: fetch nothing for now and ask again
 */
typedef enum
{
  EXM_ROBOTS_POLICY_READ,
  EXM_ROBOTS_POLICY_ALLOW_ALL,
  EXM_ROBOTS_POLICY_WAIT,
} ExmRobotsPolicy;

#define EXM_TYPE_ROBOTS (exm_robots_get_type ())
GType exm_robots_get_type (void);

/**
 * exm_robots_policy_for_status:
 * @status: of the last answer to /robots.txt after its redirects; 0 where there was none
 * @failing_usec: for how long there was no answer or a server error, microseconds
 *
 * RFC 9309, section 2.3.1: 4xx (and redirects that lead nowhere) mean "no rules", 5xx and
 * no answer mean "refused for now", and after 30 days of these "no rules". 429 says that
 * the server is too busy, not that it has no rules, and counts as 5xx.
 */
ExmRobotsPolicy exm_robots_policy_for_status (guint status, gint64 failing_usec);

/**
 * exm_robots_parse:
 * @text: (array length=n_bytes): the body of the answer, any bytes
 *
 * Linear in @n_bytes.
 *
 * Returns: (transfer full): its rules, maybe none
 */
ExmRobots *exm_robots_parse (const char *text, gsize n_bytes);

ExmRobots *exm_robots_ref (ExmRobots *self);
void exm_robots_unref (ExmRobots *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmRobots, exm_robots_unref)

/**
 * exm_robots_allows:
 * @agent: product token of the one who asks ("Exemplar"), or a whole User-Agent
 * @path: path and query of an address; a fragment does not count
 * @rule: (out) (optional) (nullable) (transfer none): the rule that decided, %NULL where
 *   none speaks of @path
 *
 * All groups of the token that names @agent best hold together: the same name, else the
 * longest that is @agent up to a hyphen, else "*". Of the rules that match the longest
 * wins, of equals the one that allows. /robots.txt itself is always allowed. Only the
 * first %EXM_ROBOTS_MAX_PATH_BYTES of @path are compared. O(rules · path).
 *
 * Returns: whether @path may be fetched
 */
gboolean exm_robots_allows (const ExmRobots *self,
                            const char *agent,
                            const char *path,
                            const ExmRobotsRule **rule);

/**
 * exm_robots_get_crawl_delay_ms:
 * @agent: as for exm_robots_allows()
 *
 * Not part of the RFC: a hint.
 *
 * Returns: milliseconds between two fetches that the site asks for, at most a day; −1
 *   where it does not say
 */
gint64 exm_robots_get_crawl_delay_ms (const ExmRobots *self, const char *agent);

/**
 * exm_robots_get_sitemaps:
 *
 * Returns: (transfer none): addresses of sitemaps as written, %NULL-terminated
 */
const char *const *exm_robots_get_sitemaps (const ExmRobots *self);

/**
 * exm_robots_get_n_unknown:
 *
 * Returns: lines that were skipped: neither empty, comment, nor known
 */
guint exm_robots_get_n_unknown (const ExmRobots *self);

/**
 * exm_robots_get_truncated:
 *
 * Returns: whether the file was longer than %EXM_ROBOTS_MAX_BYTES
 */
gboolean exm_robots_get_truncated (const ExmRobots *self);

G_END_DECLS
