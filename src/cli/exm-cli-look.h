/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What stands at an address: an article, or a place that lists articles. */

#pragma once

#include "exm-fetched.h"
#include "exm-page-text.h"
#include "exm-task.h"

G_BEGIN_DECLS

/**
 * ExmCliLook:
 * @fetched: how it came
 * @is_source: whether it lists articles; else it is one
 * @kind: of the source
 * @page: (nullable): as text, where it is a page
 * @title: (nullable): of the page or feed
 * @links: (element-type utf8): all addresses that it lists, each once
 * @known: (element-type utf8): the same, to be looked up
 * @articles: (element-type utf8): of these, what looks like articles, the newest first
 *   where dates tell
 */
typedef struct
{
  ExmFetched *fetched; /* (owned) */
  gboolean is_source;
  ExmSourceKind kind;
  ExmPageText *page;   /* (owned) (nullable) */
  char *title;         /* (owned) (nullable) */
  GPtrArray *links;    /* (owned) */
  GHashTable *known;   /* (owned) */
  GPtrArray *articles; /* (owned) */
} ExmCliLook;

void
exm_cli_look_clear (ExmCliLook *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliLook, exm_cli_look_clear)

/**
 * exm_cli_look_at:
 * @self: (out caller-allocated): all zero before
 * @url: an address
 * @fields: (inout): says how to fetch; a private host that the operator asks for is added
 * @asked: whether the operator asked for this very address
 * @error: names the address and the cause
 *
 * Fetches the address, whatever robots.txt says. An index of sitemaps is followed to the
 * first few of them. Blocks.
 */
gboolean
exm_cli_look_at (ExmCliLook *self,
                 const char *url,
                 ExmTaskFields *fields,
                 gboolean asked,
                 GError **error);

G_END_DECLS
