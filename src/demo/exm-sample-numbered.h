/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* As many articles as are wanted, made from their numbers: for measuring. Addresses:
 *
 *   /numbered/COUNT/            a list of them all
 *   /numbered/COUNT/NUMBER      from 1; no two have a paragraph in common */

#pragma once

#include "demo/exm-sample-page.h"

G_BEGIN_DECLS

#define EXM_SAMPLE_NUMBERED_PREFIX "/numbered/"
#define EXM_SAMPLE_NUMBERED_MAX 100000u

/**
 * exm_sample_numbered_render:
 * @path: below %EXM_SAMPLE_NUMBERED_PREFIX
 *
 * Pure; any thread.
 *
 * Returns: (transfer full) (nullable): the page, always the same; %NULL for no such page
 */
ExmSamplePage *exm_sample_numbered_render (const char *path);

/**
 * exm_sample_numbered_dup_body:
 * @number: of an article
 *
 * Returns: (transfer full): the truth: its body, a line a paragraph
 */
char *exm_sample_numbered_dup_body (guint number);

/* Returns: (transfer full): its title, which begins with its number */
char *exm_sample_numbered_dup_title (guint number);

G_END_DECLS
