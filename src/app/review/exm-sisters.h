/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks that share the example of one that was healed: each gets the same new example,
 * one after the other; and back. Main thread; nothing blocks. */

#pragma once

#include "app/review/exm-healing.h"

G_BEGIN_DECLS

#define EXM_TYPE_SISTERS (exm_sisters_get_type ())
G_DECLARE_FINAL_TYPE (ExmSisters, exm_sisters, EXM, SISTERS, GObject)

/* @healing: that ran. Returns: (transfer full) (nullable): %NULL if there are none */
ExmSisters *exm_sisters_new (ExmHealing *healing);

guint exm_sisters_get_n (ExmSisters *self);

/* Once it ran: how many of them got it. */
guint exm_sisters_count_healed (ExmSisters *self);

/* How many articles were extracted anew. */
guint exm_sisters_count_articles (ExmSisters *self);

/* Once. Goes on behind one that fails; the first failure is the error. The result of both
 * is a #GTask of a boolean. */
void
exm_sisters_run_async (ExmSisters *self, GAsyncReadyCallback callback, gpointer data);
/* Takes it back where it was done. */
void
exm_sisters_undo_async (ExmSisters *self, GAsyncReadyCallback callback, gpointer data);

G_END_DECLS
