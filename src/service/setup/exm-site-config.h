/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder of site configurations as FiveFilters' Full-Text RSS has them: a file a host,
 * HOST.txt, or .DOMAIN.txt for all hosts of a domain, whose lines "body: XPATH" tell
 * bodies. They are hints for choosing the body of an example; nothing else is read. */

#pragma once

#include "page/exm-page-reader.h"

G_BEGIN_DECLS

typedef struct _ExmSiteConfig ExmSiteConfig;

/**
 * ExmSiteBodyFunc:
 * @raw: a page's bytes
 * @hints: (nullable): what is known beside them
 * @paths: XPath expressions
 *
 * Returns: (transfer full) (nullable): text of what the first of them finds that finds
 *   something
 */
typedef char *(*ExmSiteBodyFunc) (GBytes *raw,
                                  const ExmPageHints *hints,
                                  const char *const *paths);

/* Sets who evaluates XPath, before any thread reads. */
void exm_site_config_set_reader (ExmSiteBodyFunc func);

/**
 * exm_site_config_new:
 * @folder: (type filename)
 * @error: %G_FILE_ERROR; %G_IO_ERROR_NOT_SUPPORTED where nobody evaluates XPath,
 *   %G_IO_ERROR_NOT_FOUND where there is no such file in it
 *
 * Returns: (transfer full): the folder; its files are read when they are asked for
 */
ExmSiteConfig *exm_site_config_new (const char *folder, GError **error);

void exm_site_config_free (ExmSiteConfig *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSiteConfig, exm_site_config_free)

/**
 * exm_site_config_find_body:
 * @url: of the page
 * @raw: its bytes
 * @hints: (nullable): what is known beside them
 *
 * Any thread.
 *
 * Returns: (transfer full) (nullable): text of the body, as far as a file for its host
 *   tells it
 */
char *exm_site_config_find_body (const ExmSiteConfig *self,
                                 const char *url,
                                 GBytes *raw,
                                 const ExmPageHints *hints);

G_END_DECLS
