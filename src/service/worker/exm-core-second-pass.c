/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The second pass over what a run found. The first pages of a site are extracted before
 * it is known which lines it repeats, so they are noisier than those that come later;
 * when all pages of the run were counted, its articles are extracted again, and
 * published. The run stays open meanwhile: a process that dies leaves it to the next one.
 */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "methods/exm-method-table.h"
#include "worker/exm-core.h"

#include "base/exm-fail-point.h"
#include "worker/exm-reextract-private.h"

#include "base/exm-said-error.h"
#include "store/exm-store-approve.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>

/* Articles that are extracted at a time. */
#define AT_ONCE 4u

/* Fewer pages say too little of a line: int (1 + RC / L) is 1 below. */
#define ENOUGH_PAGES 50u

/* The statistics have grown if there is so much more of them: one in eight. */
#define GROWTH 8u

typedef struct
{
  ExmCore *core;       /* (unowned): worker thread only */
  ExmCoreTask *task;   /* (unowned): lives while it has work under way */
  ExmReextract *again; /* (owned) */
  ExmWorkMarks *marks; /* (owned) */
} Item;

/* An article of the pass whose pictures are on their way. */
typedef struct
{
  gint64 article_id;
  ExmArticleState state;
} Waiting;

static void
item_free (gpointer data)
{
  Item *item = data;

  exm_reextract_free (item->again);
  exm_work_marks_unref (item->marks);
  g_free (item);
}

void
exm_second_pass_free (ExmSecondPass *pass)
{
  g_array_unref (pass->articles);
  g_array_unref (pass->suspects);
  g_array_unref (pass->waiting);
  g_clear_pointer (&pass->site, exm_site_stat_unref);
  g_object_unref (pass->cancellable);
  g_free (pass);
}

gboolean
exm_core_makes_two_passes (const ExmCoreTask *task)
{
  return exm_task_makes_two_passes (task->task);
}

gboolean
exm_task_makes_two_passes (const ExmTask *task)
{
  const ExmTaskFields *fields = exm_task_get (task);
  const ExmMethod *method
      = fields->two_pass ? exm_method_find (fields->method, NULL) : NULL;

  return method != NULL && method->uses_site;
}

/* Articles that were collected since the run began, the first one first. */
static GArray *
list_articles (ExmCore *self, ExmCoreTask *task)
{
  ExmArticleFilter filter = { .task_uid = exm_task_get (task->task)->uid };
  GArray *articles = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gboolean more = TRUE; more;)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) list = exm_store_list_articles (self->store, &filter, &error);
      if (list == NULL)
        exm_core_store_failed_or_report (self, task, error);
      more = list != NULL && list->len > 0;
      for (guint i = 0; more && i < list->len; i++)
        {
          const ExmArticleInfo *info = g_ptr_array_index (list, i);
          more = info->collected_usec >= task->run_started_usec;
          if (more)
            g_array_prepend_val (articles, info->id);
          filter.before_usec = info->collected_usec;
          filter.before_id = info->id;
        }
    }
  return articles;
}

/* Whether the pages were extracted before enough was known. A run that was taken up from
 * a process that died knows nothing of its first pages. */
static gboolean
has_grown (const ExmCoreTask *task, const ExmSiteStat *site)
{
  guint n_pages = exm_site_stat_get_n_pages (site);

  return task->least_site < n_pages
         && (task->least_site < ENOUGH_PAGES
             || n_pages - task->least_site > task->least_site / GROWTH);
}

static ExmSecondPass *
begin (ExmCore *self, ExmCoreTask *task)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSiteStat) site
      = exm_store_get_site_stat (self->store, exm_task_get (task->task)->uid, &error);
  ExmSecondPass *pass = g_new0 (ExmSecondPass, 1);

  if (error != NULL)
    exm_core_problem (self, task, NULL, error);
  pass->cancellable = g_cancellable_new ();
  pass->suspects = g_array_new (FALSE, FALSE, sizeof (gint64));
  pass->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  pass->articles = site != NULL && has_grown (task, site)
                       ? list_articles (self, task)
                       : g_array_new (FALSE, FALSE, sizeof (gint64));
  pass->site = g_steal_pointer (&site);
  return pass;
}

static void
tell (ExmCore *self, ExmCoreTask *task)
{
  const ExmSecondPass *pass = task->second_pass;
  g_autofree char *said = exm_said_new (
      /* translators: how many articles a second look changed, of how many */
      N_ ("Second pass: articles that changed: %u of %u"), pass->n_changed,
      pass->articles->len);

  exm_core_tell (self, task, said);
}

/* The article goes where it goes by what was found now. */
static gboolean
settle (ExmCore *self, ExmCoreTask *task, Waiting article, GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) outputs
      = exm_core_list_outputs (task->task, article.state, NULL, FALSE, keys);

  return exm_store_settle_article (self->store, article.article_id,
                                   (const ExmCommitOutput *) (gpointer) outputs->data,
                                   outputs->len, exm_core_now (self), error);
}

/* All or nothing: the article, and the jobs of what it needs. */
static gboolean
replace (ExmCore *self, ExmReextract *again, GError **error)
{
  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if (exm_reextract_store (self->store, exm_core_now (self), again, error))
    return exm_store_commit_group (self->store, error);
  exm_store_drop_group (self->store);
  return FALSE;
}

/* A process that dies in between leaves the article to the next one's second pass. */
static gboolean
store_again (ExmCore *self, Item *item, GError **error)
{
  exm_fail_point ("worker.second-pass.before");
  exm_reextract_want (item->again, self, item->task);
  if (!replace (self, item->again, error))
    return FALSE;
  exm_fail_point ("worker.second-pass.middle");
  const Waiting article = { item->again->article_id, item->again->state };
  if (item->again->jobs->len > 0)
    g_array_append_val (item->task->second_pass->waiting, article);
  else if (!settle (self, item->task, article, error))
    return FALSE;
  exm_fail_point ("worker.second-pass.after");
  return TRUE;
}

static void
run_in_pool (GTask *gtask, gpointer source, gpointer data, GCancellable *cancellable)
{
  Item *item = data;
  GError *error = NULL;
  guint mark = exm_work_marks_begin (item->marks, -item->again->article_id);
  gboolean good = exm_reextract_run (item->again, cancellable, &error);

  exm_work_marks_end (item->marks, mark);
  if (good)
    g_task_return_boolean (gtask, TRUE);
  else
    g_task_return_error (gtask, error);
}

static void
on_extracted (GObject *source, GAsyncResult *result, gpointer data)
{
  Item *item = g_task_get_task_data (G_TASK (result));
  ExmCore *self = item->core;
  ExmCoreTask *task = item->task;
  const ExmJob job = exm_reextract_as_job (item->again);
  g_autoptr (GError) error = NULL;
  gboolean extracted = g_task_propagate_boolean (G_TASK (result), &error);

  if (extracted)
    exm_core_clear_suspect (self, &job);
  if (extracted && store_again (self, item, &error))
    task->second_pass->n_changed += item->again->changed;
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    exm_core_problem (self, task, item->again->work.fields.url, error);
  self->n_active--;
  task->n_active--;
  exm_core_check_run (self, task);
  if (!self->stopping)
    exm_core_step (self);
}

static void
extract (ExmCore *self, ExmCoreTask *task, ExmReextract *again)
{
  Item *item = g_new0 (Item, 1);

  item->core = self;
  item->task = task;
  item->again = again;
  item->marks = exm_work_marks_ref (self->marks);
  self->n_active++;
  task->n_active++;
  g_autoptr (GTask) gtask
      = g_task_new (NULL, task->second_pass->cancellable, on_extracted, NULL);
  g_task_set_source_tag (gtask, extract);
  g_task_set_task_data (gtask, item, item_free);
  g_task_run_in_thread (gtask, run_in_pool);
}

/* An article that is not there any more, or whose page is not, or that was set aside,
 * stays as it is. @alone: whether nothing of the task is under way, or will be */
static void
start (ExmCore *self, ExmCoreTask *task, gint64 article_id, gboolean alone)
{
  ExmSecondPass *pass = task->second_pass;
  g_autoptr (GError) error = NULL;
  ExmReextract *again = exm_reextract_new (self->engine, article_id, pass->site);
  gboolean good = exm_reextract_gather (self->store, exm_core_now (self), again, &error);
  const ExmJob job = exm_reextract_as_job (again);

  if (good && exm_core_check_aside (self, &job, &error))
    {
      if (alone || !g_hash_table_contains (self->suspects, job.url_key))
        {
          extract (self, task, again);
          return;
        }
      g_array_append_val (pass->suspects, article_id);
    }
  exm_reextract_free (again);
  if (error != NULL)
    exm_core_problem (self, task, NULL, error);
}

/* Returns: whether one was left to start */
static gboolean
start_next (ExmCore *self, ExmCoreTask *task)
{
  ExmSecondPass *pass = task->second_pass;

  if (pass->n_begun < pass->articles->len)
    start (self, task, g_array_index (pass->articles, gint64, pass->n_begun++), FALSE);
  else if (task->n_active == 0 && pass->n_suspects_begun < pass->suspects->len)
    start (self, task, g_array_index (pass->suspects, gint64, pass->n_suspects_begun++),
           TRUE);
  else
    return FALSE;
  return TRUE;
}

/* Articles whose pictures came or were given up go where they go. */
static void
settle_waiting (ExmCore *self, ExmCoreTask *task)
{
  const ExmSecondPass *pass = task->second_pass;

  for (guint i = 0; i < pass->waiting->len; i++)
    {
      g_autoptr (GError) error = NULL;
      if (!settle (self, task, g_array_index (pass->waiting, Waiting, i), &error))
        exm_core_problem (self, task, NULL, error);
    }
}

gboolean
exm_core_run_second_pass (ExmCore *self, ExmCoreTask *task)
{
  g_assert (g_thread_self () == self->thread);

  if (task->second_pass == NULL && !exm_core_makes_two_passes (task))
    return FALSE;
  if (self->alone->len > 0)
    {
      self->second_pass_waits = TRUE;
      return TRUE;
    }
  if (task->second_pass == NULL)
    task->second_pass = begin (self, task);
  while (!self->stopping && task->n_active < AT_ONCE && start_next (self, task))
    ;
  const ExmSecondPass *pass = task->second_pass;
  if (task->n_active > 0 || pass->n_begun < pass->articles->len
      || pass->n_suspects_begun < pass->suspects->len)
    return TRUE;
  settle_waiting (self, task);
  if (pass->articles->len > 0)
    tell (self, task);
  return FALSE;
}

void
exm_core_wake_second_passes (ExmCore *self)
{
  if (!self->second_pass_waits)
    return;
  self->second_pass_waits = FALSE;
  exm_core_check_runs (self);
}
