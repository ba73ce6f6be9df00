/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page that an argument names: a file, an address, or standard input. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

/**
 * ExmCliPage:
 * @name: what the user calls it, for messages
 * @bytes: the page
 * @url: (nullable): the address that it came from in the end
 * @http_charset: (nullable): as its HTTP header declared it
 * @record: (nullable): of its fetch, see exm-fetch-record.h
 * @further: (nullable) (element-type ExmFurtherPage): pages on which it goes on
 */
typedef struct
{
  char *name;         /* (owned) */
  GBytes *bytes;      /* (owned) */
  char *url;          /* (owned) (nullable) */
  char *http_charset; /* (owned) (nullable) */
  char *record;       /* (owned) (nullable) */
  GPtrArray *further; /* (owned) (nullable) */
} ExmCliPage;

void exm_cli_page_free (ExmCliPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCliPage, exm_cli_page_free)

/**
 * exm_cli_page_load:
 * @argument: a file, "-", or an http, https or file address
 * @error: names @argument and the cause
 *
 * Addresses are fetched whatever robots.txt says and also from private hosts: an operator
 * asked for this one page. At most %EXM_MAX_PAGE_BYTES are read. Blocks.
 *
 * Returns: (transfer full): the page, or %NULL
 */
ExmCliPage *exm_cli_page_load (const char *argument, GError **error);

/**
 * exm_cli_page_load_further:
 * @arguments: (nullable): as for exm_cli_page_load(), in their order
 *
 * Loads the pages on which the article of @self goes on.
 */
gboolean exm_cli_page_load_further (ExmCliPage *self, char **arguments, GError **error);

/**
 * exm_cli_page_load_file:
 * @path: of a regular file: a pipe or a device would be read without end
 * @max_bytes: of it
 * @error: names the file and the cause
 *
 * For files that another file names, and those that are no pages. Blocks.
 *
 * Returns: (transfer full): what it holds, or %NULL
 */
GBytes *exm_cli_page_load_file (const char *path, gsize max_bytes, GError **error);

/**
 * exm_cli_page_prepare:
 * @charset: (nullable): the encoding that the operator chose
 * @region_text: (nullable): see exm_engine_prepare()
 * @error: names the page and the cause; %EXM_ENGINE_ERROR_REGION if @region_text is not
 *   on it
 *
 * Returns: (transfer full): the page, ready for the engine
 */
ExmPrepared *exm_cli_page_prepare (const ExmCliPage *self,
                                   ExmEngine *engine,
                                   const char *charset,
                                   const char *region_text,
                                   GError **error);

G_END_DECLS
