/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "base/exm-said-error.h"
#include "publish/exm-publish-error.h"

#include <errno.h>
#include <glib/gi18n-lib.h>

EXM_DEFINE_SAID_ERROR (exm - publish - error, exm_publish_error)

static const struct
{
  int number;
  ExmPublishError code;
  const char *format;
} SYSTEM_ERRORS[] = {
  { ENOSPC, EXM_PUBLISH_ERROR_FULL,
    N_ ("%s cannot be written: the disk is full. Make room; it is then tried again.") },
  { EDQUOT, EXM_PUBLISH_ERROR_FULL,
    N_ ("%s cannot be written: your disk quota is used up.") },
  { EFBIG, EXM_PUBLISH_ERROR_FULL,
    N_ ("%s cannot grow any more: the largest size of a file is reached.") },
  { EROFS, EXM_PUBLISH_ERROR_READ_ONLY,
    N_ ("%s cannot be written: it is on a file system that is read-only.") },
  { EACCES, EXM_PUBLISH_ERROR_DENIED,
    N_ ("%s cannot be written: you have no permission.") },
  { EPERM, EXM_PUBLISH_ERROR_DENIED, N_ ("%s cannot be written: it is protected.") },
  { ENOTDIR, EXM_PUBLISH_ERROR_NOT_FOLDER,
    N_ ("%s is not a folder; choose another one.") },
  { ENOENT, EXM_PUBLISH_ERROR_NOT_FOLDER,
    N_ ("%s is no longer there; its folder was removed, or its disk is not connected.") },
  { ELOOP, EXM_PUBLISH_ERROR_SYMLINK,
    N_ ("%s is a symbolic link, which is not followed; remove it or choose another "
        "name.") },
  { EISDIR, EXM_PUBLISH_ERROR_NAME,
    N_ ("%s is a folder where a file should be written; choose another name.") },
  { EEXIST, EXM_PUBLISH_ERROR_NAME, N_ ("%s exists already; choose another name.") },
  { ENAMETOOLONG, EXM_PUBLISH_ERROR_NAME,
    N_ ("%s cannot be written: the name is too long for this file system.") },
  { EINVAL, EXM_PUBLISH_ERROR_NAME,
    N_ ("%s cannot be written: this file system does not accept the name.") },
  { EILSEQ, EXM_PUBLISH_ERROR_NAME,
    N_ ("%s cannot be written: this file system does not accept the name.") },
};

/* The formats are those of the table above. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

void
exm_publish_error_set_errno (GError **error, int number, const char *path)
{
  g_autofree char *display = g_filename_display_name (path);

  for (gsize i = 0; i < G_N_ELEMENTS (SYSTEM_ERRORS); i++)
    if (SYSTEM_ERRORS[i].number == number)
      {
        exm_said_set_error (error, EXM_PUBLISH_ERROR, (int) SYSTEM_ERRORS[i].code,
                            SYSTEM_ERRORS[i].format, display);
        return;
      }
  /* translators: a path, then the system's words for what went wrong */
  exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_FAILED,
                      N_ ("%s cannot be written: %s"), display, exm_said_errno (number));
}
