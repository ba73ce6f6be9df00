/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tags of an article, to be chosen among those that other articles have, or typed. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_TAG_POPOVER (exm_tag_popover_get_type ())
G_DECLARE_FINAL_TYPE (ExmTagPopover, exm_tag_popover, EXM, TAG_POPOVER, GtkPopover)

/**
 * ExmTagPopover:
 *
 * Signals:
 * - "tag-changed" (const char *tag, gboolean on): the article gets a tag, or loses it
 */

/* @own: (nullable): tags of the article, one a line */
void exm_tag_popover_set_own (ExmTagPopover *self, const char *own);

/* @all: (element-type utf8): tags that articles have, by name */
void exm_tag_popover_set_all (ExmTagPopover *self, const GPtrArray *all);

G_END_DECLS
