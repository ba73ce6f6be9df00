/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sections that are being added: set up on threads, stored one by one, kept in a file of
 * the data folder until they are done (exm-section-book.h). Main thread; nothing blocks.
 *
 * Signals:
 *   "changed": numbers of exm_section_intake_count() or exm_section_intake_is_running()
 *   "failed" (GError *): the file or the store cannot be used */

#pragma once

#include "app/session/exm-session.h"
#include "app/setup/exm-section-item.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_SECTION_INTAKE (exm_section_intake_get_type ())
G_DECLARE_FINAL_TYPE (ExmSectionIntake, exm_section_intake, EXM, SECTION_INTAKE, GObject)

/* Property "delay-ms", for writing: least pause of new tasks between two requests to one
 * host, 0 for that of any task.
 *
 * @session: stores what is set up. What is under way ends with it, and goes on with the
 * next one.
 *
 * Returns: (transfer none): that of the session, made when it is first asked for */
ExmSectionIntake *exm_section_intake_get (ExmSession *session);

/**
 * exm_section_intake_open:
 * @error: see exm_section_book_open(); it may be tried again
 *
 * Reads the file, and goes on with what waits in it. Does nothing the second time.
 */
gboolean exm_section_intake_open (ExmSectionIntake *self, GError **error);

/**
 * exm_section_intake_add:
 * @sections: (element-type ExmSection): left empty
 * @error: see exm_section_book_add()
 *
 * Keeps them and sets them up. Once it is open.
 */
gboolean
exm_section_intake_add (ExmSectionIntake *self, GPtrArray *sections, GError **error);

/* @folder: (nullable) (type filename): site configurations as hints, from the next
 * section that is added. Returns: %FALSE with @error if it is none */
gboolean
exm_section_intake_set_hints (ExmSectionIntake *self, const char *folder, GError **error);

/* Returns: (transfer none) (element-type ExmSectionItem): always the same list */
GListModel *exm_section_intake_get_items (ExmSectionIntake *self);

guint exm_section_intake_count (ExmSectionIntake *self, ExmSectionState state);

/* @n_examples: (out): see exm_section_book_count_shared() */
guint exm_section_intake_count_shared (ExmSectionIntake *self, guint *n_examples);

gboolean exm_section_intake_is_running (ExmSectionIntake *self);

/* Answers what @item asks: a task that is to be reviewed runs from now on, one that
 * failed is tried again. */
void exm_section_intake_answer (ExmSectionIntake *self, ExmSectionItem *item);

/* Drops a section that failed. */
void exm_section_intake_drop (ExmSectionIntake *self, ExmSectionItem *item);

G_END_DECLS
