/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The lines that a task's pages were counted by, as a list model: what most pages have
 * first. Main thread. */

#pragma once

#include "app/session/exm-paged-list.h"
#include "types/exm-site-line.h"

G_BEGIN_DECLS

#define EXM_TYPE_SITE_LINE_ITEM (exm_site_line_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmSiteLineItem, exm_site_line_item, EXM, SITE_LINE_ITEM, GObject)

/* Returns: (transfer none): its line as it was read last; "changed" tells of another one
 */
const ExmSiteLine *exm_site_line_item_get_line (ExmSiteLineItem *self);

#define EXM_TYPE_SITE_LINE_LIST (exm_site_line_list_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmSiteLineList, exm_site_line_list, EXM, SITE_LINE_LIST, ExmPagedList)

/* @task_uid: a task; nothing is read before exm_site_line_list_search(). Transfer full.
 */
ExmSiteLineList *exm_site_line_list_new (ExmStoreReader *reader, const char *task_uid);

/* @text: lines that contain it; "" for all */
void exm_site_line_list_search (ExmSiteLineList *self, const char *text);

G_END_DECLS
