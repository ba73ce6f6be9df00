/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Values of the store beside tasks and articles. Each value is reference counted, filled
 * by its maker and immutable from the moment it is handed on; then any thread may read
 * it. All strings are owned by their value. Times are Unix time in microseconds, 0 for
 * never. */

#pragma once

#include "store/db/exm-problem.h"
#include "types/exm-bias.h"
#include "types/exm-feed-facts.h"

G_BEGIN_DECLS

/* A task in a list: what is shown without reading its definition. */
typedef struct
{
  char *uid;
  char *name;
  char *group; /* (nullable) */
  gboolean paused;
  guint version;
  gint64 next_due_usec;
  gint64 created_usec;
  gint64 changed_usec;
  guint n_articles;
  guint n_flagged; /* of these, not good enough to publish */
  guint n_unread;  /* of these */
  gint64 last_run_usec;
  char *last_run_state;   /* (nullable): see ExmRun */
  char *last_run_message; /* (nullable) */
  ExmProblem problem;     /* what ails it, if anything */
} ExmTaskInfo;

typedef struct
{
  guint version;
  gint64 created_usec;
} ExmTaskVersion;

/* A task in the trash. */
typedef struct
{
  char *uid;
  char *name;
  char *group; /* (nullable) */
  gint64 trashed_usec;
  gint64 ends_usec; /* when it is emptied out by itself */
  guint n_articles;
} ExmTrashInfo;

/* Articles of a task in the trash that tasks set up since have too, by address. */
typedef struct
{
  guint n_articles;
  char *task_name; /* (nullable): of the task that has most of them */
} ExmTrashTwins;

/* State of an address for one task. */
typedef enum
{
  EXM_URL_FOUND,   /* to be fetched */
  EXM_URL_SKIPPED, /* seen in the first run, not wanted */
  EXM_URL_DONE,    /* has an article */
  EXM_URL_FAILED,  /* given up */
  EXM_URL_SOURCE,  /* a list, feed or sitemap */
} ExmUrlState;

typedef struct
{
  char *url_key;
  ExmUrlState state;
  gint64 first_seen_usec;
  gint64 last_fetched_usec;
  char *etag;          /* (nullable) */
  char *last_modified; /* (nullable): as sent */
  char *content_hash;  /* (nullable): of the article's text */
} ExmUrlSeen;

/* A page to be fetched. */
typedef struct
{
  gint64 id;
  char *task_uid;
  gint64 run_id; /* 0 for none */
  char *kind;    /* "article", "source" … */
  char *url;
  char *url_key;
  char *host; /* (nullable): of url; jobs that are stored have one, maybe empty */
  gint64 due_usec;
  guint attempts;        /* that were begun, this one included */
  char *payload;         /* (nullable): what the source said of it, as text */
  gint64 published_usec; /* when the source says so, 0 where it does not; not kept */
  guint place;           /* in the source's list; not kept */
  gboolean backlog;      /* of a first run, or older than what the task collects */
  char *page_url;        /* (nullable): of the further page that is to be fetched next */
  guint page_number;     /* of that page */
  ExmFeedFacts *feed;    /* (nullable): as the feed that lists it tells them; not kept */
  guint n_pages; /* of the article that are known; 0 until it says that it has some */
} ExmJob;

/* The page of an article of several that has all of them. */
#define EXM_ARTICLE_PAGE_ALL 0u

/* One of the pages of an article, or of a job for it. */
typedef struct
{
  guint number; /* from 1, or EXM_ARTICLE_PAGE_ALL */
  char *url;
  char *hash; /* (nullable): its bytes */
} ExmArticlePage;

/* An address that a first run passed over. */
typedef struct
{
  char *url_key;
  char *url;
  char *title;           /* (nullable): in the source's list */
  gint64 published_usec; /* as the source said; 0: it did not */
} ExmPassedOver;

typedef struct
{
  guint n_found; /* addresses that sources listed */
  guint n_new;   /* of these, not seen before */
  guint n_fetched;
  guint n_articles; /* stored */
  guint n_flagged;  /* of these, held for a person */
  guint n_failed;
  guint n_passed;          /* of the listed ones, not wanted by a first run */
  guint n_older;           /* passed over before, to be fetched now */
  guint n_backlog;         /* of the articles */
  guint n_backlog_flagged; /* of the flagged ones */
  guint64 n_bytes;         /* of fetched pages */
} ExmRunCounts;

typedef struct
{
  gint64 id;
  char *task_uid;
  gint64 started_usec;
  gint64 finished_usec;
  char *state; /* "running", "done", "failed", "stopped", "interrupted" */
  ExmRunCounts counts;
  char *message; /* (nullable) */
} ExmRun;

/* Page of a run, and its result. */
typedef struct
{
  gint64 time_usec; /* when it was stored or failed; for those to come, when it is due */
  char *kind;       /* "article", "list", "feed", "sitemap"; "problem" of no one page */
  char *url;        /* of a page that failed for good its normal form; "" for a problem */
  char *url_key;
  char *title; /* (nullable) */
  char *state; /* "fetching", "retry", "failed", or that of the article */
  guint attempts;
  gint64 article_id; /* 0 for none */
  char *page_hash;   /* (nullable) */
  char *cause;       /* (nullable): in words */
} ExmRunPage;

/* A page as it was fetched; its bytes are stored by hash. */
typedef struct
{
  char *hash; /* SHA-256 in hexadecimal */
  char *url;
  char *final_url;
  guint status;
  char *headers; /* (nullable) */
  char *charset; /* (nullable): as HTTP declared it */
  gint64 fetched_usec;
} ExmStoredPage;

/* Stand around a mark; stored texts have no such characters. */
#define EXM_FOUND_BEGIN "\x02"
#define EXM_FOUND_END "\x03"

/* An article in a list: without its body. */
typedef struct
{
  gint64 id;
  char *task_uid;
  char *task_name;
  gint64 collected_usec;
  char *state; /* see exm_article_state_get_name() */
  double confidence;
  double template_similarity; /* with the example; −1 where it was not compared */
  char *url;
  char *title;       /* (nullable) */
  char *author;      /* (nullable) */
  char *published;   /* (nullable) */
  char *site;        /* (nullable) */
  char *reason;      /* (nullable) */
  guint n_chars;     /* of the body */
  char *excerpt;     /* its beginning */
  char *source;      /* (nullable): who published it first */
  char *section;     /* (nullable) */
  gboolean backlog;  /* of a first run, older, or extracted anew */
  gint64 order_usec; /* the time that it is ordered by */
  gboolean unread;
  gboolean starred;
  char *tags; /* (nullable): by name, one a line */
  /* (nullable): title and place of the body where a search found it, each mark between
   * EXM_FOUND_BEGIN and EXM_FOUND_END */
  char *found_title;
  char *found_text;
} ExmArticleInfo;

/* An article on its way to one output. */
typedef struct
{
  gint64 id;
  gint64 article_id;
  char *task_uid;
  char *output_key;
  char *idempotency_key; /* stays the same however often it is tried */
  char *state;           /* "waiting", "held", "deferred", "published", "failed"; of
                          * messages "asked", "perhaps", "skipped" as well */
  guint attempts;
  gint64 next_try_usec;
  gint64 published_usec;
  char *place;   /* (nullable): where it went */
  char *message; /* (nullable): why it did not */
  char *said;    /* (nullable): the same as it is stored, for exm_said_to_words() */
  char *search;  /* (nullable): the saved search whose output it is; else its task's */
} ExmPublication;

typedef struct
{
  char *host;
  gint64 next_time_usec; /* no request before */
  gint64 back_off_usec;
  char *robots; /* (nullable): its robots.txt */
  gint64 robots_until_usec;
  gint64 robots_failing_since_usec; /* 0: it does not fail */
  char *tdmrep; /* (nullable): its tdmrep.json; see exm_store_put_tdmrep() */
  gint64 tdmrep_until_usec;
} ExmHostRecord;

typedef enum
{
  EXM_EVENT_INFO,
  EXM_EVENT_WARNING,
  EXM_EVENT_ERROR,
} ExmEventLevel;

typedef struct
{
  gint64 id;
  gint64 time_usec;
  char *task_uid; /* (nullable) */
  ExmEventLevel level;
  char *message;
} ExmEvent;

/* Label of a line of a page, set by an operator and in force. */
typedef struct
{
  gint64 id;
  char *url_key;   /* the page's address */
  char *page_hash; /* its bytes when it was said */
  ExmLabel label;
} ExmStoredLabel;

/* Days of EXM_READ_DAILY. */
#define EXM_DAILY_DAYS 14u

/* Articles of a task that were collected in one day. */
typedef struct
{
  char *uid; /* of the task */
  guint day; /* from the first one, under %EXM_DAILY_DAYS */
  guint n;
} ExmDailyCount;

/* The whole store in numbers. */
typedef struct
{
  guint64 n_tasks;
  guint64 n_paused;
  guint64 n_articles;
  guint64 n_flagged;
  guint64 n_jobs;
  guint64 n_waiting; /* to be published */
  guint64 n_publish_failed;
  guint64 n_pages;
  guint64 stored_bytes; /* that they take in the file */
} ExmStoreStats;

/* The next job of a host that nobody is at. */
typedef struct
{
  char *host;
  char *task_uid;
  gint64 due_usec;
} ExmHostJob;

/* Creation with all zero, reference, and end of each of them. */
#define EXM_DECLARE_VALUE(Type, name)                                                    \
  Type *exm_##name##_new (void);                                                         \
  Type *exm_##name##_ref (Type *self);                                                   \
  void exm_##name##_unref (Type *self);                                                  \
  G_DEFINE_AUTOPTR_CLEANUP_FUNC (Type, exm_##name##_unref)

EXM_DECLARE_VALUE (ExmTaskInfo, task_info)
EXM_DECLARE_VALUE (ExmTaskVersion, task_version)
EXM_DECLARE_VALUE (ExmTrashInfo, trash_info)
EXM_DECLARE_VALUE (ExmTrashTwins, trash_twins)
EXM_DECLARE_VALUE (ExmUrlSeen, url_seen)
EXM_DECLARE_VALUE (ExmJob, job)
EXM_DECLARE_VALUE (ExmPassedOver, passed_over)
EXM_DECLARE_VALUE (ExmArticlePage, article_page)
EXM_DECLARE_VALUE (ExmRun, run)
EXM_DECLARE_VALUE (ExmRunPage, run_page)
EXM_DECLARE_VALUE (ExmStoredPage, stored_page)
EXM_DECLARE_VALUE (ExmArticleInfo, article_info)
EXM_DECLARE_VALUE (ExmPublication, publication)
EXM_DECLARE_VALUE (ExmHostRecord, host_record)
EXM_DECLARE_VALUE (ExmHostJob, host_job)
EXM_DECLARE_VALUE (ExmEvent, event)
EXM_DECLARE_VALUE (ExmStoredLabel, stored_label)
EXM_DECLARE_VALUE (ExmStoreStats, store_stats)

void exm_daily_count_free (ExmDailyCount *self);

/**
 * exm_stored_labels_split:
 * @stored: (element-type ExmStoredLabel): of a task
 * @url_key: address of a page of it
 * @labels: (out) (transfer full) (element-type ExmLabel): those of the page
 * @bias: (out) (transfer full) (nullable): what the others teach, %NULL if there are none
 */
void exm_stored_labels_split (const GPtrArray *stored,
                              const char *url_key,
                              GArray **labels,
                              ExmBias **bias);

/**
 * exm_url_state_get_name:
 *
 * Returns: "found", "skipped", "done", "failed" or "source"
 */
const char *exm_url_state_get_name (ExmUrlState state);

/**
 * exm_event_level_get_name:
 *
 * Returns: "info", "warning" or "error"
 */
const char *exm_event_level_get_name (ExmEventLevel level);

G_END_DECLS
