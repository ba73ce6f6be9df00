/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "setup/exm-section-run.h"

#include "engine/exm-engine.h"
#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"
#include "jobs/exm-task-fetch.h"
#include "types/exm-result.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Articles of a section that are looked at. */
#define N_CHECKED 3u

/* Addresses that a section should have: one alone may be any page. */
#define LEAST_MATCHING 2u

/* Hosts that are asked at once: nearly all the time they wait for their turn. */
#define MAX_THREADS 64u

/* Longest sleep before it is looked whether all was cancelled. */
#define NAP_USEC (50 * G_TIME_SPAN_MILLISECOND)

void
exm_section_job_clear (ExmSectionJob *self)
{
  exm_task_fields_clear (&self->fields);
}

void
exm_section_setup_free (ExmSectionSetup *self)
{
  g_clear_pointer (&self->proposal, exm_proposal_free);
  g_free (self->question);
  g_free (self);
}

/* Sections of one host, which one thread has at a time. */
typedef struct
{
  char *name;        /* (owned) */
  GQueue jobs;       /* (element-type ExmSectionJob) (unowned) */
  gboolean is_asked; /* a thread has it */
  gint64 asked_usec; /* when it was asked last, monotonic */
} Host;

static void
host_free (gpointer data)
{
  Host *self = data;

  g_free (self->name);
  g_queue_clear (&self->jobs);
  g_free (self);
}

typedef struct
{
  GMutex mutex;
  GCond changed;
  GPtrArray *hosts;          /* (owned) (element-type Host) */
  guint next;                /* the host after the one that was taken last */
  GAsyncQueue *done;         /* (owned) (element-type Done) */
  ExmEngine *engine;         /* (owned) */
  ExmRenderer *renderer;     /* (unowned) (nullable) */
  GCancellable *cancellable; /* (unowned) (nullable) */
} Run;

/* Result that a thread hands over; without a job, the thread ends. */
typedef struct
{
  ExmSectionJob *job;     /* (unowned) (nullable) */
  ExmSectionSetup *setup; /* (owned) */
} Done;

/* One section while it is set up. */
typedef struct
{
  const Run *run; /* (unowned) */
  Host *host;     /* (unowned) */
  guint delay_ms;
} Visit;

/* Waits until the host may be asked again. */
static void
keep_pace (const char *url, gpointer data)
{
  Visit *self = data;
  gint64 due = self->host->asked_usec + (gint64) self->delay_ms * 1000;

  for (gint64 now = g_get_monotonic_time ();
       now < due && !g_cancellable_is_cancelled (self->run->cancellable);
       now = g_get_monotonic_time ())
    g_usleep ((gulong) MIN (due - now, NAP_USEC));
  self->host->asked_usec = g_get_monotonic_time ();
}

/* Fetches a page as the task does. */
static ExmFetched *
fetch (Visit *self, const ExmProposal *proposal, const char *url, GError **error)
{
  ExmRenderer *renderer = self->run->renderer;
  const ExmTaskFields *fields = &proposal->fields;

  keep_pace (url, self);
  g_autoptr (ExmFetched) fetched
      = exm_task_fetch (fields, url, FALSE, self->run->cancellable, error);
  if (fetched == NULL || !fields->rendered || renderer == NULL)
    return g_steal_pointer (&fetched);
  g_auto (GStrv) hosts = exm_task_fields_dup_private_hosts (fields);
  return exm_renderer_render_fetched (renderer, fetched, fields->user_agent,
                                      (const char *const *) hosts, self->run->cancellable,
                                      error);
}

/* Whether a run would publish what is found on the page at @url. @problem: (out): what is
 * wrong with it */
static gboolean
check_article (Visit *self,
               ExmProposal *proposal,
               ExmPrepared *example,
               const char *url,
               char **problem)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPrepared) target = NULL;
  g_autoptr (ExmResult) result = NULL;
  ExmEngine *engine = self->run->engine;
  ExmExtractOptions options = { .method = proposal->fields.method,
                                .sensitivity = proposal->fields.sensitivity };

  options.parameters = proposal->fields.parameters;
  g_autoptr (ExmFetched) fetched = fetch (self, proposal, url, &error);
  if (fetched != NULL)
    {
      const ExmPageHints hints
          = { .url = fetched->final_url, .http_charset = fetched->charset };
      target = exm_engine_prepare_once (engine, fetched->body, &hints, &error);
    }
  if (target != NULL)
    result = exm_engine_extract (engine, target, &example, 1, &options,
                                 self->run->cancellable, &error);
  if (result == NULL)
    {
      *problem = g_strdup (error->message);
      return FALSE;
    }
  const ExmResultData *found = exm_result_get (result);
  g_autofree char *shown = exm_url_to_display (url);
  if (found->fits && found->head != EXM_NONE
      && !exm_page_text_get_cut (exm_prepared_get_page (target))
      && exm_sureness_from_confidence (found->confidence) != EXM_NOT_SURE)
    return TRUE;
  /* translators: %s is an address */
  *problem = g_strdup_printf (!found->fits || found->head == EXM_NONE
                                  ? _ ("no article like the example on %s")
                                  : _ ("not sure of the article on %s"),
                              shown);
  return FALSE;
}

/* Looks at the first articles. @problem: (out): of the first one that is not good */
static void
check_articles (Visit *self, ExmSectionSetup *setup, char **problem)
{
  ExmProposal *proposal = setup->proposal;
  const ExmTaskExample *first
      = &g_array_index (proposal->fields.examples, ExmTaskExample, 0);
  const ExmPageHints hints = { .url = first->url, .http_charset = first->http_charset };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPrepared) example = exm_engine_prepare (
      self->run->engine, proposal->bytes, &hints, first->region_text, &error);

  for (guint i = 0;
       example != NULL && i < proposal->targets->len && setup->n_checked < N_CHECKED; i++)
    {
      const char *url = g_ptr_array_index (proposal->targets, i);
      g_autofree char *wrong = NULL;
      if (proposal->robots != NULL
          && !exm_task_robots_check (proposal->robots, url, self->run->cancellable,
                                     error == NULL ? &error : NULL))
        continue;
      setup->n_checked++;
      if (check_article (self, proposal, example, url, &wrong))
        setup->n_good++;
      else if (*problem == NULL)
        *problem = g_steal_pointer (&wrong);
    }
  if (setup->n_checked == 0 && error != NULL)
    *problem = g_strdup (error->message);
}

/* Says what there is to look at; %NULL if there is nothing. */
static char *
make_question (const ExmSectionSetup *setup, const char *problem)
{
  const ExmProposal *proposal = setup->proposal;

  if (proposal->fields.sources->len == 0)
    return g_strdup (_ ("No page that lists its articles was found: which one does?"));
  if (proposal->n_matching < LEAST_MATCHING)
    return g_strdup_printf (
        ngettext ("Only %u of the addresses that are listed is taken "
                  "for an article: is that right?",
                  "Only %u of the addresses that are listed are taken "
                  "for articles: is that right?",
                  proposal->n_matching),
        proposal->n_matching);
  if (setup->n_good == setup->n_checked && setup->n_checked > 0)
    return NULL;
  if (proposal->scripted && !proposal->fields.rendered)
    return g_strdup (_ ("Its pages seem to be filled in by scripts: should they be "
                        "rendered?"));
  if (setup->n_checked == 0)
    /* translators: %s is the cause */
    return g_strdup_printf (_ ("None of its articles could be tried: %s"),
                            problem != NULL ? problem : "—");
  /* translators: numbers of articles, and what is wrong with one of them */
  return g_strdup_printf (_ ("%u of %u articles that were tried are good; %s"),
                          setup->n_good, setup->n_checked, problem);
}

static ExmSectionSetup *
set_up (Visit *self, ExmSectionJob *job)
{
  ExmSectionSetup *setup = g_new0 (ExmSectionSetup, 1);
  const ExmSection *section = job->section;
  const ExmProbeProgress watch
      = { .cancellable = self->run->cancellable, .func = keep_pace, .data = self };
  const ExmProposalRequest request
      = { .place = section->address, .renderer = self->run->renderer, .find_list = TRUE };
  g_autofree char *problem = NULL;
  g_autoptr (GError) error = NULL;

  setup->state = EXM_SECTION_FAILED;
  if (section->address == NULL)
    {
      setup->question = g_strdup (_ ("There is no address on this line"));
      return setup;
    }
  self->delay_ms = job->fields.delay_ms;
  if (section->name != NULL)
    {
      g_free (job->fields.name);
      job->fields.name = g_strdup (section->name);
    }
  if (section->group != NULL)
    {
      g_free (job->fields.group);
      job->fields.group = g_strdup (section->group);
    }
  setup->proposal = exm_proposal_new (&request, &job->fields, &watch, &error);
  if (setup->proposal == NULL)
    {
      setup->question = g_strdup (error->message);
      return setup;
    }
  check_articles (self, setup, &problem);
  setup->question = make_question (setup, problem);
  setup->state = setup->question != NULL ? EXM_SECTION_LOOK : EXM_SECTION_READY;
  return setup;
}

/* Takes the next section of the next host that is asked by nobody; waits for one. @job:
 * (out): it. Returns: (transfer none) (nullable): the host; %NULL where none is left */
static Host *
take_next (Run *run, ExmSectionJob **job)
{
  gboolean waits = TRUE;
  Host *found = NULL;

  g_mutex_lock (&run->mutex);
  while (found == NULL && waits)
    {
      waits = FALSE;
      for (guint i = 0; i < run->hosts->len && found == NULL; i++)
        {
          Host *host = g_ptr_array_index (run->hosts, (run->next + i) % run->hosts->len);
          if (g_queue_is_empty (&host->jobs)
              || g_cancellable_is_cancelled (run->cancellable))
            continue;
          waits |= host->is_asked;
          if (host->is_asked)
            continue;
          found = host;
          run->next = (run->next + i + 1) % run->hosts->len;
        }
      if (found == NULL && waits)
        g_cond_wait (&run->changed, &run->mutex);
    }
  if (found != NULL)
    {
      found->is_asked = TRUE;
      *job = g_queue_pop_head (&found->jobs);
    }
  g_mutex_unlock (&run->mutex);
  return found;
}

static void
give_back (Run *run, Host *host)
{
  g_mutex_lock (&run->mutex);
  host->is_asked = FALSE;
  g_cond_broadcast (&run->changed);
  g_mutex_unlock (&run->mutex);
}

static void
hand_over (Run *run, ExmSectionJob *job, ExmSectionSetup *setup)
{
  Done *done = g_new0 (Done, 1);

  done->job = job;
  done->setup = setup;
  g_async_queue_push (run->done, done);
}

static gpointer
work (gpointer data)
{
  Run *run = data;
  ExmSectionJob *job = NULL;
  Host *host;

  while ((host = take_next (run, &job)) != NULL)
    {
      Visit visit = { .run = run, .host = host };
      ExmSectionSetup *setup = set_up (&visit, job);
      give_back (run, host);
      hand_over (run, job, setup);
    }
  hand_over (run, NULL, NULL);
  return NULL;
}

/* Sections without an address, or with one that is none, have a host of their own. */
static void
add_job (GPtrArray *hosts, GHashTable *by_name, ExmSectionJob *job)
{
  const char *address = job->section->address;
  g_autofree char *url = address != NULL ? exm_url_normalize_input (address, NULL) : NULL;
  g_autofree char *name = NULL;

  if (url == NULL
      || !g_uri_split_network (url, G_URI_FLAGS_NONE, NULL, &name, NULL, NULL))
    name = g_strdup ("");
  Host *host = g_hash_table_lookup (by_name, name);
  if (host == NULL)
    {
      host = g_new0 (Host, 1);
      host->name = g_steal_pointer (&name);
      host->asked_usec = G_MININT64 / 2;
      g_queue_init (&host->jobs);
      g_ptr_array_add (hosts, host);
      g_hash_table_insert (by_name, host->name, host);
    }
  g_queue_push_tail (&host->jobs, job);
}

void
exm_sections_run (GArray *jobs,
                  ExmRenderer *renderer,
                  GCancellable *cancellable,
                  ExmSectionFunc func,
                  gpointer data)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  Run run = { .hosts = g_ptr_array_new_with_free_func (host_free),
              .done = g_async_queue_new (),
              .engine = engine,
              .renderer = renderer,
              .cancellable = cancellable };

  for (guint i = 0; i < jobs->len; i++)
    add_job (run.hosts, by_name, &g_array_index (jobs, ExmSectionJob, i));
  g_mutex_init (&run.mutex);
  g_cond_init (&run.changed);
  guint n_threads = MIN (run.hosts->len, MAX_THREADS);
  GThread *threads[MAX_THREADS];
  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("exm-sections", work, &run);
  for (guint n_left = n_threads; n_left > 0;)
    {
      g_autofree Done *done = g_async_queue_pop (run.done);
      if (done->job == NULL)
        n_left--;
      else if (!g_cancellable_is_cancelled (cancellable))
        func (done->job, done->setup, data);
      else
        exm_section_setup_free (done->setup);
    }
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&run.mutex);
  g_cond_clear (&run.changed);
  g_async_queue_unref (run.done);
  g_ptr_array_unref (run.hosts);
}
