/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inside of a worker: everything that lives on its thread. Each function is called on
 * that thread alone, and asserts it. */

#pragma once

#include "engine/exm-engine.h"
#include "fetch/exm-fetcher.h"
#include "fetch/exm-host-gate.h"
#include "jobs/exm-job-kind.h"
#include "publish/exm-folder-publisher.h"
#include "resources/exm-icon-queue.h"
#include "store/exm-resource-store.h"
#include "store/exm-store.h"
#include "task/exm-wall-timer.h"
#include "url/exm-url-filter.h"
#include "jobs/exm-kept-pages.h"
#include "worker/exm-week-mailer.h"
#include "worker/exm-work-marks.h"
#include "worker/exm-worker.h"

G_BEGIN_DECLS

/* Jobs are leased to this name: the collecting role is one process's at a time, so what
 * it finds under this name when it starts was left by one that died. */
#define EXM_CORE_OWNER "worker"

/* A lease ends with the process, whose work the next one takes up, and never by the
 * clock: a computer may sleep for weeks with a page under way. */
#define EXM_CORE_LEASE_USEC (100 * 365 * G_TIME_SPAN_DAY)

/* Attempts at a page before it is given up: over about six hours. */
#define EXM_CORE_ATTEMPTS 6u

/* Attempts at an article's page of which only a part comes, before the part is stored and
 * the article held: over about twenty minutes. */
#define EXM_CORE_INCOMPLETE_ATTEMPTS 4u

/* The longest wait between two of them, whatever the server asks for. */
#define EXM_CORE_MAX_RETRY_USEC EXM_HOST_GATE_MAX_BACK_OFF_USEC

/* Pause of a task that cannot run. */
#define EXM_CORE_BROKEN_USEC G_TIME_SPAN_HOUR

/* How long a robots.txt that cannot be had is waited for. */
#define EXM_CORE_ROBOTS_WAIT_USEC (10 * G_TIME_SPAN_MINUTE)

typedef struct _ExmCore ExmCore;

/* A run's articles being extracted a second time. */
typedef struct
{
  GArray *articles;          /* (owned) (element-type gint64): of the run */
  ExmSiteStat *site;         /* (owned): of all pages */
  GCancellable *cancellable; /* (owned) */
  GArray *suspects; /* (owned) (element-type gint64): of them, tried alone at the end */
  GArray *waiting;  /* (owned): those that wait for pictures, then to be settled */
  guint n_begun;
  guint n_suspects_begun;
  guint n_changed; /* got another text */
} ExmSecondPass;

/* A task that has work: read once from the store, dropped when its work is done. */
typedef struct
{
  ExmTask *task; /* (owned) */
  guint version;
  ExmUrlFilter *filter;         /* (owned) */
  GPtrArray *examples;          /* (owned) (element-type ExmExampleSource) */
  ExmMethodModel *model;        /* (owned) (nullable): its own, for its method */
  ExmFetcher *fetcher;          /* (owned): with the task's own options and cookies */
  ExmFetcher *resource_fetcher; /* (owned) (nullable): the same without cookies */
  GPtrArray *example_keys;      /* (owned) (element-type utf8): their addresses' keys */
  ExmEngine *engine;      /* (owned): which keeps the examples while the task has work */
  GHashTable *publishers; /* (owned) (element-type utf8 ExmFolderPublisher): by key */
  GHashTable *revived;    /* (owned): keys of outputs whose failures wait again */
  ExmSiteStat *site;      /* (owned) (nullable): of its pages, as read last */
  guint n_since_site;     /* pages that were extracted since */
  guint site_lasts;       /* after so many it is read again */
  gint64 run_id;          /* 0 for none */
  gint64 run_started_usec;
  guint least_site;           /* pages that were known when the run knew the fewest */
  ExmSecondPass *second_pass; /* (owned) (nullable): under way, or over */
  gboolean first_run;
  gboolean starting;           /* its examples are parsed before its run begins */
  GHashTable *slow_hosts;      /* (owned) (element-type utf8): told of, see
                                * exm_core_heed_delay() */
  GHashTable *told_rests;      /* (owned) (element-type utf8 gsize): of which hosts it was
                                * told until when, Unix time in seconds, they rest */
  guint n_active;              /* jobs under way */
  gboolean stopped;            /* its run ends as soon as nothing is under way */
  ExmWorkerEvent *progress;    /* (owned): counts so far */
  ExmProblem problem;          /* the first thing that went wrong in the run */
  ExmProblem lost_list;        /* the first list that failed in it; how many did */
  char *read_url;              /* (owned) (nullable): a source that was read */
  guint n_read;                /* sources that were read in the run */
  guint n_unchanged;           /* and that had not changed since */
  guint n_listed;              /* addresses of articles in those that were read */
  GHashTable *listed;          /* (owned) (element-type guint64): marks of these */
  GHashTable *left_out;        /* (owned) (element-type guint64): and of those that its
                                * patterns leave out */
  GHashTable *waiting;         /* (owned) (element-type guint64): of the listed ones, more
                                * than it takes at once */
  guint n_forbidden;           /* of those that failed, by robots.txt */
  guint n_incomplete;          /* of those that are to be looked at */
  gboolean asked_verification; /* one of them, whether we are a person */
  GError *store_error;         /* (owned) (nullable): first of the store in the run */
} ExmCoreTask;

struct _ExmCore
{
  GThread *thread;             /* (unowned): the one that may touch it */
  GMainContext *context;       /* (owned) */
  char *folder;                /* (owned) */
  ExmStore *store;             /* (owned) */
  ExmResourceStore *resources; /* (owned) (nullable): see exm_core_get_resources() */
  gboolean resources_failed;   /* to be opened */
  ExmFetcher *fetcher;         /* (owned): for robots.txt */
  const char *icons_folder;    /* (unowned) (nullable): where icons of sites go */
  ExmIconQueue *icons;         /* (owned): of sites */
  guint n_icons;               /* that are asked for */
  ExmEngine *engine;           /* (owned) */
  ExmHostGate *gate;           /* (owned) */
  ExmKeptPages *kept;          /* (owned): that the operator looked at */
  GHashTable *known_hosts;     /* (owned) (element-type utf8): the gate has their past */
  GHashTable *tdmrep_until;    /* (owned) (element-type utf8 gint64): until when we know
                                * what origins reserve, Unix time in microseconds */
  GHashTable *tasks;           /* (owned) (element-type utf8 ExmCoreTask): by uid */
  GCancellable *cancellable;   /* (owned): of publishing */
  GCancellable *send_cancellable; /* (owned): of messages */
  GHashTable *rests;   /* (owned) (element-type utf8 gint64): outputs that are left alone,
                        * and until when */
  GHashTable *opened;  /* (owned) (element-type utf8 Opening): connections whose secret
                        * was read from the keyring, by output; see exm-core-send.c */
  guint n_sending;     /* messages on their way, and connections that are opened */
  ExmWallTimer *timer; /* (owned) */
  gint64 timer_usec;   /* when it fires */
  ExmRenderer *renderer; /* (owned) (nullable) */
  gint64 last_usec;      /* when it was looked at what is due */
  GHashTable *work;      /* (owned): jobs under way, by id */
  ExmWorkMarks *marks;   /* (owned) (nullable): of what the pool is at */
  GArray *alone;         /* (owned) (element-type gint64): jobs that start alone */
  GHashTable *suspects;  /* (owned) (element-type utf8): keys of those that ended hard
                          * once */
  GPtrArray *finished;   /* (owned) (element-type GTask): of them, articles that wait for
                          * their commit */
  guint finished_most;   /* they wait for so many at most */
  gint64 finished_until_usec; /* and until then */
  GHashTable *taken; /* (owned) (element-type utf8 GQueue): jobs leased before their turn,
                      * by host; (element-type ExmJob) */
  guint n_active;    /* how many these are, and runs that are to begin */
  guint n_starting;  /* how many of them are runs */
  guint job_timeout_ms;
  guint watchdog_ms;
  guint max_fetches;
  gboolean once;       /* ends with what was due when it began */
  gint64 began_usec;   /* when that was, 0 before the first step */
  gboolean ending;     /* ends its runs because the store failed */
  GError *store_error; /* (owned) (nullable): failure of the store that was told */
  gboolean store_logged;
  gboolean store_failed;      /* since the start */
  gboolean store_waits;       /* nothing begins before the next line's time */
  gint64 store_retry_usec;    /* when the store is tried again */
  gint64 store_back_off_usec; /* how long it waited for that */
  GArray *unreleased;         /* (owned): jobs the store would not take back */
  GHashTable *unstarted; /* (owned) (element-type utf8): tasks whose runs it kept from
                          * beginning */
  gboolean ignore_robots;
  gboolean second_pass_waits;
  gboolean collecting; /* has the role: does more than write what it is told to */
  gboolean stopping;
  gint64 (*clock) (gpointer data);
  gpointer clock_data;
  ExmWorkerNetworkFunc network;
  gpointer network_data;
  ExmWorkerNetwork said_network; /* what the operator was told of last */
  char *portal;                  /* (owned) (nullable): a site that answered for others */
  GHashTable *portal_sites;      /* (owned) (element-type utf8): these */
  gboolean upkeep_active;  /* a backup or a check is under way, on a thread of its own */
  gint64 backup_next_usec; /* 0: not known yet; see exm_core_keep_up() */
  gint64 check_next_usec;  /* 0: not known yet */
  gint64 bodies_next_usec; /* 0: not known yet; %G_MAXINT64: all is done */
  gboolean indexing;       /* search.db is being filled, on a thread of its own */
  gboolean index_stale;    /* articles were stored since, as far as is known here */
  gint64 index_next_usec;  /* when it is filled next, where it is stale */
  gint64 judge_next_usec;  /* when what could not be judged is tried again; 0: none */
  ExmWeekMailer *week_mailer; /* (owned): sends the weekly report */
  GHashTable *searches; /* (owned) (element-type utf8 ExmCoreTask): by name, as sources of
                         * what is published; read anew after each judging */
  gboolean emptying;    /* there is more to delete of the trash */
  guint64 (*get_free) (const char *folder, gpointer data); /* (nullable) */
  gpointer get_free_data;
  void (*emit) (ExmWorkerEvent *event, gpointer data); /* takes the event */
  gpointer emit_data;
};

/* exm-core.c */

/* @check: see ExmStoreOptions */
gboolean exm_core_open (ExmCore *self, gboolean check, GError **error);

/* With the collecting role: takes up what a process that died left. */
gboolean exm_core_collect (ExmCore *self, GError **error);

void exm_core_close (ExmCore *self);
gint64 exm_core_now (const ExmCore *self);

/**
 * exm_core_step:
 *
 * Starts what is due: runs, jobs, publications; sets the timer for what comes next.
 *
 * Returns: %FALSE if nothing is under way and nothing is due within a minute
 */
gboolean exm_core_step (ExmCore *self);

/* Returns: whether something is under way that ends with a step */
gboolean exm_core_is_at_work (const ExmCore *self);

/* A step is due by then, too. */
void exm_core_wake_by (ExmCore *self, gint64 time_usec);

/* Plans the next run by the task's schedule. */
gboolean exm_core_set_next_due (ExmCore *self,
                                const ExmTask *task,
                                gint64 now_usec,
                                GError **error);

/* At the start: what was planned by a clock that was wrong is planned anew, and told. */
gboolean exm_core_check_times (ExmCore *self, GError **error);

/* The clock was set back by @step_usec: what was to happen soon happens soon. Returns:
 * whether that is stored; if not it is to be called again */
gboolean exm_core_set_back (ExmCore *self, gint64 now_usec, gint64 step_usec);

/* Tasks were changed in the store: what is kept of them is read anew. */
void exm_core_refresh (ExmCore *self);

/* Takes @event. */
void exm_core_emit (ExmCore *self, ExmWorkerEvent *event);

/* Tells of @error, which the store has. */
void exm_core_emit_problem (ExmCore *self,
                            ExmCoreTask *task,
                            const char *url,
                            const GError *error);

/* Tells of @error, in the log of the store too. One of the store itself: see
 * exm_core_store_failed_or_report(). */
void
exm_core_problem (ExmCore *self, ExmCoreTask *task, const char *url, const GError *error);

/* An event in the log of the store. @task: (nullable); @said: (nullable): for
 * exm_said_to_words(). Where it cannot be stored, that is told. */
void exm_core_log_or_report (ExmCore *self,
                             ExmCoreTask *task,
                             ExmEventLevel level,
                             const char *message,
                             const char *said);

/* @notices: (element-type utf8): of the whole store */
void exm_core_tell_notices (ExmCore *self, GPtrArray *notices);

/* An event of @task that is no problem. @said: for exm_said_to_words() */
void exm_core_tell (ExmCore *self, ExmCoreTask *task, const char *said);

/* exm-core-backup.c */

/* Setting: when the last backup of the day was made, Unix time in microseconds. */
#define EXM_CORE_BACKUP_LAST "backup.last"

/**
 * exm_core_keep_up:
 *
 * Starts what is due of the store itself, one thing at a time: a backup a day where
 * something changed (exm_store_backup_make()), and each hour a part of a round that
 * compares articles with their checksums (exm_store_check_slice()). Both read on a thread
 * of their own; what came of it is stored and told here. A slice of what a person emptied
 * out of the trash, or what was there for %EXM_TRASH_USEC, is deleted here, some tens of
 * milliseconds at a time.
 *
 * Returns: when something is due next
 */
gint64 exm_core_keep_up (ExmCore *self, gint64 now_usec);

/* Returns: (transfer none) (nullable): the saved search as a source of what is published
 */
ExmCoreTask *exm_core_get_search (ExmCore *self, const char *name, GError **error);

/* Ends the renamings of searches that others did not come to end. */
gboolean exm_core_take_up_renamings (ExmCore *self, GError **error);

/* Whether the search of @publication has another name by now, under which it is due. */
gboolean exm_core_is_renamed (ExmCore *self, const ExmPublication *publication);

/* Articles were stored, changed or deleted: full-text search is to know of them. */
void exm_core_index_later (ExmCore *self);

/**
 * exm_core_index:
 *
 * Fills search.db, where it is stale, on a thread of its own, since that takes words
 * apart. Nothing waits for it and nothing ends because of it: where it fails, that is
 * told, and tried again an hour later.
 *
 * Returns: when it is due next
 */
gint64 exm_core_index (ExmCore *self, gint64 now_usec);

/* exm-core-task.c */

void exm_core_task_free (ExmCoreTask *task);

/**
 * exm_core_get_task:
 *
 * Returns: (transfer none) (nullable): the task, ready to work on
 */
ExmCoreTask *exm_core_get_task (ExmCore *self, const char *uid, GError **error);

/* @gone: (out): whether the task was deleted, or is in the trash. Returns: %FALSE with
 * @error if the store does not tell */
gboolean
exm_core_find_gone (ExmCore *self, const char *uid, gboolean *gone, GError **error);

/* Begins a run unless one is under way: its sources become jobs. Where the store fails
 * it is tried again later. */
void exm_core_start_run (ExmCore *self, const char *uid);

/* Ends the run of a task: pages that were found and not collected wait for its next. */
void exm_core_stop_run (ExmCore *self, const char *uid);

/* Adds to the counts of the run, here and in an event. */
void exm_core_count (ExmCore *self, ExmCoreTask *task, const ExmRunCounts *counts);

/* Ends the run if it has no jobs left. */
void exm_core_check_run (ExmCore *self, ExmCoreTask *task);

/* The same of all runs. */
void exm_core_check_runs (ExmCore *self);

/* Takes up runs that a process that died left open. */
gboolean exm_core_resume_runs (ExmCore *self, GError **error);

/* exm-core-summary.c */

/* Returns: (transfer full): what the run of @task found and what became of it, in one
 * line, for exm_said_to_words() */
char *exm_core_say_summary (const ExmCoreTask *task);

/* exm-core-problem.c */

/* Notes the problem of @task's run that it is judged by if it brings nothing. @said:
 * (nullable): @message for exm_said_to_words() */
void exm_core_note (ExmCoreTask *task,
                    ExmProblemKind kind,
                    const char *url,
                    const char *message,
                    const char *said);

/* Returns: whether exm_core_note_failure() would note why @job came to nothing */
gboolean exm_core_notes_failure_of (const ExmCoreTask *task, const ExmJob *job);

/* As exm_core_note(), by why @job came to nothing. @asks_verification: whether the text
 * of the answer does that */
void exm_core_note_failure (ExmCoreTask *task,
                            const ExmJob *job,
                            const GError *error,
                            gboolean asks_verification);

/* Whether nothing of the run of @task came to anything. */
gboolean exm_core_has_failed (const ExmCoreTask *task);

/* The run of @task has ended: stores what ails the task now, or that nothing does. */
gboolean exm_core_judge_run (ExmCore *self, ExmCoreTask *task, GError **error);

/* exm-core-work.c */

void exm_core_work_free (gpointer work);

/* @job is under way until exm_core_end_work(). */
void exm_core_begin_work (ExmCore *self, ExmCoreTask *task, ExmJob *job);

/* Ends the run of @task if that was all. */
void exm_core_end_work (ExmCore *self, ExmCoreTask *task, const ExmJob *job);

/* Returns: (transfer none): of @job, which is under way */
GCancellable *exm_core_get_cancellable (ExmCore *self, const ExmJob *job);

/* Returns: whether @job, which is under way, was cancelled because it took too long */
gboolean exm_core_set_late_error (ExmCore *self, const ExmJob *job, GError **error);

/* @task: (nullable): whose jobs, %NULL for all */
void exm_core_cancel_work (ExmCore *self, const ExmCoreTask *task);

/* The pool begins to parse or extract what came for @job: a watchdog looks on. */
void exm_core_watch_work (ExmCore *self, const ExmJob *job);

/* exm-core-quarantine.c */

/* Counts what a process that died was at, which is tried alone. */
gboolean exm_core_take_up_marks (ExmCore *self, GError **error);

/* Returns: (transfer full) (nullable): the next job to be tried alone, claimed, its host
 * free. %NULL: none is left, or one is under way or waits until @next_usec */
ExmJob *exm_core_claim_alone (ExmCore *self, gint64 now_usec, gint64 *next_usec);

/* Work on @job has ended in some way, or cannot begin. */
void exm_core_end_alone (ExmCore *self, const ExmJob *job);

/**
 * exm_core_count_hard_ends:
 * @n_ends: (out): how often work on @job ended hard
 *
 * Returns: %FALSE with @error if it is set aside, or the store fails
 */
gboolean exm_core_count_hard_ends (ExmStore *store,
                                   const ExmJob *job,
                                   guint *n_ends,
                                   GError **error);

/* As exm_core_count_hard_ends(), and remembers one that ended hard. */
gboolean exm_core_check_aside (ExmCore *self, const ExmJob *job, GError **error);

/* The sources of a task that are set aside are tried again. */
void exm_core_lift_sources (ExmCore *self, const char *uid);

/* Work on @job came to an end as it should. */
void exm_core_clear_suspect (ExmCore *self, const ExmJob *job);

/* Counts @error of @job, if it is a hard end. @aside: (out): set if that was one too many
 */
void exm_core_meet_hard_end (ExmCore *self,
                             const ExmJob *job,
                             const GError *error,
                             GError **aside);

/* exm-core-fetch.c */

/**
 * exm_core_start_jobs:
 *
 * Starts what is due of hosts that are free: a host's jobs wait in the store until then,
 * so that none of them holds up another host's.
 *
 * Returns: when one of the others can start; %G_MAXINT64: when a job ends
 */
gint64 exm_core_start_jobs (ExmCore *self, gint64 now_usec);

/* @host is free: starts a job of it that was leased already, or makes a step. */
void exm_core_start_next (ExmCore *self, const char *host);

/* Whether jobs of @task were leased before their turn. */
gboolean exm_core_has_taken (const ExmCore *self, const ExmCoreTask *task);

/* Gives all jobs back that were leased before their turn. */
void exm_core_give_back (ExmCore *self);

/* Frees what @self->taken holds. */
void exm_core_taken_free (gpointer jobs);

/* Ends a job that came to nothing: again later, or given up. */
void
exm_core_fail_job (ExmCore *self, ExmCoreTask *task, ExmJob *job, const GError *error);

/* As exm_core_fail_job(), by the answer in @error. @asks_verification: whether the text
 * of the answer does that */
void exm_core_fail_refused_job (ExmCore *self,
                                ExmCoreTask *task,
                                ExmJob *job,
                                const GError *error,
                                gboolean asks_verification);

/* A job is no longer under way: the next ones may start. */
void exm_core_end_job (ExmCore *self, ExmCoreTask *task, const ExmJob *job);

/* exm-core-failure.c */

/**
 * exm_core_is_passing:
 * @retry_after_s: (out): what the server asks for, −1 for nothing
 *
 * Returns: whether trying again may help: the site is down or busy, not the page gone
 */
gboolean exm_core_is_passing (const GError *error, gint64 *retry_after_s);

/* @retry_after_s: (out): as exm_core_is_passing() has it. Returns: whether @job is tried
 * again in this run. A list that cannot be had now is asked for again in the next one. */
gboolean
exm_core_has_retry (const ExmJob *job, const GError *error, gint64 *retry_after_s);

/* Fails @job by @error, and ends it, once the pool has read the answer in @error. */
void exm_core_read_refusal (ExmCore *self,
                            ExmCoreTask *task,
                            ExmJob *job,
                            const GError *error);

/* exm-core-host.c */

/* The gate knows what an earlier process found out about @host. */
void exm_core_know_host (ExmCore *self, const char *host);

/* The request to @host has ended. */
void exm_core_host_done (ExmCore *self,
                         const char *host,
                         ExmHostOutcome outcome,
                         gint64 retry_after_s);

/**
 * exm_core_tell_rest:
 * @error: (nullable): why the host failed just now
 *
 * Tells of a rest of @host that is longer than @task pauses between two requests: an
 * event of the task, once a rest.
 */
void exm_core_tell_rest (ExmCore *self,
                         ExmCoreTask *task,
                         const char *host,
                         const GError *error);

/* Gets the robots.txt of @origin, from this process or an earlier one; see
 * exm_host_gate_get_robots(). @text: (out) (nullable) (transfer full): where nothing is
 * known, the file that an earlier process had: to be parsed on the pool, for
 * exm_core_keep_robots() */
gboolean exm_core_get_robots (ExmCore *self,
                              const char *origin,
                              ExmRobotsPolicy *policy,
                              ExmRobots **robots,
                              GBytes **text);

/* @robots is what an earlier process had of @origin: it holds as long as it did there. */
void exm_core_keep_robots (ExmCore *self,
                           const char *origin,
                           ExmRobots *robots,
                           gsize n_bytes);

/**
 * exm_core_take_robots:
 * @fetched: (nullable): the file
 * @robots: (nullable): what it says
 * @error: (nullable): why it could not be had
 *
 * Keeps what was answered to /robots.txt, here and in the store.
 *
 * Returns: what to do
 */
ExmRobotsPolicy exm_core_take_robots (ExmCore *self,
                                      const char *origin,
                                      const ExmFetched *fetched,
                                      ExmRobots *robots,
                                      const GError *error);

/* Whether the tdmrep.json of @origin is to be asked for, as robots.txt is: what is known
 * of it is too old. */
gboolean exm_core_wants_tdmrep (ExmCore *self, const char *origin);

/**
 * exm_core_take_tdmrep:
 * @fetched: (nullable): the file; %NULL where there is none
 * @failed: it could not be had: what was known of it stays, and it is asked for again in
 * an hour
 *
 * Keeps what was answered, here and in the store, for half a day.
 */
void exm_core_take_tdmrep (ExmCore *self,
                           const char *origin,
                           const ExmFetched *fetched,
                           gboolean failed);

/* Returns: (transfer full) (nullable): the tdmrep.json of the origin of @url */
char *exm_core_dup_tdmrep (ExmCore *self, const char *url);

/**
 * exm_core_heed_delay:
 * @host: that the page of @task is of
 * @origin: of the page
 * @robots: (nullable): what its robots.txt says
 *
 * The host's next request waits as long as it asks for, for whatever task. Where that is
 * longer than the task itself would wait, it is an event of the task, once a run.
 */
void exm_core_heed_delay (ExmCore *self,
                          ExmCoreTask *task,
                          const char *host,
                          const char *origin,
                          const ExmRobots *robots);

/* Whether there is a network to ask @host by; tells the operator. */
gboolean exm_core_is_reachable (ExmCore *self, const char *host);

/**
 * exm_core_meets_portal:
 * @fetched: (nullable): what came
 * @error: (nullable): or why nothing came
 *
 * Returns: whether another host answers for every site; the operator is told then
 */
gboolean
exm_core_meets_portal (ExmCore *self, const ExmFetched *fetched, const GError *error);

/* Wait between a page and the icon of its site, so that the run, or another one that
 * follows it, comes first. */
#define EXM_CORE_ICON_WAIT_USEC (30 * G_TIME_SPAN_SECOND)

/**
 * exm_core_start_icons:
 *
 * Asks for icons of sites whose host is free. To be called where no job is to start
 * before them: no run waits for an icon, or fails by it.
 *
 * Returns: when another one may be asked for; %G_MAXINT64: when something ends
 */
gint64 exm_core_start_icons (ExmCore *self, gint64 now_usec);

/* exm-core-source.c */

/**
 * exm_core_read_source:
 * @fetched: the list, feed or sitemap that @job asked for
 *
 * Has the addresses in it found on the pool, stores them, and ends the job.
 */
void
exm_core_read_source (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmFetched *fetched);

/* exm-core-article.c */

/* Stores what the pool has extracted, together, where that has waited long enough for
 * others. Returns: whether there was any */
gboolean exm_core_commit_finished (ExmCore *self);

/* @hash: (out) (transfer full): the name of the bytes in the store */
gboolean exm_core_store_page (ExmCore *self,
                              const ExmFetched *fetched,
                              char **hash,
                              GError **error);

/* Whether @job is the example itself, which has nothing to be compared with yet. */
gboolean exm_core_must_wait (ExmCore *self, ExmCoreTask *task, const ExmJob *job);

/* Gives back a job that must wait. */
void exm_core_reschedule (ExmCore *self, ExmCoreTask *task, ExmJob *job);

/* Extracts the page's article on the pool, stores both, and ends the job. */
void exm_core_read_article (ExmCore *self,
                            ExmCoreTask *task,
                            ExmJob *job,
                            ExmFetched *fetched);

/* The same of an article of several pages, of which all that can be had are stored. */
void exm_core_read_stored_article (ExmCore *self, ExmCoreTask *task, ExmJob *job);

/* Lists the outputs for articles of the task: @keys holds their keys; @article:
 * (nullable): one that is new, by which outputs choose. Transfer full, (element-type
 * ExmCommitOutput). */
GArray *exm_core_list_outputs (const ExmTask *task,
                               ExmArticleState state,
                               const ExmArticleFields *article,
                               gboolean backlog,
                               GPtrArray *keys);

/* exm-core-resource.c */

/* Whether @job asks for a picture of an article, or what else is kept with it. */
gboolean exm_core_is_resource_job (const ExmJob *job);

/* Has what came checked and cleaned on the pool, keeps it, and ends the job: articles
 * that want nothing else are published. */
void exm_core_read_resource (ExmCore *self,
                             ExmCoreTask *task,
                             ExmJob *job,
                             const ExmFetched *fetched);

/* Ends @job if nobody wants any more what it asks for, or it has come. Returns: whether
 * it did */
gboolean exm_core_end_unwanted (ExmCore *self, ExmCoreTask *task, const ExmJob *job);

/* @job came to nothing: its articles keep the address. @cause: (nullable) */
gboolean exm_core_lose_resource (ExmCore *self,
                                 ExmCoreTask *task,
                                 const ExmJob *job,
                                 const GError *cause,
                                 GError **error);

/* exm-core-second-pass.c */

/* Whether what the task's runs find is extracted twice, and published after that. */
gboolean exm_core_makes_two_passes (const ExmCoreTask *task);

/* Whether a task extracts again what a run brought, once all of it is there. */
gboolean exm_task_makes_two_passes (const ExmTask *task);

/**
 * exm_core_run_second_pass:
 *
 * Extracts the articles of the run again, by what all pages of the task have taught, if
 * its pages were extracted while that was still growing. Called again when some are done,
 * and when no suspect job is left, which nothing runs beside.
 *
 * Returns: %FALSE when there is nothing (more) to be done
 */
gboolean exm_core_run_second_pass (ExmCore *self, ExmCoreTask *task);

/* Goes on with those that a suspect job kept waiting. */
void exm_core_wake_second_passes (ExmCore *self);

void exm_second_pass_free (ExmSecondPass *pass);

/* exm-core-render.c */

/* Has the page rendered, then read; ends the job. */
void
exm_core_render_page (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmFetched *fetched);

/* Reads the page as what the job is for; ends the job. */
void
exm_core_read_page (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmFetched *fetched);

/* Returns: (transfer full): that there is nobody to render it */
GError *exm_render_error_new_missing (const ExmFetched *fetched);

/* exm-core-publish.c */

/* Returns: (transfer none) (nullable): the output of @task that has the key */
const ExmTaskOutput *exm_core_find_output (const ExmTask *task, const char *key);

/* Publishes some of what is due; %FALSE if nothing was. */
gboolean exm_core_publish (ExmCore *self);

/* Goes on with publications that waited for this one to the same output. */
void exm_core_go_on (ExmCore *self, const ExmPublication *publication);

/* Counts an attempt that failed for a cause of its output. Returns: whether it is stored,
 * which is told where not */
gboolean exm_core_fail_publication (ExmCore *self,
                                    const ExmPublication *publication,
                                    const GError *cause);

/* The output of @publications, (element-type ExmPublication), failed once, however many
 * articles wait for it. */
void exm_core_fail_publications (ExmCore *self,
                                 const GPtrArray *publications,
                                 const GError *cause);

/* Returns: (nullable): the task that is to be told of, as far as it is at work. What a
 * saved search publishes is no matter of tasks. */
ExmCoreTask *exm_core_find_told (ExmCore *self, const ExmPublication *publication);

/* exm-core-send.c */

void exm_core_init_sending (ExmCore *self);

/**
 * exm_core_send:
 * @output: of @task, one of messages
 * @publication: that is due
 *
 * Sends it, or puts it off until the output's rules let it through. What becomes of it is
 * stored when the answer is there, or none comes.
 *
 * Returns: %FALSE with @error where nothing was sent
 */
gboolean exm_core_send (ExmCore *self,
                        const ExmCoreTask *task,
                        const ExmTaskOutput *output,
                        const ExmPublication *publication,
                        gboolean *of_article,
                        GError **error);

/* Leaves an output alone until then. */
void exm_core_rest (ExmCore *self, const char *output_key, gint64 until_usec);

/* Returns: (transfer full): outputs that take nothing now, for
 * exm_store_list_due_publications(). @next_usec: (out): when one of them does again */
char *exm_core_list_busy (ExmCore *self, gint64 now_usec, gint64 *next_usec);

/* Takes up what a process that died had sent, without knowing what became of it. */
gboolean exm_core_settle_asked (ExmCore *self, GError **error);

/* Waits a little for answers that are on their way. */
void exm_core_end_sending (ExmCore *self);

/* exm-core-output failure.c */

/**
 * exm_core_record_output_failure:
 * @publications: (element-type ExmPublication): of one output, as they were before the
 *   attempt that failed
 * @cause: why, of its output
 * @begins: (out): whether it is the first one
 *
 * Counts it, in the event of the output failure and in what ails the task.
 */
gboolean exm_core_record_output_failure (ExmCore *self,
                                         const GPtrArray *publications,
                                         const GError *cause,
                                         gboolean *begins,
                                         GError **error);

/* @publication went out: where that was all that had to wait, the output failure of its
 * output is over, which is told. */
gboolean exm_core_end_output_failure (ExmCore *self,
                                      ExmCoreTask *task,
                                      const ExmPublication *publication,
                                      GError **error);

/* @problem: (out): the longest output failure of an output of the task; untouched without
 * one */
gboolean exm_core_find_output_failure (ExmCore *self,
                                       const ExmCoreTask *task,
                                       ExmProblem *problem,
                                       GError **error);

/* One article tries each output of the task that takes nothing: once a run, and when
 * somebody asks for one. */
gboolean exm_core_probe_outputs (ExmCore *self, const ExmCoreTask *task, GError **error);

G_END_DECLS
