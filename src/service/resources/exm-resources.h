/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resources that pages need to look right: fetched by the fetcher's rules on addresses
 * and by robots.txt, without cookies, checked, kept in the store of resources and read
 * from there ever after. A thread of its own does all of it; callers are on any other
 * one. */

#pragma once

#include "resources/exm-resource-loader.h"
#include "store/exm-resource-holders.h"

G_BEGIN_DECLS

#define EXM_TYPE_RESOURCES (exm_resources_get_type ())
G_DECLARE_FINAL_TYPE (ExmResources, exm_resources, EXM, RESOURCES, GObject)

/**
 * exm_resources_new:
 * @folder: the data folder; its store is opened with the first resource. A store that
 *   cannot be had is told in the log, and nothing is kept then
 *
 * Returns: (transfer full): resources
 */
ExmResources *exm_resources_new (const char *folder);

/* Ends what is under way with %G_IO_ERROR_CANCELLED and closes the store until something
 * is asked for again. Blocks for that; also happens when the last reference goes. */
void exm_resources_stop (ExmResources *self);

/**
 * exm_resources_load_async:
 * @page: the page that wants it
 * @kind: how the page uses it
 * @url: an address, normalised, without fragment
 * @cancellable: (nullable): ends the waiting
 * @callback: called in the thread-default context of the caller
 */
void exm_resources_load_async (ExmResources *self,
                               ExmResourcePage *page,
                               ExmResourceKind kind,
                               const char *url,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer data);

/**
 * exm_resources_load_finish:
 * @error: (out): %EXM_RESOURCE_ERROR, %EXM_FETCH_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the resource; a style sheet as
 *   exm_style_rewrite() makes it, in UTF-8
 */
ExmResource *exm_resources_load_finish (GAsyncResult *result, GError **error);

/**
 * exm_resources_load_held_async:
 * @uid: of the task of an article
 * @url_key: of the article
 * @url: normalised, without fragment
 *
 * Loads what the article holds, from the store alone; for exm_resources_load_finish(),
 * with %EXM_STORE_ERROR_NOT_FOUND where it holds no such thing.
 */
void exm_resources_load_held_async (ExmResources *self,
                                    const char *uid,
                                    const char *url_key,
                                    const char *url,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer data);

/* Measures what the articles of a task hold. */
void exm_resources_measure_async (ExmResources *self,
                                  const char *uid,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data);

/* Returns: %FALSE with @error of the store */
gboolean
exm_resources_measure_finish (GAsyncResult *result, ExmHeldSize *size, GError **error);

/**
 * exm_resources_count_async:
 * @clear: whether all that no article holds is removed first
 *
 * Counts what is stored.
 */
void exm_resources_count_async (ExmResources *self,
                                gboolean clear,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);

/* @n_bytes: (out): of all that no article holds; @n_held: (out): of what articles hold.
 * Returns: %FALSE with @error of the store */
gboolean exm_resources_count_finish (GAsyncResult *result,
                                     guint64 *n_bytes,
                                     guint64 *n_held,
                                     GError **error);

G_END_DECLS
