/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task's first run. */

#pragma once

#include "worker/exm-core.h"

G_BEGIN_DECLS

/* @first: (out): whether no run of the task has ended yet */
gboolean
exm_core_is_first_run (ExmCore *self, const char *uid, gboolean *first, GError **error);

/* @first: (out): whether the first run goes on, and has not read the source @url_key */
gboolean exm_core_is_first_reading (
    ExmCore *self, const char *uid, const char *url_key, gboolean *first, GError **error);

/* Remembers that the list of the source @url_key was stored. */
gboolean exm_core_end_first_reading (ExmCore *self,
                                     const char *uid,
                                     const char *url_key,
                                     GError **error);

gboolean exm_core_end_first_run (ExmCore *self, const char *uid, GError **error);

G_END_DECLS
