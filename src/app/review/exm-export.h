/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Writing articles of the store into a folder, on a thread of its own, with progress.
 * Main thread. */

#pragma once

#include "store/exm-store-reader.h"

G_BEGIN_DECLS

#define EXM_TYPE_EXPORT (exm_export_get_type ())
G_DECLARE_FINAL_TYPE (ExmExport, exm_export, EXM, EXPORT, GObject)

/**
 * exm_export_new:
 * @reader: of the store
 * @format: of the files
 * @folder: where to
 * @data: (nullable): the data folder, for pictures that are kept with articles
 *
 * Properties, for reading, with notification: "n-done", "n-total" (0 while unknown).
 *
 * Returns: (transfer full): an export of nothing yet
 */
ExmExport *exm_export_new (ExmStoreReader *reader,
                           ExmOutputFormat format,
                           const char *folder,
                           const char *data);

/* Returns: (transfer none): where to */
const char *exm_export_get_folder (ExmExport *self);

/* One article more. */
void exm_export_add (ExmExport *self, gint64 id);

/* All articles of @filter, in place of single ones; @n_total is about how many they are.
 */
void
exm_export_set_filter (ExmExport *self, const ExmArticleFilter *filter, guint n_total);

/* Whether articles whose publisher reserves text and data mining are written too; before
 * the run. */
void exm_export_set_include_reserved (ExmExport *self, gboolean include_reserved);

/* Returns: how many of these were left out so far */
guint exm_export_get_n_reserved (ExmExport *self);

guint exm_export_get_n_done (ExmExport *self);
guint exm_export_get_n_total (ExmExport *self);

/* Once. Articles that are gone meanwhile are left out. The result is a #GTask of a
 * boolean, with what ended it early: "n-done" articles are written all the same. */
void exm_export_run_async (ExmExport *self,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data);

G_END_DECLS
