/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The part of the journey that goes through what needs a person. */

#pragma once

#include "app/shell/exm-window.h"

G_BEGIN_DECLS

/* Twenty of those that wait are approved by Enter, and the last one is taken back. */
void review_articles (ExmWindow *window);

G_END_DECLS
