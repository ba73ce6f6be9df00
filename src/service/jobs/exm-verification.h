/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages that ask whether their reader is a person, in place of what was asked for. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_page_asks_verification:
 * @page: a page on which nothing was found that should be there
 *
 * By what such pages say in English and Chinese, and by the class names of the usual
 * makers. Only short pages are such: a login form with a captcha stands on others too.
 * Any thread; O(page).
 */
gboolean exm_page_asks_verification (const ExmPageText *page);

G_END_DECLS
