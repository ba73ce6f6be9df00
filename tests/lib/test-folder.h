/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A temporary folder for one test. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns: (transfer full): a new, empty folder */
char *test_folder_new (void);

/* Removes a folder and all in it. */
void test_folder_free (char *folder);

typedef char TestFolder;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestFolder, test_folder_free)

G_END_DECLS
