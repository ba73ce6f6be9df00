/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-run-page.h"

#include "store/db/exm-statement.h"
#include "store/tables/exm-table-trash.h"

/* A problem belongs to the page whose address it names: without the scheme and "www.",
 * which the normal form of an address leaves out, and not as the beginning of a longer
 * number or word. */
#define BARE(key) "replace(" key ", 'https://', '')"
#define NAMES(key)                                                                       \
  "(instr(e.message, " BARE (key) ") > 0 AND substr(e.message, instr(e.message, " BARE ( \
      key) ") + length(" BARE (key) "), 1) NOT GLOB '[0-9A-Za-z]')"
#define CAUSE(key)                                                                       \
  "(SELECT ifnull (e.said, e.message) FROM e WHERE " NAMES (key) " LIMIT 1)"

#define DURING "BETWEEN r.started AND r.finished"

#define SQL_RUN                                                                          \
  "WITH r AS (SELECT id, task, started,"                                                 \
  "  ifnull(nullif(finished, 0), 9223372036854775807) AS finished"                       \
  "  FROM run WHERE id = ?1 AND " EXM_SQL_NOT_TRASHED ("task") "),"

#define SQL_PAGES                                                                        \
  SQL_RUN                                                                                \
  " e AS MATERIALIZED (SELECT event.id, event.time, event.message, event.said FROM "     \
  "event, r"                                                                             \
  "  WHERE event.task = r.task AND event.time " DURING                                   \
  "  ORDER BY event.id DESC LIMIT ?4),"                                                  \
  " p AS MATERIALIZED (SELECT CASE WHEN lease_until IS NOT NULL THEN 0 ELSE 1 END"       \
  "   AS rank, due AS time, kind, url, url_key, attempts,"                               \
  "   CASE WHEN lease_until IS NOT NULL THEN 'fetching' ELSE 'retry' END AS state,"      \
  "   CASE WHEN attempts > 1 OR lease_until IS NULL THEN " CAUSE (                       \
      "url_key") "   END AS cause FROM (SELECT job.* FROM job, r WHERE job.run = r.id"   \
                 "   AND (job.lease_until IS NOT NULL OR job.attempts > 0) LIMIT ?4)"    \
                 "  UNION ALL"                                                           \
                 "  SELECT 1, last_fetched, CASE state WHEN 'source' THEN 'list' ELSE "  \
                 "'article' END,"                                                        \
                 "   url_key, url_key, 0, 'failed', " CAUSE (                            \
                     "url_key") "   FROM (SELECT s.* FROM url_seen s, r WHERE s.task = " \
                                "r.task"                                                 \
                                "    AND s.state IN ('failed', 'source') AND "           \
                                "s.last_fetched " DURING " LIMIT ?4)"                    \
                                "   WHERE state = 'failed' OR " CAUSE (                  \
                                    "url_key") " IS NOT NULL)"                           \
                                               " SELECT time, kind, url, url_key, "      \
                                               "title, state, attempts, article, "       \
                                               "page_hash, cause"                        \
                                               " FROM (SELECT rank, time, kind, url, "   \
                                               "url_key, NULL AS title, state, "         \
                                               "attempts,"                               \
                                               "   0 AS article, NULL AS page_hash, "    \
                                               "cause FROM p"                            \
                                               "  UNION ALL"                             \
                                               "  SELECT 1, time, 'problem', '', '', "   \
                                               "NULL, 'failed', 0, 0, NULL, ifnull "     \
                                               "(said, message) "                        \
                                               "FROM e"                                  \
                                               "   WHERE NOT EXISTS (SELECT 1 FROM p"    \
                                               "    WHERE " NAMES (                      \
                                                   "p.url_key") ")"                      \
                                                                "  UNION ALL"            \
                                                                "  SELECT 2, "           \
                                                                "a.collected, "          \
                                                                "'article', a.url, "     \
                                                                "a.url_key, a.title, "   \
                                                                "a.state, 0, a.id,"      \
                                                                "   a.page_hash, "       \
                                                                "a.reason FROM article " \
                                                                "a, r WHERE a.task = "   \
                                                                "r.task"                 \
                                                                "   AND "                \
                                                                "a.collected " DURING    \
                                                                ")"                      \
                                                                " ORDER BY rank, time "  \
                                                                "DESC, article DESC "    \
                                                                "LIMIT ?2 OFFSET ?3"

static gpointer
read_page (ExmStatement *row)
{
  ExmRunPage *page = exm_run_page_new ();

  page->time_usec = exm_statement_get_int (row, 0);
  page->kind = exm_statement_dup_text (row, 1);
  page->url = exm_statement_dup_text (row, 2);
  page->url_key = exm_statement_dup_text (row, 3);
  page->title = exm_statement_dup_text (row, 4);
  page->state = exm_statement_dup_text (row, 5);
  page->attempts = (guint) exm_statement_get_int (row, 6);
  page->article_id = exm_statement_get_int (row, 7);
  page->page_hash = exm_statement_dup_text (row, 8);
  page->cause = exm_statement_dup_said (row, 9);
  return page;
}

GPtrArray *
exm_table_run_page_list (ExmDb *db, gint64 run, guint offset, guint limit, GError **error)
{
  return exm_db_query_list (db, SQL_PAGES,
                            EXM_VALUES (EXM_INT (run), EXM_INT (limit), EXM_INT (offset),
                                        EXM_INT (EXM_RUN_PAGE_PROBLEMS)),
                            read_page, (GDestroyNotify) exm_run_page_unref, error);
}
