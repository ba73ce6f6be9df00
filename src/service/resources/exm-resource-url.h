/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses by which a page that is shown asks for its resources: a scheme of our own,
 * the kind of resource as host, and the real address behind it. Pure functions, any
 * thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define EXM_RESOURCE_SCHEME "exm-page"

/* How a page uses a resource: what it must be. */
typedef enum
{
  EXM_RESOURCE_STYLE,
  EXM_RESOURCE_FONT,
  EXM_RESOURCE_IMAGE,
  EXM_N_RESOURCE_KINDS
} ExmResourceKind;

/**
 * exm_resource_url_new:
 * @url: a normalised address, maybe with a fragment
 *
 * Returns: (transfer full): "exm-page://font/https%3A%2F%2Fsite.example%2Fa.woff2#x"
 */
char *exm_resource_url_new (ExmResourceKind kind, const char *url);

/**
 * exm_resource_url_parse:
 * @text: any text
 * @kind: (out): how it is used
 *
 * Returns: (transfer full) (nullable): the normalised http or https address without
 *   fragment; %NULL where @text is none of ours
 */
char *exm_resource_url_parse (const char *text, ExmResourceKind *kind);

G_END_DECLS
