/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The store's queue of articles to be published. */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store.h"

#include "store/exm-store-approve.h"
#include "store/exm-store-ask.h"
#include "store/exm-store-private.h"
#include "store/tables/exm-table-output.h"
#include "store/tables/exm-table-publish-queue.h"
#include "store/tables/exm-table-setting.h"
#include "store/tables/exm-table-task.h"

#define FIRST_PAUSE_USEC G_TIME_SPAN_MINUTE

/* Stays the same for an article and an output over crashes, exports and copies. */
static char *
make_idempotency_key (const ExmOutputsOf *of, const char *output_key)
{
  g_autofree char *text = g_strdup_printf (
      "%s\n%s\n%s%s%s", of->article->task_uid, output_key, of->article->url_key,
      of->search != NULL ? "\n" : "", of->search != NULL ? of->search : "");

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

gboolean
exm_store_put_outputs (ExmStore *self,
                       const ExmOutputsOf *of,
                       const ExmCommitOutput *outputs,
                       guint n_outputs,
                       GError **error)
{
  for (guint i = 0; i < n_outputs; i++)
    {
      const ExmCommitOutput *output = &outputs[i];
      g_autofree char *key = make_idempotency_key (of, output->key);
      if (!exm_table_publish_insert (self->main, of->article_id, output->key, key,
                                     of->search,
                                     output->skipped ? "skipped"
                                     : output->held  ? "held"
                                     : of->deferred  ? "deferred"
                                                     : "waiting",
                                     of->due_usec, error))
        return FALSE;
    }
  return TRUE;
}

GPtrArray *
exm_store_list_due_publications (
    ExmStore *self, gint64 now_usec, guint limit, const char *busy, GError **error)
{
  return exm_table_publish_list_due (self->main, now_usec, limit, busy, error);
}

GPtrArray *
exm_store_list_publications (ExmStore *self, gint64 article_id, GError **error)
{
  return exm_table_publish_list (self->main, article_id, error);
}

gboolean
exm_store_set_published (ExmStore *self,
                         gint64 id,
                         const char *place,
                         gint64 device,
                         gint64 now_usec,
                         GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL
         && exm_table_publish_set_published (self->main, id, place, now_usec, error)
         && exm_table_output_take (self->main, id, device, error)
         && exm_transaction_commit (transaction, error);
}

gint64
exm_store_get_publish_pause (gint64 before)
{
  if (before + 1 >= EXM_STORE_PUBLISH_ATTEMPTS)
    return 0;
  return MIN (FIRST_PAUSE_USEC << before, EXM_STORE_MAX_PUBLISH_PAUSE_USEC);
}

/* After the attempt that just failed, with @before before it. */
static gint64
next_try (gint64 before, gint64 now_usec)
{
  gint64 pause = exm_store_get_publish_pause (before);

  return pause != 0 ? now_usec + pause : 0;
}

gboolean
exm_store_publish_failed (ExmStore *self,
                          gint64 id,
                          const char *message,
                          const char *said,
                          gboolean for_good,
                          gint64 now_usec,
                          gint64 *next_usec,
                          GError **error)
{
  gint64 attempts = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  if (transaction == NULL
      || !exm_table_publish_get_attempts (self->main, id, &attempts, error))
    return FALSE;
  gint64 next = for_good ? 0 : next_try (attempts, now_usec);
  if (!exm_table_publish_set_failed (self->main, id, message, said, next, error)
      || !exm_transaction_commit (transaction, error))
    return FALSE;
  if (next_usec != NULL)
    *next_usec = next;
  return TRUE;
}

gboolean
exm_store_approve_article (ExmStore *self,
                           gint64 article_id,
                           gint64 due_usec,
                           GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL
         && exm_table_article_set_state (self->main, article_id, EXM_ARTICLE_GOOD, error)
         && exm_table_article_call_right (self->main, article_id, due_usec, error)
         && exm_table_publish_release (self->main, article_id, due_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_call_right (ExmStore *self, gint64 article_id, gint64 now_usec, GError **error)
{
  return exm_table_article_call_right (self->main, article_id, now_usec, error);
}

gboolean
exm_store_disapprove_article (ExmStore *self,
                              gint64 article_id,
                              ExmArticleState state,
                              GPtrArray *before,
                              GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  if (transaction == NULL
      || !exm_table_article_set_state (self->main, article_id, state, error)
      || !exm_table_article_forget_right (self->main, article_id, error))
    return FALSE;
  for (guint i = 0; i < before->len; i++)
    if (!exm_table_publish_put_back (self->main, g_ptr_array_index (before, i), error))
      return FALSE;
  return exm_transaction_commit (transaction, error);
}

gboolean
exm_store_rehold_article (ExmStore *self,
                          gint64 article_id,
                          const ExmCommitOutput *outputs,
                          guint n_outputs,
                          gint64 due_usec,
                          GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  if (transaction == NULL)
    return FALSE;
  for (guint i = 0; i < n_outputs; i++)
    if (!exm_table_publish_rehold (self->main, article_id, outputs[i].key,
                                   outputs[i].held, due_usec, error))
      return FALSE;
  return exm_table_publish_settle_searches (self->main, article_id, due_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_publish_again (ExmStore *self, gint64 id, gint64 now_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL && exm_table_publish_repeat (self->main, id, now_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_has_published (
    ExmStore *self, const char *output_key, gboolean *has, gint64 *device, GError **error)
{
  return exm_table_output_get_took (self->main, output_key, has, device, error);
}

gboolean
exm_store_revive_publications (ExmStore *self,
                               const char *output_key,
                               gint64 now_usec,
                               GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL
         && exm_table_publish_revive (self->main, output_key, EXM_STORE_PUBLISH_ATTEMPTS,
                                      now_usec, error)
         && exm_table_publish_hurry (self->main, output_key, now_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_get_next_publication (ExmStore *self,
                                const char *busy,
                                gint64 *next_usec,
                                GError **error)
{
  return exm_table_publish_get_next (self->main, busy, next_usec, error);
}

gboolean
exm_store_settle_article (ExmStore *self,
                          gint64 article_id,
                          const ExmCommitOutput *outputs,
                          guint n_outputs,
                          gint64 now_usec,
                          GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  if (transaction == NULL)
    return FALSE;
  for (guint i = 0; i < n_outputs; i++)
    if (!exm_table_publish_settle (self->main, article_id, outputs[i].key,
                                   outputs[i].held, now_usec, error))
      return FALSE;
  return exm_table_publish_settle_searches (self->main, article_id, now_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_end_deferral (
    ExmStore *self, const char *uid, const char *url_key, gint64 now_usec, GError **error)
{
  gint64 task = 0, article = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_article_find (self->main, task, url_key, &article, error)
         && exm_table_publish_undefer (self->main, article, now_usec, error)
         && exm_transaction_commit (transaction, error);
}

/* Setting: there may be some that are asked. Without it nobody looks for them. */
#define ASKED "publish.asked"

gboolean
exm_store_ask (ExmStore *self, const GPtrArray *publications, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  if (transaction == NULL || !exm_table_setting_put (self->main, ASKED, "1", error))
    return FALSE;
  for (guint i = 0; i < publications->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (publications, i);
      if (!exm_table_publish_change (self->main, publication->id, "waiting", "asked",
                                     publication->next_try_usec, publication->message,
                                     publication->said, error))
        return FALSE;
    }
  return exm_transaction_commit (transaction, error);
}

GPtrArray *
exm_store_list_asked (ExmStore *self, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *asked = exm_store_get_setting (self, ASKED, &problem);

  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  if (asked == NULL)
    return g_ptr_array_new ();
  return exm_table_publish_list_state (self->main, "asked", error);
}

gboolean
exm_store_end_asking (ExmStore *self,
                      gint64 id,
                      gboolean perhaps,
                      gint64 due_usec,
                      const char *message,
                      const char *said,
                      GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL
         && exm_table_publish_change (self->main, id, "asked",
                                      perhaps ? "perhaps" : "waiting", due_usec, message,
                                      said, error)
         && exm_transaction_commit (transaction, error);
}

GPtrArray *
exm_store_list_gathered (ExmStore *self,
                         const ExmPublication *first,
                         gint64 from_usec,
                         gint64 to_usec,
                         guint limit,
                         GError **error)
{
  return exm_table_publish_list_gathered (self->main, first, from_usec, to_usec, limit,
                                          error);
}

gboolean
exm_store_count_output (ExmStore *self,
                        const char *uid,
                        const char *search,
                        const char *output_key,
                        ExmOutputCounts *counts,
                        GError **error)
{
  const struct
  {
    const char *state;
    gint64 *n;
  } states[] = { { "published", &counts->n_published },
                 { "waiting", &counts->n_waiting },
                 { "perhaps", &counts->n_perhaps },
                 { "failed", &counts->n_failed } };
  gint64 task = 0;

  if (search == NULL && !exm_table_task_find (self->main, uid, &task, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    if (!exm_table_publish_count_state (self->main, task, search, output_key,
                                        states[i].state, states[i].n, error))
      return FALSE;
  return TRUE;
}

gboolean
exm_store_retry_task (ExmStore *self,
                      const char *uid,
                      gboolean perhaps,
                      gint64 now_usec,
                      guint *n,
                      GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_publish_retry (self->main, task, perhaps, now_usec, n, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_postpone_publication (ExmStore *self,
                                gint64 id,
                                gint64 least_usec,
                                GError **error)
{
  return exm_table_publish_postpone (self->main, id, least_usec, error);
}
