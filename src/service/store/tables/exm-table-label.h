/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table label: what operators said of lines of pages. Rows are added and end by a
 * time in "undone"; none is changed otherwise, so that what was said when stays to be
 * read. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"
#include "types/exm-label.h"

G_BEGIN_DECLS

/* Labels of a task that are listed, the newest. */
#define EXM_STORE_MAX_LABELS 5000u

/**
 * exm_table_label_put:
 * @task: row of the task
 * @labels: (element-type ExmLabel): what holds of the page from now on
 * @n_changed: (out): labels that were added or ended by it
 */
gboolean exm_table_label_put (ExmDb *db,
                              gint64 task,
                              const char *url_key,
                              const char *page_hash,
                              const GArray *labels,
                              gint64 now_usec,
                              guint *n_changed,
                              GError **error);

/* Returns: (transfer full) (element-type ExmStoredLabel): those that hold, oldest first;
 * at most %EXM_STORE_MAX_LABELS, the newest ones */
GPtrArray *exm_table_label_list (ExmDb *db, gint64 task, GError **error);

G_END_DECLS
