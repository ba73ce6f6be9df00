/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages that the operator has just looked at, for the run that begins soon: it need not
 * fetch them again. In memory, bounded in bytes and time; one thread. */

#pragma once

#include "fetch/exm-fetched.h"

G_BEGIN_DECLS

/* Older ones may have changed. */
#define EXM_KEPT_PAGES_USEC (15 * G_TIME_SPAN_MINUTE)

typedef struct _ExmKeptPages ExmKeptPages;

ExmKeptPages *exm_kept_pages_new (void);
void exm_kept_pages_free (ExmKeptPages *self);

/**
 * exm_kept_pages_add:
 * @fetched: a page that came whole; a reference is taken
 * @now_usec: microseconds since 1970
 *
 * The oldest are let go beyond 32 MiB of bodies.
 */
void exm_kept_pages_add (ExmKeptPages *self, ExmFetched *fetched, gint64 now_usec);

/**
 * exm_kept_pages_take:
 * @url: address that is to be fetched
 * @rendered: whether it is to be rendered
 * @now_usec: microseconds since 1970
 *
 * Returns: (transfer full) (nullable): the page, which is kept no longer; %NULL where it
 *   has to be fetched
 */
ExmFetched *exm_kept_pages_take (ExmKeptPages *self,
                                 const char *url,
                                 gboolean rendered,
                                 gint64 now_usec);

G_END_DECLS
