/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A scope of the window that is not one task: everything, what needs a person, or the
 * trash. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

/* Names of scopes; a task's is its identity. */
#define EXM_SCOPE_ALL "all"
#define EXM_SCOPE_NEEDS_YOU "needs-you"
#define EXM_SCOPE_TRASH "trash"

#define EXM_TYPE_SCOPE (exm_scope_get_type ())
G_DECLARE_FINAL_TYPE (ExmScope, exm_scope, EXM, SCOPE, GObject)

/**
 * exm_scope_new:
 * @name: %EXM_SCOPE_ALL, %EXM_SCOPE_NEEDS_YOU or %EXM_SCOPE_TRASH
 * @session: whose tasks are counted
 *
 * Returns: (transfer full): a scope; its property "count" notifies
 */
ExmScope *exm_scope_new (const char *name, ExmSession *session);

const char *exm_scope_get_name (ExmScope *self);

/* Returns: in the user's language */
const char *exm_scope_get_title (ExmScope *self);

/* Articles of all tasks; or what needs a person: articles, and tasks that failed; or
 * tasks in the trash. */
guint exm_scope_get_count (ExmScope *self);

G_END_DECLS
