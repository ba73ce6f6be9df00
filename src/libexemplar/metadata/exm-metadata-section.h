/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The section of an article by the path that leads to it: 首页 > 新闻 > 国内. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * ExmCrumb:
 * @name: a step of a path, as the page wrote it
 * @address: (nullable): of the list that it leads to, as written
 */
typedef struct
{
  char *name;    /* (owned) */
  char *address; /* (owned) (nullable) */
} ExmCrumb;

/* Returns: (transfer full): a list of #ExmCrumb that frees them */
GPtrArray *exm_crumbs_new (void);

/* Adds a step; both strings are copied. */
void exm_crumbs_add (GPtrArray *crumbs, const char *name, const char *address);

/**
 * exm_metadata_put_crumbs:
 * @crumbs: (element-type ExmCrumb): from the site's first page on
 *
 * Sets the section to the last step that is neither the site's first page nor the article
 * itself, if there is one.
 */
void exm_metadata_put_crumbs (ExmMetadataReader *self,
                              ExmOrigin origin,
                              const GPtrArray *crumbs);

/**
 * exm_metadata_choose_section:
 * @self: the fields read so far
 * @anchor: a line near the body's head, %EXM_NONE if not known
 *
 * Takes the section from the path that the page shows, where nothing declares one.
 * O(elements).
 */
void exm_metadata_choose_section (ExmMetadataReader *self, guint anchor);

G_END_DECLS
