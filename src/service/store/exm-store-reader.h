/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The reading side of the store, for windows and command lines: connections that can only
 * read, on a thread of their own. Full-text searches have another thread, since they may
 * take long. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/* No reading takes longer: a reader that lingers keeps the log of the writer growing. */
#define EXM_STORE_READ_MS 1000u

/* Queries: what each reads and returns. */
typedef enum
{
  EXM_READ_TASKS,         /* GPtrArray of ExmTaskInfo, by name */
  EXM_READ_TRASH,         /* GPtrArray of ExmTrashInfo, the last one first */
  EXM_READ_TRASH_TWINS,   /* ExmTrashTwins; uid */
  EXM_READ_TASK,          /* ExmTask; uid, version (0 for the current one) */
  EXM_READ_VERSIONS,      /* GPtrArray of ExmTaskVersion, newest first; uid */
  EXM_READ_ARTICLES,      /* GPtrArray of ExmArticleInfo, newest first; filter */
  EXM_READ_ARTICLE_COUNT, /* gint64 *; filter; −1 where a search is too long to tell */
  EXM_READ_UNKNOWN_TASKS, /* GPtrArray of char *: a sentence for each task that the
                             filter's search names and that is not there */
  EXM_READ_ARTICLE,       /* ExmArticle; id */
  EXM_READ_ARTICLE_PAGES, /* GPtrArray of ExmArticlePage, by number; id */
  EXM_READ_PUBLICATIONS,  /* GPtrArray of ExmPublication; id of the article */
  EXM_READ_PAGE,          /* GBytes; hash */
  EXM_READ_PAGE_META,     /* ExmStoredPage; hash */
  EXM_READ_PAGE_VERSIONS, /* GPtrArray of ExmStoredPage, newest first: the page, and
                             others of its addresses; hash of one of them */
  EXM_READ_RUNS,          /* GPtrArray of ExmRun, newest first; uid or NULL, id, limit */
  EXM_READ_RUN_PAGES,     /* GPtrArray of ExmRunPage; id of the run, offset, limit */
  EXM_READ_ADDRESSES,     /* GPtrArray of char *: normal forms, the last found first; uid,
                             limit */
  EXM_READ_PASSED_OVER,   /* GPtrArray of ExmPassedOver, newest first; uid */
  EXM_READ_LABELS,        /* GPtrArray of ExmStoredLabel that hold, oldest first; uid */
  EXM_READ_SITE_STAT,     /* ExmSiteStat; uid */
  EXM_READ_SITE_LINES,    /* GPtrArray of ExmSiteLine, what most pages have first; uid,
                             filter's search, offset, limit */
  EXM_READ_EVENTS,  /* GPtrArray of ExmEvent, newest first; uid or NULL, id, limit */
  EXM_READ_SETTING, /* char *; hash: its key; NOT_FOUND if it is not set */
  EXM_READ_STATS,   /* ExmStoreStats */
  EXM_READ_DAILY,   /* GPtrArray of ExmDailyCount, of days with articles; id: when the
                     * first day begins, Unix time */
  EXM_READ_TAGS,    /* GPtrArray of char *: those that articles have, by name */
} ExmReadKind;

/**
 * ExmStoreQuery:
 * @kind: says which of the others are looked at
 * @uid: (nullable): a task
 * @version: of the task
 * @hash: (nullable): of a page
 * @url: (nullable): where the page came from, if several addresses gave the same bytes
 * @id: of an article; of runs and events, the last one of the page before, 0 for the
 *   newest
 * @offset: pages of the run, or lines of the site, that are there already
 * @limit: at most so many runs, events, pages, lines or addresses, 0 for the usual page
 * @failed_only: only runs that failed or have pages that did
 * @unchecked: an article whatever became of its bytes, to extract its page again
 * @filter: which articles
 */
typedef struct
{
  ExmReadKind kind;
  const char *uid;
  guint version;
  const char *hash;
  const char *url;
  gint64 id;
  guint offset;
  guint limit;
  gboolean failed_only;
  gboolean unchecked;
  ExmArticleFilter filter;
} ExmStoreQuery;

#define EXM_TYPE_STORE_READER (exm_store_reader_get_type ())
G_DECLARE_FINAL_TYPE (ExmStoreReader, exm_store_reader, EXM, STORE_READER, GObject)

/**
 * exm_store_reader_new:
 * @folder: of the store; it need not be there yet
 *
 * The files are opened with the first query. Queries fail with NOT_FOUND while there is
 * no store, and with OLDER until a writer has brought it up to date.
 *
 * Returns: (transfer full): a reader; may be used from any thread
 */
ExmStoreReader *exm_store_reader_new (const char *folder);

/**
 * exm_store_reader_close:
 *
 * Refuses new queries, cancels those under way, waits for the thread and closes the
 * files. Done with the last reference too.
 */
void exm_store_reader_close (ExmStoreReader *self);

/* Closes its files, so that others can be put into their place; the next query opens them
 * anew. Blocks behind the queries that wait. Any thread but that of an answer. */
void exm_store_reader_release (ExmStoreReader *self);

/**
 * exm_store_reader_read:
 * @query: what to read
 * @cancellable: (nullable): may be cancelled from any thread
 * @error: (out): %EXM_STORE_ERROR, %G_IO_ERROR_CANCELLED; %G_IO_ERROR_CLOSED once closed
 *
 * Blocks the calling thread, for little more than %EXM_STORE_READ_MS for each query that
 * is before it.
 *
 * Returns: (transfer full): what the kind of query says
 */
gpointer exm_store_reader_read (ExmStoreReader *self,
                                const ExmStoreQuery *query,
                                GCancellable *cancellable,
                                GError **error);

/**
 * exm_store_reader_read_async:
 * @query: copied
 * @callback: called in the thread-default main context of the calling thread
 *
 * As exm_store_reader_read(), without blocking. Queries are answered in their order.
 */
void exm_store_reader_read_async (ExmStoreReader *self,
                                  const ExmStoreQuery *query,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data);

gpointer
exm_store_reader_read_finish (ExmStoreReader *self, GAsyncResult *result, GError **error);

/**
 * exm_store_reader_read_or_report:
 *
 * As exm_store_reader_read(), for what can be done without: why it could not be read is
 * logged, unless it is not there or was cancelled.
 *
 * Returns: (transfer full) (nullable): what the kind of query says
 */
gpointer exm_store_reader_read_or_report (ExmStoreReader *self,
                                          const ExmStoreQuery *query,
                                          GCancellable *cancellable);

/* Returns: as exm_store_reader_read_or_report() */
gpointer exm_store_reader_read_finish_or_report (ExmStoreReader *self,
                                                 GAsyncResult *result);

G_END_DECLS
