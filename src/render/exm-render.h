/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Renders pages by exemplar-render: a process a page (one for some that are laid out
 * offline), which reaches the net through an ExmProxy alone, and is ended when it takes
 * too long or too much memory. One that dies without an answer is started once more for
 * the same page; what else happens to it is an error here and nothing else. */

#pragma once

#include "fetch/exm-renderer.h"

G_BEGIN_DECLS

#define EXM_TYPE_RENDER (exm_render_get_type ())
G_DECLARE_FINAL_TYPE (ExmRender, exm_render, EXM, RENDER, GObject)

/**
 * exm_render_new:
 * @program: (nullable): exemplar-render; %NULL for $EXEMPLAR_RENDER, the installed one,
 * or the one in the build tree that this program runs from
 *
 * Any thread, and any number of pages at once.
 *
 * Returns: (transfer full): an #ExmRenderer
 */
ExmRender *exm_render_new (const char *program);

/**
 * exm_render_set_memory:
 * @megabytes: what one page may take, 1024 at first; before the first page
 */
void exm_render_set_memory (ExmRender *self, guint megabytes);

/**
 * exm_render_set_idle:
 * @ms: milliseconds that a process waits for another page to lay out before it ends, a
 *   minute at first; before the first page
 */
void exm_render_set_idle (ExmRender *self, guint ms);

G_END_DECLS
