/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Marks of articles that are read in the window: unread, a star, tags. Main thread. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_READING_UNREAD,
  EXM_READING_STAR,
  EXM_READING_TAG,
} ExmReadingMark;

/**
 * exm_reading_mark_async:
 * @ids: (element-type gint64): articles; those that are gone are passed over
 * @tag: (nullable): as exm_tag_make() makes it, for %EXM_READING_TAG
 * @on: whether they get the mark, or lose it
 * @callback: for exm_session_write_finish(), its source is @session
 *
 * All of them at once, by the worker.
 */
void exm_reading_mark_async (ExmSession *session,
                             GArray *ids,
                             ExmReadingMark mark,
                             const char *tag,
                             gboolean on,
                             GAsyncReadyCallback callback,
                             gpointer data);

G_END_DECLS
