/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One page in a browser nobody looks at: loaded, left to come to rest, taken. */

#pragma once

#include "render/exm-render-frame.h"

G_BEGIN_DECLS

typedef struct _ExmRenderPage ExmRenderPage;

/**
 * ExmRenderPageFunc:
 * @answer: (transfer full): what to send to the client
 */
typedef void (*ExmRenderPageFunc) (ExmRenderFrame *answer, gpointer data);

/**
 * exm_render_page_new:
 * @request: see exm-render-frame.h
 * @func: called once, in the main context
 *
 * GTK must have been initialised.
 *
 * Returns: (transfer full): the page under way
 */
ExmRenderPage *exm_render_page_new (const ExmRenderFrame *request,
                                    ExmRenderPageFunc func,
                                    gpointer data);

void exm_render_page_free (ExmRenderPage *self);

/**
 * exm_render_answer_error:
 * @code: see exm-render-frame.h
 * @message: what went wrong
 *
 * Returns: (transfer full): an answer that says so
 */
ExmRenderFrame *exm_render_answer_error (const char *code, const char *message);

G_END_DECLS
