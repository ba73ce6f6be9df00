/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of a run and their outcomes, as ExmRunPageItem: under way, with problems, then
 * articles. Main thread. */

#pragma once

#include "app/activity/exm-run-page-item.h"
#include "app/session/exm-paged-list.h"

G_BEGIN_DECLS

#define EXM_TYPE_RUN_PAGE_LIST (exm_run_page_list_get_type ())
G_DECLARE_FINAL_TYPE (ExmRunPageList, exm_run_page_list, EXM, RUN_PAGE_LIST, ExmPagedList)

ExmRunPageList *exm_run_page_list_new (void);

/* @run_id: 0 for none */
void exm_run_page_list_set_run (ExmRunPageList *self, gint64 run_id);

G_END_DECLS
