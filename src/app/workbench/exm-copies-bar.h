/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bar that offers to update published copies of articles that were corrected: they stay
 * as they are, unless a person wants them to be written anew. Main thread; nothing
 * blocks.
 *
 * Signal "reported" (words): a localized message about the update, for a toast. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_COPIES_BAR (exm_copies_bar_get_type ())
G_DECLARE_FINAL_TYPE (ExmCopiesBar, exm_copies_bar, EXM, COPIES_BAR, AdwBin)

/* @session: kept by a reference; called once */
void exm_copies_bar_set_session (ExmCopiesBar *self, ExmSession *session);

/**
 * exm_copies_bar_set_task:
 * @has_task: whether the articles of a task are shown; without one nothing is offered
 *
 * Hides the bar where there is none.
 */
void exm_copies_bar_set_task (ExmCopiesBar *self, gboolean has_task);

/**
 * exm_copies_bar_find:
 * @old: (element-type ExmArticle): the articles as they were
 *
 * Offers to update the copies that tell something else than the articles do now.
 */
void exm_copies_bar_find (ExmCopiesBar *self, GPtrArray *old);

/* Finds copies as before, now that the articles are @old again: those that were updated
 * meanwhile tell what was taken back. */
void exm_copies_bar_find_again (ExmCopiesBar *self, GPtrArray *old);

/* Forgets which copies were updated: other articles were extracted anew since. */
void exm_copies_bar_forget_updated (ExmCopiesBar *self);

G_END_DECLS
