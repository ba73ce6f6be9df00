/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One of the pages on which an article goes on, as it was fetched. Immutable, reference
 * counted, any thread. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Further pages of an article that are fetched and joined. */
#define EXM_MAX_FURTHER_PAGES 49u

/**
 * ExmFurtherPage:
 * @url: where it came from in the end
 * @charset: (nullable): what its header declares
 * @bytes: as they came
 */
typedef struct
{
  char *url;
  char *charset;
  GBytes *bytes;
} ExmFurtherPage;

/* Returns: (transfer full): it with copies of the strings and one reference */
ExmFurtherPage *
exm_further_page_new (const char *url, const char *charset, GBytes *bytes);

ExmFurtherPage *exm_further_page_ref (ExmFurtherPage *self);
void exm_further_page_unref (ExmFurtherPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFurtherPage, exm_further_page_unref)

/* Returns: (transfer full) (element-type ExmFurtherPage): an empty list of them */
GPtrArray *exm_further_page_list_new (void);

G_END_DECLS
