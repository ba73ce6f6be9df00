/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of the article that a reader shows, from the store alone: what is not held is
 * not loaded. Main thread only. */

#pragma once

#include "app/web/exm-guarded-view.h"
#include "resources/exm-resources.h"

G_BEGIN_DECLS

/* Part of a reader; zeroed at first. */
typedef struct
{
  ExmResources *resources;   /* (owned) (nullable): %NULL: there are none */
  char *uid;                 /* (owned) (nullable): of the article's task */
  char *url_key;             /* (owned) (nullable): of the article */
  GCancellable *cancellable; /* (owned) (nullable): of what is asked for it */
} ExmReaderPictures;

void exm_reader_pictures_clear (ExmReaderPictures *self);

/* Another article is shown; @resources, @uid, @url_key: (nullable). */
void exm_reader_pictures_set (ExmReaderPictures *self,
                              ExmResources *resources,
                              const char *uid,
                              const char *url_key);

/**
 * exm_reader_pictures_map:
 * @body: a fragment of HTML
 * @base_url: (nullable): what its relative addresses belong to
 *
 * Returns: (transfer full): the fragment, its pictures asked of
 * exm_reader_pictures_give()
 */
char *exm_reader_pictures_map (const ExmReaderPictures *self,
                               const char *body,
                               const char *base_url);

/* #ExmGuardedViewSource; @data: an #ExmReaderPictures that lives as long as the view */
void exm_reader_pictures_give (WebKitURISchemeRequest *request, gpointer data);

G_END_DECLS
