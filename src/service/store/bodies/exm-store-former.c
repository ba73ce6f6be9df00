/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles as they were before they were extracted or fetched again. */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store-private.h"
#include "store/tables/exm-table-article.h"

/* Kept for so long, since each is as large as its article; so many go at a time. */
#define KEPT_USEC (30 * G_TIME_SPAN_DAY)
#define DROPPED 100u
#define DROPPED_ALONE 2000u

gboolean
exm_store_keep_former (ExmStore *self, gint64 id, gint64 now_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  return transaction != NULL
         && exm_table_former_drop (self->main, now_usec - KEPT_USEC, DROPPED, error)
         && exm_table_former_keep (self->main, id, now_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_drop_formers (ExmStore *self, gint64 now_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  return transaction != NULL
         && exm_table_former_drop (self->main, now_usec - KEPT_USEC, DROPPED_ALONE, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_seal_former (ExmStore *self, gint64 id, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  return transaction != NULL && exm_table_former_seal (self->main, id, error)
         && exm_transaction_commit (transaction, error);
}

ExmArticle *
exm_store_get_former (
    ExmStore *self, gint64 id, gboolean *changed, gint64 *approved_usec, GError **error)
{
  return exm_table_former_get (self->main, id, changed, approved_usec, error);
}

gboolean
exm_store_forget_former (ExmStore *self, gint64 id, gboolean begun, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  return transaction != NULL && exm_table_former_forget (self->main, id, begun, error)
         && exm_transaction_commit (transaction, error);
}
