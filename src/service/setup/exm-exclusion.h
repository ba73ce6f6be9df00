/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article that a person calls none: what the task leaves out from then on, and which
 * of its stored articles that covers. */

#pragma once

#include "store/exm-store-reader.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

/* Stored articles of one task that are looked at, the newest. */
#define EXM_EXCLUSION_MAX_ARTICLES 5000u

/**
 * ExmExclusionError:
 * @EXM_EXCLUSION_ERROR_KEPT: the article is an example of its task, or a person approved
 *   it
 */
typedef enum
{
  EXM_EXCLUSION_ERROR_KEPT,
} ExmExclusionError;

#define EXM_EXCLUSION_ERROR (exm_exclusion_error_quark ())
GQuark exm_exclusion_error_quark (void);

/**
 * ExmExclusion:
 * @task: as it was
 * @include: (element-type utf8): its patterns as they become
 * @exclude: (element-type utf8): likewise
 * @added: (element-type utf8): exclusions that it did not have before
 * @ids: (element-type gint64): the article, then those whose address is built alike and
 *   was taken until now; never an example, nor what a person approved
 * @n_stored: stored articles of the task
 */
typedef struct
{
  ExmTask *task;      /* (owned) */
  GPtrArray *include; /* (owned) */
  GPtrArray *exclude; /* (owned) */
  GPtrArray *added;   /* (owned) */
  GArray *ids;        /* (owned) */
  guint n_stored;
} ExmExclusion;

/**
 * exm_exclusion_new:
 * @reader: of the store
 * @article_id: the article that is none
 * @alone: its address is left out, and none that is built alike
 * @cancellable: (nullable): may be cancelled from any thread
 * @error: %EXM_EXCLUSION_ERROR; what the reader gives
 *
 * Finds out, and changes nothing. Blocks; any thread. Linear in the articles of the task.
 *
 * Returns: (transfer full) (nullable): what would be left out
 */
ExmExclusion *exm_exclusion_new (ExmStoreReader *reader,
                                 gint64 article_id,
                                 gboolean alone,
                                 GCancellable *cancellable,
                                 GError **error);

void exm_exclusion_free (ExmExclusion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmExclusion, exm_exclusion_free)

/**
 * exm_exclusion_write:
 * @store: the writer's thread
 * @now_usec: µs since 1970
 * @version: (out) (optional): of the task as it is then
 * @error: where to put an error
 *
 * The task becomes what @self says, whatever else was changed of it meanwhile. Articles
 * stay.
 */
gboolean exm_exclusion_write (const ExmExclusion *self,
                              ExmStore *store,
                              gint64 now_usec,
                              guint *version,
                              GError **error);

/* The patterns become again what they were; see exm_exclusion_write(). */
gboolean exm_exclusion_write_back (const ExmExclusion *self,
                                   ExmStore *store,
                                   gint64 now_usec,
                                   GError **error);

G_END_DECLS
