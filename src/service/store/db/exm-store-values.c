/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-store-values.h"

#define DEFINE_VALUE(Type, name, clear)                                                  \
  Type *exm_##name##_new (void)                                                          \
  {                                                                                      \
    return g_atomic_rc_box_new0 (Type);                                                  \
  }                                                                                      \
  Type *exm_##name##_ref (Type *self)                                                    \
  {                                                                                      \
    return g_atomic_rc_box_acquire (self);                                               \
  }                                                                                      \
  void exm_##name##_unref (Type *self)                                                   \
  {                                                                                      \
    g_atomic_rc_box_release_full (self, (GDestroyNotify) (clear));                       \
  }

static void
clear_task_info (ExmTaskInfo *self)
{
  g_free (self->uid);
  g_free (self->name);
  g_free (self->group);
  g_free (self->last_run_state);
  g_free (self->last_run_message);
  exm_problem_clear (&self->problem);
}
DEFINE_VALUE (ExmTaskInfo, task_info, clear_task_info)

DEFINE_VALUE (ExmTaskVersion, task_version, NULL)

static void
clear_trash_info (ExmTrashInfo *self)
{
  g_free (self->uid);
  g_free (self->name);
  g_free (self->group);
}
DEFINE_VALUE (ExmTrashInfo, trash_info, clear_trash_info)

static void
clear_trash_twins (ExmTrashTwins *self)
{
  g_free (self->task_name);
}
DEFINE_VALUE (ExmTrashTwins, trash_twins, clear_trash_twins)

static void
clear_url_seen (ExmUrlSeen *self)
{
  g_free (self->url_key);
  g_free (self->etag);
  g_free (self->last_modified);
  g_free (self->content_hash);
}
DEFINE_VALUE (ExmUrlSeen, url_seen, clear_url_seen)

static void
clear_job (ExmJob *self)
{
  g_free (self->task_uid);
  g_free (self->kind);
  g_free (self->url);
  g_free (self->url_key);
  g_free (self->host);
  g_free (self->payload);
  g_clear_pointer (&self->feed, exm_feed_facts_unref);
  g_free (self->page_url);
}
DEFINE_VALUE (ExmJob, job, clear_job)

static void
clear_article_page (ExmArticlePage *self)
{
  g_free (self->url);
  g_free (self->hash);
}
DEFINE_VALUE (ExmArticlePage, article_page, clear_article_page)

static void
clear_passed_over (ExmPassedOver *self)
{
  g_free (self->url_key);
  g_free (self->url);
  g_free (self->title);
}
DEFINE_VALUE (ExmPassedOver, passed_over, clear_passed_over)

static void
clear_host_job (ExmHostJob *self)
{
  g_free (self->host);
  g_free (self->task_uid);
}
DEFINE_VALUE (ExmHostJob, host_job, clear_host_job)

static void
clear_run (ExmRun *self)
{
  g_free (self->task_uid);
  g_free (self->state);
  g_free (self->message);
}
DEFINE_VALUE (ExmRun, run, clear_run)

static void
clear_run_page (ExmRunPage *self)
{
  g_free (self->kind);
  g_free (self->url);
  g_free (self->url_key);
  g_free (self->title);
  g_free (self->state);
  g_free (self->page_hash);
  g_free (self->cause);
}
DEFINE_VALUE (ExmRunPage, run_page, clear_run_page)

static void
clear_stored_page (ExmStoredPage *self)
{
  g_free (self->hash);
  g_free (self->url);
  g_free (self->final_url);
  g_free (self->headers);
  g_free (self->charset);
}
DEFINE_VALUE (ExmStoredPage, stored_page, clear_stored_page)

static void
clear_article_info (ExmArticleInfo *self)
{
  g_free (self->task_uid);
  g_free (self->task_name);
  g_free (self->state);
  g_free (self->url);
  g_free (self->title);
  g_free (self->author);
  g_free (self->published);
  g_free (self->site);
  g_free (self->reason);
  g_free (self->excerpt);
  g_free (self->source);
  g_free (self->section);
  g_free (self->tags);
  g_free (self->found_title);
  g_free (self->found_text);
}
DEFINE_VALUE (ExmArticleInfo, article_info, clear_article_info)

static void
clear_publication (ExmPublication *self)
{
  g_free (self->task_uid);
  g_free (self->output_key);
  g_free (self->idempotency_key);
  g_free (self->state);
  g_free (self->place);
  g_free (self->message);
  g_free (self->search);
  g_free (self->said);
}
DEFINE_VALUE (ExmPublication, publication, clear_publication)

static void
clear_host_record (ExmHostRecord *self)
{
  g_free (self->host);
  g_free (self->robots);
  g_free (self->tdmrep);
}
DEFINE_VALUE (ExmHostRecord, host_record, clear_host_record)

static void
clear_event (ExmEvent *self)
{
  g_free (self->task_uid);
  g_free (self->message);
}
DEFINE_VALUE (ExmEvent, event, clear_event)

static void
clear_stored_label (ExmStoredLabel *self)
{
  g_free (self->url_key);
  g_free (self->page_hash);
}
DEFINE_VALUE (ExmStoredLabel, stored_label, clear_stored_label)

DEFINE_VALUE (ExmStoreStats, store_stats, NULL)

const char *
exm_url_state_get_name (ExmUrlState state)
{
  static const char *const names[] = { "found", "skipped", "done", "failed", "source" };

  g_return_val_if_fail (state < G_N_ELEMENTS (names), "");
  return names[state];
}

const char *
exm_event_level_get_name (ExmEventLevel level)
{
  static const char *const names[] = { "info", "warning", "error" };

  g_return_val_if_fail (level < G_N_ELEMENTS (names), "");
  return names[level];
}

void
exm_stored_labels_split (const GPtrArray *stored,
                         const char *url_key,
                         GArray **labels,
                         ExmBias **bias)
{
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (ExmLabel));

  *labels = g_array_new (FALSE, FALSE, sizeof (ExmLabel));
  for (guint i = 0; i < stored->len; i++)
    {
      const ExmStoredLabel *label = g_ptr_array_index (stored, i);
      if (g_strcmp0 (label->url_key, url_key) == 0)
        g_array_append_val (*labels, label->label);
      else
        g_array_append_val (others, label->label);
    }
  *bias = others->len > 0
              ? exm_bias_new ((const ExmLabel *) (gpointer) others->data, others->len)
              : NULL;
}

void
exm_daily_count_free (ExmDailyCount *self)
{
  g_free (self->uid);
  g_free (self);
}
