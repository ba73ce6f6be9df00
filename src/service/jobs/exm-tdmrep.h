/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The file by which a site reserves text and data mining, /.well-known/tdmrep.json, as
 * the TDM Reservation Protocol (W3C community group, 2024) has it: an array of location,
 * tdm-reservation and tdm-policy. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TDMREP_PATH "/.well-known/tdmrep.json"

/* Bytes and rules that are read; a longer file says nothing. */
#define EXM_TDMREP_MAX_BYTES (256u * 1024u)
#define EXM_TDMREP_MAX_RULES 2000u

/**
 * exm_tdmrep_find:
 * @json: (nullable): the file, any bytes
 * @path: path and query of an address
 * @reservation: (out) (transfer none): "1" or "0"
 * @policy: (out) (transfer full) (nullable): address of the policy, as written
 *
 * Locations match as paths of robots.txt do: of those that match the longest counts.
 * O(bytes + rules · path).
 *
 * Returns: whether the file speaks of @path
 */
gboolean exm_tdmrep_find (const char *json,
                          const char *path,
                          const char **reservation,
                          char **policy);

G_END_DECLS
