/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tells the desktop of what happens while nobody looks at the window: new articles, and
 * tasks that need a person. Backlog is left out. At most one a task and kind every ten
 * minutes; what happens between is told with the next one. What a saved search that
 * alerts found is told once a run. */

#pragma once

#include "app/session/exm-session.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_ANNOUNCER (exm_announcer_get_type ())
G_DECLARE_FINAL_TYPE (ExmAnnouncer, exm_announcer, EXM, ANNOUNCER, GObject)

/* Least time between two notifications of one task and kind. */
#define EXM_ANNOUNCER_PAUSE_USEC (10 * G_TIME_SPAN_MINUTE)

/**
 * ExmAnnouncerSend:
 * @id: the same one replaces a notification that is still shown
 * @notification: (nullable): %NULL withdraws it
 */
typedef void (*ExmAnnouncerSend) (const char *id,
                                  GNotification *notification,
                                  gpointer data);

/**
 * exm_announcer_new:
 * @session: its events are followed
 * @settings: (nullable): what is to be told; %NULL for everything
 * @send: shows a notification
 *
 * Returns: (transfer full): an announcer
 */
ExmAnnouncer *exm_announcer_new (ExmSession *session,
                                 GSettings *settings,
                                 ExmAnnouncerSend send,
                                 gpointer data);

/* @quiet: somebody looks at the window: nothing is told */
void exm_announcer_set_quiet (ExmAnnouncer *self, gboolean quiet);

/**
 * exm_announcer_take:
 * @now_usec: any clock that does not go back
 *
 * Sends the notifications that @event calls for.
 */
void
exm_announcer_take (ExmAnnouncer *self, const ExmWorkerEvent *event, gint64 now_usec);

G_END_DECLS
