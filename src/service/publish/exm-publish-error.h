/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Errors of publishing, in words that name the path. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmPublishError:
 * @EXM_PUBLISH_ERROR_TEMPLATE: a name template that cannot be used
 * @EXM_PUBLISH_ERROR_NAME: a name that is taken or that the file system refuses
 * @EXM_PUBLISH_ERROR_NOT_FOLDER: the folder is a file, or is gone
 * @EXM_PUBLISH_ERROR_SYMLINK: a symbolic link where a folder or file of ours should be
 * @EXM_PUBLISH_ERROR_FULL: no room: disk, quota, or limit of a file's size
 * @EXM_PUBLISH_ERROR_READ_ONLY: the file system cannot be written to
 * @EXM_PUBLISH_ERROR_DENIED: no permission
 * @EXM_PUBLISH_ERROR_BUSY: another program holds the folder's lock for too long
 * @EXM_PUBLISH_ERROR_ARTICLE: an article without an address
 * @EXM_PUBLISH_ERROR_FAILED: anything else that the system refused
 *
 * Trying again later may help for NOT_FOLDER, FULL, READ_ONLY, DENIED, BUSY and FAILED;
 * the others need a person, after whom it helps where NAME is of a shared file.
 */
typedef enum
{
  EXM_PUBLISH_ERROR_TEMPLATE,
  EXM_PUBLISH_ERROR_NAME,
  EXM_PUBLISH_ERROR_NOT_FOLDER,
  EXM_PUBLISH_ERROR_SYMLINK,
  EXM_PUBLISH_ERROR_FULL,
  EXM_PUBLISH_ERROR_READ_ONLY,
  EXM_PUBLISH_ERROR_DENIED,
  EXM_PUBLISH_ERROR_BUSY,
  EXM_PUBLISH_ERROR_ARTICLE,
  EXM_PUBLISH_ERROR_FAILED,
} ExmPublishError;

#define EXM_PUBLISH_ERROR (exm_publish_error_quark ())
GQuark exm_publish_error_quark (void);

/**
 * exm_publish_error_set_errno:
 * @error: (out) (optional): set to %EXM_PUBLISH_ERROR
 * @number: an errno value of a call that took @path
 * @path: file name of what it was about; need not be UTF-8
 *
 * Any thread. Leaves errno as it is.
 */
void exm_publish_error_set_errno (GError **error, int number, const char *path);

G_END_DECLS
