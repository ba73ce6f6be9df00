/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "store/db/exm-transaction.h"
#include "store/exm-store.h"

/* A group, and a part of it. */
#define EXM_STORE_MAX_GROUPS 3u

struct _ExmStore
{
  ExmDb *main;                                        /* (owned) */
  ExmDb *pages;                                       /* (owned) */
  ExmTransaction *main_groups[EXM_STORE_MAX_GROUPS];  /* (owned): those that are open */
  ExmTransaction *pages_groups[EXM_STORE_MAX_GROUPS]; /* (owned): the same */
  guint n_groups;
};

/* An article that is to go to outputs. */
typedef struct
{
  gint64 article_id;
  const ExmArticleFields *article; /* (unowned) */
  const char *search; /* (unowned) (nullable): whose outputs they are; else its task's */
  gboolean deferred;  /* until its run has ended */
  gint64 due_usec;
} ExmOutputsOf;

/* Within a transaction. Those that have it already stay as they are. */
gboolean exm_store_put_outputs (ExmStore *self,
                                const ExmOutputsOf *of,
                                const ExmCommitOutput *outputs,
                                guint n_outputs,
                                GError **error);
