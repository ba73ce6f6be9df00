/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Kinds of jobs, as the database names them. */

#pragma once

#define EXM_JOB_ARTICLE "article"
#define EXM_JOB_LIST "list"
#define EXM_JOB_FEED "feed"
#define EXM_JOB_SITEMAP "sitemap"
