/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Errors of the store. Every message names the file and says what to do. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_STORE_ERROR_FAILED,     /* what has no code of its own */
  EXM_STORE_ERROR_BUSY,       /* another program kept it locked over the time-out */
  EXM_STORE_ERROR_FULL,       /* no space left; nothing of the change was stored */
  EXM_STORE_ERROR_READ_ONLY,  /* file or folder cannot be written */
  EXM_STORE_ERROR_DAMAGED,    /* not what was written into it */
  EXM_STORE_ERROR_NEWER,      /* made by a newer version of this program */
  EXM_STORE_ERROR_OLDER,      /* for readers: the writing side has to bring it up first */
  EXM_STORE_ERROR_FOREIGN,    /* a database of another program */
  EXM_STORE_ERROR_NOT_FOUND,  /* no such file, task, article … */
  EXM_STORE_ERROR_CONSTRAINT, /* exists already, or refers to what does not */
  EXM_STORE_ERROR_LEASE_LOST, /* the job was handed to somebody else meanwhile */
  EXM_STORE_ERROR_TOO_LONG,   /* a reading took longer than a reading may */
  EXM_STORE_ERROR_IO,         /* the device reported an error */
  EXM_STORE_ERROR_CHECKSUM,   /* one article or definition is not what was stored */
} ExmStoreError;

#define EXM_STORE_ERROR (exm_store_error_quark ())
GQuark exm_store_error_quark (void);

/**
 * exm_store_error_set_sqlite:
 * @error: (out) (optional): where to put the error
 * @code: extended result code of SQLite
 * @path: the database file
 * @detail: (nullable): SQLite's own words
 * @waited_ms: the busy time-out of the connection
 *
 * An interrupted statement becomes %G_IO_ERROR_CANCELLED, all else %EXM_STORE_ERROR.
 */
void exm_store_error_set_sqlite (
    GError **error, int code, const char *path, const char *detail, guint waited_ms);

/**
 * exm_store_error_set_damaged:
 * @path: the database file
 * @words: what was found, in one line
 *
 * Says what helps as well.
 */
void exm_store_error_set_damaged (GError **error, const char *path, const char *words);

/**
 * exm_store_error_set_newer:
 * @path: the database file
 * @found: its format
 * @known: the newest format that this program knows
 */
void
exm_store_error_set_newer (GError **error, const char *path, guint found, guint known);

G_END_DECLS
