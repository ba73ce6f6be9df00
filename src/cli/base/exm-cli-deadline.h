/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An end for work that cannot be interrupted. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmCliDeadline ExmCliDeadline;

/**
 * exm_cli_deadline_new:
 * @seconds: at least 1
 * @what: for the message: what takes so long
 *
 * If it is not freed in that time, a message is written and the program ends with
 * %EXM_EXIT_FAILED, whatever it is doing. What is to be seen then has to be flushed
 * before.
 *
 * Returns: (transfer full): a deadline that runs
 */
ExmCliDeadline *exm_cli_deadline_new (guint seconds, const char *what);

/**
 * exm_cli_deadline_free:
 *
 * Calls it off.
 */
void exm_cli_deadline_free (ExmCliDeadline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCliDeadline, exm_cli_deadline_free)

G_END_DECLS
