/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "base/exm-said-error.h"
#include "store/db/exm-store-error.h"

#include <glib/gi18n-lib.h>
#include <sqlite3.h>

EXM_DEFINE_SAID_ERROR (exm - store - error, exm_store_error)

static void
set_busy (GError **error, const char *file, guint waited_ms)
{
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_BUSY,
      /* translators: a file, a number of seconds */
      N_ ("%s is in use by another program and stayed locked for %.1f seconds; "
          "try again when that program is done."),
      file, waited_ms / 1000.0);
}

void
exm_store_error_set_newer (GError **error, const char *path, guint found, guint known)
{
  g_autofree char *file = g_filename_display_name (path);

  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_NEWER,
      N_ ("%s was made by a newer version of Exemplar (format %d; this one "
          "knows formats up to %d). Update Exemplar, or choose another data "
          "folder."),
      file, (int) found, (int) known);
}

void
exm_store_error_set_damaged (GError **error, const char *path, const char *words)
{
  g_autofree char *file = g_filename_display_name (path);

  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED,
      /* translators: a file, what was found in it */
      N_ ("%s is damaged (%s). It was left as it is; Repair (exemplar-cli store repair) "
          "makes a new one of all that can be read, Restore (exemplar-cli store restore) "
          "takes a backup."),
      file, words);
}

void
exm_store_error_set_sqlite (
    GError **error, int code, const char *path, const char *detail, guint waited_ms)
{
  g_autofree char *file = g_filename_display_name (path);
  const char *words = detail != NULL ? detail : sqlite3_errstr (code);

  switch (code & 0xff)
    {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      set_busy (error, file, waited_ms);
      break;
    case SQLITE_FULL:
      exm_said_set_error (
          error, EXM_STORE_ERROR, EXM_STORE_ERROR_FULL,
          N_ ("There is no space left for %s. What was stored before is safe; "
              "free some space and try again."),
          file);
      break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      exm_said_set_error (
          error, EXM_STORE_ERROR, EXM_STORE_ERROR_READ_ONLY,
          N_ ("%s cannot be written: the file or its folder is read-only. "
              "Make both writable, or choose another data folder."),
          file);
      break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      exm_store_error_set_damaged (error, path, words);
      break;
    case SQLITE_CONSTRAINT:
      exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT,
                          N_ ("%s refused a change that contradicts what it holds: %s"),
                          file, words);
      break;
    case SQLITE_INTERRUPT:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The operation was cancelled."));
      break;
    case SQLITE_IOERR:
      exm_said_set_error (
          error, EXM_STORE_ERROR, EXM_STORE_ERROR_IO,
          N_ ("%s could not be read or written: the device reported an error "
              "(%s). Check the disk."),
          file, words);
      break;
    case SQLITE_CANTOPEN:
      exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                          N_ ("%s cannot be opened: %s"), file, words);
      break;
    default:
      exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED, N_ ("%s: %s"),
                          file, words);
      break;
    }
}
