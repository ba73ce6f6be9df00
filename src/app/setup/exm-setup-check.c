/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup-check.h"

#include "article/exm-body.h"
#include "setup/exm-probe.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Characters of a body that are shown as its beginning. */
#define EXCERPT_CHARS 200

/* A page on its way to the pool. */
typedef struct
{
  GBytes *bytes;       /* (owned) (nullable) */
  char *url;           /* (owned) (nullable) */
  char *http_charset;  /* (owned) (nullable) */
  ExmPrepared *target; /* (owned) (nullable): read before */
} Unit;

typedef struct
{
  ExmEngine *engine; /* (owned) */
  GArray *examples;  /* (owned) (element-type ExmCheckExample): fields are owned */
  char *method;      /* (owned) (nullable) */
  char *parameters;  /* (owned) (nullable) */
  ExmExtractOptions options; /* with these two */
  GArray *units;             /* (owned) (element-type Unit) */
  GPtrArray *items;          /* (owned) (element-type ExmPageItem): the caller's alone */
} Job;

static void
unit_clear (gpointer data)
{
  Unit *unit = data;

  g_clear_pointer (&unit->bytes, g_bytes_unref);
  g_free (unit->url);
  g_free (unit->http_charset);
  g_clear_pointer (&unit->target, exm_prepared_unref);
}

static void
example_clear (gpointer data)
{
  ExmCheckExample *example = data;

  g_bytes_unref (example->bytes);
  g_free ((char *) example->hints.url);
  g_free ((char *) example->hints.http_charset);
  g_free ((char *) example->hints.override_charset);
  g_free ((char *) example->region_text);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->engine);
  g_array_unref (job->examples);
  g_free (job->method);
  g_free (job->parameters);
  g_array_unref (job->units);
  g_ptr_array_unref (job->items);
  g_free (job);
}

static char *
cut_excerpt (const char *body)
{
  g_autofree char *line = g_strndup (body, MIN (strlen (body), 4 * EXCERPT_CHARS));
  g_autofree char *valid = g_utf8_make_valid (line, -1);

  g_strdelimit (valid, "\n", ' ');
  return g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), EXCERPT_CHARS));
}

static void
fail (ExmPageOutcome *outcome, char *message)
{
  outcome->mark = EXM_PAGE_FAIL;
  g_free (outcome->message);
  outcome->message = message;
}

static void
judge (ExmPageOutcome *outcome)
{
  const ExmResultData *data = exm_result_get (outcome->result);
  ExmPageText *page = exm_prepared_get_page (outcome->target);
  g_autofree char *body = NULL;

  outcome->confidence = data->confidence;
  outcome->n_all_lines = data->n_lines;
  if (!data->fits)
    {
      fail (outcome, g_strdup_printf (_ ("Does not look like your example (layout %.0f%% "
                                         "alike); nothing extracted"),
                                      floor (100 * data->template_similarity)));
      return;
    }
  if (data->head == EXM_NONE)
    {
      fail (outcome, g_strdup (exm_probe_is_scripted (page)
                                   ? _ ("Its text is filled in by scripts; the page as "
                                        "it is served holds no article")
                                   : _ ("No article was found")));
      return;
    }
  if (exm_page_text_get_cut (page))
    {
      fail (outcome, g_strdup (_ ("Page arrived incomplete; fetch it again")));
      return;
    }
  for (guint i = 0; i < data->n_lines; i++)
    outcome->n_lines += data->verdicts[i] == EXM_VERDICT_KEPT;
  body = exm_body_write_text (page, outcome->result);
  outcome->n_chars = (guint) g_utf8_strlen (body, -1);
  outcome->excerpt = cut_excerpt (body);
  outcome->mark = exm_sureness_from_confidence (data->confidence) == EXM_SURE
                      ? EXM_PAGE_PASS
                      : EXM_PAGE_LOOK;
}

static void
check_unit (Job *job,
            Unit *unit,
            GPtrArray *examples,
            GCancellable *cancellable,
            ExmPageOutcome *outcome)
{
  const ExmPageHints hints = { .url = unit->url, .http_charset = unit->http_charset };
  ExmPrepared *const *prepared = (ExmPrepared *const *) examples->pdata;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmMetadata) metadata = NULL;

  outcome->target = unit->target != NULL ? exm_prepared_ref (unit->target)
                                         : exm_engine_prepare (job->engine, unit->bytes,
                                                               &hints, NULL, &error);
  if (outcome->target == NULL)
    {
      fail (outcome, g_strdup (error->message));
      return;
    }
  outcome->result
      = exm_engine_extract (job->engine, outcome->target, prepared, examples->len,
                            &job->options, cancellable, &error);
  metadata = exm_engine_read_metadata_beside (
      job->engine, outcome->target, outcome->result, prepared, examples->len, NULL);
  outcome->title = g_strdup (exm_metadata_get (metadata, EXM_FIELD_TITLE));
  if (outcome->result != NULL)
    judge (outcome);
  else if (exm_probe_is_scripted (exm_prepared_get_page (outcome->target)))
    fail (outcome, g_strdup (_ ("Its text is filled in by scripts; the page as it is "
                                "served holds no article")));
  else
    fail (outcome, g_strdup (error->message));
}

/* Returns: (nullable) (element-type ExmPrepared) */
static GPtrArray *
prepare_examples (Job *job, GError **error)
{
  g_autoptr (GPtrArray) examples
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);

  for (guint i = 0; i < job->examples->len; i++)
    {
      const ExmCheckExample *example = &g_array_index (job->examples, ExmCheckExample, i);
      ExmPrepared *prepared = exm_engine_prepare (
          job->engine, example->bytes, &example->hints, example->region_text, error);
      if (prepared == NULL)
        return NULL;
      g_ptr_array_add (examples, prepared);
    }
  return g_steal_pointer (&examples);
}

/* A job while its pages are checked, several at once. */
typedef struct
{
  Job *job;                  /* (unowned) */
  GPtrArray *examples;       /* (unowned) (element-type ExmPrepared) */
  GCancellable *cancellable; /* (unowned) (nullable) */
  GArray *outcomes;          /* (unowned) (element-type ExmPageOutcome): of the units */
} Checking;

/* @number: of the unit, from 1 on */
static void
check_one (gpointer number, gpointer data)
{
  const Checking *checking = data;
  guint i = GPOINTER_TO_UINT (number) - 1;

  if (!g_cancellable_is_cancelled (checking->cancellable))
    check_unit (checking->job, &g_array_index (checking->job->units, Unit, i),
                checking->examples, checking->cancellable,
                &g_array_index (checking->outcomes, ExmPageOutcome, i));
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) examples = prepare_examples (job, &error);
  g_autoptr (GArray) outcomes = NULL;

  if (examples == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  outcomes = g_array_new (FALSE, TRUE, sizeof (ExmPageOutcome));
  g_array_set_clear_func (outcomes, (GDestroyNotify) exm_page_outcome_clear);
  g_array_set_size (outcomes, job->units->len);
  Checking checking = { job, examples, cancellable, outcomes };
  GThreadPool *pool = g_thread_pool_new (check_one, &checking,
                                         (gint) g_get_num_processors (), FALSE, NULL);
  for (guint i = 1; i <= job->units->len; i++)
    g_thread_pool_push (pool, GUINT_TO_POINTER (i), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  g_task_return_pointer (task, g_steal_pointer (&outcomes),
                         (GDestroyNotify) g_array_unref);
}

static GArray *
copy_examples (const ExmCheckExample *examples, guint n_examples)
{
  GArray *copies = g_array_new (FALSE, FALSE, sizeof (ExmCheckExample));

  g_array_set_clear_func (copies, example_clear);
  for (guint i = 0; i < n_examples; i++)
    {
      const ExmCheckExample copy = {
        .bytes = g_bytes_ref (examples[i].bytes),
        .hints.url = g_strdup (examples[i].hints.url),
        .hints.http_charset = g_strdup (examples[i].hints.http_charset),
        .hints.override_charset = g_strdup (examples[i].hints.override_charset),
        .region_text = g_strdup (examples[i].region_text),
      };
      g_array_append_val (copies, copy);
    }
  return copies;
}

void
exm_setup_check_async (ExmEngine *engine,
                       const ExmCheckExample *examples,
                       guint n_examples,
                       const ExmExtractOptions *options,
                       GPtrArray *items,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Job *job = g_new0 (Job, 1);

  job->engine = g_object_ref (engine);
  job->examples = copy_examples (examples, n_examples);
  job->method = g_strdup (options->method);
  job->parameters = g_strdup (options->parameters);
  job->options = (ExmExtractOptions){
    .method = job->method,
    .parameters = job->parameters,
    .sensitivity = options->sensitivity,
  };
  job->items = g_ptr_array_ref (items);
  job->units = g_array_sized_new (FALSE, TRUE, sizeof (Unit), items->len);
  g_array_set_clear_func (job->units, unit_clear);
  for (guint i = 0; i < items->len; i++)
    {
      ExmPageItem *item = g_ptr_array_index (items, i);
      const ExmPageOutcome *known = exm_page_item_get_outcome (item);
      const char *url, *http_charset;
      GBytes *bytes = exm_page_item_get_bytes (item, &url, &http_charset);
      const Unit unit = {
        .bytes = bytes != NULL ? g_bytes_ref (bytes) : NULL,
        .url = g_strdup (url),
        .http_charset = g_strdup (http_charset),
        .target = known->target != NULL ? exm_prepared_ref (known->target) : NULL,
      };
      g_array_append_val (job->units, unit);
    }
  g_task_set_source_tag (task, exm_setup_check_async);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run);
}

GArray *
exm_setup_check_finish (GAsyncResult *result, GPtrArray **items, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  const Job *job = g_task_get_task_data (G_TASK (result));
  *items = g_ptr_array_ref (job->items);
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
exm_setup_check_compare (const ExmResult *before,
                         const ExmResult *after,
                         guint *n_added,
                         guint *n_removed)
{
  const ExmResultData *old = exm_result_get (before);
  const ExmResultData *new = exm_result_get (after);

  for (guint i = 0; i < MIN (old->n_lines, new->n_lines); i++)
    {
      gboolean was = old->fits && old->verdicts[i] == EXM_VERDICT_KEPT;
      gboolean is = new->fits &&new->verdicts[i] == EXM_VERDICT_KEPT;
      *n_added += is && !was;
      *n_removed += was && !is;
    }
}
