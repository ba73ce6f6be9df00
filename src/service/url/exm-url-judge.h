/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether an address looks like an article's or like a list's: by its words, numbers and
 * dates. Pure functions, any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Score of a file that is no page, and of a front page. */
#define EXM_URL_NEVER (-10.)

/**
 * exm_url_judge:
 * @url: a normalised URL
 *
 * Returns: above 0 for what looks like an article's address, below for what looks like a
 *   list's or a service's: tags, categories, months, log-in; %EXM_URL_NEVER at the least
 */
double exm_url_judge (const char *url);

/**
 * exm_url_names_list:
 * @url: a normalised URL
 *
 * Returns: whether a word of it says that it lists: a tag, a category, an archive, the
 *   second page; or it is the address of a month
 */
gboolean exm_url_names_list (const char *url);

/**
 * exm_url_has_date:
 * @url: a normalised URL
 *
 * Returns: whether it has a year or more of a date, and names something below it or
 * beside it: no archive of a month
 */
gboolean exm_url_has_date (const char *url);

G_END_DECLS
