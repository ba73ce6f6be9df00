/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Output failure of an output: the time in which it takes no article. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmOutputFailure:
 * @since_usec: when it began; 0: there is none
 * @event_id: of the event that tells of it, 0 if none does
 * @n_articles: that were not taken since
 * @n_attempts: in vain since
 * @message: why, the last time, in words
 * @said: (nullable): the same for exm_said_to_words()
 */
typedef struct
{
  gint64 since_usec;
  gint64 event_id;
  guint n_articles;
  guint n_attempts;
  char *message; /* (owned) (nullable) */
  char *said;    /* (owned) (nullable) */
} ExmOutputFailure;

/* Frees what @self holds and makes it none. */
void exm_output_failure_clear (ExmOutputFailure *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmOutputFailure, exm_output_failure_clear)

G_END_DECLS
