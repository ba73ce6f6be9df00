/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Protocol of exemplar-render and its client over the helper's standard input and output.
 * One process renders one page, or lays out pages one after the other:
 *
 *   client → helper   one frame; the end of the input means that nobody waits any longer
 *   helper → client   one frame, then the end, unless a page was laid out: then the
 *                     client may send the next frame
 *
 * A frame is "EXR1", the header's length and the body's length (32 bits each, big
 * endian), the header (a JSON object) and the body (bytes).
 *
 *   request   url, html (boolean: the body is the page's bytes, else the address is
 *             loaded), layout (boolean: not what the page's scripts make of it is wanted,
 *             but where it all lies without them), charset, user-agent, proxy (URI;
 *             without one nothing is loaded; the same for all pages of a process),
 *             timeout-ms, quiet-ms, memory-mb
 *   answer    url, quiet (boolean); the body is the HTML, or
 *             nothing else; the body is the layout (exm-layout.h), or
 *             error ("no-display", "crashed", "timed-out", "failed"), message
 *
 * Unknown members are ignored; strings may be absent. */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* More is no frame of ours. */
#define EXM_RENDER_MAX_HEADER_BYTES (1024u * 1024u)
#define EXM_RENDER_MAX_BODY_BYTES (256u * 1024u * 1024u)

typedef struct
{
  JsonObject *header; /* (owned) */
  GBytes *body;       /* (owned) */
} ExmRenderFrame;

/**
 * exm_render_frame_new:
 * @header: (transfer full)
 * @body: (nullable) (transfer none)
 */
ExmRenderFrame *exm_render_frame_new (JsonObject *header, GBytes *body);

void exm_render_frame_free (ExmRenderFrame *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmRenderFrame, exm_render_frame_free)

/* Returns: (transfer none) (nullable): the member, where it is a string of UTF-8 */
const char *exm_render_frame_get_string (const ExmRenderFrame *self, const char *name);

/**
 * exm_render_frame_get_uint:
 *
 * Returns: the member where it is a number from 0 to 2³² − 1 or a boolean, else
 * @otherwise
 */
guint
exm_render_frame_get_uint (const ExmRenderFrame *self, const char *name, guint otherwise);

/**
 * exm_render_frame_encode:
 *
 * Returns: (transfer full): the bytes of it
 */
GBytes *exm_render_frame_encode (const ExmRenderFrame *self);

/**
 * exm_render_frame_read:
 *
 * Blocks.
 *
 * Returns: (transfer full) (nullable): the next frame
 */
ExmRenderFrame *
exm_render_frame_read (GInputStream *stream, GCancellable *cancellable, GError **error);

void exm_render_frame_read_async (GInputStream *stream,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data);

ExmRenderFrame *
exm_render_frame_read_finish (GInputStream *stream, GAsyncResult *result, GError **error);

G_END_DECLS
