/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-setup-check.h"

#include "exm-body.h"
#include "exm-look.h"

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
  ExmEngine *engine;       /* (owned) */
  ExmCheckExample example; /* its fields are owned */
  GArray *units;           /* (owned) (element-type Unit) */
  GPtrArray *items;        /* (owned) (element-type ExmPageItem): the caller's alone */
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
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->engine);
  g_bytes_unref (job->example.bytes);
  g_free ((char *) job->example.url);
  g_free ((char *) job->example.http_charset);
  g_free ((char *) job->example.charset);
  g_free ((char *) job->example.region_text);
  g_free ((char *) job->example.method);
  g_free ((char *) job->example.parameters);
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
      fail (outcome, g_strdup (exm_look_is_scripted (page)
                                   ? _ ("Its text is filled in by scripts; the page as "
                                        "it is served holds no article")
                                   : _ ("No article was found")));
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
            ExmPrepared *example,
            GCancellable *cancellable,
            ExmPageOutcome *outcome)
{
  const ExmPageHints hints = { .url = unit->url, .http_charset = unit->http_charset };
  const ExmExtractOptions options = {
    .method = job->example.method,
    .parameters = job->example.parameters,
    .sensitivity = job->example.sensitivity,
  };
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
  outcome->result = exm_engine_extract (job->engine, outcome->target, &example, 1,
                                        &options, cancellable, &error);
  metadata = exm_engine_read_metadata_beside (job->engine, outcome->target,
                                              outcome->result, &example, 1);
  outcome->title = g_strdup (exm_metadata_get (metadata, EXM_FIELD_TITLE));
  if (outcome->result != NULL)
    judge (outcome);
  else if (exm_look_is_scripted (exm_prepared_get_page (outcome->target)))
    fail (outcome, g_strdup (_ ("Its text is filled in by scripts; the page as it is "
                                "served holds no article")));
  else
    fail (outcome, g_strdup (error->message));
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  const ExmPageHints hints = {
    .url = job->example.url,
    .http_charset = job->example.http_charset,
    .override_charset = job->example.charset,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPrepared) example = exm_engine_prepare (
      job->engine, job->example.bytes, &hints, job->example.region_text, &error);
  GArray *outcomes;

  if (example == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  outcomes = g_array_new (FALSE, TRUE, sizeof (ExmPageOutcome));
  g_array_set_clear_func (outcomes, (GDestroyNotify) exm_page_outcome_clear);
  g_array_set_size (outcomes, job->units->len);
  for (guint i = 0; i < job->units->len && !g_cancellable_is_cancelled (cancellable); i++)
    check_unit (job, &g_array_index (job->units, Unit, i), example, cancellable,
                &g_array_index (outcomes, ExmPageOutcome, i));
  g_task_return_pointer (task, outcomes, (GDestroyNotify) g_array_unref);
}

void
exm_setup_check_async (ExmEngine *engine,
                       const ExmCheckExample *example,
                       GPtrArray *items,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Job *job = g_new0 (Job, 1);

  job->engine = g_object_ref (engine);
  job->example = (ExmCheckExample){
    .bytes = g_bytes_ref (example->bytes),
    .url = g_strdup (example->url),
    .http_charset = g_strdup (example->http_charset),
    .charset = g_strdup (example->charset),
    .region_text = g_strdup (example->region_text),
    .method = g_strdup (example->method),
    .parameters = g_strdup (example->parameters),
    .sensitivity = example->sensitivity,
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
