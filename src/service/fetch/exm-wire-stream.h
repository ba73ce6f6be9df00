/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Stands between a connection and libsoup while a body in chunks is read, and checks the
 * bytes that pass; for exm-fetch-arrival.c alone. */

#pragma once

#include <gio/gio.h>

#include "fetch/exm-chunk-check.h"

G_BEGIN_DECLS

#define EXM_TYPE_WIRE_STREAM (exm_wire_stream_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmWireStream, exm_wire_stream, EXM, WIRE_STREAM, GFilterInputStream)

/**
 * exm_wire_stream_new:
 * @connection: a pollable stream of bytes; not closed with the new one
 * @first: (transfer full): what was already read of the body, given out first
 *
 * Returns: (transfer full): a pollable stream
 */
ExmWireStream *exm_wire_stream_new (GInputStream *connection, GByteArray *first);

/* Returns: (transfer none): what was found of the bytes that passed */
const ExmChunkCheck *exm_wire_stream_get_check (ExmWireStream *self);

G_END_DECLS
