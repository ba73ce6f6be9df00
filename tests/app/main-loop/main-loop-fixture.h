/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A store with many tasks and articles and long pages, made once and copied for each
 * journey. */

#pragma once

#include "demo/exm-sample-thread.h"

G_BEGIN_DECLS

#define LOOP_N_TASKS 300u
#define LOOP_TARGET_CHARS 100000u
/* The task whose only article is a page of so many lines. */
#define LOOP_LINES_TASK 2u
#define LOOP_N_LINES 200000u
/* Tasks that collect sections of the sample site. */
#define LOOP_N_RUNS 3u

typedef struct
{
  char *folder;                /* (owned) */
  ExmSampleThread *site;       /* (owned) */
  char *run_uids[LOOP_N_RUNS]; /* (owned) */
  guint n_articles;            /* of task 1, without its long one, the newest */
} LoopStore;

/* Returns: (transfer full): with @n_articles short articles of task 1 */
LoopStore *loop_store_new (guint n_articles);

/* Returns: (transfer full): a folder with a copy of the store, for test_folder_free() */
char *loop_store_copy (LoopStore *self);

/* @self: (transfer full) */
void loop_store_free (LoopStore *self);

G_END_DECLS
