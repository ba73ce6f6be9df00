/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-task-words.h"

#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-problem-words.h"

#include <glib/gi18n-lib.h>

/* How each state looks: form and word beside the colour. */
static const struct
{
  const char *icon;
  const char *style;
} looks[] = {
  [EXM_TASK_STATE_FAILED] = { "dialog-error-symbolic", "exm-error" },
  [EXM_TASK_STATE_REVIEW] = { "dialog-warning-symbolic", "exm-warning" },
  [EXM_TASK_STATE_RUNNING] = { "emblem-synchronizing-symbolic", "exm-fs" },
  [EXM_TASK_STATE_PAUSED] = { "media-playback-pause-symbolic", "dim-label" },
  [EXM_TASK_STATE_IDLE] = { "alarm-symbolic", "dim-label" },
};

const char *
exm_task_words_icon (ExmTaskState state)
{
  return looks[state].icon;
}

const char *
exm_task_words_class (ExmTaskState state)
{
  return looks[state].style;
}

char *
exm_task_words_due (gint64 due_usec)
{
  if (due_usec == 0)
    return g_strdup (_ ("Runs by hand"));
  g_autofree char *when = exm_article_words_when_due (due_usec);
  /* translators: %s is when a task runs next: a time, perhaps with a day */
  return g_strdup_printf (_ ("Next %s"), when);
}

char *
exm_task_words_state (ExmTaskItem *item)
{
  guint n_done, n_new, n_flagged = exm_task_item_get_n_flagged (item);

  const ExmProblem *problem = exm_task_item_get_problem (item);

  switch (exm_task_item_get_state (item))
    {
    case EXM_TASK_STATE_FAILED:
      return g_strdup (problem != NULL ? exm_problem_words_short (problem)
                                       : _ ("Failed"));
    case EXM_TASK_STATE_REVIEW:
      if (problem != NULL)
        return g_strdup (exm_problem_words_short (problem));
      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%u to review", "%u to review", n_flagged),
          n_flagged);
    case EXM_TASK_STATE_RUNNING:
      g_object_get (item, "n-done", &n_done, "n-new", &n_new, NULL);
      if (n_new == 0)
        return g_strdup (_ ("Running"));
      /* translators: pages that are done, and all of the run */
      return g_strdup_printf (_ ("Page %u of %u"), n_done, n_new);
    case EXM_TASK_STATE_PAUSED:
      return g_strdup (_ ("Paused"));
    case EXM_TASK_STATE_IDLE:
    default:
      return exm_task_words_due (exm_task_item_get_next_due (item));
    }
}

char *
exm_task_words_fold (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);

  return g_utf8_casefold (normal != NULL ? normal : "", -1);
}
