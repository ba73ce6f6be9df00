/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* File of a page: what it is called in the engine's cache, and its bytes. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmPageFile:
 * @path: (unowned): where it is
 * @name: (owned) (nullable): tells this state of the file from all others, so that who
 *   knows the page need not read it; %NULL where the file was changed just now, since the
 *   next change may have the same time
 */
typedef struct
{
  const char *path;
  char *name;
} ExmPageFile;

/**
 * exm_page_file_init:
 * @self: (out caller-allocated): to be cleared by exm_page_file_clear()
 * @path: a regular file of at most %EXM_MAX_PAGE_BYTES
 * @error: %G_IO_ERROR, %EXM_ENGINE_ERROR_RECORD, %EXM_PAGE_ERROR_TOO_LARGE
 *
 * Any thread; opens nothing.
 *
 * Returns: %FALSE with an error, and nothing to clear
 */
gboolean exm_page_file_init (ExmPageFile *self, const char *path, GError **error);

/**
 * exm_page_file_load:
 * @error: as above
 *
 * Any thread; does not wait for the other end of a pipe.
 *
 * Returns: (transfer full) (nullable): its bytes
 */
GBytes *exm_page_file_load (const ExmPageFile *self, GError **error);

void exm_page_file_clear (ExmPageFile *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmPageFile, exm_page_file_clear)

G_END_DECLS
