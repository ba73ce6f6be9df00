/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/warc/exm-cli-warc-run.h"

#include "article/exm-body.h"
#include "base/exm-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "engine/exm-batch-answer.h"
#include "extract/exm-method.h"
#include "extract/exm-methods.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-warc-writer.h"
#include "url/exm-url-shape.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* Bytes of the pages of a block, behind which it ends: answers are kept till then. */
#define BLOCK_BYTES ((gsize) 128u * 1024u * 1024u)

/* How often it is looked whether a page takes too long. */
#define LOOK_USEC (100 * G_TIME_SPAN_MILLISECOND)

/* One page of a block. */
typedef struct
{
  guint at;                  /* in the order of answers */
  guint page;                /* whose text it has */
  guint revisit;             /* G_MAXUINT: it is the page itself */
  guint example;             /* G_MAXUINT: none */
  GBytes *answer;            /* (owned) (nullable) */
  GCancellable *cancellable; /* (unowned) (nullable): while it is worked on */
  gint64 start_usec;
  guint file;
  guint64 offset;
  gboolean with_example, without_body, too_slow;
} Job;

typedef struct
{
  const ExmCliWarcRun *run; /* (unowned) */
  ExmBatchSites *learning;  /* (unowned) (nullable): nothing is answered */
  GThreadPool *pool;        /* (owned) */
  GMutex lock;
  GCond done;
  GPtrArray *order; /* (owned) (element-type Job): that are done, as they came */
} Work;

/* Returns: (transfer full) (nullable): a page that may recur as an example */
static ExmPrepared *
prepare_example (const ExmCliWarcRun *self, guint page)
{
  g_auto (ExmCapture) capture = { 0 };
  guint file = 0;
  g_autofree char *name = g_strdup_printf ("page-%u", page);
  ExmPageHints hints = { .name = name };
  ExmPrepared *known = exm_engine_find_prepared (self->engine, &hints, NULL);

  if (known != NULL
      || !exm_page_spool_read (self->pages->spool, page, &capture, &file, NULL))
    return known;
  hints.http_charset = capture.charset;
  return exm_engine_prepare (self->engine, capture.bytes, &hints, NULL, NULL);
}

/* Returns: (transfer full) (nullable): the example of a page that it looks like */
static ExmPrepared *
find_example (const ExmCliWarcRun *self, const Job *job, const ExmPrepared *target)
{
  g_autoptr (ExmPrepared) example = NULL;

  if (self->example != NULL)
    return exm_prepared_ref (self->example);
  if (job->example != G_MAXUINT)
    example = prepare_example (self, job->example);
  if (example == NULL || exm_prepared_compare_template (target, example) < EXM_FITS_FROM)
    return NULL;
  return g_steal_pointer (&example);
}

/* With the example, and where that teaches nothing by the page alone. */
static void
extract (const ExmCliWarcRun *self,
         gboolean teaches,
         ExmBatchAnswer *answer,
         ExmPrepared *example,
         const char *site,
         GCancellable *cancellable)
{
  ExmExtractOptions options = *self->options;
  g_autoptr (ExmSiteStat) stat = NULL;

  options.brief = TRUE;
  options.teaches = teaches;
  if (self->sites != NULL && site != NULL)
    options.site = stat = exm_batch_sites_get (self->sites, site);
  if (example != NULL)
    {
      exm_batch_answer_extract (answer, self->engine, &example, 1, &options, cancellable);
      if (self->example != NULL
          || !g_error_matches (answer->error, EXM_EXTRACT_ERROR,
                               EXM_EXTRACT_ERROR_NOTHING_NEW))
        return;
      g_clear_error (&answer->error);
      g_clear_pointer (&answer->metadata, exm_metadata_unref);
    }
  if (options.method == NULL)
    options.method = exm_method_exemplar_single.name;
  exm_batch_answer_extract (answer, self->engine, NULL, 0, &options, cancellable);
}

static const char *
get_file (const ExmCliWarcRun *self, const Job *job)
{
  return g_ptr_array_index (self->pages->files, job->file);
}

/* Address of a page that was an example. */
static void
append_example (const ExmCliWarcRun *self, GString *out, const Job *job)
{
  g_auto (ExmCapture) capture = { 0 };
  guint file = 0;

  if (job->with_example && self->example == NULL)
    exm_page_spool_read (self->pages->spool, job->example, &capture, &file, NULL);
  exm_json_append_string (out, "example",
                          job->with_example && self->example != NULL ? self->example_name
                                                                     : capture.url);
}

/* Tells the page whose text a revisit has. @page: (nullable): unless it is one itself */
static void
append_page (GString *out, const ExmCapture *page)
{
  exm_json_append_name (out, "revisit_of");
  if (page == NULL)
    {
      g_string_append (out, "null");
      return;
    }
  g_string_append_c (out, '{');
  exm_json_append_string (out, "url", page->url);
  exm_json_append_string (out, "record", page->id);
  g_string_append_c (out, '}');
}

/* Returns: (transfer full): one line of JSON: what the archive says of the page, then
 * the answer. @page: (nullable): whose text it is, if another record has it */
static char *
write_json (const ExmCliWarcRun *self,
            const Job *job,
            const ExmCapture *capture,
            const ExmCapture *page,
            const ExmBatchAnswer *answer)
{
  g_auto (GStrv) shape = capture->url != NULL ? exm_url_shape_new (capture->url) : NULL;
  GString *out = g_string_sized_new (8192);
  g_autofree char *captured
      = capture->time_usec != 0 ? exm_article_format_rfc3339 (capture->time_usec) : NULL;

  g_string_append_c (out, '{');
  exm_json_append_string (out, "url", capture->url);
  exm_json_append_string (out, "file", get_file (self, job));
  exm_json_append_name (out, "offset");
  g_string_append_printf (out, "%" PRIu64, job->offset);
  exm_json_append_string (out, "record", capture->id);
  exm_json_append_string (out, "captured", captured);
  append_page (out, page);
  exm_json_append_string (out, "site", shape != NULL ? shape[0] : NULL);
  append_example (self, out, job);
  g_autofree char *text = exm_batch_answer_write (answer, out);
  return g_strconcat (text, "\n", NULL);
}

/* Returns: (transfer full) (nullable): a member of gzip; %NULL of a page without a body
 */
static GBytes *
write_conversion (const Job *job, const ExmCapture *capture, const ExmBatchAnswer *answer)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *key = g_strdup_printf ("%u %" PRIu64, job->file, job->offset);

  if (job->without_body)
    return NULL;
  g_autofree char *text
      = exm_body_write_text (exm_prepared_get_page (answer->target), answer->result);
  exm_warc_writer_add_conversion (out, capture->url, capture->time_usec, key, capture->id,
                                  text);
  return g_string_free_to_bytes (g_steal_pointer (&out));
}

static void
judge (Job *job, ExmBatchAnswer *answer, gint64 max_usec)
{
  job->without_body
      = answer->result == NULL || exm_result_get (answer->result)->head == EXM_NONE;
  job->too_slow = g_error_matches (answer->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (!job->too_slow)
    return;
  g_clear_error (&answer->error);
  g_set_error (&answer->error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
               _ ("It took longer than %.3g s"), (double) max_usec / G_USEC_PER_SEC);
}

/* Has a page teach its site. */
static void
teach (const Work *self, const Job *job, const ExmBatchAnswer *answer, const char *site)
{
  g_autofree char *name = g_strdup_printf ("%u", job->page);

  if (answer->result != NULL)
    exm_batch_sites_add (self->learning, site != NULL ? site : "", name, "",
                         exm_prepared_get_page (answer->target), answer->result);
}

static void
write_answer (const ExmCliWarcRun *self,
              Job *job,
              const ExmCapture *capture,
              const ExmCapture *page,
              ExmBatchAnswer *answer)
{
  judge (job, answer, self->max_usec);
  if (self->conversion)
    {
      job->answer = write_conversion (job, capture, answer);
      return;
    }
  char *line = write_json (self, job, capture, page, answer);
  job->answer = g_bytes_new_take (line, strlen (line));
}

/* Reads the page, and what the archive says of a revisit of it. */
static gboolean
read_page (const ExmCliWarcRun *self,
           Job *job,
           ExmCapture *page,
           ExmCapture *revisit,
           GError **error)
{
  gboolean well
      = exm_page_spool_read (self->pages->spool, job->page, page, &job->file, error);

  if (well && job->revisit != G_MAXUINT)
    well = exm_page_spool_read (self->pages->heads, job->revisit, revisit, &job->file,
                                error);
  job->offset = job->revisit != G_MAXUINT ? revisit->offset : page->offset;
  return well;
}

/* Answers one page, or has it teach its site. A revisit is answered as its page is. Pool
 * thread. */
static void
process (const Work *work, Job *job, GCancellable *cancellable)
{
  const ExmCliWarcRun *self = work->run;
  gboolean teaches = work->learning != NULL;
  gboolean is_revisit = job->revisit != G_MAXUINT;
  g_auto (ExmCapture) capture = { 0 }, revisit = { 0 };
  g_auto (ExmBatchAnswer) answer = { 0 };
  g_autoptr (ExmPrepared) example = NULL;

  read_page (self, job, &capture, &revisit, &answer.error);
  const ExmPageHints hints = { .url = capture.url, .http_charset = capture.charset };
  g_auto (GStrv) shape = capture.url != NULL ? exm_url_shape_new (capture.url) : NULL;
  const char *site = shape != NULL ? shape[0] : NULL;
  if (answer.error == NULL)
    answer.target
        = exm_engine_prepare_once (self->engine, capture.bytes, &hints, &answer.error);
  /* Reading cannot be cancelled. */
  if (g_get_monotonic_time () - job->start_usec > self->max_usec)
    g_cancellable_cancel (cancellable);
  if (answer.target != NULL)
    {
      example = find_example (self, job, answer.target);
      extract (self, teaches, &answer, example, site, cancellable);
    }
  job->with_example = example != NULL;
  if (teaches)
    teach (work, job, &answer, site);
  else
    write_answer (self, job, is_revisit ? &revisit : &capture,
                  is_revisit ? &capture : NULL, &answer);
}

/* Pool thread. */
static void
work_on (gpointer data, gpointer user_data)
{
  Job *job = data;
  Work *self = user_data;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_mutex_lock (&self->lock);
  job->cancellable = cancellable;
  job->start_usec = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
  process (self, job, cancellable);
  g_mutex_lock (&self->lock);
  job->cancellable = NULL;
  g_ptr_array_add (self->order, job);
  g_cond_signal (&self->done);
  g_mutex_unlock (&self->lock);
}

/* Cancels what takes too long. With the lock. */
static void
watch (const Work *self, Job *jobs, guint n_jobs)
{
  gint64 now = g_get_monotonic_time ();

  for (guint i = 0; i < n_jobs; i++)
    if (jobs[i].cancellable != NULL && now - jobs[i].start_usec > self->run->max_usec)
      g_cancellable_cancel (jobs[i].cancellable);
}

static int
compare_examples (gconstpointer a, gconstpointer b)
{
  const Job *first = *(Job *const *) a, *second = *(Job *const *) b;

  if (first->example != second->example)
    return first->example < second->example ? -1 : 1;
  return (first->page > second->page) - (first->page < second->page);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Job *first = *(Job *const *) a, *second = *(Job *const *) b;

  return (first->at > second->at) - (first->at < second->at);
}

/* Has the pool do all jobs, those of one example after each other. */
static void
do_jobs (Work *self, Job *jobs, guint n_jobs)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();

  for (guint i = 0; i < n_jobs; i++)
    g_ptr_array_add (sorted, &jobs[i]);
  g_ptr_array_sort (sorted, compare_examples);
  g_ptr_array_set_size (self->order, 0);
  for (guint i = 0; i < n_jobs; i++)
    g_thread_pool_push (self->pool, g_ptr_array_index (sorted, i), NULL);
  g_mutex_lock (&self->lock);
  while (self->order->len < n_jobs)
    {
      g_cond_wait_until (&self->done, &self->lock, g_get_monotonic_time () + LOOK_USEC);
      watch (self, jobs, n_jobs);
    }
  g_mutex_unlock (&self->lock);
}

/* Counts a job, and tells what a person should know. */
static void
note (const ExmCliWarcRun *self, const Job *job)
{
  guint64 *n = self->counts->n;

  n[EXM_CLI_WARC_ANSWERED]++;
  n[EXM_CLI_WARC_WITH_EXAMPLE] += job->with_example;
  n[EXM_CLI_WARC_WITHOUT_BODY] += job->without_body;
  n[EXM_CLI_WARC_TOO_SLOW] += job->too_slow;
  if (job->too_slow)
    exm_cli_complain (
        /* translators: a file, where in it, and a number of seconds */
        _ ("%s: the page at %" PRIu64 " took longer than %.3g s"), get_file (self, job),
        job->offset, (double) self->max_usec / G_USEC_PER_SEC);
}

/* Answers the block. */
static gboolean
write_block (Work *self, guint n_done, gboolean complete, GError **error)
{
  const ExmCliWarcRun *run = self->run;

  if (!run->unordered)
    g_ptr_array_sort (self->order, compare_places);
  for (guint i = 0; i < self->order->len; i++)
    {
      Job *job = g_ptr_array_index (self->order, i);
      note (run, job);
      if (job->answer == NULL)
        continue;
      gsize n_bytes = 0;
      const char *bytes = g_bytes_get_data (job->answer, &n_bytes);
      exm_cli_warc_output_add (run->output, bytes, n_bytes);
      g_clear_pointer (&job->answer, g_bytes_unref);
    }
  return exm_cli_warc_output_commit (run->output, n_done, complete, run->counts, error);
}

/* Returns: pages of the block that begins with @first */
static guint
measure_block (const ExmCliWarcRun *self, guint first, guint end)
{
  gsize n_bytes = 0;
  guint n = 0;

  while (first + n < end && n < self->n_block && (n == 0 || n_bytes < BLOCK_BYTES))
    n_bytes += exm_page_spool_get_page_bytes (
        self->pages->spool, exm_cli_warc_pages_get_page (self->pages, first + n++));
  return n;
}

/* Begins threads for @self, which has its other members. */
static void
start (Work *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->done);
  self->order = g_ptr_array_new ();
  self->pool = g_thread_pool_new (work_on, self, (int) self->run->n_threads, TRUE, NULL);
}

static void
stop (Work *self)
{
  g_thread_pool_free (self->pool, TRUE, TRUE);
  g_ptr_array_unref (self->order);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->done);
}

/* Returns: the work on a page itself */
static Job
make_job (const ExmCliWarcRun *self, guint page)
{
  const ExmExampleChoice *choice = self->pages->choice;

  return (Job){
    .page = page,
    .revisit = G_MAXUINT,
    .example = choice != NULL ? exm_example_choice_get (choice, page) : G_MAXUINT,
  };
}

/* Returns: the work on what is answered with number @at */
static Job
make_answer_job (const ExmCliWarcRun *self, guint at)
{
  guint32 number = g_array_index (self->pages->order, guint32, at);
  Job job = make_job (self, exm_cli_warc_pages_get_page (self->pages, at));

  job.at = at;
  if ((number & EXM_CLI_WARC_REVISIT) != 0)
    job.revisit = number & ~EXM_CLI_WARC_REVISIT;
  return job;
}

/* Whether a page is one of those of its host that teach: of @n pages the one with number
 * @i. */
static gboolean
teaches (guint64 i, guint64 n)
{
  guint64 before = i * EXM_CLI_WARC_TEACHERS / n;

  return n <= EXM_CLI_WARC_TEACHERS || i == 0
         || before != (i - 1) * EXM_CLI_WARC_TEACHERS / n;
}

/* Returns: (transfer full) (element-type guint): pages that teach hosts of the shard */
static GArray *
list_teachers (const ExmCliWarcPages *pages, guint first, guint end)
{
  const guint32 *sites = (const guint32 *) (gpointer) pages->sites->data;
  guint n_sites = g_hash_table_size (pages->numbers);
  g_autofree guint *n_pages = g_new0 (guint, MAX (n_sites, 1));
  g_autofree guint *n_seen = g_new0 (guint, MAX (n_sites, 1));
  g_autofree gboolean *wanted = g_new0 (gboolean, MAX (n_sites, 1));
  GArray *teachers = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < pages->sites->len; i++)
    n_pages[sites[i]]++;
  for (guint i = first; i < end; i++)
    wanted[sites[exm_cli_warc_pages_get_page (pages, i)]] = TRUE;
  for (guint i = 0; i < pages->sites->len; i++)
    if (wanted[sites[i]] && teaches (n_seen[sites[i]]++, n_pages[sites[i]]))
      g_array_append_val (teachers, i);
  return teachers;
}

void
exm_cli_warc_learn (const ExmCliWarcRun *self,
                    ExmBatchSites *sites,
                    guint first,
                    guint end)
{
  g_autoptr (GArray) teachers = list_teachers (self->pages, first, end);
  g_autofree Job *jobs = g_new0 (Job, self->n_block);
  Work work = { .run = self, .learning = sites };
  ExmCliProgress progress = { 0 };
  gint64 begun = g_get_monotonic_time ();

  start (&work);
  for (guint at = 0; at < teachers->len;)
    {
      guint n_jobs = MIN (self->n_block, teachers->len - at);
      for (guint i = 0; i < n_jobs; i++)
        jobs[i] = make_job (self, g_array_index (teachers, guint, at + i));
      do_jobs (&work, jobs, n_jobs);
      at += n_jobs;
      exm_cli_progress_say (&progress, _ ("Learning: %u of %u pages"), at, teachers->len);
    }
  exm_cli_progress_end (&progress);
  stop (&work);
  self->counts->usec[EXM_CLI_WARC_LEARNING] = g_get_monotonic_time () - begun;
}

gboolean
exm_cli_warc_run (
    const ExmCliWarcRun *self, guint first, guint end, guint n_done, GError **error)
{
  g_autofree Job *jobs = g_new0 (Job, self->n_block);
  Work work = { .run = self };
  ExmCliProgress progress = { 0 };
  gint64 begun = g_get_monotonic_time ();
  guint at = first + n_done;
  gboolean well = TRUE;

  start (&work);
  do
    {
      guint n_jobs = measure_block (self, at, end);
      for (guint i = 0; i < n_jobs; i++)
        jobs[i] = make_answer_job (self, at + i);
      do_jobs (&work, jobs, n_jobs);
      exm_cli_progress_end (&progress);
      at += n_jobs;
      self->counts->usec[EXM_CLI_WARC_EXTRACTING] = g_get_monotonic_time () - begun;
      /* One whose archives were not all there is never complete. */
      well = write_block (&work, at - first, at == end && !self->pages->failed, error);
      exm_cli_progress_say (&progress, _ ("%u of %u pages"), at - first, end - first);
    }
  while (well && at < end);
  exm_cli_progress_end (&progress);
  stop (&work);
  return well;
}
