/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-pattern-matches.h"

typedef struct
{
  GPtrArray *include; /* (owned) */
  GPtrArray *exclude; /* (owned) */
  GPtrArray *urls;    /* (owned) */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_ptr_array_unref (self->include);
  g_ptr_array_unref (self->exclude);
  g_ptr_array_unref (self->urls);
  g_free (self);
}

static gpointer
copy_text (gconstpointer text, gpointer unused)
{
  return g_strdup (text);
}

static GPtrArray *
copy_list (GPtrArray *list)
{
  GPtrArray *copy = g_ptr_array_copy (list, copy_text, NULL);

  g_ptr_array_set_free_func (copy, g_free);
  return copy;
}

static void
clear (ExmPatternMatches *self)
{
  g_ptr_array_unref (self->urls);
}

void
exm_pattern_matches_unref (ExmPatternMatches *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) clear);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  GError *error = NULL;
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (question->include, question->exclude, &error);

  if (filter == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_autoptr (ExmPatternMatches) matches = g_atomic_rc_box_new0 (ExmPatternMatches);
  matches->urls = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < question->urls->len; i++)
    {
      char *url = g_ptr_array_index (question->urls, i);
      if (g_cancellable_is_cancelled (cancellable))
        break;
      if (exm_url_filter_check (filter, url, NULL) == EXM_URL_VERDICT_MATCHED)
        g_ptr_array_add (matches->urls, g_strdup (url));
      else
        g_ptr_array_add (others, url);
    }
  matches->n_matched = matches->urls->len;
  for (guint i = 0; i < others->len; i++)
    g_ptr_array_add (matches->urls, g_strdup (g_ptr_array_index (others, i)));
  g_task_return_pointer (task, g_steal_pointer (&matches),
                         (GDestroyNotify) exm_pattern_matches_unref);
}

void
exm_pattern_matches_find_async (GPtrArray *include,
                                GPtrArray *exclude,
                                GPtrArray *urls,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Question *question = g_new0 (Question, 1);

  question->include = copy_list (include);
  question->exclude = copy_list (exclude);
  question->urls = g_ptr_array_ref (urls);
  g_task_set_source_tag (task, exm_pattern_matches_find_async);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, find_in_thread);
}
