/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reasons why a line is in an article: its stored page is compared with the examples of
 * its task again, once that is asked for. Main thread; the work is done elsewhere. */

#pragma once

#include "app/session/exm-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_WHY_POPOVER (exm_why_popover_get_type ())
G_DECLARE_FINAL_TYPE (ExmWhyPopover, exm_why_popover, EXM, WHY_POPOVER, GtkPopover)

/**
 * exm_why_popover_ask:
 * @id: of an article
 * @line: of its text, from 0; another number is no line of it
 *
 * Opens, and shows the reasons as soon as they are known. They are kept for further lines
 * of the article until what it stands in is left.
 */
void
exm_why_popover_ask (ExmWhyPopover *self, ExmSession *session, gint64 id, guint line);

G_END_DECLS
