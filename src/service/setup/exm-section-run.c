/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "setup/exm-section-run.h"

#include "engine/exm-engine.h"
#include "extract/exm-region-locate.h"
#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"
#include "jobs/exm-task-fetch.h"
#include "setup/exm-group-defaults.h"
#include "types/exm-result.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Articles of a section that are looked at. */
#define N_CHECKED 3u

/* Addresses that a section should have: one alone may be any page. */
#define LEAST_MATCHING 2u

/* Hosts that are asked at once: nearly all the time they wait for their turn. */
#define MAX_THREADS 64u

/* Examples of a host that are tried on a further section. */
#define N_SHARED 3u

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

ExmTask *
exm_section_setup_store (ExmSectionSetup *self,
                         ExmStore *store,
                         gint64 now_usec,
                         GError **error)
{
  ExmProposal *proposal = self->proposal;
  ExmTaskFields *fields = &proposal->fields;
  ExmTaskExample *example = &g_array_index (fields->examples, ExmTaskExample, 0);
  const ExmStoredPage page = {
    .url = example->url,
    .final_url = proposal->final_url,
    .status = proposal->status,
    .headers = proposal->headers,
    .charset = example->http_charset,
    .fetched_usec = now_usec,
  };

  fields->paused |= self->question != NULL;
  if (!exm_store_put_page (store, proposal->bytes, &page, &example->page_hash, error))
    return NULL;
  g_autoptr (ExmTask) proposed = exm_task_new (fields);
  g_autoptr (ExmTask) task = exm_group_defaults_apply (store, proposed, 0, error);
  if (task == NULL)
    return NULL;
  gint64 next = exm_schedule_get_next (exm_task_get (task)->schedule, 0, now_usec);
  return exm_task_check (task, error) && exm_store_add_task (store, task, now_usec, error)
                 && exm_store_set_next_due (store, exm_task_get (task)->uid,
                                            next == G_MAXINT64 ? 0 : next, error)
             ? g_steal_pointer (&task)
             : NULL;
}

/* An example that sections of one host share. */
typedef struct
{
  char *url;          /* (owned) */
  char *http_charset; /* (owned) (nullable) */
  char *region_text;  /* (owned) (nullable) */
  GBytes *bytes;      /* (owned) */
  char *final_url;    /* (owned) */
  guint status;
  char *headers; /* (owned) (nullable) */
  gboolean rendered;
} Shared;

static void
shared_free (gpointer data)
{
  Shared *self = data;

  g_free (self->url);
  g_free (self->http_charset);
  g_free (self->region_text);
  g_bytes_unref (self->bytes);
  g_free (self->final_url);
  g_free (self->headers);
  g_free (self);
}

/* Sections of one host, which one thread has at a time. */
typedef struct
{
  char *name;        /* (owned) */
  GQueue jobs;       /* (element-type ExmSectionJob) (unowned) */
  GPtrArray *shared; /* (owned) (element-type Shared): the newest last */
  gboolean is_asked; /* a thread has it */
  gint64 asked_usec; /* when it was asked last, monotonic */
} Host;

static void
host_free (gpointer data)
{
  Host *self = data;

  g_free (self->name);
  g_queue_clear (&self->jobs);
  g_ptr_array_unref (self->shared);
  g_free (self);
}

typedef struct
{
  GMutex mutex;
  GCond changed;
  GPtrArray *hosts;           /* (owned) (element-type Host) */
  guint next;                 /* the host after the one that was taken last */
  GAsyncQueue *done;          /* (owned) (element-type Done) */
  ExmEngine *engine;          /* (owned) */
  ExmRenderer *renderer;      /* (unowned) (nullable) */
  const ExmSiteConfig *hints; /* (unowned) (nullable) */
  GCancellable *cancellable;  /* (unowned) (nullable) */
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
  const Run *run;    /* (unowned) */
  Host *host;        /* (unowned) */
  GHashTable *pages; /* (owned) (element-type utf8 ExmFetched): articles, by address */
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
fetch_once (Visit *self, const ExmProposal *proposal, const char *url, GError **error)
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

/* Returns: (transfer none) (nullable): the page, fetched or met before */
static ExmFetched *
fetch (Visit *self, const ExmProposal *proposal, const char *url, GError **error)
{
  ExmFetched *page = g_hash_table_lookup (self->pages, url);

  if (page == NULL)
    page = fetch_once (self, proposal, url, error);
  else
    return page;
  if (page != NULL)
    g_hash_table_insert (self->pages, g_strdup (url), page);
  return page;
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
  const ExmFetched *fetched = fetch (self, proposal, url, &error);
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

/* Looks at the first articles with an example. @n_good: (out): those that are good.
 * @problem: (inout) (nullable): of the first one that is not. Returns: how many */
static guint
check_articles (Visit *self,
                ExmProposal *proposal,
                ExmPrepared *example,
                guint *n_good,
                char **problem)
{
  g_autoptr (GError) error = NULL;
  guint n_checked = 0;

  *n_good = 0;
  for (guint i = 0; i < proposal->targets->len && n_checked < N_CHECKED; i++)
    {
      const char *url = g_ptr_array_index (proposal->targets, i);
      g_autofree char *wrong = NULL;
      if (proposal->robots != NULL
          && !exm_task_robots_check (proposal->robots, url, self->run->cancellable,
                                     error == NULL ? &error : NULL))
        continue;
      n_checked++;
      if (check_article (self, proposal, example, url, &wrong))
        (*n_good)++;
      else if (problem != NULL && *problem == NULL)
        *problem = g_steal_pointer (&wrong);
    }
  if (n_checked == 0 && error != NULL && problem != NULL)
    *problem = g_strdup (error->message);
  return n_checked;
}

static ExmPrepared *
prepare (Visit *self, const ExmProposal *proposal, const char *region_text)
{
  const ExmTaskExample *first
      = &g_array_index (proposal->fields.examples, ExmTaskExample, 0);
  const ExmPageHints hints = { .url = first->url, .http_charset = first->http_charset };

  return exm_engine_prepare (self->run->engine, proposal->bytes, &hints, region_text,
                             NULL);
}

/* Marks the body of the example where a site configuration tells it. */
static void
take_hint (Visit *self, ExmProposal *proposal)
{
  ExmTaskExample *example = &g_array_index (proposal->fields.examples, ExmTaskExample, 0);
  const ExmPageHints hints
      = { .url = example->url, .http_charset = example->http_charset };

  if (self->run->hints == NULL || example->region_text != NULL)
    return;
  g_autofree char *text = exm_site_config_find_body (self->run->hints, example->url,
                                                     proposal->bytes, &hints);
  g_autoptr (ExmPrepared) page = text != NULL ? prepare (self, proposal, NULL) : NULL;
  g_autoptr (ExmRegion) region
      = page != NULL ? exm_region_locate (exm_prepared_get_page (page), text) : NULL;
  if (region == NULL)
    return;
  g_autofree char *marked = exm_region_write (exm_prepared_get_page (page), region);
  if (*marked != '\0')
    example->region_text = g_steal_pointer (&marked);
}

static void
share_example (Host *host, const ExmProposal *proposal)
{
  const ExmTaskExample *example
      = &g_array_index (proposal->fields.examples, ExmTaskExample, 0);
  Shared *shared = g_new0 (Shared, 1);

  shared->url = g_strdup (example->url);
  shared->http_charset = g_strdup (example->http_charset);
  shared->region_text = g_strdup (example->region_text);
  shared->bytes = g_bytes_ref (proposal->bytes);
  shared->final_url = g_strdup (proposal->final_url);
  shared->status = proposal->status;
  shared->headers = g_strdup (proposal->headers);
  shared->rendered = proposal->fields.rendered;
  if (host->shared->len == N_SHARED)
    g_ptr_array_remove_index (host->shared, 0);
  g_ptr_array_add (host->shared, shared);
}

static void
adopt_example (ExmProposal *proposal, const Shared *shared)
{
  g_array_set_size (proposal->fields.examples, 0);
  ExmTaskExample *example = exm_task_fields_add_example (&proposal->fields, shared->url);
  example->http_charset = g_strdup (shared->http_charset);
  example->region_text = g_strdup (shared->region_text);
  g_bytes_unref (proposal->bytes);
  proposal->bytes = g_bytes_ref (shared->bytes);
  g_free (proposal->final_url);
  proposal->final_url = g_strdup (shared->final_url);
  proposal->status = shared->status;
  g_free (proposal->headers);
  proposal->headers = g_strdup (shared->headers);
}

/* Whether all of the first articles are good with the example of another section. */
static gboolean
try_shared (Visit *self, ExmSectionSetup *setup, const Shared *shared)
{
  const ExmPageHints hints = { .url = shared->url, .http_charset = shared->http_charset };
  g_autoptr (ExmPrepared) example = exm_engine_prepare (
      self->run->engine, shared->bytes, &hints, shared->region_text, NULL);

  if (example == NULL || shared->rendered != setup->proposal->fields.rendered)
    return FALSE;
  setup->n_checked
      = check_articles (self, setup->proposal, example, &setup->n_good, NULL);
  return setup->n_checked > 0 && setup->n_good == setup->n_checked;
}

/* Looks at the first articles, with an example of the host before its own. @problem:
 * (out): of the first one that is not good */
static void
choose_example (Visit *self, ExmSectionSetup *setup, char **problem)
{
  const GPtrArray *all = self->host->shared;

  for (guint i = all->len; i-- > 0;)
    if (try_shared (self, setup, all->pdata[i]))
      {
        adopt_example (setup->proposal, all->pdata[i]);
        setup->is_shared = TRUE;
        return;
      }
  take_hint (self, setup->proposal);
  const ExmTaskExample *own
      = &g_array_index (setup->proposal->fields.examples, ExmTaskExample, 0);
  g_autoptr (ExmPrepared) example = prepare (self, setup->proposal, own->region_text);
  setup->n_checked = setup->n_good = 0;
  if (example != NULL)
    setup->n_checked
        = check_articles (self, setup->proposal, example, &setup->n_good, problem);
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
  choose_example (self, setup, &problem);
  setup->question = make_question (setup, problem);
  setup->state = setup->question != NULL ? EXM_SECTION_LOOK : EXM_SECTION_READY;
  if (setup->state == EXM_SECTION_READY && !setup->is_shared)
    share_example (self->host, setup->proposal);
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
  /* Pages of a host that has no further section are not kept for the rest of the list. */
  if (g_queue_is_empty (&host->jobs))
    g_ptr_array_set_size (host->shared, 0);
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
      visit.pages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify) exm_fetched_unref);
      ExmSectionSetup *setup = set_up (&visit, job);
      g_hash_table_unref (visit.pages);
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
      host->shared = g_ptr_array_new_with_free_func (shared_free);
      g_ptr_array_add (hosts, host);
      g_hash_table_insert (by_name, host->name, host);
    }
  g_queue_push_tail (&host->jobs, job);
}

void
exm_sections_run (GArray *jobs,
                  ExmRenderer *renderer,
                  const ExmSiteConfig *hints,
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
              .hints = hints,
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
