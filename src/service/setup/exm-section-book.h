/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sections that are being added, kept in a file of the data folder: what is not done when
 * the program ends is there the next time. One process has it at a time. */

#pragma once

#include "setup/exm-section-list.h"

G_BEGIN_DECLS

/* Its name in the data folder. */
#define EXM_SECTION_BOOK_NAME "sections.list"

/**
 * ExmSectionEntry:
 * @section: (owned): as it was given
 * @state: what became of it
 * @uid: (owned) (nullable): of its task
 * @question: (owned) (nullable): what there is to review, or why there is no task
 * @example: (owned) (nullable): address of the example that its task uses
 * @is_stored: its task was stored; %FALSE where the program may have ended before
 */
typedef struct
{
  ExmSection *section;
  ExmSectionState state;
  char *uid;
  char *question;
  char *example;
  gboolean is_stored;
} ExmSectionEntry;

typedef struct _ExmSectionBook ExmSectionBook;

/**
 * exm_section_book_open:
 * @folder: data folder; made where there is none
 * @error: %EXM_STORE_ERROR_BUSY where another process adds sections; %G_FILE_ERROR
 *
 * Lines that cannot be read are passed over: a write that was broken off leaves one.
 *
 * Returns: (transfer full): the sections of before
 */
ExmSectionBook *exm_section_book_open (const char *folder, GError **error);

void exm_section_book_close (ExmSectionBook *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSectionBook, exm_section_book_close)

guint exm_section_book_get_n (const ExmSectionBook *self);

/* Returns: (transfer none): until something is added */
const ExmSectionEntry *exm_section_book_get (const ExmSectionBook *self, guint index);

/**
 * exm_section_book_resolve:
 * @uids: (element-type utf8): tasks that there are
 *
 * Sections whose task was to be stored, and is not there, wait again.
 */
void exm_section_book_resolve (ExmSectionBook *self, GHashTable *uids);

/**
 * exm_section_book_add:
 * @sections: (element-type ExmSection): left empty
 * @keep_all: all entries stay where they are, since somebody works on them
 * @error: %G_FILE_ERROR; nothing is changed then
 *
 * Adds them behind those that are not done; those that are done leave, as do those of an
 * address that is added again. Writes the file anew, whole. Cost: linear.
 */
gboolean exm_section_book_add (ExmSectionBook *self,
                               GPtrArray *sections,
                               gboolean keep_all,
                               GError **error);

/**
 * exm_section_book_note:
 * @index: of the section
 * @uid: (nullable): of its task
 * @question: (nullable): see #ExmSectionEntry
 * @example: (nullable): see #ExmSectionEntry
 * @is_stored: see #ExmSectionEntry; noted before and after the task is stored
 * @error: %G_FILE_ERROR; the entry is changed all the same
 *
 * Appends a line to the file.
 */
gboolean exm_section_book_note (ExmSectionBook *self,
                                guint index,
                                ExmSectionState state,
                                const char *uid,
                                const char *question,
                                const char *example,
                                gboolean is_stored,
                                GError **error);

/**
 * exm_section_book_count_shared:
 * @n_examples: (out): examples that several sections have
 *
 * Returns: sections that have them
 */
guint exm_section_book_count_shared (const ExmSectionBook *self, guint *n_examples);

G_END_DECLS
