/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A drawing of the help, in the colours of the chart that it explains, light or dark. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_HELP_PICTURE (exm_help_picture_get_type ())
G_DECLARE_FINAL_TYPE (ExmHelpPicture, exm_help_picture, EXM, HELP_PICTURE, GtkWidget)

/**
 * exm_help_picture_new:
 * @name: of a file that exm_help_book_read_picture() knows; its colours are those of the
 *   light style, and each stands for the one of the same name in any other
 * @words: what it shows, for those who do not see it
 *
 * Returns: (transfer floating): as wide as there is room, up to its own width
 */
GtkWidget *exm_help_picture_new (const char *name, const char *words);

G_END_DECLS
