/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table publish_queue: each article on its way to each output, once. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"
#include "store/tables/exm-table-trash.h"

G_BEGIN_DECLS

#define EXM_SQL_PUBLISH_DUE                                                              \
  "SELECT q.id, q.article, t.uid, q.output_key, q.idempotency_key, q.state, q.attempts," \
  " q.next_try, q.published, q.place, q.message, q.said, q.search FROM publish_queue q"  \
  " JOIN article a ON a.id = q.article JOIN task t ON t.id = a.task"                     \
  " WHERE q.state = 'waiting' AND q.next_try <= ?1 AND"                                  \
  " instr (?3, char (30) || q.output_key || char (30)) = 0 AND " EXM_SQL_NOT_TRASHED (   \
      "a.task") " ORDER BY q.next_try, q.id LIMIT ?2"

#define EXM_SQL_PUBLISH_NEXT                                                             \
  "SELECT q.next_try FROM publish_queue q JOIN article a ON a.id = q.article WHERE "     \
  "q.state = 'waiting' AND instr (?, char (30) || q.output_key || char (30)) = 0 "       \
  "AND " EXM_SQL_NOT_TRASHED ("a.task") " ORDER BY q.next_try, q.id LIMIT 1"
/* All, without those of articles in the trash, which are seldom any. */
#define EXM_SQL_PUBLISH_COUNT(state)                                                     \
  "SELECT (SELECT count(*) FROM publish_queue WHERE state = '" state                     \
  "') - (SELECT count(*) FROM trash t JOIN article a ON a.task = t.task JOIN "           \
  "publish_queue q ON q.article = a.id WHERE q.state = '" state "')"
#define EXM_SQL_PUBLISH_REVIVE                                                           \
  "UPDATE publish_queue SET state = 'waiting', next_try = ?, attempts = 0"               \
  " WHERE state = 'failed' AND output_key = ? AND attempts >= ?"

#define EXM_SQL_PUBLISH_HURRY                                                            \
  "UPDATE publish_queue INDEXED BY publish_tried SET next_try = ?1"                      \
  " WHERE state = 'waiting' AND attempts > 0 AND output_key = ?2 AND next_try > ?1"

#define EXM_SQL_PUBLISH_TRIED                                                            \
  "SELECT q.id FROM publish_queue q INDEXED BY publish_tried"                            \
  " CROSS JOIN article a ON a.id = q.article"                                            \
  " WHERE q.state = 'waiting' AND q.attempts > 0 AND q.output_key = ? AND a.task = ?"    \
  " LIMIT 1"

#define EXM_SQL_PUBLISH_FAILED                                                           \
  "SELECT q.id FROM publish_queue q INDEXED BY publish_given_up"                         \
  " CROSS JOIN article a ON a.id = q.article"                                            \
  " WHERE q.state = 'failed' AND q.output_key = ? AND a.task = ? LIMIT 1"

#define EXM_SQL_PUBLISH_PROBE                                                            \
  "UPDATE publish_queue SET state = 'waiting',"                                          \
  " next_try = iif (state = 'failed', ?1, min (next_try, ?1)),"                          \
  " attempts = iif (state = 'failed', ?4 - 1, attempts) WHERE id = ifnull ("             \
  "(SELECT q.id FROM publish_queue q INDEXED BY publish_tried"                           \
  " CROSS JOIN article a ON a.id = q.article WHERE q.state = 'waiting'"                  \
  " AND q.attempts > 0 AND q.output_key = ?3 AND a.task = ?2 LIMIT 1),"                  \
  " (SELECT q.id FROM publish_queue q INDEXED BY publish_given_up"                       \
  " CROSS JOIN article a ON a.id = q.article WHERE q.state = 'failed'"                   \
  " AND q.attempts >= ?4 AND q.output_key = ?3 AND a.task = ?2 LIMIT 1))"

/**
 * exm_table_publish_insert:
 * @idempotency_key: of this article for this output; a row that has it stays as it is
 * @search: (nullable): the saved search whose output it is; else its task's
 * @state: "waiting", "held" for a person, "deferred" until its run has ended, or
 *   "skipped" unless a person asks for it
 */
gboolean exm_table_publish_insert (ExmDb *db,
                                   gint64 article,
                                   const char *output_key,
                                   const char *idempotency_key,
                                   const char *search,
                                   const char *state,
                                   gint64 now_usec,
                                   GError **error);

/* @busy: as for exm_store_list_due_publications(). Returns: (transfer full) (element-type
 * ExmPublication): the longest due first */
GPtrArray *exm_table_publish_list_due (
    ExmDb *db, gint64 now_usec, guint limit, const char *busy, GError **error);

/* Returns: (transfer full) (element-type ExmPublication): those that wait beside @first,
 * see exm_store_list_gathered() */
GPtrArray *exm_table_publish_list_gathered (ExmDb *db,
                                            const ExmPublication *first,
                                            gint64 from_usec,
                                            gint64 to_usec,
                                            guint limit,
                                            GError **error);

/* Returns: (transfer full) (element-type ExmPublication): all in the state. Cost: reads
 * the whole table */
GPtrArray *exm_table_publish_list_state (ExmDb *db, const char *state, GError **error);

/**
 * exm_table_publish_change:
 * @from: the state that it has to be in
 * @to: the state
 * @next_usec: when it is due then
 *
 * One that was asked has an attempt more then.
 *
 * Returns: %FALSE with %EXM_STORE_ERROR_NOT_FOUND where it is in another one by now
 */
gboolean exm_table_publish_change (ExmDb *db,
                                   gint64 id,
                                   const char *from,
                                   const char *to,
                                   gint64 next_usec,
                                   const char *message,
                                   const char *said,
                                   GError **error);

/* @search: (nullable): whose output it is, %NULL for the task's
 * @n: (out): how many of its articles are in the state on their way to the output */
gboolean exm_table_publish_count_state (ExmDb *db,
                                        gint64 task,
                                        const char *search,
                                        const char *output_key,
                                        const char *state,
                                        gint64 *n,
                                        GError **error);

/* As exm_store_retry_task(). */
gboolean exm_table_publish_retry (
    ExmDb *db, gint64 task, gboolean perhaps, gint64 now_usec, guint *n, GError **error);

/* Makes one that waits due no sooner than @least_usec. */
gboolean
exm_table_publish_postpone (ExmDb *db, gint64 id, gint64 least_usec, GError **error);

/* Returns: (transfer full) (element-type ExmPublication): those of one article */
GPtrArray *exm_table_publish_list (ExmDb *db, gint64 article, GError **error);

/* @error: %EXM_STORE_ERROR_NOT_FOUND if it does not wait (any more). */
gboolean exm_table_publish_set_published (
    ExmDb *db, gint64 id, const char *place, gint64 now_usec, GError **error);

/* @next_usec: when it is tried again, 0 to give it up. @error as above. */
gboolean exm_table_publish_set_failed (ExmDb *db,
                                       gint64 id,
                                       const char *message,
                                       const char *said,
                                       gint64 next_usec,
                                       GError **error);

/* How often it was tried. */
gboolean
exm_table_publish_get_attempts (ExmDb *db, gint64 id, gint64 *attempts, GError **error);

/* Makes held, deferred and failed publications of an article wait now. */
gboolean
exm_table_publish_release (ExmDb *db, gint64 article, gint64 now_usec, GError **error);

/* Turns held publications of an article to an output into waiting ones, or the other way.
 */
gboolean exm_table_publish_rehold (ExmDb *db,
                                   gint64 article,
                                   const char *output_key,
                                   gboolean held,
                                   gint64 due_usec,
                                   GError **error);

/* Makes one wait once more that was published, perhaps delivered, given up or left out.
 */
gboolean exm_table_publish_repeat (ExmDb *db, gint64 id, gint64 now_usec, GError **error);

/* Restores the state @before of one that waits to go out. */
gboolean
exm_table_publish_put_back (ExmDb *db, const ExmPublication *before, GError **error);

/* Makes deferred or held publications of an article to an output held, or wait now. */
gboolean exm_table_publish_settle (ExmDb *db,
                                   gint64 article,
                                   const char *output_key,
                                   gboolean held,
                                   gint64 now_usec,
                                   GError **error);

/* Makes those wait again, from the first attempt on, that failed after at least
 * @n_attempts. Cost: O(their number). */
gboolean exm_table_publish_revive (
    ExmDb *db, const char *output_key, guint n_attempts, gint64 now_usec, GError **error);

/* Makes retries of an output due immediately. Cost: O(their number). */
gboolean exm_table_publish_hurry (ExmDb *db,
                                  const char *output_key,
                                  gint64 now_usec,
                                  GError **error);

/* One that waits after attempts in vain is due now or, where none does, one that failed
 * after at least @n_attempts, for one attempt more. */
gboolean exm_table_publish_probe (ExmDb *db,
                                  gint64 task,
                                  const char *output_key,
                                  guint n_attempts,
                                  gint64 now_usec,
                                  GError **error);

/* @has: (out): whether an article of the task waits after attempts in vain */
gboolean exm_table_publish_has_tried (
    ExmDb *db, gint64 task, const char *output_key, gboolean *has, GError **error);

/* @has: (out): whether an article of the task was given up */
gboolean exm_table_publish_has_failed (
    ExmDb *db, gint64 task, const char *output_key, gboolean *has, GError **error);

/* Has what saved searches found of the article, and holds or defers, wait for its outputs
 * where the article is good now; else it is held. */
gboolean exm_table_publish_settle_searches (ExmDb *db,
                                            gint64 article,
                                            gint64 now_usec,
                                            GError **error);

/* Makes deferred publications of an article wait now. */
gboolean
exm_table_publish_undefer (ExmDb *db, gint64 article, gint64 now_usec, GError **error);

/* Makes deferred publications of a task's articles wait now; @task is 0 for all tasks. */
gboolean
exm_table_publish_end_deferral (ExmDb *db, gint64 task, gint64 now_usec, GError **error);

/* @next_usec: (out): when the next one is due, 0 if none waits; @busy: as above. */
gboolean exm_table_publish_get_next (ExmDb *db,
                                     const char *busy,
                                     gint64 *next_usec,
                                     GError **error);

gboolean exm_table_publish_count (ExmDb *db, ExmStoreStats *stats, GError **error);

/* Brings attempts later than @now_usec nearer by @step_usec. */
gboolean
exm_table_publish_shift (ExmDb *db, gint64 now_usec, gint64 step_usec, GError **error);

/* Makes due now the attempts later than @limit_usec after @now_usec. @n_changed: (out):
 * how many */
gboolean exm_table_publish_limit (
    ExmDb *db, gint64 now_usec, gint64 limit_usec, guint *n_changed, GError **error);

G_END_DECLS
