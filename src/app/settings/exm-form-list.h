/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A group of rows in which a list of texts is edited, a row a text. */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_FORM_LIST (exm_form_list_get_type ())
G_DECLARE_FINAL_TYPE (ExmFormList, exm_form_list, EXM, FORM_LIST, AdwPreferencesGroup)

/**
 * ExmFormListCheck:
 * @text: of a row
 *
 * Returns: (transfer full) (nullable): what is wrong with it, in words
 */
typedef char *(*ExmFormListCheck) (const char *text);

/* Has the properties "row-title", the title of each row, and "add-label", the accessible
 * name of the button that adds one; the signal "changed". */

void exm_form_list_set_check (ExmFormList *self, ExmFormListCheck check);

/* @texts: (element-type utf8) */
void exm_form_list_set_texts (ExmFormList *self, GPtrArray *texts);

/* Returns: (transfer full) (element-type utf8): without empty ones */
GPtrArray *exm_form_list_get_texts (ExmFormList *self);

/* Returns: whether a text is wrong */
gboolean exm_form_list_has_error (ExmFormList *self);

/* Shows @message in @row under its text, or nothing; for rows of other groups too. */
void exm_form_row_set_message (GtkWidget *row, const char *message);

G_END_DECLS
